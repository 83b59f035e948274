// Package little is a machine small enough to be gone through step by step: a
// table of jobs, replayed under up to three ways of scheduling, and what each of
// them decides and why. An example is all in its link.
package little

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// Bounds of an example: what is larger is no longer gone through by hand.
const (
	MaxJobs  = 40
	MaxProcs = 64
	MaxHours = 999 // of arrivals, run and requested times, thresholds
	MaxSides = 3
)

// None is no threshold, and no instant: the whole schedule.
const None = -1

// hour is in seconds, which traces count.
const hour = 3600

// Example is what is scheduled, how, and which instant is looked at, in hours.
type Example struct {
	Procs int64
	Jobs  []Job // numbered from 1 in this order
	Users []User
	Of    []int64 // of each job its user, from 1; nil where there are no users
	GPUs  []int64 // that each job asks for; nil where there are no nodes
	Sides []Side
	At    int64 // None: the whole schedule
	Out   Outage
}

// Outage is a maintenance: processors that are out for some hours, which the scheduler knows of.
// Without hours there is none.
type Outage struct{ From, Hours, Procs int64 }

// to is when the processors are back.
func (o *Outage) to() int64 { return o.From + o.Hours }

// during says whether they are out at an hour.
func (o *Outage) during(at int64) bool { return o.From <= at && at < o.to() }

// Job is a row of the table. It is ended at what it requests.
type Job struct{ Arrives, Runs, Requests, Procs int64 }

// Side is a way of scheduling.
type Side struct {
	Order       string // one of order.Every, or of fair share
	Backfilling sim.Backfilling
	Threshold   int64 // hours
	Exact       bool  // the scheduler knows how long jobs run
}

// Easy is a side without a threshold, as most are.
func Easy(order string) Side { return Side{Order: order, Threshold: None} }

// Same says whether two examples are the same, the instant in sight aside.
func (e *Example) Same(f *Example) bool {
	return e.Procs == f.Procs && e.Out == f.Out && slices.Equal(e.Jobs, f.Jobs) && slices.Equal(e.Sides, f.Sides) &&
		slices.Equal(e.Users, f.Users) && slices.Equal(e.Of, f.Of) && slices.Equal(e.GPUs, f.GPUs)
}

// Clone is a copy that shares nothing.
func (e *Example) Clone() *Example {
	c := *e
	c.Jobs, c.Sides, c.Users, c.Of = slices.Clone(e.Jobs), slices.Clone(e.Sides), slices.Clone(e.Users), slices.Clone(e.Of)
	c.GPUs = slices.Clone(e.GPUs)
	return &c
}

// Column is one of the table, with the bounds of its figures.
type Column struct {
	Key, Name string
	Low, High int64
	unit      string
}

// Columns are those of the table, in its order.
var Columns = [...]Column{
	{"arrives", "arrives", 0, MaxHours, "hours"},
	{"runs", "runs", 1, MaxHours, "hours"},
	{"requests", "requests", 1, MaxHours, "hours"},
	{"procs", "processors", 1, MaxProcs, "processors"},
}

// Cell is a figure of a row, by the key of its column; nil of no such column.
func (j *Job) Cell(column string) *int64 {
	switch column {
	case "arrives":
		return &j.Arrives
	case "runs":
		return &j.Runs
	case "requests":
		return &j.Requests
	case "procs":
		return &j.Procs
	}
	return nil
}

// Set writes a text into a cell. A request that was the run time stays that.
func (e *Example) Set(row int, column, text string) error {
	if row < 0 || row >= len(e.Jobs) {
		return errors.New("there is no job " + strconv.Itoa(row+1))
	}
	j := e.Jobs[row]
	cell := j.Cell(column)
	if cell == nil {
		return errors.New("a job has no " + jsontext.Short(column))
	}
	c := Columns[slices.IndexFunc(Columns[:], func(c Column) bool { return c.Key == column })]
	n, err := c.within(e).read("job "+strconv.Itoa(row+1), text)
	if err != nil {
		return err
	}
	if column == "runs" && j.Requests == j.Runs {
		j.Requests = n
	}
	*cell = n
	if err := j.check(row); err != nil {
		return err
	}
	e.Jobs[row] = j
	return nil
}

// SetProcs sets the machine's size.
func (e *Example) SetProcs(text string) error {
	n, err := whole("the machine", text, 1, MaxProcs, "processors")
	if err != nil {
		return err
	}
	for i, j := range e.Jobs {
		if j.Procs > n {
			return errors.New("the machine: job " + strconv.Itoa(i+1) + " asks for " + strconv.FormatInt(j.Procs, 10) +
				" processors: give as many, or change the job first")
		}
	}
	e.Procs, e.Out.Procs = n, min(e.Out.Procs, n)
	return nil
}

// OutColumns are the figures of a maintenance, with their bounds.
var OutColumns = [...]Column{
	{"from", "from", 0, MaxHours, "hours"},
	{"hours", "for", 1, MaxHours, "hours"},
	{"procs", "processors", 1, MaxProcs, "processors"},
}

// Cell is a figure of a maintenance, by the key of its column; nil of no such column.
func (o *Outage) Cell(column string) *int64 {
	switch column {
	case "from":
		return &o.From
	case "hours":
		return &o.Hours
	case "procs":
		return &o.Procs
	}
	return nil
}

// SetOut writes a text into a figure of the maintenance; "" as its hours or processors takes it away.
// One that begins is of all processors, for two hours.
func (e *Example) SetOut(column, text string) error {
	o := e.Out
	cell := o.Cell(column)
	if cell == nil {
		return errors.New("a maintenance has no " + jsontext.Short(column))
	}
	if strings.TrimSpace(text) == "" && column != "from" {
		e.Out = Outage{}
		return nil
	}
	if e.Hourly() {
		return errFairOut
	}
	c := OutColumns[slices.IndexFunc(OutColumns[:], func(c Column) bool { return c.Key == column })]
	n, err := c.within(e).read("the maintenance", text)
	if err != nil {
		return err
	}
	*cell = n
	o.Hours, o.Procs = cmp.Or(o.Hours, 2), cmp.Or(o.Procs, e.Procs)
	e.Out = o
	return nil
}

// within is a column with the bounds of an example's machine.
func (c Column) within(e *Example) *Column {
	if c.Key == "procs" {
		c.High = e.Procs
	}
	return &c
}

// SetThreshold sets that of a side; "" takes it away.
func (s *Side) SetThreshold(text string) error {
	if strings.TrimSpace(text) == "" {
		s.Threshold = None
		return nil
	}
	n, err := whole("the threshold", text, 0, MaxHours, "hours")
	if err == nil {
		s.Threshold = n
	}
	return err
}

// read reads a figure of a job.
func (c *Column) read(job, text string) (int64, error) {
	return whole(job+", "+c.Name, text, c.Low, c.High, c.unit)
}

// whole reads a number within bounds, and says where it is not one.
func whole(of, text string, low, high int64, unit string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < low || n > high {
		return 0, errors.New(of + ": " + jsontext.Short(text) + " is none of " + strconv.FormatInt(low, 10) + " to " +
			strconv.FormatInt(high, 10) + " whole " + unit)
	}
	return n, nil
}

// check says what is wrong between a job's figures.
func (j *Job) check(row int) error {
	if j.Runs > j.Requests {
		return errors.New("job " + strconv.Itoa(row+1) + " runs " + Hours(j.Runs) + " and requests " + Hours(j.Requests) +
			", where it would be ended: let it request as long as it runs, or longer")
	}
	return nil
}

// Add adds a job like the last, an hour later; false: there are as many as there may be.
func (e *Example) Add() bool {
	if len(e.Jobs) == MaxJobs {
		return false
	}
	j := Job{0, 1, 1, 1}
	if n := len(e.Jobs); n > 0 {
		j = e.Jobs[n-1]
		j.Arrives = min(j.Arrives+1, MaxHours)
	}
	e.Jobs = append(e.Jobs, j)
	if n := len(e.Of); n > 0 {
		e.Of = append(e.Of, e.Of[n-1])
	}
	if n := len(e.GPUs); n > 0 {
		e.GPUs = append(e.GPUs, e.GPUs[n-1])
	}
	return true
}

// Remove takes a job away; the last one stays.
func (e *Example) Remove(row int) bool {
	if len(e.Jobs) < 2 || row < 0 || row >= len(e.Jobs) {
		return false
	}
	e.Jobs = slices.Delete(e.Jobs, row, row+1)
	if e.Of != nil {
		e.Of = slices.Delete(e.Of, row, row+1)
	}
	if e.GPUs != nil {
		e.GPUs = slices.Delete(e.GPUs, row, row+1)
	}
	return true
}

// Hours writes a number of hours.
func Hours[N ~int64 | ~float64](n N) string {
	return numeral.Number(float64(int64(float64(n)*10+0.5))/10) + numeral.Thin + "h"
}

// trace is the table as the engine takes it, in seconds: jobs by arrival, with
// their rows as numbers.
func (e *Example) trace(exact bool) *job.Trace {
	t := &job.Trace{Procs: e.Procs, Users: []int64{-1}}
	if o := e.Out; o.Hours > 0 {
		t.Closures = []job.Closure{{From: o.From * hour, To: o.to() * hour, Procs: o.Procs, Known: job.Foreknown}}
	}
	rows := make([]int, len(e.Jobs))
	for i := range rows {
		rows[i] = i
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(e.Jobs[a].Arrives, e.Jobs[b].Arrives) })
	for _, i := range rows {
		j := e.Jobs[i]
		if exact {
			j.Requests = j.Runs
		}
		t.Submit = append(t.Submit, j.Arrives*hour)
		t.Run = append(t.Run, j.Runs*hour)
		t.Request = append(t.Request, j.Requests*hour)
		t.Size = append(t.Size, int32(j.Procs))
		t.User = append(t.User, 0)
		t.ID = append(t.ID, int64(i)+1)
	}
	return t
}

// config is a side as the engine takes it.
func (s *Side) config() (*sim.Config, error) {
	o, err := order.Parse(s.Order)
	if err != nil {
		return nil, err
	}
	c := &sim.Config{Primary: o, Backfill: o, Threshold: sim.None, Backfilling: s.Backfilling}
	if s.Threshold >= 0 {
		c.Threshold = s.Threshold * hour
	}
	return c, nil
}

// SetOrder gives a side another order, or makes one behind the last; of a word that is
// none the side goes away, the first one stays.
func (e *Example) SetOrder(i int, name string) {
	o, err := order.Parse(name)
	called := name
	if !(&Side{Order: name}).Hourly() {
		if err == nil {
			called = o.Name()
		}
	} else {
		err = nil
	}
	switch {
	case i < 0 || i > len(e.Sides) || i >= MaxSides:
	case err != nil && i > 0 && i < len(e.Sides):
		e.Sides = slices.Delete(e.Sides, i, i+1)
	case err != nil:
	case i == len(e.Sides):
		s := e.Sides[i-1]
		s.Order = called
		e.Sides = append(e.Sides, s)
	default:
		e.Sides[i].Order = called
	}
	for i := range e.Sides {
		e.Sides[i].plain()
	}
	e.share()
}
