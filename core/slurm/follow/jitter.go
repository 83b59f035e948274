package follow

import (
	"slices"

	"shadowtime/core/base/random"
)

// What is drawn of one jitter.
const (
	ofBegin = iota
	ofSubmit
	ofRun
)

// jitters is the stream of these draws.
const jitters = 60

// Jittered is the same with the parts of a second drawn that the log lacks: of when jobs came, of how long they ran and of the
// daemon's own clock. Jobs of one second stay together, so that none passes another. 0 draws nothing.
func (x *Site) Jittered(k uint64) *Site {
	c := *x.Scene
	c.Jobs, c.Tasks = slices.Clone(c.Jobs), slices.Clone(c.Tasks)
	shift := func(what uint64, of int64) int64 {
		if k == 0 {
			return 0
		}
		return int64(random.Below(random.Hash(k, what, uint64(of), jitters), milliSecond))
	}
	for i := range c.Tasks {
		t := &c.Tasks[i]
		if t.Runs > 0 { // begun and ended in the midst of seconds
			of := int64(i)
			t.Runs = max(1, t.Runs+shift(ofRun, 2*of)-shift(ofRun, 2*of+1))
		}
		t.Eligible += shift(ofSubmit, t.Eligible)
	}
	y := FreeSite(&c)
	for k := range y.Submits {
		y.Submits[k] += shift(ofSubmit, y.Submits[k])
	}
	y.Begun -= shift(ofBegin, 0)
	return y
}
