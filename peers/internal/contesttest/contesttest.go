// Package contesttest holds the tables that every program of this module has to
// answer right, however it reads them.
package contesttest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"geoscan/peers/internal/contest"
)

// Record makes a record without its line end: the id, the name, the elevation,
// and something in every other field that might be mistaken for it.
func Record(id int, name, elevation string) string {
	f := make([]string, contest.Columns)
	f[contest.ID], f[1], f[2], f[3] = fmt.Sprint(id), name, name, name+",x,"+name
	f[4], f[5], f[14], f[16] = "27.98791", "86.92529", "9000", "9001"
	f[contest.Elevation], f[18] = elevation, "2016-02-05"
	return strings.Join(f, "\t")
}

// Lines ends every record with LF.
func Lines(records ...string) string { return strings.Join(records, "\n") + "\n" }

// A Case is a table and the ids above contest.Limit in it, in their order.
type Case struct {
	Name  string
	Table string
	Want  []int
}

// Cases returns the tables that a quote at the start of a field is not in: even
// encoding/csv reads them right.
func Cases() []Case {
	everest := Record(1, "Everest", "8848")
	return []Case{
		{"quotes inside fields", Lines(
			Record(1, `Mount "Everest"`, "8848"),
			Record(2, `Lhotse "`, "8516"),
			Record(3, `K"2"`, ""),
			Record(4, `the 5" rock`, "8001"),
			Record(5, `back\slash\`, "8002"),
			Record(6, `it's`, "8003"),
		), []int{1, 2, 4, 5, 6}},
		{"no elevation", Lines(Record(1, "a", ""), Record(2, "b", ""), everest), []int{1}},
		{"numbers", numbers, []int{4, 5, 6, 7, 8, 9, 10, 11}},
		{"no last line end", everest, []int{1}},
		{"CRLF", everest + "\r\n" + Record(2, "b", "1") + "\r\n" + Record(3, "c", "8001") + "\r\n", []int{1, 3}},
		{"empty lines", "\n" + Lines(everest, "", "", Record(2, "b", "8001")) + "\n", []int{1, 2}},
		{"byte order mark", "\ufeff" + Lines(everest), []int{1}},
		{"empty", "", nil},
		{"long field", Lines(everest, Record(2, strings.Repeat("long ", 1<<15), "8001"), Record(3, "c", "8001")), []int{1, 2, 3}},
		{"not UTF-8", Lines(Record(1, "\xff\xfe", "8001"), everest), []int{1, 1}},
		{"line separators of Unicode", Lines(Record(1, "a\u2028b\u0085c\vd", "8001"), everest), []int{1, 1}},
	}
}

// MixedLineEnds is a table in which some lines end with CRLF and some with LF,
// and a field holds a CR.
func MixedLineEnds() Case {
	a, b, c := Record(1, "a", "8848"), Record(2, "b", "8001"), Record(3, "c", "8001")
	return Case{"mixed line ends", a + "\r\n" + b + "\n" + c + "\r\n" + Record(4, "d\rd", "8004") + "\n", []int{1, 2, 3, 4}}
}

var numbers = Lines(
	Record(1, "the limit", "8000"),
	Record(2, "below", "7999"),
	Record(3, "negative", "-8848"),
	Record(4, "just above", "8001"),
	Record(5, "fraction", "8000.5"),
	Record(6, "no digits after the point", "8848."),
	Record(7, "exponent", "8.848e3"),
	Record(8, "sign", "+8848"),
	Record(9, "zeros", "0008848"),
	Record(10, "more than 64 bits", "99999999999999999999999"),
	Record(11, "more than a double", "1e400"),
	Record(12, "tiny", "9e-400"),
	Record(13, "blank before", " 8848"),
	Record(14, "blank after", "8848 "),
	Record(15, "underscore", "8_848"),
	Record(16, "hexadecimal", "0x2290"),
	Record(17, "infinite", "inf"),
	Record(18, "infinite", "Infinity"),
	Record(19, "no number", "nan"),
	Record(20, "no number", "8848m"),
	Record(21, "no number", "true"),
	Record(22, "no digits", "+"),
	Record(23, "other digits", "８８４８"),
	Record(24, "thousands", "8,848"),
)

// LeadingQuotes is a table with quotes where CSV gives them a meaning: at the
// start of a field, closed and not. The ids above the limit are 1 to 6.
func LeadingQuotes() Case {
	return Case{"quotes at the start of fields", Lines(
		Record(1, "plain", "8001"),
		Record(2, `"closed"`, "8002"),
		Record(3, `"open`, "8003"),
		Record(4, "plain", "8004"),
		Record(5, `"`, "8005"),
		Record(6, `""`, "8006"),
	), []int{1, 2, 3, 4, 5, 6}}
}

// Malformed is a table with a record of too few fields on line 2 and one of too
// many on line 4. Both look as if they were above the limit.
func Malformed() Case {
	short := strings.TrimSuffix(Record(2, "short", "8848"), "\t2016-02-05")
	return Case{"malformed", Lines(
		Record(1, "a", "8001"), short,
		Record(3, "c", "8003"), Record(4, "long", "8848")+"\tx",
		Record(5, "e", "8005"),
	), []int{1, 3, 5}}
}

// A Result is what a program left behind.
type Result struct {
	Code           int
	Stdout, Stderr string
}

// Run runs the program in this process.
func Run(p contest.Program, args ...string) Result {
	var stdout, stderr bytes.Buffer
	code := p.Run(args, &stdout, &stderr)
	return Result{code, stdout.String(), stderr.String()}
}

// File writes the table of c to a file with an awkward name and returns its
// path.
func File(t testing.TB, c Case) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "it's [a] table, 100%?.txt")
	if err := os.WriteFile(path, []byte(c.Table), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Answers checks that the program, with the given flags, answers c and has
// nothing to remark.
func Answers(t *testing.T, c Case, p contest.Program, flags ...string) {
	t.Helper()
	r := Run(p, append(slices.Clone(flags), File(t, c))...)
	if r.Code != contest.ExitDone || r.Stdout != IDs(c.Want) || r.Stderr != "" {
		t.Errorf("%s: got code %d, %q and %q on stderr, want 0, %q and nothing", c.Name, r.Code, r.Stdout, r.Stderr, IDs(c.Want))
	}
}

// IDs writes one id a line.
func IDs(ids []int) string {
	var b strings.Builder
	for _, id := range ids {
		fmt.Fprintln(&b, id)
	}
	return b.String()
}

// Manners checks what all programs do alike with arguments and files that are
// wrong, and with a table that cannot be written out.
func Manners(t *testing.T, program func() contest.Program) {
	t.Helper()
	name := program().Name
	dir := t.TempDir()
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{nil, contest.ExitUsage, "one FILE is needed"},
		{[]string{"a", "b"}, contest.ExitUsage, "one FILE is needed"},
		{[]string{"-bogus", "a"}, contest.ExitUsage, "-bogus"},
		{[]string{filepath.Join(dir, "none.txt")}, contest.ExitError, "none.txt"},
		{[]string{dir}, contest.ExitError, "is a folder"},
	} {
		r := Run(program(), c.args...)
		oneLine := strings.Count(r.Stderr, "\n") == 1 && strings.HasPrefix(r.Stderr, name+": ")
		if r.Code != c.code || !oneLine || !strings.Contains(r.Stderr, c.says) || r.Stdout != "" {
			t.Errorf("%s %q: got code %d, %q and %q on stderr, want %d and one line that says %q", name, c.args, r.Code, r.Stdout, r.Stderr, c.code, c.says)
		}
	}
	if r := Run(program(), "-version"); r.Code != 0 || !strings.HasPrefix(r.Stdout, name+": ") || !strings.Contains(r.Stdout, "go1.") {
		t.Errorf("-version: %+v", r)
	}
	if r := Run(program(), "-h"); r.Code != 0 || !strings.HasPrefix(r.Stdout, "usage: "+name) || r.Stderr != "" {
		t.Errorf("-h: %+v", r)
	}
	fullDisk(t, program())
}

// fullDisk checks that a failed write is an error.
func fullDisk(t *testing.T, p contest.Program) {
	t.Helper()
	path := File(t, Case{Table: Lines(Record(1, "a", "8001"))})
	var stderr bytes.Buffer
	if code := p.Run([]string{path}, brokenWriter{}, &stderr); code != contest.ExitError || !strings.Contains(stderr.String(), "disk is full") {
		t.Errorf("full disk: code %d, %q", code, &stderr)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, fmt.Errorf("the disk is full") }
