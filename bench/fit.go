package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// MinFitDOPs is how many degrees of parallelism within the usable CPUs a fit
// needs. Two or three parameters through fewer points say nothing.
const MinFitDOPs = 6

// bootstraps is how often the runs are drawn anew to find the band of a fit.
const bootstraps = 1000

// Series is one strategy over all dops, at one size and cache state.
type Series struct {
	Strategy string
	Times    int
	Cache    Cache
	DOPs     int // measured ones within the usable CPUs
	// Amdahl and USL are nil where Reason says why.
	Amdahl, USL *Fit
	Reason      string
}

// Model names a law of scaling.
type Model string

const (
	// Amdahl: T(p) = T(1)·(σ + (1-σ)/p). G. M. Amdahl, Validity of the single
	// processor approach to achieving large scale computing capabilities, 1967.
	Amdahl Model = "amdahl"
	// USL, the Universal Scalability Law: T(p) = T(1)·(1 + σ(p-1) + κp(p-1))/p.
	// N. J. Gunther, Guerrilla Capacity Planning, 2007, chapter 4.
	USL Model = "usl"
)

// Fit is a law of scaling fitted to the medians of a series by least squares
// of the relative errors, with no parameter below zero.
type Fit struct {
	Model  Model
	T1     Param // seconds at dop 1
	Serial Param // σ: share of the work that does not spread, 0 to 1
	Talk   Param // κ: cost of every pair of goroutines; 0 with Amdahl
	// PeakDOP is where the curve is fastest, 0 if it never turns.
	PeakDOP float64
	Error   float64 // root mean square of the relative errors
	Curve   []CurvePoint
	Seed    uint64 // of the bootstrap
}

// Param is a fitted number with its 95 % interval by bootstrap: the runs of
// each dop drawn anew with replacement (B. Efron, 1979), percentiles.
type Param struct{ Value, Lo, Hi float64 }

// CurvePoint is a point of a fitted curve and its 95 % band.
type CurvePoint struct{ DOP, Seconds, Lo, Hi float64 }

// coef are the linear coefficients of T(p) = a/p + b(p-1)/p + c(p-1), the form
// in which both laws can be solved directly: a = T1, b = T1·σ, c = T1·κ.
type coef [3]float64

func (c coef) at(p float64) float64 { return c[0]/p + c[1]*(p-1)/p + c[2]*(p-1) }

// observed is one dop with the times of its runs.
type observed struct {
	dop     float64
	seconds []float64
}

func (o observed) median() float64 {
	v := slices.Sorted(slices.Values(o.seconds))
	return quantile(v, 0.5)
}

// newSeries fits every strategy of the plan wherever that makes sense.
func newSeries(res *Results, s *Summary, runs map[Key][]*Measurement) []Series {
	var list []Series
	for _, k := range planKeys(res.Plan) {
		if k.DOP != res.Plan.DOPs[0] {
			continue
		}
		ser := Series{Strategy: k.Strategy, Times: k.Times, Cache: k.Cache}
		ser.fit(res, runs)
		list = append(list, ser)
	}
	return list
}

func (ser *Series) fit(res *Results, runs map[Key][]*Measurement) {
	var obs []observed
	usable := max(res.Machine.UsableCPUs, 1)
	for _, dop := range res.Plan.DOPs {
		ms := runs[Key{ser.Strategy, dop, ser.Times, ser.Cache}]
		if len(ms) == 0 || dop > usable {
			continue
		}
		o := observed{dop: float64(dop)}
		for _, m := range ms {
			o.seconds = append(o.seconds, m.FirstSeconds())
		}
		obs = append(obs, o)
	}
	if ser.DOPs = len(obs); len(obs) < MinFitDOPs {
		ser.Reason = fmt.Sprintf("no fit: %d measured dops within the %d usable CPUs, %d are needed",
			len(obs), usable, MinFitDOPs)
		return
	}
	ser.Amdahl, ser.USL = newFit(Amdahl, obs, res.Seed), newFit(USL, obs, res.Seed)
	if ser.Amdahl == nil || ser.USL == nil {
		ser.Reason = "no fit: the times have no least-squares solution"
		ser.Amdahl, ser.USL = nil, nil
	}
}

// newFit fits model to obs, or returns nil if there is no solution.
func newFit(model Model, obs []observed, seed uint64) *Fit {
	best, ok := solve(model, medians(obs))
	if !ok {
		return nil
	}
	draws := bootstrap(model, obs, seed)
	f := &Fit{
		Model: model, Seed: seed, PeakDOP: best.peak(), Error: best.relativeError(medians(obs)),
		T1:     param(best, draws, func(c coef) float64 { return c[0] }),
		Serial: param(best, draws, coef.serial),
		Talk:   param(best, draws, coef.talk),
	}
	for _, p := range curveDOPs(obs) {
		at := param(best, draws, func(c coef) float64 { return c.at(p) })
		f.Curve = append(f.Curve, CurvePoint{p, at.Value, at.Lo, at.Hi})
	}
	return f
}

func (c coef) serial() float64 { return min(c[1]/c[0], 1) }
func (c coef) talk() float64   { return c[2] / c[0] }

// peak is the p at which T is least: sqrt((1-σ)/κ), 0 if κ is 0.
func (c coef) peak() float64 {
	if c.talk() == 0 {
		return 0
	}
	return max(1, math.Sqrt((1-c.serial())/c.talk()))
}

func (c coef) relativeError(obs []observed) float64 {
	sum := 0.0
	for _, o := range obs {
		e := c.at(o.dop)/o.seconds[0] - 1
		sum += e * e
	}
	return math.Sqrt(sum / float64(len(obs)))
}

// medians reduces the runs of every dop to one.
func medians(obs []observed) []observed {
	out := make([]observed, len(obs))
	for i, o := range obs {
		out[i] = observed{o.dop, []float64{o.median()}}
	}
	return out
}

// bootstrap fits the model to runs drawn anew from those of each dop.
func bootstrap(model Model, obs []observed, seed uint64) []coef {
	rnd := rand.New(rand.NewPCG(seed, uint64(len(model))))
	var draws []coef
	for range bootstraps {
		again := make([]observed, len(obs))
		for i, o := range obs {
			v := make([]float64, len(o.seconds))
			for j := range v {
				v[j] = o.seconds[rnd.IntN(len(v))]
			}
			again[i] = observed{o.dop, v}
		}
		if c, ok := solve(model, medians(again)); ok {
			draws = append(draws, c)
		}
	}
	return draws
}

// param evaluates f for the best fit, and its percentiles over the draws.
func param(best coef, draws []coef, f func(coef) float64) Param {
	p := Param{Value: f(best)}
	p.Lo, p.Hi = p.Value, p.Value
	if len(draws) == 0 {
		return p
	}
	v := make([]float64, len(draws))
	for i, c := range draws {
		v[i] = f(c)
	}
	slices.Sort(v)
	tail := (1 - confidence) / 2
	p.Lo, p.Hi = min(p.Value, quantile(v, tail)), max(p.Value, quantile(v, 1-tail))
	return p
}

// curveDOPs spaces points evenly over the measured dops, for drawing.
func curveDOPs(obs []observed) []float64 {
	const n = 48
	lo, hi := obs[0].dop, obs[len(obs)-1].dop
	ps := make([]float64, n+1)
	for i := range ps {
		ps[i] = lo + (hi-lo)*float64(i)/n
	}
	return ps
}

// solve finds the coefficients >= 0 with the least squares of relative errors.
// With three coefficients at most, every choice of those that stay at zero can
// be tried, so the result is the exact constrained optimum and needs no start
// value. That T(1) > 0 keeps a in every choice; σ <= 1 is b <= a.
func solve(model Model, obs []observed) (best coef, ok bool) {
	choices := [][]int{{0}, {0, 1}}
	if model == USL {
		choices = append(choices, []int{0, 2}, []int{0, 1, 2})
	}
	least := math.Inf(1)
	for _, cols := range choices {
		c, err := leastSquares(obs, cols)
		if err != nil || c[0] <= 0 || c[1] < 0 || c[2] < 0 || c[1] > c[0] {
			continue
		}
		if e := c.relativeError(obs); e < least {
			best, least, ok = c, e, true
		}
	}
	return best, ok
}

// leastSquares solves for the named coefficients, the others being zero. Rows
// are divided by the observed time, which makes the errors relative.
func leastSquares(obs []observed, cols []int) (coef, error) {
	a, b := mat.NewDense(len(obs), len(cols), nil), mat.NewVecDense(len(obs), nil)
	for i, o := range obs {
		basis := [3]float64{1 / o.dop, (o.dop - 1) / o.dop, o.dop - 1}
		for j, col := range cols {
			a.Set(i, j, basis[col]/o.seconds[0])
		}
		b.SetVec(i, 1)
	}
	var x mat.VecDense
	if err := x.SolveVec(a, b); err != nil {
		return coef{}, err
	}
	var c coef
	for j, col := range cols {
		c[col] = x.AtVec(j)
	}
	return c, nil
}
