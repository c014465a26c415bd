// Package kernel turns bytes into records: the scalar code that finds fields in
// a line.
package kernel

import (
	"bytes"

	"geoscan/internal/chunk"
	"geoscan/query"
)

// A Line is a record whose fields are looked for when they are asked for, from
// the nearer end of the line. The zero value is a record of one empty field.
// It implements query.Record.
type Line struct {
	b []byte
	n int // fields, 0 if not counted yet
}

// Reset makes l the record b, without its line end. b must stay as it is while
// l is used.
func (l *Line) Reset(b []byte) { l.b, l.n = b, 0 }

// Len counts the fields. It costs a pass over the line, the first time.
func (l *Line) Len() int {
	if l.n == 0 {
		l.n = bytes.Count(l.b, tab) + 1
	}
	return l.n
}

var tab = []byte{'\t'}

// Field returns field col, which refers to the bytes of the line.
func (l *Line) Field(col int) []byte {
	behind := l.Len() - 1 - col
	if col <= 2*behind {
		return fieldFromStart(l.b, col)
	}
	return fieldFromEnd(l.b, behind)
}

// fieldFromStart returns the field that n tabs precede.
func fieldFromStart(b []byte, n int) []byte {
	for range n {
		b = b[bytes.IndexByte(b, '\t')+1:]
	}
	if i := bytes.IndexByte(b, '\t'); i >= 0 {
		return b[:i]
	}
	return b
}

// An Offerer offers lines to a part, less those that can't answer the query
// because of a column that it bounds: where that is empty or an integer out of
// bounds, they are only counted. It is for one goroutine.
type Offerer struct {
	part        *query.Part
	width       int // fields of a well-formed line
	col         int // bounded by the query; -1 if there is none
	least, most int64
	line        Line
}

// NewOfferer returns an Offerer to part.
func NewOfferer(part *query.Part, q *query.Query) *Offerer {
	o := &Offerer{part: part, width: q.Schema().NumColumns(), col: -1}
	if r := q.Ranges(); len(r) > 0 {
		last := &r[len(r)-1]
		o.col = last.Col
		o.least, o.most = last.Ints()
	}
	return o
}

// Line offers the next line, without its end, which starts at offset off of the
// input. It reports whether more are wanted.
func (o *Offerer) Line(off int64, b []byte) (more bool) {
	if len(b) == 0 {
		o.part.Blank(1)
		return true
	}
	o.line = Line{b, bytes.Count(b, tab) + 1}
	if o.rejects() {
		o.part.Skip(1)
		return true
	}
	return o.part.Offer(off, &o.line)
}

// rejects reports whether the present line can't answer the query. It is sure
// of that if it says so.
func (o *Offerer) rejects() bool {
	if o.col < 0 || o.line.n != o.width {
		return false
	}
	field := o.line.Field(o.col)
	if len(field) == 0 {
		return true
	}
	v, ok := query.ParseInt(field)
	return ok && (v < o.least || v > o.most)
}

// Chunk offers all lines of data, which starts with a line at offset off of the
// input and ends with one.
func (o *Offerer) Chunk(off int64, data []byte) (more bool) {
	for at := 0; at < len(data); {
		size := bytes.IndexByte(data[at:], '\n') + 1
		if size == 0 {
			size = len(data) - at
		}
		if !o.Line(off+int64(at), chunk.Trim(data[at:at+size])) {
			return false
		}
		at += size
	}
	return true
}
