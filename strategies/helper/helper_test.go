package helper_test

import (
	"testing"

	"geoscan/strategies/helper"
	"geoscan/strategies/strategytest"
)

func TestConformance(t *testing.T) { strategytest.Run(t, helper.Strategy) }
