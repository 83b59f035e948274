package train

import (
	"cmp"
	"errors"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/agent"
	"shadowtime/core/experiment/train"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// watch is a seed that learns while one looks on: parts of its course are asked for,
// one after another, with what was learned by then. It can be stopped, and goes on from
// there; the figures are those of the seed's row.
type watch struct {
	v       *View
	number  int // of the seed, from 1
	turn    int // tells late answers of another question apart
	key     string
	plans   []train.Plan // the forms, each with a course
	courses []*watched   // nil: nothing was begun
	goal    int          // episodes to come to
	going   bool
}

// watched is a course of one form.
type watched struct {
	course train.Course
	state  *agent.State
	inputs int
	asked  bool // the next part is on its way
	most   int  // episodes of a part, 0: not known
}

// plays is how long a course is played at least, in seconds: learning is to be seen.
const plays = 5.0

// frames is into how many parts a course is cut at first. Parts that are there in soon
// seconds may be twice as long, those that take longer than late half as long.
const (
	frames = 60
	soon   = 1.0
	late   = 3.0
)

// begin begins the course anew, unless it is there.
func (w *watch) begin() {
	o := w.v.Lab.Current()
	p, err := w.v.On(o)
	if err != nil || o.Trace == nil {
		return
	}
	if key := w.v.KeyOf(o, &p) + "#" + strconv.Itoa(w.number); key != w.key || w.courses == nil {
		w.turn++
		w.key, w.plans, w.courses, w.goal, w.going = key, p.Forms(), nil, p.Agent.Episodes, false
		for range w.plans {
			w.courses = append(w.courses, &watched{})
		}
	}
	if w.done() < w.goal {
		w.play()
	}
}

// look watches another seed.
func (w *watch) look(number int) {
	w.number = number
	w.begin()
	w.v.drawLive()
}

// press stops it, or goes on; from its end for as many episodes more.
func (w *watch) press() {
	switch {
	case w.going:
		w.going = false
	case w.courses == nil:
		w.begin()
	default:
		if w.done() >= w.goal {
			w.goal += w.plans[0].Agent.Episodes
		}
		w.play()
	}
	w.v.drawLive()
}

// done is how many episodes all forms have lived.
func (w *watch) done() int {
	n := -1
	for _, c := range w.courses {
		if n < 0 || c.course.Len() < n {
			n = c.course.Len()
		}
	}
	return max(0, n)
}

// play asks for part after part, no faster than it can be looked at.
func (w *watch) play() {
	if w.going {
		return
	}
	w.going = true
	turn, last := w.turn, -1.0
	w.v.Lab.Browser.Animate(func(now float64) bool {
		if turn != w.turn || !w.going {
			return false
		}
		if last < 0 {
			last = now - plays/frames
		}
		if now-last < 0.999*plays/frames || w.waits() {
			return true
		}
		for i := range w.courses {
			w.ask(i, now-last)
		}
		last = now
		return w.going
	})
}

// waits says whether a part is on its way.
func (w *watch) waits() bool {
	for _, c := range w.courses {
		if c.asked {
			return true
		}
	}
	return false
}

// part is how many episodes are asked for next, when so many seconds have gone: as many
// as are to be seen in them, and can be had.
func (w *watch) part(c *watched, seconds float64) int {
	all := w.plans[0].Agent.Episodes
	n := max(1, int(float64(all)*seconds/plays))
	if w.v.Lab.Browser.Still() {
		n = all
	}
	if c.most == 0 {
		c.most = max(1, all/frames)
	}
	return min(n, c.most, w.goal-c.course.Len())
}

// ask asks for the next part of a form's course.
func (w *watch) ask(i int, seconds float64) {
	c, p := w.courses[i], &w.plans[i]
	count := w.part(c, seconds)
	if count <= 0 {
		return
	}
	c.asked = true
	turn, began := w.turn, w.v.Lab.Browser.Now()
	q := train.Request{K: w.number, From: c.course.Len() + 1, Count: count, State: c.state}
	s := lab.Subject{Trace: w.v.Lab.Current().Trace, Kind: train.Name, Plan: study.EncodePlan(p.Settings())}
	w.v.Lab.Engine.Detail(s, q.Encode(), func(b []byte, err error) {
		w.v.Lab.Post(func() {
			if turn != w.turn {
				return
			}
			c.asked = false
			if err == nil {
				err = w.take(c, b)
			}
			switch took := w.v.Lab.Browser.Now() - began; {
			case took < soon:
				c.most = min(2*c.most, train.MaxCount)
			case took > late:
				c.most = max(1, c.most/2)
			}
			if err != nil {
				w.going = false
				if !errors.Is(err, lab.ErrCancelled) {
					w.v.Lab.Message = "The course could not go on: " + err.Error() + "."
				}
			}
			if w.done() >= w.goal {
				w.going = false
			}
			if w.v.Lab.View == w.v {
				w.v.drawLive()
			}
		})
	})
}

func (w *watch) take(c *watched, b []byte) error {
	t, err := train.DecodeTaken(b)
	if err != nil {
		return err
	}
	c.course.Append(&t.Course)
	c.state, c.inputs = &t.State, t.Inputs
	return nil
}

// save hands out what the agent has learned by now: a file that the command tests, and
// trains on.
func (w *watch) save() {
	if w.courses == nil || w.courses[0].state == nil {
		return
	}
	c := w.courses[0]
	b, err := train.ModelFrom(w.plans[0].AgentOf(w.number), c.inputs, c.course.Len(), *c.state).Encode()
	if err != nil {
		w.v.Lab.Message = "The agent can't be saved: " + err.Error() + "."
		return
	}
	w.v.Lab.Browser.Download(w.v.Lab.FileName("json", "agent", "seed", strconv.FormatUint(w.plans[0].AgentOf(w.number).Seed, 10)),
		"application/json", b)
}

// button is what a press does, says where it is.
func (w *watch) button() string {
	switch {
	case w.going:
		return "Stop"
	case w.courses == nil:
		return "Watch it learn"
	case w.done() >= w.goal:
		return "Go on for " + numeral.Count(w.plans[0].Agent.Episodes) + " more"
	}
	return "Go on"
}

func (w *watch) says() string {
	n := w.done()
	if w.courses == nil || n == 0 {
		return ""
	}
	c := &w.courses[0].course
	return "episode " + numeral.Count(n) + " of " + numeral.Count(w.goal) + " · reward " + numeral.Number(c.Rewards[n-1]) + " · makespan " +
		numeral.Duration(c.Makespans[n-1])
}

// place is where it is watched.
func (w *watch) place() lab.Part {
	charts := lab.Group{Tag: "div", Class: "live"}
	for i := range panels {
		charts.Of = append(charts.Of, lab.Host{Name: hostLive + strconv.Itoa(i)})
	}
	return lab.Group{Tag: "div", Class: "watch", Hidden: w.v.unwatched, Of: []lab.Part{
		lab.Group{Tag: "div", Class: "field", Of: []lab.Part{lab.Heading{Text: "Watch it learn"},
			lab.Label{For: "train-seed", Words: "seed"},
			lab.Count{Key: "train-seed", ID: "train-seed", Low: "1", Last: func() string { return strconv.Itoa(cmp.Or(w.v.Plan.Seeds, 1)) },
				Shown: func() string { return strconv.Itoa(w.number) }}}},
		lab.Host{Name: hostWatch}, charts}}
}

func (v *View) unwatched() bool { return v.watch.courses == nil }
