package query_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"geoscan/query"
)

// errorTests mark where the error lies with a caret, which is not part of the
// text, and say a part of the message.
var errorTests = []struct{ where, orderBy, sel, msg string }{
	{where: "height > ^", msg: "missing"},
	{where: "height^", msg: "missing"},
	{where: "height > 8000 and^", msg: "missing"},
	{where: "(height > 8000^", msg: "missing"},
	{where: "height > 8000 ^)", msg: "unexpected"},
	{where: "height =^= 8000", msg: "unexpected"},
	{where: "height ^height", msg: "unexpected"},
	{where: "height > 8000 ^country = 'NP'", msg: "unexpected"},
	{where: "height > 8000^m", msg: "unexpected"},
	{where: "height > ^)", msg: "unexpected"},
	{where: "^and", msg: "unexpected"},
	{where: "^8000 < height", msg: "unexpected"},
	{where: "country = ^'NP", msg: "no quote ends"},
	{where: "country = 'NP' or name = 'L'Aquila^'", msg: "no quote ends"},
	{where: "name = ^\"K2\"", msg: "write a text in quotes: 'K2'"},
	{where: "name = ^\"L'A\"\"\"", msg: "'L''A\"'"},
	{where: "name = ^\"K2", msg: "a name that no quote ends"},
	{where: "^\"\" = 5", msg: `no column ""`},
	{where: "^\"and\" = 5", msg: `no column "and"`},
	{where: "^größe > 5", msg: `no column "größe"`},
	{where: "oré ^and 1", msg: "unexpected"},
	{where: "height is ^unknown", msg: `unexpected "unknown"`},
	{where: "(height > 5) is ^null", msg: `unexpected "null"`},
	{where: "(height > 5) is not^", msg: "missing"},
	{where: "(height > 5) is unknown ^is unknown", msg: "unexpected"},
	{where: "height ^; 5", msg: "unexpected"},
	{where: "name ^é 5", msg: "unexpected"},
	{where: "name = 'é' and ^nme = 'x'", msg: `did you mean "name"`},
	{where: "^hight > 5", msg: `did you mean "height"`},
	{where: "^elevation > 5", msg: `no column "elevation"`},
	{where: "country = ^NP", msg: "'NP'"},
	{where: "country in ('NP', ^CN)", msg: "'CN'"},
	{where: "height between 5 and ^x", msg: "'x'"},
	{where: "country in (^)", msg: "unexpected"},
	{where: "country in ^'NP'", msg: "unexpected"},
	{where: "height between 5 ^or 6", msg: "unexpected"},
	{where: "height is ^5", msg: "unexpected"},
	{where: "name ~ ^5", msg: "regular expression"},
	{where: "name ~ ^name", msg: "regular expression"},
	{where: "name ~ ^'('", msg: "regular expression"},
	{where: "name = 'é' or name ~ ^'a**'", msg: "regular expression"},
	{orderBy: "^hight", msg: `did you mean "height"`},
	{orderBy: "height ^down", msg: "unexpected"},
	{orderBy: "height desc,^", msg: "missing"},
	{orderBy: "height desc ^name", msg: "unexpected"},
	{orderBy: "^5", msg: "unexpected"},
	{sel: "name, ^nothing", msg: `no column "nothing"`},
	{sel: "name, ^*", msg: "unexpected"},
	{sel: "name ^height", msg: "unexpected"},
	{sel: "*^, name", msg: "unexpected"},
}

func TestSyntaxErrors(t *testing.T) {
	for _, test := range errorTests {
		checkSyntaxError(t, test.where, test.orderBy, test.sel, test.msg, places(t))
	}
}

// checkSyntaxError compiles a query, of which one part holds a caret where its
// error is to be.
func checkSyntaxError(t *testing.T, where, orderBy, sel, msg string, s *query.Schema) {
	t.Helper()
	marked := where + orderBy + sel
	off := strings.Index(marked, "^")
	text := strings.Replace(marked, "^", "", 1)
	whole := query.Text{
		Where:   strings.Replace(where, "^", "", 1),
		OrderBy: strings.Replace(orderBy, "^", "", 1),
		Select:  strings.Replace(sel, "^", "", 1),
	}
	_, err := query.Compile(whole, s)
	var serr *query.SyntaxError
	if !errors.As(err, &serr) {
		t.Errorf("%s: error %v, want a SyntaxError", marked, err)
		return
	}
	if serr.Text != text || serr.Off != off || !strings.Contains(serr.Msg, msg) {
		t.Errorf("%s: %q at %d of %q, want %q at %d", marked, serr.Msg, serr.Off, serr.Text, msg, off)
	}
	if want := utf8.RuneCountInString(text[:off]) + 1; serr.Char() != want {
		t.Errorf("%s: character %d, want %d", marked, serr.Char(), want)
	}
	checkCaret(t, serr)
}

func TestLimitError(t *testing.T) {
	_, err := query.Compile(query.Text{Limit: -1}, places(t))
	var serr *query.SyntaxError
	if !errors.As(err, &serr) || !strings.Contains(err.Error(), "negative") {
		t.Errorf("error %v", err)
	}
}

// TestDepth checks that no text, however deep, overflows the stack, and that
// reasonable ones pass.
func TestDepth(t *testing.T) {
	nest := func(n int) string {
		return strings.Repeat("(", n) + "id = 1" + strings.Repeat(")", n)
	}
	compile(t, query.Text{Where: nest(900)})
	compile(t, query.Text{Where: nest(900) + " or " + nest(900)})
	compile(t, query.Text{Where: "name = '" + strings.Repeat("(", 2000) + "'"})
	compile(t, query.Text{Where: strings.Repeat("not ", 2000) + "id = 1"})
	compile(t, query.Text{Where: strings.Repeat("id = 1 or ", 2000) + "id = 1"})
	for _, where := range []string{nest(1001), nest(1 << 20), strings.Repeat("(", 1<<20)} {
		_, err := query.Compile(query.Text{Where: where}, places(t))
		var serr *query.SyntaxError
		if !errors.As(err, &serr) || serr.Off != 1000 {
			t.Errorf("%d bytes: error %.100v", len(where), err)
		}
	}
}

// TestTextLiterals checks that a text is any bytes at all.
func TestTextLiterals(t *testing.T) {
	for _, s := range []string{"", "a", "'", "''", "a'b", "\x00", "\xff\xfe", "\t\r\n", "\u2028", `\`, `"`, "日本", strings.Repeat("x'", 1000)} {
		q := compile(t, query.Text{Where: "name = '" + strings.ReplaceAll(s, "'", "''") + "'"})
		if !q.Match(record{"1", s, "", "", ""}) {
			t.Errorf("name = %q does not match itself", s)
		}
		if q.Match(record{"1", s + "x", "", "", ""}) {
			t.Errorf("name = %q matches more than itself", s)
		}
	}
}

// functionErrorTests are of the same form, for the schema of towns.
var functionErrorTests = []struct{ where, orderBy, sel, msg string }{
	{where: "^near(1, 2)", msg: "near(LAT, LON, KM)"},
	{where: "^near()", msg: "missing: near(LAT, LON, KM)"},
	{where: "near(1, 2, 3, ^4)", msg: "too many: near(LAT, LON, KM)"},
	{where: "near(1, 2^, )", msg: "unexpected"},
	{where: "near(1, 2, 3^", msg: "missing"},
	{where: "near(1 ^2, 3)", msg: "unexpected"},
	{where: "near(^-91, 2, 3)", msg: "a latitude lies between -90 and 90"},
	{where: "near(^90.0000001, 2, 3)", msg: "a latitude"},
	{where: "near(1, ^181, 3)", msg: "a longitude lies between -180 and 180"},
	{where: "near(1, 2, ^-0.5)", msg: "not negative"},
	{where: "near(^lat, 2, 3)", msg: "the latitude is to be a number"},
	{where: "near(1, ^'2', 3)", msg: "the longitude is to be a number"},
	{where: "near(1, 2, ^km)", msg: "the distance in km is to be a number"},
	{where: "near(1, 2, 3) ^> 5", msg: "is a condition"},
	{where: "near(1, 2, 3) ^is null", msg: "is a condition"},
	{where: "near(1, 2, 3) ^in (1)", msg: "is a condition"},
	{where: "near(1, 2, 3) ^5", msg: "unexpected"},
	{where: "^near > 5", msg: "write near(LAT, LON, KM)"},
	{where: "id = 1 and ^distance(1, 2)", msg: "compare it"},
	{where: "distance(1, 2) ^~ 'x'", msg: "no pattern"},
	{where: "distance(1, 2) < ^id", msg: "a number"},
	{where: "distance(1, 2) in (1, ^'x')", msg: "a number"},
	{where: "distance(1, 2) between 1 and ^'x'", msg: "a number"},
	{where: "^distance(1, 2) and id = 1", msg: "compare it"},
	{where: "^distance(1) < 5", msg: "distance(LAT, LON)"},
	{where: "bbox(1, ^95, 3, 4)", msg: "a latitude"},
	{where: "bbox(1, 2, ^200, 4)", msg: "a longitude"},
	{where: "bbox(1, 2, 3, ^1)", msg: "south of where it begins"},
	{where: "^bbox(1, 2, 3)", msg: "bbox(WEST, SOUTH, EAST, NORTH)"},
	{where: "match(^5)", msg: "a text in quotes"},
	{where: "match(^zurich)", msg: "a text in quotes"},
	{where: "match(^'')", msg: "nothing to look for"},
	{where: "match(^'\u0301')", msg: "nothing to look for"},
	{where: "match('a', ^'b')", msg: "too many: match('TEXT')"},
	{where: "id = 1 or ^nea(1, 2, 3)", msg: "did you mean near?"},
	{where: "^sqrt(2) = 1", msg: "there are bbox, distance, match, near"},
	{where: "^\"near\" = 1", msg: "no column"},
	{where: "\"near\" ^(1, 2, 3)", msg: "unexpected"},
	{orderBy: "^near(1, 2, 3)", msg: "is a condition"},
	{orderBy: "id, distance(1, ^200) desc", msg: "a longitude"},
	{orderBy: "^distance", msg: "write distance(LAT, LON)"},
	{orderBy: "distance(1, 2) ^< 3", msg: "unexpected"},
	{sel: "name, ^match('x')", msg: "is a condition"},
	{sel: "distance(^91, 2)", msg: "a latitude"},
	{sel: "distance(1, 2) ^as km", msg: "unexpected"},
	{sel: "*^, distance(1, 2)", msg: "unexpected"},
}

func TestFunctionErrors(t *testing.T) {
	for _, test := range functionErrorTests {
		checkSyntaxError(t, test.where, test.orderBy, test.sel, test.msg, towns(t))
	}
	// A table without the columns of a function.
	for _, test := range []struct{ where, orderBy, sel, msg string }{
		{where: "id = 1 or ^near(1, 2, 3)", msg: "near needs columns called latitude and longitude"},
		{where: "^bbox(1, 2, 3, 4)", msg: "bbox needs"},
		{orderBy: "id, ^distance(1, 2)", msg: "distance needs"},
	} {
		checkSyntaxError(t, test.where, test.orderBy, test.sel, test.msg, places(t))
	}
	nameless, err := query.NewSchema(query.Column{Name: "latitude"}, query.Column{Name: "id"})
	if err != nil {
		t.Fatal(err)
	}
	checkSyntaxError(t, "id = 1 and ^match('x')", "", "", "match needs a column called name, asciiname or alternatenames", nameless)
	checkSyntaxError(t, "^near(1, 2, 3)", "", "", "latitude and longitude", nameless)
}

func FuzzCompile(f *testing.F) {
	for _, test := range matchTests {
		f.Add(test.where, "height desc", "name")
	}
	for _, test := range append(errorTests, functionErrorTests...) {
		f.Add(test.where, test.orderBy, test.sel)
	}
	for _, test := range geoTests {
		f.Add(test.where, "distance(1, 2) desc, name", "distance(1, 2), id")
	}
	f.Add("not match('É') and (lat > 5 or id in (1, 2)) is not unknown", "", "")
	f.Fuzz(func(t *testing.T, where, orderBy, sel string) {
		text := query.Text{Where: where, OrderBy: orderBy, Select: sel}
		checkCompile(t, text, places(t), matchRecords)
		checkCompile(t, text, towns(t), townRecords)
	})
}

// checkCompile checks that a text is an error that lies inside of it, or a query
// that works on any record, whose ranges are weaker, and whose text is the same
// query.
func checkCompile(t *testing.T, text query.Text, s *query.Schema, recs []record) {
	q, err := query.Compile(text, s)
	var serr *query.SyntaxError
	switch {
	case err == nil:
		checkCompiled(t, q, recs)
		checkText(t, q, s, recs)
	case !errors.As(err, &serr):
		t.Fatalf("%#v: error %v is no SyntaxError", text, err)
	case serr.Text != text.Where && serr.Text != text.OrderBy && serr.Text != text.Select:
		t.Fatalf("%#v: error in a text that is none of these: %q", text, serr.Text)
	case serr.Off < 0 || serr.Off > len(serr.Text) || serr.Msg == "" || serr.Error() == "":
		t.Fatalf("%#v: error %q at %d", text, serr.Msg, serr.Off)
	default:
		checkCaret(t, serr)
	}
}

func checkCompiled(t *testing.T, q *query.Query, recs []record) {
	for _, r := range recs {
		checkWeaker(t, q, r)
		for _, col := range q.Select() {
			q.RowSchema().Column(col)
		}
	}
	if q.LastColumn() >= q.Schema().NumColumns() {
		t.Errorf("LastColumn = %d", q.LastColumn())
	}
}
