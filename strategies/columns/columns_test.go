package columns_test

import (
	"testing"

	"geoscan/strategies/columns"
	"geoscan/strategies/strategytest"
)

func TestConformance(t *testing.T) { strategytest.Run(t, columns.Strategy) }
