package place

import (
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/report"
)

// Columns are those of the table of choices, in the order of the file.
func (r *Report) Columns() *report.Table[*Standing] {
	type column = report.Column[*Standing]
	times, numbers := numeral.Durations[report.Float], numeral.Numbers[report.Float]
	change := func(key, head, paper, file, tip string, of func(c *Standing) *Change, left func(c *Standing) report.Float) []column {
		corrected := report.CorrectedColumn(left)
		corrected.Key, corrected.File = key+"-corrected", "corrected "+file
		return []column{{Key: key, Head: "Raw " + head, Unit: report.RangeHead(true), Tip: tip, Paper: "raw " + paper, Ranged: "plausible",
			File: "raw " + file, Mark: "baseline",
			Value: func(c *Standing) report.Float { return of(c).Mid },
			Range: func(c *Standing) (low, high report.Float) { return of(c).Low, of(c).High }},
			corrected,
			report.Figure("low", func(c *Standing) report.Float { return of(c).Low }),
			report.Figure("high", func(c *Standing) report.Float { return of(c).High })}
	}
	yes := map[bool]string{true: "yes"}
	columns := []column{
		{Key: "choice", Head: "Choice", Paper: "choice", File: "choice", Words: func(c *Standing) string { return c.Name }},
		report.Word("selection", func(c *Standing) string { return c.Selection }),
		report.Word("placing", func(c *Standing) string { return c.Placing }),
		report.Word("backfilling", func(c *Standing) string { return c.Backfilling }),
		report.Count[*Standing]("stretches", r.Stretches), report.Count[*Standing]("jobs", r.Jobs),
		report.Figure("energy, J", func(c *Standing) report.Float { return c.Energy })}
	columns = append(columns, change("energy", "energy change", "energy", "energy change",
		"of all processors, relative to the choice that is compared with", func(c *Standing) *Change { return &c.EnergyChange },
		func(c *Standing) report.Float { return c.EnergyCorrected })...)
	columns = append(columns, change("time", "time change", r.Plan.TimeWords(), "time change",
		"what energy is set against, relative likewise", func(c *Standing) *Change { return &c.TimeChange },
		func(c *Standing) report.Float { return c.TimeCorrected })...)
	columns = append(columns, report.Word("front", func(c *Standing) string { return strconv.FormatBool(c.Front) }),
		column{Key: "front", Head: "Front", Paper: "front", Tip: "no other choice is better on both energy and time",
			Words: func(c *Standing) string { return yes[c.Front] },
			Value: func(c *Standing) report.Float { return map[bool]report.Float{false: 1}[c.Front] }},
		report.Word("alike", func(c *Standing) string { return c.Alike }),
		column{Key: "alike", Paper: "alike", Words: func(c *Standing) string { return strconv.Itoa(r.alike(c)) }},
		column{Key: "kwh", Head: "Energy", Unit: "kWh, mean stretch", Paper: "kWh",
			Tip:   "of all processors, from the first submission to the last end",
			Value: func(c *Standing) report.Float { return c.Energy / 3.6e6 }, Write: numbers, Fixed: report.Decimals(1)},
		column{Key: "makespan", Head: "Makespan", Unit: "mean stretch", File: "makespan, s", Tip: "until the last job has ended",
			Value: func(c *Standing) report.Float { return c.Makespan }, Write: times},
		column{Key: "wait", Head: "AvgWait", Paper: "AvgWait", File: "avg wait, s", Tip: "mean wait",
			Value: func(c *Standing) report.Float { return c.AvgWait }, Write: times},
		column{Key: "maxwait", Head: "MaxWait", Unit: "of all stretches", Paper: "MaxWait", File: "max wait, s", Tip: "the longest wait",
			Value: func(c *Standing) report.Float { return c.MaxWait }, Write: times},
		column{Key: "turnaround", Head: "Turnaround", Unit: "mean", Paper: "turnaround", File: "avg turnaround, s",
			Tip: "from submission to end", Value: func(c *Standing) report.Float { return c.AvgTurnaround }, Write: times},
		report.Figure("max turnaround, s", func(c *Standing) report.Float { return c.MaxTurnaround }),
		report.Figure("avg slowdown", func(c *Standing) report.Float { return c.AvgSlowdown }),
		report.Figure("max slowdown", func(c *Standing) report.Float { return c.MaxSlowdown }),
		column{Key: "slowdown", Head: "Slowdown", Unit: "bounded, mean", File: "avg bounded slowdown",
			Tip:   "turnaround over what the job takes at the mean speed, at least tau",
			Value: func(c *Standing) report.Float { return c.AvgBsld }, Write: numbers},
		column{Key: "use", Head: "Busy", Unit: "of all cores", Paper: "busy", File: "utilization",
			Tip:   "busy core seconds over cores times makespan",
			Value: func(c *Standing) report.Float { return c.AvgUtilization }, Write: report.Shares,
			Fixed: func(x report.Float) string { return numeral.Percent(x, 1) }},
		column{Key: "over", Head: "Over bandwidth", Unit: "processor hours", Tip: "time in which processors’ busy cores asked for more " +
			"memory bandwidth than there is, in the mean stretch",
			Value: func(c *Standing) report.Float { return c.OverBandwidth / 3600 }, Write: numbers},
		report.Figure("over bandwidth, processor s", func(c *Standing) report.Float { return c.OverBandwidth }),
		report.Word("decisions", func(c *Standing) string { return strconv.Itoa(c.Decisions) }))
	return &report.Table[*Standing]{Columns: columns, Baseline: func(c *Standing) bool { return c.Name == r.Against }}
}

// alike is how many other choices did the same as one on every stretch.
func (r *Report) alike(c *Standing) (n int) {
	for i := range r.Choices {
		if r.Choices[i].Alike == c.Name {
			n++
		}
	}
	return n
}

// Table is the table of distinct choices in words, the least energy first, with its head.
func (r *Report) Table() [][]string {
	list := r.Apart()
	sorted.Stable(list, func(a, b *Standing) int { return report.Ascending(a.Energy, b.Energy) })
	return r.Columns().Sheet(list, "choice", "front", "energy", "energy-corrected", "time", "time-corrected", "kwh",
		"turnaround", "wait", "maxwait", "use", "alike")
}

// CSV writes a line a choice.
func (r *Report) CSV() string { return r.Columns().CSV(report.Rows(r.Choices)) }
