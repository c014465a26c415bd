package xlsx

import (
	"encoding/binary"
	"errors"
	"math"
)

var errShared = errors.New("names a shared string that does not exist")

// A stringTable holds the shared strings as they are written in records. It is
// read by many goroutines.
type stringTable struct {
	blobs [][]byte // each string behind its length, a uvarint
	at    []uint64 // of each string: the number of its blob, then the place there, in 32 bits each
}

// add adds the strings of a piece, whose bytes it keeps.
func (t *stringTable) add(blob []byte, at []uint32) {
	n := uint64(len(t.blobs)) << 32
	t.blobs = append(t.blobs, blob)
	for _, off := range at {
		t.at = append(t.at, n|uint64(off))
	}
}

// get returns string i, nil if there is none.
func (t *stringTable) get(i int) (s []byte, ok bool) {
	if i >= len(t.at) {
		return nil, false
	}
	at := t.at[i]
	blob := t.blobs[at>>32][uint32(at):]
	n, k := binary.Uvarint(blob)
	return blob[k:][:n], true
}

// A stringParser makes pieces of the shared strings part into blobs.
type stringParser struct {
	p    parser
	t    texter
	text []byte
}

var errBlob = errors.New("holds a string that is too long")

// parse makes j's blob of the entries in piece.
func (s *stringParser) parse(piece []byte, j *job) {
	s.p = parser{buf: piece, item: stringsKind.item, open: s.p.open}
	j.out = make([]byte, 0, len(piece)) // the table keeps it
	j.at = j.at[:0]
	j.err = s.entries(j)
}

func (s *stringParser) entries(j *job) error {
	for {
		kind, err := s.p.next()
		switch {
		case err != nil || kind == atEnd:
			return err
		case kind == endTag && string(s.p.local) == "sst":
			j.ended = true
			return nil
		case kind == endTag:
			return errSyntax
		case string(s.p.local) != "si":
			err = s.p.skip()
		default:
			err = s.entry(j)
		}
		if err != nil {
			return err
		}
		if int64(len(j.out)) > math.MaxUint32 {
			return errBlob
		}
	}
}

// entry adds one string.
func (s *stringParser) entry(j *job) error {
	j.at = append(j.at, uint32(len(j.out)))
	empty, err := s.p.skipAttrs()
	if err != nil {
		return err
	}
	s.text = s.text[:0]
	if !empty {
		if s.text, err = s.t.rich(s.text, &s.p); err != nil {
			return err
		}
	}
	j.out = binary.AppendUvarint(j.out, uint64(len(s.text)))
	j.out = append(j.out, s.text...)
	return nil
}

// rich appends the text of an element that holds one, or runs of it: all but the
// hints how to pronounce it. It goes behind the end tag.
func (t *texter) rich(dst []byte, p *parser) ([]byte, error) {
	for depth := 0; ; {
		kind, err := p.next()
		switch {
		case err != nil:
			return dst, err
		case kind == atEnd:
			return dst, errEnd
		case kind == endTag && depth == 0:
			return dst, nil
		case kind == endTag:
			depth--
			continue
		}
		switch string(p.local) {
		case "t":
			dst, err = t.element(dst, p, true)
		case "r":
			var empty bool
			if empty, err = p.skipAttrs(); !empty {
				depth++
			}
		default:
			err = p.skip()
		}
		if err != nil {
			return dst, err
		}
	}
}
