package mmchar_test

import (
	"testing"

	"geoscan/strategies/mmchar"
	"geoscan/strategies/strategytest"
)

func TestConformance(t *testing.T) { strategytest.Run(t, mmchar.Strategy) }
