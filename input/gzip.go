package input

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"geoscan/internal/inflate"
)

// A DamageError says that compressed data is cut short, or not what its
// checksums and sizes say.
type DamageError struct {
	Form string // "gzip" or "zip"
	Err  error  // io.ErrUnexpectedEOF where the data ends too early
}

func (e *DamageError) Error() string {
	if errors.Is(e.Err, io.ErrUnexpectedEOF) {
		return e.Form + " data is truncated: unexpected EOF"
	}
	return fmt.Sprintf("%s data is damaged: %v", e.Form, e.Err)
}

func (e *DamageError) Unwrap() error { return e.Err }

// damaged wraps the errors of inflating. Others, such as those of the medium
// and of the context, it leaves as they are.
func damaged(form string, err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, inflate.ErrCorrupt) {
		return &DamageError{form, err}
	}
	return err
}

var (
	errJunk     = errors.New("something that is no gzip data follows it")
	errHeader   = errors.New("a member's header is wrong")
	errGzipData = errors.New("a member's checksum or size is wrong")
)

// newGunzip returns the content of all members of the gzip stream r, made in
// goroutines of its own: one for a member after the other, or up to dop where
// the members are blocks of BGZF, which tell where the next one starts. It
// closes r.
func newGunzip(ctx context.Context, r io.ReadCloser, dop int) io.ReadCloser {
	g := &gunzip{in: rewinder{r: r}, dop: dop}
	return waiting{startAhead(ctx, 4+2*dop, g.fill), r}
}

// A gunzip makes a stream of the content of gzip data.
type gunzip struct {
	*ahead
	in     rewinder
	z      inflate.Decoder
	dop    int
	blocks *inflaters // nil before the first block
	open   bool       // the last member was a block, and not the one that marks the end
}

func (g *gunzip) fill(a *ahead) error {
	g.ahead = a
	defer func() { g.blocks.stop() }()
	for first := true; ; first = false {
		more, err := g.more(first)
		if err == nil && more {
			err = g.member()
		}
		if err != nil || !more {
			return damaged("gzip", err)
		}
	}
}

// more reports whether another member follows. Zeros may lie between members
// and behind the last one, as on tapes.
func (g *gunzip) more(first bool) (bool, error) {
	head, err := g.in.Peek(1)
	for !first && err == nil && head[0] == 0 {
		g.in.Discard(1)
		head, err = g.in.Peek(1)
	}
	switch {
	case err == io.EOF && g.open:
		return false, io.ErrUnexpectedEOF // cut between two blocks
	case err == io.EOF:
		return false, nil
	case err != nil:
		return false, err
	}
	head, err = g.in.Peek(len(gzipMagic))
	switch {
	case string(head) == gzipMagic:
		return true, nil
	case err == io.EOF && strings.HasPrefix(gzipMagic, string(head)):
		return false, io.ErrUnexpectedEOF
	case err != nil && err != io.EOF:
		return false, err
	}
	return false, &DamageError{"gzip", errJunk}
}

// member makes the content of the next member.
func (g *gunzip) member() error {
	if b, ok := peekBlock(&g.in); ok {
		return g.block(b)
	}
	g.open = false
	if err := readHeader(&g.in); err != nil {
		return err
	}
	g.z.Reset(&g.in)
	m := gzipMember{g: g}
	if err := g.copy(full(&m)); err != io.EOF {
		return err
	}
	return nil
}

// readHeader reads the header of a member: RFC 1952, 2.3.
func readHeader(in *rewinder) error {
	const (
		crc     = 1 << 1
		extra   = 1 << 2
		name    = 1 << 3
		comment = 1 << 4
		unknown = 0xE0
	)
	h := headerReader{in: in}
	fixed := h.next(10)
	if h.err == nil && (fixed[2] != 8 || fixed[3]&unknown != 0) {
		h.err = &DamageError{"gzip", errHeader}
	}
	if h.err != nil {
		return h.err
	}
	flags := fixed[3]
	if flags&extra != 0 {
		if size := h.next(2); h.err == nil {
			h.next(int(binary.LittleEndian.Uint16(size)))
		}
	}
	for _, text := range []byte{name, comment} {
		if flags&text != 0 {
			h.text()
		}
	}
	sum := uint16(h.sum)
	if flags&crc != 0 {
		if want := h.next(2); h.err == nil && binary.LittleEndian.Uint16(want) != sum {
			return &DamageError{"gzip", errHeader}
		}
	}
	return h.err
}

// A headerReader reads the fields of a header. After an error it does nothing.
type headerReader struct {
	in  *rewinder
	sum uint32
	err error
}

// next returns n bytes, valid until the next call.
func (h *headerReader) next(n int) []byte {
	if h.err != nil {
		return nil
	}
	var p []byte
	if p, h.err = h.in.Peek(n); h.err != nil {
		h.err = noEOF(h.err)
		return nil
	}
	h.sum = crc32.Update(h.sum, crc32.IEEETable, p)
	h.in.Discard(n)
	return p
}

// text passes over a text, which ends with NUL.
func (h *headerReader) text() {
	for p := h.next(1); h.err == nil && p[0] != 0; p = h.next(1) {
	}
}

func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// A gzipMember reads the content of a member behind its header, and checks it.
type gzipMember struct {
	g   *gunzip
	sum uint32
	n   uint32 // read so far, modulo 1<<32, as in the trailer
}

func (m *gzipMember) Read(p []byte) (int, error) {
	n, err := m.g.z.Read(p)
	m.sum = crc32.Update(m.sum, crc32.IEEETable, p[:n])
	m.n += uint32(n)
	if err == io.EOF {
		err = m.end()
	}
	return n, err
}

// end returns io.EOF if all is as the trailer says.
func (m *gzipMember) end() error {
	m.g.in.Back(m.g.z.Unused())
	p, err := m.g.in.Peek(trailerSize)
	switch {
	case err != nil:
		return noEOF(err)
	case binary.LittleEndian.Uint32(p) != m.sum || binary.LittleEndian.Uint32(p[4:]) != m.n:
		return &DamageError{"gzip", errGzipData}
	}
	m.g.in.Discard(trailerSize)
	return io.EOF
}

// block hands the next member, a block, to whichever inflater is free.
func (g *gunzip) block(b block) error {
	p := g.take()
	if p == nil {
		return context.Cause(g.ctx)
	}
	if g.blocks == nil {
		g.blocks = startInflaters(g.dop, cap(g.spare))
	}
	p.in = append(p.in[:0], b.body...)
	g.in.Discard(b.size)
	g.open = b.content > 0
	g.give(p)
	g.blocks.jobs <- p // never blocks: there is room for all
	return nil
}
