package strategytest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"geoscan"
)

// A source is an input as unkind as the contract of geoscan.Source allows: its
// bytes lie between pages that can't be read, its readers return little at a
// time, and each of its calls may fail.
type source struct {
	data    []byte // read-only
	shape   func(io.Reader) io.Reader
	fault   *fault
	readers atomic.Int64 // not closed
	dir     string       // for a file
	once    sync.Once
	path    string
	err     error
}

// newSource makes a source of data, which is copied.
func newSource(t testing.TB, data []byte, fence side) *source {
	return &source{data: fenced(t, data, fence), dir: t.TempDir()}
}

// A side of the data that has a page behind it which can't be read.
type side int

const (
	fenceEnd side = iota
	fenceStart
)

// shapes are the ways in which an io.Reader may read.
var shapes = []func(io.Reader) io.Reader{
	func(r io.Reader) io.Reader { return r },
	iotest.DataErrReader, // the last bytes come with io.EOF
	iotest.HalfReader,
	func(r io.Reader) io.Reader { return &hesitant{r: r} },
	iotest.OneByteReader,
}

// A hesitant reader returns nothing every other time.
type hesitant struct {
	r    io.Reader
	read bool
}

func (h *hesitant) Read(p []byte) (int, error) {
	if h.read = !h.read; h.read {
		return 0, nil
	}
	return h.r.Read(p)
}

func (s *source) Name() string { return "source.txt" }

func (s *source) Reader(context.Context) (io.ReadCloser, error) {
	if err := s.fault.call(); err != nil {
		return nil, err
	}
	s.readers.Add(1)
	var r io.Reader = bytes.NewReader(s.data)
	if s.shape != nil {
		r = s.shape(r)
	}
	return &reader{r: r, src: s}, nil
}

type reader struct {
	r      io.Reader
	src    *source
	closed atomic.Bool
}

func (r *reader) Read(p []byte) (int, error) {
	if r.closed.Load() {
		return 0, errors.New("read after close")
	}
	n, err := r.r.Read(p)
	if ferr := r.src.fault.call(); ferr != nil {
		return r.src.fault.part(n), ferr
	}
	return n, err
}

func (r *reader) Close() error {
	if r.closed.Swap(true) {
		return errors.New("closed twice")
	}
	r.src.readers.Add(-1)
	return nil
}

func (s *source) ReaderAt(context.Context) (geoscan.SizedReaderAt, error) {
	return readerAt{s}, s.fault.call()
}

type readerAt struct{ src *source }

func (r readerAt) Size() int64 { return int64(len(r.src.data)) }

// ReadAt gives io.EOF with the last bytes, as it may.
func (r readerAt) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off > r.Size() {
		return 0, errors.New("offset outside of the input")
	}
	n := copy(p, r.src.data[off:])
	if err := r.src.fault.call(); err != nil {
		return r.src.fault.part(n), err
	}
	if off+int64(n) == r.Size() {
		return n, io.EOF
	}
	return n, nil
}

func (s *source) Bytes(context.Context) ([]byte, error) {
	if err := s.fault.call(); err != nil {
		return nil, err
	}
	return s.data, nil
}

func (s *source) File(context.Context) (string, error) {
	if err := s.fault.call(); err != nil {
		return "", err
	}
	s.once.Do(func() {
		s.path = filepath.Join(s.dir, s.Name())
		s.err = os.WriteFile(s.path, s.data, 0o600)
	})
	return s.path, s.err
}

func (s *source) Check() error { return s.fault.call() }

func (s *source) Close() error { return nil }

// A fault happens at one call of a source's methods, not before and not again.
// The nil fault never happens.
type fault struct {
	at       int64 // how many calls go well
	act      func() error
	withData bool // a failing read returns what it has read
	calls    atomic.Int64
	happened atomic.Bool
}

func (f *fault) call() error {
	if f == nil || f.calls.Add(1)-1 != f.at {
		return nil
	}
	f.happened.Store(true)
	return f.act()
}

func (f *fault) part(n int) int {
	if f.withData {
		return n
	}
	return 0
}
