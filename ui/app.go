package ui

import (
	"net/url"

	"shadowtime/core/compare"
	"shadowtime/core/comparison"
	"shadowtime/core/job"
	"shadowtime/core/overview"
)

// State is the page's state as data-state shows it.
type State string

// The states of the page.
const (
	Empty     State = "empty"
	Reading   State = "reading"
	Loaded    State = "loaded"
	Running   State = "running"
	Done      State = "done"
	Cancelled State = "cancelled"
	Failed    State = "error"
)

// The sample that "Try the sample" makes.
const (
	SampleProcs = 256
	SampleJobs  = 25_000
	SampleSeed  = 2
)

// App is the root component and holds the page's whole state. Its methods run
// with the render lock held: in Vugu's handlers, or through Post.
type App struct {
	Engine  Engine
	Browser Browser
	Post    func(func()) // runs a function with the lock held, then renders

	State   State
	Message string // what went wrong, with place and remedy

	// reading
	ReadName            string
	ReadDone, ReadTotal int
	pending             []File // to be read after this one

	// the trace in sight
	Opened
	Shelf  []*Opened // all that were loaded, this one among them
	sample job.Digest
	// cleaning says that the trace for Rules and Procs is being made: the one
	// on the page is the one before, and is not to be compared on
	cleaning bool

	// the views, and the one in sight
	View string
	labs map[string]lab

	online *selecting
	tuning *tuner

	// the question of the comparison
	Plan compare.Plan

	// what is unfolded
	ShowReport, ShowGlance, ShowWhatIf, ShowMore, ShowOrders, ShowKeys bool

	// the answer
	rows   map[string][]compare.Row // by trace and plan, so that asking for more continues
	run    run
	Report *comparison.Report
	behind []compare.Row // what it was made from
	enough bool          // they are all it takes: intervals have the wanted width
	sort   column
	down   bool   // sorted downwards
	theme  string // "", light or dark

	// the figures behind it
	explained   *comparison.Evidence
	gallery     gallery
	figureName  string // the order that figures of one order look at, "": the best
	figureGroup string
	copied      string // the methods that were put on the clipboard
	linked      string // the link that was

	demo  bool
	asked url.Values // of the link, as long as it speaks of the log to come
}

// Opened is a log on the page, with the trace that its rules make of it.
type Opened struct {
	Summary *overview.Summary
	Trace   *Trace
	Rules   job.Rules
	Procs   int64 // machine size set by hand, 0: the log's own
}

// NewApp makes the page's state; Engine, Browser and Post are to be set.
func NewApp() *App {
	a := &App{
		State: Empty,
		View:  viewCompare,
		Plan:  compare.Default(),
		rows:  map[string][]compare.Row{},
		sort:  byChange,

		figureGroup: "size",
	}
	a.Rules = job.Presets()[0].Rules
	a.gallery = gallery{app: a, name: viewCompare, pictures: a.pictures}
	a.online = newSelecting(a)
	a.tuning = newTuning(a)
	a.labs = map[string]lab{viewCompare: comparing{a}, viewOnline: a.online, viewTune: a.tuning}
	return a
}

// Start draws what is there before anything was loaded, takes the question of
// a link, and begins the demo that it asks for.
func (a *App) Start(query string) {
	a.drawLesson()
	q, err := url.ParseQuery(query)
	if err == nil && a.labs[q.Get("view")] != nil {
		a.View = q.Get("view")
	}
	if err == nil {
		err = a.lab().read(q)
	}
	if err != nil {
		a.Message = "The link can't be read in full: " + err.Error() + ". Check the question below."
	}
	a.asked = q
	if q.Get("demo") == "sample" {
		a.demo = true
		a.TrySample()
	}
}

// Key handles a key pressed outside of fields.
func (a *App) Key(key string) {
	switch key {
	case "?":
		a.ShowKeys = !a.ShowKeys
	case "Escape":
		if a.ShowKeys {
			a.ShowKeys = false
			return
		}
		a.Cancel()
	case "o":
		a.Browser.ChooseFile()
	case "s":
		a.TrySample()
	case "c":
		a.Compare()
	case "t":
		a.SwitchTheme()
	}
}

// SwitchTheme goes from the system's theme to light, dark, and back.
func (a *App) SwitchTheme() {
	a.theme = map[string]string{"": "light", "light": "dark", "dark": ""}[a.theme]
	a.Browser.Theme(a.theme)
}

// Resized draws everything anew for another width.
func (a *App) Resized() {
	a.drawLesson()
	if a.Trace != nil {
		a.drawTrace()
		a.lab().show()
	}
}

// ThemeName names the theme in force.
func (a *App) ThemeName() string {
	return map[string]string{"": "auto", "light": "light", "dark": "dark"}[a.theme]
}

// ToggleKeys shows or hides the list of keys.
func (a *App) ToggleKeys() { a.ShowKeys = !a.ShowKeys }

// flag writes a boolean for ARIA.
func flag(on bool) string {
	if on {
		return "true"
	}
	return "false"
}
