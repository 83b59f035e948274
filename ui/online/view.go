// Package online is the view that lets strategies choose orders while the
// machine runs: what learning was worth, and one resample of it to watch.
package online

import (
	"slices"
	"strings"

	"shadowtime/core/experiment/online"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/report/archive"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
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
	resamplesTip = "Each is made of weeks of the log, drawn anew: whole weeks of all users, some in a row, unless you ask for another " +
		"way. All strategies are replayed on the same resamples, and on the log as it was."
)

// View is the selection on the page: question, answer, evidence, and the
// theatre.
type View struct {
	lab.Question[online.Plan, online.Row, *online.Report, *online.Plan, *online.Row]

	strategiesFold, ordersFold *lab.Fold
	how                        *lab.Fold // formulas and sources of strategies

	// the answer for the trace in sight
	evidence *online.Evidence
	fixed    *online.Report // each order for good
	explain  lab.Pace       // of the evidence
	sides    lab.Pace       // of several logs side by side
	looked   string         // the strategy that figures of one look at

	theatre  theatre
	autoplay bool // open a story when the run is done
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{}
	v.Merge, v.Tasks = merge, v.tasks
	v.Plan, v.Proposed, v.Usual = online.Proposed(), online.Proposed, online.Default
	v.theatre.v = v
	v.strategiesFold = &lab.Fold{Key: "strategies", Legend: "Strategies", Class: "orders strategies", Fill: v.fillStrategies}
	v.how = &lab.Fold{Key: "how"}
	v.ordersFold = &lab.Fold{Key: "orders", Legend: "Queue orders to choose among", Class: "orders", Fill: v.fillOrders}
	v.Begin(lab.Method{
		Command: online.Verb, Number: "resamples", Follow: true,
		For: lab.Purpose{Asks: "Can an order be chosen while the machine runs?", Serves: "Researchers of adaptive scheduling",
			Needs: "8 whole weeks"},
		Lab: l, Kind: online.Name, Tab: "Online", IDs: "online-", Verb: "Choose orders", Button: "learn",
		Noun: "resamples", Doing: "Choosing",
		Sentence: lab.Sentence{
			Text: "Let {strategies} choose among {orders} every {period}{backfilling}, {threshold}, on {drawn}{original} {weeks} " +
				"weeks{extras}.",
			Tips: map[string]string{"resamples": resamplesTip},
			With: map[string]lab.Part{
				"strategies":  lab.Opener{Fold: v.strategiesFold, Words: v.StrategiesText},
				"orders":      lab.Opener{Fold: v.ordersFold, Words: v.OrdersText},
				"period":      lab.Choice{Key: "period", Label: "How often they choose", Options: v.periods, Now: v.period},
				"backfilling": lab.Aside{Text: ", backfilling in {backfill}", Hidden: func() bool { return v.Plan.Backfilling != "easy" }},
				"backfill":    lab.Host{Name: "online-" + lab.HostBackfill},
				"threshold": lab.Threshold{ID: "-", Label: "Threshold on waits", Tip: thresholdTip, With: "threshold",
					None: "no threshold"},
				"drawn":     lab.Aside{Text: "{resamples} <resamples> of", Hidden: v.Original},
				"original":  lab.Aside{Text: "the log's own last", Hidden: func() bool { return !v.Original() }},
				"resamples": lab.Count{Key: "resamples", Label: "Number of resamples", Low: "1", High: "10000"},
				"weeks":     lab.Count{Key: "weeks", Label: "Weeks to choose in", Low: "1", High: "1040"},
				"extras":    lab.Wording(v.Extras),
			}},
		Folds: []*lab.Fold{v.strategiesFold, v.how, v.ordersFold,
			lab.WhatIf("load", "closer", "procs", "rules", "flurry", "variant", "block", "week-start", "warmup", "drain"),
			lab.More("epsilon", "lambda", "discount-jobs", "untried-first", "noise", "job-noise", "seen", "feedback",
				"replayed", "unbounded", "arms", "goal", "alpha", "delta", "longest",
				"seed", "backfilling", "backfill", "queue-depth", "backfill-tries", "late", "promises", "dialect")},
		Answers: []lab.Part{
			lab.Host{Name: "online-pinned"},
			lab.Once(v.Missing, lab.Host{Name: "online-printed"}, lab.Heading{Text: "Evidence"},
				lab.Framed(lab.Wide(hostForest), lab.Tools{Of: "Strategies"}),
				lab.Host{Name: hostTable, Class: "scroll", Region: "All strategies"}, lab.Hosts(hostCaution, hostSide),
				lab.Footnote(v.Footnote, v.Missing),
				v.theatre.stage(),
				lab.Group{Tag: "div", Class: "evidence", Of: []lab.Part{lab.Heading{Text: "More evidence"}, v.Gallery(), v.Paragraph()}})},
		Nested: true, Pictures: v.pictures, Chart: v.forest,
		Choices:   func() *report.Choices { return v.Report.Choices(v.Basis) },
		DrawKnown: v.draw, DrawAnswer: v.drawAnswer, DrawLook: v.drawLook, DrawSide: v.drawSides,
		Printed: lab.Printed{Set: v.Set, Protocol: func() string { return v.Plan.Protocol }},
	})
	return v
}

// tasks is what the plan asks of a trace. A demonstration plays one once they are done.
func (v *View) tasks(o *lab.Opened, p *online.Plan) []*lab.Work {
	w := v.All(o, p)
	draw := w.Draw
	w.Draw = func(must bool) bool {
		drawn := draw(must)
		if drawn && v.autoplay && v.Lab.InSight(v, o) && v.Lab.State == lab.Done {
			v.autoplay = false
			v.theatre.openAndPlay(false) // the page stays at its answer
		}
		return drawn
	}
	return []*lab.Work{w}
}

// Works is what the plan asks of traces; what is unfolded of the form stays so.
func (v *View) Works(on []*lab.Opened) ([]*lab.Work, error) { return v.Asks(on) }

// drawSides draws several logs side by side, at a pace of its own.
func (v *View) drawSides() { v.sides.Draw(v.Lab.Browser, v.Lab.State != lab.Running, v.drawSide) }

func merge(of *archive.Log, p *online.Plan, rows []online.Row) *online.Report {
	x := online.Merge(*p, of.Digest, rows)
	x.Warn(rows, of.Source())
	return x
}

// draw draws what is known of the plan on the trace in sight.
func (v *View) draw() {
	o := v.Lab.Current()
	p, err := v.On(o)
	if err != nil { // Learn says what is wrong
		v.Report = nil
		v.drawAnswer()
		return
	}
	v.ReportOn(o)
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
		if v.Lab.TakeOwn(&v.Plan.Orders, text, order.ProperName) {
			v.ordersChanged()
		}
	case "values":
		v.setValues(name, text)
	case "fixed":
		v.setFixed(text == "true")
	case "look":
		v.looked = text
		v.DrawFigures()
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
	case what == "choose":
		v.choose(arg == "all")
	case what == "choose-orders":
		names, _ := study.ParseOrders(arg)
		v.Plan.Orders = append(names, lab.Own(v.Plan.Orders)...)
		v.ordersChanged()
	case what == "online-csv":
		list, _ := v.beside()
		v.Lab.SaveText("shadowtime-online-side-by-side.csv", online.CSV(list))
	default:
		v.theatre.act(what, arg)
	}
}

// Original says whether it is asked of the log as it was.
func (v *View) Original() bool { return v.Plan.Variant == resample.Original }
