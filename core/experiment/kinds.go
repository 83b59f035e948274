package experiment

import (
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/decide"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/place"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/react"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/experiment/train"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/study"
)

// Kinds are the capabilities that are computed task by task, a line each, in the order in
// which they are shown. A worker, a campaign and the tests of laws that hold for each
// take them from here; the page's view of one is the folder of ui that has its name.
func Kinds() []study.Kind {
	return []study.Kind{
		compare.Kind(), // queue orders on resamples of a log
		decide.Kind(),  // what to set, how sure that is, what it risks
		react.Kind(),   // queue orders if users wait for their jobs, beside what they do if users do not react
		replay.Kind(),  // one schedule or two side by side, looked at job by job
		rules.Kind(),   // what users waited for, and the rules that held them
		online.Kind(),  // orders chosen while the machine runs
		tune.Kind(),    // pairs of orders and thresholds, learned on one half of a log, judged on the other
		predict.Kind(), // what predicting run times is worth
		triples.Kind(), // ways to predict, correct and backfill, and the map of them
		learn.Kind(),   // queue orders made from a log by regression
		windows.Kind(), // queue orders on windows of a log, as the study of regressed orders has them
		place.Kind(),   // job selections and placings on stretches of a log, energy against time
		train.Kind(),   // agents trained seed by seed and tested beside fixed pairs; their models, saved
	}
}

// Alone are kinds that are asked of no log: their plans hold the files that they are of. A worker has them too.
func Alone() []study.Kind { return []study.Kind{slurm.Kind()} }
