package indexed_test

import (
	"testing"

	"geoscan/strategies/indexed"
	"geoscan/strategies/strategytest"
)

func TestConformance(t *testing.T) { strategytest.Run(t, indexed.Strategy) }
