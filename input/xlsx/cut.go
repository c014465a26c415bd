package xlsx

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"io"
)

// A cutter inflates a part and cuts it where items begin: the rows of a sheet,
// the entries of the shared strings. Where it cuts depends on the part alone,
// so that no answer depends on how many goroutines there are.
//
// It knows that a < in XML begins a tag wherever it stands, but in comments and
// their like, for which it looks first. A wrong cut would show as an error of
// the parser, and not as a row that is lost.
type cutter struct {
	book    *Book
	file    *zip.File
	budgets []*budget
	kind    *partKind
	size    int // of a piece, about

	m         *member
	rest      []byte // inflated, but not cut off yet
	begun     bool   // rest lies behind the container's start tag
	empty     bool   // the container is empty
	root      []byte // the end tag of the root, without >
	container []byte // that of the container
	item      []byte // the start tag of an item, as far as its name
}

// A partKind says what to look for in a part.
type partKind struct {
	root      string // the local name of the root
	container string // that of its child that holds the items; "" if that is the root
	item      string // that of the items
	numbered  bool   // items have numbers, and neighbours with the same one are one
}

var (
	rowsKind    = partKind{"worksheet", "sheetData", "row", true}
	stringsKind = partKind{"sst", "", "si", false}
)

var (
	errKind  = errors.New("holds something else than is said elsewhere")
	errTwice = errors.New("has its rows in two places")
)

// pieceSize is how many bytes a piece has, about: small enough for a second-level
// cache.
const pieceSize = 256 << 10

// next returns the next piece, in buf or a larger buffer. The last one ends with
// the container, or somewhere behind it.
func (c *cutter) next(buf []byte) (piece []byte, last bool, err error) {
	if c.m == nil {
		if c.m, err = openMember(c.file, c.book.r, &c.book.decoders, c.budgets...); err != nil {
			return buf, true, err
		}
	}
	buf = append(buf[:0], c.rest...)
	for {
		var end bool
		if buf, end, err = c.fill(buf); err != nil {
			return buf[:0], true, err
		}
		if buf, err = c.begin(buf, end); err != nil {
			return buf[:0], true, err
		}
		switch {
		case !c.begun:
			continue
		case c.empty:
			return buf[:0], true, c.finish(buf, 0, end)
		case end:
			return buf, true, c.finish(buf, len(buf), true)
		}
		at, last := c.lastItem(buf)
		switch {
		case last:
			return buf[:at], true, c.finish(buf, at, false)
		case at > 0:
			c.rest = append(c.rest[:0], buf[at:]...)
			return buf[:at], false, nil
		}
	}
}

// fill adds a piece to buf, or as much again as there is.
func (c *cutter) fill(buf []byte) (_ []byte, end bool, err error) {
	n := len(buf)
	more := max(c.size, n)
	if cap(buf)-n < more {
		grown := make([]byte, n, n+more+more/8) // as the next one has a rest too
		copy(grown, buf)
		buf = grown
	}
	for buf = buf[:n+more]; n < len(buf); {
		k, err := c.m.Read(buf[n:])
		n += k
		if err == io.EOF {
			return buf[:n], true, nil
		}
		if err != nil {
			return buf[:n], true, err
		}
	}
	return buf, false, nil
}

// begin drops what lies before the first item, once it is all there.
func (c *cutter) begin(buf []byte, end bool) ([]byte, error) {
	if c.begun {
		return buf, nil
	}
	p := parser{buf: bytes.TrimPrefix(buf, []byte("\xEF\xBB\xBF"))}
	err := checkEncoding(buf)
	if err == nil {
		err = c.findContainer(&p)
	}
	if err == errEnd && !end {
		return buf, nil
	}
	if err != nil {
		return buf, err
	}
	c.begun = true
	return append(buf[:0], p.buf[p.i:]...), nil
}

// findContainer goes behind the start tag of the container. errEnd means that
// there must be more.
func (c *cutter) findContainer(p *parser) error {
	if err := p.start(); err != nil {
		return err
	}
	if string(p.local) != c.kind.root {
		return errKind
	}
	c.root = append([]byte("</"), p.name...)
	for name := c.kind.container; name != "" && string(p.local) != name; {
		if string(p.local) != c.kind.root {
			if err := p.skip(); err != nil {
				return err
			}
		} else if empty, err := p.skipAttrs(); err != nil || empty {
			return cmp.Or(err, errKind)
		}
		if err := p.start(); err != nil {
			return err
		}
	}
	prefix := p.name[:len(p.name)-len(p.local)]
	c.container = append([]byte("</"), p.name...)
	c.item = append(append([]byte("<"), prefix...), c.kind.item...)
	var err error
	c.empty, err = p.skipAttrs()
	return err
}

// start goes to the next tag, which must be a start tag.
func (p *parser) start() error {
	kind, err := p.next()
	switch {
	case err != nil:
		return err
	case kind == atEnd:
		return errEnd
	case kind == endTag:
		return errKind
	}
	return nil
}

// lastItem returns where the last item of buf begins that may begin a piece, 0
// if there is none. It says last if the container ends before that, or if buf is
// damaged, so that there is no use in more.
func (c *cutter) lastItem(buf []byte) (at int, last bool) {
	if hasAside(buf) {
		return c.lastItemSlowly(buf)
	}
	for at := c.itemBefore(buf, len(buf)); at > 0; {
		before := c.itemBefore(buf, at)
		if c.separate(buf, before, at) {
			return at, false
		}
		at = before
	}
	if n := bytes.Index(buf, c.container); n >= 0 {
		if end := bytes.IndexByte(buf[n:], '>'); end >= 0 {
			return n + end + 1, true
		}
	}
	return 0, false
}

// itemBefore returns where the last item begins that does before end, -1 if there
// is none.
func (c *cutter) itemBefore(buf []byte, end int) int {
	for {
		end = bytes.LastIndex(buf[:end], c.item)
		if end < 0 {
			return -1
		}
		if behind := end + len(c.item); behind < len(buf) && delimiter[buf[behind]] {
			return end
		}
	}
}

// hasAside reports whether there may be a comment, a CDATA section or a
// processing instruction in buf.
func hasAside(buf []byte) bool {
	for _, c := range []byte("!?") {
		for at := 0; ; at++ {
			n := bytes.IndexByte(buf[at:], c)
			if n < 0 {
				break
			}
			if at += n; at > 0 && buf[at-1] == '<' {
				return true
			}
		}
	}
	return false
}

// lastItemSlowly is lastItem where a < may be text.
func (c *cutter) lastItemSlowly(buf []byte) (at int, last bool) {
	p := parser{buf: buf}
	before, depth := -1, 0
	for {
		kind, err := p.next()
		begin := p.i - len(p.name) - 1
		empty := false
		if err == nil && kind == startTag {
			empty, err = p.skipAttrs()
		}
		switch {
		case err == errEnd || err == nil && kind == atEnd:
			return at, false
		case err != nil:
			return len(buf), true
		case kind == endTag && depth == 0:
			return p.i, true
		case kind == endTag:
			depth--
			continue
		case depth == 0 && bytes.HasPrefix(buf[begin:], c.item):
			if before >= 0 && c.separate(buf, before, begin) {
				at = begin
			}
			before = begin
		}
		if !empty {
			depth++
		}
	}
}

// separate reports whether the items that begin at before and at are surely two.
func (c *cutter) separate(buf []byte, before, at int) bool {
	if !c.kind.numbered {
		return true
	}
	n, ok := rowNumber(buf[at:])
	if n == 0 || !ok {
		return ok
	}
	if before < 0 {
		return false
	}
	m, ok := rowNumber(buf[before:])
	return ok && m > 0 && m < n
}

// rowNumber returns the number of the row that text begins with, 0 if the row
// has none.
func rowNumber(text []byte) (n int, ok bool) {
	p := parser{buf: text, i: 1}
	if p.startName() != nil {
		return 0, false
	}
	_, err := p.attributes(func(name, value []byte) (err error) {
		if string(name) == "r" && string(value) != "" {
			n, err = parseIndex(value)
		}
		return err
	})
	return n, err == nil
}

// finish reads the part to its end, which its directory entry tells with a
// checksum, and which must be that of the root. The container ends before
// buf[at:].
func (c *cutter) finish(buf []byte, at int, end bool) (err error) {
	again := append([]byte("<"), c.container[len("</"):]...)
	if c.kind.container != "" && bytes.Contains(buf[at:], again) {
		return errTwice
	}
	tail := append([]byte(nil), buf[max(0, len(buf)-tailSize):]...)
	for !end {
		keep := copy(tail, tail[max(0, len(tail)-tailSize):])
		if tail, end, err = c.fill(tail[:keep]); err != nil {
			return err
		}
		if c.kind.container != "" && bytes.Contains(tail, again) {
			return errTwice
		}
	}
	at = bytes.LastIndex(tail, c.root)
	if at < 0 || !bytes.HasPrefix(bytes.TrimLeft(tail[at+len(c.root):], " \t\r\n"), []byte{'>'}) {
		return errEnd
	}
	return nil
}

// tailSize is how far from the end of a part the end tag of its root may be.
const tailSize = 4 << 10
