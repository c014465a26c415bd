package main

import (
	"errors"
	"flag"
	"os"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
)

// profiles are the files that -cpuprofile, -memprofile and -trace name.
type profiles struct{ cpu, mem, trace string }

func (p *profiles) register(fs *flag.FlagSet) {
	fs.StringVar(&p.cpu, "cpuprofile", "", "write a CPU profile to `FILE`, for go tool pprof")
	fs.StringVar(&p.mem, "memprofile", "", "write a profile of allocations to `FILE`, for go tool pprof")
	fs.StringVar(&p.trace, "trace", "", "write an execution trace to `FILE`, for go tool trace")
}

// start begins to record. stop ends it and completes the files.
func (p *profiles) start() (stop func() error, err error) {
	var stops []func() error
	stop = func() error {
		var errs []error
		for _, s := range stops {
			errs = append(errs, s())
		}
		return errors.Join(errs...)
	}
	record := func(name string, begin func(*os.File) error, end func(*os.File) error) {
		if name == "" || err != nil {
			return
		}
		var f *os.File
		if f, err = os.Create(name); err != nil {
			return
		}
		if err = begin(f); err != nil {
			f.Close()
			return
		}
		stops = append(stops, func() error { return errors.Join(end(f), f.Close()) })
	}
	record(p.cpu,
		func(f *os.File) error { return pprof.StartCPUProfile(f) },
		func(*os.File) error { pprof.StopCPUProfile(); return nil })
	record(p.trace,
		func(f *os.File) error { return trace.Start(f) },
		func(*os.File) error { trace.Stop(); return nil })
	record(p.mem,
		func(*os.File) error { return nil },
		func(f *os.File) error { runtime.GC(); return pprof.Lookup("allocs").WriteTo(f, 0) })
	if err != nil {
		stop()
	}
	return stop, err
}
