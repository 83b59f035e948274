package main

import (
	"errors"
	"fmt"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/choose"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/job"
	"shadowtime/core/report/published"
	"shadowtime/core/sim/trials"
	"shadowtime/core/study"
)

// regression runs the study of regressed orders again; scores names the file that the
// study released, "" where it is not at hand.
func (r *reproducing) regression(paths []string, scores, onto string, asJSON bool) error {
	var list reproduce.Regressions
	for _, path := range paths {
		s, err := r.relearn(path, scores)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if s != nil {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		return fmt.Errorf("nothing is known of the regression study on these logs: it is of %s",
			numeral.Listed(reproduce.Find(reproduce.RegressionStudy).Logs))
	}
	return r.hand(list, onto, asJSON)
}

// relearn asks a log all that the study asked; nil where the study is of no such log.
func (r *reproducing) relearn(path, scores string) (*reproduce.Regression, error) {
	log, err := r.Open(path)
	if err != nil {
		return nil, err
	}
	chosen, ok := reproduce.ChoiceLog(log.Name)
	if !ok {
		return nil, nil
	}
	s := &reproduce.Regression{Log: chosen, Version: log.Name}
	if s.Choices, err = r.chooseAgain(path, log); err != nil {
		return nil, err
	}
	name, ok := published.RegressedLog(log.Name)
	if !ok {
		return s, nil
	}
	var more []string
	if name == reproduce.LearningLog {
		plan := reproduce.ScorePlan(nil)
		l, err := cli.Prepare(path, log, &plan.Workload)
		if err != nil {
			return nil, err
		}
		if s.Learned, err = r.learnAgain(l, scores); err != nil {
			return nil, err
		}
		more = append(more, s.Learned.Fair.Formula)
	}
	for _, c := range reproduce.WindowCases(name) {
		p := c.Plan(reproduce.Fortnights(name), more)
		if err := p.Normalise(); err != nil {
			return nil, err
		}
		l, err := cli.Prepare(path, log, &p.Workload)
		if err != nil {
			return nil, err
		}
		w, err := evaluate(r.Call, &l, p)
		if err != nil {
			return nil, err
		}
		s.Windows = append(s.Windows, reproduce.CaseReport{WindowCase: c, Report: w})
	}
	return s, nil
}

// chooseAgain chooses features, learned from each half of a log.
func (r *reproducing) chooseAgain(path string, log *job.Log) (list []*choose.Report, err error) {
	ground := choose.Default().Learn
	if err := ground.Normalise(); err != nil {
		return nil, err
	}
	l, err := cli.Prepare(path, log, &ground.Workload)
	if err != nil {
		return nil, err
	}
	for _, half := range []study.Part{study.FirstHalf, study.SecondHalf} {
		p := reproduce.ChoicePlan(l.Trace, half)
		if err := p.Normalise(); err != nil {
			return nil, err
		}
		x, err := chooseFeatures(r.Call, &l, p)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}

// learnAgain scores the study's pairs fairly, drawn ones where they are not known, and
// as many elsewhere.
func (r *reproducing) learnAgain(l cli.Loaded, scores string) (*reproduce.LearnedScores, error) {
	x := &reproduce.LearnedScores{}
	var starts []int
	if scores != "" {
		t, err := r.releasedScores(scores)
		if err != nil {
			return nil, err
		}
		if starts, err = reproduce.PairPlaces(l.Trace.Lasting(), t, trials.DefaultSizes); err != nil {
			return nil, fmt.Errorf("%s: %w", scores, err)
		}
		x.Released = learn.FitScores(reproduce.ScorePlan(starts), "", t)
	}
	score := func(p learn.Plan) (*learn.Report, error) {
		if err := p.Normalise(); err != nil {
			return nil, err
		}
		return scoresOf(r.Call, l, p)
	}
	var err error
	if x.Fair, err = score(reproduce.ScorePlan(starts)); err != nil {
		return nil, err
	}
	if len(x.Fair.Refused) > 0 {
		return nil, errors.New(x.Fair.Refusals())
	}
	if x.Released != nil {
		if x.Shuffle, err = reproduce.ShuffleOf(x.Released.Training, x.Fair.Training); err != nil {
			return nil, err
		}
	}
	for i := range reproduce.OtherDraws {
		o, err := score(reproduce.OtherScorePlan(i, x.Fair.Done))
		if err != nil {
			return nil, err
		}
		x.Others = append(x.Others, o)
	}
	return x, nil
}

func (r *reproducing) releasedScores(path string) (*learn.Training, error) {
	text, err := r.ReadText(path)
	if err != nil {
		return nil, err
	}
	t, err := learn.ReadScores(text, trials.DefaultSizes.Queued)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}
