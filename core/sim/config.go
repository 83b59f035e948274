package sim

import (
	"errors"
	"strings"

	"shadowtime/core/sim/order"
)

// Config is how a trace is replayed. The zero value is EASY(FCFS) with a
// threshold of 0 seconds: set Threshold to None for the plain scheduler.
type Config struct {
	Primary  order.Order // whose head gets the reservation
	Backfill order.Order // how the rest is tried

	// Threshold is theta in seconds: jobs that have waited longer go first, in
	// submit order. None (any negative number): no job is moved.
	Threshold int64
	// Slowdown does the same for jobs whose estimated slowdown
	// (age + p̃)/p̃ is above Slowdown, beside Threshold. 0 or less: no job is moved.
	Slowdown float64

	Backfilling Backfilling
	Promises    Promises // of conservative backfilling

	// Depth is how many waiting jobs the scheduler looks at: the oldest, by submit
	// time, then by place in the trace. Whenever one of these jobs starts, the next
	// oldest moves up, in the same pass too: to be ranked before the head is
	// found, to be tried for backfilling after. 0: all.
	Depth int
	// Tries is how many jobs behind the head a pass tries to backfill, in backfill
	// order, whether they fit or not. 0: all. Neither limit goes with
	// conservative backfilling, which plans the whole queue.
	Tries int

	Dialect Dialect
	// Rules are used instead of the dialect's own when not nil.
	Rules *Rules

	// Observer is told of starts, ends and passes in the order in which they happen. Nil costs nothing.
	Observer Observer
	// Progress is told now and then how far a run is, and at its end.
	Progress Progress
}

// Progress is told how far a run is: each job of the trace that arrived counts
// once, and once more when it started, of twice as many as there are.
type Progress func(done, all int)

// pace is how much work is done between two calls of Progress: an instant counts
// one, and so do so many jobs that a pass looks at one by one.
const (
	pace   = 1 << 12
	glance = 16
)

// None is no threshold.
const None int64 = -1

// Backfilling says which jobs may start before the head of the queue.
type Backfilling uint8

const (
	// Easy lets jobs start that do not delay the head: one reservation.
	Easy Backfilling = iota
	// NoBackfilling stops at the first job that does not fit.
	NoBackfilling
	// Conservative lets jobs start that delay no job ahead of them: every job
	// has a reservation. See Promises for how long it holds.
	Conservative
)

// String is the name ParseBackfilling reads.
func (b Backfilling) String() string {
	switch b {
	case NoBackfilling:
		return "none"
	case Conservative:
		return "conservative"
	}
	return "easy"
}

// ParseBackfilling reads easy, none or conservative, in any capitalisation.
func ParseBackfilling(s string) (Backfilling, error) {
	for b := Easy; b <= Conservative; b++ {
		if strings.EqualFold(s, b.String()) {
			return b, nil
		}
	}
	return Easy, errors.New("unknown backfilling \"" + s + "\"; known are easy, none, conservative")
}

// Dialect is a named set of Rules: the habits of one simulator.
type Dialect uint8

const (
	// Shadowtime is this project's own, and the default.
	Shadowtime Dialect = iota
	// OCS is the queue-tuning papers' simulator of 2017.
	OCS
	// PYSS is the prediction study's simulator.
	PYSS
)

// String is the name ParseDialect reads.
func (d Dialect) String() string {
	switch d {
	case OCS:
		return "ocs"
	case PYSS:
		return "pyss"
	}
	return "shadowtime"
}

// ParseDialect reads shadowtime, ocs or pyss, in any capitalisation.
func ParseDialect(s string) (Dialect, error) {
	for d := Shadowtime; d <= PYSS; d++ {
		if strings.EqualFold(s, d.String()) {
			return d, nil
		}
	}
	return Shadowtime, errors.New("unknown dialect \"" + s + "\"; known are shadowtime, ocs, pyss")
}

// Rules are what simulators differ in where the definition of EASY is silent.
type Rules struct {
	PrimaryTies  Ties
	BackfillTies Ties
	// BackfillThreshold lets thresholds act on a backfilling order that is not the
	// primary order; they always act on the primary one.
	BackfillThreshold bool
	// FrontThreshold lets thresholds act on the primary order alone, even where the
	// backfilling order is the same. FrontThreshold goes before BackfillThreshold.
	FrontThreshold bool
	// SparingExtra counts, of the releases that coincide with the shadow time,
	// only the releases up to the one that suffices (in start order).
	SparingExtra bool
	// EachEvent runs a pass after every single event instead of a pass an instant:
	// arrivals before completions, completions in start order. A job whose projected
	// end has come counts as free before its completion is handled.
	EachEvent bool
}

// Rules is the set a dialect names.
func (d Dialect) Rules() Rules {
	switch d {
	case OCS:
		return Rules{BackfillTies: Reversed, BackfillThreshold: true, SparingExtra: true}
	case PYSS:
		return Rules{EachEvent: true}
	}
	return Rules{}
}

// Observer watches a run. Jobs are indices of the trace; instants are on its
// clock.
type Observer interface {
	// Arrive says that a job joined the queue.
	Arrive(now int64, job int)
	// Pass says that the scheduler is about to look at the queue: its jobs can be
	// asked for (Engine.Waiting), and who goes before whom (Ahead, TriedBefore).
	Pass(now int64)
	// Start says that a job started from the front of the queue.
	Start(now int64, job int)
	// Backfill says that a job started while another stayed at the head.
	Backfill(now int64, job int)
	// Reserve says that the head can't start before the shadow time, when extra
	// processors will be free beyond its own. Easy backfilling only, once a
	// pass, before its backfills.
	Reserve(now int64, head int, shadow int64, extra int64)
	// Place says where conservative backfilling puts a job it looks at: its start,
	// as far as can be told now. Where promises are kept a pass may move a job more
	// than once, and says nothing of those that stay.
	Place(now int64, job int, at int64)
	// Passed ends what Pass began: head is left at the front of the queue, -1 when
	// nobody waits.
	Passed(now int64, head int)
	// End says that a job ended.
	End(now int64, job int)
}
