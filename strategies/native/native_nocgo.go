//go:build !cgo || !(linux || darwin)

package native

import (
	"context"

	"geoscan"
)

func prepare(context.Context, geoscan.Source, geoscan.Options) (geoscan.Table, error) {
	return nil, geoscan.ErrNoCgo
}
