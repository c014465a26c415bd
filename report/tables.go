package report

import (
	"cmp"
	"fmt"
	"html/template"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"geoscan/bench"
)

// A tableView is a table whose columns the reader may sort.
type tableView struct {
	ID, Title, Caption string
	Heads              []headView
	Rows               []rowView
}

type headView struct {
	Text   string
	Number bool
}

type rowView struct {
	Class string
	Cells []cellView
}

// A cellView is text, or a number with the value it is sorted by, which is
// empty where there is no number.
type cellView struct {
	Mark   template.HTML
	Text   string
	Value  string
	Number bool
}

func word(s string) cellView { return cellView{Text: clean(s)} }

// number shows v as text does; ok tells whether there is a number at all.
func number(v float64, ok bool, text func(float64) string) cellView {
	if !ok || !finite(v) {
		return cellView{Text: "–", Number: true}
	}
	return cellView{Text: text(v), Value: fmt.Sprintf("%.9g", v), Number: true}
}

func measured(e bench.Estimate, text func(float64) string) cellView {
	return number(e.Median, e.N > 0, text)
}

func ratio(r bench.Ratio) cellView {
	c := number(r.Value, r.Value > 0, times)
	if r.Value > 0 && !r.Claimed && r.Value != 1 {
		c.Text = "≈ " + c.Text
	}
	return c
}

func whole(v float64) string { return group(int64(v + 0.5)) }
func three(v float64) string { return digits(v, 3) }

// columns reads a list such as "strategy,#dop": # marks numbers.
func columns(list string) []headView {
	var heads []headView
	for h := range strings.SplitSeq(list, ",") {
		text, number := strings.CutPrefix(h, "#")
		heads = append(heads, headView{text, number})
	}
	return heads
}

// tables are all tables of a lab, the one of all figures first.
func (l *lab) tables(id string) []tableView {
	ts := []tableView{l.cellTable(), l.strategyTable(), l.fitTable(), l.breakEvenTable(), l.peerTable()}
	for i := range ts {
		ts[i].ID = fmt.Sprintf("%s-table%d", id, i+1)
	}
	return ts
}

func (l *lab) cellTable() tableView {
	t := tableView{
		Title: "Every combination",
		Caption: "A button in the head sorts. Medians; ± is half the interval the figures show. ≈ marks a speed-up that the spread of the runs could explain. " +
			"Grey rows: dop above the usable CPUs.",
		Heads: columns("strategy,#dop,#file,cache,#first answer,#±,#prepare,#scan,#rate,#of roof,#speed-up,#over naive,#efficiency,#CPUs busy,#allocations/record,#peak memory,#own memory,#collections,#others' CPU,#runs"),
	}
	for i := range l.sum.Cells {
		c := &l.sum.Cells[i]
		r := rowView{Cells: []cellView{
			l.nameCell(c.Strategy),
			number(float64(c.DOP), true, whole),
			number(float64(l.fileSize(c.Times)), true, size),
			word(string(c.Cache)),
			measured(c.First, seconds),
			number((c.First.Hi-c.First.Lo)/2, c.First.N > 0, seconds),
			measured(c.Prepare, seconds),
			measured(c.FirstScan, seconds),
			measured(c.Rate, perSecond),
			number(c.RoofShare, c.RoofShare > 0, percent),
			ratio(c.SpeedupSame),
			ratio(c.SpeedupNaive),
			number(c.Efficiency.Value, c.Efficiency.Value > 0, percent),
			number(c.CPUs, c.CPUs > 0, three),
			number(c.PrepareAllocsPerRecord+c.ScanAllocsPerRecord, c.Records > 0, three),
			number(c.PeakRSSBytes, c.PeakRSSBytes > 0, size),
			number(c.AnonBytes, c.AnonBytes > 0, size),
			number(c.GCCount, true, whole),
			number(c.NoiseShare, l.res.Machine.NoiseKnown, percent),
			number(float64(c.First.N), true, whole),
		}}
		if c.OverUsable {
			r.Class = "over"
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func (l *lab) nameCell(name string) cellView {
	c := word(name)
	c.Mark = markSVG(lookOf(name))
	return c
}

// markSVG is the marker of a look, for text.
func markSVG(k look) template.HTML {
	if k.shape == noShape {
		k.shape = bar
	}
	c := vgsvg.New(16, 16)
	dc := draw.New(c)
	k.shape.draw(&dc, k, vg.Point{X: 8, Y: 8}, 5)
	var b strings.Builder
	c.WriteTo(&b) // into memory: cannot fail
	body := trimSVG(b.String())
	for _, t := range []tone{paper, k.line} {
		body = strings.ReplaceAll(body, t.light, "var(--"+t.name+")")
	}
	return template.HTML(`<svg class="mark" viewBox="0 0 16 16" aria-hidden="true">` + body + `</svg>`)
}

// strategyTable is the article's third criterion: simplicity.
func (l *lab) strategyTable() tableView {
	t := tableView{
		Title: "Simplicity",
		Caption: "Counted from the source this report was built from: lines that hold code, without blank lines, comments, tests and generated files; cyclomatic complexity summed over all functions, " +
			"and that of the most complex one. The strategy's own folder only; what all strategies share is not counted. C is counted by its words.",
		Heads: columns("strategy,#lines of code,#functions,#complexity,#most complex,where,languages,claims,what it does"),
	}
	for _, c := range l.res.Contestants {
		if c.Name == bench.RoofName {
			continue
		}
		n, known := complexities[c.Name]
		lang := "Go"
		if n.C {
			lang = "Go and C"
		}
		if !known {
			lang = "–"
		}
		r := rowView{Cells: []cellView{
			l.nameCell(c.Name),
			number(float64(n.Lines), known, whole), number(float64(n.Functions), known, whole),
			number(float64(n.Complexity), known, whole), number(float64(n.Worst), known, whole),
			word(n.WorstName), word(lang), word(claims(c)), word(c.Title),
		}}
		if c.Void != "" {
			r.Class = "wrong"
			r.Cells[len(r.Cells)-1].Text = "VOID: " + clean(c.Void)
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func claims(c bench.Contestant) string {
	var s []string
	if c.Parallel {
		s = append(s, "parallel")
	}
	if c.Streams {
		s = append(s, "bounded memory")
	}
	return strings.Join(s, ", ")
}

func (l *lab) fitTable() tableView {
	t := tableView{
		Title:   "Laws of scaling",
		Caption: "Fitted by least squares of relative errors to the medians of the time to the first answer within the usable CPUs; bounds are 95\u00a0% intervals by bootstrap. σ: share that does not spread. κ: cost of every pair of goroutines. Speed-ups beyond the measured dops are not predicted.",
		Heads:   columns("strategy,law,#T(1),#σ,#σ from,#σ to,#κ,#fastest at dop,#error"),
	}
	s := l.setting()
	reason := ""
	for _, ser := range l.sum.Series {
		if ser.Times != s.times || ser.Cache != s.cache || ser.Strategy == bench.RoofName {
			continue
		}
		if ser.Reason != "" {
			reason = ser.Reason
		}
		for _, f := range []*bench.Fit{ser.Amdahl, ser.USL} {
			if f != nil {
				t.Rows = append(t.Rows, l.fitRow(ser.Strategy, f))
			}
		}
	}
	if len(t.Rows) == 0 {
		t.Caption = cmp.Or(sentence(reason), "Nothing was measured that a law could be fitted to.")
	}
	return t
}

func (l *lab) fitRow(name string, f *bench.Fit) rowView {
	law := "Amdahl"
	if f.Model == bench.USL {
		law = "Universal Scalability"
	}
	return rowView{Cells: []cellView{
		l.nameCell(name), word(law), number(f.T1.Value, true, seconds),
		number(f.Serial.Value, true, percentFine), number(f.Serial.Lo, true, percentFine), number(f.Serial.Hi, true, percentFine),
		number(f.Talk.Value, f.Model == bench.USL, three), number(f.PeakDOP, f.PeakDOP > 0, three), number(f.Error, true, percentFine),
	}}
}

func (l *lab) breakEvenTable() tableView {
	t := tableView{
		Title:   "When preparing pays",
		Caption: "The number of queries from which a prepared table costs less than " + bench.BaseStrategy + " at the same dop; from and to by the ends of the intervals.",
		Heads:   columns("strategy,#dop,#file,cache,#prepare,#later scan,#pays from,#from,#to"),
	}
	for _, b := range l.sum.BreakEvens {
		c := l.sum.Cell(b.Key)
		if c == nil {
			continue
		}
		t.Rows = append(t.Rows, rowView{Cells: []cellView{
			l.nameCell(b.Strategy), number(float64(b.DOP), true, whole), number(float64(l.fileSize(b.Times)), true, size), word(string(b.Cache)),
			measured(c.Prepare, seconds), measured(c.LaterScan, seconds), never(b.Queries), never(b.Lo), never(b.Hi),
		}})
	}
	if len(t.Rows) == 0 {
		t.Caption = "No strategy in these results spends more than a tenth of its time to prepare, or there is no " + bench.BaseStrategy + " to compare with."
	}
	return t
}

// never writes 0 queries as never, and sorts it last.
func never(n int64) cellView {
	if n == 0 {
		return cellView{Text: "never", Number: true}
	}
	return number(float64(n), true, whole)
}

func (l *lab) peerTable() tableView {
	t := tableView{
		Title:   "Other tools",
		Caption: "Whole processes, start included, with the same answer asked for; FILE stands for the path.",
		Heads:   columns("tool,version,#file,cache,#time,#±,#to load first,#CPUs busy,#memory,#threads asked,#rows,remark,command"),
	}
	for i := range l.sum.Peers {
		c := &l.sum.Peers[i]
		r := rowView{Cells: []cellView{
			word(c.Name), word(c.Version), number(float64(c.SizeBytes), c.SizeBytes > 0, size), word(string(c.Cache)),
			measured(c.Seconds, seconds), number((c.Seconds.Hi-c.Seconds.Lo)/2, c.Seconds.N > 0, seconds),
			number(c.Prepare.Median, c.Prepare.Median > 0, seconds), number(c.CPUs, c.CPUs > 0, three),
			number(c.PeakRSSBytes, c.PeakRSSBytes > 0, size), number(float64(c.Threads), c.Threads > 0, whole),
			number(float64(c.IDs), true, whole), word(c.Note), word(c.Command),
		}}
		if c.Wrong != "" {
			r.Class = "wrong"
			r.Cells[11].Text = "WRONG: " + clean(c.Wrong)
		}
		t.Rows = append(t.Rows, r)
	}
	if len(t.Rows) == 0 {
		t.Caption = "None was measured; -peers looks for them on PATH."
	}
	t.Caption += l.peersAbsent()
	return t
}
