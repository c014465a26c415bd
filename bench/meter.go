package bench

import (
	"math"
	"runtime"
	"runtime/metrics"
)

// The quantities a meter reads from runtime/metrics.
const (
	metricObjects = "/gc/heap/allocs:objects"
	metricBytes   = "/gc/heap/allocs:bytes"
	metricTiny    = "/gc/heap/tiny/allocs:objects"
	metricSizes   = "/gc/heap/allocs-by-size:bytes"
	metricCycles  = "/gc/cycles/total:gc-cycles"
	metricGCTime  = "/cpu/classes/gc/total:cpu-seconds"
)

// A meter measures what a process uses, from its start to finish.
type meter struct {
	start, prepare heapState
	usage          usageState
}

// heapState is a reading of the Go heap's counters.
type heapState struct {
	objects, bytes, tiny uint64
	sizes                metrics.Float64Histogram
	cycles               uint64
	gcSeconds            float64
}

// usageState is a reading of what the operating system counted.
type usageState struct {
	userSeconds, systemSeconds float64
	minorFaults, majorFaults   int64
}

func startMeter() *meter {
	m := &meter{start: readHeap(), usage: readUsage()}
	m.prepare = m.start // in case there is no more
	return m
}

// prepared marks the end of preparation.
func (t *meter) prepared(m *Measurement) {
	m.Usage.PreparedAnonBytes = readMemory().anonBytes
	t.prepare = readHeap()
	m.PrepareAllocs = t.prepare.since(t.start)
}

// finish writes what was used into m.
func (t *meter) finish(m *Measurement) {
	heap, usage, memory := readHeap(), readUsage(), readMemory()
	m.ScanAllocs = heap.since(t.prepare)
	u := &m.Usage
	u.UserSeconds = usage.userSeconds - t.usage.userSeconds
	u.SystemSeconds = usage.systemSeconds - t.usage.systemSeconds
	u.MinorFaults = usage.minorFaults - t.usage.minorFaults
	u.MajorFaults = usage.majorFaults - t.usage.majorFaults
	u.PeakRSSBytes, u.AnonBytes = memory.peakBytes, memory.anonBytes
	u.GCCount = int64(heap.cycles - t.start.cycles)
	u.GCSeconds = max(0, heap.gcSeconds-t.start.gcSeconds)
}

// readHeap stops the world for some microseconds.
func readHeap() heapState {
	// Each processor counts the objects of the block it allocates from only
	// when the block is full. Only this call makes them all tell.
	var flush runtime.MemStats
	runtime.ReadMemStats(&flush)
	s := []metrics.Sample{{Name: metricObjects}, {Name: metricBytes}, {Name: metricTiny},
		{Name: metricSizes}, {Name: metricCycles}, {Name: metricGCTime}}
	metrics.Read(s)
	h := heapState{objects: s[0].Value.Uint64(), bytes: s[1].Value.Uint64(), tiny: s[2].Value.Uint64(),
		cycles: s[4].Value.Uint64(), gcSeconds: s[5].Value.Float64()}
	h.sizes = *s[3].Value.Float64Histogram()
	return h
}

// since returns the allocations between before and h. The runtime counts a
// block of several tiny objects once, and the tiny objects apart: the blocks
// are taken out of the smallest class and the objects put in.
func (h heapState) since(before heapState) Allocs {
	tiny := int64(h.tiny - before.tiny)
	a := Allocs{Count: int64(h.objects-before.objects) + tiny, Bytes: int64(h.bytes - before.bytes)}
	for i, n := range h.sizes.Counts {
		count := int64(n - before.sizes.Counts[i])
		// Bucket i holds sizes in [Buckets[i], Buckets[i+1]).
		upTo := h.sizes.Buckets[i+1]
		if i == 0 {
			count += tiny
		}
		if count == 0 {
			continue
		}
		if math.IsInf(upTo, 0) {
			a.Sizes = append(a.Sizes, SizeCount{0, count})
			continue
		}
		size := int64(upTo) - 1
		a.Sizes = append(a.Sizes, SizeCount{size, count})
		if size <= SmallAllocBytes {
			a.SmallCount += count
		}
	}
	return a
}
