package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"geoscan/peers/internal/contest"
	"geoscan/peers/internal/contesttest"
)

func TestAnswers(t *testing.T) {
	for _, c := range append(contesttest.Cases(), contesttest.LeadingQuotes()) {
		for _, flags := range [][]string{nil, {"-threads", "1"}, {"-threads", "2"}, {"-skip"}, {"-max-line", "4000000"}} {
			contesttest.Answers(t, c, program(), flags...)
		}
	}
}

func TestManners(t *testing.T) { contesttest.Manners(t, program) }

func TestUsage(t *testing.T) {
	for _, args := range [][]string{
		{"-threads", "-1", "a"}, {"-threads", "99999999999", "a"}, {"-max-line", "-1", "a"},
		{"-db", "x", "a"}, {"-skip", "-table", "a"}, {"-table"}, {"-table", "-queries", "-1", "a"},
	} {
		if r := contesttest.Run(program(), args...); r.Code != contest.ExitUsage || r.Stderr == "" || r.Stdout != "" {
			t.Errorf("%q: %+v", args, r)
		}
	}
}

// A table in DuckDB gives the answers of the file, once for all queries.
func TestTable(t *testing.T) {
	for _, c := range append(contesttest.Cases(), contesttest.LeadingQuotes()) {
		if c.Name == "not UTF-8" {
			continue // see TestTableNotUTF8
		}
		r := contesttest.Run(program(), "-table", "-queries", "3", contesttest.File(t, c))
		if r.Code != 0 || r.Stdout != contesttest.IDs(c.Want) || !timesLines.MatchString(r.Stderr) {
			t.Errorf("%s: %+v, want %v", c.Name, r, c.Want)
		}
	}
}

var timesLines = regexp.MustCompile(`^duckdb: load [0-9]+\.[0-9]+ s\nduckdb: asked 3 times: first [0-9.]+ s, median [0-9.]+ s, least [0-9.]+ s, most [0-9.]+ s\n$`)

// Bytes that are no UTF-8 matter to DuckDB where it reads the column.
func TestTableNotUTF8(t *testing.T) {
	path := contesttest.File(t, contesttest.Case{Table: contesttest.Lines(contesttest.Record(1, "\xff", "8001"))})
	if r := contesttest.Run(program(), "-table", path); r.Code != 1 || !strings.Contains(r.Stderr, "not utf-8") {
		t.Errorf("%+v", r)
	}
}

// A table kept in a file is loaded by one run and asked by another, and neither
// an existing file nor a missing one is taken.
func TestKeptTable(t *testing.T) {
	c := contesttest.LeadingQuotes()
	path, db := contesttest.File(t, c), filepath.Join(t.TempDir(), "it's a db?.duckdb")
	steps := []struct {
		args   []string
		code   int
		stdout string
		says   string
	}{
		{[]string{"-table", "-db", db}, 1, "", "no such file"},
		{[]string{"-table", "-db", db, "-queries", "0", path}, 0, "", "duckdb: load "},
		{[]string{"-table", "-db", db, "-queries", "2"}, 0, contesttest.IDs(c.Want), "asked 2 times"},
		{[]string{"-table", "-db", db, path}, 1, "", "-db makes a new file"},
		{[]string{"-table", "-db", db}, 0, contesttest.IDs(c.Want), "asked 10 times"},
		{[]string{"-table", "-db", path}, 1, "", "not a valid DuckDB database"},
		{[]string{"-table", "-db", path, path}, 1, "", "-db makes a new file"},
	}
	for i, s := range steps {
		r := contesttest.Run(program(), s.args...)
		if r.Code != s.code || r.Stdout != s.stdout || !strings.Contains(r.Stderr, s.says) {
			t.Errorf("step %d, %q: %+v, want code %d, %q, %q", i, s.args, r, s.code, s.stdout, s.says)
		}
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != c.Table {
		t.Errorf("the table was changed: %v", err)
	}
}

// DuckDB refuses mixed line ends, also with -skip, which is better than to lose
// records.
func TestMixedLineEnds(t *testing.T) {
	c := contesttest.MixedLineEnds()
	for _, flags := range [][]string{nil, {"-skip"}, {"-table"}} {
		r := contesttest.Run(program(), append(flags, contesttest.File(t, c))...)
		if r.Code != 1 || r.Stdout != "" || strings.Count(r.Stderr, "\n") != 1 {
			t.Errorf("%q: %+v", flags, r)
		}
	}
}

// DuckDB refuses malformed records, and with -skip counts them.
func TestMalformed(t *testing.T) {
	c := contesttest.Malformed()
	path := contesttest.File(t, c)
	if r := contesttest.Run(program(), path); r.Code != 1 || !strings.Contains(r.Stderr, "Line: ") || strings.Count(r.Stderr, "\n") != 1 {
		t.Errorf("%+v", r)
	}
	r := contesttest.Run(program(), "-skip", path)
	if r.Code != 0 || r.Stdout != contesttest.IDs(c.Want) || !strings.Contains(r.Stderr, "2 records were skipped; the first is on line 2") {
		t.Errorf("-skip: %+v", r)
	}
}

// A name is never taken for a pattern that matches other files too.
func TestNameIsNoPattern(t *testing.T) {
	dir := t.TempDir()
	record := contesttest.Lines(contesttest.Record(1, "a", "8001"))
	for _, name := range []string{"a*.txt", "ab.txt", "a[b].txt", "a?.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(record), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a*.txt", "a[b].txt", "a?.txt"} {
		if r := contesttest.Run(program(), filepath.Join(dir, name)); r.Stdout != "1\n" {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// Nor does it say how the file is packed.
func TestNameIsNoFormat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plain.txt.gz")
	if err := os.WriteFile(path, []byte(contesttest.Lines(contesttest.Record(1, "a", "8001"))), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := contesttest.Run(program(), path); r.Stdout != "1\n" {
		t.Errorf("%+v", r)
	}
}

func TestMaxLine(t *testing.T) {
	long := contesttest.Record(1, strings.Repeat("long", 300_000), "8001")
	path := contesttest.File(t, contesttest.Case{Table: contesttest.Lines(long, contesttest.Record(2, "b", "8002"))})
	if r := contesttest.Run(program(), path); r.Code != 1 || !strings.Contains(r.Stderr, "Maximum line size") {
		t.Errorf("default: %+v", r)
	}
	if r := contesttest.Run(program(), "-max-line", "8000000", path); r.Code != 0 || r.Stdout != "1\n2\n" {
		t.Errorf("-max-line: %+v", r)
	}
}

// Many records, so that several threads have some: the order stays the file's.
func TestOrder(t *testing.T) {
	var records []string
	var want []int
	for i := range 400_000 {
		elevation := ""
		if i%1000 == 7 {
			elevation = "8001"
			want = append(want, i)
		}
		records = append(records, contesttest.Record(i, "n", elevation))
	}
	c := contesttest.Case{Name: "many", Table: contesttest.Lines(records...), Want: want}
	contesttest.Answers(t, c, program(), "-threads", "4")
}

func TestVersion(t *testing.T) {
	r := contesttest.Run(program(), "-version")
	if !regexp.MustCompile(`^duckdb: DuckDB v[0-9.]+, github\.com/duckdb/duckdb-go/v2 (v2\.[0-9.]+|unknown), go`).MatchString(r.Stdout) {
		t.Errorf("%q", r.Stdout)
	}
}

func TestOneLine(t *testing.T) {
	text := "Invalid Input Error: CSV Error on Line: 2\nOriginal Line: secret\nExpected Number of Columns: 19 Found: 1\nPossible fixes:\n* many\n\n  file = x\n"
	const want = "Invalid Input Error: CSV Error on Line: 2; Expected Number of Columns: 19 Found: 1"
	err := os.ErrInvalid
	if got := oneLine(testError{text, err}).Error(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if oneLine(nil) != nil {
		t.Error("no error became one")
	}
}

type testError struct {
	text string
	error
}

func (e testError) Error() string { return e.text }
