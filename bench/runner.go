package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// A Runner carries out a plan. Its fields are set before Run and not changed
// afterwards.
type Runner struct {
	Plan        Plan
	Seed        uint64 // of the order of runs
	Inputs      []Input
	Contestants []Contestant // in the order of the story
	Measure     Measure
	Cache       Cacher // nil: a PageCache

	Peers       []PeerTool // none: no peers
	MeasurePeer MeasurePeer

	// Budget ends the run between rounds once it is used up, but never before
	// MinRuns counted runs of everything. 0: no bound.
	Budget time.Duration

	// MaxNoise is the share of the usable CPU time that others may take during
	// a run. A run with more is made again at the end of its round, up to
	// maxAgain times, and the quietest try counts. On a machine that is never
	// quiet this ends when half as many runs as planned were made again. The
	// rule looks at the machine's counters, never at the times of the run, so it
	// favours nobody. 0: no bound.
	MaxNoise float64

	// Report is called after every measurement, and once before the first.
	// The results are the runner's: to be read during the call only. May be nil.
	Report func(Progress)
}

// A Cacher puts a file into a cache state; see [PageCache].
type Cacher interface {
	Warm(path string) (share float64, err error)
	Evict(path string) (share float64, err error)
	Touched(path string)
}

// Progress tells how far a run is.
type Progress struct {
	Done, Total int
	Elapsed     time.Duration
	Left        time.Duration // estimated from the runs made so far
	Results     *Results
	Last        *Measurement // just made; nil before the first and after a peer's
	LastPeer    *PeerRun     // just made; nil before the first and after a strategy's
}

// item is one run to be made: of a contestant or, if peer >= 0, of a peer.
type item struct {
	Key
	peer  int
	run   int // 0: warm-up
	again int // how often it was disturbed
}

// maxAgain is how often a disturbed run is made again.
const maxAgain = 3

// state is the runner's while it runs.
type state struct {
	*Runner
	res    *Results
	cache  Cacher
	left   []item
	again  []item // disturbed in this round
	repeat int    // how many runs may still be made again
	total  int
	start  time.Time
	costs  map[Key]cost   // by combination; peers by their name
	broken map[Key]bool   // its warm-up failed
	stuck  map[Cache]bool // cannot be brought about

	faults  map[int]string // by order: why the cache state makes a run void
	answers map[int]PeerAnswer
}

// Run makes all measurements and adds them to res, which holds what is known
// before: machine, command, seed. When ctx ends it stops and returns the
// context's error; what was measured so far is in res, with its verdicts.
func (r *Runner) Run(ctx context.Context, res *Results) error {
	s := &state{Runner: r, res: res, cache: r.Cache, start: time.Now(), costs: map[Key]cost{},
		broken: map[Key]bool{}, stuck: map[Cache]bool{}, faults: map[int]string{}, answers: map[int]PeerAnswer{}}
	if s.cache == nil {
		s.cache = &PageCache{}
	}
	s.begin()
	rounds := s.rounds()
	for _, round := range rounds {
		s.total += len(round)
		s.left = append(s.left, round...)
	}
	s.repeat = s.total / 2
	s.report(nil, nil)
	for n, round := range rounds {
		if s.exhausted(n, round) {
			s.gap(Gap{Reason: fmt.Sprintf("the time budget of %v was used up after %d of %d runs of each", r.Budget, n-1, r.Plan.Runs)})
			break
		}
		if err := s.steps(ctx, round); err != nil {
			return err
		}
	}
	s.judge()
	res.Complete = true
	s.report(nil, nil)
	return nil
}

// steps makes the runs of a round, then those that were disturbed, until none
// is left.
func (s *state) steps(ctx context.Context, items []item) error {
	for len(items) > 0 {
		s.again = nil
		for _, it := range items {
			if err := s.step(ctx, it); err != nil {
				return err
			}
		}
		items = s.again
		s.left = append(slices.Clone(items), s.left...)
		s.total += len(items)
	}
	return nil
}

// begin writes into the results what is planned.
func (s *state) begin() {
	s.res.Plan, s.res.Seed = s.Plan, s.Seed
	s.res.Contestants = slices.Clone(s.Contestants)
	for _, in := range s.Inputs {
		s.res.Files = append(s.res.Files, in.File)
	}
	for _, p := range s.Peers {
		s.res.Peers = append(s.res.Peers, p.Peer)
	}
}

// rounds orders the runs: in every round each combination comes once, in an
// order of its own drawn from the seed. So a disturbance hits all contestants
// alike, and after any round the results are balanced. Round 0 is the warm-up.
func (s *state) rounds() [][]item {
	rnd := rand.New(rand.NewPCG(s.Seed, 0))
	rounds := make([][]item, s.Plan.Runs+1)
	for run := range rounds {
		for _, k := range planKeys(s.Plan) {
			if k.DOP == s.Plan.DOPs[0] || s.parallel(k.Strategy) {
				rounds[run] = append(rounds[run], item{Key: k, peer: -1, run: run})
			}
		}
		if run <= MinRuns {
			rounds[run] = append(rounds[run], s.peerItems(run)...)
		}
		rnd.Shuffle(len(rounds[run]), func(i, j int) {
			rounds[run][i], rounds[run][j] = rounds[run][j], rounds[run][i]
		})
	}
	// Without the file itself in the plan, one run on it tells how many rows a
	// concatenation must have.
	if !slices.Contains(s.Plan.Sizes, 1) && len(s.Plan.Strategies) > 0 {
		k := Key{s.Plan.Strategies[0], s.Plan.DOPs[0], 1, Warm}
		rounds[0] = slices.Insert(rounds[0], 0, item{Key: k, peer: -1})
	}
	return rounds
}

// parallel reports whether more than one dop makes sense.
func (s *state) parallel(name string) bool {
	i := slices.IndexFunc(s.Contestants, func(c Contestant) bool { return c.Name == name })
	return i < 0 || s.Contestants[i].Parallel
}

// exhausted reports whether round n would go beyond the budget.
func (s *state) exhausted(n int, round []item) bool {
	return s.Budget > 0 && n > MinRuns && time.Since(s.start)+s.estimate(round) > s.Budget
}

// step makes one run, unless it is known to be of no use.
func (s *state) step(ctx context.Context, it item) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.left = s.left[1:]
	if s.broken[it.costKey(s)] || s.stuck[it.Cache] {
		s.total--
		return nil
	}
	share, why, err := s.setCache(it)
	if err != nil {
		return err
	}
	if s.stuck[it.Cache] {
		s.total--
		return nil
	}
	start := time.Now()
	if it.peer >= 0 {
		err = s.stepPeer(ctx, it, share, why)
	} else {
		err = s.stepStrategy(ctx, it, share, why)
	}
	if it.Cache == Cold {
		s.cache.Touched(s.path(it.Times))
	}
	s.costs[it.costKey(s)] = s.costs[it.costKey(s)].add(time.Since(start))
	return err
}

// stepStrategy makes a run of a contestant. Only the end of ctx is an error:
// any other failure is a result.
func (s *state) stepStrategy(ctx context.Context, it item, share float64, why string) error {
	m, err := s.Measure(ctx, Job{Path: s.path(it.Times), Strategy: it.Strategy, DOP: it.DOP,
		Queries: s.Plan.Queries, Query: s.Plan.Query, Cache: it.Cache})
	if ctx.Err() != nil {
		return ctx.Err() // half a measurement is none
	}
	m.Strategy, m.DOP, m.Times, m.Cache, m.Queries = it.Strategy, it.DOP, it.Times, it.Cache, s.Plan.Queries
	m.Run, m.WarmUp, m.Order = it.run, it.run == 0, s.order()
	m.ResidentShare, s.faults[m.Order] = share, why
	if err != nil {
		m.Error = err.Error()
		s.fail(it, err)
	} else {
		s.repeatDisturbed(it, m.Noise, m.ProcessSeconds)
	}
	s.res.Measurements = append(s.res.Measurements, m)
	s.judge()
	s.report(&s.res.Measurements[len(s.res.Measurements)-1], nil)
	return nil
}

// noiseFloor is the CPU time of others below which a run is never disturbed:
// the machine counts in steps of 10 ms, and each CPU has a step of its own.
const noiseFloor = 0.03

// repeatDisturbed orders a run again that others spoilt. Warm-ups may be
// disturbed: they do not count anyway.
func (s *state) repeatDisturbed(it item, n Noise, seconds float64) {
	share := over(n.total(), seconds*float64(max(s.res.Machine.UsableCPUs, 1)))
	if s.MaxNoise == 0 || it.run == 0 || n.total() < noiseFloor || share <= s.MaxNoise || it.again == maxAgain || s.repeat == 0 {
		return
	}
	it.again++
	s.repeat--
	s.again = append(s.again, it)
}

// fail gives a combination up if already its warm-up does not work.
func (s *state) fail(it item, err error) {
	if it.run == 0 {
		s.broken[it.costKey(s)] = true
		g := Gap{Strategy: it.Strategy, DOP: it.DOP, Times: it.Times, Cache: it.Cache, Reason: err.Error()}
		s.gap(g)
	}
}

// setCache brings about the cache state of a run and returns the share of
// resident pages, and why the run must not count if that is not as it should be.
func (s *state) setCache(it item) (share float64, why string, err error) {
	path := s.path(it.Times)
	if it.Cache == Cold {
		share, err = s.cache.Evict(path)
		if errors.Is(err, ErrNoEviction) {
			s.stuck[Cold] = true
			s.gap(Gap{Cache: Cold, Reason: err.Error()})
			return share, "", nil
		}
		return share, "", err
	}
	share, err = s.cache.Warm(path)
	if err == nil && share >= 0 && share < warmShare && s.fits(it.Times) {
		why = fmt.Sprintf("only %.1f %% of the file were in memory", 100*share)
	}
	return share, why, err
}

// warmShare is the share of pages that makes a file warm.
const warmShare = 0.99

// fits reports whether the file should have room in memory: larger ones are
// measured as warm as they get, with the share recorded.
func (s *state) fits(times int) bool {
	m := s.res.Machine
	memory := m.MemoryBytes
	if m.MemoryLimitBytes > 0 {
		memory = min(memory, m.MemoryLimitBytes)
	}
	return memory == 0 || s.input(times).SizeBytes < memory/10*7
}

// input returns the file of a size. The plan's sizes all have one.
func (s *state) input(times int) Input {
	i := slices.IndexFunc(s.Inputs, func(in Input) bool { return in.Times == times })
	if i < 0 {
		return Input{}
	}
	return s.Inputs[i]
}

func (s *state) path(times int) string { return s.input(times).Path }

// order is the place of the next run among all.
func (s *state) order() int { return len(s.res.Measurements) + len(s.res.PeerRuns) }

// gap adds g, once.
func (s *state) gap(g Gap) {
	if !slices.Contains(s.res.Gaps, g) {
		s.res.Gaps = append(s.res.Gaps, g)
	}
}

func (s *state) report(m *Measurement, p *PeerRun) {
	s.res.Finished = time.Now().UTC()
	if s.Report == nil {
		return
	}
	s.Report(Progress{Done: s.order(), Total: s.total, Elapsed: time.Since(s.start),
		Left: s.estimate(s.left), Results: s.res, Last: m, LastPeer: p})
}
