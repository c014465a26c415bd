package input

import (
	"bufio"
	"context"
	"io"
	"sync"

	"geoscan"
)

// A pipe is a stream whose first bytes are known, but not read. Whoever wants
// more than one pass gets all of it in memory.
type pipe struct {
	name  string
	r     *bufio.Reader
	close func() error // ends reading ahead

	mu    sync.Mutex
	taken bool
	all   *memory // the content, once somebody asked for all of it
}

func (s *pipe) Name() string { return s.name }

func (s *pipe) Reader(ctx context.Context) (io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all != nil {
		return s.all.Reader(ctx)
	}
	if s.taken {
		return nil, ErrReadOnce
	}
	s.taken = true
	return pipeReader{&contextReader{ctx, s.r}, s.close}, nil
}

// A pipeReader reads a pipe, and ends reading ahead when it is closed.
type pipeReader struct {
	io.Reader
	close func() error
}

func (r pipeReader) Close() error { return r.close() }

// load reads all, once.
func (s *pipe) load(ctx context.Context) (*memory, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all != nil {
		return s.all, nil
	}
	if s.taken {
		return nil, ErrReadOnce
	}
	s.taken = true
	defer s.close()
	data, err := readAll(ctx, s.r, 0)
	if err != nil {
		return nil, err
	}
	s.all = &memory{name: s.name, data: data}
	return s.all, nil
}

func (s *pipe) ReaderAt(ctx context.Context) (geoscan.SizedReaderAt, error) {
	all, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	return all.ReaderAt(ctx)
}

func (s *pipe) Bytes(ctx context.Context) ([]byte, error) {
	all, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	return all.data, nil
}

func (s *pipe) File(ctx context.Context) (string, error) {
	all, err := s.load(ctx)
	if err != nil {
		return "", err
	}
	return all.File(ctx)
}

func (s *pipe) Check() error { return nil }

func (s *pipe) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.close()
	if s.all != nil {
		if merr := s.all.Close(); err == nil {
			err = merr
		}
	}
	return err
}
