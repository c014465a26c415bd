package browsertest

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"geoscan/bench"
	"geoscan/report"
)

var shots = flag.String("shots", "", "folder for screenshots to look at")

// A visit is a browser with the report open, and everything it complained of.
type visit struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	own      string // the page's own address
	requests []string
	trouble  []string
}

// open starts the browser and shows a report of the synthetic results and of
// any others given.
func open(t *testing.T, more ...*bench.Results) *visit {
	t.Helper()
	path := browser(t)
	var page bytes.Buffer
	if err := report.WritePage(&page, append(synthetic(t), more...)...); err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page.Bytes())
	}))
	t.Cleanup(srv.Close)

	opts := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-sync", true),
		chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)

	v := &visit{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, v.hear); err != nil {
		t.Fatal(err)
	}
	call(v, network.Enable, network.EnableParams{})
	call(v, log.Enable, cdp.Empty{})
	call(v, runtime.Enable, cdp.Empty{})
	v.do(chromedp.EmulateViewport(1100, 900), chromedp.Navigate(srv.URL+"/"), chromedp.WaitReady(chromedp.ID("main")))
	v.own = srv.URL + "/"
	return v
}

// call sends one command of the protocol.
func call[P, R any](v *visit, cmd cdp.Command[P, R], params P) {
	v.t.Helper()
	if _, err := chromedp.Call(v.ctx, cmd, params); err != nil {
		v.t.Fatal(err)
	}
}

// browser finds Chromium or skips.
func browser(t *testing.T) string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("SKIPPED: no Chromium on PATH, so the report was not opened in a browser (Debian: apt-get install chromium)")
	return ""
}

func synthetic(t *testing.T) []*bench.Results {
	var all []*bench.Results
	for _, name := range []string{"synthetic-2cpus.json", "synthetic-16cpus.json"} {
		r, err := bench.ReadFile(filepath.Join("..", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// hear notes requests, and errors of every kind.
func (v *visit) hear(ev any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch ev := ev.(type) {
	case *network.EventRequestWillBeSent:
		v.requests = append(v.requests, ev.Request.URL)
	case *runtime.EventExceptionThrown:
		v.trouble = append(v.trouble, ev.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		v.trouble = append(v.trouble, fmt.Sprintf("console.%s", ev.Type))
	case *log.EventEntryAdded:
		v.trouble = append(v.trouble, ev.Entry.Text)
	}
}

func (v *visit) do(steps ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		v.t.Fatal(err)
	}
}

// eval returns the value of a JavaScript expression.
func eval[T any](v *visit, js string) T {
	v.t.Helper()
	out, err := chromedp.Run(v.ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		v.t.Fatal(err)
	}
	return out
}

// scroll shows the element with this id at the top.
func (v *visit) scroll(id string) {
	v.t.Helper()
	if !eval[bool](v, `(() => { const e = document.getElementById("`+id+`"); e?.scrollIntoView(); return !!e; })()`) {
		v.t.Errorf("no element #%s on the page", id)
	}
}

func (v *visit) quiet() {
	v.t.Helper()
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.trouble) > 0 {
		v.t.Errorf("the browser complains: %q", v.trouble)
	}
	for _, u := range v.requests {
		if u != v.own && !strings.HasPrefix(u, "data:") {
			v.t.Errorf("a request leaves the page: %s", u)
		}
	}
}

func (v *visit) shot(name string) {
	v.t.Helper()
	if *shots == "" {
		return
	}
	png, err := chromedp.Run(v.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		v.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o666); err != nil {
		v.t.Fatal(err)
	}
}

// column is the text of a column of the first table.
func (v *visit) column(n int) []string {
	return eval[[]string](v, fmt.Sprintf(`[...document.querySelector("table.sortable").tBodies[0].rows].map(r => r.cells[%d].dataset.v ?? r.cells[%[1]d].textContent.trim())`, n))
}

func TestQuiet(t *testing.T) {
	v := open(t)
	if n := eval[int](v, `document.querySelectorAll("svg.chart.wide").length`); n < 9 {
		t.Errorf("%d charts on the page, want at least 9", n)
	}
	eval[bool](v, `scrollTo(0, document.body.scrollHeight), true`)
	v.quiet()
}

func TestSort(t *testing.T) {
	v := open(t)
	const head = `table.sortable thead th:nth-child(5)`
	numbers := func() []float64 {
		var out []float64
		for _, s := range v.column(4) {
			var f float64
			if _, err := fmt.Sscan(s, &f); err != nil {
				t.Fatalf("cell %q is no number", s)
			}
			out = append(out, f)
		}
		return out
	}
	before := numbers()
	if slices.IsSorted(before) {
		t.Fatal("already sorted: this test would show nothing")
	}
	v.do(chromedp.Click(chromedp.CSS(head + " button")))
	if !slices.IsSorted(numbers()) || eval[string](v, `document.querySelector("`+head+`").ariaSort`) != "ascending" {
		t.Errorf("a click does not sort ascending: %v", numbers())
	}
	v.do(chromedp.Focus(chromedp.CSS(head+" button")), chromedp.KeyEvent(kb.Enter))
	down := numbers()
	slices.Reverse(down)
	if !slices.IsSorted(down) || eval[string](v, `document.querySelector("`+head+`").ariaSort`) != "descending" {
		t.Errorf("Enter does not sort descending: %v", numbers())
	}
	v.do(chromedp.Focus(chromedp.CSS(`table.sortable thead th:nth-child(1) button`)), chromedp.KeyEvent(" "))
	if !slices.IsSorted(v.column(0)) || eval[int](v, `document.querySelectorAll("table.sortable [aria-sort]").length`) != 1 {
		t.Errorf("the space bar does not sort by name: %v", v.column(0))
	}
	v.quiet()
}

// Cells without a value stay last, whichever way the column is sorted.
func TestSortMissing(t *testing.T) {
	v := open(t)
	const head = `table.sortable thead th:nth-child(11) button` // speed-up: the roof at some dops has none
	for _, way := range []string{"ascending", "descending"} {
		v.do(chromedp.Click(chromedp.CSS(head)))
		col := v.column(10)
		i := slices.Index(col, "")
		if i < 0 {
			i = slices.Index(col, "–")
		}
		if i < 0 {
			t.Skip("every row has a speed-up")
		}
		if slices.ContainsFunc(col[i:], func(s string) bool { return s != "" && s != "–" }) {
			t.Errorf("%s: a value stands below a missing one: %q", way, col)
		}
	}
}

func TestHover(t *testing.T) {
	v := open(t)
	// Scrolling hides values, so let its event pass first.
	at := eval[[]float64](v, `(async () => {
		const c = document.querySelector("#lab1-time-dop-wide .spots circle");
		c.scrollIntoView({block: "center"});
		for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
		const b = c.getBoundingClientRect();
		return [b.left + b.width / 2, b.top + b.height / 2];
	})()`)
	v.do(chromedp.MouseEvent(chromedp.MouseMoved, at[0], at[1]))
	tip := eval[string](v, `document.getElementById("tip").hidden ? "" : document.getElementById("tip").textContent`)
	if !strings.HasPrefix(tip, "naive, dop 1: ") || !strings.Contains(tip, " runs)") {
		t.Errorf("hovering shows %q", tip)
	}
	v.shot("hover")
	v.do(chromedp.MouseEvent(chromedp.MouseMoved, 2, 2))
	if !eval[bool](v, `document.getElementById("tip").hidden`) {
		t.Error("the value stays when the pointer has left")
	}
	v.quiet()
}

func TestKeyboard(t *testing.T) {
	v := open(t)
	tip := func() string {
		return eval[string](v, `document.getElementById("tip").hidden ? "" : document.getElementById("tip").textContent`)
	}
	v.do(chromedp.Focus(chromedp.CSS("#lab1-time-dop-wide")), chromedp.KeyEvent(kb.ArrowRight))
	first := tip()
	v.do(chromedp.KeyEvent(kb.ArrowRight))
	second := tip()
	v.do(chromedp.KeyEvent(kb.ArrowDown))
	third := tip()
	if !strings.HasPrefix(first, "naive, dop 1") || !strings.HasPrefix(second, "naive, dop 2") || strings.HasPrefix(third, "naive") || third == "" {
		t.Errorf("arrow keys read %q, %q, %q", first, second, third)
	}
	v.do(chromedp.KeyEvent(kb.Escape))
	if tip() != "" {
		t.Error("Escape does not close the value")
	}
	v.quiet()
}

// On a telephone nothing but tables scrolls sideways, and the narrow drawings
// are shown.
func TestPhone(t *testing.T) {
	v := open(t)
	v.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	if w := eval[int](v, `document.documentElement.scrollWidth`); w > 390 {
		t.Errorf("the page is %d px wide on a screen of 390", w)
	}
	wide := eval[[]string](v, `[...document.querySelectorAll("body *")].filter(e => !e.closest(".scroll") && !e.closest("svg") && e.getBoundingClientRect().right > 391).map(e => e.tagName + "#" + e.id)`)
	if len(wide) > 0 {
		t.Errorf("elements beyond the right edge: %q", wide)
	}
	if n := eval[int](v, `[...document.querySelectorAll(".chart.narrow")].filter(e => e.getBoundingClientRect().width > 300).length`); n < 9 {
		t.Errorf("%d narrow charts are shown, want at least 9", n)
	}
	v.shot("phone-top")
	for _, name := range []string{"time-dop", "throughput", "speedup", "peers", "cold-warm"} {
		v.scroll("lab1-" + name)
		v.shot("phone-" + name)
	}
	v.quiet()
}

func TestLightAndDark(t *testing.T) {
	v := open(t)
	background := `getComputedStyle(document.body).backgroundColor`
	line := `getComputedStyle(document.querySelector("#lab1-time-dop-wide path[style*='--s-threads']")).stroke`
	seen := map[string]bool{}
	for _, scheme := range []string{"light", "dark"} {
		call(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		seen[eval[string](v, background)], seen[eval[string](v, line)] = true, true
		v.shot(scheme + "-top")
		for _, name := range []string{"time-dop", "machines", "speedup", "amortised", "cold-warm", "fits", "allocations", "peers", "table1", "table2", "table5", "machine"} {
			v.scroll("lab1-" + name)
			v.shot(scheme + "-" + name)
		}
	}
	if len(seen) != 4 {
		t.Errorf("light and dark share colours: %v", seen)
	}
	v.quiet()
}

// Names that try to be markup stay text: nothing runs, nothing is fetched.
func TestHostileNames(t *testing.T) {
	evil := `"><img src=x onerror=alert(1)><script>document.title="owned"</script>`
	r := synthetic(t)[1]
	r.Label, r.Machine.CPUModel, r.Machine.Commit = evil, evil, evil
	r.Command = append(r.Command, evil)
	for i := range r.Files {
		r.Files[i].Name = evil
	}
	for i := range r.Contestants {
		if r.Contestants[i].Name == "simd" {
			r.Contestants[i].Name, r.Contestants[i].Title = evil, evil
		}
	}
	for i := range r.Plan.Strategies {
		if r.Plan.Strategies[i] == "simd" {
			r.Plan.Strategies[i] = evil
		}
	}
	for i := range r.Measurements {
		if r.Measurements[i].Strategy == "simd" {
			r.Measurements[i].Strategy = evil
		}
	}
	v := open(t, r)
	if title := eval[string](v, `document.title`); title == "owned" {
		t.Error("a name from the results ran as a script")
	}
	if n := eval[int](v, `document.querySelectorAll("img").length + document.scripts.length`); n != 1 {
		t.Errorf("%d images and scripts on the page, want the one script", n)
	}
	if !eval[bool](v, `document.body.textContent.includes("onerror=alert(1)")`) {
		t.Error("the name is not shown as text")
	}
	v.quiet()
}
