package kernel

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"geoscan/query"
)

var lines = []string{
	"", "a", "\t", "\t\t", "a\t", "\ta", "a\tb\tc", "aa\t\tbb\t\t", "a b\tc\rd\x00\t\xff",
	strings.Repeat("\t", 47), strings.Repeat("\t", 48), strings.Repeat("\t", 49), strings.Repeat("\t", 200),
	strings.Repeat("x", 48), "\t" + strings.Repeat("x", 47), strings.Repeat("x", 47) + "\t", "\t" + strings.Repeat("x", 48),
	"name\t" + strings.Repeat("long ", 20) + "\t8848\t8850\tAsia/Kathmandu\t2024-01-02",
	strings.Repeat("long ", 20) + "\t8848\t" + strings.Repeat("z", 60), strings.Repeat("\x08\x0a\x89\x09", 30),
}

func TestLine(t *testing.T) {
	for _, s := range lines {
		checkLine(t, s)
	}
	if l := (&Line{}); l.Len() != 1 || len(l.Field(0)) != 0 {
		t.Error("the zero Line is not one empty field")
	}
}

// checkLine compares the fields with what package strings finds, in both orders
// and each on its own.
func checkLine(t *testing.T, s string) {
	t.Helper()
	want := strings.Split(s, "\t")
	var l Line
	for col := range want {
		l.Reset([]byte(s))
		if got := string(l.Field(col)); got != want[col] {
			t.Errorf("field %d of %q is %q, want %q", col, s, got, want[col])
		}
		if got := string(fieldFromStart([]byte(s), col)); got != want[col] {
			t.Errorf("field %d of %q from its start is %q, want %q", col, s, got, want[col])
		}
		if got := string(fieldFromEnd([]byte(s), len(want)-1-col)); got != want[col] {
			t.Errorf("field %d of %q from its end is %q, want %q", col, s, got, want[col])
		}
	}
	if l.Len() != len(want) {
		t.Errorf("%q has %d fields, want %d", s, l.Len(), len(want))
	}
}

func TestTabs(t *testing.T) {
	for _, s := range lines {
		checkTabs(t, s)
	}
	for range Tabs([]byte("\t\t\t")) {
		break // must not go on
	}
}

func checkTabs(t *testing.T, s string) {
	t.Helper()
	var want []int
	for i := range len(s) {
		if s[i] == '\t' {
			want = append(want, i)
		}
	}
	if got := slices.Collect(Tabs([]byte(s))); !slices.Equal(got, want) {
		t.Errorf("tabs of %q: %v, want %v", s, got, want)
	}
}

// TestTabsIn puts every byte beside every other, which shows a carry from one
// byte of the word to the next.
func TestTabsIn(t *testing.T) {
	for a := range 256 {
		for b := range 256 {
			word := []byte{byte(a), byte(b), byte(a), 'x', '\t', byte(b), byte(a), byte(b)}
			m := gather(tabsIn(binary.LittleEndian.Uint64(word)))
			for i, c := range word {
				if got := m>>i&1 == 1; got != (c == '\t') {
					t.Fatalf("byte %d of %q: tab %v", i, word, got)
				}
			}
		}
	}
}

func FuzzLine(f *testing.F) {
	for _, s := range lines {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		checkLine(t, s)
		checkTabs(t, s)
	})
}

// TestOfferer compares what an Offerer makes of a table with what a part makes
// of its records one by one.
func TestOfferer(t *testing.T) {
	schema, err := query.NewSchema(query.Column{Name: "id", Kind: query.Numeric}, query.Column{Name: "name"}, query.Column{Name: "height", Kind: query.Numeric})
	if err != nil {
		t.Fatal(err)
	}
	const table = "1\ta\t9\n\n2\tb\t\r\n3\tc\n3\tc\t\t\n\r\n4\td\t8\t\n\t\t\n5\t\t7\r\n6\te\t-\n7\tf\t10"
	for _, where := range []string{
		"", "height > 7", "not height > 7", "id > 2", "id > 0 and height > 0", "height is null", "name = ''", "height != 9 or id = 2", "height > id",
	} {
		for _, limit := range []int64{0, 1, 2} {
			q, err := query.Compile(query.Text{Where: where, Limit: limit}, schema)
			if err != nil {
				t.Fatal(err)
			}
			got := answer(t, q, func(p *query.Part) { NewOfferer(p, q).Chunk(1000, []byte(table)) })
			want := answer(t, q, func(p *query.Part) { offerEach(p, 1000, table) })
			if got != want {
				t.Errorf("where %q limit %d:\n%s\nwant\n%s", where, limit, got, want)
			}
		}
	}
}

func offerEach(p *query.Part, off int64, table string) {
	for line := range strings.Lines(table) {
		rec := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if rec == "" {
			p.Blank(1)
		} else if !p.Offer(off, fields(strings.Split(rec, "\t"))) {
			return
		}
		off += int64(len(line))
	}
}

type fields []string

func (f fields) Len() int             { return len(f) }
func (f fields) Field(col int) []byte { return []byte(f[col]) }

// answer returns rows and counts as text.
func answer(t *testing.T, q *query.Query, scan func(*query.Part)) string {
	t.Helper()
	var b strings.Builder
	c := query.NewCollector(t.Context(), q, func(r query.Row) error {
		fmt.Fprintf(&b, "%d %q\n", r.Off, bytes.Join(r.Fields, []byte("|")))
		return nil
	})
	p := c.Part(0)
	scan(p)
	p.Close(nil)
	fmt.Fprintf(&b, "%+v", c.EndInput())
	if _, err := c.Finish(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestOffererDoesNotAllocate guards the loop over all records.
func TestOffererDoesNotAllocate(t *testing.T) {
	schema, err := query.NewSchema(query.Column{Name: "a"}, query.Column{Name: "b", Kind: query.Numeric}, query.Column{Name: "c"})
	if err != nil {
		t.Fatal(err)
	}
	q, err := query.Compile(query.Text{Where: "b > 8000 and a = 'x' or b < -5"}, schema)
	if err != nil {
		t.Fatal(err)
	}
	c := query.NewCollector(t.Context(), q, func(query.Row) error { return nil })
	o := NewOfferer(c.Part(0), q)
	table := []byte(strings.Repeat("y\t8848\tz\n\nx\t\tz\nx\t7999.5\tz\nmalformed\n", 100))
	if n := testing.AllocsPerRun(10, func() { o.Chunk(0, table) }); n != 0 {
		t.Errorf("%v allocations for 500 lines", n)
	}
	c.Abort()
}
