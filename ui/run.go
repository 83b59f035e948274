package ui

import (
	"errors"
	"math"
	"strconv"

	"shadowtime/core/report"
	"shadowtime/core/study"
)

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
	a.Engine.Task(k, func(done int) {
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
	a.report(a.run.plan)
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

// ProgressValue is the progress for a progress element.
func (a *App) ProgressValue() string { return strconv.FormatFloat(a.progress(), 'f', 4, 64) }
