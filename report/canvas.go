package report

import (
	"math"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Measures of a figure in units of its width.
const (
	figureWidth  = 800 // in files and on wide screens
	narrowWidth  = 420 // on telephones
	figureMargin = 22
	panelGap     = 30
	lineLead     = 1.32 // distance of two lines of text, in their size
	markRadius   = 4.2
	labelHeight  = 16
	lineGap      = 14 // between lines of panels
)

// A spot is a drawn point that the reader may ask about.
type spot struct {
	x, y   float64 // from the left and the top of the figure
	series string
	tip    string
}

// A frame is how much of a figure is drawn, and how wide.
type frame struct {
	width vg.Length
	words bool // title, caption and source too, not only keys and panels
}

// A sheet is a figure being drawn: from the top to the bottom, because the
// height of text is known only then.
type sheet struct {
	frame
	c      draw.Canvas
	y      vg.Length // what is above is used up
	spots  []spot
	usable int
}

// size computes how tall the figure is in a frame.
func (f *Figure) size(in frame) (w, h vg.Length) {
	s := sheet{frame: in}
	s.head(f, true)
	s.y -= f.panelsHeight(in)
	s.foot(f, true)
	return in.width, -s.y
}

// columns is the number of panels side by side.
func (f *Figure) columns(in frame) int {
	if in.width < 600 {
		return max(f.cols/2, 1)
	}
	return max(f.cols, 1)
}

// lines is the number of lines of panels.
func (f *Figure) lines(in frame) int {
	return (len(f.panels) + f.columns(in) - 1) / f.columns(in)
}

// panelsHeight is that of all panels with the gaps between them.
func (f *Figure) panelsHeight(in frame) vg.Length {
	n := float64(f.lines(in))
	return vg.Length(n*f.panelHeight() + max(n-1, 0)*lineGap)
}

// panelHeight is the wanted one or a good one, and enough for all labels.
func (f *Figure) panelHeight() float64 {
	h := f.height
	if h == 0 {
		h = 380
	}
	for _, p := range f.panels {
		if !p.bare {
			h = math.Max(h, labelHeight*float64(len(p.series))+120)
		}
	}
	return h
}

// paint draws the figure on c, which is as large as size says, and returns its
// points.
func (f *Figure) paint(c draw.Canvas, in frame) []spot {
	c.SetColor(paper.color())
	c.Fill(c.Rectangle.Path())
	s := sheet{frame: in, c: c, y: c.Max.Y, usable: f.usable}
	s.head(f, false)
	cols, h := f.columns(in), vg.Length(f.panelHeight()+lineGap)
	width := (c.Max.X - c.Min.X - 2*s.margin() - panelGap*vg.Length(cols-1)) / vg.Length(cols)
	for i := range f.panels {
		left := c.Min.X + s.margin() + vg.Length(i%cols)*(width+panelGap)
		top := s.y - vg.Length(i/cols)*h
		cell := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: left, Y: top - h + lineGap}, Max: vg.Point{X: left + width, Y: top}}}
		s.panel(f.panels[i], cell)
	}
	s.y -= f.panelsHeight(in)
	s.foot(f, false)
	return s.spots
}

// head writes title, caption and keys. A dry run only measures.
func (s *sheet) head(f *Figure, dry bool) {
	if s.words {
		s.y -= figureMargin - 4
		s.write(f.Title, face(titleSize, ink, true), dry)
		s.y -= 3
		s.write(f.Caption, face(bodySize, faint, false), dry)
		if f.Missing != "" {
			s.y -= 10
			s.write(f.Missing, face(bodySize, ink, false), dry)
		}
	}
	s.keys(f.keys, dry)
	s.y -= 12
}

func (s *sheet) foot(f *Figure, dry bool) {
	if s.words {
		s.y -= 8
		s.write(f.Source, face(noteSize, faint, false), dry)
		s.y -= figureMargin
	}
}

// margin is the blank on both sides: none where the page has its own.
func (f frame) margin() vg.Length {
	if f.words {
		return figureMargin
	}
	return 2
}

// write sets a paragraph over the whole width.
func (s *sheet) write(txt string, sty text.Style, dry bool) {
	for _, line := range wrap(txt, sty, s.width-2*s.margin()) {
		if !dry {
			s.text(sty, s.c.Min.X+s.margin(), s.y-sty.Font.Size, line)
		}
		s.y -= sty.Font.Size * lineLead
	}
}

// text writes one line with its base line at y.
func (s *sheet) text(sty text.Style, x, y vg.Length, txt string) {
	baseline(&s.c, sty, x, y, txt)
}

// baseline writes one line that starts, ends or is centred at x, as the style
// aligns it, with its base line at y whatever the font.
func baseline(c *draw.Canvas, sty text.Style, x, y vg.Length, txt string) {
	f := sty.Handler.Cache().Lookup(sty.Font, sty.Font.Size)
	c.SetColor(sty.Color)
	txt = clean(txt)
	c.FillString(f, vg.Point{X: x + vg.Length(sty.XAlign)*f.Width(txt), Y: y}, txt)
}

// wrap breaks txt at blanks into lines no wider than width.
func wrap(txt string, sty text.Style, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.FieldsFunc(txt, func(r rune) bool { return r == ' ' || r == '\n' }) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && sty.Width(longer) > width {
			lines, longer = append(lines, line), word
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// keys writes the legend in one or more lines.
func (s *sheet) keys(keys []key, dry bool) {
	if len(keys) == 0 {
		return
	}
	sty := face(bodySize, ink, false)
	s.y -= 6
	x := s.c.Min.X + s.margin()
	for i, k := range keys {
		need := 40 + sty.Width(k.text) + 18
		if i > 0 && x+need > s.c.Min.X+s.width-s.margin() {
			x, s.y = s.c.Min.X+s.margin(), s.y-bodySize*lineLead-3
		}
		if !dry {
			s.key(k, x, s.y-bodySize)
		}
		x += need
	}
	s.y -= bodySize*lineLead + 2
}

func (s *sheet) key(k key, x, y vg.Length) {
	mid := y + 4.5
	if k.dash != noStroke {
		s.c.StrokeLine2(lineStyle(k.look.line, k.dash, 2), x, mid, x+32, mid)
	}
	k.look.shape.draw(&s.c, k.look, vg.Point{X: x + 16, Y: mid}, markRadius)
	s.text(face(bodySize, ink, false), x+39, y, k.text)
}

func lineStyle(t tone, d dash, width float64) draw.LineStyle {
	sty := draw.LineStyle{Color: t.color(), Width: vg.Length(width)}
	switch d {
	case dashed:
		sty.Dashes = []vg.Length{7, 4}
	case dotted:
		sty.Dashes = []vg.Length{1.5, 3.5}
	case dashDot:
		sty.Dashes = []vg.Length{8, 3.5, 1.5, 3.5}
	case longDash:
		sty.Dashes = []vg.Length{14, 5}
	}
	return sty
}
