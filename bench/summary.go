package bench

import (
	"math"
	"slices"
)

// Summary is what results say once the runs are summed up.
type Summary struct {
	Cells      []Cell      // in the order of the plan: cache, size, strategy, dop
	Series     []Series    // one for each strategy, size and cache state
	BreakEvens []BreakEven // of strategies that prepare, against threads
	Peers      []PeerCell  // honest ones first, fastest first
	Warnings   []string    // what a reader must hear before the figures
}

// Cell is one combination: all its counted runs.
type Cell struct {
	Key
	SizeBytes  int64
	Records    int64
	OverUsable bool // dop is above the CPUs this machine let us use

	// Seconds. First is the time to the first answer (open, prepare, one
	// scan); speed-up, fits and the charts of time are about it.
	First, Prepare, FirstScan, LaterScan, Whole Estimate
	// LaterMeasured is false if the plan had one query only: LaterScan is
	// FirstScan then.
	LaterMeasured bool

	Rate      Estimate // bytes a second, whole file / First
	ScanRate  Estimate // bytes a second, whole file / FirstScan
	LaterRate Estimate // bytes a second, whole file / LaterScan

	SpeedupSame  Ratio // of First, against the same strategy at dop 1
	SpeedupNaive Ratio // of First, against naive at dop 1
	ScanSpeedup  Ratio // of FirstScan, against the same strategy at dop 1
	Efficiency   Ratio // SpeedupSame / dop
	// RoofShare is Rate in relation to that of the roof at the same dop, size
	// and cache state; 0 if the roof was not measured.
	RoofShare float64

	// Medians over the counted runs.
	CPUs                   float64 // mean number of CPUs kept busy
	CPUSeconds             float64 // user and system, whole run
	PrepareAllocsPerRecord float64
	ScanAllocsPerRecord    float64 // of one scan
	SmallAllocShare        float64 // of all allocations, at most SmallAllocBytes
	PeakRSSBytes           float64
	AnonBytes              float64
	IndexBytes             float64
	MajorFaults            float64
	MinorFaults            float64
	GCCount                float64
	ResidentShare          float64
	// NoiseShare is the CPU time that others took (other processes, the
	// hypervisor, throttling) in relation to what the run had at hand: elapsed
	// time times usable CPUs.
	NoiseShare float64
	Malformed  int64
}

// Cell returns the cell of k, or nil if nothing was counted for it.
func (s *Summary) Cell(k Key) *Cell {
	i := slices.IndexFunc(s.Cells, func(c Cell) bool { return c.Key == k })
	if i < 0 {
		return nil
	}
	return &s.Cells[i]
}

// Summarize sums up the runs that count. It never fails: what the results do
// not hold is missing from the summary, with a warning.
func Summarize(res *Results) *Summary {
	s := &Summary{}
	runs := countedRuns(res)
	for _, k := range planKeys(res.Plan) {
		if len(runs[k]) > 0 {
			s.Cells = append(s.Cells, newCell(res, k, runs[k]))
		}
	}
	for i := range s.Cells {
		s.relate(&s.Cells[i])
	}
	s.Series = newSeries(res, s, runs)
	s.BreakEvens = newBreakEvens(s)
	s.Peers = newPeerCells(res)
	s.Warnings = warnings(res, s)
	return s
}

// planKeys lists all combinations: cache, size, strategy, dop.
func planKeys(p Plan) []Key {
	var keys []Key
	for _, cache := range p.Caches {
		for _, times := range p.Sizes {
			for _, name := range p.Strategies {
				for _, dop := range p.DOPs {
					keys = append(keys, Key{name, dop, times, cache})
				}
			}
		}
	}
	return keys
}

// countedRuns groups the measurements that count by their combination.
func countedRuns(res *Results) map[Key][]*Measurement {
	void := map[string]bool{}
	for _, c := range res.Contestants {
		void[c.Name] = c.Void != ""
	}
	runs := map[Key][]*Measurement{}
	for i := range res.Measurements {
		if m := &res.Measurements[i]; m.Counts() && !void[m.Strategy] {
			runs[m.Key()] = append(runs[m.Key()], m)
		}
	}
	return runs
}

func newCell(res *Results, k Key, runs []*Measurement) Cell {
	each := func(f func(*Measurement) float64) Estimate { return eachOf(runs, f) }
	median := func(f func(*Measurement) float64) float64 { return each(f).Median }
	first := runs[0]
	usable := max(res.Machine.UsableCPUs, 1)
	later, whole := byQueries(runs)
	return Cell{
		Key: k, SizeBytes: first.Bytes, Records: first.Records, Malformed: first.Malformed,
		OverUsable:    k.DOP > usable,
		First:         each((*Measurement).FirstSeconds),
		Prepare:       each(func(m *Measurement) float64 { return m.PrepareSeconds }),
		FirstScan:     each((*Measurement).FirstScanSeconds),
		LaterScan:     eachOf(later, (*Measurement).LaterScanSeconds),
		LaterMeasured: len(later[0].ScanSeconds) > 1,
		Whole:         eachOf(whole, (*Measurement).WholeSeconds),
		Rate:          each(rate((*Measurement).FirstSeconds)),
		ScanRate:      each(rate((*Measurement).FirstScanSeconds)),
		LaterRate:     eachOf(later, rate((*Measurement).LaterScanSeconds)),

		CPUs:                   median(func(m *Measurement) float64 { return over(m.Usage.CPUSeconds(), m.TotalSeconds) }),
		CPUSeconds:             median(func(m *Measurement) float64 { return m.Usage.CPUSeconds() }),
		PrepareAllocsPerRecord: median(func(m *Measurement) float64 { return over(float64(m.PrepareAllocs.Count), float64(m.Records)) }),
		ScanAllocsPerRecord:    median(scanAllocsPerRecord),
		SmallAllocShare:        median(smallShare),
		PeakRSSBytes:           median(func(m *Measurement) float64 { return float64(m.Usage.PeakRSSBytes) }),
		AnonBytes:              median(func(m *Measurement) float64 { return float64(m.Usage.AnonBytes) }),
		IndexBytes:             median(func(m *Measurement) float64 { return float64(m.Usage.IndexBytes) }),
		MajorFaults:            median(func(m *Measurement) float64 { return float64(m.Usage.MajorFaults) }),
		MinorFaults:            median(func(m *Measurement) float64 { return float64(m.Usage.MinorFaults) }),
		GCCount:                median(func(m *Measurement) float64 { return float64(m.Usage.GCCount) }),
		ResidentShare:          median(func(m *Measurement) float64 { return m.ResidentShare }),
		NoiseShare:             median(noiseShare(res)),
	}
}

// byQueries returns the runs that tell what a later query takes, and those that
// tell what a whole process takes: results of several plans, put together, hold
// runs of one query and of more. Of later queries speak those with more, if
// there are any; of whole processes those with the fewest.
func byQueries(runs []*Measurement) (later, whole []*Measurement) {
	fewest := len(runs[0].ScanSeconds)
	for _, m := range runs {
		fewest = min(fewest, len(m.ScanSeconds))
	}
	for _, m := range runs {
		if len(m.ScanSeconds) > 1 {
			later = append(later, m)
		}
		if len(m.ScanSeconds) == fewest {
			whole = append(whole, m)
		}
	}
	if later == nil {
		later = runs
	}
	return later, whole
}

// values is one quantity of all runs.
func values(runs []*Measurement, f func(*Measurement) float64) []float64 {
	v := make([]float64, len(runs))
	for i, m := range runs {
		v[i] = f(m)
	}
	return v
}

// eachOf sums up one quantity of all runs.
func eachOf(runs []*Measurement, f func(*Measurement) float64) Estimate {
	return NewEstimate(values(runs, f))
}

// rate turns a time into bytes a second. A time too short for the clock gives
// a value that is not finite, which NewEstimate ignores.
func rate(seconds func(*Measurement) float64) func(*Measurement) float64 {
	return func(m *Measurement) float64 {
		if s := seconds(m); s > 0 {
			return float64(m.Bytes) / s
		}
		return math.NaN()
	}
}

// over is a / b, or 0 if there is no b.
func over(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

func noiseShare(res *Results) func(*Measurement) float64 {
	usable := float64(max(res.Machine.UsableCPUs, 1))
	return func(m *Measurement) float64 { return over(m.Noise.total(), m.ProcessSeconds*usable) }
}

// total is all CPU time that others took.
func (n Noise) total() float64 { return n.OtherCPUSeconds + n.StealSeconds + n.ThrottledSeconds }

func scanAllocsPerRecord(m *Measurement) float64 {
	return over(float64(m.ScanAllocs.Count), float64(m.Records)*float64(len(m.ScanSeconds)))
}

func smallShare(m *Measurement) float64 {
	small := m.PrepareAllocs.SmallCount + m.ScanAllocs.SmallCount
	return over(float64(small), float64(m.PrepareAllocs.Count+m.ScanAllocs.Count))
}

// relate fills in what compares c with other cells.
func (s *Summary) relate(c *Cell) {
	if base := s.Cell(Key{c.Strategy, 1, c.Times, c.Cache}); base != nil {
		c.SpeedupSame = Speedup(base.First, c.First)
		c.ScanSpeedup = Speedup(base.FirstScan, c.FirstScan)
		c.Efficiency = c.SpeedupSame.Over(c.DOP)
	}
	if base := s.Cell(Key{"naive", 1, c.Times, c.Cache}); base != nil {
		c.SpeedupNaive = Speedup(base.First, c.First)
	}
	if roof := s.Cell(Key{RoofName, c.DOP, c.Times, c.Cache}); roof != nil {
		c.RoofShare = over(c.Rate.Median, roof.Rate.Median)
	}
}
