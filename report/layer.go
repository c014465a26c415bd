package report

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A layer draws the data of a panel. It is a plot.Plotter.
type layer struct {
	p *panel
	s *sheet
}

// Plot implements plot.Plotter.
func (l *layer) Plot(c draw.Canvas, plt *plot.Plot) {
	g := geometry{c: c, p: l.p, usable: l.s.usable}
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
	switch {
	case l.p.names:
		g.names()
	case !l.p.bare:
		g.labels()
	}
}

// A geometry maps the values of a panel to places on the canvas.
type geometry struct {
	c      draw.Canvas
	p      *panel
	x, y   func(float64) vg.Length
	usable int // CPUs
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

// ground draws what lies under the data.
func (g *geometry) ground() {
	g.shade()
	width := g.c.Max.X - g.c.Min.X
	baseline(&g.c, aligned(face(tickSize, faint, false), text.XCenter, text.YBottom),
		g.c.Min.X+width/2, g.c.Min.Y-36, g.p.x.label)
	grid := lineStyle(hair, solid, 1)
	if g.p.rows != nil {
		for _, t := range g.p.x.ticks {
			g.c.StrokeLine2(grid, g.x(t.Value), g.c.Min.Y, g.x(t.Value), g.c.Max.Y)
		}
		g.rows()
	} else {
		for _, t := range g.p.y.ticks {
			g.c.StrokeLine2(grid, g.c.Min.X, g.y(t.Value), g.c.Max.X, g.y(t.Value))
		}
	}
	for _, w := range g.p.placeWalls(width) {
		g.wall(w)
	}
	for _, l := range g.p.levels {
		y := g.y(clamp(l.y, g.p.y.min, g.p.y.max))
		g.c.StrokeLine2(lineStyle(roofTone, dotted, 1.5), g.c.Min.X, y, g.c.Max.X, y)
		baseline(&g.c, face(noteSize, faint, false), g.c.Max.X+6, y-3.5, l.text)
	}
	if g.p.ideal {
		hi := math.Min(g.p.x.max, g.p.y.max)
		lo := math.Max(1, math.Max(g.p.x.min, g.p.y.min))
		g.c.StrokeLine2(lineStyle(roofTone, dotted, 1.5), g.x(lo), g.y(lo), g.x(hi), g.y(hi))
	}
}

// shade marks the dops above the usable CPUs; in words where the panel has room.
func (g *geometry) shade() {
	if g.p.over <= 0 {
		return
	}
	left := g.x(clamp(g.p.over, g.p.x.min, g.p.x.max))
	g.c.SetColor(shade.color())
	g.c.Fill(vg.Rectangle{Min: vg.Point{X: left, Y: g.c.Min.Y}, Max: g.c.Max}.Path())
	note := aligned(face(noteSize, faint, false), text.XRight, text.YBottom)
	if txt := fmt.Sprintf("above the %s", count(g.usable, "usable CPU")); note.Width(txt) < (g.c.Max.X-g.c.Min.X)*7/10 {
		baseline(&g.c, note, g.c.Max.X, g.c.Max.Y+5, txt)
	}
}

// rows rules the rows and writes the columns of text beside them.
func (g *geometry) rows() {
	right := g.c.Max.X + 8
	for i, head := range g.p.heads {
		right += g.p.columnWidth(i)
		baseline(&g.c, aligned(face(noteSize, faint, false), text.XRight, text.YBottom), right, g.c.Max.Y+4, head)
		for k, r := range g.p.rows {
			baseline(&g.c, aligned(face(tickSize, ink, false), text.XRight, text.YBottom), right, g.y(-float64(k))-4, r.cells[i])
		}
	}
	for k := range g.p.rows {
		y := g.y(-float64(k))
		g.c.StrokeLine2(lineStyle(hair, dotted, 1), g.c.Min.X, y, g.c.Max.X, y)
	}
}

// wall draws a vertical line with its text above the plot.
func (g *geometry) wall(w placedWall) {
	x := g.x(clamp(w.x, g.p.x.min, g.p.x.max))
	y := g.c.Max.Y + 5 + vg.Length(w.line)*noteSize*lineLead
	g.c.StrokeLine2(lineStyle(w.tone, dashed, 1), x, g.c.Min.Y, x, y+noteSize-3)
	sty := face(noteSize, w.tone, false)
	at := x + 4
	if at+sty.Width(w.text) > g.c.Max.X+4 {
		at = x - 4 - sty.Width(w.text)
	}
	baseline(&g.c, sty, at, y, w.text)
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
		c.A = 0x38
		g.c.FillPolygon(c, lower)
	}
}

// bars draws the intervals. A bar that leaves the panel has no end.
func (g *geometry) bars(s *series) {
	if s.band {
		return
	}
	for _, p := range s.points {
		if lo, ok := g.place(p.x, p.ylo); ok && p.ylo < p.yhi {
			hi, _ := g.place(p.x, p.yhi)
			g.bar(s.look, lo, hi, vg.Point{X: 3}, p.yhi <= g.p.y.max)
		}
		if lo, ok := g.place(p.xlo, p.y); ok && p.xlo < p.xhi {
			hi, _ := g.place(p.xhi, p.y)
			lo.Y, hi.Y = lo.Y+p.lift, hi.Y+p.lift
			g.bar(s.look, lo, hi, vg.Point{Y: 3}, p.xhi <= g.p.x.max)
		}
	}
}

// bar draws one interval, with ends as wide as twice half.
func (g *geometry) bar(k look, lo, hi, half vg.Point, ends bool) {
	sty := lineStyle(k.line, solid, 1.1)
	c := rgb(k.line.light)
	c.A = 0xC0
	sty.Color = c
	g.c.StrokeLine2(sty, lo.X, lo.Y, hi.X, hi.Y)
	g.c.StrokeLine2(sty, lo.X-half.X, lo.Y-half.Y, lo.X+half.X, lo.Y+half.Y)
	if ends {
		g.c.StrokeLine2(sty, hi.X-half.X, hi.Y-half.Y, hi.X+half.X, hi.Y+half.Y)
	}
}

// points draws markers and notes, and remembers where they are.
func (g *geometry) points(s *series, to *sheet) {
	for _, p := range s.points {
		at, ok := g.place(p.x, p.y)
		if !ok {
			continue
		}
		k, r := s.look, vg.Length(markRadius)
		if p.shape != 0 {
			k.shape = p.shape
		}
		if p.small {
			r *= 0.6
		}
		if !s.noMark {
			k.shape.draw(&g.c, k, at, r)
		}
		if p.note != "" {
			g.note(p, at)
		}
		if p.tip != "" {
			to.spots = append(to.spots, spot{float64(at.X), float64(to.c.Max.Y - at.Y), s.name, p.tip})
		}
	}
}

// note writes the note of a point past its interval, on the side with room.
func (g *geometry) note(p point, at vg.Point) {
	left, right := at.X, at.X
	if lo, ok := g.place(p.xlo, p.y); ok && p.xlo < p.xhi {
		hi, _ := g.place(p.xhi, p.y)
		left, right = min(left, lo.X), max(right, hi.X)
	}
	t := ink
	if p.wrong {
		t = alarm
	}
	sty := face(tickSize, t, p.wrong)
	x := right + 9
	if x+sty.Width(p.note) > g.c.Max.X {
		x = left - 9 - sty.Width(p.note)
	}
	if x < g.c.Min.X {
		if !p.wrong {
			return // no room; the page has it in words
		}
		x = g.c.Min.X // better on the point than not at all
	}
	baseline(&g.c, sty, x, at.Y-4, p.note)
}
