package report

import (
	"fmt"
	"math"
	"strings"

	"geoscan/bench"
)

// sizes tells whether time grows with the file.
func (sp *speaker) sizes() {
	sizes := sp.l.sizes(sp.s.cache)
	if len(sizes) < 2 {
		return
	}
	dop := sp.l.sizeDOP(sp.s.cache)
	lo, hi := sizes[0], sizes[len(sizes)-1]
	factor := float64(sp.l.fileSize(hi)) / float64(sp.l.fileSize(lo))
	var parts []string
	for _, c := range sp.at {
		a := sp.l.cell(c.Strategy, dop, setting{lo, sp.s.cache})
		b := sp.l.cell(c.Strategy, dop, setting{hi, sp.s.cache})
		if a != nil && b != nil && a.First.Median > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", c.Strategy, times(b.First.Median/a.First.Median)))
		}
	}
	if len(parts) == 0 {
		return
	}
	sp.say("From %s to %s, %s the bytes, time grows at dop %d: %s.", size(float64(sp.l.fileSize(lo))),
		size(float64(sp.l.fileSize(hi))), times(factor), dop, strings.Join(parts, ", "))
}

// allocations compares those who hardly allocate with those who always do.
func (sp *speaker) allocations() {
	if sp.dop < 2 {
		return
	}
	var few, many []bench.Ratio
	for _, c := range sp.at {
		n := c.PrepareAllocsPerRecord + c.ScanAllocsPerRecord
		switch {
		case c.SpeedupSame.Value == 0:
		case n < 0.01:
			few = append(few, c.SpeedupSame)
		case n >= 1:
			many = append(many, c.SpeedupSame)
		}
	}
	if len(few) > 0 && len(many) > 0 && span(few) != span(many) {
		sp.say("Gain of dop %d over dop 1 with less than one allocation for a hundred records: %s; with one or more for each record: %s.",
			sp.dop, span(few), span(many))
	}
}

// span writes the range of speed-ups. One that the spread could explain is no
// gain.
func span(rs []bench.Ratio) string {
	lo, hi := math.Inf(1), 0.0
	for _, r := range rs {
		v := r.Value
		if !r.Claimed {
			v = 1
		}
		lo, hi = min(lo, v), max(hi, v)
	}
	write := func(v float64) string {
		if v == 1 {
			return "none"
		}
		return times(v)
	}
	if write(lo) == write(hi) {
		return write(lo)
	}
	return write(lo) + " to " + write(hi)
}

// simplicity is the article's third criterion.
func (sp *speaker) simplicity() {
	best := sp.at[0].Strategy
	own, ok := complexities[best]
	if !ok {
		return
	}
	plain := best
	for _, c := range sp.at {
		if n, ok := complexities[c.Strategy]; ok && n.Complexity < complexities[plain].Complexity {
			plain = c.Strategy
		}
	}
	text := fmt.Sprintf("%s takes %s of its own, with a cyclomatic complexity of %d", best, count(own.Lines, "line"), own.Complexity)
	if plain != best {
		n := complexities[plain]
		text += fmt.Sprintf("; the simplest, %s, %s with %d", plain, count(n.Lines, "line"), n.Complexity)
	}
	sp.say("%s.", text)
}

// prepare tells when an index pays.
func (sp *speaker) prepare() {
	for _, b := range sp.l.breakEvens(sp.s, sp.dop) {
		c := sp.l.cell(b.Strategy, b.DOP, sp.s)
		if c == nil {
			continue
		}
		text := fmt.Sprintf("%s spends %s to prepare", b.Strategy, seconds(c.Prepare.Median))
		switch {
		case b.Queries == 0:
			text += fmt.Sprintf(" and, by these medians, never earns it back against %s", bench.BaseStrategy)
		case b.Queries == 1:
			text += fmt.Sprintf(" and costs no more than %s from the first query on", bench.BaseStrategy)
		default:
			text += fmt.Sprintf(" and costs less than %s from %s on (%s)", bench.BaseStrategy, queries(b.Queries), breakEvenBounds(b))
		}
		if !b.LaterMeasured {
			text += ", if later scans cost what the first one does"
		}
		sp.say("%s.", text)
	}
}

func breakEvenBounds(b bench.BreakEven) string {
	if b.Hi == 0 {
		return fmt.Sprintf("%s at the kindest, perhaps never", group(b.Lo))
	}
	return fmt.Sprintf("%s to %s by the ends of the intervals", group(b.Lo), group(b.Hi))
}

// cold tells what the disk costs.
func (sp *speaker) cold() {
	s := sp.l.coldSetting()
	dop := sp.l.topDOP(s)
	var parts, alike []string
	for _, c := range sp.at {
		cold, warm := sp.l.cell(c.Strategy, dop, s), sp.l.cell(c.Strategy, dop, setting{s.times, bench.Warm})
		if cold == nil || warm == nil {
			continue
		}
		if r := bench.Speedup(cold.First, warm.First); r.Claimed {
			parts = append(parts, fmt.Sprintf("%s %s", c.Strategy, times(r.Value)))
		} else {
			alike = append(alike, c.Strategy)
		}
	}
	if len(parts)+len(alike) == 0 {
		if reason := sp.l.coldReason(); strings.HasPrefix(reason, ": ") {
			sp.say("There are no cold figures. %s", sentence(reason[2:]))
		}
		return
	}
	var text string
	if len(parts) > 0 {
		text = fmt.Sprintf("With the file dropped from memory the first answer at dop %d takes as many times as long: %s.", dop, strings.Join(parts, ", "))
	}
	if len(alike) > 0 {
		text += fmt.Sprintf(" Dropping the file from memory makes no difference larger than the spread at dop %d to %s.", dop, list(alike))
	}
	if roof := sp.l.cell(bench.RoofName, dop, s); roof != nil {
		text += fmt.Sprintf(" The disk gave the roof %s.", perSecond(roof.Rate.Median))
	}
	sp.say("%s", strings.TrimSpace(text))
}

// peers compares whole processes.
func (sp *speaker) peers() {
	s := sp.l.peerSetting()
	dop := sp.l.topDOP(s)
	var best *bench.PeerCell
	for i := range sp.l.sum.Peers {
		c := &sp.l.sum.Peers[i]
		if c.Times == s.times && c.Cache == s.cache && c.Wrong == "" && c.Seconds.N > 0 &&
			(best == nil || c.Seconds.Median+c.Prepare.Median < best.Seconds.Median+best.Prepare.Median) {
			best = c
		}
	}
	var own *bench.Cell
	for _, name := range sp.l.honest() {
		if c := sp.l.cell(name, dop, s); c != nil && c.Whole.N > 0 && (own == nil || c.Whole.Median < own.Whole.Median) {
			own = c
		}
	}
	if best == nil || own == nil {
		return
	}
	name := best.Name
	if best.Note != "" {
		name += fmt.Sprintf(" (%s)", best.Note)
	}
	text := fmt.Sprintf("Of the other tools with the right answer %s is the fastest as a whole process: %s", name, interval(best.Seconds, seconds))
	switch r := bench.Speedup(best.Seconds, own.Whole); {
	case !r.Claimed:
		text += fmt.Sprintf("; geoscan with %s at dop %d cannot be told from it.", own.Strategy, dop)
	case r.Value > 1:
		text += fmt.Sprintf("; geoscan with %s at dop %d is %s.", own.Strategy, dop, bounds(r))
	default:
		text += fmt.Sprintf("; it is faster than geoscan, whose %s takes %s at dop %d.", own.Strategy, seconds(own.Whole.Median), dop)
	}
	sp.say("%s", text)
}

// limits says what cannot be concluded.
func (sp *speaker) limits() {
	n := sp.l.usable()
	if n < bench.MinFitDOPs {
		sp.say("With %s, nothing here says how any strategy scales beyond that.", count(n, "usable CPU"))
	}
}
