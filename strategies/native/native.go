// Package native is threads in C: POSIX threads over the mapped file, compiled
// with full optimisation.
//
// A C thread owns the records that start in its share. It finds them, counts
// their fields, and tests the number in one column against bounds that every
// answer meets. What passes, and what is malformed, it hands over in batches to
// the goroutine beside it, which offers it as any other strategy does. So the
// loop over all records is C's, and the meaning of the query stays in one
// place.
//
// A mapping whose file was cut raises SIGBUS. The threads catch their own and
// report it; see scan.c.
package native

import "geoscan"

// Strategy scans equal shares of the mapping in C threads.
var Strategy = geoscan.Strategy{
	Name: "native",
	Doc: "Equal shares of the mapped file, in C threads. " +
		"POSIX threads and an optimising compiler find candidates, Go tests those.",
	Parallel: true,
	Prepare:  prepare,
}
