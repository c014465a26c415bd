package native_test

import (
	"testing"

	"geoscan/strategies/native"
	"geoscan/strategies/strategytest"
)

func TestConformance(t *testing.T) { strategytest.Run(t, native.Strategy) }
