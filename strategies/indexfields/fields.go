package indexfields

import (
	"bytes"
	"math"
	"unsafe"

	"geoscan/internal/chunk"
	"geoscan/internal/kernel"
	"geoscan/query"
)

// fields says where the fields of one chunk's records lie.
type fields struct {
	chunk.Lines
	width int // fields of a record that fits the layout; 0 if none does

	// cols[c-1][i] is where field c of line i starts, from the start of the
	// line. Field 0 starts at 0. A line that doesn't fit has 0 everywhere.
	cols [][]uint16
}

// maxWidth bounds the memory that a strange first record can ask for.
const maxWidth = 256

// index makes the index of chunk i of data.
func index(data []byte, i, size int) fields {
	f := fields{Lines: chunk.List(data, i, size)}
	f.alloc(firstWidth(data[f.Begin:f.End]))
	for i := range f.Starts {
		f.set(i, f.Line(data, i))
	}
	return f
}

// firstWidth returns the number of fields of the first record that is not
// empty.
func firstWidth(data []byte) int {
	for len(data) > 0 {
		rec, tail := chunk.Cut(data)
		if rec = chunk.Trim(rec); len(rec) > 0 {
			return bytes.Count(rec, []byte{'\t'}) + 1
		}
		data = tail
	}
	return 0
}

// alloc makes room for columns, in one piece.
func (f *fields) alloc(width int) {
	if width < 2 || width > maxWidth {
		return
	}
	f.width = width
	n := len(f.Starts)
	all := make([]uint16, n*(width-1))
	f.cols = make([][]uint16, width-1)
	for c := range f.cols {
		f.cols[c] = all[c*n : (c+1)*n]
	}
}

// set notes the fields of line i, if it fits the layout.
func (f *fields) set(i int, rec []byte) {
	if f.width == 0 || len(rec) > math.MaxUint16 {
		return
	}
	n := 0
	for tab := range kernel.Tabs(rec) {
		if n == len(f.cols) {
			n = -1
			break
		}
		f.cols[n][i] = uint16(tab + 1)
		n++
	}
	if n != len(f.cols) {
		for c := range f.cols {
			f.cols[c][i] = 0
		}
	}
}

// size returns the memory of the index in bytes.
func (f *fields) size() int64 {
	n := int64(unsafe.Sizeof(*f)-unsafe.Sizeof(f.Lines)) + f.Lines.Size()
	for _, col := range f.cols {
		n += int64(unsafe.Sizeof(col)) + 2*int64(len(col))
	}
	return n
}

// offer offers the records of the chunk to part. Where the query bounds a
// column, records with nothing in it are only counted.
func (f *fields) offer(part *query.Part, data []byte, q *query.Query) (more bool) {
	rec := record{f: f}
	from, to := f.bounded(q)
	for i := range f.Starts {
		if from != nil && to[i]-from[i] == 1 {
			part.Skip(1)
			continue
		}
		if !rec.offer(part, data, i) {
			return false
		}
	}
	return true
}

// bounded returns where a column that the query bounds starts and where the
// next one does; nil if there is none, or if it is the first or the last.
func (f *fields) bounded(q *query.Query) (from, to []uint16) {
	if f.width != q.Schema().NumColumns() {
		return nil, nil
	}
	for _, r := range q.Ranges() {
		if r.Col > 0 && r.Col < f.width-1 {
			return f.cols[r.Col-1], f.cols[r.Col]
		}
	}
	return nil, nil
}

// A record is a line whose fields the index knows.
type record struct {
	f    *fields
	i    int
	line []byte
	odd  kernel.Line // stands in for lines that don't fit the layout
}

func (r *record) offer(part *query.Part, data []byte, i int) (more bool) {
	r.i, r.line = i, r.f.Line(data, i)
	off := int64(r.f.Off(i))
	switch {
	case len(r.line) == 0:
		part.Blank(1)
		return true
	case r.f.width == 0 || r.f.cols[0][i] == 0:
		r.odd.Reset(r.line)
		return part.Offer(off, &r.odd)
	}
	return part.Offer(off, r)
}

func (r *record) Len() int { return r.f.width }

func (r *record) Field(col int) []byte {
	from, to := 0, len(r.line)
	if col > 0 {
		from = int(r.f.cols[col-1][r.i])
	}
	if col < len(r.f.cols) {
		to = int(r.f.cols[col][r.i]) - 1
	}
	return r.line[from:to]
}
