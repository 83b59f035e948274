package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/decide"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/place"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/react"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/experiment/train"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/study"
)

// plan is what the plans of all kinds have.
type plan interface {
	Settings() study.Settings
	Normalise() error
}

// kind is what tests of laws that hold for each need to know of one.
type kind struct {
	// Small is a verb with flags that ask something small of weeksFile, Saved further
	// flags of a study that is saved and can't be shared.
	small, saved []string
	plan         func() plan // as the verb proposes; nil: the verb's flags are another kind's
	verb         study.Verb
	sets         []string // further plans: key=text, between spaces, _x_ for " x "
	// Flags of the verb besides the settings of the plan: further settings, those that are
	// accepted and change nothing, and those that are no settings.
	further, idle, others []string
	log                   func() string // that it is asked of; nil: weeksFile
	// Why there is none that is saved by the command, or kept.
	unsaved, unkept string
}

const ownFormula = "FCFS,SPF,expr:min(p,3600)*q-age"

// kinds are the capabilities, by their names: a new one has its line here.
var kinds = map[string]kind{
	compare.Name: {small: []string{"compare", "--weeks", "2", "--resamples", "4", "--orders", "FCFS,SPF"},
		plan: func() plan { p := compare.Default(); return &p }, verb: compare.Verb,
		sets: []string{"orders=" + ownFormula + " weeks=46 stop=0.02", "dialect=pyss", "dialect=pyss overrun=drop one-second=false",
			"protocol=run2018", "clean=alloc-above+zero-run flurry=90 threshold=none"},
		others: []string{"evidence", "sensitivity"}},
	decide.Name: {small: []string{"decide", "--orders", "SPF,SAF", "--backfills", "none", "--thresholds", "none,2h"},
		plan: func() plan { p := decide.Default(); return &p }, verb: decide.Verb,
		sets: []string{"orders=" + ownFormula + " thresholds=none,40h longest=1.5", "order=SAF backfilling=conservative measure=slowdown",
			"threshold=40h draw=3 weeks=20"}},
	"replay": {unsaved: "the page alone saves one", unkept: "a single replay is no campaign"},
	online.Name: {small: []string{"online", "--weeks", "2", "--resamples", "2", "--orders", "FCFS,SPF", "--strategies", "full"},
		plan: func() plan { p := online.Default(); return &p }, verb: online.Verb,
		sets:   []string{"strategies=full,epsilon-greedy@0.3 period=12h,day", "load=1.5 load-by=sizes"},
		others: []string{"evidence"}, idle: []string{"tau"}},
	tune.Name: {small: []string{"tune", "--weeks", "4", "--pairs", "FCFS,SPF x SPF", "--threshold", "none,20h"},
		plan: func() plan { p := tune.Default(); return &p }, verb: tune.Verb,
		sets:   []string{"pairs=FCFS,SPF_x_SPF,LEXP threshold=none,20h", "objective=avgBsld bound=1.5"},
		others: []string{"evidence", "mix"}, idle: []string{"backfilling", "promises"}},
	predict.Name: {small: []string{"predict", "--weeks", "2", "--resamples", "2"},
		plan: func() plan { p := predict.Default(); return &p }, verb: predict.Verb,
		sets:   []string{"predictor=learned loss=square,linear,area also=requested-SAF,ave3-doubling-FCFS"},
		others: []string{"evidence", "jobs", "triples"}, further: []string{"along"}},
	"triples": {small: []string{"predict", "--triples", "requested-FCFS,ave2-incremental-SJBF"}, unsaved: "a study of predict has them"},
	learn.Name: {small: []string{"learn", "--pairs", "12", "--trials", "64", "--part", "first", "--features", "lin,p q"},
		saved: []string{"--judge", "--days", "7", "--orders", "FCFS,SAF"},
		plan:  func() plan { p := learn.Default(); return &p }, verb: learn.Verb,
		sets:    []string{"features=lin,lin+log(p) trials=1000 starts=7,9,7"},
		further: []string{"judge", "orders", "days", "scenario", "warm"}, others: []string{"scores", "scores-out"}},
	rules.Name: {small: []string{"rules", "--forward"}, log: ruledFile,
		plan: func() plan { p := rules.Default(); return &p }, verb: rules.Verb,
		sets: []string{"exempt=0.05 forward=true"}, others: []string{"text", "week"}},
	windows.Name: {small: []string{"windows", "--windows", "4", "--days", "3", "--orders", "FCFS,SPF"},
		plan: func() plan { p := windows.Default(); return &p }, verb: windows.Verb,
		sets: []string{"orders=" + ownFormula}, unsaved: "they are saved with the order that they judge"},
	place.Name: {small: []string{"place", "--jobs-first", "40", "--stretches", "3", "--pairs", "first-high_gflops,shortest-*"},
		plan: func() plan { p := place.Default(); return &p }, verb: place.Verb,
		sets:   []string{"pairs=shortest-* backfilling=easy,easy-aware against=shortest-low_power+easy"},
		others: []string{"types"}},
	react.Name: {small: []string{"react", "--replicates", "4", "--orders", "SPF,SQF"},
		plan: func() plan { p := react.Default(); return &p }, verb: react.Verb,
		sets: []string{"orders=" + ownFormula + " ends=simulated", "dialect=ocs baseline=SQF replicates=3 threshold=none"}},
	train.Name: {small: []string{"train", "--platform", "fastslow", "--jobs-first", "8", "--episodes", "3", "--seeds", "2", "--hidden", "4",
		"--actions", "first-low_power,shortest-high_gflops,void"},
		plan: func() plan { p := train.Default(); return &p }, verb: train.Verb,
		sets:   []string{"platform=spread jobs=own baseline=mean seeds=3", "agent=actor-critic actions=first-low_power,void jobs-first=8"},
		others: []string{"tests", "types"}},
}

// eachKind calls f with each kind of the registry; one that is not told here fails.
func eachKind(t *testing.T, f func(t *testing.T, name string, k kind)) {
	t.Helper()
	require.Len(t, experiment.Kinds(), len(kinds), "a kind here is one of the registry")
	for _, x := range experiment.Kinds() {
		k, ok := kinds[x.Name]
		require.True(t, ok, "say in kinds_test.go how the command is asked for a small %s", x.Name)
		t.Run(x.Name, func(t *testing.T) { f(t, x.Name, k) })
	}
}

// ask is the small question, with further words.
func (k *kind) ask(more ...string) []string {
	return append(slices.Clone(k.small), append(more, k.file())...)
}

// file is the log that the small question is asked of.
func (k *kind) file() string {
	if k.log != nil {
		return k.log()
	}
	return weeksFile()
}
