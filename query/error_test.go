package query_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"geoscan/query"
)

func TestCaret(t *testing.T) {
	long := strings.Repeat("0123456789", 20)
	for _, test := range []struct{ text, want string }{ // ^ is where the error lies
		{"^", ""},
		{"^x", "x\n^\n"},
		{"height > ^", "height > \n         ^\n"},
		{"a = 'é' and ^b", "a = 'é' and b\n            ^\n"},
		{"a = 'e\u0301' and ^b", "a = 'e\u0301' and b\n            ^\n"},
		{"a = '日本' ^b", "a = '日本' b\n           ^\n"},
		{"'\u202ea\x1b[31m\x00' ^b", "'\uFFFDa\uFFFD[31m\uFFFD' b\n           ^\n"},
		{"a =\t1\nand\r\n^b", "a = 1 and  b\n           ^\n"},
		{"\xff\xc3^b", "\uFFFD\uFFFDb\n  ^\n"},
		{"^" + long, long[:30] + "…\n^\n"},
		{long + "^", "…" + long[160:] + "\n" + strings.Repeat(" ", 41) + "^\n"},
		{long + "^" + long, "…" + long[160:] + long[:30] + "…\n" + strings.Repeat(" ", 41) + "^\n"},
		{long[:40] + "^" + long[:30], long[:40] + long[:30] + "\n" + strings.Repeat(" ", 40) + "^\n"},
		{strings.Repeat("日", 21) + "^", "…" + strings.Repeat("日", 20) + "\n" + strings.Repeat(" ", 41) + "^\n"},
		{"x" + strings.Repeat("\u0301", 1000) + "^y", "x" + strings.Repeat("\u0301", 16) + "y\n ^\n"},
	} {
		e := query.SyntaxError{Text: strings.Replace(test.text, "^", "", 1), Off: strings.Index(test.text, "^"), Msg: "wrong"}
		if got := e.Caret(); got != test.want {
			t.Errorf("%q:\n%s\nwant\n%s", test.text, got, test.want)
		}
	}
}

// checkCaret checks what holds for every error.
func checkCaret(t *testing.T, e *query.SyntaxError) {
	t.Helper()
	got := e.Caret()
	lines := strings.Split(got, "\n")
	switch {
	case e.Text == "" && got == "":
	case len(lines) != 3 || lines[2] != "" || strings.Trim(lines[1], " ") != "^" || len(lines[1]) > 42:
		t.Errorf("%q at %d: caret in %q", e.Text, e.Off, got)
	case !utf8.ValidString(got) || strings.ContainsFunc(strings.ReplaceAll(got, "\n", ""), func(r rune) bool { return r < ' ' || r == 0x7f }):
		t.Errorf("%q at %d: control characters in %q", e.Text, e.Off, got)
	}
}
