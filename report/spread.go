package report

import "sort"

// spread moves the wanted centres of n labels of the given height apart so
// that none overlap, each as little as possible, and returns the new centres in
// the same order. Labels stay within lo and hi if they fit there at all.
//
// Neighbours that collide are merged into blocks that share their mean shift,
// as in isotonic regression by pooling adjacent violators.
func spread(want []float64, height, lo, hi float64) []float64 {
	order := make([]int, len(want))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return want[order[i]] < want[order[j]] })
	if need := height * float64(len(want)); need > hi-lo {
		lo, hi = lo-(need-(hi-lo))/2, hi+(need-(hi-lo))/2
	}
	var blocks []block
	for _, i := range order {
		b := block{sum: want[i], n: 1}
		for {
			b.settle(height, lo, hi)
			if len(blocks) == 0 || blocks[len(blocks)-1].end(height) <= b.start+1e-9 {
				break
			}
			b = blocks[len(blocks)-1].join(b, height)
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	out := make([]float64, len(want))
	next := 0
	for _, b := range blocks {
		for k := range b.n {
			out[order[next]] = b.start + (float64(k)+0.5)*height
			next++
		}
	}
	return out
}

// A block is a run of labels that touch.
type block struct {
	sum   float64 // of the centres its first label would have if each member had its wish
	n     int
	start float64 // lower edge
}

// settle puts the block where its members wish on average, within lo and hi.
func (b *block) settle(height, lo, hi float64) {
	b.start = clamp(b.sum/float64(b.n)-height/2, lo, hi-float64(b.n)*height)
}

func (b block) end(height float64) float64 { return b.start + float64(b.n)*height }

// join puts c on top of b.
func (b block) join(c block, height float64) block {
	return block{sum: b.sum + c.sum - float64(c.n*b.n)*height, n: b.n + c.n}
}
