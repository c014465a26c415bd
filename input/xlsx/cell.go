package xlsx

import "bytes"

// A cellType says what the value of a cell means.
type cellType uint8

const (
	numberCell cellType = iota
	sharedCell          // the number of a shared string
	textCell            // a text, with escapes
	truthCell
	rawCell // a text without escapes, as of an error
	dateCell
)

func parseCellType(t []byte) cellType {
	switch string(t) {
	case "n", "":
		return numberCell
	case "s":
		return sharedCell
	case "b":
		return truthCell
	case "d":
		return dateCell
	case "e":
		return rawCell
	}
	return textCell // str, inlineStr
}

// cell reads a cell, the name of whose start tag was read.
func (r *rowParser) cell() error {
	r.col++
	r.j.cells++
	kind, style := numberCell, 0
	for {
		name, value, end, err := r.p.attr()
		if err != nil {
			return err
		}
		if end == emptyEnds {
			return nil
		}
		if end == tagEnds {
			return r.content(kind, style)
		}
		if len(name) != 1 {
			continue
		}
		switch name[0] {
		case 'r':
			if col, err := parseColumn(value); err != nil {
				return err
			} else {
				r.col = col
			}
		case 's':
			if style, err = parseIndex(value); err != nil {
				return err
			}
		case 't':
			kind = parseCellType(value)
		}
	}
}

// content reads the cell's content and end, and makes a field of it.
func (r *rowParser) content(kind cellType, style int) error {
	direct := r.fields <= r.col && r.col < r.columns
	if direct {
		r.pad(r.col + 1)
	}
	at := len(r.j.out)
	if v, ok := r.p.onlyValue(); ok {
		if err := r.convert(kind, style, v); err != nil {
			return err
		}
		r.end(at, direct)
		return nil
	}
	for {
		tag, err := r.p.next()
		switch {
		case err != nil:
			return err
		case tag == atEnd:
			return errEnd
		case tag == endTag && string(r.p.local) != "c":
			return errSyntax
		case tag == endTag:
			r.end(at, direct)
			return nil
		case len(r.j.out) > at:
			err = r.p.skip()
		case string(r.p.local) == "v":
			err = r.value(kind, style)
		case string(r.p.local) == "is":
			err = r.inline()
		default:
			err = r.p.skip()
		}
		if err != nil {
			return err
		}
	}
}

// end ends the cell whose value is j.out[at:], which lies where it belongs if that
// was direct.
func (r *rowParser) end(at int, direct bool) {
	switch {
	case len(r.j.out) == at:
	case direct:
		r.filled = true
	default:
		r.place(at)
	}
}

// onlyValue returns the text of a cell that goes on with <v>TEXT</v></c>, as
// nearly all do, and goes behind that. It saves the tags from being read one by
// one.
func (p *parser) onlyValue() (v []byte, ok bool) {
	const begin, end = "<v>", "</v></c>"
	rest := p.buf[p.i:]
	if len(rest) < len(begin) || string(rest[:len(begin)]) != begin {
		return nil, false
	}
	rest = rest[len(begin):]
	n := bytes.IndexByte(rest, '<')
	if n < 0 || len(rest)-n < len(end) || string(rest[n:n+len(end)]) != end {
		return nil, false
	}
	p.i += len(begin) + n + len(end)
	return rest[:n], true
}

// inline appends a text with its runs.
func (r *rowParser) inline() error {
	empty, err := r.p.skipAttrs()
	if err == nil && !empty {
		r.j.out, err = r.t.rich(r.j.out, &r.p)
	}
	return err
}

// value appends what the element v says.
func (r *rowParser) value(kind cellType, style int) error {
	empty, err := r.p.skipAttrs()
	if err != nil || empty {
		return err
	}
	if kind == textCell || kind == rawCell { // where there may be comments and the like
		r.j.out, err = r.t.content(r.j.out, &r.p, kind == textCell)
		return err
	}
	v, ok, err := r.p.text()
	if !ok && err == nil {
		r.t.plain, err = r.p.mixed(r.t.plain[:0])
		v = r.t.plain
	}
	if err != nil {
		return err
	}
	return r.convert(kind, style, v)
}

// convert appends the value that v means.
func (r *rowParser) convert(kind cellType, style int, v []byte) (err error) {
	out := r.j.out
	switch {
	case kind == textCell || kind == rawCell:
		out, err = r.t.append(out, v, kind == textCell)
	case kind == sharedCell:
		out, err = r.appendShared(out, bytes.TrimSpace(v))
	case kind == truthCell:
		out = appendTruth(out, bytes.TrimSpace(v))
	case classify(v) != 0 && classify(bytes.TrimSpace(v)) != 0:
		out, err = r.t.append(out, v, false)
	case kind == dateCell:
		out = append(out, isoDay(v)...)
	case style > 0 && style < len(r.dates) && r.dates[style] != noDate:
		out = r.from.appendDate(out, v, r.dates[style])
	default:
		out = appendNumber(out, v)
	}
	r.j.out = out
	return err
}

func (r *rowParser) appendShared(dst, v []byte) ([]byte, error) {
	if len(v) == 0 {
		return dst, nil
	}
	i, err := parseIndex(v)
	if err != nil {
		return dst, errShared
	}
	s, ok := r.strings.get(i)
	if !ok {
		return dst, errShared
	}
	return append(dst, s...), nil
}

func appendTruth(dst, v []byte) []byte {
	switch string(v) {
	case "":
		return dst
	case "0", "false":
		return append(dst, "FALSE"...)
	}
	return append(dst, "TRUE"...)
}
