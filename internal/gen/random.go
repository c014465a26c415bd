package gen

import (
	"math/bits"
	"math/rand/v2"
)

// A source makes random numbers. Each block has one of its own.
type source struct{ pcg rand.PCG }

// seed starts the sequence of a block.
func (s *source) seed(seed uint64, block int64) {
	s.pcg.Seed(seed, mix(uint64(block)))
}

// below returns a number from 0 to n-1.
func (s *source) below(n int) int {
	hi, _ := bits.Mul64(s.pcg.Uint64(), uint64(n))
	return int(hi)
}

// float returns a number from 0 up to, but not including, 1.
func (s *source) float() float64 { return unitFloat(s.pcg.Uint64()) }

// chance is true with probability p.
func (s *source) chance(p float64) bool { return s.float() < p }

func unitFloat(x uint64) float64 { return float64(x>>11) / (1 << 53) }

// mix scatters x over all 64 bits: the finaliser of SplitMix64 (Steele, Lea,
// Flood, 2014).
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
