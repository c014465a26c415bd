package query_test

import (
	"strings"
	"testing"

	"geoscan/query"
)

// places is a small schema with columns of both kinds.
func places(t testing.TB) *query.Schema {
	s, err := query.NewSchema(
		query.Column{Name: "id", Kind: query.Numeric},
		query.Column{Name: "name", Aliases: []string{"title"}},
		query.Column{Name: "height", Aliases: []string{"h"}, Kind: query.Numeric, Unit: "m"},
		query.Column{Name: "country"},
		query.Column{Name: "depth", Kind: query.Numeric},
	)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A record is a line of fields.
type record []string

func rec(line string) record { return strings.Split(line, "\t") }

func (r record) Len() int             { return len(r) }
func (r record) Field(col int) []byte { return []byte(r[col]) }

func compile(t testing.TB, text query.Text) *query.Query {
	t.Helper()
	q, err := query.Compile(text, places(t))
	if err != nil {
		t.Fatalf("%+v: %v", text, err)
	}
	return q
}

// matchTests ask for records by the numbers of the lines of matchRecords.
var matchRecords = []record{
	rec("0\tK2\t8611\tPK\t0"),
	rec("1\tLhotse\t8516.0\tNP\t8516"),
	rec("2\tL'Aquila\t714\tIT\t"),
	rec("3\tNobody knows\t\t\t"),
	rec("4\tMany\t1,000\tit\t1000"),
	rec("5\tTrench\t-10935\t\t10935"),
	rec("6\t\t9223372036854775808\tNP\t9223372036854775807"),
}

var matchTests = []struct {
	where string
	want  string // numbers of the records
}{
	{"", "0123456"},
	{" \t\r\n ", "0123456"},

	{"height > 8000", "016"},
	{"height >= 8516", "016"},
	{"height > 8516", "06"},
	{"height < 8516", "25"},
	{"height <= 8516", "125"},
	{"height = 8516", "1"},
	{"height != 8516", "0256"},
	{"height = 85.16e2", "1"},
	{"h<0", "5"},
	{"H<+.5", "5"},
	{"height = 9223372036854775808", "6"},
	{"height > 9223372036854775807", "6"},
	{"name = 5", ""},
	{"name != 5", ""},

	{"country = 'NP'", "16"},
	{"country = 'np'", ""},
	{"country != 'NP'", "02345"},
	{"country < 'NP'", "235"},
	{"country <= 'NP'", "12356"},
	{"country > 'NP'", "04"},
	{"country >= 'NP'", "0146"},
	{"country = ''", "35"},
	{"name = 'L''Aquila'", "2"},
	{"height = '8516'", ""},
	{"height = '8516.0'", "1"},

	{"height > depth", "06"},
	{"height = depth", "1"},
	{"height != depth", "056"},
	{"country < name", "235"},
	{"id < name", "012345"}, // a number and a text: bytes
	{"height = height", "01256"},

	{"height is null", "3"},
	{"height is not null", "012456"},
	{"not height is null", "012456"},
	{"NAME IS NULL", "6"},

	{"name ~ '^L'", "12"},
	{"name ~ ''", "0123456"},
	{"not name ~ '^L'", "03456"},
	{"name ~ '''A'", "2"},
	{"name ~ '(?i)^m.*Y$'", "4"},

	{"country in ('PK', 'IT')", "02"},
	{"country not in ('PK', 'IT')", "13456"},
	{"height in (714, 8611)", "02"},
	{"height not in (714, 8611)", "156"},
	{"height in (714, '')", "23"},
	{"height not in (714, '')", "0156"},
	{"id in (height, 3)", "3"},

	{"height between 714 and 8516", "12"},
	{"height not between 714 and 8516", "056"},
	{"height between 8516 and 714", ""},
	{"country between 'IT' and 'NP'", "126"},
	{"not height between 714 and 8516", "056"},
	{"not height not between 714 and 8516", "12"},

	// Unknown stays unknown under not.
	{"not height > 8000", "25"},
	{"not not height > 8000", "016"},
	{"not not not height > 8000", "25"},
	{"not (height > 8000 and country = 'NP')", "023 45"},
	{"not (height > 8000 or country = 'NP')", "25"},
	{"height > 8000 or not height > 8000", "01256"},
	{"height > 8000 or country = 'it'", "0146"},
	{"not (not height > 8000 and country = 'IT')", "0134 56"},

	// and binds more strongly than or, not more than both.
	{"country = 'PK' or country = 'NP' and height > 9000", "06"},
	{"(country = 'PK' or country = 'NP') and height > 9000", "6"},
	{"height > 9000 and country = 'NP' or country = 'PK'", "06"},
	{"not country = 'NP' and height > 0", "02"},
	{"not country = 'NP' or height > 0", "0123456"},
	{"((((height > 8600))))and(not(country='NP'))", "0"},
	{"NOT country='NP' AND height>0 Or iD = 3", "023"},
}

func TestMatch(t *testing.T) {
	for _, test := range matchTests {
		q := compile(t, query.Text{Where: test.where})
		var got strings.Builder
		for _, r := range matchRecords {
			if q.Match(r) {
				got.WriteString(r[0])
			}
		}
		if want := strings.ReplaceAll(test.want, " ", ""); got.String() != want {
			t.Errorf("%s: records %q, want %q", test.where, got.String(), want)
		}
	}
}

func TestSelect(t *testing.T) {
	for _, test := range []struct {
		sel  string
		want []int
	}{
		{"", []int{0, 1, 2, 3, 4}},
		{"*", []int{0, 1, 2, 3, 4}},
		{" name ", []int{1}},
		{"h,TITLE, h", []int{2, 1, 2}},
	} {
		got := compile(t, query.Text{Select: test.sel}).Select()
		if len(got) != len(test.want) {
			t.Errorf("select %q: columns %v, want %v", test.sel, got, test.want)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("select %q: columns %v, want %v", test.sel, got, test.want)
			}
		}
	}
}

func TestLastColumn(t *testing.T) {
	for _, test := range []struct {
		text query.Text
		want int
	}{
		{query.Text{}, 4},
		{query.Text{Select: "id"}, 0},
		{query.Text{Select: "id", Where: "name = 'x'"}, 1},
		{query.Text{Select: "id", Where: "id < depth"}, 4},
		{query.Text{Select: "id", Where: "id in (1, country)"}, 3},
		{query.Text{Select: "id", OrderBy: "id, height desc"}, 2},
		{query.Text{Select: "country,id", OrderBy: "id", Where: "name is null"}, 3},
	} {
		if got := compile(t, test.text).LastColumn(); got != test.want {
			t.Errorf("%+v: LastColumn = %d, want %d", test.text, got, test.want)
		}
	}
}

func TestQueryFacts(t *testing.T) {
	q := compile(t, query.Text{OrderBy: "name", Limit: 7})
	if !q.Ordered() || q.Limit() != 7 || q.Schema().NumColumns() != 5 {
		t.Errorf("Ordered %v, Limit %d, %d columns", q.Ordered(), q.Limit(), q.Schema().NumColumns())
	}
	if q := compile(t, query.Text{OrderBy: " "}); q.Ordered() || q.Limit() != 0 {
		t.Errorf("a query without an order: Ordered %v, Limit %d", q.Ordered(), q.Limit())
	}
}

// TestMatchDoesNotAllocate guards what is done for every record.
func TestMatchDoesNotAllocate(t *testing.T) {
	q := compile(t, query.Text{Where: "height > 8000 and country in ('NP', 'CN') or name ~ '^K' and not depth between 1 and 5"})
	var r query.Record = fields{[]byte("1"), []byte("Lhotse"), []byte("8516"), []byte("NP"), []byte("")}
	var sink bool
	if n := testing.AllocsPerRun(100, func() { sink = q.Match(r) }); n != 0 || !sink {
		t.Errorf("%v allocations, match %v", n, sink)
	}
}

// fields is a record that costs nothing.
type fields [5][]byte

func (r fields) Len() int             { return len(r) }
func (r fields) Field(col int) []byte { return r[col] }
