package input

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"sync"

	"geoscan"
)

// Memory makes a source of data, which is to stay as it is until Close. It
// fails, as Open does, where data is no plain table.
func Memory(name string, data []byte) (geoscan.Source, error) {
	if err := sniff(data); err != nil {
		return nil, describe(name, err)
	}
	return &memory{name: name, data: data}, nil
}

// A memory is a source of bytes in memory.
type memory struct {
	name string
	data []byte
	temp tempFile
}

func (s *memory) Name() string { return s.name }

func (s *memory) Reader(ctx context.Context) (io.ReadCloser, error) {
	return io.NopCloser(&contextReader{ctx, bytes.NewReader(s.data)}), nil
}

func (s *memory) ReaderAt(context.Context) (geoscan.SizedReaderAt, error) {
	return bytes.NewReader(s.data), nil
}

func (s *memory) Bytes(context.Context) ([]byte, error) { return s.data, nil }
func (s *memory) File(context.Context) (string, error)  { return s.temp.of(s.data) }
func (s *memory) Check() error                          { return nil }
func (s *memory) Close() error                          { return s.temp.remove() }

// A tempFile is a file made for bytes that have none, when first asked for. It
// lies in the user's cache folder, or in the system's for temporary files.
type tempFile struct {
	once sync.Once
	path string
	err  error
}

func (t *tempFile) of(data []byte) (string, error) {
	t.once.Do(func() { t.path, t.err = writeTemp(data) })
	return t.path, t.err
}

func (t *tempFile) remove() error {
	if t.path == "" {
		return nil
	}
	return os.Remove(t.path)
}

func writeTemp(data []byte) (string, error) {
	f, err := os.CreateTemp(cacheDir(), "geoscan-*.txt")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// cacheDir returns geoscan's folder in the user's cache folder. Where there is
// none, it is "", which os.CreateTemp takes for the system's.
func cacheDir() string {
	user, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir := filepath.Join(user, "geoscan")
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	return dir
}
