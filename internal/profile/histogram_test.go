package profile

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBuckets(t *testing.T) {
	last := -1
	for _, n := range []int64{0, 1, 4094, 4095, 4096, 4351, 4352, 8191, 8192, 1 << 20, 1<<20 + 1<<16, 1 << 40, math.MaxInt64} {
		i := bucket(n)
		if i < last {
			t.Errorf("bucket(%d) = %d, below that of a shorter length", n, i)
		}
		last = i
		switch l := low(i); {
		case l > n:
			t.Errorf("low(bucket(%d)) = %d, above", n, l)
		case n <= ExactLength && l != n:
			t.Errorf("low(bucket(%d)) = %d, not exact", n, l)
		case float64(n-l) >= float64(l)/16 && l != n:
			t.Errorf("low(bucket(%d)) = %d, too low by 1/16 or more", n, l)
		case bucket(l) != i:
			t.Errorf("bucket(low(%d)) = %d", i, bucket(l))
		}
	}
}

func TestQuantile(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var h, g Histogram
	var all []int64
	for i := range 5000 {
		n := rng.Int64N(1 << (1 + rng.IntN(15)))
		all = append(all, n)
		if i%2 == 0 {
			h.add(n)
		} else {
			g.add(n)
		}
	}
	h.merge(&g)
	slices.Sort(all)
	for _, q := range []float64{0, 0.01, 0.5, 0.9, 0.99, 1} {
		want := all[max(0, int(math.Ceil(q*5000))-1)]
		got := h.Quantile(q)
		if want <= ExactLength && got != want || got > want || float64(want-got) >= float64(got)/16 && got != want {
			t.Errorf("Quantile(%v) = %d, want %d", q, got, want)
		}
	}
	if h.Min != all[0] || h.Max != all[len(all)-1] || h.N != 5000 {
		t.Errorf("min %d, max %d, n %d", h.Min, h.Max, h.N)
	}
	h.reset()
	h.add(7)
	if h.Quantile(0.5) != 7 || h.Mean() != 7 {
		t.Errorf("after reset: median %d, mean %v, want 7", h.Quantile(0.5), h.Mean())
	}
}

func TestEmptyHistogram(t *testing.T) {
	var h Histogram
	if h.Quantile(0.5) != 0 || h.Mean() != 0 {
		t.Errorf("median %d, mean %v of nothing", h.Quantile(0.5), h.Mean())
	}
}
