package bench

import (
	"encoding/json"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
)

func TestReadMachine(t *testing.T) {
	m := ReadMachine()
	if m.OS != runtime.GOOS || m.GoVersion != runtime.Version() || m.LogicalCPUs < 1 || m.PageBytes < 512 {
		t.Errorf("basic facts are wrong: %+v", m)
	}
	if m.UsableCPUs < 1 || m.UsableCPUs > runtime.NumCPU() {
		t.Errorf("UsableCPUs = %d with %d CPUs in the affinity mask", m.UsableCPUs, runtime.NumCPU())
	}
	if b, err := json.Marshal(m); err != nil {
		t.Errorf("cannot be written: %v", err)
	} else {
		t.Logf("%s", b)
	}
}

func TestUsableCPUs(t *testing.T) {
	tests := []struct {
		affinity int
		quota    float64
		want     int
	}{
		{8, 0, 8}, {8, 2, 2}, {8, 2.5, 3}, {8, 0.5, 1}, {2, 16, 2}, {0, 0, 1},
	}
	for _, tt := range tests {
		if got := usableCPUs(tt.affinity, tt.quota); got != tt.want {
			t.Errorf("usableCPUs(%d, %v) = %d, want %d", tt.affinity, tt.quota, got, tt.want)
		}
	}
}

func TestReadBuild(t *testing.T) {
	var m Machine
	m.readBuild([]debug.BuildSetting{
		{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}, {Key: "CGO_ENABLED", Value: "1"},
		{Key: "GOAMD64", Value: "v3"}, {Key: "-pgo", Value: "/home/somebody/default.pgo"}, {Key: "-tags", Value: "x"},
	})
	if m.Commit != "abc" || !m.Modified || !m.CGO || m.GOAMD64 != "v3" {
		t.Errorf("readBuild: %+v", m)
	}
	if want := []string{"-pgo=default.pgo", "-tags=x"}; !slices.Equal(m.BuildFlags, want) {
		t.Errorf("BuildFlags = %q, want %q", m.BuildFlags, want)
	}
}
