//go:build unix

package kernel

import (
	"math/rand/v2"
	"os"
	"syscall"
	"testing"
)

// TestSieveStaysInside gives the kernels bytes that begin behind a page which
// can't be read, or end before one, in all lengths and so at all alignments.
func TestSieveStaysInside(t *testing.T) {
	page := os.Getpagesize()
	all, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(all)
	for _, fence := range [][]byte{all[:page], all[2*page:]} {
		if err := syscall.Mprotect(fence, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	inner := all[page : 2*page : 2*page]
	rng := rand.New(rand.NewPCG(7, 8))
	rounds := 5
	if testing.Short() {
		rounds = 1
	}
	for _, where := range []string{"", "c0 > 5", "c1 > 5", "c2 > 5"} {
		q := compile(t, 3, where)
		for size := range 201 {
			for range rounds {
				fill(rng, inner)
				compare(t, q, inner[:size:size], 0, 1000)
				compare(t, q, inner[page-size:], 0, 1000)
			}
		}
	}
}

// TestSieveAlignment puts bytes of all lengths to all places of a block, among
// others that would change the answer.
func TestSieveAlignment(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	buf := make([]byte, 1024)
	q := compile(t, 3, "c1 > 5")
	step := 1
	if testing.Short() {
		step = 7
	}
	for at := 0; at < blockSize; at += step {
		for size := range 201 {
			fill(rng, buf)
			compare(t, q, buf[at:at+size], 0, 1000)
		}
	}
}

// fill makes short lines, many of them of 3 fields.
func fill(rng *rand.Rand, b []byte) {
	const bytes = "\t\t\t\t\n\n0123456789--x\r"
	for i := range b {
		b[i] = bytes[rng.IntN(len(bytes))]
	}
}
