package report

import (
	"fmt"
	"strings"

	"geoscan/bench"
)

// facts lists what is known of machine, files and run. What is not known is
// left out.
func (l *lab) facts() []fact {
	var fs []fact
	add := func(name, value string) {
		if value != "" {
			fs = append(fs, fact{name, clean(value)})
		}
	}
	m := l.res.Machine
	add("Processor", m.CPUModel)
	add("CPUs", cpuFacts(m))
	add("Caches", cacheFacts(m.Caches))
	add("Clock", clockFacts(m))
	add("Memory", memoryFacts(m))
	add("Virtual machine", m.Hypervisor)
	add("System", strings.Join(nonEmpty(m.OS+"/"+m.Arch, m.Kernel, prefixed("huge pages ", m.HugePages)), ", "))
	add("Control group", cgroupFacts(m))
	add("Go", strings.Join(nonEmpty(m.GoVersion, fmt.Sprintf("GOMAXPROCS %d", m.GOMAXPROCS), prefixed("GOGC ", m.GOGC),
		prefixed("GOMEMLIMIT ", m.GOMEMLIMIT), prefixed("GOAMD64 ", m.GOAMD64), map[bool]string{true: "cgo", false: "without cgo"}[m.CGO]), ", "))
	add("Build", strings.Join(nonEmpty(m.Commit, map[bool]string{true: "with changes that are not committed"}[m.Modified], strings.Join(m.BuildFlags, " ")), ", "))
	for _, f := range l.res.Files {
		add("File "+map[bool]string{true: "", false: fmt.Sprintf("× %d", f.Times)}[f.Times == 1], strings.Join(nonEmpty(f.Name,
			size(float64(f.SizeBytes)), group(f.Records)+" records", f.FileSystem, f.Hash), ", "))
	}
	add("Question", question(l.res.Plan.Query))
	add("Order of runs", fmt.Sprintf("random, seed %d", l.res.Seed))
	return fs
}

func nonEmpty(parts ...string) []string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

func cpuFacts(m bench.Machine) string {
	parts := []string{fmt.Sprintf("%d logical, %d usable", m.LogicalCPUs, m.UsableCPUs)}
	if m.Cores > 0 {
		parts = append(parts, fmt.Sprintf("%s with %s each, %s", count(m.Cores, "core"), count(max(m.ThreadsPerCore, 1), "thread"), count(max(m.Sockets, 1), "socket")))
	}
	return strings.Join(parts, "; ")
}

func cacheFacts(cs []bench.CacheLevel) string {
	var parts []string
	for _, c := range cs {
		parts = append(parts, fmt.Sprintf("L%d %s %s", c.Level, c.Kind, binarySize(c.SizeBytes)))
	}
	return strings.Join(parts, ", ")
}

// binarySize writes sizes of caches, which are powers of two.
func binarySize(b int64) string {
	if b >= 1<<20 {
		return brief(float64(b)/(1<<20)) + "\u00a0MiB"
	}
	return brief(float64(b)/(1<<10)) + "\u00a0KiB"
}

func clockFacts(m bench.Machine) string {
	var parts []string
	if m.MaxMHz > 0 {
		parts = append(parts, whole(m.MaxMHz)+"\u00a0MHz at most")
	}
	if m.Governor != "" {
		parts = append(parts, "governor "+m.Governor)
	}
	return strings.Join(parts, ", ")
}

func memoryFacts(m bench.Machine) string {
	var parts []string
	if m.MemoryBytes > 0 {
		parts = append(parts, size(float64(m.MemoryBytes)))
	}
	if m.MemoryLimitBytes > 0 {
		parts = append(parts, "limited to "+size(float64(m.MemoryLimitBytes)))
	}
	return strings.Join(parts, ", ")
}

func cgroupFacts(m bench.Machine) string {
	if m.Cgroup == 0 {
		return ""
	}
	s := fmt.Sprintf("version %d", m.Cgroup)
	if m.QuotaCPUs > 0 {
		s += fmt.Sprintf(", quota %s CPUs", three(m.QuotaCPUs))
	}
	n := m.ThrottledAfter.Throttled - m.ThrottledBefore.Throttled
	return s + fmt.Sprintf(", throttled in %s periods during the run (%s)", group(n),
		seconds(m.ThrottledAfter.Seconds-m.ThrottledBefore.Seconds))
}

func question(q bench.Query) string {
	if q == (bench.Query{}) {
		return "the article's: elevation > 8000, highest first"
	}
	parts := nonEmpty(prefixed("where ", q.Where), prefixed("select ", q.Select), prefixed("order by ", q.OrderBy))
	if q.Limit > 0 {
		parts = append(parts, fmt.Sprintf("limit %d", q.Limit))
	}
	return strings.Join(parts, " · ")
}

// method says how it was measured, the same for every report.
func method() []string {
	return []string{
		fmt.Sprintf("Every measurement is a process of its own, in random order with a recorded seed, after one warm-up of each combination; at least %d runs count.", bench.MinRuns),
		"The time to the first answer goes from opening the file to the last row: prepare and one scan. Speed-ups, fits and charts of time are about it. Comparison with other tools is by whole processes.",
		"A value is the median of the runs; its interval covers the true median with 95\u00a0% probability and assumes nothing of how times are distributed. With fewer than six runs the interval is the whole range.",
		"A speed-up is claimed only if the intervals do not overlap and the difference is larger than the middle half of the runs on either side is wide.",
		"Warm: the file's pages were in memory, cold: dropped from it; both checked page by page before the run. The roof reads every byte with the same number of goroutines and does nothing else.",
		"A contestant whose rows differ from the others' is void, and so is a run that did not see every record. They are named, and their times are in no figure.",
		"dop is the number of goroutines allowed to scan. dops above the CPUs the process may use are marked and never fitted.",
	}
}
