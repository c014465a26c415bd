package input

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// A block is a gzip member of at most 64 KB that says in its header how long it
// is, so that the next one is found without inflating it. Files of blocks are
// called BGZF and made by bgzip; the format is described in the specification
// of SAM and BAM, section 4.1. An empty block marks the end of such a file.
type block struct {
	size    int    // of the whole member
	body    []byte // deflate data, then checksum and size of the content
	content int    // its size
}

const (
	maxBlock    = 64 << 10
	trailerSize = 8 // checksum and size
)

// peekBlock returns the member that br is at, which stays unread, if it is all
// there and is a block. The body is valid until br is read.
func peekBlock(br *bufio.Reader) (b block, ok bool) {
	const fixed, onlyExtra = 12, 4
	head, err := br.Peek(fixed)
	if err != nil || head[2] != 8 || head[3] != onlyExtra {
		return b, false
	}
	begin := fixed + int(binary.LittleEndian.Uint16(head[10:]))
	if head, err = br.Peek(begin); err != nil {
		return b, false
	}
	if b.size = blockSize(head[fixed:]); b.size < begin+trailerSize {
		return b, false
	}
	member, err := br.Peek(b.size)
	if err != nil {
		return b, false
	}
	content := binary.LittleEndian.Uint32(member[b.size-4:])
	b.body, b.content = member[begin:], int(min(content, maxBlock))
	return b, content <= maxBlock
}

// blockSize returns the size that the extra fields of a gzip header give for
// the member, 0 if they don't.
func blockSize(extra []byte) int {
	for len(extra) >= 4 {
		n := 4 + int(binary.LittleEndian.Uint16(extra[2:]))
		if n > len(extra) {
			break
		}
		if string(extra[:2]) == "BC" && n == 6 {
			return int(binary.LittleEndian.Uint16(extra[4:])) + 1
		}
		extra = extra[n:]
	}
	return 0
}

// Inflaters are goroutines that inflate blocks side by side.
type inflaters struct {
	jobs chan *piece
	wg   sync.WaitGroup
}

// startInflaters starts n goroutines that make up to room pieces.
func startInflaters(n, room int) *inflaters {
	f := &inflaters{jobs: make(chan *piece, room)}
	for range n {
		f.wg.Go(func() {
			var z blockInflater
			for p := range f.jobs {
				p.made(damaged("gzip", z.inflate(p)))
			}
		})
	}
	return f
}

// stop waits for all goroutines. There may be none.
func (f *inflaters) stop() {
	if f != nil {
		close(f.jobs)
		f.wg.Wait()
	}
}

// A blockInflater inflates one block after the other.
type blockInflater struct {
	src bytes.Reader
	z   io.ReadCloser
}

var errBlock = errors.New("a block's checksum or size is wrong")

// inflate makes p.data of the block's body in p.in: all of it, or nothing.
func (f *blockInflater) inflate(p *piece) error {
	body, trailer := p.in[:len(p.in)-trailerSize], p.in[len(p.in)-trailerSize:]
	f.src.Reset(body)
	if f.z == nil {
		f.z = flate.NewReader(&f.src)
	} else if err := f.z.(flate.Resetter).Reset(&f.src, nil); err != nil {
		return err
	}
	sum := binary.LittleEndian.Uint32(trailer)
	size := int(binary.LittleEndian.Uint32(trailer[4:]))
	buf := p.buffer(size + 1) // one more, to see where it ends
	n, err := full(f.z)(buf)
	p.data = buf[:0]
	switch {
	case err != nil && err != io.EOF:
		return err
	case err == nil || n != size || f.src.Len() > 0 || crc32.ChecksumIEEE(buf[:n]) != sum:
		return &DamageError{"gzip", errBlock}
	}
	p.data = buf[:n]
	return nil
}
