package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// place writes a record with the given id and elevation.
func place(id int, elevation string) string {
	f := make([]string, 19)
	f[0], f[1], f[15], f[16] = fmt.Sprint(id), `a "quoted \ name`, elevation, "9000"
	return strings.Join(f, "\t") + "\n"
}

// TestPeerCommands runs whatever is on PATH and compares the answers.
func TestPeerCommands(t *testing.T) {
	elevations := []string{"8848", "", "8000", "8001", "-9999", "0", "07", "79999", "8", "12345", "9000", "7999", "8010", "8100"}
	var data strings.Builder
	var want []uint64
	for i, e := range elevations {
		data.WriteString(place(100-i, e))
		if n := len(e); n >= 4 && e > "8000" && e[0] != '-' || n == 5 && e[0] != '-' {
			want = append(want, uint64(100-i))
		}
	}
	slices.Sort(want)
	path := filepath.Join(t.TempDir(), "it's a file.txt")
	if err := os.WriteFile(path, []byte(data.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, tool := range FindPeers(t.Context(), "../peers/bin") {
		if tool.Missing != "" {
			t.Logf("%s: %s", tool.Name, tool.Missing)
			continue
		}
		ran++
		r, err := RunPeer(t.Context(), tool, path)
		if err != nil {
			t.Errorf("%s: %v", tool.Name, err)
			continue
		}
		if r.IDs != int64(len(want)) || r.Digest != digestIDs(want) {
			t.Errorf("%s: %d ids, want %d", tool.Name, r.IDs, len(want))
		}
		if r.Seconds <= 0 || tool.Version == "" {
			t.Errorf("%s: %v seconds, version %q", tool.Name, r.Seconds, tool.Version)
		}
		t.Logf("%-16s %.3f s, %4.1f CPUs, %5.1f MB, %s: %s", tool.Name, r.Seconds, r.CPUs(), float64(r.PeakRSSBytes)/1e6, tool.Version, tool.Command)
	}
	if ran == 0 {
		t.Skip("no peer is installed")
	}
}

func TestOwnPeersAreFound(t *testing.T) {
	dir := t.TempDir()
	script := "#!/bin/sh\ncase $1 in --version) echo version 7;; *) cut -f 1 \"$1\";; esac\n"
	if err := os.WriteFile(filepath.Join(dir, "scanner"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(dir, "data.txt")
	if err := os.WriteFile(data, []byte(place(3, "9000")+place(2, "9000")), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tool := range FindPeers(t.Context(), dir) {
		switch tool.Name {
		case "Go bufio.Scanner":
			r, err := RunPeer(t.Context(), tool, data)
			if err != nil || r.IDs != 2 || r.Digest != digestIDs([]uint64{2, 3}) {
				t.Errorf("run: %+v, %v", r, err)
			}
			if tool.Version != "version 7" || tool.Command != "peers/bin/scanner FILE" {
				t.Errorf("%q, %q", tool.Version, tool.Command)
			}
		case "Go encoding/csv":
			if !strings.Contains(tool.Missing, "make peers") {
				t.Errorf("csv: %q", tool.Missing)
			}
		}
	}
}

func TestParseIDs(t *testing.T) {
	for out, want := range map[string][]uint64{
		"": nil, "3\n1\n2": {1, 2, 3}, "7\tname\t\n": {7}, "1\r\n\n": {1}, "name\n": nil, "-1": nil, "18446744073709551616": nil,
	} {
		got, err := parseIDs([]byte(out))
		if !slices.Equal(got, want) || (err != nil) != (want == nil && out != "") {
			t.Errorf("parseIDs(%q) = %v, %v", out, got, err)
		}
	}
}

func TestRunnerLeavesOutSlowPeers(t *testing.T) {
	r := fakeRun("naive")
	r.Budget = time.Nanosecond
	r.Peers = []PeerTool{{Peer: Peer{Name: "slow"}}}
	r.MeasurePeer = func(context.Context, PeerTool, string) (PeerRun, error) { return PeerRun{}, nil }
	res := run(t, r)
	if len(res.PeerRuns) != 1 || len(res.Gaps) != 1 || !strings.Contains(res.Gaps[0].Reason, "do not fit") {
		t.Errorf("%d runs, gaps %v", len(res.PeerRuns), res.Gaps)
	}
}

func TestPeerThatFindsNothing(t *testing.T) {
	tests := []struct {
		script string
		failed bool
	}{
		{"exit 1", false}, {"exit 2", true}, {"echo bad file >&2; exit 1", true}, {"echo 7; exit 1", true}, {"", false},
	}
	for _, tt := range tests {
		tool := PeerTool{Args: []string{"sh", "-c", tt.script}}
		r, err := RunPeer(t.Context(), tool, t.TempDir())
		if (err != nil) != tt.failed || r.IDs != 0 {
			t.Errorf("%q: %d ids, %v", tt.script, r.IDs, err)
		}
	}
}
