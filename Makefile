# make help tells what there is.

export SIZE QUICK FILE RUNS

.PHONY: help build test check data plots peers clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

build: ## build ./geoscan
	go build ./cmd/geoscan

test: ## run the tests
	go test ./...

check: ## run all that CI runs
	bash .ci/run

data: ## download allCountries.txt from GeoNames (about 400 MB, 1.8 GB unpacked)
	sh data/fetch.sh

plots: ## measure on this machine and draw, in 12 minutes (QUICK=1: 2; SIZE=, FILE=, RUNS=)
	sh plots/make.sh

peers: ## build the programs of peers/, for geoscan bench -peers; needs a C compiler
	cd peers && go build -o bin/ ./cmd/...

clean: ## remove what was built
	rm -rf build geoscan peers/bin
