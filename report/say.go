package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"geoscan/bench"
)

// A Finding is one thing the numbers say, in a sentence or two.
type Finding struct {
	Text string
	Loud bool // must not be overlooked: something is wrong or does not count
}

// Findings says in plain sentences what the results hold, machine by machine,
// as the page does. No difference is claimed that is smaller than the spread of
// the runs.
func Findings(results ...*bench.Results) []Finding {
	labs := newLabs(results)
	var all []Finding
	for _, l := range labs {
		for _, f := range l.findings() {
			if len(labs) > 1 {
				f.Text = l.name + ": " + f.Text
			}
			all = append(all, f)
		}
	}
	return all
}

// A speaker collects sentences about one lab at its main setting.
type speaker struct {
	l    *lab
	s    setting
	dop  int           // the largest within the usable CPUs
	at   []*bench.Cell // honest strategies at dop, fastest first
	said []Finding
}

func (sp *speaker) say(format string, args ...any) {
	sp.said = append(sp.said, Finding{Text: clean(fmt.Sprintf(format, args...))})
}

func (l *lab) findings() []Finding {
	sp := &speaker{l: l, s: l.setting()}
	sp.dop = l.topDOP(sp.s)
	for _, name := range l.honest() {
		if c := l.cell(name, sp.dop, sp.s); c != nil && c.First.N > 0 {
			sp.at = append(sp.at, c)
		}
	}
	slices.SortStableFunc(sp.at, func(a, b *bench.Cell) int { return cmp.Compare(a.First.Median, b.First.Median) })
	sp.wrong()
	if len(sp.at) == 0 {
		sp.say("No strategy has a counted run, so there is nothing to say about speed.")
		return sp.said
	}
	for _, speak := range []func(){sp.fastest, sp.roof, sp.scaling, sp.overUsable, sp.laws,
		sp.sizes, sp.allocations, sp.simplicity, sp.prepare, sp.cold, sp.peers, sp.limits} {
		speak()
	}
	return sp.said
}

// wrong names what does not count, before anything else.
func (sp *speaker) wrong() {
	loud := func(format string, args ...any) {
		sp.said = append(sp.said, Finding{Text: clean(fmt.Sprintf(format, args...)), Loud: true})
	}
	for _, c := range sp.l.res.Contestants {
		if c.Void != "" {
			loud("%s is VOID and in no figure: %s", c.Name, stopped(c.Void))
		}
	}
	for _, p := range sp.l.res.Peers {
		if p.Wrong != "" {
			loud("The other tool %s gives a WRONG answer: %s", p.Name, stopped(p.Wrong))
		}
	}
	if !sp.l.res.Complete {
		loud("The run was not finished; combinations may be missing or have fewer runs than planned.")
	}
}

// fastest compares the best strategies with each other and with naive.
func (sp *speaker) fastest() {
	best := sp.at[0]
	tied := []string{best.Strategy}
	for _, c := range sp.at[1:] {
		if !bench.Speedup(c.First, best.First).Claimed {
			tied = append(tied, c.Strategy)
		}
	}
	where := fmt.Sprintf("at dop %d, %s", sp.dop, sp.l.place(sp.s))
	if len(tied) > 1 {
		sp.say("%s lead %s; these runs cannot tell them apart. The best median is that of %s, %s.",
			list(tied), where, best.Strategy, interval(best.First, seconds))
	} else if len(sp.at) > 1 {
		sp.say("%s gives the first answer soonest %s: %s, %s as fast as the next, %s.", best.Strategy, where,
			interval(best.First, seconds), times(bench.Speedup(sp.at[1].First, best.First).Value), sp.at[1].Strategy)
	} else {
		sp.say("%s takes %s for the first answer %s.", best.Strategy, interval(best.First, seconds), where)
	}
	naive := sp.bestOf("naive")
	if naive == nil || best.Strategy == "naive" {
		return
	}
	if r := bench.Speedup(naive.First, best.First); r.Claimed && r.Value > 1 {
		sp.say("Against naive at its best dop, %d, that is %s.", naive.DOP, bounds(r))
	}
}

// place says which bytes were read, and from where.
func (l *lab) place(s setting) string {
	bytes := size(float64(l.fileSize(s.times)))
	if s.cache == bench.Cold {
		return "with " + bytes + " dropped from memory"
	}
	return "with " + bytes + " in memory"
}

// bestOf is the cell of a strategy with the least median over all dops.
func (sp *speaker) bestOf(name string) *bench.Cell {
	var best *bench.Cell
	for _, dop := range sp.l.dops(sp.s) {
		if c := sp.l.cell(name, dop, sp.s); c != nil && (best == nil || c.First.Median < best.First.Median) {
			best = c
		}
	}
	return best
}

// bounds writes a speed-up that is claimed.
func bounds(r bench.Ratio) string {
	return fmt.Sprintf("%s as fast (%s to %s)", times(r.Value), times(r.Lo), times(r.Hi))
}

// roof says how near the best come to reading the bytes and nothing else.
func (sp *speaker) roof() {
	roof := sp.l.cell(bench.RoofName, sp.dop, sp.s)
	if roof == nil {
		return
	}
	best := sp.at[0]
	sp.say("The roof, reading every byte at dop %d and doing nothing else, is %s; %s reaches %s of it.",
		sp.dop, perSecond(roof.Rate.Median), best.Strategy, percent(best.RoofShare))
}

// scaling tells who gains from more goroutines.
func (sp *speaker) scaling() {
	if sp.dop < 2 {
		return
	}
	var gains, none, loses []string
	for _, c := range sp.at {
		switch r := c.SpeedupSame; {
		case r.Value == 0:
		case !r.Claimed:
			none = append(none, c.Strategy)
		case r.Value < 1:
			loses = append(loses, c.Strategy)
		default:
			gains = append(gains, fmt.Sprintf("%s %s (efficiency %s)", c.Strategy, times(r.Value), percent(c.Efficiency.Value)))
		}
	}
	if len(gains) > 0 {
		sp.say("From dop 1 to dop %d these gain: %s.", sp.dop, strings.Join(gains, ", "))
	}
	if len(none) > 0 {
		sp.say("No gain larger than the spread of the runs from dop 1 to dop %d: %s.", sp.dop, list(none))
	}
	if len(loses) > 0 {
		sp.say("Slower at dop %d than at dop 1: %s.", sp.dop, list(loses))
	}
}

// overUsable tells what goroutines beyond the CPUs do.
func (sp *speaker) overUsable() {
	dops := slices.DeleteFunc(sp.l.dops(sp.s), func(d int) bool { return d <= sp.l.usable() })
	if len(dops) == 0 {
		return
	}
	top := dops[len(dops)-1]
	var faster, slower []string
	for _, base := range sp.at {
		c := sp.l.cell(base.Strategy, top, sp.s)
		if c == nil || base.DOP > sp.l.usable() {
			continue
		}
		if r := bench.Speedup(base.First, c.First); r.Claimed {
			if r.Value > 1 {
				faster = append(faster, c.Strategy)
			} else {
				slower = append(slower, c.Strategy)
			}
		}
	}
	text := fmt.Sprintf("dop %s: more goroutines than the %s. ", joinInts(dops), count(sp.l.usable(), "usable CPU"))
	switch {
	case len(faster)+len(slower) == 0:
		text += fmt.Sprintf("No difference between dop %d and dop %d is larger than the spread.", sp.dop, top)
	case len(faster) == 0:
		text += fmt.Sprintf("At dop %d slower than at dop %d: %s.", top, sp.dop, list(slower))
	case len(slower) == 0:
		text += fmt.Sprintf("At dop %d still faster than at dop %d: %s.", top, sp.dop, list(faster))
	default:
		text += fmt.Sprintf("At dop %d faster than at dop %d: %s; slower: %s.", top, sp.dop, list(faster), list(slower))
	}
	sp.say("%s", text)
}

func joinInts(v []int) string {
	s := make([]string, len(v))
	for i, n := range v {
		s[i] = fmt.Sprint(n)
	}
	return list(s)
}

// laws gives the parameters of the fit of the best strategy, or the reason why
// there is none.
func (sp *speaker) laws() {
	for _, ser := range sp.l.sum.Series {
		if ser.Strategy != sp.at[0].Strategy || ser.Times != sp.s.times || ser.Cache != sp.s.cache {
			continue
		}
		if ser.USL == nil {
			sp.say("No law of scaling is fitted. %s", sentence(strings.TrimPrefix(ser.Reason, "no fit: ")))
			return
		}
		text := fmt.Sprintf("Fitted by the Universal Scalability Law, %s of the work of %s does not spread over goroutines (%s)",
			percentFine(ser.USL.Serial.Value), ser.Strategy, paramBounds(ser.USL.Serial))
		if ser.USL.PeakDOP > 0 {
			text += fmt.Sprintf("; the curve is fastest at dop %s", digits(ser.USL.PeakDOP, 2))
		}
		sp.say("%s.", text)
		return
	}
}

func paramBounds(p bench.Param) string {
	return percentFine(p.Lo) + " to " + percentFine(p.Hi)
}

// percentFine writes a share with two digits.
func percentFine(v float64) string { return digits(v*100, 2) + "\u00a0%" }
