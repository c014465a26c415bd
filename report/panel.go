package report

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// panel draws one panel into cell: its title and the meaning of the vertical
// axis above, then a strip for remarks, then the plot, with room for labels on
// the right.
func (s *sheet) panel(p *panel, cell draw.Canvas) {
	top := cell.Max.Y
	if p.title != "" {
		s.text(face(panelSize, ink, true), cell.Min.X, top-panelSize, p.title)
		top -= panelSize * lineLead
	}
	if p.y.label != "" {
		s.text(face(tickSize, faint, false), cell.Min.X, top-tickSize, p.y.label)
		top -= tickSize * lineLead
	}
	if p.over > 0 || len(p.walls) > 0 {
		top -= noteSize * lineLead
	}
	for i, name := range p.rows {
		p.y.ticks = append(p.y.ticks, plot.Tick{Value: -float64(i), Label: name})
	}
	xs, ys := p.values()
	p.x.fit(xs)
	p.y.fit(ys)
	area := draw.Crop(cell, 0, -p.labelRoom(), 10, top-cell.Max.Y-6)
	plt := newPlot(p, area)
	plt.Add(&layer{p, s})
	plt.Draw(area)
}

// newPlot sets up axes that gonum/plot draws.
func newPlot(p *panel, area draw.Canvas) *plot.Plot {
	plt := plot.New()
	plt.BackgroundColor = nil
	plt.X.Min, plt.X.Max = p.x.min, p.x.max
	plt.Y.Min, plt.Y.Max = p.y.min, p.y.max
	if p.x.log {
		plt.X.Scale = plot.LogScale{}
	}
	if p.y.log {
		plt.Y.Scale = plot.LogScale{}
	}
	plt.X.Label.Text = p.x.label
	plt.X.Label.TextStyle = aligned(face(tickSize, faint, false), text.XCenter, text.YBottom)
	plt.X.Label.Padding = 4
	plt.X.Tick.Label = aligned(face(tickSize, ink, false), text.XCenter, text.YTop)
	plt.X.Tick.LineStyle = lineStyle(faint, solid, 1)
	plt.X.Tick.Length = 5
	plt.X.LineStyle = lineStyle(faint, solid, 1)
	plt.X.Padding, plt.Y.Padding = 0, 0
	plt.X.Tick.Marker = plot.ConstantTicks(thin(p.x.marks(), plt.X, area.Max.X-area.Min.X-50))
	plt.Y.Tick.Label = aligned(face(tickSize, ink, false), text.XRight, text.YCenter)
	plt.Y.Tick.Length, plt.Y.LineStyle.Width = 0, 0
	plt.Y.Tick.Marker = plot.ConstantTicks(p.y.marks())
	if p.rows != nil {
		plt.Y.Tick.Label = aligned(face(bodySize, ink, false), text.XRight, text.YCenter)
	}
	return plt
}

func aligned(sty text.Style, x text.XAlignment, y text.YAlignment) text.Style {
	sty.XAlign, sty.YAlign = x, y
	return sty
}

// thin empties labels that would touch their left neighbour or the last one.
// The tick itself stays: a blank label keeps it a long one.
func thin(ticks []plot.Tick, a plot.Axis, width vg.Length) []plot.Tick {
	out := append([]plot.Tick(nil), ticks...)
	if len(out) == 0 {
		return out
	}
	centre := func(i int) vg.Length { return width * vg.Length(a.Norm(out[i].Value)) }
	half := func(i int) vg.Length { return a.Tick.Label.Width(out[i].Label)/2 + 3 }
	last := len(out) - 1
	limit, reach := centre(last)-half(last), vg.Length(math.Inf(-1))
	for i := range out {
		if i < last && (centre(i)-half(i) < reach || centre(i)+half(i) > limit) {
			out[i].Label = " "
			continue
		}
		reach = centre(i) + half(i)
	}
	return out
}

// labelRoom is the width the labels at the line ends need.
func (p *panel) labelRoom() vg.Length {
	room := vg.Length(8)
	if p.bare {
		return room
	}
	for _, s := range p.series {
		if s.label != "" && len(s.points) > 0 {
			room = max(room, face(bodySize, ink, false).Width(s.label)+38)
		}
	}
	return room
}

// A layer draws the data of a panel. It is a plot.Plotter.
type layer struct {
	p *panel
	s *sheet
}

// Plot implements plot.Plotter.
func (l *layer) Plot(c draw.Canvas, plt *plot.Plot) {
	g := geometry{c: c, p: l.p}
	g.x, g.y = plt.Transforms(&c)
	g.ground()
	for i := range l.p.series {
		g.line(&l.p.series[i])
	}
	for i := range l.p.series {
		g.bars(&l.p.series[i])
	}
	for i := range l.p.series {
		g.points(&l.p.series[i], l.s)
	}
	if !l.p.bare {
		g.labels()
	}
	if l.p.names {
		g.names()
	}
}

// A geometry maps the values of a panel to places on the canvas.
type geometry struct {
	c    draw.Canvas
	p    *panel
	x, y func(float64) vg.Length
}

// place is where a value is drawn; ok is false if it cannot be.
func (g *geometry) place(x, y float64) (pt vg.Point, ok bool) {
	px, okx := g.p.x.at(x)
	py, oky := g.p.y.at(y)
	if !okx || !oky {
		return vg.Point{}, false
	}
	return vg.Point{X: g.x(px), Y: g.y(py)}, true
}

// ground draws what lies under the data: shade, grid, walls, the ideal.
func (g *geometry) ground() {
	note := aligned(face(noteSize, faint, false), text.XRight, text.YBottom)
	if g.p.over > 0 {
		left := g.x(clamp(g.p.over, g.p.x.min, g.p.x.max))
		g.c.SetColor(shade.color())
		g.c.Fill(vg.Rectangle{Min: vg.Point{X: left, Y: g.c.Min.Y}, Max: g.c.Max}.Path())
		baseline(&g.c, note, g.c.Max.X, g.c.Max.Y+5, overText)
	}
	grid := lineStyle(hair, solid, 1)
	if g.p.rows != nil {
		for _, t := range g.p.x.marks() {
			g.c.StrokeLine2(grid, g.x(t.Value), g.c.Min.Y, g.x(t.Value), g.c.Max.Y)
		}
	} else {
		for _, t := range g.p.y.marks() {
			g.c.StrokeLine2(grid, g.c.Min.X, g.y(t.Value), g.c.Max.X, g.y(t.Value))
		}
	}
	for _, w := range g.p.walls {
		g.wall(w)
	}
	for _, l := range g.p.levels {
		y := g.y(clamp(l.y, g.p.y.min, g.p.y.max))
		g.c.StrokeLine2(lineStyle(roofTone, dotted, 1.5), g.c.Min.X, y, g.c.Max.X, y)
		baseline(&g.c, note, g.c.Max.X, y+4, l.text)
	}
	if g.p.ideal {
		hi := math.Min(g.p.x.max, g.p.y.max)
		lo := math.Max(g.p.x.min, g.p.y.min)
		g.c.StrokeLine2(lineStyle(roofTone, dotted, 1.5), g.x(lo), g.y(lo), g.x(hi), g.y(hi))
	}
}

const overText = "more goroutines than usable CPUs"

// wall draws a vertical line, its text above it, inside the panel.
func (g *geometry) wall(w wall) {
	x := g.x(clamp(w.x, g.p.x.min, g.p.x.max))
	g.c.StrokeLine2(lineStyle(faint, dashed, 1), x, g.c.Min.Y, x, g.c.Max.Y)
	sty := face(noteSize, faint, false)
	half := sty.Width(w.text) / 2
	at := min(max(x, g.c.Min.X+half), g.c.Max.X-half)
	baseline(&g.c, aligned(sty, text.XCenter, text.YBottom), at, g.c.Max.Y+5, w.text)
}

// line joins the points of s, or fills its band.
func (g *geometry) line(s *series) {
	if s.band {
		g.band(s)
		return
	}
	if s.noLine {
		return
	}
	var run []vg.Point
	for _, p := range s.points {
		if at, ok := g.place(p.x, p.y); ok {
			run = append(run, at)
		}
	}
	if len(run) > 1 {
		g.c.StrokeLines(lineStyle(s.look.line, s.dash, 2), run)
	}
}

func (g *geometry) band(s *series) {
	var lower, upper []vg.Point
	for _, p := range s.points {
		lo, ok1 := g.place(p.x, p.ylo)
		hi, ok2 := g.place(p.x, p.yhi)
		if ok1 && ok2 {
			lower, upper = append(lower, lo), append(upper, hi)
		}
	}
	for i := len(upper) - 1; i >= 0; i-- {
		lower = append(lower, upper[i])
	}
	if len(lower) > 3 {
		c := rgb(s.look.line.light)
		c.A = 0x30
		g.c.FillPolygon(c, lower)
	}
}

// bars draws the 95 % intervals.
func (g *geometry) bars(s *series) {
	if s.band {
		return
	}
	sty := lineStyle(s.look.line, solid, 1.2)
	for _, p := range s.points {
		if lo, ok := g.place(p.x, p.ylo); ok && p.ylo < p.yhi {
			hi, _ := g.place(p.x, p.yhi)
			g.c.StrokeLine2(sty, lo.X, lo.Y, hi.X, hi.Y)
			g.c.StrokeLine2(sty, lo.X-3, lo.Y, lo.X+3, lo.Y)
			g.c.StrokeLine2(sty, hi.X-3, hi.Y, hi.X+3, hi.Y)
		}
		if lo, ok := g.place(p.xlo, p.y); ok && p.xlo < p.xhi {
			hi, _ := g.place(p.xhi, p.y)
			g.c.StrokeLine2(sty, lo.X, lo.Y, hi.X, hi.Y)
			g.c.StrokeLine2(sty, lo.X, lo.Y-3, lo.X, lo.Y+3)
			g.c.StrokeLine2(sty, hi.X, hi.Y-3, hi.X, hi.Y+3)
		}
	}
}

// points draws markers and notes, and remembers where they are.
func (g *geometry) points(s *series, to *sheet) {
	for _, p := range s.points {
		at, ok := g.place(p.x, p.y)
		if !ok {
			continue
		}
		k := s.look
		if p.open {
			k.shape = hollow(k.shape)
		}
		if !s.noMark {
			k.shape.draw(&g.c, k, at, markRadius)
		}
		if p.note != "" {
			g.note(p, at)
		}
		if p.tip != "" {
			to.spots = append(to.spots, spot{float64(at.X), float64(to.c.Max.Y - at.Y), s.name, p.tip})
		}
	}
}

// note writes the note of a point to its right, past its interval.
func (g *geometry) note(p point, at vg.Point) {
	right := at.X
	if end, ok := g.place(p.xhi, p.y); ok && p.xlo < p.xhi {
		right = max(right, end.X)
	}
	t := ink
	if p.wrong {
		t = alarm
	}
	baseline(&g.c, face(tickSize, t, false), right+9, at.Y-4, p.note)
}

// labels names the lines at their ends, moved apart where they would overlap.
func (g *geometry) labels() {
	var ends []vg.Point
	var named []*series
	var want []float64
	for i := range g.p.series {
		s := &g.p.series[i]
		if at, ok := g.end(s); ok && s.label != "" {
			ends, named, want = append(ends, at), append(named, s), append(want, float64(at.Y))
		}
	}
	at := spread(want, labelHeight, float64(g.c.Min.Y)-8, float64(g.c.Max.Y)+4)
	for i, s := range named {
		y := vg.Length(at[i])
		x := g.c.Max.X + 16
		g.c.StrokeLines(lineStyle(s.look.line, solid, 0.7), []vg.Point{
			{X: ends[i].X + markRadius + 2, Y: ends[i].Y}, {X: x - 2, Y: y}})
		if !s.noMark {
			s.look.shape.draw(&g.c, s.look, vg.Point{X: x + 6, Y: y}, markRadius*0.85)
			x += 15
		}
		baseline(&g.c, face(bodySize, s.look.label, false), x+1, y-4.5, s.label)
	}
}

// end is the last point of a line that can be drawn.
func (g *geometry) end(s *series) (vg.Point, bool) {
	for i := len(s.points) - 1; i >= 0; i-- {
		if at, ok := g.place(s.points[i].x, s.points[i].y); ok {
			return at, true
		}
	}
	return vg.Point{}, false
}

// names writes the label of each series beside its only point.
func (g *geometry) names() {
	var at []vg.Point
	var widths []float64
	var named []*series
	sty := face(bodySize, ink, false)
	for i := range g.p.series {
		s := &g.p.series[i]
		if pt, ok := g.end(s); ok {
			at, widths, named = append(at, pt), append(widths, float64(sty.Width(s.label))), append(named, s)
		}
	}
	frame := box{float64(g.c.Min.X), float64(g.c.Min.Y), float64(g.c.Max.X), float64(g.c.Max.Y)}
	for i, b := range beside(at, widths, labelHeight, frame) {
		x, y := vg.Length(b.left), vg.Length(b.bottom+b.top)/2
		if near := min(max(at[i].X, x), vg.Length(b.right)); math.Hypot(float64(near-at[i].X), float64(y-at[i].Y)) > 16 {
			g.c.StrokeLine2(lineStyle(named[i].look.line, solid, 0.7), at[i].X, at[i].Y, near, y)
		}
		baseline(&g.c, face(bodySize, named[i].look.label, false), x, y-4.5, named[i].label)
	}
}
