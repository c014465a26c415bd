package report

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A shape is the marker of a strategy.
type shape int

const (
	openDisc shape = iota + 1
	openSquare
	openUp
	openDiamond
	disc
	square
	up
	diamond
	down
	plus
	cross
	star
	bar     // a short upright stroke
	noShape // draws nothing
)

// open reports whether the inside of the shape shows the paper.
func (s shape) open() bool { return s >= openDisc && s <= openDiamond }

// path outlines the shape around pt. Radii differ so that all shapes have
// about the area of a disc with radius r.
func (s shape) path(pt vg.Point, r vg.Length) vg.Path {
	switch s {
	case openDisc, disc:
		var p vg.Path
		p.Move(vg.Point{X: pt.X + r, Y: pt.Y})
		p.Arc(pt, r, 0, 2*math.Pi)
		p.Close()
		return p
	case openSquare, square:
		return polygon(pt, 1.25*r, 4, math.Pi/4)
	case openUp, up:
		return polygon(pt, 1.4*r, 3, math.Pi/2)
	case openDiamond, diamond:
		return polygon(pt, 1.35*r, 4, 0)
	case down:
		return polygon(pt, 1.4*r, 3, -math.Pi/2)
	case star:
		return starPath(pt, 1.6*r)
	}
	return nil
}

// polygon is a regular one with n corners, the first at the angle start.
func polygon(pt vg.Point, r vg.Length, n int, start float64) vg.Path {
	var p vg.Path
	for i := range n {
		to := polar(pt, r, start+2*math.Pi*float64(i)/float64(n))
		if i == 0 {
			p.Move(to)
		} else {
			p.Line(to)
		}
	}
	p.Close()
	return p
}

func starPath(pt vg.Point, r vg.Length) vg.Path {
	var p vg.Path
	for i := range 10 {
		radius := r
		if i%2 == 1 {
			radius = 0.45 * r
		}
		to := polar(pt, radius, math.Pi/2+math.Pi*float64(i)/5)
		if i == 0 {
			p.Move(to)
		} else {
			p.Line(to)
		}
	}
	p.Close()
	return p
}

func polar(pt vg.Point, r vg.Length, angle float64) vg.Point {
	sin, cos := math.Sincos(angle)
	return vg.Point{X: pt.X + r*vg.Length(cos), Y: pt.Y + r*vg.Length(sin)}
}

// strokes are the lines of plus, cross and bar.
func (s shape) strokes(pt vg.Point, r vg.Length) [][]vg.Point {
	turn := 0.0
	switch s {
	case bar:
		return [][]vg.Point{{{X: pt.X, Y: pt.Y - 1.5*r}, {X: pt.X, Y: pt.Y + 1.5*r}}}
	case cross:
		turn = math.Pi / 4
	}
	var bars [][]vg.Point
	for i := range 2 {
		a := turn + float64(i)*math.Pi/2
		bars = append(bars, []vg.Point{polar(pt, 1.3*r, a), polar(pt, 1.3*r, a+math.Pi)})
	}
	return bars
}

// draw draws the shape with a thin rim of paper around it, so that markers
// that overlap stay apart.
func (s shape) draw(c *draw.Canvas, k look, pt vg.Point, r vg.Length) {
	switch {
	case s == noShape:
	case s == plus || s == cross || s == bar:
		for _, bar := range s.strokes(pt, r) {
			c.StrokeLines(draw.LineStyle{Color: k.line.color(), Width: 2.2}, bar)
		}
	case s.open():
		c.SetColor(paper.color())
		c.Fill(s.path(pt, r))
		c.SetLineStyle(draw.LineStyle{Color: k.line.color(), Width: 1.7})
		c.Stroke(s.path(pt, r*0.9))
	default:
		c.SetLineStyle(draw.LineStyle{Color: paper.color(), Width: 1.6})
		c.Stroke(s.path(pt, r))
		c.SetColor(k.line.color())
		c.Fill(s.path(pt, r))
	}
}
