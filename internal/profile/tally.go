package profile

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"geoscan/query"
)

const highBits = 0x8080808080808080

// A tally counts what is in one chunk. Tallies go round: the goroutine that
// has one owns it.
type tally struct {
	buf  []byte // memory of data
	data []byte // whole records

	Profile       // of data alone
	lines   int64 // in data, blank ones included
	ends    []int // of the fields of the record at hand
}

func newTally(columns int) *tally {
	return &tally{
		Profile: Profile{Columns: make([]ColumnStats, columns)},
		ends:    make([]int, columns),
	}
}

// scan counts the records of t.data.
func (t *tally) scan() {
	for rest := t.data; len(rest) > 0; {
		rec := rest
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			rec, rest = rest[:i], rest[i+1:]
		} else {
			rest = nil
		}
		if n := len(rec); n > 0 && rec[n-1] == '\r' {
			rec = rec[:n-1]
		}
		t.lines++
		t.record(rec)
	}
}

// record counts one record, given without its line end.
func (t *tally) record(rec []byte) {
	if len(rec) == 0 {
		t.Blank++
		return
	}
	wide, ok := t.split(rec)
	if !ok {
		if t.Malformed == 0 {
			t.FirstMalformed = t.lines
		}
		t.Malformed++
		return
	}
	t.Records++
	t.Lengths.add(int64(len(rec)))
	if wide > 0 {
		t.NonASCII++
		t.NonASCIIBytes += int64(wide)
	}
	start := 0
	for i, end := range t.ends {
		t.Columns[i].add(rec[start:end], wide > 0)
		start = end + 1
	}
}

// split finds the ends of the fields of rec and the number of its bytes that
// are not ASCII. It reports whether there are as many fields as columns.
//
// It looks at eight bytes at a time: fields are so short that a call for each,
// even of a vectorised search, costs more than the search.
func (t *tally) split(rec []byte) (wide int, ok bool) {
	tabs, i := 0, 0
	last := len(t.ends) - 1
	for ; i+8 <= len(rec); i += 8 {
		w := binary.LittleEndian.Uint64(rec[i:])
		wide += bits.OnesCount64(w & highBits)
		for m := tabMask(w); m != 0; m &= m - 1 {
			if tabs < last {
				t.ends[tabs] = i + bits.TrailingZeros64(m)>>3
			}
			tabs++
		}
	}
	for ; i < len(rec); i++ {
		wide += int(rec[i] >> 7)
		if rec[i] == '\t' {
			if tabs < last {
				t.ends[tabs] = i
			}
			tabs++
		}
	}
	t.ends[last] = len(rec)
	return wide, tabs == last
}

// tabMask returns a word that has the high bit of each byte set where w has a
// TAB. No carry crosses a byte, so that the mask is exact for all bytes.
func tabMask(w uint64) uint64 {
	x := w ^ 0x0909090909090909
	return ^((x&^highBits + ^uint64(highBits)) | x | ^uint64(highBits))
}

// add counts one field; wide says that its record is not all ASCII.
func (c *ColumnStats) add(field []byte, wide bool) {
	if len(field) == 0 {
		c.Empty++
		return
	}
	c.Bytes += int64(len(field))
	c.Longest = max(c.Longest, int64(len(field)))
	if wide && !ascii(field) {
		c.NonASCII++
	}
	if !maybeNumber(field) {
		return
	}
	v := value(field)
	if v == v {
		c.number(v, field)
	} else if _, ok := query.ParseNumber(field); ok {
		c.number(v, field)
	}
}

// maybeNumber looks at the two ends of a field. That spares most texts the
// parsers.
func maybeNumber(field []byte) bool {
	first, last := field[0], field[len(field)-1]
	return (first-'0' <= 9 || first == '-' || first == '.' || first == '+') &&
		(last-'0' <= 9 || last == '.')
}

// number counts a numeric field of the given value.
func (c *ColumnStats) number(v float64, field []byte) {
	c.Numeric++
	if c.Numeric > 1 && c.Min.val <= v && v <= c.Max.val {
		return
	}
	n := Number{v, field}
	if c.Numeric == 1 || n.less(c.Min) {
		c.Min.set(n)
	}
	if c.Numeric == 1 || c.Max.less(n) {
		c.Max.set(n)
	}
}

// ascii reports whether all bytes of b are ASCII.
func ascii(b []byte) bool {
	for ; len(b) >= 8; b = b[8:] {
		if binary.LittleEndian.Uint64(b)&highBits != 0 {
			return false
		}
	}
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// An adder puts tallies together, in the order of their chunks.
type adder struct {
	p     *Profile
	lines int64 // before the next chunk
}

// add counts what t counted and empties t.
func (a *adder) add(t *tally) {
	p := a.p
	if p.Malformed == 0 && t.Malformed > 0 {
		p.FirstMalformed = a.lines + t.FirstMalformed
	}
	a.lines += t.lines
	p.Records += t.Records
	p.Blank += t.Blank
	p.Malformed += t.Malformed
	p.NonASCII += t.NonASCII
	p.NonASCIIBytes += t.NonASCIIBytes
	p.Lengths.merge(&t.Lengths)
	for i := range p.Columns {
		p.Columns[i].merge(&t.Columns[i])
	}
	t.reset()
}

func (t *tally) reset() {
	cols := t.Columns
	clear(cols)
	t.Lengths.reset()
	lengths := t.Lengths
	t.Profile = Profile{Columns: cols, Lengths: lengths}
	t.data, t.lines = nil, 0
}

// merge adds what d counted in later records.
func (c *ColumnStats) merge(d *ColumnStats) {
	c.Empty += d.Empty
	c.Bytes += d.Bytes
	c.Longest = max(c.Longest, d.Longest)
	c.NonASCII += d.NonASCII
	if d.Numeric == 0 {
		return
	}
	if c.Numeric == 0 || d.Min.less(c.Min) {
		c.Min = d.Min
	}
	if c.Numeric == 0 || c.Max.less(d.Max) {
		c.Max = d.Max
	}
	c.Numeric += d.Numeric
}
