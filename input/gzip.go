package input

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
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
	var (
		corrupt  flate.CorruptInputError
		internal flate.InternalError
	)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) ||
		errors.As(err, &corrupt) || errors.As(err, &internal) {
		return &DamageError{form, err}
	}
	return err
}

// errJunk says that something follows the last member, other than zeros.
var errJunk = errors.New("something that is no gzip data follows it")

// newGunzip returns the content of all members of the gzip stream r, made in
// goroutines of its own: one for a member after the other, or up to dop where
// the members are blocks of BGZF, which tell where the next one starts. It
// closes r.
func newGunzip(ctx context.Context, r io.ReadCloser, dop int) io.ReadCloser {
	g := &gunzip{br: bufio.NewReaderSize(r, 2*pieceSize), dop: dop}
	return waiting{startAhead(ctx, 4+2*dop, g.fill), r}
}

// A gunzip makes a stream of the content of gzip data.
type gunzip struct {
	*ahead
	br     *bufio.Reader
	z      gzip.Reader
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
	head, err := g.br.Peek(1)
	for !first && err == nil && head[0] == 0 {
		g.br.Discard(1)
		head, err = g.br.Peek(1)
	}
	switch {
	case err == io.EOF && g.open:
		return false, io.ErrUnexpectedEOF // cut between two blocks
	case err == io.EOF:
		return false, nil
	case err != nil:
		return false, err
	}
	head, err = g.br.Peek(len(gzipMagic))
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
	if b, ok := peekBlock(g.br); ok {
		return g.block(b)
	}
	g.open = false
	if err := g.z.Reset(g.br); err != nil {
		return err
	}
	g.z.Multistream(false)
	if err := g.copy(full(&g.z)); err != io.EOF {
		return err
	}
	return nil
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
	g.br.Discard(b.size)
	g.open = b.content > 0
	g.give(p)
	g.blocks.jobs <- p // never blocks: there is room for all
	return nil
}
