package study

import (
	"errors"
	"strconv"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/sim"
)

// Kind is a sort of study: what a worker, a command or a campaign computes when
// it is given a trace and an encoded plan.
type Kind struct {
	Name string
	// Prepare makes the runner of a plan that EncodePlan wrote. The trace is the
	// log cleaned as the plan says.
	Prepare func(t *job.Trace, plan []byte) (Runner, error)
	// Alone says that the plan holds all there is: it is given no trace.
	Alone bool
	// Ask answers what is asked of a log itself, as it was read; nil: nothing is.
	Ask func(l *job.Log, request []byte) ([]byte, error)
}

// Runner computes the tasks of one plan on one trace, one after another, in
// buffers of its own: give each goroutine or worker its own.
type Runner interface {
	// Steps is the number of progress steps of a task.
	Steps() int
	// Task computes task k and gives its row, encoded.
	Task(k int, progress Progress) ([]byte, error)
	// Detail answers a request for more than rows hold; what requests there are
	// is the kind's own affair.
	Detail(request []byte) ([]byte, error)
}

// PartOf computes part at of task k, of so many, from 0: where several workers share a task.
// Which can be cut, and how parts are put together, is the kind's own affair.
func PartOf(r Runner, k, at, of int, progress Progress) ([]byte, error) {
	if x, ok := r.(interface {
		Part(k, at, of int, progress Progress) ([]byte, error)
	}); ok && 0 <= at && at < of {
		return x.Part(k, at, of, progress)
	}
	return nil, errors.New("task " + strconv.Itoa(k) + " has no part " + strconv.Itoa(at) + " of " + strconv.Itoa(of))
}

// Progress is told how many steps of a task are done, the share of one under way
// with them. Nil: nobody listens.
type Progress func(steps float64)

// Done tells that so many steps are done.
func (p Progress) Done(steps int) {
	if p != nil {
		p(float64(steps))
	}
}

// Within is what a replay tells that is worth so much of a step, after from steps.
func (p Progress) Within(from, worth float64) sim.Progress {
	if p == nil {
		return nil
	}
	return func(done, all int) {
		if done < all { // the end is the task's to tell
			p(from + worth*float64(done)/float64(all))
		}
	}
}

// PlanOf is what a plan of type P has, as a pointer.
type PlanOf[P any] interface {
	*P
	Settings() Settings
	// Normalise checks the plan and brings it into its one form.
	Normalise() error
	Ground() *Workload
	Steps() int // of a task, once it is normalised
}

// RowOf is what a row of type R has, as a pointer.
type RowOf[R any] interface {
	*R
	Number() int // of the task, from 1
	wire.Sent
}

// Tasks computes rows of type R. One that has Detail too answers requests.
type Tasks[R any] interface {
	Steps() int
	Task(k int, progress Progress) (R, error)
}

// KindOf makes a Kind of what computes its rows.
func KindOf[P, R any, PP PlanOf[P], RR RowOf[R]](name string, prepare func(*job.Trace, P) (Tasks[R], error)) Kind {
	return Kind{Name: name, Prepare: func(t *job.Trace, plan []byte) (Runner, error) {
		p, err := DecodePlan[P, PP](plan)
		if err != nil {
			return nil, err
		}
		tasks, err := prepare(t, p)
		if err != nil {
			return nil, err
		}
		return &runner[R, RR]{tasks}, nil
	}}
}

type runner[R any, RR RowOf[R]] struct{ Tasks[R] }

func (r *runner[R, RR]) Task(k int, progress Progress) ([]byte, error) {
	row, err := r.Tasks.Task(k, progress)
	if err != nil {
		return nil, err
	}
	return wire.Encode(RR(&row)), nil
}

// Telling is a runner that tells how far it is with a request that takes its time.
type Telling interface {
	DetailTold(request []byte, progress Progress) ([]byte, error)
}

// ErrNoDetail is the answer of a kind that has no more than its rows.
var ErrNoDetail = errors.New("this kind of study has no details")

func (r *runner[R, RR]) Detail(request []byte) ([]byte, error) {
	if d, ok := r.Tasks.(interface {
		Detail(request []byte) ([]byte, error)
	}); ok {
		return d.Detail(request)
	}
	return nil, ErrNoDetail
}

// version of encoded plans.
const version = 1

// EncodePlan writes a plan for a worker.
func EncodePlan(s Settings) []byte {
	var w wire.Writer
	w.Int(version)
	s.Encode(&w)
	return w.B
}

// DecodePlan reads what EncodePlan wrote, and checks it.
func DecodePlan[P any, PP PlanOf[P]](b []byte) (p P, err error) {
	r := wire.NewReader(b)
	if v := r.Int(); r.Err() == nil && v != version {
		return p, errors.New("plan: version " + strconv.FormatInt(v, 10) + " is not known: page and worker are of different builds; " +
			"reload the page")
	}
	if err := PP(&p).Settings().Decode(r); err != nil {
		return p, err
	}
	if err := r.Close(); err != nil {
		return p, err
	}
	return p, PP(&p).Normalise()
}
