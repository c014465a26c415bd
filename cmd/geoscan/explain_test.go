package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"text/tabwriter"

	"geoscan"
)

func TestExplain(t *testing.T) {
	path := peaks(t)
	code, out, errs := invoke(t, "", "explain", "-where", "not (elevation<8000 or country='CN') and near(27.99,86.93,5)",
		"-select", "name, distance(27.99,86.93)", "-order-by", "distance(27.99,86.93)", "-limit", "10", "-dop", "3", path)
	want := `where        elevation >= 8000 and country_code != 'CN' and distance(27.99, 86.93) <= 5
skip unless  latitude >= 27.945032 and <= 28.034968
             longitude >= 86.879076 and <= 86.980924
             elevation >= 8000
test         elevation >= 8000
             country_code != 'CN'
             distance(27.99, 86.93) <= 5
order        distance(27.99, 86.93), then place in the input
             a heap of the first 10 rows for each part of the input at work
limit        10 rows
select       name, distance(27.99, 86.93)
last column  elevation, which is 16 of 19
strategy     threads: Equal shares of the mapped file, one goroutine each
dop          3
input        FILE, 0.0 MB
bytes        0.0 MB to scan
`
	if out = strings.ReplaceAll(out, path, "FILE"); code != exitOK || out != want || errs != "" {
		t.Errorf("exit %d, stdout\n%s\nwant\n%s\nstderr %q", code, out, want, errs)
	}
}

// TestExplainLines looks for lines of plans.
func TestExplainLines(t *testing.T) {
	dir := t.TempDir()
	path := peaks(t)
	gz, zipped, book := filepath.Join(dir, "a.gz"), filepath.Join(dir, "a.zip"), filepath.Join(dir, "a.xlsx")
	writeFile(t, gz, func(b *bytes.Buffer) { gzip.NewWriter(b).Close() })
	writeFile(t, zipped, func(b *bytes.Buffer) { writeZip(t, b, "readme.txt", "table.txt") })
	writeFile(t, book, func(b *bytes.Buffer) { writeZip(t, b, "[Content_Types].xml") })
	for _, tt := range []struct{ args, want string }{
		{"FILE", "where        elevation > 8000"},
		{"FILE", "all rows are kept, sorted by parts, and merged at the end"},
		{"FILE", "order        elevation desc, then place in the input"},
		{"-where ALL FILE", "where        every record"},
		{"-where ALL FILE", "skip unless  nothing: no condition bounds a column by numbers"},
		{"-where ALL FILE", "test         nothing: every record answers"},
		{"-where ALL FILE", "order        as in the input"},
		{"-where ALL FILE", "rows leave as they are found"},
		{"-where ALL -limit 1 FILE", "rows leave as they are found; the scan ends with the last one wanted"},
		{"-where ALL -limit 1 FILE", "limit        1 row"},
		{"-where ALL -limit 1 FILE", "bytes        at most 0.0 MB to scan"},
		{"-where ALL -select * FILE", "select       *"},
		{"-where ALL -select id FILE", "last column  geonameid, which is 1 of 19"},
		{"-where elevation!=5 FILE", "skip unless  elevation is a number"},
		{"-where elevation=5.50 FILE", "skip unless  elevation = 5.50"},
		{"-where elevation<=5 FILE", "skip unless  elevation <= 5"},
		{"-where elevation>5 FILE", "skip unless  elevation > 5"},
		{"-where name='a\tb' FILE", `where        name = 'a\tb'`},
		{"-strategy naive -dop 5 FILE", "dop          5\n"},
		{"-strategy naive FILE", "strategy     naive: "},
		{"FILE", ", as many as there are usable CPUs"},
		{"FILE FILE", "             FILE, 0.0 MB"},
		{"-", "input        -, read to its end"},
		{"-", "bytes        not known before they are read"},
		{"GZ FILE", "bytes        not known before they are read"},
		{"GZ", "input        GZ, 0.0 MB of gzip"},
		{"ZIP", "input        ZIP, 3.0 MB in 0.0 MB of zip"},
		{"ZIP", "bytes        3.0 MB to scan"},
		{"BOOK", "input        BOOK, 0.0 MB of workbook"},
		{"BOOK", "bytes        not known before they are read"},
	} {
		args := []string{"explain"}
		for _, a := range strings.Split(tt.args, " ") {
			args = append(args, strings.NewReplacer("FILE", path, "GZ", gz, "ZIP", zipped, "BOOK", book, "ALL", "").Replace(a))
		}
		code, out, errs := invoke(t, "", args...)
		out = strings.NewReplacer(path, "FILE", gz, "GZ", zipped, "ZIP", book, "BOOK").Replace(out)
		if code != exitOK || errs != "" || !strings.Contains(out, tt.want) {
			t.Errorf("%s: exit %d, no %q in\n%s\nstderr %q", tt.args, code, tt.want, out, errs)
		}
	}
}

func writeFile(t *testing.T, path string, fill func(*bytes.Buffer)) {
	t.Helper()
	var b bytes.Buffer
	fill(&b)
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// writeZip writes an archive whose last member has 3 million bytes.
func writeZip(t *testing.T, b *bytes.Buffer, names ...string) {
	t.Helper()
	z := zip.NewWriter(b)
	for i, name := range names {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if i == len(names)-1 {
			w.Write(make([]byte, 3e6))
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestExplainSample(t *testing.T) {
	t.Chdir(t.TempDir())
	code, out, errs := invoke(t, "", "explain")
	if code != exitOK || !strings.Contains(out, "input        sample, 0.8 MB in memory\n") || !strings.Contains(errs, "embedded sample") {
		t.Errorf("exit %d, stdout\n%s\nstderr %q", code, out, errs)
	}
	if code, _, errs := invoke(t, "", "explain", "sample"); code != exitFailed || !strings.Contains(errs, "sample: no such file") {
		t.Errorf("a file called sample that is missing: exit %d, %q", code, errs)
	}
}

func TestExplainHelp(t *testing.T) {
	if code, out, _ := invoke(t, "", "explain", "-h"); code != exitOK || out != explainHelp {
		t.Errorf("exit %d, %q", code, out)
	}
}

func TestExplainFailures(t *testing.T) {
	path, dir := peaks(t), t.TempDir()
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"-where", "nme = 5", path}, exitUsage, "did you mean"},
		{[]string{"-strategy", "thread", path}, exitUsage, "did you mean"},
		{[]string{"-format", "xml", path}, exitUsage, "xml"},
		{[]string{"-nonsense", path}, exitUsage, "-nonsense"},
		{[]string{dir}, exitFailed, "is a directory"},
		{[]string{filepath.Join(dir, "missing")}, exitFailed, "missing: no such file or directory"},
	} {
		code, out, errs := invoke(t, "", append([]string{"explain"}, tt.args...)...)
		if code != tt.code || !strings.Contains(errs, tt.says) || strings.Count(errs, "\n") != 1 || out != "" {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", tt.args, code, out, errs)
		}
	}
}

// TestExplainSerial is of a strategy that uses one goroutine whatever it is
// given.
func TestExplainSerial(t *testing.T) {
	var b bytes.Buffer
	p := plan{w: tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)}
	p.strategy(geoscan.Strategy{Name: "slow", Doc: "One line after the other. It waits."}, geoscan.Options{DOP: 3})
	p.w.Flush()
	want := "strategy  slow: One line after the other\ndop       1, for this strategy scans with one goroutine\n"
	if b.String() != want {
		t.Errorf("%s, want %s", b.String(), want)
	}
}
