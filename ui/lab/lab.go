package lab

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/overview"
	"shadowtime/core/report"
	"shadowtime/core/study"
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

// View is one of the page's views: a study with a plan of its own, all of them
// on the same traces. It is the component that shows it, too.
type View interface {
	vugu.Builder
	Key() string  // its name in links
	Name() string // for people
	// Purpose says what the view is for, where views are listed.
	Purpose() Purpose
	// Works is what the plan asks of traces; none: the view begins them itself,
	// once it has traces of its own.
	Works(on []*Opened) ([]*Work, error)
	// Known is how many tasks are behind what is shown of the trace in sight,
	// and how many are wanted.
	Known() (done, wanted int)
	// Show draws what is known of the plan on the trace in sight.
	Show()
	// Look is the work of a first, rough answer on a trace; nil: there is none.
	Look(o *Opened) *Work
	// Demo makes the plan one that is soon done, for the sample.
	Demo()
	// Answer is the id of the section that shows the answer.
	Answer() string
	// Set takes what a field asks for, Act what a button inside a host does.
	Set(key, text string)
	Act(what, arg string)
	// Excerpt is the complete answer in sight in short; nil: there is none.
	Excerpt() *Excerpt
	// Propose takes back what was asked otherwise than proposed, Fill shows what is
	// asked in fields that somebody wrote into.
	Propose()
	Fill()
	// Write and Read carry what the plan has other than proposed in a link. Read
	// changes nothing when it errs.
	Write(put func(key, text string))
	Read(get func(key string) string) error
	// Knows says whether a link's key is that of a setting.
	Knows(key string) bool
	// Ground is the plan's workload: what cleaning and machine a link asked for.
	Ground() *study.Workload
}

// Purpose is what a view is for, in a line each: its question, whom the answer serves, and
// what it needs.
type Purpose struct{ Asks, Serves, Needs string }

// Alone is a view that needs no log: it has jobs of its own.
type Alone interface{ Alone() }

// IsAlone says whether a view is.
func IsAlone(v View) bool {
	_, alone := v.(Alone)
	return alone
}

// Early is a view in which something is read and chosen before there is a log.
type Early interface{ Early() }

// Before says whether a view is of use before there is a log.
func Before(v View) bool {
	_, early := v.(Early)
	return early || IsAlone(v)
}

// Opened is a log on the page, with the trace that its rules make of it.
type Opened struct {
	Summary *overview.Summary
	Trace   *Trace
	Rules   job.Rules
	Procs   int64 // machine size set by hand, 0: the log's own

	File   any             // what it was read from, nil: it was made
	As     string          // the file's name
	From   string          // the address that a link named, "": somebody brought it
	Import account.Options // what the file could not say
	Told   job.Size        // what was told of the machine beside it
}

// TaskKey tells what is asked of a log apart from what is asked of it in another time
// zone: its weeks begin at other jobs, though it has the same digest.
func (o *Opened) TaskKey(task string) string { return task + o.Import.Zone }

// Source says what reports on a trace are computed from.
func (o *Opened) Source() report.Source {
	return report.SourceOf(o.Summary.Name, o.Trace.Cleaning, o.Summary.Bad, o.Trace.Overview)
}

// Sample is the example that needs no choice.
const Sample = "sample"

// Example is a log that the page makes itself: its name in links, and the flags of synth
// that make the same.
type Example struct{ Name, Flags string }

// Example is the log in sight, if the page made it.
func (l *Lab) Example() (e Example, ok bool) {
	if l.Summary != nil {
		e, ok = l.Examples[l.Summary.Digest]
	}
	return e, ok
}

// Lab is what views share: the page's state, the logs on it, and what is being
// computed. Its methods run with the render lock held: in Vugu's handlers, or
// through Post.
type Lab struct {
	Engine  Engine
	Browser Browser
	Post    func(func()) // runs a function with the lock held, then renders
	Tell    func(func()) // the same, but renders a few times a second only, unless the state has changed

	State   State
	Message string // what went wrong, with place and remedy, where no field did
	Rough   bool   // a first look is computed by itself
	InFrame bool   // the page stands in another one

	// the trace in sight
	Opened
	Shelf []*Opened // all that were loaded, this one among them
	// Examples are the logs that the page made itself.
	Examples map[job.Digest]Example
	// Cleaning says that the trace for Rules and Procs is being made: the one on
	// the page is the one before, and is not to be compared on.
	Cleaning bool
	// Reclean makes the trace in sight anew, for other rules: the shell's.
	Reclean func()
	// AsSet is what a site's Slurm makes of the log in sight, nil: it was not replayed, or on another log. The shell's.
	AsSet func() *AsSet
	// Go shows the view of that key, and sets one of its settings: the shell's.
	Go func(view, key, text string)

	View  View // the one in sight
	First View // the one that links need not name
	Home  View // the one that a link without a question opens
	// Begun is called when something is to be computed: the shell folds away
	// what stands above.
	Begun func()
	// Keep has a row kept for the next visit: the shell's.
	Keep func(log job.Digest, row KeptRow)
	// Defaults are the settings that the visitor begins with, as Store has them; KeepsDefaults
	// says whether they can be kept, SetDefaults does so: the shell's.
	Defaults      func() string
	KeepsDefaults func() bool
	SetDefaults   func(query string)
	// KeepSite keeps a site's files of Slurm for the next visit, nil: no longer; Site hands them out: the shell's.
	KeepSite func(files []byte, done func(error))
	Site     func(done func(files []byte))
	// Settled is called when nothing is under way, and what is known was drawn.
	Settled func()

	run    run
	queue  queue
	turn   int                // tells what is done in steps apart from what was before
	left   int                // steps of it to be done
	spent  map[string]float64 // seconds that first looks took, see looked
	at     string             // id of the field whose text is being taken
	each   map[string]float64 // seconds of a task that was computed here, by the question's key
	away   elsewhere
	linked string // the link that was put on the clipboard
	here   string // the one to what is in sight
}

// Take takes a text from a field, by its id, through set: what is wrong with it
// is said at the field.
func (l *Lab) Take(id string, set func()) {
	l.at = id
	if l.State != Failed {
		l.Message = ""
	}
	if id != "" {
		l.Browser.Refuse(id, "", 0)
	}
	set()
	l.at = ""
}

// Refuse says what is wrong with what was asked for, at the field that asked for
// it; column is where in its text, from 1, or 0. What the plan has stays.
func (l *Lab) Refuse(what string, column int) {
	if l.at == "" {
		l.Message = what
		return
	}
	l.Browser.Refuse(l.at, what, column)
}

// CanCompute says whether there is a trace to compute on.
func (l *Lab) CanCompute() bool {
	return l.Trace != nil && !l.Cleaning && l.Trace.Overview.Jobs > 0 && l.State != Running && l.State != Reading
}

// Current is the trace in sight.
func (l *Lab) Current() *Opened {
	for _, x := range l.Shelf {
		if x.Trace == l.Trace {
			return x
		}
	}
	o := l.Opened
	return &o
}

// InSight says whether a view shows a trace.
func (l *Lab) InSight(v View, o *Opened) bool { return l.View == v && o.Trace == l.Trace }

// Run computes what the view in sight asks on the trace in sight, or
// continues it with what is not computed yet. (It is not called Compute: Vugu
// calls that of every component it renders, as Init, Destroy and Rendered.)
func (l *Lab) Run() {
	if l.CanCompute() {
		l.compute([]*Opened{l.Current()})
	}
}

// RunAll does so on every loaded trace.
func (l *Lab) RunAll() {
	if l.CanCompute() {
		l.compute(l.Shelf)
	}
}

func (l *Lab) compute(on []*Opened) {
	works, err := l.View.Works(on)
	if err != nil {
		l.State, l.Message = Failed, "This can’t start: "+err.Error()+"."
		return
	}
	if works != nil {
		l.Begin(works)
	}
}

// Changed shows what is already known of the plan in sight, so that going back
// to an earlier question does not compute it again.
func (l *Lab) Changed() {
	if l.State != Running || !l.mine() {
		l.ShowKnown()
	}
}

// ShowKnown draws what is known, and rests.
func (l *Lab) ShowKnown() {
	if l.Trace == nil && !Before(l.View) || l.State == Failed && l.Trace != nil && l.Trace.Overview.Jobs == 0 {
		return
	}
	l.View.Show()
	l.Rest()
}

// Rest sets the state when nothing is under way.
func (l *Lab) Rest() {
	l.State = l.resting()
	l.answers()
	l.next()
	l.drawElsewhere()
	if l.Settled != nil {
		l.Settled()
	}
}

func (l *Lab) resting() State {
	if l.mine() {
		return Running
	}
	if l.Trace == nil {
		return Empty
	}
	switch done, wanted := l.View.Known(); {
	case done == 0:
		return Loaded
	case done < wanted:
		return Cancelled
	}
	return Done
}

// SetRules changes how the log in sight is cleaned.
func (l *Lab) SetRules(r job.Rules) {
	if r != l.Rules {
		l.Rules = r
		l.Reclean()
	}
}

// SetProcs sets the machine size; empty text is the log's own.
func (l *Lab) SetProcs(text string) {
	n := int64(0)
	if text != "" {
		v, err := strconv.ParseInt(text, 10, 64)
		if err != nil || v < 1 || v > job.MaxSize {
			l.Refuse("Machine size \""+text+"\": give a whole number of processors, 1 or more, or leave it empty for the log's own.", 0)
			return
		}
		n = v
	}
	if m := &l.Summary.Machine; n == m.Procs && m.From == job.SizeInHeader {
		n = 0 // the log says so; a guess that is told is none any more
	}
	l.Procs = n
	l.Reclean()
}

// FileName names a file for the visitor: of the trace in sight, of parts.
func (l *Lab) FileName(ending string, parts ...string) string {
	return "shadowtime-" + strings.Join(append([]string{l.Summary.Name}, parts...), "-") + "." + ending
}

// SaveText hands out a text.
func (l *Lab) SaveText(name, text string) {
	mime := "text/csv"
	if strings.HasSuffix(name, ".svg") {
		mime = "image/svg+xml"
	}
	l.Browser.Download(name, mime, []byte(text))
}

// Bool writes a boolean for ARIA.
func Bool(on bool) string { return strconv.FormatBool(on) }
