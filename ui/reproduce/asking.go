package reproduce

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/report/published"
	"shadowtime/core/study"
	"shadowtime/core/study/desk"
	"shadowtime/ui/lab"
)

// asked names a reading of a study on a log.
type asked struct {
	log       job.Digest
	zone      string // that it is read in
	study     string
	protocol  string
	resamples int
}

// asking is a reading of a study on a log: its plan, what is known of it, and
// what that comes to.
type asking struct {
	study  reproduce.Study
	as     reproduce.Reading
	log    string
	rules  job.Rules
	weeks  int // of a resample
	steps  int // of a task
	wanted int
	plan   []byte
	key    string // of its rows
	err    error

	replays int // of a task: they are what takes time

	done    func() int
	missing func() []int
	take    func(row []byte) error
	merge   func(procs int64) []published.Ours

	rows int // behind ours
	ours []published.Ours
	pair []reproduce.Whole // of a learned pair, beside them
}

// logOf is a log's name in the studies, "" where they have no figures of it.
func logOf(o *lab.Opened) string { return nameOf(o.Summary) }

func nameOf(log *overview.Summary) string {
	name, ok := published.Known(log.Digest.Hex())
	if named := log.Known; !ok && slices.Contains(published.Logs(), named) && !published.Digested(named) {
		return named
	}
	return name
}

// checked says whether a log is known by its digest.
func checked(o *lab.Opened) bool {
	_, ok := published.Known(o.Summary.Digest.Hex())
	return ok
}

// logs are those on the shelf that studies have figures of.
func (v *View) logs() (list []*lab.Opened) {
	for _, o := range v.Lab.Shelf {
		if logOf(o) != "" {
			list = append(list, o)
		}
	}
	return list
}

// of are the readings of a study on a log.
func (v *View) of(o *lab.Opened, s reproduce.Study) (list []*asking) {
	log := logOf(o)
	if !s.Asks(log) {
		return nil
	}
	for _, as := range s.Readings() {
		at := asked{o.Summary.Digest, o.Import.Zone, s.Name, as.Protocol, v.resamples}
		if v.asked[at] == nil {
			v.asked[at] = v.asking(at, o, s, as, log)
		}
		list = append(list, v.asked[at])
	}
	return list
}

// readings are all that is asked, each with its log on the shelf.
func (v *View) readings() iter.Seq2[*lab.Opened, *asking] {
	return func(yield func(*lab.Opened, *asking) bool) {
		for _, o := range v.logs() {
			for _, s := range reproduce.Together() {
				if !slices.Contains(v.names, s.Name) {
					continue
				}
				for _, a := range v.of(o, s) {
					if !yield(o, a) {
						return
					}
				}
			}
		}
	}
}

// askings are all that is asked of the logs on the shelf.
func (v *View) askings() (list []*asking) {
	for _, a := range v.readings() {
		list = append(list, a)
	}
	return list
}

// asking makes the plan of a reading.
func (v *View) asking(at asked, o *lab.Opened, s reproduce.Study, as reproduce.Reading, log string) *asking {
	a := &asking{study: s, as: as, log: log}
	switch s.Kind {
	case compare.Name:
		p := compare.Default()
		ask(a, at, o, &v.compared, &p, &p.Resamples, func(procs int64, rows []compare.Row) []published.Ours {
			return compare.Merge(p, at.log, procs, rows).Ours()
		})
	case online.Name:
		p := online.Default()
		ask(a, at, o, &v.chosen, &p, &p.Resamples, func(_ int64, rows []online.Row) []published.Ours {
			return online.Merge(p, at.log, rows).Ours()
		})
		a.replays += simulations(&p)
	default:
		p := tune.Default()
		ask(a, at, o, &v.tuned, &p, &p.Resamples, func(_ int64, rows []tune.Row) []published.Ours {
			learned := tune.Glance(p, at.log, rows)
			a.pair = reproduce.WholesOfPair(learned, log)
			return learned.Ours()
		})
	}
	return a
}

// ask makes a plan ask as the reading says.
func ask[P, R any, PP study.PlanOf[P], RR study.RowOf[R]](a *asking, at asked, o *lab.Opened, book *study.Book[R, RR], p PP, resamples *int,
	merge func(int64, []R) []published.Ours) {
	if a.err = a.as.Ask(p.Settings()); a.err != nil {
		return
	}
	if at.resamples > 0 {
		*resamples = at.resamples
	}
	if a.err = p.Normalise(); a.err != nil {
		return
	}
	a.key = o.TaskKey(p.Settings().TaskKey())
	rows, n := book.Rows(at.log, a.key), *resamples
	a.rules, a.weeks, a.steps, a.replays, a.wanted, a.plan = p.Ground().Clean, p.Ground().Weeks, p.Steps(), p.Steps(), n,
		study.EncodePlan(p.Settings())
	a.done = func() int { return len(rows.First(n)) }
	a.missing = func() []int { return rows.Missing(1, n) } // what is printed is of resamples: the log itself is left out
	a.take = func(b []byte) error {
		row, err := study.Decode[R, RR](b)
		if err == nil {
			rows.Add(row)
		}
		return err
	}
	a.merge = func(procs int64) []published.Ours { return merge(procs, rows.First(n)) }
}

// computed are the figures of the rows that there are; none while there is none
// of a resample.
func (a *asking) computed(procs int64) []published.Ours {
	if n := a.done(); n != a.rows {
		a.rows, a.ours = n, a.merge(procs)
	}
	return a.ours
}

// ---- traces

// cleaning names a trace of a log.
type cleaning struct {
	log   job.Digest
	rules job.Rules
}

// trace is what a cleaning made of a log, or why it made none.
type trace struct {
	on  *lab.Opened
	why error
}

// trace is a log's for a reading: cleaned as that says, on its own machine.
func (v *View) trace(o *lab.Opened, a *asking) (t trace, known bool) {
	if o.Rules == a.rules && o.Procs == 0 && o.Trace != nil {
		return trace{on: o}, true
	}
	t, known = v.traces[cleaning{o.Summary.Digest, a.rules}]
	return t, known
}

// Works has the logs cleaned as the studies did, one cleaning after another, then
// begins what is missing on all of them; so it gives none itself.
func (v *View) Works([]*lab.Opened) ([]*lab.Work, error) {
	list := v.askings()
	for _, a := range list {
		if a.err != nil {
			return nil, a.err
		}
	}
	if len(list) > 0 {
		v.turn++
		v.clean(v.turn)
	}
	return nil, nil
}

func (v *View) clean(turn int) {
	v.busy = false
	var works []*lab.Work
	for _, o := range v.logs() {
		for _, s := range reproduce.Together() {
			if !slices.Contains(v.names, s.Name) {
				continue
			}
			for _, a := range slices.Backward(v.of(o, s)) { // as run first: that is what the picture shows
				t, known := v.trace(o, a)
				if !known {
					v.cleaned(turn, o, a.rules, func() {
						if v.Lab.CanCompute() {
							v.clean(turn)
						}
					})
					return
				}
				if t.why != nil {
					v.Lab.State, v.Lab.Message = lab.Failed, o.Summary.Name+": "+t.why.Error()+"."
					return
				}
				v.traces[cleaning{o.Summary.Digest, a.rules}] = t // also when other rules are chosen for the log in sight
				works = append(works, v.work(t.on, a))
			}
		}
	}
	v.speed.starts(v.Lab.Browser.Now())
	v.Lab.Begin(works)
}

// Wants says whether rows kept of a log are of use here.
func (v *View) Wants(log *overview.Summary) bool { return nameOf(log) != "" }

// Recall takes a row that was kept, in this view or the one that asks the same.
func (v *View) Recall(log job.Digest, row lab.KeptRow) {
	lab.Recall(compare.Name, &v.compared, log, row)
	lab.Recall(online.Name, &v.chosen, log, row)
	lab.Recall(tune.Name, &v.tuned, log, row)
}

// restore has the logs cleaned that rows were kept of: what they come to needs the trace.
func (v *View) restore() {
	if v.busy || v.Lab.State == lab.Running {
		return
	}
	for o, a := range v.readings() {
		if _, known := v.trace(o, a); !known && a.err == nil && a.done() > 0 {
			v.turn++
			v.cleaned(v.turn, o, a.rules, v.Show)
			return
		}
	}
}

// cleaned has a log cleaned, and goes on from there.
func (v *View) cleaned(turn int, o *lab.Opened, rules job.Rules, next func()) {
	v.busy = true
	v.drawAnswer()
	v.Lab.Engine.Clean(o.Summary.Digest, desk.Cleaning{Rules: rules}, func(t *lab.Trace, err error) {
		v.Lab.Post(func() {
			if turn != v.turn {
				return
			}
			v.busy = false
			x := trace{why: err}
			switch {
			case err != nil:
			case t.Overview.Jobs == 0:
				x.why = errors.New("no job is left after the study's cleaning")
			default:
				x.on = &lab.Opened{Summary: o.Summary, Trace: t, Rules: rules}
			}
			if !errors.Is(err, lab.ErrCancelled) {
				v.traces[cleaning{o.Summary.Digest, rules}] = x
				if v.Lab.View == v {
					next()
				}
			}
		})
	})
}

// work is the computation of a reading on its trace.
func (v *View) work(on *lab.Opened, a *asking) *lab.Work {
	return &lab.Work{
		On: on, Kind: a.study.Kind, View: key, Plan: a.plan, Key: a.key, Total: a.wanted, Steps: a.steps,
		Noun: "resamples (" + a.study.Name + " " + a.as.Title + ")",
		Cost: a.jobs(on) / float64(a.steps),
		Done: a.done, Next: a.missing,
		Take: func(row []byte) error {
			v.speed.did(a.jobs(on), v.Lab.Browser.Now())
			return a.take(row)
		},
		Draw: func(must bool) bool {
			return v.pace.Draw(v.Lab.Browser, must, func() {
				if v.Lab.View == v {
					v.drawAnswer()
				}
				if must { // what is left takes another time
					v.drawForm()
				}
			})
		},
	}
}

// ---- how long it takes

// perWorker is how many jobs a worker of a usual laptop's browser replays in a
// second: it is assumed as long as nothing was measured here.
const perWorker = 1_000_000

// speed is how many jobs are replayed in a second, all workers together.
type speed struct {
	rate   float64 // measured, 0: not yet
	began  float64
	worked float64
}

// settles is how long the workers must have run before their rate is believed.
const settles = 2.0

func (s *speed) starts(now float64) { s.began, s.worked = now, 0 }

func (s *speed) did(jobs, now float64) {
	s.worked += jobs
	if spent := now - s.began; spent >= settles {
		s.rate = s.worked / spent
	}
}

// simulations are the replays of a strategies' task that are none of its steps:
// where simulations begin with the real queue, each strategy has its own.
func simulations(p *online.Plan) (n int) {
	if p.Feedback == online.Empty && p.Replayed == "" {
		return 0 // shared, and steps
	}
	for _, e := range p.Entries() {
		if e.Strategy.Simulates() {
			n += len(p.Orders)
		}
	}
	return n
}

// left is the work of a reading that is left, in jobs to be replayed: about that
// of the trace in sight, which another cleaning changes little.
func (a *asking) left(o *lab.Opened) float64 {
	return float64(len(a.missing())) * a.jobs(o)
}

// jobs are those that a resample replays.
func (a *asking) jobs(o *lab.Opened) float64 {
	x := o.Trace.Overview
	return float64(a.replays) * float64(a.weeks) * float64(x.Jobs) / float64(max(1, x.WholeWeeks))
}

// seconds is how long the missing part of readings takes.
func (v *View) seconds(work float64) float64 {
	rate := v.speed.rate
	if rate == 0 {
		rate = perWorker * float64(max(1, v.Lab.Engine.Workers()))
	}
	return work / rate
}

// needs says how long a press takes, and from where that is known.
func (v *View) needs() string {
	if v.Lab.State == lab.Running || v.busy {
		return ""
	}
	work := 0.0
	for _, o := range v.logs() {
		for _, s := range reproduce.Together() {
			if slices.Contains(v.names, s.Name) {
				work += v.leftOf(o, s)
			}
		}
	}
	done, wanted := v.Known()
	switch {
	case wanted == 0:
		return ""
	case work == 0:
		return "all of it is computed"
	}
	text := "takes " + lab.About(v.seconds(work))
	if v.speed.rate == 0 {
		text += " on a usual laptop"
	} else {
		text += " here"
	}
	if done > 0 {
		text = numeral.Count(done) + " of " + numeral.Count(wanted) + " resamples are computed already; the rest " + text
	}
	return text
}

func (v *View) leftOf(o *lab.Opened, s reproduce.Study) (work float64) {
	for _, a := range v.of(o, s) {
		if a.err == nil {
			work += a.left(o)
		}
	}
	return work
}

// about says of a study which figures of the logs on the shelf it has, and how
// long they take.
func (v *View) about(s reproduce.Study) string {
	var logs []string
	work := 0.0
	for _, o := range v.logs() {
		log := logOf(o)
		if n := len(published.Lookup(log, s.Kind)); n > 0 {
			logs = append(logs, numeral.Count(n)+numeral.Plural(n, " figure", " figures")+" of "+log)
			work += v.leftOf(o, s)
		}
	}
	if len(v.Lab.Shelf) == 0 {
		for _, log := range published.Logs() {
			if len(published.Lookup(log, s.Kind)) > 0 {
				logs = append(logs, log)
			}
		}
		return published.Source(s.Kind) + ", of " + numeral.Listed(logs)
	}
	text := published.Source(s.Kind) + ": " + cmp.Or(numeral.Listed(logs), "none of these logs")
	if work > 0 {
		text += "; " + lab.About(v.seconds(work))
	}
	return text
}

// unknown says which logs on the shelf no figures are known of, of which there are, and
// which are known by their names alone.
func (v *View) unknown() string {
	var names []string
	text := ""
	for _, o := range v.Lab.Shelf {
		name := logOf(o)
		if name == "" {
			names = append(names, o.Summary.Name)
			continue
		}
		if t := (reproduce.Table{Log: name, Checked: checked(o)}); !t.Checked {
			text += t.Caution() + " "
		}
	}
	if len(names) == 0 {
		return strings.TrimSpace(text)
	}
	return text + "Nothing was printed for " + numeral.Listed(names) + ". The studies have figures of " + numeral.Listed(published.Logs()) +
		"; a log is known by its content, as the Parallel Workloads Archive has it."
}
