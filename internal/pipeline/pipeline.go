// Package pipeline joins one goroutine that finds lines to others that test
// them, by a channel: the shape of the article's first four versions.
package pipeline

import (
	"context"
	"errors"
	"sync"

	"github.com/sourcegraph/conc/pool"

	"geoscan"
	"geoscan/internal/mmap"
	"geoscan/query"
)

// A Line is one line without its end, in the form that a strategy likes.
type Line interface{ ~string | ~[]byte | ~[]rune }

// A Record takes its fields from one line after the other.
type Record[L Line] interface {
	query.Record
	Reset(line L)
}

// Scan runs find in one goroutine and opt.DOP workers, each with a record of
// its own, and returns when all have ended. find hands over every line of the
// input, in order, and returns the first error of Lines.Add or Lines.Flush.
func Scan[L Line](ctx context.Context, out *query.Collector, opt geoscan.Options, find func(*Lines[L]) error, newRecord func() Record[L]) error {
	p := pool.New().WithContext(ctx).WithCancelOnError().WithFirstError()
	batches := make(chan *batch[L], min(opt.DOP, 64))
	spare := &sync.Pool{New: func() any { return new(batch[L]) }}
	p.Go(func(ctx context.Context) error {
		defer close(batches)
		to := &Lines[L]{ctx: ctx, size: int64(opt.ChunkSize), batches: batches, spare: spare}
		return find(to)
	})
	for range opt.DOP {
		p.Go(func(context.Context) error { return work(out, batches, spare, newRecord()) })
	}
	if err := p.Wait(); !errors.Is(err, errEnough) {
		return err
	}
	return nil
}

// errEnough ends a pipeline that nobody wants more of.
var errEnough = errors.New("enough")

// work offers the lines of one batch after the other, each as a part. Lines may
// lie in a mapping.
func work[L Line](out *query.Collector, batches <-chan *batch[L], spare *sync.Pool, rec Record[L]) error {
	for b := range batches {
		part := out.Part(b.num)
		more := false
		err := part.Close(mmap.Guard(nil, func() error {
			more = b.offer(part, rec) && part.Scanned(b.size)
			return nil
		}))
		if err != nil {
			return err
		}
		if !more {
			return errEnough
		}
		b.reset()
		spare.Put(b)
	}
	return nil
}

// Lines takes the lines of an input, in order, and passes them on in batches:
// enough of them to make the hand-over cheap.
type Lines[L Line] struct {
	ctx     context.Context
	size    int64
	batches chan<- *batch[L]
	spare   *sync.Pool
	now     *batch[L]
	num     int
	off     int64
}

// Skip passes over n bytes that belong to no line.
func (l *Lines[L]) Skip(n int) { l.off += int64(n) }

// Add takes the next line, whose end is not part of it. size is what the line
// takes in the input, its end included. The line is to stay as it is until the
// scan ends. Add fails once nobody wants more.
func (l *Lines[L]) Add(line L, size int) error {
	if l.now == nil {
		l.now = l.spare.Get().(*batch[L])
		l.now.num, l.now.off = l.num, l.off
		l.num++
	}
	l.now.lines = append(l.now.lines, line)
	l.now.sizes = append(l.now.sizes, size)
	l.now.size += int64(size)
	l.off += int64(size)
	if l.now.size < l.size {
		return nil
	}
	return l.Flush()
}

// Flush passes on what is left, at the end.
func (l *Lines[L]) Flush() error {
	if l.now == nil {
		return nil
	}
	select {
	case l.batches <- l.now:
		l.now = nil
		return nil
	case <-l.ctx.Done():
		return context.Cause(l.ctx)
	}
}

// A batch is a run of lines.
type batch[L Line] struct {
	num   int
	off   int64 // where the first line starts
	lines []L
	sizes []int // bytes that each line takes in the input
	size  int64 // their sum
}

func (b *batch[L]) offer(part *query.Part, rec Record[L]) (more bool) {
	off := b.off
	for i, line := range b.lines {
		if len(line) == 0 {
			part.Blank(1)
		} else {
			rec.Reset(line)
			if !part.Offer(off, rec) {
				return false
			}
		}
		off += int64(b.sizes[i])
	}
	return true
}

func (b *batch[L]) reset() {
	clear(b.lines) // lets go of the lines
	*b = batch[L]{lines: b.lines[:0], sizes: b.sizes[:0]}
}
