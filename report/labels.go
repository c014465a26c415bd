package report

import (
	"math"

	"gonum.org/v1/plot/vg"
)

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
		g.label(s, ends[i], vg.Length(at[i]))
	}
}

// label writes one label at the height y. A leader joins it with the end of
// its line; it is neutral and dotted where it could pass for data.
func (g *geometry) label(s *series, end vg.Point, y vg.Length) {
	x := g.c.Max.X + 16
	leader := lineStyle(s.look.line, solid, 0.7)
	if x-end.X > 70 {
		leader = lineStyle(faint, dotted, 0.7)
	}
	g.c.StrokeLines(leader, []vg.Point{{X: end.X + markRadius + 2, Y: end.Y}, {X: x - 2, Y: y}})
	switch {
	case s.plainLabel:
	case s.noMark:
		g.c.StrokeLine2(lineStyle(s.look.line, s.dash, 2), x+1, y, x+12, y)
	default:
		s.look.shape.draw(&g.c, s.look, vg.Point{X: x + 6, Y: y}, markRadius*0.85)
	}
	baseline(&g.c, face(bodySize, s.look.label, false), x+1+s.markRoom(), y-4.5, s.label)
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

// names writes the label of each series beside its only point, on paper of its
// own so that no line strikes it through.
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
	for i, b := range beside(at, g.obstacles(), widths, labelHeight, frame) {
		g.name(named[i], at[i], b)
	}
}

// obstacles are the vertical bars, which names must not cover.
func (g *geometry) obstacles() []box {
	var boxes []box
	for _, s := range g.p.series {
		for _, p := range s.points {
			if lo, ok := g.place(p.x, p.ylo); ok && p.ylo < p.yhi {
				hi, _ := g.place(p.x, p.yhi)
				boxes = append(boxes, box{float64(lo.X) - 4, float64(lo.Y), float64(lo.X) + 4, float64(hi.Y)})
			}
		}
	}
	return boxes
}

func (g *geometry) name(s *series, at vg.Point, b box) {
	x, y := vg.Length(b.left), vg.Length(b.bottom+b.top)/2
	near := min(max(at.X, x), vg.Length(b.right))
	if math.Hypot(float64(near-at.X), float64(y-at.Y)) > 16 {
		edge := min(max(at.Y, vg.Length(b.bottom)+2), vg.Length(b.top)-2)
		g.c.StrokeLine2(lineStyle(s.look.line, solid, 0.7), at.X, at.Y, near, edge)
	}
	g.c.SetColor(paper.color())
	g.c.Fill(vg.Rectangle{Min: vg.Point{X: x - 1, Y: y - 6}, Max: vg.Point{X: vg.Length(b.right) + 1, Y: y + 7}}.Path())
	baseline(&g.c, face(bodySize, s.look.label, false), x, y-4.5, s.label)
}
