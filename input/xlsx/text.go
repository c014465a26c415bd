package xlsx

import (
	"bytes"
	"errors"
	"unicode/utf16"
	"unicode/utf8"

	"geoscan/query"
)

var errUTF8 = errors.New("holds bytes that are no UTF-8")

// Classes of bytes in text. Text without any of them is copied as it is.
const (
	needsDecoding byte = 1 << iota // & and CR
	needsEscaping                  // TAB and LF
	mayEscape                      // _, as in _x000D_
	notASCII
)

// textClass is read-only.
var textClass = func() (t [256]byte) {
	for c := utf8.RuneSelf; c < len(t); c++ {
		t[c] = notASCII
	}
	t['&'], t['\r'], t['\t'], t['\n'], t['_'] = needsDecoding, needsDecoding, needsEscaping, needsEscaping, mayEscape
	return t
}()

// classify returns all classes that occur in text.
func classify(text []byte) (all byte) {
	for _, c := range text {
		all |= textClass[c]
	}
	return all
}

// A texter makes values of XML text. Its buffers are used again and again.
type texter struct {
	decoded, plain []byte
}

// append appends text as a field. With escapes it holds characters in the form
// _x000D_, as ST_Xstring does (ECMA-376 part 1, 22.9.2.19).
func (t *texter) append(dst, text []byte, escapes bool) ([]byte, error) {
	class := classify(text)
	if class == 0 {
		return append(dst, text...), nil
	}
	if class&notASCII != 0 && !utf8.Valid(text) {
		return dst, errUTF8
	}
	if class&needsDecoding != 0 {
		var err error
		if t.decoded, err = appendDecoded(t.decoded[:0], text); err != nil {
			return dst, err
		}
		text = t.decoded
	}
	return t.appendPlain(dst, text, escapes && class&mayEscape != 0), nil
}

// appendPlain appends text whose references are resolved.
func (t *texter) appendPlain(dst, text []byte, escapes bool) []byte {
	if escapes && bytes.Contains(text, []byte("_x")) {
		t.plain = appendUnescaped(t.plain[:0], text)
		text = t.plain
	}
	return query.AppendEscaped(dst, text)
}

// appendUnescaped resolves the escapes _xHHHH_, whose digits are those of a
// UTF-16 unit.
func appendUnescaped(dst, text []byte) []byte {
	for len(text) > 0 {
		n := bytes.Index(text, []byte("_x"))
		if n < 0 {
			break
		}
		dst = append(dst, text[:n]...)
		text = text[n:]
		r, size := escapedRune(text)
		if size == 0 {
			dst = append(dst, '_')
			text = text[1:]
			continue
		}
		dst = utf8.AppendRune(dst, r)
		text = text[size:]
	}
	return append(dst, text...)
}

// escapedRune returns the character that the one or two escapes at the start of
// text mean, and how many bytes those have; 0 if there is none. Half a pair of
// surrogates is U+FFFD.
func escapedRune(text []byte) (rune, int) {
	r, ok := escapedUnit(text)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(r) {
		low, ok := escapedUnit(text[escapeLen:])
		if pair := utf16.DecodeRune(r, low); ok && pair != utf8.RuneError {
			return pair, 2 * escapeLen
		}
	}
	return r, escapeLen
}

const escapeLen = len("_x000D_")

func escapedUnit(text []byte) (r rune, ok bool) {
	if len(text) < escapeLen || text[0] != '_' || text[1] != 'x' || text[escapeLen-1] != '_' {
		return 0, false
	}
	for _, c := range text[2 : escapeLen-1] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// element appends the text of the element whose start tag's name p has read, and
// goes behind its end tag. It holds no other elements.
func (t *texter) element(dst []byte, p *parser, escapes bool) ([]byte, error) {
	empty, err := p.skipAttrs()
	if err != nil || empty {
		return dst, err
	}
	return t.content(dst, p, escapes)
}

// content is element behind the start tag.
func (t *texter) content(dst []byte, p *parser, escapes bool) ([]byte, error) {
	text, ok, err := p.text()
	if err != nil {
		return dst, err
	}
	if ok {
		return t.append(dst, text, escapes)
	}
	if t.decoded, err = p.mixed(t.decoded[:0]); err != nil {
		return dst, err
	}
	if !utf8.Valid(t.decoded) {
		return dst, errUTF8
	}
	return t.appendPlain(dst, t.decoded, escapes), nil
}

// text returns the text up to the next end tag, behind which it goes. It is not
// ok, and p stays, if there are comments or the like.
func (p *parser) text() (text []byte, ok bool, err error) {
	n := bytes.IndexByte(p.buf[p.i:], '<')
	if n < 0 || p.i+n+1 == len(p.buf) {
		return nil, false, errEnd
	}
	text = p.buf[p.i : p.i+n]
	if p.buf[p.i+n+1] != '/' {
		return nil, false, nil
	}
	p.i += n + len("</")
	return text, true, p.endName()
}

// mixed appends the decoded text up to the next end tag, behind which it goes.
func (p *parser) mixed(dst []byte) ([]byte, error) {
	for {
		n := bytes.IndexByte(p.buf[p.i:], '<')
		if n < 0 || p.i+n+1 == len(p.buf) {
			return dst, errEnd
		}
		var err error
		if dst, err = appendDecoded(dst, p.buf[p.i:p.i+n]); err != nil {
			return dst, err
		}
		p.i += n
		switch p.buf[p.i+1] {
		case '/':
			p.i += len("</")
			return dst, p.endName()
		case '!', '?':
			text, isText, err := p.aside()
			if err != nil {
				return dst, err
			}
			if isText {
				dst = appendLines(dst, text)
			}
		default:
			return dst, errSyntax
		}
	}
}

// appendLines appends text with CR and CRLF as LF.
func appendLines(dst, text []byte) []byte {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return append(dst, bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))...)
}
