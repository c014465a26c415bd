package report

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"geoscan/bench"
)

// amortised shows what a query costs when many are asked of one prepared table.
func amortised(l *lab) Figure {
	s := l.setting()
	dop := l.topDOP(s)
	f := Figure{
		Name:   "amortised",
		Title:  fmt.Sprintf("Cost of a query when many are asked, at dop %d", dop),
		Source: l.source(s),
		height: 420,
	}
	pays := l.breakEvens(s, dop)
	most := 100.0
	for _, b := range pays {
		most = math.Max(most, math.Min(1e5, 4*float64(b.Queries)))
	}
	most = math.Pow(10, math.Ceil(math.Log10(most)-1e-9))
	p := panel{x: axis{label: "queries asked of one prepared table", log: true}, y: axis{label: "seconds for each query, preparation shared out", log: true}}
	for _, name := range l.honest() {
		if c := l.cell(name, dop, s); c != nil && c.First.Median > 0 {
			curve, marks := costCurve(c, most)
			p.series = append(p.series, curve, marks)
		}
	}
	for _, b := range pays {
		if c := l.cell(b.Strategy, dop, s); c != nil && b.Queries > 1 && float64(b.Queries) <= most {
			p.walls = append(p.walls, wall{float64(b.Queries), lookOf(b.Strategy).label, fmt.Sprintf("%s: %s", short(b.Strategy), group(b.Queries))})
		}
	}
	f.panels = []panel{p}
	f.Caption = "Lower is better, both axes logarithmic. (Prepare and n scans) divided by n; every curve ends at the cost of a scan alone." + breakEvenCaption(p.walls) + l.laterCaption(s, dop) + l.leftOut()
	return f.orMissing("No counted run of any strategy is in these results.")
}

func breakEvenCaption(walls []wall) string {
	if len(walls) == 0 {
		return ""
	}
	return " Vertical lines: the number of queries from which a prepared table is cheaper than " + bench.BaseStrategy + "."
}

// laterCaption warns if the cost of further scans was not measured.
func (l *lab) laterCaption(s setting, dop int) string {
	for _, name := range l.honest() {
		if c := l.cell(name, dop, s); c != nil && !c.LaterMeasured {
			return " Only one query was asked in each run, so the time of the first scan stands for later ones; -queries 2 or more measures them."
		}
	}
	return ""
}

// breakEvens are those of a setting and dop, in the order of the story.
func (l *lab) breakEvens(s setting, dop int) []bench.BreakEven {
	var list []bench.BreakEven
	for _, b := range l.sum.BreakEvens {
		if b.DOP == dop && b.Times == s.times && b.Cache == s.cache {
			list = append(list, b)
		}
	}
	return list
}

// costCurve is the cost per query from 1 to most queries: a smooth line, and
// markers at the powers of ten.
func costCurve(c *bench.Cell, most float64) (curve, marks series) {
	k := lookOf(c.Strategy)
	curve = series{name: c.Strategy, look: k, noMark: true}
	marks = series{name: c.Strategy, label: short(c.Strategy), look: k, noLine: true}
	cost := c.Cost()
	for i := 0; ; i++ {
		n := math.Round(math.Pow(10, float64(i)/10))
		if n > most {
			break
		}
		at := point{x: n, y: cost.Amortised(int64(n))}
		curve.points = append(curve.points, at)
		if i%10 == 0 {
			at.tip = fmt.Sprintf("%s, %s: %s for each", c.Strategy, queries(int64(n)), seconds(at.y))
			marks.points = append(marks.points, at)
		}
	}
	return curve, marks
}

func queries(n int64) string {
	if n == 1 {
		return "1 query"
	}
	return group(n) + " queries"
}

// allocations sets allocations beside the gain from more goroutines.
func allocations(l *lab) Figure {
	s := l.setting()
	dop := l.topDOP(s)
	f := Figure{
		Name:   "allocations",
		Title:  fmt.Sprintf("Do allocations decide whether goroutines help? dop %d against dop 1", dop),
		Source: l.source(s),
		height: 360,
	}
	if dop < 2 || l.dops(s)[0] != 1 {
		return f.missing("A speed-up needs dop 1 and a larger dop within the usable CPUs in the same results.")
	}
	p := panel{
		x:    axis{label: "allocations for each record, logarithmic", log: true},
		y:    axis{label: fmt.Sprintf("speed-up of dop %d over dop 1, same strategy", dop)},
		bare: true,
	}
	for _, name := range l.honest() {
		c := l.cell(name, dop, s)
		if c == nil || c.SpeedupSame.Value == 0 {
			continue
		}
		p.series = append(p.series, allocPoint(c))
	}
	p.names = true
	p.levels = []level{{float64(1), "no gain"}, {float64(dop), "perfect"}}
	p.y.top = 1.15 * max(float64(dop), p.highest())
	f.panels = []panel{p}
	f.Caption = "Allocations on the Go heap, of prepare and one scan, zero set apart. Every one takes time that other goroutines may have to wait for. What C allocates is not counted. Bars without an end go on." + l.leftOut()
	return f.orMissing("No strategy was measured at dop 1 and at another dop.")
}

func allocPoint(c *bench.Cell) series {
	n := c.PrepareAllocsPerRecord + c.ScanAllocsPerRecord
	if n < 5e-4 { // some dozens in a whole run: as good as none
		n = 0
	}
	r := c.SpeedupSame
	return series{name: c.Strategy, label: short(c.Strategy), look: lookOf(c.Strategy), noLine: true,
		points: []point{{x: n, y: r.Value, ylo: r.Lo, yhi: r.Hi, tip: fmt.Sprintf(
			"%s: %s allocations a record, %s of them of at most %d bytes; speed-up %s (%s to %s)", c.Strategy,
			digits(n, 2), percent(c.SmallAllocShare), bench.SmallAllocBytes, times(r.Value), times(r.Lo), times(r.Hi))}}}
}

// coldAgainstWarm shows each strategy with the file dropped from memory and in it.
func coldAgainstWarm(l *lab) Figure {
	s := l.coldSetting()
	dop := l.topDOP(setting{s.times, bench.Cold})
	f := Figure{
		Name:   "cold-warm",
		Title:  fmt.Sprintf("The first read from the disk, and the file in memory, at dop %d", dop),
		Source: l.source(setting{s.times, ""}),
	}
	if dop == 0 {
		return f.missing("Cold runs were not measured" + l.coldReason() + ".")
	}
	p := panel{x: axis{label: "seconds, logarithmic", log: true}, bare: true, heads: []string{"warm", "cold", "cold / warm"}}
	for _, name := range l.strategies() {
		warm, cold := l.cell(name, dop, setting{s.times, bench.Warm}), l.cell(name, dop, setting{s.times, bench.Cold})
		if warm != nil || cold != nil {
			p.addPair(name, warm, cold)
		}
	}
	f.panels, f.height = []panel{p}, rowsHeight(len(p.rows))
	plain := look{line: ink, shape: disc}
	f.keys = []key{
		{look: plain, dash: noStroke, text: "warm: in the page cache"},
		{look: look{line: ink, shape: bar}, dash: noStroke, text: "cold: dropped from it, checked page by page"},
	}
	f.Caption = "Time to the first answer; shorter is better. The line between the two is what the disk costs, ≈ where the spread of the runs could explain it. The roof reads the file and does nothing else." + l.leftOut()
	return f.orMissing("No counted run of any strategy is in these results.")
}

// coldSetting is the size with the most cold figures.
func (l *lab) coldSetting() setting {
	best, most := setting{l.setting().times, bench.Cold}, 0
	for _, t := range l.res.Plan.Sizes {
		if n := len(l.dops(setting{t, bench.Cold})); n > most {
			best, most = setting{t, bench.Cold}, n
		}
	}
	return best
}

// coldReason is the reason in the results for having no cold runs, if any.
func (l *lab) coldReason() string {
	for _, g := range l.res.Gaps {
		if g.Cache == bench.Cold {
			return ": " + clean(g.Reason)
		}
	}
	return "; -cache warm,cold measures them where the file can be dropped from memory"
}

// addPair adds a row with a warm and a cold figure, either of which may be nil.
func (p *panel) addPair(name string, warm, cold *bench.Cell) {
	k := lookOf(name)
	if k.shape == noShape {
		k.shape = disc
	}
	s := series{name: name, look: k}
	r := row{name: short(name), cells: []string{"–", "–", ""}}
	add := func(i int, c *bench.Cell, state string, shape shape, lift vg.Length) {
		e := c.First
		s.points = append(s.points, point{x: e.Median, y: -float64(len(p.rows)), xlo: e.Lo, xhi: e.Hi, shape: shape, lift: lift,
			tip: fmt.Sprintf("%s, %s: %s", name, state, interval(e, seconds))})
		r.cells[i] = seconds(e.Median)
	}
	if warm != nil {
		add(0, warm, "warm", 0, 5)
	}
	if cold != nil {
		add(1, cold, "cold", bar, -5)
	}
	if warm != nil && cold != nil {
		r.cells[2] = ratio(bench.Speedup(cold.First, warm.First)).Text
	}
	p.rows, p.series = append(p.rows, r), append(p.series, s)
}

func rowsHeight(n int) float64 { return 25*float64(n) + 75 }
