package sim

import (
	"errors"

	"shadowtime/core/job"
	"shadowtime/core/sim/order"
)

// sight is what orders see that look at more than the job (order.Context): taken when a pass begins, when the ends and
// arrivals of its instant have happened, and the same all through the pass.
type sight struct {
	on      bool // an order in use looks at it,
	shares  bool // and one of the run at what users used
	context order.Context
	all     uses
}

// uses are the processor-seconds that users' jobs used, by user and at the end of all: of jobs that have ended, faded day by
// day, and what runs has used so far.
type uses struct {
	used    []float64 // as it was on day at
	at      []int64
	running []int64 // of now
}

// fades is what use fades by in a day: to a half in seven.
const fades = 0.9057236642639067

// checkSight says why orders can't be used that see more than the job.
func (e *Engine) checkSight(c *Config) error {
	where := ""
	switch {
	case !c.Primary.Sees() && !c.Backfill.Sees():
		return nil
	case c.Backfilling == Conservative:
		where = "conservative backfilling, which plans ahead,"
	case eachEvent(c):
		where = "a pass after every event (dialect pyss)"
	case len(e.closed.all) > 0:
		where = "a machine with processors out"
	case e.ruled.on:
		where = "a replay under rules"
	case e.fed.loaded:
		where = "a replay of users who wait for their jobs"
	default:
		return nil
	}
	if err := c.Primary.Static(where); err != nil {
		return err
	}
	return c.Backfill.Static(where)
}

var errShare = errors.New("what users used is not known of a run that begins with jobs on the machine, or that did not look at it " +
	"from its beginning: use a formula without share")

// seesShare says whether an order of a configuration looks at what users used.
func (c *Config) seesShare() bool { return c.Primary.SeesShare() || c.Backfill.SeesShare() }

// blink begins a run.
func (e *Engine) blink() {
	s := &e.sight
	if s.shares = e.cfg.seesShare(); !s.shares {
		return
	}
	n := max(1, len(e.trace.Users))
	if cap(s.context.Share) < n {
		s.context.Share = make([]float64, n)
		s.all = uses{make([]float64, n+1), make([]int64, n+1), make([]int64, n+1)}
	}
	s.context.Share = s.context.Share[:n]
	s.all.used, s.all.at, s.all.running = s.all.used[:n+1], s.all.at[:n+1], s.all.running[:n+1]
	clear(s.all.used)
	clear(s.all.at)
}

// userOf is the user of a job.
func (e *Engine) userOf(j int32) int {
	if e.cols.User == nil {
		return 0
	}
	return int(e.cols.User[j])
}

// fade brings a sum to a day.
func (u *uses) fade(i int, day int64) {
	for ; u.at[i] < day && u.used[i] > 0; u.at[i]++ {
		u.used[i] *= fades
	}
	u.at[i] = day
}

// today counts days from the first submit.
func (e *Engine) today() int64 { return (e.now - e.cols.Submit[0]) / job.Day }

// charge adds what a job used that ends now.
func (e *Engine) charge(j int32) {
	u, day, used := &e.sight.all, e.today(), float64(e.size[j])*float64(e.run[j])
	for _, i := range [...]int{e.userOf(j), len(u.used) - 1} {
		u.fade(i, day)
		u.used[i] += used
	}
}

// see takes in how things are.
func (e *Engine) see() {
	c := &e.sight.context
	clock := e.now - e.trace.Calendar.Monday
	clock = ((clock % job.Week) + job.Week) % job.Week
	c.Hour, c.Weekday = float64(clock%job.Day/3600), float64(clock/job.Day)
	c.Utilization = float64(e.trace.Procs-e.free) / float64(e.trace.Procs)
	demand, left := int64(0), int64(0)
	for _, list := range [...][]int32{e.list, e.beyond} {
		for _, j := range list {
			demand += int64(e.size[j])
		}
	}
	for i := range e.running {
		j := e.running[i].job
		left += int64(e.size[j]) * min(job.MaxTime, max(0, e.starts[j]+e.request[j]-e.now))
	}
	c.Queued, c.Demand, c.Left = float64(e.waiting), float64(demand), float64(left)
	if e.sight.shares {
		e.seeShares()
	}
}

// seeShares takes in what the users used whose jobs wait.
func (e *Engine) seeShares() {
	u, c, day := &e.sight.all, &e.sight.context, e.today()
	all := len(u.used) - 1
	clear(u.running)
	for i := range e.running {
		j := e.running[i].job
		used := int64(e.size[j]) * (e.now - e.starts[j])
		u.running[e.userOf(j)] += used
		u.running[all] += used
	}
	u.fade(all, day)
	total := u.used[all] + float64(u.running[all])
	for _, list := range [...][]int32{e.list, e.beyond} {
		for _, j := range list {
			i := e.userOf(j)
			if c.Share[i] = 0; total > 0 {
				u.fade(i, day)
				c.Share[i] = (u.used[i] + float64(u.running[i])) / total
			}
		}
	}
}

// eachEvent says whether a configuration has a pass after every event.
func eachEvent(c *Config) bool {
	if c.Rules != nil {
		return c.Rules.EachEvent
	}
	return c.Dialect.Rules().EachEvent
}
