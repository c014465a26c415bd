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
	start    int // of the record that pos is in
	line     Line
	pad      [blockSize]byte
	batch    batch
}

// NewSieve returns a Sieve for records that lie in data.
func NewSieve(k Kernel, f Filter, data []byte) *Sieve {
	s := &Sieve{kernel: k, filter: f, side: whole, data: data}
	b := &s.batch
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
	s.pos, s.end, s.start = begin, end, begin
	s.batch.open, s.batch.blocks = 0, 0
	s.batch.tabs = [len(s.batch.tabs)]uint64{}
}

// Offer goes through the next n bytes, or up to 63 more, and offers to part the
// records that end there. It returns how many bytes it went through; at the end
// of the records 0.
func (s *Sieve) Offer(part *query.Part, n int) (done int, more bool) {
	from, to := s.pos, s.border(n)
	for s.pos < to {
		s.find(to)
		if !s.offerBatch(part) {
			return s.pos - from, false
		}
	}
	if s.pos == s.end && s.start < s.end {
		more = s.offer(part, s.start, s.end, false) // the last LF is missing
		s.start = s.end
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
	return min(s.end, to+(blockSize-s.phase(to))%blockSize)
}

// phase returns the place of pos in its block. A block is a line of the cache,
// so that loading it touches no other.
func (s *Sieve) phase(pos int) int {
	return int((uintptr(unsafe.Pointer(unsafe.SliceData(s.data))) + uintptr(pos)) % blockSize)
}

// find fills the batch with what is in the next bytes, up to to at most. Where
// these are no whole block it goes through a copy, which has zeros where the
// block has bytes that are not to be read.
func (s *Sieve) find(to int) {
	phase := s.phase(s.pos)
	if phase == 0 && to-s.pos >= blockSize {
		n := min(maxBlocks, (to-s.pos)/blockSize)
		s.sift(s.data[s.pos:s.pos+n*blockSize], s.pos)
		s.pos += s.batch.blocks * blockSize
		return
	}
	s.pad = [blockSize]byte{}
	n := copy(s.pad[phase:], s.data[s.pos:to])
	s.sift(s.pad[:], s.pos-phase)
	s.pos += n
}

// sift lets the kernel fill the batch. The first block lies at base of the
// data.
func (s *Sieve) sift(blocks []byte, base int) {
	s.batch.moveTo(base)
	if s.side == fromStart {
		s.batch.startAt(s.start)
	}
	s.kernel.sift(&s.batch, s.side, s.data, blocks)
}

// offerBatch offers what is in the batch and counts the rest.
func (s *Sieve) offerBatch(part *query.Part) (more bool) {
	b := &s.batch
	if b.lines == 0 {
		return true
	}
	next := 0
	for i, line := range b.which[:b.found] {
		part.Skip(int64(line - next))
		next = line + 1
		start := s.start
		if line > 0 {
			start = b.base + b.ends[line] + 1
		}
		if !s.offer(part, start, b.base+b.ends[next], b.windows[i] != 0) {
			return false
		}
	}
	part.Skip(int64(b.lines - next))
	s.start = b.base + b.ends[b.lines] + 1
	return true
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
