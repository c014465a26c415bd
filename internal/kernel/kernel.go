package kernel

import (
	"fmt"
	"slices"
	"strings"
)

// A Kernel is a way to go through bytes, in blocks of 64. All give the same
// results; the zero value works on every processor.
type Kernel int

const (
	Portable Kernel = iota // Go, 8 bytes at a time
	AVX2                   // assembly, 32 bytes at a time
	AVX512                 // assembly, 64 bytes at a time
)

// Var names the environment variable by which people choose a kernel.
const Var = "GEOSCAN_KERNEL"

func (k Kernel) String() string {
	switch k {
	case Portable:
		return "portable"
	case AVX2:
		return "avx2"
	case AVX512:
		return "avx512"
	}
	return fmt.Sprintf("Kernel(%d)", int(k))
}

// Kernels returns those that this processor can run, the fastest first.
func Kernels() []Kernel { return append(vectorKernels(), Portable) }

// Find returns the kernel called name, or the fastest if name is empty.
func Find(name string) (Kernel, error) {
	all := Kernels()
	if name == "" {
		return all[0], nil
	}
	names := make([]string, len(all))
	for i, k := range all {
		names[i] = k.String()
	}
	if i := slices.Index(names, name); i >= 0 {
		return all[i], nil
	}
	return 0, fmt.Errorf("%s: no kernel %q on this processor; there is %s", Var, name, strings.Join(names, ", "))
}
