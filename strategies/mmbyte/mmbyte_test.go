package mmbyte_test

import (
	"testing"

	"geoscan/strategies/mmbyte"
	"geoscan/strategies/strategytest"
)

func TestConformance(t *testing.T) { strategytest.Run(t, mmbyte.Strategy) }
