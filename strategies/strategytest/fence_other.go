//go:build !unix

package strategytest

import (
	"bytes"
	"testing"
)

// fenced returns a copy of data; this system gets no fence.
func fenced(_ testing.TB, data []byte, _ side) []byte { return bytes.Clone(data) }
