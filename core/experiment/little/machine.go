package little

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim"
	"shadowtime/core/sim/why"
)

// Machine is an example that was replayed.
type Machine struct {
	*Example
	Sides []*Schedule
	Steps []int64 // hours at which a job arrives, starts or ends on any side, ascending
	wide  int     // jobs that wait at a time, at most on any side
	until float64 // hours that pictures show
}

// Schedule is what became of an example on one side.
type Schedule struct {
	Side
	Name string // as far as it has to be told apart from the other sides
	of   *Machine
	tape *why.Tape
	hows []why.Reason
	at   []int            // by row: the job's place in the trace
	rows [][]plot.RowSpan // by row: where it is drawn
	fair *shares          // nil: it does not go by fair share
	has  []put            // by row: what it has of each node; nil: there are none
	out  []plot.RowSpan   // and where what is out
}

// Run replays an example.
func Run(e *Example) (*Machine, error) {
	m := &Machine{Example: e.Clone()}
	for i, s := range m.Example.Sides {
		x := &Schedule{Side: s, of: m, Name: e.name(i)}
		if err := x.run(e); err != nil {
			return nil, err
		}
		x.find()
		if err := x.place(); err != nil {
			return nil, err
		}
		m.Sides = append(m.Sides, x)
	}
	return m, m.measure()
}

// find finds the row of each job of the trace.
func (s *Schedule) find() {
	s.at = make([]int, len(s.of.Jobs))
	for j := range s.at {
		s.at[s.row(j)] = j
	}
}

// run replays the side.
func (s *Schedule) run(e *Example) error {
	if s.Hourly() {
		s.tape = &why.Tape{Trace: e.trace(false)}
		s.hows = make([]why.Reason, len(e.Jobs)) // nobody slips in
		if s.Fair() {
			return s.runFair()
		}
		s.find()
		return s.runNodes()
	}
	c, err := s.config()
	if err != nil {
		return err
	}
	if s.tape, err = why.Record(e.trace(s.Exact), c); err != nil {
		return err
	}
	s.hows, err = s.tape.Hows()
	return err
}

// measure finds the steps, and what room pictures need.
func (m *Machine) measure() error {
	for _, s := range m.Sides {
		for row := range m.Jobs {
			m.Steps = append(m.Steps, m.Jobs[row].Arrives, s.Start(row), s.End(row))
			m.until = max(m.until, float64(s.End(row)))
		}
	}
	if o := &m.Out; o.Hours > 0 {
		first := slices.Min(m.Steps)
		for _, at := range []int64{o.From, o.to()} {
			if at > first {
				m.Steps = append(m.Steps, at)
			}
		}
		m.until = max(m.until, float64(o.to()))
	}
	slices.Sort(m.Steps)
	m.Steps = slices.Compact(m.Steps)
	// A promise may be beyond the last end; one far beyond is named at the edge.
	most := 1.25 * m.until
	for _, s := range m.Sides {
		for _, at := range m.Steps {
			m.wide = max(m.wide, s.waitingAt(at))
			if s.Backfilling != sim.Easy {
				continue
			}
			x, err := s.instant(at)
			if err != nil {
				return err
			}
			if p := last(x); p != nil && p.Shadow != why.Unknown {
				m.until = max(m.until, min(most, float64(p.Shadow)/hour+1))
			}
		}
	}
	return nil
}

// waitingAt counts those who are left waiting at an hour.
func (s *Schedule) waitingAt(at int64) (n int) {
	for row := range s.of.Jobs {
		if s.of.Jobs[row].Arrives <= at && s.Start(row) > at {
			n++
		}
	}
	return n
}

// row is the row of a job of the trace.
func (s *Schedule) row(j int) int { return int(why.Number(s.tape.Trace, j)) - 1 }

// Start, End and Wait are those of a row's job, in hours.
func (s *Schedule) Start(row int) int64 { return s.tape.Starts[s.at[row]] / hour }
func (s *Schedule) End(row int) int64   { return s.Start(row) + s.of.Jobs[row].Runs }
func (s *Schedule) Wait(row int) int64  { return s.Start(row) - s.of.Jobs[row].Arrives }

// Slipped says whether a row's job started by backfilling.
func (s *Schedule) Slipped(row int) bool { return s.hows[s.at[row]] == why.Backfilled }

// Mean is the mean wait, in hours.
func (s *Schedule) Mean() float64 {
	sum := int64(0)
	for row := range s.of.Jobs {
		sum += s.Wait(row)
	}
	return float64(sum) / float64(len(s.of.Jobs))
}

// Done is when the last job ends.
func (s *Schedule) Done() (end int64) {
	for row := range s.of.Jobs {
		end = max(end, s.End(row))
	}
	return end
}

// Longest is the row whose job waits longest, the first of several.
func (s *Schedule) Longest() (row int) {
	for i := range s.of.Jobs {
		if s.Wait(i) > s.Wait(row) {
			row = i
		}
	}
	return row
}

// instant is the machine as the scheduler saw it, once all passes of the last event
// up to an hour are over.
func (s *Schedule) instant(at int64) (*why.Instant, error) {
	if s.Hourly() {
		return s.hourly(at), nil
	}
	return s.tape.At(at * hour)
}

// freeAt counts the free processors at an hour, as far as what was last seen says.
func (s *Schedule) freeAt(x *why.Instant, at int64) int64 {
	free, o := x.Free, &s.of.Out
	if o.during(x.Now / hour) {
		free += o.Procs
	}
	if o.during(at) {
		free -= o.Procs
	}
	return free
}

// last is the last pass of an instant; nil where nobody waits.
func last(x *why.Instant) *why.Pass {
	if len(x.Passes) == 0 {
		return nil
	}
	return &x.Passes[len(x.Passes)-1]
}

// waiting are those left in the queue, in its order.
func (s *Schedule) waiting(x *why.Instant) (list []why.Candidate) {
	p := last(x)
	if p == nil {
		return nil
	}
	for _, c := range p.Queue {
		if c.Reason != why.Front && c.Reason != why.Backfilled {
			list = append(list, c)
		}
	}
	return list
}

// Step is the place of an hour among the steps: the last at or before it.
func (m *Machine) Step(at int64) int {
	i, found := slices.BinarySearch(m.Steps, at)
	if !found {
		i--
	}
	return max(i, 0)
}

// fillings are ways of backfilling as names of sides say them.
var fillings = [...]string{sim.Easy: "with EASY", sim.NoBackfilling: "without backfilling",
	sim.Conservative: "with conservative backfilling"}

// name is what a side is called among the others: its order, and what else differs.
func (e *Example) name(i int) string {
	s := e.Sides[i]
	if s.Hourly() {
		return Called(s.Order)
	}
	differ := func(of func(s Side) bool) bool {
		return slices.ContainsFunc(e.Sides, func(other Side) bool { return of(other) })
	}
	var with []string
	if s.Backfilling != sim.Easy || differ(func(o Side) bool { return o.Backfilling != s.Backfilling }) {
		with = append(with, fillings[s.Backfilling])
	}
	if s.Threshold >= 0 {
		with = append(with, "with threshold "+Hours(s.Threshold))
	} else if differ(func(o Side) bool { return o.Threshold >= 0 && o.Order == s.Order }) {
		with = append(with, "without threshold")
	}
	if s.Exact {
		with = append(with, "with exact requests")
	} else if differ(func(o Side) bool { return o.Exact }) {
		with = append(with, "with requests as given")
	}
	return strings.TrimSuffix(s.Order+" "+strings.Join(with, ", "), " ")
}

// job names a row's job.
func (s *Schedule) job(j int) string { return "job " + strconv.Itoa(s.row(j)+1) }

// listed names jobs: "jobs 2, 4 and 5".
func (s *Schedule) listed(jobs []int) string {
	var words []string
	for _, j := range jobs {
		words = append(words, strconv.Itoa(s.row(j)+1))
	}
	return numeral.Plural(len(words), "job ", "jobs ") + numeral.Listed(words)
}
