// Package naive is the article's first version: a pipeline of lines that are
// split into strings.
//
// One goroutine reads the file line by line and sends the lines over a channel,
// some at a time. Each of dop workers splits every line it gets at its tabs,
// into one string per field, and looks at one or two of the nineteen. It is how
// most people write such a program first, and the measure for all others.
package naive

import (
	"context"
	"strings"

	"geoscan"
	"geoscan/internal/pipeline"
	"geoscan/query"
)

// Strategy splits every line of a channel into strings.
var Strategy = geoscan.Strategy{
	Name: "naive",
	Doc: "A channel of lines, each split into strings. " +
		"One goroutine reads, dop workers split every line into all of its fields.",
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

// A record is a line split into its fields.
type record struct{ fields []string }

func (r *record) Reset(line string)    { r.fields = strings.Split(line, "\t") }
func (r *record) Len() int             { return len(r.fields) }
func (r *record) Field(col int) []byte { return []byte(r.fields[col]) }
