package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// What judge and sift do for a record, AVX-512 can do for eight: for each it has
// a lane, which is a word of a register. A lane without a record neither reads
// nor counts.
type wide struct {
	batch
	side      side
	fields    map[int]VecVirtual // in all lanes
	constants map[uint64]VecVirtual
}

// newWide fetches all fields and constants that are needed in a loop.
func newWide(b batch, s side, fields []int, constants []uint64) *wide {
	l := &wide{b, s, map[int]VecVirtual{}, map[uint64]VecVirtual{}}
	for _, f := range fields {
		l.fields[f] = broadcast(b.field(f))
	}
	for _, c := range constants {
		l.constants[c] = broadcast(U64(c))
	}
	return l
}

// fill returns c in all lanes.
func (l *wide) fill(c uint64) VecVirtual {
	z, ok := l.constants[c]
	if !ok {
		panic(fmt.Sprintf("constant %#x is not there", c))
	}
	return z
}

// edge is the bit nearest to the side.
func (s side) edge() uint64 {
	if s == fromEnd {
		return 1 << 63
	}
	return 1
}

// lanesStride is the stride of judge for lanes, which asks twice for eight lines.
const lanesStride = 192

// furthest is the first block of the history.
const furthest = 1<<64 - history

// judgeAVX512 writes judge for eight lines at a time.
func judgeAVX512(name string, s side) {
	TEXT(name, NOSPLIT, "func(b, block *byte)")
	b := batch{param("b")}
	l := newWide(b, s, []int{base, want}, []uint64{1, lanes, blockSize - 1, furthest, s.edge()})
	ahead := behindBlocks(b)
	names := counter(b.field(gone))
	line, n, left := zero(), copyOf(b.field(found)), copyOf(b.field(lines))
	seen := zero()
	SUBQ(b.field(open), seen)
	seenBefore := broadcast(seen) // in the last lane
	TESTQ(left, left)
	JZ(LabelRef("done"))

	Label("loop")
	PREFETCHT0(Mem{Base: ahead, Disp: hop})
	PREFETCHT0(Mem{Base: ahead, Disp: hop + lanesStride})
	ADDQ(I32(2*lanesStride), ahead)
	valid := firstLanes(left)
	start, end := load(b.element(ends, line)), load(b.element(ends+8, line))
	VPADDQ(l.fill(1), start, start)
	before := l.tabsBefore(end, valid)
	well := l.wellFormed(before, line, seenBefore)
	w := l.window(start, end, before, valid)
	VMOVDQA64_Z(w, well, w)
	chosen := l.notEmpty(w, valid)
	l.compress(chosen, n, map[int]VecVirtual{which: names, starts: start, stops: end, windows: w})
	VPADDQ(l.fill(lanes), names, names)
	ADDQ(Imm(lanes), line)
	SUBQ(Imm(lanes), left)
	JG(LabelRef("loop"))

	Label("done")
	MOVQ(n, b.field(found))
	VZEROUPPER()
	leaveOpen(b)
	RET()
}

// counter returns from, from + 1 and so on.
func counter(from Op) VecVirtual {
	x, z := XMM(), ZMM()
	VMOVQ(copyOf(U64(0x0706050403020100)), x) // the older MOVQ costs much beside wide registers
	VPMOVZXBQ(x, z)
	VPADDQ(broadcast(from), z, z)
	return z
}

// broadcast returns x in all lanes.
func broadcast(x Op) VecVirtual {
	z := ZMM()
	VPBROADCASTQ(copyOf(x), z)
	return z
}

// firstLanes returns the mask of the first n lanes, or of all if there are fewer.
func firstLanes(n GPVirtual) Register {
	r, k, most := copyOf(U32(1<<lanes-1)), K(), copyOf(U32(lanes))
	CMPQ(n, most)
	CMOVQLT(n, most) // as the next instruction looks at 8 bits only
	BZHIQ(most, r, r)
	KMOVW(r.As32(), k)
	return k
}

func load(m Mem) VecVirtual {
	z := ZMM()
	VMOVDQU64(m, z)
	return z
}

// gather returns the words at m, which has an index in each lane. The other
// lanes become 0.
func gather(m Mem, valid Register) VecVirtual {
	k, z := K(), ZMM() // the instruction clears its mask
	KMOVW(valid, k)
	VPXORQ(z, z, z)
	VPGATHERQQ(m, k, z)
	return z
}

// inBlock returns pos modulo 64, and 63 less that.
func (l *wide) inBlock(pos VecVirtual) (place, rest VecVirtual) {
	place, rest = ZMM(), ZMM()
	low := l.fill(blockSize - 1)
	VPANDQ(low, pos, place)
	VPANDNQ(low, pos, rest)
	return place, rest
}

// blockOf returns the numbers of the blocks that positions are in.
func (l *wide) blockOf(pos VecVirtual) VecVirtual {
	z := ZMM()
	VPSUBQ(l.fields[base], pos, z)
	VPSRAQ(Imm(6), z, z)
	return z
}

// tabsBefore returns the tabs before end in its block.
func (l *wide) tabsBefore(end VecVirtual, valid Register) VecVirtual {
	_, rest := l.inBlock(end)
	before := gather(l.element(now, l.blockOf(end)), valid)
	VPSLLVQ(rest, before, before)
	return before
}

// wellFormed returns which lines have as many tabs as they should.
func (l *wide) wellFormed(before VecVirtual, line GPVirtual, seenBefore VecVirtual) Register {
	sum, count, k := ZMM(), ZMM(), K()
	VPOPCNTQ(before, sum)
	VPADDQ(l.element(sums, line), sum, sum)
	VALIGNQ(Imm(lanes-1), seenBefore, sum, count) // each lane has the sum of the one before
	VPSUBQ(count, sum, count)
	VMOVDQA64(sum, seenBefore)
	VPCMPEQQ(count, l.fields[want], k)
	return k
}

// window is the function of this name, for lanes.
func (l *wide) window(start, end, before VecVirtual, valid Register) VecVirtual {
	w := ZMM()
	if l.side == fromEnd {
		in, _ := l.inBlock(end)
		VPSRLVQ(in, gather(l.element(now-8, l.blockOf(end)), valid), w)
		VPADDQ(before, before, before)
		VPORQ(before, w, w)
		return w
	}
	in, rest := l.inBlock(start)
	k := l.blockOf(start)
	VPMAXSQ(l.fill(furthest), k, k)
	VPSRLVQ(in, gather(l.element(now, k), valid), w)
	next := gather(l.element(now+8, k), valid)
	VPADDQ(next, next, next)
	VPSLLVQ(rest, next, next)
	VPORQ(next, w, w)
	return w
}

// notEmpty returns the lines whose field is not seen to be empty.
func (l *wide) notEmpty(w VecVirtual, valid Register) Register {
	rest, k := ZMM(), K()
	VMOVDQA64(w, rest)
	l.pass(rest, nil)
	VPTESTMQ(l.fill(l.side.edge()), rest, k)
	KANDNW(valid, k, k)
	return k
}

// pass is the function of this name, for lanes. It does not count the tabs that
// it drops among the bits.
func (l *wide) pass(w, dropped Register) {
	left, loop, done := copyOf(l.field(skip)), label(), label()
	TESTQ(left, left)
	JZ(done)
	Label(string(loop))
	gap := l.gapBefore(w)
	if l.side == fromEnd {
		VPSLLVQ(gap, w, w)
		VPADDQ(w, w, w)
	} else {
		VPSRLVQ(gap, w, w)
		VPSRLQ(Imm(1), w, w)
	}
	if dropped != nil {
		VPADDQ(gap, dropped, dropped)
	}
	DECQ(left)
	JNZ(loop)
	Label(string(done))
}

// gapBefore is the function of this name, for lanes. At the bottom there is no instruction to
// count zeros but one for ones.
func (l *wide) gapBefore(w Register) VecVirtual {
	gap := ZMM()
	if l.side == fromEnd {
		VPLZCNTQ(w, gap)
		return gap
	}
	VPSUBQ(l.fill(1), w, gap)
	VPANDNQ(gap, w, gap)
	VPOPCNTQ(gap, gap)
	return gap
}

// compress writes the chosen lanes at the n-th element of each array, and moves
// n on.
func (l *wide) compress(chosen Register, n GPVirtual, arrays map[int]VecVirtual) {
	for _, array := range []int{which, starts, stops, windows} {
		z := ZMM()
		VPCOMPRESSQ_Z(arrays[array], chosen, z)
		VMOVDQU64(z, l.element(array, n))
	}
	count := GP64()
	KMOVW(chosen, count.As32())
	POPCNTQ(count, count)
	ADDQ(count, n)
}

// leaveOpen leaves the tabs of the record that is still open.
func leaveOpen(b batch) {
	rest, line, none := copyOf(b.field(total)), copyOf(b.field(lines)), label()
	ADDQ(rest, b.field(open))
	TESTQ(line, line)
	JZ(none)
	before, _ := tabsBefore(b, copyOf(b.element(ends, line)))
	POPCNTQ(before, before)
	ADDQ(b.element(sums-8, line), before)
	SUBQ(before, rest)
	MOVQ(rest, b.field(open))
	Label(string(none))
}
