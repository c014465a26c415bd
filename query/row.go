package query

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// A Row is one answer.
type Row struct {
	Input  int      // which input, from 0
	Off    int64    // where its record starts in that input, in bytes
	Fields [][]byte // the selected columns
}

// Emit receives the rows in their final order, never two at a time. Fields and
// their bytes are valid until it returns. An error stops the scan and is
// returned by it.
type Emit func(Row) error

// A row is an answer that waits for its turn. It owns its bytes.
type row struct {
	input int
	off   int64
	data  []byte // each selected field after its length, a uvarint; then key texts
	keys  []key  // refers to data
	seen  counts // what its part had seen with it
}

// A key is a row's value under one order key: a number, or a text in wide.
type key struct {
	Number
	none bool // a numeric key whose field is no number
}

// counts are what the part has seen so far.
type counts struct {
	records, malformed, lines int64
}

// appendKeys appends the keys of r, which refer to its bytes.
func (q *Query) appendKeys(keys []key, r Record) []key {
	for _, o := range q.order {
		keys = append(keys, o.of(r))
	}
	return keys
}

func (o *orderKey) of(r Record) key {
	if o.distance != nil {
		return distanceKey(o.distance.of(r))
	}
	f := r.Field(o.col)
	if !o.numeric {
		return key{Number: Number{wide: f}}
	}
	n, ok := ParseNumber(f)
	return key{Number: n, none: !ok}
}

// compare orders rows by the keys, then by place in the input. No two rows are
// equal.
func (q *Query) compare(a, b *row) int {
	for i, o := range q.order {
		if c := o.compare(&a.keys[i], &b.keys[i]); c != 0 {
			return c
		}
	}
	if c := cmp.Compare(a.input, b.input); c != 0 {
		return c
	}
	return cmp.Compare(a.off, b.off)
}

func (o orderKey) compare(a, b *key) (c int) {
	switch {
	case a.none && b.none:
		return 0
	case a.none:
		return +1
	case b.none:
		return -1
	case o.numeric:
		c = a.Cmp(b.Number)
	default:
		c = bytes.Compare(a.wide, b.wide)
	}
	if o.desc {
		return -c
	}
	return c
}

// size returns how many bytes a row of r takes.
func (q *Query) size(r Record, keys []key) int {
	n := 0
	for _, col := range q.sel {
		f := len(r.Field(col))
		n += (bits.Len64(uint64(f)|1)+6)/7 + f
	}
	for i := range keys {
		n += len(keys[i].wide)
	}
	return n
}

// fill makes w the row of r, in w's own bytes. buf is empty and has room for
// all of it, so that keys may point into it.
func (q *Query) fill(w *row, buf []byte, r Record, keys []key) {
	for _, col := range q.sel {
		f := r.Field(col)
		buf = binary.AppendUvarint(buf, uint64(len(f)))
		buf = append(buf, f...)
	}
	w.keys = append(w.keys[:0], keys...)
	for i := range w.keys {
		k := &w.keys[i]
		if k.wide != nil {
			at := len(buf)
			buf = append(buf, k.wide...)
			k.wide = buf[at:len(buf):len(buf)]
		}
	}
	w.data = buf
}

// fields appends the selected fields, which refer to w's bytes.
func (w *row) fields(dst [][]byte, n int) [][]byte {
	data := w.data
	for range n {
		size, k := binary.Uvarint(data)
		data = data[k:]
		dst = append(dst, data[:size:size])
		data = data[size:]
	}
	return dst
}

// An arena hands out bytes from larger blocks, so that many short rows cost
// few allocations. They live as long as any of them is held.
type arena struct{ free []byte }

const arenaBlock = 64 << 10

// alloc returns an empty slice with room for n bytes.
func (a *arena) alloc(n int) []byte {
	if n > len(a.free) {
		if n > arenaBlock/4 {
			return make([]byte, 0, n)
		}
		a.free = make([]byte, arenaBlock)
	}
	b := a.free[:0:n]
	a.free = a.free[n:]
	return b
}

// A topRows keeps the first n rows of those that it is given: a heap whose root
// is the last of them.
type topRows struct {
	q    *Query
	n    int64
	rows []row
}

// admits reports whether w is among the first n so far.
func (t *topRows) admits(w *row) bool {
	return int64(len(t.rows)) < t.n || t.q.compare(w, &t.rows[0]) < 0
}

// slot makes room for one more row and returns it, with the old bytes of the
// row that it displaces, to be filled and then settled.
func (t *topRows) slot() *row {
	if int64(len(t.rows)) < t.n {
		t.rows = append(t.rows, row{})
		return &t.rows[len(t.rows)-1]
	}
	return &t.rows[0]
}

// settle restores the heap after the slot was filled.
func (t *topRows) settle(full bool) {
	if full {
		t.down(0)
		return
	}
	for i := len(t.rows) - 1; i > 0; {
		parent := (i - 1) / 2
		if t.q.compare(&t.rows[i], &t.rows[parent]) < 0 {
			return
		}
		t.rows[i], t.rows[parent] = t.rows[parent], t.rows[i]
		i = parent
	}
}

func (t *topRows) down(i int) {
	for {
		last := 2*i + 1
		if last >= len(t.rows) {
			return
		}
		if r := last + 1; r < len(t.rows) && t.q.compare(&t.rows[r], &t.rows[last]) > 0 {
			last = r
		}
		if t.q.compare(&t.rows[i], &t.rows[last]) > 0 {
			return
		}
		t.rows[i], t.rows[last] = t.rows[last], t.rows[i]
		i = last
	}
}

// add offers a row that is kept as it is.
func (t *topRows) add(w row) {
	if !t.admits(&w) {
		return
	}
	full := int64(len(t.rows)) == t.n
	*t.slot() = w
	t.settle(full)
}

func (q *Query) sort(rows []row) {
	slices.SortFunc(rows, func(a, b row) int { return q.compare(&a, &b) })
}
