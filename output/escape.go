package output

import (
	"bytes"
	"unicode/utf8"
)

// What a byte may need in some format. A value without any byte of a format's
// class is copied at once.
const (
	inTSV   byte = 1 << iota // TAB, LF, CR
	inCSV                    // what makes a value quoted
	inText                   // control characters, and all that is not ASCII
	inJSON                   // what a string can't hold, and all that is not ASCII
	isSlash                  // needs an escape after <
)

// classes is read-only.
var classes = makeClasses()

func makeClasses() (t [256]byte) {
	for c := range t {
		if c < ' ' || c >= utf8.RuneSelf {
			t[c] |= inText | inJSON
		}
	}
	for _, c := range "\t\n\r" {
		t[c] |= inTSV
	}
	for _, c := range ",\"\n\r" {
		t[c] |= inCSV
	}
	t[0x7f] |= inText
	t['"'] |= inJSON
	t['\\'] |= inJSON
	t['/'] |= isSlash
	return t
}

// clean returns how many bytes at the start of v are of no class in mask.
func clean(v []byte, mask byte) int {
	for i, c := range v {
		if classes[c]&mask != 0 {
			return i
		}
	}
	return len(v)
}

func appendTSVValue(dst, v []byte) []byte {
	for {
		n := clean(v, inTSV)
		dst = append(dst, v[:n]...)
		if n == len(v) {
			return dst
		}
		dst = append(dst, '\\', shortEscape(v[n]))
		v = v[n+1:]
	}
}

// shortEscape returns the letter that stands for c after a backslash; 0 if
// there is none.
func shortEscape(c byte) byte {
	switch c {
	case '\t':
		return 't'
	case '\n':
		return 'n'
	case '\r':
		return 'r'
	case '\b':
		return 'b'
	case '\f':
		return 'f'
	case '"', '\\':
		return c
	}
	return 0
}

func appendCSVValue(dst, v []byte) []byte {
	if clean(v, inCSV) == len(v) {
		return append(dst, v...)
	}
	dst = append(dst, '"')
	for {
		n := bytes.IndexByte(v, '"')
		if n < 0 {
			dst = append(dst, v...)
			return append(dst, '"')
		}
		dst = append(dst, v[:n]...)
		dst = append(dst, `""`...)
		v = v[n+1:]
	}
}

const upperHex = "0123456789ABCDEF"

// appendVisible appends v as a terminal may safely show it. What could drive
// the terminal or turn the line's direction becomes <U+XXXX>, a byte that is
// no UTF-8 becomes <XX>.
func appendVisible(dst, v []byte) []byte {
	for {
		n := clean(v, inText)
		dst = append(dst, v[:n]...)
		if v = v[n:]; len(v) == 0 {
			return dst
		}
		r, size := utf8.DecodeRune(v)
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(dst, '<', upperHex[v[0]>>4], upperHex[v[0]&15], '>')
		case drivesTerminal(r):
			dst = append(dst, "<U+"...)
			dst = append(dst, upperHex[r>>12&15], upperHex[r>>8&15], upperHex[r>>4&15], upperHex[r&15], '>')
		default:
			dst = append(dst, v[:size]...)
		}
		v = v[size:]
	}
}

// drivesTerminal reports whether r is a control character (Unicode's category
// Cc) or has the property Bidi_Control.
func drivesTerminal(r rune) bool {
	switch {
	case r < ' ', 0x7f <= r && r <= 0x9f:
		return true
	case r == 0x061c, r == 0x200e, r == 0x200f:
		return true
	}
	return 0x202a <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069
}
