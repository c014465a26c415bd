package gen

import "strconv"

// appendRow appends a row of kind k for the country at pos.
func (b *block) appendRow(pos int64, k kind) {
	c := b.at(pos)
	buf := strconv.AppendInt(b.buf, b.id, 10)
	buf = append(buf, '\t')
	buf = b.appendNames(buf, c, k)
	buf = b.appendPlace(buf, c, k)
	buf = b.appendCodes(buf, c)
	buf = b.appendFigures(buf, c, k)
	buf = append(buf, b.zone(c)...)
	buf = append(buf, '\t')
	buf = b.appendDate(buf)
	b.buf = append(buf, '\n')
}

// A kind of row has its own fields filled.
type kind int

const (
	survey kind = iota // any feature, as a survey lists them
	town               // a populated place, known abroad
	hit                // a mountain above 8000 m
	numKinds
)

// features are the feature classes and codes of each kind of row, the most
// frequent several times.
func features() [numKinds][]string {
	return [numKinds][]string{
		survey: {
			"P\tPPL", "P\tPPL", "P\tPPLL", "P\tPPLL", "P\tPPLL", "P\tPPLL", "H\tSTM", "H\tSTM", "H\tSTMI", "H\tLK", "H\tWLL", "H\tSPNG",
			"T\tMT", "T\tHLL", "T\tMTS", "T\tISL", "T\tVAL", "T\tPT", "T\tPK", "T\tRDGE", "S\tSCH", "S\tCH", "S\tFRM", "S\tHTL",
			"S\tMSQE", "L\tLCTY", "L\tPRK", "L\tAREA", "A\tADM3", "A\tADM4", "A\tADMD", "R\tRD", "V\tFRST", "U\tSMU", "H\tBCH",
		},
		town: {
			"P\tPPL", "P\tPPL", "P\tPPL", "P\tPPL", "P\tPPL", "P\tPPLA4", "P\tPPLA4", "P\tPPLA3", "P\tPPLA3", "P\tPPLA2",
			"P\tPPLX", "P\tPPLA", "P\tPPLL", "A\tADM4",
		},
		hit: {"T\tMT", "T\tMT", "T\tPK"},
	}
}

// appendPlace appends the columns from latitude to cc2.
func (b *block) appendPlace(buf []byte, c *country, k kind) []byte {
	coarse := b.rng.chance(.25)
	buf = appendDegrees(buf, b.degrees(c.box.south, c.box.north, coarse))
	buf = append(buf, '\t')
	buf = appendDegrees(buf, b.degrees(c.box.west, c.box.east, coarse))
	buf = append(buf, '\t')
	if b.rng.chance(.003) {
		buf = append(buf, "P\t"[b.rng.below(2):]...)
	} else {
		of := b.features[k]
		buf = append(buf, of[b.rng.below(len(of))]...)
	}
	buf = append(buf, '\t')
	buf = append(buf, c.code...)
	buf = append(buf, '\t')
	if b.rng.chance(c.shared()) {
		buf = b.appendNeighbours(buf)
	}
	return append(buf, '\t')
}

// shared returns the share of places that belong to other countries too.
func (c *country) shared() float64 {
	if c.code == "" {
		return .023
	}
	return .0015
}

// appendNeighbours appends a list of country codes.
func (b *block) appendNeighbours(buf []byte) []byte {
	n := len(b.countries) - 1 // the last is none
	first := b.rng.below(n - 3)
	for i, c := range b.countries[first : first+1+b.rng.below(3)] {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = append(buf, c.code...)
	}
	return buf
}

// unitsPerDegree is the precision of coordinates.
const unitsPerDegree = 100_000

// degrees returns an angle between two degrees: a whole minute if coarse.
func (b *block) degrees(from, to int, coarse bool) int {
	if coarse {
		minute := from*60 + b.rng.below((to-from)*60)
		return minute * unitsPerDegree / 60
	}
	return from*unitsPerDegree + b.rng.below((to-from)*unitsPerDegree)
}

// appendDegrees appends an angle without zeros at its end.
func appendDegrees(buf []byte, v int) []byte {
	if v < 0 {
		buf = append(buf, '-')
		v = -v
	}
	buf = strconv.AppendInt(buf, int64(v/unitsPerDegree), 10)
	rest := v % unitsPerDegree
	if rest == 0 {
		return buf
	}
	buf = append(buf, '.')
	buf = append2(buf, rest/1000)
	buf = append3(buf, rest%1000)
	for buf[len(buf)-1] == '0' {
		buf = buf[:len(buf)-1]
	}
	return buf
}

// appendCodes appends the four columns of administrative codes.
func (b *block) appendCodes(buf []byte, c *country) []byte {
	r := b.rng.pcg.Uint64()
	levels := c.levels
	if r>>60 == 0 {
		levels = min(levels, 1)
	}
	if levels > 0 {
		if c.words == english {
			buf = append(buf, 'A'+byte(r&15), 'A'+byte(r>>4&15))
		} else {
			buf = append2(buf, int(r&63))
		}
	}
	buf = append(buf, '\t')
	if levels > 1 {
		buf = append3(buf, int(r>>8&255))
	}
	buf = append(buf, '\t')
	if levels > 2 {
		buf = append3(buf, int(r>>16&511))
	}
	buf = append(buf, '\t')
	if levels > 3 {
		buf = append3(buf, int(r>>16&511))
		buf = append3(buf, int(r>>25&63))
	}
	return append(buf, '\t')
}

// append2 appends the last two digits of v.
func append2(buf []byte, v int) []byte {
	return append(buf, byte('0'+v/10%10), byte('0'+v%10))
}

// append3 appends the last three digits of v.
func append3(buf []byte, v int) []byte {
	return append(buf, byte('0'+v/100%10), byte('0'+v/10%10), byte('0'+v%10))
}

// zone returns a time zone of c, the first most often.
func (b *block) zone(c *country) string {
	return c.zones[b.rng.below(1+b.rng.below(len(c.zones)))]
}

// appendDate appends a date from 2004 to 2024, late years more often.
func (b *block) appendDate(buf []byte) []byte {
	year := 2024 - min(b.rng.below(21), b.rng.below(21))
	month := b.rng.below(12)
	days := [12]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month]
	buf = append(buf, "20"...)
	buf = append2(buf, year)
	buf = append(buf, '-')
	buf = append2(buf, month+1)
	buf = append(buf, '-')
	return append2(buf, 1+b.rng.below(days))
}
