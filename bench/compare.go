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
	Old, New  Estimate // seconds to the first answer
	// P is the probability of samples at least this different if nothing had
	// changed (Mann-Whitney U test, two-sided).
	P float64
	// Significant reports whether P is below alpha, after Holm's correction
	// for the number of combinations compared.
	Significant bool
	// Roof is what became of the roof at the same dop, size and cache state: a
	// contestant that nobody changed, so it shows what the machine did. 0 if it
	// was not measured.
	Roof     float64
	Warnings []string
}

// Named reports whether the change may be spoken of. It has to be significant,
// larger than the spread of the runs on either side, and larger than what
// became of the roof: two sessions on one machine differ by more than the runs
// within a session tell.
func (c Change) Named() bool {
	size := relative(c.Ratio())
	return c.Significant && size > max(c.Old.Spread(), c.New.Spread()) && size > relative(c.Roof)
}

// relative is how far a ratio is from 1, the same for 2 and 1/2; 0 for none.
func relative(ratio float64) float64 {
	if ratio <= 0 {
		return 0
	}
	return max(ratio, 1/ratio) - 1
}

// Ratio is the new median in relation to the old: 1.1 is 10 % slower.
func (c Change) Ratio() float64 { return over(c.New.Median, c.Old.Median) }

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
				changes = append(changes, newChange(k, old.sizeBytes(k.Times), oldRuns[k], newRuns[n]))
			}
		}
	}
	holm(changes)
	control(changes)
	return changes
}

// control fills in what became of the roof. The roof itself has none.
func control(changes []Change) {
	roofs := map[Key]float64{}
	for _, c := range changes {
		if c.Strategy == RoofName {
			roofs[c.Key] = c.Ratio()
		}
	}
	for i := range changes {
		if c := &changes[i]; c.Strategy != RoofName {
			c.Roof = roofs[Key{RoofName, c.DOP, c.Times, c.Cache}]
		}
	}
}

func newChange(k Key, size int64, old, new []*Measurement) Change {
	seconds := func(runs []*Measurement) []float64 {
		v := make([]float64, len(runs))
		for i, m := range runs {
			v[i] = m.FirstSeconds()
		}
		return v
	}
	a, b := seconds(old), seconds(new)
	c := Change{Key: k, SizeBytes: size, Old: NewEstimate(a), New: NewEstimate(b)}
	test := benchmath.AssumeNothing.Compare(newSample(a), newSample(b))
	c.P = test.P
	for _, w := range test.Warnings {
		c.Warnings = append(c.Warnings, w.Error())
	}
	return c
}

// holm decides which changes are significant. Comparing forty combinations at
// 5 % each would find two changes where there are none, so the smallest P has
// to be below alpha/n, the next below alpha/(n-1) and so on (S. Holm, A simple
// sequentially rejective multiple test procedure, 1979).
func holm(changes []Change) {
	byP := make([]*Change, len(changes))
	for i := range changes {
		byP[i] = &changes[i]
	}
	slices.SortStableFunc(byP, func(a, b *Change) int { return cmp.Compare(a.P, b.P) })
	for i, c := range byP {
		if c.P >= alpha/float64(len(byP)-i) {
			return
		}
		c.Significant = true
	}
}

// Verdict says in words what the change is: "no difference", or the percentage.
func (c Change) Verdict() string {
	if !c.Named() {
		return "no difference"
	}
	percent := 100 * math.Abs(c.Ratio()-1)
	if c.Ratio() > 1 {
		return fmt.Sprintf("%.1f %% slower", percent)
	}
	return fmt.Sprintf("%.1f %% faster", percent)
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
	fmt.Fprintln(tw, "strategy\tdop\tsize\tcache\told median\tnew median\tchange\tU test")
	for _, c := range changes {
		fmt.Fprintf(tw, "%s\t%d\t%s\t%s\t%s\t%s\t%s\tp=%.3f n=%d+%d\n", c.Strategy, c.DOP, SizeText(c.SizeBytes), c.Cache,
			intervalText(c.Old), intervalText(c.New), c.Verdict(), c.P, c.Old.N, c.New.N)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, `Seconds to the first answer: median [95 %% interval]. A change is named if p < %v after Holm's
correction for %d comparisons, and if it is larger than the spread of the runs and the change of the roof.
`, alpha, len(changes))
	return err
}

// tooFew says if there are so few runs that even samples that do not overlap
// could not be significant.
func tooFew(changes []Change) []string {
	for _, c := range changes {
		least := 2 / math.Exp(lchoose(c.Old.N+c.New.N, c.Old.N)) // both orders, of all
		if bound := alpha / float64(len(changes)); least >= bound {
			return []string{fmt.Sprintf("with %d+%d runs the U test cannot give less than p=%.4f, and %d comparisons ask for %.4f: make more runs, or compare fewer combinations",
				c.Old.N, c.New.N, least, len(changes), bound)}
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
