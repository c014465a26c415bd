package kernel

import "geoscan/query"

// A Filter tells, by one column, records that can't answer a query: those whose
// field is empty or an integer out of bounds. It is immutable.
type Filter struct {
	width       int // fields of a well-formed record
	col         int // -1: any record may answer
	least, most int64
}

// NewFilter returns the filter of r, one of the ranges of q. If r is nil the
// filter rejects nothing.
func NewFilter(q *query.Query, r *query.Range) Filter {
	f := Filter{width: q.Schema().NumColumns(), col: -1}
	if r != nil {
		f.col = r.Col
		f.least, f.most = r.Ints()
	}
	return f
}

// sampleSize is how many bytes ChooseFilter looks at. They take less time than
// starting a goroutine and hold thousands of records.
const sampleSize = 256 << 10

// ChooseFilter returns the filter, of all of q's ranges, that lets the fewest
// records of the start of data through. It reads data only where there is a
// choice.
func (k Kernel) ChooseFilter(q *query.Query, data []byte) Filter {
	best := NewFilter(q, nil)
	least := -1
	for i := range q.Ranges() {
		f := NewFilter(q, &q.Ranges()[i])
		n := 0
		if len(q.Ranges()) > 1 {
			n = k.candidates(data[:min(len(data), sampleSize)], f)
		}
		if least < 0 || n < least {
			best, least = f, n
		}
	}
	return best
}

// candidates counts what f lets through.
func (k Kernel) candidates(data []byte, f Filter) (n int) {
	s := NewSieve(k, f, data)
	s.Start(0, len(data))
	for s.pos < s.end {
		s.find(s.end)
		n += s.batch.found
	}
	return n
}

// misses reports whether a well-formed record can't answer.
func (f *Filter) misses(l *Line) bool {
	return f.col >= 0 && rejects(l.Field(f.col), f.least, f.most)
}

// rejects reports whether field is empty or an integer out of bounds. What it
// can't read it lets through.
func rejects(field []byte, least, most int64) bool {
	if len(field) == 0 {
		return true
	}
	v, ok := parseInt(field)
	return ok && (v < least || v > most)
}

// parseInt reads a sign and 1 to 18 digits, which can't overflow.
func parseInt(b []byte) (v int64, ok bool) {
	neg := b[0] == '-'
	if neg || b[0] == '+' {
		b = b[1:]
	}
	if len(b) == 0 || len(b) > 18 {
		return 0, false
	}
	for _, c := range b {
		if c -= '0'; c > 9 {
			return 0, false
		}
		v = v*10 + int64(c)
	}
	if neg {
		v = -v
	}
	return v, true
}
