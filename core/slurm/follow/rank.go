package follow

import (
	"cmp"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/slurm/model"
)

// lag is how long after a bf_interval before the first backfill pass priorities begin, ms: as seen.
const lag = 250

// ranks are the priorities of a run.
type ranks struct {
	*model.Priorities
	at     []int64  // ms from time 0 from when on those of each period stand
	values [][]rank // of each job, in their order
}

// rank is a job's priority from a period on, or -1: from its submission.
type rank struct {
	period int
	value  int64
}

// turn is when priorities or usage change.
type turn struct {
	at   int64
	kind int // in the order of one moment
	job  int
}

const (
	ends = iota
	submits
	period
)

// begun is when the daemon began, ms from time 0: a bf_interval before the first backfill pass.
func (r *Run) begun() (at int64, ok bool) {
	i := slices.IndexFunc(r.passes, func(p instant) bool { return p.kind == "backfill" })
	if i < 0 {
		return 0, false
	}
	return r.passes[i].at - r.Config.Settings.Interval*milliSecond + lag, true
}

// rank computes all priorities of the run. The first period was one PriorityCalcPeriod after the daemon
// began.
func (f *following) rank() {
	s := &f.Config.Settings
	begun, ok := f.begun()
	if !s.Multifactor || !ok {
		return
	}
	f.ranks = &ranks{Priorities: model.NewPriorities(&f.machine, *s, f.tree(), f.Epoch+second(begun)), values: make([][]rank, len(f.jobs))}
	for _, q := range f.qos {
		f.ranks.QOS = max(f.ranks.QOS, q.priority)
	}
	var turns []turn
	for k := range f.jobs {
		turns = append(turns, turn{f.jobs[k].submit, submits, k})
		if s.Enforce {
			turns = append(turns, turn{f.jobs[k].end, ends, k})
		}
	}
	last := f.passes[len(f.passes)-1].at
	for at := begun + s.CalcPeriod*milliSecond; at <= last; at += s.CalcPeriod * milliSecond {
		if at < 0 { // nobody had an association yet
			continue
		}
		turns = append(turns, turn{at, period, 0})
	}
	sorted.Stable(turns, func(a, b turn) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.kind, b.kind)) })
	for _, t := range turns {
		now := f.Epoch + second(t.at)
		switch t.kind {
		case ends:
			f.used(t.job, now)
		case submits:
			value := f.ranks.Of(&f.state[t.job], now)
			if before := f.jobs[t.job].before; before >= 0 { // one that is requeued keeps its own until the next period
				value = f.computed(before, t.at)
			}
			f.ranks.values[t.job] = append(f.ranks.values[t.job], rank{-1, value})
		case period:
			f.period(t.at)
		}
	}
	f.early()
}

// period computes the priorities of all that wait at a moment.
func (f *following) period(at int64) {
	r, now := f.ranks, f.Epoch+second(at)
	waits := func(k int) bool {
		r := &f.jobs[k]
		return r.submit <= at && r.start > at
	}
	r.Fade(now)
	for k := range f.jobs {
		switch {
		case waits(k):
			r.See(&f.state[k])
		case f.jobs[k].start <= at && f.jobs[k].end > at:
			f.used(k, now)
		}
	}
	r.Rank(now)
	for k := range f.jobs {
		if waits(k) {
			r.values[k] = append(r.values[k], rank{len(r.at), r.Of(&f.state[k], now)})
		}
	}
	r.at = append(r.at, at)
}

// early moves periods to where the log shows a priority that changed, if that is sooner.
func (f *following) early() {
	r, seen := f.ranks, map[int64]bool{}
	for _, l := range f.logged {
		if !seen[l.job] {
			seen[l.job] = true
			continue
		}
		for i := range r.at {
			if r.at[i] > l.at && r.at[i]-l.at < milliSecond {
				r.at[i] = l.at
			}
		}
	}
}

// used adds what job k used up to a moment.
func (f *following) used(k int, now int64) {
	j := f.state[k]
	j.Start = f.Epoch + second(f.jobs[k].start)
	f.ranks.Use(&j, now)
}

// tree are the associations that sacctmgr was told, and the user root's, and says each job's.
func (f *following) tree() []model.Association {
	tree := []model.Association{{Parent: -1}, {Parent: 0, User: true, Shares: 1}}
	at := map[string]int32{"root": 0}
	of := map[string]int32{"root/root": 1}
	for _, a := range f.accounts {
		at[a.name] = int32(len(tree))
		tree = append(tree, model.Association{Parent: 0, Shares: a.shares})
	}
	for _, u := range f.users {
		parent, ok := at[u.account]
		if !ok {
			continue
		}
		of[u.account+"/"+u.name] = int32(len(tree))
		tree = append(tree, model.Association{Parent: parent, User: true, Shares: u.shares})
	}
	for k := range f.jobs {
		if a, ok := of[f.jobs[k].account+"/"+f.jobs[k].user]; ok {
			f.state[k].Association = a
		}
	}
	return tree
}

// priority is that of job k at a moment, ms: as the log had it last, where that counts.
func (f *following) priority(k int, at int64) (value int64) {
	if f.forced {
		id := f.jobs[k].id
		for _, l := range f.logged {
			if l.job == id && l.at <= at {
				value = l.priority
			}
		}
		return value
	}
	if f.ranks == nil {
		return 0
	}
	return f.computed(k, at)
}

// computed is a job's priority at a moment, as the periods before it left it.
func (f *following) computed(k int, at int64) (value int64) {
	for _, r := range f.ranks.values[k] {
		if r.period < 0 || f.ranks.at[r.period] <= at {
			value = r.value
		}
	}
	return value
}

// priorities sets those of the log beside those that are computed.
func (f *following) priorities() {
	of := map[int64][]int{} // attempts
	for k := range f.jobs {
		of[f.jobs[k].id] = append(of[f.jobs[k].id], k)
	}
	for _, l := range f.logged {
		list := of[l.job]
		if len(list) == 0 || f.ranks == nil {
			continue
		}
		k := list[0]
		for _, next := range list[1:] {
			if f.jobs[next].submit <= l.at {
				k = next
			}
		}
		f.answer.Priorities++
		here := f.priority(k, l.at)
		if here-l.priority <= Near && l.priority-here <= Near {
			f.answer.PrioritiesEqual++
		} else {
			f.missAt(l.at, "priority of "+text(l.job), text(l.priority), text(here))
		}
	}
}
