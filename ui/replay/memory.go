package replay

import (
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/replay"
	"shadowtime/ui/lab"
)

// jobs are about so many as a replay on a trace has.
func (v *View) jobs(o *lab.Opened) int {
	n := o.Trace.Overview.Jobs
	if v.at.resample > 0 {
		n = int(float64(n) * float64(v.Plan.Weeks) / float64(max(1, v.Plan.WholeWeeks(o.Trace.Overview))))
	}
	return n
}

// weight says what a replay on the trace in sight takes, where that is much.
func (v *View) weight() string {
	if v.Lab.Trace == nil {
		return ""
	}
	n := v.jobs(v.Lab.Current())
	if n <= v.unasked {
		return ""
	}
	return weightOf(n)
}

func weightOf(jobs int) string {
	return "a replay of " + numeral.Count(jobs) + " jobs takes about " + strconv.FormatFloat(float64(jobs)*replay.JobBytes/1e9, 'f', 1,
		64) + numeral.Thin + "GB of this tab's memory"
}

// agreed says whether so much may be replayed: what takes much memory is asked for
// twice.
func (v *View) agreed(o *lab.Opened) bool {
	n := v.jobs(o)
	if n <= v.unasked || v.agrees[o.Summary.Digest] {
		return true
	}
	v.agrees[o.Summary.Digest] = true
	v.Lab.Message = numeral.Capital(weightOf(n)) + ", beside the log's: a tab with less ends without a word. Press Replay once more to " +
		"try, replay resamples of fewer weeks, or take the command: shadowtime replay, diff, explain."
	return false
}
