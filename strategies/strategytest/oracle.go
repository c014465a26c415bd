package strategytest

import (
	"slices"
	"strings"

	"geoscan/query"
)

// The oracle answers a question by the most direct reading of what the bytes
// of an input mean. It shares no code with the product, takes its questions as
// trees so that it needs no parser, and does not care how long it takes.

// A record is a line of an input.
type record struct {
	off    int64
	line   int64 // from 1; empty lines count
	fields []string
}

// split finds the records of data, malformed ones included.
func split(data string) (recs []record) {
	at := 0
	if strings.HasPrefix(data, "\xEF\xBB\xBF") {
		at = 3
	}
	for line := int64(1); at < len(data); line++ {
		end := at
		for end < len(data) && data[end] != '\n' {
			end++
		}
		text := data[at:end]
		if text != "" && text[len(text)-1] == '\r' {
			text = text[:len(text)-1]
		}
		if text != "" {
			recs = append(recs, record{int64(at), line, strings.Split(text, "\t")})
		}
		at = end + 1
	}
	return recs
}

// A question is a query as a tree.
type question struct {
	where condition // nil: every record
	order []orderKey
	cols  []int // nil: all
	limit int   // 0: none
}

// An orderKey is a key to order rows by.
type orderKey struct {
	col  int
	desc bool
}

// An answer is what a scan must give.
type answer struct {
	rows  []row
	stats query.Stats // without Bytes
}

// A row is a record's selected fields.
type row struct {
	off    int64
	fields []string
}

// answer scans recs, the records of an input of a table with columns of the
// given kinds.
func (q question) answer(recs []record, kinds []query.Kind) (a answer) {
	var hits []record
	for _, rec := range recs {
		if len(q.order) == 0 && q.limit > 0 && len(hits) == q.limit {
			break // what lies behind the last row is not counted
		}
		a.stats.Records++
		switch {
		case len(rec.fields) != len(kinds):
			a.stats.Malformed++
			if a.stats.FirstMalformed == 0 {
				a.stats.FirstMalformed = rec.line
			}
		case q.where == nil || q.where.holds(rec.fields) == yes:
			hits = append(hits, rec)
		}
	}
	q.sort(hits, kinds)
	if q.limit > 0 && len(hits) > q.limit {
		hits = hits[:q.limit]
	}
	for _, rec := range hits {
		a.rows = append(a.rows, row{rec.off, q.selected(rec.fields)})
	}
	a.stats.Rows = int64(len(a.rows))
	return a
}

func (q question) selected(fields []string) []string {
	if q.cols == nil {
		return fields
	}
	var sel []string
	for _, col := range q.cols {
		sel = append(sel, fields[col])
	}
	return sel
}

// sort orders the records by the keys and leaves equal ones as they lie in the
// file.
func (q question) sort(recs []record, kinds []query.Kind) {
	slices.SortStableFunc(recs, func(a, b record) int {
		for _, key := range q.order {
			c := key.compare(a.fields[key.col], b.fields[key.col], kinds[key.col])
			if c != 0 {
				return c
			}
		}
		return 0
	})
}

func (key orderKey) compare(a, b string, kind query.Kind) int {
	sign := 1
	if key.desc {
		sign = -1
	}
	if kind != query.Numeric {
		return sign * strings.Compare(a, b)
	}
	n, isNum := parseNumber(a)
	m, isNum2 := parseNumber(b)
	switch {
	case isNum && isNum2:
		return sign * n.compare(m)
	case isNum:
		return -1 // what is no number comes last, whatever the direction
	case isNum2:
		return +1
	}
	return 0
}
