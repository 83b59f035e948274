package gridengine

import (
	"bytes"
	"strconv"

	"shadowtime/core/job/account"
)

// told is what a record says of one life of a job: a run of it, or a try to start it. Times are in the record's unit.
type told struct {
	id, task, failed, exit    int64
	submit, start, end, slots int64
	category                  []byte
	unused                    bool // the host told of no second in which it ran
}

// What sge_status(5) calls failures, of jobs that ran.
const (
	beforeStop  = 12 // what comes behind the job went wrong; so all to
	noExit      = 19 // its host, or what watched it there, died
	migrating   = 24
	rescheduled = 25 // put back into the queue
	said100     = 30 // its exit status was 100: it stays in the queue
	overLimit   = 37
	afterJob    = 100
)

// life is one of a job that may have another: when it was submitted and when it ended, 0 where that is not told.
type life struct{ submit, end int64 }

const mostLives = 1 << 20 // that are held

// became takes what a record says of its job's end. Of a job that was rescheduled, or whose host died, no time may be
// told, though it ran.
func became(r *account.Record, failed, exit int64) {
	switch failed {
	case migrating, rescheduled, said100, overLimit, afterJob:
		r.Ran = true
	default:
		r.Ran = beforeStop <= failed && failed <= noExit
	}
	switch {
	case failed == migrating || failed == rescheduled:
		r.State = account.Requeued
	case failed == 0 && exit == 0:
		r.State = account.Completed
	default:
		r.State = account.Failed
	}
}

// keep takes a record whose names are read.
func (p *Parser) keep(r *account.Record, t told) {
	unit := int64(0)
	for _, x := range [...]struct {
		to   *account.Stamp
		name string
		n    int64
	}{{&r.Submit, "submission_time", t.submit}, {&r.Start, "start_time", t.start}, {&r.End, "end_time", t.end}} {
		var ok bool
		if *x.to, ok = instant(x.n, &unit); !ok {
			p.Bad(r.Line, x.name, strconv.AppendInt(nil, x.n, 10), "no time, or in another unit than the record's others")
			return
		}
	}
	if !r.OneClock() {
		p.Bad(r.Line, "", r.ID, account.Apart)
		return
	}
	r.Alloc, r.Asked, r.Key, r.Limit = t.slots, t.slots, t.id, limit(t.category)
	if t.task > 0 {
		r.Key = account.KeyOf(t.id, t.task)
	}
	became(r, t.failed, t.exit)
	if t.unused && r.State == account.Completed && r.End.Sec > r.Start.Sec+1 {
		r.State = account.Other
		p.idle++
	}
	p.follow(r, t.failed)
	if r.Start.Kind == account.None { // what never began ended all the same
		r.End = r.Submit
	} else if inReservation(t.category) {
		p.reserved++
	}
	p.Add(r)
}

// follow has a job that ran before wait from the end of that life, and remembers one that may run again. After an exit
// status of 100, or when its host died, a job keeps its submission time.
func (p *Parser) follow(r *account.Record, failed int64) {
	if last, is := p.lives[r.Key]; is && r.Start.Kind != account.None {
		switch {
		case r.Submit.Sec < last.end && last.end <= r.Start.Sec:
			r.Submit.Sec = last.end
			p.again++
		case last.end == 0 && last.submit == r.Submit.Sec:
			p.behind++
		}
	}
	switch failed {
	case noExit, migrating, rescheduled, said100:
		if len(p.lives) < mostLives {
			if p.lives == nil {
				p.lives = map[int64]life{}
			}
			p.lives[r.Key] = life{r.Submit.Sec, r.End.Sec}
		}
	}
}

// inReservation says whether a category asks for an advance reservation, as -ar 7 does.
func inReservation(category []byte) bool {
	return bytes.HasPrefix(category, []byte("-ar ")) || bytes.Contains(category, []byte(" -ar "))
}

// say notes what no record tells, and what some don't.
func (p *Parser) say() {
	if p.Jobs() > 0 {
		p.Warn("Grid Engine records neither what kept a job from starting (qsub -h, -hold_jid, -a, -ar) nor how long it was suspended: " +
			"the one counts as waiting, the other as run time")
	}
	for _, x := range [...]struct {
		n    int
		text string
	}{
		{p.reserved, "ran in an advance reservation (-ar): waiting for its beginning counts as waiting"},
		{p.again, "ran again after an exit status of 100: waiting is counted from the end of the run before"},
		{p.behind, "ran before on a host that died, and no time of that run is told: it counts as waiting"},
		{p.idle, "had a start and an end but no usage (qdel -f does this): status -1"},
	} {
		if x.n > 0 {
			p.Warn(account.Count(x.n, "job", "jobs") + " " + x.text)
		}
	}
}
