package ui

import (
	"slices"
	"strconv"

	"shadowtime/core/bandit"
	"shadowtime/core/job"
	"shadowtime/core/online"
	"shadowtime/core/selection"
	"shadowtime/core/study"
	"shadowtime/core/wire"
)

// selecting is the view that lets strategies choose orders while the machine
// runs.
type selecting struct {
	app  *App
	plan online.Plan
	rows map[string][]online.Row // by trace and plan, so that asking for more continues

	// the answer
	selection *selection.Report
	behind    []online.Row // what it was made from
	evidence  *selection.Evidence
	fixed     *selection.Report // each order for good
	explained float64           // when the evidence was computed
	again     float64           // when it is time to draw again, while tasks come in

	// the figures behind it, and the strategy that figures of one look at
	figures gallery
	looked  string

	theatre  theatre
	autoplay bool // open a story when the run is done

	showStrategies, showHow, showOrders, showWhatIf, showMore bool

	copied string // the methods that were put on the clipboard
}

func newSelecting(a *App) *selecting {
	s := &selecting{app: a, plan: proposedOnline(), rows: map[string][]online.Row{}}
	s.figures = gallery{app: a, name: "online", pictures: s.pictures}
	s.theatre.s = s
	return s
}

// proposedOnline is the plan that the page proposes: the strategies of the
// published study.
func proposedOnline() online.Plan {
	p := online.Default()
	p.Strategies = []string{"random", online.Full, online.Noisy, online.Epsilon}
	return p
}

// planOn is the plan for one of the loaded traces, normalised: cleaning and
// machine are the trace's own.
func (s *selecting) planOn(o *Opened) (online.Plan, error) {
	p := s.plan
	p.Clean, p.Procs = o.Rules, o.Procs
	err := p.Normalise()
	return p, err
}

// selectionKey names what rows belong to.
func (o *Opened) selectionKey(p online.Plan) string { return string(o.Summary.Digest[:]) + p.Key() }

func (s *selecting) works(on []*Opened) ([]*work, error) {
	a := s.app
	var list []*work
	for _, o := range on {
		p, err := s.planOn(o)
		if err != nil {
			return nil, err
		}
		var w wire.Writer
		p.Encode(&w)
		key := o.selectionKey(p)
		list = append(list, &work{
			on: o, kind: online.Kind, plan: w.B, total: p.Resamples, steps: stepsOf(p),
			done: func() int { return len(firstRows(s.rows[key], p.Resamples)) },
			next: func() []int { return missingRows(s.rows[key], p.Resamples) },
			take: func(b []byte) error {
				r := wire.NewReader(b)
				row := online.DecodeRow(r)
				s.rows[key] = append(s.rows[key], row)
				return r.Close()
			},
			draw: func(must bool) bool {
				if a.State == Done { // the pool holds this plan from now on
					s.theatre.prepared = ready{key, a.run.id}
				}
				began := a.Browser.Now()
				if !must && s.selection != nil && began < s.again {
					return false
				}
				s.progress(o, p)
				now := a.Browser.Now() // the workers want the processor too
				s.again = now + 10*(now-began)
				return true
			},
		})
	}
	return list, nil
}

// progress shows what is known while tasks come in.
func (s *selecting) progress(o *Opened, p online.Plan) {
	a := s.app
	if a.View != viewOnline {
		return
	}
	if a.State != Running || a.Browser.Now()-s.explained > 2 {
		s.drawSide()
	}
	if o.Trace != a.Trace {
		return
	}
	s.selectOn(o, p)
	s.drawAnswer()
	if s.autoplay && a.State == Done {
		s.autoplay = false
		s.theatre.openAndPlay()
	}
}

// stepsOf is the number of progress steps of a task, as Runner.Steps.
func stepsOf(p online.Plan) int {
	n, simulated := len(p.Orders), map[study.Seconds]bool{}
	for _, e := range p.Entries() {
		if e.Strategy.Base != online.Fixed {
			n++
		}
		if e.Strategy.Simulates() && p.Feedback == online.Empty {
			simulated[e.Period] = true
		}
	}
	return n + len(simulated)*len(p.Orders)
}

// firstRows are the rows of resamples 1..n.
func firstRows(rows []online.Row, n int) []online.Row {
	var list []online.Row
	for _, r := range rows {
		if r.K <= n {
			list = append(list, r)
		}
	}
	return list
}

// missingRows are the resamples to compute next, given what is known.
func missingRows(rows []online.Row, n int) []int {
	have := map[int]bool{}
	for _, r := range rows {
		have[r.K] = true
	}
	var ks []int
	for k := 1; k <= n; k++ {
		if !have[k] {
			ks = append(ks, k)
		}
	}
	return ks
}

// selectOn makes the selection of what is computed of a plan; none where
// nothing is.
func (s *selecting) selectOn(o *Opened, p online.Plan) {
	s.selection, s.behind = nil, firstRows(s.rows[o.selectionKey(p)], p.Resamples)
	if len(s.behind) > 0 {
		s.selection = selection.Merge(p, o.Summary.Digest, s.behind)
	}
}

func (s *selecting) known() (done, wanted int) {
	wanted = s.plan.Traces(s.plan.Resamples)
	if s.selection != nil {
		done = s.selection.Done
	}
	return done, wanted
}

func (s *selecting) show() {
	o := s.app.current()
	p, err := s.planOn(o)
	if err != nil { // Learn says what is wrong
		s.selection = nil
		s.drawAnswer()
		return
	}
	s.selectOn(o, p)
	s.theatre.keep(o.selectionKey(p))
	s.drawAnswer()
	s.drawSide()
}

func (s *selecting) loaded() {}

// demo takes a plan that is done in seconds, where the visitor asked for
// nothing else, and plays one resample.
func (s *selecting) demo() {
	d, p := proposedOnline(), &s.plan
	if p.Weeks == d.Weeks {
		p.Weeks = 26
		s.app.Browser.SetValue("online-weeks", strconv.Itoa(p.Weeks))
	}
	if slices.Equal(p.Strategies, d.Strategies) {
		p.Strategies = []string{"random", online.Full, online.Epsilon}
	}
	if slices.Equal(p.Orders, d.Orders) { // one a criterion
		p.Orders = []string{"FCFS", "SPF", "SQF", "SEXP", "SRF", "SAF"}
	}
	if slices.Equal(p.Periods, d.Periods) {
		p.Periods = p.Periods[:1:1]
	}
	s.autoplay = true
}

// bases are the strategies to choose from, fixed orders left out.
func bases() []string {
	list := []string{"random", online.Full, online.Noisy, online.NoisyJob}
	for _, k := range bandit.Kinds() {
		if k.Name != "random" {
			list = append(list, k.Name)
		}
	}
	return list
}

// chooses says how often a strategy chooses, in a word.
func chooses(d study.Seconds) string {
	switch d {
	case job.Day:
		return "daily"
	case job.Week:
		return "weekly"
	case study.None:
		return "never"
	}
	return "every " + online.PeriodName(d)
}
