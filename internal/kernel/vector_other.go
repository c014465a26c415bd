//go:build !amd64

package kernel

func vectorKernels() []Kernel { return nil }

// sift fills the batch from blocks, which are bytes of data or copies of them.
func (Kernel) sift(b *batch, s side, data, blocks []byte) { b.sift(s, data, blocks) }
