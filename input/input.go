// Package input opens what people name on a command line as a geoscan.Source:
// files, standard input, pipes, and bytes in memory, as they are or compressed.
//
// The form is told by content. Of a gzip file all members are read, of a zip
// archive the one table, of a workbook (xlsx) the visible sheets. A strategy that
// streams reads them while they are inflated, in memory that does not grow with
// them. For one that maps, they are unpacked once into a file in the user's cache
// folder: see [Options].
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

// ErrChanged says that a compressed file is not the one any more that was
// opened.
var ErrChanged = errors.New("the file was changed while it was read")

// ErrReadOnce says that a pipe was asked for its bytes a second time.
var ErrReadOnce = errors.New("a pipe can be read only once")

// Options say how to open inputs. The zero value is a good choice.
type Options struct {
	// Member is which member of a zip archive to read: its name, or the last
	// part of it. With "" the archive must hold one table. Inputs of other
	// forms have no members, and fail with any other Member.
	Member string

	// Sheet is which sheet of a workbook to read, hidden or not; with "" it is
	// all that are visible. Inputs of other forms fail with any other Sheet.
	Sheet string

	// Columns is how many fields the records of a workbook have, where empty
	// cells are not written; 0: as many as the first.
	Columns int

	// MaxInflated bounds the size of a workbook's parts together as they are
	// inflated, in bytes; 0: xlsx.DefaultMaxBytes.
	MaxInflated int64

	// DOP is how many goroutines inflate side by side where the form allows
	// that, or read a workbook; 0: geoscan.UsableCPUs.
	DOP int

	// CacheDir is where compressed inputs are unpacked, in a folder of its
	// own, for strategies that need all bytes; "": geoscan in the user's
	// cache folder. What lies there is used again while the input stays as
	// it is. A folder that can't be used is no error: then it is a temporary
	// file that goes with the source.
	CacheDir string
}

// Open opens the file called name, or standard input for "-", with the zero
// Options.
func Open(name string) (geoscan.Source, error) { return Options{}.Open(name) }

// Open opens the file called name, or standard input for "-". The medium is
// told apart by what it is, and the form by its first bytes, not by its name: a
// regular file is mapped or read where a strategy likes; a pipe, a device, or a
// file that says it has no size (as those in /proc do) is a stream, whose form
// shows when it is first read.
//
// A directory, a UTF-16 text and a form that can't be read are errors, each in
// one line that begins with name; a choice of members is a [MemberError].
func (o Options) Open(name string) (geoscan.Source, error) {
	f, err := open(name)
	if err != nil {
		return nil, describe(name, err)
	}
	src, err := o.fromFile(name, f)
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

func (o Options) fromFile(name string, f *os.File) (geoscan.Source, error) {
	st, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case st.IsDir():
		return nil, errors.New("is a directory")
	case !st.Mode().IsRegular() || st.Size() == 0 || !atStart(f):
		return &stream{name: name, f: f, opt: o}, nil
	}
	return o.fromMedium(&file{name: name, path: f.Name(), f: f, size: st.Size(), modified: st.ModTime()})
}

// atStart reports whether nothing of f was read: standard input may be a file
// that somebody has read in part.
func atStart(f *os.File) bool {
	at, err := f.Seek(0, io.SeekCurrent)
	return err == nil && at == 0
}

// fromMedium returns the table that medium holds, which can be read anywhere. A
// source that is not medium owns it; after an error nobody does.
func (o Options) fromMedium(medium geoscan.Source) (geoscan.Source, error) {
	r, err := medium.ReaderAt(context.Background())
	if err != nil {
		return nil, err
	}
	f, err := sniffAll(medium.Name(), r)
	switch {
	case err != nil:
		return nil, err
	case f == zipped:
		m := newMeter(r.Size())
		src, err := o.openZip(medium, meteredReaderAt{r, m})
		if p, ok := src.(*packed); ok {
			p.meter = m
		}
		return src, err
	case o.Member != "":
		return nil, &MemberError{Want: o.Member}
	case o.Sheet != "":
		return nil, o.checkSheet()
	case f == gzipped:
		return o.openGzip(medium, r.Size()), nil
	}
	return medium, nil
}

// dop returns the DOP to use.
func (o Options) dop() int {
	if o.DOP <= 0 {
		return geoscan.UsableCPUs()
	}
	return o.DOP
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
