package bench

import "time"

// cost is what the runs of a combination took so far.
type cost struct {
	runs int
	time time.Duration
}

func (c cost) add(d time.Duration) cost { return cost{c.runs + 1, c.time + d} }

func (c cost) mean() time.Duration { return c.time / time.Duration(max(c.runs, 1)) }

// costKey names what runs of the same cost have in common.
func (it item) costKey(s *state) Key {
	k := it.Key
	if it.peer >= 0 {
		k.Strategy = "peer " + s.Peers[it.peer].Name
	}
	return k
}

// estimate guesses how long the items will take: as long as their last runs
// did or, if there were none, as long as others per byte.
func (s *state) estimate(items []item) time.Duration {
	var known time.Duration
	var bytes float64
	for k, c := range s.costs {
		known += c.time
		bytes += float64(c.runs) * float64(s.input(k.Times).SizeBytes)
	}
	var sum time.Duration
	for _, it := range items {
		if s.broken[it.costKey(s)] || s.stuck[it.Cache] {
			continue
		}
		if c := s.costs[it.costKey(s)]; c.runs > 0 {
			sum += c.mean()
		} else if bytes > 0 {
			sum += time.Duration(float64(known) / bytes * float64(s.input(it.Times).SizeBytes))
		}
	}
	return sum
}
