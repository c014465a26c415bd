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

// fieldFromEnd returns the field that n tabs follow.
func fieldFromEnd(b []byte, n int) []byte {
	for range n {
		b = b[:bytes.LastIndexByte(b, '\t')]
	}
	return b[bytes.LastIndexByte(b, '\t')+1:]
}

// Offer offers all records of data, which starts at a record at offset off of
// its input and ends with one. It reports whether
// more are wanted.
func Offer(p *query.Part, off int64, data []byte) (more bool) {
	var line Line
	for len(data) > 0 {
		rec, tail := chunk.Cut(data)
		line.Reset(chunk.Trim(rec))
		if len(line.b) == 0 {
			p.Blank(1)
		} else if !p.Offer(off, &line) {
			return false
		}
		off += int64(len(rec))
		data = tail
	}
	return true
}
