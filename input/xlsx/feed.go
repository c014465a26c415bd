package xlsx

import (
	"context"
	"io"
	"sync"
)

// A job is a piece of a part and what is made of it.
type job struct {
	out   []byte   // records, or strings
	at    []uint32 // where strings begin
	err   error    // of the parser: what is in out is right all the same
	ioErr error    // of the cutter, behind the piece
	ended bool     // the parser met the container's end
	last  bool     // of its part
	ready bool
	cells int64

	rows   int // the number of the last row, counted from the piece's start if first is 0
	first  int // the first row number in it, 0 if there is none
	before int // rows in the piece before that one
	badRow int // where err is, counted like rows
	badCol int // from 0; -1 outside of cells
}

// A feed makes jobs of parts, and hands them out in order.
//
// Workers take the next piece of the first part that nobody else is inflating,
// and parse it when others may inflate on. As there is always one at work on the
// part whose jobs are handed out, and jobs that run ahead are bounded, memory is
// too.
type feed struct {
	parts    []*cutter
	newParse func() func(piece []byte, j *job) // a parser for one goroutine
	parse    func(piece []byte, j *job)        // the caller's, without workers
	buf      []byte
	ctx      context.Context
	release  func() bool

	mu      sync.Mutex
	changed *sync.Cond
	lines   []line
	head    int // the part whose jobs are handed out
	waiting int // jobs that were begun and not handed out
	room    int // for them
	free    []*job
	stopped bool
	wg      sync.WaitGroup
}

// A line is the jobs of a part in order.
type line struct {
	jobs []*job
	busy bool // its part is being inflated
	done bool // up to its end
}

// newFeed starts workers, or none for a dop of 1.
func newFeed(ctx context.Context, parts []*cutter, dop int, newParse func() func([]byte, *job)) *feed {
	f := &feed{ctx: ctx, parts: parts, newParse: newParse, lines: make([]line, len(parts)), room: 4*dop + 2}
	f.changed = sync.NewCond(&f.mu)
	if dop <= 1 {
		f.parse = newParse()
		f.release = func() bool { return true }
		return f
	}
	f.release = context.AfterFunc(ctx, f.stop)
	for range dop {
		f.wg.Go(f.work)
	}
	return f
}

func (f *feed) stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stopped = true
	f.changed.Broadcast()
}

// close ends the workers and waits for them.
func (f *feed) close() {
	f.release()
	f.stop()
	f.wg.Wait()
}

// next returns the next job, which is the caller's until done is called. At the
// end of all parts the error is io.EOF.
func (f *feed) next() (*job, error) {
	if err := context.Cause(f.ctx); err != nil {
		return nil, err
	}
	if f.parse != nil {
		return f.make()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		if err := context.Cause(f.ctx); err != nil {
			return nil, err
		}
		if f.head == len(f.parts) {
			return nil, io.EOF
		}
		if l := &f.lines[f.head]; len(l.jobs) > 0 && l.jobs[0].ready {
			j := l.jobs[0]
			l.jobs = l.jobs[1:]
			if j.last {
				f.head++
			}
			f.waiting--
			f.changed.Broadcast()
			return j, nil
		}
		f.changed.Wait()
	}
}

// make makes the next job here and now.
func (f *feed) make() (j *job, err error) {
	if f.head == len(f.parts) {
		return nil, io.EOF
	}
	j = f.unused()
	var piece []byte
	piece, j.last, j.ioErr = f.parts[f.head].next(f.buf)
	f.buf = piece
	j.ended = f.parts[f.head].empty
	f.parse(piece, j)
	if j.last {
		f.head++
	}
	return j, nil
}

// done gives a job back.
func (f *feed) done(j *job) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.free = append(f.free, j)
}

// unused returns a job to fill. With workers the caller holds mu.
func (f *feed) unused() *job {
	if n := len(f.free); n > 0 {
		j := f.free[n-1]
		f.free = f.free[:n-1]
		*j = job{out: j.out[:0], at: j.at[:0]}
		return j
	}
	return &job{}
}

// work makes jobs until there are no more.
func (f *feed) work() {
	parse := f.newParse()
	var buf []byte
	for {
		j, i := f.take()
		if j == nil {
			return
		}
		buf, j.last, j.ioErr = f.parts[i].next(buf)
		j.ended = f.parts[i].empty
		f.inflated(i, j.last)
		parse(buf, j)
		f.mu.Lock()
		j.ready = true
		f.changed.Broadcast()
		f.mu.Unlock()
	}
}

// take waits for a part to inflate, and begins its next job; nil means that there
// will be none.
func (f *feed) take() (*job, int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for !f.stopped {
		i, more := f.choose()
		if i >= 0 {
			l := &f.lines[i]
			j := f.unused()
			l.jobs = append(l.jobs, j)
			l.busy = true
			f.waiting++
			return j, i
		}
		if !more {
			return nil, 0
		}
		f.changed.Wait()
	}
	return nil, 0
}

// choose returns the first part that may be inflated now, or -1, and whether any
// may later. The caller holds mu.
func (f *feed) choose() (i int, more bool) {
	for i := f.head; i < len(f.lines); i++ {
		l := &f.lines[i]
		if l.done {
			continue
		}
		more = true
		if l.busy {
			continue
		}
		if f.waiting < f.room || i == f.head && len(l.jobs) == 0 {
			return i, true
		}
		break
	}
	return -1, more
}

// inflated lets others inflate part i.
func (f *feed) inflated(i int, last bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lines[i].busy = false
	f.lines[i].done = last
	f.changed.Broadcast()
}
