package lab

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/study"
)

// Work is a study to be computed on one trace, whatever its kind.
type Work struct {
	On    *Opened
	Kind  string  // the engine's
	View  string  // key of the view that asks, "": the kind's own
	Plan  []byte  // encoded, for the engine
	Key   string  // under which its rows are kept, "": they are not
	Total int     // tasks wanted
	Steps int     // progress steps of a task
	Noun  string  // what tasks are called, "": resamples
	Unit  string  // and their steps, "": replays
	Cost  float64 // of a step, beside those of other works of the same run; 0: 1
	Done  func() int
	Next  func() []int         // tasks to be done now; none: the work is finished
	Take  func([]byte) error   // keeps a row
	Draw  func(must bool) bool // shows what is known; false: it was not time yet
	Then  *Work                // of a first look: comes after it
	// Join puts the row of a task together that all workers share, each some of its steps;
	// nil: none is shared.
	Join func(parts [][]byte) ([]byte, error)
	// Early takes the parts of the first task that are known, nil for others; nil where none is shared.
	Early func(parts [][]byte)
}

// of is the key of the view that asks for it.
func (w *Work) of() string { return cmp.Or(w.View, w.Kind) }

// cost is that of so many steps.
func (w *Work) cost(steps float64) float64 { return steps * cmp.Or(w.Cost, 1) }

// left is the cost of what it has still to do.
func (w *Work) left() float64 {
	n := w.Total - w.Done()
	if w.Next()[0] == study.Logged {
		n++
	}
	return w.cost(float64(n * w.Steps))
}

// piece is a task under way, or a part of it. A run knows the steps done of each.
type piece struct{ k, at int }

// run is what is being computed: works, one after another.
type run struct {
	of       *Inquiry // nil: it has ended, or is for a first look
	id       int      // tells late answers of an earlier run apart
	works    []*Work
	waiting  int // tasks of the first work that are not answered
	began    float64
	total    float64 // cost of the steps to do
	finished float64 // of those of finished tasks
	steps    int     // of finished tasks
	since    float64 // when the first work began
	tasks    int     // of it that are finished
	partial  map[piece]float64
	drawn    float64 // when it was drawn last
	owed     bool    // a row came since, too early to be drawn
	told     float64 // when progress was shown last
	rough    bool    // it is for a first look, and the page rests meanwhile
}

// Begin computes works, or shows them when nothing is missing.
func (l *Lab) Begin(works []*Work) {
	l.Message = ""
	q := l.inquiry(works)
	if l.run.of != nil && slices.ContainsFunc(works, func(w *Work) bool { return len(w.Next()) > 0 }) {
		l.enqueue(q)
		return
	}
	if l.Begun != nil {
		l.Begun()
	}
	defer l.Browser.Reveal(l.View.Answer())
	if l.run.of != nil || !l.start(q) {
		for _, w := range works {
			w.Draw(true)
		}
		l.Rest()
		return
	}
	l.State = Running
	l.run.works[0].Draw(true)
	l.drawQueue()
	l.Browser.Attend(CancelID(l.View), true)
}

// start has the tasks of a question computed; false: nothing of it is missing.
func (l *Lab) start(q *Inquiry) bool {
	l.StopLook()
	now := l.Browser.Now()
	l.run = run{id: l.run.id + 1, partial: map[piece]float64{}, began: now, since: now}
	for _, w := range q.works {
		if len(w.Next()) > 0 {
			l.run.works = append(l.run.works, w)
			l.run.total += w.left()
		}
	}
	if len(l.run.works) == 0 {
		return false
	}
	l.run.of = q
	l.launch()
	return true
}

// CancelID is the id of the button that stops what a view computes, TitleID that of the head of
// its answer.
func CancelID(v View) string { return v.Answer() + "-cancel" }
func TitleID(v View) string  { return v.Answer() + "-title" }

// RestIDs are those of what gets the focus when a run ends: the button that began it; where that
// is not in sight what unfolds it, else the head of the answer.
func RestIDs(v View) string {
	if x, ok := v.(interface{ AskIDs() string }); ok {
		return x.AskIDs() + " " + TitleID(v)
	}
	return TitleID(v)
}

// launch gives the engine the tasks that the first work asks for now, and goes
// to the next work when there are none. It is false when all is done.
func (l *Lab) launch() bool {
	for len(l.run.works) > 0 {
		w := l.run.works[0]
		if ks := w.Next(); len(ks) > 0 {
			l.run.waiting = len(ks)
			l.share(w, ks)
			return true
		}
		l.run.works = l.run.works[1:]
	}
	return false
}

// share gives the engine tasks. Where they can be cut workers share the first resample, two replays a part, as they
// make a figure; then the log itself, and what is left at the end when there are more workers than tasks.
func (l *Lab) share(w *Work, ks []int) {
	workers := l.Engine.Workers()
	whole := len(ks) - max(0, len(ks)-2)%workers
	if w.Join != nil && len(ks) > 1 && ks[0] == study.Logged && ks[1] == 1 {
		ks[0], ks[1] = ks[1], ks[0]
	}
	for i, k := range ks {
		of := 1
		if w.Join != nil && (i < 2 || i >= whole) {
			of = min(workers, w.Steps)
		}
		early := of > 1 && k == 1 && w.Done() == 0
		if early {
			of = max(of, w.Steps/2)
		}
		parts, left := make([][]byte, of), of
		for at := range of {
			l.task(w, k, Share{at, of}, func(row []byte, err error) {
				if left--; err == nil && of > 1 {
					parts[at] = row
					l.run.partial[piece{k, at}] = float64((w.Steps + of - 1 - at) / of)
					if left > 0 {
						if early {
							w.Early(parts)
							l.show(w, false)
						}
						return
					}
					row, err = w.Join(parts)
				}
				for at := range of {
					delete(l.run.partial, piece{k, at})
				}
				l.taskDone(w, k, row, err)
			})
		}
	}
}

func (l *Lab) task(w *Work, k int, share Share, done func(row []byte, err error)) {
	id := l.run.id
	l.Engine.Task(Subject{Trace: w.On.Trace, Kind: w.Kind, Plan: w.Plan}, k, share, func(done float64) {
		now := l.Browser.Now()
		if now-l.run.told < 0.25 { // every post renders the page
			return
		}
		l.run.told = now
		l.Tell(func() {
			if id != l.run.id || !l.computes() {
				return
			}
			l.run.partial[piece{k, share.At}] = done
			if l.run.of != nil {
				l.tellTitle(false)
			}
			if l.run.owed || l.run.rough && w.Done() == 0 { // how far it is stands in the answer's place
				l.show(w, false)
			}
		})
	}, func(row []byte, err error) {
		l.Tell(func() {
			if id == l.run.id && l.computes() {
				done(row, err)
			}
		})
	})
}

func (l *Lab) taskDone(w *Work, k int, row []byte, err error) {
	if err == nil {
		err = w.Take(row)
	}
	if err == nil {
		l.keep(w, k, row)
	}
	if l.run.rough {
		l.lookDone(w, err)
		return
	}
	if err != nil {
		if !errors.Is(err, ErrCancelled) {
			l.run.id++
			l.Engine.CancelTasks()
			if l.Message = numeral.Capital(err.Error()) + "."; l.mine() {
				l.State = Failed
			}
			l.ended(false)
			w.Draw(true)
			l.Browser.Attend(RestIDs(l.View), false)
			l.next()
		}
		return
	}
	l.run.steps += w.Steps
	l.run.finished += w.cost(float64(w.Steps))
	l.run.waiting--
	l.run.tasks++
	if l.run.waiting == 0 && len(w.Next()) == 0 {
		l.timed(w)
	}
	if l.run.waiting == 0 && !l.launch() {
		if l.mine() {
			l.State = Done
		}
		l.ended(true)
		w.Draw(true)
		l.Rest()
		l.Browser.Attend(RestIDs(l.View), false)
		return
	}
	l.show(w, l.run.works[0] != w)
}

// show draws what is known, at most every 0.4 s unless it must. What was too early is drawn when a task tells how far
// it is: the next row may be a minute away.
func (l *Lab) show(w *Work, must bool) {
	now := l.Browser.Now()
	l.run.owed = !must && now-l.run.drawn < 0.4 || !w.Draw(must)
	if !l.run.owed {
		l.run.drawn = now
	}
}

// StopTasks stops what is computed; late answers are dropped.
func (l *Lab) StopTasks() {
	l.run.id++
	l.run.rough, l.run.of = false, nil
	l.Engine.CancelTasks()
}

// StopRun stops what runs, if anything does, for a log that comes; what waits goes on once it is there.
func (l *Lab) StopRun() {
	if l.run.of != nil {
		l.StopTasks()
	}
}

// CancelRun stops what runs, whatever is in sight, and begins what waits.
func (l *Lab) CancelRun() {
	if l.State == Running {
		l.Cancel()
	} else if l.run.of != nil {
		l.StopTasks()
		l.next()
	}
}

// Cancel stops what is under way; what was computed stays.
func (l *Lab) Cancel() {
	switch l.State {
	case Reading:
		l.Engine.CancelReading()
		l.Rest()
	case Running:
		w := l.run.works[0]
		l.StopTasks()
		l.State = Cancelled
		l.Browser.Attend(RestIDs(l.View), false)
		l.Then(func() { w.Draw(true) }) // that it stopped is seen first
		l.next()
	}
}

// Counts are the tasks done and wanted: of what is computed, or of what is
// shown.
func (l *Lab) Counts() (done, total int) {
	if l.State == Running {
		w := l.run.works[0]
		return w.Done(), w.Total
	}
	return l.View.Known()
}

// Progress is the share of the work done, 0 to 1.
func (l *Lab) Progress() float64 {
	if l.State == Running && l.run.total > 0 {
		_, cost := l.worked()
		return cost / l.run.total
	}
	return 0
}

// worked are the steps that are done, and their cost. Tasks under way are of the
// first work.
func (l *Lab) worked() (steps, cost float64) {
	n := 0.
	for _, d := range l.run.partial {
		n += d
	}
	return float64(l.run.steps) + n, l.run.finished + l.run.works[0].cost(n)
}

// ProgressText says how far the work is, how fast, and what is left.
func (l *Lab) ProgressText() string {
	if l.State != Running {
		return ""
	}
	w := l.run.works[0]
	done, total := l.Counts()
	s := strconv.Itoa(done) + " of " + strconv.Itoa(total) + " " + cmp.Or(w.Noun, "resamples")
	if len(l.Shelf) > 1 {
		s += " of " + w.On.Summary.Name
	}
	n, cost := l.worked()
	if spent := l.Browser.Now() - l.run.began; n > 0 && spent > 0.5 {
		s += " · " + rate(n/spent, cmp.Or(w.Unit, "replays"))
		s += " · about " + numeral.Duration(math.Ceil((l.run.total-cost)*spent/cost)) + " left"
	}
	return s
}

// rate says how many of something are done in a second, or in a time in which one is.
func rate(n float64, unit string) string {
	in := " a second"
	if n < 1 {
		n, in = 60*n, " a minute"
	}
	if n < 1 {
		n, in = 60*n, " an hour"
	}
	return strconv.FormatFloat(n, 'f', 1, 64) + " " + unit + in
}

// Computes says whether what the view of that key asks for is being computed.
func (l *Lab) Computes(key string) bool {
	return l.State == Running && len(l.run.works) > 0 && l.run.works[0].of() == key
}
