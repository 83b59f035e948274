package slurm

import (
	"sort"
	"strconv"

	"shadowtime/core/base/random"
	"shadowtime/core/job/account"
	"shadowtime/core/job/sacct"
	"shadowtime/core/slurm/site"
)

// drawing draws what may come of a moment, from what the log knew by then.
type drawing struct {
	*prophet
	*moment
	scene *site.Scene
	upto  int
}

// spent is which share of its limit a job used, and when it ended.
type spent struct {
	end   int64
	share float64
}

const (
	lastShares = 200        // of jobs alike that are drawn from
	lastWeeks  = 8          // that are drawn from of who else comes
	stream     = 0x7768656e // of its own: weeks
)

// alike names jobs that use like shares of their limits: of one user and limit, of one user, of anybody; and how many there
// have to be to be drawn from.
func alike(j *sacct.Job) [3]string {
	return [3]string{j.User + "\x00" + strconv.FormatInt(j.Limit, 10), j.User + "\x00", ""}
}

var leastAlike = [3]int{5, 10, 1}

func (p *prophet) drawing(m *moment) *drawing {
	d := &drawing{prophet: p, moment: m, upto: p.upto(m.at)}
	d.scene = p.scene.Again(nil, m.at)
	d.scene.Spend(func(yield func(*sacct.Job) bool) {
		for _, i := range p.ended {
			if j := &p.jobs[i]; j.End > m.at || !yield(j) {
				break
			}
		}
		for _, j := range m.jobs {
			if begun(&j, m.at) {
				j.End = m.at
				if !yield(&j) {
					return
				}
			}
		}
	}, m.at)
	return d
}

// known are the shares that jobs alike had used by the instant, those that ended last at the end.
func (d *drawing) known(key string) []spent {
	list := d.shares[key]
	return list[:sort.Search(len(list), func(i int) bool { return list[i].end > d.at })]
}

// now are those that are there in draw k: who runs goes on at the instant, who waits runs as drawn.
func (d *drawing) now(k uint64) (list []sacct.Job) {
	r := d.runs(k)
	for n, j := range d.moment.jobs {
		if run := int64(0); begun(&j, d.at) {
			ran := d.at - j.Start
			run = r.run(&j, ran+1) - ran
			if j.Limit > 0 {
				j.Limit = max(sixty, j.Limit-ran)
			}
			j.Submit, j.Eligible, j.Start, j.After = d.at, d.at, d.at, nil
			j.End = d.at + run
		} else {
			j.Start = d.at + far*int64(n+1) // none of the model's matter: it says which of two is first
			j.End = j.Start + r.run(&j, 0)
		}
		j.State, j.Never = account.Completed, false
		list = append(list, j)
	}
	return list
}

// comers are jobs that come after the instant in draw k: those of weeks before, from the same time of the week on, or of days
// where there is no week.
func (d *drawing) comers(k uint64, span int64) (list []sacct.Job) {
	if d.upto == 0 {
		return nil
	}
	unit := int64(7 * daySeconds)
	known := d.at - d.prophet.jobs[0].Submit
	if known < unit {
		unit = daySeconds
	}
	n := min(int(known/unit), lastWeeks)
	if n == 0 {
		return nil
	}
	r := d.runs(k + draws)
	past := d.prophet.jobs[:d.upto]
	for w := int64(0); w*unit < span; w++ {
		back := int64(1+random.Below(random.Hash(uint64(d.at), k, uint64(w), stream), n)) * unit
		from, shift := d.at-back, back+w*unit
		to, apart := from+min(unit, span-w*unit), (w+1)<<50
		for i := sort.Search(len(past), func(i int) bool { return past[i].Submit > from }); i < len(past) && past[i].Submit <= to; i++ {
			j := past[i]
			run := int64(0)
			switch {
			case over(&j, d.at):
				run = j.End - j.Start
			case begun(&j, d.at):
				run = r.run(&j, d.at+1-j.Start)
			default:
				run = r.run(&j, 0)
			}
			j.ID |= apart
			if j.Array > 0 {
				j.Array |= apart
			}
			j.Submit, j.Eligible, j.After, j.State, j.Never = j.Submit+shift, j.Submit+shift, nil, account.Completed, false
			j.Start = d.at + far*1e6
			j.End = j.Start + max(1, run)
			list = append(list, j)
		}
	}
	return list
}

// runs draws how long jobs run.
type runs struct {
	*drawing
	k     uint64
	place map[string]int // of each list, where the next share is
}

func (d *drawing) runs(k uint64) *runs { return &runs{d, k, map[string]int{}} }

// run is how long a job runs, at least so long: by the share of its limit that a job like it used. Jobs alike use the shares of
// jobs that ended one after the other, as they are sent in rows that are alike.
func (r *runs) run(j *sacct.Job, least int64) int64 {
	limit := j.Limit
	if limit <= 0 {
		limit = daySeconds
	}
	for i, key := range alike(j) {
		list := r.known(key)
		if len(list) < leastAlike[i] {
			continue
		}
		list = list[max(0, len(list)-lastShares):]
		from, ok := r.place[key]
		if !ok {
			word := uint64(len(key))
			for _, c := range []byte(key) {
				word = random.Hash(word, uint64(c), r.k, uint64(r.at))
			}
			from = random.Below(word, len(list))
		}
		for n := range list {
			at := (from + n) % len(list)
			if run := int64(list[at].share * float64(limit)); run >= least {
				r.place[key] = at + 1
				return max(1, run)
			}
		}
	}
	return max(limit, least)
}
