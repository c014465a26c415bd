#!/bin/sh
# Measures the strategies on this machine and draws what came out: results,
# figures and a page, all in plots/. Called by make plots.
#
#   SIZE=400MB  size of the generated table
#   FILE=       a table of one's own instead of a generated one
#   QUICK=      1: smaller and shorter, to see that all works
#   RUNS=       counted runs of each combination, at least 5
set -eu
cd "$(dirname "$0")/.."

if [ -n "${QUICK:-}" ]; then
	SIZE=${SIZE:-24MB} RUNS=${RUNS:-5} TIME=20s
else
	SIZE=${SIZE:-400MB} RUNS=${RUNS:-10} TIME=3m
fi

mkdir -p build
# The commit stands in the results, so it is built in whatever GOFLAGS says.
go build -buildvcs=auto -o build/geoscan ./cmd/geoscan
geoscan=build/geoscan

file=${FILE:-}
if [ -z "$file" ]; then
	file=build/generated-$SIZE.txt
	[ -f "$file" ] || "$geoscan" data gen -size "$SIZE" -seed 1 -o "$file"
fi

# measure NAME FLAGS... writes build/NAME.json. It ends after TIME, unless 5
# counted runs of everything take longer. Runs that the bench found void are said
# there and drawn as such; without results there is nothing to draw.
measure() {
	name=$1
	shift
	rm -f "build/$name.json"
	"$geoscan" bench -runs "$RUNS" -time "$TIME" "$@" -o "build/$name.json" "$file" ||
		[ -s "build/$name.json" ]
}

# Time against dop, and of a second query. Dops above the usable CPUs show what
# too many goroutines cost.
measure dops -dop 1,2,4 -queries 2

# Time against size. mmchar is left out, as the slowest, to save two minutes.
strategies=$("$geoscan" list | cut -d ' ' -f 1 | grep -v mmchar | paste -sd , -)
measure sizes -strategies "$strategies" -dop 2 -sizes 1,2,4 -runs 5 -clean -sizes-dir build/sizes

# The file dropped from memory before each run.
measure cold -dop 2 -cache cold -runs 5

# The other tools on PATH, beside the fastest of ours.
measure peers -strategies naive,threads,simd -dop 2 -runs 5 -peers

# What earlier runs left is replaced only when these are whole.
for name in dops sizes cold peers; do
	cp "build/$name.json" "build/$name.txt" plots/
done
"$geoscan" report -figures plots -o plots/report.html \
	plots/dops.json plots/sizes.json plots/cold.json plots/peers.json
