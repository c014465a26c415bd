// Package columns keeps the numbers of the columns that queries bound, so that
// a repeated query touches neither the file nor positions.
//
// It is what the article's last step leads to: if a query asks for numbers, keep
// numbers. Prepare lists the lines, as indexed does. The first query that bounds
// a column parses it, into 4 bytes a record and the least and greatest number
// of each chunk. After that a chunk whose numbers all lie outside of the bounds
// is passed over at once, and in the others an array is compared. Only records
// that pass are looked at in the file.
package columns

import (
	"context"

	"geoscan"
	"geoscan/internal/chunk"
	"geoscan/internal/kernel"
	"geoscan/internal/mmap"
	"geoscan/internal/morsel"
	"geoscan/query"
)

// Strategy compares arrays of numbers.
var Strategy = geoscan.Strategy{
	Name: "columns",
	Doc: "Arrays of the numbers that queries bound. " +
		"A column is parsed when a query first bounds it; later ones compare numbers and touch the file for answers only.",
	Parallel: true,
	Prepare:  prepare,
}

type table struct {
	data   []byte
	chunks []chunk.Lines
	width  int             // fields of the records that cols were made for
	cols   map[int]*column // by place
}

func prepare(ctx context.Context, src geoscan.Source, opt geoscan.Options) (geoscan.Table, error) {
	data, err := src.Bytes(ctx)
	if err != nil {
		return nil, err
	}
	t := &table{data: data, chunks: make([]chunk.Lines, chunk.Count(len(data), opt.ChunkSize))}
	return t, t.each(ctx, opt.DOP, func(i int) { t.chunks[i] = chunk.List(data, i, opt.ChunkSize) })
}

// each calls do with the number of every chunk, side by side.
func (t *table) each(ctx context.Context, dop int, do func(i int)) error {
	return morsel.Each(ctx, dop, len(t.chunks), func(i int) (bool, error) {
		return true, mmap.Guard(t.data, func() error {
			do(i)
			return nil
		})
	})
}

func (t *table) Close() error { return nil }

// IndexBytes returns the size of the lists and of the columns made so far.
func (t *table) IndexBytes() (n int64) {
	for i := range t.chunks {
		n += t.chunks[i].Size()
	}
	for _, c := range t.cols {
		n += c.size()
	}
	return n
}

// chunksPerPart makes parts large enough that passing over all of one does not
// cost less than starting it.
const chunksPerPart = 16

func (t *table) Scan(ctx context.Context, out *query.Collector, opt geoscan.Options) error {
	tests, err := t.tests(ctx, out.Query(), opt.DOP)
	if err != nil {
		return err
	}
	parts := chunk.Count(len(t.chunks), chunksPerPart)
	return morsel.Scan(ctx, out, opt.DOP, parts, t.data, func(part *query.Part, i int) (more bool) {
		to := kernel.NewOfferer(part, out.Query())
		end := min((i+1)*chunksPerPart, len(t.chunks))
		for k := i * chunksPerPart; k < end; k++ {
			if !t.offer(part, to, k, tests) {
				return false
			}
		}
		return true
	})
}

// tests makes the columns that q bounds, where they are not there yet.
func (t *table) tests(ctx context.Context, q *query.Query, dop int) ([]test, error) {
	if width := q.Schema().NumColumns(); width != t.width {
		t.width, t.cols = width, make(map[int]*column)
	}
	var tests []test
	for _, r := range q.Ranges() {
		c, err := t.column(ctx, r.Col, dop)
		if err != nil {
			return nil, err
		}
		least, most := r.Scaled(c.scale)
		tests = append(tests, test{c, least, most})
	}
	return tests, nil
}

// column returns column col, which is made if it is not there yet.
func (t *table) column(ctx context.Context, col, dop int) (*column, error) {
	if c := t.cols[col]; c != nil {
		return c, nil
	}
	c := &column{data: t.data, chunks: t.chunks, col: col, width: t.width, blocks: make([]block, len(t.chunks))}
	err := mmap.Guard(t.data, func() error {
		c.scale = c.places()
		return nil
	})
	if err == nil {
		err = t.each(ctx, dop, c.fill)
	}
	if err != nil {
		return nil, err
	}
	t.cols[col] = c
	return c, nil
}

// offer offers the records of chunk k that pass the tests.
func (t *table) offer(part *query.Part, to *kernel.Offerer, k int, tests []test) (more bool) {
	c := &t.chunks[k]
	size := int64(c.End - c.Begin)
	for _, x := range tests {
		if x.excludes(k) {
			part.Skip(int64(len(c.Starts)))
			return part.Scanned(size)
		}
	}
	for i := range c.Starts {
		if rejected(tests, k, i) {
			part.Skip(1)
		} else if !to.Line(int64(c.Off(i)), c.Line(t.data, i)) {
			return false
		}
	}
	return part.Scanned(size)
}

func rejected(tests []test, k, i int) bool {
	for _, x := range tests {
		if x.rejects(k, i) {
			return true
		}
	}
	return false
}
