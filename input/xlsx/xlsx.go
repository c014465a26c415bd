// Package xlsx reads workbooks (Office Open XML, ECMA-376 part 1) as records of
// tab-separated fields, with many goroutines.
//
// A workbook is a zip archive of XML files, the parts. Reading takes three
// phases:
//
//   - the small parts, on opening: which sheets there are, in which order, which
//     of them are visible, which styles show a number as a date;
//   - the shared strings, decoded once;
//   - the sheets. An inflater per sheet cuts its XML where rows begin, and
//     goroutines take the pieces from all sheets, the earliest first. So eight
//     sheets are inflated side by side, and a single huge one is inflated by one
//     goroutine while others parse what it has made.
//
// Memory: a few pieces per goroutine, the shared strings, and the longest row.
//
// # Records
//
// Each row with content is a record; rows without are none. Cells that are
// absent are empty fields. A row with content to the right of the last column
// gets one field more than the others, whatever lies there, so that a scan
// counts it as malformed and a cell far out costs nothing.
//
// TAB, LF and CR inside a cell are written as query.AppendEscaped does.
//
// # Values
//
// A text is what the cell holds, with no blanks trimmed and no phonetic hints.
// A number is written with the digits of the file, but one with more digits than
// a float64 holds, as 27.987850000000002, is written with as many as it needs.
// A number that its style shows as a date or a time becomes 2006-01-02,
// 2006-01-02T15:04:05 or 15:04:05. Truth values are TRUE and FALSE, errors what
// the cell shows, as #N/A. Formulas give the result that was saved with them.
package xlsx

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// Options say how to read a workbook. The zero value is a good choice.
type Options struct {
	// Sheet is the name of the one sheet to read, hidden or not; "" is all
	// that are visible.
	Sheet string

	// Columns is how many fields a record has; 0: as many as the first.
	Columns int

	// DOP is how many goroutines read; with 1 the caller's own does it all.
	// 0: runtime.GOMAXPROCS.
	DOP int

	// MaxBytes bounds the size of all parts together as they are inflated,
	// and an eighth of it that of the shared strings; 0: DefaultMaxBytes.
	MaxBytes int64

	piece int // bytes that are parsed at a time, about; 0: pieceSize
}

// DefaultMaxBytes is more than any workbook has that a spreadsheet program made.
const DefaultMaxBytes = 16 << 30

var (
	errEncrypted = errors.New("the workbook is encrypted; save it without a password first")
	errNotBook   = errors.New("is an Office document, but not a workbook")
	errBinary    = errors.New("is a binary workbook (xlsb); save it as xlsx first")
	errNoSheet   = errors.New("the workbook has no visible sheet of cells")
	errEntity    = errors.New("has a DOCTYPE or an entity of its own, which is refused")
	errSyntax    = errors.New("is not well-formed XML")
	errEncoding  = errors.New("is not in UTF-8")
	errEnd       = error(endError{})
	errDamaged   = errors.New("is damaged")
	errChecksum  = errors.New("has a wrong checksum")
	errSize      = errors.New("does not have the size it is declared with")
)

// An endError says that something has no end.
type endError struct{}

func (endError) Error() string { return "ends too early" }
func (endError) Unwrap() error { return io.ErrUnexpectedEOF }

// A LimitError says that a workbook is larger than Options.MaxBytes allows.
type LimitError struct {
	What  string // "parts" or "shared strings"
	Limit int64  // bytes
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("the %s of the workbook are larger than %d bytes when inflated, which is the limit", e.What, e.Limit)
}

// A PartError is an error in a part of a workbook.
type PartError struct {
	Part string // its name in the archive
	Err  error
}

func (e *PartError) Error() string { return fmt.Sprintf("part %s %v", e.Part, e.Err) }
func (e *PartError) Unwrap() error { return e.Err }

// A CellError is an error in a sheet.
type CellError struct {
	Sheet string
	Cell  string // "B12"; "12" for an error in a row and outside of cells, "" outside of rows
	Part  string // of the archive
	Err   error
}

func (e *CellError) Error() string {
	where := fmt.Sprintf("sheet %q", e.Sheet)
	switch {
	case e.Cell == "":
	case e.Cell[0] <= '9':
		where += ", row " + e.Cell
	default:
		where += ", cell " + e.Cell
	}
	return fmt.Sprintf("%s (%s) %v", where, e.Part, e.Err)
}

func (e *CellError) Unwrap() error { return e.Err }

// A SheetError says that there is no sheet of cells with the name asked for.
type SheetError struct {
	Want   string
	Sheets []string // that there are; nil if it is no workbook
}

func (e *SheetError) Error() string {
	if e.Sheets == nil {
		return fmt.Sprintf("is no workbook, so it has no sheet %q", e.Want)
	}
	list := make([]string, 0, len(e.Sheets))
	for _, s := range e.Sheets {
		if len(list) == maxListed {
			list = append(list, fmt.Sprintf("and %d more", len(e.Sheets)-maxListed))
			break
		}
		list = append(list, fmt.Sprintf("%q", s))
	}
	return fmt.Sprintf("the workbook has no sheet %q; there are: %s", e.Want, strings.Join(list, ", "))
}

const maxListed = 20

// A Book is an open workbook. Its methods are safe for concurrent use.
type Book struct {
	parts  map[string]*zip.File
	r      io.ReaderAt
	size   int64
	opt    Options
	sheets []sheet // to read, in order
	main   mainPart
	dates  []dateKind // by style
	cells  atomic.Int64

	decoders sync.Pool // as they are large, and sheets may be many and small
}

// Open reads the small parts of the workbook in r, an archive of size bytes. r
// must stay readable as long as the Book is used.
func Open(r io.ReaderAt, size int64, opt Options) (*Book, error) {
	if opt.DOP <= 0 {
		opt.DOP = runtime.GOMAXPROCS(0)
	}
	if opt.MaxBytes <= 0 {
		opt.MaxBytes = DefaultMaxBytes
	}
	if opt.piece <= 0 {
		opt.piece = pieceSize
	}
	b := &Book{r: r, size: size, opt: opt}
	if err := b.directory(); err != nil {
		return nil, err
	}
	if err := b.readMain(); err != nil {
		return nil, err
	}
	if err := b.choose(); err != nil {
		return nil, err
	}
	return b, b.readStyles()
}

// choose leaves the sheets that are to be read.
func (b *Book) choose() error {
	var chosen []sheet
	var names []string
	for _, s := range b.main.sheets {
		names = append(names, s.name)
		if b.opt.Sheet == "" && !s.hidden || b.opt.Sheet != "" && s.name == b.opt.Sheet {
			chosen = append(chosen, s)
		}
	}
	switch {
	case len(chosen) > 0:
		b.sheets = chosen
		return nil
	case b.opt.Sheet != "":
		return &SheetError{b.opt.Sheet, names}
	}
	return errNoSheet
}

// Sheets returns the names of the sheets that are read, in order.
func (b *Book) Sheets() []string {
	names := make([]string, len(b.sheets))
	for i, s := range b.sheets {
		names[i] = s.name
	}
	return names
}

// Cells returns how many cells all readers have gone over so far, empty ones
// included.
func (b *Book) Cells() int64 { return b.cells.Load() }
