package gen

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// table returns the table of cfg and checks what is true of every one.
func table(t testing.TB, cfg Config) ([]byte, Stats) {
	t.Helper()
	var b bytes.Buffer
	stats, err := Write(context.Background(), &b, cfg)
	if err != nil {
		t.Fatalf("Write(%+v): %v", cfg, err)
	}
	if got := int64(b.Len()); stats.Bytes != got {
		t.Errorf("%+v: Stats.Bytes = %d, %d written", cfg, stats.Bytes, got)
	}
	if got := int64(bytes.Count(b.Bytes(), []byte("\n"))); stats.Rows != got {
		t.Errorf("%+v: Stats.Rows = %d, %d written", cfg, stats.Rows, got)
	}
	if n := b.Len(); n > 0 && b.Bytes()[n-1] != '\n' {
		t.Errorf("%+v: no LF at the end", cfg)
	}
	return b.Bytes(), stats
}

// rows returns the fields of all rows, and checks that there are 19 in each.
func rows(t testing.TB, table []byte) [][]string {
	t.Helper()
	var all [][]string
	for line := range strings.Lines(string(table)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 19 {
			t.Fatalf("row %d has %d fields: %q", len(all)+1, len(fields), line)
		}
		all = append(all, fields)
	}
	return all
}

// Columns of a row.
const (
	colID, colName, colASCII, colAlternates  = 0, 1, 2, 3
	colCountry, colElevation, colDem, colDay = 8, 15, 16, 18
)

// hits returns the numbers of the rows above 8000 m.
func hits(t testing.TB, all [][]string) (at []int) {
	t.Helper()
	for i, row := range all {
		if row[colElevation] == "" {
			continue
		}
		h, err := strconv.Atoi(row[colElevation])
		if err != nil {
			t.Fatalf("row %d: elevation %q", i+1, row[colElevation])
		}
		if h > 8000 {
			at = append(at, i)
		}
	}
	return at
}

func TestRowsAndHits(t *testing.T) {
	for _, test := range []struct {
		rows       int64
		hits, want int
	}{
		{1, 0, 1}, {1, -1, 0}, {1, 1, 1}, {5, 0, 5}, {16, 0, 16}, {17, 0, 16}, {17, 17, 17}, {100, 0, 16}, {100, 99, 99},
		{blockRows, 0, 16}, {blockRows + 1, 1, 1}, {2*blockRows - 1, 0, 16}, {20_000, 0, 16}, {20_000, 20_000, 20_000},
		{20_000, 19_999, 19_999}, {20_000, -1, 0}, {30_000, 1000, 1000},
	} {
		for seed := range uint64(3) {
			b, stats := table(t, Config{Rows: test.rows, Hits: test.hits, Seed: seed})
			if stats.Rows != test.rows || stats.Hits != test.want {
				t.Errorf("%d rows, %d hits: wrote %d, %d, want %d", test.rows, test.hits, stats.Rows, stats.Hits, test.want)
			}
			if got := hits(t, rows(t, b)); len(got) != test.want {
				t.Errorf("%d rows, %d hits: %d in the table, want %d", test.rows, test.hits, len(got), test.want)
			}
		}
	}
}

func TestSizeAndHits(t *testing.T) {
	const maxRecord = 14_000
	var sizes []int64
	for _, n := range []int64{1, 60, 100, 1000, 1279, 1280, 5000, 25_000, 1 << 16, 1 << 20, 2 << 20, 7 << 19} {
		sizes = append(sizes, n-1, n, n+1)
	}
	slack := int64(0)
	for _, size := range sizes[1:] {
		b, stats := table(t, Config{Size: size})
		rest := size - stats.Bytes
		if rest < 0 || rest >= maxRecord {
			t.Errorf("size %d: wrote %d bytes", size, stats.Bytes)
		}
		slack += rest
		want := int(min(DefaultHits, size/(4*hitRoom)))
		if got := hits(t, rows(t, b)); len(got) != want || stats.Hits != want {
			t.Errorf("size %d: %d hits, Stats say %d, want %d", size, len(got), stats.Hits, want)
		}
	}
	if mean := slack / int64(len(sizes)-1); mean > 500 {
		t.Errorf("%d bytes are left on average: there was room for another record", mean)
	}
}

func TestDenseHitsInSize(t *testing.T) {
	for _, test := range []struct {
		size  int64
		seeds uint64
	}{{100_000, 5}, {3 << 20, 1}, {3 * 4 * hitRoom, 600}} {
		most := int(test.size / (4 * hitRoom))
		for seed := range test.seeds {
			cfg := Config{Size: test.size, Hits: most, Seed: seed}
			b, stats := table(t, cfg)
			if got := hits(t, rows(t, b)); len(got) != most || stats.Hits != most {
				t.Errorf("%+v: %d hits, Stats say %d", cfg, len(got), stats.Hits)
			}
		}
	}
}

// TestSizeIsUsed checks that tables neither exceed their size nor leave the
// room at the ends of blocks unused.
func TestSizeIsUsed(t *testing.T) {
	for size := int64(2000); size < 2150; size++ {
		if _, stats := table(t, Config{Size: size}); stats.Bytes > size {
			t.Errorf("%d bytes, want at most %d", stats.Bytes, size)
		}
	}
	const size, seeds = 12 << 20, 4
	slack := int64(0)
	for seed := range uint64(seeds) {
		stats, err := Write(context.Background(), io.Discard, Config{Size: size, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		slack += size - stats.Bytes
	}
	if slack /= seeds; slack > 600 {
		t.Errorf("%d bytes are left on average", slack)
	}
}

// TestElevationLimit checks the rows that lie higher by their terrain.
func TestElevationLimit(t *testing.T) {
	b := newBlock(&plan{}, newTables())
	for i := range b.countries {
		for range 1000 {
			if h := b.elevation(&b.countries[i], 8500); h > 8000 {
				t.Fatalf("elevation %d in %s", h, b.countries[i].code)
			}
		}
	}
}

// TestHitsAreSpread looks for one hit in each of as many parts of the table.
func TestHitsAreSpread(t *testing.T) {
	const n = 64_000
	b, _ := table(t, Config{Rows: n})
	for i, row := range hits(t, rows(t, b)) {
		if part := row * DefaultHits / n; part != i {
			t.Errorf("hit %d is row %d, in part %d", i, row, part)
		}
	}
	b, _ = table(t, Config{Size: 8 << 20})
	all := rows(t, b)
	for i, row := range hits(t, all) {
		if part := row * DefaultHits / len(all); part < i-1 || part > i+1 {
			t.Errorf("hit %d is row %d of %d, in part %d", i, row, len(all), part)
		}
	}
}

// TestHitRoom checks that no hit is longer than the plan of a table assumes.
func TestHitRoom(t *testing.T) {
	b, _ := table(t, Config{Rows: 40_000, Hits: 40_000})
	longest := 0
	for line := range bytes.Lines(b) {
		longest = max(longest, len(line))
	}
	if longest > hitRoom {
		t.Errorf("a hit of %d bytes, the plan has room for %d", longest, hitRoom)
	}
}

func TestRowsAreSound(t *testing.T) {
	b, _ := table(t, Config{Rows: 50_000, Seed: 5})
	if !utf8.Valid(b) {
		t.Error("not valid UTF-8")
	}
	var lastID int64
	lastCountry, seen := "none yet", map[string]bool{}
	for i, row := range rows(t, b) {
		id, err := strconv.ParseInt(row[colID], 10, 64)
		if err != nil || id <= lastID {
			t.Fatalf("row %d: geonameid %s after %d, %v", i+1, row[colID], lastID, err)
		}
		lastID = id
		if c := row[colCountry]; c != lastCountry {
			if seen[c] {
				t.Fatalf("row %d: country %q again", i+1, c)
			}
			lastCountry, seen[c] = c, true
		}
		if row[colName] == "" || strings.ContainsFunc(row[colASCII], func(r rune) bool { return r >= 0x80 }) {
			t.Fatalf("row %d: name %q, asciiname %q", i+1, row[colName], row[colASCII])
		}
		if len(row[colName]) > 80 {
			t.Errorf("row %d: a name of %d bytes", i+1, len(row[colName]))
		}
		if a := row[colAlternates]; strings.HasPrefix(a, ",") || strings.Contains(a, ",,") {
			t.Fatalf("row %d: alternatenames %q", i+1, a)
		}
	}
	if len(seen) != len(countries()) {
		t.Errorf("%d countries, want %d", len(seen), len(countries()))
	}
}

func TestSameForAnyCPUs(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, cfg := range []Config{{Rows: 50_000, Seed: 9}, {Size: 5_500_000, Seed: 9}} {
		runtime.GOMAXPROCS(1)
		want, _ := table(t, cfg)
		for _, cpus := range []int{2, 7} {
			runtime.GOMAXPROCS(cpus)
			if got, _ := table(t, cfg); !bytes.Equal(got, want) {
				t.Errorf("%+v: another table with %d CPUs", cfg, cpus)
			}
		}
		cfg.Seed++
		if other, _ := table(t, cfg); bytes.Equal(other, want) {
			t.Errorf("%+v: the same table for another seed", cfg)
		}
	}
}

// TestGolden pins a table: measurements made on one are comparable only while
// the same flags make the same bytes.
func TestGolden(t *testing.T) {
	got, _ := table(t, Config{Rows: 60, Seed: 1, Hits: 2})
	const file = "testdata/60rows.golden"
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestConfigErrors(t *testing.T) {
	for _, test := range []struct {
		cfg  Config
		want string
	}{
		{Config{}, "exactly one"},
		{Config{Rows: 1, Size: 1}, "exactly one"},
		{Config{Rows: -1}, "exactly one"},
		{Config{Size: -1}, "exactly one"},
		{Config{Rows: 5, Hits: 6}, "at most 5"},
		{Config{Size: 10_000, Hits: 16}, "at most 7"},
	} {
		stats, err := Write(context.Background(), io.Discard, test.cfg)
		if err == nil || !strings.Contains(err.Error(), test.want) || stats != (Stats{}) {
			t.Errorf("Write(%+v) = %v, %v, want an error with %q", test.cfg, stats, err, test.want)
		}
	}
}

// A fullWriter takes n bytes.
type fullWriter struct{ n int }

var errFull = errors.New("full")

func (w *fullWriter) Write(b []byte) (int, error) {
	if len(b) > w.n {
		return w.n, errFull
	}
	w.n -= len(b)
	return len(b), nil
}

func TestWriteError(t *testing.T) {
	for _, n := range []int{0, 1000, 3 << 20} {
		stats, err := Write(context.Background(), &fullWriter{n}, Config{Size: 1 << 40})
		if !errors.Is(err, errFull) {
			t.Errorf("after %d bytes: %v, want the writer's error", n, err)
		}
		if stats.Bytes > int64(n)+1 {
			t.Errorf("after %d bytes: Stats.Bytes = %d", n, stats.Bytes)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	w := writerFunc(func(b []byte) (int, error) { cancel(); return len(b), nil })
	if _, err := Write(ctx, w, Config{Size: 1 << 40}); !errors.Is(err, context.Canceled) {
		t.Errorf("Write of a canceled context = %v", err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

func TestScriptsAreComplete(t *testing.T) {
	for i, s := range newScripts() {
		for j := range s.syllable {
			if s.syllable[j] == "" || s.initial[j] == "" {
				t.Errorf("script %d has no syllable %d", i, j)
			}
		}
		for j := range s.coda {
			if (s.coda[j] == "") != (j == 0) {
				t.Errorf("script %d: coda %d is %q", i, j, s.coda[j])
			}
		}
		if len(s.syllable[0]) < 1 {
			t.Errorf("script %d is empty", i)
		}
	}
	s := newScripts()
	for script, want := range map[int]string{
		latin: "Barong", romance: "Báróng", greek: "Μπαρονγκ", cyrillic: "Баронг", arabic: "بارونغ",
		thai: "บาโรง", georgian: "ბარონგ", kana: "バロング", han: "巴罗恩", hangul: "바로응", devanagari: "बारोंग",
	} {
		nm := name{n: 2, syl: [4]uint8{0, 11*vowels + 3}, coda: 7, accent: -1}
		if got := string(nm.appendProper(nil, &s[script], &s[script])); got != want {
			t.Errorf("script %d: %s, want %s", script, got, want)
		}
	}
}

func ExampleWrite() {
	var b bytes.Buffer
	stats, err := Write(context.Background(), &b, Config{Rows: 1000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(stats.Rows, "rows,", stats.Hits, "above 8000 m")
	// Output: 1000 rows, 16 above 8000 m
}

func BenchmarkWrite(b *testing.B) {
	const size = 32 << 20
	b.SetBytes(size)
	for b.Loop() {
		if _, err := Write(context.Background(), io.Discard, Config{Size: size, Seed: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
