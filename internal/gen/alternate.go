package gen

// alternates says how many alternate names rows have: any is the share of rows
// with at least one, more that of those with several. Their number follows a
// power law from there on: it is twice as high for the share double of them.
var alternates = [numKinds]struct {
	any, more, double float64
	most              int
}{
	survey: {.12, .64, .38, 40},
	town:   {.82, .76, .41, 105},
	hit:    {.80, .50, .10, 4},
}

// appendAlternates appends the list of alternate names: names in Latin
// letters, then in other scripts, in the order of those.
func (b *block) appendAlternates(buf []byte, nm *name, c *country, k kind) []byte {
	n := b.howMany(k)
	foreign := 0
	if r := b.rng.below(16); n == 1 && r < 2 {
		foreign = 1
	} else if n > 1 && r > 4 {
		foreign = n * (5 + r&3) / 13
	}
	plain := &b.scripts[latin]
	v := *nm
	for i := range n - foreign {
		if i > 0 {
			buf = append(buf, ',')
			v.vary(b.rng.below(12))
		}
		buf = v.append(buf, plain, &b.scripts[c.accents])
	}
	for i := range foreign {
		if i > 0 || n > foreign {
			buf = append(buf, ',')
		}
		s := &b.scripts[b.foreign(c, i, foreign)]
		buf = v.appendProper(buf, s, s)
		v.vary(b.rng.below(12))
	}
	return buf
}

// howMany returns the number of alternate names of a row that has any.
func (b *block) howMany(k kind) int {
	a := &alternates[k]
	if k == town && b.rng.below(longLists) == 0 {
		return 100 + b.rng.below(360)
	}
	if !b.rng.chance(a.more) {
		return 1
	}
	n := 2
	for n < a.most && b.rng.chance(a.double) {
		n *= 2
	}
	return min(n+b.rng.below(n), a.most)
}

// longLists is the number of towns among which one has hundreds of alternate
// names, which take thousands of bytes.
const longLists = 40_000

// foreign returns the script of the i-th of n names in other scripts.
func (b *block) foreign(c *country, i, n int) int {
	if c.own != latin && i < (n+1)/2 {
		return c.own
	}
	return greek + (i*(numScripts-greek)/n+b.rng.below(3))%(numScripts-greek)
}
