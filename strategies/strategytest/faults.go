package strategytest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"geoscan"
	"geoscan/query"
)

var (
	errEmit   = errors.New("emit failed")
	errSource = errors.New("source failed")
	errCause  = errors.New("cancelled for a reason")
)

// disturbed is the trial for all faults: rows, blank lines, malformed records,
// enough of them for many chunks and shares.
func disturbed(t testing.TB) trial {
	schema := peaks()
	var b bytes.Buffer
	for i := range 60 {
		fmt.Fprintf(&b, "%d\tname %d\t%d\tx\n", i, i*i%7, i*7%10)
		if i%9 == 4 {
			b.WriteString("\nmalformed\n")
		}
	}
	suits := compile(t, schema, nil,
		question{},
		question{where: comparison{2, ">", num("4")}},
		question{where: comparison{2, ">", num("4")}, order: []orderKey{{2, true}, {1, false}}},
		question{order: []orderKey{{1, true}}, limit: 9},
		question{where: comparison{2, "<", num("5")}, limit: 9})
	return trial{"disturbed", b.Bytes(), schema, suits}
}

// faultSettings are few, as every call is failed under each.
var faultSettings = []geoscan.Options{
	{DOP: 1, ChunkSize: 1}, {DOP: 1}, {DOP: 2, ChunkSize: 200}, {DOP: 3, ChunkSize: 13}, {DOP: 7, ChunkSize: 64},
}

// checkEmitErrors fails emit at each row: the error comes back, and no row
// after it.
func checkEmitErrors(t *testing.T, s geoscan.Strategy) {
	tr := disturbed(t)
	src := newSource(t, tr.data, fenceEnd)
	for i, want := range tr.wants() {
		q := tr.suits[i]
		for _, opt := range faultSettings {
			tab := open(t, s, src, opt)
			for k := 0; k < len(want.rows); k += 1 + k/4 {
				got := scan(context.Background(), tab, q.query, opt, func(i int) error {
					if i == k {
						return errEmit
					}
					return nil
				})
				msg := got.checkPrefix(want.rows)
				if !errors.Is(got.err, errEmit) || len(got.rows) != k+1 || msg != "" {
					t.Fatalf("%+v, %s: emit failed at row %d of %d: error %v after %d rows %s",
						opt, q, k, len(want.rows), got.err, len(got.rows), msg)
				}
			}
			if msg := scan(context.Background(), tab, q.query, opt, nil).check(want, len(tr.data)); msg != "" {
				t.Fatalf("%+v, %s: a scan after one that failed: %s", opt, q, msg)
			}
		}
	}
}

// A disturbance is a fault in one run of all of Open and Scan.
type disturbance struct {
	trial
	s     geoscan.Strategy
	suit  suit
	want  answer
	opt   geoscan.Options
	shape int
}

// run opens and scans. It reports whether the fault happened. The error must
// then be cause; only where mayMiss is set, the scan may also have been done
// before it mattered.
func (d disturbance) run(t *testing.T, ctx context.Context, f *fault, cause error, mayMiss bool) (happened bool) {
	t.Helper()
	src := newSource(t, d.data, fenceEnd)
	src.fault, src.shape = f, shapes[d.shape]
	got := d.openAndScan(ctx, src)
	if n := src.readers.Load(); n != 0 {
		t.Fatalf("%+v: fault at call %d: %d readers were not closed", d.opt, f.at, n)
	}
	happened = f.happened.Load()
	msg := ""
	switch {
	case !happened || mayMiss && got.err == nil:
		msg = got.check(d.want, len(d.data))
	case !errors.Is(got.err, cause):
		msg = fmt.Sprintf("error %v, want %q", got.err, cause)
	case d.suit.order != nil && len(got.rows) > 0:
		msg = "rows of an ordered scan that failed"
	default:
		msg = got.checkPrefix(d.want.rows)
	}
	if msg != "" {
		t.Fatalf("%+v, %s, reader %d: fault at call %d (happened: %v): %s", d.opt, d.suit, d.shape, f.at, happened, msg)
	}
	return happened
}

func (d disturbance) openAndScan(ctx context.Context, src *source) outcome {
	tab, err := d.s.Open(ctx, src, d.opt)
	if err != nil {
		return outcome{err: err}
	}
	defer tab.Close()
	return scan(ctx, tab, d.suit.query, d.opt, nil)
}

// everyDisturbance calls f with all the runs that are to be disturbed, but no
// limits, which may end a run before the fault.
func everyDisturbance(t *testing.T, s geoscan.Strategy, f func(d disturbance)) {
	tr := disturbed(t)
	for i, want := range tr.wants() {
		if tr.suits[i].limit > 0 {
			continue
		}
		for j, opt := range faultSettings {
			f(disturbance{tr, s, tr.suits[i], want, opt, (i + j) % len(shapes)})
		}
	}
}

// checkSourceErrors fails each call of a source's methods, and each read.
func checkSourceErrors(t *testing.T, s geoscan.Strategy) {
	everyDisturbance(t, s, func(d disturbance) {
		happened := true
		for at := int64(0); happened; at += 1 + at/4 {
			f := &fault{at: at, act: func() error { return errSource }, withData: at%2 == 0}
			happened = d.run(t, t.Context(), f, errSource, false)
		}
	})
}

// checkCancelAtCall ends the context during each call of a source's methods.
func checkCancelAtCall(t *testing.T, s geoscan.Strategy) {
	everyDisturbance(t, s, func(d disturbance) {
		happened := true
		for at := int64(0); happened; at += 1 + at/4 {
			ctx, cancel := context.WithCancelCause(t.Context())
			f := &fault{at: at, act: func() error { cancel(errCause); return nil }}
			happened = d.run(t, ctx, f, errCause, true)
			cancel(nil)
		}
	})
}

// checkCancelBefore scans with a context that has ended.
func checkCancelBefore(t *testing.T, s geoscan.Strategy) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errCause)
	tr := disturbed(t)
	src := newSource(t, tr.data, fenceEnd)
	for _, opt := range faultSettings {
		tab := open(t, s, src, opt)
		indexed := geoscan.IndexBytes(tab) > 0
		for range 20 { // it might be a matter of luck
			for _, q := range tr.suits {
				got := scan(ctx, tab, q.query, opt, nil)
				if !errors.Is(got.err, errCause) || len(got.rows) > 0 {
					t.Fatalf("%+v, %s: Scan: error %v and %d rows, want %q and none", opt, q, got.err, len(got.rows), errCause)
				}
			}
			tab, err := s.Open(ctx, src, opt)
			if err == nil {
				tab.Close()
			}
			if indexed && err == nil || err != nil && !errors.Is(err, errCause) {
				t.Fatalf("%+v: Open: error %v, want %q", opt, err, errCause)
			}
		}
	}
}

// checkCancelAtRow ends the context during emit. Then either all rows come or
// the error.
func checkCancelAtRow(t *testing.T, s geoscan.Strategy) {
	everyDisturbance(t, s, func(d disturbance) {
		tab := open(t, s, newSource(t, d.data, fenceEnd), d.opt)
		for k := 0; k < len(d.want.rows); k += 1 + k/2 {
			ctx, cancel := context.WithCancelCause(t.Context())
			got := scan(ctx, tab, d.suit.query, d.opt, func(i int) error {
				if i == k {
					cancel(errCause)
				}
				return nil
			})
			cancel(nil)
			msg := got.checkPrefix(d.want.rows)
			if got.err == nil {
				msg = got.check(d.want, len(d.data))
			} else if !errors.Is(got.err, errCause) {
				msg = fmt.Sprintf("error %v, want %q", got.err, errCause)
			}
			if msg != "" {
				t.Fatalf("%+v, %s: cancelled at row %d: %s", d.opt, d.suit, k, msg)
			}
		}
	})
}

// checkEndIsPrompt ends a long scan at its first row, by its context or by a
// limit. It can't say how soon the end must come on a busy machine, but
// sometimes at least it comes before half of the input is scanned.
func checkEndIsPrompt(t *testing.T, s geoscan.Strategy) {
	schema := peaks()
	data := []byte("1\thit\t9\tx\n" + strings.Repeat("2\tmiss\t8\tnot what is looked for\n", 100_000))
	hit := comparison{1, "=", text("hit")}
	suits := compile(t, schema, nil, question{where: hit}, question{where: hit, limit: 1})
	for _, opt := range []geoscan.Options{{DOP: 1, ChunkSize: 4096}, {DOP: 2, ChunkSize: 4096}} {
		tab := open(t, s, newSource(t, data, fenceEnd), opt)
		for i, want := range []error{errCause, nil} {
			if !promptOnce(t, tab, suits[i].query, opt, want, int64(len(data)/2)) {
				t.Errorf("%+v: %v: a scan that is ended at its first row goes on to the end", opt, suits[i])
			}
		}
	}
}

// promptOnce scans until a scan ends soon. Without a limit, the context ends
// each.
func promptOnce(t *testing.T, tab geoscan.Table, q *query.Query, opt geoscan.Options, want error, soon int64) bool {
	for range 100 {
		ctx, cancel := context.WithCancelCause(t.Context())
		got := scan(ctx, tab, q, opt, func(int) error {
			if want != nil {
				cancel(want)
			}
			return nil
		})
		cancel(nil)
		if errors.Is(got.err, want) && got.stats.Bytes < soon {
			return true
		}
	}
	return false
}
