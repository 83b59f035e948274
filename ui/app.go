package ui

import (
	"errors"
	"math"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/order"
	"shadowtime/core/overview"
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

	// the trace
	Summary *overview.Summary
	Trace   *Trace
	Rules   job.Rules
	Procs   int64 // machine size set by hand, 0: the log's own

	// the question
	Plan study.Plan

	// what is unfolded
	ShowReport, ShowGlance, ShowMore, ShowOrders, ShowKeys bool

	// the answer
	rows   map[string][]study.Row // by trace and plan, so that asking for more continues
	run    run
	Report *report.Report
	sort   column
	down   bool   // sorted downwards
	theme  string // "", light or dark

	demo bool
}

// run is the comparison under way.
type run struct {
	id       int // tells late answers of an earlier run apart
	key      string
	plan     study.Plan
	began    float64
	total    int         // replays to do
	finished int         // replays of finished tasks
	partial  map[int]int // replays done of tasks under way
	drawn    float64     // when the evidence was drawn last
}

// NewApp makes the page's state; Engine, Browser and Post are to be set.
func NewApp() *App {
	return &App{
		State: Empty,
		Plan:  study.Default(),
		Rules: job.Presets()[0].Rules,
		rows:  map[string][]study.Row{},
		sort:  byChange,
	}
}

// Start draws what is there before anything was loaded, and begins the demo
// that the link asks for.
func (a *App) Start(demo string) {
	a.drawLesson()
	if demo == "sample" {
		a.demo = true
		a.TrySample()
	}
}

// ---- trace

// OpenFile reads a log the visitor chose or dropped.
func (a *App) OpenFile(file any, name string) {
	a.stopAll()
	a.State, a.Message = Reading, ""
	a.ReadName, a.ReadDone, a.ReadTotal = name, 0, 0
	a.Engine.Open(file, name, func(done, total int) {
		a.Post(func() {
			if a.State == Reading {
				a.ReadDone, a.ReadTotal = done, total
			}
		})
	}, a.logRead)
}

// TrySample makes the synthetic sample and compares.
func (a *App) TrySample() {
	a.stopAll()
	a.State, a.Message, a.demo = Reading, "", true
	a.ReadName, a.ReadDone, a.ReadTotal = "the synthetic sample", 0, 0
	a.Engine.Sample(SampleProcs, SampleJobs, SampleSeed, a.logRead)
}

func (a *App) stopAll() {
	if a.State == Running {
		a.run.id++
		a.Engine.CancelTasks()
	}
	if a.State == Reading {
		a.Engine.CancelReading()
	}
}

func (a *App) logRead(s *overview.Summary, err error) {
	a.Post(func() {
		if err != nil {
			a.readFailed(err)
			return
		}
		a.Summary, a.Trace, a.Report = s, nil, nil
		a.Rules, a.Procs = job.Presets()[0].Rules, 0
		a.clean()
	})
}

func (a *App) readFailed(err error) {
	a.demo = false
	if errors.Is(err, ErrCancelled) {
		a.State = a.resting()
		return
	}
	a.State, a.Message = Failed, err.Error()
}

// resting is the state when nothing is under way.
func (a *App) resting() State {
	switch {
	case a.Trace == nil:
		return Empty
	case a.Report == nil:
		return Loaded
	case a.Report.Done < a.Report.Plan.Resamples:
		return Cancelled
	}
	return Done
}

func (a *App) clean() {
	rules := a.Rules
	a.Engine.Clean(rules, a.Procs, func(t *Trace, err error) {
		a.Post(func() {
			if err != nil {
				a.readFailed(err)
				return
			}
			if a.Rules == rules {
				a.cleaned(t)
			}
		})
	})
}

func (a *App) cleaned(t *Trace) {
	a.Trace, a.Report, a.Message = t, nil, ""
	a.State = Loaded
	a.Plan.Clean, a.Plan.Procs = a.Rules, a.Procs
	a.ShowGlance = true
	if t.Overview.Jobs == 0 {
		a.State = Failed
		a.Message = a.emptied()
	}
	a.drawTrace()
	a.drawReport()
	a.showKnownRows()
	if a.demo {
		a.demo = false
		a.Plan.Weeks = min(a.Plan.Weeks, max(1, t.Overview.WholeWeeks))
		a.Browser.SetValue("weeks", strconv.Itoa(a.Plan.Weeks))
		a.ShowGlance = false
		a.Compare()
	}
}

// emptied says why no job is left, and what to do.
func (a *App) emptied() string {
	c := a.Trace.Cleaning
	s := "No job of " + a.Summary.Name + " is left after cleaning (" + report.Count(int64(c.Read)) + " read"
	most := job.Dropped{}
	for _, d := range c.Dropped {
		if d.N > most.N {
			most = d
		}
	}
	if most.N > 0 {
		s += ", " + report.Count(int64(most.N)) + " of them: " + most.Reason.Words()
	}
	s += "). "
	if most.Reason == job.NegativeRequest || most.Reason == job.ZeroRequest {
		return s + "This log has no requested times: choose the cleaning \"online\", which takes the run time as the request."
	}
	if most.Reason == job.TooLarge {
		return s + "Set a larger machine size above, or another cleaning."
	}
	return s + "Choose another cleaning, or another log."
}

// SetPreset switches to a named set of cleaning rules.
func (a *App) SetPreset(name string) {
	if r, err := job.ParsePreset(name); err == nil {
		a.setRules(r)
	}
}

func (a *App) setRules(r job.Rules) {
	if r != a.Rules {
		a.Rules = r
		a.reclean()
	}
}

// SetProcs sets the machine size; empty text is the log's own.
func (a *App) SetProcs(text string) {
	n := int64(0)
	if text != "" {
		v, err := strconv.ParseInt(text, 10, 64)
		if err != nil || v < 1 || v > job.MaxSize {
			a.Message = "Machine size \"" + text + "\": give a whole number of processors, 1 or more, or leave it empty for the log's own."
			return
		}
		n = v
	}
	if n == a.Summary.Machine.Procs {
		n = 0
	}
	a.Procs = n
	a.reclean()
}

func (a *App) reclean() {
	a.stopAll()
	a.Message = ""
	a.clean()
}

// ---- question

// CanCompare says whether there is a trace to compare on.
func (a *App) CanCompare() bool {
	return a.Trace != nil && a.Trace.Overview.Jobs > 0 && a.State != Running && a.State != Reading
}

// SetOrder chooses or drops an order.
func (a *App) SetOrder(name string, on bool) {
	var names []string
	for _, o := range order.Every() {
		n := o.Name()
		if n == name && on || n != name && a.HasOrder(n) {
			names = append(names, n)
		}
	}
	a.Plan.Orders = names
	a.planChanged()
}

// HasOrder says whether an order is chosen.
func (a *App) HasOrder(name string) bool {
	for _, n := range a.Plan.Orders {
		if n == name {
			return true
		}
	}
	return false
}

// SetNumber sets a number of the plan from its field's text.
func (a *App) SetNumber(what, text string) {
	n, err := strconv.ParseInt(text, 10, 64)
	lo, hi := int64(1), int64(0)
	p := &a.Plan
	switch what {
	case "resamples":
		hi = study.MaxResamples
	case "weeks":
		hi = study.MaxWeeks
	case "tau":
		hi = job.Day
	case "threshold":
		lo, hi = 0, job.MaxTime/3600
	case "seed":
		lo, hi = 0, 1<<53
	}
	if err != nil || n < lo || n > hi {
		a.Message = "The " + what + " \"" + text + "\" is not usable: give a whole number from " +
			strconv.FormatInt(lo, 10) + " to " + strconv.FormatInt(hi, 10) + "."
		return
	}
	a.Message = ""
	switch what {
	case "resamples":
		p.Resamples = int(n)
	case "weeks":
		p.Weeks = int(n)
	case "tau":
		p.Tau = n
	case "threshold":
		p.Threshold = study.Seconds(n * 3600)
	case "seed":
		p.Seed = uint64(n)
	}
	a.planChanged()
}

// planChanged shows what is already known of the plan, so that going back to
// an earlier question does not compute it again.
func (a *App) planChanged() {
	if a.State != Running {
		a.showKnownRows()
	}
}

func (a *App) showKnownRows() {
	if a.Trace == nil || a.State == Failed && a.Trace.Overview.Jobs == 0 {
		return
	}
	p := a.Plan
	if p.Normalise() != nil {
		return
	}
	rows := wanted(a.rows[a.key(p)], p.Resamples)
	a.Report = nil
	if len(rows) > 0 {
		a.Report = a.merge(p, rows)
	}
	a.State = a.resting()
	a.drawAnswer()
}

// key names what rows belong to.
func (a *App) key(p study.Plan) string {
	return string(a.Summary.Digest[:]) + p.Key()
}

// wanted are the rows of resamples 1..n.
func wanted(rows []study.Row, n int) []study.Row {
	var w []study.Row
	for _, r := range rows {
		if r.K <= n {
			w = append(w, r)
		}
	}
	return w
}

func (a *App) merge(p study.Plan, rows []study.Row) *report.Report {
	return report.Merge(p, a.Summary.Digest, a.Trace.Overview.Procs, rows)
}

// ---- answer

// Compare starts the comparison, or continues it with the resamples that are
// not computed yet.
func (a *App) Compare() {
	if !a.CanCompare() {
		return
	}
	p := a.Plan
	if err := p.Normalise(); err != nil {
		a.State, a.Message = Failed, "The comparison can't start: "+err.Error()+"."
		return
	}
	a.Message = ""
	key := a.key(p)
	have := map[int]bool{}
	for _, r := range a.rows[key] {
		have[r.K] = true
	}
	a.run = run{id: a.run.id + 1, key: key, plan: p, partial: map[int]int{}, began: a.Browser.Now()}
	var missing []int
	for k := 1; k <= p.Resamples; k++ {
		if !have[k] {
			missing = append(missing, k)
		}
	}
	a.run.total = len(missing) * len(p.Orders)
	a.ShowGlance, a.ShowOrders = false, false
	if len(missing) == 0 {
		a.showKnownRows()
		a.Browser.Reveal("answer")
		return
	}
	a.State = Running
	a.Engine.Prepare(a.Trace, p)
	for _, k := range missing {
		a.task(k)
	}
	a.evidence(true)
	a.Browser.Reveal("answer")
}

func (a *App) task(k int) {
	id := a.run.id
	a.Engine.Task(k, len(a.run.plan.Orders), func(done int) {
		a.Post(func() {
			if id == a.run.id && a.State == Running {
				a.run.partial[k] = done
			}
		})
	}, func(row study.Row, err error) {
		a.Post(func() { a.taskDone(id, k, row, err) })
	})
}

func (a *App) taskDone(id, k int, row study.Row, err error) {
	if id != a.run.id || a.State != Running {
		return
	}
	if err != nil {
		if !errors.Is(err, ErrCancelled) {
			a.run.id++
			a.Engine.CancelTasks()
			a.evidence(true)
			a.State, a.Message = Failed, "The comparison stopped: "+err.Error()+"."
		}
		return
	}
	delete(a.run.partial, k)
	a.run.finished += len(a.run.plan.Orders)
	a.rows[a.run.key] = append(a.rows[a.run.key], row)
	last := a.run.finished == a.run.total
	if last {
		a.State = Done
	}
	a.evidence(last)
}

// evidence draws what is known, at most a few times a second unless it must.
func (a *App) evidence(must bool) {
	now := a.Browser.Now()
	if !must && now-a.run.drawn < 0.4 && a.Report != nil {
		return
	}
	a.run.drawn = now
	rows := wanted(a.rows[a.run.key], a.run.plan.Resamples)
	a.Report = nil
	if len(rows) > 0 {
		a.Report = a.merge(a.run.plan, rows)
	}
	a.drawAnswer()
}

// Cancel stops what is under way; what was computed stays.
func (a *App) Cancel() {
	switch a.State {
	case Reading:
		a.Engine.CancelReading()
		a.State = a.resting()
	case Running:
		a.run.id++
		a.Engine.CancelTasks()
		a.State = Cancelled
		a.evidence(true)
	}
}

// DataDone and DataTotal are the progress that the page carries as data-done
// and data-total: resamples while and after comparing, bytes while reading.
func (a *App) DataDone() string {
	switch {
	case a.State == Reading:
		return strconv.Itoa(a.ReadDone)
	case a.State == Running:
		return strconv.Itoa(len(wanted(a.rows[a.run.key], a.run.plan.Resamples)))
	case a.Report != nil:
		return strconv.Itoa(a.Report.Done)
	}
	return "0"
}

func (a *App) DataTotal() string {
	switch {
	case a.State == Reading:
		return strconv.Itoa(a.ReadTotal)
	case a.State == Running:
		return strconv.Itoa(a.run.plan.Resamples)
	}
	return strconv.Itoa(a.Plan.Resamples)
}

// progress is the share of the work done, 0 to 1.
func (a *App) progress() float64 {
	switch {
	case a.State == Reading && a.ReadTotal > 0:
		return float64(a.ReadDone) / float64(a.ReadTotal)
	case a.State == Running && a.run.total > 0:
		return float64(a.replays()) / float64(a.run.total)
	}
	return 0
}

func (a *App) replays() int {
	n := a.run.finished
	for _, d := range a.run.partial {
		n += d
	}
	return n
}

// ProgressText says how far the work is, how fast, and what is left.
func (a *App) ProgressText() string {
	switch a.State {
	case Reading:
		if a.ReadTotal == 0 {
			return "Reading " + a.ReadName
		}
		return "Reading " + a.ReadName + ": " + megabytes(a.ReadDone) + " of " + megabytes(a.ReadTotal) + " MB"
	case Running:
		s := a.DataDone() + " of " + a.DataTotal() + " resamples"
		n, spent := a.replays(), a.Browser.Now()-a.run.began
		if n > 0 && spent > 0.5 {
			rate := float64(n) / spent
			s += " · " + oneDecimal(rate) + " replays a second"
			s += " · about " + report.Duration(math.Ceil(float64(a.run.total-n)/rate)) + " left"
		}
		return s
	}
	return ""
}

func megabytes(n int) string { return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) }

func oneDecimal(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

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
		a.drawAnswer()
	}
}

// ThemeName names the theme in force.
func (a *App) ThemeName() string {
	return map[string]string{"": "auto", "light": "light", "dark": "dark"}[a.theme]
}

// ToggleKeys shows or hides the list of keys.
func (a *App) ToggleKeys() { a.ShowKeys = !a.ShowKeys }

// ProgressValue is the progress for a progress element.
func (a *App) ProgressValue() string { return strconv.FormatFloat(a.progress(), 'f', 4, 64) }

// flag writes a boolean for ARIA.
func flag(on bool) string {
	if on {
		return "true"
	}
	return "false"
}
