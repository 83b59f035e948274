// Package train is the view in which agents learn to schedule a heterogeneous cluster
// before one's eyes: one seed episode by episode, the others as bands round it, all of
// them tested beside EASY and fixed pairs.
package train

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/experiment/agent"
	"shadowtime/core/experiment/train"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/paper"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
	hostMore    = "train-more"
	hostVerdict = "train-verdict"
	hostWatch   = "train-watch"
	hostLive    = "train-live-" // and a number
	hostMain    = "train-main"
	hostTools   = "train-files"
	hostCaution = "train-caution"
	hostLook    = "train-look"
)

// panels are the live charts.
const panels = 4

// View is the study on the page: question, answer, evidence.
type View struct {
	lab.Question[train.Plan, train.Row, *train.Plan, *train.Row]

	buttons lab.Buttons
	more    lab.Fold

	verdict lab.Verdict
	report  *train.Cohort
	beside  *train.Cohort // the other form, where there is one; nil: nothing is known
	watch   watch
	pace    lab.Pace

	figures lab.Figures
	on      string // whose tests the map shows
	methods lab.Paragraph
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{}
	v.Lab, v.Kind, v.Plan, v.Proposed, v.IDs, v.Verb = l, train.Name, train.Default(), train.Default, "train-", "Train"
	v.Command, v.Usual, v.Number = train.Verb, train.Default, "seeds"
	v.Judge = func(p train.Plan, of *archive.Log, rows []train.Row) { train.CohortOf(p, of.Digest, rows) }
	v.more = lab.Fold{Key: "more", ID: hostMore, Button: "more settings"}
	v.buttons = lab.Buttons{Lab: l, ID: "train", Verb: v.Verb, Folds: []*lab.Fold{&v.more}, Known: func() string { return v.Question.ToGo("seeds") }}
	v.verdict = lab.Verdict{Lab: l, Host: hostVerdict, Doing: "Training", Stopped: v.stopped}
	v.watch = watch{v: v, number: 1}
	v.figures = lab.Figures{Lab: l, Name: train.Name, Look: hostLook, Pictures: v.pictures}
	v.methods = lab.Paragraph{Lab: l, ID: "train-methods", Text: v.methodsText}
	return v
}

// Key and Name are those of the view's tab, Answer the id of its answer.
func (v *View) Key() string    { return train.Name }
func (v *View) Name() string   { return "Train" }
func (v *View) Answer() string { return "train-answer" }

// scenario is what the demonstration asks: HDeepRM's first scenario, with the baseline
// that lets it settle; the plain form stands beside it.
func scenario() train.Plan {
	p := train.Spread()
	p.Agent.Baseline = agent.Mean
	return p
}

// Demonstrates takes the question of a demonstration by its name in a link.
func (v *View) Demonstrates(name string) bool {
	if name != "spread" {
		return false
	}
	v.ask(scenario())
	return true
}

// ask takes another question on the log in sight.
func (v *View) ask(p train.Plan) {
	g := v.Ground()
	p.Clean, p.Procs = g.Clean, g.Procs
	v.Plan = p
}

// Demo takes few jobs and episodes: the sample's are soon learned from.
func (v *View) Demo() {
	if v.Plan.Jobs == train.OfLog {
		v.Plan.First, v.Plan.Agent.Episodes = min(v.Plan.First, 20), min(v.Plan.Agent.Episodes, 100)
	}
}

// Works is what the plan asks of traces.
func (v *View) Works(on []*lab.Opened) ([]*lab.Work, error) {
	var list []*lab.Work
	for _, o := range on {
		p, err := v.On(o)
		if err != nil {
			return nil, err
		}
		for _, form := range p.Forms() {
			w := v.Work(o, &form, form.Seeds)
			w.Noun, w.Unit = "seeds", "parts of courses"
			w.Draw = v.drawing(o)
			if all := w.Next; v.Lab.InSight(v, o) {
				w.Next = func() []int { return v.roomFor(all()) }
			}
			list = append(list, w)
		}
	}
	v.drawForm()
	if slices.ContainsFunc(on, func(o *lab.Opened) bool { return v.Lab.InSight(v, o) }) {
		v.watch.begin()
	}
	return list, nil
}

// roomFor leaves a worker to the course that is watched: as many tasks at a time as
// there are others; of two jobs, which are done in no time, a few for each.
func (v *View) roomFor(tasks []int) []int {
	workers := v.Lab.Engine.Workers()
	switch {
	case !v.watch.going:
		return tasks
	case v.OwnJobs():
		return tasks[:min(len(tasks), 4*workers)]
	}
	return tasks[:min(len(tasks), max(1, workers-1))]
}

func (v *View) drawing(o *lab.Opened) func(must bool) bool {
	return func(must bool) bool {
		if v.Lab.State == lab.Cancelled {
			v.watch.going = false
		}
		return v.pace.Draw(v.Lab.Browser, must || v.report == nil, func() {
			if v.Lab.InSight(v, o) {
				v.reportOn(o)
				v.drawAnswer()
			}
		})
	}
}

// Look is no work: agents are trained when it is asked for.
func (v *View) Look(o *lab.Opened) *lab.Work { return nil }

// reportOn makes the report on a trace of what is known of the plan; where nothing is,
// the answer to an earlier question stays.
func (v *View) reportOn(o *lab.Opened) {
	p, err := v.On(o)
	if err != nil {
		return
	}
	all := p.Forms()
	rows := v.Rows(o, &all[0]).Known(p.Seeds)
	r := train.CohortOf(p, o.Summary.Digest, rows)
	switch {
	case r.Done == 0 && v.report != nil && v.report.Digest == o.Summary.Digest.Hex() && !v.Lab.Computes(v.Kind):
		v.Earlier(&v.verdict, &v.report.Plan)
		return
	case r.Done == 0:
		v.report, v.beside = nil, nil
		v.verdict.Is(lab.Asked, "")
		return
	}
	v.verdict.Is(lab.Asked, "")
	v.report, v.beside = r, nil
	if len(all) > 1 {
		if other := train.CohortOf(all[1], o.Summary.Digest, v.Rows(o, &all[1]).Known(p.Seeds)); other.Done > 0 {
			v.beside = other
		}
	}
}

// Known is how many seeds are behind what is shown, and how many are wanted.
func (v *View) Known() (done, wanted int) {
	o := v.Lab.Current()
	p, err := v.On(o)
	if err != nil || o.Trace == nil {
		return 0, v.Plan.Seeds
	}
	for _, form := range p.Forms() {
		done += len(v.Rows(o, &form).First(p.Seeds))
		wanted += p.Seeds
	}
	return done, wanted
}

// Paper is the answer as a page, Filed as a study, the other form with it.
func (v *View) Paper() *paper.Paper { return v.report.Paper(v.beside, v.Lab.Source()) }

func (v *View) Filed(said *paper.Paper) *archive.Study {
	o := v.Lab.Current()
	s := v.FiledWith(v.Rows(o, &v.report.Plan).Known(v.report.Plan.Seeds), said)
	if b := v.beside; b != nil {
		s.Also = []archive.Part{archive.PartOf(train.Name, b.Plan.Settings(), v.Rows(o, &b.Plan).Known(b.Plan.Seeds))}
	}
	return s
}

// TakeStudy takes a study with its other form.
func (v *View) TakeStudy(s *archive.Study) (mine bool, err error) {
	if s.Kind != v.Kind {
		return false, nil
	}
	rows, err := train.OtherRows(s)
	if err != nil {
		return true, err
	}
	if mine, err = v.Question.TakeStudy(s); err != nil {
		return mine, err
	}
	p := v.Plan
	for _, form := range p.Forms()[1:] {
		if err := archive.Try(func() error { train.CohortOf(form, s.Log.Digest, rows.All()); return nil }); err != nil {
			return true, err
		}
		v.Keep(s.Log.Digest, form, rows.All())
	}
	return mine, nil
}

// Show draws what is known of the plan on the trace in sight.
func (v *View) Show() {
	v.Question.Settings() // as the log in sight has them
	v.drawForm()
	v.reportOn(v.Lab.Current())
	v.drawAnswer()
}

// Set takes what a field asks for.
func (v *View) Set(key, text string) {
	switch key {
	case "train-seed":
		if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil && n >= 1 && n <= v.Plan.Seeds {
			v.watch.look(n)
		} else {
			v.Lab.Refuse("The seed to watch is one of "+numeral.Count(v.Plan.Seeds)+": give its number, from 1.", 0)
		}
		return
	case "jobs":
		v.jobs(text)
		return
	case "train-on":
		v.on = text
		v.drawFigures()
		return
	}
	v.Question.Set(key, text)
}

// jobs takes those of the log, or a scenario's with the platform that has them.
func (v *View) jobs(text string) {
	switch {
	case text == v.Plan.Jobs:
	case text == train.Own:
		v.ask(scenario())
	default:
		v.ask(train.Default())
	}
	v.Question.Set("jobs", text)
}

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	switch {
	case v.Question.Act(what, arg):
	case v.figures.Act(what, arg):
		v.drawLook()
	case what == "fold":
		v.buttons.Toggle(arg)
		v.drawForm()
	case what == "methods":
		v.methods.Copy()
	case what == "train-scenario":
		v.ask(scenario())
		v.Lab.Changed()
		v.Lab.Run()
	case what == "train-watch":
		v.watch.press()
	case what == "train-model":
		v.watch.save()
	case v.report == nil:
	case what == "train-csv":
		v.Lab.SaveText(v.Lab.FileName("csv", train.Name, "courses"), train.CoursesCSV(v.report, v.beside))
	case what == "save":
		v.Lab.SavePicture(v.Lab.FileName(arg, train.Name), func() string { return v.main(lab.Standalone) }, v.mainCSV)
	}
}

// mainCSV is what the chart behind the answer shows, and more of it.
func (v *View) mainCSV() string {
	if v.report.Best != nil {
		return v.foundTable().CSV()
	}
	return v.report.TestsCSV()
}

// ---- the question

// Platforms are the values of the sentence's choice, the plan's own among them.
func (v *View) Platforms() []string {
	list := platform.BuiltinNames()
	if !slices.Contains(list, v.Plan.Platform) {
		list = append(list, v.Plan.Platform)
	}
	return list
}

// PlatformWords say one in the sentence.
func (v *View) PlatformWords(value string) string {
	if strings.HasPrefix(value, "{") {
		return "a platform of your own"
	}
	return value
}

// sets are those of actions that the sentence offers.
func sets() [][2]string {
	p := train.Spread()
	return [][2]string{
		{"all", "any pair, or none"},
		{agent.ActionsText(p.Agent.Actions), "HDeepRM’s five pairs"},
		{"first-high_gflops,first-low_power,shortest-high_gflops,shortest-low_power", "fast or frugal cores"},
	}
}

// Sets are the values of the choice of actions.
func (v *View) Sets() (values []string) {
	own := agent.ActionsText(v.Plan.Agent.Actions)
	for _, s := range sets() {
		values = append(values, s[0])
	}
	if !slices.Contains(values, own) {
		values = append(values, own)
	}
	return values
}

// SetWords say one in the sentence, Set which it is.
func (v *View) SetWords(value string) string {
	for _, s := range sets() {
		if s[0] == value {
			return s[1]
		}
	}
	return "actions of your choice"
}

// Actions is the plan's set.
func (v *View) Actions() string { return agent.ActionsText(v.Plan.Agent.Actions) }

// objectives say what is paid for in the sentence.
var objectives = [][2]string{
	{"makespan", "speed in use (makespan)"}, {"energy_consumption", "power saved (energy)"}, {"avg_job_slowdown", "short jobs done (slowdown)"},
	{"avg_completion_time", "jobs done (turnaround)"}, {"avg_utilization", "cores in use (utilization)"},
}

// Objectives are the values of that choice.
func (v *View) Objectives() (values []string) {
	for _, o := range objectives {
		values = append(values, o[0])
	}
	return values
}

// ObjectiveWords say one.
func (v *View) ObjectiveWords(value string) string {
	for _, o := range objectives {
		if o[0] == value {
			return o[1]
		}
	}
	return value
}

// OwnJobs says that the platform's own jobs are run.
func (v *View) OwnJobs() bool { return v.Plan.Jobs == train.Own }

// Tips of the words that the question explains.
const (
	trainTip    = "An agent decides at every instant with a waiting job which job comes next and on which cores it runs. It is told what that earns, and changes its weights after each run of all jobs (Policy gradients: HDeepRM, Garrido 2020)."
	platformTip = "A machine of unequal processors: some faster, some frugal, with memory and bandwidth that jobs on them share."
	episodeTip  = "One run of all the jobs. The agent learns at its end."
	seedTip     = "Each seed is another agent with weights of its own. One lucky seed proves nothing: what most of them come to does."
	paidTip     = "The reward of a decision, by the cluster’s state just after it."
)

// Extras are the settings that differ from what is proposed, but for those that the
// sentence names.
func (v *View) Extras() string {
	s := ""
	a, was := &v.Plan.Agent, agent.Default()
	if a.Baseline == agent.Mean && v.Plan.Jobs == train.OfLog {
		s += ", with the mean reward as baseline"
	}
	if a.Backfilling != was.Backfilling {
		s += ", backfilling " + a.Backfilling
	}
	if a.Hidden != was.Hidden {
		s += ", " + strconv.Itoa(a.Hidden) + " hidden units"
	}
	if a.LR != was.LR {
		s += ", learning rate " + numeral.Plain(a.LR)
	}
	if a.Gamma != was.Gamma {
		s += ", discount " + numeral.Plain(a.Gamma)
	}
	if v.OwnJobs() {
		return s
	}
	proposed := train.Default()
	named := []string{"jobs-first"}
	return s + v.Question.Settings().Without(named...).Sentence(proposed.Settings().Without(named...))
}

// drawForm draws what is unfolded of the form.
func (v *View) drawForm() {
	v.DrawAsking()
	var more *lab.Panel
	if v.more.Open {
		more = &lab.Panel{}
		more.Open(hostMore, "more", "More settings")
		v.More(more, "actions", "backfilling", "baseline", "hidden", "lr", "gamma", "queue-sensitivity", "platform")
		if !v.OwnJobs() {
			v.More(more, "work", "jobs-skip")
			v.WhatIf(more, "flurry")
		}
		v.More(more, "seed")
		more.Close()
	}
	v.Lab.Draw(hostMore, more)
}

// stopped says what a cancelled study leaves.
func (v *View) stopped() string {
	done, wanted := v.Known()
	if done == 0 {
		return "Cancelled before the first seed was trained."
	}
	return numeral.Count(done) + " of " + numeral.Count(wanted) + " seeds are trained, and kept: " + v.Verb + " goes on from here."
}

// Unknown says that there is nothing to show yet, Unexplained that there are no
// figures.
func (v *View) Unknown() bool   { return v.report == nil }
func (v *View) Unwatched() bool { return v.watch.courses == nil }

// Seed is the number of the one watched, Last that of the last one.
func (v *View) Seed() string { return strconv.Itoa(v.watch.number) }
func (v *View) Last() string { return strconv.Itoa(cmp.Or(v.Plan.Seeds, 1)) }

// Heading is what the chart behind the answer is about.
func (v *View) Heading() string {
	if v.report != nil && v.report.Best != nil {
		return "All seeds"
	}
	return "Tested beside EASY"
}
