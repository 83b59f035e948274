package replay

import (
	"errors"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// story is why the chosen job waited, as a worker tells it.
type story struct {
	v     *View
	turn  int   // tells late answers apart
	of    int64 // the job that is told of, or asked for
	told  []why.Sentence
	about *why.Story
	wrong string // why it can't be told
}

// fresh forgets what was told: it belongs to another schedule.
func (s *story) fresh() { *s = story{v: s.v, turn: s.turn + 1, of: none} }

// ask asks for the story of the chosen job, once.
func (s *story) ask() {
	v := s.v
	if s.of == v.at.job && s.turn > 0 || v.Lab.State == lab.Running || v.Lab.Trace == nil || v.Verdict.Standing != lab.Asked {
		return
	}
	s.fresh()
	s.of = v.at.job
	j, err := why.Find(v.scene.trace, s.of)
	if err != nil {
		s.wrong = numeral.Capital(err.Error()) + "."
		return
	}
	if v.logged() {
		s.about, s.told = v.scene.ranStory(j)
		return
	}
	turn := s.turn
	v.Lab.Engine.Detail(v.study(), replay.StoryRequest(v.scene.k, v.side(), j), func(b []byte, err error) {
		v.Lab.Post(func() {
			if turn != s.turn {
				return
			}
			if err == nil {
				s.about, s.told, err = replay.DecodeStory(b)
			}
			switch {
			case errors.Is(err, lab.ErrCancelled):
				s.of = none
			case err != nil:
				s.wrong = "Its story can't be told: " + err.Error() + "."
			}
			s.draw()
		})
	})
}

// study is what details of the scene are asked of.
func (v *View) study() lab.Subject {
	return lab.Subject{Trace: v.Lab.Current().Trace, Kind: replay.Name, Plan: study.EncodePlan(v.scene.plan.Settings())}
}

// part asks once why the schedules of the scene part, and says so.
func (v *View) part() {
	x := v.scene
	if v.Apart() || x.report.First == nil || x.parting || v.Lab.State == lab.Running || v.Verdict.Standing != lab.Asked {
		return
	}
	x.parting = true
	f, side := x.report.First, 1 // the one that does not start the job
	if f.ByA {
		side = 0
	}
	if x.logged(side) {
		x.report.Part("")
		return
	}
	v.Lab.Engine.Detail(v.study(), replay.LeftRequest(x.k, side, f.Index, f.Time), func(b []byte, err error) {
		v.Lab.Post(func() {
			left, wrong := "", err
			if wrong == nil {
				left, wrong = replay.DecodeLeft(b)
			}
			if wrong != nil {
				x.parting = !errors.Is(wrong, lab.ErrCancelled) // then it is asked for again
				return
			}
			x.report.Part(left)
			if x == v.scene {
				v.drawTables()
			}
		})
	})
}

// toLearn is said while no job is chosen.
const toLearn = `<p class="hint">How a scheduler decides is gone through step by step, with a few jobs, on <a href="?view=little" data-act="view" data-arg="little">a little machine</a>.</p>`

// draw shows the story of the chosen job, once it is told.
func (s *story) draw() {
	v := s.v
	if v.Unknown() || v.at.job == none {
		v.Lab.Browser.Draw(hostStory, toLearn)
		return
	}
	s.ask()
	html := ""
	switch {
	case s.wrong != "":
		html = `<p class="hint">` + lab.Esc(s.wrong) + `</p>`
	case s.about == nil:
		html = `<p class="hint">Job ` + v.Chosen() + ` is being asked about.</p>`
	default:
		html = `<h3>Why job ` + v.Chosen() + ` waited ` + lab.Esc(v.scene.waitWords(v.side(), s.about.Job)+` `+v.scene.under(v.side())) +
			`</h3><ol class="replay-told">`
		for _, x := range s.told {
			html += `<li>` + lab.Esc(x.Words) + v.there(x.At) + `</li>`
		}
		html += `</ol>` + s.extras()
	}
	v.Lab.Browser.Draw(hostStory, html)
}
