package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"geoscan/bench"
)

// A world is a made-up machine with made-up strategies. What it "measures" is
// arithmetic and noise from a fixed seed: good enough to test drawing, worth
// nothing as a measurement, and labelled so.
type world struct {
	label   string
	usable  int
	memory  int64
	dops    []int
	sizes   []int
	caches  []bench.Cache
	runs    int
	queries int
	file    int64
	speed   float64
	noise   float64
	names   []string
	peers   bool
	void    string                                        // name of a contestant that answers wrongly
	keep    func(dop, copies int, cache bench.Cache) bool // nil: every combination
}

// A law is how a made-up strategy behaves.
type law struct {
	perGB   float64 // seconds a GB at dop 1
	serial  float64 // Amdahl
	talk    float64 // USL
	prepare float64 // seconds a GB before the scan
	allocs  float64 // a record
	later   float64 // factor of later scans
}

var laws = map[string]law{
	"naive":       {5.4, 0.35, 0.05, 0, 22, 1},
	"helper":      {2.9, 0.42, 0.04, 0, 2.1, 1},
	"mmchar":      {2.7, 0.38, 0.03, 0, 3.2, 1},
	"mmbyte":      {1.25, 0.30, 0.02, 0, 0.0001, 1},
	"threads":     {0.55, 0.02, 0.002, 0, 0, 0.93},
	"native":      {0.50, 0.02, 0.003, 0, 0, 0.93},
	"indexed":     {0.33, 0.03, 0.004, 0.9, 0.012, 0.95},
	"indexfields": {0.12, 0.05, 0.004, 1.4, 0.02, 0.95},
	"simd":        {0.26, 0.04, 0.01, 0, 0, 0.93},
	"stream":      {0.61, 0.04, 0.006, 0, 0.001, 1},
	"columns":     {0.05, 0.08, 0.01, 2.2, 0.03, 1},
	"auto":        {0.27, 0.05, 0.01, 0, 0, 0.93},
	"roof":        {0.105, 0.25, 0.01, 0, 0, 0.9},
}

var eight = []string{"naive", "helper", "mmchar", "mmbyte", "threads", "native", "indexed", "indexfields", "roof"}
var everyone = []string{"naive", "helper", "mmchar", "mmbyte", "threads", "native", "indexed", "indexfields", "simd", "stream", "columns", "auto", "roof"}

// small is 2 CPUs, dops 1 to 4.
func small() world {
	return world{label: "SYNTHETIC small", usable: 2, memory: 8e9, dops: []int{1, 2, 3, 4}, sizes: []int{1, 2, 4, 8},
		caches: []bench.Cache{bench.Warm, bench.Cold}, runs: 7, queries: 2, file: 400e6, speed: 1, noise: 0.02, names: eight, peers: true}
}

// large is 16 CPUs and all strategies.
func large() world {
	return world{label: "SYNTHETIC large", usable: 16, memory: 64e9, dops: []int{1, 2, 3, 4, 6, 8, 12, 16, 20}, sizes: []int{1, 2, 4},
		caches: []bench.Cache{bench.Warm}, runs: 10, queries: 3, file: 1700e6, speed: 0.7, noise: 0.03, names: everyone}
}

// both are the labs of large and small, which take a while to sum up.
var both = sync.OnceValue(func() []*lab {
	return newLabs([]*bench.Results{large().results(), small().results()})
})

// files are the results files under testdata: small, and made up too.
func files() map[string]world {
	a, b := small(), large()
	a.names = []string{"naive", "mmbyte", "threads", "indexed", "roof"}
	a.sizes, a.runs = []int{1, 2}, 6
	a.keep = func(dop, copies int, cache bench.Cache) bool {
		return dop == 2 || copies == 1 && cache == bench.Warm
	}
	a.void = "mmbyte"
	b.names = []string{"naive", "threads", "simd", "roof"}
	b.dops, b.sizes, b.runs = []int{1, 2, 3, 4, 6, 8, 12}, []int{1}, 6
	return map[string]world{"synthetic-2cpus.json": a, "synthetic-16cpus.json": b}
}

func (w world) results() *bench.Results {
	rnd := rand.New(rand.NewPCG(1, 2))
	r := &bench.Results{Schema: bench.SchemaVersion, Complete: true, Seed: 42, Label: w.label,
		Created: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Finished: time.Date(2026, 1, 2, 3, 14, 5, 0, time.UTC),
		Command: []string{"geoscan", "bench", "-dop", "1-4", "places.txt"},
		Plan:    bench.Plan{Strategies: w.names, DOPs: w.dops, Sizes: w.sizes, Caches: w.caches, Runs: w.runs, Queries: w.queries},
		Machine: bench.Machine{OS: "linux", Arch: "amd64", CPUModel: "Synthetic CPU, no machine at all", LogicalCPUs: w.usable, Cores: w.usable,
			ThreadsPerCore: 1, UsableCPUs: w.usable, MemoryBytes: w.memory, PageBytes: 4096, GoVersion: "go1.26", GOMAXPROCS: w.usable,
			Commit: "0123456789abcdef", Kernel: "0.0.0", Caches: []bench.CacheLevel{{Level: 1, Kind: "data", SizeBytes: 32768, SharedCPUs: 1}}},
	}
	for _, t := range w.sizes {
		b := w.file * int64(t)
		r.Files = append(r.Files, bench.File{Name: "places.txt", Times: t, SizeBytes: b, Records: b / 125, Hash: fmt.Sprintf("xxh64:%016x", b), FileSystem: "ext4"})
	}
	for _, n := range w.names {
		c := bench.Contestant{Name: n, Title: "Made up.", Parallel: true, Streams: n == "stream"}
		if n == w.void {
			c.Void = "its rows differ from those of all others: digest xxh64:00 instead of xxh64:01"
		}
		r.Contestants = append(r.Contestants, c)
	}
	for _, cache := range w.caches {
		for _, t := range w.sizes {
			for _, n := range w.names {
				for _, dop := range w.dops {
					if w.keep != nil && !w.keep(dop, t, cache) {
						continue
					}
					for run := range w.runs {
						r.Measurements = append(r.Measurements, w.measure(rnd, n, dop, t, cache, run+1))
					}
				}
			}
		}
	}
	if w.peers {
		w.addPeers(r, rnd)
	}
	return r
}

func (w world) measure(rnd *rand.Rand, name string, dop, copies int, cache bench.Cache, run int) bench.Measurement {
	l := laws[name]
	gb := float64(w.file) * float64(copies) / 1e9
	p := math.Min(float64(dop), float64(w.usable))
	jitter := func() float64 { return 1 + w.noise*math.Abs(rnd.NormFloat64()) }
	scan := w.speed * l.perGB * gb * (1 + l.serial*(p-1) + l.talk*p*(p-1)) / p * (1 + 0.03*(float64(dop)-p))
	prep := w.speed*l.prepare*gb + 0.0001
	if float64(w.file)*float64(copies) > 0.9*float64(w.memory) || cache == bench.Cold {
		scan = math.Max(scan, gb/0.9) * 1.05
	}
	m := bench.Measurement{Strategy: name, DOP: dop, Times: copies, Cache: cache, Queries: w.queries, Run: run,
		PrepareSeconds: prep * jitter(), Bytes: int64(gb * 1e9), Records: int64(gb * 1e9 / 125), Rows: 30, Digest: "xxh64:01", ResidentShare: 1}
	if cache == bench.Cold {
		m.ResidentShare = 0
	}
	m.TotalSeconds = m.PrepareSeconds
	for q := range w.queries {
		s := scan * jitter()
		if q > 0 {
			s *= l.later
		}
		m.ScanSeconds = append(m.ScanSeconds, s)
		m.TotalSeconds += s
	}
	m.ProcessSeconds = m.TotalSeconds + 0.008
	m.ScanAllocs = bench.Allocs{Count: int64(l.allocs * float64(m.Records) * float64(w.queries)), SmallCount: int64(l.allocs * float64(m.Records))}
	m.Usage = bench.Usage{UserSeconds: m.TotalSeconds * p * 0.9, PeakRSSBytes: 20e6 + int64(prep*5e8)}
	return m
}

func (w world) addPeers(r *bench.Results, rnd *rand.Rand) {
	r.Peers = []bench.Peer{
		{Name: "mawk", Version: "mawk 1.3.4", Command: "mawk -F'\\t' '$16>8000' FILE", Threads: 1},
		{Name: "grep -P", Version: "grep 3.8", Command: "grep -P … FILE", Threads: 1, Note: "a pattern, not a query"},
		{Name: "duckdb", Version: "v1.5", Command: "duckdb -c …", Threads: 2},
		{Name: "encoding/csv", Command: "csvload FILE", Threads: 1, Wrong: "loses 4 of 330 rows"},
		{Name: "clickhouse-local", Missing: "not found on PATH"},
		{Name: "tsv-filter", Missing: "not found on PATH"},
	}
	for i, sec := range []float64{9.3, 2.4, 3.1, 6.2} {
		for run := range w.runs {
			p := bench.PeerRun{Peer: r.Peers[i].Name, Times: 1, Cache: bench.Warm, Run: run + 1, IDs: 330, Digest: "xxh64:02", ResidentShare: 1}
			p.Seconds = sec * float64(w.file) / 1e9 * (1 + w.noise*math.Abs(rnd.NormFloat64()))
			p.UserSeconds, p.PeakRSSBytes = p.Seconds, int64(4e6*(1+40*float64(i)))
			if i == 2 {
				p.PrepareSeconds = 8.2
			}
			r.PeerRuns = append(r.PeerRuns, p)
		}
	}
}
