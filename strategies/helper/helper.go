// Package helper is naive without the splitting: a field is found when it is
// asked for.
//
// The article put a small helper in place of String.Split, which walks along
// the bytes of a line, counts tabs, and stops at the one field that the query
// wants. No other field is ever made, and no string of it.
package helper

import (
	"context"
	"unsafe"

	"geoscan"
	"geoscan/internal/pipeline"
	"geoscan/query"
)

// Strategy looks for the fields it needs, byte by byte.
var Strategy = geoscan.Strategy{
	Name: "helper",
	Doc: "A channel of lines, with a byte-wise field extractor. " +
		"The same pipeline as naive, but only the fields that a query names are looked for.",
	Parallel: true,
	Streams:  true,
	Prepare: func(_ context.Context, src geoscan.Source, _ geoscan.Options) (geoscan.Table, error) {
		return &table{src}, nil
	},
}

type table struct{ src geoscan.Source }

func (t *table) Close() error { return nil }

func (t *table) Scan(ctx context.Context, out *query.Collector, opt geoscan.Options) error {
	return pipeline.Scan(ctx, out, opt, pipeline.ReadStrings(ctx, t.src),
		func() pipeline.Record[string] { return new(record) })
}

// A record is a line whose fields are extracted one at a time. Its bytes are
// those of the line's string, without a copy: they are only read.
type record struct {
	b []byte
	n int // fields
}

func (r *record) Reset(line string) {
	r.b = unsafe.Slice(unsafe.StringData(line), len(line))
	r.n = 1
	for _, c := range r.b {
		if c == '\t' {
			r.n++
		}
	}
}

func (r *record) Len() int { return r.n }

// Field walks to the field that col tabs precede.
func (r *record) Field(col int) []byte {
	start := 0
	for i, c := range r.b {
		if c != '\t' {
			continue
		}
		if col == 0 {
			return r.b[start:i]
		}
		col--
		start = i + 1
	}
	return r.b[start:]
}
