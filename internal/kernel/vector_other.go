//go:build !amd64

package kernel

func vectorKernels() []Kernel { return nil }

// search finds what is in the next blocks.
func (Kernel) search(b *batch, s side, blocks []byte) { b.search(s, blocks) }

// sift drops the candidates with an integer out of bounds.
func (Kernel) sift(b *batch, s side, data []byte) { b.sift(s, data) }
