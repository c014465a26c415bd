package input

import (
	"context"
	"fmt"
	"io"

	"geoscan"
	"geoscan/input/xlsx"
)

// workbookPart is a member that all workbooks and other documents of the Office
// Open XML formats have, and no other archive.
const workbookPart = "[Content_Types].xml"

// openWorkbook returns the records of a workbook's sheets. medium is the archive
// of its parts, read by r, and belongs to the source that is returned.
func (o Options) openWorkbook(medium geoscan.Source, r geoscan.SizedReaderAt) (geoscan.Source, error) {
	if o.Member != "" {
		return nil, &MemberError{Want: o.Member}
	}
	book, err := xlsx.Open(r, r.Size(), xlsx.Options{Sheet: o.Sheet, Columns: o.Columns, DOP: o.dop(), MaxBytes: o.MaxInflated})
	if err != nil {
		return nil, err
	}
	return &packed{
		medium: medium,
		opt:    o,
		part:   fmt.Sprintf("%d fields of sheet %q", o.Columns, o.Sheet),
		size:   -1,
		book:   book,
		open:   func(ctx context.Context) (io.ReadCloser, error) { return book.Reader(ctx), nil },
	}, nil
}

// checkSheet returns an error if a sheet is wanted of what is no workbook.
func (o Options) checkSheet() error {
	if o.Sheet == "" {
		return nil
	}
	return &xlsx.SheetError{Want: o.Sheet}
}

// Escaped reports whether the records are those of a workbook.
func (s *packed) Escaped(context.Context) (bool, error) { return s.book != nil, nil }

// Cells returns how many cells of a workbook were read so far.
func (s *packed) Cells() int64 {
	if s.book == nil {
		return 0
	}
	return s.book.Cells()
}

// Escaped reports whether it is a workbook, once the first bytes are there.
func (s *stream) Escaped(ctx context.Context) (bool, error) {
	src, err := s.open(ctx)
	if e, ok := src.(geoscan.Escaper); ok && err == nil {
		return e.Escaped(ctx)
	}
	return false, err
}

// Cells returns how many cells of a workbook were read so far.
func (s *stream) Cells() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p, ok := s.src.(*packed); ok {
		return p.Cells()
	}
	return 0
}
