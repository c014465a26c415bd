//go:build unix

package strategytest

import (
	"os"
	"syscall"
	"testing"
)

// fenced returns a copy of data that can't be written, at the start or at the
// end of its pages; the page before or behind can't be read.
func fenced(t testing.TB, data []byte, fence side) []byte {
	page := os.Getpagesize()
	size := (len(data) + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(all) })
	start := page
	if fence == fenceEnd {
		start += size - len(data)
	}
	inner := all[start : start+len(data) : start+len(data)]
	copy(inner, data)
	for _, part := range []struct {
		pages []byte
		prot  int
	}{
		{all[:page], syscall.PROT_NONE},
		{all[page : page+size], syscall.PROT_READ},
		{all[page+size:], syscall.PROT_NONE},
	} {
		if len(part.pages) == 0 {
			continue
		}
		if err := syscall.Mprotect(part.pages, part.prot); err != nil {
			t.Fatal(err)
		}
	}
	return inner
}
