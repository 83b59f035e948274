// Package online is the view that lets strategies choose orders while the
// machine runs: what learning was worth, and one resample of it to watch.
package online

import (
	"slices"
	"strings"

	"shadowtime/core/experiment/online"
	"shadowtime/core/job/resample"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/paper"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
	hostStrategies   = "online-strategies"
	hostOrders       = "online-orders"
	hostWhatIf       = "online-what-if"
	hostMore         = "online-more"
	hostPinned       = "online-pinned"
	hostVerdict      = "online-verdict"
	hostPrinted      = "online-printed"
	hostForest       = "online-forest"
	hostTable        = "online-table"
	hostCaution      = "online-caution"
	hostSide         = "online-side"
	hostLook         = "online-look"
	hostStoryAsk     = "story-ask"
	hostStory        = "story"
	hostStoryHead    = "story-head"
	hostStoryReading = "story-reading"
	hostStoryTools   = "story-tools"
)

const (
	thresholdTip = "Jobs that have waited longer than this go first, in submit order. It bounds what a bad choice can do."
	resamplesTip = "Each is made of weeks of the log, drawn anew: whole weeks of all users, some in a row, unless you ask for another way. All strategies are replayed on the same resamples, and on the log as it was."
)

// View is the selection on the page: question, answer, evidence, and the
// theatre.
type View struct {
	lab.Question[online.Plan, online.Row, *online.Plan, *online.Row]

	buttons                             lab.Buttons
	whatIf, more                        lab.Fold
	showStrategies, showHow, showOrders bool

	// the answer for the trace in sight
	verdict  lab.Verdict
	pin      lab.Pin
	printed  lab.Printed // what a study printed for the log
	report   *online.Report
	behind   []online.Row // what it was made from, the log itself included
	evidence *online.Evidence
	fixed    *online.Report // each order for good
	explain  lab.Pace       // of the evidence
	sides    lab.Pace       // of several logs side by side
	pace     lab.Pace       // of drawing while tasks come in

	// the figures behind it, and the strategy that figures of one look at
	figures lab.Figures
	looked  string
	methods lab.Paragraph

	theatre  theatre
	autoplay bool // open a story when the run is done
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{}
	v.Follow = true
	v.Judge = func(p online.Plan, of *archive.Log, rows []online.Row) {
		online.Merge(p, of.Digest, rows).Warn(rows, of.Source())
	}
	v.Lab, v.Kind, v.Plan, v.Proposed, v.IDs, v.Verb = l, online.Name, online.Proposed(), online.Proposed, "online-", "Learn"
	v.Command, v.Usual, v.Number = online.Verb, online.Default, "resamples"
	v.whatIf = lab.Fold{Key: "what-if", ID: "online-what-if", Button: "what if"}
	v.more = lab.Fold{Key: "more", ID: "online-more", Button: "more settings"}
	v.buttons = lab.Buttons{Lab: l, ID: "learn", Verb: v.Verb, Folds: []*lab.Fold{&v.whatIf, &v.more}, Known: func() string { return v.Question.ToGo("resamples") }}
	v.pin = lab.Pin{Lab: l, Host: hostPinned}
	v.printed = lab.Printed{Lab: l, Host: hostPrinted, Next: v.buttons.ID, Set: v.Set, Protocol: func() string { return v.Plan.Protocol }}
	v.verdict = lab.Verdict{Lab: l, Host: hostVerdict, Doing: "Learning", Stopped: v.stopped}
	v.figures = lab.Figures{Lab: l, Name: online.Name, Look: hostLook, Pictures: v.pictures}
	v.methods = lab.Paragraph{Lab: l, ID: "online-methods", Text: v.methodsText}
	v.theatre.v = v
	return v
}

// Key and Name are those of the view's tab, Answer the id of its answer.
func (v *View) Key() string    { return online.Name }
func (v *View) Name() string   { return "Online" }
func (v *View) Answer() string { return "online-answer" }

// Works is what the plan asks of traces.
func (v *View) Works(on []*lab.Opened) ([]*lab.Work, error) {
	l := v.Lab
	var list []*lab.Work
	for _, o := range on {
		p, err := v.On(o)
		if err != nil {
			return nil, err
		}
		w := v.Work(o, &p, p.Resamples)
		v.Meant(o, &p)
		w.Draw = func(must bool) bool {
			return v.pace.Draw(l.Browser, must || v.report == nil, func() { v.progress(o, p) })
		}
		list = append(list, w)
	}
	return list, nil
}

// progress shows what is known while tasks come in.
func (v *View) progress(o *lab.Opened, p online.Plan) {
	l := v.Lab
	if l.View != v {
		return
	}
	v.sides.Draw(l.Browser, l.State != lab.Running, v.drawSide)
	if !l.InSight(v, o) {
		return
	}
	v.selectOn(o, p)
	v.drawAnswer()
	if v.autoplay && l.State == lab.Done {
		v.autoplay = false
		v.theatre.openAndPlay(false) // the page stays at its answer
	}
}

// Look is the work of a first, rough answer on a trace.
func (v *View) Look(o *lab.Opened) *lab.Work {
	return v.Question.Look(o, v.Plan.Resamples, func(bool) bool {
		if p, err := v.On(o); err == nil && v.Lab.InSight(v, o) {
			v.selectOn(o, p)
			v.drawAnswer()
		}
		return true
	})
}

// selectOn makes the report on a trace of what is computed of a plan, else of a first
// look at it; where there is neither, the answer to an earlier question stays.
func (v *View) selectOn(o *lab.Opened, p online.Plan) {
	var was *online.Plan
	if v.report != nil && v.report.Digest == o.Summary.Digest.Hex() {
		was = &v.report.Plan
	}
	shown, rows, ok := v.Behind(&v.verdict, o, p, was)
	switch {
	case ok:
		v.report, v.behind = merge(o, shown, rows), rows
	case was == nil:
		v.report, v.behind = nil, nil
	}
}

func merge(o *lab.Opened, p online.Plan, rows []online.Row) *online.Report {
	x := online.Merge(p, o.Summary.Digest, rows)
	x.Warn(rows, o.Source())
	return x
}

// Paper is the answer as a page, Filed as a study.
func (v *View) Paper() *paper.Paper { return v.report.Paper(v.Lab.Source(), v.behind) }

func (v *View) Filed(said *paper.Paper) *archive.Study { return v.FiledWith(v.behind, said) }

// Known is how many resamples are behind what is shown, and how many are wanted.
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
	o := v.Lab.Current()
	p, err := v.On(o)
	if err != nil { // Learn says what is wrong
		v.report = nil
		v.drawAnswer()
		return
	}
	v.selectOn(o, p)
	v.theatre.keep(v.KeyOf(o, &p))
	v.drawAnswer()
	v.drawSide()
}

// Demo takes a plan that is done in seconds, where the visitor asked for
// nothing else, and plays one resample.
func (v *View) Demo() {
	d, p := online.Proposed(), &v.Plan
	v.autoplay = true
	if p.Protocol != "" { // as it is asked
		return
	}
	if v.Follows() {
		p.Weeks = min(p.Weeks, 26)
		v.Lab.Browser.SetValue("online-weeks", v.Shown("weeks"))
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
}

// Read takes the plan of a link, its names in their one form.
func (v *View) Read(get func(key string) string) error {
	if err := v.Question.Read(get); err != nil {
		return err
	}
	p := v.Plan
	if p.Normalise() == nil {
		v.Plan.Strategies, v.Plan.Orders = p.Strategies, p.Orders
	}
	return nil
}

// Set takes what a field asks for.
func (v *View) Set(key, text string) {
	what, name, _ := strings.Cut(key, ":")
	switch what {
	case "order":
		v.setOrder(name, text == "true")
	case "strategy":
		v.setStrategy(name, text == "true")
	case "formula":
		if v.Lab.TakeOwn(&v.Plan.Orders, text) {
			v.ordersChanged()
		}
	case "values":
		v.setValues(name, text)
	case "fixed":
		v.setFixed(text == "true")
	case "threshold-on":
		v.Plan.Threshold = study.None
		if text != "none" {
			v.Plan.Threshold = online.Proposed().Threshold
		}
		v.Lab.Changed()
	case "look":
		v.looked = text
		v.drawFigures()
		v.theatre.drawAsk()
	case "story-strategy":
		v.theatre.choose(text)
	case "story-k":
		v.theatre.setK(text)
	default:
		v.Question.Set(key, text)
	}
}

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	switch {
	case v.Question.Act(what, arg):
	case v.figures.Act(what, arg):
		v.drawLook()
	case v.pin.Act(what, v.pinnable()):
	case v.printed.Act(what):
		v.drawAnswer()
	case what == "fold":
		switch arg {
		case "strategies":
			v.showStrategies = !v.showStrategies
		case "how":
			v.showHow = !v.showHow
		case "orders":
			v.showOrders = !v.showOrders
		}
		v.buttons.Toggle(arg)
		v.drawForm()
	case what == "choose":
		v.choose(arg == "all")
	case what == "choose-orders":
		names, _ := study.ParseOrders(arg)
		v.Plan.Orders = append(names, lab.Own(v.Plan.Orders)...)
		v.ordersChanged()
	case what == "save" && v.report != nil:
		v.Lab.SavePicture(v.Lab.FileName(arg, online.Name), func() string { return v.forest(lab.Standalone) }, func() string {
			return online.CSV([]online.Trace{{Name: v.Lab.Summary.Name, Report: v.report}})
		})
	case what == "online-csv":
		list, _ := v.beside()
		v.Lab.SaveText("shadowtime-online-side-by-side.csv", online.CSV(list))
	case what == "methods":
		v.methods.Copy()
	default:
		v.theatre.act(what, arg)
	}
}

// Original says whether it is asked of the log as it was.
func (v *View) Original() bool { return v.Plan.Variant == resample.Original }
