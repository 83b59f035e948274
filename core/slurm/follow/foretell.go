package follow

import (
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// fiftieth is how many parts of the time from the instant what recurs is apart.
const fiftieth = 50

// Foretell runs a scene from an instant on, s: a pass of all jobs, in which those that run begin first, and then by the clock.
// Passes that only time asks for, backfill and periods are a fiftieth of what has passed apart: nobody asks to the minute of
// next week. The main pass that an end or a job brings about is made as ever.
// It ends so many seconds later, or once the jobs at the places that are awaited have started, and says when each did, in s from
// the instant, or below 0 of one that did not.
func Foretell(c *site.Scene, at, span int64, awaited []int) []float64 {
	l := &Load{machine: c.Machine, settings: c.Settings, goesOn: true, Jobs: c.Jobs, Tasks: c.Tasks, recorded: at * milliSecond,
		passes: []model.Instant{{At: at * milliSecond, Kind: model.FullPass}}}
	l.load(c.Tree, c.QOS)
	l.Daemon.Sparser = fiftieth
	left := awaited
	l.Daemon.Until = func(now int64) bool {
		for len(left) > 0 && l.Daemon.Starts[left[0]] != model.Unstarted {
			left = left[1:]
		}
		return len(left) == 0 || now > (at+span)*milliSecond
	}
	l.Run(true)
	starts := make([]float64, len(awaited))
	for i, k := range awaited {
		starts[i] = -1
		if t := l.Daemon.Starts[k]; t != model.Unstarted {
			starts[i] = float64(max(0, t-at*milliSecond)) / milliSecond
		}
	}
	return starts
}
