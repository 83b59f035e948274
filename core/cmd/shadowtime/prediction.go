package main

import (
	"fmt"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/study/keep"
)

// prediction runs the study of predicted run times again.
func (r *reproducing) prediction(paths []string, onto string, asJSON bool) error {
	var logs reproduce.Predictions
	for _, path := range paths {
		versions, err := r.foretell(path, reproduce.Triples())
		if err != nil {
			return err
		}
		logs = append(logs, versions...)
	}
	if len(logs) == 0 {
		return fmt.Errorf("the study of predictions printed nothing of these logs: it did of %s",
			numeral.Listed(reproduce.Find(reproduce.PredictionStudy).Logs))
	}
	return r.hand(logs, onto, asJSON)
}

// foretell replays triples on a log under the study's protocol, on its machine, and
// where jobs have no request, which the text does not speak of, also without them; none
// where the study printed nothing of the log.
func (r *reproducing) foretell(path string, list []triples.Triple) (versions reproduce.Predictions, err error) {
	log, err := r.Open(path)
	if err != nil {
		return nil, err
	}
	known, ok := job.Recognise(log)
	if !ok || !slices.Contains(reproduce.Find(reproduce.PredictionStudy).Logs, known.Name) {
		return nil, nil
	}
	p, err := reproduce.PredictionPlan(known.Procs[0])
	if err != nil {
		return nil, err
	}
	for less := ""; ; {
		l, err := cli.Prepare(path, log, &p.Workload)
		if err != nil {
			return nil, err
		}
		x := &reproduce.PredictionLog{Name: known.Name, Version: l.Trace.Name + less, Jobs: l.Trace.Len(), Procs: l.Trace.Procs,
			Trace: l.Trace}
		if err := r.fill(x, l, &p, list); err != nil {
			return nil, err
		}
		versions = append(versions, x)
		n := l.Cleaning.NoRequest
		if n == 0 {
			return versions, nil
		}
		p.Clean.DropNoRequest = true
		less = " less " + numeral.Count(n) + " without a request"
	}
}

// fill replays a version of a log.
func (r *reproducing) fill(x *reproduce.PredictionLog, l cli.Loaded, p *predict.Plan, list []triples.Triple) (err error) {
	of := tasks.PartOf(reproduceKind, l.Trace, p.Settings())
	if x.Outcomes, err = replayTriples(r.Call, of, list, l.Trace, sim.Foresight{Threshold: int64(p.Threshold), Dialect: sim.PYSS},
		p.Tau); err != nil || len(list) < len(reproduce.Triples()) {
		return err
	}
	nudges, along := of, of
	nudges.Key, along.Key = of.Key+" nudges", of.Key+" along"
	x.Nudged, err = tasks.Things(r.Call, nudges, reproduce.Nudges, "nudges of "+x.Version, func() (func(i int) (float64, error), error) {
		var e sim.ForetoldEngine
		return func(i int) (float64, error) { return reproduce.Nudge(i, &e, l.Trace) }, nil
	})
	if err != nil || x.Name != reproduce.AlongLog {
		return err
	}
	starts, names := ownStarts(l), reproduce.Techniques()
	x.Along, err = tasks.Things(r.Call, along, len(names), "techniques along "+x.Version,
		func() (func(i int) (reproduce.TechniqueAccuracy, error), error) {
			return func(i int) (reproduce.TechniqueAccuracy, error) {
				return reproduce.AlongStarts(l.Trace, starts, names[i])
			}, nil
		})
	return err
}

// replayTriples replays each on a trace, some at a time.
func replayTriples(c *tasks.Call, of keep.Identity, list []triples.Triple, t *job.Trace, under sim.Foresight,
	tau int64) ([]triples.Outcome, error) {
	of.Key += " triples"
	for _, x := range list {
		of.Key += " " + x.Label()
	}
	return tasks.Things(c, of, len(list), "triples of "+t.Name, func() (func(i int) (triples.Outcome, error), error) {
		var stage triples.Stage
		return func(i int) (triples.Outcome, error) { return stage.Replay(list[i], t, under, tau) }, nil
	})
}
