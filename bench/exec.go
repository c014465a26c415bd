package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Measure makes one measurement. The runner does not care how; tests pretend.
type Measure func(ctx context.Context, job Job) (Measurement, error)

// ChildVerb is the argument that makes the program serve one job; see [Child].
const ChildVerb = "bench-child"

// InProcess returns a Measure that starts program with args for each job, hands
// it the job on standard input and reads the measurement from its standard
// output.
func InProcess(program string, args ...string) Measure {
	return func(ctx context.Context, job Job) (Measurement, error) {
		input, err := json.Marshal(job)
		if err != nil {
			return Measurement{}, err
		}
		// The pipe stays open until the child is done: its end tells the
		// child that nobody waits any more, even after a SIGKILL of this process.
		r, w, err := os.Pipe()
		if err != nil {
			return Measurement{}, err
		}
		defer w.Close()
		defer r.Close()
		if _, err := w.Write(append(input, '\n')); err != nil {
			return Measurement{}, err
		}
		p := process{program: program, args: args, stdin: r}
		if err := p.run(ctx); err != nil {
			return Measurement{}, err
		}
		var m Measurement
		if err := json.Unmarshal(p.stdout.Bytes(), &m); err != nil {
			return Measurement{}, fmt.Errorf("measuring process: %w", err)
		}
		m.ProcessSeconds, m.Noise = p.seconds, p.noise
		if m.Error != "" {
			return m, errors.New(m.Error)
		}
		return m, nil
	}
}

// A process is a program run once, with the clock on it.
type process struct {
	program string
	args    []string
	env     []string // added to this process's
	stdin   *os.File // nil: none
	watch   bool     // sample its memory: it does not tell itself

	stdout, stderr             bytes.Buffer
	seconds                    float64 // from before its start to after its end
	userSeconds, systemSeconds float64 // its children included
	peakBytes                  int64   // if watched
	noise                      Noise
}

// run starts the process in a group of its own and waits for it. When ctx
// ends, the whole group is killed and the error is the context's.
func (p *process) run(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, p.program, p.args...)
	cmd.Stdout, cmd.Stderr = &p.stdout, &p.stderr
	cmd.Env = append(os.Environ(), p.env...)
	if p.stdin != nil {
		cmd.Stdin = p.stdin
	}
	cmd.WaitDelay = 5 * time.Second
	ownGroup(cmd)
	noise, start := startNoise(), time.Now()
	if err := cmd.Start(); err != nil {
		return err
	}
	var peak *memoryWatch
	if p.watch {
		peak = watchMemory(cmd.Process.Pid)
	}
	err := cmd.Wait()
	p.seconds = time.Since(start).Seconds()
	if p.watch {
		p.peakBytes = peak.stop(cmd.ProcessState)
	}
	p.userSeconds = cmd.ProcessState.UserTime().Seconds()
	p.systemSeconds = cmd.ProcessState.SystemTime().Seconds()
	p.noise = noise.stop(p.userSeconds + p.systemSeconds)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return p.failure(err)
	}
	return nil
}

// failure adds to err what the process said last.
func (p *process) failure(err error) error {
	said := strings.TrimSpace(p.stderr.String())
	if i := strings.LastIndexByte(said, '\n'); i >= 0 {
		said = said[i+1:]
	}
	if said == "" {
		return err
	}
	return fmt.Errorf("%w: %s", err, said)
}
