package report

import "geoscan/bench"

// Figures draws everything the results can tell. Results of one machine, build
// and file are put together first; with several, each has its own figures,
// whose names after the first set end in -2, -3 and so on. The figure that
// compares machines comes once, third in the first set, as in the article.
func Figures(results ...*bench.Results) []Figure { return allFigures(newLabs(results)) }

func allFigures(labs []*lab) []Figure {
	var all []Figure
	for i, l := range labs {
		set := l.figures()
		if i == 0 {
			set = append(set[:2:2], append([]Figure{overlay(labs)}, set[2:]...)...)
		}
		for k := range set {
			if i > 0 {
				set[k].Name += "-" + group(int64(i+1))
			}
		}
		all = append(all, set...)
	}
	return all
}

// figures are all figures of one lab.
func (l *lab) figures() []Figure {
	return []Figure{
		timeAgainstDOP(l), timeAgainstSize(l), throughput(l), scaling(l), amortised(l),
		allocations(l), coldAgainstWarm(l), peers(l), fits(l),
	}
}
