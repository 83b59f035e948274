package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/job/session"
	"shadowtime/core/report"
	"shadowtime/core/sim/feedback"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: whatToSet, Place: 5,
		Name: "react", Args: "TRACE",
		Brief: "say what orders do if users wait for their jobs",
		Short: "replay a log under queue orders twice: with the jobs as logged, and with users who wait for their jobs before " +
			"they submit more",
		Examples: []string{
			"shadowtime react KTH-SP2.swf.gz",
			"shadowtime react --orders SPF,SAF --threshold 40h --replicates 16 KTH-SP2.swf.gz",
			"shadowtime synth --model users --procs 64 --weeks 52 | shadowtime react --json -",
		},
		Run: cli.Plainly(runReact),
	})
}

const maxReplicates = 1000

func runReact(c *cli.Call) error {
	p := newReplayPlan()
	p.Threshold = 40 * 3600
	c.Declare(p.Settings())
	asJSON := c.Flags.Bool("json", false, "print one JSON object")
	names := c.Flags.String("orders", "SPF,SAF,SQF", "queue `orders` to replay beside FCFS, for front and backfill alike")
	replicates := c.Flags.Int("replicates", feedback.Replicates, "`number` of replays with users who wait, of FCFS and of each order")
	seed := c.Flags.Uint64("seed", 0, "seed of what users choose")
	ends := c.Flags.String("ends", "auto", "`auto|logged|simulated`: which ends of jobs users waited for; the log's own, which came from "+
		"another scheduler, or those of the replay under FCFS; auto: the log's own where it has the wait of every job")
	c.WorkersFlag("replays")
	args, err := c.Parse(1)
	if err != nil {
		return err
	}
	if !slices.Contains([]string{"auto", "logged", "simulated"}, *ends) {
		return cli.Usef("--ends %q: use auto, logged or simulated", *ends)
	}
	if *replicates < 1 || *replicates > maxReplicates {
		return cli.Usef("--replicates %d: choose from 1 to %d", *replicates, maxReplicates)
	}
	plan := feedback.Plan{Replicates: *replicates, Tau: p.tau, Seed: *seed}
	proper, err := order.Proper(order.Split(*names))
	if err != nil {
		return cli.BadUse(err)
	}
	for _, name := range proper {
		o, err := order.Parse(name)
		if err != nil {
			return cli.BadUse(err)
		}
		plan.Orders = append(plan.Orders, o)
	}
	if plan.Base, err = p.config("FCFS", "FCFS"); err != nil {
		return err
	}
	l, a, err := reactTo(c, args[0], &p, &plan, *ends)
	if err != nil {
		return err
	}
	r, named := reactionOf(l, &p, &plan, a)
	if r.Ends = "simulated"; plan.Ends != nil {
		r.Ends = "logged"
	}
	if *asJSON {
		return c.PrintJSON(r)
	}
	return r.print(c, named)
}

// reactTo replays a log with users who wait for the ends that are named; the plan gets
// those.
func reactTo(c *cli.Call, path string, p *replayPlan, plan *feedback.Plan, ends string) (l cli.Loaded, a *feedback.Answer, err error) {
	if l, err = c.Load(path, &p.Workload); err != nil {
		return l, nil, err
	}
	if ends != "simulated" {
		if plan.Ends, err = loggedEnds(l); err != nil && ends == "logged" {
			return l, nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	s, err := feedback.NewStudy(l.Trace, *plan)
	if err == nil {
		a, err = s.Replay(c.Workers)
	}
	if errors.Is(err, session.ErrUsers) {
		return l, nil, fmt.Errorf("%s: %w (shadowtime compare)", path, err)
	}
	if err != nil {
		return l, nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, a, nil
}

// reacting is the answer of replay where users wait for their jobs: means of replicates.
type reacting struct {
	Users       string           `json:"users"`
	Jobs        int              `json:"jobs"`
	Procs       int64            `json:"procs"`
	Replicates  int              `json:"replicates"`
	AvgWait     report.Float     `json:"avgWait"`
	AvgBsld     report.Float     `json:"avgBsld"`
	JobsPerWeek report.Float     `json:"jobsPerWeek"`
	Likeness    reactionLikeness `json:"likeness"`
	Rough       bool             `json:"rough"`
}

// replayReacting replays one order with users who wait for their jobs.
func replayReacting(c *cli.Call, path string, p *replayPlan, name string, asJSON bool) error {
	base, err := p.config("FCFS", "FCFS")
	if err != nil {
		return err
	}
	o, err := order.Parse(name)
	if err != nil {
		return cli.BadUse(err)
	}
	plan := feedback.Plan{Base: base, Orders: []order.Order{o}, Replicates: feedback.Replicates, Tau: p.tau}
	l, a, err := reactTo(c, path, p, &plan, "auto")
	if err != nil {
		return err
	}
	f := a.Orders[0].Closed
	r := reacting{"react", l.Trace.Len(), l.Trace.Procs, plan.Replicates, report.Float(f.Wait), report.Float(f.Slowdown),
		report.Float(f.Weekly), reactionLikeness{report.Float(a.Likeness.Wait), report.Float(a.Likeness.Weekly)}, a.Likeness.Rough()}
	if asJSON {
		return c.PrintJSON(r)
	}
	rough := ""
	if r.Rough {
		rough = " This is rough: with users who wait FCFS does not come out like the log."
	}
	_, err = fmt.Fprintf(c.Stdout, "%s\n", cli.Wrap(fmt.Sprintf("%s under %s, if users wait for their jobs: mean wait %s, mean bounded "+
		"slowdown %s, %s jobs a week; means of %d replays.%s", l.Trace.Name, o.Name(), numeral.Duration(r.AvgWait),
		numeral.Number(r.AvgBsld), numeral.Number(r.JobsPerWeek), r.Replicates, rough), 100))
	return err
}

// loggedEnds are the instants at which jobs ended by the log.
func loggedEnds(l cli.Loaded) ([]int64, error) {
	starts, known := why.Logged(l.Trace, l.Log)
	if known < l.Trace.Len() {
		return nil, fmt.Errorf("%s of %s jobs have no wait (field 3): use --ends simulated", numeral.Count(l.Trace.Len()-known),
			numeral.Count(l.Trace.Len()))
	}
	ends := slices.Clone(starts)
	for j := range ends {
		ends[j] = max(ends[j], l.Trace.Submit[j]) + l.Trace.Run[j]
	}
	return ends, nil
}

// reaction is the answer of react.
type reaction struct {
	Trace      string           `json:"trace"`
	Jobs       int              `json:"jobs"`
	Procs      int64            `json:"procs"`
	Threshold  study.Seconds    `json:"threshold"`
	Replicates int              `json:"replicates"`
	Seed       uint64           `json:"seed"`
	Ends       string           `json:"ends"` // logged, simulated
	Sync       report.Float     `json:"sync"` // shares of jobs
	Async      report.Float     `json:"async"`
	Anchor     report.Float     `json:"anchor"`
	HalfHours  report.Float     `json:"halfHours"` // null: no sign that long waits send users home
	Likeness   reactionLikeness `json:"likeness"`
	Rough      bool             `json:"rough"`
	Verdict    report.Verdict   `json:"verdict"` // of the order named
	Named      string           `json:"named"`   // that waits least if users wait for their jobs
	Orders     []reactionRow    `json:"orders"`  // FCFS first
}

type reactionLikeness struct {
	Wait   report.Float `json:"avgWait"`
	Weekly report.Float `json:"jobsPerWeek"`
}

type reactionRow struct {
	Order   string         `json:"order"`
	Verdict report.Verdict `json:"verdict"`
	Ignore  reactionAnswer `json:"ignore"`
	React   reactionAnswer `json:"react"`
	Error   reactionChange `json:"simulationError"`
}

// reactionAnswer are means, and changes against FCFS.
type reactionAnswer struct {
	AvgWait     report.Float   `json:"avgWait"`
	AvgBsld     report.Float   `json:"avgBsld"`
	JobsPerWeek report.Float   `json:"jobsPerWeek"`
	Change      reactionChange `json:"change"`
}

type reactionChange struct {
	AvgWait     report.Float `json:"avgWait"`
	AvgBsld     report.Float `json:"avgBsld"`
	JobsPerWeek report.Float `json:"jobsPerWeek"`
}

// verdictOf is leaning where both answers agree in sign, beyond the simulation error; never
// shown, since no range of the log's weeks stands behind it.
func verdictOf(o *feedback.Outcome, rough bool) report.Verdict {
	if rough || !(o.OpenChange.Wait*o.ClosedChange.Wait > 0) || math.Abs(o.ClosedChange.Wait) <= 2*o.Error.Wait {
		return report.Undecided
	}
	return report.Leaning
}

// reactionOf is the answer, and the order that is named, nil without one.
func reactionOf(l cli.Loaded, p *replayPlan, plan *feedback.Plan, a *feedback.Answer) (*reaction, *feedback.Outcome) {
	r := &reaction{Trace: l.Trace.Name, Jobs: l.Trace.Len(), Procs: l.Trace.Procs, Threshold: p.Threshold, Replicates: plan.Replicates,
		Seed: plan.Seed, Sync: report.Float(a.Sync), Async: report.Float(a.Async), Anchor: report.Float(a.Anchor),
		HalfHours: report.Float(a.HalfHours), Rough: a.Likeness.Rough(),
		Likeness: reactionLikeness{report.Float(a.Likeness.Wait), report.Float(a.Likeness.Weekly)}}
	var named *feedback.Outcome
	r.Orders = append(r.Orders, reactionRowOf("FCFS", "baseline", &a.Base))
	for i := range a.Orders {
		o := &a.Orders[i]
		name := plan.Orders[i].Name()
		row := reactionRowOf(name, verdictOf(o, r.Rough), o)
		r.Orders = append(r.Orders, row)
		if named == nil || o.Closed.Wait < named.Closed.Wait {
			named, r.Named, r.Verdict = o, name, row.Verdict
		}
	}
	return r, named
}

func reactionRowOf(name string, verdict report.Verdict, o *feedback.Outcome) reactionRow {
	change := func(c feedback.Change) reactionChange {
		return reactionChange{report.Float(c.Wait), report.Float(c.Slowdown), report.Float(c.Weekly)}
	}
	answer := func(f feedback.Figures, c feedback.Change) reactionAnswer {
		return reactionAnswer{report.Float(f.Wait), report.Float(f.Slowdown), report.Float(f.Weekly), change(c)}
	}
	return reactionRow{Order: name, Verdict: verdict, Ignore: answer(o.Open, o.OpenChange), React: answer(o.Closed, o.ClosedChange),
		Error: change(o.Error)}
}

// moved says a change in words, as in "7 % less".
func moved(change float64) string {
	switch {
	case math.IsNaN(change) || math.IsInf(change, 0):
		return "of nothing known"
	case math.Abs(change) < 0.005:
		return "the same"
	case change < 0:
		return numeral.Percent(-change, 0) + " less"
	}
	return numeral.Percent(change, 0) + " more"
}

// sentences say what the named order does by both answers, the likelier one first.
func (r *reaction) sentences(o *feedback.Outcome) string {
	open := "If users do not react: average wait " + moved(o.OpenChange.Wait) + ", slowdown " + moved(o.OpenChange.Slowdown) +
		" (the jobs as logged)."
	jobs := ", and " + moved(o.ClosedChange.Weekly) + " jobs done a week."
	if jobs == ", and the same jobs done a week." {
		jobs = ", and as many jobs done a week."
	}
	closed := "If they wait for their jobs, as " + numeral.Percent(float64(r.Sync), 0) + " of the jobs in this log seem to: average wait " +
		moved(o.ClosedChange.Wait) + ", slowdown " + moved(o.ClosedChange.Slowdown) + jobs
	if r.Sync >= 0.5 {
		closed = strings.Replace(closed, "If they wait", "If users wait", 1)
		return r.Named + " against FCFS. " + closed + " " + open
	}
	return r.Named + " against FCFS. " + open + " " + closed
}

// verdict says how sure that is.
func (r *reaction) verdict(o *feedback.Outcome) string {
	switch {
	case o.Split():
		return "Can't tell: it depends on how users react."
	case r.Rough:
		return "Can't tell, and the second answer is rough: with users who wait FCFS does not come out like the log."
	case r.Verdict == report.Leaning:
		return "Both answers agree in sign; other weeks of this machine could still say otherwise."
	}
	return "Can't tell: the second answer is within its simulation error."
}

// home says how users returned.
func (r *reaction) home() string {
	if !(float64(r.HalfHours) < math.Inf(1)) {
		return "From this log: no sign that long waits send users home."
	}
	return "From this log: users returned the same day in half of the cases after " + numeral.Grouped(float64(r.HalfHours), 1) + " h."
}

// whose says which ends users are taken to have waited for.
func (r *reaction) whose() string {
	if r.Ends == "logged" {
		return "the log's own ends"
	}
	return "the ends of the replay under FCFS"
}

func (r *reaction) print(c *cli.Call, o *feedback.Outcome) error {
	fmt.Fprintf(c.Stdout, "%s: %s jobs, %s processors, EASY, threshold %s, %d replays each\n\n", r.Trace, numeral.Count(r.Jobs),
		numeral.Count(r.Procs), r.Threshold, r.Replicates)
	if o != nil {
		fmt.Fprintf(c.Stdout, "%s\n\n%s\n\n", cli.Wrap(r.sentences(o), 100), cli.Wrap(r.verdict(o), 100))
	}
	rows := [][]string{{"", "if users do not react", "", "", "if they wait", "", "", "", ""},
		{"order", "wait", "slowdown", "jobs a week", "wait", "simulation", "slowdown", "jobs a week", ""}}
	for i, x := range r.Orders {
		if i == 0 {
			a, b := x.Ignore, x.React
			rows = append(rows, []string{x.Order, numeral.Duration(a.AvgWait), numeral.Number(a.AvgBsld), numeral.Number(a.JobsPerWeek),
				numeral.Duration(b.AvgWait), "", numeral.Number(b.AvgBsld), numeral.Number(b.JobsPerWeek), ""})
			continue
		}
		a, b := x.Ignore.Change, x.React.Change
		rows = append(rows, []string{x.Order, numeral.Change(a.AvgWait), numeral.Change(a.AvgBsld), numeral.Change(a.JobsPerWeek),
			numeral.Change(b.AvgWait), "±" + numeral.Percent(x.Error.AvgWait, 1), numeral.Change(b.AvgBsld), numeral.Change(b.JobsPerWeek),
			string(x.Verdict)})
	}
	if err := cli.PrintTable(c.Stdout, rows); err != nil {
		return err
	}
	shares := fmt.Sprintf(" Of the log's jobs %s waited for the batch before, %s did not, %s came at a time of their own, by %s.",
		numeral.Percent(r.Sync, 0), numeral.Percent(r.Async, 0), numeral.Percent(r.Anchor, 0), r.whose())
	likeness := fmt.Sprintf(" FCFS with users who wait over FCFS with the jobs as logged: wait %.2f, jobs a week %.2f.", r.Likeness.Wait,
		r.Likeness.Weekly)
	_, err := fmt.Fprintf(c.Stdout, "\n%s\n", cli.Wrap(r.home()+shares+likeness+" Changes are against FCFS in the same answer; ± is one "+
		"standard error of the simulation alone.", 100))
	return err
}
