// Command asm writes the vector kernel of package kernel in Go's assembly
// language for amd64. It is a module of its own, so that nobody needs the
// generator to build geoscan.
//
// What each function is to do is written down in Go, in portable.go: the same
// names, the same fields of the same struct. Here is how it is done fast:
//
//   - split compares all bytes of a block at once, and has no branch that
//     depends on the data as long as no block has two line ends. Where there is
//     none, one is written down for nothing and overwritten by the next: to ask
//     would be to guess wrong at nearly every other record.
//   - judge works on bits alone. A wrong guess at whether a field is empty would
//     cost more than to write down each record and keep the place of those that
//     are candidates.
//   - sift reads a number as one word and keeps the place of the record in the
//     same way.
//   - The processor reads ahead within a page only. So split asks for bytes two
//     pages on and again for those near, and judge, which itself reads nothing
//     but the batch, asks for some too, lest the memory be idle meanwhile.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	split("splitAVX2", avx2{YMM(), YMM()})
	split("splitAVX512", avx512{ZMM()})
	judge("judgeWhole", whole)
	judge("judgeFromStart", fromStart)
	judge("judgeFromEnd", fromEnd)
	judgeAVX512("judgeFromStartAVX512", fromStart)
	judgeAVX512("judgeFromEndAVX512", fromEnd)
	sift("siftFromStart", fromStart)
	sift("siftFromEnd", fromEnd)
	siftAVX512("siftFromStartAVX512", fromStart)
	siftAVX512("siftFromEndAVX512", fromEnd)
	Generate()
}

// A side is where the column lies that a query bounds.
type side int

const (
	whole     side = iota // nowhere: no query, or too far from both ends
	fromStart             // nearer to the start of the record
	fromEnd
)

// Sizes of package kernel.
const (
	blockSize = 64
	maxBlocks = 64
	maxLines  = maxBlocks + blockSize
	maxFound  = maxLines + 384
	lanes     = 8
	history   = 8
)

// Where the fields of a batch are. They have 8 bytes each, and so have the
// elements of the arrays. A test of package kernel compares these numbers.
const (
	want = 8 * iota
	skip
	least
	span
	origin
	base
	gone
	open
	total
	blocks
	lines
	tabs
	now     = tabs + 8*history // tabs of the first block
	sums    = now + 8*(maxBlocks+1)
	ends    = sums + 8*(maxLines+lanes)
	found   = ends + 8*(maxLines+lanes+1)
	which   = found + 8
	starts  = which + 8*(maxFound+lanes)
	stops   = starts + 8*(maxFound+lanes)
	windows = stops + 8*(maxFound+lanes)
)

// A batch is a register that points to one.
type batch struct{ GPVirtual }

func (b batch) field(offset int) Mem { return Mem{Base: b.GPVirtual, Disp: offset} }

// element is the i-th of the array at offset.
func (b batch) element(offset int, i Register) Mem {
	return Mem{Base: b.GPVirtual, Disp: offset, Index: i, Scale: 8}
}

func param(name string) GPVirtual {
	r := GP64()
	Load(Param(name), r)
	return r
}

func zero() GPVirtual {
	r := GP64()
	XORL(r.As32(), r.As32())
	return r
}

func copyOf(x Op) GPVirtual {
	r := GP64()
	MOVQ(x, r)
	return r
}

var labels int

// label returns a name that no other label of the file has.
func label() LabelRef {
	labels++
	return LabelRef(fmt.Sprint("l", labels))
}
