package bench

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

// A Board shows a run while it lasts. On a terminal it redraws the table of the
// size and cache state that was measured last, with the time left below; elsewhere
// it writes a line now and then. A verdict is shouted once, at once.
type Board struct {
	W io.Writer
	// Width and Height are the terminal's, in cells; 0 means W is no terminal.
	Width, Height int

	drawn  int // lines on the terminal that the next drawing replaces
	last   time.Time
	over   bool // the last run was shown
	voided map[string]bool
}

// quietInterval is how often a line appears where there is no terminal, and
// drawInterval how often the table is redrawn where there is one.
const (
	quietInterval = 10 * time.Second
	drawInterval  = time.Second / 5
)

// Show takes the place of Runner.Report.
func (b *Board) Show(p Progress) {
	b.shout(p.Results)
	interval := quietInterval
	if b.Height > 0 {
		interval = drawInterval
	}
	over := p.Done == p.Total && !b.over
	if time.Since(b.last) < interval && !over {
		return
	}
	b.last, b.over = time.Now(), over
	if b.Height == 0 {
		fmt.Fprintln(b.W, progressText(p))
		return
	}
	b.draw(p)
}

// Close removes the drawing, as the final tables follow.
func (b *Board) Close() { b.erase() }

func (b *Board) erase() {
	if b.drawn > 0 {
		fmt.Fprintf(b.W, "\x1b[%dA\x1b[J", b.drawn)
		b.drawn = 0
	}
}

// shout writes new verdicts.
func (b *Board) shout(res *Results) {
	say := func(key, text string) {
		if b.voided[key] {
			return
		}
		if b.voided == nil {
			b.voided = map[string]bool{}
		}
		b.voided[key] = true
		b.erase()
		fmt.Fprintf(b.W, "!!! %s\n", text)
	}
	// While the first round lasts a verdict may still turn: the majority is
	// not there yet.
	if n := len(res.Measurements); n == 0 || res.Measurements[n-1].WarmUp {
		return
	}
	for _, c := range res.Contestants {
		if c.Void != "" {
			say(c.Name, c.Name+" is VOID: "+c.Void)
		}
	}
	for _, p := range res.Peers {
		if p.Wrong != "" {
			say("peer "+p.Name, p.Name+" gives a WRONG answer: "+p.Wrong)
		}
	}
}

func (b *Board) draw(p Progress) {
	var buf bytes.Buffer
	if m := p.Last; m != nil {
		p.Results.writeTable(&buf, Summarize(p.Results), m.Cache, m.Times)
	} else if b.drawn > 0 && p.LastPeer != nil {
		return // the table of strategies stays
	}
	lines := strings.SplitAfter(strings.TrimSuffix(buf.String(), "\n"), "\n")
	if room := b.Height - 2; len(lines) > room {
		lines = lines[:max(room, 0)]
	}
	b.erase()
	for _, line := range append(lines, progressText(p)) {
		fmt.Fprintln(b.W, cutText(strings.TrimSuffix(line, "\n"), b.Width-1))
		b.drawn++
	}
}

// cutText cuts s to n characters, so that a line stays one on the terminal.
func cutText(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:max(n, 0)])
}

func progressText(p Progress) string {
	text := fmt.Sprintf("%d of %d runs, %s", p.Done, p.Total, p.Elapsed.Round(time.Second))
	if p.Done == 0 {
		return text
	}
	return text + ", about " + p.Left.Round(time.Second).String() + " left"
}
