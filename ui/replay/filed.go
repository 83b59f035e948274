package replay

import (
	"strconv"

	"shadowtime/core/archive"
	"shadowtime/core/contrast"
	"shadowtime/core/figure"
	"shadowtime/core/order"
	printed "shadowtime/core/paper"
	"shadowtime/core/plot"
	core "shadowtime/core/replay"
	"shadowtime/core/report"
)

// lookKind names what a study says of where one looks.
const lookKind = "replay-look"

// Paper is the answer as a page.
func (v *View) Paper() *printed.Paper {
	s := v.scene
	proposed := core.Default()
	x := &printed.Paper{
		Kind: "A schedule replayed", Log: v.Lab.Summary.Name, Digest: s.digest.Hex(), Found: s.sentence(), Methods: v.methods(),
		Query:   s.plan.Settings().Query(v.Command, proposed.Settings(), core.Name),
		Figures: []printed.Figure{figureOf(v.picture)},
	}
	if v.Apart() {
		return x
	}
	if f := s.report.First; f != nil {
		x.Logged = f.Words
	}
	x.Table = [][]string{{"job", s.under(1), s.under(0), ""}}
	for _, list := range [][]contrast.Difference{s.report.Gains, s.report.Loss} {
		for _, d := range list {
			said := "less"
			if d.B > d.A {
				said = "more"
			}
			x.Table = append(x.Table, []string{strconv.FormatInt(d.Job, 10), figure.Count(d.A), figure.Count(d.B), said})
		}
	}
	x.Note = "Waits in seconds of the jobs that gain and lose most."
	return x
}

// figureOf is a drawing as a figure of a page, with the caption that it has itself.
func figureOf(draw func(plot.Frame) string) printed.Figure {
	return printed.Figure{Title: "The schedule, time to the right, a row a processor", Draw: draw}
}

// methods say how the schedules were made.
func (v *View) methods() string {
	s := v.scene
	p := &s.plan
	of := "the log " + v.Lab.Summary.Name
	if s.k > 0 {
		of = "resample " + strconv.Itoa(s.k) + " of " + figure.Weeks(p.Weeks) + " of " + of + " (seed " + strconv.FormatUint(p.Seed, 10) + ")"
	}
	text := "We replayed " + of + " (SHA-256 of its columns " + s.digest.Hex()[:16] + "...), " + figure.Count(s.trace.Len()) + figure.Plural(s.trace.Len(), " job", " jobs") + " on " +
		figure.Count(s.trace.Procs) + " processors, under " + order.Spelled(p.Order) + " with " + report.Scheduler(p.Backfilling, p.Backfill, p.Promises, p.Limits, p.Threshold)
	switch p.Beside {
	case core.Nothing:
		return text + "."
	case core.AsItRan:
		return text + ", beside the waits that the log itself says."
	}
	return text + ", beside " + order.Spelled(p.Beside) + " with the same."
}

// Filed is the answer as a study: the question and its answer in words. The schedules
// are not kept, they are made again in no time where the log is.
func (v *View) Filed(said *printed.Paper) *archive.Study {
	s := v.FiledWith(nil, said)
	s.Also = []archive.Part{{Kind: lookKind, Plan: archive.Values(v.at.settings())}}
	return s
}

// TakeStudy asks a study's question.
func (v *View) TakeStudy(s *archive.Study) (mine bool, err error) {
	if s.Kind != v.Kind {
		return false, nil
	}
	at := everything()
	if look := s.Beside(lookKind); look != nil {
		if err := look.Ask(at.settings()); err != nil {
			return true, err
		}
	}
	if mine, err = v.Question.TakeStudy(s); err == nil {
		v.at = at
	}
	return mine, err
}
