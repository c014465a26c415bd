package strategytest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"geoscan/query"
)

// The oracle is simple enough to be checked by reading; these tests keep it so.

func TestSplit(t *testing.T) {
	for data, want := range map[string]string{
		"":                               "",
		"\n\r\n\n":                       "",
		"a\tb":                           "0:1:a,b",
		"a\t\r\n\nb\r\r\n\rc":            "0:1:a, 5:3:b\r 9:4:\rc",
		"\xEF\xBB\xBFa\n\xEF\xBB\xBFb\r": "3:1:a 5:2:\xEF\xBB\xBFb",
		"\xEF\xBB\xBF":                   "",
	} {
		var got []string
		for _, r := range split(data) {
			got = append(got, fmt.Sprintf("%d:%d:%s", r.off, r.line, strings.Join(r.fields, ",")))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("split(%q) = %q, want %q", data, s, want)
		}
	}
}

func TestParseNumber(t *testing.T) {
	ascending := []string{"-1e99999999999", "-1e3000", "-1e2000", "-18446744073709551616", "-9999", "-.5", "-1e-3000", "0", "1e-3000", ".5", "8848.",
		"9007199254740992", "9007199254740993", "1e2000", "1e2001", "2e2001", "1e99999999999"}
	for i, a := range ascending {
		for j, b := range ascending {
			if c, ok := compareNumbers(a, b); !ok || c != min(1, max(-1, i-j)) {
				t.Errorf("%s and %s: %d, %v", a, b, c, ok)
			}
		}
	}
	for _, same := range [][2]string{{"0", "-0e9999999"}, {"1e3000", "10e2999"}, {"1e2000", "0.001e2003"}, {"5.", "+05"}} {
		if c, ok := compareNumbers(same[0], same[1]); !ok || c != 0 {
			t.Errorf("%s and %s: %d, %v", same[0], same[1], c, ok)
		}
	}
	for _, s := range []string{"", ".", "+", "1e", "e1", "1 ", "0x1", "Inf", "1_0", "1\n"} {
		if _, ok := parseNumber(s); ok {
			t.Errorf("parseNumber(%q) takes it for one", s)
		}
	}
}

func TestHolds(t *testing.T) {
	fields := []string{"1", "a", "", "x"}
	yesAnd := comparison{0, "=", num("1.0")}
	noAnd := comparison{0, ">", num("1")}
	maybe := comparison{2, "!=", num("5")}
	for _, test := range []struct {
		c    condition
		want verdict
	}{
		{yesAnd, yes}, {noAnd, no}, {maybe, unknown}, {negation{maybe}, unknown}, {negation{noAnd}, yes},
		{both{yesAnd, maybe}, unknown}, {both{noAnd, maybe}, no}, {either{yesAnd, maybe}, yes}, {either{noAnd, maybe}, unknown},
		{uncertainty{maybe, false}, yes}, {uncertainty{noAnd, false}, no}, {uncertainty{negation{maybe}, true}, no},
		{columns{0, "=", 2, true}, unknown}, {columns{0, "<", 1, false}, yes},
		{null{2, false}, yes}, {null{2, true}, no}, {match{1, "^A$"}, no}, {match{1, "(?i)^A$"}, yes},
		{in{1, []literal{text("b"), text("a")}, false}, yes}, {in{2, []literal{num("1")}, true}, unknown},
		{between{0, num("1"), num("1"), false}, yes}, {between{0, num("2"), num("3"), true}, yes},
	} {
		if got := test.c.holds(fields); got != test.want {
			t.Errorf("%#v: %v, want %v", test.c, got, test.want)
		}
	}
}

func TestAnswer(t *testing.T) {
	recs := split("1\tb\t2\t\n\nbad\n2\ta\t\t\n3\ta\tx\t\n4\ta\t10\t\nbad\n")
	for _, test := range []struct {
		q         question
		ids       string
		records   int64
		malformed int64
	}{
		{question{}, "1234", 6, 2},
		{question{limit: 1}, "1", 1, 0},
		{question{limit: 2}, "12", 3, 1},
		{question{limit: 4}, "1234", 5, 1},
		{question{order: []orderKey{{2, false}}}, "1423", 6, 2},
		{question{order: []orderKey{{2, true}}, limit: 3}, "412", 6, 2},
		{question{order: []orderKey{{1, false}, {2, true}}}, "4231", 6, 2},
	} {
		a := test.q.answer(recs, kinds(peaks()))
		var ids strings.Builder
		for _, r := range a.rows {
			ids.WriteString(r.fields[0])
		}
		if ids.String() != test.ids || a.stats.Records != test.records || a.stats.Malformed != test.malformed {
			t.Errorf("%+v: %s, %+v", test.q, ids.String(), a.stats)
		}
		if want := map[bool]int64{true: 3}[test.malformed > 0]; a.stats.FirstMalformed != want {
			t.Errorf("%+v: first malformed in line %d", test.q, a.stats.FirstMalformed)
		}
	}
}

// TestSpelling checks that all spellings of a question mean the same.
func TestSpelling(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range 200 {
		m := newMaker(peaks(), uint64(i))
		q := m.question()
		recs := split(string(m.table(20)))
		for _, s := range compile(t, m.schema, nil, q, q) {
			other := compile(t, m.schema, rng, q)[0]
			for _, r := range recs {
				if len(r.fields) == 4 && s.query.Match(line(r.fields)) != other.query.Match(line(r.fields)) {
					t.Fatalf("%v and %v differ on %q", s, other, r.fields)
				}
			}
		}
	}
}

type line []string

func (l line) Len() int             { return len(l) }
func (l line) Field(col int) []byte { return []byte(l[col]) }

// TestMakersRepeat checks that a seed repeats a failure.
func TestMakersRepeat(t *testing.T) {
	make := func(seed uint64) (string, query.Text) {
		m := newMaker(peaks(), seed)
		data := m.table(50)
		return string(data), m.question().text(m.schema, m.Rand)
	}
	differ := 0
	for seed := range uint64(20) {
		a, q := make(seed)
		if b, r := make(seed); a != b || q != r {
			t.Errorf("seed %d gives two tables or questions", seed)
		}
		if b, _ := make(seed + 1); a != b {
			differ++
		}
	}
	if differ < 15 {
		t.Errorf("only %d of 20 tables differ", differ)
	}
}

func TestCasesAreComplete(t *testing.T) {
	entries, err := caseFiles.ReadDir("testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	used := []string{"README.md", "expected.json"}
	for _, c := range Cases(t) {
		used = append(used, c.Input)
		c.Data(t)
		if c.IDs == nil && c.Rows == nil && c.Count == nil && c.Stdout == nil && c.Exit == 0 {
			t.Errorf("%s: %s expects nothing", c.Name, c.Input)
		}
	}
	for _, e := range entries {
		if !slices.Contains(used, e.Name()) {
			t.Errorf("no case uses %s", e.Name())
		}
	}
}
