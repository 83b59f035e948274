// Package windows evaluates queue orders as the study of regressed orders did: on
// windows of a log, a fortnight each, every one replayed from an empty machine
// under each order, its first jobs not counted.
//
// Two simulators can be asked: this project's engine, and a model of the study's
// own program with all its habits (package gc), without which no printed figure
// comes out.
//
// Windows of a log begin with an empty machine each, yet one is like the next: users and
// their campaigns go on. So intervals and probabilities are widened by the correlation of
// neighbours (stats.Shift.Following). They are few, and their slowdowns span orders of
// magnitude. Medians and quartiles sum them up, and orders are compared by the
// ratio of their mean bounded slowdowns in the same window: the typical one, its
// interval, and the probability of such ranks by chance (stats.SignedRank),
// adjusted for the number of orders (stats.Holm).
package windows

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/sim/gc"
	"shadowtime/core/study"
)

// Name is the kind's name: in messages to workers, in links, in files of rows.
const Name = "windows"

// Kind is the evaluation as workers and campaigns compute it.
func Kind() study.Kind {
	return study.KindOf[Plan, Row](Name, func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) })
}

// Rows are the rows known of a plan on a log.
type Rows = study.Rows[Row, *Row]

// Verb is how the command is asked for it.
var Verb = study.Verb{Name: "windows"}

// version of the Plan format.
const version = 1

// Plan asks how orders do on windows of a log, one task a window.
type Plan struct {
	Version int `json:"version"`
	study.Workload
	Part     study.Part `json:"part"`
	Days     int        `json:"days"`            // of a window
	Windows  int        `json:"windows"`         // the first so many, all there are if fewer
	Starts   []int64    `json:"start,omitempty"` // they begin at the first jobs submitted then or later, instead
	Orders   []string   `json:"orders"`          // the first is the one that others are compared with
	Scenario string     `json:"scenario"`
	Dialect  string     `json:"dialect"`
	Pool     int        `json:"pool"` // of dialect gc: so many jobs are ranked, 0: the whole queue
	Warm     int        `json:"warm"` // first jobs of a window that do not count
	Tau      int64      `json:"tau"`  // bound of the slowdown, seconds
}

// The scenarios.
const (
	Actual    = "actual"    // run times are known, nothing is backfilled
	Estimates = "estimates" // requests are what orders see, nothing is backfilled
	Easy      = "easy"      // requests, and EASY backfilling
)

// The dialects.
const (
	Shadowtime = "shadowtime" // this project's engine
	GC         = "gc"         // the study's program
)

// Studys are the orders of the study, in the order of its figures.
func Studys() []string {
	return []string{"FCFS", "WFP3", "UNICEF", "SPF", "SAF", "F2", "LIN", "QDR", "CUB", "QUA"}
}

// Default is the study's question, asked of this project's engine.
func Default() Plan {
	return Plan{Version: version, Workload: study.Workload{Clean: job.Presets()[0].Rules, Seed: 1, Load: 1}, Days: 15, Windows: 50,
		Orders:   Studys(),
		Scenario: Actual, Dialect: Shadowtime, Pool: gc.Pool, Warm: 16, Tau: 10}
}

// Bounds of a plan.
const (
	maxDays    = 3650
	maxWindows = 10_000
	maxJobs    = 1_000_000
)

// Settings are all values of the plan.
func (p *Plan) Settings() study.Settings {
	list := study.Settings{
		study.Orders("orders", &p.Orders).
			With("Queue orders",
				"queue orders to compare, the first being what others are compared with: names, formulas, all (12), every"),
		study.PartSetting(&p.Part),
		study.Whole("days", &p.Days, 1, maxDays).With("Days of a window", "length of a window in days").Around("", "days").
			Saying(func() string {
				return "windows of " + numeral.Days(p.Days)
			}),
		study.Whole("windows", &p.Windows, 1, maxWindows).With("Windows",
			"the log's first so many windows, all there are if fewer").Display(),
		p.startSetting(),
		study.Named("scenario", &p.Scenario, study.Option{Value: Actual, Words: "run times known, no backfilling"},
			study.Option{Value: Estimates, Words: "requests, no backfilling"},
			study.Option{Value: Easy, Words: "requests, EASY backfilling"}).
			With("Orders see", "actual: run times known beforehand, no backfilling; estimates: requests, no backfilling; easy: requests "+
				"and EASY backfilling").
			SayingOf(&p.Scenario, map[string]string{Actual: "run times known and no backfilling", Estimates: "requests and no backfilling",
				Easy: "requests and EASY backfilling"}),
		p.CleanSetting(),
	}
	dialect := ""
	list = append(list, p.WhatIf().Without("closed", "rules", "variant", "block", "week-start", "warmup", "drain")...)
	list = append(list, p.Details(&dialect).Without("dialect")...)
	return append(list,
		study.Named("dialect", &p.Dialect, study.Option{Value: Shadowtime, Words: "Shadowtime"},
			study.Option{Value: GC, Words: "gc, the regression study's program"}).
			With("Simulated as", "shadowtime: the whole queue is ranked; gc: as the regression study's program, which reads jobs in its "+
				"own way and ranks the 32 oldest waiting ones").
			Saying(func() string { return "simulated as in " + p.Dialect }),
		study.Whole("pool", &p.Pool, 0, maxJobs).With("Jobs ranked", "how many of the oldest waiting jobs are ranked, 0: the whole queue "+
			"(dialect gc; the study's 32)").Around("", "jobs").
			Saying(p.poolWords),
		study.Whole("warm", &p.Warm, 0, maxJobs).With("First jobs not counted", "first jobs of each window that are simulated and not "+
			"counted").Around("", "jobs").
			Saying(func() string { return "the first " + numeral.Count(p.Warm) + " jobs of each not counted" }),
		p.SeedSetting(), study.TauSetting(&p.Tau))
}

func (p *Plan) poolWords() string {
	if p.Pool == 0 {
		return "the whole queue ranked"
	}
	return "the " + numeral.Count(p.Pool) + " oldest jobs ranked"
}

// startSetting is a list of instants.
func (p *Plan) startSetting() study.Setting {
	return study.Words("start", func() string {
		list := make([]string, len(p.Starts))
		for i, at := range p.Starts {
			list[i] = strconv.FormatInt(at, 10)
		}
		if len(list) == 0 {
			return "none"
		}
		return strings.Join(list, ",")
	}, func(text string) error {
		var list []int64
		if text = strings.TrimSpace(text); text != "none" && text != "" {
			for _, s := range strings.Split(text, ",") {
				at, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
				if err != nil || at < 0 || at > job.MaxTime || len(list) == maxWindows {
					return errors.New("give instants of the log's clock, seconds of 0 or more with commas between them, or none")
				}
				list = append(list, at)
			}
		}
		p.Starts = list
		return nil
	}).With("Begin of windows", "instants of the log's clock, with commas: windows begin at the first jobs submitted then or later, "+
		"instead of one after another").
		Saying(func() string {
			if len(p.Starts) == 0 {
				return ""
			}
			return "windows from given instants on"
		})
}

// Normalise checks the Plan and brings it into its one form: jobs of no run time are
// left out in any case.
func (p *Plan) Normalise() error {
	if err := p.Settings().CheckVersion(&p.Version, version); err != nil {
		return err
	}
	if len(p.Orders) == 0 {
		return errors.New("orders none: name one order or more")
	}
	p.Variant, p.Begin, p.Weeks, p.Warmup, p.Drain = 0, 0, 0, 0, 0 // nothing is drawn
	flurry := p.Clean.Flurry
	if p.Dialect == GC {
		p.Clean = job.AsRead()
	} else {
		p.Clean.AsRead, p.Clean.DropZeroRun = false, true
		p.Pool = gc.Pool
	}
	p.Clean.Flurry = flurry
	p.Workload.Normalise()
	return nil
}

// Steps is the number of progress steps of a task.
func (p *Plan) Steps() int { return len(p.Orders) }
