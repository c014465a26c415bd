package naive_test

import (
	"testing"

	"geoscan/strategies/naive"
	"geoscan/strategies/strategytest"
)

func TestConformance(t *testing.T) { strategytest.Run(t, naive.Strategy) }
