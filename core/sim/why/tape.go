// Package why answers, of a replay, why a job waited and what the scheduler saw at
// an instant. The answers are the engine's own decisions: a replay is recorded
// once, with the machine's state now and then, and for each question the engine
// goes on from the last state before what is asked, watched.
package why

import (
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/sim"
)

// Tape is a replay that can be gone back to. It is for one goroutine at a time.
type Tape struct {
	Trace  *job.Trace
	Config sim.Config
	Starts []int64 // of each job, on the trace's clock

	engine *sim.Engine
	states []sim.State // ascending
	place  []int32     // of jobs in a list of those that wait
	events []int64     // instants at which jobs arrive or end
	acts   []int64     // instants at which jobs start
}

// few is how many jobs arrive between two states at least; most how many states
// there are.
const (
	few  = 512
	most = 256
)

// Record replays a trace. The configuration's observer is not told of it.
func Record(t *job.Trace, c *sim.Config) (*Tape, error) {
	e := sim.New()
	e.Load(t)
	return RecordOn(e, t, c)
}

// RecordOn replays a trace on an engine that is loaded with it. Whatever else runs on
// the engine between two questions is no matter, so that the tapes of several ways of
// scheduling take the room of one.
func RecordOn(e *sim.Engine, t *job.Trace, c *sim.Config) (*Tape, error) {
	p := &Tape{Trace: t, Config: *c, engine: e}
	p.Config.Observer = nil
	if err := p.engine.Start(&p.Config); err != nil {
		return nil, err
	}
	n := t.Len()
	for every := max(few, n/most); every < n; every += max(few, n/most) {
		if err := p.engine.Advance(t.Submit[every]); err != nil {
			return nil, err
		}
		var s sim.State
		if err := p.engine.Snapshot(&s); err != nil {
			return nil, err
		}
		p.states = append(p.states, s)
	}
	if err := p.engine.Finish(); err != nil {
		return nil, err
	}
	p.Config.Progress = nil // who listened has what was asked for
	p.Starts = slices.Clone(p.engine.Starts())
	p.place = make([]int32, n)
	return p, nil
}

// End is when a job ends.
func (p *Tape) End(j int) int64 { return p.Starts[j] + p.Trace.Run[j] }

// play lets an observer watch from the last state before an instant up to another,
// that one included. It returns that state, nil for the empty machine.
func (p *Tape) play(from, to int64, o sim.Observer, begin func(s *sim.State)) error {
	i, _ := slices.BinarySearchFunc(p.states, from, func(s sim.State, at int64) int {
		if s.Now <= at {
			return -1
		}
		return 1
	})
	c := p.Config
	c.Observer = o
	var err error
	if i == 0 {
		begin(&sim.State{})
		err = p.engine.Start(&c)
	} else {
		begin(&p.states[i-1])
		err = p.engine.StartAt(&c, &p.states[i-1], p.Trace.Len())
	}
	if err != nil {
		return err
	}
	return p.engine.Advance(to + 1)
}

// moments lists events and starts when they are first asked for.
func (p *Tape) moments() {
	if p.events != nil {
		return
	}
	p.events = slices.Clone(p.Trace.Submit)
	for j := range p.Starts {
		p.events = append(p.events, p.End(j))
	}
	for _, x := range p.Trace.Closures {
		if i := len(p.Starts); i > 0 && x.To > p.Trace.Submit[0] && x.To <= slices.Max(p.Starts) {
			p.events = append(p.events, x.To)
		}
	}
	if len(p.Trace.Rules) > 0 { // the scheduler also acts when the clock says otherwise
		p.events = append(p.events, p.Starts...)
	}
	p.acts = slices.Clone(p.Starts)
	for _, list := range []*[]int64{&p.events, &p.acts} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
}

// Number is the number of a job in its log, of a resample its place from 1.
func Number(t *job.Trace, j int) int64 {
	if t.ID == nil {
		return int64(j) + 1
	}
	return t.ID[j]
}

// Longest is the job that waits longest, the first of several.
func (p *Tape) Longest() (j int) {
	for k, start := range p.Starts {
		if start-p.Trace.Submit[k] > p.Starts[j]-p.Trace.Submit[j] {
			j = k
		}
	}
	return j
}
