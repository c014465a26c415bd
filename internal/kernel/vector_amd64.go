package kernel

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate go -C asm run . -out ../vector_amd64.s -pkg kernel

// vectorKernels returns those that this processor has the instructions for.
func vectorKernels() (list []Kernel) {
	x := &cpu.X86
	if !x.HasBMI1 || !x.HasBMI2 || !x.HasPOPCNT || !x.HasLZCNT {
		return nil
	}
	if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512CD && x.HasAVX512VPOPCNTDQ {
		list = append(list, AVX512)
	}
	if x.HasAVX2 {
		list = append(list, AVX2)
	}
	return list
}

// search finds what is in the next blocks.
func (k Kernel) search(b *batch, s side, blocks []byte) {
	first, n := unsafe.SliceData(blocks), min(len(blocks)/blockSize, maxBlocks)
	switch k {
	case AVX512:
		splitAVX512(b, first, n)
	case AVX2:
		splitAVX2(b, first, n)
	default:
		b.search(s, blocks)
		return
	}
	switch {
	case s == whole:
		judgeWhole(b, first)
	case s == fromStart && k == AVX512:
		judgeFromStartAVX512(b, first)
	case s == fromStart:
		judgeFromStart(b, first)
	case k == AVX512:
		judgeFromEndAVX512(b, first)
	default:
		judgeFromEnd(b, first)
	}
}

// sift drops the candidates with an integer out of bounds.
func (k Kernel) sift(b *batch, s side, data []byte) {
	first := unsafe.SliceData(data)
	switch {
	case k == Portable:
		b.sift(s, data)
	case s == fromStart && k == AVX512:
		siftFromStartAVX512(b, first)
	case s == fromStart:
		siftFromStart(b, first)
	case k == AVX512:
		siftFromEndAVX512(b, first)
	default:
		siftFromEnd(b, first)
	}
}

//go:noescape
func splitAVX2(b *batch, block *byte, n int)

//go:noescape
func splitAVX512(b *batch, block *byte, n int)

//go:noescape
func judgeWhole(b *batch, block *byte)

//go:noescape
func judgeFromStart(b *batch, block *byte)

//go:noescape
func judgeFromEnd(b *batch, block *byte)

//go:noescape
func judgeFromStartAVX512(b *batch, block *byte)

//go:noescape
func judgeFromEndAVX512(b *batch, block *byte)

//go:noescape
func siftFromStart(b *batch, data *byte)

//go:noescape
func siftFromEnd(b *batch, data *byte)

//go:noescape
func siftFromStartAVX512(b *batch, data *byte)

//go:noescape
func siftFromEndAVX512(b *batch, data *byte)
