// Package report turns results of package bench into figures and a page.
//
// [Figures] draws with gonum.org/v1/plot, as SVG and PNG; [WritePage] writes
// one HTML page that needs nothing else; [Findings] says in sentences what the
// numbers say. All three take any number of results files: those of the same
// machine, build and file are put together, others are compared.
//
// The way of the data: results -> lab (one machine, summed up by bench) ->
// figure (panels, series, points with intervals) -> sheet (words and panels from
// the top down) -> layer (the data of one panel, drawn by gonum/plot). A figure
// without data is a sentence, never an empty frame. What bench does not claim,
// nothing here claims: a difference must be larger than the spread of the runs.
//
// Names from results are data: they are cleaned of control characters, escaped,
// and cut where a figure has no room.
package report

//go:generate go run ./internal/complexity/gen
