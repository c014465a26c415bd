package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/term"

	"geoscan"
	"geoscan/bench"
	"geoscan/geonames"
	"geoscan/input"
	"geoscan/output"
	"geoscan/strategies"
)

// A benchCommand is what the flags of geoscan bench say.
type benchCommand struct {
	strategies, dops, sizes, caches string
	runs, queries                   int
	peers, compare, clean           bool
	out, label, dir, peersDir       string
	seed                            uint64
	budget                          time.Duration
	noise                           float64
	rest                            []string

	measureJob bench.Measure // nil: in a process of its own
}

const benchHead = `usage: geoscan bench [flags] [FILE]
       geoscan bench -compare OLD NEW

Measures the strategies on FILE, each run in a process of its own, in random
order. Writes the results as JSON, and beside them as text for benchstat.

`

func (c *benchCommand) flags() *flag.FlagSet {
	fs := newFlags("geoscan bench")
	fs.StringVar(&c.strategies, "strategies", "all", "measure the strategies of this `LIST`, and the roof")
	fs.StringVar(&c.dops, "dop", "", "degrees of parallelism, a `LIST` such as 1-8 or 1,2,4; default: 1 to the usable CPUs")
	fs.StringVar(&c.sizes, "sizes", "1", "measure on the file concatenated so many times, a `LIST`")
	fs.StringVar(&c.caches, "cache", "warm", "`LIST` of warm and cold: the file in memory, or dropped from it before each run")
	fs.IntVar(&c.runs, "runs", 10, "counted runs of each combination, at least 5; a warm-up comes on top")
	fs.IntVar(&c.queries, "queries", 1, "scans after the one preparation in each run")
	fs.BoolVar(&c.peers, "peers", false, "measure also the other tools found on PATH")
	fs.StringVar(&c.peersDir, "peers-dir", filepath.Join("peers", "bin"), "with -peers: where make peers put this project's own")
	fs.StringVar(&c.out, "o", "bench.json", "write the results to `FILE`, and FILE with .txt for benchstat")
	fs.StringVar(&c.label, "label", "", "your `NAME` for this machine, kept in the results")
	fs.StringVar(&c.dir, "sizes-dir", "", "keep concatenations in `DIR`; default: in the user's cache folder")
	fs.BoolVar(&c.clean, "clean", false, "remove the concatenations afterwards")
	fs.Uint64Var(&c.seed, "seed", 0, "of the order of runs; 0: a random one, which the results tell")
	fs.DurationVar(&c.budget, "time", 0, "stop after this `DURATION`, but not before 5 runs of each combination; 0: no bound")
	fs.Float64Var(&c.noise, "max-noise", 0, "if others used more than this `SHARE` of the usable CPU time, make a run again, up to 3 times, and take the quietest; 0: no bound")
	fs.BoolVar(&c.compare, "compare", false, "compare two results files")
	return fs
}

func runBench(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var c benchCommand
	return c.run(ctx, args, stdout, stderr)
}

func (c *benchCommand) run(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	fs := c.flags()
	if c.rest, err = parse(fs, args); err == flag.ErrHelp {
		fmt.Fprint(stdout, benchHead)
		fs.SetOutput(stdout)
		fs.PrintDefaults()
		return nil
	} else if err != nil {
		return err
	}
	if c.compare {
		return c.runCompare(stdout)
	}
	return c.measure(ctx, args, stdout, stderr)
}

func (c *benchCommand) runCompare(stdout io.Writer) error {
	if len(c.rest) != 2 {
		return usagef("bench -compare wants two results files, the old and the new one")
	}
	old, err := bench.ReadFile(c.rest[0])
	if err != nil {
		return err
	}
	new, err := bench.ReadFile(c.rest[1])
	if err != nil {
		return err
	}
	return bench.WriteComparison(stdout, old, new)
}

// measure makes the runs and writes the tables. Whatever way it ends, what was measured is in the
// results file.
func (c *benchCommand) measure(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	plan, err := c.plan()
	if err != nil {
		return err
	}
	path, err := c.file()
	if err != nil {
		return err
	}
	save := saver{path: c.out, inputs: []string{path}}
	res := &bench.Results{Schema: bench.SchemaVersion, Created: time.Now().UTC(), Label: c.label,
		Command: commandLine(args), Machine: bench.ReadMachine()}
	if err := save.check(); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "geoscan: measuring on %s, results go to %s\n", oneLine(path), oneLine(c.out))
	inputs, err := c.makeSizes(ctx, path, plan.Sizes)
	if err != nil {
		return err
	}
	if c.clean {
		defer bench.RemoveSizes(inputs)
	}
	r, err := c.runner(ctx, plan, inputs)
	if err != nil {
		return err
	}
	board := newBoard(stderr)
	var saved error
	r.Report = func(p bench.Progress) {
		board.Show(p)
		if saved == nil {
			saved = save.now(p.Results, false)
		}
	}
	err = r.Run(ctx, res)
	board.Close()
	res.Machine.ReadAfter()
	return firstError(err, saved, save.now(res, true), res.WriteTables(stdout), verdict(res))
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// verdict is an error if a contestant is void, or a run for another reason than
// noise.
func verdict(res *bench.Results) error {
	for _, c := range res.Contestants {
		if c.Void != "" {
			return fmt.Errorf("%s is void: %s", c.Name, c.Void)
		}
	}
	for _, m := range res.Measurements {
		if m.Void != "" && !m.Disturbed() {
			return fmt.Errorf("a run of %s at dop %d is void: %s", m.Strategy, m.DOP, m.Void)
		}
	}
	return nil
}

// plan reads the lists of the flags.
func (c *benchCommand) plan() (bench.Plan, error) {
	p := bench.Plan{Runs: c.runs, Queries: c.queries, Query: benchQuery()}
	var err error
	if p.Strategies, err = c.strategyNames(); err != nil {
		return p, err
	}
	if c.dops == "" {
		c.dops = fmt.Sprintf("1-%d", bench.ReadMachine().UsableCPUs)
	}
	if p.DOPs, err = numbers("-dop", c.dops, 4096); err != nil {
		return p, err
	}
	if p.Sizes, err = numbers("-sizes", c.sizes, 4096); err != nil {
		return p, err
	}
	for name := range strings.SplitSeq(c.caches, ",") {
		cache := bench.Cache(strings.TrimSpace(name))
		if cache != bench.Warm && cache != bench.Cold {
			return p, usagef("-cache %q: want warm, cold or both", name)
		}
		if !slices.Contains(p.Caches, cache) {
			p.Caches = append(p.Caches, cache)
		}
	}
	switch {
	case c.runs < bench.MinRuns:
		return p, usagef("-runs %d: at least %d are needed for an interval", c.runs, bench.MinRuns)
	case c.queries < 1:
		return p, usagef("-queries %d: want at least 1", c.queries)
	case c.budget < 0:
		return p, usagef("-time %v: can't be negative", c.budget)
	case c.noise < 0 || c.noise > 1:
		return p, usagef("-max-noise %v: want a share from 0 to 1", c.noise)
	case c.seed >= 1<<53:
		return p, usagef("-seed %d: want less than %d", c.seed, uint64(1)<<53)
	}
	return p, nil
}

func benchQuery() bench.Query {
	q := geonames.ArticleQuery()
	return bench.Query{Where: q.Where, Select: q.Select, OrderBy: q.OrderBy, Limit: q.Limit}
}

// strategyNames returns the chosen strategies in the order of their story, and
// the roof.
func (c *benchCommand) strategyNames() ([]string, error) {
	names := strategies.Names()
	if c.strategies != "all" {
		chosen := map[string]bool{}
		for name := range strings.SplitSeq(c.strategies, ",") {
			name = strings.TrimSpace(name)
			if _, err := findStrategy(name); err != nil && name != bench.RoofName {
				return nil, err
			}
			chosen[name] = true
		}
		names = slices.DeleteFunc(names, func(n string) bool { return !chosen[n] })
	}
	return append(names, bench.RoofName), nil
}

// numbers reads a list such as 1-4,8 of numbers from 1 to most.
func numbers(name, list string, most int) ([]int, error) {
	var ns []int
	for part := range strings.SplitSeq(list, ",") {
		lo, hi, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			hi = lo
		}
		a, err1 := strconv.Atoi(lo)
		b, err2 := strconv.Atoi(hi)
		if err1 != nil || err2 != nil || a < 1 || b < a || b > most {
			return nil, usagef("%s %q: want numbers from 1 to %d, such as 1-8 or 1,2,4", name, list, most)
		}
		for n := a; n <= b; n++ {
			ns = append(ns, n)
		}
	}
	slices.Sort(ns)
	return slices.Compact(ns), nil
}

// file returns the path to measure on. The embedded sample is too small to
// tell anything.
func (c *benchCommand) file() (string, error) {
	switch {
	case len(c.rest) > 1:
		return "", usagef("bench measures on one file; -sizes makes larger ones of it")
	case len(c.rest) == 1:
		return c.rest[0], nil
	case os.Getenv("GEOSCAN_DATA") != "":
		return os.Getenv("GEOSCAN_DATA"), nil
	}
	if _, err := os.Stat(dataFile); err != nil {
		return "", usagef("no file to measure on: name one, or make one with geoscan data gen")
	}
	return dataFile, nil
}

func (c *benchCommand) makeSizes(ctx context.Context, path string, sizes []int) ([]bench.Input, error) {
	if c.dir == "" {
		dir, err := bench.SizesDir()
		if err != nil {
			return nil, err
		}
		c.dir = dir
	}
	return bench.MakeSizes(ctx, path, c.dir, sizes)
}

func (c *benchCommand) runner(ctx context.Context, plan bench.Plan, inputs []bench.Input) (*bench.Runner, error) {
	if c.measureJob == nil {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		c.measureJob = bench.InProcess(self, bench.ChildVerb)
	}
	for c.seed == 0 {
		c.seed = rand.Uint64N(1 << 53)
	}
	r := &bench.Runner{Plan: plan, Inputs: inputs, Seed: c.seed, Budget: c.budget, MaxNoise: c.noise,
		Measure: c.measureJob, MeasurePeer: bench.RunPeer}
	for _, name := range plan.Strategies {
		s, ok := strategies.Find(name)
		if !ok {
			s = bench.Roof(bench.Warm)
		}
		title, _, _ := strings.Cut(s.Doc, ". ")
		r.Contestants = append(r.Contestants, bench.Contestant{Name: s.Name, Title: strings.TrimSuffix(title, "."),
			Parallel: s.Parallel, Streams: s.Streams})
	}
	if c.peers {
		r.Peers = bench.FindPeers(ctx, c.peersDir)
	}
	return r, nil
}

// newBoard shows progress on w, drawing if it is a terminal.
func newBoard(w io.Writer) *bench.Board {
	b := &bench.Board{W: w}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		b.Width, b.Height, _ = term.GetSize(int(f.Fd()))
	}
	return b
}

// commandLine is the command for the results. Folders name people, so paths are
// cut to their last element.
func commandLine(args []string) []string {
	line := []string{"geoscan", "bench"}
	for _, a := range args {
		flag, value, isFlag := strings.Cut(a, "=")
		switch {
		case strings.ContainsRune(a, filepath.Separator) && isFlag && strings.HasPrefix(a, "-"):
			a = flag + "=" + filepath.Base(value)
		case strings.ContainsRune(a, filepath.Separator):
			a = filepath.Base(a)
		}
		line = append(line, a)
	}
	return line
}

// A saver writes the results while they grow, so that even a killed run leaves
// most of them.
type saver struct {
	path   string
	inputs []string
	last   time.Time
}

const saveInterval = 2 * time.Second

// check tells before the first run whether the results can be written.
func (s *saver) check() error {
	for _, path := range []string{s.path, s.textPath()} {
		f, err := output.Create(path, s.inputs)
		if err != nil {
			return err
		}
		f.Abort()
	}
	return nil
}

// textPath is where the results go as text for benchstat.
func (s *saver) textPath() string { return strings.TrimSuffix(s.path, ".json") + ".txt" }

// now writes the results, if it is time for it or the run is over.
func (s *saver) now(res *bench.Results, over bool) error {
	if !over && time.Since(s.last) < saveInterval {
		return nil
	}
	s.last = time.Now()
	if err := s.write(s.path, res.Write); err != nil || !over {
		return err
	}
	return s.write(s.textPath(), res.WriteText)
}

func (s *saver) write(path string, write func(io.Writer) error) error {
	f, err := output.Create(path, s.inputs)
	if err != nil {
		return err
	}
	defer f.Abort()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// runBenchChild makes one measurement for runBench, which started it.
func runBenchChild(ctx context.Context, args []string, stdout, _ io.Writer) error {
	if len(args) > 0 {
		return usagef("%s is for geoscan bench itself", bench.ChildVerb)
	}
	child := bench.Child{Strategies: strategies.All(), Schema: geonames.Schema(),
		Open: func(path string) (geoscan.Source, error) { return input.Open(path) }}
	return child.Serve(ctx, os.Stdin, stdout)
}
