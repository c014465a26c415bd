package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// sift writes the function that drops the candidates whose number is out of
// bounds.
func sift(name string, s side) {
	TEXT(name, NOSPLIT, "func(b, data *byte)")
	b, data := batch{param("b")}, param("data")
	SUBQ(b.field(origin), data)
	i, n := zero(), zero()
	JMP(LabelRef("check"))

	Label("loop")
	for _, array := range []int{which, starts, stops, windows} {
		MOVQ(copyOf(b.element(array, i)), b.element(array, n))
	}
	length, end := fieldEnd(b, s, i)
	v := number(loadBefore(b, data, end), length)
	SUBQ(b.field(least), v)
	inside := zero()
	CMPQ(v, b.field(span))
	SETLS(inside.As8())
	ADDQ(inside, n)

	Label("next")
	INCQ(i)
	Label("check")
	CMPQ(i, b.field(found))
	JNE(LabelRef("loop"))
	MOVQ(n, b.field(found))
	RET()

	Label("unknown")
	MOVQ(U32(0), b.element(windows, n))
	Label("keep")
	INCQ(n)
	JMP(LabelRef("next"))
}

// fieldEnd returns the length of the field and where it ends. It goes to unknown
// if the window does not hold the field or if it is longer than a word.
func fieldEnd(b batch, s side, i GPVirtual) (length, end GPVirtual) {
	w, dropped := copyOf(b.element(windows, i)), zero()
	pass(b, s, w, dropped)
	TESTQ(w, w)
	JZ(LabelRef("unknown"))
	length = gapBefore(s, w)
	CMPQ(length, Imm(8))
	JA(LabelRef("unknown"))
	if s == fromEnd {
		end = copyOf(b.element(stops, i))
		SUBQ(dropped, end)
		return length, end
	}
	end = dropped
	ADDQ(length, end)
	ADDQ(b.element(starts, i), end)
	return length, end
}

// loadBefore returns the 8 bytes before end. It goes to unknown if the data has
// not so many.
func loadBefore(b batch, data, end GPVirtual) GPVirtual {
	at := copyOf(end)
	SUBQ(b.field(origin), at)
	CMPQ(at, Imm(8))
	JLT(LabelRef("unknown"))
	return copyOf(Mem{Base: data, Index: end, Scale: 1, Disp: -8})
}

// number returns the integer that the last length bytes of x spell, in file
// order. It goes to keep if they spell none.
//
// How to read 8 digits with three multiplications is from Johnny Lee, "Fast
// numeric string to int" (2016).
func number(x, length GPVirtual) GPVirtual {
	constant := func(v uint64) GPVirtual { return copyOf(U64(v)) }
	XORQ(constant(0x3030303030303030), x) // digits become their values
	SHLQ(Imm(3), length)
	NEGQ(length) // bits that are not the field's, modulo 64
	first := GP64()
	SHRXQ(length, x, first)
	SHLXQ(length, first, x)
	sign := zero()
	CMPB(first.As8(), Imm('-'^'0'))
	SETEQ(sign.As8())
	NEGQ(sign) // all ones if negative
	minus := copyOf(sign)
	ANDQ(Imm('-'^'0'), minus)
	SHLXQ(length, minus, minus)
	XORQ(minus, x)

	large := constant(0x7676767676767676)
	ADDQ(x, large)
	ORQ(x, large)
	TESTQ(constant(0x8080808080808080), large)
	JNZ(LabelRef("keep"))

	tens := GP64()
	LEAQ(Mem{Base: x, Index: x, Scale: 4}, tens)
	ADDQ(tens, tens)
	SHRQ(Imm(8), x)
	ADDQ(tens, x) // in each second byte two digits
	odd, mask := copyOf(x), constant(0x000000FF000000FF)
	SHRQ(Imm(16), odd)
	ANDQ(mask, x)
	ANDQ(mask, odd)
	IMULQ(constant(100+1000000<<32), x)
	IMULQ(constant(1+10000<<32), odd)
	ADDQ(odd, x)
	SHRQ(Imm(32), x)
	XORQ(sign, x)
	SUBQ(sign, x)
	return x
}
