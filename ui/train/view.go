// Package train is the view in which agents learn to schedule a heterogeneous cluster
// before one's eyes: one seed episode by episode, the others as bands round it, all of
// them tested beside EASY and fixed pairs.
package train

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/experiment/agent"
	"shadowtime/core/experiment/train"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/paper"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
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
	lab.Question[train.Plan, train.Row, *train.Cohort, *train.Plan, *train.Row]

	watch watch
	on    string // whose tests the map shows
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{}
	v.Plan, v.Proposed, v.Usual = train.Default(), train.Default, train.Default
	v.Merge, v.Tasks = merge, v.tasks
	v.watch = watch{v: v, number: 1}
	more := lab.More("actions", "backfilling", "baseline", "hidden", "lr", "gamma", "queue-sensitivity", "platform", "work", "jobs-skip",
		"flurry", "seed")
	more.Without = func(key string) bool {
		return v.OwnJobs() && slices.Contains([]string{"work", "jobs-skip", "flurry"}, key)
	}
	v.Begin(lab.Method{
		Command: train.Verb, Number: "seeds",
		For: lab.Purpose{Asks: "What does a trained scheduling agent learn?", Serves: "Researchers of reinforcement learning",
			Needs: "Minutes of computing"},
		Lab: l, Kind: train.Name, Tab: "Train", IDs: "train-", Verb: "Train", Noun: "seeds", Doing: "Training",
		Sentence: lab.Sentence{
			Text: "<Train> {agent} to schedule the <platform> {platform} with {jobs}, {first} for {episodes} <episodes>. It sees " +
				"{observe}, " +
				"may take {actions} and is <paid> for {objective}; {seeds} <seeds>{extras}.",
			Tips: map[string]string{"Train": trainTip, "platform": platformTip, "episodes": episodeTip, "paid": paidTip, "seeds": seedTip},
			With: map[string]lab.Part{
				"agent": lab.Choice{Key: "agent", Label: "Agent", Options: lab.Pairs("reinforce", "REINFORCE", "actor-critic",
					"an actor-critic")},
				"platform": lab.Choice{Key: "platform", Label: "Platform", Options: v.platforms},
				"jobs": lab.Choice{Key: "jobs", Label: "Jobs run", Options: lab.Pairs(train.OfLog, "jobs of the log", train.Own,
					"its own two jobs")},
				"first":    lab.Aside{Text: "{count} of them,", Hidden: v.OwnJobs},
				"count":    lab.Count{Key: "jobs-first", Label: "Number of jobs", Low: "0", High: "1000000"},
				"episodes": lab.Count{Key: "episodes", Label: "Episodes", Low: "1", High: "100000"},
				"observe": lab.Choice{Key: "observe", Label: "Observation",
					Options: lab.Pairs("minimal", "the queue", "small", "queue, nodes and processors", "normal", "queue and every core")},
				"actions":   lab.Choice{Key: "actions", Label: "Actions", Options: v.sets, Now: v.actions},
				"objective": lab.Choice{Key: "objective", Label: "Objective", Options: objectives},
				"seeds":     lab.Count{Key: "seeds", Label: "Number of seeds", Low: "1", High: "1000"},
				"extras":    lab.Wording(v.Extras),
				"scenario":  lab.Button{Act: "train-scenario", Words: "watch two jobs being spread"},
			}},
		Plain: true, Below: []lab.Part{lab.Aside{Apart: "hint", Text: "New here? In a few seconds, and without a log: {scenario}",
			Hidden: v.OwnJobs}},
		Folds: []*lab.Fold{more},
		Answers: []lab.Part{
			v.watch.place(), lab.Heading{Says: v.Heading, Hidden: v.Missing},
			lab.Group{Tag: "figure", Class: "figure", Hidden: v.Missing, Of: []lab.Part{lab.Wide(hostMain), lab.Host{Name: hostTools}}},
			lab.Host{Name: hostCaution}, lab.Footnote(v.Footnote, v.Missing)},
		Stopped: v.stopped, Chart: v.main, CSV: v.mainCSV,
		Unexplained: v.Missing, Pictures: v.pictures,
		DrawAnswer: v.drawAnswer, DrawLook: v.drawLook, ReportOn: v.reportOn,
	})
	return v
}

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

// Works is what the plan asks of traces; one in sight is watched.
func (v *View) Works(on []*lab.Opened) ([]*lab.Work, error) {
	list, err := v.Question.Works(on)
	if err == nil && slices.ContainsFunc(on, v.InSight) {
		v.watch.begin()
	}
	return list, err
}

func (v *View) tasks(o *lab.Opened, p *train.Plan) (list []*lab.Work) {
	for _, form := range p.Forms() {
		w := v.Work(o, &form, form.Seeds)
		w.Noun, w.Unit = "seeds", "parts of courses"
		w.Draw = v.drawing(o)
		if all := w.Next; v.InSight(o) {
			w.Next = func() []int { return v.roomFor(all()) }
		}
		list = append(list, w)
	}
	return list
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
	draw := v.Drawing(o)
	return func(must bool) bool {
		if v.Lab.State == lab.Cancelled {
			v.watch.going = false
		}
		return draw(must)
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
	known := v.Rows(o, &all[0])
	done := len(known.First(p.Seeds))
	switch {
	case done == 0 && v.Lab.Computes(v.Kind):
		v.Forget()
	case v.Settle(o, &p, done):
		v.Basis = known.Known(p.Seeds)
		v.Report = v.ReportOf(o, &p, v.Basis)
		v.Verdict.Is(lab.Asked, "")
		if len(all) > 1 {
			if other := train.CohortOf(all[1], o.Summary.Digest, v.Rows(o, &all[1]).Known(p.Seeds)); other.Done > 0 {
				v.Report.Other = other
			}
		}
	}
}

// merge makes the report of agents trained on a log out of rows that are kept.
func merge(of *archive.Log, p *train.Plan, rows []train.Row) *train.Cohort {
	c := train.CohortOf(*p, of.Digest, rows)
	c.Source = of.Source()
	return c
}

// other is the report of the other form, nil where there is none.
func (v *View) other() *train.Cohort {
	if v.Report == nil {
		return nil
	}
	return v.Report.Other
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

// Filed is the answer as a study, the other form with it.
func (v *View) Filed(said *paper.Paper) *archive.File {
	s := v.Question.Filed(said)
	if b := v.other(); b != nil {
		s.Also = []archive.Asked{archive.AskedOf(train.Name, b.Plan.Settings(), v.Rows(v.Lab.Current(), &b.Plan).Known(b.Plan.Seeds))}
	}
	return s
}

// TakeStudy takes a study with its other form.
func (v *View) TakeStudy(s *archive.File) (mine bool, err error) {
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
		v.Keep(s.Log.Digest, &form, rows.All())
	}
	return mine, nil
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
		v.DrawFigures()
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
	case what == "train-scenario":
		v.ask(scenario())
		v.Lab.Changed()
		v.Lab.Run()
	case what == "train-watch":
		v.watch.press()
	case what == "train-model":
		v.watch.save()
	case v.Report == nil:
	case what == "train-csv":
		v.Lab.SaveText(v.Lab.FileName("csv", train.Name, "courses"), train.CoursesCSV(v.Report, v.other()))
	}
}

// mainCSV is what the chart behind the answer shows, and more of it.
func (v *View) mainCSV() string { return v.Report.AnswerCSV(v.other()) }

// ---- the question

// platforms are those of the sentence, the plan's own among them.
func (v *View) platforms() []study.Option {
	return lab.Chosen(lab.Options(platform.BuiltinNames(), nil), v.Plan.Platform, func(own string) string {
		if strings.HasPrefix(own, "{") {
			return "a platform of your own"
		}
		return own
	})
}

// sets are those of actions, the plan's own among them.
func (v *View) sets() []study.Option {
	p := train.Spread()
	list := lab.Pairs("all", "any pair, or none", agent.ActionsText(p.Agent.Actions), "HDeepRM’s five pairs",
		"first-high_gflops,first-low_power,shortest-high_gflops,shortest-low_power", "fast or frugal cores")
	return lab.Chosen(list(), v.actions(), func(string) string { return "actions of your choice" })
}

func (v *View) actions() string { return agent.ActionsText(v.Plan.Agent.Actions) }

// objectives say what is paid for.
var objectives = lab.Pairs("makespan", "speed in use (makespan)", "energy_consumption", "power saved (energy)", "avg_job_slowdown",
	"short jobs done (slowdown)",
	"avg_completion_time", "jobs done (turnaround)", "avg_utilization", "cores in use (utilization)")

// OwnJobs says that the platform's own jobs are run.
func (v *View) OwnJobs() bool { return v.Plan.Jobs == train.Own }

// Tips of the words that the question explains.
const (
	trainTip = "An agent decides at every instant with a waiting job which job comes next and on which cores it runs. It is told what " +
		"that earns, and changes its weights after each run of all jobs (Policy gradients: HDeepRM, Garrido 2020)."
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

// stopped says what a cancelled study leaves.
func (v *View) stopped() string {
	done, wanted := v.Known()
	if done == 0 {
		return "Cancelled before the first seed was trained."
	}
	return numeral.Count(done) + " of " + numeral.Count(wanted) + " seeds are trained, and kept: " + v.Verb + " goes on from here."
}

// Heading is what the chart behind the answer is about.
func (v *View) Heading() string {
	if v.Report != nil && v.Report.Best != nil {
		return "All seeds"
	}
	return "Tested beside EASY"
}
