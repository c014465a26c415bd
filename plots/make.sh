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
	SIZE=${SIZE:-24MB} DOPS=1-4 SIZES=1,2,4 RUNS=${RUNS:-5} TIME_DOPS=45s TIME_SIZES=20s TIME_COLD=15s
else
	SIZE=${SIZE:-400MB} DOPS=1-4 SIZES=1,2,4 RUNS=${RUNS:-10} TIME_DOPS=5m TIME_SIZES=2m TIME_COLD=2m
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

# Time against dop, with the other tools where there are any; against size; cold.
# The reports of earlier runs are replaced only when these are whole.
"$geoscan" bench -dop "$DOPS" -runs "$RUNS" -time "$TIME_DOPS" -peers -o build/dops.json "$file"
"$geoscan" bench -dop 2 -sizes "$SIZES" -runs 5 -time "$TIME_SIZES" -clean -sizes-dir build/sizes -o build/sizes.json "$file"
"$geoscan" bench -dop 2 -cache cold -runs 5 -time "$TIME_COLD" -o build/cold.json "$file"

cp build/dops.json build/sizes.json build/cold.json build/dops.txt plots/
"$geoscan" report -figures plots -o plots/report.html plots/dops.json plots/sizes.json plots/cold.json
