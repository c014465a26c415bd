package bench

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"geoscan/query"
)

// peerQuestion is what all peers answer: the ids of the places above 8000 m,
// in any order.
func peerQuestion() Query {
	return Query{Where: "elevation > 8000", Select: "geonameid", OrderBy: "geonameid"}
}

// MeasurePeer runs one peer on the file at path. The runner does not care how;
// tests pretend.
type MeasurePeer func(ctx context.Context, tool PeerTool, path string) (PeerRun, error)

// RunPeer runs a peer's command and reads the ids from its output.
func RunPeer(ctx context.Context, tool PeerTool, path string) (PeerRun, error) {
	r := PeerRun{Peer: tool.Name}
	dir, err := os.MkdirTemp("", "geoscan-peer-*")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	// A link without blanks or quotes in its name, as some commands are programs
	// in which those have a meaning.
	link := filepath.Join(dir, "data.txt")
	if abs, err := filepath.Abs(path); err == nil && os.Symlink(abs, link) == nil {
		path = link
	}
	fill := func(args []string) []string { return fillArgs(args, path, dir) }
	if len(tool.Load) > 0 {
		p := newProcess(fill(tool.Load), tool.Env)
		if err := p.run(ctx); err != nil {
			return r, err
		}
		r.PrepareSeconds = p.seconds
		r.addUsage(p)
	}
	p := newProcess(fill(tool.Args), tool.Env)
	if err := p.run(ctx); err != nil && !p.foundNothing(err) {
		return r, err
	}
	r.Seconds = p.seconds
	r.addUsage(p)
	ids, err := parseIDs(p.stdout.Bytes())
	r.IDs, r.Digest = int64(len(ids)), digestIDs(ids)
	return r, err
}

func newProcess(args, env []string) *process {
	return &process{program: args[0], args: args[1:], env: env, watch: true}
}

// foundNothing reports whether err is the way in which grep and its kin say
// that there are no matches.
func (p *process) foundNothing(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == 1 && p.stdout.Len()+p.stderr.Len() == 0
}

func (r *PeerRun) addUsage(p *process) {
	r.UserSeconds += p.userSeconds
	r.SystemSeconds += p.systemSeconds
	r.PeakRSSBytes = max(r.PeakRSSBytes, p.peakBytes)
	r.Noise.OtherCPUSeconds += p.noise.OtherCPUSeconds
	r.Noise.StealSeconds += p.noise.StealSeconds
	r.Noise.ThrottledSeconds += p.noise.ThrottledSeconds
}

// fillArgs puts the paths in their places.
func fillArgs(args []string, path, dir string) []string {
	fill := strings.NewReplacer(peerFile, path, peerDir, dir)
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = fill.Replace(a)
	}
	return out
}

// errAnswer is returned for output that is no list of ids.
var errAnswer = errors.New("the output is no list of ids")

// parseIDs reads one id a line, up to the first TAB, and sorts them.
func parseIDs(out []byte) ([]uint64, error) {
	var ids []uint64
	for line := range bytes.Lines(out) {
		line, _, _ = bytes.Cut(bytes.TrimSpace(line), []byte{'\t'})
		if len(line) == 0 {
			continue
		}
		id, err := strconv.ParseUint(string(line), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: %.40q", errAnswer, line)
		}
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids, nil
}

// digestIDs is the digest of rows of one id each, as a strategy's answer to
// peerQuestion has it.
func digestIDs(ids []uint64) string {
	d := newRowDigest()
	var buf []byte
	for _, id := range ids {
		buf = strconv.AppendUint(buf[:0], id, 10)
		d.emit(query.Row{Fields: [][]byte{buf}}) // a hash takes anything
	}
	return d.text()
}

// FindPeers returns the tools of the table, those that are there ready to run:
// their version is asked for, and what is missing is said. Tools are looked for
// on PATH, this project's own peers in the folder own.
func FindPeers(ctx context.Context, own string) []PeerTool {
	tools := peerTable()
	if abs, err := filepath.Abs(own); err == nil {
		own = abs
	}
	for i := range tools {
		tools[i].find(ctx, own)
	}
	return tools
}

func (t *PeerTool) find(ctx context.Context, own string) {
	fill := strings.NewReplacer(peerOwn, own)
	for _, list := range [][]string{t.Needs, t.Args, t.Load, t.VersionArgs} {
		for i := range list {
			list[i] = fill.Replace(list[i])
		}
	}
	for _, bin := range t.Needs {
		if _, err := exec.LookPath(bin); err != nil {
			t.Missing = filepath.Base(bin) + " is not on PATH"
			if filepath.IsAbs(bin) {
				t.Missing = filepath.Base(bin) + " is not built: make peers"
			}
			return
		}
	}
	t.Version = peerVersion(ctx, t.VersionArgs)
}

// peerVersion is the first line with a digit of what the tool says of itself,
// on either output and with any exit code: tools differ.
func peerVersion(ctx context.Context, args []string) string {
	p := newProcess(args, nil)
	p.run(ctx)
	for line := range strings.Lines(p.stdout.String() + "\n" + p.stderr.String()) {
		if line = strings.TrimSpace(line); strings.ContainsAny(line, "0123456789") {
			return line[:min(len(line), 80)]
		}
	}
	return ""
}

// peerItems lists one run of each peer: warm, on the smallest file of the plan.
func (s *state) peerItems(run int) []item {
	var items []item
	for i, p := range s.Peers {
		if p.Missing == "" {
			items = append(items, item{Key: Key{Times: s.Plan.Sizes[0], Cache: Warm}, peer: i, run: run})
		}
	}
	return items
}

// stepPeer makes a run of a peer. Only the end of ctx is an error.
func (s *state) stepPeer(ctx context.Context, it item, share float64, why string) error {
	if err := s.askReference(ctx, it.Times); err != nil {
		return err
	}
	tool := s.Peers[it.peer]
	start := time.Now()
	r, err := s.MeasurePeer(ctx, tool, s.path(it.Times))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if it.run == 0 {
		s.refuseSlow(it, time.Since(start))
	}
	r.Peer, r.Times, r.Cache = tool.Name, it.Times, it.Cache
	r.Run, r.WarmUp, r.Order = it.run, it.run == 0, s.order()
	r.ResidentShare, s.faults[r.Order] = share, why
	if err == nil {
		s.repeatDisturbed(it, r.Noise, r.Seconds+r.PrepareSeconds)
	} else {
		r.Error = err.Error()
		if it.run == 0 {
			s.broken[it.costKey(s)] = true
			s.gap(Gap{Strategy: "peer " + tool.Name, Reason: err.Error()})
		}
	}
	s.res.PeerRuns = append(s.res.PeerRuns, r)
	s.judge()
	s.report(nil, &s.res.PeerRuns[len(s.res.PeerRuns)-1])
	return nil
}

// refuseSlow leaves out a peer whose runs would take more than a tenth of the
// time budget.
func (s *state) refuseSlow(it item, took time.Duration) {
	if s.Budget == 0 || MinRuns*took <= s.Budget/10 {
		return
	}
	s.broken[it.costKey(s)] = true
	s.gap(Gap{Strategy: "peer " + s.Peers[it.peer].Name,
		Reason: fmt.Sprintf("one run takes %.1f s: %d more do not fit into the time budget of %v", took.Seconds(), MinRuns, s.Budget)})
}

// askReference finds out once for each size what the peers must answer.
func (s *state) askReference(ctx context.Context, times int) error {
	if _, ok := s.answers[times]; ok || len(s.Plan.Strategies) == 0 {
		return ctx.Err()
	}
	m, err := s.Measure(ctx, Job{Path: s.path(times), Strategy: s.Plan.Strategies[0], DOP: 1, Queries: 1, Query: peerQuestion()})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		s.gap(Gap{Strategy: "peers' answers", Reason: "nothing to compare them with: " + err.Error()})
	}
	a := PeerAnswer{Times: times, IDs: m.Rows, Digest: m.Digest}
	s.answers[times] = a
	if err == nil {
		s.res.PeerAnswers = append(s.res.PeerAnswers, a)
	}
	return nil
}

// judgePeers marks the peers whose answers are wrong.
func (s *state) judgePeers() {
	for i := range s.res.Peers {
		s.res.Peers[i].Wrong = ""
	}
	for i := range s.res.PeerRuns {
		r := &s.res.PeerRuns[i]
		r.Void = s.faults[r.Order]
		a := s.answers[r.Times]
		p := slices.IndexFunc(s.res.Peers, func(p Peer) bool { return p.Name == r.Peer })
		if r.Error != "" || a.Digest == "" || p < 0 || r.Digest == a.Digest {
			continue
		}
		s.res.Peers[p].Wrong = wrongText(r.IDs, a.IDs)
	}
}

func wrongText(got, want int64) string {
	switch cmp.Compare(got, want) {
	case -1:
		return fmt.Sprintf("it lost %d of %d rows", want-got, want)
	case 1:
		return fmt.Sprintf("it gave %d rows, %d too many", got, got-want)
	}
	return fmt.Sprintf("it gave %d rows, but not the right ones", got)
}
