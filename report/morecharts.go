package report

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/plot"

	"geoscan/bench"
)

// timeAgainstSize is the article's figure 2.
func timeAgainstSize(l *lab) Figure {
	base := l.setting()
	sizes := l.sizes(base.cache)
	dop := l.sizeDOP(base.cache)
	f := Figure{
		Name:   "time-size",
		Title:  fmt.Sprintf("Time to the first answer, by file size, at dop %d", dop),
		Source: l.source(setting{0, base.cache}),
		height: 400,
	}
	if len(sizes) < 2 {
		return f.missing("Only one file size was measured; -sizes 1,2,4,8 measures the file concatenated so many times.")
	}
	p := panel{x: axis{label: "size of the file", log: true}, y: axis{label: "seconds", log: true}}
	for _, t := range sizes {
		b := float64(l.fileSize(t))
		p.x.ticks = append(p.x.ticks, plot.Tick{Value: b, Label: size(b)})
	}
	for _, name := range l.strategies() {
		if s := l.sizeSeries(name, dop, base.cache, sizes); len(s.points) > 0 {
			p.series = append(p.series, s)
		}
	}
	f.Caption = "Lower is better. Both axes are logarithmic: time in proportion to the size is a straight line upwards." + l.wallMemory(&p, sizes) + l.leftOut()
	f.panels = []panel{p}
	return f.orMissing("No counted run of any strategy is in these results.")
}

// wallMemory marks the memory of the machine, or says how far away it is.
func (l *lab) wallMemory(p *panel, sizes []int) string {
	mem, what := l.memory()
	largest := float64(l.fileSize(sizes[len(sizes)-1]))
	switch {
	case mem <= 0:
		return " The memory of the machine is not known."
	case float64(mem) > 6*largest:
		return fmt.Sprintf(" The largest file is %s of the %s of %s, so this figure does not show what happens beyond it.",
			percent(largest/float64(mem)), what, size(float64(mem)))
	}
	p.walls = append(p.walls, wall{float64(mem), faint, what + ", " + size(float64(mem))})
	return fmt.Sprintf(" The vertical line is the %s: beyond it the file cannot stay in the page cache.", what)
}

// sizes are the numbers of copies with any figure, ascending, whose size is known.
func (l *lab) sizes(cache bench.Cache) []int {
	var sizes []int
	for i := range l.sum.Cells {
		if c := &l.sum.Cells[i]; c.Cache == cache && l.fileSize(c.Times) > 0 {
			sizes = append(sizes, c.Times)
		}
	}
	return slices.Compact(sorted(sizes))
}

// sizeDOP is the dop measured at the most sizes; of equal ones the largest
// within the usable CPUs.
func (l *lab) sizeDOP(cache bench.Cache) int {
	best, most := 0, 0
	for _, dop := range l.res.Plan.DOPs {
		n := 0
		for _, t := range l.sizes(cache) {
			if slices.Contains(l.dops(setting{t, cache}), dop) {
				n++
			}
		}
		if n > most || n == most && dop <= l.usable() {
			best, most = dop, n
		}
	}
	return best
}

func (l *lab) sizeSeries(name string, dop int, cache bench.Cache, sizes []int) series {
	line := series{name: name, label: short(name), look: lookOf(name)}
	if name == bench.RoofName {
		line.dash, line.noMark = dashed, true
	}
	for _, t := range sizes {
		c := l.cell(name, dop, setting{t, cache})
		if c == nil || c.First.N == 0 {
			continue
		}
		b := float64(l.fileSize(t))
		line.points = append(line.points, point{x: b, y: c.First.Median, ylo: c.First.Lo, yhi: c.First.Hi,
			tip: fmt.Sprintf("%s, %s: %s", name, size(b), interval(c.First, seconds))})
	}
	return line
}

func (f Figure) missing(why string) Figure {
	f.Missing = why
	return f
}

// scaling is speed-up and efficiency, against the strategy itself and naive.
func scaling(l *lab) Figure {
	s := l.setting()
	f := Figure{
		Name:   "speedup",
		Title:  "Speed-up and efficiency",
		Source: l.source(s),
		cols:   2,
		height: 320,
		usable: l.usable(),
	}
	if dops := l.dops(s); len(dops) < 2 || dops[0] != 1 {
		return f.missing("A speed-up needs dop 1 and at least one more dop in the same results.")
	}
	same, eff := l.linearPanel(s, speedup), l.linearPanel(s, efficient)
	same.title, same.y.label = "Speed-up over the same strategy at dop 1", "times as fast; dotted: perfect"
	same.ideal, same.y.zero = true, true
	eff.title, eff.y.label = "Efficiency", "speed-up divided by dop"
	eff.y.form, eff.y.hi, eff.y.zero = percent, 1, true
	naive, cpus := l.linearPanel(s, vsNaive), l.linearPanel(s, busy)
	naive.title, naive.y.label, naive.y.log = "Speed-up over naive at dop 1", "times as fast, logarithmic", true
	cpus.title, cpus.y.label = "CPUs kept busy", "CPU time divided by elapsed time; dotted: dop"
	cpus.ideal, cpus.y.zero = true, true
	within := float64(l.topDOP(s))
	same.y.hi, cpus.y.hi = within, within
	same.y.top, eff.y.top = 1.1*max(within, same.highest()), 1.1*max(1, eff.highest())
	for _, p := range []panel{same, eff, naive, cpus} {
		if !p.empty() {
			f.panels = append(f.panels, p)
		}
	}
	f.Caption = "Bars are cautious, from the ends of both intervals; those without an end go on." + l.leftOut()
	return f.orMissing("No strategy was measured at dop 1 and at another dop.")
}

func (l *lab) linearPanel(s setting, q quantity) panel {
	p := l.dopPanel(s, q)
	p.x.log, p.y.log, p.y.form = false, false, plain
	p.over = l.overAt(s, false)
	return p
}

// overlay is the article's figure 5: the same strategies on several machines.
func overlay(labs []*lab) Figure {
	f := Figure{Name: "machines", Title: "The same strategies on other machines", cols: 4, height: 190}
	if len(labs) < 2 {
		return f.missing("These results come from one machine and file; give several results files to compare machines.")
	}
	scale, unit := commonScale(labs)
	for _, name := range everyName(labs) {
		p := panel{title: short(name), y: axis{log: true}}
		p.x = axis{label: "dop", log: true, ticks: allDOPs(labs)}
		for i, l := range labs {
			line := l.dopSeries(name, l.setting(), first)
			line.label, line.dash, line.plainLabel = letter(i), dash(i%5), true
			for k := range line.points {
				line.points[k] = scaled(line.points[k], scale[i], int(line.points[k].x) > l.usable())
				line.points[k].tip = l.name + ": " + line.points[k].tip
			}
			if len(line.points) > 0 {
				p.series = append(p.series, line)
			}
		}
		if !p.empty() {
			f.panels = append(f.panels, p)
		}
	}
	shareRange(f.panels)
	for i, l := range labs {
		f.keys = append(f.keys, key{look: look{line: ink, shape: noShape}, dash: dash(i % 5), text: letter(i) + "  " + l.name})
		f.Source += letter(i) + ": " + l.source(l.setting()) + ".  "
	}
	f.Caption = "Time to the first answer in " + unit + ", logarithmic: one panel for each strategy, one line for each machine, all panels on one scale. Small markers: dop above the CPUs that machine let us use."
	return f.orMissing("No counted run of any strategy is in these results.")
}

func letter(i int) string { return string(rune('A' + i%26)) }

// commonScale is 1 for every lab if all read files of the same size, else the
// factor that turns seconds into seconds per GB.
func commonScale(labs []*lab) (factor []float64, unit string) {
	sizes := map[int64]bool{}
	for _, l := range labs {
		sizes[l.fileSize(l.setting().times)] = true
		factor = append(factor, 1)
	}
	if len(sizes) == 1 || sizes[0] {
		return factor, "seconds"
	}
	for i, l := range labs {
		factor[i] = 1e9 / float64(l.fileSize(l.setting().times))
	}
	return factor, "seconds per GB"
}

func scaled(p point, by float64, over bool) point {
	p.y, p.ylo, p.yhi, p.small = p.y*by, p.ylo*by, p.yhi*by, over
	return p
}

// everyName lists the strategies of all labs, in the order of the story.
func everyName(labs []*lab) []string {
	var names []string
	for _, l := range labs {
		names = union(names, l.honest(), same)
	}
	for _, l := range labs {
		names = union(names, l.strategies(), same)
	}
	return names
}

func allDOPs(labs []*lab) []plot.Tick {
	var dops []int
	for _, l := range labs {
		dops = append(dops, l.dops(l.setting())...)
	}
	var ticks []plot.Tick
	for _, d := range slices.Compact(sorted(dops)) {
		ticks = append(ticks, plot.Tick{Value: float64(d), Label: fmt.Sprint(d)})
	}
	return ticks
}

// fits shows the laws of scaling with their bands, one panel a strategy.
func fits(l *lab) Figure {
	s := l.setting()
	f := Figure{Name: "fits", Title: "Two laws of scaling, fitted", Source: l.source(s), cols: 4, height: 190, usable: l.usable()}
	var why string
	for _, ser := range l.sum.Series {
		if ser.Times != s.times || ser.Cache != s.cache || ser.Strategy == bench.RoofName {
			continue
		}
		if ser.Amdahl == nil || ser.USL == nil {
			why = ser.Reason
			continue
		}
		f.panels = append(f.panels, l.fitPanel(ser, s))
	}
	if len(f.panels) == 0 {
		return f.missing(cmp.Or(sentence(why), "No counted run of any strategy is in these results."))
	}
	plain := look{line: ink, shape: noShape}
	f.keys = []key{{look: plain, dash: dashed, text: "Amdahl"}, {look: plain, text: "Universal Scalability Law, with its 95 % band"}}
	f.Caption = "Time to the first answer in seconds, measured (markers) and fitted within the usable CPUs (lines), logarithmic. Shaded: dops above the usable CPUs, which are not fitted. Parameters are in the table of fits."
	return f
}

func (l *lab) fitPanel(ser bench.Series, s setting) panel {
	k := lookOf(ser.Strategy)
	p := panel{title: short(ser.Strategy), bare: true, x: l.dopAxis(s, true), y: axis{log: true}, over: l.overAt(s, true)}
	p.x.label = "dop"
	curve := func(fit *bench.Fit, d dash, band bool) series {
		line := series{name: ser.Strategy, look: k, dash: d, noMark: true, band: band}
		for _, c := range fit.Curve {
			line.points = append(line.points, point{x: c.DOP, y: c.Seconds})
			if band {
				line.points[len(line.points)-1].ylo, line.points[len(line.points)-1].yhi = c.Lo, c.Hi
			}
		}
		return line
	}
	measured := l.dopSeries(ser.Strategy, s, first)
	measured.noLine = true
	p.series = []series{curve(ser.USL, solid, true), curve(ser.USL, solid, false), curve(ser.Amdahl, dashed, false), measured}
	return p
}
