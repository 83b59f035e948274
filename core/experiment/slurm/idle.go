package slurm

import (
	"cmp"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// calm is what jobs did of which no change was seen: bounds that were never reached bound nothing.
type calm struct {
	asSet, changed *model.Settings
	longest        float64 // wait, s
	asks           int64   // the longest limit, s; 0: a job has none
	deepest        int     // jobs that waited at once
	partitions     int     // that jobs were in
	qos            int
}

// calmOf looks at two replays in which each job starts at the same time.
func calmOf(asSet, changed *follow.Site) *calm {
	c := &calm{asSet: &asSet.Scene.Settings, changed: &changed.Scene.Settings}
	partitions, qos, endless := map[string]bool{}, map[string]bool{}, false
	type turn struct {
		at float64 // s
		by int
	}
	var turns []turn
	for _, w := range asSet.Waits() {
		c.longest = max(c.longest, w.Seconds)
		c.asks, endless = max(c.asks, w.Record.Limit), endless || w.Record.Limit < 0
		partitions[w.Record.FirstPartition()], qos[w.Record.QOS] = true, true
		come := float64(w.Come) / 1000
		turns = append(turns, turn{come, 1}, turn{come + w.Seconds, -1})
	}
	sorted.Stable(turns, func(a, b turn) int { return cmp.Or(cmp.Compare(a.at, b.at), b.by-a.by) })
	deep := 0
	for _, t := range turns {
		deep += t.by
		c.deepest = max(c.deepest, deep)
	}
	if endless {
		c.asks = 0
	}
	c.partitions, c.qos = len(partitions), len(qos)
	return c
}

// why says what keeps each of the changes from acting, as far as that is known.
func (c *calm) why(changes []site.Difference) (words string) {
	var said []string
	for i := range changes {
		if s := c.keeps(changes[i].Name); s != "" && !slices.Contains(said, s) {
			said = append(said, s)
			words += " " + s
		}
	}
	return words
}

// usages are parameters that say how usage fades; queued are bounds on how many waiting jobs a pass looks at.
var (
	usages = []string{"PriorityDecayHalfLife", "PriorityUsageResetPeriod", "FairShareDampeningFactor"}
	queued = map[string]func(s *model.Settings) int64{
		"bf_max_job_test":     func(s *model.Settings) int64 { return s.MaxJobTest },
		"default_queue_depth": func(s *model.Settings) int64 { return s.QueueDepth },
	}
)

// keeps is what keeps a change of a parameter from acting; "": nothing that is known.
func (c *calm) keeps(name string) string {
	x := c.changed
	switch {
	case c.longest == 0:
		return "No job waits."
	case strings.HasPrefix(name, "bf_") && !x.Backfill:
		return "There is no backfilling without SchedulerType=sched/backfill."
	case strings.HasPrefix(name, "Priority") && name != "PriorityType" && !x.Multifactor:
		return "Weights count with PriorityType=priority/multifactor alone."
	case name == "PriorityMaxAge" && x.WeightAge == 0:
		return "PriorityWeightAge is 0, so age counts for nothing."
	case name == "PriorityMaxAge" && c.longest <= float64(min(x.MaxAge, c.asSet.MaxAge)):
		return "No job waits longer than " + numeral.Duration(float64(min(x.MaxAge, c.asSet.MaxAge))) +
			", the shorter PriorityMaxAge of both: whoever came first is ahead by age under either."
	case slices.Contains(usages, name) && x.WeightShare == 0:
		return "PriorityWeightFairshare is 0, so usage counts for nothing."
	case name == "PriorityWeightPartition" && c.partitions < 2:
		return "All jobs are in one partition, so its priority tells none apart."
	case name == "PriorityWeightQOS" && c.qos < 2:
		return "All jobs have one QOS, so its priority tells none apart."
	case name == "bf_window" && c.asks > 0 && c.asks <= min(x.Window, c.asSet.Window):
		return "No job asks for more than " + numeral.Duration(float64(c.asks)) + ", which the shorter bf_window of both holds."
	}
	if of, ok := queued[name]; ok && int64(c.deepest) <= min(of(x), of(c.asSet)) {
		return "At most " + numeral.Count(c.deepest) + " of the jobs compared " + numeral.Plural(c.deepest, "waits", "wait") +
			" at a time, which the lower " + name + " of both allows."
	}
	return ""
}
