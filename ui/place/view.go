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
	hostMap     = "cluster-map"
	hostTools   = "cluster-files"
	hostTable   = "cluster-table"
	hostCaution = "cluster-caution"
)

// View is the study on the page: question, answer, evidence.
type View struct {
	lab.Question[place.Plan, place.Row, *place.Report, *place.Plan, *place.Row]

	machine *lab.Fold

	table lab.Table[*place.Standing]
	all   bool // choices are in the table, not the front alone
	stage stage
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{}
	v.Plan, v.Proposed, v.Usual = place.Default(), place.Default, place.Default
	v.Merge, v.Tasks = merge, v.tasks
	v.machine = &lab.Fold{Key: "machine", Button: "the platform"}
	v.table = lab.Table[*place.Standing]{ID: "results", Act: "sort", Sort: "energy",
		Caption: "The choices, those that do the same in one row; a press on a heading sorts"}
	v.stage.v = v
	v.Begin(lab.Method{
		Command: place.Verb, Number: "stretches",
		For: lab.Purpose{Asks: "What do unequal processors and energy change?", Serves: "Owners of mixed machines",
			Needs: "A platform, or an example"},
		Lab: l, Kind: place.Name, Tab: "Cluster", IDs: "cluster-", Verb: "Run them", Button: "cluster-run", Noun: "stretches",
		Doing: "Running the cluster",
		Sentence: lab.Sentence{
			Text: "Run {jobs} <jobs at a time> on the <platform> {platform}, choosing job and cores by {pairs} <of selection and " +
				"placing>, with {backfilling} <backfilling>, " +
				"on {stretches} stretches of the log; set energy against {time}, <compared with> {against}{extras}.",
			Tips: map[string]string{"jobs at a time": jobsTip, "platform": platformTip, "of selection and placing": pairTip,
				"backfilling": fillTip, "compared with": againstTip},
			With: map[string]lab.Part{
				"jobs":        lab.Count{Key: "jobs-first", Label: "Jobs of a stretch", Low: "0", High: "1000000"},
				"platform":    lab.Choice{Key: "platform", Label: "Platform", Options: v.platforms, Now: v.Platform},
				"pairs":       lab.Choice{Key: "pairs", ID: "pair", Label: "Pairs", Options: v.pairs},
				"backfilling": lab.Choice{Key: "backfilling", ID: "filling", Label: "Backfilling", Options: v.fillings},
				"stretches":   lab.Count{Key: "stretches", Label: "Stretches of the log", Low: "1", High: "1000"},
				"time":        lab.Choice{Key: "time", Label: "What of time"},
				"against":     lab.Host{Name: hostAgainst},
				"extras":      lab.Wording(v.Extras),
			}},
		Above: []lab.Part{lab.Note{Class: "hint", Says: v.Machine}}, Below: []lab.Part{lab.Hosts(hostMachine, hostEdit)}, Plain: true,
		Folds: []*lab.Fold{v.machine, lab.WhatIf("load", "closer", "flurry"), lab.More("pairs", "backfilling", "jobs-skip", "work",
			"seed", "tau")},
		Answers: []lab.Part{
			lab.Group{Tag: "figure", Class: "figure", Hidden: v.Missing, Of: []lab.Part{lab.Wide(hostMap), lab.Host{Name: hostTools}}},
			lab.Hosts(hostTable, hostCaution), lab.Footnote(v.Footnote, v.Missing)},
		Stage:   []lab.Part{v.stage.part()},
		Stopped: v.stopped,
		Chart:   v.drawMap, Sort: lab.Sorted(&v.table, v.drawTable),
		Unexplained: v.Missing, Pictures: v.pictures,
		DrawMore: v.drawMore, DrawAnswer: v.drawAnswer, ReportOn: v.reportOn,
	})
	return v
}

// ---- what is computed

func (v *View) tasks(o *lab.Opened, p *place.Plan) []*lab.Work {
	return []*lab.Work{v.stretches(o, *p, p.Stretches)}
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
	w.Draw = v.Drawing(o)
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
	v.Glance(o, &p)
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
	case v.Settle(o, &p, done):
		v.Basis = known.Known(most)
		v.Report = v.ReportOf(o, &p, v.Basis)
		v.Conclude(v.Glanced(o, &p), done, 0, most, 0)
		v.stage.keep(v.KeyOf(o, &p))
	case v.Missing():
		v.stage.keep("") // there is nothing to play
	}
}

func merge(of *archive.Log, p *place.Plan, rows []place.Row) *place.Report {
	r := place.Merge(of.Name, of.Digest, *p, rows)
	r.Source = of.Source()
	return r
}

// Known is how many stretches are behind what is shown, and how many are wanted.
func (v *View) Known() (done, most int) {
	o := v.Lab.Current()
	p, err := v.On(o)
	if err != nil || o.Trace == nil {
		return 0, v.Plan.Stretches
	}
	most = wanted(p.Stretches, v.Rows(o, &p))
	if v.Report == nil || v.Verdict.Standing != lab.Asked {
		return 0, most
	}
	return v.Report.Stretches, most
}

// Demo is soon done as it is.
func (v *View) Demo() { v.Plan.Stretches = min(v.Plan.Stretches, place.Default().Stretches) }

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	switch {
	case v.Question.Act(what, arg):
	case what == "cluster-twice":
		v.twice()
	case what == "cluster-describe":
		v.describe()
	case v.Report == nil:
	case v.stage.act(what, arg):
	case what == "cluster-all":
		v.all = !v.all
		v.drawTable()
	}
}

// ---- the question

// Own stands for a described platform in the choice of platforms, whose value would be
// too long an attribute.
const Own = "own"

// platforms are those at hand, and the one described.
func (v *View) platforms() []study.Option {
	return lab.Chosen(lab.Options(platform.BuiltinNames(), nil), v.Platform(), func(string) string { return lab.Beginning(v.Plan.Name()) })
}

// Platform is the choice in force.
func (v *View) Platform() string {
	if slices.Contains(platform.BuiltinNames(), v.Plan.Platform) {
		return v.Plan.Platform
	}
	return Own
}

// pairs are the choices of pairs: all, those without chance, one selection, one placing.
func (v *View) pairs() []study.Option {
	list := []study.Option{{Value: "all", Words: "all 36 pairs"}, {Words: "the 25 pairs without chance",
		Value: pairsOf(func(a cluster.Action) bool {
			return a.Select != cluster.SelectRandom && a.Place != cluster.PlaceRandom
		})}}
	for _, s := range cluster.SelectionNames()[1:] {
		list = append(list, study.Option{Value: pairsOf(func(a cluster.Action) bool { return a.Select.String() == s }),
			Words: s + " and every placing"})
	}
	for _, s := range cluster.PlacingNames()[1:] {
		list = append(list, study.Option{Value: pairsOf(func(a cluster.Action) bool { return a.Place.String() == s }),
			Words: "every selection and " + s})
	}
	return lab.Chosen(list, v.Shown("pairs"), func(string) string {
		n := len(v.Plan.Pairs)
		return numeral.Count(n) + numeral.Plural(n, " pair", " pairs") + " of your own"
	})
}

func pairsOf(has func(cluster.Action) bool) string {
	var list []string
	for _, a := range cluster.Pairs() {
		if has(a) {
			list = append(list, a.String())
		}
	}
	return strings.Join(list, ",")
}

// fillings are the choices of backfilling.
func (v *View) fillings() []study.Option {
	return lab.Chosen(fillings(), v.Shown("backfilling"), func(string) string { return numeral.Listed(v.Plan.Backfillings) })
}

var fillings = lab.Pairs("none,easy", "no and EASY", "none", "no", "easy", "EASY", "none,easy,easy-aware", "no, EASY and foreseeing EASY",
	"easy,easy-aware", "EASY and foreseeing EASY")

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
	case v.Report != nil && v.stage.set(key, text):
		return
	case key == baseID:
		key = "against"
	}
	v.Question.Set(key, text)
}

// Tips of the words that the question explains.
const (
	jobsTip = "Consecutive jobs of the log are one stretch: it is run from an empty machine until its last job has ended. A job’s " +
		"run time is taken as measured at the platform’s mean speed."
	platformTip = "A machine of unequal processors, after HDeepRM: cores slow down to 75 % when those of their processor ask for more " +
		"memory bandwidth than it has; idle cores draw 25 % of their power beside a busy one, 5 % in an idle processor."
	pairTip = "A pair says which waiting job is next (first, shortest, smallest, low_mem, low_mem_bw) and which idle core it is " +
		"given (high_gflops: the fastest; low_power: the most frugal; high_cores, high_mem, high_mem_bw: where most is free)."
	fillTip = "EASY lets jobs behind the head start that do not delay it by their own cores and memory; the foreseeing one also " +
		"refuses those that would delay it by slowing down jobs it waits for."
	againstTip = "Every choice is compared with this one, on the same stretches."
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

// drawMore draws what else there is of the form.
func (v *View) drawMore() {
	v.drawAgainst()
	v.drawMachine()
}
