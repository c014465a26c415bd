package report

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"

	"geoscan/bench"
)

// timeAgainstDOP is the article's figure 1.
func timeAgainstDOP(l *lab) Figure {
	s := l.setting()
	f := Figure{
		Name:   "time-dop",
		Title:  "Time to the first answer, by degree of parallelism",
		Source: l.source(s),
		height: 400,
		usable: l.usable(),
	}
	f.panels = []panel{l.dopPanel(s, first)}
	f.Caption = "Lower is better. Both axes are logarithmic: halving the time with twice the goroutines is a straight fall."
	if l.anyPrepares(s) {
		f.cols = 2
		f.panels[0].title = "Everything counted: prepare and one scan"
		scan := l.dopPanel(s, firstScan)
		scan.title = "The scan alone, map or index ready"
		f.panels = append(f.panels, scan)
		shareRange(f.panels)
	}
	f.Caption += l.leftOut()
	return f.orMissing("No counted run of any strategy is in these results.")
}

// throughput compares every strategy with the roof.
func throughput(l *lab) Figure {
	s := l.setting()
	top := l.topDOP(s)
	f := Figure{
		Name:   "throughput",
		Title:  "Throughput against the roof of the machine",
		Source: l.source(s),
		height: 420,
		usable: l.usable(),
	}
	p := l.dopPanel(s, rate)
	p.y.label, p.y.form = "GB of the file per second, prepare and one scan", inBillions
	for i := range p.series {
		if c := l.cell(p.series[i].name, top, s); c != nil && c.RoofShare > 0 && p.series[i].name != bench.RoofName {
			p.series[i].label += "  " + percent(c.RoofShare)
		}
	}
	f.panels = []panel{p}
	f.Caption = "Higher is better, logarithmic."
	if l.cell(bench.RoofName, top, s) != nil {
		f.Caption += fmt.Sprintf(" The roof reads every byte and does nothing else; the share of it reached at dop %d is written beside each name.", top)
	} else {
		f.Caption += " The roof was not measured."
	}
	f.Caption += l.leftOut()
	return f.orMissing("No counted run of any strategy is in these results.")
}

// A quantity is what a chart shows of a cell, in the unit of its axis.
type quantity struct {
	of   func(*bench.Cell) bench.Estimate
	text func(float64) string // with unit, for hover
	roof bool                 // the roof has it too
}

var (
	first     = quantity{func(c *bench.Cell) bench.Estimate { return c.First }, seconds, true}
	firstScan = quantity{func(c *bench.Cell) bench.Estimate { return c.FirstScan }, seconds, true}
	rate      = quantity{func(c *bench.Cell) bench.Estimate { return c.Rate }, perSecond, true}
	speedup   = quantity{func(c *bench.Cell) bench.Estimate { return asEstimate(c, c.SpeedupSame) }, times, false}
	vsNaive   = quantity{func(c *bench.Cell) bench.Estimate { return asEstimate(c, c.SpeedupNaive) }, times, false}
	efficient = quantity{func(c *bench.Cell) bench.Estimate { return asEstimate(c, c.Efficiency) }, percent, false}
	busy      = quantity{func(c *bench.Cell) bench.Estimate {
		return bench.Estimate{N: c.First.N, Median: c.CPUs}
	}, func(v float64) string { return digits(v, 3) + " CPUs busy" }, false}
)

// asEstimate lets a ratio be drawn as a measured value is.
func asEstimate(c *bench.Cell, r bench.Ratio) bench.Estimate {
	if r.Value == 0 {
		return bench.Estimate{}
	}
	if r.Value == 1 && c.DOP == 1 { // a thing compared with itself has no interval
		return bench.Estimate{N: c.First.N, Median: 1}
	}
	return bench.Estimate{N: c.First.N, Median: r.Value, Lo: r.Lo, Hi: r.Hi}
}

func perSecond(v float64) string  { return size(v) + "/s" }
func inBillions(v float64) string { return plain(v / 1e9) }

// dopPanel draws a quantity against dop, both logarithmic.
func (l *lab) dopPanel(s setting, q quantity) panel {
	p := panel{
		x: l.dopAxis(s, true),
		y: axis{label: "seconds", log: true, form: plain},
	}
	p.over = l.overAt(s, true)
	for _, name := range l.strategies() {
		if name == bench.RoofName && !q.roof {
			continue
		}
		if line := l.dopSeries(name, s, q); len(line.points) > 0 {
			p.series = append(p.series, line)
		}
	}
	return p
}

func (l *lab) dopSeries(name string, s setting, q quantity) series {
	line := series{name: name, label: short(name), look: lookOf(name)}
	if name == bench.RoofName {
		line.dash, line.noMark = dashed, true
	}
	for _, dop := range l.dops(s) {
		c := l.cell(name, dop, s)
		if c == nil {
			continue
		}
		e := q.of(c)
		if e.N == 0 {
			continue
		}
		line.points = append(line.points, point{
			x: float64(dop), y: e.Median, ylo: e.Lo, yhi: e.Hi,
			tip: fmt.Sprintf("%s, dop %d%s: %s", name, dop, overMark(c), interval(e, q.text)),
		})
	}
	return line
}

func overMark(c *bench.Cell) string {
	if c.OverUsable {
		return " (above the usable CPUs)"
	}
	return ""
}

// interval writes a median with its bounds and the number of runs.
func interval(e bench.Estimate, text func(float64) string) string {
	if e.Lo >= e.Hi {
		return fmt.Sprintf("%s (%s)", text(e.Median), count(e.N, "run"))
	}
	return fmt.Sprintf("%s (%s to %s, %s)", text(e.Median), text(e.Lo), text(e.Hi), count(e.N, "run"))
}

// dopAxis has its ticks exactly at the measured dops.
func (l *lab) dopAxis(s setting, log bool) axis {
	a := axis{label: "goroutines allowed to scan (dop)", log: log}
	for _, d := range l.dops(s) {
		a.ticks = append(a.ticks, plot.Tick{Value: float64(d), Label: fmt.Sprint(d)})
	}
	return a
}

// overAt is the place between the last dop within the usable CPUs and the
// first above, 0 if none is above.
func (l *lab) overAt(s setting, log bool) float64 {
	last := 0
	for _, d := range l.dops(s) {
		if d <= l.usable() {
			last = d
			continue
		}
		switch {
		case last == 0:
			return float64(d) / 2
		case log:
			return math.Sqrt(float64(last * d))
		}
		return float64(last+d) / 2
	}
	return 0
}

// anyPrepares reports whether some strategy's preparation is worth a panel.
func (l *lab) anyPrepares(s setting) bool {
	for _, name := range l.honest() {
		for _, dop := range l.dops(s) {
			if c := l.cell(name, dop, s); c != nil && c.Prepare.Median > 0.1*c.First.Median {
				return true
			}
		}
	}
	return false
}

// shareRange gives all panels the vertical range that holds them all.
func shareRange(panels []panel) {
	lo, hi := math.Inf(1), 0.0
	for i := range panels {
		_, ys := panels[i].values()
		for _, y := range ys {
			if y > 0 {
				lo, hi = math.Min(lo, y), math.Max(hi, y)
			}
		}
	}
	for i := range panels {
		if hi > 0 {
			panels[i].y.lo, panels[i].y.hi = lo, hi
		}
	}
}

// leftOut names void contestants, so that no figure hides that they ran.
func (l *lab) leftOut() string {
	var void []string
	for _, c := range l.res.Contestants {
		if c.Void != "" {
			void = append(void, clean(c.Name))
		}
	}
	if len(void) == 0 {
		return ""
	}
	return " Left out because the answer was wrong: " + list(void) + "."
}

// orMissing turns a figure without a single point into a sentence.
func (f Figure) orMissing(why string) Figure {
	for i := range f.panels {
		if !f.panels[i].empty() {
			return f
		}
	}
	f.panels, f.keys, f.Missing, f.Caption = nil, nil, why, ""
	return f
}
