package strategies_test

import (
	"os"
	"slices"
	"testing"

	"geoscan/strategies"
	"geoscan/strategies/strategytest"
)

// TestAll fails on a folder whose strategy nobody put into the list.
func TestAll(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	names := strategies.Names()
	for _, e := range entries {
		if e.IsDir() && e.Name() != "strategytest" && e.Name() != "testdata" && !slices.Contains(names, e.Name()) {
			t.Errorf("folder %s holds a strategy that All does not list", e.Name())
		}
	}
	for i, s := range strategies.All() {
		if st, err := os.Stat(s.Name); err != nil || !st.IsDir() {
			t.Errorf("strategy %q has no folder of its name", s.Name)
		}
		if slices.Index(names, s.Name) != i {
			t.Errorf("strategy %q is listed twice", s.Name)
		}
		if _, err := os.Stat(s.Name + "/" + s.Name + "_test.go"); err != nil {
			t.Errorf("strategy %q has no test: %v", s.Name, err)
		}
	}
}

func TestFind(t *testing.T) {
	for _, name := range strategies.Names() {
		if s, ok := strategies.Find(name); !ok || s.Name != name {
			t.Errorf("Find(%q) = %q, %v", name, s.Name, ok)
		}
	}
	if s, ok := strategies.Find("no such strategy"); ok {
		t.Errorf("Find found %q", s.Name)
	}
}

func FuzzStrategies(f *testing.F) {
	strategytest.Fuzz(f, strategytest.Supported(f, strategies.All()))
}
