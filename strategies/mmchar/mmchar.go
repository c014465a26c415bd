// Package mmchar decodes the mapped file to characters before it looks at them.
//
// It is the article's first try with a mapped file: an accessor copies bytes out
// of the mapping, and lines are made of decoded characters, as they are in
// languages whose strings are not bytes. Nothing is gained: what the mapping
// saves, copying and decoding take back.
package mmchar

import (
	"context"
	"io"

	"golang.org/x/exp/mmap"

	"geoscan"
	"geoscan/internal/chunk"
	guard "geoscan/internal/mmap"
	"geoscan/internal/pipeline"
	"geoscan/query"
)

// Strategy decodes lines that an accessor copies from the mapping.
var Strategy = geoscan.Strategy{
	Name: "mmchar",
	Doc: "A channel of lines decoded to characters. " +
		"An accessor copies them from the mapped file, and dop workers test them.",
	Parallel: true,
	Streams:  true,
	Prepare:  prepare,
}

type table struct {
	file geoscan.SizedReaderAt
	io.Closer
}

// prepare maps the file, or reads it where that fails.
func prepare(ctx context.Context, src geoscan.Source, _ geoscan.Options) (geoscan.Table, error) {
	path, err := src.File(ctx)
	if err != nil {
		return nil, err
	}
	if m, err := mmap.Open(path); err == nil {
		return &table{mapping{m}, m}, nil
	}
	file, err := src.ReaderAt(ctx)
	return &table{file, io.NopCloser(nil)}, err
}

// A mapping gives mmap.ReaderAt the name of its size that io knows.
type mapping struct{ *mmap.ReaderAt }

func (m mapping) Size() int64 { return int64(m.Len()) }

func (t *table) Scan(ctx context.Context, out *query.Collector, opt geoscan.Options) error {
	find := func(to *pipeline.Lines[[]rune]) error {
		return guard.Guard(nil, func() error { return t.find(to, opt.ChunkSize) })
	}
	return pipeline.Scan(ctx, out, opt, find,
		func() pipeline.Record[[]rune] { return new(record) })
}

// find copies the file out of the mapping, a chunk at a time, and decodes it.
func (t *table) find(to *pipeline.Lines[[]rune], chunkSize int) error {
	r := chunk.NewReader(io.NewSectionReader(t.file, 0, t.file.Size()), chunkSize)
	for first := true; ; first = false {
		data, off, err := r.Next()
		if first {
			to.Skip(int(off))
		}
		if err == io.EOF {
			return to.Flush()
		}
		if err != nil {
			return err
		}
		if err := decodeLines(data, to); err != nil {
			return err
		}
	}
}

// decodeLines decodes the lines of a chunk into one new slice.
func decodeLines(data []byte, to *pipeline.Lines[[]rune]) error {
	chars := make([]rune, 0, len(data))
	for len(data) > 0 {
		rec, tail := chunk.Cut(data)
		start := len(chars)
		chars = appendRunes(chars, chunk.Trim(rec))
		if err := to.Add(chars[start:], len(rec)); err != nil {
			return err
		}
		data = tail
	}
	return nil
}

// A record is a line of characters.
type record struct {
	line  []rune
	n     int
	field []byte // what Field returned last
}

func (r *record) Reset(line []rune) {
	r.line, r.n = line, 1
	for _, c := range line {
		if c == '\t' {
			r.n++
		}
	}
	r.field = r.field[:0]
}

func (r *record) Len() int { return r.n }

// Field walks to the field that col tabs precede, and encodes it. All fields
// of a record lie behind each other in r.field, so that each stays valid.
func (r *record) Field(col int) []byte {
	from, to := 0, len(r.line)
	for i, c := range r.line {
		if c != '\t' {
			continue
		}
		if col == 0 {
			to = i
			break
		}
		col--
		from = i + 1
	}
	at := len(r.field)
	r.field = appendBytes(r.field, r.line[from:to])
	return r.field[at:len(r.field):len(r.field)]
}
