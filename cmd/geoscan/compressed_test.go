package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"geoscan"
	"geoscan/geonames"
	"geoscan/input"
	"geoscan/query"
	"geoscan/strategies"
	"geoscan/strategies/helper"
	"geoscan/strategies/strategytest"
	"geoscan/strategies/threads"
)

// useCache puts the user's cache folder into a temporary one, and returns it.
func useCache(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, home)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var compressedCases = filepath.Join("..", "..", "input", "testdata", "cases")

// TestCompressedCases runs the cases of package input with every strategy, from
// a file and from a pipe.
func TestCompressedCases(t *testing.T) {
	useCache(t)
	text, err := os.ReadFile(filepath.Join(compressedCases, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []strategytest.Case
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, error %v", len(cases), err)
	}
	dops := []int{1, 2, 7}
	if testing.Short() {
		dops = dops[1:2]
		cases = slices.DeleteFunc(cases, func(c strategytest.Case) bool { return strings.Contains(c.Input, "bomb") })
	}
	for _, s := range strategytest.Supported(t, strategies.All()) {
		t.Run(s.Name, func(t *testing.T) {
			for _, c := range cases {
				file := filepath.Join(compressedCases, c.Input)
				for _, dop := range dops {
					runCase(t, c, s.Name, file, dop)
				}
				if data, err := os.ReadFile(file); err != nil {
					t.Error(err)
				} else if n := len(data); 0 < n && n < 20_000 { // what an empty file was its name tells; a pipe has none
					runCase(t, c, s.Name, pipe(t, data), 2)
				}
			}
		})
	}
}

// pipe returns the name of a pipe that gives data.
func pipe(t *testing.T, data []byte) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/fd to name a pipe")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		w.Write(data)
		w.Close()
	}()
	t.Cleanup(func() { r.Close() })
	return filepath.Join("/dev/fd", strconv.Itoa(int(r.Fd())))
}

// TestCasesCompressed runs the cases of plain tables with each compressed: the
// answer stays the same.
func TestCasesCompressed(t *testing.T) {
	useCache(t)
	forms := map[string]func(*testing.T, []byte) []byte{"gz": gzipTwice, "zip": zipWithReadme}
	for _, s := range strategytest.Supported(t, strategies.All()) {
		t.Run(s.Name, func(t *testing.T) {
			for i, c := range strategytest.Cases(t) {
				if testing.Short() && i%3 > 0 {
					continue
				}
				for ext, pack := range forms {
					file := filepath.Join(t.TempDir(), "table."+ext)
					if err := os.WriteFile(file, pack(t, c.Data(t)), 0o600); err != nil {
						t.Fatal(err)
					}
					runCase(t, c, s.Name, file, []int{1, 2, 7}[i/3%3])
				}
			}
		})
	}
}

// gzipTwice makes two members of data.
func gzipTwice(t *testing.T, data []byte) []byte {
	var b bytes.Buffer
	for _, part := range [][]byte{data[:len(data)/3], data[len(data)/3:]} {
		w := gzip.NewWriter(&b)
		w.Write(part)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func zipWithReadme(t *testing.T, data []byte) []byte {
	return zipOf(t, "readme.txt", "about", "table.txt", string(data))
}

// zipOf makes an archive of names and contents.
func zipOf(t *testing.T, members ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		w, err := z.Create(members[i])
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(members[i+1]))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestMember(t *testing.T) {
	useCache(t)
	dir := t.TempDir()
	archive, plain := filepath.Join(dir, "a.zip"), peaks(t)
	a, b := place("1", "a", "", "1"), place("2", "b", "", "2")
	if err := os.WriteFile(archive, zipOf(t, "a.txt", a, "d/b.txt", b), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		member, file string
		code         int
		out, says    string
	}{
		{"a.txt", archive, exitOK, "1\n", ""},
		{"d/b.txt", archive, exitOK, "2\n", ""},
		{"b.txt", archive, exitOK, "2\n", ""},
		{"", archive, exitUsage, "", `a.zip: the archive holds several tables, choose one (-member NAME): "a.txt", "d/b.txt"`},
		{"c.txt", archive, exitUsage, "", `"c.txt", or several; there are: "a.txt", "d/b.txt"`},
		{"a.txt", plain, exitUsage, "", `is no zip archive, so it has no member "a.txt"`},
	} {
		for _, s := range []string{"helper", "threads"} {
			code, out, errs := invoke(t, "", "-strategy", s, "-where", "", "-select", "id", "-header=false", "-member", tt.member, tt.file)
			if code != tt.code || out != tt.out || !strings.Contains(errs, tt.says) {
				t.Errorf("-member %q %s, %s: exit %d, stdout %q, stderr %q", tt.member, tt.file, s, code, out, errs)
			}
		}
	}
}

// A strategy that maps unpacks an input once, and does it anew when that
// changed. One that streams leaves nothing behind.
func TestUnpackedOnce(t *testing.T) {
	cache := useCache(t)
	file := filepath.Join(t.TempDir(), "a.zip")
	write := func(rows ...string) {
		t.Helper()
		if err := os.WriteFile(file, zipOf(t, "a.txt", strings.Join(rows, "")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	unpacked := func(strategy, want string) []string {
		t.Helper()
		code, out, errs := invoke(t, "", "-strategy", strategy, "-where", "", "-select", "id", "-header=false", file)
		if code != exitOK || out != want {
			t.Errorf("%s: exit %d, stdout %q, want %q; stderr %q", strategy, code, out, want, errs)
		}
		list, err := filepath.Glob(filepath.Join(cache, "geoscan", "unpacked", "*"))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	write(place("1", "a", "", ""))
	if list := unpacked("helper", "1\n"); len(list) != 0 {
		t.Errorf("helper left %q", list)
	}
	first := unpacked("threads", "1\n")
	again := unpacked("indexed", "1\n")
	if len(first) != 1 || len(again) != 1 || first[0] != again[0] {
		t.Errorf("the cache holds %q, then %q, want the same file", first, again)
	}
	write(place("1", "a", "", ""), place("2", "b", "", ""))
	if list := unpacked("threads", "1\n2\n"); len(list) != 1 || list[0] == first[0] {
		t.Errorf("after the change the cache holds %q, before it %q", list, first)
	}
}

// The progress line counts compressed bytes, as their sum is what is known.
func TestMediaMeter(t *testing.T) {
	useCache(t)
	text := strings.Repeat(place("1", "a", "", "1"), 10_000)
	plain, packed := table(t, text), filepath.Join(t.TempDir(), "a.gz")
	data := gzipTwice(t, []byte(text))
	if err := os.WriteFile(packed, data, 0o600); err != nil {
		t.Fatal(err)
	}
	q, err := query.Compile(geonames.ArticleQuery(), geonames.Schema())
	if err != nil {
		t.Fatal(err)
	}
	out := query.NewCollector(t.Context(), q, func(query.Row) error { return nil })
	m := mediaMeter{out: out}
	want := int64(0)
	for _, name := range []string{plain, packed, packed, plain} {
		for _, s := range []geoscan.Strategy{helper.Strategy, threads.Strategy} {
			src, err := input.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			m.begin(src)
			sc := scanner{strategy: s, out: out}
			if err := sc.one(t.Context(), src); err != nil {
				t.Fatal(err)
			}
			m.end()
			src.Close()
			want += map[string]int64{plain: int64(len(text)), packed: int64(len(data))}[name]
			if got := m.count(); got != want {
				t.Errorf("behind %s: %d bytes, want %d", name, got, want)
			}
		}
	}
}
