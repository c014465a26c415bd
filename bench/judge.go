package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// judge finds the contestants whose answers differ from the others', and the
// runs that did not see what the file holds. It looks at all runs again each
// time, so that a verdict never depends on who ran first.
func (s *state) judge() {
	s.judgeDigests()
	s.judgeCounts()
	s.judgePeers()
	s.judgeNoise()
}

// vote is an answer and who gave it.
type vote struct {
	answer string
	names  []string
}

// judgeDigests voids every contestant that is not of the majority at some size.
// Without a majority nobody is trusted.
func (s *state) judgeDigests() {
	why := map[string]string{}
	for _, in := range s.Inputs {
		votes := s.votes(in.Times)
		if len(votes) < 2 {
			continue
		}
		tie := len(votes[0].names) == len(votes[1].names)
		for i, v := range votes {
			for _, name := range v.names {
				switch {
				case tie && len(v.names) == len(votes[0].names):
					why[name] = fmt.Sprintf("its rows differ from others' on %d x the file, and no answer has a majority", in.Times)
				case i > 0:
					why[name] = fmt.Sprintf("its rows on %d x the file (%s) differ from those of %d others (%s)",
						in.Times, v.answer, len(votes[0].names), votes[0].answer)
				}
			}
		}
	}
	for i := range s.res.Contestants {
		c := &s.res.Contestants[i]
		c.Void = why[c.Name]
	}
}

// votes groups the contestants by their answer at one size, most first. One
// that gave different answers has a vote of its own for them all.
func (s *state) votes(times int) []vote {
	answers := map[string]string{}
	for i := range s.res.Measurements {
		m := &s.res.Measurements[i]
		if m.Times != times || m.Error != "" || m.Strategy == RoofName {
			continue
		}
		answer := fmt.Sprintf("%d rows, digest %s", m.Rows, m.Digest)
		if a, ok := answers[m.Strategy]; ok && a != answer {
			answer = "different answers from run to run"
		}
		answers[m.Strategy] = answer
	}
	var votes []vote
	for _, c := range s.res.Contestants {
		answer, ok := answers[c.Name]
		if !ok {
			continue
		}
		i := slices.IndexFunc(votes, func(v vote) bool { return v.answer == answer })
		if i < 0 {
			votes, i = append(votes, vote{answer: answer}), len(votes)
		}
		votes[i].names = append(votes[i].names, c.Name)
	}
	slices.SortStableFunc(votes, func(a, b vote) int { return cmp.Compare(len(b.names), len(a.names)) })
	return votes
}

// judgeCounts voids runs that missed records, or have not exactly as many times
// the rows of the file itself as the concatenation has copies.
func (s *state) judgeCounts() {
	one := s.rowsOfOne()
	for i := range s.res.Measurements {
		m := &s.res.Measurements[i]
		if m.Error == "" {
			m.Void = cmp.Or(s.faults[m.Order], s.countFault(m, one))
		}
	}
}

func (s *state) countFault(m *Measurement, one int64) string {
	in := s.input(m.Times)
	limit := s.Plan.Query.Limit
	if limit == 0 && m.Bytes != in.SizeBytes && m.Bytes != in.SizeBytes-in.mark {
		return fmt.Sprintf("it read %d bytes of %d", m.Bytes, in.SizeBytes)
	}
	if m.Strategy == RoofName {
		return ""
	}
	if limit == 0 && m.Records != in.Records {
		return fmt.Sprintf("it saw %d records of %d", m.Records, in.Records)
	}
	want := one * int64(m.Times)
	if limit > 0 {
		want = min(want, limit)
	}
	if one >= 0 && m.Rows != want {
		return fmt.Sprintf("it gave %d rows, not %d times %d", m.Rows, m.Times, one)
	}
	return ""
}

// rowsOfOne is how many rows the majority found in the file itself, -1 if that
// is not known yet.
func (s *state) rowsOfOne() int64 {
	votes := s.votes(1)
	if len(votes) == 0 || len(votes) > 1 && len(votes[0].names) == len(votes[1].names) {
		return -1
	}
	for i := range s.res.Measurements {
		m := &s.res.Measurements[i]
		if m.Times == 1 && m.Error == "" && m.Strategy == votes[0].names[0] {
			return m.Rows
		}
	}
	return -1
}

// disturbedWord begins the reason of a run that was made again.
const disturbedWord = "disturbed:"

// Disturbed reports whether m is void only because it was made again: others
// took less of the machine then.
func (m *Measurement) Disturbed() bool { return strings.HasPrefix(m.Void, disturbedWord) }

// try is one of several runs in the same place of the plan.
type try struct {
	void  *string
	noise float64 // share of the usable CPU time
}

// judgeNoise lets the quietest of several tries count.
func (s *state) judgeNoise() {
	type place struct {
		Key
		peer string
		run  int
	}
	usable := float64(max(s.res.Machine.UsableCPUs, 1))
	tries := map[place][]try{}
	for i := range s.res.Measurements {
		if m := &s.res.Measurements[i]; m.Counts() {
			at := place{m.Key(), "", m.Run}
			tries[at] = append(tries[at], try{&m.Void, over(m.Noise.total(), m.ProcessSeconds*usable)})
		}
	}
	for i := range s.res.PeerRuns {
		if r := &s.res.PeerRuns[i]; r.Counts() {
			at := place{Key{"", 0, r.Times, r.Cache}, r.Peer, r.Run}
			tries[at] = append(tries[at], try{&r.Void, over(r.Noise.total(), (r.Seconds+r.PrepareSeconds)*usable)})
		}
	}
	for _, list := range tries {
		voidNoisy(list)
	}
}

// voidNoisy voids all tries but the quietest.
func voidNoisy(list []try) {
	best := slices.MinFunc(list, func(a, b try) int { return cmp.Compare(a.noise, b.noise) })
	for _, t := range list {
		if t.void != best.void {
			*t.void = fmt.Sprintf(disturbedWord+" others took %.0f %% of the usable CPU time, in another try %.0f %%", 100*t.noise, 100*best.noise)
		}
	}
}
