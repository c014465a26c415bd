package gen

import "strconv"

// Heights in metres.
const (
	limit    = 8000  // no row exceeds it but the hits
	everest  = 8848  // no row exceeds it
	deepest  = -4800 // of the sea
	noHeight = -9999 // in the column dem: none known
)

// appendFigures appends the columns population, elevation and dem.
func (b *block) appendFigures(buf []byte, c *country, k kind) []byte {
	buf = strconv.AppendInt(buf, b.population(c, k), 10)
	buf = append(buf, '\t')
	if k == hit {
		h := limit + 1 + b.rng.below(everest-limit)
		buf = strconv.AppendInt(buf, int64(h), 10)
		buf = append(buf, '\t')
		buf = strconv.AppendInt(buf, int64(h-b.rng.below(300)), 10)
		return append(buf, '\t')
	}
	h := b.height(c)
	if b.rng.chance(c.elevation) {
		buf = strconv.AppendInt(buf, int64(b.elevation(c, h)), 10)
	}
	buf = append(buf, '\t')
	if b.rng.chance(c.sea) {
		h = noHeight
	}
	buf = strconv.AppendInt(buf, int64(h), 10)
	return append(buf, '\t')
}

// population returns a number of inhabitants: 0 for most features, more than
// 32 bits hold for a continent or so.
func (b *block) population(c *country, k kind) int64 {
	r := b.rng.pcg.Uint64()
	switch {
	case c.code == "" && r&2047 == 0:
		return 4_300_000_000 + int64(r>>11&(1<<31-1))
	case k == survey && r&511 > 0, k == hit, k == town && r&127 < 19:
		return 0
	}
	n := int64(500)
	for r >>= 11; r&7 < 5 && n < 1<<24; r >>= 3 {
		n *= 2
	}
	return n + int64(b.rng.below(int(n)))
}

// height returns how high the terrain model takes a place to be.
func (b *block) height(c *country) int {
	r := b.rng.below(1000)
	h := c.relief * (2_000 + 24*r*r/1000) / 10_000 // most of it low
	if c.peak < 7500 {
		return min(h, c.peak)
	}
	// The highest mountains: some without an elevation would be hits.
	switch r := b.rng.below(20_000); {
	case r == 0:
		return limit + 1 + b.rng.below(everest-limit)
	case r < 400:
		return b.rng.below(c.peak)
	}
	return h
}

// elevation returns the surveyed height of a place, whose terrain is at h:
// nearly the same, at or below the sea for a few.
func (b *block) elevation(c *country, h int) int {
	switch r := b.rng.below(2000); {
	case r < 14:
		return 0
	case r < 17:
		return -1 - b.rng.below(80)
	case r < 400 && c.code == "":
		return deepest + b.rng.below(-deepest)
	case r < 100 && c.peak >= 7500:
		return limit - b.rng.below(200)*b.rng.below(2)
	}
	return min(max(h+b.rng.below(9)-4, 1), limit)
}
