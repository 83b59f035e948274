package ui

import (
	"cmp"
	"errors"
	"math"
	"strconv"

	"shadowtime/core/figure"
)

// work is a study to be computed on one trace, whatever its kind.
type work struct {
	on    *Opened
	kind  string               // of Engine.Prepare
	plan  []byte               // encoded, for the engine
	total int                  // tasks wanted
	steps int                  // progress steps of a task
	noun  string               // what tasks are called, "": resamples
	unit  string               // and their steps, "": replays
	done  func() int           // tasks whose rows are known
	next  func() []int         // tasks to be done now; none: the work is finished
	take  func([]byte) error   // keeps a row
	draw  func(must bool) bool // shows what is known; false: it was not time yet
}

// run is what is being computed: works, one after another.
type run struct {
	id       int // tells late answers of an earlier run apart
	works    []*work
	waiting  int // tasks of the first work that are not answered
	began    float64
	total    int         // steps to do
	finished int         // steps of finished tasks
	partial  map[int]int // steps done of tasks under way
	drawn    float64     // when it was drawn last
	explain  float64     // when the evidence was
	told     float64     // when progress was shown last
}

// answerID names the section of each view that shows its answer.
var answerID = map[string]string{viewCompare: "answer", viewOnline: "online-answer", viewTune: "tune-answer"}

// begin computes works, or shows them when nothing is missing.
func (a *App) begin(works []*work) {
	a.Message = ""
	a.run = run{id: a.run.id + 1, partial: map[int]int{}, began: a.Browser.Now()}
	for _, w := range works {
		if len(w.next()) > 0 {
			a.run.works = append(a.run.works, w)
			a.run.total += (w.total - w.done()) * w.steps
		}
	}
	a.ShowGlance, a.ShowOrders = false, false
	defer a.Browser.Reveal(answerID[a.View])
	if len(a.run.works) == 0 {
		for _, w := range works {
			w.draw(true)
		}
		a.State = a.resting()
		return
	}
	a.State = Running
	a.launch(true)
	a.run.works[0].draw(true)
}

// launch gives the engine the tasks that the first work asks for now, and goes
// to the next work when there are none. It is false when all is done.
func (a *App) launch(prepare bool) bool {
	for len(a.run.works) > 0 {
		w := a.run.works[0]
		if ks := w.next(); len(ks) > 0 {
			if prepare {
				a.Engine.Prepare(w.on.Trace, w.kind, w.plan)
			}
			a.run.waiting = len(ks)
			for _, k := range ks {
				a.task(w, k)
			}
			return true
		}
		a.run.works, prepare = a.run.works[1:], true
	}
	return false
}

func (a *App) task(w *work, k int) {
	id := a.run.id
	a.Engine.Task(k, func(done int) {
		now := a.Browser.Now()
		if now-a.run.told < 0.25 { // every post renders the page
			return
		}
		a.run.told = now
		a.Post(func() {
			if id == a.run.id && a.State == Running {
				a.run.partial[k] = done
			}
		})
	}, func(row []byte, err error) {
		a.Post(func() { a.taskDone(id, w, k, row, err) })
	})
}

func (a *App) taskDone(id int, w *work, k int, row []byte, err error) {
	if id != a.run.id || a.State != Running {
		return
	}
	if err == nil {
		err = w.take(row)
	}
	if err != nil {
		if !errors.Is(err, ErrCancelled) {
			a.run.id++
			a.Engine.CancelTasks()
			a.State, a.Message = Failed, "The study stopped: "+err.Error()+"."
			w.draw(true)
		}
		return
	}
	delete(a.run.partial, k)
	a.run.finished += w.steps
	a.run.waiting--
	if a.run.waiting == 0 && !a.launch(false) {
		a.State = Done
		w.draw(true)
		a.State = a.resting()
		return
	}
	now := a.Browser.Now()
	last := a.run.works[0] != w
	if (last || now-a.run.drawn >= 0.4) && w.draw(last) {
		a.run.drawn = now
	}
}

// Cancel stops what is under way; what was computed stays.
func (a *App) Cancel() {
	switch a.State {
	case Reading:
		a.Engine.CancelReading()
		a.State = a.resting()
	case Running:
		w := a.run.works[0]
		a.run.id++
		a.Engine.CancelTasks()
		a.State = Cancelled
		w.draw(true)
	}
}

// DataDone and DataTotal are the progress that the page carries as data-done
// and data-total: resamples while and after computing, bytes while reading.
func (a *App) DataDone() string {
	switch a.State {
	case Reading:
		return strconv.Itoa(a.ReadDone)
	case Running:
		return strconv.Itoa(a.run.works[0].done())
	}
	done, _ := a.lab().known()
	return strconv.Itoa(done)
}

func (a *App) DataTotal() string {
	switch a.State {
	case Reading:
		return strconv.Itoa(a.ReadTotal)
	case Running:
		return strconv.Itoa(a.run.works[0].total)
	}
	_, total := a.lab().known()
	return strconv.Itoa(total)
}

// progress is the share of the work done, 0 to 1.
func (a *App) progress() float64 {
	switch {
	case a.State == Reading && a.ReadTotal > 0:
		return float64(a.ReadDone) / float64(a.ReadTotal)
	case a.State == Running && a.run.total > 0:
		return float64(a.steps()) / float64(a.run.total)
	}
	return 0
}

func (a *App) steps() int {
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
		s := a.DataDone() + " of " + a.DataTotal() + " " + cmp.Or(a.run.works[0].noun, "resamples")
		if len(a.Shelf) > 1 {
			s += " of " + a.run.works[0].on.Summary.Name
		}
		n, spent := a.steps(), a.Browser.Now()-a.run.began
		if n > 0 && spent > 0.5 {
			rate := float64(n) / spent
			s += " · " + oneDecimal(rate) + " " + cmp.Or(a.run.works[0].unit, "replays") + " a second"
			s += " · about " + figure.Duration(math.Ceil(float64(a.run.total-n)/rate)) + " left"
		}
		return s
	}
	return ""
}

func megabytes(n int) string { return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) }

func oneDecimal(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// ProgressValue is the progress for a progress element.
func (a *App) ProgressValue() string { return strconv.FormatFloat(a.progress(), 'f', 4, 64) }
