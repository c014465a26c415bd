package profile

import "math/bits"

// ExactLength is the longest length that a Histogram counts by itself. Longer
// ones share a bucket with others that differ by less than 1/16.
const ExactLength = 4095

const (
	exactBits = 12 // ExactLength = 1<<exactBits - 1
	subBits   = 4  // each power of two above has 1<<subBits buckets
)

// A Histogram counts lengths. The zero value is empty.
type Histogram struct {
	N        int64
	Sum      int64
	Min, Max int64   // exact; 0 while N is 0
	counts   []int64 // by bucket
}

// bucket returns the number of the bucket of length n.
func bucket(n int64) int {
	if n <= ExactLength {
		return int(n)
	}
	e := bits.Len64(uint64(n)) - 1 // 1<<e <= n
	sub := int(n>>(e-subBits)) & (1<<subBits - 1)
	return ExactLength + 1 + (e-exactBits)<<subBits + sub
}

// low returns the smallest length of bucket i.
func low(i int) int64 {
	if i <= ExactLength {
		return int64(i)
	}
	i -= ExactLength + 1
	e := i>>subBits + exactBits
	return int64(1<<subBits+i&(1<<subBits-1)) << (e - subBits)
}

func (h *Histogram) add(n int64) {
	if h.N == 0 || n < h.Min {
		h.Min = n
	}
	h.Max = max(h.Max, n)
	h.N++
	h.Sum += n
	i := bucket(n)
	h.grow(i + 1)
	h.counts[i]++
}

// grow makes room for n buckets.
func (h *Histogram) grow(n int) {
	if n > len(h.counts) {
		h.counts = append(h.counts, make([]int64, n-len(h.counts))...)
	}
}

func (h *Histogram) merge(g *Histogram) {
	if g.N == 0 {
		return
	}
	if h.N == 0 || g.Min < h.Min {
		h.Min = g.Min
	}
	h.Max = max(h.Max, g.Max)
	h.N += g.N
	h.Sum += g.Sum
	h.grow(len(g.counts))
	for i, n := range g.counts {
		h.counts[i] += n
	}
}

// reset empties h and keeps its memory.
func (h *Histogram) reset() {
	clear(h.counts)
	*h = Histogram{counts: h.counts[:0]}
}

// Mean returns the mean length, 0 if h is empty.
func (h *Histogram) Mean() float64 { return share(h.Sum, h.N) }

// Quantile returns a length that at least the share q of the lengths, from 0
// to 1, does not exceed: 0.5 asks for the median. A result above ExactLength
// is the least of its bucket, too low by less than 1/16. It returns 0 if h is
// empty.
func (h *Histogram) Quantile(q float64) int64 {
	var seen int64
	for i, n := range h.counts {
		seen += n
		if n > 0 && float64(seen) >= q*float64(h.N) {
			return max(low(i), h.Min)
		}
	}
	return h.Max
}
