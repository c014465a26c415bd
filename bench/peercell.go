package bench

import (
	"cmp"
	"slices"
)

// PeerCell is one peer at one size and cache state: all its counted runs.
type PeerCell struct {
	Peer
	Times     int
	Cache     Cache
	SizeBytes int64

	Seconds      Estimate // whole process, without Prepare
	Prepare      Estimate // loading, where that is a step apart
	CPUs         float64  // median of the CPUs kept busy
	PeakRSSBytes float64  // median
	IDs          int64
}

// newPeerCells sums up the peers' runs. Wrong peers keep their figures and are
// listed last.
func newPeerCells(res *Results) []PeerCell {
	type key struct {
		peer  string
		times int
		cache Cache
	}
	runs := map[key][]*PeerRun{}
	for i := range res.PeerRuns {
		if r := &res.PeerRuns[i]; r.Counts() {
			k := key{r.Peer, r.Times, r.Cache}
			runs[k] = append(runs[k], r)
		}
	}
	var cells []PeerCell
	for _, p := range res.Peers {
		for k, rs := range runs {
			if k.peer == p.Name {
				cells = append(cells, newPeerCell(p, rs, res.sizeBytes(k.times)))
			}
		}
	}
	slices.SortFunc(cells, comparePeerCells)
	return cells
}

func comparePeerCells(a, b PeerCell) int {
	wrong := func(c PeerCell) int { return min(len(c.Wrong), 1) }
	return cmp.Or(-cmp.Compare(a.Cache, b.Cache), cmp.Compare(a.Times, b.Times),
		cmp.Compare(wrong(a), wrong(b)), cmp.Compare(a.Seconds.Median, b.Seconds.Median),
		cmp.Compare(a.Name, b.Name))
}

func newPeerCell(p Peer, runs []*PeerRun, size int64) PeerCell {
	each := func(f func(*PeerRun) float64) Estimate {
		v := make([]float64, len(runs))
		for i, r := range runs {
			v[i] = f(r)
		}
		return NewEstimate(v)
	}
	return PeerCell{
		Peer: p, Times: runs[0].Times, Cache: runs[0].Cache, SizeBytes: size, IDs: runs[0].IDs,
		Seconds:      each(func(r *PeerRun) float64 { return r.Seconds }),
		Prepare:      each(func(r *PeerRun) float64 { return r.PrepareSeconds }),
		CPUs:         each((*PeerRun).CPUs).Median,
		PeakRSSBytes: each(func(r *PeerRun) float64 { return float64(r.PeakRSSBytes) }).Median,
	}
}

// sizeBytes is the size of the file with the given number of copies, 0 if the
// results do not hold it.
func (res *Results) sizeBytes(times int) int64 {
	for _, f := range res.Files {
		if f.Times == times {
			return f.SizeBytes
		}
	}
	return 0
}
