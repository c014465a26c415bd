package output

import (
	"bytes"
	"unicode/utf8"
)

// What a byte may need in some format. A value without any byte of a format's
// classes is copied at once. The classes of text, JSON and scripts also hold
// the bytes that their characters beyond ASCII begin with.
const (
	inTSV    byte = 1 << iota // TAB, LF, CR
	inCSV                     // what makes a value quoted
	inText                    // what drives a terminal
	inJSON                    // what a string can't hold
	inScript                  // what a script element can't hold
	notASCII
)

// classes is read-only.
var classes = makeClasses()

func makeClasses() (t [256]byte) {
	for c := range t {
		if c < ' ' {
			t[c] |= inText | inJSON
		}
		if c >= utf8.RuneSelf {
			t[c] |= notASCII
		}
	}
	for _, class := range []struct {
		bits  byte
		bytes string
	}{
		{inTSV, "\t\n\r"},
		{inCSV, ",\"\n\r"},
		{inText, "\x7f\xc2\xd8\xe2"}, // DEL, C1, U+061C, all other bidi controls
		{inJSON, "\"\\"},
		{inScript, "/\xe2"}, // after <; U+2028 and U+2029
	} {
		for _, c := range []byte(class.bytes) {
			t[c] |= class.bits
		}
	}
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

// withInvalid adds to mask, if v is not UTF-8, all that v's bad bytes may be.
func withInvalid(mask byte, v []byte) byte {
	if utf8.Valid(v) {
		return mask
	}
	return mask | notASCII
}

func appendTSVValue(dst, v []byte) []byte {
	if clean(v, inTSV) == len(v) {
		return append(dst, v...)
	}
	for _, c := range v {
		if classes[c]&inTSV != 0 {
			dst = append(dst, '\\')
			c = shortEscape(c)
		}
		dst = append(dst, c)
	}
	return dst
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
	if clean(v, inText|notASCII) == len(v) {
		return append(dst, v...)
	}
	mask := withInvalid(inText, v)
	for {
		n := clean(v, mask)
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
