package ui

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/problem"
	"shadowtime/core/job/sacct"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// The sample that "Open the example" makes.
const (
	SampleProcs = 256
	SampleJobs  = 25_000
	SampleSeed  = 2
)

// App is the root component: the page's shell around what views share. Its
// methods run with the render lock held.
type App struct {
	*lab.Lab
	views []lab.View

	// Listed says that the list of the Lab's views is in sight, in place of the view.
	Listed bool

	// reading
	ReadName            string
	ReadDone, ReadTotal int
	pending             []File         // to be read after this one
	waiting             []lab.RowsFile // rows of a log to come
	reading             reading        // this one
	readings            int            // so many were begun
	given               bool           // the log that is read, by the visitor
	retry               *reading       // a file that a setting may make readable
	told                job.Size       // of a machine, for the log that comes

	// what is unfolded
	ShowReport, ShowGlance, ShowKeys bool
	ShowDoors                        bool   // with a log on the page: the ways to another one
	Door                             string // the door whose panel is unfolded, "": none

	palette palette

	theme string // "", light or dark

	demo bool // the example is to be computed once it is there
	// unposed are the problems whose question was put away
	unposed []string
	// of a link, as long as it speaks of the log to come
	asked       *study.Workload
	askedImport account.Options

	Store     lab.Store
	kept      kept
	shared    *shared // the answer that came with the link
	visit     visit
	Entry     int                // the number of the entry of the history that is in sight
	sights    map[int]job.Digest // the log that was in sight at each
	removed   *removal
	returning bool // to an entry of the history: what is shown makes none
}

// NewApp makes the page's state with its views, the
// first in sight; Engine, Browser and Post are to be set.
func NewApp(views func(l *lab.Lab) []lab.View) *App {
	a := &App{Lab: &lab.Lab{State: lab.Empty}}
	a.Rules = job.Presets()[0].Rules
	a.Examples, a.sights = map[job.Digest]lab.Example{}, map[int]job.Digest{}
	a.Reclean, a.Lab.AsSet = a.reclean, a.setSo
	a.Go = func(view, key, text string) {
		a.SetView(view)
		a.View.Set(key, text)
	}
	a.Begun = func() { a.ShowGlance = false }
	a.Settled = a.settled
	a.Keep = a.keepRow
	a.Defaults = func() string { return a.Store.Defaults() }
	a.KeepSite, a.Site = a.keepSite, a.keptSite
	a.KeepsDefaults = func() bool { return a.Store.Keeps() }
	a.SetDefaults = a.setDefaults
	a.views = views(a.Lab)
	a.First = a.views[0]
	a.Home = a.home()
	a.View = a.Home
	return a
}

// Start takes the question of a link, and begins the demo that it asks for.
func (a *App) Start(query string) {
	q, err := url.ParseQuery(query)
	throughRoom(q)
	if err == nil {
		a.View, a.InFrame = a.meant(q), a.InFrame || q.Has("embed")
	}
	demo := err == nil && a.demonstrates(q.Get("demo"))
	if err == nil {
		var strange []string
		for _, key := range []string{"embed", "view"} {
			if v, known := a.find(q.Get(key)); known {
				a.View = v
			} else if key == "view" && q.Get(key) == listRoom {
				a.Enter(listRoom)
			} else if q.Has(key) {
				strange = append(strange, "view "+strconv.Quote(lab.Beginning(q.Get(key)))+" is not known")
			}
		}
		if q.Has("room") {
			strange = append(strange, "room "+strconv.Quote(lab.Beginning(q.Get("room")))+" is not known")
		}
		if !demo && q.Has("demo") {
			strange = append(strange, "demo "+strconv.Quote(lab.Beginning(q.Get("demo")))+" is not known")
		}
		if len(strange) > 0 {
			err = errors.New(strings.Join(strange, ", "))
		}
	}
	o := account.Options{}
	if err == nil {
		err = study.ImportSettings(&o).Read(q.Get)
	}
	if err == nil {
		err = a.View.Read(q.Get)
	}
	if err != nil {
		a.Message = "The link can't be read in full: " + err.Error() + ". Nothing of it was taken: the question below is the one that is " +
			"proposed."
	} else {
		ground := *a.View.Ground()
		a.asked, a.askedImport = &ground, o
	}
	if err == nil {
		a.sayUnknown(q)
		a.beginAsUsual(q)
	}
	if a.Shown() {
		a.ShowKnown()
	}
	switch {
	case err != nil:
	case demo:
		a.makeDemo(exampleOf(q.Get("demo")))
	case q.Get(traceKey) != "":
		a.get(q.Get(traceKey))
	}
}

// exampleOf is the example that a demonstration is on: a problem of its name, else the
// sample.
func exampleOf(demo string) string {
	if _, err := problem.Find(demo); err == nil {
		return demo
	}
	return lab.Sample
}

// demonstrates says whether a demonstration of that name is known: that of an example,
// or of a view, which comes into sight with its question.
func (a *App) demonstrates(name string) bool {
	if name == lab.Sample || exampleOf(name) == name {
		return true
	}
	for _, v := range a.views {
		if d, ok := v.(interface{ Demonstrates(name string) bool }); ok && d.Demonstrates(name) {
			a.View = v
			return true
		}
	}
	return false
}

// sayUnknown says which part of a link was left out.
func (a *App) sayUnknown(q url.Values) {
	if text := q.Get("workers"); q.Has("workers") {
		if n, err := strconv.Atoi(text); err != nil || n < 1 || n > MaxWorkers {
			a.Message = "The link asks for " + strconv.Quote(lab.Beginning(text)) + " workers: give 1 to " + strconv.Itoa(MaxWorkers) +
				". " + strconv.Itoa(a.Engine.Workers()) + " compute."
			return
		}
	}
	if unknown := a.unknown(q); unknown != "" {
		a.Message = "The link says " + strconv.Quote(lab.Beginning(unknown)) + ", which is none of this view's settings: that part was " +
			"left out."
	}
}

// MaxWorkers is the most workers that a link may ask for.
const MaxWorkers = 64

// unknown is the first part of a link that nothing on the page takes.
func (a *App) unknown(q url.Values) string {
	var list []string
	for key := range q {
		if !slices.Contains([]string{"view", "demo", "workers", "embed", "theme", traceKey}, key) && !a.View.Knows(key) &&
			study.ImportSettings(new(account.Options)).Find(key) == nil {
			list = append(list, key)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return slices.Min(list)
}

func (a *App) find(key string) (lab.View, bool) {
	for _, v := range a.views {
		if v.Key() == key {
			return v, true
		}
	}
	return nil, false
}

// InSight is the view in sight, once there is a trace to ask about, or where it
// needs none: nothing else of the views is emitted.
func (a *App) InSight() []lab.View {
	if !a.Shown() {
		return nil
	}
	return []lab.View{a.View}
}

// Shown says whether the view is in sight: where it needs no log, or may come before one, at
// once. In a frame a page stands around it that says what it is.
func (a *App) Shown() bool {
	return !a.Listed && (a.Trace != nil || lab.IsAlone(a.View) || lab.Before(a.View) && !a.InFrame)
}

// Welcomes says that there is nothing yet to ask about.
func (a *App) Welcomes() bool { return !a.Listed && !a.Shown() }

// toLogs has a view that needs no log make way, when one is opened.
func (a *App) toLogs() {
	if lab.IsAlone(a.View) || a.Listed {
		a.View, a.Listed = a.Home, false
	}
}

// SetView shows another view. What is being computed goes on.
func (a *App) SetView(key string) {
	v, ok := a.find(key)
	if !ok || v == a.View && !a.Listed {
		a.ShowDoors = false
		return
	}
	if a.State != lab.Running && v != a.View {
		a.StopLook()
	}
	a.Leave()
	a.View, a.Listed, a.ShowDoors, a.Message, a.visit.stays = v, false, false, "", true
	a.Browser.Attend(a.landmark(), false)
	rest := a.State != lab.Reading
	if a.Trace == nil {
		if a.Shown() {
			v.Show()
		}
		if rest {
			a.Rest()
		}
		return
	}
	if rest {
		a.ComeTo()
	}
	a.View.Show()
	if rest {
		a.Rest()
	}
	a.Look()
}

// Act does what a button inside the page asks for.
func (a *App) Act(what, arg string) {
	switch what {
	case "theme":
		a.SwitchTheme()
	case "keys":
		a.ShowKeys = !a.ShowKeys
	case "choose-file":
		a.Browser.ChooseFile()
	case "sample":
		a.TrySample()
	case "sample-of":
		a.openSampleOf(arg)
	case "posed-away":
		a.unposed = append(a.unposed, arg)
		a.Browser.Attend(a.landmark(), false)
	case "cancel":
		a.Cancel()
	case "select":
		a.Select(arg)
	case "drop", "drop-undo":
		a.remove(what)
	case "import-report":
		a.ShowReport = !a.ShowReport
	case "save-log":
		a.saveLog(arg)
	case "another":
		a.ShowDoors = !a.ShowDoors
	case "door":
		a.openDoor(arg)
	case "example":
		a.followExample(arg)
	case "room":
		a.Enter(arg)
	case "letters":
		a.switchLetters()
	case "palette", "palette-find", "palette-go":
		a.palette.act(a, what, arg)
	case lab.CopyAct:
		a.CopyText(arg)
	case "copy-command":
		a.Copy(sacct.Command, func() {})
	case "partitions":
		a.ShowReport = true
		a.Browser.Attend("import-part-0", true)
	case onlyAct, againAct, retryAct:
		a.readSo(what, arg)
	case "glance":
		a.ShowGlance = !a.ShowGlance
	case "propose":
		a.propose()
	case "view", "rules-of":
		a.lead(what, arg)
	case "inquire":
		a.turn(arg)
	case "questions", "queue-cancel", "queue-notify", "queue-first", "queue-remove", "queue-undo", "answer-pin", "answer-beside",
		"answer-open":
		a.actOnQuestions(what, arg)
	case "compute":
		a.Run()
	case "compute-all":
		a.RunAll()
	case "link":
		a.CopyLink()
	case "print":
		a.Browser.Print()
	case "worst":
		a.showChecks()
	case "skip": // to the answer, or what comes before there is one
		a.Browser.Attend(lab.TitleID(a.View)+" "+a.View.Key()+"-question-title question-title hero-title "+a.landmark(), true)
	case "save-study":
		a.SaveStudy()
	case "elsewhere":
		a.Elsewhere(arg)
	case "embed", "embed-starts", "embed-theme", "embed-height":
		a.Embed(what, arg)
	case "cite":
		a.CiteAnswer()
	case "save-report":
		a.SaveReport()
	case "shared-open":
		a.openShared()
	case "kept-open":
		a.openKept(arg)
	case "kept-delete":
		a.deleteKept(arg)
	case "kept-clear":
		a.Store.DeleteAll(a.listed)
	case "kept-nothing", "kept-again":
		a.keepNothing(what == "kept-nothing")
	case "shared-away":
		a.shared = nil
		a.drawShared()
	default:
		if key, ok := strings.CutPrefix(what, glanceAct); ok && a.Trace != nil {
			a.saveGlance(key, arg)
		} else if a.Shown() {
			a.View.Act(what, arg)
		}
	}
}

// showChecks goes to what was read from the log.
func (a *App) showChecks() {
	a.Enter(rooms[0].Key)
	a.Browser.Reveal("decide-checks-title")
	a.Browser.Attend("decide-checks-brief decide-checks-title", true)
}

// actOnQuestions shows the list of questions, or does what a button of it asks for.
func (a *App) actOnQuestions(what, arg string) {
	if what == "questions" {
		a.Browser.Reveal("questions-title")
		a.Browser.Attend("questions-title", true)
	} else if q := a.QueueAct(what, arg); q != nil {
		a.openInquiry(q)
	}
}

// Set takes what a field asks for: of the log in sight, or of its view.
func (a *App) Set(key, text string) { a.SetField("", key, text) }

// SetField is Set of a field by its id: what is wrong is said there.
func (a *App) SetField(id, key, text string) {
	if !a.Shown() && a.retry == nil && a.Trace == nil {
		return
	}
	a.Take(id, func() {
		if a.NameAnswer(key, text) {
			return
		}
		if !a.setImport(id, key, text) && (a.Shown() || a.Trace != nil) && (a.Trace == nil || !a.setRule(key, text)) {
			a.View.Set(key, text)
		}
	})
}

// MaxDropped is how many bytes of a file a field takes: as many as a platform's may have.
const MaxDropped = platform.MaxFile

// DropField is SetField of a file's text, the first of n that were dropped on the field.
func (a *App) DropField(id, key, text string, n int, err error) {
	if a.Trace == nil {
		return
	}
	why := ""
	switch {
	case n > 1:
		why = "These are " + numeral.Count(n) + " files: drop one."
	case err != nil:
		why = "The file can't be taken, " + err.Error() + ": drop it again, or paste its text."
	case len(text) > MaxDropped:
		why = "The file is longer than " + numeral.Count(MaxDropped) + " bytes, the most that a field takes: drop a shorter one."
	}
	if why != "" {
		a.Take(id, func() { a.Refuse(why, 0) })
		return
	}
	a.Browser.Refuse(id, "", 0) // else the field would keep what was refused
	a.Browser.SetValue(id, text)
	a.SetField(id, key, text)
}

// Key handles a key pressed outside of fields.
func (a *App) Key(key string) {
	switch {
	case key == "Escape" && a.palette.shown:
		a.palette.close(a)
	case key == "Escape" && a.ShowKeys:
		a.ShowKeys = false
	case key == "Escape":
		if v, ok := a.View.(lab.Selector); ok && v.Unselect() {
			return
		}
		a.Cancel()
	case a.Store.Letters():
		a.letter(key)
	}
}

// letter handles a key of one sign, which the visitor may switch off.
func (a *App) letter(key string) {
	switch key {
	case "?":
		a.ShowKeys = !a.ShowKeys
	case ">":
		a.palette.open(a)
	case "1", "2", "3", "4":
		if !a.InFrame {
			room := rooms[key[0]-'1'].Key
			a.Enter(room)
			a.Browser.Attend("room-"+room, true) // or it would stay on the room that was left
		}
	case "o":
		a.Browser.ChooseFile()
	case "s":
		a.TrySample()
	case "c":
		if !a.Listed {
			a.Run()
		}
	case "t":
		a.SwitchTheme()
	}
}

// LettersText is the name of the button that does so; LettersClass greys the keys that are off.
func (a *App) LettersText() string {
	if a.Store.Letters() {
		return "Switch one-letter keys off"
	}
	return "Switch one-letter keys on"
}

func (a *App) LettersClass() string {
	if a.Store.Letters() {
		return ""
	}
	return "keys-off"
}

// switchLetters switches keys of one sign off, or on again.
func (a *App) switchLetters() {
	if err := a.Store.SetLetters(!a.Store.Letters()); err != nil {
		a.Message = "The choice holds until the page is closed: " + err.Error() + "."
	}
}

// SwitchTheme goes from the system's theme to light, dark, and back.
func (a *App) SwitchTheme() {
	a.theme = map[string]string{"": "light", "light": "dark", "dark": ""}[a.theme]
	a.Browser.Theme(a.theme)
}

// ThemeName names the theme in force.
func (a *App) ThemeName() string {
	return map[string]string{"": "auto", "light": "light", "dark": "dark"}[a.theme]
}

// Resized draws everything anew for another width.
func (a *App) Resized() {
	if a.Trace != nil {
		a.drawSpark()
		a.drawGlance()
		a.Browser.Draw(hostUsage, a.usageChart())
	}
	a.drawShared()
	if a.Shown() {
		a.View.Show()
	}
}

// DataDone and DataTotal are the progress that the page carries as data-done
// and data-total: tasks while and after computing, bytes while reading.
func (a *App) DataDone() string {
	if a.State == lab.Reading {
		return strconv.Itoa(a.ReadDone)
	}
	done, _ := a.Counts()
	return strconv.Itoa(done)
}

// DataTotal is what DataDone comes to.
func (a *App) DataTotal() string {
	if a.State == lab.Reading {
		return strconv.Itoa(a.ReadTotal)
	}
	_, total := a.Counts()
	return strconv.Itoa(total)
}
