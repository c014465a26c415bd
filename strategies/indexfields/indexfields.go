// Package indexfields also keeps where every field lies, so that a query goes
// straight to the fields that it names.
//
// The article kept an object per line with the positions of its fields. Here
// the positions of one column lie side by side, 2 bytes each, counted from the
// start of the record: a query on one column reads an array of small numbers,
// and a record whose field is empty is passed over without a look at the file.
//
// Records that don't fit the layout, because they are longer than 64 KiB or
// have another number of fields than their neighbours, are marked and searched
// when a query comes.
package indexfields

import (
	"context"

	"geoscan"
	"geoscan/internal/chunk"
	"geoscan/internal/mmap"
	"geoscan/internal/morsel"
	"geoscan/query"
)

// Strategy scans columns of field positions.
var Strategy = geoscan.Strategy{
	Name: "indexfields",
	Doc: "The list also says where every field lies. " +
		"Positions are kept column by column, so that a query touches only the fields it names.",
	Parallel: true,
	Prepare:  prepare,
}

type table struct {
	data   []byte
	chunks []fields
}

func prepare(ctx context.Context, src geoscan.Source, opt geoscan.Options) (geoscan.Table, error) {
	data, err := src.Bytes(ctx)
	if err != nil {
		return nil, err
	}
	t := &table{data, make([]fields, chunk.Count(len(data), opt.ChunkSize))}
	return t, morsel.Each(ctx, opt.DOP, len(t.chunks), func(i int) (bool, error) {
		return true, mmap.Guard(data, func() error {
			t.chunks[i] = index(data, i, opt.ChunkSize)
			return nil
		})
	})
}

func (t *table) Close() error { return nil }

// IndexBytes returns the size of the positions.
func (t *table) IndexBytes() (n int64) {
	for i := range t.chunks {
		n += t.chunks[i].size()
	}
	return n
}

func (t *table) Scan(ctx context.Context, out *query.Collector, opt geoscan.Options) error {
	return morsel.Scan(ctx, out, opt.DOP, len(t.chunks), t.data, func(part *query.Part, i int) bool {
		c := &t.chunks[i]
		return c.offer(part, t.data, out.Query()) && part.Scanned(int64(c.End-c.Begin))
	})
}
