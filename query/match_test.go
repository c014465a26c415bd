package query_test

import (
	"strings"
	"testing"

	"geoscan/query"
)

var nameRecords = []record{
	{"0", "Zürich", "", "Zuerich", "ZRH,Tsurich,Zürich,Цюрих,苏黎世", ""},
	{"1", "Łódź", "", "Lodz", "", ""},
	{"2", "Mount Everest", "", "Mount Everest", "Chomolungma,Sagarmāthā,エベレスト", ""},
	{"3", "ZURICH VILLAGE", "", "ZURICH VILLAGE", "a,b", ""},
	{"4", "Paris, Texas", "", "Paris, Texas", "Paris,Texas", ""},
	{"5", "", "", "", "", ""},
}

func TestMatchText(t *testing.T) {
	for _, test := range []struct{ where, want string }{
		{"match('zurich')", "0 3"},
		{"match('ZÜRICH')", "0 3"},
		{"match('Zu\u0308rich')", "0 3"},
		{"match('zürich ')", "3"},
		{"match('zuerich')", "0"},
		{"Match('lodz')", "1"},
		{"match('Łódź')", "1"},
		{"match('everest')", "2"},
		{"match('SAGARMATHA')", "2"},
		{"match('エベレ')", "2"},
		{"match('цюрих')", "0"},
		{"match('苏黎')", "0"},
		{"match('a,b')", ""},       // entries are looked at one by one
		{"match('paris,')", "4"},   // but a name may hold a comma
		{"match('paris,t')", ""},   // not across two entries
		{"match('s, texas')", "4"}, //
		{"match('x') is unknown", ""},
		{"match('e') is not unknown", "0 1 2 3 4 5"},
		{"not match('e')", "1 5"},
		{"match('texas') or id = 5", "4 5"},
	} {
		q := compileTowns(t, query.Text{Where: test.where})
		if got := strings.Join(matches(q, nameRecords), " "); got != test.want {
			t.Errorf("%s: records %s, want %s", test.where, got, test.want)
		}
	}
}

// TestMatchSomeColumns looks in what a table has.
func TestMatchSomeColumns(t *testing.T) {
	s, err := query.NewSchema(query.Column{Name: "code"}, query.Column{Name: "Name"})
	if err != nil {
		t.Fatal(err)
	}
	q, err := query.Compile(query.Text{Where: "match('x')", Select: "code"}, s)
	if err != nil {
		t.Fatal(err)
	}
	if !q.Match(record{"", "Éx"}) || q.Match(record{"x", ""}) || q.LastColumn() != 1 {
		t.Errorf("matches %v %v, last column %d", q.Match(record{"", "Éx"}), q.Match(record{"x", ""}), q.LastColumn())
	}
}

// TestFunctionsDoNotAllocate guards what is done for every record.
func TestFunctionsDoNotAllocate(t *testing.T) {
	if raceDetector {
		t.Skip("with the race detector a sync.Pool drops some of what it is given, at random")
	}
	for _, where := range []string{
		"match('zurich')", "not match('小镇')", "near(47, 8.5, 200)", "not bbox(1, 2, 3, 4)", "distance(0, 0) > 5",
		"not (near(0, 0, 1) is unknown)",
	} {
		q := compileTowns(t, query.Text{Where: where})
		var r query.Record = sixFields{[]byte("1"), []byte("Zürich"), []byte("8.55"), nil, []byte("Цюрих,苏黎世"), []byte("47.36667")}
		var sink bool
		q.Match(r) // buffers grow
		if n := testing.AllocsPerRun(100, func() { sink = q.Match(r) }); n != 0 || !sink {
			t.Errorf("%s: %v allocations, match %v", where, n, sink)
		}
	}
}

type sixFields [6][]byte

func (r sixFields) Len() int             { return len(r) }
func (r sixFields) Field(col int) []byte { return r[col] }
