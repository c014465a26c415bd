package bench

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// noisy is the share of the machine's time taken by others above which the
// reader is warned.
const noisy = 0.05

// warnings lists what a reader must hear before the figures, worst first.
func warnings(res *Results, s *Summary) []string {
	var w []string
	add := func(format string, args ...any) { w = append(w, fmt.Sprintf(format, args...)) }
	for _, c := range res.Contestants {
		if c.Void != "" {
			add("%s is VOID: %s", c.Name, c.Void)
		}
	}
	for _, p := range res.Peers {
		if p.Wrong != "" {
			add("peer %s gives a WRONG answer: %s", p.Name, p.Wrong)
		}
	}
	if !res.Complete {
		add("the run was not finished: some combinations have fewer runs than planned, or none")
	}
	w = append(w, runWarnings(res)...)
	w = append(w, machineWarnings(res, s)...)
	for _, g := range mergeGaps(res.Gaps) {
		add("not measured: %s", g)
	}
	return w
}

// mergeGaps makes one gap of those that have strategy and reason in common; of
// the rest it keeps what they have in common too.
func mergeGaps(gaps []Gap) []Gap {
	var merged []Gap
	for _, g := range gaps {
		i := slices.IndexFunc(merged, func(m Gap) bool { return m.Strategy == g.Strategy && m.Reason == g.Reason })
		if i < 0 {
			merged = append(merged, g)
			continue
		}
		m := &merged[i]
		if m.DOP != g.DOP {
			m.DOP = 0
		}
		if m.Times != g.Times {
			m.Times = 0
		}
		if m.Cache != g.Cache {
			m.Cache = ""
		}
	}
	return merged
}

// String names the combination and the reason.
func (g Gap) String() string {
	var parts []string
	if g.Strategy != "" {
		parts = append(parts, g.Strategy)
	}
	if g.DOP != 0 {
		parts = append(parts, fmt.Sprintf("dop %d", g.DOP))
	}
	if g.Times != 0 {
		parts = append(parts, fmt.Sprintf("%d x the file", g.Times))
	}
	if g.Cache != "" {
		parts = append(parts, string(g.Cache))
	}
	if len(parts) == 0 {
		parts = append(parts, "anything")
	}
	return strings.Join(parts, ", ") + ": " + g.Reason
}

// runWarnings counts the runs that were void or failed, with one reason each.
func runWarnings(res *Results) []string {
	var w []string
	count := func(what string, why func(m *Measurement) string) {
		n, last := 0, ""
		for i := range res.Measurements {
			m := &res.Measurements[i]
			if s := why(m); s != "" {
				n, last = n+1, fmt.Sprintf("%s dop %d: %s", m.Strategy, m.DOP, s)
			}
		}
		if n > 0 {
			w = append(w, fmt.Sprintf("%d runs %s: %s", n, what, last))
		}
	}
	count("failed, the last with", func(m *Measurement) string { return m.Error })
	count("are VOID, the last because", func(m *Measurement) string {
		if m.Disturbed() {
			return ""
		}
		return m.Void
	})
	count("were made again, the last because", func(m *Measurement) string {
		if m.Disturbed() {
			return m.Void
		}
		return ""
	})
	return w
}

func machineWarnings(res *Results, s *Summary) []string {
	var w []string
	add := func(format string, args ...any) { w = append(w, fmt.Sprintf(format, args...)) }
	usable := max(res.Machine.UsableCPUs, 1)
	if top := maxOf(res.Plan.DOPs); top > usable {
		add("dops above %d are marked: this machine let us use %d CPUs, so they show the cost of too many goroutines, not scaling", usable, usable)
	}
	if t := res.Machine.ThrottledAfter.Throttled - res.Machine.ThrottledBefore.Throttled; t > 0 {
		add("the cgroup's CPU quota was used up in %d periods during the run", t)
	}
	var few, loud int
	worst := 0.0
	for i := range s.Cells {
		c := &s.Cells[i]
		if c.First.N < MinRuns {
			few++
		}
		if c.NoiseShare > noisy {
			loud++
			worst = math.Max(worst, c.NoiseShare)
		}
	}
	if few > 0 {
		add("%d of %d combinations have fewer than %d counted runs", few, len(s.Cells), MinRuns)
	}
	if loud > 0 {
		add("others used more than %.0f %% of the usable CPU time in %d of %d combinations, up to %.0f %%", 100*noisy, loud, len(s.Cells), 100*worst)
	}
	if res.Machine.Modified {
		add("measured with a binary built from a tree with changes that are not committed")
	}
	return w
}

func maxOf(list []int) int {
	top := 0
	for _, v := range list {
		top = max(top, v)
	}
	return top
}
