// Package input opens what people name on a command line as a geoscan.Source:
// files, standard input, pipes, and bytes in memory.
package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"geoscan"
)

// ErrCut says that a file holds less than when it was opened.
var ErrCut = errors.New("the file was cut short while it was read")

// ErrReadOnce says that a pipe was asked for its bytes a second time.
var ErrReadOnce = errors.New("a pipe can be read only once")

// Open opens the file called name, or standard input for "-". The medium is
// told apart by what it is, not by its name: a regular file is mapped or read
// where a strategy likes; a pipe, a device, or a file that says it has no size
// (as those in /proc do) is a stream.
//
// A directory, a UTF-16 text and a form that can't be read are errors, each in
// one line that begins with name.
func Open(name string) (geoscan.Source, error) {
	f, err := open(name)
	if err != nil {
		return nil, describe(name, err)
	}
	src, err := fromFile(name, f)
	if err != nil {
		f.Close()
		return nil, describe(name, err)
	}
	return src, nil
}

func open(name string) (*os.File, error) {
	if name == "-" {
		return os.Stdin, nil
	}
	return os.Open(name)
}

// describe names the file once, whatever the error says already.
func describe(name string, err error) error {
	var perr *os.PathError
	if errors.As(err, &perr) {
		err = perr.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

func fromFile(name string, f *os.File) (geoscan.Source, error) {
	st, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case st.IsDir():
		return nil, errors.New("is a directory")
	case !st.Mode().IsRegular() || st.Size() == 0 || !atStart(f):
		return &stream{name: name, f: f}, nil
	}
	src := &file{name: name, f: f, size: st.Size()}
	head := make([]byte, sniffLen)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	return src, sniff(head[:n])
}

// atStart reports whether nothing of f was read: standard input may be a file
// that somebody has read in part.
func atStart(f *os.File) bool {
	at, err := f.Seek(0, io.SeekCurrent)
	return err == nil && at == 0
}

// sniffLen is how many bytes tell the form of an input.
const sniffLen = 8

// signatures are the first bytes of forms that are no table.
var signatures = []struct{ magic, problem string }{
	{"\xFF\xFE", "is UTF-16 text; convert it to UTF-8 first"},
	{"\xFE\xFF", "is UTF-16 text; convert it to UTF-8 first"},
	{"\x1F\x8B", "is compressed with gzip; unpack it first"},
	{"PK\x03\x04", "is a zip archive; unpack it first"},
	{"PK\x05\x06", "is an empty zip archive"},
	{"\xD0\xCF\x11\xE0", "is an old or encrypted Office file (xls)"},
}

// sniff returns an error if head begins a form that is no plain table.
func sniff(head []byte) error {
	for _, s := range signatures {
		if bytes.HasPrefix(head, []byte(s.magic)) {
			return errors.New(s.problem)
		}
	}
	return nil
}

// readAll reads r to its end, which is expected after about size bytes.
func readAll(ctx context.Context, r io.Reader, size int64) ([]byte, error) {
	var buf bytes.Buffer
	buf.Grow(int(min(size, 1<<30)) + bytes.MinRead)
	_, err := buf.ReadFrom(&contextReader{ctx, r})
	return buf.Bytes(), err
}

// A contextReader fails once its context ends.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (r *contextReader) Read(p []byte) (int, error) {
	if err := context.Cause(r.ctx); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}
