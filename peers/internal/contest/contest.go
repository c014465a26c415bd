// Package contest holds the question that the programs of this module answer,
// and what they have in common: a table goes in, ids come out.
//
// The question is geoscan's main one: the geonameid of every place whose
// elevation is above 8000 m. A table is text in UTF-8, a place a line, 19
// fields separated by TAB, no header, no quotes and no escapes.
package contest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// The columns of a table that matter here, counted from 0, and how many there
// are.
const (
	ID        = 0
	Elevation = 15
	Columns   = 19
)

// Limit is the elevation in metres that an answer lies above.
const Limit = 8000

// Above reports whether the text of an elevation is a number above Limit.
//
// A number is an optional sign and decimal digits, with an optional fraction
// and exponent. Anything else, the empty text included, is not above. Numbers
// that are no plain integers are compared with the precision of a float64.
func Above(elevation string) bool {
	if elevation == "" {
		return false // most places; spares the error that Atoi would make
	}
	if n, err := strconv.Atoi(elevation); err == nil {
		return n > Limit
	}
	// ParseFloat would take Inf, NaN and hexadecimal numbers too.
	if strings.Trim(elevation, "+-.0123456789eE") != "" {
		return false
	}
	f, err := strconv.ParseFloat(elevation, 64)
	return f > Limit && (err == nil || errors.Is(err, strconv.ErrRange))
}

// A Tally writes the ids of the records that answer the question and counts
// those that cannot. The zero value with Out set is ready. It is not safe for
// concurrent use.
type Tally struct {
	Out *bufio.Writer

	Records   int64 // offered so far
	Malformed int64 // among them, those without exactly Columns fields
	First     int64 // line of the first malformed one, from 1
}

// Offer counts a record that starts at the given line and writes its id if it
// answers the question. It does not keep fields. A failed write shows in
// Out.Flush.
func (t *Tally) Offer(fields []string, line int64) {
	t.Records++
	if len(fields) != Columns {
		t.Malformed++
		if t.Malformed == 1 {
			t.First = line
		}
		return
	}
	if Above(fields[Elevation]) {
		t.Out.WriteString(fields[ID])
		t.Out.WriteByte('\n')
	}
}

// Report writes a line about the malformed records to w, if there were any.
func (t *Tally) Report(w io.Writer, name string) {
	if t.Malformed > 0 {
		fmt.Fprintf(w, "%s: %d of %d records do not have %d fields and were skipped; the first is on line %d\n",
			name, t.Malformed, t.Records, Columns, t.First)
	}
}
