package main

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// data runs geoscan data and returns its exit code and what it wrote.
func data(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	err := runData(context.Background(), args, &out, &errs)
	code = exitCode(context.Background(), err, &errs)
	return code, out.String(), errs.String()
}

// write makes a file in dir and returns its name.
func write(t *testing.T, dir, name, content string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// files returns the names in dir.
func files(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestDataUsage(t *testing.T) {
	in := write(t, t.TempDir(), "in", "x\n")
	for _, test := range []struct{ args, want string }{
		{"", "want gen, concat or info"},
		{"nothing", "no such tool"},
		{"gen -o x", "one of -rows and -size"},
		{"gen -rows 5", "-o is missing"},
		{"gen -rows 5 -size 1k -o x", "one of -rows and -size"},
		{"gen -rows 0 -o x", "more than 0"},
		{"gen -rows -5 -o x", "more than 0"},
		{"gen -size 0 -o x", "more than 0"},
		{"gen -size 12x -o x", "number of bytes"},
		{"gen -rows x -o x", "invalid value"},
		{"gen -rows 5 -hits -1 -o x", "negative"},
		{"gen -rows 5 -hits 6 -o -", "room for 5"},
		{"gen -rows 5 -o x extra", "extra"},
		{"gen -row 5 -o x", "-row"},
		{"concat -o x", "no input"},
		{"concat " + in, "-o is missing"},
		{"concat -times 0 -o x " + in, "-times 0"},
		{"concat -times 2 -o x -", "only once"},
		{"concat -o x - " + in + " -", "only once"},
		{"info", "no input"},
		{"info -x " + in, "-x"},
	} {
		code, stdout, stderr := data(strings.Fields(test.args)...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, test.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("data %s: exit %d, %q, %q, want 2 and a line with %q", test.args, code, stdout, stderr, test.want)
		}
	}
}

func TestDataHelp(t *testing.T) {
	for _, args := range [][]string{{"-h"}, {"help"}, {"--help"}, {"gen", "-h"}, {"concat", "-help"}, {"info", "-h"}} {
		code, stdout, _ := data(args...)
		if code != exitOK || !strings.Contains(stdout, "usage: geoscan data gen") || !strings.Contains(stdout, "-times") {
			t.Errorf("data %q: exit %d, %q", args, code, stdout)
		}
	}
}

func TestDataGen(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "t.txt")
	if code, _, stderr := data("gen", "-rows", "300", "-seed", "7", "-o", path); code != exitOK || stderr != "" {
		t.Fatalf("exit %d, %q", code, stderr)
	}
	if n := strings.Count(content(t, path), "\n"); n != 300 {
		t.Errorf("%d rows, want 300", n)
	}
	code, stdout, _ := data("gen", "-rows=300", "--seed=7", "-o=-")
	if code != exitOK || stdout != content(t, path) {
		t.Errorf("exit %d; another table on standard output", code)
	}
	_, other, _ := data("gen", "-rows", "300", "-seed", "8", "-o", "-")
	if other == stdout {
		t.Error("the same table for another seed")
	}
	_, none, _ := data("gen", "-rows", "300", "-seed", "7", "-hits", "0", "-o", "-")
	if strings.Contains(none, "\tT\tMT\t\t") || none == stdout {
		t.Error("-hits 0 changes nothing")
	}
	code, _, _ = data("gen", "-size", "64KiB", "-o", path)
	if n := len(content(t, path)); code != exitOK || n > 64<<10 || n < 60<<10 {
		t.Errorf("-size 64KiB: exit %d, %d bytes", code, n)
	}
	if got := files(t, dir); got != "t.txt" {
		t.Errorf("files: %s, want t.txt alone", got)
	}
}

func TestDataGenFails(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing", "t.txt")
	code, _, stderr := data("gen", "-rows", "3", "-o", missing)
	if code != exitFailed || !strings.Contains(stderr, "missing") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit %d, %q", code, stderr)
	}
	path := write(t, dir, "t.txt", "old")
	code, _, _ = data("gen", "-rows", "3", "-hits", "4", "-o", path)
	if code != exitUsage || content(t, path) != "old" || files(t, dir) != "t.txt" {
		t.Errorf("exit %d, %q in %s", code, content(t, path), files(t, dir))
	}
}

func TestDataCancel(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in := write(t, dir, "in", "a\n")
	for _, args := range [][]string{
		{"gen", "-rows", "100000", "-o", filepath.Join(dir, "out")},
		{"concat", "-times", "1000", "-o", filepath.Join(dir, "out"), in},
		{"info", in},
	} {
		var stdout, stderr bytes.Buffer
		err := runData(ctx, args, &stdout, &stderr)
		if code := exitCode(ctx, err, &stderr); code != exitInterrupted || stdout.Len() > 0 {
			t.Errorf("data %s: exit %d, %q, %q", args[0], code, stdout.String(), stderr.String())
		}
	}
	if got := files(t, dir); got != "in" {
		t.Errorf("files: %s, want in alone", got)
	}
}

func TestDataConcat(t *testing.T) {
	dir := t.TempDir()
	a := write(t, dir, "a", "\xEF\xBB\xBFa1\na2")
	b := write(t, dir, "b", "\xEF\xBB\xBFb1\n")
	empty := write(t, dir, "empty", "")
	out := filepath.Join(dir, "out")
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-o", out, a}, "\xEF\xBB\xBFa1\na2"},
		{[]string{"-times", "2", "-o", out, a, b}, "\xEF\xBB\xBFa1\na2\nb1\na1\na2\nb1\n"},
		{[]string{a, "-o", out, "-times=3"}, "\xEF\xBB\xBFa1\na2\na1\na2\na1\na2"},
		{[]string{"-times", "2", "-o", out, empty}, ""},
		{[]string{"-o", out, empty, b}, "\xEF\xBB\xBFb1\n"},
	} {
		code, _, stderr := data(append([]string{"concat"}, test.args...)...)
		if code != exitOK || stderr != "" || content(t, out) != test.want {
			t.Errorf("concat %q: exit %d, %q, %q, want %q", test.args, code, stderr, content(t, out), test.want)
		}
		test.args = append(test.args, "-o", "-")
		if code, stdout, _ := data(append([]string{"concat"}, test.args...)...); code != exitOK || stdout != test.want {
			t.Errorf("concat %q: exit %d, %q, want %q", test.args, code, stdout, test.want)
		}
	}
}

func TestDataConcatRefuses(t *testing.T) {
	dir := t.TempDir()
	in := write(t, dir, "in", "a\n")
	names := []string{in, dir + string(filepath.Separator) + "." + string(filepath.Separator) + "in"}
	if err := os.Link(in, filepath.Join(dir, "hard")); err == nil {
		names = append(names, filepath.Join(dir, "hard"))
	}
	if err := os.Symlink("in", filepath.Join(dir, "soft")); err == nil {
		names = append(names, filepath.Join(dir, "soft"))
	}
	before := files(t, dir)
	for _, name := range names {
		code, _, stderr := data("concat", "-o", name, in)
		if code != exitUsage || content(t, in) != "a\n" || files(t, dir) != before {
			t.Errorf("-o %s: exit %d, %q, %q in %s", name, code, stderr, content(t, in), files(t, dir))
		}
	}
	f, err := os.OpenFile(in, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var stderr bytes.Buffer
	err = runData(context.Background(), []string{"concat", "-o", "-", in}, f, &stderr)
	if code := exitCode(context.Background(), err, &stderr); code != exitUsage || content(t, in) != "a\n" {
		t.Errorf("standard output is the input: exit %d, %q", code, content(t, in))
	}
}

func TestDataConcatFails(t *testing.T) {
	dir := t.TempDir()
	in, out := write(t, dir, "in", "a\n"), write(t, dir, "out", "old")
	utf16 := write(t, dir, "utf16", "\xFF\xFEa\x00")
	before := files(t, dir)
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{in, filepath.Join(dir, "missing")}, "missing: "},
		{[]string{in, dir}, "directory"},
		{[]string{in, utf16}, "UTF-16"},
		{[]string{"-times", "9223372036854775807", in}, "more than a file can hold"},
	} {
		code, _, stderr := data(append([]string{"concat", "-o", out}, test.args...)...)
		if code != exitFailed || !strings.Contains(stderr, test.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("concat %q: exit %d, %q, want 1 and %q", test.args, code, stderr, test.want)
		}
		if content(t, out) != "old" || files(t, dir) != before {
			t.Errorf("concat %q: %q in %s", test.args, content(t, out), files(t, dir))
		}
	}
}

func TestDataSpace(t *testing.T) {
	dir := t.TempDir()
	if _, ok := freeSpace(dir); !ok {
		t.Skip("free space is not known here")
	}
	out := write(t, dir, "out", "old")
	code, _, stderr := data("gen", "-size", "8000000TB", "-o", out)
	if code != exitFailed || !strings.Contains(stderr, "not enough space") || content(t, out) != "old" {
		t.Errorf("gen: exit %d, %q", code, stderr)
	}
	in := write(t, dir, "in", "0123456789\n")
	code, _, stderr = data("concat", "-times", "500000000000000000", "-o", out, in)
	if code != exitFailed || !strings.Contains(stderr, "not enough space") || content(t, out) != "old" {
		t.Errorf("concat: exit %d, %q", code, stderr)
	}
	if files(t, dir) != "in out" {
		t.Errorf("files: %s", files(t, dir))
	}
	if _, ok := freeSpace(filepath.Join(dir, "missing")); ok {
		t.Error("free space of a missing directory")
	}
}

func TestDataInfo(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "t.txt")
	if code, _, stderr := data("gen", "-rows", "500", "-o", path); code != exitOK {
		t.Fatal(stderr)
	}
	two := write(t, dir, "two", "x\n\n")
	code, stdout, stderr := data("info", path, two)
	if code != exitOK || stderr != "" {
		t.Errorf("exit %d, %q", code, stderr)
	}
	for _, want := range []string{path + "\n", "  records       500\n", "geonameid", "modification_date", " degrees\n", " m\n",
		"\n\n" + two + "\n", "1 (not 19 fields; the first is line 1)", "  blank lines   1\n"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	for _, bad := range []string{filepath.Join(dir, "missing"), dir, write(t, dir, "utf16", "\xFE\xFF\x00a")} {
		code, stdout, stderr := data("info", bad)
		if code != exitFailed || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, bad+": ") {
			t.Errorf("info %s: exit %d, %q, %q", bad, code, stdout, stderr)
		}
	}
}

func TestDataInfoStdin(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a pipe as standard input")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func(old *os.File) { os.Stdin = old }(os.Stdin)
	os.Stdin = r
	go func() {
		w.WriteString(strings.Repeat("\t", 18) + "\nx")
		w.Close()
	}()
	code, stdout, stderr := data("info", "-")
	if code != exitOK || !strings.Contains(stdout, "  records       1\n") || !strings.Contains(stdout, "line 2)") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
}

func TestParseSize(t *testing.T) {
	for _, test := range []struct {
		in   string
		want int64
	}{
		{"0", 0}, {"1", 1}, {"123456789", 123456789}, {"1b", 1}, {"1k", 1000}, {"1K", 1000}, {"1kB", 1000}, {"1KiB", 1024},
		{"2M", 2e6}, {"2mb", 2e6}, {"2MiB", 2 << 20}, {"3GB", 3e9}, {"3GiB", 3 << 30}, {"1 GiB", 1 << 30}, {"1TiB", 1 << 40},
		{"1.5GiB", 3 << 29}, {".5k", 500}, {"9223372036854775807", math.MaxInt64},
	} {
		if got, err := parseSize(test.in); err != nil || got != test.want {
			t.Errorf("parseSize(%q) = %d, %v, want %d", test.in, got, err, test.want)
		}
	}
	for _, in := range []string{"", "-1", "+1", "k", "GiB", "1x", "1kk", "1iB", "1Ki", "1bk", "1e3", "1_000", "0x10", "1,5k", "Inf",
		"1.2.3", "9223372036854775808", "9999999TiB"} {
		if got, err := parseSize(in); err == nil {
			t.Errorf("parseSize(%q) = %d, want an error", in, got)
		}
	}
}
