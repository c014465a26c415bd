package bench

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
)

// WriteTables writes what was measured, one table for each size and cache state
// of the plan, then the peers and the warnings. Void contestants have no
// numbers.
func (res *Results) WriteTables(w io.Writer) error {
	s := Summarize(res)
	for _, cache := range res.Plan.Caches {
		for _, times := range res.Plan.Sizes {
			if err := res.writeTable(w, s, cache, times); err != nil {
				return err
			}
			fmt.Fprintln(w)
		}
	}
	if err := writePeers(w, s.Peers); err != nil {
		return err
	}
	for _, warning := range s.Warnings {
		fmt.Fprintf(w, "! %s\n", warning)
	}
	if reason := fitReason(s); reason != "" {
		fmt.Fprintf(w, "! %s\n", reason)
	}
	return nil
}

// fitReason is why there are no fits, in the words of the series that came
// closest to one; "" if there is a fit.
func fitReason(s *Summary) string {
	reason, most := "", 0
	for _, ser := range s.Series {
		if ser.USL != nil {
			return ""
		}
		if ser.DOPs > most {
			reason, most = ser.Reason, ser.DOPs
		}
	}
	return reason
}

// writeTable writes the table of one size and cache state: the median time to
// the first answer, and how far its interval reaches.
func (res *Results) writeTable(w io.Writer, s *Summary, cache Cache, times int) error {
	fmt.Fprintf(w, "%s, %s, %s: seconds to the first answer, median and reach of its 95 %% interval\n",
		res.fileName(), SizeText(res.sizeBytes(times)), cache)
	if why := res.whyNot(cache); why != "" {
		_, err := fmt.Fprintf(w, "%s\n", why)
		return err
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(tw, "strategy")
	over := false
	for _, dop := range res.Plan.DOPs {
		mark := ""
		if dop > max(res.Machine.UsableCPUs, 1) {
			mark, over = "*", true
		}
		fmt.Fprintf(tw, "\tdop %d%s", dop, mark)
	}
	fmt.Fprintln(tw, "\tbest GB/s\tspeed-up\tagainst naive\tCPUs\tpeak MB")
	for _, name := range res.Plan.Strategies {
		res.writeRow(tw, s, Key{name, 0, times, cache})
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	if over {
		_, err := fmt.Fprintf(w, "* more than the %d usable CPUs\n", max(res.Machine.UsableCPUs, 1))
		return err
	}
	return nil
}

func (res *Results) writeRow(w io.Writer, s *Summary, k Key) {
	fmt.Fprint(w, k.Strategy)
	var best *Cell
	for _, dop := range res.Plan.DOPs {
		k.DOP = dop
		c := s.Cell(k)
		if c == nil {
			fmt.Fprintf(w, "\t%s", res.noNumber(k))
			continue
		}
		fmt.Fprintf(w, "\t%s", reachText(c.First))
		if best == nil || c.First.Median < best.First.Median {
			best = c
		}
	}
	if best == nil {
		fmt.Fprintln(w, "\t\t\t\t\t") // keeps the columns of the rows above and below together
		return
	}
	naive := best.SpeedupNaive.String()
	if k.Strategy == RoofName {
		naive = "-" // it answers nothing
	}
	fmt.Fprintf(w, "\t%.2f\t%s\t%s\t%.1f\t%.0f\n", best.Rate.Median/1e9, best.SpeedupSame, naive, best.CPUs, best.PeakRSSBytes/1e6)
}

// String writes the factor, or "~" where none may be claimed.
func (r Ratio) String() string {
	switch {
	case r.Value == 0:
		return "-"
	case !r.Claimed:
		return "~"
	}
	return fmt.Sprintf("%.2fx", r.Value)
}

// reachText writes a median and how far its interval reaches on the farther
// side. Too few runs have no interval, but are counted.
func reachText(e Estimate) string {
	if e.N < MinRuns {
		return fmt.Sprintf("%s n=%d", digits(e.Median, 3), e.N)
	}
	return fmt.Sprintf("%s ±%.0f%%", digits(e.Median, 3), 100*over(max(e.Hi-e.Median, e.Median-e.Lo), e.Median))
}

// digits writes seconds with n significant digits, but none below microseconds.
func digits(v float64, n int) string {
	decimals := 6
	for x := v; x >= math.Pow10(n-6) && decimals > 0; x /= 10 {
		decimals--
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// noNumber is what stands in place of a number.
func (res *Results) noNumber(k Key) string {
	for _, c := range res.Contestants {
		switch {
		case c.Name == k.Strategy && c.Void != "":
			return "VOID"
		case c.Name == k.Strategy && !c.Parallel && k.DOP != res.Plan.DOPs[0]:
			return "serial"
		}
	}
	word := "."
	for i := range res.Measurements {
		switch m := &res.Measurements[i]; {
		case m.Key() != k:
		case m.Error != "":
			return "failed"
		case m.Void != "" && !m.Disturbed() && !m.WarmUp:
			word = "void"
		}
	}
	return word
}

// whyNot is why nothing was measured in a cache state, "" if it was.
func (res *Results) whyNot(cache Cache) string {
	for _, g := range res.Gaps {
		if g.Cache == cache && g.Strategy == "" {
			return g.Reason
		}
	}
	return ""
}

func (res *Results) fileName() string {
	if len(res.Files) == 0 {
		return "no file"
	}
	return strings.ToValidUTF8(res.Files[0].Name, "\uFFFD")
}

func writePeers(w io.Writer, peers []PeerCell) error {
	if len(peers) == 0 {
		return nil
	}
	fmt.Fprintln(w, "other tools, whole processes, warm")
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "tool\tseconds\tload\tCPUs\tpeak MB\tanswer")
	for _, p := range peers {
		answer := "right"
		if p.Wrong != "" {
			answer = "WRONG: " + p.Wrong
		}
		load := "-"
		if p.Prepare.Median > 0 {
			load = fmt.Sprintf("%.1f", p.Prepare.Median)
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%.1f\t%.0f\t%s\n", p.Name, reachText(p.Seconds), load, p.CPUs, p.PeakRSSBytes/1e6, answer)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}
