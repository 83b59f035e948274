package decide

import (
	"strconv"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/metric"
)

// Row is the result of one task: what an order does with each threshold, and what the settings of cards do under some of
// the other assumptions; or what is run now under other rules. That of task 0 has
// what is run now alone, the jobs behind all sums, and what the log itself tells.
type Row struct {
	K        int
	Results  []Result // in the order of Plan.Thresholds
	Counts   metric.Counts
	Requests []int64 // likewise, by class of requested times, and of areas
	Areas    []int64
	Likeness metric.Likeness // Known is 0 where the log tells no waits
	Waits    held.Sum        // what they were due to, of the log as it was; zero likewise
	Without  []held.Sum      // the same without each of the plan's rules
	Above    int             // recorded starts beyond the machine, see believe.Above,
	Peak     int64           // and the most processors in use
	Idle     []int64         // the plan's rules that concern no job of the log, by place
	Heavy    User            // the heaviest; ID -1: there are fewer than two
	Notable  []Notable       // what stands out of the log
	Ways     []Pair          // none where no card keeps to the bound
	Users    Moved           // by a change of a rule; zero of others
	Offered  Offered         // by a limit that is halved; zero of others
}

// User is one of the log, with the share of the processor-seconds that are theirs.
type User struct {
	ID    int64   `json:"id"`
	Share float64 `json:"share"`
}

func (u *User) name() string { return strconv.FormatInt(u.ID, 10) }

// Pair is a replay with what is run now and one with another setting under an assumption, by
// its number, of the same trace; with users who wait, one a replicate.
type Pair struct {
	Way       int
	At        int // the setting's place, see Plan.candidate
	Now, Then Under
}

// Under is a replay. Sums by week are by the week of submit, the last entry being what came
// after all of them; where users decide when they submit, by the log's whole weeks, of all
// replicates together, with the first of them.
type Under struct {
	metric.Run
	Wait []int64 // seconds
	Bsld []int64 // bounded slowdowns in thousandths
}

// Result is a replay of the plan's own trace.
type Result struct {
	Under
	Late    int64    // jobs that waited longer than the threshold; none of it: 0
	Longest []int64  // the longest wait of those submitted in a week, seconds
	Size    []int64  // waits by size class, seconds;
	Request []int64  // by class of requested times,
	Area    []int64  // and of areas
	Pays    UserWait // the user who loses most; zero of what is run now
	Last    Last     // the job that waits longest
}

// missing says that another task replays it.
func (x *Result) missing() bool { return len(x.Wait) == 0 }

// Number is the task's.
func (r *Row) Number() int { return r.K }

// Wire sends or takes what a choice did.
func (u *Under) Wire(b wire.Both) { b.All(&u.Run, &u.Wait, &u.Bsld) }

// Wire sends or takes the row.
func (r *Row) Wire(b wire.Both) {
	b.Int(&r.K)
	wire.Listed(b, &r.Results, func(x *Result) {
		b.All(&x.Under, &x.Late, &x.Longest, &x.Size, &x.Request, &x.Area, &x.Pays, &x.Last)
		b.Check(len(x.Request) == 0 || len(x.Request) == job.RunClasses && len(x.Area) == len(areaEdges)-1)
	})
	b.All(&r.Counts, &r.Requests, &r.Areas, &r.Likeness, &r.Waits, &r.Users, &r.Offered.Share, &r.Offered.User, &r.Heavy.ID, &r.Heavy.Share)
	b.All(&r.Above, &r.Peak, &r.Idle)
	b.Check(len(r.Requests) == 0 || len(r.Requests) == job.RunClasses && len(r.Areas) == len(areaEdges)-1)
	wire.Listed(b, &r.Without, func(x *held.Sum) { x.Wire(b) })
	wire.Listed(b, &r.Notable, func(x *Notable) { x.Wire(b) })
	wire.Listed(b, &r.Ways, func(x *Pair) {
		b.All(&x.Way, &x.At, &x.Now, &x.Then)
		b.Check(x.Way >= 0 && x.Way < len(assumptions) && x.At >= 0)
	})
}
