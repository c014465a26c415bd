package bench

import "time"

// SchemaVersion is the version of the results file this package writes. It
// rises when a field changes its meaning or goes; new optional fields do not
// raise it. [Read] refuses files of a higher version.
const SchemaVersion = 1

// Results is everything one bench run measured, as it stands in the file.
//
// All times are seconds, all sizes bytes, as the names say. No number is ever
// NaN or infinite. A number that is not known is 0 and its field is left out
// of the file; where 0 could be meant, a neighbour says whether it is known.
type Results struct {
	Schema   int       `json:"schema"`   // SchemaVersion of the writer
	Created  time.Time `json:"created"`  // start of the run, UTC
	Finished time.Time `json:"finished"` // when the file was last written, UTC
	Complete bool      `json:"complete"` // the run came to its end; false while it lasts and after an interrupt

	Seed    uint64   `json:"seed"`            // of the order of runs, below 2^53 so that every JSON reader keeps it
	Command []string `json:"command"`         // the command line, program name first, paths cut to their last element
	Label   string   `json:"label,omitempty"` // the reader's own name for the machine, from -label

	Plan         Plan          `json:"plan"`
	Machine      Machine       `json:"machine"`
	Files        []File        `json:"files"`        // one per size, in the order of Plan.Sizes
	Contestants  []Contestant  `json:"contestants"`  // in the order of the story, the roof last
	Measurements []Measurement `json:"measurements"` // in the order they were made
	Gaps         []Gap         `json:"gaps,omitempty"`
	Peers        []Peer        `json:"peers,omitempty"`
	PeerAnswers  []PeerAnswer  `json:"peerAnswers,omitempty"` // what the peers must answer, by size
	PeerRuns     []PeerRun     `json:"peerRuns,omitempty"`    // in the order they were made
}

// Cache says where the file was when a measurement began.
type Cache string

const (
	Warm Cache = "warm" // in the page cache, checked page by page
	Cold Cache = "cold" // dropped from the page cache, checked page by page
)

// RoofName is the name of the pseudo-contestant that reads every byte and does
// nothing else. It has no rows and no digest.
const RoofName = "roof"

// Plan is what a bench run sets out to measure: every combination of its lists.
type Plan struct {
	Strategies []string `json:"strategies"` // names, in the order of the story; RoofName among them if it runs
	DOPs       []int    `json:"dops"`       // degrees of parallelism, ascending, each at least 1
	Sizes      []int    `json:"sizes"`      // multiples of the source file, ascending, each at least 1
	Caches     []Cache  `json:"caches"`
	Runs       int      `json:"runs"`    // counted runs of each combination, at least MinRuns; a warm-up comes on top
	Queries    int      `json:"queries"` // scans after one Prepare in each run, at least 1
	Query      Query    `json:"query"`
}

// MinRuns is the smallest number of counted runs of a combination. The whole
// range of 5 runs covers the true median with 94 % confidence; a full 95 % takes
// 6, and an interval narrower than the range takes 9.
const MinRuns = 5

// Query is the text of the query that all contestants answer, in the language
// of package query.
type Query struct {
	Where   string `json:"where,omitempty"`
	Select  string `json:"select,omitempty"`
	OrderBy string `json:"orderBy,omitempty"`
	Limit   int64  `json:"limit,omitempty"`
}

// File is one source file: the given one (Times 1) or a concatenation of it.
type File struct {
	Name       string `json:"name"`                 // last element of the path of the given file
	Times      int    `json:"times"`                // how many copies of it, from 1
	SizeBytes  int64  `json:"sizeBytes"`            // of this concatenation
	Records    int64  `json:"records"`              // non-empty lines, malformed ones included
	Hash       string `json:"hash"`                 // "xxh64:" and 16 hexadecimal digits, over the whole content
	FileSystem string `json:"fileSystem,omitempty"` // of the folder it lies in: ext4, xfs, tmpfs, …
}

// Contestant is a strategy that took part.
type Contestant struct {
	Name     string `json:"name"`
	Title    string `json:"title,omitempty"` // one line
	Parallel bool   `json:"parallel"`        // claims to use up to dop goroutines
	Streams  bool   `json:"streams"`         // claims to need no memory in proportion to the file

	// Void says why nothing this contestant did counts: its rows differ from
	// the others'. Empty for an honest one. Its measurements stay in the file.
	Void string `json:"void,omitempty"`
}

// Gap is a combination that was not measured, and why. An empty or zero field
// stands for all.
type Gap struct {
	Strategy string `json:"strategy,omitempty"`
	DOP      int    `json:"dop,omitempty"`
	Times    int    `json:"times,omitempty"`
	Cache    Cache  `json:"cache,omitempty"`
	Reason   string `json:"reason"`
}

// Measurement is one run of one contestant in a process of its own.
//
// A run counts if it is no WarmUp, has neither Void nor Error, and its
// contestant is not void; see [Measurement.Counts].
type Measurement struct {
	Strategy string `json:"strategy"`
	DOP      int    `json:"dop"`
	Times    int    `json:"times"` // size, as a multiple of the source file
	Cache    Cache  `json:"cache"`
	Queries  int    `json:"queries"` // scans after the one Prepare
	Run      int    `json:"run"`     // 0 for the warm-up, counted runs from 1
	WarmUp   bool   `json:"warmUp,omitempty"`
	Order    int    `json:"order"` // place in the order the runs were made, from 0

	// Times by the monotonic clock of the measured process; Process by the
	// parent's, from before the start of the process to after its end. Closing
	// the table and the source is in Process alone.
	PrepareSeconds float64   `json:"prepareSeconds"` // opening the source and making it ready
	ScanSeconds    []float64 `json:"scanSeconds"`    // one per query
	TotalSeconds   float64   `json:"totalSeconds"`   // prepare and all scans
	ProcessSeconds float64   `json:"processSeconds"`

	Bytes     int64  `json:"bytes"`            // of the source, read by one scan
	Records   int64  `json:"records"`          // seen by one scan, malformed ones included
	Malformed int64  `json:"malformed"`        // among them
	Rows      int64  `json:"rows"`             // in the result of one scan
	Digest    string `json:"digest,omitempty"` // "xxh64:…" over the rows of one scan in their order; empty for the roof

	PrepareAllocs Allocs `json:"prepareAllocs"`
	ScanAllocs    Allocs `json:"scanAllocs"` // of all scans together
	Usage         Usage  `json:"usage"`

	// ResidentShare is the part of the file's pages in the page cache right
	// before the run, from 0 to 1; -1 where it cannot be asked.
	ResidentShare float64 `json:"residentShare"`
	Noise         Noise   `json:"noise"`

	Void  string `json:"void,omitempty"`  // why this run does not count
	Error string `json:"error,omitempty"` // why it failed
}

// Counts reports whether m may enter a statistic, given that its contestant is
// not void.
func (m *Measurement) Counts() bool { return !m.WarmUp && m.Void == "" && m.Error == "" }

// FirstSeconds is the time to the first answer: everything but the scans after
// the first. It does not depend on the number of queries in the plan.
func (m *Measurement) FirstSeconds() float64 { return m.TotalSeconds - m.laterSum() }

// FirstScanSeconds is the time of the first scan, which also pays for the pages
// a fresh mapping has not seen yet; 0 without one.
func (m *Measurement) FirstScanSeconds() float64 {
	if len(m.ScanSeconds) == 0 {
		return 0
	}
	return m.ScanSeconds[0]
}

// LaterScanSeconds is the mean time of the scans after the first; without any,
// it is the time of the first.
func (m *Measurement) LaterScanSeconds() float64 {
	if len(m.ScanSeconds) < 2 {
		return m.FirstScanSeconds()
	}
	return m.laterSum() / float64(len(m.ScanSeconds)-1)
}

// WholeSeconds is the time of a process that starts, answers once and ends:
// what compares with a [PeerRun].
func (m *Measurement) WholeSeconds() float64 { return m.ProcessSeconds - m.laterSum() }

func (m *Measurement) laterSum() float64 {
	sum := 0.0
	for i, s := range m.ScanSeconds {
		if i > 0 {
			sum += s
		}
	}
	return sum
}

// Allocs counts allocations on the Go heap, by runtime/metrics. Memory of C
// and mapped files is not in it.
type Allocs struct {
	Count      int64 `json:"count"` // objects, those packed into tiny blocks included
	Bytes      int64 `json:"bytes"`
	SmallCount int64 `json:"smallCount"` // objects of at most SmallAllocBytes
	// Sizes is the histogram by the runtime's size classes, empty ones left
	// out. Tiny objects (under 16 bytes, no pointers) are in the first bucket.
	Sizes []SizeCount `json:"sizes,omitempty"`
}

// SmallAllocBytes is the size up to which an allocation counts as small.
const SmallAllocBytes = 32

// SmallShare is the part of the allocations that are small, 0 if there are none.
func (a Allocs) SmallShare() float64 {
	if a.Count == 0 {
		return 0
	}
	return float64(a.SmallCount) / float64(a.Count)
}

// SizeCount is one bucket of a histogram of allocations.
type SizeCount struct {
	UpToBytes int64 `json:"upToBytes"` // largest size in the bucket; 0 means no upper bound
	Count     int64 `json:"count"`
}

// Usage is what the measured process cost the machine while it prepared and
// scanned. Its start is not in it, except in PeakRSSBytes.
type Usage struct {
	UserSeconds   float64 `json:"userSeconds"`
	SystemSeconds float64 `json:"systemSeconds"`
	MinorFaults   int64   `json:"minorFaults"`
	MajorFaults   int64   `json:"majorFaults"` // had to wait for the disk

	// PeakRSSBytes is the largest resident set of the process, pages of mapped
	// files included: a strategy that maps the file shows the file in it, though
	// the kernel may take those pages back at any time.
	PeakRSSBytes int64 `json:"peakRSSBytes"`
	// AnonBytes is the resident memory that belongs to the process alone (heap,
	// stacks, index) right after the last scan; PreparedAnonBytes after Prepare.
	AnonBytes         int64 `json:"anonBytes,omitempty"`
	PreparedAnonBytes int64 `json:"preparedAnonBytes,omitempty"`
	IndexBytes        int64 `json:"indexBytes,omitempty"` // of the table's index, as the strategy counts it

	GCCount   int64   `json:"gcCount"`   // garbage collections
	GCSeconds float64 `json:"gcSeconds"` // CPU time of the collector
}

// CPUSeconds is user and system time together.
func (u Usage) CPUSeconds() float64 { return u.UserSeconds + u.SystemSeconds }

// Noise is what disturbed a run from outside. All zero where it cannot be
// asked, as [Machine.NoiseKnown] says.
type Noise struct {
	OtherCPUSeconds  float64 `json:"otherCPUSeconds,omitempty"`  // CPU time of all other processes while it ran
	StealSeconds     float64 `json:"stealSeconds,omitempty"`     // CPU time the hypervisor gave to others
	ThrottledSeconds float64 `json:"throttledSeconds,omitempty"` // the cgroup's quota was used up
}

// Peer is another tool that answers the same question.
type Peer struct {
	Name    string `json:"name"`              // unique: "mawk", "grep -P", …
	Version string `json:"version,omitempty"` // first line of what the tool says of itself
	Command string `json:"command"`           // as for a shell; FILE stands for the path
	Threads int    `json:"threads"`           // asked for; 0: the tool's own choice
	Note    string `json:"note,omitempty"`    // what a fair reader must know, such as: a pattern, not a query
	Missing string `json:"missing,omitempty"` // why it did not run: not found on PATH
	Wrong   string `json:"wrong,omitempty"`   // why its answer is wrong: rows lost or added
}

// PeerAnswer is the answer to the peers' question by a strategy of this program.
type PeerAnswer struct {
	Times  int    `json:"times"`
	IDs    int64  `json:"ids"`
	Digest string `json:"digest"` // like PeerRun.Digest
}

// PeerRun is one run of a peer as a whole process, start and load included.
type PeerRun struct {
	Peer   string `json:"peer"`
	Times  int    `json:"times"`
	Cache  Cache  `json:"cache"`
	Run    int    `json:"run"` // 0 for the warm-up, counted runs from 1
	WarmUp bool   `json:"warmUp,omitempty"`
	Order  int    `json:"order"`

	Seconds        float64 `json:"seconds"`                  // wall time, without PrepareSeconds
	PrepareSeconds float64 `json:"prepareSeconds,omitempty"` // loading into a table of its own, where that is a step apart
	UserSeconds    float64 `json:"userSeconds"`
	SystemSeconds  float64 `json:"systemSeconds"`
	PeakRSSBytes   int64   `json:"peakRSSBytes"` // of all its processes together, sampled
	IDs            int64   `json:"ids"`          // geonameids in the answer
	Digest         string  `json:"digest"`       // "xxh64:…" over the ids in ascending order
	ResidentShare  float64 `json:"residentShare"`
	Noise          Noise   `json:"noise"`

	Void  string `json:"void,omitempty"`
	Error string `json:"error,omitempty"`
}

// Counts reports whether r may enter a statistic, given that its peer is not
// wrong.
func (r *PeerRun) Counts() bool { return !r.WarmUp && r.Void == "" && r.Error == "" }

// CPUs is the mean number of CPUs the run kept busy, 0 if it took no time.
func (r *PeerRun) CPUs() float64 {
	wall := r.Seconds + r.PrepareSeconds
	if wall <= 0 {
		return 0
	}
	return (r.UserSeconds + r.SystemSeconds) / wall
}
