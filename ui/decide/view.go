// Package decide is the view that answers what to set: is this your machine, what to set, how
// sure that is, what it risks, and why to doubt it.
package decide

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/decide"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/job"
	"shadowtime/core/report/archive"
	"shadowtime/core/sim/order"
	"shadowtime/core/slurm/site"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
	hostChecks  = "decide-checks"
	hostStands  = "decide-stands"
	hostSure    = "decide-sure"
	hostNow     = "decide-now"
	hostCards   = "decide-cards"
	hostAmended = "decide-amended"
	hostCurve   = "decide-curve"
	hostWhatIf  = "decide-ifs"
	hostAt      = "decide-slider"
	hostRead    = "decide-reading"
	hostRow     = "decide-row"
	hostForest  = "decide-forest"
	hostDoubts  = "decide-doubts"

	hostHeld    = "held-fold"
	hostSeeking = "held-seeking"
	hostWeek    = "held-week"
	hostHour    = "held-hour"
	hostBy      = "held-by"
	hostGroups  = "held-groups"
	hostGroup   = "held-group"
	hostRules   = "held-rules"
	hostAdd     = "held-add"
	hostSaid    = "held-said-by"
	hostGive    = "held-give"
	hostLeft    = "held-left"

	hostMethods = "decide-in-short"
	hostCommand = "decide-command"

	hostPaperCharts = "decide-paper-charts"
	hostPaper       = "decide-paper"
	hostAppendix    = "decide-appendix"
)

// heldHosts are those of what held jobs; what stands in the first two is always in sight.
var heldHosts = []string{hostHeld, hostSeeking, hostWeek, hostHour, hostBy, hostGroups, hostGroup, hostRules, hostAdd, hostSaid,
	hostGive, hostLeft}

// machine is the part of the form with what is supposed of the machine and its load.
const machine = "what-if"

// View is the decision on the page: checks, question, answer, what it trades and why to doubt.
type View struct {
	lab.Question[decide.Plan, decide.Row, *decide.Report, *decide.Plan, *decide.Row]
	place    int // threshold that the curve is read at, by its place from the shortest; -1: the answer's
	row      int // setting of the forest whose figures stand below it, -1: none
	whatIf   string
	checked  checked
	unfolded bool // the check card, though there is an answer below it

	holdings map[string]*holding        // by log and cleaning
	holding  *holding                   // of the log in sight; nil: it tells no waits
	sites    map[job.Digest][]site.File // what was given of a log's site
	expected *expected                  // of the log read last; nil: it was taken
	seeking  *holding                   // whose rules are looked for; nil: none
	began    float64                    // when that began, in seconds
	ticked   int                        // seconds of it that are shown
	heldOpen bool                       // what held them is unfolded
	hour     int                        // of the week that was chosen, -1: none
	groupBy  rules.Grouping             // what jobs are parted by
	group    int                        // of these that was chosen, -1: none
	add      adding
	copied   string // how the rules were copied last
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{place: -1, row: -1, holdings: map[string]*holding{}, sites: map[job.Digest][]site.File{}, hour: -1,
		group: -1, groupBy: rules.BySize,
		add: adding{most: "8", of: "jobs", per: "a user"}}
	v.Merge = merge
	v.Plan, v.Proposed, v.Usual = decide.Default(), decide.Default, decide.Default
	known := func() bool { return !v.Missing() && len(v.Report.Cards) > 0 }
	unknown := func() bool { return !known() }
	unruled := func() bool { return !v.ruled() }
	incomplete := func() bool { return !known() || !v.Report.Complete() }
	v.Begin(lab.Method{
		Command: decide.Verb, Many: tasks, Plain: true,
		For: lab.Purpose{Asks: "What should be set, how sure is that, and what does it risk?", Serves: "Administrators with a log",
			Needs: "8 weeks"},
		Lab: l, Kind: decide.Name, Tab: "Decide", IDs: "decide-", Verb: "Ask", Noun: "steps", Doing: "Trying settings",
		Head: []lab.Part{lab.Group{Tag: "section", Class: "checks", Label: "decide-checks-title", Of: []lab.Part{
			lab.Heading{ID: "decide-checks-title", Says: v.checksTitle}, lab.Host{Name: hostChecks,
				Live: func() string { return "polite" }}}},
			lab.Group{Tag: "section", Class: "held", Label: "held-title", Hidden: func() bool { return v.holding == nil }, Of: []lab.Part{
				lab.Group{Tag: "div", Class: "held-frame", Of: []lab.Part{lab.Host{Name: hostHeld}, lab.Host{Name: hostSeeking}}},
				lab.Group{Tag: "div", ID: "held-section", Hidden: func() bool { return !v.heldOpen }, Of: []lab.Part{
					lab.Group{Tag: "div", Class: "held-figures", Of: []lab.Part{
						lab.Group{Tag: "div", Of: []lab.Part{lab.Host{Name: hostWeek}, lab.Host{Name: hostHour,
							Live: func() string { return "polite" }}}},
						lab.Group{Tag: "div", Of: []lab.Part{lab.Hosts(hostBy, hostGroups),
							lab.Host{Name: hostGroup, Live: func() string { return "polite" }}}}}},
					lab.Host{Name: hostRules, Live: func() string { return "polite" }},
					lab.Hosts(hostAdd, hostSaid, hostGive, hostLeft)}}}}},
		Sentence: lab.Sentence{
			Text: "You run now {order} with {backfilling} and {threshold}{under}. The longest wait may grow by at most {longest}. Make " +
				"{measure} shorter{extras}.",
			With: map[string]lab.Part{
				"order": lab.Choice{Key: "order", Label: "Order that you run now", Options: v.orders,
					Now: func() string { return v.Plan.Order }},
				"backfilling": lab.Choice{Key: "backfilling", Label: "Backfilling", Options: backfillings},
				"threshold": lab.Threshold{Label: "Threshold now", Tip: thresholdTip, With: "a threshold of", None: "no threshold",
					Seldom: true},
				"under": lab.Aside{Text: ", under {rules}", Hidden: func() bool { return v.holding == nil && v.Plan.Rules == "" }},
				"rules": lab.Choice{Key: "rules", ID: "under", Label: "Rules that the replays obey", Options: v.rulings},
				"longest": lab.Choice{Key: "longest", Label: "How much longer the longest wait may become", Options: v.bounds,
					Now: func() string { return v.Shown("longest") }},
				"measure": lab.Choice{Key: "measure", Label: "What to make better", Options: lab.Pairs("wait", "the mean wait", "slowdown",
					"the mean slowdown")},
				"extras": lab.Wording(v.extras),
			}},
		Buttons: lab.Buttons{Sent: known},
		Below:   []lab.Part{lab.Host{Name: hostStands, Live: func() string { return "polite" }}},
		Brief:   v.brief, Defaults: []string{"order", "backfilling", "threshold", "longest", "measure"},
		Folds: []*lab.Fold{{Key: machine, Button: "machine and load", Legend: "Machine and load",
			Keys: []string{"procs", "closed", "rules", "load", "closer", "without", "flurry"}},
			lab.More("also", "orders", "backfills", "thresholds", "draw", "weeks", "seed", "queue-depth", "backfill-tries", "dialect",
				"tau")},
		Answers: []lab.Part{
			lab.Host{Name: hostSure},
			lab.Host{Name: hostNow},
			lab.Once(unknown, lab.Heading{Text: "Ways to set it", Says: v.waysTitle}, lab.Host{Name: hostCards}),
			lab.Once(unruled, lab.Heading{Text: "Or change a rule", Says: v.rulesTitle}, lab.Host{Name: hostAmended}),
			lab.Once(v.unsupposed, lab.Heading{Text: "What if"}, lab.Host{Name: hostWhatIf, Live: func() string { return "polite" }}),
			lab.Once(incomplete,
				lab.Heading{Text: "Mean wait against longest wait, by threshold"},
				lab.Group{Tag: "div", Class: "trades", Of: []lab.Part{
					lab.Group{Tag: "div", Of: []lab.Part{lab.Framed(lab.Host{Name: hostCurve}), lab.Host{Name: hostAt},
						lab.Host{Name: hostRead, Live: func() string { return "polite" }}}},
					lab.Group{Tag: "div", Of: []lab.Part{lab.Framed(lab.Host{Name: hostForest}, lab.Tools{}),
						lab.Host{Name: hostRow, Live: func() string { return "polite" }}}}}},
				lab.Host{Name: hostPaperCharts, Class: "on-paper"},
				lab.Heading{Text: "Why you should doubt this"}, lab.Host{Name: hostDoubts},
				lab.Group{Tag: "section", Class: "send", Label: "decide-send-title", Of: []lab.Part{
					lab.Heading{ID: "decide-send-title", Text: "Send"},
					lab.Group{Tag: "p", Class: "actions", Of: []lab.Part{lab.Button{Act: "link", Says: l.LinkText},
						lab.Button{Act: "print", Words: "print the A4 report"},
						lab.Button{Act: "save-report", Words: "save the report"},
						lab.Button{Act: "save-study", Words: "save this study"}}}}},
				lab.Host{Name: hostPaper, Class: "on-paper"},
				lab.Heading{Text: "Methods"}, lab.Host{Name: hostMethods}, v.Paragraph(), lab.Host{Name: hostCommand},
				lab.Host{Name: hostAppendix, Class: "on-paper"}),
		},
		Nested: true,
		Ready:  v.ready,
		Chart:  v.forest,
		Stopped: func() string {
			return "Cancelled. What was computed is kept: Ask continues from here."
		},
		DrawAnswer: v.drawAnswer,
		DrawMore: func() {
			v.hold()
			v.drawHeld()
		},
	})
	v.Verdict.Late, v.Verdict.Room = true, v.longest
	return v
}

// before is the report on the log in sight of which nothing is replayed yet; nil where it can't be asked.
func (v *View) before() *decide.Report {
	o := v.Lab.Current()
	p, err := v.On(o)
	if err != nil || o.Trace == nil {
		return nil
	}
	return decide.Merge(p, o.Summary.Digest, nil, o.Source())
}

// longest are the longest answers that can come.
func (v *View) longest() []string {
	if r := v.before(); r != nil {
		return r.Longest()
	}
	return nil
}

// tasks is how many a plan has in its one form.
func tasks(p lab.Plan) int {
	q := *p.(*decide.Plan)
	_ = q.Normalise() // what can't be asked has none that count
	return q.Tasks()
}

func merge(of *archive.Log, p *decide.Plan, rows []decide.Row) *decide.Report {
	return decide.Merge(*p, of.Digest, rows, of.Source())
}

// ready says that all orders are replayed on a trace, and the report in sight has not heard of it.
func (v *View) ready(o *lab.Opened) bool {
	if v.Missing() || v.Report.Answered() || !v.InSight(o) {
		return false
	}
	p, err := v.On(o)
	return err == nil && len(v.Rows(o, &p).Missing(study.Logged, p.Answering())) == 0
}

// Look is no rough answer: it is what is run now alone, to be held against the log's own waits.
func (v *View) Look(o *lab.Opened) *lab.Work {
	p, err := v.On(o)
	if err != nil {
		return nil
	}
	w := v.Work(o, &p, 0)
	w.Steps = 1 // of the log itself there is one replay
	w.Draw = func(bool) bool {
		if v.InSight(o) {
			v.drawChecks()
		}
		return true
	}
	return w
}

// orders are the known ones, and the plan's own among them.
func (v *View) orders() []study.Option {
	list := lab.Options(order.Names(order.Every()), func(name string) string { return name })
	for i := range list {
		if list[i].Value == "FCFS" {
			list[i].Words = "first come, first served"
		}
	}
	return lab.Chosen(list, v.Plan.Order, order.Short)
}

var backfillings = lab.Pairs("easy", "EASY backfilling", "conservative", "a reservation for every job (Slurm’s default)", "none",
	"no backfilling")

// bounds are how much longer the longest wait may become, the plan's own among them.
func (v *View) bounds() []study.Option {
	list := lab.Options([]string{"1.1", "1.2", "1.5", "2", "3"}, func(value string) string { return value + " times" })
	return lab.Chosen(list, v.Shown("longest"), func(value string) string { return value + " times" })
}

// brief is the question in a line.
func (v *View) brief() string {
	p := &v.Plan
	list := []string{order.Label(p.Order), backfillingWords[p.Backfilling]}
	if p.Threshold >= 0 {
		list = append(list, "threshold "+numeral.Duration(float64(p.Threshold)))
	}
	if p.Rules != "" {
		list = append(list, v.ruledBy(p.Rules))
	}
	list = append(list, "longest wait at most "+numeral.Plain(p.Longest)+" times",
		map[decide.Measure]string{decide.MeanWait: "mean wait", decide.MeanSlowdown: "mean slowdown"}[p.Measure])
	return strings.Join(list, ", ")
}

var backfillingWords = map[string]string{"easy": "EASY", "conservative": "a reservation for every job", "none": "no backfilling"}

// extras are the settings that differ from what is proposed and have no place in the sentence.
func (v *View) extras() string {
	placed := []string{"order", "backfilling", "threshold", "rules", "longest", "measure"}
	proposed := decide.Default()
	proposed.Clean = v.Plan.Clean
	return v.Settings().Without(placed...).Sentence(proposed.Settings().Without(placed...))
}

func (v *View) checksTitle() string {
	if _, ok := v.Lab.Example(); ok {
		return "About this example"
	}
	return "What we read from your log"
}

func (v *View) waysTitle() string {
	switch {
	case v.Missing() || v.Report.Advice || v.Report.Counsel == decide.Likely || v.Report.Counsel == decide.Unsaid:
		return "Ways to set it"
	case v.Report.Guess():
		return "Best guesses (no evidence yet)"
	}
	return "In the replay"
}

// Set takes what a field asks for: the curve and the forest are read at the answer again.
func (v *View) Set(key, text string) {
	if v.setHeld(key, text) {
		return
	}
	v.place, v.row = -1, -1
	v.Question.Set(key, text)
	v.compareAnew()
}

// compareAnew has what is run now replayed, where nothing is known of the question that was changed: how near the replay comes
// to the machine was known of the one before.
func (v *View) compareAnew() {
	v.Lab.StopLook()
	v.Lab.Look()
}

// heldKey opens what held jobs in a link: it comes from the Lab's list, and is of no question.
const heldKey = "held"

// Knows says whether a link's key is that of a setting, or opens what held jobs.
func (v *View) Knows(key string) bool { return key == heldKey || v.Question.Knows(key) }

// Read takes the plan of a link.
func (v *View) Read(get func(key string) string) error {
	v.heldOpen = v.heldOpen || get(heldKey) == "open"
	return v.Question.Read(get)
}

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	switch {
	case what == "held-open" && v.holding == nil: // of the log to come
		v.heldOpen = true
	case strings.HasPrefix(what, "held") && v.actHeld(what, arg):
	case v.Question.Act(what, arg):
	case what == "decide-at" || what == decide.RowAct:
		if n, err := strconv.Atoi(arg); err == nil && !v.Missing() && len(v.Report.Cards) > 0 {
			v.read(what, n)
		}
	case what == "decide-if":
		if v.whatIf == arg {
			arg = ""
		}
		v.whatIf = arg
		v.drawWhatIf()
		v.drawPaper()
	case what == "decide-without":
		v.Set("without", arg)
		v.Unfold(machine)
		v.Lab.Browser.Focus("decide-without")
	case what == "decide-suppose":
		v.suppose(arg)
	case what == "decide-checks":
		v.unfolded = !v.unfolded
		v.drawChecks()
	case what == "decide-card":
		v.Lab.Browser.Focus("manner-" + arg)
	case what == "decide-near":
		v.explore()
		v.Lab.View.Set("believe", "true")
	case what == "decide-explore":
		v.explore()
	case what == "decide-react":
		if c := v.Report.Answer(); c != nil {
			v.Lab.Go("react", "orders", c.Front)
			v.Lab.View.Set("baseline", v.Plan.Order)
			v.Lab.View.Set("threshold", c.Threshold.String())
		}
	case what == "decide-size":
		v.Unfold(machine)
		v.Lab.Browser.Focus("decide-procs")
	}
}

// explore shows the schedule of what is run now, beside the machine's own record.
func (v *View) explore() {
	s := v.Settings()
	v.Lab.Go("replay", "beside", "logged")
	for _, key := range []string{"order", "backfilling", "threshold", "queue-depth", "backfill-tries", "dialect", "load", "load-by",
		"closer", "flurry", "closed", "rules"} {
		v.Lab.View.Set(key, s.Find(key).Get())
	}
}

const thresholdTip = "Jobs that have waited longer than this go first, the longest waiting of them before the others."
