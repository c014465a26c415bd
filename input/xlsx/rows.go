package xlsx

import (
	"bytes"
	"errors"
)

var errOrder = errors.New("comes after a row with the same number or a higher one")

// A rowParser makes pieces of a sheet into records.
type rowParser struct {
	p       parser
	t       texter
	strings *stringTable
	dates   []dateKind
	from    epoch
	columns int

	j        *job
	number   int  // of the present row, or how many there were in the piece
	explicit bool // the row says it itself

	start  int  // of the present record in j.out
	fields int  // of it, begun so far
	filled bool // one of them is not empty
	wide   bool // there is something behind the last column
	col    int  // of the present cell
	spare  []byte
}

// parse makes j's records of the rows in piece.
func (r *rowParser) parse(piece []byte, j *job) {
	r.p = parser{buf: piece, item: rowsKind.item, open: r.p.open}
	r.j = j
	if j.out == nil {
		j.out = make([]byte, 0, len(piece)/2) // most is tags
	}
	r.number, r.explicit, r.col = 0, false, -1
	r.begin()
	j.err = r.rows()
	if j.err == nil {
		r.finish()
	} else {
		j.out = j.out[:r.start]
		j.badRow, j.badCol = r.number, r.col
	}
	j.rows = r.number
}

// rows goes over all rows of the piece.
func (r *rowParser) rows() error {
	for {
		kind, err := r.p.next()
		switch {
		case err != nil || kind == atEnd:
			return err
		case kind == endTag && string(r.p.local) == "sheetData":
			r.finish()
			r.begin()
			r.j.ended = true
			r.tail()
			return nil
		case kind == endTag:
			return errSyntax
		case string(r.p.local) == "row":
			if err = r.row(); err == nil {
				r.col = -1
			}
		default:
			err = r.p.skip()
		}
		if err != nil {
			return err
		}
	}
}

// tail looks at what follows the rows.
func (r *rowParser) tail() {
	again := append([]byte("<"), r.p.name...)
	if r.j.ioErr == nil && bytes.Contains(r.p.buf[r.p.i:], again) {
		r.j.ioErr = errTwice
	}
}

// row reads a row. A row that says the same number as the one before goes on
// with that one.
func (r *rowParser) row() error {
	r.col = -1
	number := 0
	for {
		name, value, end, err := r.p.attr()
		switch {
		case err != nil:
			return err
		case end == another:
			if string(name) == "r" && len(value) > 0 {
				if number, err = parseIndex(value); err != nil {
					return err
				}
			}
			continue
		}
		if err := r.count(number); err != nil || end == emptyEnds {
			return err
		}
		return r.cells()
	}
}

// count goes on to the row with this number, or to the next one for 0.
func (r *rowParser) count(number int) error {
	switch {
	case number == 0:
		r.finish()
		r.begin()
		r.number++
		r.explicit = false
		return nil
	case number == r.number && r.explicit:
		return nil
	case r.j.first == 0:
		r.j.first, r.j.before = number, r.number
	case number <= r.number:
		r.number, r.explicit = number, true
		return errOrder
	}
	r.finish()
	r.begin()
	r.number, r.explicit = number, true
	return nil
}

// begin begins a record.
func (r *rowParser) begin() {
	r.start, r.fields, r.filled, r.wide = len(r.j.out), 0, false, false
}

// finish ends a record. One without content is dropped.
func (r *rowParser) finish() {
	if !r.filled && !r.wide {
		r.j.out = r.j.out[:r.start]
		return
	}
	r.pad(r.columns)
	if r.wide {
		r.j.out = append(r.j.out, '\t')
	}
	r.j.out = append(r.j.out, '\n')
}

// pad begins fields until there are n.
func (r *rowParser) pad(n int) {
	if r.fields == 0 && n > 0 {
		r.fields = 1
	}
	for ; r.fields < n; r.fields++ {
		r.j.out = append(r.j.out, '\t')
	}
}

// cells reads the cells of a row, and its end.
func (r *rowParser) cells() error {
	for {
		if r.p.atCell() {
			if err := r.cell(); err != nil {
				return err
			}
			continue
		}
		kind, err := r.p.next()
		switch {
		case err != nil:
			return err
		case kind == atEnd:
			return errEnd
		case kind == endTag && string(r.p.local) == "row":
			return nil
		case kind == endTag:
			return errSyntax
		case string(r.p.local) == "c":
			err = r.cell()
		default:
			err = r.p.skip()
		}
		if err != nil {
			return err
		}
	}
}

// atCell goes behind <c if that is next, as it nearly always is within a row.
func (p *parser) atCell() bool {
	if rest := p.buf[p.i:]; len(rest) < 3 || string(rest[:3]) != "<c " {
		return false
	}
	p.i += len("<c")
	return true
}

// place makes what was appended to j.out from at on the field of the present
// cell, which lies before or behind the fields that are expected.
func (r *rowParser) place(at int) {
	if r.col >= r.columns {
		r.wide = true
		r.j.out = r.j.out[:at]
		return
	}
	r.spare = append(r.spare[:0], r.j.out[at:]...)
	r.j.out = r.j.out[:at]
	r.replace(r.spare)
	r.filled = true
}

// replace makes value a field that was begun before.
func (r *rowParser) replace(value []byte) {
	rec := r.j.out[r.start:]
	begin := 0
	for range r.col {
		begin += bytes.IndexByte(rec[begin:], '\t') + 1
	}
	end := bytes.IndexByte(rec[begin:], '\t')
	if end < 0 {
		end = len(rec) - begin
	}
	tail := append([]byte(nil), rec[begin+end:]...)
	r.j.out = append(append(r.j.out[:r.start+begin], value...), tail...)
}
