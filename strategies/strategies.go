// Package strategies lists all strategies.
package strategies

import (
	"geoscan"
	"geoscan/strategies/columns"
	"geoscan/strategies/helper"
	"geoscan/strategies/indexed"
	"geoscan/strategies/indexfields"
	"geoscan/strategies/mmbyte"
	"geoscan/strategies/mmchar"
	"geoscan/strategies/naive"
	"geoscan/strategies/native"
	"geoscan/strategies/simd"
	"geoscan/strategies/threads"
)

// All returns every strategy, in the order in which their story is told: each
// mends something about the one before.
func All() []geoscan.Strategy {
	return []geoscan.Strategy{
		naive.Strategy,
		helper.Strategy,
		mmchar.Strategy,
		mmbyte.Strategy,
		threads.Strategy,
		native.Strategy,
		simd.Strategy,
		indexed.Strategy,
		indexfields.Strategy,
		columns.Strategy,
	}
}

// Find returns the strategy called name.
func Find(name string) (s geoscan.Strategy, ok bool) {
	for _, s := range All() {
		if s.Name == name {
			return s, true
		}
	}
	return geoscan.Strategy{}, false
}

// Names returns the names of all strategies, in the order of All.
func Names() []string {
	var names []string
	for _, s := range All() {
		names = append(names, s.Name)
	}
	return names
}
