// Package strategytest is the conformance suite of geoscan's strategies: what
// every one of them must do, whatever its idea. A strategy's own test is one
// line:
//
//	func TestConformance(t *testing.T) { strategytest.Run(t, naive.Strategy) }
//
// The suite compares a strategy with an oracle that shares no code with the
// product, on inputs that are small and nasty, at every degree of parallelism
// and size of chunk that may put a border somewhere else. It fails sources,
// contexts and callers at every call, and checks what a strategy claims of
// itself.
package strategytest

import (
	"context"
	"errors"
	"os"
	"strconv"
	"testing"
	"time"

	"go.uber.org/goleak"

	"geoscan"
)

// seedVar names the environment variable that sets the seed of the random
// tables, to repeat a failure.
const seedVar = "STRATEGYTEST_SEED"

// Run tests s. A strategy that can't work in this build, and whose Prepare says
// so with geoscan.ErrNoCgo or errors.ErrUnsupported, is skipped.
func Run(t *testing.T, s geoscan.Strategy) {
	skipUnsupported(t, s)
	for _, check := range []struct {
		name string
		run  func(*testing.T, geoscan.Strategy)
	}{
		{"Description", checkDescription},
		{"Goroutines", checkGoroutines},
		{"Edges", checkEdges},
		{"Readers", checkReaders},
		{"Shares", checkShares},
		{"LongRecords", checkLongRecords},
		{"Random", checkRandom},
		{"Cases", checkCases},
		{"EmitErrors", checkEmitErrors},
		{"SourceErrors", checkSourceErrors},
		{"CancelBefore", checkCancelBefore},
		{"CancelAtCall", checkCancelAtCall},
		{"CancelAtRow", checkCancelAtRow},
		{"EndIsPrompt", checkEndIsPrompt},
		{"CutFile", checkCutFile},
		{"Parallel", checkParallel},
		{"Streams", checkStreams},
	} {
		if !t.Run(check.name, func(t *testing.T) { withoutLeak(t, s, check.run) }) && check.name == "Goroutines" {
			return // or the others would leave too many behind
		}
	}
}

// withoutLeak runs a check, which must leave no goroutine behind.
func withoutLeak(t *testing.T, s geoscan.Strategy, check func(*testing.T, geoscan.Strategy)) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	check(t, s)
}

// checkGoroutines scans a little, so that what leaks goroutines is found before
// there are very many.
func checkGoroutines(t *testing.T, s geoscan.Strategy) {
	tr := disturbed(t)
	tr.run(t, s, faultSettings)
}

func skipUnsupported(t *testing.T, s geoscan.Strategy) {
	if err := unsupported(t, s); err != nil {
		t.Skipf("%s does not work in this build: %v", s.Name, err)
	}
}

// unsupported returns why s does not work in this build; nil if it does.
func unsupported(t testing.TB, s geoscan.Strategy) error {
	t.Helper()
	tab, err := s.Open(context.Background(), newSource(t, nil, fenceEnd), geoscan.Options{})
	if errors.Is(err, geoscan.ErrNoCgo) || errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if err != nil {
		t.Fatalf("Open of an empty source: %v", err)
	}
	if err := tab.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	return nil
}

// newSeed returns a seed that differs from run to run, unless the environment
// sets it, and notes it in the test's log.
func newSeed(t testing.TB) uint64 {
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv(seedVar); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", seedVar, err)
		}
		seed = n
	}
	t.Logf("repeat with %s=%d", seedVar, seed)
	return seed
}

// open prepares src and closes the table at the end of the test.
func open(t testing.TB, s geoscan.Strategy, src geoscan.Source, opt geoscan.Options) geoscan.Table {
	t.Helper()
	tab, err := s.Open(context.Background(), src, opt)
	if err != nil {
		t.Fatalf("Open with %+v: %v", opt, err)
	}
	t.Cleanup(func() {
		if err := tab.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return tab
}
