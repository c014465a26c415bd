package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"geoscan/bench"
)

func TestFindings(t *testing.T) {
	for name, r := range map[string]*bench.Results{
		"2cpus":  read(t, "synthetic-2cpus.json"),
		"16cpus": read(t, "synthetic-16cpus.json"),
	} {
		var b bytes.Buffer
		for _, f := range Findings(r) {
			// What the source says of itself changes with the source.
			if !strings.Contains(f.Text, "cyclomatic complexity") {
				fmt.Fprintf(&b, "%v %s\n", map[bool]string{true: "!", false: "-"}[f.Loud], f.Text)
			}
		}
		golden(t, "findings-"+name+".golden", b.Bytes())
	}
}

func say(results ...*bench.Results) string {
	var b strings.Builder
	for _, f := range Findings(results...) {
		b.WriteString(f.Text + "\n")
	}
	return b.String()
}

// With noise larger than any difference nothing is claimed.
func TestFindingsClaimNothingInNoise(t *testing.T) {
	w := small()
	w.names, w.noise = []string{"threads", "native"}, 6
	w.dops, w.caches = []int{1, 2}, []bench.Cache{bench.Warm}
	got := say(w.results())
	for _, bad := range []string{"gives the first answer soonest", "these gain", "Slower at dop"} {
		if strings.Contains(got, bad) {
			t.Errorf("claims a difference that noise explains: %s", got)
		}
	}
	if !strings.Contains(got, "cannot tell them apart") || !strings.Contains(got, "No gain larger than the spread") {
		t.Errorf("does not say that the runs tell nothing apart: %s", got)
	}
	w.noise = 0.01
	if got := say(w.results()); !strings.Contains(got, "these gain: native 1.9") {
		t.Errorf("does not see a clear gain: %s", got)
	}
}

func TestFindingsSayWhyNoFit(t *testing.T) {
	if got := say(small().results()); !strings.Contains(got, "No law of scaling is fitted. 2 measured dops within the 2 usable CPUs, 6 are needed.") {
		t.Errorf("no reason: %s", got)
	}
	if got := say(read(t, "synthetic-16cpus.json")); !strings.Contains(got, "Fitted by the Universal Scalability Law") {
		t.Errorf("no fit: %s", got)
	}
}

func TestFindingsMarkTooManyGoroutines(t *testing.T) {
	if got := say(small().results()); !strings.Contains(got, "dop 3 and 4: more goroutines than the 2 usable CPUs.") {
		t.Errorf("dops 3 and 4 are not marked: %s", got)
	}
}

func TestFindingsOfThinResults(t *testing.T) {
	for name, r := range thinWorlds() {
		got := say(r)
		if got == "" || strings.Contains(got, "NaN") || strings.Contains(got, "Inf") || strings.Contains(got, "%!") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestFindingsSayWhyNothingIsCold(t *testing.T) {
	w := small()
	w.caches = []bench.Cache{bench.Warm}
	r := w.results()
	r.Gaps = []bench.Gap{{Cache: bench.Cold, Reason: "the pages stay in memory: tmpfs"}}
	if got := say(r); !strings.Contains(got, "There are no cold figures. The pages stay in memory: tmpfs.") {
		t.Errorf("no reason: %s", got)
	}
	f := coldAgainstWarm(newLabs([]*bench.Results{r})[0])
	if !strings.Contains(f.Missing, "the pages stay in memory: tmpfs") {
		t.Errorf("the figure says %q", f.Missing)
	}
}
