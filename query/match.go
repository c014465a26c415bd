package query

import (
	"bytes"
	"sync"
)

// A matchExpr looks for a text in names, without regard to case and accents.
// It is never unknown.
type matchExpr struct {
	cols    []int // in which it is looked for
	list    int   // that of them which holds entries with commas between; -1: none
	text    []byte
	negated bool
}

func (e matchExpr) not() expr {
	e.negated = !e.negated
	return e
}

func (matchExpr) ranges() []Range { return nil }

func (e matchExpr) cond() cond {
	n := newNeedle(e.text)
	return func(r Record) bool { return e.found(n, r) != e.negated }
}

func (e *matchExpr) found(n *needle, r Record) bool {
	var last []byte
	for _, col := range e.cols {
		f := r.Field(col)
		switch {
		case len(f) == 0, len(f) == len(last) && bytes.Equal(f, last):
			continue // asciiname is name, most of the time
		case col == e.list && n.comma && n.inEntry(f), !(col == e.list && n.comma) && n.in(f):
			return true
		}
		last = f
	}
	return false
}

// A needle is a folded text to look for. It is safe for concurrent use.
type needle struct {
	text    []byte
	isASCII bool
	comma   bool // it holds one, so that it may go beyond an entry
	folded  sync.Pool
}

func newNeedle(text []byte) *needle {
	n := &needle{text: fold(nil, text)}
	n.isASCII = isASCII(n.text)
	n.comma = bytes.IndexByte(n.text, ',') >= 0
	n.folded.New = func() any { return new([]byte) }
	return n
}

// inEntry reports whether the text occurs in one of the entries of a list.
func (n *needle) inEntry(list []byte) bool {
	for entry := range bytes.SplitSeq(list, []byte{','}) {
		if n.in(entry) {
			return true
		}
	}
	return false
}

// in reports whether the text occurs in the folded field. What is ASCII is not
// folded; nothing is allocated once buffers are large enough.
func (n *needle) in(field []byte) bool {
	if n.isASCII && containsFold(field, n.text) {
		return true // what is beyond ASCII there can't undo it
	}
	if isASCII(field) {
		return false
	}
	buf := n.folded.Get().(*[]byte)
	*buf = fold((*buf)[:0], field)
	found := bytes.Contains(*buf, n.text)
	n.folded.Put(buf)
	return found
}

// containsFold reports whether text, which is lower case ASCII, occurs in b in
// any case.
func containsFold(b, text []byte) bool {
	first, rest := text[0], text[1:]
	for i := 0; i+len(rest) < len(b); i++ {
		if lower(b[i]) == first && hasPrefixFold(b[i+1:], rest) {
			return true
		}
	}
	return false
}

func hasPrefixFold(b, text []byte) bool {
	for i, c := range text {
		if lower(b[i]) != c {
			return false
		}
	}
	return true
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}
