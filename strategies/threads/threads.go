// Package threads divides the mapped file by offset and needs no pipeline.
//
// The file is cut in dop equal shares. A goroutine owns the records that start
// in its share: it skips to the first of these and reads past the end of its
// share to finish the last. So nobody waits for anybody, no record is passed
// from hand to hand, and nothing is allocated per record.
//
// The article's program looked for its first record behind the LF at or after
// its share's start, and so passed over a record that starts exactly there.
// Here the search begins one byte earlier: see chunk.Next.
package threads

import (
	"context"

	"github.com/sourcegraph/conc/pool"

	"geoscan"
	"geoscan/internal/chunk"
	"geoscan/internal/kernel"
	"geoscan/internal/mmap"
	"geoscan/query"
)

// Strategy scans equal shares of the mapping side by side.
var Strategy = geoscan.Strategy{
	Name: "threads",
	Doc: "Equal shares of the mapped file, one goroutine each. " +
		"A goroutine owns the records that start in its share and reads past its end to finish the last.",
	Parallel: true,
	Prepare:  prepare,
}

type table struct{ data []byte }

func prepare(ctx context.Context, src geoscan.Source, _ geoscan.Options) (geoscan.Table, error) {
	data, err := src.Bytes(ctx)
	return &table{data}, err
}

func (t *table) Close() error { return nil }

func (t *table) Scan(ctx context.Context, out *query.Collector, opt geoscan.Options) error {
	p := pool.New().WithContext(ctx).WithCancelOnError().WithFirstError()
	shares := chunk.Shares(len(t.data), opt.DOP)
	for i := range shares {
		p.Go(func(context.Context) error {
			part := out.Part(i)
			return part.Close(mmap.Guard(t.data, func() error {
				begin, end := chunk.Share(t.data, i, shares)
				t.scanShare(part, begin, end, opt.ChunkSize, out.Query())
				return nil
			}))
		})
	}
	return p.Wait()
}

// scanShare offers the records of data[begin:end].
func (t *table) scanShare(part *query.Part, begin, end, chunkSize int, q *query.Query) {
	to := kernel.NewOfferer(part, q)
	for at := begin; at < end; {
		next := min(chunk.End(t.data, at, chunkSize), end)
		if !to.Chunk(int64(at), t.data[at:next]) || !part.Scanned(int64(next-at)) {
			return
		}
		at = next
	}
}
