// Package chunk cuts bytes at the ends of records, so that the pieces can be
// scanned apart and no record is lost, doubled or split.
package chunk

import (
	"bytes"
	"math/bits"
)

// Begin returns where the first record starts: behind a UTF-8 byte order mark,
// if there is one.
func Begin(data []byte) int {
	if bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")) {
		return 3
	}
	return 0
}

// Next returns the smallest record start that is not before at, where
// len(data) counts as one. A record starts at the beginning of data and behind
// every LF; so the search begins at the byte before at, lest a record that
// starts exactly there be passed over.
func Next(data []byte, at int) int {
	if at <= 0 {
		return 0
	}
	if at >= len(data) {
		return len(data)
	}
	i := bytes.IndexByte(data[at-1:], '\n')
	if i < 0 {
		return len(data)
	}
	return at + i
}

// End returns the end of the chunk that starts at the record start at and has
// size bytes or as many more as its last record needs.
func End(data []byte, at, size int) int {
	if size >= len(data)-at {
		return len(data)
	}
	return Next(data, at+size)
}

// Trim returns a record without its LF and the CR directly before it.
func Trim(rec []byte) []byte {
	if n := len(rec); n > 0 && rec[n-1] == '\n' {
		rec = rec[:n-1]
	}
	if n := len(rec); n > 0 && rec[n-1] == '\r' {
		rec = rec[:n-1]
	}
	return rec
}

// Cut splits data behind the first LF. tail is empty, and not nil, at the end.
func Cut(data []byte) (rec, tail []byte) {
	i := bytes.IndexByte(data, '\n') + 1
	if i == 0 {
		i = len(data)
	}
	return data[:i], data[i:]
}

// Shares returns how many of dop shares of size bytes are worth a goroutine:
// no share is empty, and there is at least one.
func Shares(size, dop int) int { return max(1, min(dop, size)) }

// Share returns where the records of share i of n begin and end: those that
// start in the i-th n-th of data. It reads data up to the next LF behind its
// end. A byte order mark belongs to no record.
func Share(data []byte, i, n int) (begin, end int) {
	return between(data, border(len(data), i, n), border(len(data), i+1, n))
}

// between returns where the records that start in data[low:high] begin and end,
// where one behind a byte order mark counts as starting at 0. If there are none
// it looks no further than high, so that the pieces of a long record don't all
// search for its end.
func between(data []byte, low, high int) (begin, end int) {
	if low == 0 {
		begin = Begin(data)
		return begin, max(begin, Next(data, high))
	}
	begin = Next(data[:high], low)
	if begin == high {
		return begin, begin
	}
	return begin, Next(data, high)
}

// border returns size × i / n without overflow.
func border(size, i, n int) int {
	hi, lo := bits.Mul64(uint64(size), uint64(i))
	q, _ := bits.Div64(hi, lo, uint64(n))
	return int(q)
}

// Count returns how many chunks of size bytes there are in n bytes.
func Count(n, size int) int { return (n + size - 1) / size }

// Nth returns where the records of chunk i begin and end: those that start in
// the i-th size bytes of data. Chunks can be found in any order and side by
// side; one that a long record covers is empty.
func Nth(data []byte, i, size int) (begin, end int) {
	low := i * size
	return between(data, low, low+min(size, len(data)-low))
}
