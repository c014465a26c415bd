//go:build !linux

package bench

import (
	"errors"
	"fmt"
	"math"
)

// residentShare cannot be asked here.
func residentShare(string) (float64, error) { return -1, nil }

func dropFile(string) error { return fmt.Errorf("dropping a file: %w", errors.ErrUnsupported) }
func dropAll(string) error  { return fmt.Errorf("dropping the cache: %w", errors.ErrUnsupported) }

func fileSystem(string) string { return "" }

// freeBytes is not known here; a full disk shows as a write error.
func freeBytes(string) (int64, error) { return math.MaxInt64, nil }
