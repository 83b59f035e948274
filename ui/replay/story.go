package replay

import (
	"errors"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/job"
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

// draw shows the story of the chosen job, once it is told.
func (s *story) draw() {
	v := s.v
	if v.Unknown() || v.at.job == none {
		v.Lab.Browser.Draw(hostStory, "")
		v.fit()
		return
	}
	v.fit()
	s.ask()
	html := `<p class="eyebrow">Job ` + v.Chosen() + `</p>`
	j, err := why.Find(v.scene.trace, v.at.job)
	if err == nil {
		html = s.head(j)
	}
	switch {
	case s.wrong != "":
		html += `<p class="hint">` + lab.Esc(s.wrong) + `</p>`
	case s.about == nil:
		html += `<p class="replay-why">Job ` + v.Chosen() + ` is being asked about.</p>`
		if err == nil {
			html += s.facts(j)
		}
	default:
		html += `<p class="replay-why">` + lab.Esc(s.told[0].Words) + `</p>` + s.facts(j) + `<h3>Why it waited ` +
			lab.Esc(v.scene.waitWords(v.side(), j)+` `+v.scene.under(v.side())) + `</h3><ol class="replay-told">`
		for _, x := range s.told[1:] {
			html += `<li>` + lab.Esc(x.Words) + v.there(x.At) + `</li>`
		}
		html += `</ol>` + s.extras()
	}
	if v.lastJob {
		html = `<div class="replay-last">` + html + `</div>`
	}
	v.Lab.Browser.Draw(hostStory, html)
	if v.sent && s.about != nil {
		v.sent = false
		v.Lab.Browser.Reveal(paneID)
	}
}

// head names the job, and leads to its user.
func (s *story) head(j int) string {
	v := s.v
	html := `<p class="eyebrow">Job ` + v.Chosen()
	if v.People() {
		id := strconv.FormatInt(v.ids()[v.scene.trace.User[j]], 10)
		html += `, ` + lab.Tool("replay-user", id, "The jobs of user "+id, "user "+id)
	}
	return html + `</p>`
}

// asked is the requested time of a job.
func asked(t *job.Trace, j int) string {
	if !t.Asked(j) {
		return "no time: its run time stands for the request"
	}
	return numeral.Duration(float64(t.Request[j]))
}

// facts are what the job asks for, and how long it waits in each schedule, each of which
// tells of it when it is pressed.
func (s *story) facts(j int) string {
	v, x := s.v, s.v.scene
	t := x.trace
	row := func(name, value string) string { return `<dt>` + name + `</dt><dd>` + lab.Esc(value) + `</dd>` }
	html := `<dl class="replay-facts">` + row("Came", why.Clock(t, t.Submit[j])) +
		row("Asks for", processors(int64(t.Size[j]))+", "+asked(t, j)) +
		row("Ran", numeral.Duration(float64(t.Run[j])))
	for i := len(x.starts) - 1; i >= 0; i-- {
		wait := "waits " + x.waitWords(i, j)
		if x.logged(i) {
			wait = "waited " + x.waitWords(i, j)
		}
		name := lab.Esc(x.called(i))
		if len(x.starts) > 1 {
			name = `<button type="button" class="quiet" id="replay-side-` + strconv.Itoa(i) + `" data-act="replay-side" data-arg="` +
				strconv.Itoa(i) + `" aria-pressed="` + lab.Bool(i == v.side()) + `">` + name + `</button>`
		}
		html += row(name, wait)
	}
	return html + `</dl>`
}
