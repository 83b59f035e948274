package ui

import (
	"cmp"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/ui/lab"
)

// The lesson is the small picture of EASY backfilling that the empty page
// shows. It is not drawn by hand: the engine replays five jobs on eight
// processors, an observer notes what it sees, and the picture is made of that.
// It is part of the page as it is served, ahead of the program, and moves by
// style alone: see Lesson and style.css.

// lessonJobs is submit time, processors and run time (= requested time), in
// hours.
var lessonJobs = [...]struct {
	name    string
	r, q, p int64
}{
	{"A", 0, 5, 6}, // runs
	{"B", 1, 6, 4}, // does not fit: the head
	{"C", 2, 1, 3}, // ends before the shadow time
	{"D", 3, 2, 8}, // does not, but fits into the extra processors
	{"E", 4, 1, 4}, // fits once C has ended, and would delay B: waits
}

const lessonProcs = 8

// lessonSteps are the moments that the picture is shown at and what is to be
// seen then; at the last one it stands still.
var lessonSteps = [...]struct {
	at    int64
	words string
}{
	{0, `A starts. It asks for five of the eight processors, for six hours.`},
	{1,
		`B needs six. It is the <em><a href="docs/glossary.html#head">head</a></em> of the queue and is promised 6 h, the <em><a href="docs/glossary.html#shadow-time">shadow time</a></em>, when A ends. Two processors will be <em><a href="docs/glossary.html#extra-processors">extra</a></em> then.`},
	{2, `C ends before the shadow time, so it slips past B.`},
	{3, `D runs on beyond it, but needs only the two extra processors. It slips in too.`},
	{5, `C has ended, and E would fit in its place. It would make B late, so it waits. B starts at 6 h as promised.`},
}

// witness notes who was backfilled, when, and what the first head was promised.
type witness struct {
	backfilled map[int]int64
	head       int
	promised   int64
	shadow     int64
	extra      int64
	seen       bool
}

func (w *witness) Arrive(int64, int)           {}
func (w *witness) Start(int64, int)            {}
func (w *witness) End(int64, int)              {}
func (w *witness) Pass(int64)                  {}
func (w *witness) Place(int64, int, int64)     {}
func (w *witness) Passed(int64, int)           {}
func (w *witness) Backfill(now int64, job int) { w.backfilled[job] = now }
func (w *witness) Reserve(now int64, head int, shadow, extra int64) {
	if !w.seen {
		w.head, w.promised, w.shadow, w.extra, w.seen = head, now, shadow, extra, true
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
	w := &witness{backfilled: map[int]int64{}}
	e := sim.New()
	e.Load(t)
	fcfs := order.Twelve()[0]
	err := e.Run(&sim.Config{Primary: fcfs, Backfill: fcfs, Threshold: sim.None, Observer: w})
	return t, e.Starts(), w, err
}

// lessonPicture draws the moment of the last step. Its width is that of its
// coordinates: the page scales it.
func lessonPicture() (*plot.Gantt, error) {
	t, starts, w, err := lesson()
	if err != nil {
		return nil, err
	}
	now := lessonSteps[len(lessonSteps)-1].at
	g := &plot.Gantt{Procs: lessonProcs, Now: float64(now), Promised: float64(w.promised), Shadow: float64(w.shadow), Extra: int(w.extra),
		Time: "time, hours", Unit: "h", From: 0, To: 14}
	g.Title = "EASY backfilling: small jobs slip in, the head of the queue is never delayed"
	g.Untitled = true
	g.Desc = "Job B at the head of the queue is promised its processors at the shadow time, when job A ends. " +
		"Job C ends before that and has slipped in; job D needs no more than the extra processors beside B; job E would delay B and waits."
	g.Width = 400
	lanes := make([]int64, lessonProcs) // when each processor is free again
	for _, i := range byStart(starts) {
		q, end := int(t.Size[i]), starts[i]+t.Run[i]
		j := plot.GanttJob{Label: lessonJobs[i].name, Submit: float64(t.Submit[i]), Start: float64(starts[i]), End: float64(end), Height: q}
		_, slipped := w.backfilled[i]
		switch {
		case slipped && starts[i] <= now:
			j.Role = plot.Backfilled
		case i == w.head:
			j.Role, j.Note = plot.Head, "the head, promised "+strconv.FormatInt(w.shadow, 10)+numeral.Thin+"h"
		case starts[i] > now:
			j.Role, j.Note = plot.Waiting, "has no reservation"
		}
		if j.Role != plot.Waiting {
			// from below; who runs on beside the head stands above it
			if j.Role == plot.Backfilled && end > w.shadow {
				j.Lane = lessonProcs - q
			}
			for !free(lanes, j.Lane, q, starts[i]) {
				j.Lane++
			}
			for k := j.Lane; k < j.Lane+q; k++ {
				lanes[k] = end
			}
		}
		if j.Role == plot.Head {
			g.ExtraLane = j.Lane + q
		}
		g.Jobs = append(g.Jobs, j)
	}
	return g, nil
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

// Lesson is the picture with its steps, each of which can be chosen. The page
// comes with it: the program that runs in it does not draw it.
func Lesson() (string, error) {
	g, err := lessonPicture()
	if err != nil {
		return "", err
	}
	hour := func(h int64) string { return strconv.FormatInt(h, 10) }
	last := lessonSteps[len(lessonSteps)-1].at
	s := `<section class="lesson" aria-labelledby="lesson-title" style="--still:` + hour(last) + `">` +
		`<h2 id="lesson-title">EASY backfilling in one picture</h2><div class="host">` + g.SVG() + `</div>` +
		`<div class="moments"><div class="steps" role="radiogroup" aria-label="Moments of the picture">`
	for i, x := range lessonSteps {
		until := last + 1
		if i+1 < len(lessonSteps) {
			until = lessonSteps[i+1].at
		}
		s += `<label style="--at:` + hour(x.at) + `;--until:` + hour(until) + `"><input type="radio" name="lesson" value="` + hour(x.at) +
			`"><span><b>` + hour(x.at) + lab.Esc(numeral.Thin) + `h</b> ` + x.words + `</span></label>`
	}
	return s + `</div><p class="hint">The queue's order decides who is head, and who is asked first whether it may slip in.</p>` +
			`<p class="lesson-more"><a href="?view=little&amp;task=request">First exercise: get a job through that asked for too long</a></p>` +
			`<p class="lesson-more"><a href="?view=little" data-act="view" data-arg="little">Make up jobs of your own, and go through every step</a></p></div></section>`,
		nil
}
