// Package profile describes a table of TAB-separated records: how many there
// are, how long they are, and what lies in each column.
//
// It reads a stream once, from front to back. Records and fields mean what
// they mean everywhere in geoscan: a record ends at LF or at the end of the
// input, one CR directly before that end is dropped, empty records are
// skipped, fields are split at TAB and nowhere else. A record with another
// number of fields than the table has columns is malformed: it is counted, and
// takes part in nothing else.
package profile

import (
	"context"
	"errors"
	"io"
	"runtime"

	"github.com/sourcegraph/conc/stream"

	"geoscan/query"
)

// ErrUTF16 is returned for an input that starts with a UTF-16 byte order mark.
var ErrUTF16 = errors.New("input is UTF-16, want UTF-8")

// A Profile says what a table holds.
type Profile struct {
	Bytes   int64 // all bytes of the input, byte order mark and line ends included
	Records int64 // records with one field for each column
	Blank   int64 // empty records

	// Malformed counts the records with another number of fields.
	// FirstMalformed is the line number of the first of them, from 1, blank
	// lines counted; 0 if there is none.
	Malformed      int64
	FirstMalformed int64

	// Lengths holds the lengths of the Records in bytes, without line ends.
	Lengths Histogram

	NonASCII      int64 // records with at least one byte outside ASCII
	NonASCIIBytes int64 // such bytes, in all Records

	Columns []ColumnStats
}

// ColumnStats says what the fields of one column hold. Malformed records are
// left out.
type ColumnStats struct {
	query.Column
	Empty    int64 // fields of no bytes
	Bytes    int64 // sum of the lengths of all fields
	Longest  int64 // bytes of the longest field
	NonASCII int64 // fields with at least one byte outside ASCII
	Numeric  int64 // fields that are numbers
	Min, Max Number
}

// MeanBytes returns the mean length of all fields of the column in a table of
// n records, empty fields included.
func (c *ColumnStats) MeanBytes(n int64) float64 { return share(c.Bytes, n) }

// share returns part/whole, and 0 for a part of nothing.
func share(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Read describes the table in r, whose columns are those of s. Chunks of the input are examined by as many goroutines as there are
// usable CPUs and put together in order, so that the result does not depend on
// their number. Memory is a few chunks of 1 MiB for each of them, more
// only where a single record is longer than that.
//
// The error is ErrUTF16, the reader's own, or that of ctx, which is consulted
// once a chunk.
func Read(ctx context.Context, r io.Reader, s *query.Schema) (*Profile, error) {
	p := &Profile{Columns: make([]ColumnStats, s.NumColumns())}
	for i := range p.Columns {
		p.Columns[i].Column = s.Column(i)
	}
	workers := runtime.GOMAXPROCS(0)
	free := make(chan *tally, 2*workers)
	for range cap(free) {
		free <- newTally(s.NumColumns())
	}
	var (
		st  = stream.New().WithMaxGoroutines(workers)
		cut = cutter{r: r}
		a   = adder{p: p}
		err error
	)
	for err == nil {
		t := <-free
		if err = ctx.Err(); err != nil {
			break
		}
		// An error may come with data; the last chunk comes with io.EOF.
		t.buf, t.data, err = cut.next(t.buf)
		st.Go(func() stream.Callback {
			t.scan()
			return func() {
				a.add(t)
				free <- t
			}
		})
	}
	st.Wait()
	p.Bytes = cut.bytes
	if err != io.EOF {
		return nil, err
	}
	return p, nil
}
