// Package replay is the view that shows one schedule, or two side by side: what
// changed and for whom, its picture, and why a job waited.
package replay

import (
	"bytes"
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

	hostFind, hostMap, hostMapTitle, hostMapKey = "replay-find-host", "replay-map-host", "replay-map-title", "replay-map-key"
)

// paneID is what is said of the chosen job, user and instant, beside the pictures.
const paneID = "replay-pane"

// View is the replay on the page: question, answer, evidence.
type View struct {
	lab.Question[replay.Plan, replay.Row, lab.None, *replay.Plan, *replay.Row]
	at place // what is looked at

	scene   *scene // nil: nothing is known
	story   story
	belief  believed
	differs difference
	unasked int                 // jobs that are replayed without asking
	agrees  map[job.Digest]bool // logs whose replay was asked for once
	stages  [2]stage            // by side
	brush   brush
	due     bool     // a frame is asked for
	lastJob bool     // a job was asked for after the instant in sight: its story comes first
	opens   bool     // nothing was asked yet: the stretch in sight is the page's choice
	sent    bool     // the first scene has a job, of a link: its story is scrolled to, once it is told
	opened  [2]int64 // that choice
	instant instant
	tells   bool // the pane has something to tell
	area    area
	tables  [2]lab.Table[change] // gains and losses
}

// New makes the view.
func New(l *lab.Lab) *View {
	v := &View{at: everything(), unasked: replay.MaxUnasked, agrees: map[job.Digest]bool{}}
	v.Plan, v.Proposed, v.opens = replay.Opening(), replay.Default, true
	v.story.v, v.brush.v, v.area.v, v.instant = v, v, v, instant{v: v, of: none}
	for i := range v.stages {
		v.stages[i].v, v.stages[i].side = v, i
	}
	v.belief = believed{v: v, table: nearestColumns()}
	v.differs = difference{v: v, table: totalColumns()}
	v.tables = v.columns()
	v.Begin(lab.Method{
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
			}},
		Head:  []lab.Part{lab.Host{Name: hostFind}},
		Plain: true,
		Folds: []*lab.Fold{lab.More("load", "closer", "procs", "closed", "rules", "flurry", "backfilling", "backfill",
			"queue-depth", "backfill-tries", "weeks", "dialect", "seed")},
		Answers: []lab.Part{lab.Host{Name: hostBelief}},
		Missing: v.Unknown, Stopped: func() string { return "Cancelled before the schedule was there." },
		Chart: v.picture, CSV: func() string { return v.waits() },
		Proof: "The schedule", Unexplained: v.Unknown,
		Evidence: []lab.Part{
			lab.Hosts(hostMapTitle, hostMap, hostMapKey, hostTools),
			lab.Group{Tag: "div", Class: "replay-two", Of: []lab.Part{
				lab.Group{Tag: "figure", Class: "figure replay-pictures", Of: []lab.Part{frame(1), frame(0),
					lab.Hosts(hostReading, hostStep), lab.Tools{}}},
				lab.Group{Tag: "div", Class: "replay-side", Of: []lab.Part{lab.Group{Tag: "section", ID: paneID, Class: "replay-pane",
					Label: "replay-pane-title", Of: []lab.Part{lab.Heading{ID: "replay-pane-title", Text: "Why did it wait?"},
						lab.Host{Name: hostSaid, Live: v.Live}, lab.Hosts(hostArea, hostStory, hostUser)}}}}}},
			lab.Host{Name: hostInstant},
			lab.Once(v.Apart, lab.Heading{Text: "For whom it changed most"}, lab.Hosts(hostTables, hostDifference))},
		DrawMore:  func() { v.Lab.Browser.Draw(hostFind, findField+v.atSite()) },
		DrawKnown: func() { v.show(v.Lab.Current()) },
	})
	return v
}

// Look makes the schedule itself, which takes no longer than a rough one would: where it
// is not so large that the visitor is asked first.
func (v *View) Look(o *lab.Opened) *lab.Work {
	if v.jobs(o) > v.unasked {
		return nil
	}
	w, err := v.work(o)
	if err != nil {
		return nil
	}
	return w
}

// ---- what a link asks

// Propose has what the page shows before anything is asked.
func (v *View) Propose() {
	v.Question.Propose()
	o := replay.Opening()
	v.Plan.Order, v.Plan.Beside, v.Plan.Threshold, v.opens = o.Order, o.Beside, o.Threshold, true
}

// Read takes what a link asks: beside what the page proposed before there was an opening,
// so that a link asks what it always did. One that asks nothing has the opening.
func (v *View) Read(get func(key string) string) error {
	asks := func(list study.Settings) bool {
		return slices.ContainsFunc(list, func(s study.Setting) bool { return get(s.Key) != "" })
	}
	if !asks(v.Plan.Settings()) && !asks(v.at.settings()) {
		return v.Question.Read(get)
	}
	was, d := v.Plan, replay.Default()
	v.Plan.Order, v.Plan.Beside, v.Plan.Threshold = d.Order, d.Beside, d.Threshold
	err := v.Question.Read(get)
	if err != nil {
		v.Plan = was
		return err
	}
	v.opens = false
	return nil
}

// Write names the order even where it is what was proposed before there was an opening;
// what asks nothing is the opening.
func (v *View) Write(put func(key, text string)) {
	o := replay.Opening()
	if v.opens && v.at == everything() && bytes.Equal(study.EncodePlan(v.Plan.Settings()), study.EncodePlan(o.Settings())) {
		return
	}
	put("order", v.Plan.Order)
	v.Question.Write(put)
}

// ---- what is looked at, which links carry beside the plan

// place is a trace, a schedule, a job and a stretch of time.
type place struct {
	resample int   // 0: the log
	side     int   // 0: the schedule of the question; 1: the one beside it
	job      int64 // its number; none: no job is chosen
	from, to int64 // seconds from the first submission; equal: all
	at       int64 // likewise, the instant that is looked at; none
	both     bool  // once had the other schedule shown: both are, now
	believe  bool  // how near the simulator is to the machine is unfolded
	colour   string
	user     int64 // whose jobs are marked; none
	// the area that is selected, in seconds from the first submission; equal: none
	areaFrom, areaTo int64
	only             int // the schedule that alone is in sight; none: all are
}

const none = -1

func everything() place {
	return place{job: none, at: none, colour: colours[0][0], user: none, only: none}
}

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
		study.Whole("area-from", &p.areaFrom, 0, far),
		study.Whole("area-to", &p.areaTo, 0, far),
		study.Whole("only", &p.only, none, 1),
	}
}

// Roams are the settings of where one looks.
func (v *View) Roams() []string {
	return []string{"side", "job", "from", "to", "at", "colour", "user", "area-from", "area-to", "only"}
}

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
		w, err := v.work(o)
		if err != nil {
			return nil, err
		}
		if len(w.Next()) > 0 && !v.agreed(o) {
			return nil, nil
		}
		list = append(list, w)
	}
	v.DrawForm()
	return list, nil
}

// work is the task that a trace takes.
func (v *View) work(o *lab.Opened) (*lab.Work, error) {
	p, err := v.On(o)
	if err != nil {
		return nil, err
	}
	w, k := v.Work(o, &p, 1), v.at.resample
	known := func() bool { return v.row(o, &p, k) != nil }
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
	return w, nil
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
	first := v.scene == nil
	switch {
	case row == nil && v.scene != nil && v.scene.digest == o.Summary.Digest && !v.Lab.Computes(v.Kind):
		v.Earlier(&v.scene.plan)
	case row == nil:
		v.scene = nil
		v.Verdict.Is(lab.Asked, "")
	default:
		v.Verdict.Is(lab.Asked, "")
		if v.scene == nil || v.scene.key != key {
			fresh := v.scene == nil || v.scene.digest != o.Summary.Digest
			v.scene = newScene(o, key, p, row)
			if v.opens || fresh && v.opened == [2]int64{v.at.from, v.at.to} && v.at.from < v.at.to {
				v.open()
			}
			v.opens = false
			v.Lab.Browser.SetValue(fieldID, v.Sought())
			v.story.fresh()
			v.instant.fresh()
		}
	}
	v.sent = v.sent || first && v.scene != nil && v.at.job != none
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
	case fieldID:
		v.find(text)
	case "believe": // another view asks
		v.at.believe = true
		v.Question.Set("beside", replay.AsItRan)
		if done, _ := v.Known(); done == 0 {
			v.Lab.Run()
		}
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
	case v.Unknown():
	case v.belief.act(what, arg) || v.differs.act(what, arg):
	case what == "replay-side":
		side, _ := strconv.Atoi(arg)
		v.turn(side)
		v.Lab.Browser.Focus("replay-side-" + arg)
	case what == "replay-window":
		v.move(arg)
	case what == "replay-only":
		v.alone(arg)
	case what == "replay-area":
		if from, to, ok := v.selected(); ok && arg == "look" {
			v.look(from-(to-from)/10, to+(to-from)/10)
		} else {
			v.Unselect()
			v.Lab.Browser.Focus(pictures[v.side()].canvas)
		}
	case what == "replay-step":
		v.instant.step(arg)
	case what == "replay-user":
		if n, err := strconv.ParseInt(arg, 10, 64); err == nil {
			v.findUser(n)
		} else {
			v.mark(none)
			v.story.draw()
		}
	case what == "replay-at":
		if err := v.at.settings().Find("at").Set(arg); err == nil {
			v.instant.fits, v.instant.plays, v.lastJob = v.at.from == v.at.to, false, false
			v.story.draw()
			v.instant.draw()
			v.Lab.Browser.Reveal("replay-stage-" + strconv.Itoa(v.side()))
		}
	case what == "replay-tell":
		if n, err := strconv.ParseInt(arg, 10, 64); err == nil {
			if j, err := why.Find(v.scene.trace, n); err == nil {
				v.tell(j)
			}
		}
	case what == "replay-job":
		v.find("job " + arg)
	case what == "replay-longest":
		v.choose(v.scene.longest(v.side()))
		v.Lab.Browser.Reveal(paneID)
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
func (v *View) side() int {
	if last := len(v.scene.starts) - 1; v.at.only == none || last == 0 {
		return min(v.at.side, last)
	}
	return v.at.only
}

// Unknown says that there is nothing to show yet: no schedule, or not the log's own beside
// it, which would push what is read down.
func (v *View) Unknown() bool { return v.scene == nil || v.scene.pending() }

// Apart says that there is no second schedule.
func (v *View) Apart() bool { return v.Unknown() || v.scene.report == nil }

// Chosen is the number of the job in sight.
func (v *View) Chosen() string {
	if v.at.job == none {
		return ""
	}
	return strconv.FormatInt(v.at.job, 10)
}
