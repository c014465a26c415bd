package input

import (
	"context"
	"io"
)

// An ahead is a stream that a goroutine of its own makes, a few pieces ahead of
// whoever reads, so that making it overlaps with what is done with it. A Read
// returns when the context ends, even if the goroutine is stuck.
type ahead struct {
	ctx    context.Context
	cancel context.CancelFunc
	queue  chan *piece // in the order of the stream
	spare  chan *piece
	ended  chan struct{} // closed when the goroutine has ended

	now  *piece
	rest []byte // of now, not handed out yet
	err  error
}

// A piece of a stream passes round between maker and reader. Its buffers are
// used again and again.
type piece struct {
	in    []byte // what data is to be made of, where another goroutine does that
	data  []byte
	err   error         // why the stream ends behind data
	ready chan struct{} // gets one value for each time that the piece is made
}

// pieceSize is large enough that handing a piece over costs nothing beside
// making it.
const pieceSize = 128 << 10

// startAhead runs fill, which makes the stream: it takes pieces, makes them, and
// gives them, until take returns nil. Its error ends the stream; nil is a good
// end, as io.EOF is. There are n pieces.
func startAhead(ctx context.Context, n int, fill func(*ahead) error) *ahead {
	a := &ahead{queue: make(chan *piece, n), spare: make(chan *piece, n), ended: make(chan struct{})}
	a.ctx, a.cancel = context.WithCancel(ctx)
	for range n {
		a.spare <- &piece{ready: make(chan struct{}, 1)}
	}
	go func() {
		defer close(a.ended)
		err := fill(a)
		if err == nil {
			err = io.EOF
		}
		if p := a.take(); p != nil {
			p.data = p.data[:0]
			a.give(p)
			p.made(err)
		}
	}()
	return a
}

// take returns a piece to make, or nil once nobody reads any more.
func (a *ahead) take() *piece {
	select {
	case p := <-a.spare:
		return p
	case <-a.ctx.Done():
		return nil
	}
}

// give puts a piece behind all those given before. It may be made before or
// afterwards.
func (a *ahead) give(p *piece) { a.queue <- p } // never blocks: there is room for all

// made says that p's data is there, and err if the stream ends with it.
func (p *piece) made(err error) {
	p.err = err
	p.ready <- struct{}{}
}

// buffer returns p's buffer, with n bytes.
func (p *piece) buffer(n int) []byte {
	if cap(p.data) < n {
		p.data = make([]byte, n)
	}
	return p.data[:n]
}

// copy makes the stream of what read gives, one call a piece, up to its end or
// an error.
func (a *ahead) copy(read func([]byte) (int, error)) error {
	for {
		p := a.take()
		if p == nil {
			return context.Cause(a.ctx)
		}
		buf := p.buffer(pieceSize)
		n, err := read(buf)
		p.data = buf[:n]
		a.give(p)
		p.made(nil)
		if err != nil {
			return err
		}
	}
}

// full returns a function that reads until its buffer is full, or r fails or
// ends. Other than io.ReadFull it keeps r's error as it is.
func full(r io.Reader) func([]byte) (int, error) {
	return func(buf []byte) (n int, err error) {
		for n < len(buf) && err == nil {
			var k int
			k, err = r.Read(buf[n:])
			n += k
		}
		return n, err
	}
}

func (a *ahead) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if err := a.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

// next waits for the next piece.
func (a *ahead) next() error {
	if a.err != nil {
		return a.err
	}
	if a.now != nil {
		a.spare <- a.now // never blocks
		a.now = nil
	}
	if err := context.Cause(a.ctx); err != nil {
		return err
	}
	select {
	case p := <-a.queue:
		return a.open(p)
	case <-a.ctx.Done():
		return context.Cause(a.ctx)
	}
}

func (a *ahead) open(p *piece) error {
	select {
	case <-p.ready:
	case <-a.ctx.Done():
		return context.Cause(a.ctx)
	}
	a.now, a.rest, a.err = p, p.data, p.err
	if len(a.rest) == 0 {
		return a.err
	}
	return nil
}

// Close ends the goroutine, but does not wait for it: it may be in a read that
// lasts for ever, as that of a pipe to which nobody writes.
func (a *ahead) Close() error {
	a.cancel()
	return nil
}

// A waiting stream's Close also ends the stream below it, and then waits for
// the goroutine, which has nothing left to wait for.
type waiting struct {
	*ahead
	below io.Closer
}

func (w waiting) Close() error {
	w.cancel()
	err := w.below.Close()
	<-w.ended
	return err
}
