package bench

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"golang.org/x/perf/benchmath"
)

// Change is what became of one combination from one results file to another.
type Change struct {
	Key
	SizeBytes int64
	Wall      Shift // elapsed seconds to the first answer
	// CPU is about the CPU seconds of whole runs. Other processes disturb them
	// far less than elapsed time, so they tell a change of the code where the
	// machine is too busy for the clock. Empty if the two results do not make
	// the same number of queries, or do not know CPU times.
	CPU Shift
}

// A Shift compares the runs of one quantity, before and after.
type Shift struct {
	Old, New Estimate
	// P is the probability of samples at least this different if nothing had
	// changed (Mann-Whitney U test, two-sided).
	P float64
	// Significant reports whether P is below alpha, after Holm's correction
	// for the number of comparisons.
	Significant bool
	// Roof is what became of the roof at the same dop, size and cache state: a
	// contestant that nobody changed, so it shows what the machine did. 0 if it
	// was not measured, or if its runs do not tell a difference (P >= alpha).
	Roof float64
	// Noise is the share of the usable CPU time that others took, the median
	// of the noisier side.
	Noise float64
}

// tooNoisy is the noise above which two sessions cannot be compared. What
// others do to caches and clocks lasts longer than a session, so more runs do
// not average it out.
const tooNoisy = 0.1

// Ratio is the new median in relation to the old: 1.1 is 10 % slower.
func (s Shift) Ratio() float64 { return over(s.New.Median, s.Old.Median) }

// Named reports whether the shift may be spoken of. It has to be significant,
// larger than the spread of the runs on either side, and larger than what
// became of the roof, and nobody else may have kept the machine busy: two
// sessions on one machine differ by more than the runs within a session tell.
func (s Shift) Named() bool {
	size := relative(s.Ratio())
	return s.Significant && s.Noise <= tooNoisy && size > max(s.Old.Spread(), s.New.Spread()) && size > relative(s.Roof)
}

// drift is the ratio, or 0 if the runs tell no difference.
func (s Shift) drift() float64 {
	if s.P >= alpha {
		return 0
	}
	return s.Ratio()
}

// Verdict says in words what the shift is: "no difference", the percentage, or
// that the machine was too busy to tell.
func (s Shift) Verdict() string {
	if s.Old.N == 0 || s.New.N == 0 {
		return "-"
	}
	switch {
	case s.Noise > tooNoisy:
		return "too noisy"
	case !s.Named():
		return "no difference"
	}
	percent := 100 * math.Abs(s.Ratio()-1)
	if s.Ratio() > 1 {
		return fmt.Sprintf("%.1f %% more", percent)
	}
	return fmt.Sprintf("%.1f %% less", percent)
}

// relative is how far a ratio is from 1, the same for 2 and 1/2; 0 for none.
func relative(ratio float64) float64 {
	if ratio <= 0 {
		return 0
	}
	return max(ratio, 1/ratio) - 1
}

// alpha is the share of false alarms that is put up with in a whole comparison.
const alpha = 0.05

// CompareResults compares what both results hold: same strategy, dop, size in
// bytes and cache state. The order is that of the old results.
func CompareResults(old, new *Results) []Change {
	oldRuns, newRuns := countedRuns(old), countedRuns(new)
	var changes []Change
	for _, k := range planKeys(old.Plan) {
		for _, n := range planKeys(new.Plan) {
			same := k.Strategy == n.Strategy && k.DOP == n.DOP && k.Cache == n.Cache &&
				old.sizeBytes(k.Times) == new.sizeBytes(n.Times)
			if same && len(oldRuns[k]) > 0 && len(newRuns[n]) > 0 {
				changes = append(changes, newChange(k, old, new, oldRuns[k], newRuns[n]))
			}
		}
	}
	holm(shifts(changes))
	control(changes)
	return changes
}

// control fills in what became of the roof. The roof itself has none.
func control(changes []Change) {
	roofs := map[Key]Change{}
	for _, c := range changes {
		if c.Strategy == RoofName {
			roofs[c.Key] = c
		}
	}
	for i := range changes {
		if c := &changes[i]; c.Strategy != RoofName {
			roof := roofs[Key{RoofName, c.DOP, c.Times, c.Cache}]
			c.Wall.Roof, c.CPU.Roof = roof.Wall.drift(), roof.CPU.drift()
		}
	}
}

func newChange(k Key, old, new *Results, oldRuns, newRuns []*Measurement) Change {
	c := Change{Key: k, SizeBytes: old.sizeBytes(k.Times), Wall: newShift(oldRuns, newRuns, (*Measurement).FirstSeconds)}
	c.Wall.Noise = max(eachOf(oldRuns, noiseShare(old)).Median, eachOf(newRuns, noiseShare(new)).Median)
	if oldRuns[0].Queries == newRuns[0].Queries {
		c.CPU = newShift(oldRuns, newRuns, func(m *Measurement) float64 { return m.Usage.CPUSeconds() })
		c.CPU.Noise = c.Wall.Noise
	}
	if c.CPU.Old.Max == 0 || c.CPU.New.Max == 0 {
		c.CPU = Shift{}
	}
	return c
}

func newShift(old, new []*Measurement, value func(*Measurement) float64) Shift {
	a, b := values(old, value), values(new, value)
	test := benchmath.AssumeNothing.Compare(newSample(a), newSample(b))
	return Shift{Old: NewEstimate(a), New: NewEstimate(b), P: test.P}
}

// shifts lists all comparisons of the changes.
func shifts(changes []Change) []*Shift {
	var list []*Shift
	for i := range changes {
		list = append(list, &changes[i].Wall)
		if changes[i].CPU.Old.N > 0 {
			list = append(list, &changes[i].CPU)
		}
	}
	return list
}

// holm decides which shifts are significant. Comparing forty things at 5 % each
// would find two differences where there are none, so the smallest P has
// to be below alpha/n, the next below alpha/(n-1) and so on (S. Holm, A simple
// sequentially rejective multiple test procedure, 1979).
func holm(list []*Shift) {
	byP := slices.Clone(list)
	slices.SortStableFunc(byP, func(a, b *Shift) int { return cmp.Compare(a.P, b.P) })
	for i, s := range byP {
		if s.P >= alpha/float64(len(byP)-i) {
			return
		}
		s.Significant = true
	}
}

// WriteComparison writes a table of the changes, and what keeps the two results
// from being compared fairly.
func WriteComparison(w io.Writer, old, new *Results) error {
	changes := CompareResults(old, new)
	for _, doubt := range append(doubts(old, new), tooFew(changes)...) {
		fmt.Fprintf(w, "note: %s\n", doubt)
	}
	if len(changes) == 0 {
		_, err := fmt.Fprintln(w, "nothing to compare: the files share no strategy, dop, size and cache state")
		return err
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "strategy\tdop\tsize\tcache\told seconds\tnew seconds\ttime\tU test\told CPU\tnew CPU\tCPU time\tU test")
	for _, c := range changes {
		fmt.Fprintf(tw, "%s\t%d\t%s\t%s%s%s\n", c.Strategy, c.DOP, SizeText(c.SizeBytes), c.Cache, shiftText(c.Wall), shiftText(c.CPU))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, `Seconds to the first answer and CPU seconds of the run: median [95 %% interval]. A difference is named if p < %v
after Holm's correction for %d comparisons, and if it exceeds the spread of the runs and the change of the roof.
"too noisy": others took more than %.0f %% of the usable CPU time, so the sessions cannot be compared.
`, alpha, len(shifts(changes)), 100*tooNoisy)
	return err
}

func shiftText(s Shift) string {
	if s.Old.N == 0 {
		return "\t-\t-\t-\t-"
	}
	return fmt.Sprintf("\t%s\t%s\t%s\tp=%.3f n=%d+%d", intervalText(s.Old), intervalText(s.New), s.Verdict(), s.P, s.Old.N, s.New.N)
}

// tooFew says if there are so few runs that even samples that do not overlap
// could not be significant.
func tooFew(changes []Change) []string {
	list := shifts(changes)
	for _, s := range list {
		least := 2 / math.Exp(lchoose(s.Old.N+s.New.N, s.Old.N)) // both orders, of all
		if bound := alpha / float64(len(list)); least >= bound {
			return []string{fmt.Sprintf("with %d+%d runs the U test cannot give less than p=%.4f, and %d comparisons ask for %.4f: make more runs, or compare fewer combinations",
				s.Old.N, s.New.N, least, len(list), bound)}
		}
	}
	return nil
}

// lchoose is the logarithm of n over k.
func lchoose(n, k int) float64 {
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x) + 1); return v }
	return lg(n) - lg(k) - lg(n-k)
}

func intervalText(e Estimate) string {
	return fmt.Sprintf("%s [%s, %s]", digits(e.Median, 4), digits(e.Lo, 4), digits(e.Hi, 4))
}

// doubts lists what else changed.
func doubts(old, new *Results) []string {
	var d []string
	add := func(what string, a, b any) {
		if a != b {
			d = append(d, fmt.Sprintf("%s: %v, then %v", what, a, b))
		}
	}
	add("CPU", old.Machine.CPUModel, new.Machine.CPUModel)
	add("usable CPUs", old.Machine.UsableCPUs, new.Machine.UsableCPUs)
	add("kernel", old.Machine.Kernel, new.Machine.Kernel)
	add("Go", old.Machine.GoVersion, new.Machine.GoVersion)
	add("query", old.Plan.Query, new.Plan.Query)
	if len(old.Files) > 0 && len(new.Files) > 0 {
		add("content of the file", old.Files[0].Hash, new.Files[0].Hash)
	}
	return d
}
