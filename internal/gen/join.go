package gen

import (
	"bytes"
	"context"
	"io"
)

// bom is the byte order mark of UTF-8.
const bom = "\xEF\xBB\xBF"

// A Joiner writes tables behind one another, so that they make one. It must
// not be copied once used.
//
// All bytes stay as they are but for two: the last record of a table gets its
// LF if that is missing and another table follows, and the byte order mark of
// any table but the first is left out, since it would become part of a name.
type Joiner struct {
	W io.Writer // what the tables go to

	buf   []byte
	begun bool // something was written
	open  bool // that did not end with LF
}

// joinBuffer is how many bytes are copied at a time.
const joinBuffer = 1 << 20

// Append appends the table in r and returns the number of bytes written. The
// error is that of r, of the Writer, or of ctx, which is consulted every
// MiB.
func (j *Joiner) Append(ctx context.Context, r io.Reader) (written int64, err error) {
	if j.buf == nil {
		j.buf = make([]byte, joinBuffer)
	}
	for first := true; err == nil; first = false {
		if err = ctx.Err(); err != nil {
			return written, err
		}
		var n int
		n, err = fill(r, j.buf)
		m, werr := j.write(j.buf[:n], first)
		written += m
		if werr != nil {
			return written, werr
		}
	}
	if err == io.EOF {
		err = nil
	}
	return written, err
}

// fill reads until buf is full or r has an error. Unlike io.ReadFull it leaves
// io.EOF and a cut input, io.ErrUnexpectedEOF, apart.
func fill(r io.Reader, buf []byte) (n int, err error) {
	for n < len(buf) && err == nil {
		var m int
		m, err = r.Read(buf[n:])
		n += m
	}
	return n, err
}

// write writes a piece of a table, first its first.
func (j *Joiner) write(b []byte, first bool) (written int64, err error) {
	if first && j.begun {
		b = bytes.TrimPrefix(b, []byte(bom))
	}
	if len(b) == 0 {
		return 0, nil
	}
	if first && j.open {
		n, err := j.W.Write([]byte{'\n'})
		if err != nil {
			return int64(n), err
		}
		written++
	}
	n, err := j.W.Write(b)
	j.begun = true
	j.open = b[len(b)-1] != '\n' && string(b) != bom
	return written + int64(n), err
}
