package place

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/cluster/tariff"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/study"
	"shadowtime/core/study/site"
)

// Runner computes the tasks of one plan on one trace, one after another: give each
// goroutine or worker its own.
type Runner struct {
	plan    Plan
	machine *platform.Machine
	jobs    *cluster.Load // of all stretches
	choices []Choice
	begin   int64        // of the first job, on the clock of
	clock   job.Calendar // the log

	closures []cluster.Closure // on the clock of each stretch
}

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with the
// plan's rules.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	if t.Len() == 0 {
		return nil, errors.New("the log has no jobs: there is nothing to run")
	}
	m, err := p.Machine()
	if err != nil {
		return nil, err
	}
	var supposed job.Trace
	p.Whole(&supposed, t)
	r := &Runner{plan: p, machine: m, choices: p.Choices()}
	if r.jobs, err = p.Jobs(&supposed, m, 0, p.Seed); err != nil {
		return nil, err
	}
	first := int(r.jobs.ID[0]) - 1 // they are counted where the log names none
	if supposed.ID != nil {
		first = slices.Index(supposed.ID, r.jobs.ID[0])
	}
	r.begin, r.clock = supposed.Submit[first], supposed.Calendar
	return r, r.close()
}

// close finds which nodes are out, on the clock of a stretch: each is a run of its own.
func (r *Runner) close() (err error) {
	longest := 0.0
	for k := 1; k <= r.Stretches() && r.plan.Closed != ""; k++ {
		l, err := r.plan.Cut(r.jobs, k)
		if err != nil {
			return err
		}
		longest = max(longest, l.Submit[l.Len()-1])
	}
	r.closures, err = site.Closures(&r.plan.Workload, r.machine, longest)
	return err
}

// from is what a clock on the wall shows so many seconds after the first job came. A run
// goes on from there by that clock: the hours of a tariff are not moved within it.
func (r *Runner) from(seconds float64) tariff.Clock {
	c, at := &r.clock, r.begin+int64(seconds)
	clock := tariff.Clock{Week: float64(r.begin+c.Ahead(at)-c.Monday) + seconds, Local: math.NaN()}
	if c.Unix != 0 {
		clock.Local = float64(r.begin+c.Unix+c.OffsetAt(at)) + seconds
	}
	return clock
}

// Stretches is how many whole ones there are: tasks 1 to so many, or one shorter
// than asked for.
func (r *Runner) Stretches() int { return r.plan.Site.Stretches(r.jobs) }

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return r.plan.Steps() }

// Task runs stretch k under every choice; task study.Logged looks at the log.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) {
	if k == study.Logged {
		for i := range r.choices {
			progress.Done(i + 1)
		}
		return Row{Jobs: r.jobs.Len(), Stretches: r.Stretches(), Dropped: r.jobs.Dropped}, nil
	}
	s, err := r.sim(k)
	if err != nil {
		return Row{}, err
	}
	row := Row{K: k, Jobs: s.Load().Len()}
	for i, c := range r.choices {
		run(s, c.Action, progress.Within(float64(i), 1))
		row.Outcomes = append(row.Outcomes, measure(s, r.plan.Tau))
		progress.Done(i + 1)
	}
	return row, nil
}

// run is Run of a simulation, with word of how far it is.
func run(s *cluster.Sim, a cluster.Action, progress sim.Progress) {
	const pace = 1 << 12 // decisions
	s.Reset()
	for n := 1; s.Next(); n++ {
		s.Act(a)
		if n%pace == 0 && progress != nil {
			progress(len(s.Started()), s.Load().Len())
		}
	}
}

// sim is ready to run stretch k.
func (r *Runner) sim(k int) (*cluster.Sim, error) {
	if k < 1 {
		return nil, errors.New("task " + strconv.Itoa(k) + ": stretches are counted from 1, 0 is the log itself")
	}
	l, err := r.plan.Cut(r.jobs, k)
	if err != nil {
		return nil, err
	}
	s := cluster.New(r.machine, l)
	s.Seed(r.plan.Seed)
	return s, s.Close(r.closures)
}
