package kernel

import (
	"encoding/binary"
	"math"
	"math/bits"
)

const (
	// blockSize is how many bytes have their bits in one word. A line of the
	// cache has as many on most processors.
	blockSize = 64

	// maxBlocks bounds a batch, so that it and what it is about stay in the
	// first-level cache.
	maxBlocks = 64

	// maxLines is for a line in each block, and more in one that has many.
	maxLines = maxBlocks + blockSize

	// maxFound is for the candidates of some batches. The more there are, the
	// less it costs to go through them.
	maxFound = maxLines + 384

	// lanes is how many lines a kernel may handle at once, and so how far it may
	// write beyond the last one.
	lanes = 8

	// history is how many blocks before the first one a record may start whose
	// field is looked for from its start.
	history = 8
)

// A side is where the column of a filter lies.
type side int

const (
	whole     side = iota // there is none, or it is too far from both ends
	fromStart             // nearer to the start of the record
	fromEnd
)

// A batch is what a kernel goes by, what it finds in up to maxBlocks blocks, and
// the candidates of the batches since they were last taken.
//
// Positions count from the border of blocks at or before the data, so that the
// place in its block is a position modulo blockSize. The assembly knows where
// each field is; see TestBatchLayout.
type batch struct {
	want   int    // tabs of a well-formed record
	skip   int    // tabs between the column and the record's end, or start
	least  int64  // of the integers in bounds
	span   uint64 // from there to the most
	origin int    // position of the first byte of the data, less than blockSize

	base   int // position of the first block
	gone   int // lines in the batches before
	open   int // tabs of the record that has begun, in batches before
	total  int // tabs
	blocks int
	lines  int // line ends

	tabs [history + maxBlocks + 1]uint64 // bit i for byte i; the first are of blocks before
	sums [maxLines + lanes]int           // for each line, the tabs in the blocks before its end's
	ends [1 + maxLines + lanes]int       // LFs; the first is that before the first line

	found   int                      // candidates
	which   [maxFound + lanes]int    // their numbers
	starts  [maxFound + lanes]int    // where they start
	stops   [maxFound + lanes]int    // where their LFs are
	windows [maxFound + lanes]uint64 // 0: not checked; see judge
}

// setBounds sets what integers are in bounds.
func (b *batch) setBounds(least, most int64) {
	if least > most { // then no integer that a kernel reads is
		least, most = math.MaxInt64, math.MaxInt64
	}
	b.least, b.span = least, uint64(most)-uint64(least)
}

// startAt begins anew with the record that starts at pos.
func (b *batch) startAt(pos int) {
	b.gone, b.open, b.blocks, b.lines, b.found = 0, 0, 0, 0, 0
	b.ends[0] = pos - 1
	clear(b.tabs[:history])
}

// moveTo goes on to the blocks at base, which come after those before. For side
// fromStart a record that started too long ago gets tabs that it has not, so
// that it is none to pass over.
func (b *batch) moveTo(base int, s side) {
	copy(b.tabs[:history], b.tabs[b.blocks:])
	b.ends[0] = b.ends[b.lines]
	b.gone += b.lines
	b.base = base
	if s == fromStart && b.ends[0]+1 < base-history*blockSize {
		b.open |= math.MinInt
	}
}

// full reports whether there may be no room for the candidates of one more
// batch.
func (b *batch) full() bool { return b.found > maxFound-maxLines }

// search finds what is in the next blocks, the first of which is at base.
func (b *batch) search(s side, blocks []byte) {
	b.split(blocks)
	b.judge(s)
}

// split finds the tabs and the line ends. It ends early where further blocks
// might have more lines than there is room for.
func (b *batch) split(blocks []byte) {
	n := min(len(blocks)/blockSize, maxBlocks)
	line, sum := 0, 0
	for k := 0; k < n; k++ {
		tab, lf := bitsOf((*[blockSize]byte)(blocks[k*blockSize:]))
		b.tabs[history+k] = tab
		b.sums[line] = sum
		b.ends[line+1] = b.base + k*blockSize + bits.TrailingZeros64(lf)
		if lf != 0 {
			line++
		}
		for lf &= lf - 1; lf != 0; lf &= lf - 1 {
			b.sums[line] = sum
			b.ends[line+1] = b.base + k*blockSize + bits.TrailingZeros64(lf)
			line++
			if n-k+line > maxBlocks {
				n = k + 1
			}
		}
		sum += bits.OnesCount64(tab)
	}
	b.blocks, b.total, b.lines = n, sum, line
}

const (
	lfs  = 0x0A0A0A0A0A0A0A0A
	tops = 0x8080808080808080
)

// bitsOf returns a bit for each byte of a block that is a tab, or an LF. Like
// tabsIn it finds tops of bytes, of each byte exactly; those of the 8 words are
// then put side by side, word by word for each byte, and transposed.
func bitsOf(block *[blockSize]byte) (tab, lf uint64) {
	t0, l0 := others(block[0:8])
	t1, l1 := others(block[8:16])
	t2, l2 := others(block[16:24])
	t3, l3 := others(block[24:32])
	t4, l4 := others(block[32:40])
	t5, l5 := others(block[40:48])
	t6, l6 := others(block[48:56])
	t7, l7 := others(block[56:64])
	tab = t0>>7 | t1>>6 | t2>>5 | t3>>4 | t4>>3 | t5>>2 | t6>>1 | t7
	lf = l0>>7 | l1>>6 | l2>>5 | l3>>4 | l4>>3 | l5>>2 | l6>>1 | l7
	return transpose(^tab), transpose(^lf)
}

// others has top bits set where b has no tab, and where it has no LF.
func others(b []byte) (tab, lf uint64) {
	w := binary.LittleEndian.Uint64(b)
	low := w & low7
	return ((low ^ tabs) + low7 | w) & tops, ((low ^ lfs) + low7 | w) & tops
}

// transpose takes the bits of x for a matrix of 8 rows and columns and mirrors
// it at the diagonal (H. S. Warren, Hacker's Delight, 7-3).
func transpose(x uint64) uint64 {
	t := (x ^ x>>7) & 0x00AA00AA00AA00AA
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000CCCC0000CCCC
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000F0F0F0F0
	return x ^ t ^ t<<28
}

// judge adds to the candidates all records but those whose field is seen to be
// empty. What it sees by is a window: the tabs of the 64 bytes at the end of the
// record, the last of them on top, or at its start, the first of them at the
// bottom. Of a record that is not well-formed the window is 0.
func (b *batch) judge(s side) {
	n, seen := b.found, -b.open
	for line := range b.lines {
		end := b.ends[line+1]
		before := b.tabsAt((end-b.base)/blockSize) << (^end & 63)
		sum := b.sums[line] + bits.OnesCount64(before)
		w := uint64(0)
		if sum-seen == b.want {
			w = b.window(s, line, before)
		}
		seen = sum
		b.which[n], b.windows[n] = b.gone+line, w
		b.starts[n], b.stops[n] = b.ends[line]+1, end
		if s == whole || !b.empty(s, w) {
			n++
		}
	}
	b.found = n
	b.open = b.total - seen
}

// tabsAt returns the tabs of block k, which may be one of the blocks before.
func (b *batch) tabsAt(k int) uint64 { return b.tabs[history+k] }

func (b *batch) window(s side, line int, before uint64) uint64 {
	switch s {
	case fromStart:
		start := b.ends[line] + 1
		k := max((start-b.base)>>6, -history)
		return b.tabsAt(k)>>(start&63) | b.tabsAt(k+1)<<1<<(^start&63)
	case fromEnd:
		end := b.ends[line+1]
		return b.tabsAt((end-b.base)/blockSize-1)>>(end&63) | before<<1
	}
	return 1
}

// pass drops from a window the tabs to skip and all before them, and returns
// how many bits those are.
func (b *batch) pass(s side, w uint64) (left uint64, dropped int) {
	for range b.skip {
		gap := gapBefore(s, w) + 1
		dropped += gap
		if s == fromEnd {
			w <<= gap
		} else {
			w >>= gap
		}
	}
	return w, dropped
}

// gapBefore returns how many bits come before the nearest tab.
func gapBefore(s side, w uint64) int {
	if s == fromEnd {
		return bits.LeadingZeros64(w)
	}
	return bits.TrailingZeros64(w)
}

// empty reports whether a window shows the field to be empty.
func (b *batch) empty(s side, w uint64) bool {
	w, _ = b.pass(s, w)
	return w != 0 && gapBefore(s, w) == 0
}

// sift drops the candidates with an integer out of bounds. Where it can't tell
// it sets the window to 0.
func (b *batch) sift(s side, data []byte) {
	n := 0
	for i := range b.found {
		w, keep := b.windows[i], true
		if end, size := b.field(s, i); size > 0 {
			v, ok := shortInt(data[end-size : end])
			keep = !ok || uint64(v-b.least) <= b.span
		} else {
			w = 0
		}
		b.which[n], b.windows[n] = b.which[i], w
		b.starts[n], b.stops[n] = b.starts[i], b.stops[i]
		if keep {
			n++
		}
	}
	b.found = n
}

// field returns where the field of a candidate ends in the data, and its length:
// 0 if the window does not hold it, or if there is no word of 8 bytes to hold
// it.
func (b *batch) field(s side, i int) (end, size int) {
	w, dropped := b.pass(s, b.windows[i])
	size = gapBefore(s, w)
	if s == fromEnd {
		end = b.stops[i] - dropped
	} else {
		end = b.starts[i] + dropped + size
	}
	end -= b.origin
	if w == 0 || size > 8 || end < 8 {
		return 0, 0
	}
	return end, size
}

// shortInt reads digits, which a minus may precede. It takes a lone minus for a
// 0, which is harmless: being no number it can't answer.
func shortInt(b []byte) (v int64, ok bool) {
	neg := b[0] == '-'
	if neg {
		b = b[1:]
	}
	for _, c := range b {
		if c -= '0'; c > 9 {
			return 0, false
		}
		v = v*10 + int64(c)
	}
	if neg {
		v = -v
	}
	return v, true
}
