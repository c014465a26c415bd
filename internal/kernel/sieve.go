package kernel

import (
	"unsafe"

	"geoscan/internal/chunk"
	"geoscan/query"
)

// A Sieve goes through records and offers those that a filter lets through. It
// counts the fields of each, so that no malformed record escapes. It reads
// nothing but the bytes that it is told to, and allocates nothing.
//
// A Sieve is for one goroutine at a time.
type Sieve struct {
	kernel   Kernel
	filter   Filter
	side     side
	data     []byte
	pos, end int // what is left
	told     int // lines that the part knows of
	line     Line
	pad      [blockSize]byte
	batch    batch
}

// NewSieve returns a Sieve for records that lie in data.
func NewSieve(k Kernel, f Filter, data []byte) *Sieve {
	s := &Sieve{kernel: k, filter: f, side: whole, data: data}
	b := &s.batch
	b.origin = int(uintptr(unsafe.Pointer(unsafe.SliceData(data))) % blockSize)
	b.want = f.width - 1
	b.setBounds(f.least, f.most)
	behind := b.want - f.col
	switch {
	case f.col < 0 || min(f.col, behind) >= blockSize:
	case f.col < behind:
		s.side, b.skip = fromStart, f.col
	default:
		s.side, b.skip = fromEnd, behind
	}
	return s
}

// Start makes the records in data[begin:end] the next. They start at begin and
// end with a line's end or with the data.
func (s *Sieve) Start(begin, end int) {
	s.pos, s.end, s.told = begin, end, 0
	s.batch.startAt(begin + s.batch.origin)
}

// Offer goes through the next n bytes, or up to 63 more, and offers to part the
// records that end there. It returns how many bytes it went through; at the end
// of the records 0.
func (s *Sieve) Offer(part *query.Part, n int) (done int, more bool) {
	from, to := s.pos, s.border(n)
	for s.pos < to {
		s.find(to)
		if !s.offerFound(part) {
			return s.pos - from, false
		}
	}
	if s.pos == s.end {
		more = s.offerLast(part)
		return s.pos - from, more
	}
	return s.pos - from, true
}

// border returns the first border of blocks that is not before the next n bytes'
// end.
func (s *Sieve) border(n int) int {
	if n >= s.end-s.pos {
		return s.end
	}
	to := s.pos + n
	return min(s.end, to+(blockSize-s.place(to))%blockSize)
}

// place returns where pos is in its block. A block is a line of the cache, so
// that loading it touches no other.
func (s *Sieve) place(pos int) int { return (pos + s.batch.origin) % blockSize }

// find finds the candidates in the next bytes, up to to, or as many as there is
// room for.
func (s *Sieve) find(to int) {
	s.batch.found = 0
	for s.pos < to && !s.batch.full() {
		s.search(to)
	}
	if s.side != whole {
		s.kernel.sift(&s.batch, s.side, s.data)
	}
}

// search fills a batch. Where the next bytes are no whole block it goes through
// a copy, which has zeros where the block has bytes that are not to be read.
func (s *Sieve) search(to int) {
	b, place := &s.batch, s.place(s.pos)
	b.moveTo(s.pos-place+b.origin, s.side)
	if place == 0 && to-s.pos >= blockSize {
		n := min(maxBlocks, (to-s.pos)/blockSize)
		s.kernel.search(b, s.side, s.data[s.pos:s.pos+n*blockSize])
		s.pos += b.blocks * blockSize
		return
	}
	s.pad = [blockSize]byte{}
	s.pos += copy(s.pad[place:], s.data[s.pos:to])
	s.kernel.search(b, s.side, s.pad[:])
}

// offerFound offers the candidates and counts the lines before and behind them.
func (s *Sieve) offerFound(part *query.Part) (more bool) {
	b := &s.batch
	for i, number := range b.which[:b.found] {
		part.Skip(int64(number - s.told))
		s.told = number + 1
		if !s.offer(part, b.starts[i]-b.origin, b.stops[i]-b.origin, b.windows[i] != 0) {
			return false
		}
	}
	part.Skip(int64(b.gone + b.lines - s.told))
	s.told = b.gone + b.lines
	return true
}

// offerLast offers the last record if its LF is missing.
func (s *Sieve) offerLast(part *query.Part) (more bool) {
	b := &s.batch
	start := b.ends[b.lines] + 1 - b.origin
	if start >= s.end {
		return true
	}
	b.ends[b.lines] = s.end - 1 + b.origin // once is enough
	return s.offer(part, start, s.end, false)
}

// offer offers the line in data[start:end]. If it is checked it is well-formed,
// and the filter has been asked.
func (s *Sieve) offer(part *query.Part, start, end int, checked bool) (more bool) {
	s.line.Reset(chunk.Trim(s.data[start:end]))
	if len(s.line.b) == 0 {
		part.Blank(1)
		return true
	}
	if checked {
		s.line.n = s.filter.width
	}
	if (!checked || s.side == whole) && s.line.Len() == s.filter.width && s.filter.misses(&s.line) {
		part.Skip(1)
		return true
	}
	return part.Offer(int64(start), &s.line)
}
