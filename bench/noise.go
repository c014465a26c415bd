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
	now, known := readCPUTimes()
	if known && n.known {
		noise.OtherCPUSeconds = max(0, now.busySeconds-n.cpu.busySeconds-ownSeconds)
		noise.StealSeconds = max(0, now.stealSeconds-n.cpu.stealSeconds)
	}
	return noise
}
