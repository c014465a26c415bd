// Package mmbyte sends slices of the mapped file over the channel: lines stay
// bytes, and are never copied or decoded.
//
// The article's best pipeline. One goroutine finds the lines in the mapping,
// dop workers test them. What is passed on is where a line lies.
package mmbyte

import (
	"context"

	"geoscan"
	"geoscan/internal/chunk"
	"geoscan/internal/kernel"
	"geoscan/internal/mmap"
	"geoscan/internal/pipeline"
	"geoscan/query"
)

// Strategy sends lines of the mapping over a channel, uncopied.
var Strategy = geoscan.Strategy{
	Name: "mmbyte",
	Doc: "A channel of lines of the mapped file, never copied. " +
		"One goroutine finds the lines, dop workers test them where they lie.",
	Parallel: true,
	Prepare: func(ctx context.Context, src geoscan.Source, _ geoscan.Options) (geoscan.Table, error) {
		data, err := src.Bytes(ctx)
		return &table{data}, err
	},
}

type table struct{ data []byte }

func (t *table) Close() error { return nil }

func (t *table) Scan(ctx context.Context, out *query.Collector, opt geoscan.Options) error {
	return pipeline.Scan(ctx, out, opt, t.find,
		func() pipeline.Record[[]byte] { return new(kernel.Line) })
}

func (t *table) find(to *pipeline.Lines[[]byte]) error {
	return mmap.Guard(t.data, func() error {
		begin := chunk.Begin(t.data)
		to.Skip(begin)
		for data := t.data[begin:]; len(data) > 0; {
			rec, tail := chunk.Cut(data)
			if err := to.Add(chunk.Trim(rec), len(rec)); err != nil {
				return err
			}
			data = tail
		}
		return to.Flush()
	})
}
