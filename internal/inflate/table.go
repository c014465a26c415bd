package inflate

import (
	"math/bits"
	"sync"
)

// An entry of a table tells what a code means:
//
//	literal | byte<<16 | bits of the code
//	length or distance<<16 | bits of the code<<8 | bits of the code and extra bits
//	special | subtable | where it begins<<16 | bits that choose there<<8 | bits of the code before
//	special | blockEnd<<16 | bits of the code
//	special | corrupt<<16
//
// In a subtable bits of the code count from the code's start.
const (
	literal  = 1 << 31
	special  = 1 << 15
	subtable = 1 << 14

	valueAt = 16
	codeAt  = 8
	allMask = 0x3F

	blockEnd = 1
	corrupt  = 2
)

const (
	litBits  = 11 // codes up to this length are in the first table
	distBits = 8

	// The most entries that tables with these bits and codes of at most 15
	// bits need, as enough of zlib computes them.
	litSize  = 2342
	distSize = 402

	maxBits  = 15
	numLit   = 288
	numDist  = 32
	numCodes = 19
	codeBits = 7
)

// tables decode the symbols of a block.
type tables struct {
	lit  [litSize]uint32
	dist [distSize]uint32
}

// The meanings of symbols, in the form of entries without codes: RFC 1951, 3.2.5.
var (
	litMeaning  = makeLitMeaning()
	distMeaning = makeDistMeaning()
	codeMeaning = makeCodeMeaning()
)

func makeLitMeaning() (m [numLit]uint32) {
	for i := range 256 {
		m[i] = literal | uint32(i)<<valueAt
	}
	m[256] = special | blockEnd<<valueAt
	base := uint32(3)
	for i := 257; i < 285; i++ {
		extra := uint32(max(0, (i-261)/4))
		m[i] = base<<valueAt | extra
		base += 1 << extra
	}
	m[285] = maxMatch << valueAt
	m[286], m[287] = special|corrupt<<valueAt, special|corrupt<<valueAt
	return m
}

func makeDistMeaning() (m [numDist]uint32) {
	base := uint32(1)
	for i := range 30 {
		extra := uint32(max(0, (i-2)/2))
		m[i] = base<<valueAt | extra
		base += 1 << extra
	}
	m[30], m[31] = special|corrupt<<valueAt, special|corrupt<<valueAt
	return m
}

func makeCodeMeaning() (m [numCodes]uint32) {
	for i := range m {
		m[i] = literal | uint32(i)<<valueAt
	}
	return m
}

// fixedTables returns the tables of blocks that bring none: RFC 1951, 3.2.6.
var fixedTables = sync.OnceValue(func() *tables {
	var lengths [numLit]uint8
	for i := range lengths {
		switch {
		case i < 144:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		case i < 280:
			lengths[i] = 7
		default:
			lengths[i] = 8
		}
	}
	t := new(tables)
	build(t.lit[:], litBits, lengths[:], litMeaning[:])
	for i := range numDist {
		lengths[i] = 5
	}
	build(t.dist[:], distBits, lengths[:numDist], distMeaning[:])
	return t
})

// build makes a table of the lengths of canonical codes. The first one has
// 1<<first entries; those of longer codes follow. It reports whether the lengths
// are those of a code: one that is complete, or has a single symbol, or none.
func build(table []uint32, first uint, lengths []uint8, meaning []uint32) bool {
	var count [maxBits + 1]int
	for _, n := range lengths {
		count[n]++
	}
	count[0] = 0
	left, longest := 1, 0
	for n := 1; n <= maxBits; n++ {
		left = left<<1 - count[n]
		if left < 0 {
			return false
		}
		if count[n] > 0 {
			longest = n
		}
	}
	if left > 0 {
		if longest > 1 {
			return false
		}
		for i := range 1 << first {
			table[i] = special | corrupt<<valueAt
		}
	}
	b := builder{table: table, first: first, next: 1 << first, count: count}
	b.fill(lengths, meaning, &count)
	return true
}

// A builder fills a table with codes in canonical order.
type builder struct {
	table []uint32
	first uint
	next  int // where the next subtable begins
	count [maxBits + 1]int

	prefix uint32 // the first bits that choose the present subtable
	begin  int    // of the present subtable; 0 if there is none
	bits   uint   // that choose in it
}

func (b *builder) fill(lengths []uint8, meaning []uint32, count *[maxBits + 1]int) {
	var at [maxBits + 2]int
	for n := 1; n <= maxBits; n++ {
		at[n+1] = at[n] + count[n]
	}
	var sorted [numLit]uint16
	for s, n := range lengths {
		if n > 0 {
			sorted[at[n]] = uint16(s)
			at[n]++
		}
	}
	code, i := uint32(0), 0
	for n := uint(1); n <= maxBits; n++ {
		for range count[n] {
			b.add(bits.Reverse32(code)>>(32-n), n, meaning[sorted[i]])
			b.count[n]--
			code++
			i++
		}
		code <<= 1
	}
}

// add adds a code of n bits, the first of which is the lowest.
func (b *builder) add(code uint32, n uint, meaning uint32) {
	e := meaning + uint32(n)
	if meaning&(literal|special) == 0 {
		e += uint32(n) << codeAt
	}
	if n <= b.first {
		for i := code; i < 1<<b.first; i += 1 << n {
			b.table[i] = e
		}
		return
	}
	if prefix := code & (1<<b.first - 1); b.begin == 0 || prefix != b.prefix {
		b.beginSubtable(prefix, n)
	}
	for i := code >> b.first; i < 1<<b.bits; i += 1 << (n - b.first) {
		b.table[b.begin+int(i)] = e
	}
}

// beginSubtable begins the subtable for codes with this prefix, of which the
// shortest has n bits: as large as the codes that are left may need.
func (b *builder) beginSubtable(prefix uint32, n uint) {
	b.prefix, b.begin, b.bits = prefix, b.next, n-b.first
	room := 1 << b.bits
	for k := n; k <= maxBits; k++ {
		room -= b.count[k]
		if room <= 0 || k == maxBits {
			break
		}
		room <<= 1
		b.bits++
	}
	b.next += 1 << b.bits
	b.table[prefix] = uint32(special|subtable|b.begin<<valueAt) | uint32(b.bits)<<codeAt | uint32(b.first)
}

// readTables reads the tables of a block: RFC 1951, 3.2.7.
func (d *Decoder) readTables() error {
	v, err := d.take(14)
	if err != nil {
		return err
	}
	nlit, ndist, ncode := int(v&31)+257, int(v>>5&31)+1, int(v>>10)+4
	if nlit > 286 {
		return ErrCorrupt
	}
	var codeLengths [numCodes]uint8
	order := [numCodes]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	for _, i := range order[:ncode] {
		n, err := d.take(3)
		if err != nil {
			return err
		}
		codeLengths[i] = uint8(n)
	}
	if !build(d.own.dist[:], codeBits, codeLengths[:], codeMeaning[:]) {
		return ErrCorrupt
	}
	var lengths [numLit + numDist]uint8
	if err := d.readLengths(lengths[:nlit+ndist]); err != nil {
		return err
	}
	if lengths[256] == 0 || !build(d.own.lit[:], litBits, lengths[:nlit], litMeaning[:]) ||
		!build(d.own.dist[:], distBits, lengths[nlit:nlit+ndist], distMeaning[:]) {
		return ErrCorrupt
	}
	return nil
}

// readLengths reads the lengths of codes, in the code that is in own.dist.
func (d *Decoder) readLengths(lengths []uint8) error {
	for i := 0; i < len(lengths); {
		e, err := d.lookUp(d.own.dist[:], codeBits)
		if err != nil {
			return err
		}
		if e&special != 0 {
			return ErrCorrupt
		}
		n, repeat, value := e>>valueAt&31, uint32(1), uint8(0)
		switch {
		case n < 16:
			value = uint8(n)
		case n == 16:
			if i == 0 {
				return ErrCorrupt
			}
			value = lengths[i-1]
			repeat, err = d.take(2)
			repeat += 3
		case n == 17:
			repeat, err = d.take(3)
			repeat += 3
		default:
			repeat, err = d.take(7)
			repeat += 11
		}
		if err != nil {
			return err
		}
		if int(repeat) > len(lengths)-i {
			return ErrCorrupt
		}
		for range repeat {
			lengths[i] = value
			i++
		}
	}
	return nil
}
