package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"geoscan"
	"geoscan/input"
	"geoscan/query"
)

// childEnv makes this test binary serve a job, as the program does for
// ChildVerb.
const childEnv = "BENCH_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) == "" {
		os.Exit(m.Run())
	}
	if err := testChild().Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// testChild knows strategies that scan well, badly, or not at all.
func testChild() Child {
	schema, err := query.NewSchema(query.Column{Name: "name"}, query.Column{Name: "height", Kind: query.Numeric})
	if err != nil {
		panic(err)
	}
	strategy := func(name string, scan func(ctx context.Context, data []byte, out *query.Collector) error) geoscan.Strategy {
		return geoscan.Strategy{Name: name, Prepare: func(ctx context.Context, src geoscan.Source, _ geoscan.Options) (geoscan.Table, error) {
			data, err := src.Bytes(ctx)
			return &testTable{data, scan}, err
		}}
	}
	return Child{Schema: schema, Open: func(path string) (geoscan.Source, error) { return input.Open(path) },
		Strategies: []geoscan.Strategy{
			strategy("plain", scanLines),
			strategy("broken", func(context.Context, []byte, *query.Collector) error { return errors.New("broken") }),
			strategy("crash", func(context.Context, []byte, *query.Collector) error {
				fmt.Fprintln(os.Stderr, "first\nlast words")
				os.Exit(3)
				return nil
			}),
			strategy("endless", func(ctx context.Context, _ []byte, out *query.Collector) error {
				fmt.Fprintln(os.Stderr, "scanning")
				<-ctx.Done()
				return ctx.Err()
			}),
			strategy("fickle", func(ctx context.Context, data []byte, out *query.Collector) error {
				fickle++
				return scanLines(ctx, data[:len(data)-fickle], out)
			}),
			strategy("waste", func(ctx context.Context, data []byte, out *query.Collector) error {
				for range wasted {
					sink = new([3]uint64)
				}
				return scanLines(ctx, data, out)
			}),
		}}
}

const wasted = 10000

var fickle int

var sink *[3]uint64 // 24 bytes

type testTable struct {
	data []byte
	scan func(context.Context, []byte, *query.Collector) error
}

func (t *testTable) Scan(ctx context.Context, out *query.Collector, _ geoscan.Options) error {
	return t.scan(ctx, t.data, out)
}
func (t *testTable) Close() error { return nil }

type fields [][]byte

func (f fields) Len() int           { return len(f) }
func (f fields) Field(i int) []byte { return f[i] }

func scanLines(_ context.Context, data []byte, out *query.Collector) error {
	part := out.Part(0)
	off := int64(0)
	for line := range bytes.Lines(data) {
		part.Offer(off, fields(bytes.Split(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\t'})))
		off += int64(len(line))
	}
	part.Scanned(int64(len(data)))
	return part.Close(nil)
}

// heights is a table of four records, one of them malformed, and two rows.
const heights = "Low\t5\nHigh\t8500\nbad\nHigher\t8848\n"

func heightsJob(t *testing.T, strategy string) Job {
	t.Helper()
	path := filepath.Join(t.TempDir(), "heights.txt")
	if err := os.WriteFile(path, []byte(heights), 0o644); err != nil {
		t.Fatal(err)
	}
	return Job{Path: path, Strategy: strategy, DOP: 2, Queries: 3, Query: Query{Where: "height > 8000", Select: "name", OrderBy: "height desc"}, Cache: Warm}
}

func TestChildMeasures(t *testing.T) {
	m, err := testChild().Measure(t.Context(), heightsJob(t, "plain"))
	if err != nil {
		t.Fatal(err)
	}
	if m.Bytes != int64(len(heights)) || m.Records != 4 || m.Malformed != 1 || m.Rows != 2 {
		t.Errorf("counts: %+v", m)
	}
	d := newRowDigest()
	d.emit(query.Row{Fields: [][]byte{[]byte("Higher")}})
	d.emit(query.Row{Fields: [][]byte{[]byte("High")}})
	if m.Digest != d.text() {
		t.Errorf("digest %s, want %s", m.Digest, d.text())
	}
	sum := m.PrepareSeconds
	for _, s := range m.ScanSeconds {
		sum += s
	}
	if len(m.ScanSeconds) != 3 || m.PrepareSeconds <= 0 || m.TotalSeconds != sum {
		t.Errorf("times: prepare %v, scans %v, total %v", m.PrepareSeconds, m.ScanSeconds, m.TotalSeconds)
	}
}

func TestChildCountsAllocations(t *testing.T) {
	plain, err := testChild().Measure(t.Context(), heightsJob(t, "plain"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := testChild().Measure(t.Context(), heightsJob(t, "waste"))
	if err != nil {
		t.Fatal(err)
	}
	const want, slack = 3 * wasted, 500
	more := m.ScanAllocs.Count - plain.ScanAllocs.Count
	if more < want-slack || more > want+slack {
		t.Errorf("%d allocations, want %d", more, want)
	}
	if small := m.ScanAllocs.SmallCount; small < want || small > want+slack {
		t.Errorf("%d small allocations, want %d", small, want)
	}
	if b := m.ScanAllocs.Bytes; b < 24*want || b > 24*want+1<<20 {
		t.Errorf("%d bytes, want %d", b, 24*want)
	}
	sum := int64(0)
	for _, s := range m.ScanAllocs.Sizes {
		if s.UpToBytes == 24 && s.Count < want {
			t.Errorf("%d objects of 24 bytes, want %d", s.Count, want)
		}
		sum += s.Count
	}
	if sum != m.ScanAllocs.Count {
		t.Errorf("the histogram holds %d, the counter %d", sum, m.ScanAllocs.Count)
	}
}

func TestChildRoof(t *testing.T) {
	for _, cache := range []Cache{Warm, Cold} {
		job := heightsJob(t, RoofName)
		job.Cache = cache
		m, err := testChild().Measure(t.Context(), job)
		if err != nil || m.Bytes != int64(len(heights)) || m.Rows != 0 || m.Digest != "" || len(m.ScanSeconds) != 3 {
			t.Errorf("%s: %+v, %v", cache, m, err)
		}
	}
}

func TestRowDigest(t *testing.T) {
	digest := func(rows ...[]string) string {
		d := newRowDigest()
		for _, r := range rows {
			var f [][]byte
			for _, s := range r {
				f = append(f, []byte(s))
			}
			d.emit(query.Row{Fields: f})
		}
		return d.text()
	}
	seen := map[string]int{}
	for i, rows := range [][][]string{{}, {{}}, {{""}}, {{"", ""}}, {{"ab"}}, {{"a", "b"}}, {{"a"}, {"b"}}, {{"b"}, {"a"}}, {{"a", "bc"}}, {{"ab", "c"}}} {
		d := digest(rows...)
		if j, ok := seen[d]; ok {
			t.Errorf("rows %d and %d have the same digest", i, j)
		}
		seen[d] = i
	}
}

func TestInProcess(t *testing.T) {
	t.Setenv(childEnv, "1")
	measure := InProcess(os.Args[0])
	m, err := measure(t.Context(), heightsJob(t, "plain"))
	if err != nil || m.Rows != 2 || m.ProcessSeconds < m.TotalSeconds {
		t.Errorf("plain: %+v, %v", m, err)
	}
	for strategy, want := range map[string]string{
		"fickle": "of 4, xxh64:", "broken": "broken", "missing": "no such strategy: missing", "crash": "exit status 3: last words",
	} {
		if _, err := measure(t.Context(), heightsJob(t, strategy)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", strategy, err, want)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := measure(ctx, heightsJob(t, "endless")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("endless: error %v", err)
	}
}

// When the parent dies, its end of the pipe closes, and the child has to end.
func TestChildEndsWithItsParent(t *testing.T) {
	r, w := io.Pipe()
	job, _ := json.Marshal(heightsJob(t, "endless"))
	done := make(chan error)
	var out bytes.Buffer
	go func() { done <- testChild().Serve(t.Context(), r, &out) }()
	if _, err := w.Write(append(job, '\n')); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "context canceled") {
		t.Errorf("answer: %s", out.String())
	}
}
