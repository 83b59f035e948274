package rule

import "math"

// Kind is how a rule forbids.
type Kind uint8

// The kinds.
const (
	Limit   Kind = iota // at most so much runs at once
	Hours               // nothing of the class starts in these hours
	EndBy               // what starts must have ended by this hour, by its request
	Missing             // so many processors are not there
	Stop                // nothing starts
	Share               // users who used less go first
	First               // jobs of the class go before all others
	Kept                // processors are kept for jobs of the class
)

// Measure is what a limit counts.
type Measure uint8

// The measures. Work is processor-seconds outstanding: processors times what is left of the
// requests of the running jobs, and all of it of the one that is to start (Maui's MAXPS).
const (
	Jobs Measure = iota
	Procs
	Work
)

// Per is for whom a limit counts.
type Per uint8

// For whom.
const (
	All       Per = iota // the whole class together
	User                 // each user alone
	UserQueue            // each user in each queue alone
)

// Days are the days of a week.
type Days uint8

// The days. Of hours over midnight, the day is that on which they begin.
const (
	EveryDay Days = iota
	Workdays      // Monday to Friday
	Weekend       // Saturday and Sunday
	Week          // one long day: minutes are counted from Monday 0:00 to Sunday 24:00
)

// Class is which jobs a rule concerns: all that have each of these. The zero value is every job.
type Class struct {
	Over       int64   // request above so many seconds; 0: any
	Wider      int64   // more than so many processors; 0: any
	Users      []int64 // ids of the log, ascending; none: any
	Queues     []int64
	Partitions []int64
}

// Orders says whether rules of the kind forbid nobody to start, and say who goes before whom. Of rules that say First those jobs
// go first that are of more classes, and of these those of whom a fair share says so.
func (k Kind) Orders() bool { return k == Share || k == First }

// Rule forbids starts. Of Kept, other jobs may have what is left of the machine: of those whose requests reach into the
// time in which it holds, so many together run or start at most, whenever they start.
// Instants are what a clock on the wall shows, in seconds since 1970-01-01
// 00:00 (job.Calendar.Local).
type Rule struct {
	Kind  Kind
	Class Class

	// Soft says of a limit of each user that it holds only while jobs of other users wait.
	Soft bool

	Per  Per     // of a limit,
	Of   Measure // what it counts,
	Most int64   // and the most of it: jobs, processors, or processor-seconds; of Missing, processors; of Kept, too, 0: all

	// Half is the half-life of Share in seconds: so long after, what a user used counts half as much. Nobody is forbidden
	// to start by it: it says who goes before whom, and the order who of the jobs of one user.
	Half int64

	From, To int32 // minutes of the day, or of the week: closed from one to before the other; of EndBy, From alone
	Days     Days
	// Standard says of Hours and EndBy that they go by a clock that nobody moves for summer time.
	Standard bool
	// Turn says of Hours and EndBy that a job which only the clock forbids keeps its turn: it is
	// the head of the queue and has a reservation at the first instant allowed, in place of being
	// passed over.
	Turn bool

	Since, Until int64 // it holds from an instant to before another; Always and Forever leave it open
}

// Keeps is how many of a machine's processors Kept keeps.
func (r *Rule) Keeps(procs int64) int64 {
	if r.Most == 0 || r.Most > procs {
		return procs
	}
	return r.Most
}

// Always and Forever are an open beginning and end.
const (
	Always  = math.MinInt64
	Forever = math.MaxInt64
)

// New is a rule of a kind that holds throughout.
func New(kind Kind) Rule { return Rule{Kind: kind, Since: Always, Until: Forever} }

// Clock says whether it looks at the clock alone.
func (r *Rule) Clock() bool { return r.Kind == Hours || r.Kind == EndBy }

// On says whether a day of the week, 0 for Monday, is one of the days.
func (d Days) On(day int) bool {
	switch d {
	case Workdays:
		return day < 5
	case Weekend:
		return day >= 5
	}
	return true
}

// Span is a time on a trace's clock, from one instant to before another.
type Span struct{ From, To int64 }

// Bound is a rule that is bound to a trace: when it holds on the trace's clock. No spans: always.
type Bound struct {
	Rule
	Spans []Span
}
