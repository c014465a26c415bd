// Package helper is naive without the splitting: a field is found when it is
// asked for.
//
// The article put a small helper in place of String.Split, which walks along
// the bytes of a line and counts tabs up to the one field that the query wants.
// Here it walks to the end, as the number of fields must be right, and notes
// where the tabs are. No field is made but those asked for, and none is a string.
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

// A record is a line whose fields are extracted when they are asked for. Its
// bytes are those of the line's string, without a copy: they are only read.
type record struct {
	b    []byte
	ends []int // of the fields
}

// Reset walks along the line once, byte by byte.
func (r *record) Reset(line string) {
	r.b = unsafe.Slice(unsafe.StringData(line), len(line))
	r.ends = r.ends[:0]
	for i, c := range r.b {
		if c == '\t' {
			r.ends = append(r.ends, i)
		}
	}
	r.ends = append(r.ends, len(r.b))
}

func (r *record) Len() int { return len(r.ends) }

func (r *record) Field(col int) []byte {
	if col == 0 {
		return r.b[:r.ends[0]]
	}
	return r.b[r.ends[col-1]+1 : r.ends[col]]
}
