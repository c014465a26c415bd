package report

import (
	"math"
	"testing"

	"geoscan/bench"
)

// matrices turn linear sRGB into what an eye without one kind of cone sees
// (G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, A Physiologically-based
// Model for Simulation of Color Vision Deficiency, 2009, severity 1).
var matrices = map[string][3][3]float64{
	"full":   {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protan": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deutan": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritan": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// oklab is the colour as an eye sees it, in B. Ottosson's OKLab (2020).
func oklab(hex string, eye [3][3]float64) [3]float64 {
	c := rgb(hex)
	in := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var s [3]float64
	for i, row := range eye {
		for j := range row {
			s[i] += row[j] * in[j]
		}
		s[i] = clamp(s[i], 0, 1)
	}
	l := math.Cbrt(0.4122214708*s[0] + 0.5363325363*s[1] + 0.0514459929*s[2])
	m := math.Cbrt(0.2119034982*s[0] + 0.6806995451*s[1] + 0.1073969566*s[2])
	n := math.Cbrt(0.0883024619*s[0] + 0.2817188376*s[1] + 0.6299787005*s[2])
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*n,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*n,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*n,
	}
}

func distance(a, b string, eye [3][3]float64) float64 {
	x, y := oklab(a, eye), oklab(b, eye)
	return math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2])
}

func TestColoursApart(t *testing.T) {
	names := []string{bench.RoofName}
	for _, l := range looks {
		names = append(names, l.name)
	}
	const article = 8 // the first in looks
	for i, a := range names {
		for j, b := range names[:i] {
			least := 0.06
			if i <= article && j <= article && j > 0 {
				least = 0.08
			}
			ka, kb := lookOf(a).line, lookOf(b).line
			for eye, m := range matrices {
				if d := distance(ka.light, kb.light, m); d < least {
					t.Errorf("light, %s eye: %s and %s are only %.3f apart", eye, a, b, d)
				}
				if d := distance(ka.dark, kb.dark, m); d < least {
					t.Errorf("dark, %s eye: %s and %s are only %.3f apart", eye, a, b, d)
				}
			}
		}
	}
}

func TestContrast(t *testing.T) {
	check := func(what string, tn tone, least float64) {
		for _, p := range [][2]string{{tn.light, paper.light}, {tn.dark, paper.dark}, {tn.light, shade.light}, {tn.dark, shade.dark}} {
			if c := contrast(p[0], p[1]); c < least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", what, p[0], p[1], c, least)
			}
		}
	}
	for _, l := range looks {
		k := lookOf(l.name)
		check(l.name+" line", k.line, 2.7) // on the shade; 3 on paper below
		for _, p := range [][2]string{{k.line.light, paper.light}, {k.line.dark, paper.dark}} {
			if c := contrast(p[0], p[1]); c < 3 {
				t.Errorf("%s line: contrast %.2f on paper", l.name, c)
			}
		}
		for _, p := range [][2]string{{k.label.light, paper.light}, {k.label.dark, paper.dark}} {
			if c := contrast(p[0], p[1]); c < 4.5 {
				t.Errorf("%s label: contrast %.2f on paper", l.name, c)
			}
		}
	}
	for _, tn := range []tone{ink, faint, alarm} {
		check(tn.name, tn, 4.5)
	}
}

// The page replaces light values by variables, so they must tell tones apart;
// and shapes must tell strategies apart without colour.
func TestLooksDiffer(t *testing.T) {
	byLight, byName := map[string]string{}, map[string]bool{}
	for _, tn := range tones() {
		if other, dup := byLight[tn.light]; dup {
			t.Errorf("%s and %s are both %s", tn.name, other, tn.light)
		}
		if byName[tn.name] {
			t.Errorf("two tones are named %s", tn.name)
		}
		byLight[tn.light], byName[tn.name] = tn.name, true
	}
	shapes := map[shape]string{}
	for _, l := range looks {
		if other, dup := shapes[l.shape]; dup {
			t.Errorf("%s and %s have the same shape", l.name, other)
		}
		shapes[l.shape] = l.name
	}
}

func TestLookOfUnknown(t *testing.T) {
	for _, name := range []string{"", "mine", "Ünbekannt", "naive2"} {
		if a, b := lookOf(name), lookOf(name); a != b || a.shape < 1 || a.shape > star {
			t.Errorf("lookOf(%q) = %v, then %v", name, a, b)
		}
	}
}
