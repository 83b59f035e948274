package react

import (
	"math"

	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/feedback"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Report answers a Plan. The same Plan and trace give the same bytes of JSON on every
// platform, for any number of workers.
type Report struct {
	Version    int            `json:"version"`
	Trace      string         `json:"trace"`
	Digest     string         `json:"digest"`
	Plan       Plan           `json:"plan"`
	Jobs       int64          `json:"jobs"`
	Procs      int64          `json:"procs"`
	Threshold  study.Seconds  `json:"threshold"`
	Replicates int            `json:"replicates"` // behind the figures
	Seed       uint64         `json:"seed"`
	Ends       string         `json:"ends"` // logged, simulated
	Sync       report.Float   `json:"sync"` // shares of jobs
	Async      report.Float   `json:"async"`
	Anchor     report.Float   `json:"anchor"`
	HalfHours  report.Float   `json:"halfHours"` // null: no sign that long waits send users home
	Likeness   Likeness       `json:"likeness"`
	Rough      bool           `json:"rough"`
	Verdict    report.Verdict `json:"verdict"` // of the order named
	Named      string         `json:"named"`   // that waits least if users wait for their jobs
	Near       []string       `json:"near"`    // within two points of it
	Low        report.Float   `json:"low"`     // the range that the verdict used, of its change if users wait
	High       report.Float   `json:"high"`
	Level      report.Float   `json:"level"`
	Weeks      int            `json:"weeks"`  // whole ones of the log
	Orders     []Order        `json:"orders"` // the baseline first

	// Source is what the report was computed from.
	Source report.Source `json:"-"`

	replayed, apart bool // the log's own replays are known, and users can be told apart
	held            bool // by one busy spell
	at              int  // place of the order named, 0: none
}

// Likeness is the baseline with users who wait over the baseline with the jobs as logged.
type Likeness struct {
	Wait   report.Float `json:"avgWait"`
	Weekly report.Float `json:"jobsPerWeek"`
}

// Order is what one does by both answers. Waits are seconds.
type Order struct {
	Order   string         `json:"order"`
	Verdict report.Verdict `json:"verdict"`
	Ignore  Answer         `json:"ignore"` // if users do not react
	React   Answer         `json:"react"`  // if they wait for their jobs
	Low     report.Float   `json:"low"`    // of the change of the mean wait if they wait: its range at 95 %
	High    report.Float   `json:"high"`
	Error   Change         `json:"simulationError"` // a standard error
}

// Answer has means, and changes against the baseline in the same answer.
type Answer struct {
	AvgWait     report.Float `json:"avgWait"`
	AvgBsld     report.Float `json:"avgBsld"`
	JobsPerWeek report.Float `json:"jobsPerWeek"`
	Change      Change       `json:"change"`
}

// Change has fractions: -0.1 is 10 % less.
type Change struct {
	AvgWait     report.Float `json:"avgWait"`
	AvgBsld     report.Float `json:"avgBsld"`
	JobsPerWeek report.Float `json:"jobsPerWeek"`
}

// reportVersion of the format of reports.
const reportVersion = 1

// Merge makes the report of the rows done so far, in any order, of a log by its name and
// digest on a machine of so many processors. The plan must be normalised.
func Merge(name string, digest job.Digest, procs int64, p Plan, rows []Row) *Report {
	log, rows := study.Split(rows)
	r := &Report{Version: reportVersion, Trace: name, Digest: digest.Hex(), Plan: p, Procs: procs, Threshold: p.Threshold,
		Replicates: len(rows), Seed: p.Seed, Ends: Simulated, Verdict: report.Undecided, Near: []string{}, Level: report.Level}
	open, closed := make([]metric.Run, len(p.Orders)), make([][]metric.Run, len(p.Orders))
	var told feedback.Told
	if log != nil {
		copy(open, log.Runs)
		told, r.replayed, r.apart = log.Told, true, log.Told.Apart
		r.Jobs, r.Weeks = open[0].Jobs, len(log.Weeks[0])
		if log.Recorded {
			r.Ends = Logged
		}
	}
	for _, row := range rows {
		for i := range closed {
			closed[i] = append(closed[i], row.Runs[i])
		}
	}
	a := feedback.Merge(told, open, closed)
	r.Sync, r.Async, r.Anchor = report.Float(a.Sync), report.Float(a.Async), report.Float(a.Anchor)
	r.HalfHours, r.Likeness = report.Float(a.HalfHours), Likeness{report.Float(a.Likeness.Wait), report.Float(a.Likeness.Weekly)}
	r.Rough = r.apart && len(rows) > 0 && a.Likeness.Rough()
	labels := order.Labels(p.Orders)
	r.Orders = append(r.Orders, orderOf(labels[0], "baseline", &a.Base))
	for i := range a.Orders {
		r.Orders = append(r.Orders, orderOf(labels[i+1], report.Undecided, &a.Orders[i]))
	}
	r.judge(ranges(a, rows))
	return r
}

func orderOf(name string, verdict report.Verdict, o *feedback.Outcome) Order {
	change := func(c feedback.Change) Change {
		return Change{report.Float(c.Wait), report.Float(c.Slowdown), report.Float(c.Weekly)}
	}
	answer := func(f feedback.Figures, c feedback.Change) Answer {
		return Answer{report.Float(f.Wait), report.Float(f.Slowdown), report.Float(f.Weekly), change(c)}
	}
	nan := report.Float(math.NaN())
	return Order{Order: name, Verdict: verdict, Ignore: answer(o.Open, o.OpenChange), React: answer(o.Closed, o.ClosedChange),
		Low: nan, High: nan, Error: change(o.Error)}
}

// ranges are those of each order's change if users wait.
func ranges(a *feedback.Answer, rows []Row) []stats.Range {
	list := make([]stats.Range, len(a.Orders))
	if len(rows) == 0 {
		return list
	}
	base := sums(rows, 0)
	for i := range a.Orders {
		o := &a.Orders[i]
		list[i] = feedback.RangeOf(o.ClosedChange.Wait, o.Error.Wait, sums(rows, i+1), base)
	}
	return list
}

// sums are the waits of each week, over all replicates.
func sums(rows []Row, at int) []int64 {
	list := make([]int64, len(rows[0].Weeks[at]))
	for i := range rows {
		for w, x := range rows[i].Weeks[at] {
			list[w] += x
		}
	}
	return list
}

// near is how little orders differ from the one named to be named beside it.
const near = 0.02

// judge names an order and says how sure each is.
func (r *Report) judge(list []stats.Range) {
	if !r.apart || r.Replicates == 0 {
		r.Low, r.High = report.Float(math.NaN()), report.Float(math.NaN())
		return
	}
	rho := 0.0
	for i := range list {
		rho += list[i].Follows() / float64(len(list))
	}
	level := stats.Among(report.Level, len(r.Orders))
	for i := range list {
		o := &r.Orders[i+1]
		own, all := list[i].Change(report.Level), list[i].Change(level)
		o.Low, o.High = report.Float(own.Low), report.Float(own.High)
		held := list[i].OneSpell(rho)
		switch {
		case r.Rough || !(o.Ignore.Change.AvgWait*o.React.Change.AvgWait > 0) || !beyond(own):
		case beyond(all) && !held:
			o.Verdict = report.Shown
		default:
			o.Verdict = report.Leaning
		}
		if r.at > 0 && !(o.React.AvgWait < r.Orders[r.at].React.AvgWait) {
			continue
		}
		r.at, r.Named, r.Verdict, r.held = i+1, o.Order, o.Verdict, held && beyond(all)
		r.Low, r.High, r.Level = o.Low, o.High, report.Level
		if o.Verdict == report.Shown {
			r.Low, r.High, r.Level = report.Float(all.Low), report.Float(all.High), report.Float(level)
		}
	}
	if r.Orders[0].Ignore.AvgWait == 0 && r.Orders[0].React.AvgWait == 0 {
		r.Verdict = report.NoGain
		return
	}
	for i := range r.Orders {
		if o := &r.Orders[i]; i > 0 && i != r.at && o.React.Change.AvgWait-r.Orders[r.at].React.Change.AvgWait < near {
			r.Near = append(r.Near, o.Order)
		}
	}
}

// beyond says that an interval has no change outside of it.
func beyond(c stats.Change) bool { return c.High < 0 || c.Low > 0 }

// named is the order that a sentence is about, nil where there is none.
func (r *Report) named() *Order {
	if r.at == 0 {
		return nil
	}
	return &r.Orders[r.at]
}

// Leads says whether users who wait are the likelier answer, which comes first.
func (r *Report) Leads() bool { return r.Sync >= 0.5 }

// Apart says whether the log's users can be told apart.
func (r *Report) Apart() bool { return r.apart }
