package little

import (
	"cmp"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/sim"
	"shadowtime/core/sim/why"
)

// verdict is what a pass finds of a job at its turn.
type verdict struct {
	why.Candidate
	pass   *why.Pass
	now    int64
	before []int // jobs that started in this pass before its turn
}

func (v *verdict) starts() bool { return v.Reason == why.Front || v.Reason == why.Backfilled }

// verdicts are those of a pass in the order in which they are made: of the jobs that
// start from the front, of the head, of those that are tried behind it. Conservative
// backfilling goes through the queue.
func (s *Schedule) verdicts(p *why.Pass, now int64) (list []verdict) {
	for _, c := range p.Queue {
		list = append(list, verdict{Candidate: c, pass: p, now: now})
	}
	turn := func(v verdict) int {
		switch {
		case s.Backfilling == sim.Conservative:
			return 0
		case v.Reason == why.Front:
			return -2
		case v.Job == p.Head:
			return -1
		case v.Turn < 0:
			return len(list)
		}
		return v.Turn
	}
	sorted.Stable(list, func(a, b verdict) int { return cmp.Compare(turn(a), turn(b)) })
	var before []int
	for i := range list {
		list[i].before = slices.Clone(before)
		if list[i].starts() {
			before = append(before, list[i].Job)
		}
	}
	return list
}

// left are the verdicts on those who were left waiting, as of a later hour at which
// nothing happens: counted anew with what is free then.
func (s *Schedule) left(p *why.Pass, free, now int64) (list []verdict) {
	extra := p.Extra
	for _, v := range s.verdicts(p, now) {
		if v.starts() {
			if s.tape.Starts[v.Job]+s.tape.Trace.Request[v.Job] > p.Shadow && v.Reason == why.Backfilled {
				extra -= s.size(v.Job)
			}
			continue
		}
		list = append(list, v)
	}
	for i := range list {
		v := &list[i]
		v.Free, v.before = free, nil
		if p.Shadow != why.Unknown {
			v.Extra = extra
		}
		switch {
		case v.Reason == why.Head || v.Reason == why.Behind || v.Reason == why.Barred && s.size(v.Job) <= free:
		case s.size(v.Job) > free:
			v.Reason = why.TooWide
		default:
			v.Reason = why.WouldDelay
		}
	}
	return list
}
