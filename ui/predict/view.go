// Package predict is the view that asks what knowing run times is worth, how much
// of it predictions get, and which ones.
package predict

import (
	"strconv"

	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/report"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/paper"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
	hostWhatIf  = "predict-what-if"
	hostMore    = "predict-more"
	hostPinned  = "predict-pinned"
	hostVerdict = "predict-verdict"
	hostLadder  = "predict-ladder"
	hostTable   = "predict-table"
	hostCaution = "predict-caution"
	hostSide    = "predict-side"
	hostLook    = "predict-look"
	hostJob     = "predict-job"
	hostAsking  = "predict-asking"
	hostMap     = "predict-map"
)

// View is the study on the page: question, answer, evidence.
type View struct {
	lab.Question[predict.Plan, predict.Row, *predict.Plan, *predict.Row]

	buttons lab.Buttons
	whatIf  lab.Fold
	more    lab.Fold

	// the answer for the trace in sight
	verdict lab.Verdict
	pin     lab.Pin
	report  *predict.Report
	behind  []predict.Row // what it was made from, the log itself included
	table   lab.Table[*predict.Way]
	pace    lab.Pace

	// the evidence, of the log itself
	figures lab.Figures
	details details
	by      string // how errors are grouped: user or request
	methods lab.Paragraph

	// the map of triples
	maps    study.Book[triples.Row, *triples.Row]
	mapPace lab.Pace
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{by: byRequest}
	v.Follow = true
	v.Judge = func(p predict.Plan, of *archive.Log, rows []predict.Row) {
		predict.Merge(p, of.Digest, rows).Warn(rows, of.Source())
	}
	v.Lab, v.Kind, v.Plan, v.Proposed, v.IDs, v.Verb = l, predict.Name, predict.Default(), predict.Default, "predict-", "Predict"
	v.Command, v.Usual, v.Number = predict.Verb, predict.Default, "resamples"
	v.whatIf = lab.Fold{Key: "what-if", ID: hostWhatIf, Button: "what if"}
	v.more = lab.Fold{Key: "more", ID: hostMore, Button: "more settings"}
	v.buttons = lab.Buttons{Lab: l, ID: "predict", Verb: v.Verb, Folds: []*lab.Fold{&v.whatIf, &v.more}, Known: func() string { return v.Question.ToGo("resamples") }}
	v.pin = lab.Pin{Lab: l, Host: hostPinned}
	v.verdict = lab.Verdict{Lab: l, Host: hostVerdict, Doing: "Predicting", Stopped: v.stopped}
	v.table = v.columns()
	v.figures = lab.Figures{Lab: l, Name: predict.Name, Look: hostLook, Pictures: v.pictures}
	v.details.v = v
	v.methods = lab.Paragraph{Lab: l, ID: "predict-methods", Text: v.methodsText}
	return v
}

// Key and Name are those of the view's tab, Answer the id of its answer.
func (v *View) Key() string    { return predict.Name }
func (v *View) Name() string   { return "Predict" }
func (v *View) Answer() string { return "predict-answer" }

// Works is what the plan asks of traces.
func (v *View) Works(on []*lab.Opened) ([]*lab.Work, error) {
	var list []*lab.Work
	for _, o := range on {
		p, err := v.On(o)
		if err != nil {
			return nil, err
		}
		w := v.Work(o, &p, p.Resamples)
		v.Meant(o, &p)
		w.Draw = func(must bool) bool {
			return v.pace.Draw(v.Lab.Browser, must || v.report == nil || v.verdict.Standing != lab.Asked, func() { v.drawKnown(o, p) })
		}
		list = append(list, w)
	}
	v.drawForm()
	return list, nil
}

// Look is the work of a first, rough answer on a trace.
func (v *View) Look(o *lab.Opened) *lab.Work {
	return v.Question.Look(o, v.Plan.Resamples, func(bool) bool {
		if p, err := v.On(o); err == nil {
			v.drawKnown(o, p)
		}
		return true
	})
}

// drawKnown shows what is known of a plan on a trace.
func (v *View) drawKnown(o *lab.Opened, p predict.Plan) {
	if v.Lab.View != v {
		return
	}
	v.drawSide()
	if v.Lab.InSight(v, o) {
		v.reportOn(o, p)
		v.drawAnswer()
	}
}

// reportOn makes the report on a trace of what is computed of a plan, else of a first
// look at it; where there is neither, the answer to an earlier question stays.
func (v *View) reportOn(o *lab.Opened, p predict.Plan) {
	var was *predict.Plan
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

func merge(o *lab.Opened, p predict.Plan, rows []predict.Row) *predict.Report {
	r := predict.Merge(p, o.Summary.Digest, rows)
	r.Warn(rows, o.Source())
	return r
}

// Paper is the answer as a page, Filed as a study.
func (v *View) Paper() *paper.Paper { return v.report.Paper(v.Lab.Source()) }

func (v *View) Filed(said *paper.Paper) *archive.Study { return v.FiledWith(v.behind, said) }

// Known is how many resamples are behind what is shown, and how many are wanted.
func (v *View) Known() (done, total int) {
	total = v.Wanted(v.Plan.Resamples)
	if v.report == nil || v.verdict.Standing != lab.Asked {
		return 0, total
	}
	return v.report.Done, v.report.Plan.Resamples
}

// Show draws what is known of the plan on the trace in sight.
func (v *View) Show() {
	v.Settings() // as the log in sight has them
	v.drawForm()
	o := v.Lab.Current()
	if p, err := v.On(o); err == nil {
		v.reportOn(o, p)
	}
	v.drawAnswer()
	v.drawSide()
}

// Demo asks what is proposed: that is soon done for the sample.
func (v *View) Demo() {}

// Set takes what a field asks for.
func (v *View) Set(key, text string) {
	switch key {
	case "threshold-on":
		v.Plan.Threshold = -1
		if text != "none" {
			v.Plan.Threshold = usualThreshold
		}
		v.Lab.Changed()
	case "predictor-of":
		v.Question.Set("predictor", text)
	case "predict-by":
		v.by = text
		v.drawFigures()
	case "predict-number":
		v.details.number(text)
	default:
		if key != "backfill" || text != own { // it is in force
			v.Question.Set(key, text)
		}
	}
}

// usualThreshold is the one that the page proposes, 40 h.
const usualThreshold = 40 * 3600

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	switch {
	case v.Question.Act(what, arg):
	case v.figures.Act(what, arg):
		v.drawLook()
	case v.pin.Act(what, v.pinnable()):
	case what == "fold":
		v.buttons.Toggle(arg)
		v.drawForm()
	case what == "methods":
		v.methods.Copy()
	case what == "predict-map":
		v.drawMaps()
	case what == "predict-map-csv":
		v.Lab.SaveText("shadowtime-triples.csv", v.atlas().CSV())
	case v.report == nil:
	case what == "sort":
		if v.table.SortBy(arg) {
			v.drawTable()
			v.Lab.Browser.Focus("sort-" + arg)
		}
	case what == "save":
		v.Lab.SavePicture(v.Lab.FileName(arg, predict.Name), func() string { return v.ladder(900, true) }, v.report.CSV)
	case what == "predict-look":
		v.details.number(arg)
	case what == "predict-asking":
		v.details.ask()
	case what == "side-csv":
		v.Lab.SaveText("shadowtime-predict-side-by-side.csv", predict.CSV(v.side()))
	}
}

// ---- the question

// predictors are those of the sentence, with their words.
var predictors = [][2]string{
	{"learned", "learning"}, {"ave2", "the average of a user’s last two"}, {"history2", "the last two of the same program"},
	{"quantile@0.8", "learning their 0.8 quantile"}, {"requested", "the request alone"}, {"clairvoyant", "knowing them"},
}

// Predictors are the values of the sentence's choice, the plan's own among them.
func (v *View) Predictors() (values []string) {
	known := false
	for _, p := range predictors {
		values = append(values, p[0])
		known = known || p[0] == v.Plan.Predictor
	}
	if !known {
		values = append(values, v.Plan.Predictor)
	}
	return values
}

// PredictorWords says a predictor in the sentence.
func (v *View) PredictorWords(value string) string {
	for _, p := range predictors {
		if p[0] == value {
			return p[1]
		}
	}
	return value
}

// Corrects says whether predictions may be outlived.
func (v *View) Corrects() bool { return (triples.Triple{Predictor: v.Plan.Predictor}).Corrects() }

// Learns says whether the learner has a loss.
func (v *View) Learns() bool { return v.Plan.Predictor == triples.Learned }

// Correction and Backfill are the settings' values.
func (v *View) Correction() string { return v.Plan.Correction.String() }
func (v *View) Objective() string  { return v.Plan.Objective.String() }

// Backfills are the values of the sentence's choice, the plan's own among them.
func (v *View) Backfills() []string {
	list := []string{triples.SJBF, triples.FCFS, "SAF"}
	for _, x := range list {
		if x == v.Plan.Backfill {
			return list
		}
	}
	return append(list, v.Plan.Backfill)
}

// own is the value of a formula, which is too long for an attribute.
const own = "own"

// BackfillValue is how the choice calls an order.
func (v *View) BackfillValue(order string) string {
	if lab.IsOwn(order) {
		return own
	}
	return order
}

// BackfillWords says a backfill order in the sentence.
func (v *View) BackfillWords(value string) string {
	switch value {
	case triples.SJBF:
		return "the shortest predicted first"
	case triples.FCFS:
		return "in order of arrival"
	case "SAF":
		return "the smallest predicted area first"
	}
	return "by " + order.Short(value)
}

// HasThreshold says whether there is one; Hours is it, or the usual one.
func (v *View) HasThreshold() bool { return v.Plan.Threshold >= 0 }
func (v *View) Hours() string {
	if !v.HasThreshold() {
		return strconv.Itoa(usualThreshold / 3600)
	}
	return v.Shown("threshold")
}

// Tips of the words that the question explains.
const (
	predictTip   = "In place of the time that its user requests, a job is planned with a prediction made when it is submitted, from what is known then of it and of its user’s jobs."
	correctTip   = "A job that outlives its prediction runs on; the scheduler then plans with a longer one, never longer than the request: the request itself, steps of 1 min to 100 h, or twice the last."
	backfillTip  = "In which order the jobs behind the head are asked whether they fit now, by predicted times. The front of the queue stays in order of arrival."
	thresholdTip = "Jobs that have waited longer than this go first, in submit order. It ends the starving that predictions which are too short can bring."
	resamplesTip = "Each is made of weeks of the log, drawn anew: whole weeks of all users, some in a row, unless you ask for another way. All ways are replayed on the same resamples, and on the log as it was."
	objectiveTip = "Bounded slowdown: wait and run time over the run time, which counts as τ at least; 1 is the best. It weighs short jobs, waiting weighs long queues."
)

// drawForm draws what is unfolded of the form.
func (v *View) drawForm() {
	v.DrawAsking()
	var whatIf, more *lab.Panel
	if v.whatIf.Open {
		whatIf = &lab.Panel{}
		whatIf.Open(hostWhatIf, "more", "What if")
		v.WhatIf(whatIf, "load", "closer", "procs", "flurry", "variant", "block", "week-start")
		whatIf.Close()
	}
	v.Lab.Draw(hostWhatIf, whatIf)
	if v.more.Open {
		more = &lab.Panel{}
		more.Open(hostMore, "more", "More settings")
		if v.Learns() {
			v.More(more, "loss")
		}
		v.More(more, "predictor", "backfill", "queue-depth", "backfill-tries", "also", "seed", "dialect", "tau")
		more.Close()
	}
	v.Lab.Draw(hostMore, more)
}

// pinnable is the answer in sight, once it is the one asked for and is complete.
func (v *View) pinnable() *lab.Pinnable {
	if v.report == nil || v.verdict.Standing != lab.Asked || v.report.Done < 2 || v.Lab.Computes(v.Kind) {
		return nil
	}
	return v.Pinnable(v.report.Plan, v.report.Sentence(), func() *report.Kept { return v.report.Kept(v.behind) })
}
