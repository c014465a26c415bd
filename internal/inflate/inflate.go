// Package inflate decodes deflate data (RFC 1951).
//
// It is for data that is large and compresses well, such as the XML of workbooks,
// where it takes less than half of the time of other decoders in Go. Two things
// make it fast: bits are taken from a word of 64, which is filled up with one
// load and no branch, and a table of 11 bits tells most symbols with all that
// belongs to them. Both are known from libdeflate.
package inflate

import (
	"encoding/binary"
	"errors"
	"io"
)

// ErrCorrupt says that the data is no deflate data.
var ErrCorrupt = errors.New("inflate: the compressed data is damaged")

const (
	windowSize = 32 << 10  // how far back a match may lie
	outSize    = 128 << 10 // bytes made at a time
	inSize     = 64 << 10  // bytes read at a time

	maxMatch = 258
	outSlack = maxMatch + 16 // what may be written beyond the place where making stops
	inSlack  = 16            // what the fast loop may read, more than it takes

	keepIn = 8 // bytes before the read position that are kept, as bits may hold them
)

// A Decoder is an io.Reader of what a stream holds. It reads ahead of the data's
// end: see Unused. It is for one goroutine.
type Decoder struct {
	src    io.Reader
	in     []byte
	pos    int // in in: of what is not in bits
	srcErr error

	bits  uint64
	nbits uint // of them valid

	out  []byte // the window, then what was made
	from int    // of what was not handed out
	to   int

	final  bool // the present block is the last one
	stored int  // bytes left of a stored block
	coded  bool // inside of a coded block
	err    error

	tables *tables // of the present block
	own    tables
}

// NewReader returns a Decoder of src.
func NewReader(src io.Reader) *Decoder {
	d := &Decoder{}
	d.Reset(src)
	return d
}

// Reset begins anew with src.
func (d *Decoder) Reset(src io.Reader) {
	if d.in == nil {
		d.in = make([]byte, 0, inSize+keepIn+inSlack)
		d.out = make([]byte, windowSize+outSize+outSlack)
	}
	d.src, d.in, d.pos, d.srcErr = src, d.in[:0], 0, nil
	d.bits, d.nbits = 0, 0
	d.from, d.to = 0, 0
	d.final, d.stored, d.coded, d.err = false, 0, false, nil
}

// Read reads what the stream holds. The error is io.EOF at the end of the last
// block, io.ErrUnexpectedEOF where src ends before that, ErrCorrupt, or src's.
func (d *Decoder) Read(p []byte) (int, error) {
	for d.from == d.to {
		if d.err != nil {
			return 0, d.err
		}
		if d.to > windowSize {
			copy(d.out, d.out[d.to-windowSize:d.to])
			d.from, d.to = windowSize, windowSize
		}
		d.err = d.more()
	}
	n := copy(p, d.out[d.from:d.to])
	d.from += n
	return n, nil
}

// Unused returns how many bytes were read from src that lie behind the end of the
// data, once Read has returned io.EOF.
func (d *Decoder) Unused() int { return int(d.nbits/8) + len(d.in) - d.pos }

// more makes output until there is no more room, or the data ends.
func (d *Decoder) more() error {
	for d.to <= len(d.out)-outSlack {
		var err error
		switch {
		case d.coded:
			err = d.decode()
		case d.stored > 0:
			err = d.copyStored()
		case d.final:
			return io.EOF
		default:
			err = d.header()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// load reads from src until there is enough for the fast loop, or src ends, which
// is no error.
func (d *Decoder) load() error {
	for len(d.in)-d.pos < inSlack && d.srcErr == nil {
		if keep := max(0, d.pos-keepIn); keep > 0 {
			d.in = d.in[:copy(d.in, d.in[keep:])]
			d.pos -= keep
		}
		n, err := d.src.Read(d.in[len(d.in):cap(d.in)])
		d.in = d.in[:len(d.in)+n]
		d.srcErr = err
	}
	if d.srcErr != nil && d.srcErr != io.EOF {
		return d.srcErr
	}
	return nil
}

// fill makes at least 56 bits valid, or all that are left.
func (d *Decoder) fill() error {
	if len(d.in)-d.pos < 8 {
		if err := d.load(); err != nil {
			return err
		}
	}
	if len(d.in)-d.pos >= 8 {
		d.bits |= binary.LittleEndian.Uint64(d.in[d.pos:]) << d.nbits
		d.pos += int(63-d.nbits) >> 3
		d.nbits |= 56
		return nil
	}
	d.bits &= 1<<d.nbits - 1 // a load above may have left some of the next byte
	for d.nbits <= 56 && d.pos < len(d.in) {
		d.bits |= uint64(d.in[d.pos]) << d.nbits
		d.pos++
		d.nbits += 8
	}
	return nil
}

// take returns the next n bits, at most 32.
func (d *Decoder) take(n uint) (uint32, error) {
	if d.nbits < n {
		if err := d.fill(); err != nil {
			return 0, err
		}
		if d.nbits < n {
			return 0, io.ErrUnexpectedEOF
		}
	}
	v := uint32(d.bits & (1<<n - 1))
	d.bits >>= n
	d.nbits -= n
	return v, nil
}

// header begins the next block.
func (d *Decoder) header() error {
	v, err := d.take(3)
	if err != nil {
		return err
	}
	d.final = v&1 != 0
	switch v >> 1 {
	case 0:
		return d.beginStored()
	case 1:
		d.tables = fixedTables()
	case 2:
		if err := d.readTables(); err != nil {
			return err
		}
		d.tables = &d.own
	default:
		return ErrCorrupt
	}
	d.coded = true
	return nil
}

// beginStored reads the length of a stored block and gives back the bytes that
// are in bits.
func (d *Decoder) beginStored() error {
	d.bits >>= d.nbits & 7
	d.nbits &^= 7
	v, err := d.take(32)
	if err != nil {
		return err
	}
	if v&0xFFFF != ^v>>16 {
		return ErrCorrupt
	}
	d.stored = int(v & 0xFFFF)
	d.pos -= int(d.nbits / 8)
	d.bits, d.nbits = 0, 0
	return nil
}

func (d *Decoder) copyStored() error {
	if err := d.load(); err != nil {
		return err
	}
	if d.pos == len(d.in) {
		return io.ErrUnexpectedEOF
	}
	n := min(d.stored, len(d.in)-d.pos, len(d.out)-d.to)
	copy(d.out[d.to:], d.in[d.pos:d.pos+n])
	d.pos += n
	d.to += n
	d.stored -= n
	return nil
}

// decode makes output of a coded block until it ends or there is no more room.
func (d *Decoder) decode() error {
	for d.coded && d.to <= len(d.out)-outSlack {
		if err := d.load(); err != nil {
			return err
		}
		err := error(nil)
		if len(d.in)-d.pos >= inSlack {
			err = d.fast()
		} else {
			err = d.symbol()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// symbol decodes one symbol at the end of the input.
func (d *Decoder) symbol() error {
	e, err := d.lookUp(d.tables.lit[:], litBits)
	switch {
	case err != nil:
		return err
	case e&literal != 0:
		d.out[d.to] = byte(e >> valueAt)
		d.to++
		return nil
	case e&special != 0 && e>>valueAt == blockEnd:
		d.coded = false
		return nil
	case e&special != 0:
		return ErrCorrupt
	}
	length, err := d.withExtra(e)
	if err != nil {
		return err
	}
	if e, err = d.lookUp(d.tables.dist[:], distBits); err != nil {
		return err
	}
	if e&special != 0 {
		return ErrCorrupt
	}
	dist, err := d.withExtra(e)
	if err != nil {
		return err
	}
	if dist > d.to {
		return ErrCorrupt
	}
	for ; length > 0; length-- {
		d.out[d.to] = d.out[d.to-dist]
		d.to++
	}
	return nil
}

// lookUp takes the next symbol's code, but not its extra bits.
func (d *Decoder) lookUp(table []uint32, bits uint) (uint32, error) {
	if err := d.fill(); err != nil {
		return 0, err
	}
	e := table[d.bits&(1<<bits-1)]
	if e&(special|subtable) == special|subtable {
		e = table[e>>valueAt+uint32(d.bits>>bits)&(1<<(e>>codeAt&15)-1)]
	}
	n := uint(e & allMask)
	if e&(literal|special) == 0 {
		n = uint(e >> codeAt & 15)
	}
	if n > d.nbits {
		return 0, io.ErrUnexpectedEOF
	}
	d.bits >>= n
	d.nbits -= n
	return e, nil
}

// withExtra takes the extra bits of a length or a distance.
func (d *Decoder) withExtra(e uint32) (int, error) {
	extra, err := d.take(uint(e&allMask - e>>codeAt&15))
	return int(e>>valueAt&0x7FFF + extra), err
}
