package query_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"geoscan/query"
)

// lines keeps rows as text: input, offset, fields.
type lines []string

func (l *lines) emit(r query.Row) error {
	*l = append(*l, fmt.Sprintf("%d@%d %s", r.Input, r.Off, joined(r.Fields)))
	return nil
}

func joined(fields [][]byte) string {
	var s []string
	for _, f := range fields {
		s = append(s, string(f))
	}
	return strings.Join(s, "|")
}

// at makes a record with this id, name and height.
func at(id int, name, height string) record {
	return record{fmt.Sprint(id), name, height, "", ""}
}

// offer offers records one after the other, each 10 bytes behind the last.
func offer(p *query.Part, off int64, recs ...record) (more bool) {
	for i, r := range recs {
		if !p.Offer(off+10*int64(i), r) {
			return false
		}
	}
	return true
}

func finish(t *testing.T, c *query.Collector) query.Stats {
	t.Helper()
	stats, err := c.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return stats
}

func equal(t *testing.T, got lines, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("rows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestFileOrder starts, fills and closes parts in no order: rows come in that
// of the file, as soon as they can.
func TestFileOrder(t *testing.T) {
	var got lines
	c := query.NewCollector(t.Context(), compile(t, query.Text{Where: "height > 1", Select: "name, id"}), got.emit)
	p2, p0, p1 := c.Part(2), c.Part(0), c.Part(1)
	offer(p2, 200, at(5, "e", "5"), at(6, "f", "0"))
	offer(p1, 100, at(3, "c", "3"), at(4, "d", ""))
	p2.Close(nil)
	p1.Close(nil)
	equal(t, got)
	offer(p0, 0, at(1, "a", "2"))
	p0.Scanned(20)
	equal(t, got, "0@0 a|1")
	offer(p0, 10, at(2, "b", "4"))
	p0.Close(nil)
	equal(t, got, "0@0 a|1", "0@10 b|2", "0@100 c|3", "0@200 e|5")
	c.EndInput()
	if stats := finish(t, c); stats.Records != 6 || stats.Rows != 4 || stats.Malformed != 0 || stats.Bytes != 20 {
		t.Errorf("%+v", stats)
	}
}

// TestRowsOwnTheirBytes offers records that lie in the same bytes, one after the
// other: neither rows nor what they are ordered by may refer to them.
func TestRowsOwnTheirBytes(t *testing.T) {
	const c, a, b = "1@7 3|c|300000000000000000000.5||", "1@7 1|a|100000000000000000000.5||", "1@7 2|b|200000000000000000000.5||"
	for _, test := range []struct {
		text query.Text
		want []string
	}{
		{query.Text{}, []string{c, a, b}},
		{query.Text{OrderBy: "name"}, []string{a, b, c}},
		{query.Text{OrderBy: "name desc", Limit: 2}, []string{c, b}},
		{query.Text{OrderBy: "height"}, []string{a, b, c}},
		{query.Text{OrderBy: "height", Limit: 3}, []string{a, b, c}},
		{query.Text{OrderBy: "height desc", Limit: 1}, []string{c}},
		{query.Text{OrderBy: "name", Select: "*", Limit: 1}, []string{a}},
	} {
		var got lines
		col := query.NewCollector(t.Context(), compile(t, test.text), got.emit)
		col.EndInput()
		p := col.Part(0)
		buf := make([]byte, 25)
		for _, s := range []string{"3c300000000000000000000.5", "1a100000000000000000000.5", "2b200000000000000000000.5"} {
			copy(buf, s)
			p.Offer(7, fields{buf[:1], buf[1:2], buf[2:], nil, buf[:0]})
		}
		clear(buf)
		p.Close(nil)
		col.EndInput()
		finish(t, col)
		equal(t, got, test.want...)
	}
}

func TestOrder(t *testing.T) {
	recs := []record{
		at(0, "b", "10"), at(1, "a", "9"), at(2, "", "x"), at(3, "B", "9.0"), at(4, "b", ""),
		at(5, "a", "-1"), at(6, "é", "1e1"), at(7, "a", "99999999999999999999"), at(8, "aa", "9"),
	}
	for _, test := range []struct{ orderBy, want string }{
		{"", "012345678"},
		{"height", "513806724"},
		{"height asc", "513806724"},
		{"height desc", "706138524"},
		{"name", "231578046"},
		{"name desc", "604815732"},
		{"name, height", "235178046"},
		{"name, height desc", "237158046"},
		{"height, name", "531806724"},
		{"height desc, name desc", "760813542"},
		{"id desc", "876543210"},
		{"country", "012345678"},
		{"depth desc", "012345678"},
	} {
		for limit := range int64(len(recs) + 2) {
			got := ordered(t, query.Text{OrderBy: test.orderBy, Limit: limit, Select: "id"}, recs, len(recs))
			want := test.want
			if limit > 0 && int(limit) < len(want) {
				want = want[:limit]
			}
			if got != want {
				t.Errorf("order by %q, limit %d: %s, want %s", test.orderBy, limit, got, want)
			}
		}
	}
}

// ordered offers recs in parts of n records each, and returns the ids.
func ordered(t *testing.T, text query.Text, recs []record, n int) string {
	t.Helper()
	var ids strings.Builder
	c := query.NewCollector(t.Context(), compile(t, text), func(r query.Row) error {
		ids.Write(r.Fields[0])
		return nil
	})
	i := 0
	for part := range slices.Chunk(recs, n) {
		p := c.Part(i)
		offer(p, int64(100*i), part...)
		p.Close(nil)
		i++
	}
	c.EndInput()
	finish(t, c)
	return ids.String()
}

// TestAnswerIsDetermined offers the same records divided in other ways, by
// goroutines that race: rows and counts are the same every time.
func TestAnswerIsDetermined(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var recs []record
	for i := range 300 {
		r := at(i, []string{"a", "b", "c", ""}[rng.IntN(4)], []string{"1", "1.0", "2", "x", "", "-3"}[rng.IntN(6)])
		if rng.IntN(20) == 0 {
			r = r[:3]
		}
		recs = append(recs, r)
	}
	for _, text := range []query.Text{
		{}, {Limit: 1}, {Limit: 77}, {Where: "height = 1", Limit: 20}, {Where: "name = 'none'", Limit: 1},
		{OrderBy: "height desc, name"}, {OrderBy: "height", Limit: 50}, {OrderBy: "name desc", Limit: 1}, {Where: "height < 2", OrderBy: "name", Limit: 1000},
	} {
		var first lines
		var firstStats query.Stats
		for i, size := range []int{300, 1, 7, 50, 299, 1, 13} {
			got, stats := race(t, text, recs, size)
			stats.Bytes = 0
			if i == 0 {
				first, firstStats = got, stats
			}
			if !slices.Equal(got, first) || stats != firstStats {
				t.Fatalf("%+v: parts of %d records give %d rows and %+v, one part %d and %+v", text, size, len(got), stats, len(first), firstStats)
			}
		}
	}
}

// race offers recs in parts of size records, from 4 goroutines that take part
// after part, until they are told to stop.
func race(t *testing.T, text query.Text, recs []record, size int) (got lines, stats query.Stats) {
	c := query.NewCollector(t.Context(), compile(t, text), got.emit)
	parts := make(chan int)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			more := true
			for i := range parts {
				if !more {
					continue
				}
				p := c.Part(i)
				low, high := i*size, min((i+1)*size, len(recs))
				more = offer(p, int64(10*low), recs[low:high]...) && p.Scanned(int64(high-low))
				p.Close(nil)
			}
		})
	}
	for i := range (len(recs) + size - 1) / size {
		parts <- i
	}
	close(parts)
	wg.Wait()
	stats = c.EndInput()
	total := finish(t, c)
	stats.Rows = total.Rows
	if stats.Records != total.Records || stats.Malformed != total.Malformed {
		t.Errorf("%+v: the input's counts are %+v, the total %+v", text, stats, total)
	}
	return got, stats
}

// TestCounts counts records, lines and malformed ones over parts and inputs.
func TestCounts(t *testing.T) {
	var got lines
	c := query.NewCollector(t.Context(), compile(t, query.Text{Where: "id > 0", Select: "id"}), got.emit)
	p0, p1 := c.Part(0), c.Part(1)
	p1.Blank(2)
	p1.Skip(3)
	p1.Offer(150, rec("too\tshort"))
	p1.Offer(160, rec("1\t2\t3\t4\t5\t6"))
	p1.Offer(170, at(2, "", ""))
	p1.Close(nil)
	p0.Blank(1)
	offer(p0, 1, at(1, "", ""))
	p0.Skip(10)
	p0.Scanned(100)
	p0.Close(nil)
	if s := c.EndInput(); s != (query.Stats{Bytes: 100, Records: 17, Malformed: 2, FirstMalformed: 12 + 6}) {
		t.Errorf("first input: %+v", s)
	}
	p := c.Part(0)
	p.Offer(0, rec("one field"))
	p.Offer(10, at(3, "", ""))
	p.Scanned(11)
	p.Close(nil)
	if s := c.EndInput(); s != (query.Stats{Bytes: 11, Records: 2, Malformed: 1, FirstMalformed: 1}) {
		t.Errorf("second input: %+v", s)
	}
	if s := c.EndInput(); s != (query.Stats{}) {
		t.Errorf("empty input: %+v", s)
	}
	if s := finish(t, c); s != (query.Stats{Bytes: 111, Records: 19, Malformed: 3, Rows: 3}) {
		t.Errorf("all: %+v", s)
	}
	if c.Scanned() != 111 {
		t.Errorf("Scanned = %d", c.Scanned())
	}
	equal(t, got, "0@1 1", "0@170 2", "1@10 3")
}

// TestInputsInOrder merges inputs by key, equal keys by input.
func TestInputsInOrder(t *testing.T) {
	for _, limit := range []int64{0, 2, 3, 100} {
		var got lines
		c := query.NewCollector(t.Context(), compile(t, query.Text{OrderBy: "height", Select: "name", Limit: limit}), got.emit)
		for input := range 3 {
			p := c.Part(0)
			offer(p, 0, at(0, fmt.Sprint("b", input), "2"), at(0, fmt.Sprint("a", input), "1"))
			p.Close(nil)
			c.EndInput()
		}
		finish(t, c)
		want := []string{"0@10 a0", "1@10 a1", "2@10 a2", "0@0 b0", "1@0 b1", "2@0 b2"}
		if limit > 0 {
			want = want[:min(len(want), int(limit))]
		}
		equal(t, got, want...)
	}
}

func TestLimitStops(t *testing.T) {
	var got lines
	c := query.NewCollector(t.Context(), compile(t, query.Text{Limit: 2, Select: "id"}), got.emit)
	p0, p1 := c.Part(0), c.Part(1)
	if offer(p1, 100, at(3, "", ""), at(4, "", "")) {
		t.Error("a part with as many rows as the limit is asked for more")
	}
	if c.Full() {
		t.Error("Full before the first part has said anything")
	}
	p0.Offer(0, rec("malformed"))
	if !p0.Offer(10, at(1, "", "")) {
		t.Error("the first part is told to stop too early")
	}
	p1.Close(nil)
	p0.Offer(20, rec("malformed too"))
	p0.Close(nil)
	if !c.Full() || c.Part(2).Scanned(1) || c.Part(3).Offer(300, at(5, "", "")) {
		t.Error("the limit is reached and still more is wanted")
	}
	if s := c.EndInput(); s.Records != 4 || s.Malformed != 2 || s.FirstMalformed != 1 {
		t.Errorf("%+v; want what lies before the last row only", s)
	}
	equal(t, got, "0@10 1", "0@100 3")
	if s := finish(t, c); s.Rows != 2 {
		t.Errorf("%+v", s)
	}
}

var errTest = errors.New("a test's error")

func TestEmitError(t *testing.T) {
	for _, orderBy := range []string{"", "height"} {
		n := 0
		c := query.NewCollector(t.Context(), compile(t, query.Text{OrderBy: orderBy}), func(query.Row) error {
			n++
			if n == 2 {
				return errTest
			}
			return nil
		})
		p0, p1 := c.Part(0), c.Part(1)
		offer(p1, 100, at(4, "", "4"))
		p1.Close(nil)
		offer(p0, 0, at(1, "", "1"), at(2, "", "2"), at(3, "", "3"))
		p0.Close(nil)
		if orderBy == "" && (c.Cancelled() != errTest || c.Part(2).Offer(200, at(5, "", ""))) {
			t.Errorf("Cancelled = %v, and more is wanted", c.Cancelled())
		}
		c.EndInput()
		if _, err := c.Finish(); err != errTest || n != 2 {
			t.Errorf("order by %q: Finish: %v after %d rows", orderBy, err, n)
		}
	}
}

// TestPartError ends a part with an error: what lies behind is not emitted.
func TestPartError(t *testing.T) {
	var got lines
	c := query.NewCollector(t.Context(), compile(t, query.Text{Select: "id"}), got.emit)
	p0, p1, p2 := c.Part(0), c.Part(1), c.Part(2)
	offer(p0, 0, at(1, "", ""))
	offer(p1, 100, at(2, "", ""))
	offer(p2, 200, at(3, "", ""))
	p2.Close(nil)
	p0.Close(nil)
	if err := p1.Close(errTest); err != errTest {
		t.Errorf("Close returned %v", err)
	}
	if c.Cancelled() != nil || c.Part(3).Scanned(1) {
		t.Errorf("Cancelled = %v, and more is wanted", c.Cancelled())
	}
	c.Abort()
	equal(t, got, "0@0 1")
}

func TestAbortEmitsNothing(t *testing.T) {
	var got lines
	c := query.NewCollector(t.Context(), compile(t, query.Text{OrderBy: "id"}), got.emit)
	p := c.Part(0)
	offer(p, 0, at(1, "", ""))
	p.Close(nil)
	c.EndInput()
	c.Abort()
	equal(t, got)
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errTest)
	c := query.NewCollector(ctx, compile(t, query.Text{}), func(query.Row) error {
		t.Error("a row is emitted though the context has ended")
		return nil
	})
	p := c.Part(0)
	if p.Offer(0, at(1, "", "")) || p.Scanned(1) || c.Cancelled() != errTest {
		t.Errorf("Cancelled = %v, and more is wanted", c.Cancelled())
	}
	p.Close(nil)
	if _, err := c.Finish(); err != errTest {
		t.Errorf("Finish: %v", err)
	}
}

// TestContextEndsWaiting cancels while a part waits for its turn.
func TestContextEndsWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		c := query.NewCollector(ctx, compile(t, query.Text{}), func(query.Row) error { return nil })
		head := c.Part(0)
		var n int
		go func() { n = fill(c.Part(1), 100) }()
		synctest.Wait()
		cancel(errTest)
		synctest.Wait()
		if n == 0 || n == 100 {
			t.Errorf("the part took %d of 100 rows", n)
		}
		head.Close(nil)
		if _, err := c.Finish(); err != errTest {
			t.Errorf("Finish: %v", err)
		}
	})
}

// megabyte is a large field.
var megabyte = strings.Repeat("m", 1<<20)

// fill offers large records and returns how many were taken.
func fill(p *query.Part, n int) (taken int) {
	for i := range n {
		if !p.Offer(int64(i), at(i, megabyte, "")) {
			break
		}
		taken++
	}
	p.Close(nil)
	return taken
}

// TestBackPressure runs ahead of a part that is slow: in one part and in many
// small ones, no more than a bounded number of rows is held back.
func TestBackPressure(t *testing.T) {
	const rowsHeld = 33 // of a megabyte each
	for _, test := range []struct {
		name  string
		ahead func(c *query.Collector, taken *int)
	}{
		{"one part", func(c *query.Collector, taken *int) {
			p := c.Part(1)
			for i := range 100 {
				p.Offer(int64(i), at(i, megabyte, ""))
				*taken++
			}
			p.Close(nil)
		}},
		{"many parts", func(c *query.Collector, taken *int) {
			for i := range 100 * 20 {
				p := c.Part(1 + i)
				p.Offer(int64(i), at(i, megabyte[:1<<20/20], ""))
				p.Close(nil)
				*taken = i / 20
			}
			*taken++
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rows := 0
				c := query.NewCollector(t.Context(), compile(t, query.Text{}), func(query.Row) error { rows++; return nil })
				head := c.Part(0)
				taken := 0
				go test.ahead(c, &taken)
				synctest.Wait()
				if taken == 0 || taken > rowsHeld {
					t.Errorf("%d megabytes ran ahead, want at most %d", taken, rowsHeld)
				}
				head.Close(nil)
				synctest.Wait()
				if taken != 100 || rows < 100 {
					t.Errorf("%d megabytes and %d rows when the way was free", taken, rows)
				}
				c.EndInput()
				finish(t, c)
			})
		})
	}
}
