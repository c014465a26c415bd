package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"geoscan/bench"
)

// A lab is everything measured with one build on one machine with one file: one
// results file, or several put together.
type lab struct {
	res   *bench.Results
	sum   *bench.Summary
	files int    // how many results files it comes from
	name  string // short and unique among the labs of a report
}

// newLabs puts results of the same machine, build, file and query together, as
// when dops, sizes and caches were measured one after the other. The results
// given are not changed.
func newLabs(results []*bench.Results) []*lab {
	var labs []*lab
	for _, r := range results {
		if r == nil {
			continue
		}
		i := slices.IndexFunc(labs, func(l *lab) bool { return sameLab(l.res, r) })
		if i < 0 {
			first := *r
			labs = append(labs, &lab{res: &first, files: 1})
			continue
		}
		labs[i].res = merge(labs[i].res, r)
		labs[i].files++
	}
	for _, l := range labs {
		l.sum = bench.Summarize(l.res)
	}
	nameLabs(labs)
	return labs
}

// sameLab reports whether runs of a and b may stand side by side in one figure.
func sameLab(a, b *bench.Results) bool {
	m, n := a.Machine, b.Machine
	return a.Label == b.Label && m.CPUModel == n.CPUModel && m.Arch == n.Arch && m.OS == n.OS &&
		m.LogicalCPUs == n.LogicalCPUs && m.UsableCPUs == n.UsableCPUs &&
		m.MemoryBytes == n.MemoryBytes && m.MemoryLimitBytes == n.MemoryLimitBytes &&
		m.GoVersion == n.GoVersion && m.Commit == n.Commit && m.Modified == n.Modified &&
		a.Plan.Query == b.Plan.Query && sourceHash(a) == sourceHash(b)
}

// sourceHash names the file that was given.
func sourceHash(r *bench.Results) string {
	for _, f := range r.Files {
		if f.Times == 1 {
			return f.Hash
		}
	}
	if len(r.Files) > 0 {
		return fmt.Sprint(r.Files[0].Name, r.Files[0].Times, r.Files[0].Hash)
	}
	return ""
}

// merge returns a and b as one.
func merge(a, b *bench.Results) *bench.Results {
	m := *a
	m.Complete = a.Complete && b.Complete
	if b.Created.Before(m.Created) {
		m.Created = b.Created
	}
	if b.Finished.After(m.Finished) {
		m.Finished = b.Finished
	}
	m.Plan.Strategies = union(a.Plan.Strategies, b.Plan.Strategies, same)
	m.Plan.DOPs = sorted(union(a.Plan.DOPs, b.Plan.DOPs, same))
	m.Plan.Sizes = sorted(union(a.Plan.Sizes, b.Plan.Sizes, same))
	m.Plan.Caches = union(a.Plan.Caches, b.Plan.Caches, same)
	m.Plan.Runs, m.Plan.Queries = max(a.Plan.Runs, b.Plan.Runs), max(a.Plan.Queries, b.Plan.Queries)
	m.Files = union(a.Files, b.Files, func(x, y bench.File) bool { return x.Times == y.Times })
	m.Contestants = mergeContestants(a.Contestants, b.Contestants)
	m.Measurements = slices.Concat(a.Measurements, b.Measurements)
	m.Gaps = slices.Concat(a.Gaps, b.Gaps)
	m.Peers = union(a.Peers, b.Peers, func(x, y bench.Peer) bool { return x.Name == y.Name })
	m.PeerRuns = slices.Concat(a.PeerRuns, b.PeerRuns)
	return &m
}

func same[T comparable](x, y T) bool { return x == y }

// union appends to a copy of a what only b has.
func union[T any](a, b []T, same func(x, y T) bool) []T {
	out := slices.Clone(a)
	for _, y := range b {
		if !slices.ContainsFunc(out, func(x T) bool { return same(x, y) }) {
			out = append(out, y)
		}
	}
	return out
}

func sorted(v []int) []int { slices.Sort(v); return v }

// mergeContestants keeps a contestant void if it is void anywhere.
func mergeContestants(a, b []bench.Contestant) []bench.Contestant {
	out := union(a, b, func(x, y bench.Contestant) bool { return x.Name == y.Name })
	for i := range out {
		for _, c := range b {
			if c.Name == out[i].Name && out[i].Void == "" {
				out[i].Void = c.Void
			}
		}
	}
	return out
}

// nameLabs gives each lab the shortest name that tells it from the others.
func nameLabs(labs []*lab) {
	more := []func(*lab) string{
		func(l *lab) string { return cmp.Or(l.res.Label, l.machine()) },
		func(l *lab) string { return size(float64(l.fileSize(1))) },
		func(l *lab) string { return shortCommit(l.res.Machine.Commit) },
		func(l *lab) string { return l.res.Created.UTC().Format("2006-01-02 15:04:05") },
	}
	for _, l := range labs {
		l.name = clean(more[0](l))
	}
	for _, add := range more[1:] {
		seen := map[string]int{}
		for _, l := range labs {
			seen[l.name]++
		}
		for _, l := range labs {
			if extra := clean(add(l)); seen[l.name] > 1 && extra != "" {
				l.name += ", " + extra
			}
		}
	}
}

// machine is the machine in a few words.
func (l *lab) machine() string {
	m := l.res.Machine
	name := cmp.Or(m.CPUModel, m.OS+"/"+m.Arch)
	return fmt.Sprintf("%s, %s", name, count(max(m.UsableCPUs, 1), "usable CPU"))
}

func shortCommit(commit string) string {
	if len(commit) > 10 {
		return commit[:10]
	}
	return commit
}

// fileSize is the size of the file with the given number of copies.
func (l *lab) fileSize(times int) int64 {
	for _, f := range l.res.Files {
		if f.Times == times {
			return f.SizeBytes
		}
	}
	return 0
}

// usable is the number of CPUs the machine let us use.
func (l *lab) usable() int { return max(l.res.Machine.UsableCPUs, 1) }

// strategies are the names of the contestants that count, in the order of the
// story, the roof last.
func (l *lab) strategies() []string {
	var names []string
	roof := false
	for _, c := range l.res.Contestants {
		switch {
		case c.Void != "" || slices.Contains(names, c.Name):
		case c.Name == bench.RoofName:
			roof = true
		default:
			names = append(names, c.Name)
		}
	}
	if roof {
		names = append(names, bench.RoofName)
	}
	return names
}

// honest are the strategies without the roof.
func (l *lab) honest() []string {
	return slices.DeleteFunc(l.strategies(), func(s string) bool { return s == bench.RoofName })
}

// A setting is what stays fixed while dops are compared.
type setting struct {
	times int
	cache bench.Cache
}

// setting chooses the one with the most dops; of equal ones warm, then small.
func (l *lab) setting() setting {
	best, most := setting{1, bench.Warm}, 0
	for _, cache := range []bench.Cache{bench.Warm, bench.Cold} {
		for _, times := range l.res.Plan.Sizes {
			if n := len(l.dops(setting{times, cache})); n > most {
				best, most = setting{times, cache}, n
			}
		}
	}
	return best
}

// dops are those with any figure in a setting, ascending.
func (l *lab) dops(s setting) []int {
	var dops []int
	for i := range l.sum.Cells {
		if c := &l.sum.Cells[i]; c.Times == s.times && c.Cache == s.cache {
			dops = append(dops, c.DOP)
		}
	}
	return slices.Compact(sorted(dops))
}

// topDOP is the largest measured dop within the usable CPUs; if there is none,
// the smallest measured one; 0 without any.
func (l *lab) topDOP(s setting) int {
	dops := l.dops(s)
	if len(dops) == 0 {
		return 0
	}
	top := dops[0]
	for _, d := range dops {
		if d <= l.usable() {
			top = d
		}
	}
	return top
}

// cell returns the figures of a strategy, or nil.
func (l *lab) cell(name string, dop int, s setting) *bench.Cell {
	return l.sum.Cell(bench.Key{Strategy: name, DOP: dop, Times: s.times, Cache: s.cache})
}

// memory is what the machine or its cgroup gives us, 0 if not known.
func (l *lab) memory() (bytes int64, what string) {
	m := l.res.Machine
	if m.MemoryLimitBytes > 0 && (m.MemoryBytes == 0 || m.MemoryLimitBytes < m.MemoryBytes) {
		return m.MemoryLimitBytes, "memory limit"
	}
	return m.MemoryBytes, "physical memory"
}

// source says where the figures come from: the line under each figure.
func (l *lab) source(s setting) string {
	parts := []string{l.machine()}
	if b, what := l.memory(); b > 0 {
		parts[0] += ", " + size(float64(b)) + " " + what
	}
	for _, f := range l.res.Files {
		if f.Times == s.times {
			parts = append(parts, fmt.Sprintf("%s, %s records", size(float64(f.SizeBytes)), group(f.Records)))
		}
	}
	if s.cache != "" {
		parts = append(parts, string(s.cache)+" page cache")
	}
	parts = append(parts, fmt.Sprintf("medians of %s, bars: %s", l.runs(s), l.interval(s)), l.noise(s))
	parts = append(parts, l.res.Machine.GoVersion)
	if c := l.res.Machine.Commit; c != "" {
		parts = append(parts, "commit "+shortCommit(c)+map[bool]string{true: " (modified)"}[l.res.Machine.Modified])
	}
	parts = append(parts, l.res.Created.UTC().Format("2 January 2006"))
	return clean(strings.Join(nonEmpty(parts...), " · "))
}

// in lists the figures of a setting. A zero size or cache state stands for all.
func (l *lab) in(s setting) []*bench.Cell {
	var cells []*bench.Cell
	for i := range l.sum.Cells {
		c := &l.sum.Cells[i]
		if (s.times == 0 || c.Times == s.times) && (s.cache == "" || c.Cache == s.cache) && c.First.N > 0 {
			cells = append(cells, c)
		}
	}
	return cells
}

// runs says how many counted runs the medians stand on.
func (l *lab) runs(s setting) string {
	lo, hi := math.MaxInt, 0
	for _, c := range l.in(s) {
		lo, hi = min(lo, c.First.N), max(hi, c.First.N)
	}
	switch {
	case hi == 0:
		return "no runs"
	case lo == hi:
		return count(lo, "run")
	}
	return fmt.Sprintf("%d to %d runs", lo, hi)
}

// interval names what the bars show: with few runs an interval of the median
// cannot reach 95 %.
func (l *lab) interval(s setting) string {
	worst := 1.0
	for _, c := range l.in(s) {
		worst = math.Min(worst, c.First.Confidence)
	}
	if worst < 0.945 {
		return fmt.Sprintf("interval of the median, %.0f\u00a0%% or better", 100*worst)
	}
	return "95\u00a0% interval of the median"
}

// noise says how much of the machine others took, if that is worth a word.
func (l *lab) noise(s setting) string {
	worst := 0.0
	for _, c := range l.in(s) {
		worst = math.Max(worst, c.NoiseShare)
	}
	if worst < 0.05 {
		return ""
	}
	return fmt.Sprintf("others took up to %s of the CPU time", percent(math.Min(worst, 1)))
}
