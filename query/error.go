package query

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// A SyntaxError says what is wrong with a query and where.
type SyntaxError struct {
	Text string // the part of the query that holds the error
	Off  int    // byte offset in Text; len(Text) where something is missing at the end
	Msg  string
}

func (e *SyntaxError) Error() string {
	if e.Text == "" {
		return e.Msg
	}
	return fmt.Sprintf("%s (at character %d of %q)", e.Msg, e.Char(), e.Text)
}

// Char returns the position in characters, from 1, as people count them.
func (e *SyntaxError) Char() int { return utf8.RuneCountInString(e.Text[:e.Off]) + 1 }

// What Caret shows of a text before the error and behind it, in cells of a
// terminal.
const (
	caretBefore = 40
	caretBehind = 30
)

// Caret returns two lines for a terminal: the text around the error, and below
// it a caret that points to the place. Both end in LF. What would break the line
// or drive the terminal is shown as a blank or as U+FFFD. It returns "" for an
// error that lies in no text.
func (e *SyntaxError) Caret() string {
	if e.Text == "" {
		return ""
	}
	line, cells := tail(cellsOf(e.Text[:e.Off]), caretBefore)
	behind := head(cellsOf(e.Text[e.Off:]), caretBehind)
	return line + behind + "\n" + strings.Repeat(" ", cells) + "^\n"
}

// A cell is a character that a terminal shows, with the marks on it, and how
// many columns it takes.
type cell struct {
	text string
	cols int
}

// maxCell bounds the bytes of a cell, since a text may hold any number of marks.
const maxCell = 32

// cellsOf takes a text apart as a terminal would.
func cellsOf(s string) []cell {
	var cells []cell
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		c := cell{shown(r), columns(r)}
		s = s[size:]
		if last := len(cells) - 1; c.cols == 0 && last >= 0 {
			if len(cells[last].text) < maxCell {
				cells[last].text += c.text
			}
			continue
		}
		cells = append(cells, c)
	}
	return cells
}

// shown returns what stands for r on a terminal.
func shown(r rune) string {
	switch {
	case r == '\t', r == '\n', r == '\r':
		return " "
	case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029':
		return "\uFFFD"
	}
	return string(r)
}

// columns returns how many columns of a terminal r takes, after Unicode's
// property East_Asian_Width.
func columns(r rune) int {
	if unicode.Is(unicode.Bidi_Control, r) {
		return 1 // it is shown
	}
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// tail joins the last cells that fit into most columns, and says how many they
// take. A cut is marked by an ellipsis.
func tail(cells []cell, most int) (s string, cols int) {
	for i := len(cells) - 1; i >= 0; i-- {
		if cols+cells[i].cols > most {
			return "…" + s, cols + 1
		}
		s, cols = cells[i].text+s, cols+cells[i].cols
	}
	return s, cols
}

// head joins the first cells that fit into most columns.
func head(cells []cell, most int) (s string) {
	cols := 0
	for _, c := range cells {
		if cols += c.cols; cols > most {
			return s + "…"
		}
		s += c.text
	}
	return s
}
