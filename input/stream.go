package input

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"sync"

	"geoscan"
)

// A stream is a source that can be read once, of unknown size. Its form shows
// when its first bytes are read, since at opening time nothing may have been
// written yet.
type stream struct {
	name string
	f    *os.File
	opt  Options

	mu  sync.Mutex
	src geoscan.Source // what it is; nil before
	err error          // why that can't be told
}

// headLen is how many first bytes of a stream are looked at.
const headLen = 4096

// open tells the form, the first time.
func (s *stream) open(ctx context.Context) (geoscan.Source, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.src == nil && s.err == nil {
		s.src, s.err = s.tell(ctx)
	}
	return s.src, s.err
}

// tell reads the first bytes, or all of an archive, whose directory is at its
// end.
func (s *stream) tell(ctx context.Context) (geoscan.Source, error) {
	a := startAhead(ctx, 3, func(a *ahead) error { return a.copy(s.f.Read) })
	p := &pipe{name: s.name, close: a.Close, r: bufio.NewReaderSize(a, headLen)}
	src, err := s.what(ctx, p)
	if err != nil {
		p.Close()
	}
	return src, err
}

func (s *stream) what(ctx context.Context, p *pipe) (geoscan.Source, error) {
	head, err := p.r.Peek(headLen)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if err := sniffCut(s.name, head); err != nil {
		return nil, err
	}
	f, err := sniff(head)
	switch {
	case err != nil:
		return nil, err
	case f == zipped || mayHoldZip(head):
		return s.spool(p)
	case s.opt.Member != "":
		return nil, &MemberError{Want: s.opt.Member}
	case s.opt.Sheet != "":
		return nil, s.opt.checkSheet()
	case f == gzipped:
		return s.opt.openGzip(p, -1), nil
	}
	return p, nil
}

// maxSpool is how much of an archive that comes through a pipe is held in
// memory.
const maxSpool = 8 << 20

// spool reads all of p, into memory or else into a temporary file, and returns
// the table in it.
func (s *stream) spool(p *pipe) (geoscan.Source, error) {
	defer p.Close()
	var buf bytes.Buffer
	_, err := io.CopyN(&buf, p.r, maxSpool)
	var medium geoscan.Source = &memory{name: s.name, data: buf.Bytes()}
	if err == nil { // there is more
		c, _ := openCache(s.opt.CacheDir)
		f, terr := writeTemp(io.MultiReader(&buf, p.r), c.dir, -1)
		if terr != nil {
			return nil, terr
		}
		f.name = s.name
		medium, err = f, io.EOF
	}
	if err != io.EOF {
		return nil, err
	}
	src, err := s.opt.fromMedium(medium)
	if err != nil {
		medium.Close()
	}
	return src, err
}

func (s *stream) Name() string { return s.name }

func (s *stream) Reader(ctx context.Context) (io.ReadCloser, error) {
	src, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	return src.Reader(ctx)
}

func (s *stream) ReaderAt(ctx context.Context) (geoscan.SizedReaderAt, error) {
	src, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	return src.ReaderAt(ctx)
}

func (s *stream) Bytes(ctx context.Context) ([]byte, error) {
	src, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	return src.Bytes(ctx)
}

func (s *stream) File(ctx context.Context) (string, error) {
	src, err := s.open(ctx)
	if err != nil {
		return "", err
	}
	return src.File(ctx)
}

func (s *stream) Check() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.src == nil {
		return nil
	}
	return s.src.Check()
}

func (s *stream) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.f.Close()
	if s.src != nil {
		if serr := s.src.Close(); err == nil {
			err = serr
		}
	}
	return err
}
