package bench

import (
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// readUsage reads the counters of this process.
func readUsage() usageState {
	var ru unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &ru) != nil {
		return usageState{}
	}
	seconds := func(t unix.Timeval) float64 { return float64(t.Nano()) / 1e9 }
	return usageState{seconds(ru.Utime), seconds(ru.Stime), int64(ru.Minflt), int64(ru.Majflt)}
}

// memoryState is a reading of a process's resident memory.
type memoryState struct{ peakBytes, bytes, anonBytes int64 }

// readMemory reads this process's. Its peak is that of the address space:
// getrusage's would go on from that of the parent, through fork and exec.
func readMemory() memoryState { return sysRoot("/").memoryOf("self") }

func (r sysRoot) memoryOf(pid string) (s memoryState) {
	for line := range strings.SplitSeq(r.text("proc/"+pid+"/status"), "\n") {
		key, value, _ := strings.Cut(line, ":")
		kb, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
		if err != nil {
			continue
		}
		switch key {
		case "VmHWM":
			s.peakBytes = kb << 10
		case "VmRSS":
			s.bytes = kb << 10
		case "RssAnon":
			s.anonBytes = kb << 10
		}
	}
	return s
}
