// Package predict is the view that asks what knowing run times is worth, how much
// of it predictions get, and which ones.
package predict

import (
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/report"
	"shadowtime/core/report/archive"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
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
	lab.Question[predict.Plan, predict.Row, *predict.Report, *predict.Plan, *predict.Row]
	table lab.Table[*predict.Way]

	// the evidence, of the log itself
	details details
	by      string // how errors are grouped: user or request

	// the map of triples
	maps    study.Book[triples.Row, *triples.Row]
	mapPace lab.Pace
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{by: byRequest}
	v.Merge = merge
	v.Plan, v.Proposed, v.Usual = predict.Default(), predict.Default, predict.Default
	v.table = lab.Table[*predict.Way]{ID: "results", Caption: "All figures of the ways; a press on a heading sorts", Act: "sort"}
	v.details.v = v
	more := lab.More("loss", "predictor", "primary", "backfill", "queue-depth", "backfill-tries", "also", "seed", "dialect", "tau")
	more.Without = func(key string) bool { return key == "loss" && v.Plan.Predictor != triples.Learned }
	v.Begin(lab.Method{
		Command: predict.Verb, Number: "resamples", Follow: true,
		For: lab.Purpose{Asks: "What are better run time estimates worth?", Serves: "Sites whose requests are far off",
			Needs: "Requested times and users"},
		Lab: l, Kind: predict.Name, Tab: "Predict", IDs: "predict-", Verb: "Predict", Noun: "resamples", Doing: "Predicting",
		Sentence: lab.Sentence{
			Text: "<Predict> run times by {predictor}, {corrects} <backfill> {order}, {threshold}, judged by the {objective} on " +
				"{resamples} <resamples> of {weeks} weeks{extras}.",
			Tips: map[string]string{"Predict": predictTip, "correct": correctTip, "backfill": backfillTip, "resamples": resamplesTip},
			With: map[string]lab.Part{
				"predictor": lab.Choice{Key: "predictor-of", Label: "Predictor", Options: v.predictors,
					Now: func() string { return v.Plan.Predictor }},
				"corrects": lab.Aside{Text: "<correct> them {correction},", Hidden: func() bool { return !v.corrects() }},
				"correction": lab.Choice{Key: "correction", Label: "Correction", Options: lab.Pairs("incremental", "in steps", "requested",
					"to the request", "doubling", "by doubling")},
				"order": lab.Choice{Key: "backfill", ID: "order", Label: "Backfilling order", Options: v.backfills,
					Now: func() string { return lab.OrderValue(v.Plan.Backfill) }},
				"threshold": lab.Threshold{Label: "Threshold", Tip: thresholdTip, With: "with a threshold of", None: "without threshold",
					Seldom: true},
				"objective": lab.Choice{Key: "objective", Label: "What is to be small"},
				"resamples": lab.Count{Key: "resamples", Label: "Number of resamples", Low: "1", High: "10000"},
				"weeks":     lab.Count{Key: "weeks", Label: "Weeks of a resample", Low: "1", High: "1040"},
				"extras":    lab.Wording(v.Extras),
			}},
		Folds: []*lab.Fold{lab.WhatIf("load", "closer", "procs", "flurry", "variant", "block", "week-start"), more},
		Answers: []lab.Part{
			lab.Host{Name: "predict-pinned"},
			lab.Once(v.Missing, lab.Heading{Text: "From requests to knowing"}, lab.Framed(lab.Wide(hostLadder), lab.Tools{}),
				lab.Wide(hostTable), lab.Host{Name: hostCaution}),
			lab.Host{Name: hostSide}, lab.Footnote(v.Footnote, v.Missing)},
		Chart:       v.ladder,
		Choices:     func() *report.Choices { return v.Report.Choices(v.Basis) },
		Sort:        lab.Sorted(&v.table, v.drawTable),
		Unexplained: func() bool { return v.Missing() || v.Report.Done == 0 }, Pictures: v.pictures,
		Evidence:   []lab.Part{lab.Hosts(hostJob, hostAsking, hostMap)},
		DrawAnswer: v.drawAnswer, DrawLook: v.drawLook, DrawSide: v.drawSide,
	})
	return v
}

func merge(of *archive.Log, p *predict.Plan, rows []predict.Row) *predict.Report {
	r := predict.Merge(*p, of.Digest, rows)
	r.Warn(rows, of.Source())
	return r
}

// Set takes what a field asks for.
func (v *View) Set(key, text string) {
	switch key {
	case "predictor-of":
		v.Question.Set("predictor", text)
	case "predict-by":
		v.by = text
		v.DrawFigures()
	case "predict-number":
		v.details.number(text)
	default:
		if key != "backfill" || text != lab.OwnOrder { // it is in force
			v.Question.Set(key, text)
		}
	}
}

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	switch {
	case v.Question.Act(what, arg):
	case what == "predict-map":
		v.drawMaps()
	case what == "predict-map-csv":
		v.Lab.SaveText("shadowtime-triples.csv", v.atlas().CSV())
	case v.Report == nil:
	case what == "predict-look":
		v.details.number(arg)
	case what == "predict-asking":
		v.details.ask()
	case what == "side-csv":
		v.Lab.SaveText("shadowtime-predict-side-by-side.csv", predict.CSV(v.side()))
	}
}

// ---- the question

// predictors are those of the sentence, the plan's own among them.
func (v *View) predictors() []study.Option {
	return lab.Chosen(ways(), v.Plan.Predictor, func(value string) string { return value })
}

var ways = lab.Pairs("learned", "learning", "ave2", "the average of a user’s last two", "history2", "the last two of the same program",
	"quantile@0.8", "learning their 0.8 quantile", "requested", "the request alone", "clairvoyant", "knowing them")

// corrects says whether predictions may be outlived.
func (v *View) corrects() bool { return (triples.Triple{Predictor: v.Plan.Predictor}).Corrects() }

// backfills are the orders of the sentence, the plan's own among them.
func (v *View) backfills() []study.Option {
	return lab.Chosen(backfills(), lab.OrderValue(v.Plan.Backfill), func(string) string { return "by " + order.Short(v.Plan.Backfill) })
}

var backfills = lab.Pairs(triples.SJBF, "the shortest predicted first", triples.FCFS, "in order of arrival", "SAF",
	"the smallest predicted area first")

// Tips of the words that the question explains.
const (
	predictTip = "In place of the time that its user requests, a job is planned with a prediction made when it is submitted, from what " +
		"is known then of it and of its user’s jobs."
	correctTip = "A job that outlives its prediction runs on; the scheduler then plans with a longer one, never longer than the " +
		"request: the request itself, steps of 1 min to 100 h, or twice the last."
	backfillTip = "In which order the jobs behind the head are asked whether they fit now, by predicted times. The front of the queue " +
		"goes in order of arrival, unless you choose another order for it."
	thresholdTip = "Jobs that have waited longer than this go first, in submit order. It ends the starving that predictions which are " +
		"too short can bring."
	resamplesTip = "Each is made of weeks of the log, drawn anew: whole weeks of all users, some in a row, unless you ask for another " +
		"way. All ways are replayed on the same resamples, and on the log as it was."
)
