package bench

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// fileOf makes a file of n bytes on a disk, or skips the test.
func fileOf(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data.txt")
	if err := os.WriteFile(path, make([]byte, n), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPageCache(t *testing.T) {
	path := fileOf(t, 5<<20+123)
	var c PageCache
	for round := range 2 {
		share, err := c.Evict(path)
		if errors.Is(err, ErrNoEviction) {
			t.Skipf("%s: %v", fileSystem(path), err)
		}
		if err != nil || share > coldShare {
			t.Fatalf("round %d: Evict = %v, %v", round, share, err)
		}
		if got, err := residentShare(path); err != nil || got > coldShare {
			t.Errorf("round %d: asking loads pages: %v, %v", round, got, err)
		}
		if share, err = c.Warm(path); err != nil || share != 1 {
			t.Errorf("round %d: Warm = %v, %v", round, share, err)
		}
	}
}

func TestResidentShareOfPart(t *testing.T) {
	path := fileOf(t, 8<<20)
	var c PageCache
	if _, err := c.Evict(path); err != nil {
		t.Skip(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.ReadAt(make([]byte, 4096), 4<<20); err != nil {
		t.Fatal(err)
	}
	share, err := residentShare(path)
	if err != nil || share <= 0 || share > 0.5 {
		t.Errorf("after reading one page: share %v, %v", share, err)
	}
}

func TestResidentShareEdges(t *testing.T) {
	if share, err := residentShare(fileOf(t, 0)); share != 1 || err != nil {
		t.Errorf("empty file: %v, %v", share, err)
	}
	if _, err := residentShare(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("missing file: no error")
	}
}

// A window's bound must not show: a file of two windows is asked twice.
func TestResidentShareWindows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sparse")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(mincoreWindow + 4096*3 + 1); err != nil {
		t.Skip(err)
	}
	if _, err := f.ReadAt(make([]byte, 1), mincoreWindow+4096*3); err != nil {
		t.Fatal(err)
	}
	share, err := residentShare(path)
	if err != nil || share <= 0 || share > 0.1 {
		t.Errorf("last page read: share %v, %v", share, err)
	}
}

// A file that lives in memory cannot be evicted, and must not pass for cold.
func TestEvictFromMemory(t *testing.T) {
	const dir = "/dev/shm"
	if fileSystem(dir) != "tmpfs" {
		t.Skip(dir + " is no tmpfs")
	}
	f, err := os.CreateTemp(dir, "bench")
	if err != nil {
		t.Skip(err)
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if _, err := f.Write(make([]byte, 1<<20)); err != nil {
		t.Fatal(err)
	}
	var c PageCache
	if share, err := c.Evict(f.Name()); !errors.Is(err, ErrNoEviction) || share < 0.9 {
		t.Errorf("Evict = %v, %v", share, err)
	}
}

func TestNoise(t *testing.T) {
	before, after := cpuTimes{busySeconds: 10, stealSeconds: 1}, cpuTimes{busySeconds: 13, stealSeconds: 1.5}
	if busy, steal := after.others(before, 2); busy != 1 || steal != 0.5 {
		t.Errorf("others = %v, %v", busy, steal)
	}
	// The clock's steps may give the run more than all.
	if busy, _ := after.others(before, 3.01); busy != 0 {
		t.Errorf("others = %v", busy)
	}
}

// With the process its children have to go.
func TestProcessDiesWithItsChildren(t *testing.T) {
	p := process{program: "sh", args: []string{"-c", "sleep 1000 & echo $!; wait"}}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- p.run(ctx) }()
	var child string
	for child == "" { // until the shell has a child
		all, _ := filepath.Glob("/proc/self/task/*/children")
		for _, path := range all {
			for pid := range strings.FieldsSeq(sysRoot("/").text(path)) {
				if kids := sysRoot("/").text("proc/" + pid + "/task/" + pid + "/children"); kids != "" {
					child = strings.Fields(kids)[0]
				}
			}
		}
		select {
		case err := <-done:
			t.Fatalf("ended: %v", err)
		default:
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("run = %v", err)
	}
	// The kernel may take a moment. A zombie is dead, though nobody may have
	// taken note.
	dead := func() bool {
		state := sysRoot("/").text("proc/" + child + "/stat")
		return state == "" || strings.Contains(state, ") Z ") || strings.Contains(state, ") X ")
	}
	for end := time.Now().Add(10 * time.Second); !dead(); {
		if time.Now().After(end) {
			t.Fatal("the child lives")
		}
	}
}
