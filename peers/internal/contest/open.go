package contest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrUTF16 is the error for a table that starts with a byte order mark of
// UTF-16.
var ErrUTF16 = errors.New("text is UTF-16, not UTF-8")

// A Source is a table opened for reading. The caller must close it.
type Source struct {
	io.Reader // without the byte order mark
	file      *os.File
}

// Open opens the table at path and skips a byte order mark of UTF-8.
func Open(path string) (*Source, error) {
	if err := CheckFile(path); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := skipMark(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Source{r, f}, nil
}

// Close closes the file.
func (s *Source) Close() error { return s.file.Close() }

// CheckFile returns an error if there is nothing at path, or a folder.
func CheckFile(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return fmt.Errorf("%s: is a folder", path)
	}
	return nil
}

// skipMark does not seek, so that a pipe will do. Once the bytes looked at are
// read, a MultiReader hands reads straight to r.
func skipMark(r io.Reader) (io.Reader, error) {
	head := make([]byte, 3)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	head = head[:n]
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return nil, ErrUTF16
	}
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	return io.MultiReader(bytes.NewReader(head), r), nil
}
