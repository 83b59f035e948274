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
	hostSetting = "tune-setting"
	hostPair    = "tune-pair"
	hostReading = "tune-reading"
	hostSweep   = "tune-sweep"
	hostSlider  = "tune-slider"
	hostPairs   = "tune-pairs"
	hostCaution = "tune-caution"
	hostSide    = "tune-side"
	hostLook    = "tune-look"
)

// View is the search on the page: question, answer, evidence.
type View struct {
	lab.Question[tune.Plan, tune.Row, *tune.Plan, *tune.Row]
	pairs, thresholds *lab.Fold

	// the answer for the trace in sight
	report    *tune.Report
	behind    []tune.Row // what it was made from
	explained *tune.Evidence
	made      made // what the answer was made for
	pace      lab.Pace
	explain   lab.Pace // of the evidence

	chooser chooser
	table   lab.Table[*tune.Tuned]
	showAll bool // every row of it
	look    look // how the figures behind it are looked at
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
	v.Plan, v.Proposed, v.Usual = tune.Default(), tune.Default, tune.Default
	v.table = v.columns()
	v.pairs = &lab.Fold{Key: "pairs", ID: "tune-pairs-fold", Host: "tune-orders", Legend: "Pairs of orders", Class: "orders",
		Fill: v.fillPairs}
	v.thresholds = &lab.Fold{Key: "thresholds", ID: "tune-thresholds-fold", Host: "tune-thresholds", Legend: "Thresholds",
		Fill: v.fillThresholds}
	v.Begin(lab.Study{
		Command: tune.Verb, Number: "weeks",
		Lab: l, Kind: tune.Name, Tab: "Tune", IDs: "tune-", Verb: "Tune", Noun: noun, Doing: "Tuning",
		Sentence: lab.Sentence{
			Text: "Choose a <primary> and a <backfill> order among {pairs} with <thresholds> {thresholds}, for the least {objective} " +
				"{bounded}{bounds}, " +
				"learning on {weeks} <weeks> of the log’s first half and judging on as many of its second{extras}.",
			Tips: map[string]string{"primary": primaryTip, "backfill": backfillTip, "thresholds": thresholdTip, "today’s": todayTip,
				"weeks": weeksTip},
			With: map[string]lab.Part{
				"pairs":      lab.Opener{Fold: v.pairs, ID: "tune-pairs", Words: v.PairsText},
				"thresholds": lab.Opener{Fold: v.thresholds, ID: "tune-thresholds", Words: v.ThresholdsText},
				"objective":  lab.Choice{Key: "objective", Label: "What is to be small"},
				"bounded": lab.Choice{Key: "bounded", Label: "Bound on the longest wait", Now: v.boundedText,
					Options: lab.Pairs("free", "whatever the longest wait", "bound", "with a longest wait of at most")},
				"bounds":   lab.Aside{Text: "\u00a0{bound}\u00a0times <today’s>", Close: true, Hidden: func() bool { return !v.Bounded() }},
				"bound":    lab.Count{Key: "bound", Label: "Times the longest wait under FCFS", Mode: "decimal", Shown: v.BoundText},
				"weeks":    lab.Count{Key: "weeks", Label: "Weeks of each half", Low: "1", High: "10000"},
				"extras":   lab.Wording(v.Extras),
				"cleaning": lab.Wording(v.CleaningText),
				"studied":  lab.Button{Act: "studied", Words: "Use queue-tuning"},
			}},
		Below: []lab.Part{lab.Aside{ID: "tune-cleaning", Apart: "hint", Text: "{cleaning} {studied}",
			Hidden: func() bool { return !v.OtherCleaning() }}},
		Folds: []*lab.Fold{v.pairs, v.thresholds,
			lab.More("seed", "load", "closer", "variant", "block", "warmup", "drain", "queue-depth", "backfill-tries", "dialect", "tau")},
		Answers: []lab.Part{
			lab.Hosts("tune-pinned", hostSetting),
			lab.Group{Tag: "section", Class: "chooser", Label: "tune-chooser-title", Of: []lab.Part{
				lab.Hosts(hostPair, hostReading), lab.Framed(lab.Wide(hostSweep), lab.Host{Name: hostSlider})}},
			lab.Heading{Text: "What was tried", Hidden: v.missing}, lab.Wide(hostPairs), lab.Hosts(hostCaution, hostSide),
			lab.Footnote(v.Footnote, v.missing)},
		Missing: v.missing, Stopped: v.stopped, Pins: v.pinnable,
		Unexplained: func() bool { return v.explained == nil }, Pictures: v.pictures, Text: v.methodsText,
		DrawKnown: v.drawAnswer, DrawAnswer: v.drawAnswer, DrawLook: v.drawLook,
	})
	return v
}

// noun is what the tasks of a search are called, unit their steps.
const (
	noun = "weeks of each half"
	unit = "pairs of orders"
)

// Works is what the plan asks of traces.
func (v *View) Works(on []*lab.Opened) ([]*lab.Work, error) {
	list, err := v.Each(on, func(o *lab.Opened, p tune.Plan) []*lab.Work {
		list := []*lab.Work{v.search(o, &p, noun)}
		if w := v.after(o, p); w != nil {
			list = append(list, w)
		}
		return list
	})
	if err == nil {
		v.Fold(v.pairs, v.thresholds)
	}
	return list, err
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
	if v.report != nil && v.Verdict.Standing == lab.Asked {
		done = v.report.Done
	}
	return done, wanted
}

func (v *View) missing() bool { return v.report == nil }

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
		v.Earlier(&v.report.Plan)
		return
	case len(weeks) == 0:
		v.report, v.behind, v.explained, v.made = nil, nil, nil, made{}
		v.Verdict.Is(lab.Asked, "")
		return
	}
	_, _, looked := v.Looked(o, p, p.Resamples)
	v.Conclude(looked, len(weeks), 1, p.Resamples, 1)
	// with the halves themselves
	now := made{o.Summary.Digest, string(study.EncodePlan(p.Settings())), len(rows), v.Lab.Computes(v.Kind) && len(rows) < p.Resamples+1}
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
	switch what {
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
