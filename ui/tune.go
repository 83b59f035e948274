package ui

import (
	"fmt"
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/tune"
	"shadowtime/core/tuning"
	"shadowtime/core/wire"
)

// tuner is the view that searches the orders of EASY's two queues and the
// threshold: learned on one half of the log, judged on the other.
type tuner struct {
	app  *App
	plan tune.Plan
	rows map[string][]tune.Row // by trace and plan, so that asking for more continues

	// the answer for the trace in sight
	report    *tuning.Report
	behind    []tune.Row // what it was made from
	explained *tuning.Evidence
	made      string // what the answer was made for
	halves    map[*Trace]tuning.Halves
	due       float64 // when drawing what is known so far is worth its time again

	// what is unfolded, chosen and sorted by
	ShowPairs, ShowThresholds, ShowMore, ShowAll bool

	sort    tunedColumn
	down    bool
	chooser chooser
	gallery gallery
	look    tuneLook
	copied  string
}

func newTuning(a *App) *tuner {
	t := &tuner{app: a, plan: tune.Default(), rows: map[string][]tune.Row{}, halves: map[*Trace]tuning.Halves{}, sort: byTraining}
	t.chooser.place = -1
	t.gallery = gallery{app: a, name: "tune", pictures: t.pictures}
	return t
}

// planOn is the plan for one of the loaded traces, normalised: cleaning and
// machine are the trace's own.
func (t *tuner) planOn(o *Opened) (tune.Plan, error) {
	p := t.plan
	p.Clean, p.Procs = o.Rules, o.Procs
	p.Primaries, p.Backfills, p.Thresholds = slices.Clone(p.Primaries), slices.Clone(p.Backfills), slices.Clone(p.Thresholds)
	err := p.Normalise()
	return p, err
}

func (o *Opened) tuneKey(p *tune.Plan) string { return string(o.Summary.Digest[:]) + p.Key() }

// rowsOn are the rows of the weeks that the plan wants.
func (t *tuner) rowsOn(o *Opened, p *tune.Plan) []tune.Row {
	var w []tune.Row
	for _, r := range t.rows[o.tuneKey(p)] {
		if r.K <= p.Resamples {
			w = append(w, r)
		}
	}
	return w
}

func (t *tuner) missing(o *Opened, p *tune.Plan) []int {
	have := make([]bool, p.Resamples+1)
	for _, r := range t.rowsOn(o, p) {
		have[r.K] = true
	}
	var ks []int
	for k := 1; k <= p.Resamples; k++ {
		if !have[k] {
			ks = append(ks, k)
		}
	}
	return ks
}

func (t *tuner) works(on []*Opened) ([]*work, error) {
	var list []*work
	for _, o := range on {
		p, err := t.planOn(o)
		if err != nil {
			return nil, err
		}
		list = append(list, t.search(o, p))
		if w := t.after(o, p); w != nil {
			list = append(list, w)
		}
	}
	t.ShowPairs, t.ShowThresholds, t.due = false, false, 0
	return list, nil
}

// search is the work of a plan.
func (t *tuner) search(o *Opened, p tune.Plan) *work {
	return &work{
		on: o, kind: tune.Kind, plan: tunePlanBytes(&p), total: p.Resamples, steps: 2 * p.Choices(), noun: tuneNoun, unit: "settings",
		done: func() int { return len(t.rowsOn(o, &p)) },
		next: func() []int { return t.missing(o, &p) },
		take: func(b []byte) error { return t.take(o, &p, b) },
		draw: func(must bool) bool { return t.draw(o, must) },
	}
}

// tuneNoun is what the tasks of a search are called.
const tuneNoun = "weeks of each half"

func tunePlanBytes(p *tune.Plan) []byte {
	var w wire.Writer
	p.Encode(&w)
	return w.B
}

func (t *tuner) take(o *Opened, p *tune.Plan, b []byte) error {
	r := wire.NewReader(b)
	row, err := tune.DecodeRow(r)
	if err != nil {
		return err
	}
	key := o.tuneKey(p)
	t.rows[key] = append(t.rows[key], row)
	return r.Close()
}

// draw shows what is known. While weeks come in it takes a tenth of the time
// at most.
func (t *tuner) draw(o *Opened, must bool) bool {
	a := t.app
	if o.Trace != a.Trace || a.View != viewTune {
		return true
	}
	began := a.Browser.Now()
	if !must && began < t.due {
		return false
	}
	t.show()
	t.due = began + 10*(a.Browser.Now()-began)
	return true
}

func (t *tuner) known() (done, wanted int) {
	wanted = t.plan.Traces(t.plan.Resamples)
	if t.report != nil {
		done = t.report.Done
	}
	return done, wanted
}

func (t *tuner) show() {
	o := t.app.current()
	p, err := t.planOn(o)
	if err != nil {
		t.clear()
	} else {
		t.reportOn(o, p)
	}
	t.drawAll()
}

func (t *tuner) clear() { t.report, t.behind, t.explained, t.made = nil, nil, nil, "" }

// reportOn makes the report of what is computed of a plan; none where nothing
// is. Intervals are computed of what the table shows.
func (t *tuner) reportOn(o *Opened, p tune.Plan) {
	rows := t.rowsOn(o, &p)
	if len(rows) == 0 {
		t.clear()
		return
	}
	made := o.tuneKey(&p) + fmt.Sprint(p.Resamples, p.Objective, p.Bound, len(rows))
	if made == t.made {
		return
	}
	t.behind, t.made = rows, made
	t.report = tuning.View(p, o.Summary.Digest, rows, t.wanted(o, p, rows))
	t.explained = nil
	if t.complete() || p.Choices() <= manyChoices { // seconds are for the end
		t.explained = tuning.Explain(t.report, rows)
	}
}

// manyChoices is from how many choices on the evidence waits for the end, and
// only the intervals of rows in sight are computed.
const manyChoices = 200

func (t *tuner) wanted(o *Opened, p tune.Plan, rows []tune.Row) func(int) bool {
	if t.app.State == Running && len(rows) < p.Resamples {
		return func(int) bool { return false }
	}
	if p.Choices() <= manyChoices {
		return func(int) bool { return true }
	}
	quick := tuning.Glance(p, o.Summary.Digest, rows)
	in := map[tune.Choice]bool{}
	for _, x := range quick.Ranked()[:topTuned] {
		in[x.Choice()] = true
	}
	in[quick.Recommended.Choice()] = true
	return func(c int) bool { return in[p.Choice(c)] }
}

// halvesOf are the whole weeks of the halves of the trace in sight.
func (t *tuner) halvesOf(x *Trace) tuning.Halves {
	h, ok := t.halves[x]
	if !ok {
		h = tuning.HalvesOf(job.DecodeTrace(wire.NewReader(x.Data)))
		t.halves[x] = h
	}
	return h
}

func (t *tuner) loaded() {}

func (t *tuner) demo() { t.plan.Resamples = min(t.plan.Resamples, demoWeeks) }

// demoWeeks are enough weeks for the sample's answer to be sure.
const demoWeeks = 60

// changed shows what is already known of the plan.
func (t *tuner) changed() {
	t.app.Message = ""
	t.app.planChanged()
	t.drawOrders()
}

// Visible says whether the view is in sight, with a trace to ask about.
func (t *tuner) Visible() bool { return t.app.View == viewTune && t.app.Trace != nil }

// Answered says whether there is an answer, or one on its way.
func (t *tuner) Answered() bool {
	s := t.app.State
	return t.Visible() && (t.report != nil || s == Running || s == Cancelled)
}

// complete says whether all weeks are computed.
func (t *tuner) complete() bool {
	return t.report != nil && t.report.Done == t.report.Plan.Resamples
}
