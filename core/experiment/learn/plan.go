package learn

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/sim/trials"
	"shadowtime/core/study"
	"shadowtime/core/study/protocol"
)

// Name is the kind's name: in messages to workers, in links, in files of rows.
const Name = "learn"

// Verb is how the command is asked for it.
var Verb = study.Verb{Name: "learn"}

// version of the Plan format.
const version = 1

// Plan asks for an order made from a log, a pair of jobs ahead and jobs queued a
// task.
type Plan struct {
	Version  int    `json:"version"`
	Protocol string `json:"protocol,omitempty"` // of a published study, see package protocol; "": none
	study.Workload
	Part     study.Part   `json:"part"`
	Sizes    trials.Sizes `json:"sizes"`
	Pairs    int          `json:"pairs"`
	Trials   Trials       `json:"trials"`           // of each pair
	Starts   []int        `json:"starts,omitempty"` // numbers of the pairs' first jobs; none: drawn
	Tau      int64        `json:"tau"`              // bound of the slowdown, seconds
	Features string       `json:"features"`         // see ParseModels
	Ridge    float64      `json:"ridge"`            // see FitTo
}

// Bounds of plans.
const (
	MaxPairs  = 10_000
	MaxTrials = 1 << 24
	MaxRidge  = 1000
)

// Trials of a pair, 0: all orders.
type Trials int

// All says that all orders are tried.
const All Trials = 0

const allText = "all"

func (n Trials) String() string {
	if n == All {
		return allText
	}
	return strconv.Itoa(int(n))
}

// parseTrials reads a number or all.
func parseTrials(text string) (Trials, error) {
	if text == allText {
		return All, nil
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || n < 1 || n > MaxTrials {
		return 0, errors.New("give a whole number from 1 to " + strconv.Itoa(MaxTrials) + ", or " + allText +
			" for every order of at most " + strconv.Itoa(trials.MostExact) + " jobs")
	}
	return Trials(n), nil
}

// MarshalJSON writes a number, or all in quotes.
func (n Trials) MarshalJSON() ([]byte, error) {
	if n == All {
		return []byte(`"` + allText + `"`), nil
	}
	return []byte(n.String()), nil
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (n *Trials) UnmarshalJSON(b []byte) (err error) {
	*n, err = parseTrials(strings.Trim(string(b), `"`))
	return err
}

// Default is the study's pairs and as many of them, with fewer trials of each than
// its 256,000.
func Default() Plan {
	return Plan{
		Version:  version,
		Workload: study.Workload{Clean: job.Presets()[0].Rules, Seed: 1, Load: 1},
		Sizes:    trials.DefaultSizes, Pairs: 440, Trials: 16_384, Tau: 10, Features: Four,
	}
}

// Proposed is what the page asks: one set of features, learned on one half, so that the
// other can judge.
func Proposed() Plan {
	p := Default()
	p.Part, p.Features, p.Trials = study.FirstHalf, "lin", 8192
	return p
}

// Settings are all values of the plan.
func (p *Plan) Settings() study.Settings {
	list := study.Settings{
		protocol.Setting(Name, &p.Protocol, p.Settings),
		study.HalfSetting(&p.Part),
		study.Words("features", func() string { return p.Features }, func(text string) error {
			list, err := parseModels(text)
			if err == nil {
				p.Features = modelsText(list)
			}
			return err
		}).With("Features", "sets of features to fit, with commas: lin, qdr, cub, qua, or single ones with +, as in lin+log(p)+p q; the "+
			"first makes the order").Display(),
		study.Whole("pairs", &p.Pairs, 1, MaxPairs).
			With("Pairs", "how many pairs of jobs ahead and jobs queued are taken from the log, at places drawn").Display(),
		study.Words("trials", func() string { return p.Trials.String() }, func(text string) error {
			n, err := parseTrials(text)
			if err == nil {
				p.Trials = n
			}
			return err
		}).With("Trials of a pair", "orders tried of each pair, rounded up so that every job is in front as often; all: every order, of "+
			"at most "+strconv.Itoa(trials.MostExact)+" queued jobs"),
		study.Words("sizes", func() string { return p.Sizes.String() }, func(text string) error {
			s, err := trials.ParseSizes(text)
			if err == nil {
				p.Sizes = s
			}
			return err
		}).With("Jobs ahead and queued", "|S|,|Q|: how many jobs are started first, in submit order, and how many queue behind them"),
		study.Words("starts", func() string { return startsText(p.Starts) }, func(text string) error {
			list, err := parseStarts(text)
			if err == nil {
				p.Starts = list
			}
			return err
		}).With("Pairs begin at", "none: drawn; or the numbers of the jobs that pairs begin with, counted from 0 in the cleaned log and "+
			"with commas between them, which say how many pairs there are"),
		study.Real("ridge", &p.Ridge, 0, MaxRidge).
			With("Ridge", "draws coefficients together where features say nearly the same: what is added to the squared length of their "+
				"columns, which is 1").Display(),
		p.CleanSetting().Helping("cleaning rules: online, queue-tuning, prediction or none; or single ones with + between them: " +
			job.DropNames() + "; jobs of no run time are left out in any case"),
	}
	list = append(list, p.WhatIf().Without("closed", "rules", "variant", "block", "week-start", "warmup", "drain", "closer")...)
	return append(append(list, p.Details(new(string)).Without("dialect")...), p.SeedSetting().With("Seed", "the same seed draws the same "+
		"pairs and orders, on every machine"), study.TauSetting(&p.Tau))
}

const noStarts = "none"

func startsText(list []int) string {
	if len(list) == 0 {
		return noStarts
	}
	var parts []string
	for _, at := range list {
		parts = append(parts, strconv.Itoa(at))
	}
	return strings.Join(parts, ",")
}

func parseStarts(text string) (list []int, err error) {
	if strings.TrimSpace(text) == noStarts {
		return nil, nil
	}
	for _, part := range strings.Split(text, ",") {
		at, err := strconv.ParseUint(strings.TrimSpace(part), 10, 31)
		if err != nil {
			return nil, errors.New(strconv.Quote(short(part)) + " is no job's number: give whole numbers from 0 with commas between " +
				"them, or " + noStarts)
		}
		list = append(list, int(at))
	}
	if len(list) > MaxPairs {
		return nil, errors.New("these are " + numeral.Count(len(list)) + " pairs: give at most " + numeral.Count(MaxPairs))
	}
	return list, nil
}

// Normalise checks the Plan and brings it into its one form.
func (p *Plan) Normalise() error {
	if err := p.Settings().CheckVersion(&p.Version, version); err != nil {
		return err
	}
	p.Variant, p.Begin, p.Weeks, p.Warmup, p.Drain, p.Closer = 0, 0, 0, 0, 0, 0 // nothing is drawn
	p.Workload.Normalise()
	p.Clean.DropZeroRun = true // slowdowns of no run time mean nothing
	if len(p.Starts) > 0 {
		p.Pairs = len(p.Starts)
	}
	queued := p.Sizes.Queued
	if p.Trials == All && queued > trials.MostExact {
		return errors.New("trials " + allText + ": " + strconv.Itoa(queued) + " queued jobs have too many orders to try them all: give a " +
			"number, or sizes with at most " + strconv.Itoa(trials.MostExact) + " queued, as in 16,6")
	}
	p.Trials = Trials(p.rounds() * queued)
	return nil
}

// rounds are trials in which every queued job is in front once.
func (p *Plan) rounds() int { return (int(p.Trials) + p.Sizes.Queued - 1) / p.Sizes.Queued }

// Models are the sets of features to fit.
func (p *Plan) Models() []Features {
	list, _ := parseModels(p.Features)
	return list
}

// Steps is the number of progress steps of a task.
func (p *Plan) Steps() int { return 1 }

// Fits says what is wrong with the plan's pairs on a trace, of which it may take a half.
func (p *Plan) Fits(t *job.Trace) error {
	jobs := p.Part.Cut(t.Lasting()).Len()
	if len(p.Starts) == 0 {
		return p.Sizes.Fit(jobs, p.Pairs)
	}
	for _, start := range p.Starts {
		if err := p.Sizes.Within(jobs, start); err != nil {
			return err
		}
	}
	return nil
}
