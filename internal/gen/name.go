package gen

// A name is the name of a place: the name proper, made of syllables, with
// generic words around it.
type name struct {
	n             int // syllables used
	syl           [4]uint8
	coda          uint8 // index of a script's coda
	accent        int8  // the syllable with a letter that ASCII lacks, or -1
	before, after string
}

// newName makes up a name for a place in c.
func (b *block) newName(c *country, k kind) (nm name) {
	r := b.rng.pcg.Uint64()
	nm.n = 2 + int(r&1)
	if r>>1&3 == 0 {
		nm.n++
	}
	if coda := r >> 4 & 15; coda < codas {
		nm.coda = uint8(coda)
	}
	r >>= 8
	for i := range nm.n {
		nm.syl[i] = uint8(r & 0xFFF % syllables)
		r >>= 12
	}
	nm.accent = -1
	accented := c.accented
	if k == survey {
		accented *= .45 // surveys often write plain letters
	} else {
		accented *= 1.25
	}
	if b.rng.chance(accented) {
		nm.accent = int8(b.rng.below(nm.n))
	}
	v := &b.words[c.words]
	switch r & 7 {
	case 0, 7:
		nm.before = v.before[b.rng.below(len(v.before))]
	case 1, 2, 3:
		nm.after = v.after[b.rng.below(len(v.after))]
	}
	return nm
}

// vary changes a syllable of nm for one that sounds alike: another vowel, the
// same consonant.
func (nm *name) vary(r int) {
	i := r % nm.n
	s := int(nm.syl[i])
	nm.syl[i] = uint8(s - s%vowels + (s+1+r%3)%vowels)
}

// append appends nm in Latin letters, the accented one from accents.
func (nm *name) append(buf []byte, latin, accents *script) []byte {
	buf = append(buf, nm.before...)
	buf = nm.appendProper(buf, latin, accents)
	return append(buf, nm.after...)
}

// appendProper appends the name without its generic words, in script s.
func (nm *name) appendProper(buf []byte, s, accents *script) []byte {
	for i, syl := range nm.syl[:nm.n] {
		from := s
		if int8(i) == nm.accent {
			from = accents
		}
		if i == 0 {
			buf = append(buf, from.initial[syl]...)
		} else {
			buf = append(buf, from.syllable[syl]...)
		}
	}
	return append(buf, s.coda[nm.coda]...)
}

// appendNames appends the columns name, asciiname and alternatenames.
func (b *block) appendNames(buf []byte, c *country, k kind) []byte {
	nm := b.newName(c, k)
	plain, accents := &b.scripts[latin], &b.scripts[c.accents]
	start := len(buf)
	switch odd := b.rng.below(4000); {
	case odd < 4 && k != hit:
		buf = nm.appendProper(buf, &b.scripts[c.own], &b.scripts[c.own])
	case odd < 8 && k != hit:
		buf = b.appendLong(buf, &nm, c)
	case odd == 8:
		buf = append(append(append(buf, '"'), nm.append(nil, plain, accents)...), '"')
	case odd == 9:
		buf = append(nm.append(buf, plain, accents), '"')
	case odd == 10:
		buf = append(nm.append(buf, plain, accents), `\Kan`...)
	default:
		buf = nm.append(buf, plain, accents)
	}
	buf = append(buf, '\t')
	buf = b.appendASCII(buf, &nm, buf[start:len(buf)-1])
	buf = append(buf, '\t')
	if b.rng.chance(alternates[k].any) {
		buf = b.appendAlternates(buf, &nm, c, k)
	}
	return append(buf, '\t')
}

// appendASCII appends the asciiname: shown, the name as it stands in the
// table, if that is ASCII.
func (b *block) appendASCII(buf []byte, nm *name, shown []byte) []byte {
	for _, c := range shown {
		if c >= 0x80 {
			return nm.append(buf, &b.scripts[latin], &b.scripts[latin])
		}
	}
	return append(buf, shown...)
}

// appendLong appends a name of many words, at most 80 bytes.
func (b *block) appendLong(buf []byte, nm *name, c *country) []byte {
	plain := &b.scripts[latin]
	most := len(buf) + 20 + b.rng.below(20)
	for len(buf) < most {
		buf = nm.append(buf, plain, plain)
		buf = append(buf, " of "...)
		nm.vary(b.rng.below(12))
	}
	return nm.appendProper(buf, plain, plain)
}
