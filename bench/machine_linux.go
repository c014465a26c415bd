package bench

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// readSystem fills in what Linux tells in /proc and /sys.
func readSystem(m *Machine) { sysRoot("/").read(m) }

// sysRoot is the folder under which proc and sys lie: "/", or a copy of another
// machine's files in tests.
type sysRoot string

func (r sysRoot) read(m *Machine) {
	var uts unix.Utsname
	if unix.Uname(&uts) == nil {
		m.Kernel = unix.ByteSliceToString(uts.Release[:])
	}
	r.readCPUs(m)
	m.Caches = r.caches()
	m.Governor = r.text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
	m.MaxMHz = float64(r.number("sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq")) / 1000
	m.HugePages = chosen(r.text("sys/kernel/mm/transparent_hugepage/enabled"))
	m.MemoryBytes = r.memory()
	cg := r.cgroup()
	m.Cgroup, m.QuotaCPUs, m.MemoryLimitBytes = cg.version(), cg.quota(), cg.memoryLimit(m.MemoryBytes)
	m.ThrottledBefore = cg.throttling()
	_, m.NoiseKnown = r.cpuTimes()
}

// text is the content of a file without the blanks around it, "" if it cannot
// be read.
func (r sysRoot) text(path string) string {
	b, err := os.ReadFile(filepath.Join(string(r), path))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

// number is the whole number a file holds, 0 if it holds none.
func (r sysRoot) number(path string) int64 {
	n, err := strconv.ParseInt(r.text(path), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// readCPUs counts sockets and cores from /proc/cpuinfo. Where it does not tell
// them (ARM), they come from the topology in /sys.
func (r sysRoot) readCPUs(m *Machine) {
	cores, sockets := map[string]bool{}, map[string]bool{}
	var socket string
	cpus := 0
	sc := bufio.NewScanner(strings.NewReader(r.text("proc/cpuinfo")))
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		key, value, _ := strings.Cut(sc.Text(), ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "processor":
			cpus++
		case "model name":
			m.CPUModel = value
		case "physical id":
			socket = value
			sockets[value] = true
		case "core id":
			cores[socket+"/"+value] = true
		case "flags":
			if slices.Contains(strings.Fields(value), "hypervisor") {
				m.Hypervisor = r.hypervisor()
			}
		}
	}
	if cpus > 0 {
		m.LogicalCPUs = cpus
	}
	if len(cores) == 0 {
		sockets, cores = r.topology()
	}
	m.Sockets, m.Cores = len(sockets), len(cores)
	if len(cores) > 0 {
		m.ThreadsPerCore = m.LogicalCPUs / len(cores)
	}
}

// hypervisor names what a virtual machine runs on, as far as it tells.
func (r sysRoot) hypervisor() string {
	for _, path := range []string{"sys/hypervisor/type", "sys/class/dmi/id/sys_vendor"} {
		if s := r.text(path); s != "" {
			return s
		}
	}
	return "unknown"
}

func (r sysRoot) topology() (sockets, cores map[string]bool) {
	sockets, cores = map[string]bool{}, map[string]bool{}
	dirs, _ := filepath.Glob(filepath.Join(string(r), "sys/devices/system/cpu/cpu[0-9]*/topology"))
	for _, dir := range dirs {
		rel := strings.TrimPrefix(dir, string(r))
		socket, core := r.text(rel+"/physical_package_id"), r.text(rel+"/core_id")
		if core != "" {
			sockets[socket], cores[socket+"/"+core] = true, true
		}
	}
	return sockets, cores
}

// caches lists the data and unified caches of CPU 0.
func (r sysRoot) caches() []CacheLevel {
	var list []CacheLevel
	for i := range 8 {
		dir := "sys/devices/system/cpu/cpu0/cache/index" + strconv.Itoa(i)
		kind := strings.ToLower(r.text(dir + "/type"))
		if kind != "data" && kind != "unified" {
			continue
		}
		list = append(list, CacheLevel{
			Level: int(r.number(dir + "/level")), Kind: kind,
			SizeBytes: sizeText(r.text(dir + "/size")), SharedCPUs: countCPUs(r.text(dir + "/shared_cpu_list")),
		})
	}
	return list
}

// sizeText reads sizes like 32K and 300M.
func sizeText(s string) int64 {
	shift := 0
	switch {
	case strings.HasSuffix(s, "K"):
		shift = 10
	case strings.HasSuffix(s, "M"):
		shift = 20
	}
	n, err := strconv.ParseInt(strings.TrimRight(s, "KM"), 10, 64)
	if err != nil {
		return 0
	}
	return n << shift
}

// countCPUs counts the CPUs of a list like 0-3,8.
func countCPUs(list string) int {
	n := 0
	for part := range strings.SplitSeq(list, ",") {
		lo, hi, isRange := strings.Cut(part, "-")
		a, err := strconv.Atoi(lo)
		if err != nil {
			return 0
		}
		b := a
		if isRange {
			if b, err = strconv.Atoi(hi); err != nil {
				return 0
			}
		}
		n += b - a + 1
	}
	return n
}

// memory is the physical memory in bytes.
func (r sysRoot) memory() int64 {
	for line := range strings.SplitSeq(r.text("proc/meminfo"), "\n") {
		if rest, ok := strings.CutPrefix(line, "MemTotal:"); ok {
			n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return n << 10
		}
	}
	return 0
}

// chosen is the word in brackets of a line like "always [madvise] never".
func chosen(s string) string {
	_, rest, _ := strings.Cut(s, "[")
	word, _, _ := strings.Cut(rest, "]")
	return word
}

// cpuTimes reads how much CPU time the whole machine has spent since its start.
func (r sysRoot) cpuTimes() (t cpuTimes, ok bool) {
	// The kernel counts in USER_HZ, which is 100 on every architecture that Go
	// runs on.
	const tick = 0.01
	line, _, _ := strings.Cut(r.text("proc/stat"), "\n")
	f := strings.Fields(line)
	if len(f) < 9 || f[0] != "cpu" {
		return t, false
	}
	at := func(i int) float64 {
		n, _ := strconv.ParseInt(f[i], 10, 64)
		return float64(n) * tick
	}
	// user nice system idle iowait irq softirq steal
	t.busySeconds = at(1) + at(2) + at(3) + at(6) + at(7)
	t.stealSeconds = at(8)
	return t, true
}

func (r sysRoot) exists(path string) bool {
	_, err := os.Stat(filepath.Join(string(r), path))
	return err == nil
}

// readThrottling reads the counters of this process's cgroup.
func readThrottling() Throttling { return sysRoot("/").cgroup().throttling() }

// readCPUTimes reads the counters of the whole machine.
func readCPUTimes() (cpuTimes, bool) { return sysRoot("/").cpuTimes() }
