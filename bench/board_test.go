package bench

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"
)

func TestWriteTables(t *testing.T) {
	r := fakeRun("naive", "helper", "threads", "native", "roof")
	r.Plan.DOPs = []int{1, 2, 4}
	r.Plan.Caches = []Cache{Warm, Cold}
	r.Cache = &fakeCache{share: 1}
	r.Contestants[0].Parallel = false
	r.Measure = planted("helper", func(m *Measurement) { m.Digest = "xxh64:bad" })
	fail := r.Measure
	r.Measure = func(ctx context.Context, job Job) (Measurement, error) {
		if job.Strategy == "native" {
			return Measurement{}, context.DeadlineExceeded
		}
		return fail(ctx, job)
	}
	res := &Results{Schema: SchemaVersion, Machine: Machine{UsableCPUs: 2}}
	if err := r.Run(t.Context(), res); err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := res.WriteTables(&buf); err != nil {
		t.Fatal(err)
	}
	golden(t, "tables.golden", buf.Bytes())
}

func TestDigits(t *testing.T) {
	for v, want := range map[float64]string{0: "0.000000", 0.000012: "0.000012", 0.000123: "0.000123", 0.00123: "0.00123", 0.0123: "0.0123",
		0.123: "0.123", 1.234: "1.23", 12.34: "12.3", 1234: "1234"} {
		if got := digits(v, 3); got != want {
			t.Errorf("digits(%v, 3) = %s, want %s", v, got, want)
		}
	}
}

func TestBoardOnTerminal(t *testing.T) {
	var buf bytes.Buffer
	b := Board{W: &buf, Width: 40, Height: 5}
	r := fakeRun("naive", "helper", "threads")
	r.Measure = planted("threads", func(m *Measurement) { m.Digest = "xxh64:bad" })
	r.Report = func(p Progress) {
		b.last = time.Time{} // draw each time
		b.Show(p)
	}
	run(t, r)
	b.Close()
	screen := terminal(buf.String())
	if n := strings.Count(screen, "!!! threads is VOID"); n != 1 {
		t.Errorf("shouted %d times:\n%s", n, screen)
	}
	if strings.Contains(screen, "left") || strings.Contains(screen, "strategy ") {
		t.Errorf("the drawing is still there:\n%s", screen)
	}
	for line := range strings.Lines(buf.String()) {
		if n := len([]rune(strings.TrimLeft(line, "\x1b[J0123456789A"))); n > 40 && !strings.Contains(line, "!!!") {
			t.Errorf("line of %d characters on a terminal of 40: %q", n, line)
		}
	}
}

// terminal plays back cursor movements upwards and erasures.
func terminal(s string) string {
	var lines []string
	for _, line := range strings.SplitAfter(s, "\n") {
		for strings.HasPrefix(line, "\x1b[") {
			end := strings.IndexAny(line, "AJ")
			if line[end] == 'A' {
				n := 0
				for _, d := range line[2:end] {
					n = 10*n + int(d-'0')
				}
				lines = lines[:len(lines)-n]
			}
			line = line[end+1:]
		}
		lines = append(lines, line)
		if line == "" {
			lines = lines[:len(lines)-1]
		}
	}
	return strings.Join(lines, "")
}

func TestBoardElsewhere(t *testing.T) {
	var buf bytes.Buffer
	b := Board{W: &buf}
	r := fakeRun("naive", "helper")
	r.Report = b.Show
	run(t, r)
	out := buf.String()
	if strings.Contains(out, "\x1b") {
		t.Errorf("escapes without a terminal: %q", out)
	}
	if !strings.Contains(out, "0 of 48 runs") || !strings.Contains(out, "48 of 48 runs") || strings.Count(out, "\n") > 5 {
		t.Errorf("progress: %q", out)
	}
}
