//go:build !linux

package bench

// memoryState is a reading of a process's resident memory.
type memoryState struct{ peakBytes, bytes, anonBytes int64 }

// readUsage and readMemory have nothing to read: package runtime does not tell,
// and a wrong number is worse than none.
func readUsage() usageState   { return usageState{} }
func readMemory() memoryState { return memoryState{} }
