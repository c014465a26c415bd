package input

import (
	"bufio"
	"context"
	"io"
	"sync"

	"geoscan"
	"geoscan/input/xlsx"
)

// A packed is a table inside of another source, its medium, which it owns. A
// Reader inflates it as it goes. All other forms of it need it unpacked, which
// is done when one is first asked for.
type packed struct {
	medium geoscan.Source
	opt    Options
	part   string // of the medium, if it is only one
	size   int64  // of the content, -1 if unknown
	open   func(context.Context) (io.ReadCloser, error)
	book   *xlsx.Book // what is opened, if it is a workbook; else what is opened must be a plain table

	meter *meter // of the medium

	mu    sync.Mutex
	whole *file // unpacked; nil before
}

// openGzip returns the content of the gzip data medium, which has size bytes, or
// -1 where that is unknown.
func (o Options) openGzip(medium geoscan.Source, size int64) *packed {
	m := newMeter(size)
	open := func(ctx context.Context) (io.ReadCloser, error) {
		r, err := medium.Reader(ctx)
		if err != nil {
			return nil, err
		}
		return newGunzip(ctx, meteredReader{r, m}, o.dop()), nil
	}
	return &packed{medium: medium, opt: o, size: -1, open: open, meter: m}
}

func (s *packed) Name() string { return s.medium.Name() }

func (s *packed) Reader(ctx context.Context) (io.ReadCloser, error) {
	s.mu.Lock()
	whole := s.whole
	s.mu.Unlock()
	if whole != nil {
		return whole.Reader(ctx)
	}
	return s.content(ctx)
}

// content opens the content and looks at its first bytes.
func (s *packed) content(ctx context.Context) (io.ReadCloser, error) {
	r, err := s.open(ctx)
	if err != nil || s.book != nil {
		return r, err
	}
	return newSniffer(r), nil
}

// unpack returns the content as a file.
func (s *packed) unpack(ctx context.Context) (*file, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.whole != nil {
		return s.whole, nil
	}
	whole, err := s.findOrMake(ctx)
	s.whole = whole
	return whole, err
}

// findOrMake returns the content as a file of the cache, or a temporary one if
// there is no cache or nothing to know the medium by.
func (s *packed) findOrMake(ctx context.Context) (*file, error) {
	c, err := openCache(s.opt.CacheDir)
	if err != nil {
		return s.make(ctx, "")
	}
	medium, ok := s.medium.(*file)
	if !ok {
		return s.make(ctx, c.dir)
	}
	k, err := newKey(medium, s.part)
	if err != nil {
		return s.make(ctx, c.dir)
	}
	if f := c.find(k); f != nil {
		s.meter.content.Store(f.size)
		return f, nil
	}
	f, err := s.make(ctx, c.dir)
	if err != nil {
		return nil, err
	}
	return c.add(f, k)
}

// make unpacks the content into a temporary file in dir.
func (s *packed) make(ctx context.Context, dir string) (*file, error) {
	r, err := s.content(ctx)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f, err := writeTemp(&contextReader{ctx, r}, dir, s.size)
	if err != nil {
		return nil, err
	}
	f.name = s.Name()
	if err := s.checkMedium(); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (s *packed) ReaderAt(ctx context.Context) (geoscan.SizedReaderAt, error) {
	f, err := s.unpack(ctx)
	if err != nil {
		return nil, err
	}
	return f.ReaderAt(ctx)
}

func (s *packed) Bytes(ctx context.Context) ([]byte, error) {
	f, err := s.unpack(ctx)
	if err != nil {
		return nil, err
	}
	return f.Bytes(ctx)
}

func (s *packed) File(ctx context.Context) (string, error) {
	f, err := s.unpack(ctx)
	if err != nil {
		return "", err
	}
	return f.File(ctx)
}

func (s *packed) Check() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.whole != nil {
		if err := s.whole.Check(); err != nil {
			return err
		}
	}
	return s.checkMedium()
}

// checkMedium is stricter than the check of plain files: whoever reads
// compressed data that is being written may see a mixture.
func (s *packed) checkMedium() error {
	if f, ok := s.medium.(*file); ok {
		return f.checkUnchanged()
	}
	return s.medium.Check()
}

func (s *packed) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	if s.whole != nil {
		err = s.whole.Close()
	}
	if cerr := s.medium.Close(); err == nil {
		err = cerr
	}
	return err
}

// A sniffer is an inflated stream that must be a plain table.
type sniffer struct {
	buf  *bufio.Reader
	src  io.Closer
	done bool
}

func newSniffer(r io.ReadCloser) *sniffer { return &sniffer{buf: bufio.NewReader(r), src: r} }

func (s *sniffer) Close() error { return s.src.Close() }

func (s *sniffer) Read(p []byte) (int, error) {
	if !s.done {
		head, err := s.buf.Peek(sniffLen)
		if err != nil && err != io.EOF {
			return 0, err
		}
		if err := sniffPlain(head); err != nil {
			return 0, err
		}
		s.done = true
	}
	return s.buf.Read(p)
}
