package report

import (
	"fmt"
	"hash/fnv"
	"image/color"
	"math"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"geoscan/bench"
)

// A tone is one colour of a figure: on light paper, as it stands in files, and
// on dark paper, where the page replaces it by its CSS variable.
type tone struct {
	name        string // of the CSS variable, without the dashes
	light, dark string // #RRGGBB, upper case
}

// The neutral tones. No two tones have the same light value, because the light
// value is what the page replaces.
var (
	paper    = tone{"paper", "#FCFCFA", "#15171B"}
	shade    = tone{"shade", "#F4F2EC", "#202329"}
	hair     = tone{"hair", "#DCDDD8", "#34383F"}
	faint    = tone{"faint", "#666B73", "#A3A9B2"}
	ink      = tone{"ink", "#1F2328", "#E8EAED"}
	alarm    = tone{"alarm", "#B00020", "#FF8A80"}
	roofTone = tone{"roof", "#767676", "#9A9A9B"} // the roof and other levels to compare with
)

// A look is how one strategy is drawn, in every figure.
type look struct {
	line  tone // at least 3:1 against the paper
	label tone // the same hue for text, at least 4.5:1
	shape shape
}

// looks are fixed by name, so that a colour learnt in one figure holds in the
// next and in the next release. Pipelines have open shapes and warm colours,
// the others filled ones. The colours keep a distance in OKLab of 0.08 among
// the article's eight and of 0.06 among all, also as seen by protan, deutan and
// tritan eyes (a test computes it); the shapes tell them apart without colour.
var looks = []struct {
	name        string
	light, dark string
	shape       shape
}{
	{"naive", "#912300", "#E55F32", openDisc},
	{"helper", "#AC7B00", "#F6BB30", openSquare},
	{"mmchar", "#D86FAF", "#FACDE4", openUp},
	{"mmbyte", "#600141", "#C4569A", openDiamond},
	{"threads", "#0267B2", "#3D81C9", disc},
	{"native", "#1C2575", "#898AFE", square},
	{"indexed", "#399B72", "#54C8A5", up},
	{"indexfields", "#105940", "#9DF49E", diamond},
	{"simd", "#259BDB", "#98C8FC", down},
	{"stream", "#716700", "#BAAB3D", plus},
	{"columns", "#8F69F2", "#B4A0FC", cross},
	{"auto", "#1A1A1A", "#F2F2F2", star},
}

// lookOf returns the look of a strategy. A name without one of its own gets a
// neutral line and a shape that depends on the name alone.
func lookOf(name string) look {
	for _, l := range looks {
		if l.name == name {
			return makeLook(l.name, l.light, l.dark, l.shape)
		}
	}
	if name == bench.RoofName {
		return look{line: roofTone, label: faint, shape: noShape}
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return look{line: otherTone, label: otherTone, shape: shape(h.Sum32()%uint32(star)) + 1}
}

var otherTone = tone{"other", "#5A6270", "#B9C0CC"}

func makeLook(name, light, dark string, s shape) look {
	line := tone{"s-" + name, light, dark}
	label := tone{
		"t-" + name,
		readable(light, paper.light, "#000000"),
		readable(dark, paper.dark, "#FFFFFF"),
	}
	return look{line, label, s}
}

// readable moves c towards pole until its contrast with back is at least 4.5:1.
func readable(c, back, pole string) string {
	for t := 0.0; t < 1; t += 0.02 {
		if m := mix(c, pole, t); contrast(m, back) >= 4.6 {
			return m
		}
	}
	return pole
}

// mix goes the part t of the way from a to b, in sRGB.
func mix(a, b string, t float64) string {
	x, y := rgb(a), rgb(b)
	at := func(p, q uint8) int { return int(math.Round(float64(p) + t*(float64(q)-float64(p)))) }
	return fmt.Sprintf("#%02X%02X%02X", at(x.R, y.R), at(x.G, y.G), at(x.B, y.B))
}

// contrast is the ratio WCAG 2 defines, from 1 to 21.
func contrast(a, b string) float64 {
	x, y := luminance(rgb(a)), luminance(rgb(b))
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

func luminance(c color.NRGBA) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// linear undoes the transfer function of sRGB.
func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// rgb reads #RRGGBB.
func rgb(s string) color.NRGBA {
	var r, g, b uint8
	fmt.Sscanf(s, "#%02X%02X%02X", &r, &g, &b)
	return color.NRGBA{r, g, b, 0xFF}
}

// color is the tone as it stands in files.
func (t tone) color() color.Color { return rgb(t.light) }

// tones lists every tone a figure may use, for the style sheet of the page.
func tones() []tone {
	all := []tone{paper, shade, hair, faint, ink, alarm, roofTone, otherTone}
	for _, l := range looks {
		k := lookOf(l.name)
		all = append(all, k.line)
		if k.label.light != k.line.light {
			all = append(all, k.label)
		}
	}
	return all
}

// Sizes of text in a figure, in units of which a figure has 800 in its width.
const (
	titleSize = 18
	panelSize = 13
	bodySize  = 13
	tickSize  = 12
	noteSize  = 11
)

// face is a style for text in a figure.
func face(size float64, t tone, bold bool) text.Style {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(size)}
	if bold {
		f.Weight = xfont.WeightBold
	}
	return text.Style{Color: t.color(), Font: f, Handler: plot.DefaultTextHandler}
}
