package strategytest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"geoscan"
	"geoscan/query"
)

// DOPs and chunk sizes that every input is scanned with. 0 is the default.
var (
	dops   = []int{1, 2, 3, 7, 64}
	chunks = []int{1, 2, 3, 5, 8, 13, 4096, 0}
)

// settings returns all options under test, or in a short run some of them.
func settings() (list []geoscan.Options) {
	for i, dop := range dops {
		for j, size := range chunks {
			if !testing.Short() || (i+j)%4 == 0 {
				list = append(list, geoscan.Options{DOP: dop, ChunkSize: size})
			}
		}
	}
	return list
}

// A suit is a question with what it takes to put it: its text and its query.
type suit struct {
	question
	text  query.Text
	query *query.Query
}

// compile spells and compiles questions.
func compile(t testing.TB, schema *query.Schema, rng *rand.Rand, questions ...question) []suit {
	t.Helper()
	var list []suit
	for _, q := range questions {
		text := q.text(schema, rng)
		compiled, err := query.Compile(text, schema)
		if err != nil {
			t.Fatalf("%v: %v", suit{text: text}, err)
		}
		list = append(list, suit{q, text, compiled})
	}
	return list
}

// String shows what was asked, and any odd bytes in it.
func (s suit) String() string {
	return fmt.Sprintf("where %+q order by %+q select %+q limit %d", s.text.Where, s.text.OrderBy, s.text.Select, s.text.Limit)
}

func kinds(schema *query.Schema) (list []query.Kind) {
	for i := range schema.NumColumns() {
		list = append(list, schema.Column(i).Kind)
	}
	return list
}

// An outcome is what a scan gave.
type outcome struct {
	rows  []row
	stats query.Stats
	err   error
}

// scan puts q to the table. hook, which may be nil, is called with every row's
// number from 0 and gives emit's result.
func scan(ctx context.Context, tab geoscan.Table, q *query.Query, opt geoscan.Options, hook func(i int) error) outcome {
	var got outcome
	var busy atomic.Bool
	var overlap bool
	stats, err := geoscan.Scan(ctx, tab, q, opt, func(r query.Row) error {
		if !busy.CompareAndSwap(false, true) {
			overlap = true
		}
		defer busy.Store(false)
		w := row{off: r.Off}
		for _, f := range r.Fields {
			w.fields = append(w.fields, string(f))
		}
		got.rows = append(got.rows, w)
		if hook == nil {
			return nil
		}
		return hook(len(got.rows) - 1)
	})
	got.stats, got.err = stats, err
	if overlap {
		got.err = errors.Join(err, errors.New("emit was called twice at a time"))
	}
	return got
}

// check compares the outcome of a scan that was not disturbed with the answer,
// and returns what is wrong, or "". size is that of the input.
func (got outcome) check(want answer, size int) string {
	if got.err != nil {
		return fmt.Sprintf("Scan: %v", got.err)
	}
	if msg := got.checkRows(want.rows); msg != "" {
		return msg
	}
	stats := got.stats
	if stats.Bytes < 0 || stats.Bytes > int64(size) {
		return fmt.Sprintf("Stats.Bytes = %d of an input of %d", stats.Bytes, size)
	}
	stats.Bytes = 0
	if stats != want.stats {
		return fmt.Sprintf("Stats = %+v, want %+v", stats, want.stats)
	}
	return ""
}

func (got outcome) checkRows(want []row) string {
	for i, w := range want {
		if i == len(got.rows) {
			return fmt.Sprintf("%d rows, want %d; the first that lacks is %v", i, len(want), w)
		}
		if !got.rows[i].equal(w) {
			return fmt.Sprintf("row %d is %v, want %v", i, got.rows[i], w)
		}
	}
	if n := len(want); len(got.rows) > n {
		return fmt.Sprintf("%d rows, want %d; the first too many is %v", len(got.rows), n, got.rows[n])
	}
	return ""
}

func (r row) equal(s row) bool { return r.off == s.off && slices.Equal(r.fields, s.fields) }

func (r row) String() string {
	s := fmt.Sprintf("%q at offset %d", r.fields, r.off)
	if len(s) > 300 {
		s = s[:300] + "…"
	}
	return s
}

// checkPrefix returns what is wrong with the rows that came before an error: they
// must be the first ones of the answer.
func (got outcome) checkPrefix(want []row) string {
	return got.checkRows(want[:min(len(want), len(got.rows))])
}

// A trial is one input with everything that it is asked.
type trial struct {
	name   string
	data   []byte
	schema *query.Schema
	suits  []suit
}

// wants answers all questions.
func (tr trial) wants() (list []answer) {
	recs, kinds := split(string(tr.data)), kinds(tr.schema)
	for _, q := range tr.suits {
		list = append(list, q.answer(recs, kinds))
	}
	return list
}

// run puts the questions to s under the given settings, all of a setting to one
// table. It stops at the first failure.
func (tr trial) run(t *testing.T, s geoscan.Strategy, settings []geoscan.Options) {
	t.Helper()
	wants := tr.wants()
	for i, opt := range settings {
		src := newSource(t, tr.data, side(i%2))
		src.shape = shapes[i%len(shapes)]
		if !tr.runOn(t, s, src, opt, wants) {
			return
		}
	}
}

func (tr trial) runOn(t testing.TB, s geoscan.Strategy, src *source, opt geoscan.Options, wants []answer) bool {
	t.Helper()
	tab, err := s.Open(context.Background(), src, opt)
	if err != nil {
		t.Errorf("%s: Open with %+v: %v", tr.name, opt, err)
		return false
	}
	defer tab.Close()
	for i, q := range tr.suits {
		got := scan(context.Background(), tab, q.query, opt, nil)
		if msg := got.check(wants[i], len(tr.data)); msg != "" {
			t.Errorf("%s, %+v: %s\n%s\ninput: %s", tr.name, opt, q, msg, excerpt(tr.data))
			return false
		}
		if q.limit == 0 && !wholeInput(got.stats.Bytes, tr.data) {
			t.Errorf("%s, %+v: Stats.Bytes = %d, want the input's %d", tr.name, opt, got.stats.Bytes, len(tr.data))
			return false
		}
	}
	if n := src.readers.Load(); n != 0 {
		t.Errorf("%s, %+v: %d readers were not closed", tr.name, opt, n)
		return false
	}
	return true
}

// wholeInput reports whether n bytes are all of data; a byte order mark may
// count or not.
func wholeInput(n int64, data []byte) bool {
	left := int64(len(data)) - n
	return left == 0 || left == 3 && string(data[:3]) == "\xEF\xBB\xBF"
}

func excerpt(data []byte) string {
	if len(data) > 2000 {
		return fmt.Sprintf("%q… (%d bytes)", data[:2000], len(data))
	}
	return fmt.Sprintf("%q", data)
}
