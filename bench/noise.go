package bench

// cpuTimes is CPU time of the whole machine since its start.
type cpuTimes struct {
	busySeconds  float64 // all processes and the kernel
	stealSeconds float64 // taken by the hypervisor
}

// noiseMeter measures what happens on the machine besides a run.
type noiseMeter struct {
	cpu       cpuTimes
	known     bool
	throttled Throttling
}

func startNoise() noiseMeter {
	n := noiseMeter{throttled: readThrottling()}
	n.cpu, n.known = readCPUTimes()
	return n
}

// stop returns what others took since the start, given the CPU time of the run
// itself. The machine's counters advance in steps of 10 ms, so small values
// mean nothing.
func (n noiseMeter) stop(ownSeconds float64) Noise {
	noise := Noise{ThrottledSeconds: readThrottling().Seconds - n.throttled.Seconds}
	if now, known := readCPUTimes(); known && n.known {
		noise.OtherCPUSeconds, noise.StealSeconds = now.others(n.cpu, ownSeconds)
	}
	return noise
}

// others splits what was spent since before into what others used and what the
// hypervisor took, given the run's own part.
func (t cpuTimes) others(before cpuTimes, ownSeconds float64) (busy, steal float64) {
	return max(0, t.busySeconds-before.busySeconds-ownSeconds), max(0, t.stealSeconds-before.stealSeconds)
}
