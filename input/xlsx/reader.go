package xlsx

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
)

// A Reader reads the records of a workbook. It is for one goroutine.
type Reader struct {
	b       *Book
	ctx     context.Context
	dop     int
	columns int
	budget  *budget
	strings *stringTable

	f     *feed
	j     *job
	rest  []byte // of j.out, not handed out yet
	sheet int    // the present one
	row   int    // its last row
	ended bool   // its rows have ended
	begun bool   // something was handed out
	err   error
}

// Reader returns a new stream of all records. The caller closes it.
//
// An error names the sheet and the cell, if it is in one, and comes behind all
// rows before that. It is a *CellError, a *PartError, a *LimitError, an error of
// the archive's reader, or the cause of ctx's end.
func (b *Book) Reader(ctx context.Context) *Reader {
	return &Reader{b: b, ctx: ctx, dop: b.opt.DOP, columns: b.opt.Columns, budget: &budget{b.opt.MaxBytes, "parts"}}
}

// Close ends all goroutines of the reader.
func (r *Reader) Close() error {
	if r.f != nil {
		r.f.close()
	}
	if r.err == nil {
		r.err = errors.New("xlsx: read after Close")
	}
	return nil
}

// Read reads the records as text.
func (r *Reader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		if r.err == nil {
			r.err = r.next()
		}
		if r.err != nil && len(r.rest) == 0 {
			return 0, r.err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// next goes on to the next records.
func (r *Reader) next() error {
	if r.f == nil {
		if err := r.start(); err != nil {
			return err
		}
	}
	if r.j != nil {
		r.f.done(r.j)
		r.j = nil
	}
	j, err := r.f.next()
	if err != nil {
		return err
	}
	r.j = j
	return r.accept(j)
}

// mark is what a reader of plain text drops at the start of its input. If that is
// data, it must stand there twice.
const mark = "\xEF\xBB\xBF"

// accept takes over a job: rest is its records.
func (r *Reader) accept(j *job) error {
	sheet := r.sheet
	if j.last {
		r.sheet++
	}
	r.b.cells.Add(j.cells)
	var err error
	if !r.ended {
		err = r.acceptRows(j, sheet)
	}
	if err == nil && j.ioErr != nil {
		err = r.cellError(sheet, "", j.ioErr)
	}
	if j.last {
		r.row, r.ended = 0, false
	}
	return err
}

func (r *Reader) acceptRows(j *job, sheet int) error {
	r.rest = j.out
	if !r.begun && bytes.HasPrefix(j.out, []byte(mark)) {
		r.rest = append([]byte(mark), j.out...)
	}
	r.begun = r.begun || len(j.out) > 0
	if j.first > 0 && j.first <= r.row+j.before {
		r.rest = nil
		return r.cellError(sheet, cellName(-1, j.first), errOrder)
	}
	base := r.row
	if j.first > 0 {
		base = 0
	}
	r.row = base + j.rows
	r.ended = j.ended
	if j.err != nil {
		return r.cellError(sheet, cellName(j.badCol, base+j.badRow), j.err)
	}
	if j.last && !j.ended && j.ioErr == nil {
		return r.cellError(sheet, "", errEnd)
	}
	return nil
}

// cellError says where in a sheet err is, unless that is no matter of a sheet.
func (r *Reader) cellError(sheet int, cell string, err error) error {
	var limit *LimitError
	if errors.As(err, &limit) {
		return err
	}
	s := r.b.sheets[sheet]
	return &CellError{s.name, cell, s.part, err}
}

// start reads the shared strings, and starts with the sheets.
func (r *Reader) start() error {
	if r.strings == nil {
		r.strings = &stringTable{}
		if err := r.readStrings(); err != nil {
			return err
		}
	}
	if r.columns == 0 {
		n, err := r.measure()
		if err != nil {
			return err
		}
		r.columns = n
	}
	parts, err := r.cutters()
	if err != nil {
		return err
	}
	r.f = newFeed(r.ctx, parts, r.dop, r.newParse)
	return nil
}

func (r *Reader) cutters() (parts []*cutter, err error) {
	for i, s := range r.b.sheets {
		f, err := r.b.part(s.part)
		if err != nil {
			return nil, r.cellError(i, "", err)
		}
		parts = append(parts, &cutter{book: r.b, file: f, kind: &rowsKind, size: r.b.opt.piece, budgets: []*budget{r.budget}})
	}
	return parts, nil
}

func (r *Reader) newParse() func([]byte, *job) {
	p := &rowParser{strings: r.strings, dates: r.b.dates, from: r.b.main.from, columns: r.columns}
	return p.parse
}

// readStrings reads the shared strings.
func (r *Reader) readStrings() error {
	name := r.b.main.strings
	if name == "" {
		return nil
	}
	file, err := r.b.part(name)
	if err != nil {
		return err
	}
	own := &budget{r.b.opt.MaxBytes / 8, "shared strings"}
	c := &cutter{book: r.b, file: file, kind: &stringsKind, size: r.b.opt.piece, budgets: []*budget{r.budget, own}}
	f := newFeed(r.ctx, []*cutter{c}, r.dop, func() func([]byte, *job) { return new(stringParser).parse })
	defer f.close()
	ended := false
	for {
		j, err := f.next()
		if err == io.EOF && !ended {
			err = errEnd
		}
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = cmp.Or(j.err, j.ioErr)
		}
		if err != nil {
			return &PartError{file.Name, err}
		}
		r.strings.add(j.out, j.at)
		ended = ended || j.ended
		j.out = nil
		f.done(j)
	}
}

// measure returns how many fields the first record has, which is at least 1.
func (r *Reader) measure() (int, error) {
	first := &Reader{b: r.b, ctx: r.ctx, dop: 1, columns: maxColumns, budget: r.budget, strings: r.strings}
	defer first.Close()
	for len(first.rest) == 0 {
		if err := first.next(); err == io.EOF {
			return 1, nil
		} else if err != nil && len(first.rest) == 0 {
			return 0, err
		}
	}
	rec, _, _ := bytes.Cut(first.rest, []byte{'\n'})
	return bytes.Count(bytes.TrimRight(rec, "\t"), []byte{'\t'}) + 1, nil
}
