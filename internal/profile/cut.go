package profile

import (
	"bytes"
	"io"
)

// chunkSize is the usual size of a chunk: large enough that handing it over
// costs nothing, small enough to stay in the cache of a core.
const chunkSize = 1 << 20

// Byte order marks.
const (
	bom     = "\xEF\xBB\xBF"
	bom16le = "\xFF\xFE"
	bom16be = "\xFE\xFF"
)

// A cutter cuts a stream into chunks that end at the end of a record.
type cutter struct {
	r     io.Reader
	rest  []byte // of the last chunk: the record it did not finish
	bytes int64  // read so far
	begun bool
}

// next reads the next chunk into buf, enlarged if a record does not fit, and
// returns the buffer and the records in it. The error is io.EOF with the last
// chunk, which may be empty.
func (c *cutter) next(buf []byte) (grown, records []byte, err error) {
	if buf == nil {
		buf = make([]byte, chunkSize)
	}
	for len(buf) <= len(c.rest) {
		buf = make([]byte, 2*len(buf))
	}
	n := copy(buf, c.rest)
	for {
		n, err = c.fill(buf, n)
		if err != nil {
			break
		}
		if i := bytes.LastIndexByte(buf[:n], '\n'); i >= 0 {
			c.rest = append(c.rest[:0], buf[i+1:n]...)
			n = i + 1
			break
		}
		buf = append(buf, make([]byte, len(buf))...)
	}
	if !c.begun {
		c.begun = true
		records, err = start(buf[:n], err)
		return buf, records, err
	}
	return buf, buf[:n], err
}

// fill reads until buf is full or there is an error. Unlike io.ReadFull it
// leaves io.EOF and a cut input, io.ErrUnexpectedEOF, apart.
func (c *cutter) fill(buf []byte, n int) (int, error) {
	for n < len(buf) {
		m, err := c.r.Read(buf[n:])
		n += m
		c.bytes += int64(m)
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// start drops the byte order mark from the first chunk of an input. Reading
// has ended with err, which a UTF-16 mark overrides.
func start(b []byte, err error) ([]byte, error) {
	if bytes.HasPrefix(b, []byte(bom16le)) || bytes.HasPrefix(b, []byte(bom16be)) {
		return nil, ErrUTF16
	}
	return bytes.TrimPrefix(b, []byte(bom)), err
}
