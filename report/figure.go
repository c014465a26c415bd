package report

import (
	"slices"

	"gonum.org/v1/plot/vg"
)

// A Figure is one chart: what it says in words, and what it draws.
//
// It is made by [Figures] and not changed afterwards; its methods may be
// called by several goroutines.
type Figure struct {
	Name    string // for files: lower-case letters and hyphens
	Title   string // what is shown
	Caption string // how to read it, in sentences
	Source  string // machine, file, runs and commit the figures come from
	Missing string // a sentence that says why there is nothing to draw; else empty

	keys   []key
	cols   int     // panels side by side; 0 means 1
	height float64 // of a panel; 0 means a good one
	panels []panel
	usable int // CPUs of the machine
}

// A key explains a marker or a dash where a label at its place would not do.
type key struct {
	look look
	dash dash
	text string
}

// A panel is one coordinate system of a figure.
type panel struct {
	title  string
	x, y   axis
	rows   []row    // from the top, if y counts rows: the first at 0, the next at -1
	heads  []string // of the columns of text beside the rows
	series []series
	over   float64 // x from which the dop is above the usable CPUs; 0 for none
	walls  []wall
	levels []level
	ideal  bool // draw y = x
	bare   bool // no labels at the line ends
	names  bool // labels beside the points instead, for panels of single points
}

// A wall is a vertical line at an x that means something.
type wall struct {
	x    float64
	tone tone
	text string
}

// A row is a line of a panel that counts things by name.
type row struct {
	name  string
	cells []string // one for each head of the panel
}

// A level is a horizontal line at a y that means something.
type level struct {
	y    float64
	text string
}

// A series is a line of points that belong together.
type series struct {
	name       string // for hover and keyboard
	label      string // at the line's end; "" for none
	look       look
	dash       dash
	band       bool // fill between lo and hi instead of bars
	noLine     bool
	noMark     bool
	plainLabel bool // no marker before the label
	points     []point
}

// A point is one value with its 95 % interval. A zero interval is not drawn.
type point struct {
	x, y     float64
	ylo, yhi float64
	xlo, xhi float64
	lift     vg.Length // of the horizontal bar, to keep two of a row apart
	small    bool      // the marker: outside of what counts
	shape    shape     // instead of the look's, if not 0
	note     string    // written beside the point, in a panel of rows
	wrong    bool      // note in the colour of alarm
	tip      string    // the value in words, for hover
}

// A dash tells lines of one colour apart.
type dash int

const (
	solid dash = iota
	dashed
	dotted
	dashDot
	longDash
	noStroke // no line at all
)

// values collects what the axes must contain.
func (p *panel) values() (xs, ys []float64) {
	for _, s := range p.series {
		for _, pt := range s.points {
			xs, ys = append(xs, pt.x), append(ys, pt.y)
			if pt.ylo < pt.yhi {
				ys = append(ys, pt.ylo, pt.yhi)
			}
			if pt.xlo < pt.xhi {
				xs = append(xs, pt.xlo, pt.xhi)
			}
		}
	}
	for _, w := range p.walls {
		xs = append(xs, w.x)
	}
	for _, l := range p.levels {
		ys = append(ys, l.y)
	}
	if n := len(p.rows); n > 0 {
		ys = append(ys, 0.6, 0.4-float64(n))
	}
	return xs, ys
}

// highest is the largest y of a point.
func (p *panel) highest() float64 {
	top := 0.0
	for _, s := range p.series {
		for _, pt := range s.points {
			top = max(top, pt.y)
		}
	}
	return top
}

// noted reports whether a point of s has a note.
func (s series) noted() bool {
	return slices.ContainsFunc(s.points, func(p point) bool { return p.note != "" })
}

// empty reports whether no point of the panel can be drawn.
func (p *panel) empty() bool {
	for _, s := range p.series {
		if len(s.points) > 0 {
			return false
		}
	}
	return true
}
