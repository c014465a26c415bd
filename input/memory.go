package input

import (
	"bytes"
	"context"
	"io"
	"sync"

	"geoscan"
)

// Memory makes a source of data, with the zero Options.
func Memory(name string, data []byte) (geoscan.Source, error) { return Options{}.Memory(name, data) }

// Memory makes a source of data, which is to stay as it is until Close. The
// form is told as Open does, and is an error in the same cases.
func (o Options) Memory(name string, data []byte) (geoscan.Source, error) {
	src, err := o.fromMedium(&memory{name: name, data: data})
	if err != nil {
		return nil, describe(name, err)
	}
	return src, nil
}

// A memory is a source of bytes in memory.
type memory struct {
	name string
	data []byte

	mu   sync.Mutex
	temp *file // of the same bytes, once somebody asked for a file
}

func (s *memory) Name() string { return s.name }

func (s *memory) Reader(ctx context.Context) (io.ReadCloser, error) {
	return io.NopCloser(&contextReader{ctx, bytes.NewReader(s.data)}), nil
}

func (s *memory) ReaderAt(context.Context) (geoscan.SizedReaderAt, error) {
	return bytes.NewReader(s.data), nil
}

func (s *memory) Bytes(context.Context) ([]byte, error) { return s.data, nil }

// File writes a file into the cache folder, or into the system's for temporary
// files.
func (s *memory) File(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.temp == nil {
		c, _ := openCache("")
		r := &contextReader{ctx, bytes.NewReader(s.data)}
		f, err := writeTemp(r, c.dir, int64(len(s.data)))
		if err != nil {
			return "", err
		}
		s.temp = f
	}
	return s.temp.path, nil
}

func (s *memory) Check() error { return nil }

func (s *memory) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.temp == nil {
		return nil
	}
	err := s.temp.Close()
	s.temp = nil
	return err
}
