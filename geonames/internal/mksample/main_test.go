package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// town returns a row.
func town(id, name, alternates, country string) string {
	return strings.Join([]string{id, name, name, alternates, "1", "2", "P", "PPL", country, "", "", "", "", "", "0", "", "5", "UTC", "2024-01-01"}, "\t") + "\n"
}

// names returns the names of a sample's rows.
func names(b []byte) string {
	var all []string
	for line := range strings.Lines(string(b)) {
		all = append(all, strings.Split(line, "\t")[1])
	}
	return strings.Join(all, " ")
}

func TestSample(t *testing.T) {
	var towns strings.Builder
	for i := range 2*step + 1 {
		name, alternates := fmt.Sprint("t", i), ""
		switch i {
		case 3:
			name = `quote"`
		case 5:
			alternates = `back\slash`
		case 7:
			name, alternates = "long", strings.Repeat("x", longAlternates+1)
		case 9:
			name, alternates = "short", strings.Repeat("x", longAlternates)
		}
		country := "AA"
		if i > step+1 {
			country = "BB"
		}
		towns.WriteString(town(fmt.Sprint(100+10*i), name, alternates, country))
	}
	peaks := town("131", "p1", "", "AA") + town("99999", "p2", "", "AA") + town("1", "p3", "", "BB") +
		town("", "p4", "", "") + town("7", "p5", "", "")
	b, err := sample([]byte(towns.String()), []byte(peaks))
	if err != nil {
		t.Fatal(err)
	}
	want := `t0 quote" p1 t5 long t45 p2 p3 t47 t90 p5 p4`
	if got := names(b); got != want {
		t.Errorf("sample of\n%s, want\n%s", got, want)
	}
}

func TestBadTables(t *testing.T) {
	good := town("1", "a", "", "AA")
	for _, bad := range []string{"1\ta\n", strings.TrimSuffix(good, "\n"), town("x", "a", "", "AA"), "extra\t" + good} {
		if _, err := sample([]byte(good+bad), nil); err == nil {
			t.Errorf("no error for %q", bad)
		}
		if _, err := sample([]byte(good), []byte(bad)); err == nil {
			t.Errorf("no error for a mountain %q", bad)
		}
	}
}

// TestRun also checks the mountains.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	if err := run(in, out); err == nil {
		t.Error("no error for a missing table")
	}
	if err := os.WriteFile(in, []byte(town("1", "a", "", "NP")), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := run(in, out); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(b), "\n"); n != 12 {
		t.Errorf("%d rows, want 12", n)
	}
}
