package decide

import (
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/report"
)

// What stands out of a log, whatever is asked of it. Each has a bound beyond which it is said; they were measured on seven
// public logs and on made-up ones in which nothing is the matter (TestNothingStandsOutOfALogOfChance).
const (
	// notTheOrders is the share of the recorded waiting in vain: of half of it no order can win anything.
	notTheOrders = 0.5
	// oneUser is the share of the others' waiting that is gone without one user, oneUserShortly the same of a log of fewer weeks
	// than manyWeeks, in which one job can come at a bad time: by chance it was up to 0.65 in three weeks and never a half in
	// ten, and 0.95 where a user floods the queue. asMuch is how much may stay of what stays without
	// as much work of everybody's: waiting grows faster than load, so that anybody of a tenth of the work
	// takes a third of the waiting along.
	oneUser, oneUserShortly, manyWeeks, asMuch = 2. / 3, 0.9, 8, 0.5
	// onePlace is the share of the recorded waiting that one partition or queue has, timesItsJobs how many times its share of
	// the jobs that must be: a place with nine tenths of the jobs has nine tenths of the waiting.
	onePlace, timesItsJobs = 0.75, 2
	// tooLongRequests is how many times the processor-hours that jobs use they ask for: reservations are made of these.
	tooLongRequests = 10
	// emptyNights is the use of processors by night over that by day.
	emptyNights = 0.6
	// mostNotable are said: more would be a list that nobody reads.
	mostNotable = 3
	// leastNotable is the mean wait, in seconds, from which a cause of waiting is spoken of.
	leastNotable = 300
)

// Keys of what stands out.
const (
	IsNotOrder  = "not the order"
	IsUser      = "user"
	IsPartition = "partition"
	IsQueue     = "queue"
	IsRequests  = "requests"
	IsNights    = "nights"
)

// Notable is a thing that stands out of a log, with its number and what it is held against.
type Notable struct {
	Key    string       `json:"name"`
	ID     int64        `json:"id"` // of the user, partition or queue; -1 of the others
	Figure report.Float `json:"figure"`
	Beside report.Float `json:"beside"`
	Words  string       `json:"says"`
}

// Wire sends or takes what was measured.
func (n *Notable) Wire(b wire.Both) {
	figure, beside := float64(n.Figure), float64(n.Beside)
	b.All(&n.Key, &n.ID, &figure, &beside)
	n.Figure, n.Beside = report.Float(figure), report.Float(beside)
}

// notable finds what stands out of the log, but for what the account of its waits tells. The engine has the plan's trace
// before and after.
func (r *Runner) notable(log *job.Trace) (list []Notable, err error) {
	add := func(n Notable, is bool) {
		if is {
			list = append(list, n)
		}
	}
	if r.now.AvgWait() >= leastNotable {
		n, is, err := r.causing()
		if err != nil {
			return nil, err
		}
		add(n, is)
	}
	for _, x := range []struct {
		key string
		of  []int32
	}{{IsPartition, log.Partition}, {IsQueue, log.Queue}} {
		if n, is := crowded(log, x.of); is && len(list) < mostNotable {
			n.Key = x.key
			add(n, true)
			break
		}
	}
	add(overasked(log))
	add(nightly(log))
	return list, nil
}

// causing looks for a user without whom the others would hardly wait: the one with most work, and the one with most jobs.
func (r *Runner) causing() (worst Notable, is bool, err error) {
	jobs, most := make([]int, len(r.log.Users)), -1
	for _, u := range r.log.User {
		jobs[u]++
	}
	for u, id := range r.log.Users {
		if id >= 0 && (most < 0 || jobs[u] > jobs[most]) {
			most = u
		}
	}
	if r.heavy.ID < 0 || most < 0 {
		return worst, false, nil
	}
	ids := slices.Compact([]int64{r.heavy.ID, r.log.Users[most]})
	for _, id := range ids {
		u, found := slices.BinarySearch(r.counted.Users, id)
		if !found {
			continue
		}
		with, n := r.now.SumWait-r.waits[u], int64(0)
		for _, x := range r.counted.User {
			if int(x) != u {
				n++
			}
		}
		p := r.plan
		p.Without = strconv.FormatInt(id, 10)
		if n == 0 || with == 0 || p.Without == r.plan.Without {
			continue
		}
		if err = r.load(&p); err == errNobody {
			continue
		} else if err != nil {
			return worst, false, err
		}
		then, err := r.under(&p, p.now(), nil)
		if err != nil {
			return worst, false, err
		}
		stays := then[0].AvgWait() / (float64(with) / float64(n))
		least := oneUser
		if r.weeks < manyWeeks {
			least = oneUserShortly
		}
		if stays > 1-least || report.Float(1-stays) <= worst.Figure {
			continue
		}
		anybody, err := r.thinned(id)
		if err != nil {
			return worst, false, err
		}
		if stays <= asMuch*anybody {
			worst, is = Notable{Key: IsUser, ID: id, Figure: report.Float(1 - stays), Beside: report.Float(1 - anybody)}, true
		}
	}
	return worst, is, r.load(&r.plan)
}

// thinned is how much of the mean wait stays if as much work as a user's is left out, of everybody's jobs.
func (r *Runner) thinned(id int64) (stays float64, err error) {
	work, all := 0.0, 0.0
	for j, u := range r.log.User {
		area := float64(r.log.Size[j]) * float64(r.log.Run[j])
		if all += area; r.log.Users[u] == id {
			work += area
		}
	}
	r.thin = work / all
	err = r.load(&r.plan)
	r.thin = 0
	if err == errNobody {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	then, err := r.under(&r.plan, r.plan.now(), nil)
	if err != nil {
		return 0, err
	}
	return then[0].AvgWait() / r.now.AvgWait(), nil
}

// crowded looks for a place that has most of the recorded waiting and few of the jobs.
func crowded(log *job.Trace, of []int32) (n Notable, is bool) {
	if of == nil || log.Wait == nil {
		return n, false
	}
	jobs, waits := map[int32]int{}, map[int32]int64{}
	all, known := int64(0), 0
	for i, w := range log.Wait {
		if w >= 0 {
			jobs[of[i]]++
			waits[of[i]] += w
			all += w
			known++
		}
	}
	if len(jobs) < 2 || known == 0 || all/int64(known) < leastNotable {
		return n, false
	}
	for place, w := range waits {
		share, part := float64(w)/float64(all), float64(jobs[place])/float64(known)
		if place >= 0 && share >= onePlace && share >= timesItsJobs*part && part >= leastShare { // no two have three quarters
			n, is = Notable{ID: int64(place), Figure: report.Float(share), Beside: report.Float(part)}, true
		}
	}
	return n, is
}

// overasked is how many times the processor-hours that jobs use they ask for, of those with a request.
func overasked(log *job.Trace) (n Notable, is bool) {
	asked, used, jobs := 0.0, 0.0, 0
	for i, run := range log.Run {
		if log.Asked(i) {
			asked += float64(log.Request[i]) * float64(log.Size[i])
			used += float64(run) * float64(log.Size[i])
			jobs++
		}
	}
	n = Notable{Key: IsRequests, ID: -1, Figure: report.Float(asked / used), Beside: report.Float(jobs)}
	return n, 2*jobs >= log.Len() && jobs >= 100 && n.Figure >= tooLongRequests
}

// nightly compares the recorded use of processors from 22 to 6 h with that from 9 to 18 h; not of logs of under two weeks,
// nor of those that tell no waits or not the hour of the day.
func nightly(log *job.Trace) (n Notable, is bool) {
	var used [24]float64
	if log.Len() == 0 || log.Wait == nil || log.Calendar.Unix == 0 || log.Submit[log.Len()-1]-log.Submit[0] < 2*job.Week {
		return n, false
	}
	for i, w := range log.Wait {
		if w >= 0 {
			spread(&used, log, i, log.Submit[i]+w)
		}
	}
	hours := func(of ...[2]int) (mean float64) {
		count := 0
		for _, x := range of {
			for h := x[0]; h < x[1]; h++ {
				mean += used[h]
				count++
			}
		}
		return mean / float64(count) / (float64(log.Procs) * 3600 * float64(log.Submit[log.Len()-1]-log.Submit[0]) / job.Day)
	}
	night, day := hours([2]int{22, 24}, [2]int{0, 6}), hours([2]int{9, 18})
	n = Notable{Key: IsNights, ID: -1, Figure: report.Float(night), Beside: report.Float(day)}
	return n, night < emptyNights*day
}

// spread adds the processor-seconds of a job that starts at an instant to the hours of the day, as its people count them.
func spread(used *[24]float64, log *job.Trace, i int, start int64) {
	left, at := log.Run[i], start+log.Calendar.Ahead(start)-log.Calendar.Monday
	if days := left / job.Day; days > 0 {
		for h := range used {
			used[h] += float64(days*3600) * float64(log.Size[i])
		}
		left -= days * job.Day
	}
	for left > 0 {
		second := ((at % job.Day) + job.Day) % job.Day
		step := min(left, 3600-second%3600)
		used[second/3600] += float64(step) * float64(log.Size[i])
		left, at = left-step, at+step
	}
}

// standsOut are the things that stand out, at most a few: first what no order can win.
func (r *Report) standsOut(list []Notable) []Notable {
	all := []Notable{}
	if e := r.Explained; e != nil && e.InVain >= notTheOrders && r.Likeness.Logged >= leastNotable {
		all = append(all, Notable{Key: IsNotOrder, ID: -1, Figure: e.InVain, Beside: r.Likeness.Logged})
	}
	all = append(all, list...)
	all = all[:min(mostNotable, len(all))]
	for i := range all {
		all[i].Words = all[i].words()
	}
	return all
}

// words say it with its number.
func (n *Notable) words() string {
	id, share := strconv.FormatInt(n.ID, 10), numeral.Share(n.Figure)
	switch n.Key {
	case IsNotOrder:
		return share + " of the recorded waiting is not the order’s: there was room for the job, and starting it would have delayed nobody."
	case IsUser:
		return "User " + id + " causes most of the waiting: without these jobs the others’ replayed mean wait falls by " + share +
			", without as much work of everybody’s by " + numeral.Share(n.Beside) + "."
	case IsPartition, IsQueue:
		return numeral.Capital(n.Key) + " " + id + " is full: it has " + share + " of the recorded waiting and " + numeral.Share(n.Beside) +
			" of the jobs."
	case IsRequests:
		return "Requests are too long: jobs ask for " + numeral.NumberTo(float64(n.Figure), 2) + " times the processor-hours that they use."
	case IsNights:
		return "Nights are empty: " + share + " of the processors work from 22 to 6 h, " + numeral.Share(n.Beside) + " from 9 to 18 h."
	}
	return ""
}
