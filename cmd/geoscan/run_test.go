package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"geoscan/strategies"
)

// invoke runs the command line in this process.
func invoke(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

// place returns a record with some of its fields.
func place(id, name, country, elevation string) string {
	f := make([]string, 19)
	f[0], f[1], f[8], f[15] = id, name, country, elevation
	return strings.Join(f, "\t") + "\n"
}

// table writes records to a file.
func table(t *testing.T, records ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table.txt")
	if err := os.WriteFile(path, []byte(strings.Join(records, "")), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func peaks(t *testing.T) string {
	return table(t,
		place("1", "Nuptse", "NP", "7864"),
		place("2", "Lhotse", "NP", "8516"),
		place("3", "Sea", "", ""),
		place("4", "K2", "PK", "8611"),
		place("5", "Dead \"Sea\"", "IL", "-430"),
		"not a record\n")
}

const brokenPeaks = "malformed record skipped (not 19 fields), the first in line 6"

func TestScan(t *testing.T) {
	path := peaks(t)
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"the article's query", nil, "K2 (8611m) - located in PK\nLhotse (8516m) - located in NP\n"},
		{"where, in file order", []string{"-where", "elevation > 8000"}, "Lhotse (8516m) - located in NP\nK2 (8611m) - located in PK\n"},
		{"two dashes", []string{"--limit", "1"}, "K2 (8611m) - located in PK\n"},
		{"every record", []string{"-where", "", "-select", "id"}, "geonameid\n1\n2\n3\n4\n5\n"},
		{"no header", []string{"-where", "", "-select", "id", "-header=false", "-limit", "2"}, "1\n2\n"},
		{"an order", []string{"-where", "", "-order-by", "elevation desc", "-select", "id", "-header=false"}, "4\n2\n1\n5\n3\n"},
		{"tsv of the usual columns", []string{"-format", "tsv"}, "name\televation\tcountry_code\nK2\t8611\tPK\nLhotse\t8516\tNP\n"},
		{"csv", []string{"-where", "id = 5", "-select", "name,elevation", "-format", "csv"}, "name,elevation\n\"Dead \"\"Sea\"\"\",-430\n"},
		{"json", []string{"-where", "id = 5", "-select", "name,elevation,country", "-format", "json"},
			"[\n{\"name\":\"Dead \\\"Sea\\\"\",\"elevation\":-430,\"country_code\":\"IL\"}\n]\n"},
		{"ndjson, null", []string{"-where", "id = 3", "-select", "name,elevation", "-format", "ndjson"},
			"{\"name\":\"Sea\",\"elevation\":null}\n"},
		{"nothing", []string{"-where", "elevation > 9000", "-format", "json"}, "[]\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, s := range strategies.Names() {
				code, out, errs := invoke(t, "", append(tt.args, "-strategy", s, path)...)
				if code == exitUsage && strings.Contains(errs, "cgo") {
					continue
				}
				if code != exitOK || out != tt.want {
					t.Errorf("%s: exit %d, stdout %q, want %q; stderr %q", s, code, out, tt.want, errs)
				}
			}
		})
	}
}

func TestMalformedRecordsAreTold(t *testing.T) {
	path := peaks(t)
	code, _, errs := invoke(t, "", path)
	if want := "geoscan: " + path + ": 1 " + brokenPeaks + "\n"; code != exitOK || errs != want {
		t.Errorf("exit %d, stderr %q, want %q", code, errs, want)
	}
	code, out, errs := invoke(t, "", "-strict", path)
	if code != exitFailed || !strings.Contains(errs, brokenPeaks) || !strings.HasPrefix(out, "K2") {
		t.Errorf("-strict: exit %d, stdout %q, stderr %q", code, out, errs)
	}
}

func TestSeveralInputs(t *testing.T) {
	a, b := table(t, place("1", "a", "", "1")), table(t, place("2", "b", "", "2"))
	for _, tt := range []struct{ args, want string }{
		{"-where '' -select id -header=false A B", "1\n2\n"},
		{"-where '' -select id -header=false B A", "2\n1\n"},
		{"A -where '' -select id -header=false B A", "1\n2\n1\n"}, // flags may stand anywhere
		{"-where '' -select id -header=false -order-by id A B A", "1\n1\n2\n"},
		{"-where '' -select id -header=false -limit 1 A MISSING", "1\n"}, // not opened any more
		{"-where '' -select id -header=false -- A B", "1\n2\n"},
	} {
		args := strings.Fields(tt.args)
		for i := range args {
			args[i] = strings.NewReplacer("A", a, "B", b, "''", "").Replace(args[i])
		}
		if code, out, errs := invoke(t, "", args...); code != exitOK || out != tt.want {
			t.Errorf("%s: exit %d, stdout %q, want %q; stderr %q", tt.args, code, out, tt.want, errs)
		}
	}
}

func TestFailures(t *testing.T) {
	path := peaks(t)
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	utf16 := filepath.Join(dir, "utf16.txt")
	os.WriteFile(utf16, []byte("\xFF\xFE1\x00"), 0o666)
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"-strategy", "thread", path}, exitUsage, `no strategy "thread" (there are ` + strings.Join(strategies.Names(), ", ") + `); did you mean "threads"?`},
		{[]string{"-nonsense"}, exitUsage, "-nonsense"},
		{[]string{"-dop", "-1", path}, exitUsage, "-dop -1"},
		{[]string{"-chunk", "-1", path}, exitUsage, "-chunk -1"},
		{[]string{"-limit", "-1", path}, exitUsage, "a limit can't be negative"},
		{[]string{"-where", "elev > 1", path}, exitUsage, `did you mean "elevation"? (at character 1 of "elev > 1")`},
		{[]string{"-where", "name = Everest", path}, exitUsage, "'Everest' (at character 8"},
		{[]string{"-order-by", "height", path}, exitUsage, `no column "height"`},
		{[]string{"-select", "name,", path}, exitUsage, "something is missing"},
		{[]string{"-format", "xml", path}, exitUsage, "xml"},
		{[]string{"-format", "text", "-select", "name", path}, exitUsage, "-format text shows"},
		{[]string{"-o", path, path}, exitUsage, "is also an input"},
		{[]string{"-o", link, path}, exitUsage, "same file as the input"},
		{[]string{"-o", filepath.Join(dir, "no", "where"), path}, exitFailed, "no such file or directory"},
		{[]string{filepath.Join(dir, "missing.txt")}, exitFailed, "missing.txt: no such file or directory"},
		{[]string{dir}, exitFailed, "is a directory"},
		{[]string{utf16}, exitFailed, "utf16.txt: is UTF-16 text"},
		{[]string{"-cpuprofile", filepath.Join(dir, "no", "where"), path}, exitFailed, "no such file or directory"},
		{[]string{"list", "x"}, exitUsage, "list takes no arguments"},
		{[]string{"version", "x"}, exitUsage, "version takes no arguments"},
		{[]string{"help", "x"}, exitUsage, "help takes no arguments"},
	} {
		code, out, errs := invoke(t, "", tt.args...)
		if code != tt.code || !strings.Contains(errs, tt.says) || out != "" {
			t.Errorf("%q: exit %d, stdout %q, stderr %q, want exit %d, stderr with %q", tt.args, code, out, errs, tt.code, tt.says)
		}
		if !strings.HasPrefix(errs, "geoscan: ") || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: stderr is not one line of ours: %q", tt.args, errs)
		}
	}
	if b, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(b), "1\tNuptse") {
		t.Errorf("the input was touched: %v", err)
	}
}

// A file name may hold anything but NUL and slash; a message stays one line.
func TestNameWithLineEnd(t *testing.T) {
	_, _, errs := invoke(t, "", "no\nfile")
	if strings.Count(errs, "\n") != 1 || !strings.Contains(errs, `no\nfile`) {
		t.Errorf("stderr %q", errs)
	}
}

func TestNoFile(t *testing.T) {
	t.Chdir(t.TempDir())
	code, out, errs := invoke(t, "", "-limit", "1")
	if code != exitOK || out != "Mount Everest (8848m) - located in NP\n" || !strings.Contains(errs, "embedded sample") {
		t.Errorf("sample: exit %d, stdout %q, stderr %q", code, out, errs)
	}
	os.Mkdir("data", 0o777)
	os.WriteFile(dataFile, []byte(place("1", "Here", "", "9000")), 0o666)
	code, out, errs = invoke(t, "")
	if code != exitOK || out != "Here (9000m) - located in \n" || !strings.Contains(errs, dataFile) {
		t.Errorf("data folder: exit %d, stdout %q, stderr %q", code, out, errs)
	}
	t.Setenv("GEOSCAN_DATA", table(t, place("2", "There", "", "9001")))
	code, out, errs = invoke(t, "")
	if code != exitOK || out != "There (9001m) - located in \n" || !strings.Contains(errs, "$GEOSCAN_DATA") {
		t.Errorf("GEOSCAN_DATA: exit %d, stdout %q, stderr %q", code, out, errs)
	}
}

func TestOutputFile(t *testing.T) {
	path, out := peaks(t), filepath.Join(t.TempDir(), "out.txt")
	code, stdout, errs := invoke(t, "", "-o", out, path)
	if code != exitOK || stdout != "" {
		t.Fatalf("exit %d, stdout %q, stderr %q", code, stdout, errs)
	}
	if b, _ := os.ReadFile(out); string(b) != "K2 (8611m) - located in PK\nLhotse (8516m) - located in NP\n" {
		t.Errorf("file holds %q", b)
	}
	// A scan that fails leaves what was there.
	if code, _, _ := invoke(t, "", "-o", out, path, filepath.Join(t.TempDir(), "missing")); code != exitFailed {
		t.Errorf("missing input: exit %d", code)
	}
	if b, _ := os.ReadFile(out); !strings.HasPrefix(string(b), "K2") {
		t.Errorf("after a failed scan the file holds %q", b)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(out), "*")); len(left) != 1 {
		t.Errorf("left over: %q", left)
	}
}

func TestStats(t *testing.T) {
	_, _, errs := invoke(t, "", "-stats", "-strategy", "indexfields", "-dop", "2", peaks(t))
	for _, want := range []string{"strategy     indexfields\n", "dop          2\n", "prepare ", "index ", "scan ", "bytes ",
		"records      6\n", "malformed    1\n", "rows         2\n", " GB/s\n", "allocations "} {
		if !strings.Contains(errs, want) {
			t.Errorf("no %q in:\n%s", want, errs)
		}
	}
}

func TestProfiles(t *testing.T) {
	dir := t.TempDir()
	var args []string
	for _, name := range []string{"cpuprofile", "memprofile", "trace"} {
		args = append(args, "-"+name, filepath.Join(dir, name))
	}
	if code, _, errs := invoke(t, "", append(args, peaks(t))...); code != exitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	for _, name := range []string{"cpuprofile", "memprofile", "trace"} {
		if st, err := os.Stat(filepath.Join(dir, name)); err != nil || st.Size() == 0 {
			t.Errorf("%s: %v, or empty", name, err)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	if code := run(ctx, []string{peaks(t)}, nil, &out, &errs); code != exitInterrupted || errs.String() != "geoscan: interrupted\n" {
		t.Errorf("exit %d, stderr %q", code, &errs)
	}
}

// A failingWriter fails with err after n bytes.
type failingWriter struct {
	n   int
	err error
}

func (w *failingWriter) Write(p []byte) (int, error) {
	if len(p) > w.n {
		return 0, w.err
	}
	w.n -= len(p)
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	path := peaks(t)
	for _, tt := range []struct {
		err  error
		code int
		says string
	}{
		{syscall.EPIPE, exitOK, ""},
		{errors.New("disk full"), exitFailed, "geoscan: disk full\n"},
	} {
		var errs bytes.Buffer
		code := run(t.Context(), []string{"-where", "id < 6", path}, nil, &failingWriter{3, tt.err}, &errs)
		if code != tt.code || !strings.HasSuffix(errs.String(), tt.says) {
			t.Errorf("%v: exit %d, stderr %q", tt.err, code, &errs)
		}
	}
}

func TestList(t *testing.T) {
	_, out, _ := invoke(t, "", "list")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != len(strategies.All()) {
		t.Fatalf("%d lines, want a line for each of %d strategies:\n%s", len(lines), len(strategies.All()), out)
	}
	for i, name := range strategies.Names() {
		if !strings.HasPrefix(lines[i], name+" ") {
			t.Errorf("line %d is %q, want %s", i, lines[i], name)
		}
	}
}

func TestHelpTellsAllFlags(t *testing.T) {
	code, out, _ := invoke(t, "", "-h")
	if _, help, _ := invoke(t, "", "help"); code != exitOK || out != help {
		t.Error("-h and help differ")
	}
	for _, name := range []string{"strategy", "dop", "where", "select", "order-by", "limit", "format", "o", "strict",
		"stats", "progress", "cpuprofile", "memprofile", "trace"} {
		if !strings.Contains(out, "\n  -"+name) {
			t.Errorf("help does not tell -%s", name)
		}
	}
}

func TestVersion(t *testing.T) {
	if code, out, _ := invoke(t, "", "version"); code != exitOK || !strings.HasPrefix(out, "geoscan ") {
		t.Errorf("exit %d, %q", code, out)
	}
}
