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
	if x.HasAVX512F && x.HasAVX512BW {
		list = append(list, AVX512)
	}
	if x.HasAVX2 {
		list = append(list, AVX2)
	}
	return list
}

// sift fills the batch from blocks, which are bytes of data or copies of them.
func (k Kernel) sift(b *batch, s side, data, blocks []byte) {
	first, all := unsafe.SliceData(blocks), unsafe.SliceData(data)
	n := min(len(blocks)/blockSize, maxBlocks)
	switch k {
	case AVX2:
		splitAVX2(b, first, n)
	case AVX512:
		splitAVX512(b, first, n)
	default:
		b.sift(s, data, blocks)
		return
	}
	switch s {
	case whole:
		judgeWhole(b, first)
	case fromStart:
		judgeFromStart(b, first)
		siftFromStart(b, all)
	case fromEnd:
		judgeFromEnd(b, first)
		siftFromEnd(b, all)
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
func siftFromStart(b *batch, data *byte)

//go:noescape
func siftFromEnd(b *batch, data *byte)
