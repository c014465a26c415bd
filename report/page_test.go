package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"geoscan/bench"
)

func htmlPage(t testing.TB, results ...*bench.Results) string {
	t.Helper()
	var b bytes.Buffer
	if err := WritePage(&b, results...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPageStandsAlone(t *testing.T) {
	p := htmlPage(t, read(t, "synthetic-2cpus.json"), read(t, "synthetic-16cpus.json"))
	for _, m := range regexp.MustCompile(`(?:src|href|action|xlink:href|data|srcset|poster)\s*=\s*"([^"]*)"`).FindAllStringSubmatch(p, -1) {
		if !strings.HasPrefix(m[1], "#") && m[1] != "data:," {
			t.Errorf("the page refers to %s", m[0])
		}
	}
	for _, bad := range []string{"@import", "url(", "http://", "https://", "//cdn"} {
		if i := strings.Index(p, bad); i >= 0 {
			t.Errorf("the page contains %q: %s", bad, p[max(0, i-60):min(len(p), i+60)])
		}
	}
}

// The policy lets exactly the script run that is in the page.
func TestPagePolicy(t *testing.T) {
	p := htmlPage(t, read(t, "synthetic-2cpus.json"))
	if n := strings.Count(p, "<script"); n != 1 {
		t.Fatalf("%d scripts in the page", n)
	}
	_, rest, _ := strings.Cut(p, "<script>")
	script, _, _ := strings.Cut(rest, "</script>")
	sum := sha256.Sum256([]byte(script))
	hash := strings.ReplaceAll(base64.StdEncoding.EncodeToString(sum[:]), "+", "&#43;")
	if !strings.Contains(p, "script-src &#39;sha256-"+hash+"&#39;") && !strings.Contains(p, "script-src 'sha256-"+hash+"'") {
		t.Error("the policy does not name the script of the page")
	}
}

func TestPageEscapes(t *testing.T) {
	p := htmlPage(t, hostile())
	if strings.Contains(p, "<script>alert") {
		t.Error("a name from the results became a script")
	}
	if !strings.Contains(p, "&lt;script&gt;alert(1)&lt;/script&gt;") {
		t.Error("the name is not on the page")
	}
	if strings.ContainsAny(p, "\x00\u202e") {
		t.Error("control characters are on the page")
	}
}

func TestPageNamesWhatIsWrong(t *testing.T) {
	p := htmlPage(t, read(t, "synthetic-2cpus.json"))
	alarm, _, _ := strings.Cut(p[strings.Index(p, `<div class="alarm"`):], "</div>")
	for _, want := range []string{"mmbyte is VOID", "encoding/csv gives a WRONG answer: loses 4 of 330 rows."} {
		if !strings.Contains(alarm, want) {
			t.Errorf("the warning does not say %q: %s", want, alarm)
		}
	}
	if strings.Contains(htmlPage(t, read(t, "synthetic-16cpus.json")), `<div class="alarm"`) {
		t.Error("a warning without a reason")
	}
}

// Every id is there once, and every reference leads somewhere.
func TestPageIDs(t *testing.T) {
	p := htmlPage(t, read(t, "synthetic-2cpus.json"), read(t, "synthetic-16cpus.json"), hostile())
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(p, -1) {
		if ids[m[1]] {
			t.Errorf("two elements have the id %s", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`(?:href="#|aria-labelledby="|aria-describedby=")([^"]+)"`).FindAllStringSubmatch(p, -1) {
		if !ids[m[1]] {
			t.Errorf("nothing has the id %s", m[1])
		}
	}
}

func TestPageOfThinResults(t *testing.T) {
	for name, r := range thinWorlds() {
		p := htmlPage(t, r)
		if strings.Contains(p, "NaN") || strings.Contains(p, "Inf") || !strings.HasSuffix(p, "</html>\n") {
			t.Errorf("%s: the page is not whole, or shows what is no number", name)
		}
	}
	if p := htmlPage(t); !strings.Contains(p, "There are no results to report.") {
		t.Error("no results give a page that says nothing")
	}
}

func TestTableIsComplete(t *testing.T) {
	r := read(t, "synthetic-2cpus.json")
	l := newLabs([]*bench.Results{r})[0]
	table := l.cellTable()
	if len(table.Rows) != len(l.sum.Cells) || len(table.Rows) == 0 {
		t.Errorf("%d rows for %d combinations", len(table.Rows), len(l.sum.Cells))
	}
	for _, ts := range l.tables("x") {
		for _, row := range ts.Rows {
			if len(row.Cells) != len(ts.Heads) {
				t.Fatalf("%s: %d cells under %d heads", ts.Title, len(row.Cells), len(ts.Heads))
			}
			for i, c := range row.Cells {
				if c.Number != ts.Heads[i].Number {
					t.Errorf("%s: column %s mixes numbers and words", ts.Title, ts.Heads[i].Text)
				}
			}
		}
	}
}
