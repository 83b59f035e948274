package ui

import (
	"cmp"
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/order"
	"shadowtime/core/plot"
	"shadowtime/core/sim"
)

// The lesson is the small picture of EASY backfilling that the empty page
// shows. It is not drawn by hand: the engine replays five jobs on eight
// processors, an observer notes what it sees, and the picture is made of that.

// lessonJobs is submit time, processors and run time (= requested time), in
// hours.
var lessonJobs = [...]struct {
	name    string
	r, q, p int64
}{
	{"A", 0, 5, 6}, // runs
	{"B", 1, 6, 4}, // does not fit: the head
	{"C", 2, 3, 3}, // ends before the shadow time
	{"D", 2, 2, 8}, // does not, but fits into the extra processors
	{"E", 3, 4, 3}, // would delay B: waits
}

const lessonProcs = 8

// witness notes who was backfilled and what the head was promised.
type witness struct {
	backfilled map[int]bool
	head       int
	shadow     int64
	extra      int64
	seen       bool
}

func (w *witness) Arrive(int64, int)         {}
func (w *witness) Start(int64, int)          {}
func (w *witness) End(int64, int)            {}
func (w *witness) Backfill(_ int64, job int) { w.backfilled[job] = true }
func (w *witness) Reserve(_ int64, head int, shadow, extra int64) {
	if !w.seen {
		w.head, w.shadow, w.extra, w.seen = head, shadow, extra, true
	}
}

// lesson replays the five jobs.
func lesson() (*job.Trace, []int64, *witness, error) {
	t := &job.Trace{Procs: lessonProcs, Users: []int64{-1}}
	for _, j := range lessonJobs {
		t.Submit = append(t.Submit, j.r)
		t.Run = append(t.Run, j.p)
		t.Request = append(t.Request, j.p)
		t.Size = append(t.Size, int32(j.q))
		t.User = append(t.User, 0)
	}
	w := &witness{backfilled: map[int]bool{}}
	e := sim.New()
	e.Load(t)
	fcfs := order.Twelve()[0]
	err := e.Run(&sim.Config{Primary: fcfs, Backfill: fcfs, Threshold: sim.None, Observer: w})
	return t, e.Starts(), w, err
}

func (a *App) drawLesson() {
	t, starts, w, err := lesson()
	if err != nil {
		return
	}
	g := plot.Gantt{Procs: lessonProcs, Now: 2, Shadow: float64(w.shadow), Extra: int(w.extra),
		Time: "time, hours", XUnit: plot.Whole, Processors: "processors", From: 0, To: 14}
	g.Title = "EASY backfilling: small jobs slip in, the head of the queue is never delayed"
	g.Untitled = true
	g.Desc = "Job B at the head of the queue is promised its processors at the shadow time, when job A ends. " +
		"Job C ends before that and starts at once; job D needs no more than the extra processors beside B; job E would delay B and waits."
	g.Width, g.Height = min(a.Browser.Width(), 620), 330
	lanes := make([]int64, lessonProcs) // when each processor is free again
	for _, i := range byStart(starts) {
		q, end := int(t.Size[i]), starts[i]+t.Run[i]
		part, lane := plot.Running, 0
		switch {
		case w.backfilled[i]:
			part = plot.Backfilled
			lane = lessonProcs - q // from the top, to leave the head one block
		case i == w.head:
			part = plot.Head
		case starts[i] > t.Submit[i]:
			part = plot.Reserved
		}
		for lane > 0 && part == plot.Backfilled && !free(lanes, lane, q, starts[i]) {
			lane--
		}
		for k := lane; k < lane+q; k++ {
			lanes[k] = end
		}
		if part == plot.Head {
			g.ExtraLane = lane + q
		}
		g.Jobs = append(g.Jobs, plot.GanttJob{Label: lessonJobs[i].name, Start: float64(starts[i]), End: float64(end), Lane: lane, Height: q, Part: part})
	}
	a.Browser.Draw(hostLesson, lessonOpens+g.SVG()+lessonCloses)
}

func free(lanes []int64, lane, q int, at int64) bool {
	for k := lane; k < lane+q; k++ {
		if lanes[k] > at {
			return false
		}
	}
	return true
}

// byStart lists jobs by their start.
func byStart(starts []int64) []int {
	var list []int
	for i := range starts {
		list = append(list, i)
	}
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(starts[i], starts[j]) })
	return list
}

// The words around the picture.
const (
	lessonOpens = `<section class="lesson" aria-labelledby="lesson-title"><h2 id="lesson-title">EASY backfilling in one picture</h2><div class="host">`

	lessonCloses = `</div><ol class="steps">` +
		`<li>A runs. B needs six processors and becomes the <em>head</em>: it is promised the <em>shadow time</em>, when A ends.</li>` +
		`<li>C ends before the shadow time: it may start at once.</li>` +
		`<li>D ends later, but needs no more than the <em>extra</em> processors beside B.</li>` +
		`<li>E would delay B: it waits. The order of the queue decides who is head, and who may slip in.</li></ol></section>`
)
