package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

var siftConstants = []uint64{
	1, 8, 64, 255, 10000, '-' ^ '0',
	0x3030303030303030, 0x7676767676767676, 0x8080808080808080, 0x010A010A010A010A, 0x0001006400010064,
}

// siftAVX512 writes sift for eight candidates at a time.
func siftAVX512(name string, s side) {
	TEXT(name, NOSPLIT, "func(b, data *byte)")
	b, data := batch{param("b")}, param("data")
	SUBQ(b.field(origin), data)
	l := newWide(b, s, []int{skip, least, span}, siftConstants)
	first := copyOf(b.field(origin))
	ADDQ(Imm(8), first)
	l.fields[origin] = broadcast(first)
	i, n, left := zero(), zero(), copyOf(b.field(found))
	TESTQ(left, left)
	JZ(LabelRef("done"))

	Label("loop")
	valid := firstLanes(left)
	arrays := map[int]VecVirtual{}
	for _, array := range []int{which, starts, stops, windows} {
		arrays[array] = load(b.element(array, i))
	}
	length, end, known := l.fieldEnd(arrays, valid)
	VMOVDQA64_Z(arrays[windows], known, arrays[windows])
	x := gather(Mem{Base: data, Index: end, Scale: 1, Disp: -8}, known)
	v, isNumber := l.number(x, length, known)
	VPSUBQ(l.fields[least], v, v)
	out := K()
	VPCMPUQ(Imm(6), l.fields[span], v, out) // greater
	KANDW(isNumber, out, out)
	KANDNW(valid, out, out)
	l.compress(out, n, arrays)
	ADDQ(Imm(lanes), i)
	SUBQ(Imm(lanes), left)
	JG(LabelRef("loop"))

	Label("done")
	MOVQ(n, b.field(found))
	VZEROUPPER()
	RET()
}

// fieldEnd is the function of this name, for lanes, and says for which of them it is known.
func (l *wide) fieldEnd(arrays map[int]VecVirtual, valid Register) (length, end VecVirtual, known Register) {
	w, dropped := ZMM(), ZMM()
	VMOVDQA64(l.fields[skip], dropped)
	VMOVDQA64(arrays[windows], w)
	l.pass(w, dropped)
	length, end = l.gapBefore(w), ZMM()
	if l.side == fromEnd {
		VPSUBQ(dropped, arrays[stops], end)
	} else {
		VPADDQ(dropped, arrays[starts], end)
		VPADDQ(length, end, end)
	}
	known = K()
	k := K()
	VPTESTMQ(w, w, known)
	KANDW(valid, known, known)
	VPCMPUQ(Imm(2), l.fill(8), length, k) // at most
	KANDW(k, known, known)
	VPCMPQ(Imm(5), l.fields[origin], end, k) // at least
	KANDW(k, known, known)
	return length, end, known
}

// number is the function of this name, for lanes, and says which of them have one. Each step
// joins two numbers to one with twice as many digits.
func (l *wide) number(x, length VecVirtual, known Register) (v VecVirtual, isNumber Register) {
	VPXORQ(l.fill(0x3030303030303030), x, x) // digits become their values
	rest, first, minus := ZMM(), ZMM(), ZMM()
	VPSLLQ(Imm(3), length, rest)
	VPSUBQ(rest, l.fill(64), rest) // bits that are not the field's
	VPSRLVQ(rest, x, first)
	VPSLLVQ(rest, first, x)
	negative := K()
	VPANDQ(l.fill(255), first, first)
	sign := l.fill('-' ^ '0')
	VPCMPEQQ(sign, first, negative)
	VPSLLVQ(rest, sign, minus)
	VPXORQ(minus, x, negative, x)

	large, none := ZMM(), K()
	VPADDB(l.fill(0x7676767676767676), x, large)
	VPORQ(x, large, large)
	VPTESTMQ(l.fill(0x8080808080808080), large, none)
	KANDNW(known, none, none)

	v = ZMM()
	VPMADDUBSW(l.fill(0x010A010A010A010A), x, v)
	VPMADDWD(l.fill(0x0001006400010064), v, v)
	high := ZMM()
	VPMULUDQ(l.fill(10000), v, high)
	VPSRLQ(Imm(32), v, v)
	VPADDQ(high, v, v)
	nothing := ZMM()
	VPXORQ(nothing, nothing, nothing)
	VPSUBQ(v, nothing, negative, v)
	return v, none
}
