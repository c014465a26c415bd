package query

import (
	"fmt"
	"math"
	"strconv"
)

// decimals are the digits of a distance behind the point: it is shown to the
// metre. Coordinates have hardly more, and the sphere is further from the truth.
const decimals = 3

// withDistances returns s with pseudo-columns behind its columns. They are
// called distance, and distance_2 and so on where that name is taken.
func (s *Schema) withDistances(list []*distance) *Schema {
	if len(list) == 0 {
		return s
	}
	w := &Schema{cols: s.cols[:len(s.cols):len(s.cols)], byName: make(map[string]int)}
	for name, col := range s.byName {
		w.byName[name] = col
	}
	for _, d := range list {
		name := "distance"
		for i := 2; ; i++ {
			if _, taken := w.byName[name]; !taken {
				break
			}
			name = fmt.Sprintf("distance_%d", i)
		}
		w.byName[name] = len(w.cols)
		doc := fmt.Sprintf("great circle distance from latitude %v, longitude %v", d.from.lat, d.from.lon)
		w.cols = append(w.cols, Column{Name: name, Kind: Numeric, Unit: "km", Doc: doc})
	}
	return w
}

// distanceKey is the key of a distance. Numbers that are not negative have the
// order of their bits.
func distanceKey(km float64, ok bool) key {
	return key{Number: Number{mant: int64(math.Float64bits(km))}, none: !ok}
}

// A pseudoRecord is a record with pseudo-columns behind its fields. It owns
// their bytes, until it wraps the next record.
type pseudoRecord struct {
	Record
	width  int
	fields [][]byte
	buf    []byte
}

// wrap makes p the record r with what q selects beside its fields.
func (p *pseudoRecord) wrap(r Record, q *Query) *pseudoRecord {
	p.Record, p.width = r, q.schema.NumColumns()
	p.fields, p.buf = p.fields[:0], p.buf[:0]
	for _, d := range q.pseudo {
		from := len(p.buf)
		if km, ok := d.of(r); ok {
			p.buf = strconv.AppendFloat(p.buf, km, 'f', decimals, 64)
		}
		p.fields = append(p.fields, p.buf[from:len(p.buf):len(p.buf)])
	}
	return p
}

func (p *pseudoRecord) Field(col int) []byte {
	if col >= p.width {
		return p.fields[col-p.width]
	}
	return p.Record.Field(col)
}
