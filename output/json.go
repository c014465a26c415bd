package output

import (
	"unicode/utf8"

	"geoscan/query"
)

// rowSeparator comes before each row of an array; the first row has arrayStart
// in its place, which is as long.
const (
	rowSeparator = ",\n"
	arrayStart   = "[\n"
	arrayEnd     = "\n]\n"
	emptyArray   = "[]\n"
)

// A jsonEncoder knows each column's key beforehand.
type jsonEncoder struct {
	cols []jsonColumn
	mask byte // the classes that need a closer look
}

type jsonColumn struct {
	field   int    // its place in a row
	key     []byte // "name": and what is before it
	numeric bool
}

func newJSONEncoder(s *query.Schema, sel []int, scriptSafe bool) jsonEncoder {
	e := jsonEncoder{mask: inJSON}
	if scriptSafe {
		e.mask |= inScript
	}
	seen := make(map[int]bool)
	for i, col := range sel {
		if seen[col] {
			continue
		}
		seen[col] = true
		c := s.Column(col)
		key := []byte{','}
		if i == 0 {
			key[0] = '{'
		}
		key = append(e.appendString(key, []byte(c.Name)), ':')
		e.cols = append(e.cols, jsonColumn{i, key, c.Kind == query.Numeric})
	}
	return e
}

func (e *jsonEncoder) appendRow(dst []byte, fields [][]byte) []byte {
	for i := range e.cols {
		c := &e.cols[i]
		v := fields[c.field]
		dst = append(dst, c.key...)
		switch {
		case !c.numeric:
			dst = e.appendString(dst, v)
		case len(v) == 0:
			dst = append(dst, "null"...)
		case isJSONNumber(v):
			dst = append(dst, v...)
		default:
			dst = e.appendString(dst, v)
		}
	}
	return append(dst, '}')
}

// appendString appends v as a string.
func (e *jsonEncoder) appendString(dst, v []byte) []byte {
	dst = append(dst, '"')
	if clean(v, e.mask|notASCII) == len(v) {
		dst = append(dst, v...)
	} else {
		dst = e.appendEscaped(dst, v)
	}
	return append(dst, '"')
}

func (e *jsonEncoder) appendEscaped(dst, v []byte) []byte {
	mask := withInvalid(e.mask, v)
	start := 0 // of what is not yet copied
	for i := 0; ; {
		i += clean(v[i:], mask)
		if i == len(v) {
			return append(dst, v[start:]...)
		}
		size, as := e.special(v, i)
		if as != asIs {
			dst = append(dst, v[start:i]...)
			dst = appendEscape(dst, v[i], as)
			start = i + size
		}
		i += size
	}
}

// An escape says how a character is written.
type escape uint8

const (
	asIs      escape = iota
	backslash        // \n, or \u000b where there is no letter
	slash            // \/
	replaced         // the replacement character
	lineSep          // U+2028
	paraSep          // U+2029
)

// special looks at the character at v[i].
func (e *jsonEncoder) special(v []byte, i int) (size int, as escape) {
	if v[i] == '/' {
		if i > 0 && v[i-1] == '<' {
			return 1, slash
		}
		return 1, asIs
	}
	if v[i] < utf8.RuneSelf {
		return 1, backslash
	}
	r, size := utf8.DecodeRune(v[i:])
	switch {
	case r == utf8.RuneError && size == 1:
		return 1, replaced
	case r == '\u2028' && e.mask&inScript != 0:
		return size, lineSep
	case r == '\u2029' && e.mask&inScript != 0:
		return size, paraSep
	}
	return size, asIs
}

const lowerHex = "0123456789abcdef"

func appendEscape(dst []byte, c byte, as escape) []byte {
	switch as {
	case slash:
		return append(dst, `\/`...)
	case replaced:
		return utf8.AppendRune(dst, utf8.RuneError)
	case lineSep:
		return append(dst, `\u2028`...)
	case paraSep:
		return append(dst, `\u2029`...)
	}
	if short := shortEscape(c); short != 0 {
		return append(dst, '\\', short)
	}
	dst = append(dst, `\u00`...)
	return append(dst, lowerHex[c>>4], lowerHex[c&15])
}

// isJSONNumber reports whether v is a number by RFC 8259, section 6: no plus
// sign, no leading zeros, digits on both sides of a point.
func isJSONNumber(v []byte) bool {
	if v[0] == '-' {
		v = v[1:]
	}
	whole := digits(v)
	if whole == 0 || whole > 1 && v[0] == '0' {
		return false
	}
	v = v[whole:]
	if len(v) > 0 && v[0] == '.' {
		n := digits(v[1:])
		if n == 0 {
			return false
		}
		v = v[1+n:]
	}
	return len(v) == 0 || isExponent(v)
}

func isExponent(v []byte) bool {
	if v[0] != 'e' && v[0] != 'E' {
		return false
	}
	v = v[1:]
	if len(v) > 0 && (v[0] == '+' || v[0] == '-') {
		v = v[1:]
	}
	return len(v) > 0 && digits(v) == len(v)
}

// digits returns how many digits v begins with.
func digits(v []byte) int {
	for i, c := range v {
		if c-'0' > 9 {
			return i
		}
	}
	return len(v)
}
