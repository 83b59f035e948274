package report

import (
	"strings"

	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Scheduler names the scheduler that was simulated, for subtitles; backfill is its
// own backfill order, "": the same as the front's.
func Scheduler(backfilling, backfill string, promises sim.Promises, limits study.Limits, threshold study.Seconds) string {
	s := map[string]string{"easy": "EASY", "conservative": "conservative backfilling", "none": "no backfilling"}[backfilling]
	if backfill != "" {
		s += ", backfilling by " + order.Short(backfill) + ","
	}
	if promises == sim.Kept {
		s += ", promises " + promises.String() + ","
	}
	if words := limits.LimitWords(); words != "" {
		s = strings.TrimSuffix(s, ",") + words + ","
	}
	if threshold < 0 {
		return s + " without threshold"
	}
	return s + " with a threshold of " + threshold.Words()
}

// After is words behind others that belong to them; "" where there are none.
func After(before, words string) string {
	if words == "" {
		return ""
	}
	return before + words
}

// IntervalsNote says which intervals stand beside changes: those of the log's
// weeks, in the words given, and the simulation error that more tasks make
// smaller. What is not known is not spoken of.
func IntervalsNote(bounded, byWeeks bool, weeks, more string) string {
	switch {
	case byWeeks:
		gap := " "
		if strings.HasPrefix(weeks, "\n") {
			gap = ""
		}
		return " with two 95 % intervals:" + gap + weeks + ", and the simulation error alone, which more " + more + " make smaller."
	case bounded:
		return " with a 95 % interval\nof the simulation error alone, which more " + more + " make smaller."
	}
	return "."
}
