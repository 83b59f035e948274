// Package learn is the view that learns a queue order from simulated trials of a
// log's own jobs, says what is known of its weights, and judges it on windows.
package learn

import (
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/job"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/paper"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
	hostOrder   = "learn-order"
	hostForest  = "learn-forest"
	hostTools   = "learn-files"
	hostTable   = "learn-table"
	hostCaution = "learn-caution"
	hostLook    = "learn-look"
	hostChoice  = "learn-choice"
)

// View is the study on the page: question, answer, evidence.
type View struct {
	lab.Question[learn.Plan, learn.Row, *learn.Report, *learn.Plan, *learn.Row]
	Judging windows.Plan // on which windows the order is judged, beside which orders

	windows study.Book[windows.Row, *windows.Row]
	table   lab.Table[*windows.Ordered]
	model   string  // the one looked at, "": the first
	choice  *choice // of features, once somebody asked for it
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{Judging: learn.Judging()}
	v.Plan, v.Proposed, v.Usual = learn.Proposed(), learn.Proposed, usually
	v.Merge, v.Tasks = merge, v.tasks
	v.table = lab.Table[*windows.Ordered]{ID: "results", Caption: "The orders on the windows; a press on a heading sorts", Act: "sort",
		Sort: "change"}
	more := lab.More("features", "sizes", "ridge", "starts", "seed", "tau")
	more.Fill = v.fillJudges
	v.Begin(lab.Method{
		Command: learn.Verb, Number: "pairs", Lasting: true,
		Rider: &lab.Rider[windows.Plan]{Now: &v.Judging, Usual: learn.Judging, Settings: learn.JudgingSettings, Check: learn.Free},
		For: lab.Purpose{Asks: "Which formula of size, time and age orders best?", Serves: "Researchers of queue orders",
			Needs: "10,000 jobs"},
		Lab: l, Kind: learn.Name, Tab: "Fit", IDs: "learn-", Verb: "Fit an order", Noun: "pairs and windows",
		Doing: "Fitting an order",
		Sentence: lab.Sentence{
			Text: "<Fit> a queue order from {pairs} <pairs> of jobs ahead and queued, {trials} <trials> each, of {part}, with the " +
				"<features> {features}; " +
				"judge it on <windows> of {days} days {half}, {scenario}{extras}.",
			Tips: map[string]string{"Fit": learnTip, "pairs": pairsTip, "trials": trialsTip, "features": featureTip,
				"windows": windowsTip},
			With: map[string]lab.Part{
				"pairs":  lab.Count{Key: "pairs", Label: "Number of pairs", Low: "1", High: "10000"},
				"trials": lab.Count{Key: "trials", Label: "Trials of a pair", Mode: "numeric"},
				"part": lab.Choice{Key: "part", Label: "Part of the log", Options: lab.Pairs("first", "the log’s first half", "second",
					"its second half", "whole", "the whole log")},
				"features": lab.Choice{Key: "features", ID: "set", Label: "Features", Options: v.features,
					Now: func() string { return v.Plan.Features }},
				"days": lab.Count{Key: "days", Label: "Days of a window", Low: "1", High: "3650",
					Shown: func() string { return strconv.Itoa(v.Judging.Days) }},
				"half": lab.Wording(func() string { return learn.HalfOf(v.Plan.Part) }),
				"scenario": lab.Choice{Key: "scenario", Label: "What orders see", Now: func() string { return v.Judging.Scenario },
					Options: lab.Pairs("easy", "with requests and EASY backfilling", "estimates", "with requests, no backfilling", "actual",
						"with run times known, no backfilling")},
				"extras": lab.Wording(v.Extras),
			}},
		Folds: []*lab.Fold{lab.WhatIf("load", "procs", "flurry"), more},
		Answers: []lab.Part{
			lab.Host{Name: hostOrder},
			lab.Once(v.unjudged, lab.Heading{Text: "Judged on windows"}, lab.Framed(lab.Wide(hostForest), lab.Host{Name: hostTools}),
				lab.Wide(hostTable)),
			lab.Host{Name: hostCaution}, lab.Footnote(v.Footnote, v.Missing)},
		Stopped: v.stopped,
		Chart:   v.forest, CSV: v.judgedCSV, Sort: lab.Sorted(&v.table, v.drawTable),
		Unexplained: func() bool { return v.Missing() || len(v.Report.Models) == 0 }, Pictures: v.pictures, Text: v.methodsText,
		Evidence:   []lab.Part{lab.Host{Name: hostChoice}},
		DrawAnswer: v.drawAnswer, DrawLook: v.drawLook, ReportOn: v.reportOn,
	})
	return v
}

// usually is what the command asks without flags: as any plan of this kind it leaves out
// jobs of no run time.
func usually() learn.Plan {
	p := learn.Default()
	_ = p.Normalise()
	return p
}

// judges are the settings of the windows that the view asks for.
func (v *View) judges() study.Settings { return learn.JudgingSettings(&v.Judging) }

// Settings are those of learning and of judging.
func (v *View) Settings() study.Settings { return append(v.Question.Settings(), v.judges()...) }

// windowPlan judges the order that was fitted on a trace: on the half that it was not
// learned from.
func (v *View) windowPlan(o *lab.Opened, p *learn.Plan, formula string) (windows.Plan, *windows.Rows, error) {
	w, err := learn.JudgedBy(p, v.Judging, formula)
	return w, v.windows.Rows(o.Summary.Digest, w.Settings().TaskKey()), err
}

// Campaign is the question for the command, which judges the order too; processes share
// its pairs, and one then judges what they gave.
func (v *View) Campaign() (lab.Campaign, bool) {
	c, ok := v.Question.Campaign()
	if v.Plan.Part != study.WholeLog {
		on, off, usual := true, false, learn.Judging()
		c.Alone = append(study.Settings{learn.JudgeSetting(&on)}, v.judges()...)
		c.Off = append(study.Settings{learn.JudgeSetting(&off)}, learn.JudgingSettings(&usual)...)
		c.Note = "The command judges the order too; the order that a job array makes is judged by shadowtime learn --continue with --judge."
	}
	return c, ok
}

// tasks is what the plan asks of a trace: pairs, then windows under what was fitted.
func (v *View) tasks(o *lab.Opened, p *learn.Plan) []*lab.Work {
	return []*lab.Work{v.pairs(o, *p), v.judgement(o, *p, false)}
}

// pairs is the work of a plan's pairs.
func (v *View) pairs(o *lab.Opened, p learn.Plan) *lab.Work {
	w := v.Work(o, &p, p.Pairs)
	w.Noun, w.Unit = "pairs", "pairs"
	w.Draw = v.Drawing(o)
	return w
}

// judgement is the work of the windows, whose plan is known once the pairs are: of all, or of few.
func (v *View) judgement(o *lab.Opened, p learn.Plan, few bool) *lab.Work {
	w := v.windowWork(o)
	w.Draw = v.Drawing(o)
	var rows *windows.Rows
	w.Done = func() int {
		if rows == nil {
			return 0
		}
		return len(rows.First(w.Total))
	}
	w.Next = func() []int {
		r := learn.Merge(p, o.Summary.Digest, v.Rows(o, &p).Known(p.Pairs))
		switch {
		case r.Done < p.Pairs: // they come first
			return []int{study.Logged}
		case r.Formula == "":
			return nil
		}
		plan, known, err := v.windowPlan(o, &p, r.Formula)
		if err != nil {
			return nil
		}
		rows = known
		asks(w, &plan)
		w.Total = windows.Count(&plan, known)
		if few {
			w.Total = lab.Few(o, w.Total, w.Steps)
		}
		return known.Missing(study.Logged, w.Total)
	}
	w.Take = func(b []byte) error { return taken(rows, b) }
	return w
}

// windowWork is work of windows that this view asks for.
func (v *View) windowWork(o *lab.Opened) *lab.Work {
	return &lab.Work{On: o, Kind: windows.Name, View: learn.Name, Noun: "windows", Unit: "replays"}
}

// asks has work of windows follow a plan, under whose key its rows are kept.
func asks(w *lab.Work, p *windows.Plan) {
	w.Plan, w.Key, w.Steps = study.EncodePlan(p.Settings()), p.Settings().TaskKey(), p.Steps()
}

// Recall takes a row that was kept: of pairs, or of windows.
func (v *View) Recall(log job.Digest, row lab.KeptRow) {
	lab.Recall(windows.Name, &v.windows, log, row)
	v.Question.Recall(log, row)
}

// taken keeps a window.
func taken(rows *windows.Rows, b []byte) error {
	row, err := study.Decode[windows.Row](b)
	if err == nil {
		rows.Add(row)
	}
	return err
}

// reportOn makes the report on a trace of what is known of the plan, or of a first
// look; where nothing is, the answer to an earlier question stays.
func (v *View) reportOn(o *lab.Opened) {
	p, err := v.On(o)
	if err != nil {
		return
	}
	v.Account(o)
	asked := p
	p, rows, looked := v.known(o, p)
	r := v.ReportOf(o, &p, rows)
	if !v.Settle(o, &p, r.Done) {
		return
	}
	v.Report, v.Basis = r, rows
	v.stands(asked, looked)
	if r.Formula == "" || r.Done < p.Pairs {
		return
	}
	if plan, known, err := v.windowPlan(o, &p, r.Formula); err == nil {
		if list := known.First(windows.Count(&plan, known)); len(list) > 0 {
			r.Judged = windows.Merge(o.Summary.Name, o.Summary.Digest, o.Trace.Overview.Procs, plan, list)
		}
	}
}

func merge(of *archive.Log, p *learn.Plan, rows []learn.Row) *learn.Report {
	r := learn.Merge(*p, of.Digest, rows)
	r.Source = of.Source()
	return r
}

// Known is how many pairs and windows are behind what is shown, and how many are
// wanted.
func (v *View) Known() (done, wanted int) {
	o := v.Lab.Current()
	p, err := v.On(o)
	wanted = p.Pairs
	if v.Report == nil || v.Verdict.Standing != lab.Asked {
		return 0, wanted
	}
	done = v.Report.Done
	if err != nil || v.Report.Formula == "" || done < wanted {
		return done, wanted
	}
	if plan, known, err := v.windowPlan(o, &p, v.Report.Formula); err == nil {
		n := windows.Count(&plan, known)
		if len(known.Known(0)) == 0 {
			n = 1
		}
		return done + len(known.First(n)), wanted + n
	}
	return done, wanted
}

// Filed is the answer as a study, with the windows that judged.
func (v *View) Filed(said *paper.Paper) *archive.File {
	s := v.Question.Filed(said)
	if w := v.judged(); w != nil {
		known := v.windows.Rows(v.Lab.Summary.Digest, w.Plan.Settings().TaskKey())
		s.Also = []archive.Asked{archive.AskedOf(windows.Name, w.Plan.Settings(), known.Known(len(w.Windows)))}
	}
	return s
}

// TakeStudy takes a study with the windows that judged its order.
func (v *View) TakeStudy(s *archive.File) (mine bool, err error) {
	if s.Kind != v.Kind {
		return false, nil
	}
	with, judged, err := learn.AskedOf(s)
	if err != nil {
		return true, err
	}
	p, rows, err := learn.WindowsOf(s)
	if err == nil {
		err = archive.Try(func() error {
			windows.Merge(s.Log.Name, s.Log.Digest, s.Log.Overview.Procs, p, rows.All())
			return nil
		})
	}
	if err != nil {
		return true, err
	}
	if mine, err = v.Question.TakeStudy(s); err != nil {
		return mine, err
	}
	if judged {
		v.Judging = with
		known := v.windows.Rows(s.Log.Digest, p.Settings().TaskKey())
		for _, row := range rows.All() {
			known.Add(row)
		}
	}
	return mine, nil
}

// judged is what windows say of the order, nil while none is known.
func (v *View) judged() *windows.Report {
	if v.Report == nil {
		return nil
	}
	return v.Report.Judged
}

func (v *View) unjudged() bool { return v.judged() == nil }

// Demo takes few pairs: the sample's order is soon learned.
func (v *View) Demo() {
	if v.Plan.Protocol == "" {
		v.Plan.Pairs, v.Plan.Trials = min(v.Plan.Pairs, 100), min(v.Plan.Trials, 2048)
	}
}

// Set takes what a field asks for.
func (v *View) Set(key, text string) {
	if key == "learn-model" {
		v.model = text
		v.drawEvidence()
		return
	}
	v.Question.Set(key, text)
}

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	switch {
	case v.judged() == nil && (what == "sort" || what == "save"):
	case v.Question.Act(what, arg):
	case v.Report == nil:
	case what == "learn-try":
		v.try(arg, v.Report.Formula)
	case v.chose(what, arg):
	case what == "learn-csv":
		v.Lab.SaveText(v.Lab.FileName("csv", learn.Name, "weights"), v.Report.CSV())
	}
}

// try asks another view about an order that was learned.
func (v *View) try(view, formula string) {
	formula = learn.Named(formula)
	switch view {
	case "compare", "online":
		v.Lab.Go(view, "orders", "FCFS,SPF,SAF,"+formula)
	case "tune":
		v.Lab.Go(view, "pairs", "FCFS,SAF,"+formula+" x SPF,SAF,"+formula)
	}
}

// ---- the question

// features are the sets of the sentence, the plan's own among them.
func (v *View) features() []study.Option {
	return lab.Chosen(featureSets(), v.Plan.Features, order.Short)
}

var featureSets = lab.Pairs("lin", "p, q and r", "p+q", "p and q", "log(p)+log(q)", "log p and log q", "log(p)+log(q)+r",
	"log p, log q and r",
	"qdr", "those of degree 2", "cub", "those of degree 3", "qua", "those of degree 4", learn.Four, "all four of the study")

// Extras are the settings that differ from what is proposed.
func (v *View) Extras() string {
	was := learn.Judging()
	s := v.Question.Extras()
	if got := v.judges().Find("orders").Get(); got != learn.JudgingSettings(&was).Find("orders").Get() {
		s += ", beside " + numeral.Count(len(v.Judging.Orders)) + " orders"
	}
	return s
}

// Tips of the words that the question explains.
const (
	learnTip = "Jobs of the log are queued behind others and started in thousands of random orders. A job scores by how slow all " +
		"become when it goes first; the order is the polynomial that fits these scores."
	pairsTip   = "16 consecutive jobs that make the machine busy, and the 32 after them, which queue: their orders are tried."
	trialsTip  = "Orders tried of each pair. Each job is in front as often as any other, the rest is shuffled fairly."
	featureTip = "p is the run time, q the processors, r when the job came. The fit weighs a job’s error by p q."
	windowsTip = "Windows follow one another; each is replayed from an empty machine and its first 16 jobs do not count. An order " +
		"learned from one half never saw the jobs that judge it."
)

// fillJudges adds what is rarely changed of the windows.
func (v *View) fillJudges(p *lab.Panel) {
	s := v.judges()
	for _, key := range []string{"orders", "warm"} {
		p.Row(lab.Field{Of: s.Find(key), ID: v.IDs + key, Shown: s.Find(key).Get()})
	}
}
