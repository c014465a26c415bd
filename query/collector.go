package query

import (
	"container/heap"
	"context"
	"sync"
	"sync/atomic"
)

// A Collector makes one answer of what the parts of a scan find: it emits rows
// in order, keeps the limit, and adds up the counts. What comes out depends on
// the inputs and the query alone, not on how the inputs were divided or which
// goroutine was faster.
//
// Memory: without an order, at most about 32 MB of rows that ran ahead; with
// an order, all rows; with an order and a limit n, n rows a part at work.
type Collector struct {
	q       *Query
	emit    Emit
	ctx     context.Context // of the scan
	release func() bool     // ends the watch over ctx
	stop    atomic.Bool     // nothing more is wanted
	scanned atomic.Int64    // bytes done, in all inputs
	input   int             // the present input
	escaped bool            // its fields are: see SetEscaped

	mu         sync.Mutex
	turn       *sync.Cond    // head moved, or stop
	parts      map[int]*Part // started and not retired
	free       []*Part       // retired
	head       int           // the part whose turn it is to emit
	ahead      int64         // bytes of rows held back
	full       bool          // the limit is reached
	err        error         // the first one
	partFailed bool          // err is a part's
	rows       int64         // emitted
	now        tally         // of the present input
	total      Stats         // of the inputs before it
	runs       [][]row       // sorted rows of retired parts, with an order
	top        topRows       // the same, with an order and a limit
	fields     [][]byte      // of the row being emitted
}

// Stats counts what a scan saw.
type Stats struct {
	Bytes          int64 // scanned
	Records        int64 // malformed ones included, empty lines not
	Malformed      int64 // records with another number of fields than the schema has columns
	FirstMalformed int64 // line number of the first of these, from 1; 0 if none
	Rows           int64 // emitted
}

// tally counts the parts of an input in file order.
type tally struct {
	counts
	badLine int64
	bytes   int64 // value of Collector.scanned when the input began
}

func (t *tally) add(c counts, badLine int64) {
	if t.badLine == 0 && c.malformed > 0 {
		t.badLine = t.lines + badLine
	}
	t.records += c.records
	t.malformed += c.malformed
	t.lines += c.lines
}

// maxAhead bounds the rows that wait for earlier parts, in bytes.
const maxAhead = 32 << 20

// NewCollector starts an answer to q. When ctx ends, no part is asked for more.
// Finish or Abort must be called at the end.
func NewCollector(ctx context.Context, q *Query, emit Emit) *Collector {
	c := &Collector{q: q, emit: emit, ctx: ctx, parts: make(map[int]*Part)}
	c.turn = sync.NewCond(&c.mu)
	c.top = topRows{q: q, n: q.limit}
	if ctx.Err() != nil {
		c.fail(context.Cause(ctx)) // now, not when AfterFunc comes to run
	}
	c.release = context.AfterFunc(ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.fail(context.Cause(ctx))
	})
	return c
}

// Query returns the query that is being answered.
func (c *Collector) Query() *Query { return c.q }

// Scanned returns how many bytes are done, in all inputs. It may be called at
// any time from any goroutine.
func (c *Collector) Scanned() int64 { return c.scanned.Load() }

// Part starts part i of the present input. Parts are numbered from 0 in file
// order, without gaps; how many there will be need not be known. It may be
// called from any goroutine; the part belongs to the caller. Part waits while
// too many rows are held back for earlier parts.
func (c *Collector) Part(i int) *Part {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.await(i)
	p := c.unused()
	p.c, p.num, p.width, p.where = c, i, c.q.schema.NumColumns(), c.q.where
	p.top.q, p.top.n = c.q, c.q.limit
	if c.escaped {
		p.cells = &cellRecord{}
	}
	c.parts[i] = p
	return p
}

// await waits until not too many rows are held back, or until it is the turn of
// part i. The caller holds mu.
func (c *Collector) await(i int) {
	for c.ahead > maxAhead && c.head != i && !c.stop.Load() {
		c.turn.Wait()
	}
}

func (c *Collector) unused() *Part {
	n := len(c.free)
	if n == 0 {
		return &Part{}
	}
	p := c.free[n-1]
	c.free = c.free[:n-1]
	return p
}

// fail ends the scan. The caller holds mu.
func (c *Collector) fail(err error) {
	if c.err == nil {
		c.err = err
	}
	c.stop.Store(true)
	c.turn.Broadcast()
}

func (c *Collector) close(p *Part, err error) {
	if c.q.Ordered() && err == nil {
		c.q.sort(p.rows)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.partFailed = c.partFailed || c.err == nil
		c.fail(err)
		return
	}
	p.closed = true
	c.keep(p)
	for p := c.parts[c.head]; p != nil && p.closed; p = c.parts[c.head] {
		c.retire(p)
	}
	c.turn.Broadcast()
}

// keep takes over the rows of a part of an ordered scan.
func (c *Collector) keep(p *Part) {
	switch {
	case !c.q.Ordered():
		c.ahead += p.size - p.ahead
		p.ahead = p.size
	case c.q.limit > 0:
		for _, w := range p.top.rows {
			c.top.add(w)
		}
		p.top.rows = nil
	case len(p.rows) > 0:
		c.runs = append(c.runs, p.rows)
		p.rows = nil
	}
}

// retire ends the head part and passes the turn on.
func (c *Collector) retire(p *Part) {
	c.emitRows(p)
	if !c.full {
		c.now.add(p.counts, p.badLine)
	}
	delete(c.parts, p.num)
	c.head++
	*p = Part{rows: p.rows, arena: p.arena, keys: p.keys}
	c.free = append(c.free, p)
}

// emitRows emits the rows of the head part. The caller holds mu.
func (c *Collector) emitRows(p *Part) {
	for i := range p.rows {
		if c.stop.Load() {
			break
		}
		c.emitRow(&p.rows[i])
		if c.full {
			c.now.add(p.rows[i].seen, p.badLine)
		}
	}
	clear(p.rows)
	p.rows = p.rows[:0]
	c.ahead -= p.ahead
	p.size, p.ahead = 0, 0
}

// emitRow emits one row and watches the limit.
func (c *Collector) emitRow(w *row) {
	c.fields = w.fields(c.fields[:0], len(c.q.sel))
	if err := c.emit(Row{w.input, w.off, c.fields}); err != nil {
		c.fail(err)
		return
	}
	c.rows++
	if c.rows == c.q.limit {
		c.full = true
		c.stop.Store(true)
		c.turn.Broadcast()
	}
}

// Full reports whether the limit is reached, so that further inputs need not
// be opened.
func (c *Collector) Full() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.full
}

// Cancelled returns the error by which the caller ended the scan: that of emit,
// or the cause of the context's end. It is nil where a part failed, or where the
// limit was reached.
func (c *Collector) Cancelled() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.partFailed {
		return nil
	}
	return c.err
}

// EndInput ends the present input, whose parts are all closed, and returns its
// counts; the next input starts with part 0. Rows is not set, as an order may
// hold them back till the end.
//
// Where a limit ended the scan, Records and Malformed cover the input up to the
// last row. So they do not depend on how far others had run ahead; Bytes does,
// being what was scanned in truth.
func (c *Collector) EndInput() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := Stats{
		Bytes:          c.scanned.Load() - c.now.bytes,
		Records:        c.now.records,
		Malformed:      c.now.malformed,
		FirstMalformed: c.now.badLine,
	}
	c.total.Bytes += s.Bytes
	c.total.Records += s.Records
	c.total.Malformed += s.Malformed
	c.now = tally{bytes: c.scanned.Load()}
	c.input++
	c.escaped = false
	c.head = 0
	clear(c.parts)
	return s
}

// Finish emits the rows that an order held back, and returns the counts of all
// inputs. It returns the error that ended the scan, if any.
func (c *Collector) Finish() (Stats, error) {
	c.release()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil && c.q.Ordered() {
		c.emitOrdered()
	}
	c.total.Rows = c.rows
	return c.total, c.err
}

// Abort gives up the answer without emitting what is held back. It takes the
// place of Finish after an error.
func (c *Collector) Abort() { c.release() }

func (c *Collector) emitOrdered() {
	if c.q.limit > 0 {
		c.q.sort(c.top.rows)
		c.runs = append(c.runs, c.top.rows)
	}
	m := runHeap{q: c.q}
	for _, run := range c.runs {
		if len(run) > 0 {
			m.runs = append(m.runs, run)
		}
	}
	heap.Init(&m)
	for n := 0; len(m.runs) > 0 && !c.stop.Load(); n++ {
		if n%1024 == 0 && c.ctx.Err() != nil {
			c.fail(context.Cause(c.ctx))
			return
		}
		c.emitRow(&m.runs[0][0])
		m.next()
	}
}

// A runHeap merges sorted runs; the root's first row is the next of all.
type runHeap struct {
	q    *Query
	runs [][]row
}

func (m *runHeap) Len() int           { return len(m.runs) }
func (m *runHeap) Less(i, j int) bool { return m.q.compare(&m.runs[i][0], &m.runs[j][0]) < 0 }
func (m *runHeap) Swap(i, j int)      { m.runs[i], m.runs[j] = m.runs[j], m.runs[i] }
func (m *runHeap) Push(x any)         { m.runs = append(m.runs, x.([]row)) }
func (m *runHeap) Pop() any {
	last := len(m.runs) - 1
	x := m.runs[last]
	m.runs = m.runs[:last]
	return x
}

// next drops the root's first row.
func (m *runHeap) next() {
	if m.runs[0] = m.runs[0][1:]; len(m.runs[0]) == 0 {
		heap.Pop(m)
		return
	}
	heap.Fix(m, 0)
}
