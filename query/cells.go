package query

import "bytes"

// A source of plain text splits fields at TAB and records at LF, so no field of
// it holds either. A cell of a workbook may. Strategies scan bytes all the same,
// so such a source writes TAB, LF and CR as two bytes, of which the first occurs
// in no UTF-8 text, and tells the Collector that it does: conditions, orders and
// rows then see the fields as they were.
const cellEscape = 0xFF

// AppendEscaped appends a value, which is valid UTF-8, as a field that holds no
// TAB, LF or CR.
func AppendEscaped(dst, value []byte) []byte {
	for {
		n := bytes.IndexAny(value, "\t\n\r")
		if n < 0 {
			return append(dst, value...)
		}
		dst = append(dst, value[:n]...)
		dst = append(dst, cellEscape, value[n]+'@')
		value = value[n+1:]
	}
}

// AppendUnescaped appends the value that AppendEscaped made field of.
func AppendUnescaped(dst, field []byte) []byte {
	for {
		n := bytes.IndexByte(field, cellEscape)
		if n < 0 || n+1 == len(field) {
			return append(dst, field...)
		}
		dst = append(dst, field[:n]...)
		dst = append(dst, field[n+1]-'@')
		field = field[n+2:]
	}
}

// SetEscaped says whether the fields of the present input are what AppendEscaped
// makes. It is called before the first part starts; of the next input it is
// false again.
func (c *Collector) SetEscaped(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.escaped = on
}

// A cellRecord is a record with its fields as they were before they were escaped.
type cellRecord struct {
	Record
	buf []byte // holds the fields that were escaped
}

// of returns r unescaped, until the next call.
func (c *cellRecord) of(r Record) Record {
	c.Record, c.buf = r, c.buf[:0]
	return c
}

func (c *cellRecord) Field(col int) []byte {
	f := c.Record.Field(col)
	if bytes.IndexByte(f, cellEscape) < 0 {
		return f
	}
	at := len(c.buf)
	c.buf = AppendUnescaped(c.buf, f)
	return c.buf[at:len(c.buf):len(c.buf)]
}
