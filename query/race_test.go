//go:build race

package query_test

const raceDetector = true
