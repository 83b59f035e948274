package report

import (
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Scheduler names the scheduler that was simulated, for subtitles; backfill is its
// own backfilling order, "": the same as the front's.
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

// Looked says in a subtitle what was looked at: the log's own weeks, with a range where the
// claim has one, and n resamples of so many weeks beside.
func Looked(c *Claim, n, weeks int) string {
	s := ""
	if c != nil && c.Weeks > 0 {
		s = "; " + numeral.Weeks(c.Weeks) + " of the log"
		if c.Low.Known() {
			s += ", bars: plausible range (95" + numeral.PerCent + ")"
		}
	}
	if n > 0 {
		s += "; beside: " + numeral.Resamples(n) + " of " + numeral.Weeks(weeks)
	}
	return s
}

// RangeNote says what the ranges are that stand beside changes, of which n resamples are
// behind: the simulation error carries no claim.
func RangeNote(n int) string {
	s := ", in the log's own weeks, with its plausible range (95" + numeral.PerCent + " for all together, the answer's for the " +
		"one named, if its weeks go on as these did)"
	if n > 1 {
		s += ". Beside it stands the raw change in resamples, with its simulation error"
	}
	return s + ". Corrected is what is left of the raw change, were that choice picked as the best of all."
}

// NoteOf is RangeNote where changes have a range, else what is left of it.
func NoteOf(ranged bool, n int) string {
	switch {
	case ranged:
		return RangeNote(n)
	case n > 1:
		return ", of the log itself. Beside it stands the change in resamples."
	}
	return ", of the log itself."
}
