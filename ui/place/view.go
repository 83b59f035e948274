// Package place is the view of heterogeneous clusters: what choosing jobs and cores in
// one way or another costs in energy and in time, on a platform that can be changed.
package place

import (
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/experiment/place"
	"shadowtime/core/report/archive"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
	hostAgainst = "cluster-against"
	hostMachine = "cluster-machine"
	hostEdit    = "cluster-edit"
	hostWhatIf  = "cluster-what-if"
	hostMore    = "cluster-more"
	hostVerdict = "cluster-verdict"
	hostMap     = "cluster-map"
	hostTools   = "cluster-files"
	hostTable   = "cluster-table"
	hostCaution = "cluster-caution"
)

// View is the study on the page: question, answer, evidence.
type View struct {
	lab.Question[place.Plan, place.Row, *place.Plan, *place.Row]

	buttons lab.Buttons
	machine lab.Fold
	whatIf  lab.Fold
	more    lab.Fold

	verdict lab.Verdict
	report  *place.Report
	behind  []place.Row
	table   lab.Table[*place.Standing]
	all     bool // choices are in the table, not the front alone
	pace    lab.Pace
	looks   map[string]bool // questions of which only a first look is wanted

	stage   stage
	figures lab.Figures
	methods lab.Paragraph
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{looks: map[string]bool{}}
	v.Lab, v.Kind, v.Plan, v.Proposed, v.IDs, v.Verb = l, place.Name, place.Default(), place.Default, "cluster-", "Run them"
	v.Command, v.Usual, v.Number = place.Verb, place.Default, "stretches"
	v.Judge = func(p place.Plan, of *archive.Log, rows []place.Row) { place.Merge(of.Name, of.Digest, p, rows) }
	v.machine = lab.Fold{Key: "machine", ID: hostMachine, Button: "the platform"}
	v.whatIf = lab.Fold{Key: "what-if", ID: hostWhatIf, Button: "what if"}
	v.more = lab.Fold{Key: "more", ID: hostMore, Button: "more settings"}
	v.buttons = lab.Buttons{Lab: l, ID: "cluster-run", Verb: v.Verb, Folds: []*lab.Fold{&v.machine, &v.whatIf, &v.more}, Known: func() string { return v.Question.ToGo("stretches") }}
	v.verdict = lab.Verdict{Lab: l, Host: hostVerdict, Doing: "Running the cluster", Stopped: v.stopped}
	v.table = v.columns()
	v.stage.v = v
	v.figures = lab.Figures{Lab: l, Name: place.Name, Pictures: v.pictures}
	v.methods = lab.Paragraph{Lab: l, ID: "cluster-methods", Text: v.methodsText}
	return v
}

// Key and Name are those of the view's tab, Answer the id of its answer.
func (v *View) Key() string    { return place.Name }
func (v *View) Name() string   { return "Cluster" }
func (v *View) Answer() string { return "cluster-answer" }

// ---- what is computed

// Works is what the plan asks of traces.
func (v *View) Works(on []*lab.Opened) ([]*lab.Work, error) {
	var list []*lab.Work
	for _, o := range on {
		p, err := v.On(o)
		if err != nil {
			return nil, err
		}
		delete(v.looks, v.KeyOf(o, &p))
		list = append(list, v.stretches(o, p, p.Stretches))
	}
	v.drawForm()
	return list, nil
}

// stretches is the work of the first n, of as many as there are: the log itself says
// how many, and comes first.
func (v *View) stretches(o *lab.Opened, p place.Plan, n int) *lab.Work {
	w := v.Work(o, &p, n)
	w.Noun, w.Unit = "stretches", "runs"
	rows := v.Rows(o, &p)
	w.Done = func() int { return len(rows.First(w.Total)) }
	w.Next = func() []int {
		if len(rows.Known(0)) == 0 {
			return []int{study.Logged}
		}
		w.Total = wanted(n, rows)
		return rows.Missing(study.Logged, w.Total)
	}
	w.Draw = func(must bool) bool {
		return v.pace.Draw(v.Lab.Browser, must || v.report == nil, func() {
			if v.Lab.InSight(v, o) {
				v.reportOn(o)
				v.drawAnswer()
			}
		})
	}
	return w
}

// wanted is how many of n stretches there are, as far as that is known.
func wanted(n int, rows *place.Rows) int {
	for _, row := range rows.Known(0) {
		return min(n, row.Stretches)
	}
	return n
}

// rough is how many stretches a first look has.
const rough = 4

// Look is the work of a first, rough answer on a trace: it is one batch, so that there
// are so many stretches is taken for granted where the log has the jobs.
func (v *View) Look(o *lab.Opened) *lab.Work {
	p, err := v.On(o)
	if err != nil {
		return nil
	}
	v.looks[v.KeyOf(o, &p)] = true
	n := min(rough, p.Stretches)
	if p.First > 0 {
		n = min(n, max(1, o.Trace.Overview.Jobs/p.First))
	} else {
		n = 1
	}
	w := v.stretches(o, p, n)
	rows := v.Rows(o, &p)
	w.Next = func() []int { return rows.Missing(study.Logged, n) }
	return w
}

// reportOn makes the report on a trace of what is known of the plan; where nothing is,
// the answer to an earlier question stays.
func (v *View) reportOn(o *lab.Opened) {
	p, err := v.On(o)
	if err != nil {
		return
	}
	known := v.Rows(o, &p)
	most := wanted(p.Stretches, known)
	done := len(known.First(most))
	switch {
	case done == 0 && v.report != nil && v.report.Digest == o.Summary.Digest.Hex():
		v.Earlier(&v.verdict, &v.report.Plan)
		return
	case done == 0:
		v.report, v.behind = nil, nil
		v.verdict.Is(lab.Asked, "")
		return
	}
	v.Found(&v.verdict, v.looks[v.KeyOf(o, &p)], "stretches", done, 0, most, 0)
	v.behind = known.Known(most)
	v.stage.keep(v.KeyOf(o, &p))
	v.report = place.Merge(o.Summary.Name, o.Summary.Digest, p, v.behind)
}

// Known is how many stretches are behind what is shown, and how many are wanted.
func (v *View) Known() (done, most int) {
	o := v.Lab.Current()
	p, err := v.On(o)
	if err != nil || o.Trace == nil {
		return 0, v.Plan.Stretches
	}
	most = wanted(p.Stretches, v.Rows(o, &p))
	if v.report == nil || v.verdict.Standing != lab.Asked {
		return 0, most
	}
	return v.report.Stretches, most
}

// Show draws what is known of the plan on the trace in sight.
func (v *View) Show() {
	v.Question.Settings() // as the log in sight has them
	v.drawForm()
	v.reportOn(v.Lab.Current())
	v.drawAnswer()
}

// Demo is soon done as it is.
func (v *View) Demo() { v.Plan.Stretches = min(v.Plan.Stretches, place.Default().Stretches) }

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	switch {
	case v.Question.Act(what, arg):
	case v.figures.Act(what, arg):
	case what == "fold":
		v.buttons.Toggle(arg)
		v.drawForm()
	case what == "cluster-twice":
		v.twice()
	case what == "cluster-describe":
		v.describe()
	case what == "methods":
		v.methods.Copy()
	case v.report == nil:
	case v.stage.act(what, arg):
	case what == "sort":
		if v.table.SortBy(arg) {
			v.drawTable()
			v.Lab.Browser.Focus("sort-" + arg)
		}
	case what == "cluster-all":
		v.all = !v.all
		v.drawTable()
	case what == "save":
		v.Lab.SavePicture(v.Lab.FileName(arg, place.Name), func() string { return v.drawMap(lab.Standalone) }, v.report.CSV)
	}
}

// ---- the question

// Option is a value of a choice in the sentence, with its words.
type Option struct{ Value, Words string }

// chosen adds what the plan has to the choices, where it is none of them.
func chosen(list []Option, value, words string) []Option {
	if slices.ContainsFunc(list, func(o Option) bool { return o.Value == value }) {
		return list
	}
	return append(list, Option{value, words})
}

// Own stands for a described platform in the choice of platforms, whose value would be
// too long an attribute.
const Own = "own"

// Platforms are those at hand, and the one described.
func (v *View) Platforms() (list []Option) {
	for _, name := range platform.BuiltinNames() {
		list = append(list, Option{name, name})
	}
	if v.Platform() == Own {
		list = append(list, Option{Own, lab.Beginning(v.Plan.Name())})
	}
	return list
}

// Platform is the choice in force.
func (v *View) Platform() string {
	if slices.Contains(platform.BuiltinNames(), v.Plan.Platform) {
		return v.Plan.Platform
	}
	return Own
}

// Pairs are the choices of pairs: all, those without chance, one selection, one placing.
func (v *View) Pairs() (list []Option) {
	list = []Option{{"all", "all 36 pairs"}, {pairsOf(func(a cluster.Action) bool {
		return a.Select != cluster.SelectRandom && a.Place != cluster.PlaceRandom
	}), "the 25 pairs without chance"}}
	for _, s := range cluster.SelectionNames()[1:] {
		list = append(list, Option{pairsOf(func(a cluster.Action) bool { return a.Select.String() == s }), s + " and every placing"})
	}
	for _, s := range cluster.PlacingNames()[1:] {
		list = append(list, Option{pairsOf(func(a cluster.Action) bool { return a.Place.String() == s }), "every selection and " + s})
	}
	n := len(v.Plan.Pairs)
	return chosen(list, v.Pair(), numeral.Count(n)+numeral.Plural(n, " pair", " pairs")+" of your own")
}

// Pair is the choice in force.
func (v *View) Pair() string { return v.Shown("pairs") }

func pairsOf(has func(cluster.Action) bool) string {
	var list []string
	for _, a := range cluster.Pairs() {
		if has(a) {
			list = append(list, a.String())
		}
	}
	return strings.Join(list, ",")
}

// Fillings are the choices of backfilling.
func (v *View) Fillings() []Option {
	return chosen([]Option{{"none,easy", "no and EASY"}, {"none", "no"}, {"easy", "EASY"}, {"none,easy,easy-aware", "no, EASY and foreseeing EASY"}, {"easy,easy-aware", "EASY and foreseeing EASY"}},
		v.Filling(), numeral.Listed(v.Plan.Backfillings))
}

// Filling is the choice in force.
func (v *View) Filling() string { return v.Shown("backfilling") }

// Times are the choices of what energy is set against.
func (v *View) Times() (list []Option) {
	for _, o := range v.Plan.Settings().Find("time").Options {
		list = append(list, Option{o.Value, o.Words})
	}
	return list
}

// Time is the choice in force.
func (v *View) Time() string { return v.Plan.Time }

// inSentence are the settings that the sentence has a place for.
var inSentence = []string{"platform", "jobs-first", "pairs", "backfilling", "stretches", "time", "against"}

// Extras are the settings that differ from what is proposed, as the end of the sentence.
func (v *View) Extras() string {
	p := v.Proposed()
	return v.Question.Settings().Without(inSentence...).Sentence(p.Settings().Without(inSentence...))
}

// Set takes what a field asks for.
func (v *View) Set(key, text string) {
	switch {
	case key == "platform" && text == Own:
		return
	case strings.HasPrefix(key, "edit:"):
		v.edit(key, text)
		return
	case v.report != nil && v.stage.set(key, text):
		return
	case key == baseID:
		key = "against"
	}
	v.Question.Set(key, text)
}

// Tips of the words that the question explains.
const (
	jobsTip     = "Consecutive jobs of the log are one stretch: it is run from an empty machine until its last job has ended. A job’s run time is taken as measured at the platform’s mean speed."
	platformTip = "A machine of unequal processors, after HDeepRM: cores slow down to 75 % when those of their processor ask for more memory bandwidth than it has; idle cores draw 25 % of their power beside a busy one, 5 % in an idle processor."
	pairTip     = "A pair says which waiting job is next (first, shortest, smallest, low_mem, low_mem_bw) and which idle core it is given (high_gflops: the fastest; low_power: the most frugal; high_cores, high_mem, high_mem_bw: where most is free)."
	fillTip     = "EASY lets jobs behind the head start that do not delay it by their own cores and memory; the foreseeing one also refuses those that would delay it by slowing down jobs it waits for."
	againstTip  = "Every choice is compared with this one, on the same stretches."
)

// baseID is the field of the choice that others are compared with.
const baseID = "cluster-base"

// drawAgainst draws that choice: as many as there are would be too many nodes.
func (v *View) drawAgainst() {
	var names []string
	p := v.Plan
	for _, c := range p.Choices() {
		names = append(names, c.Name())
	}
	b := &lab.Panel{}
	b.HTML(`<label class="visually-hidden" for="` + baseID + `">Compared with</label>`)
	b.Select(baseID, "inline", names, nil)
	b.Shows(baseID, names[p.Base()])
	v.Lab.Draw(hostAgainst, b)
}

// drawForm draws what is unfolded of the form.
func (v *View) drawForm() {
	v.DrawAsking()
	v.drawAgainst()
	v.drawMachine()
	var whatIf, more *lab.Panel
	if v.whatIf.Open {
		whatIf = &lab.Panel{}
		whatIf.Open(hostWhatIf, "more", "What if")
		v.WhatIf(whatIf, "load", "closer", "flurry")
		whatIf.Close()
	}
	v.Lab.Draw(hostWhatIf, whatIf)
	if v.more.Open {
		more = &lab.Panel{}
		more.Open(hostMore, "more", "More settings")
		v.More(more, "pairs", "backfilling", "jobs-skip", "work", "seed", "tau")
		more.Close()
	}
	v.Lab.Draw(hostMore, more)
}
