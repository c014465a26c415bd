package bench

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"geoscan"
)

// Machine is what a reader must know of the machine to believe the figures.
// What cannot be read is left empty; nothing in it names a user or a host.
type Machine struct {
	OS         string `json:"os"`   // GOOS
	Arch       string `json:"arch"` // GOARCH
	Kernel     string `json:"kernel,omitempty"`
	Hypervisor string `json:"hypervisor,omitempty"` // empty: none, or not known

	CPUModel       string `json:"cpuModel,omitempty"`
	Sockets        int    `json:"sockets,omitempty"`
	Cores          int    `json:"cores,omitempty"` // of all sockets, online
	ThreadsPerCore int    `json:"threadsPerCore,omitempty"`
	LogicalCPUs    int    `json:"logicalCPUs"` // online
	// UsableCPUs is how many CPUs this process may keep busy: affinity and
	// cgroup quota counted, quota rounded up, at least 1. dops above it are
	// marked.
	UsableCPUs int          `json:"usableCPUs"`
	Governor   string       `json:"governor,omitempty"` // of CPU 0
	MaxMHz     float64      `json:"maxMHz,omitempty"`
	Caches     []CacheLevel `json:"caches,omitempty"` // of CPU 0, data and unified, nearest first

	MemoryBytes      int64   `json:"memoryBytes,omitempty"`      // physical
	MemoryLimitBytes int64   `json:"memoryLimitBytes,omitempty"` // of the cgroup; 0: none
	PageBytes        int     `json:"pageBytes"`
	HugePages        string  `json:"hugePages,omitempty"` // transparent huge pages: always, madvise, never
	Cgroup           int     `json:"cgroup,omitempty"`    // version, 1 or 2; 0: none
	QuotaCPUs        float64 `json:"quotaCPUs,omitempty"` // CPU quota of the cgroup; 0: none

	// Throttling counters of the cgroup before the first and after the last run.
	ThrottledBefore Throttling `json:"throttledBefore"`
	ThrottledAfter  Throttling `json:"throttledAfter"`
	NoiseKnown      bool       `json:"noiseKnown"` // Measurement.Noise is measured

	GoVersion  string   `json:"goVersion"`
	GOMAXPROCS int      `json:"gomaxprocs"`     // as the measured processes start; dop does not change it
	GOGC       string   `json:"gogc,omitempty"` // from the environment
	GOMEMLIMIT string   `json:"gomemlimit,omitempty"`
	GOAMD64    string   `json:"goamd64,omitempty"`
	CGO        bool     `json:"cgo"`
	BuildFlags []string `json:"buildFlags,omitempty"` // -tags, -ldflags and the like, from the build info
	Commit     string   `json:"commit,omitempty"`
	Modified   bool     `json:"modified,omitempty"` // built from a tree with changes not committed
}

// CacheLevel is one CPU cache.
type CacheLevel struct {
	Level      int    `json:"level"`
	Kind       string `json:"kind"` // "data" or "unified"
	SizeBytes  int64  `json:"sizeBytes"`
	SharedCPUs int    `json:"sharedCPUs,omitempty"` // logical CPUs that share it
}

// Throttling counts how often and how long a cgroup used up its CPU quota.
type Throttling struct {
	Periods   int64   `json:"periods,omitempty"`   // all, throttled or not
	Throttled int64   `json:"throttled,omitempty"` // periods
	Seconds   float64 `json:"seconds,omitempty"`
}

// ReadMachine reads the facts of this machine and this binary. What cannot be
// read stays empty. ThrottledAfter is left for the end of the run.
func ReadMachine() Machine {
	m := Machine{
		OS: runtime.GOOS, Arch: runtime.GOARCH, PageBytes: os.Getpagesize(),
		LogicalCPUs: runtime.NumCPU(), GoVersion: runtime.Version(), GOMAXPROCS: runtime.GOMAXPROCS(0),
		GOGC: os.Getenv("GOGC"), GOMEMLIMIT: os.Getenv("GOMEMLIMIT"),
	}
	readSystem(&m)
	m.UsableCPUs = min(geoscan.UsableCPUs(), usableCPUs(runtime.NumCPU(), m.QuotaCPUs))
	if info, ok := debug.ReadBuildInfo(); ok {
		m.readBuild(info.Settings)
	}
	return m
}

// usableCPUs is how many CPUs the process may keep busy: those of its affinity
// mask, but no more than its quota, a started one counted whole.
func usableCPUs(affinity int, quota float64) int {
	n := max(affinity, 1)
	if quota > 0 {
		n = min(n, int(math.Ceil(quota)))
	}
	return max(n, 1)
}

// readBuild takes what the linker wrote into the binary. A binary made by
// `go run` or `go test` has no commit in it.
func (m *Machine) readBuild(settings []debug.BuildSetting) {
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			m.Commit = s.Value
		case "vcs.modified":
			m.Modified = s.Value == "true"
		case "GOAMD64":
			m.GOAMD64 = s.Value
		case "CGO_ENABLED":
			m.CGO = s.Value == "1"
		case "-tags", "-ldflags", "-gcflags", "-pgo", "-race":
			m.BuildFlags = append(m.BuildFlags, s.Key+"="+cutPaths(s.Value))
		}
	}
}

// cutPaths shortens a value that is a path to its last element: results are
// published, and folders name people.
func cutPaths(s string) string {
	if filepath.IsAbs(s) {
		return filepath.Base(s)
	}
	return s
}

// ReadAfter reads again what changes during a run.
func (m *Machine) ReadAfter() { m.ThrottledAfter = readThrottling() }
