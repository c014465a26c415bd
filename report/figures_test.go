package report

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"geoscan/bench"
)

var out = flag.String("out", "", "folder for a page and figures to look at")

// TestLook writes what the other tests only check, for a human to look at.
func TestLook(t *testing.T) {
	if *out == "" {
		t.Skip("no -out folder given")
	}
	sets := map[string][]*bench.Results{
		"small": {small().results()},
		"large": {large().results(), small().results()},
	}
	for name, rs := range sets {
		dir := filepath.Join(*out, name)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		save(t, filepath.Join(dir, "report.html"), func(w io.Writer) error { return WritePage(w, rs...) })
		for _, f := range Figures(rs...) {
			save(t, filepath.Join(dir, f.Name+".svg"), f.WriteSVG)
			save(t, filepath.Join(dir, f.Name+".png"), f.WritePNG)
		}
	}
}

func save(t *testing.T, path string, write func(io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// nine are the figures every report has; fits come on top.
var nine = []string{"time-dop", "time-size", "machines", "throughput", "speedup", "amortised", "allocations", "cold-warm", "peers"}

func TestAllFigures(t *testing.T) {
	figures := Figures(read(t, "synthetic-2cpus.json"), read(t, "synthetic-16cpus.json"))
	var names []string
	for _, f := range figures {
		names = append(names, f.Name)
		if f.Missing != "" && (f.Name != "fits" && !strings.HasSuffix(f.Name, "-2")) {
			t.Errorf("%s has no data: %s", f.Name, f.Missing)
		}
		if (f.Missing == "") != (len(f.panels) > 0) {
			t.Errorf("%s: missing %q with %d panels", f.Name, f.Missing, len(f.panels))
		}
	}
	want := append(append([]string{}, nine...), "fits")
	for _, n := range append(nine[:2:2], nine[3:]...) {
		want = append(want, n+"-2")
	}
	want = append(want, "fits-2")
	if got := strings.Join(names, " "); got != strings.Join(want, " ") {
		t.Errorf("figures are %s\nwant %s", got, strings.Join(want, " "))
	}
}

// thinWorlds are results with as little in them as there can be.
func thinWorlds() map[string]*bench.Results {
	one := small()
	one.dops, one.sizes, one.runs, one.peers = []int{1}, []int{1}, 1, false
	one.caches, one.names = []bench.Cache{bench.Cold}, []string{"threads"}
	zero := one.results()
	for i := range zero.Measurements {
		m := &zero.Measurements[i]
		m.PrepareSeconds, m.TotalSeconds, m.ProcessSeconds, m.ScanSeconds, m.Records = 0, 0, 0, nil, 0
	}
	equal := small()
	equal.noise, equal.names = 0, []string{"threads", "native"}
	same := equal.results()
	for i := range same.Measurements {
		m := &same.Measurements[i]
		m.PrepareSeconds, m.TotalSeconds, m.ProcessSeconds, m.ScanSeconds = 0.5, 1, 1, []float64{0.25, 0.25}
	}
	odd := small()
	odd.dops, odd.usable = []int{3, 5}, 2
	void := small()
	void.names, void.void = []string{"threads"}, "threads"
	extreme := one.results()
	for i := range extreme.Measurements {
		m := &extreme.Measurements[i]
		m.TotalSeconds, m.ProcessSeconds, m.ScanSeconds = math.MaxFloat64, 1e-300, []float64{1e300}
		m.Bytes, m.Records, m.ScanAllocs.Count = math.MaxInt64, math.MaxInt64, math.MaxInt64
	}
	none := small().results()
	none.Measurements, none.PeerRuns = nil, nil
	return map[string]*bench.Results{
		"empty": {}, "one point": one.results(), "all zero": zero, "all equal": same, "no dop 1": odd.results(),
		"only a void one": void.results(), "extreme": extreme, "nothing measured": none, "hostile": hostile(),
	}
}

const evil = "\"><script>alert(1)</script>\x00\xff\u202e\n]]>&"

// hostile has names that try to leave their place.
func hostile() *bench.Results {
	w := small()
	w.names = []string{"naive", "threads", "roof"}
	r := w.results()
	r.Label, r.Machine.CPUModel, r.Machine.Commit, r.Machine.Kernel = evil, evil, evil, evil
	r.Command = []string{evil}
	r.Plan.Strategies[0], r.Contestants[0] = evil, bench.Contestant{Name: evil, Title: evil}
	for i := range r.Measurements {
		if r.Measurements[i].Strategy == "naive" {
			r.Measurements[i].Strategy = evil
		}
	}
	for i := range r.Files {
		r.Files[i].Name = evil
	}
	for i := range r.Peers {
		r.Peers[i].Name += evil
		r.Peers[i].Note, r.Peers[i].Version, r.Peers[i].Command = evil, evil, evil
	}
	for i := range r.PeerRuns {
		r.PeerRuns[i].Peer += evil
	}
	r.Gaps = append(r.Gaps, bench.Gap{Strategy: evil, Reason: evil})
	return r
}

// Whatever the results hold, every figure is an image or says why it is none,
// and no text leaves it.
func TestFiguresOfThinResults(t *testing.T) {
	w := small()
	w.names, w.sizes, w.runs = []string{"naive", "threads"}, []int{1}, 5
	other := w.results()
	for name, r := range thinWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			alone := overlay(newLabs([]*bench.Results{r}))
			for _, f := range append(Figures(r, other), alone) {
				if strings.HasSuffix(f.Name, "-2") {
					continue
				}
				if f.Missing == "" && len(f.panels) == 0 {
					t.Errorf("%s is an empty frame", f.Name)
				}
				for _, in := range []frame{inFiles, {width: narrowWidth}} {
					checkSVG(t, f.Name, f.draw(in))
				}
			}
		})
	}
}

func TestFiguresFit(t *testing.T) {
	for _, f := range allFigures(both()) {
		for _, in := range []frame{inFiles, {width: narrowWidth}} {
			checkSVG(t, fmt.Sprintf("%s at %v", f.Name, in.width), f.draw(in))
		}
	}
}

var textElement = regexp.MustCompile(`<text x="([^"]*)" y="([^"]*)" transform="scale\(1, -1\)"\s+style="([^"]*)">([^<]*)</text>`)
var fontSize = regexp.MustCompile(`font-size:([\d.]+)px`)

// checkSVG reports texts that leave the drawing or overlap, and what is no
// number or no XML.
func checkSVG(t *testing.T, name string, d drawing) {
	t.Helper()
	if strings.Contains(d.body, "NaN") || strings.Contains(d.body, "Inf") {
		t.Errorf("%s: something is drawn at no place", name)
	}
	if err := wellFormed("<svg>" + d.body + spotsSVG(d.spots) + "</svg>"); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	var boxes []box
	var texts []string
	for _, m := range textElement.FindAllStringSubmatch(d.body, -1) {
		x, y, size := parseNumber(m[1]), -parseNumber(m[2]), parseNumber(fontSize.FindStringSubmatch(m[3])[1])
		txt := unescape(m[4])
		w := float64(face(size, ink, strings.Contains(m[3], "weight:bold")).Width(txt))
		b := box{x + 0.5, y - 0.1*size, x + w - 0.5, y + 0.6*size}
		if strings.TrimSpace(txt) == "" {
			continue
		}
		if b.left < -1 || b.right > d.width+1 || b.bottom < 0 || b.top > d.height {
			t.Errorf("%s: %q leaves the figure of %.0f x %.0f: %.0f", name, txt, d.width, d.height, b)
		}
		for i, o := range boxes {
			if b.overlap(o) > 0 {
				t.Errorf("%s: %q covers %q", name, txt, texts[i])
			}
		}
		boxes, texts = append(boxes, b), append(texts, txt)
	}
	for _, s := range d.spots {
		if s.x < 0 || s.x > d.width || s.y < 0 || s.y > d.height {
			t.Errorf("%s: the point %q is outside, at %.0f, %.0f", name, s.tip, s.x, s.y)
		}
	}
}

func parseNumber(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

func unescape(s string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&").Replace(s)
}

func wellFormed(s string) error {
	d := xml.NewDecoder(strings.NewReader(s))
	for {
		if _, err := d.Token(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestTicksAreTheMeasuredDOPs(t *testing.T) {
	w := small()
	w.dops = []int{1, 3, 4, 7}
	for _, f := range Figures(w.results()) {
		if f.Name != "time-dop" && f.Name != "throughput" && f.Name != "speedup" {
			continue
		}
		for _, p := range f.panels {
			p.x.fit(nil)
			var got []float64
			for _, m := range p.x.marks(100) {
				got = append(got, m.Value)
			}
			if fmt.Sprint(got) != "[1 3 4 7]" {
				t.Errorf("%s: ticks at %v", f.Name, got)
			}
			if p.over <= 1 || p.over >= 3 {
				t.Errorf("%s: dops above 2 CPUs begin at %g, want between 1 and 3", f.Name, p.over)
			}
		}
	}
}

func TestThinKeepsTicks(t *testing.T) {
	f := timeAgainstDOP(both()[0])
	d := f.draw(frame{width: narrowWidth})
	for _, dop := range []string{"1", "20"} {
		if !strings.Contains(d.body, ">"+dop+"</text>") {
			t.Errorf("the tick of dop %s has no label", dop)
		}
	}
}

// A strategy has the same colour in every figure and on the page.
func TestOneColour(t *testing.T) {
	for _, f := range allFigures(both()) {
		for _, p := range f.panels {
			for _, s := range p.series {
				if want := lookOf(s.name); s.look.line != want.line && s.look != peerLook {
					t.Errorf("%s: %s is drawn in %v", f.Name, s.name, s.look.line)
				}
			}
		}
	}
}

func TestIntervalsAreDrawn(t *testing.T) {
	l := newLabs([]*bench.Results{small().results()})[0]
	f := timeAgainstDOP(l)
	for _, s := range f.panels[0].series {
		for _, p := range s.points {
			if !(p.ylo < p.y && p.y < p.yhi) {
				t.Errorf("%s at dop %g: interval %g to %g around %g", s.name, p.x, p.ylo, p.yhi, p.y)
			}
		}
	}
}

func TestVoidIsInNoFigure(t *testing.T) {
	w := small()
	w.void = "native"
	for _, f := range Figures(w.results()) {
		for _, p := range f.panels {
			for _, s := range p.series {
				if s.name == "native" {
					t.Errorf("%s draws a void contestant", f.Name)
				}
			}
			for _, r := range p.rows {
				if r.name == "native" {
					t.Errorf("%s has a row for a void contestant", f.Name)
				}
			}
		}
		if f.Missing == "" && f.Name != "machines" && !strings.Contains(f.Caption, "native") {
			t.Errorf("%s hides that native is left out: %s", f.Name, f.Caption)
		}
	}
}

func TestMemoryWall(t *testing.T) {
	w := small()
	for _, tt := range []struct {
		memory int64
		walls  int
		say    string
	}{
		{8e9, 1, "vertical line is the physical memory"},
		{2e9, 1, "vertical line is the physical memory"},
		{640e9, 0, "0.5\u00a0% of the physical memory of 640\u00a0GB"},
		{0, 0, "memory of the machine is not known"},
	} {
		w.memory = tt.memory
		f := timeAgainstSize(newLabs([]*bench.Results{w.results()})[0])
		if n := len(f.panels[0].walls); n != tt.walls || !strings.Contains(f.Caption, tt.say) {
			t.Errorf("memory %d: %d walls, caption %q", tt.memory, n, f.Caption)
		}
	}
}

func TestPNG(t *testing.T) {
	f := Figures(read(t, "synthetic-2cpus.json"))[0]
	var b bytes.Buffer
	if err := f.WritePNG(&b); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if w := img.Bounds().Dx(); w != 1600 {
		t.Errorf("image is %d pixels wide", w)
	}
	if r, g, bl, a := img.At(2, 2).RGBA(); a != 0xFFFF || r>>8 != 0xFC || g>>8 != 0xFC || bl>>8 != 0xFA {
		t.Errorf("the paper is %x %x %x, opacity %x", r, g, bl, a)
	}
}

func TestSVGFile(t *testing.T) {
	f := Figures(read(t, "synthetic-2cpus.json"))[0]
	var b bytes.Buffer
	if err := f.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	s := b.String()
	if err := wellFormed(s); err != nil {
		t.Error(err)
	}
	for _, want := range []string{`role="img"`, "<title id=\"t\">" + f.Title, "fill:" + paper.light, "<title>naive, dop 1: "} {
		if !strings.Contains(s, want) {
			t.Errorf("no %q in the file", want)
		}
	}
	if strings.Contains(s, "var(--") {
		t.Error("a file of its own uses variables of the page")
	}
}

// On a telephone the notes beside the points are worth more than the columns.
func TestNarrowPeersKeepTheirNotes(t *testing.T) {
	f := peers(newLabs([]*bench.Results{small().results()})[0])
	wide, narrow := f.draw(frame{width: figureWidth}).body, f.draw(frame{width: narrowWidth}).body
	for _, want := range []string{">time<", ">memory<", "WRONG ANSWER", "to load"} {
		if !strings.Contains(wide, want) {
			t.Errorf("no %q in the wide figure", want)
		}
		if !strings.Contains(narrow, want) != (want == ">memory<") {
			t.Errorf("narrow figure: %q is there: %v", want, strings.Contains(narrow, want))
		}
	}
}
