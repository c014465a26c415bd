package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"geoscan/bench"
)

// A peerRow is a line of the comparison with other tools.
type peerRow struct {
	name  string
	peer  bool // another tool, not one of ours
	wrong bool
	look  look
	point point
	cells []string // time, CPUs, memory
}

// peers shows other tools that answered the same question, whole processes.
func peers(l *lab) Figure {
	s := l.peerSetting()
	dop := l.topDOP(s)
	f := Figure{
		Name:   "peers",
		Title:  "Other tools with the same question, as whole processes",
		Source: l.source(s),
	}
	rows := l.peerRows(s, dop)
	if !slices.ContainsFunc(rows, func(r peerRow) bool { return r.peer }) {
		return f.missing("No other tool was measured; -peers looks for them on PATH." + l.peersAbsent())
	}
	p := panel{x: axis{label: "seconds, logarithmic", log: true}, bare: true,
		heads: []string{"time", "CPUs busy", "memory"}}
	for i, r := range rows {
		r.point.y = -float64(i)
		p.rows = append(p.rows, row{short(r.name), r.cells})
		p.series = append(p.series, series{name: r.name, look: r.look, noLine: true, points: []point{r.point}})
	}
	if roof := l.cell(bench.RoofName, dop, s); roof != nil && roof.Whole.N > 0 {
		p.walls = []wall{{roof.Whole.Median, faint, "roof, " + seconds(roof.Whole.Median)}}
		f.Caption = " The roof reads every byte and does nothing else."
	}
	f.panels, f.height = []panel{p}, rowsHeight(len(rows))
	f.Caption = fmt.Sprintf("Start of the process included; shorter is better. Coloured: strategies of geoscan, at dop %d. Memory is the largest resident set, pages of mapped files included.", dop) + f.Caption +
		l.peersAbsent() + l.leftOut()
	return f
}

// peerSetting is the size and cache state with the most peers.
func (l *lab) peerSetting() setting {
	n := map[setting]int{}
	best := l.setting()
	for _, c := range l.sum.Peers {
		k := setting{c.Times, c.Cache}
		if n[k]++; n[k] > n[best] {
			best = k
		}
	}
	return best
}

// peerRows lists tools and our strategies, fastest first, wrong ones last.
func (l *lab) peerRows(s setting, dop int) []peerRow {
	var rows []peerRow
	for i := range l.sum.Peers {
		if c := &l.sum.Peers[i]; c.Times == s.times && c.Cache == s.cache && c.Seconds.N > 0 {
			rows = append(rows, newPeerRow(c))
		}
	}
	for _, name := range l.honest() {
		if c := l.cell(name, dop, s); c != nil && c.Whole.N > 0 {
			rows = append(rows, newOwnRow(c))
		}
	}
	slices.SortStableFunc(rows, func(a, b peerRow) int {
		if a.wrong != b.wrong {
			return map[bool]int{true: 1, false: -1}[a.wrong]
		}
		return cmp.Compare(a.point.x, b.point.x)
	})
	return rows
}

var peerLook = look{line: otherTone, label: otherTone, shape: disc}

func newPeerRow(c *bench.PeerCell) peerRow {
	r := peerRow{name: clean(c.Name), peer: true, wrong: c.Wrong != "", look: peerLook}
	r.point = estimatePoint(c.Seconds)
	r.point.small = true
	r.cells = rowCells(c.Seconds.Median, c.CPUs, c.PeakRSSBytes)
	if c.Prepare.Median > 0 {
		r.point.note = "after " + seconds(c.Prepare.Median) + " to load"
	}
	if r.wrong {
		r.point.wrong, r.point.note = true, "WRONG ANSWER"
	}
	r.point.tip = fmt.Sprintf("%s: %s. %s", c.Name, interval(c.Seconds, seconds),
		strings.Join(slices.DeleteFunc([]string{c.Version, c.Wrong, c.Note}, func(s string) bool { return s == "" }), ". "))
	return r
}

func newOwnRow(c *bench.Cell) peerRow {
	r := peerRow{name: clean(c.Strategy), look: lookOf(c.Strategy), point: estimatePoint(c.Whole)}
	r.cells = rowCells(c.Whole.Median, c.CPUs, c.PeakRSSBytes)
	r.point.tip = fmt.Sprintf("geoscan, %s, dop %d: %s", c.Strategy, c.DOP, interval(c.Whole, seconds))
	return r
}

func estimatePoint(e bench.Estimate) point {
	return point{x: e.Median, xlo: e.Lo, xhi: e.Hi}
}

func rowCells(sec, cpus, rss float64) []string {
	cells := []string{seconds(sec), "–", "–"}
	if cpus > 0 {
		cells[1] = strconv.FormatFloat(cpus, 'f', 1, 64)
	}
	if rss > 0 {
		cells[2] = size(rss)
	}
	return cells
}

// peersAbsent names the tools that were looked for and did not run.
func (l *lab) peersAbsent() string {
	var names []string
	for _, p := range l.res.Peers {
		if p.Missing != "" {
			names = append(names, clean(p.Name))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " Not found here: " + list(names) + "."
}
