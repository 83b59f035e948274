package replay

import (
	"errors"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
	"shadowtime/core/study/desk"
	"shadowtime/ui/lab"
)

// ran is the schedule that the log itself says, by its waits.
type ran struct {
	starts []int64
	wrong  string // why it is not known
}

// withRan hands on the schedule of the log, which is looked up once a scene.
func (v *View) withRan(then func(r *ran)) {
	x := v.scene
	if x.ran != nil {
		then(x.ran)
		return
	}
	if x.awaiting = append(x.awaiting, then); len(x.awaiting) > 1 {
		return
	}
	v.Lab.Engine.Waits(x.digest, desk.Cleaning{Rules: x.plan.Clean, Procs: x.plan.Procs}, func(waits []int64, err error) {
		v.Lab.Post(func() {
			list := x.awaiting
			x.awaiting = nil
			if x != v.scene || errors.Is(err, lab.ErrCancelled) { // then it is looked up when it is drawn again
				return
			}
			x.ran = x.asItRan(waits, err)
			for _, f := range list {
				f(x.ran)
			}
		})
	})
}

func (s *scene) asItRan(waits []int64, err error) *ran {
	switch {
	case err != nil:
		return &ran{wrong: "How the log ran can't be looked up: " + err.Error() + "."}
	case s.k != study.Logged:
		return &ran{wrong: "As it ran is known of the log alone, not of its resamples: replay the log, or name an order to stand beside."}
	}
	starts, known := why.Waited(s.trace, waits)
	if known == 0 {
		return &ran{wrong: "As it ran is not known of this log: it does not say how long any job waited."}
	}
	return &ran{starts: starts}
}

// accompany sets the log's own schedule beside the one of the question, if that is
// asked for and not done yet.
func (v *View) accompany() {
	x := v.scene
	if x.plan.Beside != replay.AsItRan || x.ran != nil && (x.ran.wrong != "" || len(x.starts) > 1) {
		return
	}
	v.withRan(func(r *ran) {
		if r.wrong == "" {
			x.join(replay.ItRan, r.starts)
			v.story.fresh()
			v.instant.fresh()
		}
		v.draw()
	})
}

// pending says that the log's own schedule is being looked up.
func (s *scene) pending() bool { return s.plan.Beside == replay.AsItRan && s.ran == nil }

// Logged says that the schedule in sight is the log's own: nobody knows its
// scheduler's decisions.
func (v *View) logged() bool { return v.scene.logged(v.side()) }

func (s *scene) logged(side int) bool { return side == 1 && s.plan.Beside == replay.AsItRan }

// remarks are what is to be said of the log's own schedule.
func (s *scene) remarks() string {
	switch {
	case s.plan.Beside != replay.AsItRan:
		return ""
	case s.ran.wrong != "":
		return " " + s.ran.wrong
	}
	if s.plan.Load != 1 || s.plan.Procs != 0 {
		return " The log's waits are of its own load on its own machine, which the question changes."
	}
	return ""
}

// waitWords say how long a job waits; a log need not know.
func (s *scene) waitWords(side, j int) string {
	if s.starts[side][j] == why.Unknown {
		return "an unknown time"
	}
	return numeral.Duration(float64(s.wait(side, j)))
}

// called is what a schedule is called.
func (s *scene) called(side int) string { return s.plan.Named(s.names[side]) }

// under names a schedule as what a job waits under.
func (s *scene) under(side int) string { return replay.Under(s.names[side]) }

// ranStory is what the log tells of a job's wait.
func (s *scene) ranStory(j int) (*why.Story, []why.Sentence) {
	r := why.RanOf(s.trace, s.starts[1], j)
	return &why.Story{Job: j, Submit: s.trace.Submit[j], Start: r.Start, End: r.End}, r.Sentences(s.trace)
}
