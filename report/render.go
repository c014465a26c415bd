package report

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// pngDPI gives two pixels for each unit of the figure's width of 800.
const pngDPI = 144

// inFiles is the frame of figures that stand alone.
var inFiles = frame{width: figureWidth, words: true}

// WritePNG writes the figure as a PNG image, 1600 pixels wide.
func (f *Figure) WritePNG(w io.Writer) error {
	width, height := f.size(inFiles)
	c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(pngDPI))
	f.paint(draw.New(c), inFiles)
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// WriteSVG writes the figure as an SVG file of its own, with opaque paper, so
// that it can be read on a dark page too. Points have their values as titles.
func (f *Figure) WriteSVG(w io.Writer) error {
	d := f.draw(inFiles)
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]g" height="%[2]g" viewBox="0 0 %[1]g %[2]g" role="img" aria-labelledby="t d">
<title id="t">%[3]s</title>
<desc id="d">%[4]s</desc>
%[5]s%[6]s</svg>
`, d.width, d.height, escape(f.Title), escape(f.describe()), d.body, spotsSVG(d.spots))
	return err
}

// inline is the figure for a page, without its words: colours are the page's
// CSS variables, ids are unique on it, and points can be reached by keyboard.
func (f *Figure) inline(id, class string, width float64) string {
	d := f.draw(frame{width: vg.Length(width)})
	for _, t := range tones() {
		d.body = strings.ReplaceAll(d.body, t.light, "var(--"+t.name+")")
	}
	return fmt.Sprintf(`<svg class="chart %[2]s" id="%[1]s" viewBox="0 0 %[3]g %[4]g" role="group" tabindex="0" aria-labelledby="%[1]s-t" aria-describedby="%[1]s-d">
<title id="%[1]s-t">%[5]s</title>
<desc id="%[1]s-d">%[6]s</desc>
<g aria-hidden="true">%[7]s</g>
%[8]s</svg>`, id, class, d.width, d.height, escape(f.Title), escape(f.describe()+" Arrow keys read the values."), d.body, spotsSVG(d.spots))
}

// describe is the figure in words.
func (f *Figure) describe() string {
	return strings.TrimSpace(f.Caption + " " + f.Missing + " " + f.Source)
}

// A drawing is what is inside an svg element.
type drawing struct {
	body          string
	spots         []spot
	width, height float64
}

func (f *Figure) draw(in frame) drawing {
	w, h := f.size(in)
	c := vgsvg.New(w, h)
	spots := f.paint(draw.New(c), in)
	var b bytes.Buffer
	c.WriteTo(&b) // into memory: cannot fail
	return drawing{trimSVG(b.String()), spots, float64(w), round(float64(h), 1)}
}

// trimSVG cuts the prologue, the svg element and its end, whose units and
// names do not suit a page, and names fonts to fall back to.
func trimSVG(s string) string {
	if i := strings.Index(s, "<svg"); i >= 0 {
		s = s[i:]
		s = s[strings.Index(s, ">")+1:]
	}
	s = strings.TrimSuffix(strings.TrimSpace(s), "</svg>")
	return strings.NewReplacer(
		"font-family:Liberation Sans;font-variant:normal;", "font-family:'Liberation Sans',Arimo,Arial,Helvetica,sans-serif;",
		"font-weight:normal;font-style:normal;", "",
		"font-style:normal;", "",
	).Replace(s)
}

// spotsSVG puts an invisible disc with a title over each point.
func spotsSVG(spots []spot) string {
	var b strings.Builder
	b.WriteString("<g class=\"spots\">\n")
	for _, s := range spots {
		fmt.Fprintf(&b, `<circle cx="%g" cy="%g" r="9" fill="none" pointer-events="all" data-series="%s"><title>%s</title></circle>`+"\n",
			round(s.x, 1), round(s.y, 1), escape(s.series), escape(s.tip))
	}
	b.WriteString("</g>\n")
	return b.String()
}

// escape makes text of any origin safe between tags and in quoted attributes.
func escape(s string) string { return html.EscapeString(clean(s)) }
