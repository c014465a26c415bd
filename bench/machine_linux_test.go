package bench

import (
	"os"
	"path/filepath"
	"testing"
)

// fakeRoot writes files as another machine would show them.
func fakeRoot(t *testing.T, files map[string]string) sysRoot {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return sysRoot(root)
}

func TestMachineFiles(t *testing.T) {
	r := fakeRoot(t, map[string]string{
		"proc/cpuinfo": "processor\t: 0\nmodel name\t: Fast CPU\nphysical id\t: 0\ncore id\t: 0\nflags\t: fpu hypervisor\n\n" +
			"processor\t: 1\nmodel name\t: Fast CPU\nphysical id\t: 0\ncore id\t: 1\n\n" +
			"processor\t: 2\nmodel name\t: Fast CPU\nphysical id\t: 0\ncore id\t: 0\n\n" +
			"processor\t: 3\nmodel name\t: Fast CPU\nphysical id\t: 0\ncore id\t: 1\n",
		"proc/meminfo": "MemTotal:       1024 kB\nMemFree: 1 kB\n",
		"proc/stat":    "cpu  100 200 300 4000 50 6 7 80 0 0\ncpu0 1 2\n",
		"sys/devices/system/cpu/cpu0/cache/index0/type":            "Data\n",
		"sys/devices/system/cpu/cpu0/cache/index0/level":           "1\n",
		"sys/devices/system/cpu/cpu0/cache/index0/size":            "48K\n",
		"sys/devices/system/cpu/cpu0/cache/index0/shared_cpu_list": "0,2\n",
		"sys/devices/system/cpu/cpu0/cache/index1/type":            "Instruction\n",
		"sys/devices/system/cpu/cpu0/cache/index3/type":            "Unified\n",
		"sys/devices/system/cpu/cpu0/cache/index3/level":           "3\n",
		"sys/devices/system/cpu/cpu0/cache/index3/size":            "300M\n",
		"sys/devices/system/cpu/cpu0/cache/index3/shared_cpu_list": "0-3\n",
		"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor":     "powersave\n",
		"sys/kernel/mm/transparent_hugepage/enabled":               "always [madvise] never\n",
		"sys/class/dmi/id/sys_vendor":                              "QEMU\n",
	})
	var m Machine
	r.read(&m)
	if m.CPUModel != "Fast CPU" || m.LogicalCPUs != 4 || m.Cores != 2 || m.Sockets != 1 || m.ThreadsPerCore != 2 {
		t.Errorf("CPUs: %+v", m)
	}
	if m.Hypervisor != "QEMU" || m.Governor != "powersave" || m.HugePages != "madvise" || m.MemoryBytes != 1<<20 || !m.NoiseKnown {
		t.Errorf("facts: %+v", m)
	}
	want := []CacheLevel{{1, "data", 48 << 10, 2}, {3, "unified", 300 << 20, 4}}
	if len(m.Caches) != 2 || m.Caches[0] != want[0] || m.Caches[1] != want[1] {
		t.Errorf("caches = %+v, want %+v", m.Caches, want)
	}
	c, ok := r.cpuTimes()
	if !ok || c.busySeconds != 6.13 || c.stealSeconds != 0.8 {
		t.Errorf("cpuTimes = %+v, %v", c, ok)
	}
}

func TestCgroup(t *testing.T) {
	tests := []struct {
		name     string
		files    map[string]string
		version  int
		quota    float64
		limit    int64
		throttle Throttling
	}{
		{"version 2, the parent is tighter", map[string]string{
			"proc/self/cgroup":              "0::/a/b\n",
			"sys/fs/cgroup/a/b/cpu.stat":    "usage_usec 5\nnr_periods 10\nnr_throttled 4\nthrottled_usec 2500000\n",
			"sys/fs/cgroup/a/b/cpu.max":     "400000 100000\n",
			"sys/fs/cgroup/a/cpu.max":       "150000 100000\n",
			"sys/fs/cgroup/cpu.max":         "max 100000\n",
			"sys/fs/cgroup/a/b/memory.max":  "4096\n",
			"sys/fs/cgroup/memory.max":      "max\n",
			"sys/fs/cgroup/a/b/irrelevant0": "",
		}, 2, 1.5, 4096, Throttling{10, 4, 2.5}},
		{"version 2 in a container, path from outside", map[string]string{
			"proc/self/cgroup":         "0::/docker/123\n",
			"sys/fs/cgroup/cpu.stat":   "nr_periods 1\nnr_throttled 0\nthrottled_usec 0\n",
			"sys/fs/cgroup/cpu.max":    "200000 100000\n",
			"sys/fs/cgroup/memory.max": "max\n",
		}, 2, 2, 0, Throttling{Periods: 1}},
		{"version 1", map[string]string{
			"proc/self/cgroup":                             "3:cpu,cpuacct:/\n2:memory:/x\n0::/\n",
			"sys/fs/cgroup/cpu/cgroup.procs":               "",
			"sys/fs/cgroup/cpu/cpu.cfs_quota_us":           "-1\n",
			"sys/fs/cgroup/cpu/cpu.cfs_period_us":          "100000\n",
			"sys/fs/cgroup/cpu/cpu.stat":                   "nr_periods 3\nnr_throttled 2\nthrottled_time 1500000000\n",
			"sys/fs/cgroup/memory/x/cgroup.procs":          "",
			"sys/fs/cgroup/memory/x/memory.limit_in_bytes": "9223372036854771712\n",
		}, 1, 0, 0, Throttling{3, 2, 1.5}},
		{"none", nil, 0, 0, 0, Throttling{}},
	}
	for _, tt := range tests {
		c := fakeRoot(t, tt.files).cgroup()
		if c.version() != tt.version || c.quota() != tt.quota || c.memoryLimit(1<<30) != tt.limit {
			t.Errorf("%s: version %d, quota %v, limit %d; want %d, %v, %d", tt.name,
				c.version(), c.quota(), c.memoryLimit(1<<30), tt.version, tt.quota, tt.limit)
		}
		if got := c.throttling(); got != tt.throttle {
			t.Errorf("%s: throttling %+v, want %+v", tt.name, got, tt.throttle)
		}
	}
}
