package columns

import (
	"math"
	"unsafe"

	"geoscan/internal/chunk"
	"geoscan/internal/kernel"
	"geoscan/query"
)

// A column holds a column's numbers, multiplied by 10^scale: places after the
// point become integers.
type column struct {
	data   []byte
	chunks []chunk.Lines
	col    int
	width  int // fields of a well-formed record
	scale  int
	blocks []block
}

// A block holds the numbers of one chunk.
type block struct {
	values      []int32
	least, most int32 // of the numbers; least > most if there are none
	odd         bool  // some value is odd
}

// Values that stand for no number.
const (
	none = math.MinInt32     // the field is no number, so no range holds it
	odd  = math.MinInt32 + 1 // unknown here: look at the record
)

// maxPlaces bounds the scale: with it, degrees fit into 32 bits.
const maxPlaces = 5

// places returns how many places after the point the column needs, judged by
// the first lines of some chunks. A number with more of them is odd.
func (c *column) places() (most int) {
	const samples, lines = 16, 64
	var line kernel.Line
	for k := 0; k < len(c.chunks); k += len(c.chunks)/samples + 1 {
		l := &c.chunks[k]
		for i := range min(lines, len(l.Starts)) {
			line.Reset(l.Line(c.data, i))
			if line.Len() == c.width {
				most = max(most, places(line.Field(c.col)))
			}
		}
	}
	return most
}

func places(field []byte) int {
	n, ok := query.ParseNumber(field)
	if !ok {
		return 0
	}
	for s := range maxPlaces {
		if _, exact, fits := n.Scaled(s); exact || !fits {
			return s
		}
	}
	return maxPlaces
}

// fill parses the numbers of chunk k.
func (c *column) fill(k int) {
	lines := &c.chunks[k]
	b := block{values: make([]int32, len(lines.Starts)), least: math.MaxInt32, most: math.MinInt32}
	var line kernel.Line
	for i := range b.values {
		v := int32(odd)
		if rec := lines.Line(c.data, i); len(rec) > 0 {
			line.Reset(rec)
			v = c.value(&line)
		}
		b.values[i] = v
		switch v {
		case none:
		case odd:
			b.odd = true
		default:
			b.least, b.most = min(b.least, v), max(b.most, v)
		}
	}
	c.blocks[k] = b
}

// value returns what stands for a record in the column.
func (c *column) value(line *kernel.Line) int32 {
	if line.Len() != c.width {
		return odd // malformed
	}
	field := line.Field(c.col)
	if len(field) == 0 {
		return none
	}
	n, ok := query.ParseNumber(field)
	if !ok {
		return none
	}
	v, exact, ok := n.Scaled(c.scale)
	if !ok || !exact || v <= odd || v > math.MaxInt32 {
		return odd
	}
	return int32(v)
}

// size returns the memory of the column in bytes.
func (c *column) size() int64 {
	n := int64(unsafe.Sizeof(*c)) + int64(len(c.blocks))*int64(unsafe.Sizeof(block{}))
	for _, b := range c.blocks {
		n += 4 * int64(cap(b.values))
	}
	return n
}

// A test asks whether a column's number lies between bounds, which are
// multiplied as its numbers are.
type test struct {
	*column
	least, most int64
}

// excludes reports whether no record of chunk k passes, and all are well formed.
func (t test) excludes(k int) bool {
	b := &t.blocks[k]
	return !b.odd && (b.least > b.most || int64(b.most) < t.least || int64(b.least) > t.most)
}

// rejects reports whether record i of chunk k fails. It is sure of that if it
// says so.
func (t test) rejects(k, i int) bool {
	v := t.blocks[k].values[i]
	return v == none || v != odd && (int64(v) < t.least || int64(v) > t.most)
}
