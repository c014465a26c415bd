package bench

import (
	"path"
	"strconv"
	"strings"
)

// cgroup finds the files of this process's control group, of either version.
type cgroup struct {
	root sysRoot
	v2   string            // folder of the unified hierarchy, "" if it has no cpu controller
	v1   map[string]string // folder by controller
}

// cgroup reads /proc/self/cgroup. A container may see paths that only exist
// outside of it, so the mount's own root is tried as well.
func (r sysRoot) cgroup() cgroup {
	c := cgroup{root: r, v1: map[string]string{}}
	for line := range strings.SplitSeq(r.text("proc/self/cgroup"), "\n") {
		f := strings.SplitN(line, ":", 3)
		if len(f) != 3 {
			continue
		}
		if f[1] == "" {
			c.v2 = c.first("sys/fs/cgroup", f[2], "cpu.stat")
			continue
		}
		for name := range strings.SplitSeq(f[1], ",") {
			if dir := c.first("sys/fs/cgroup/"+name, f[2], "cgroup.procs"); dir != "" {
				c.v1[name] = dir
			}
		}
	}
	if c.v1["cpu"] != "" {
		c.v2 = "" // hybrid: the cpu controller sits in version 1
	}
	return c
}

// first returns the folder that holds file: the group's own or the root.
func (c cgroup) first(mount, group, file string) string {
	for _, dir := range []string{path.Join(mount, group), mount} {
		if c.has(path.Join(dir, file)) {
			return dir
		}
	}
	return ""
}

func (c cgroup) has(file string) bool { return c.root.exists(file) }

func (c cgroup) version() int {
	switch {
	case c.v2 != "":
		return 2
	case len(c.v1) > 0:
		return 1
	}
	return 0
}

// quota is the smallest CPU quota of the group and all above it, in CPUs; 0 if
// there is none.
func (c cgroup) quota() float64 {
	least := 0.0
	dir, mount, read := c.v1["cpu"], "sys/fs/cgroup/cpu", c.quotaV1
	if c.v2 != "" {
		dir, mount, read = c.v2, "sys/fs/cgroup", c.quotaV2
	}
	for ; strings.HasPrefix(dir, mount); dir = path.Dir(dir) {
		if q := read(dir); q > 0 && (least == 0 || q < least) {
			least = q
		}
	}
	return least
}

func (c cgroup) quotaV1(dir string) float64 {
	quota, period := c.root.number(dir+"/cpu.cfs_quota_us"), c.root.number(dir+"/cpu.cfs_period_us")
	if quota <= 0 || period <= 0 {
		return 0
	}
	return float64(quota) / float64(period)
}

// quotaV2 reads "max 100000" or "150000 100000".
func (c cgroup) quotaV2(dir string) float64 {
	f := strings.Fields(c.root.text(dir + "/cpu.max"))
	if len(f) != 2 {
		return 0
	}
	quota, err1 := strconv.ParseFloat(f[0], 64)
	period, err2 := strconv.ParseFloat(f[1], 64)
	if err1 != nil || err2 != nil || period <= 0 {
		return 0
	}
	return quota / period
}

// memoryLimit is the group's limit in bytes, 0 if there is none below the
// physical memory.
func (c cgroup) memoryLimit(physical int64) int64 {
	limit := int64(0)
	if c.v2 != "" {
		limit = c.root.number(c.v2 + "/memory.max") // "max" reads as 0
	} else if dir := c.v1["memory"]; dir != "" {
		limit = c.root.number(dir + "/memory.limit_in_bytes")
	}
	if physical > 0 && limit >= physical {
		return 0
	}
	return limit
}

// throttling reads the group's counters since its start.
func (c cgroup) throttling() Throttling {
	dir := c.v1["cpu"]
	if c.v2 != "" {
		dir = c.v2
	}
	var t Throttling
	if dir == "" {
		return t
	}
	for line := range strings.SplitSeq(c.root.text(dir+"/cpu.stat"), "\n") {
		key, value, _ := strings.Cut(line, " ")
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			continue
		}
		switch key {
		case "nr_periods":
			t.Periods = n
		case "nr_throttled":
			t.Throttled = n
		case "throttled_usec":
			t.Seconds = float64(n) / 1e6
		case "throttled_time": // version 1
			t.Seconds = float64(n) / 1e9
		}
	}
	return t
}
