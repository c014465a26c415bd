//go:build cgo && (linux || darwin)

package native

// #cgo CFLAGS: -O3 -std=gnu11 -Wall
// #include "scan.h"
import "C"

import (
	"context"
	"errors"
	"runtime"
	"unsafe"

	"github.com/sourcegraph/conc/pool"

	"geoscan"
	"geoscan/internal/chunk"
	"geoscan/internal/kernel"
	"geoscan/internal/mmap"
	"geoscan/query"
)

// maxThreads bounds what a large dop asks of the system.
const maxThreads = 1024

type table struct{ data []byte }

func prepare(ctx context.Context, src geoscan.Source, _ geoscan.Options) (geoscan.Table, error) {
	data, err := src.Bytes(ctx)
	return &table{data}, err
}

func (t *table) Close() error { return nil }

func (t *table) Scan(ctx context.Context, out *query.Collector, opt geoscan.Options) error {
	if len(t.data) == 0 {
		return nil
	}
	p := pool.New().WithContext(ctx).WithCancelOnError().WithFirstError()
	shares := min(chunk.Shares(len(t.data), opt.DOP), maxThreads)
	for i := range shares {
		p.Go(func(context.Context) error {
			part := out.Part(i)
			return part.Close(mmap.Guard(t.data, func() error {
				begin, end := chunk.Share(t.data, i, shares)
				return t.scanShare(part, begin, end, opt.ChunkSize, out.Query())
			}))
		})
	}
	return p.Wait()
}

// scanShare offers what a C thread finds in data[begin:end].
func (t *table) scanShare(part *query.Part, begin, end, chunkSize int, q *query.Query) error {
	// The thread reads t.data after this call returns, which the rules for
	// passing pointers allow only for memory that is not Go's: pinned here
	// for the case that the source lies in memory and is not mapped.
	var pin runtime.Pinner
	pin.Pin(unsafe.SliceData(t.data))
	defer pin.Unpin()
	w := C.geoscan_start((*C.char)(unsafe.Pointer(unsafe.SliceData(t.data))), C.size_t(len(t.data)),
		C.size_t(begin), C.size_t(end), C.size_t(chunkSize), newFilter(q))
	if w == nil {
		return errors.New("the system gives no more threads")
	}
	defer C.geoscan_finish(w)
	for {
		b := C.geoscan_next(w)
		more := t.offer(part, b)
		switch {
		case b.fault != 0:
			return mmap.ErrFault
		case !more, b.last != 0:
			return nil
		}
	}
}

// offer takes over what a batch found.
func (t *table) offer(part *query.Part, b *C.batch) (more bool) {
	var line kernel.Line
	for _, e := range b.events[:b.n] {
		part.Skip(int64(e.skipped))
		part.Blank(int64(e.blank))
		line.Reset(t.data[e.off:][:e.len])
		if !part.Offer(int64(e.off), &line) {
			return false
		}
	}
	part.Skip(int64(b.skipped))
	part.Blank(int64(b.blank))
	return part.Scanned(int64(b.scanned))
}

// newFilter makes of the query's first range what the thread can test.
func newFilter(q *query.Query) C.filter {
	f := C.filter{width: C.int(q.Schema().NumColumns()), col: -1}
	if ranges := q.Ranges(); len(ranges) > 0 {
		least, most := ranges[0].Ints()
		f.col, f.least, f.most = C.int(ranges[0].Col), C.int64_t(least), C.int64_t(most)
	}
	return f
}
