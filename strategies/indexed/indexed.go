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
	"bytes"
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
	chunks []lines
}

// lines lists the lines of one chunk, also the empty ones.
type lines struct {
	begin, end int      // of the chunk
	starts     []uint32 // of the lines, from begin
}

func prepare(ctx context.Context, src geoscan.Source, opt geoscan.Options) (geoscan.Table, error) {
	data, err := src.Bytes(ctx)
	if err != nil {
		return nil, err
	}
	t := &table{data, make([]lines, chunk.Count(len(data), opt.ChunkSize))}
	return t, morsel.Each(ctx, opt.DOP, len(t.chunks), func(i int) (bool, error) {
		return true, mmap.Guard(data, func() error {
			t.chunks[i] = list(data, i, opt.ChunkSize)
			return nil
		})
	})
}

// list finds the lines of chunk i. A first pass counts them, so that the list
// is as long as it must be.
func list(data []byte, i, size int) lines {
	begin, end := chunk.Nth(data, i, size)
	l := lines{begin: begin, end: end}
	n := bytes.Count(data[begin:end], lf)
	if end > begin && data[end-1] != '\n' {
		n++
	}
	l.starts = make([]uint32, n)
	at := begin
	for i := range l.starts {
		l.starts[i] = uint32(at - begin)
		rec, _ := chunk.Cut(data[at:end])
		at += len(rec)
	}
	return l
}

var lf = []byte{'\n'}

func (t *table) Close() error { return nil }

// IndexBytes returns the size of the list.
func (t *table) IndexBytes() (n int64) {
	for _, c := range t.chunks {
		n += 40 + 4*int64(cap(c.starts))
	}
	return n
}

func (t *table) Scan(ctx context.Context, out *query.Collector, opt geoscan.Options) error {
	return morsel.Scan(ctx, out, opt.DOP, len(t.chunks), t.data, func(part *query.Part, i int) bool {
		c := &t.chunks[i]
		return t.offer(kernel.NewOfferer(part, out.Query()), c) && part.Scanned(int64(c.end-c.begin))
	})
}

// offer offers the records of a chunk.
func (t *table) offer(to *kernel.Offerer, c *lines) (more bool) {
	for i, start := range c.starts {
		at, end := c.begin+int(start), c.end
		if i+1 < len(c.starts) {
			end = c.begin + int(c.starts[i+1])
		}
		if !to.Line(int64(at), chunk.Trim(t.data[at:end])) {
			return false
		}
	}
	return true
}
