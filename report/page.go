package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"geoscan/bench"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// page is what the template shows.
type page struct {
	Title, Lead string
	Style       template.CSS
	Script      template.JS
	ScriptHash  string // names the only script that may run
	Labs        []labView
	Method      []string
}

type labView struct {
	ID, Name, Source         string
	Loud, Findings, Warnings []string
	Figures                  []figureView
	Tables                   []tableView
	Facts                    []fact
}

type figureView struct {
	ID, Title, Caption, Source, Missing string
	Wide, Narrow                        template.HTML
	Values                              []string
}

type fact struct{ Name, Value string }

// WritePage writes one HTML page that needs nothing else: no network, no other
// file. Everything from the results is escaped, and the only script that may
// run is the page's own. Results of the same machine, build and file are put
// together; others get sections of their own.
func WritePage(w io.Writer, results ...*bench.Results) error {
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return err
	}
	labs := newLabs(results)
	p := page{
		Title:  "geoscan: what was measured",
		Lead:   "One question asked of one big file in several ways. Every figure below was measured by the command named with it; nothing is extrapolated.",
		Style:  template.CSS(toneCSS() + pageCSS),
		Script: template.JS(pageJS),
		Method: method(),
	}
	sum := sha256.Sum256([]byte(pageJS))
	p.ScriptHash = "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	for i, l := range labs {
		p.Labs = append(p.Labs, l.view(fmt.Sprintf("lab%d", i+1), labs, i == 0))
	}
	return t.Execute(w, p)
}

// toneCSS defines every tone of the figures as a variable, light and dark.
func toneCSS() string {
	var light, dark strings.Builder
	for _, t := range tones() {
		fmt.Fprintf(&light, "--%s:%s;", t.name, t.light)
		fmt.Fprintf(&dark, "--%s:%s;", t.name, t.dark)
	}
	return fmt.Sprintf(":root{%s}\n@media (prefers-color-scheme: dark){:root{%s}}\n", &light, &dark)
}

// view is a lab on the page. The figure that compares all labs stands in the
// first one.
func (l *lab) view(id string, labs []*lab, first bool) labView {
	v := labView{ID: id, Name: l.name, Source: l.origin(), Tables: l.tables(id), Facts: l.facts()}
	for _, f := range l.findings() {
		if f.Loud {
			v.Loud = append(v.Loud, f.Text)
		} else {
			v.Findings = append(v.Findings, f.Text)
		}
	}
	for _, w := range l.sum.Warnings {
		v.Warnings = append(v.Warnings, sentence(w))
	}
	figures := l.figures()
	if first {
		figures = append(figures[:2:2], append([]Figure{overlay(labs)}, figures[2:]...)...)
	}
	for i := range figures {
		v.Figures = append(v.Figures, figures[i].view(id))
	}
	return v
}

// view is the figure in both widths, with its values as text.
func (f *Figure) view(lab string) figureView {
	id := lab + "-" + f.Name
	v := figureView{ID: id, Title: f.Title, Caption: f.Caption, Source: f.Source, Missing: f.Missing}
	if len(f.panels) == 0 {
		return v
	}
	// Safe as HTML: drawn here, and all text in it went through escape.
	v.Wide = template.HTML(f.inline(id+"-wide", "wide", figureWidth))
	v.Narrow = template.HTML(f.inline(id+"-narrow", "narrow", narrowWidth))
	for _, p := range f.panels {
		for _, s := range p.series {
			for _, pt := range s.points {
				if pt.tip != "" {
					v.Values = append(v.Values, clean(pt.tip))
				}
			}
		}
	}
	return v
}

// origin is the command that made the results, and when.
func (l *lab) origin() string {
	s := fmt.Sprintf("Measured %s UTC", l.res.Created.UTC().Format("2 January 2006, 15:04"))
	if len(l.res.Command) > 0 {
		s += " by: " + strings.Join(l.res.Command, " ")
	}
	if l.files > 1 {
		s += fmt.Sprintf(" (%d results files of this machine, build and file taken together)", l.files)
	}
	return clean(s)
}
