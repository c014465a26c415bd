package chunk

import (
	"bytes"
	"io"
)

// A Reader cuts a stream into chunks. Its memory is about one chunk, or the
// longest record where that is longer.
type Reader struct {
	r    io.Reader
	size int
	buf  []byte // holds the chunk last returned, then what was read behind it
	used int    // length of that chunk
	off  int64  // where buf lies in the stream
	err  error
}

// NewReader returns a Reader of chunks of about size bytes.
func NewReader(r io.Reader, size int) *Reader { return &Reader{r: r, size: size} }

// Next returns the next chunk and its offset in the stream. A byte order mark
// at the start is left out. The bytes are valid until the next call. At the end
// of the stream the error is io.EOF.
func (r *Reader) Next() (data []byte, off int64, err error) {
	r.shift(r.used)
	for seen := 0; ; {
		if at := r.cut(seen); at > 0 {
			r.used = at
			return r.buf[:at:at], r.off, nil
		}
		if r.err != nil {
			return nil, r.off, r.err
		}
		seen = len(r.buf)
		r.fill()
		if begin := Begin(r.buf); r.off == 0 && begin > 0 {
			r.shift(begin)
			seen = 0
		}
	}
}

// cut returns the length of the chunk that buf holds, 0 if none is complete.
// Before seen there is no line end behind size.
func (r *Reader) cut(seen int) int {
	if r.err == io.EOF && len(r.buf) > 0 && len(r.buf) <= r.size {
		return len(r.buf)
	}
	if len(r.buf) < r.size {
		return 0
	}
	from := max(r.size-1, seen)
	if i := bytes.IndexByte(r.buf[from:], '\n'); i >= 0 {
		return from + i + 1
	}
	if r.err == io.EOF {
		return len(r.buf)
	}
	return 0
}

// shift drops the first n bytes of buf.
func (r *Reader) shift(n int) {
	r.buf = r.buf[:copy(r.buf, r.buf[n:])]
	r.off += int64(n)
	r.used = 0
}

// fill reads more, making room where there is none.
func (r *Reader) fill() {
	if free := cap(r.buf) - len(r.buf); free < r.size/2+1 {
		grown := make([]byte, len(r.buf), 2*len(r.buf)+r.size+4096)
		copy(grown, r.buf)
		r.buf = grown
	}
	for range maxEmptyReads {
		n, err := r.r.Read(r.buf[len(r.buf):cap(r.buf)])
		r.buf = r.buf[:len(r.buf)+n]
		if r.err = err; n > 0 || err != nil {
			return
		}
	}
	r.err = io.ErrNoProgress
}

// maxEmptyReads is how often in a row a reader may return nothing.
const maxEmptyReads = 100
