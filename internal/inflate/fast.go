package inflate

import "encoding/binary"

// fast decodes symbols as long as there are more than inSlack bytes of input and
// there is room for a match. It checks neither for each symbol on its own.
//
// After a refill there are 56 bits: enough for three literals of the first table
// and a length (3 × 11 + 20), or for a length and a distance (20 + 28).
func (d *Decoder) fast() error {
	var (
		in, pos = d.in, d.pos
		out, to = d.out, d.to
		b, n    = d.bits, d.nbits
		t       = d.tables
		inEnd   = len(in) - inSlack
		outEnd  = len(out) - outSlack
		err     error
	)
loop:
	for pos <= inEnd && to <= outEnd {
		b |= binary.LittleEndian.Uint64(in[pos:]) << (n & 63)
		pos += int(63-n) >> 3
		n |= 56
		e := t.lit[b&(1<<litBits-1)]
		if e&literal != 0 {
			b, n = b>>(e&allMask), n-uint(e&allMask)
			out[to] = byte(e >> valueAt)
			to++
			if e = t.lit[b&(1<<litBits-1)]; e&literal != 0 {
				b, n = b>>(e&allMask), n-uint(e&allMask)
				out[to] = byte(e >> valueAt)
				to++
				if e = t.lit[b&(1<<litBits-1)]; e&literal != 0 {
					b, n = b>>(e&allMask), n-uint(e&allMask)
					out[to] = byte(e >> valueAt)
					to++
					continue
				}
			}
		}
		if e&special != 0 {
			if e&subtable != 0 {
				e = t.lit[e>>valueAt&0x7FFF+uint32(b>>litBits)&(1<<(e>>codeAt&15)-1)]
			}
			switch {
			case e&literal != 0:
				b, n = b>>(e&allMask), n-uint(e&allMask)
				out[to] = byte(e >> valueAt)
				to++
				continue
			case e&special == 0:
			case e>>valueAt == blockEnd:
				b, n = b>>(e&allMask), n-uint(e&allMask)
				d.coded = false
				break loop
			default:
				err = ErrCorrupt
				break loop
			}
		}
		saved := b
		b, n = b>>(e&allMask), n-uint(e&allMask)
		length := int(e>>valueAt + uint32(saved&(1<<(e&allMask)-1)>>(e>>codeAt&15)))
		if n < 28 {
			b |= binary.LittleEndian.Uint64(in[pos:]) << (n & 63)
			pos += int(63-n) >> 3
			n |= 56
		}
		e = t.dist[b&(1<<distBits-1)]
		if e&special != 0 {
			if e&subtable != 0 {
				e = t.dist[e>>valueAt&0x7FFF+uint32(b>>distBits)&(1<<(e>>codeAt&15)-1)]
			}
			if e&special != 0 {
				err = ErrCorrupt
				break loop
			}
		}
		saved = b
		b, n = b>>(e&allMask), n-uint(e&allMask)
		dist := int(e>>valueAt + uint32(saved&(1<<(e&allMask)-1)>>(e>>codeAt&15)))
		if dist > to {
			err = ErrCorrupt
			break loop
		}
		copyMatch(out, to, dist, length)
		to += length
	}
	d.pos, d.to, d.bits, d.nbits = pos, to, b, n
	return err
}

// copyMatch copies length bytes to out[to:] from dist bytes before. It may write
// up to outSlack-maxMatch bytes more.
func copyMatch(out []byte, to, dist, length int) {
	from, end := to-dist, to+length
	if dist >= 8 {
		for ; to < end; to, from = to+8, from+8 {
			binary.LittleEndian.PutUint64(out[to:], binary.LittleEndian.Uint64(out[from:]))
		}
		return
	}
	for ; to < end; to, from = to+1, from+1 {
		out[to] = out[from]
	}
}
