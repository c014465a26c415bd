package bench

import (
	"context"
	"strings"
	"testing"
	"time"
)

func TestRunnerBudget(t *testing.T) {
	r := fakeRun("naive")
	r.Plan.Runs, r.Budget = 50, time.Nanosecond
	res := run(t, r)
	if n := len(countedRuns(res)[Key{"naive", 1, 1, Warm}]); n != MinRuns {
		t.Errorf("%d counted runs, want %d", n, MinRuns)
	}
	if len(res.Gaps) != 1 || !strings.Contains(res.Gaps[0].Reason, "5 of 50 runs") {
		t.Errorf("gaps = %v", res.Gaps)
	}
}

func TestRunnerMakesDisturbedRunsAgain(t *testing.T) {
	const allowed = 2 * (MinRuns + 1) / 2 // half of all that is planned
	tests := []struct {
		name     string
		noise    func(n int) float64 // CPU seconds of others in the n-th run of threads
		max      float64
		runs     int // of threads, all
		disturbs int
	}{
		{"quiet", func(int) float64 { return 0 }, 0.1, MinRuns + 1, 0},
		{"once", func(n int) float64 {
			if n == 2 {
				return 1
			}
			return 0
		}, 0.1, MinRuns + 2, 1},
		{"always", func(int) float64 { return 1 }, 0.1, MinRuns + 1 + allowed, allowed},
		{"below the steps of the clock", func(int) float64 { return 0.02 }, 0.001, MinRuns + 1, 0},
		{"no bound", func(int) float64 { return 1 }, 0, MinRuns + 1, 0},
	}
	for _, tt := range tests {
		r := fakeRun("naive", "threads")
		r.Plan.Sizes, r.Plan.DOPs, r.MaxNoise = []int{1}, []int{1}, tt.max
		n := 0
		r.Measure = planted("threads", func(m *Measurement) { m.Noise.OtherCPUSeconds = tt.noise(n); n++ })
		res := run(t, r)
		all, void, first := 0, 0, 0
		for _, m := range res.Measurements {
			if m.Strategy == "threads" {
				all++
			}
			if strings.Contains(m.Void, "disturbed") {
				void++
				first += max(0, 2-m.Run) // those of run 1
			}
		}
		if all != tt.runs || void != tt.disturbs || first > maxAgain {
			t.Errorf("%s: %d runs, %d disturbed; want %d, %d", tt.name, all, void, tt.runs, tt.disturbs)
		}
		if c := countedRuns(res)[Key{"threads", 1, 1, Warm}]; len(c) != MinRuns {
			t.Errorf("%s: %d counted runs", tt.name, len(c))
		}
	}
}

// Of several tries the quietest counts, be it the first.
func TestQuietestTryCounts(t *testing.T) {
	for _, noise := range [][]float64{{1, 2, 3, 4}, {4, 1, 2, 3}, {4, 3, 2, 1}} {
		r := fakeRun("naive", "threads")
		r.Plan.Sizes, r.Plan.DOPs, r.MaxNoise = []int{1}, []int{1}, 0.1
		n := 0
		r.Measure = planted("threads", func(m *Measurement) {
			if m.Noise.OtherCPUSeconds = 0; n > 0 && n <= len(noise) {
				m.Noise.OtherCPUSeconds = noise[n-1]
			}
			n++
		})
		counted := countedRuns(run(t, r))[Key{"threads", 1, 1, Warm}]
		if len(counted) != MinRuns || counted[0].Noise.OtherCPUSeconds != 1 {
			t.Errorf("noise %v: %d counted, the first with %v", noise, len(counted), counted[0].Noise.OtherCPUSeconds)
		}
	}
}

func TestRunnerPeers(t *testing.T) {
	r := fakeRun("naive", "threads")
	r.Peers = []PeerTool{{Peer: Peer{Name: "good"}}, {Peer: Peer{Name: "lossy"}}, {Peer: Peer{Name: "gone", Missing: "not on PATH"}}}
	good := digestIDs([]uint64{1, 2, 3, 4})
	r.Measure = func(ctx context.Context, job Job) (Measurement, error) {
		m, err := fakeMeasure(ctx, job)
		if job.Query == peerQuestion() {
			m.Digest = good
		}
		return m, err
	}
	r.MeasurePeer = func(_ context.Context, tool PeerTool, path string) (PeerRun, error) {
		p := PeerRun{Seconds: 1, UserSeconds: 2, IDs: 4, Digest: good}
		if tool.Name == "lossy" {
			p.IDs, p.Digest = 1, digestIDs([]uint64{1})
			p.Seconds = 0.5 // fast, but last in the list
		}
		return p, nil
	}
	res := run(t, r)
	if len(res.PeerRuns) != 2*(MinRuns+1) {
		t.Errorf("%d runs of peers", len(res.PeerRuns))
	}
	if w := res.Peers[0].Wrong + "|" + res.Peers[1].Wrong; w != "|it lost 3 of 4 rows" {
		t.Errorf("verdicts %q", w)
	}
	cells := Summarize(res).Peers
	if len(cells) != 2 || cells[0].Name != "good" || cells[0].CPUs != 2 || cells[1].Name != "lossy" {
		t.Errorf("cells %+v", cells)
	}
}

func TestEstimate(t *testing.T) {
	s := &state{Runner: fakeRun("naive"), costs: map[Key]cost{}}
	one, three := item{Key: Key{"naive", 1, 1, Warm}, peer: -1}, item{Key: Key{"naive", 1, 3, Warm}, peer: -1}
	if got := s.estimate([]item{one}); got != 0 {
		t.Errorf("without experience: %v", got)
	}
	s.costs[one.Key] = cost{}.add(time.Second).add(3 * time.Second)
	if got := s.estimate([]item{one, one}); got != 4*time.Second {
		t.Errorf("two runs of two seconds: %v", got)
	}
	if got := s.estimate([]item{three}); got != 6*time.Second {
		t.Errorf("a file three times as large: %v", got)
	}
	s.broken = map[Key]bool{one.Key: true}
	if got := s.estimate([]item{one}); got != 0 {
		t.Errorf("a run that will not be made: %v", got)
	}
}

func TestProgressCountsDown(t *testing.T) {
	r := fakeRun("naive", "threads")
	last := Progress{Done: -1}
	r.Report = func(p Progress) {
		if p.Done < last.Done || p.Done > p.Total {
			t.Errorf("progress %d of %d after %d", p.Done, p.Total, last.Done)
		}
		last = p
	}
	run(t, r)
	if last.Done != last.Total || last.Left != 0 {
		t.Errorf("ends with %d of %d, %v left", last.Done, last.Total, last.Left)
	}
}
