// Package tune is the view that searches the orders of EASY's two queues and
// the threshold: learned on one half of the log, judged on the other.
package tune

import (
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/report/archive"
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
	lab.Question[tune.Plan, tune.Row, *tune.Report, *tune.Plan, *tune.Row]
	pairs, thresholds *lab.Fold

	// the answer for the trace in sight
	explained *tune.Evidence
	made      made     // what the answer was made for
	explain   lab.Pace // of the evidence

	chooser chooser
	table   lab.Table[*tune.Tuned]
	showAll bool      // every row of it
	look    tune.Look // how the figures behind it are looked at
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
	v.Merge, v.Tasks = glance, v.tasks
	v.Plan, v.Proposed, v.Usual = tune.Default(), tune.Default, tune.Default
	v.table = lab.Table[*tune.Tuned]{ID: "pairs", Act: "tune-sort", Row: v.rowAttributes,
		Above: `<tr class="halves"><td colspan="5"></td><th scope="colgroup" colspan="3">training weeks</th><th scope="colgroup" colspan="4">testing weeks</th></tr>`}
	v.pairs = &lab.Fold{Key: "pairs", ID: "tune-pairs-fold", Host: "tune-orders", Legend: "Pairs of orders", Class: "orders",
		Fill: v.fillPairs, Brief: true}
	v.thresholds = &lab.Fold{Key: "thresholds", ID: "tune-thresholds-fold", Host: "tune-thresholds", Legend: "Thresholds",
		Fill: v.fillThresholds, Brief: true}
	v.Begin(lab.Method{
		Command: tune.Verb, Number: "weeks",
		For: lab.Purpose{Asks: "Which pair of orders, with which threshold?", Serves: "Administrators who set both queues",
			Needs: "20 whole weeks"},
		Lab: l, Kind: tune.Name, Tab: "Tune", IDs: "tune-", Verb: "Tune", Noun: noun, Doing: "Tuning",
		Sentence: lab.Sentence{
			Text: "Choose a <primary> and a <backfill> order among {pairs} with <thresholds> {thresholds}, for the least {objective} " +
				"{bounded}{bounds}, " +
				"training on {weeks} <weeks> of the log’s first half and testing on as many of its second{extras}.",
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
			lab.More("seed", "load", "closer", "closed", "rules", "variant", "block", "warmup", "drain", "queue-depth",
				"backfill-tries", "dialect", "tau")},
		Answers: []lab.Part{
			lab.Hosts("tune-pinned", hostSetting),
			lab.Group{Tag: "section", Class: "chooser", Label: "tune-chooser-title", Of: []lab.Part{
				lab.Hosts(hostPair, hostReading), lab.Framed(lab.Wide(hostSweep), lab.Host{Name: hostSlider})}},
			lab.Heading{Text: "What was tried", Hidden: v.Missing}, lab.Wide(hostPairs), lab.Hosts(hostCaution, hostSide),
			lab.Footnote(v.Footnote, v.Missing)},
		Stopped:     v.stopped,
		Choices:     func() *report.Choices { return v.Report.Choices(v.Basis) },
		Unexplained: func() bool { return v.explained == nil }, Pictures: v.pictures, Text: v.methodsText,
		DrawAnswer: v.drawAnswer, DrawLook: v.drawLook, DrawSide: v.drawSide, ReportOn: v.reportOn,
	})
	return v
}

// noun is what the tasks of a search are called, unit their steps.
const (
	noun = "weeks of each half"
	unit = "pairs of orders"
)

// tasks is what the plan asks of a trace.
func (v *View) tasks(o *lab.Opened, p *tune.Plan) []*lab.Work {
	list := []*lab.Work{v.search(o, p, noun)}
	if w := v.after(o, *p); w != nil {
		list = append(list, w)
	}
	return list
}

// Look is the work of a first, rough answer on a trace: the first weeks of each
// half.
func (v *View) Look(o *lab.Opened) *lab.Work {
	w := v.Question.Look(o)
	if w != nil {
		w.Draw = func(must bool) bool { return v.drawKnown(o, must) }
	}
	return w
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
	return v.Pace.Draw(v.Lab.Browser, must || v.Report == nil, func() {
		if v.Lab.InSight(v, o) || v.Lab.State != lab.Running {
			v.DrawKnown()
		} else {
			v.drawSide()
		}
	})
}

// glance makes a report of weeks without how sure the choice is, which takes long.
func glance(of *archive.Log, p *tune.Plan, rows []tune.Row) *tune.Report {
	r := tune.Glance(*p, of.Digest, rows)
	r.Warn(rows, of.Source())
	return r
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
	done := 0
	if err == nil {
		known := v.Rows(o, &p)
		rows, done = known.Known(p.Resamples), len(known.First(p.Resamples))
	}
	if !v.Settle(o, &p, done) {
		if v.Missing() {
			v.explained, v.made = nil, made{}
		}
		return
	}
	v.Conclude(v.Glanced(o, &p), done, 1, p.Resamples, 1)
	// with the halves themselves
	now := made{o.Summary.Digest, string(study.EncodePlan(p.Settings())), len(rows), v.Lab.Computes(v.Kind) && len(rows) < p.Resamples+1}
	if now == v.made {
		return
	}
	merge := tune.Merge
	if now.coming {
		merge = tune.Glance
	}
	v.Report, v.Basis, v.made, v.explained = merge(p, now.log, rows), rows, now, nil
	v.Report.Warn(rows, v.Lab.Source())
}

// explainIt computes the evidence where it is not known yet, once it is worth its
// time.
func (v *View) explainIt() {
	if v.Report != nil && v.explained == nil && (v.complete() || v.Report.Plan.Choices() <= manyChoices) { // seconds are for the end
		v.explained = tune.Explain(v.Report, v.Basis)
	}
}

// manyChoices is from how many choices on the evidence waits for the end.
const manyChoices = 200

// complete says whether all weeks are computed.
func (v *View) complete() bool {
	return v.Report != nil && v.Report.Done == v.Report.Plan.Resamples
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
	if v.Report == nil {
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
