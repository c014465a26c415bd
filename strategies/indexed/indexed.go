// Package indexed collects the positions of all records once, so that queries
// run over a list.
//
// The article found that its library spread work evenly only over a source that
// it could index. Here all goroutines make the list, each a chunk of the file
// at a time, and a query takes the chunks as morsels. A position takes 4 bytes,
// since it counts from the start of its chunk. What the list costs it pays back
// over many queries.
package indexed

import (
	"context"

	"geoscan"
	"geoscan/internal/chunk"
	"geoscan/internal/kernel"
	"geoscan/internal/mmap"
	"geoscan/internal/morsel"
	"geoscan/query"
)

// Strategy scans a list of record positions.
var Strategy = geoscan.Strategy{
	Name: "indexed",
	Doc: "A list of all record positions, made once. " +
		"A query takes chunks of the list on demand and looks for no line ends.",
	Parallel: true,
	Prepare:  prepare,
}

type table struct {
	data   []byte
	chunks []chunk.Lines
}

func prepare(ctx context.Context, src geoscan.Source, opt geoscan.Options) (geoscan.Table, error) {
	data, err := src.Bytes(ctx)
	if err != nil {
		return nil, err
	}
	t := &table{data, make([]chunk.Lines, chunk.Count(len(data), opt.ChunkSize))}
	return t, morsel.Each(ctx, opt.DOP, len(t.chunks), func(i int) (bool, error) {
		return true, mmap.Guard(data, func() error {
			t.chunks[i] = chunk.List(data, i, opt.ChunkSize)
			return nil
		})
	})
}

func (t *table) Close() error { return nil }

// IndexBytes returns the size of the list.
func (t *table) IndexBytes() (n int64) {
	for i := range t.chunks {
		n += t.chunks[i].Size()
	}
	return n
}

func (t *table) Scan(ctx context.Context, out *query.Collector, opt geoscan.Options) error {
	return morsel.Scan(ctx, out, opt.DOP, len(t.chunks), t.data, func(part *query.Part, i int) bool {
		c := &t.chunks[i]
		return t.offer(kernel.NewOfferer(part, out.Query()), c) && part.Scanned(int64(c.End-c.Begin))
	})
}

// offer offers the records of a chunk.
func (t *table) offer(to *kernel.Offerer, c *chunk.Lines) (more bool) {
	for i := range c.Starts {
		if !to.Line(int64(c.Off(i)), c.Line(t.data, i)) {
			return false
		}
	}
	return true
}
