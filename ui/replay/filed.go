package replay

import (
	"shadowtime/core/experiment/replay"
	"shadowtime/core/report/archive"
	printed "shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/study"
)

// lookKind names what a study says of where one looks.
const lookKind = "replay-look"

// Paper is the answer as a page.
func (v *View) Paper() *printed.Paper {
	s := v.scene
	proposed := replay.Default()
	x := &printed.Paper{
		Kind: "A schedule replayed", Log: v.Lab.Summary.Name, Digest: s.digest.Hex(), Answer: s.sentence(),
		Methods: replay.Methods(&s.plan, v.Lab.Summary.Name, s.digest, s.k, s.trace),
		Query:   s.plan.Settings().Query(v.Command, proposed.Settings(), replay.Name),
		Figures: []printed.Figure{figureOf(v.picture)},
	}
	if s.k == study.Logged {
		x.Command = s.plan.Command(v.Lab.Summary.Name)
	}
	if v.Apart() {
		return x
	}
	s.report.Fill(x)
	x.Answer = s.sentence()
	return x
}

// figureOf is a drawing as a figure of a page, with the caption that it has itself.
func figureOf(draw func(plot.Frame) string) printed.Figure {
	return printed.Figure{Title: "The schedule, time to the right, a row a processor", Draw: draw}
}

// Filed is the answer as a study: the question and its answer in words. The schedules
// are not kept, they are made again in no time where the log is.
func (v *View) Filed(said *printed.Paper) *archive.File {
	s := v.FiledWith(nil, said)
	s.Also = []archive.Asked{{Kind: lookKind, Plan: archive.Values(v.at.settings())}}
	return s
}

// TakeStudy asks a study's question.
func (v *View) TakeStudy(s *archive.File) (mine bool, err error) {
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
		v.at, v.opens = at, false
	}
	return mine, err
}
