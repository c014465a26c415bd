package kernel

import (
	"encoding/binary"
	"iter"
	"math/bits"
)

const (
	low7 = 0x7F7F7F7F7F7F7F7F
	tabs = 0x0909090909090909
)

// tabsIn returns a word whose top bit of a byte is set where w has a tab.
// Unlike the shorter formula with a subtraction it is exact in every byte
// (H. S. Warren, Hacker's Delight, 6-1).
func tabsIn(w uint64) uint64 {
	x := w ^ tabs
	return ^((x&low7 + low7) | x | low7)
}

// gather moves the top bits of the 8 bytes of m, of which no other bit is set,
// to the low 8 bits, lowest byte first. The product puts each of them in a
// place of its own in the top byte.
func gather(m uint64) uint64 { return m >> 7 * 0x0102040810204080 >> 56 }

// tailLen is how many bytes tailTabs looks at: as many as the last four fields
// of a place take, nearly always.
const tailLen = 48

// tailTabs returns where the tabs are in the last 48 bytes of b: bit 0 stands
// for the last byte, so that the next tab from the end is always the lowest bit.
// There is no branch in it that depends on the data.
func tailTabs(b []byte) uint64 {
	t := (*[tailLen]byte)(b[len(b)-tailLen:])
	m := gather(tabsIn(binary.BigEndian.Uint64(t[40:])))
	m |= gather(tabsIn(binary.BigEndian.Uint64(t[32:]))) << 8
	m |= gather(tabsIn(binary.BigEndian.Uint64(t[24:]))) << 16
	m |= gather(tabsIn(binary.BigEndian.Uint64(t[16:]))) << 24
	m |= gather(tabsIn(binary.BigEndian.Uint64(t[8:]))) << 32
	m |= gather(tabsIn(binary.BigEndian.Uint64(t[0:]))) << 40
	return m
}

// fieldFromEnd returns the field of b that n tabs follow.
func fieldFromEnd(b []byte, n int) []byte {
	if len(b) < tailLen {
		return slowFieldFromEnd(b, n)
	}
	m, to := tailTabs(b), len(b)
	if n > 0 {
		for range n - 1 {
			m &= m - 1
		}
		to = len(b) - 1 - bits.TrailingZeros64(m)
		m &= m - 1
	}
	if m == 0 {
		return slowFieldFromEnd(b, n)
	}
	return b[len(b)-bits.TrailingZeros64(m) : to]
}

func slowFieldFromEnd(b []byte, n int) []byte {
	to := len(b)
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] != '\t' {
			continue
		}
		if n == 0 {
			return b[i+1 : to]
		}
		to = i
		n--
	}
	return b[:to]
}

// Tabs yields the positions of all tabs in b, in order.
func Tabs(b []byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		at := 0
		for ; at+8 <= len(b); at += 8 {
			m := tabsIn(binary.LittleEndian.Uint64(b[at:]))
			for ; m != 0; m &= m - 1 {
				if !yield(at + bits.TrailingZeros64(m)/8) {
					return
				}
			}
		}
		for ; at < len(b); at++ {
			if b[at] == '\t' && !yield(at) {
				return
			}
		}
	}
}
