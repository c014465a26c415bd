package mmchar

import "unicode/utf8"

// Bytes that are no UTF-8 are data like others, so decoding must not lose them.
// Such a byte becomes a character that can't come from UTF-8: the low surrogate
// U+DC00 plus the byte (Python calls it surrogateescape, PEP 383).
const escape = 0xDC00

// appendRunes decodes b.
func appendRunes(dst []rune, b []byte) []rune {
	for len(b) > 0 {
		if b[0] < utf8.RuneSelf {
			dst = append(dst, rune(b[0]))
			b = b[1:]
			continue
		}
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			r = escape + rune(b[0])
		}
		dst = append(dst, r)
		b = b[n:]
	}
	return dst
}

// appendBytes encodes what appendRunes decoded.
func appendBytes(dst []byte, runes []rune) []byte {
	for _, r := range runes {
		if r >= escape && r <= escape+0xFF {
			dst = append(dst, byte(r-escape))
			continue
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}
