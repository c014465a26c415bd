// Package bench measures strategies so that the figures can be believed.
//
// A [Plan] names what is compared: strategies, degrees of parallelism, file
// sizes, cache states. The [Runner] turns it into single measurements, shuffles
// them with a recorded seed and makes each in a fresh process, so that no
// contestant inherits another's heap, page tables or luck. [Results] is what
// comes out: one JSON file with every single measurement, the facts of the
// machine and of the files, and whatever went wrong. Nothing in it is
// summarised; [Summarize] does that on demand and may change without
// making old files worthless.
//
// Correct comes before timed: contestants whose rows differ from the others'
// are void, and so are runs that did not see every record. Where a thing cannot
// be measured, the results hold a [Gap] with the reason and no number.
package bench
