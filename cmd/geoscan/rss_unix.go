//go:build unix

package main

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// peakRSS returns the most memory that the process had resident, in bytes: its
// own and what it touched of mapped files.
func peakRSS() int64 {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
