package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const syntheticResults = "../../report/testdata/synthetic-2cpus.json"

func TestReport(t *testing.T) {
	dir := t.TempDir()
	page := filepath.Join(dir, "deep", "report.html")
	var stdout, stderr bytes.Buffer
	err := runReport(context.Background(), []string{syntheticResults, "-o", page, "-figures", filepath.Join(dir, "figures")}, &stdout, &stderr)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(b, []byte("<!doctype html>")) || !bytes.Contains(b, []byte("mmbyte is VOID")) {
		t.Error("the page is no page, or does not name the void contestant")
	}
	for _, name := range []string{"time-dop", "time-size", "machines", "throughput", "speedup", "amortised", "allocations", "cold-warm", "peers"} {
		for _, ext := range []string{".svg", ".png"} {
			if fi, err := os.Stat(filepath.Join(dir, "figures", name+ext)); err != nil || fi.Size() == 0 {
				t.Errorf("figure %s%s: %v", name, ext, err)
			}
		}
	}
	if stdout.Len() > 0 || !strings.Contains(stderr.String(), page) {
		t.Errorf("stdout %q, stderr %q", &stdout, &stderr)
	}
}

func TestReportWrongUse(t *testing.T) {
	dir := t.TempDir()
	junk := filepath.Join(dir, "junk.json")
	if err := os.WriteFile(junk, []byte("no json"), 0o666); err != nil {
		t.Fatal(err)
	}
	results := filepath.Join(dir, "results.json")
	b, err := os.ReadFile(syntheticResults)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(results, b, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		code int
	}{
		{nil, exitUsage},
		{[]string{"-nonsense", results}, exitUsage},
		{[]string{"-o", results, results}, exitUsage},
		{[]string{"-o", filepath.Join(dir, "out.html"), filepath.Join(dir, "missing.json")}, exitFailed},
		{[]string{"-o", filepath.Join(dir, "out.html"), junk}, exitFailed},
		{[]string{"-h"}, exitOK},
	} {
		var stdout, stderr bytes.Buffer
		ctx := context.Background()
		if code := exitCode(ctx, runReport(ctx, tt.args, &stdout, &stderr), &stderr); code != tt.code {
			t.Errorf("report %q: exit %d, want %d; stderr %q", tt.args, code, tt.code, &stderr)
		}
		if n := strings.Count(stderr.String(), "\n"); tt.code != exitOK && n != 1 {
			t.Errorf("report %q: %d lines on stderr: %q", tt.args, n, &stderr)
		}
	}
	if after, err := os.ReadFile(results); err != nil || !bytes.Equal(after, b) {
		t.Errorf("the results file was touched: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "out.html")); err == nil {
		t.Error("a page was left behind by a failure")
	}
}
