package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// An Input is a file to measure on.
type Input struct {
	File
	Path string // not in the results: folders name people
	mark int64  // length of its byte order mark, which is no data
}

// ErrPacked is returned for a compressed file. Measured on it, every strategy
// would time the decompressor.
var ErrPacked = errors.New("the file is compressed: unpack it to measure on it")

// SizesDir is the folder that MakeSizes keeps concatenations in by default,
// below the user's cache folder.
func SizesDir() (string, error) {
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "geoscan", "bench"), err
}

// MakeSizes inspects the file at path, and concatenations of it that it makes
// in dir where they are not there yet. The first input is the file itself, with
// Times 1, whether or not sizes ask for it; the others follow in the order of
// sizes. A concatenation that does not hold exactly times as many records is
// an error.
func MakeSizes(ctx context.Context, path, dir string, sizes []int) ([]Input, error) {
	one, tail, err := inspect(ctx, path)
	if err != nil {
		return nil, err
	}
	one.Times = 1
	inputs := []Input{one}
	for _, times := range sizes {
		if times == 1 {
			continue
		}
		in, err := makeSize(ctx, one, tail, dir, times)
		if err != nil {
			return nil, fmt.Errorf("%d x %s: %w", times, one.Name, err)
		}
		inputs = append(inputs, in)
	}
	return inputs, nil
}

// RemoveSizes removes what MakeSizes left in dir.
func RemoveSizes(inputs []Input) error {
	var errs []error
	for _, in := range inputs {
		if in.Times != 1 {
			errs = append(errs, os.Remove(in.Path))
		}
	}
	return errors.Join(errs...)
}

func makeSize(ctx context.Context, one Input, tail ends, dir string, times int) (Input, error) {
	// The hash in the name keeps a changed source from being taken for the old.
	name := fmt.Sprintf("%s-%s-x%d.txt", strings.TrimSuffix(one.Name, filepath.Ext(one.Name)),
		strings.TrimPrefix(one.Hash, "xxh64:"), times)
	path := filepath.Join(dir, name)
	size := tail.size(one.SizeBytes, times)
	if info, err := os.Stat(path); err != nil || info.Size() != size {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return Input{}, err
		}
		if err := checkSpace(dir, size); err != nil {
			return Input{}, err
		}
		if err := concat(ctx, one.Path, path, tail, times); err != nil {
			return Input{}, err
		}
	}
	in, _, err := inspect(ctx, path)
	if err != nil {
		return Input{}, err
	}
	if in.Records != one.Records*int64(times) {
		return Input{}, fmt.Errorf("%s holds %d records, not %d times %d", path, in.Records, times, one.Records)
	}
	in.Name, in.Times = one.Name, times
	return in, nil
}

// spaceMargin is left free on the disk.
const spaceMargin = 256 << 20

func checkSpace(dir string, size int64) error {
	free, err := freeBytes(dir)
	if err != nil {
		return err
	}
	if free < size+spaceMargin {
		return fmt.Errorf("%s has %d MB free, %d MB are needed", dir, free>>20, (size+spaceMargin)>>20)
	}
	return nil
}

// concat writes times copies of src to dst, by way of a temporary file.
func concat(ctx context.Context, src, dst string, e ends, times int) error {
	in, err := os.Open(src)
	if err != nil {
		return err
	}
	defer in.Close()
	return writeFile(dst, func(w io.Writer) error {
		for i := range times {
			if i > 0 && !e.newline {
				if _, err := w.Write([]byte{'\n'}); err != nil {
					return err
				}
			}
			start := int64(0)
			if i > 0 {
				start = e.mark
			}
			if _, err := in.Seek(start, io.SeekStart); err != nil {
				return err
			}
			if err := copyAll(ctx, w, in); err != nil {
				return err
			}
		}
		return nil
	})
}

// copyAll copies in pieces, so that it can be interrupted while the system
// copies from file to file.
func copyAll(ctx context.Context, w io.Writer, r io.Reader) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := io.CopyN(w, r, 64<<20); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// ends is what matters of a file's start and end when copies are joined.
type ends struct {
	mark    int64 // length of the byte order mark: data anywhere but at the start
	newline bool  // the last byte is LF
}

// size is the length of a concatenation of files of n bytes.
func (e ends) size(n int64, times int) int64 {
	size, more := n*int64(times), int64(times-1)
	size -= e.mark * more
	if !e.newline {
		size += more
	}
	return size
}

// inspect reads the whole file once: size, records, hash, ends. Packed and
// empty files are errors.
func inspect(ctx context.Context, path string) (Input, ends, error) {
	f, err := os.Open(path)
	if err != nil {
		return Input{}, ends{}, err
	}
	defer f.Close()
	in := Input{Path: path}
	hash, count := xxhash.New(), recordCounter{}
	buf := make([]byte, 1<<20)
	for {
		if err := ctx.Err(); err != nil {
			return Input{}, ends{}, err
		}
		n, err := io.ReadFull(f, buf)
		if in.SizeBytes == 0 && packed(buf[:n]) {
			return Input{}, ends{}, fmt.Errorf("%s: %w", path, ErrPacked)
		}
		in.SizeBytes += int64(n)
		hash.Write(buf[:n])
		count.write(buf[:n])
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		} else if err != nil {
			return Input{}, ends{}, err
		}
	}
	if in.SizeBytes == 0 {
		return Input{}, ends{}, fmt.Errorf("%s is empty: nothing to measure", path)
	}
	in.Name, in.FileSystem = filepath.Base(path), fileSystem(path)
	in.Hash, in.Records, in.mark = hashText(hash), count.finish(), count.mark
	return in, ends{count.mark, count.newline}, nil
}

// packed reports whether data starts like a gzip or zip file.
func packed(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\x1f\x8b")) || bytes.HasPrefix(data, []byte("PK\x03\x04"))
}

func hashText(h *xxhash.Digest) string { return fmt.Sprintf("xxh64:%016x", h.Sum64()) }

// A recordCounter counts the lines that are records: neither empty nor a lone
// CR. It shares no code with the strategies, so it can check them.
type recordCounter struct {
	records int64
	mark    int64 // length of the byte order mark
	started bool
	line    int64 // length of the line so far
	last    byte  // its last byte
	newline bool  // the last byte of all was LF
}

func (c *recordCounter) write(p []byte) {
	if len(p) == 0 {
		return
	}
	if !c.started {
		c.started = true
		if bytes.HasPrefix(p, []byte("\xef\xbb\xbf")) {
			c.mark, p = 3, p[3:]
		}
	}
	for len(p) > 0 {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			c.line, c.last, c.newline = c.line+int64(len(p)), p[len(p)-1], false
			return
		}
		if i > 0 {
			c.line, c.last = c.line+int64(i), p[i-1]
		}
		c.end()
		c.newline = true
		p = p[i+1:]
	}
}

func (c *recordCounter) end() {
	if c.line > 1 || c.line == 1 && c.last != '\r' {
		c.records++
	}
	c.line = 0
}

func (c *recordCounter) finish() int64 {
	c.end()
	return c.records
}
