package bench

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
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
