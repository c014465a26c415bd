package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// judge asks for bytes from hop bytes behind the batch on, with each line for
// those stride further.
const (
	hop    = 8192
	stride = 320
)

// judge writes the function that adds the candidates among the records. block is
// where the blocks are, which it does not read.
func judge(name string, s side) {
	TEXT(name, NOSPLIT, "func(b, block *byte)")
	b := batch{param("b")}
	ahead := behindBlocks(b)
	line, n := zero(), copyOf(b.field(found))
	first := copyOf(n)
	seen := zero() // tabs up to the last line's end
	SUBQ(b.field(open), seen)
	end := copyOf(b.field(ends))
	JMP(LabelRef("check"))

	Label("loop")
	PREFETCHT0(Mem{Base: ahead, Disp: hop})
	ADDQ(I32(stride), ahead)
	start := GP64()
	LEAQ(Mem{Base: end, Disp: 1}, start)
	MOVQ(b.element(ends+8, line), end)
	before, k := tabsBefore(b, end)
	w := window(b, s, start, end, before, k)
	clearUnlessWanted(b, line, before, seen, w)
	MOVQ(line, b.element(which, n))
	MOVQ(w, b.element(windows, n))
	advance(b, s, w, n)
	INCQ(line)

	Label("check")
	CMPQ(line, b.field(lines))
	JNE(LabelRef("loop"))
	MOVQ(n, b.field(found))
	rest := copyOf(b.field(total))
	SUBQ(seen, rest)
	MOVQ(rest, b.field(open))
	place(b, first, n)
	RET()
}

// place says of the candidates from first to n where they are, after only their
// numbers within the batch were written down: most lines become none.
func place(b batch, first, n GPVirtual) {
	done, gone := label(), copyOf(b.field(gone))
	CMPQ(first, n)
	JE(done)
	loop := label()
	Label(string(loop))
	line, start := copyOf(b.element(which, first)), GP64()
	MOVQ(b.element(ends, line), start)
	INCQ(start)
	MOVQ(start, b.element(starts, first))
	MOVQ(copyOf(b.element(ends+8, line)), b.element(stops, first))
	ADDQ(gone, line)
	MOVQ(line, b.element(which, first))
	INCQ(first)
	CMPQ(first, n)
	JNE(loop)
	Label(string(done))
}

// behindBlocks returns the address behind the blocks.
func behindBlocks(b batch) GPVirtual {
	r := copyOf(b.field(blocks))
	SHLQ(Imm(6), r)
	ADDQ(param("block"), r)
	return r
}

// tabsBefore returns the tabs before end of the block k that it lies in: the
// byte before end is the second bit from the top, as the top one is end itself.
func tabsBefore(b batch, end GPVirtual) (before, k GPVirtual) {
	k, before = copyOf(end), copyOf(end)
	SUBQ(b.field(base), k)
	SHRQ(Imm(6), k)
	NOTQ(before) // 63 - end, modulo 64
	SHLXQ(before, b.element(now, k), before)
	return before, k
}

// window returns the tabs of the 64 bytes before end, the nearest on top, or of
// those behind start, the nearest at the bottom. A shift is modulo 64 in itself.
func window(b batch, s side, start, end, before, k GPVirtual) GPVirtual {
	w, other := GP64(), GP64()
	switch s {
	case whole:
		MOVL(U32(1), w.As32())
	case fromEnd:
		SHRXQ(end, b.element(now-8, k), w)
		LEAQ(Mem{Base: before, Index: before, Scale: 1}, other)
		ORQ(other, w)
	case fromStart:
		j, least := copyOf(start), copyOf(I32(-history))
		SUBQ(b.field(base), j)
		SARQ(Imm(6), j)
		CMPQ(j, least)
		CMOVQLT(least, j)
		SHRXQ(start, b.element(now, j), w)
		NOTQ(start)
		SHLXQ(start, b.element(now+8, j), other)
		ADDQ(other, other)
		ORQ(other, w)
	}
	return w
}

// clearUnlessWanted makes w 0 if the record has not as many tabs as it should.
func clearUnlessWanted(b batch, line, before, seen, w GPVirtual) {
	sum := GP64()
	POPCNTQ(before, sum)
	ADDQ(b.element(sums, line), sum)
	count := copyOf(sum)
	SUBQ(seen, count)
	MOVQ(sum, seen)
	none := zero()
	CMPQ(count, b.field(want))
	CMOVQNE(none, w)
}

// advance moves n on if the record is a candidate: if behind the tabs to skip
// there comes no other at once.
func advance(b batch, s side, w, n GPVirtual) {
	switch s {
	case whole:
		INCQ(n)
		return
	case fromStart:
		pass(b, s, w, nil)
		SHRQ(Imm(1), w) // sets the carry if there is one
	case fromEnd:
		pass(b, s, w, nil)
		ADDQ(w, w)
	}
	SBBQ(I32(-1), n)
}

// pass drops from w the tabs to skip and all bits before them. It adds how many
// bits those are to dropped, unless it is nil. The loop has the same length for
// each record, so that the processor knows its end.
func pass(b batch, s side, w GPVirtual, dropped Register) {
	left, loop, done := copyOf(b.field(skip)), label(), label()
	TESTQ(left, left)
	JZ(done)
	Label(string(loop))
	gap := gapBefore(s, w)
	if s == fromEnd {
		SHLXQ(gap, w, w)
		ADDQ(w, w)
	} else {
		SHRXQ(gap, w, w)
		SHRQ(Imm(1), w)
	}
	if dropped != nil {
		LEAQ(Mem{Base: dropped, Index: gap, Scale: 1, Disp: 1}, dropped)
	}
	DECQ(left)
	JNZ(loop)
	Label(string(done))
}

// gapBefore returns how many bits of w come before the nearest tab.
func gapBefore(s side, w GPVirtual) GPVirtual {
	gap := GP64()
	if s == fromEnd {
		LZCNTQ(w, gap)
	} else {
		TZCNTQ(w, gap)
	}
	return gap
}
