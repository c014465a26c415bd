package strategytest

import (
	"testing"

	"geoscan"
	"geoscan/geonames"
	"geoscan/query"
)

// largest bounds the inputs of a fuzz test: more bytes find no more faults, but
// slowly.
const largest = 1 << 16

// Fuzz compares all strategies with the oracle on raw bytes: whatever they are,
// whatever is asked, and wherever they are divided, all give the same answer.
// The corpus starts with the cases and the edge inputs.
func Fuzz(f *testing.F, strategies []geoscan.Strategy) {
	schemas := []*query.Schema{peaks(), geonames.Schema(), single()}
	for i, c := range Cases(f) {
		if data := c.Data(f); len(data) <= largest {
			f.Add(data, uint64(i), uint8(i), uint16(i*37), uint8(1))
		}
	}
	for i, in := range edgeInputs {
		f.Add([]byte(in.data), uint64(i), uint8(i), uint16(i), uint8(i%2*2))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64, dop uint8, size uint16, kind uint8) {
		if len(data) > largest {
			t.Skip("too large")
		}
		m := newMaker(schemas[int(kind)%len(schemas)], seed)
		m.learn(data)
		tr := trial{"fuzz", data, m.schema, compile(t, m.schema, m.Rand, m.question(), m.question())}
		wants := tr.wants()
		opt := geoscan.Options{DOP: 1 + int(dop)%64, ChunkSize: int(size) % 5000}
		src := newSource(t, data, side(seed%2))
		src.shape = shapes[seed%uint64(len(shapes))]
		for _, s := range strategies {
			tr.name = s.Name
			tr.runOn(t, s, src, opt, wants)
		}
	})
}

// learn takes fields of data for literals.
func (m *maker) learn(data []byte) {
	for _, rec := range split(string(data)) {
		for _, f := range rec.fields {
			if len(m.pool) == 100 {
				return
			}
			if len(f) <= 100 {
				m.pool = append(m.pool, f)
			}
		}
	}
}

// Supported returns those of a list of strategies that work in this build.
func Supported(t testing.TB, all []geoscan.Strategy) (list []geoscan.Strategy) {
	for _, s := range all {
		if err := unsupported(t, s); err != nil {
			t.Logf("without %s: %v", s.Name, err)
			continue
		}
		list = append(list, s)
	}
	return list
}
