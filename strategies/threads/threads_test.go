package threads_test

import (
	"testing"

	"geoscan/strategies/strategytest"
	"geoscan/strategies/threads"
)

func TestConformance(t *testing.T) { strategytest.Run(t, threads.Strategy) }
