// Package tune is the view that searches the orders of EASY's two queues and
// the threshold: learned on one half of the log, judged on the other.
package tune

import (
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/paper"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
	hostOrders     = "tune-orders"
	hostThresholds = "tune-thresholds"
	hostMore       = "tune-more"
	hostPinned     = "tune-pinned"
	hostVerdict    = "tune-verdict"
	hostSetting    = "tune-setting"
	hostPair       = "tune-pair"
	hostReading    = "tune-reading"
	hostSweep      = "tune-sweep"
	hostSlider     = "tune-slider"
	hostPairs      = "tune-pairs"
	hostCaution    = "tune-caution"
	hostSide       = "tune-side"
	hostLook       = "tune-look"
)

// View is the search on the page: question, answer, evidence.
type View struct {
	lab.Question[tune.Plan, tune.Row, *tune.Plan, *tune.Row]

	buttons                   lab.Buttons
	more                      lab.Fold
	showPairs, showThresholds bool

	// the answer for the trace in sight
	verdict   lab.Verdict
	pin       lab.Pin
	report    *tune.Report
	behind    []tune.Row // what it was made from
	explained *tune.Evidence
	made      made // what the answer was made for
	pace      lab.Pace
	explain   lab.Pace // of the evidence

	chooser chooser
	table   lab.Table[*tune.Tuned]
	showAll bool // every row of it

	// the figures behind it
	figures lab.Figures
	look    look
	methods lab.Paragraph
}

// made is what an answer depends on.
type made struct {
	log    job.Digest
	plan   string // encoded
	rows   int
	coming bool // more of them are being computed
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{chooser: chooser{place: -1}}
	v.Judge = func(p tune.Plan, of *archive.Log, rows []tune.Row) {
		tune.Glance(p, of.Digest, rows).Warn(rows, of.Source())
	}
	v.Lab, v.Kind, v.Plan, v.Proposed, v.IDs, v.Verb = l, tune.Name, tune.Default(), tune.Default, "tune-", "Tune"
	v.Command, v.Usual, v.Number = tune.Verb, tune.Default, "weeks"
	v.more = lab.Fold{Key: "more", ID: "tune-more", Button: "more settings"}
	v.buttons = lab.Buttons{Lab: l, ID: "tune", Verb: v.Verb, Folds: []*lab.Fold{&v.more}, Known: func() string { return v.Question.Known(noun) }}
	v.pin = lab.Pin{Lab: l, Host: hostPinned}
	v.verdict = lab.Verdict{Lab: l, Host: hostVerdict, Doing: "Tuning", Stopped: v.stopped}
	v.table = v.columns()
	v.figures = lab.Figures{Lab: l, Name: tune.Name, Look: hostLook, Pictures: v.pictures}
	v.methods = lab.Paragraph{Lab: l, ID: "tune-methods", Text: v.methodsText}
	return v
}

// Key and Name are those of the view's tab, Answer the id of its answer.
func (v *View) Key() string    { return tune.Name }
func (v *View) Name() string   { return "Tune" }
func (v *View) Answer() string { return "tune-answer" }

// noun is what the tasks of a search are called, unit their steps.
const (
	noun = "weeks of each half"
	unit = "pairs of orders"
)

// Works is what the plan asks of traces.
func (v *View) Works(on []*lab.Opened) ([]*lab.Work, error) {
	var list []*lab.Work
	for _, o := range on {
		p, err := v.On(o)
		if err != nil {
			return nil, err
		}
		v.Meant(o, &p)
		list = append(list, v.search(o, &p, noun))
		if w := v.after(o, p); w != nil {
			list = append(list, w)
		}
	}
	v.showPairs, v.showThresholds = false, false
	v.drawForm()
	return list, nil
}

// Look is the work of a first, rough answer on a trace: the first weeks of each
// half.
func (v *View) Look(o *lab.Opened) *lab.Work {
	return v.Question.Look(o, v.Plan.Resamples, func(must bool) bool { return v.drawKnown(o, must) })
}

// search is the work of a plan.
func (v *View) search(o *lab.Opened, p *tune.Plan, named string) *lab.Work {
	w := v.Work(o, p, p.Resamples)
	w.Noun, w.Unit = named, unit
	w.Draw = func(must bool) bool { return v.drawKnown(o, must) }
	return w
}

// drawKnown shows what is known while weeks of a trace come in.
func (v *View) drawKnown(o *lab.Opened, must bool) bool {
	if v.Lab.View != v {
		return true
	}
	return v.pace.Draw(v.Lab.Browser, must || v.report == nil, func() {
		if v.Lab.InSight(v, o) || v.Lab.State != lab.Running {
			v.drawAnswer()
		} else {
			v.drawSide()
		}
	})
}

// Paper is the answer as a page, Filed as a study.
func (v *View) Paper() *paper.Paper { return v.report.Paper() }

func (v *View) Filed(said *paper.Paper) *archive.Study { return v.FiledWith(v.behind, said) }

// Known is how many weeks of each half are behind what is shown, and how many
// are wanted.
func (v *View) Known() (done, wanted int) {
	wanted = v.Wanted(v.Plan.Resamples)
	if v.report != nil && v.verdict.Standing == lab.Asked {
		done = v.report.Done
	}
	return done, wanted
}

// Show draws what is known of the plan on the trace in sight.
func (v *View) Show() {
	v.Settings() // as the log in sight has them
	v.drawForm()
	v.drawAnswer()
}

// demoWeeks are enough weeks for the sample's answer to be sure.
const demoWeeks = 60

// Demo takes few weeks, where no study says how many.
func (v *View) Demo() {
	if v.Plan.Protocol != "" {
		return
	}
	v.Plan.Resamples = min(v.Plan.Resamples, demoWeeks)
	v.Lab.Browser.SetValue("tune-weeks", v.Shown("weeks"))
}

// reportOn makes the report of what is computed of the plan on the trace in
// sight; none where nothing is. It depends on what is known and on whether more
// is being computed: then how sure the choice is is left for later.
func (v *View) reportOn(o *lab.Opened) {
	p, err := v.On(o)
	var rows []tune.Row
	if err == nil {
		rows = v.Rows(o, &p).Known(p.Resamples)
	}
	_, weeks := study.Split(rows)
	switch {
	case len(weeks) == 0 && v.report != nil && v.made.log == o.Summary.Digest:
		v.Earlier(&v.verdict, &v.report.Plan)
		return
	case len(weeks) == 0:
		v.report, v.behind, v.explained, v.made = nil, nil, nil, made{}
		v.verdict.Is(lab.Asked, "")
		return
	}
	_, _, looked := v.Looked(o, p, p.Resamples)
	v.Found(&v.verdict, looked, noun, len(weeks), 1, p.Resamples, 1)
	now := made{o.Summary.Digest, string(study.EncodePlan(p.Settings())), len(rows), v.Lab.Computes(v.Kind) && len(rows) < p.Resamples+1} // with the halves themselves
	if now == v.made {
		return
	}
	v.behind, v.made = rows, now
	if now.coming {
		v.report = tune.Glance(p, now.log, rows)
	} else {
		v.report = tune.Merge(p, now.log, rows)
	}
	v.report.Warn(rows, v.Lab.Source())
	v.explained = nil
}

// explainIt computes the evidence where it is not known yet, once it is worth its
// time.
func (v *View) explainIt() {
	if v.report != nil && v.explained == nil && (v.complete() || v.report.Plan.Choices() <= manyChoices) { // seconds are for the end
		v.explained = tune.Explain(v.report, v.behind)
	}
}

// manyChoices is from how many choices on the evidence waits for the end.
const manyChoices = 200

// complete says whether all weeks are computed.
func (v *View) complete() bool {
	return v.report != nil && v.report.Done == v.report.Plan.Resamples
}

// Set takes what a field asks for: how to look at the figures, or what to ask.
func (v *View) Set(key, text string) {
	if !v.setLook(key, text) && !v.setForm(key, text) {
		v.Question.Set(key, text)
	}
}

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	if v.Question.Act(what, arg) {
		return
	}
	if v.figures.Act(what, arg) {
		v.drawLook()
		return
	}
	switch what {
	case "methods":
		v.methods.Copy()
	case "fold":
		v.fold(arg)
	case "pairs":
		v.choosePairs(arg)
	case "thresholds":
		v.setThresholds(arg)
	case "studied":
		v.Lab.SetRules(v.studied())
	}
	if v.report == nil {
		return
	}
	if v.pin.Act(what, v.pinnable()) {
		return
	}
	switch what {
	case "tune-sort":
		v.sortBy(arg)
	case "tune-all-rows":
		v.showRows()
	case "tune-csv":
		v.saveCSV()
	case "tune-theta":
		v.slide(arg)
	case "tune-queue", "tune-with":
		v.choosePair(what, arg)
	case "tune-sweep":
		v.saveSweep(arg)
	case "tune-try":
		v.tryThresholds()
	}
}
