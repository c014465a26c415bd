package input

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"sync"

	"geoscan"
)

// A stream is a source that can be read once, of unknown size. Whoever wants
// more than one pass gets all of it in memory.
type stream struct {
	name string
	f    *os.File

	mu    sync.Mutex
	taken bool
	all   *memory // the content, once somebody asked for all of it
}

func (s *stream) Name() string { return s.name }

func (s *stream) Reader(ctx context.Context) (io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all != nil {
		return s.all.Reader(ctx)
	}
	if s.taken {
		return nil, ErrReadOnce
	}
	s.taken = true
	return newSniffer(newAhead(ctx, s.f)), nil
}

// load reads all, once.
func (s *stream) load(ctx context.Context) (*memory, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all != nil {
		return s.all, nil
	}
	if s.taken {
		return nil, ErrReadOnce
	}
	s.taken = true
	r := newSniffer(newAhead(ctx, s.f))
	defer r.Close()
	data, err := readAll(ctx, r, 0)
	if err != nil {
		return nil, err
	}
	s.all = &memory{name: s.name, data: data}
	return s.all, nil
}

func (s *stream) ReaderAt(ctx context.Context) (geoscan.SizedReaderAt, error) {
	all, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	return bytes.NewReader(all.data), nil
}

func (s *stream) Bytes(ctx context.Context) ([]byte, error) {
	all, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	return all.data, nil
}

func (s *stream) File(ctx context.Context) (string, error) {
	all, err := s.load(ctx)
	if err != nil {
		return "", err
	}
	return all.File(ctx)
}

func (s *stream) Check() error { return nil }

func (s *stream) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.f.Close()
	if s.all != nil {
		if rerr := s.all.Close(); err == nil {
			err = rerr
		}
	}
	return err
}

// An ahead reads a stream in a goroutine of its own, so that reading overlaps
// with scanning, and so that a Read returns when its context ends even if the
// other end of the pipe never writes. Then the goroutine stays in its read
// until something comes or the process ends.
type ahead struct {
	ctx    context.Context
	cancel context.CancelFunc
	full   chan block // read
	empty  chan []byte
	now    block
	rest   []byte // of now, not handed out yet
}

type block struct {
	data []byte
	err  error
}

const (
	aheadBlock  = 256 << 10
	aheadBlocks = 3
)

func newAhead(ctx context.Context, r io.Reader) *ahead {
	a := &ahead{full: make(chan block, aheadBlocks), empty: make(chan []byte, aheadBlocks)}
	a.ctx, a.cancel = context.WithCancel(ctx)
	for range aheadBlocks {
		a.empty <- make([]byte, aheadBlock)
	}
	go a.fill(r)
	return a
}

// fill reads until the end, an error, or until nobody reads any more.
func (a *ahead) fill(r io.Reader) {
	for {
		select {
		case buf := <-a.empty:
			n, err := r.Read(buf)
			a.full <- block{buf[:n], err} // never blocks: as many places as blocks
			if err != nil {
				return
			}
		case <-a.ctx.Done():
			return
		}
	}
}

func (a *ahead) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.now.err != nil {
			return 0, a.now.err
		}
		if a.now.data != nil {
			a.empty <- a.now.data[:cap(a.now.data)]
		}
		select {
		case a.now = <-a.full:
			a.rest = a.now.data
		case <-a.ctx.Done():
			return 0, context.Cause(a.ctx)
		}
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

// Close ends the reading ahead.
func (a *ahead) Close() error {
	a.cancel()
	return nil
}

// A sniffer looks at a stream's first bytes when they are read, since at
// opening time nothing may have been written yet.
type sniffer struct {
	buf  *bufio.Reader
	src  io.Closer
	done bool
}

func newSniffer(r io.ReadCloser) *sniffer { return &sniffer{buf: bufio.NewReader(r), src: r} }

func (s *sniffer) Close() error { return s.src.Close() }

func (s *sniffer) Read(p []byte) (int, error) {
	if !s.done {
		head, err := s.buf.Peek(sniffLen)
		if err != nil && err != io.EOF {
			return 0, err
		}
		if err := sniff(head); err != nil {
			return 0, err
		}
		s.done = true
	}
	return s.buf.Read(p)
}
