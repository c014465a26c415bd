//go:build !linux

package bench

// readSystem knows of no portable source beyond what package runtime tells.
func readSystem(*Machine) {}

// readThrottling has nothing to read.
func readThrottling() Throttling { return Throttling{} }

// readCPUTimes cannot be done here.
func readCPUTimes() (cpuTimes, bool) { return cpuTimes{}, false }
