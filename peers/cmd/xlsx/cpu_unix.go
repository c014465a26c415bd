//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime returns what all threads of this process have taken so far.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
