// Package morsel lets goroutines take pieces of work on demand, so that uneven
// pieces keep none of them waiting.
package morsel

import (
	"context"
	"sync/atomic"

	"github.com/sourcegraph/conc/pool"

	"geoscan/internal/mmap"
	"geoscan/query"
)

// Each calls do with every number from 0 to n-1, from at most dop goroutines,
// each of which takes the next number when it is done with one. A goroutine
// that gets false takes no more. After an error, or once ctx ends, none does.
// Each returns when all have ended, with the first error.
func Each(ctx context.Context, dop, n int, do func(i int) (more bool, err error)) error {
	p := pool.New().WithContext(ctx).WithCancelOnError().WithFirstError()
	var next atomic.Int64
	for range min(dop, n) {
		p.Go(func(ctx context.Context) error {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return nil
				}
				if more, err := do(i); err != nil || !more {
					return err
				}
			}
			return context.Cause(ctx)
		})
	}
	return p.Wait()
}

// Scan scans n parts of data as morsels: scan offers the records of part i and
// reports whether more are wanted.
func Scan(ctx context.Context, out *query.Collector, dop, n int, data []byte, scan func(part *query.Part, i int) (more bool)) error {
	return Each(ctx, dop, n, func(i int) (more bool, err error) {
		part := out.Part(i)
		err = mmap.Guard(data, func() error {
			more = scan(part, i)
			return nil
		})
		return more, part.Close(err)
	})
}
