// Package replay is the view that shows one schedule, or two side by side: what
// changed and for whom, its picture, and why a job waited.
package replay

import (
	"errors"
	"slices"
	"strconv"

	"shadowtime/core/experiment/replay"
	"shadowtime/core/job"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Hosts: elements whose content is drawn as one string.
const (
	hostTools   = "replay-tools"
	hostTitle   = "replay-title"
	hostPicture = "replay-picture"
	hostMarks   = "replay-marks"
	hostAxis    = "replay-axis"
	hostStep    = "replay-step"
	hostSaid    = "replay-said"
	hostInstant = "replay-instant"
	hostReading = "replay-reading"
	hostUser    = "replay-user-said"
	hostStory   = "replay-story"
	hostTables  = "replay-tables"
)

// View is the replay on the page: question, answer, evidence.
type View struct {
	lab.Question[replay.Plan, replay.Row, lab.None, *replay.Plan, *replay.Row]
	at place // what is looked at

	scene   *scene // nil: nothing is known
	story   story
	belief  believed
	differs difference
	other   other
	unasked int                 // jobs that are replayed without asking
	agrees  map[job.Digest]bool // logs whose replay was asked for once
	stage   stage
	instant instant
	tables  [2]lab.Table[change] // gains and losses
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{at: everything(), unasked: replay.MaxUnasked, agrees: map[job.Digest]bool{}}
	v.Plan, v.Proposed = replay.Default(), replay.Default
	v.story.v, v.stage.v, v.instant = v, v, instant{v: v, of: none}
	v.belief = believed{v: v, table: nearestColumns()}
	v.other.v = v
	v.differs = difference{v: v, table: totalColumns()}
	v.tables = v.columns()
	v.Begin(lab.Study{
		Rider: &lab.Rider[place]{Now: &v.at, Usual: everything, Settings: (*place).settings, Check: (*place).stretch},
		Lab:   l, Kind: replay.Name,
		For: lab.Purpose{Asks: "What did the machine do, and why did a job wait?", Serves: "Administrators and users",
			Needs: "A log"},
		Tab: "Replay", IDs: "replay-", Verb: "Replay", Doing: "Replaying", Buttons: lab.Buttons{Known: v.weight},
		Sentence: lab.Sentence{
			Text: "<Replay> {of}{which} under {order}, {threshold}, <beside> {beside}{extras}.",
			Tips: map[string]string{"Replay": replayTip, "beside": besideTip},
			With: map[string]lab.Part{
				"of": lab.Choice{Key: "of", Label: "What is replayed", Options: lab.Pairs("log", "the log", "resample",
					"resample"), Now: v.of},
				"which": lab.Aside{Text: "\u00a0{resample}", Close: true, Hidden: func() bool { return !v.Resampled() }},
				"resample": lab.Count{Key: "resample", Label: "Number of the resample", Low: "1", High: "10000",
					Shown: func() string { return strconv.Itoa(max(1, v.at.resample)) }},
				"order": lab.Choice{Key: "order", Label: "Queue order", Options: func() []study.Option { return orders(v.Plan.Order) },
					Now: func() string { return lab.OrderValue(v.Plan.Order) }},
				"threshold": lab.Threshold{ID: "-", Label: "Threshold", Tip: thresholdTip, With: "threshold", None: "no threshold"},
				"beside": lab.Choice{Key: "beside", Label: "Beside it", Options: v.besides,
					Now: func() string { return lab.OrderValue(v.Plan.Beside) }},
				"extras": lab.Wording(v.Extras),
				// of a part of the evidence
				"job":     lab.Label{For: "replay-find", Words: "Job"},
				"find":    lab.Count{Key: "replay-find", ID: "replay-find", Long: true, Shown: v.Chosen},
				"longest": lab.Button{Act: "replay-longest", Words: "the job that waited longest"},
				"people":  lab.Aside{Text: "{user} {whose}", Close: true, Hidden: func() bool { return !v.People() }},
				"user":    lab.Label{For: "replay-user", Words: "User"},
				"whose":   lab.Count{Key: "replay-user", ID: "replay-user", Long: true, Shown: v.User},
			}},
		Plain: true,
		Folds: []*lab.Fold{lab.More("load", "closer", "procs", "flurry", "backfilling", "backfill", "queue-depth", "backfill-tries",
			"weeks", "dialect", "seed")},
		Answers: []lab.Part{lab.Host{Name: hostBelief}},
		Missing: v.Unknown, Stopped: func() string { return "Cancelled before the schedule was there." },
		Chart: v.picture, CSV: func() string { return v.waits() },
		Proof: "The schedule", Unexplained: v.Unknown,
		Evidence: []lab.Part{
			lab.Host{Name: hostTools},
			lab.Framed(lab.Host{Name: hostTitle},
				lab.Group{Tag: "div", ID: "replay-stage", Class: "replay-stage", Of: []lab.Part{lab.Hosts(hostPicture, hostMarks)}},
				lab.Hosts(hostAxis, hostOther, hostReading, hostStep), lab.Tools{}),
			lab.Host{Name: hostSaid, Live: v.Live}, lab.Host{Name: hostInstant},
			lab.Heading{Text: "Why did it wait?"}, lab.Aside{Apart: "field", Text: "{job} {find} {longest} {people}"},
			lab.Hosts(hostUser, hostStory),
			lab.Once(v.Apart, lab.Heading{Text: "For whom it changed most"}, lab.Hosts(hostTables, hostDifference))},
		DrawKnown: func() { v.show(v.Lab.Current()) },
	})
	return v
}

// Look is none: the schedule itself takes no longer than a rough one would.
func (v *View) Look(*lab.Opened) *lab.Work { return nil }

// ---- what is looked at, which links carry beside the plan

// place is a trace, a schedule, a job and a stretch of time.
type place struct {
	resample int   // 0: the log
	side     int   // 0: the schedule of the question; 1: the one beside it
	job      int64 // its number; none: no job is chosen
	from, to int64 // seconds from the first submission; equal: all
	at       int64 // likewise, the instant that is looked at; none
	both     bool  // the other schedule is shown beneath
	believe  bool  // how near the simulator is to the machine is unfolded
	colour   string
	user     int64 // whose jobs are marked; none
}

const none = -1

func everything() place { return place{job: none, at: none, colour: colours[0][0], user: none} }

// settings are those of links and fields.
func (p *place) settings() study.Settings {
	const far = int64(1) << 40
	return study.Settings{
		study.Whole("resample", &p.resample, 0, study.MaxResamples),
		study.Whole("side", &p.side, 0, 1),
		study.Whole("job", &p.job, none, far),
		study.Whole("from", &p.from, 0, far),
		study.Whole("to", &p.to, 0, far),
		study.Whole("at", &p.at, none, far),
		study.Flag("believe", &p.believe),
		study.Flag("both", &p.both),
		colourSetting(&p.colour),
		study.Whole("user", &p.user, none, far),
	}
}

// Roams are the settings of where one looks.
func (v *View) Roams() []string { return []string{"side", "job", "from", "to", "at", "colour", "user"} }

// stretch says whether the picture ends where it begins or later.
func (p *place) stretch() error {
	if p.to < p.from {
		return errors.New("to: give a second after " + strconv.FormatInt(p.from, 10) + ", where the picture begins")
	}
	return nil
}

// ---- works

// Works is what the plan asks of traces: one task each.
func (v *View) Works(on []*lab.Opened) ([]*lab.Work, error) {
	var list []*lab.Work
	for _, o := range on {
		p, err := v.On(o)
		if err != nil {
			return nil, err
		}
		w, k := v.Work(o, &p, 1), v.at.resample
		known := func() bool { return v.row(o, &p, k) != nil }
		if !known() && !v.agreed(o) {
			return nil, nil
		}
		w.Noun, w.Unit = "traces", "schedules"
		w.Done = func() int {
			if known() {
				return 1
			}
			return 0
		}
		w.Next = func() []int {
			if known() {
				return nil
			}
			return []int{k}
		}
		w.Draw = func(bool) bool {
			if v.Lab.InSight(v, o) {
				v.show(o)
			}
			return true
		}
		list = append(list, w)
	}
	v.DrawForm()
	return list, nil
}

// row is that of a trace, nil while it is not known.
func (v *View) row(o *lab.Opened, p *replay.Plan, k int) *replay.Row {
	rows := v.Rows(o, p).All()
	i := slices.IndexFunc(rows, func(r replay.Row) bool { return r.K == k })
	if i < 0 {
		return nil
	}
	return &rows[i]
}

// Known is whether there is a schedule, of the one that is wanted.
func (v *View) Known() (done, wanted int) {
	o := v.Lab.Current()
	if o.Trace == nil {
		return 0, 1
	}
	if p, err := v.On(o); err == nil && v.row(o, &p, v.at.resample) != nil {
		done = 1
	}
	return done, 1
}

// show sets the scene of a trace; where nothing is known of it, the one of an earlier
// question stays.
func (v *View) show(o *lab.Opened) {
	p, err := v.On(o)
	if err != nil {
		return
	}
	key := v.sceneKey(o, &p)
	row := v.row(o, &p, v.at.resample)
	switch {
	case row == nil && v.scene != nil && v.scene.digest == o.Summary.Digest && !v.Lab.Computes(v.Kind):
		v.Earlier(&v.scene.plan)
	case row == nil:
		v.scene = nil
		v.Verdict.Is(lab.Asked, "")
	default:
		v.Verdict.Is(lab.Asked, "")
		if v.scene == nil || v.scene.key != key {
			v.scene = newScene(o, key, p, row)
			v.story.fresh()
			v.instant.fresh()
		}
	}
	v.draw()
}

// sceneKey names what a scene is of: trace, plan, resample.
func (v *View) sceneKey(o *lab.Opened, p *replay.Plan) string {
	return v.KeyOf(o, p) + " " + strconv.Itoa(v.at.resample)
}

// ---- what the visitor does

// Set takes what a field asks for.
func (v *View) Set(key, text string) {
	switch key {
	case "of":
		v.at.resample = 0
		if text == "resample" {
			v.at.resample = 1
		}
		v.Lab.Changed()
	case "order", "beside":
		if text != lab.OwnOrder {
			v.Question.Set(key, text)
		}
	case "replay-find":
		v.find(text)
	case "believe": // another view asks
		v.at.believe = true
		v.Question.Set("beside", replay.AsItRan)
		if done, _ := v.Known(); done == 0 {
			v.Lab.Run()
		}
	case "replay-user":
		v.findUser(text)
	case "replay-colour":
		if v.at.settings().Find("colour").Set(text) == nil && !v.Unknown() {
			v.drawPicture()
			v.Lab.Rest()
		}
	default:
		v.Question.Set(key, text)
	}
}

// Act does what a button asks for.
func (v *View) Act(what, arg string) {
	switch {
	case v.Question.Act(what, arg):
	case v.scene == nil:
	case v.belief.act(what, arg) || v.differs.act(what, arg):
	case what == "replay-side":
		v.at.side, _ = strconv.Atoi(arg)
		v.story.fresh()
		v.instant.fresh()
		v.draw()
	case what == "replay-both":
		v.at.both = !v.at.both
		v.drawPicture()
	case what == "replay-window":
		v.move(arg)
	case what == "replay-step":
		v.instant.step(arg)
	case what == "replay-user":
		v.findUser(arg)
	case what == "replay-at":
		if err := v.at.settings().Find("at").Set(arg); err == nil {
			v.instant.fits, v.instant.plays = v.at.from == v.at.to, false
			v.instant.draw()
			v.Lab.Browser.Reveal("replay-stage")
		}
	case what == "replay-tell":
		if n, err := strconv.ParseInt(arg, 10, 64); err == nil {
			if j, err := why.Find(v.scene.trace, n); err == nil {
				v.tell(j)
			}
		}
	case what == "replay-job":
		v.find(arg)
	case what == "replay-longest":
		v.choose(v.scene.longest(v.side()))
	case what == "replay-gains" || what == "replay-losses":
		t := &v.tables[0]
		if what == "replay-losses" {
			t = &v.tables[1]
		}
		t.SortBy(arg)
		v.drawTables()
	case what == "replay-csv":
		v.Lab.SaveText(v.Lab.FileName("csv", replay.Name, "waits"), v.waits())
	}
}

// ---- the question

// orders are the values of a choice of an order, the plan's own formula among them.
func orders(name string) (list []study.Option) {
	list = lab.Options(order.Names(order.Every()), nil)
	if lab.IsOwn(name) {
		list = append(list, study.Option{Value: lab.OwnOrder, Words: order.Label(name)})
	}
	return list
}

// besides are the values of what stands beside it.
func (v *View) besides() []study.Option {
	return append([]study.Option{{Value: replay.Nothing, Words: replay.Nothing}, {Value: replay.AsItRan, Words: replay.ItRan}},
		orders(v.Plan.Beside)...)
}

// Resampled says that a resample is replayed, of what is.
func (v *View) Resampled() bool { return v.at.resample > 0 }

func (v *View) of() string {
	if v.Resampled() {
		return "resample"
	}
	return "log"
}

// Extras are the settings that differ from what is proposed, but for those that the
// sentence names.
func (v *View) Extras() string {
	p := replay.Default()
	named := []string{"order", "beside", "threshold"}
	if !v.Resampled() {
		named = append(named, "weeks", "seed", "variant", "block")
	}
	return v.Question.Settings().Without(named...).Sentence(p.Settings().Without(named...))
}

// Tips of the words that the question explains.
const (
	replayTip = "Every job comes when the log says, asks for what it asked for, and runs as long as it ran; the queue order and " +
		"backfilling decide when it starts."
	thresholdTip = "Jobs that have waited longer than this go first, in submit order. It bounds how long an unlucky job waits."
	besideTip    = "A second schedule of the same jobs, to see what the first one changes and for whom: another order's, or the log's " +
		"own, by the waits that it says."
)

// side is the one whose picture is in sight.
func (v *View) side() int { return min(v.at.side, len(v.scene.starts)-1) }

// Unknown says that there is nothing to show yet.
func (v *View) Unknown() bool { return v.scene == nil }

// Apart says that there is no second schedule.
func (v *View) Apart() bool { return v.scene == nil || v.scene.report == nil }

// Chosen is the number of the job in sight.
func (v *View) Chosen() string {
	if v.at.job == none {
		return ""
	}
	return strconv.FormatInt(v.at.job, 10)
}
