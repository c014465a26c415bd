package input

import (
	"context"
	"io"
	"os"
	"sync"
	"time"

	"geoscan"
	"geoscan/internal/mmap"
)

// A file is a regular file, as long as it was when it was opened: what is
// appended later is not seen, and what is cut off is an error.
type file struct {
	name     string
	path     string
	f        *os.File
	size     int64
	modified time.Time
	temp     bool // removed by Close

	once    sync.Once
	mapping *mmap.Mapping // nil where mapping failed
	data    []byte
	err     error
}

// remember takes the file for what it is now.
func (s *file) remember() error {
	st, err := s.f.Stat()
	if err == nil {
		s.size, s.modified = st.Size(), st.ModTime()
	}
	return err
}

func (s *file) Name() string { return s.name }

func (s *file) Reader(ctx context.Context) (io.ReadCloser, error) {
	sec := io.NewSectionReader(&wholeReaderAt{s.f, s.size}, 0, s.size)
	return io.NopCloser(&contextReader{ctx, sec}), nil
}

func (s *file) ReaderAt(context.Context) (geoscan.SizedReaderAt, error) {
	return &wholeReaderAt{s.f, s.size}, nil
}

func (s *file) Bytes(ctx context.Context) ([]byte, error) {
	s.once.Do(func() { s.load(ctx) })
	return s.data, s.err
}

// load maps the file, or reads it where that fails.
func (s *file) load(ctx context.Context) {
	m, err := mmap.Open(s.f)
	if err == nil && int64(len(m.Bytes())) >= s.size {
		s.mapping, s.data = m, m.Bytes()[:s.size]
		return
	}
	if err == nil {
		m.Close()
	}
	r, _ := s.Reader(ctx)
	s.data, s.err = readAll(ctx, r, s.size)
}

func (s *file) File(context.Context) (string, error) { return s.path, nil }

func (s *file) Check() error {
	st, err := s.f.Stat()
	if err == nil && st.Size() < s.size {
		err = ErrCut
	}
	return err
}

// checkUnchanged is a Check that lets nothing be appended either.
func (s *file) checkUnchanged() error {
	st, err := s.f.Stat()
	switch {
	case err != nil:
		return err
	case st.Size() < s.size:
		return ErrCut
	case st.Size() > s.size || !st.ModTime().Equal(s.modified):
		return ErrChanged
	}
	return nil
}

func (s *file) Close() error {
	var err error
	if s.mapping != nil {
		err = s.mapping.Close()
	}
	s.data = nil
	if cerr := s.f.Close(); err == nil {
		err = cerr
	}
	if s.temp {
		if rerr := os.Remove(s.path); err == nil {
			err = rerr
		}
	}
	return err
}

// A wholeReaderAt reads a file that is to have size bytes. An end before that
// is ErrCut.
type wholeReaderAt struct {
	f    *os.File
	size int64
}

func (r *wholeReaderAt) Size() int64 { return r.size }

func (r *wholeReaderAt) ReadAt(p []byte, off int64) (int, error) {
	if left := r.size - off; int64(len(p)) > left {
		n, err := r.readFull(p[:max(left, 0)], off)
		if err == nil {
			err = io.EOF
		}
		return n, err
	}
	return r.readFull(p, off)
}

func (r *wholeReaderAt) readFull(p []byte, off int64) (int, error) {
	n, err := r.f.ReadAt(p, off)
	if n == len(p) {
		return n, nil
	}
	if err == io.EOF {
		err = ErrCut
	}
	return n, err
}
