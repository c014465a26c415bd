package indexfields_test

import (
	"testing"

	"geoscan/strategies/indexfields"
	"geoscan/strategies/strategytest"
)

func TestConformance(t *testing.T) { strategytest.Run(t, indexfields.Strategy) }
