package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
	for _, tool := range FindPeers(t.Context()) {
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
