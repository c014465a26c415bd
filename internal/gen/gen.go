// Package gen makes synthetic tables in the GeoNames format, of any size, that
// resemble the real one where it matters to a scan: lengths of records and
// fields, shares of empty fields, scripts, a few very long lists of alternate
// names, rows in groups by country, elevation set in nearly all rows of one
// country and hardly any of the next.
//
// No place in them is real. The figures they follow were measured on real
// tables; the test of this package names them.
//
// It also joins tables, real ones too, to larger ones.
package gen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"runtime"
	"sort"

	"github.com/sourcegraph/conc/stream"
)

// DefaultHits is the number of rows above 8000 m in a table unless its Config
// says otherwise. It is what the real table had when the query that geoscan
// runs by default was first asked.
const DefaultHits = 16

// ErrExtent is returned for a Config without exactly one of Rows and Size.
var ErrExtent = errors.New("gen: want exactly one of rows and size, above 0")

// A HitsError says that a Config wants more Hits than the table has room for.
type HitsError struct{ Hits, Max int64 }

func (e *HitsError) Error() string {
	return fmt.Sprintf("gen: %d hits, at most %d have room in such a table", e.Hits, e.Max)
}

// A Config describes a table. Exactly one of Rows and Size must be set.
type Config struct {
	Rows int64 // records of the table
	Size int64 // bytes: the table ends with the last record that fits
	Seed uint64

	// Hits is the number of records with an elevation above 8000 m, spread
	// over the table. 0 stands for DefaultHits, or as many as there is room
	// for, a negative number for none.
	Hits int
}

// Stats says what was written.
type Stats struct {
	Rows, Bytes int64
	Hits        int // rows with an elevation above 8000 m
}

// Write writes the table that cfg describes to w. The same Config always gives
// the same bytes.
//
// Blocks of about 1 MiB are made by as many goroutines as there are usable
// CPUs, and written in order by one; memory is four blocks for each. The error
// is ErrExtent, a *HitsError, w's own or that of ctx, which is
// consulted once a block; Stats says how much was written before it.
func Write(ctx context.Context, w io.Writer, cfg Config) (Stats, error) {
	p, err := newPlan(cfg)
	if err != nil {
		return Stats{}, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out := output{w: w, cancel: cancel}
	t := newTables()
	writeBlocks(ctx, &out, p, t)
	if ctx.Err() == nil && p.bytes {
		writeRest(ctx, &out, p, t)
	}
	return out.stats, context.Cause(ctx)
}

// writeBlocks writes the blocks of p, made side by side.
func writeBlocks(ctx context.Context, out *output, p *plan, t *tables) {
	workers := runtime.GOMAXPROCS(0)
	free := make(chan *block, 2*workers)
	for range cap(free) {
		free <- newBlock(p, t)
	}
	st := stream.New().WithMaxGoroutines(workers)
	for i := int64(0); i < p.blocks && ctx.Err() == nil; i++ {
		b := <-free
		st.Go(func() stream.Callback {
			b.make(p.share(i))
			return func() {
				out.write(ctx, b)
				free <- b
			}
		})
	}
	st.Wait()
}

// writeRest fills the room that blocks leave at their ends when the size is
// given: none of them knows how much the ones before it leave.
func writeRest(ctx context.Context, out *output, p *plan, t *tables) {
	b := newBlock(p, t)
	for i := p.blocks + 1; ctx.Err() == nil; i++ {
		b.make(share{
			number: i,
			start:  out.stats.Bytes,
			limit:  min(p.total-out.stats.Bytes, p.unit),
		})
		out.write(ctx, b)
		if b.rows == 0 {
			return
		}
	}
}

// An output writes blocks. One goroutine at a time uses it.
type output struct {
	w      io.Writer
	stats  Stats
	cancel context.CancelCauseFunc // called with the error of w
}

// write writes a block unless an earlier one failed.
func (o *output) write(ctx context.Context, b *block) {
	if ctx.Err() != nil {
		return
	}
	n, err := o.w.Write(b.buf)
	o.stats.Bytes += int64(n)
	if err != nil {
		o.cancel(err)
		return
	}
	o.stats.Rows += b.rows
	o.stats.Hits += b.made
}

// Blocks are small enough for a few of them to stay in a core's cache and
// large enough that handing them over costs nothing.
const (
	blockBytes = 1 << 20
	blockRows  = 8192
)

// hitRoom is more than the longest record above 8000 m takes, in bytes.
const hitRoom = 320

// A plan divides a table into blocks. It measures a table in rows or in bytes,
// whichever its Config gives: the unit of every count but blocks and hits.
type plan struct {
	seed   uint64
	bytes  bool  // measured in bytes
	total  int64 // extent of the table
	unit   int64 // of a block; the last has what remains, less than two
	blocks int64
	hits   int64
	room   int64 // that a hit may take
}

func newPlan(cfg Config) (*plan, error) {
	p := &plan{seed: cfg.Seed}
	switch {
	case cfg.Rows > 0 && cfg.Size == 0:
		p.total, p.unit, p.room = cfg.Rows, blockRows, 1
	case cfg.Size > 0 && cfg.Rows == 0:
		p.total, p.unit, p.room = cfg.Size, blockBytes, hitRoom
		p.bytes = true
	default:
		return nil, ErrExtent
	}
	p.blocks = max(1, p.total/p.unit)
	most := p.maxHits()
	switch {
	case cfg.Hits == 0:
		p.hits = min(DefaultHits, most)
	case cfg.Hits > 0:
		p.hits = int64(cfg.Hits)
	}
	if p.hits > most {
		return nil, &HitsError{p.hits, most}
	}
	return p, nil
}

// maxHits returns how many hits have room wherever they fall. Where a hit's
// length is not known beforehand, that takes four times the room of the
// longest, see hit.
func (p *plan) maxHits() int64 {
	if p.bytes {
		return p.total / (4 * p.room)
	}
	return p.total
}

// A share is what one block has of a table, in the unit of its plan.
type share struct {
	number       int64 // of the block, from 0
	start, limit int64
	first, end   int64 // hits of the block, half open
}

// share returns the share of block i.
func (p *plan) share(i int64) share {
	s := share{number: i, start: i * p.unit, limit: p.unit}
	if i == p.blocks-1 {
		s.limit = p.total - s.start
	}
	s.first = p.hitsBefore(s.start)
	s.end = p.hitsBefore(s.start + s.limit)
	return s
}

// hit returns where hit i lies: at a random place in the first half of the
// i-th of as many equal parts of the table as there are hits. Two hits are
// then at least half a part apart, so that no block has more of them than it
// has room for. All of this is in integers: the same on every processor.
func (p *plan) hit(i int64) int64 {
	slack := uint64(p.total / p.hits / 2)
	random, _ := bits.Mul64(mix(p.seed+uint64(i)), slack)
	return p.part(i) + int64(random)
}

// part returns where the i-th of p.hits equal parts of the table begins.
func (p *plan) part(i int64) int64 {
	hi, lo := bits.Mul64(uint64(i), uint64(p.total))
	q, _ := bits.Div64(hi, lo, uint64(p.hits))
	return int64(q)
}

// hitsBefore returns how many hits lie before pos.
func (p *plan) hitsBefore(pos int64) int64 {
	n := sort.Search(int(p.hits), func(i int) bool { return p.hit(int64(i)) >= pos })
	return int64(n)
}
