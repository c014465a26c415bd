package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// How many bytes ahead of a block split asks for others: into the first-level
// cache, and into the second.
const (
	near = 1024
	far  = 8192
)

// A vector is a set of instructions that compare bytes.
type vector interface {
	splat(c byte) VecVirtual         // a register full of c
	load(block Mem)                  // the bytes to compare
	equal(full VecVirtual) GPVirtual // a bit for each of them that is the same
}

// split writes the function that finds the tabs and the line ends of n blocks.
// Its counter is a position divided by 8: times 8 it serves to find a block, and
// as it is to find a word of tabs.
func split(name string, v vector) {
	TEXT(name, NOSPLIT, "func(b, block *byte, n int)")
	b, block, stop := batch{param("b")}, param("block"), param("n")
	at := copyOf(b.field(base))
	SUBQ(at, block)
	SHRQ(Imm(3), at)
	words := copyOf(b)
	SUBQ(at, words)
	LEAQ(Mem{Base: at, Index: stop, Scale: 8}, stop)
	tab, lf := v.splat('\t'), v.splat('\n')
	sum, line := zero(), zero()

	Label("loop")
	m := Mem{Base: block, Index: at, Scale: blockSize / 8}
	v.load(m)
	PREFETCHT0(m.Offset(near))
	PREFETCHT1(m.Offset(far))
	bits := v.equal(tab)
	MOVQ(bits, Mem{Base: words, Index: at, Scale: 1, Disp: now})
	count := GP64()
	POPCNTQ(bits, count)
	bits = v.equal(lf)
	BLSRQ(bits, GP64())
	JNZ(LabelRef("many"))
	writeEnd(b, at, bits, line, sum)
	CMPQ(bits, Imm(1)) // sets the carry if there is none
	SBBQ(I32(-1), line)

	Label("next")
	ADDQ(count, sum)
	ADDQ(Imm(8), at)
	CMPQ(at, stop)
	JNE(LabelRef("loop"))
	MOVQ(sum, b.field(total))
	MOVQ(line, b.field(lines))
	SHLQ(Imm(3), at)
	SUBQ(b.field(base), at)
	SHRQ(Imm(6), at)
	MOVQ(at, b.field(blocks))
	VZEROUPPER()
	RET()

	Label("many")
	writeEnd(b, at, bits, line, sum)
	INCQ(line)
	BLSRQ(bits, bits)
	JNZ(LabelRef("many"))
	stopIfFull(at, line, stop)
	JMP(LabelRef("next"))
}

// writeEnd writes down where the first LF of the block is, and sum.
func writeEnd(b batch, at, bits, line, sum GPVirtual) {
	MOVQ(sum, b.element(sums, line))
	end := GP64()
	TZCNTQ(bits, end)
	LEAQ(Mem{Base: end, Index: at, Scale: blockSize / 8}, end)
	MOVQ(end, b.element(ends+8, line))
}

// stopIfFull ends the batch after this block if there is room for less than one
// line in each block that is left.
func stopIfFull(at, line, stop GPVirtual) {
	left, room := copyOf(stop), label()
	SUBQ(at, left)
	SHRQ(Imm(3), left)
	ADDQ(line, left)
	CMPQ(left, I32(maxBlocks))
	JLE(room)
	LEAQ(Mem{Base: at, Disp: 8}, stop)
	Label(string(room))
}

// avx2 compares 32 bytes at a time.
type avx2 struct{ low, high VecVirtual }

func (avx2) splat(c byte) VecVirtual {
	x, y := XMM(), YMM()
	VMOVD(fourTimes(c), x)
	VPBROADCASTD(x, y)
	return y
}

func (v avx2) load(block Mem) {
	VMOVDQU(block, v.low)
	VMOVDQU(block.Offset(32), v.high)
}

func (v avx2) equal(full VecVirtual) GPVirtual {
	half := func(half VecVirtual) GPVirtual {
		same, r := YMM(), GP64()
		VPCMPEQB(half, full, same)
		VPMOVMSKB(same, r.As32())
		return r
	}
	high := half(v.high)
	SHLQ(Imm(32), high)
	low := half(v.low)
	ORQ(high, low)
	return low
}

// avx512 compares 64 bytes at a time.
type avx512 struct{ block VecVirtual }

func (avx512) splat(c byte) VecVirtual {
	z := ZMM()
	VPBROADCASTD(fourTimes(c), z)
	return z
}

func (v avx512) load(block Mem) { VMOVDQU64(block, v.block) }

func (v avx512) equal(full VecVirtual) GPVirtual {
	same, r := K(), GP64()
	VPCMPEQB(v.block, full, same)
	KMOVQ(same, r)
	return r
}

func fourTimes(c byte) GPVirtual {
	r := GP32()
	MOVL(U32(uint32(c)*0x01010101), r)
	return r
}
