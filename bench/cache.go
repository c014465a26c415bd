package bench

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrNoEviction is returned where a file cannot be dropped from the page
// cache: the operating system offers no way, or the file lies in memory anyway.
var ErrNoEviction = errors.New("cannot be done here: the page cache keeps the file")

// A PageCache puts files into a known cache state and checks it. The zero value
// is ready. It must not be used by several goroutines at once.
//
// How a file got into the cache decides how costly a mapping of it is: large
// reads leave large folios, page faults small ones. So Warm drops what it
// did not read itself before it reads.
type PageCache struct {
	ours map[string]bool // paths whose cached pages come from our reading alone
}

// Warm reads the file into the page cache and returns the share of its pages
// that is there. The share is below 1 for a file larger than the free memory;
// it is -1 where it cannot be asked.
func (c *PageCache) Warm(path string) (share float64, err error) {
	if c.ours[path] {
		if share, err = residentShare(path); err != nil || share == 1 {
			return share, err
		}
	}
	if _, err := c.Evict(path); err != nil && !errors.Is(err, ErrNoEviction) {
		return 0, err
	}
	if err := readThrough(path); err != nil {
		return 0, err
	}
	if c.ours == nil {
		c.ours = map[string]bool{}
	}
	c.ours[path] = true
	return residentShare(path)
}

// coldShare is the share of pages that may stay behind in a cold file: some
// kernels keep a page that is being looked at.
const coldShare = 0.001

// Evict drops the file from the page cache and returns the share of its pages
// that stayed. Unless that is next to none, the error is ErrNoEviction.
func (c *PageCache) Evict(path string) (share float64, err error) {
	delete(c.ours, path)
	for _, drop := range []func(string) error{dropFile, dropAll} {
		if err = drop(path); err != nil {
			continue
		}
		if share, err = residentShare(path); err != nil {
			return share, err
		}
		if share >= 0 && share <= coldShare {
			return share, nil
		}
		err = fmt.Errorf("%.1f %% of the pages stayed", 100*share)
	}
	return share, fmt.Errorf("%w (%v)", ErrNoEviction, err)
}

// Touched tells c that somebody else read the file since, and perhaps left
// pages of his own in the cache.
func (c *PageCache) Touched(path string) { delete(c.ours, path) }

// readThrough reads the whole file in order, in large pieces.
func readThrough(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	buf := make([]byte, 1<<20)
	for {
		if _, err := f.Read(buf); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}
