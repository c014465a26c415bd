package xlsx

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// A parser goes over the tags of XML in memory. Names are compared where they
// lie, without their prefixes: nothing is copied or allocated.
//
// It checks what could hide a damage: that tags and attributes are complete, and
// that elements are nested in those that are skipped. In others that is for its
// user.
type parser struct {
	buf   []byte
	i     int    // behind the name of the tag last found
	local []byte // that name without its prefix
	name  []byte // with it

	item string   // the local name of what skip must not find; "" if that is nothing
	open [][]byte // names of the elements that skip is in
}

// A tagKind is what next found.
type tagKind uint8

const (
	atEnd tagKind = iota
	startTag
	endTag
)

// next goes to the next tag and reads its name, and of an end tag all. Text,
// comments and processing instructions are passed over. errEnd means that buf
// ends inside of something.
func (p *parser) next() (tagKind, error) {
	for {
		if p.i >= len(p.buf) || p.buf[p.i] != '<' {
			n := bytes.IndexByte(p.buf[min(p.i, len(p.buf)):], '<')
			if n < 0 {
				p.i = len(p.buf)
				return atEnd, nil
			}
			p.i += n
		}
		if p.i+1 == len(p.buf) {
			return atEnd, errEnd
		}
		switch p.buf[p.i+1] {
		case '!', '?':
			if _, _, err := p.aside(); err != nil {
				return atEnd, err
			}
		case '/':
			p.i += 2
			return endTag, p.endName()
		default:
			p.i++
			return startTag, p.startName()
		}
	}
}

// delimiter says which bytes end a name.
var delimiter = [256]bool{' ': true, '\t': true, '\n': true, '\r': true, '>': true, '/': true, '<': true, '=': true}

// startName reads a name.
func (p *parser) startName() error {
	begin, local := p.i, p.i
	for ; p.i < len(p.buf); p.i++ {
		c := p.buf[p.i]
		if delimiter[c] {
			p.name, p.local = p.buf[begin:p.i], p.buf[local:p.i]
			if len(p.local) == 0 || c == '<' || c == '=' {
				return errSyntax
			}
			return nil
		}
		if c == ':' {
			local = p.i + 1
		}
	}
	return errEnd
}

// endName reads the rest of an end tag.
func (p *parser) endName() error {
	if err := p.startName(); err != nil {
		return err
	}
	p.space()
	if p.i == len(p.buf) {
		return errEnd
	}
	if p.buf[p.i] != '>' {
		return errSyntax
	}
	p.i++
	return nil
}

func (p *parser) space() {
	for p.i < len(p.buf) {
		switch p.buf[p.i] {
		case ' ', '\t', '\n', '\r':
			p.i++
		default:
			return
		}
	}
}

// An attrEnd says whether another attribute was read, or how the tag ends.
type attrEnd uint8

const (
	another   attrEnd = iota
	tagEnds           // with >
	emptyEnds         // with />
)

// attr reads the next attribute of a start tag: its local name and its value as
// it stands, or the end of the tag.
func (p *parser) attr() (name, value []byte, end attrEnd, err error) {
	p.space()
	if p.i >= len(p.buf) {
		return nil, nil, 0, errEnd
	}
	switch p.buf[p.i] {
	case '>':
		p.i++
		return nil, nil, tagEnds, nil
	case '/':
		if p.i+1 == len(p.buf) {
			return nil, nil, 0, errEnd
		}
		if p.buf[p.i+1] != '>' {
			return nil, nil, 0, errSyntax
		}
		p.i += 2
		return nil, nil, emptyEnds, nil
	}
	if name, err = p.attrName(); err != nil {
		return nil, nil, 0, err
	}
	value, err = p.attrValue()
	return name, value, another, err
}

// attrName reads a name and what separates it from the value.
func (p *parser) attrName() ([]byte, error) {
	begin := p.i
	for ; p.i < len(p.buf); p.i++ {
		switch p.buf[p.i] {
		case ':':
			begin = p.i + 1
		case '=', ' ', '\t', '\n', '\r':
			name := p.buf[begin:p.i]
			p.space()
			if p.i == len(p.buf) {
				return nil, errEnd
			}
			if p.buf[p.i] != '=' {
				return nil, errSyntax
			}
			p.i++
			return name, nil
		case '<', '>', '/', '"', '\'':
			return nil, errSyntax
		}
	}
	return nil, errEnd
}

// attrValue reads a value in quotes of either kind.
func (p *parser) attrValue() ([]byte, error) {
	p.space()
	if p.i >= len(p.buf) {
		return nil, errEnd
	}
	quote := p.buf[p.i]
	if quote != '"' && quote != '\'' {
		return nil, errSyntax
	}
	begin := p.i + 1
	for j := begin; j < len(p.buf); j++ {
		switch p.buf[j] {
		case quote:
			p.i = j + 1
			return p.buf[begin:j], nil
		case '<':
			return nil, errSyntax
		}
	}
	return nil, errEnd
}

// attributes reads all attributes of a start tag and reports whether it is that
// of an empty element.
func (p *parser) attributes(do func(name, value []byte) error) (empty bool, err error) {
	for {
		name, value, end, err := p.attr()
		if err != nil || end != another {
			return end == emptyEnds, err
		}
		if err := do(name, value); err != nil {
			return false, err
		}
	}
}

// skipAttrs passes over the attributes of a start tag.
func (p *parser) skipAttrs() (empty bool, err error) {
	for {
		_, _, end, err := p.attr()
		if err != nil || end != another {
			return end == emptyEnds, err
		}
	}
}

// skip passes over the rest of the element whose start tag's name was read. There
// must be no items in it, for where one begins a piece may.
func (p *parser) skip() error {
	p.open = append(p.open[:0], p.name)
	for {
		empty, err := p.skipAttrs()
		if err != nil {
			return err
		}
		if empty {
			p.open = p.open[:len(p.open)-1]
		}
		if err := p.close(); err != nil || len(p.open) == 0 {
			return err
		}
		if p.item != "" && string(p.local) == p.item {
			return errSyntax
		}
		p.open = append(p.open, p.name)
	}
}

// close goes to the next start tag, over end tags, which must be those of the
// elements that are open. It stops when none is.
func (p *parser) close() error {
	for len(p.open) > 0 {
		kind, err := p.next()
		switch {
		case err != nil:
			return err
		case kind == atEnd:
			return errEnd
		case kind == startTag:
			return nil
		}
		last := len(p.open) - 1
		if !bytes.Equal(p.open[last], p.name) {
			return errSyntax
		}
		p.open = p.open[:last]
	}
	return nil
}

// aside passes over a comment, a processing instruction or a CDATA section,
// whose text it returns. buf[i] is its <.
func (p *parser) aside() (text []byte, isText bool, err error) {
	rest := p.buf[p.i:]
	for _, a := range []struct{ begin, end string }{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}} {
		if !bytes.HasPrefix(rest, []byte(a.begin)) {
			if bytes.HasPrefix([]byte(a.begin), rest) {
				return nil, false, errEnd
			}
			continue
		}
		n := bytes.Index(rest[len(a.begin):], []byte(a.end))
		if n < 0 {
			return nil, false, errEnd
		}
		text = rest[len(a.begin):][:n]
		p.i += len(a.begin) + n + len(a.end)
		return text, a.begin == "<![CDATA[", nil
	}
	if bytes.HasPrefix(rest, []byte("<!DOCTYPE")) {
		return nil, false, errEntity
	}
	if len(rest) < len("<!DOCTYPE") && bytes.HasPrefix([]byte("<!DOCTYPE"), rest) {
		return nil, false, errEnd
	}
	return nil, false, errSyntax
}

// checkEncoding returns an error unless a document that begins with head is in
// UTF-8.
func checkEncoding(head []byte) error {
	head = bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF"))
	if !bytes.HasPrefix(head, []byte("<?xml")) {
		if len(head) >= 2 && (head[0] >= 0xFE || head[0] == 0 || head[1] == 0) {
			return errEncoding
		}
		return nil
	}
	decl, _, found := bytes.Cut(head, []byte("?>"))
	if !found {
		return errEnd
	}
	p := parser{buf: append(decl[len("<?xml"):len(decl):len(decl)], '>')}
	ok := true
	_, err := p.attributes(func(name, value []byte) error {
		if string(name) == "encoding" {
			ok = bytes.EqualFold(value, []byte("utf-8")) || bytes.EqualFold(value, []byte("us-ascii"))
		}
		return nil
	})
	if err != nil {
		return errSyntax
	}
	if !ok {
		return errEncoding
	}
	return nil
}

// appendDecoded appends text with its references resolved, and with line ends
// as XML wants them: CR and CRLF become LF.
func appendDecoded(dst, text []byte) ([]byte, error) {
	for {
		n := bytes.IndexAny(text, "&\r")
		if n < 0 {
			return append(dst, text...), nil
		}
		dst = append(dst, text[:n]...)
		if text[n] == '\r' {
			dst = append(dst, '\n')
			text = bytes.TrimPrefix(text[n+1:], []byte{'\n'})
			continue
		}
		end := bytes.IndexByte(text[n:], ';')
		if end < 0 {
			return dst, errSyntax
		}
		r, err := reference(text[n+1 : n+end])
		if err != nil {
			return dst, err
		}
		dst = utf8.AppendRune(dst, r)
		text = text[n+end+1:]
	}
}

// reference returns the character that &name; means.
func reference(name []byte) (rune, error) {
	switch string(name) {
	case "amp":
		return '&', nil
	case "lt":
		return '<', nil
	case "gt":
		return '>', nil
	case "quot":
		return '"', nil
	case "apos":
		return '\'', nil
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, errEntity
	}
	digits, base := string(name[1:]), 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n == 0 || !utf8.ValidRune(rune(n)) || n > utf8.MaxRune {
		return 0, errSyntax
	}
	return rune(n), nil
}
