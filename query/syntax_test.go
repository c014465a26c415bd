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
	{where: "name = ^\"K2\"", msg: "unexpected"},
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
		marked := test.where + test.orderBy + test.sel
		off := strings.Index(marked, "^")
		text := strings.Replace(marked, "^", "", 1)
		whole := query.Text{
			Where:   strings.Replace(test.where, "^", "", 1),
			OrderBy: strings.Replace(test.orderBy, "^", "", 1),
			Select:  strings.Replace(test.sel, "^", "", 1),
		}
		_, err := query.Compile(whole, places(t))
		var serr *query.SyntaxError
		if !errors.As(err, &serr) {
			t.Errorf("%s: error %v, want a SyntaxError", marked, err)
			continue
		}
		if serr.Text != text || serr.Off != off || !strings.Contains(serr.Msg, test.msg) {
			t.Errorf("%s: %q at %d of %q, want %q at %d", marked, serr.Msg, serr.Off, serr.Text, test.msg, off)
		}
		if want := utf8.RuneCountInString(text[:off]) + 1; serr.Char() != want {
			t.Errorf("%s: character %d, want %d", marked, serr.Char(), want)
		}
	}
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

func FuzzCompile(f *testing.F) {
	for _, test := range matchTests {
		f.Add(test.where, "height desc", "name")
	}
	for _, test := range errorTests {
		f.Add(test.where, test.orderBy, test.sel)
	}
	f.Fuzz(func(t *testing.T, where, orderBy, sel string) {
		text := query.Text{Where: where, OrderBy: orderBy, Select: sel}
		q, err := query.Compile(text, places(t))
		var serr *query.SyntaxError
		switch {
		case err == nil:
			checkCompiled(t, q)
		case !errors.As(err, &serr):
			t.Fatalf("%#v: error %v is no SyntaxError", text, err)
		case serr.Text != where && serr.Text != orderBy && serr.Text != sel:
			t.Fatalf("%#v: error in a text that is none of these: %q", text, serr.Text)
		case serr.Off < 0 || serr.Off > len(serr.Text) || serr.Msg == "" || serr.Error() == "":
			t.Fatalf("%#v: error %q at %d", text, serr.Msg, serr.Off)
		}
	})
}

// checkCompiled checks that a query, once compiled, works on any record, and
// that its ranges are weaker.
func checkCompiled(t *testing.T, q *query.Query) {
	for _, r := range matchRecords {
		checkWeaker(t, q, r)
	}
	if q.LastColumn() >= q.Schema().NumColumns() {
		t.Errorf("LastColumn = %d", q.LastColumn())
	}
}
