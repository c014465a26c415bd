package simd_test

import (
	"testing"

	"geoscan/internal/kernel"
	"geoscan/strategies/simd"
	"geoscan/strategies/strategytest"
)

func TestConformance(t *testing.T) {
	for _, k := range kernel.Kernels() {
		t.Run(k.String(), func(t *testing.T) {
			t.Setenv(kernel.Var, k.String())
			strategytest.Run(t, simd.Strategy)
		})
	}
}
