package report

import (
	"reflect"
	"testing"

	"geoscan/bench"
)

// Parts of one plan, measured one after the other, are one lab.
func TestLabsOfOneMachine(t *testing.T) {
	w := small()
	whole := newLabs([]*bench.Results{w.results()})[0]

	dops, sizes, cold := w, w, w
	dops.keep = func(_, copies int, c bench.Cache) bool { return copies == 1 && c == bench.Warm }
	sizes.keep = func(_, copies int, c bench.Cache) bool { return copies > 1 && c == bench.Warm }
	cold.keep = func(_, _ int, c bench.Cache) bool { return c == bench.Cold }
	sizes.peers, cold.peers = false, false
	parts := []*bench.Results{sizes.results(), dops.results(), cold.results()}
	parts[0].Plan.Sizes, parts[1].Plan.Sizes = []int{2, 4, 8}, []int{1}
	before := len(parts[0].Measurements)
	labs := newLabs(parts)
	if len(labs) != 1 || labs[0].files != 3 {
		t.Fatalf("%d labs", len(labs))
	}
	if got, want := len(labs[0].sum.Cells), len(whole.sum.Cells); got != want {
		t.Errorf("%d combinations, want %d", got, want)
	}
	if got := labs[0].res.Plan.Sizes; !reflect.DeepEqual(got, []int{1, 2, 4, 8}) {
		t.Errorf("sizes %v", got)
	}
	if len(labs[0].sum.Peers) != len(whole.sum.Peers) {
		t.Errorf("%d peers, want %d", len(labs[0].sum.Peers), len(whole.sum.Peers))
	}
	if len(parts[0].Measurements) != before || !reflect.DeepEqual(parts[0].Plan.Sizes, []int{2, 4, 8}) {
		t.Error("the results given were changed")
	}
}

func TestLabsStayApart(t *testing.T) {
	a := small().results()
	for name, change := range map[string]func(*bench.Results){
		"machine": func(r *bench.Results) { r.Machine.CPUModel = "another" },
		"commit":  func(r *bench.Results) { r.Machine.Commit = "another" },
		"file":    func(r *bench.Results) { r.Files[0].Hash = "another" },
		"query":   func(r *bench.Results) { r.Plan.Query.Where = "another" },
		"label":   func(r *bench.Results) { r.Label = "another" },
	} {
		b := small().results()
		change(b)
		labs := newLabs([]*bench.Results{a, b})
		if len(labs) != 2 {
			t.Errorf("%s: %d labs", name, len(labs))
			continue
		}
		if labs[0].name == labs[1].name && name != "query" && name != "file" && name != "machine" {
			t.Errorf("%s: both are named %s", name, labs[0].name)
		}
	}
}

// A contestant that is void in one file is void in the lab.
func TestVoidStaysVoid(t *testing.T) {
	good, bad := small(), small()
	bad.void = "native"
	for _, rs := range [][]*bench.Results{{good.results(), bad.results()}, {bad.results(), good.results()}} {
		l := newLabs(rs)[0]
		for _, name := range l.strategies() {
			if name == "native" {
				t.Error("a void contestant counts again")
			}
		}
	}
}

func TestSettingPrefersManyDOPs(t *testing.T) {
	w := small()
	w.keep = func(dop, copies int, c bench.Cache) bool { return copies == 4 || dop == 2 }
	if got := newLabs([]*bench.Results{w.results()})[0].setting(); got != (setting{4, bench.Warm}) {
		t.Errorf("setting is %v", got)
	}
}
