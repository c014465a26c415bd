package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"geoscan"
	"geoscan/bench"
	"geoscan/geonames"
	"geoscan/input"
	"geoscan/strategies"
)

// benchFile writes the embedded sample to a file and changes to a folder where
// results may be written.
func benchFile(t *testing.T) string {
	t.Helper()
	t.Chdir(t.TempDir())
	path, err := filepath.Abs("places.txt")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(geonames.Sample()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// here measures in this process.
func here(ctx context.Context, job bench.Job) (bench.Measurement, error) {
	child := bench.Child{Strategies: strategies.All(), Schema: geonames.Schema(),
		Open: func(path string) (geoscan.Source, error) { return input.Open(path) }}
	return child.Measure(ctx, job)
}

func TestBench(t *testing.T) {
	path := benchFile(t)
	c := benchCommand{measureJob: here}
	var stdout, stderr bytes.Buffer
	args := []string{"-strategies", "threads,naive", "-dop", "1-4", "-sizes", "1,2", "-runs", "5", "-seed", "3",
		"-sizes-dir", "sizes", "-clean", "-o", "out.json", path}
	if err := c.run(t.Context(), args, &stdout, &stderr); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	res, err := bench.ReadFile("out.json")
	if err != nil {
		t.Fatal(err)
	}
	if !res.Complete || len(res.Measurements) != 3*4*2*6 || res.Seed != 3 {
		t.Errorf("complete %v, %d measurements, seed %d", res.Complete, len(res.Measurements), res.Seed)
	}
	if want := []string{"naive", "threads", "roof"}; !slices.Equal(res.Plan.Strategies, want) {
		t.Errorf("strategies %q, want %q: the order of the story", res.Plan.Strategies, want)
	}
	if line := strings.Join(res.Command, " "); strings.Contains(line, filepath.Dir(path)) || !strings.HasSuffix(line, " places.txt") {
		t.Errorf("the command tells folders: %s", line)
	}
	if text, err := os.ReadFile("out.txt"); err != nil || !strings.Contains(string(text), "BenchmarkScan/strategy=threads/dop=2/") {
		t.Errorf("text: %v, %.200s", err, text)
	}
	if left, _ := os.ReadDir("sizes"); len(left) != 0 {
		t.Errorf("-clean left %v", left)
	}
	if !strings.Contains(stdout.String(), "dop 4") {
		t.Errorf("table:\n%s", stdout.String())
	}
}

// Every strategy has to give k times the rows on k copies of the file.
func TestBenchAllStrategiesAgree(t *testing.T) {
	path := benchFile(t)
	c := benchCommand{measureJob: here}
	var stdout, stderr bytes.Buffer
	args := []string{"-dop", "2", "-sizes", "3", "-runs", "5", "-sizes-dir", "sizes", path}
	if err := c.run(t.Context(), args, &stdout, &stderr); err != nil {
		t.Fatal(err)
	}
	res, err := bench.ReadFile("bench.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range res.Measurements {
		if m.Void != "" || m.Error != "" && m.Strategy != "native" {
			t.Errorf("%s: %s%s", m.Strategy, m.Void, m.Error)
		}
	}
	if rows := res.Measurements[0].Rows; rows != 10 {
		t.Errorf("%d rows in the sample, want 10", rows)
	}
}

func TestBenchVoidsAWrongContestant(t *testing.T) {
	path := benchFile(t)
	c := benchCommand{measureJob: func(ctx context.Context, job bench.Job) (bench.Measurement, error) {
		if job.Strategy == "threads" {
			job.Query.Where = "elevation > 8100" // it loses rows
		}
		return here(ctx, job)
	}}
	var stdout, stderr bytes.Buffer
	args := []string{"-strategies", "threads,naive,helper", "-dop", "1", "-runs", "5", path}
	err := c.run(t.Context(), args, &stdout, &stderr)
	if err == nil || !strings.Contains(err.Error(), "threads is void") {
		t.Errorf("error %v", err)
	}
	for _, out := range []string{stderr.String(), stdout.String()} {
		if !strings.Contains(out, "threads is VOID") {
			t.Errorf("not loud:\n%s", out)
		}
	}
}

func TestBenchInterrupted(t *testing.T) {
	path := benchFile(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	c := benchCommand{measureJob: func(ctx context.Context, job bench.Job) (bench.Measurement, error) {
		if n++; n > 20 {
			cancel()
		}
		return here(ctx, job)
	}}
	var stdout, stderr bytes.Buffer
	err := c.run(ctx, []string{"-strategies", "threads,naive", "-dop", "1,2", "-runs", "5", path}, &stdout, &stderr)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	res, err := bench.ReadFile("bench.json")
	if err != nil {
		t.Fatal(err)
	}
	if res.Complete || len(res.Measurements) != 20 {
		t.Errorf("complete %v, %d measurements", res.Complete, len(res.Measurements))
	}
	if !strings.Contains(stdout.String(), "the run was not finished") {
		t.Errorf("table:\n%s", stdout.String())
	}
}

func TestBenchUsage(t *testing.T) {
	path := benchFile(t)
	for _, tt := range []struct{ args, want string }{
		{"", "no file to measure on"},
		{"a b", "on one file"},
		{"-strategies thread " + path, `did you mean "threads"?`},
		{"-dop 0 " + path, "-dop"}, {"-dop 4-1 " + path, "-dop"}, {"-dop x " + path, "-dop"},
		{"-sizes 1,,2 " + path, "-sizes"}, {"-cache hot " + path, "-cache"}, {"-runs 4 " + path, "at least 5"},
		{"-queries 0 " + path, "-queries"}, {"-compare one", "two results files"}, {"-nonsense", "nonsense"},
		{"-o " + path + " " + path, "is also an input"},
		{"-o " + strings.TrimSuffix(path, ".txt") + ".json " + path, "is also an input"}, // its text would be
	} {
		t.Setenv("GEOSCAN_DATA", "")
		err := runBench(t.Context(), strings.Fields(tt.args), &bytes.Buffer{}, &bytes.Buffer{})
		if err == nil || !isUsage(err) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("bench %s: error %v, want wrong use with %q", tt.args, err, tt.want)
		}
	}
	if left, _ := filepath.Glob("*.json"); len(left) != 0 {
		t.Error("wrong use left a results file")
	}
}

func TestBenchCompare(t *testing.T) {
	path := benchFile(t)
	c := benchCommand{measureJob: here}
	if err := c.run(t.Context(), []string{"-strategies", "threads", "-dop", "1", "-runs", "5", path}, &bytes.Buffer{}, &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := runBench(t.Context(), []string{"-compare", "bench.json", "bench.json"}, &out, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "no difference") {
		t.Errorf("comparison with itself:\n%s", out.String())
	}
	if err := runBench(t.Context(), []string{"-compare", "bench.json", path}, &out, &out); err == nil || !strings.Contains(err.Error(), "no results file") {
		t.Errorf("a table in place of results: %v", err)
	}
}

func TestNumbers(t *testing.T) {
	for list, want := range map[string][]int{
		"1": {1}, "1-3": {1, 2, 3}, "4,1": {1, 4}, "1-3,2-4,8": {1, 2, 3, 4, 8}, " 2 , 3 ": {2, 3},
		"": nil, "0": nil, "-1": nil, "3-2": nil, "1-": nil, "9999": nil, "1.5": nil,
	} {
		got, err := numbers("-dop", list, 4096)
		if !slices.Equal(got, want) || (err == nil) != (want != nil) {
			t.Errorf("numbers(%q) = %v, %v; want %v", list, got, err, want)
		}
	}
}
