package report

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// panel draws one panel into cell: its title and the meaning of the vertical
// axis above, then a strip for remarks, then the plot, with room for labels on
// the right. p is the caller's copy.
func (s *sheet) panel(p panel, cell draw.Canvas) {
	if s.width < 600 && slices.ContainsFunc(p.series, series.noted) {
		p.heads = p.heads[:min(1, len(p.heads))] // or the notes have no room
	}
	top := cell.Max.Y
	if p.title != "" {
		s.text(face(panelSize, ink, true), cell.Min.X, top-panelSize, p.title)
		top -= panelSize * lineLead
	}
	if p.y.label != "" {
		s.text(face(tickSize, faint, false), cell.Min.X, top-tickSize, p.y.label)
		top -= tickSize * lineLead
	}
	area := draw.Crop(cell, 0, -p.labelRoom(), 28, 0)
	xs, ys := p.values()
	p.x.fit(xs)
	p.y.fit(ys)
	area.Max.Y = top - p.strip(area.Max.X-area.Min.X-45) - 4
	plt := newPlot(&p, area)
	plt.Add(&layer{&p, s})
	plt.Draw(area)
}

// newPlot sets up axes that gonum/plot draws, and keeps their ticks in p. The labels of the axes are not
// among them: on a logarithmic axis their boxes are taken to be far off centre
// and push the plot aside.
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
	height := area.Max.Y - area.Min.Y
	plt.X.Tick.Label = aligned(face(tickSize, ink, false), text.XCenter, text.YTop)
	plt.X.Tick.LineStyle = lineStyle(faint, solid, 1)
	plt.X.Tick.Length = 5
	plt.X.LineStyle = lineStyle(faint, solid, 1)
	plt.X.Padding, plt.Y.Padding = 0, 0
	plt.Y.Tick.Label = aligned(face(tickSize, ink, false), text.XRight, text.YCenter)
	plt.Y.Tick.Length, plt.Y.LineStyle.Width = 0, 0
	p.y.ticks = p.yMarks(float64(height)) // the grid is to have the same
	plt.Y.Tick.Marker = plot.ConstantTicks(p.y.ticks)
	if p.rows != nil {
		plt.Y.Tick.Label = aligned(face(bodySize, ink, false), text.XRight, text.YCenter)
	}
	plt.X.Tick.Marker = plot.ConstantTicks(nil)
	data := plt.DataCanvas(area) // as wide as the names to the left of it allow
	width := data.Max.X - data.Min.X
	p.x.ticks = thin(p.x.marks(float64(width)/38), plt.X, width)
	plt.X.Tick.Marker = plot.ConstantTicks(p.x.ticks)
	return plt
}

// yMarks are the ticks of the vertical axis, or the names of the rows.
func (p *panel) yMarks(height float64) []plot.Tick {
	if p.rows == nil {
		return p.y.marks(height / 24)
	}
	var ticks []plot.Tick
	for i, r := range p.rows {
		ticks = append(ticks, plot.Tick{Value: -float64(i), Label: r.name})
	}
	return ticks
}

func aligned(sty text.Style, x text.XAlignment, y text.YAlignment) text.Style {
	sty.XAlign, sty.YAlign = x, y
	return sty
}

// thin empties labels that would touch their left neighbour or the last one.
// The tick itself stays: a blank label keeps it a long one.
func thin(ticks []plot.Tick, a plot.Axis, width vg.Length) []plot.Tick {
	out := slices.Clone(ticks)
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

// labelRoom is the width that text to the right of the plot needs.
func (p *panel) labelRoom() vg.Length {
	room := vg.Length(8)
	for _, l := range p.levels {
		room = max(room, face(noteSize, faint, false).Width(l.text)+10)
	}
	for i := range p.heads {
		room += p.columnWidth(i)
	}
	if p.bare {
		return room
	}
	for _, s := range p.series {
		if s.label != "" && len(s.points) > 0 {
			room = max(room, face(bodySize, ink, false).Width(s.label)+20+s.markRoom())
		}
	}
	return room
}

// markRoom is the width of the marker before the label of a line.
func (s *series) markRoom() vg.Length {
	if s.plainLabel {
		return 0
	}
	return 15
}

// columnWidth is the width of a column of text beside the rows.
func (p *panel) columnWidth(i int) vg.Length {
	w := face(noteSize, faint, false).Width(p.heads[i])
	for _, r := range p.rows {
		w = max(w, face(tickSize, ink, false).Width(r.cells[i]))
	}
	return w + 18
}

// strip is the height of the remarks above the plot.
func (p *panel) strip(width vg.Length) vg.Length {
	lines := 0
	if p.over > 0 {
		lines = 1
	}
	for _, w := range p.placeWalls(width) {
		lines = max(lines, w.line+1)
	}
	if p.heads != nil {
		lines = max(lines, 1)
	}
	return vg.Length(lines) * noteSize * lineLead
}

// A placedWall is a wall whose text has a line of its own above the plot where
// it would otherwise cover that of another one.
type placedWall struct {
	wall
	line int // 0 is the lowest
}

// placeWalls stacks the texts, which stand to the right of their lines like
// flags, from right to left and lowest first: so no line crosses a text.
func (p *panel) placeWalls(width vg.Length) []placedWall {
	walls := slices.Clone(p.walls)
	slices.SortStableFunc(walls, func(a, b wall) int { return int(math.Copysign(1, b.x-a.x)) })
	sty := face(noteSize, faint, false)
	var free []float64 // left edge of what each line already holds
	var out []placedWall
	for _, w := range walls {
		at, _ := p.x.at(w.x)
		left := p.share(at) * float64(width)
		right := left + float64(sty.Width(w.text)) + 14
		line := 0
		for line < len(free) && right > free[line] {
			line++
		}
		if line == len(free) {
			free = append(free, 0)
		}
		free[line] = left
		out = append(out, placedWall{w, line})
	}
	return out
}

// share is how far x lies along the axis, from 0 to 1.
func (p *panel) share(x float64) float64 {
	if p.x.log {
		return math.Log(x/p.x.min) / math.Log(p.x.max/p.x.min)
	}
	return (x - p.x.min) / (p.x.max - p.x.min)
}
