// Package place asks what placing costs and saves on a machine of unequal
// processors: stretches of a log are run under pairs of a job selection and a placing,
// with kinds of backfilling, and each of these choices has its energy and its times.
//
// The simulator is package cluster. Merge makes a Report: each choice's energy and times
// over the stretches, how they differ from one choice's on the same stretches, and
// which choices no other beats on both. Stretches follow each other, each from an
// empty machine; changes are pooled over them, and how far further ones may lie is told by
// their sums, as elsewhere by those of weeks (stats.Range). What is claimed of the ones that
// are named holds for having picked them among all (report.Weighing).
package place

import (
	"errors"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster"
	"shadowtime/core/job"
	"shadowtime/core/study"
	"shadowtime/core/study/site"
)

// Name is the kind's name: in messages to workers, in links, in files of rows.
const Name = "cluster"

// Kind is the study as workers and campaigns compute it.
func Kind() study.Kind {
	return study.KindOf[Plan, Row](Name, func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) })
}

// Rows are the rows known of a plan on a log.
type Rows = study.Rows[Row, *Row]

// Verb is how the command is asked for it.
var Verb = study.Verb{Name: "place"}

// version of the Plan format.
const version = 1

// Plan asks for every pair with every kind of backfilling, one task a stretch.
type Plan struct {
	Version int `json:"version"`
	study.Workload
	site.Site
	Pairs        []string `json:"pairs"`
	Backfillings []string `json:"backfilling"`
	Stretches    int      `json:"stretches"` // the first so many, all there are if fewer
	Against      string   `json:"against"`   // the choice that others are compared with
	Time         string   `json:"time"`      // what of time is set against energy
	Tau          int64    `json:"tau"`       // bound of the slowdown, seconds
}

// What of time is set against energy.
const (
	Turnaround = "turnaround" // from submission to end
	Slowdown   = "slowdown"   // turnaround over what a job takes at the platform's mean speed, bounded
	Wait       = "wait"
	Makespan   = "makespan" // until the last end
)

// onUnequal is a platform on which a log of the archive waits, and where fast cores
// are hungry: on one as large as Gaia two hundred jobs find room at once.
func onUnequal() site.Site {
	s := site.Default()
	s.Platform = "fastslow"
	return s
}

// Default is every pair without backfilling and with EASY.
func Default() Plan {
	return Plan{
		Version: version, Workload: study.Workload{Clean: job.Presets()[0].Rules, Seed: 1, Load: 1}, Site: onUnequal(),
		Pairs: allPairs(), Backfillings: []string{cluster.NoBackfilling.String(), cluster.Easy.String()},
		Stretches: 20, Against: "first-high_gflops+easy", Time: Turnaround, Tau: 10,
	}
}

// MaxStretches bounds a plan's stretches.
const MaxStretches = 1_000

// Settings are all values of the plan.
func (p *Plan) Settings() study.Settings {
	list := p.Site.Settings()
	list = append(list,
		study.Words("pairs", func() string { return pairsText(p.Pairs) }, func(text string) error {
			list, err := parsePairs(text)
			if err == nil {
				p.Pairs = list
			}
			return err
		}).With("Pairs", "how jobs are selected and placed: all (36 pairs), or pairs with commas such as shortest-high_gflops, * "+
			"standing for any: *-low_power").
			Saying(func() string {
				return numeral.Count(len(p.Pairs)) + numeral.Plural(len(p.Pairs), " pair", " pairs")
			}),
		study.Words("backfilling", func() string { return strings.Join(p.Backfillings, ",") }, func(text string) error {
			list, err := parseList(text, func(s string) (string, error) {
				b, err := cluster.ParseBackfilling(s)
				return b.String(), err
			})
			if err == nil {
				p.Backfillings = list
			}
			return err
		}).With("Backfilling", "what happens behind a job that does not fit: none, easy, easy-aware (a backfill must not slow those down "+
			"that the job waits for either), several with commas").
			Saying(func() string { return "backfilling " + numeral.Listed(p.Backfillings) }),
		study.Whole("stretches", &p.Stretches, 1, MaxStretches).
			With("Stretches", "how many stretches of the log are run, one behind another, all there are if fewer").Display(),
		study.Words("against", func() string { return p.Against }, func(text string) error {
			c, err := parseChoice(strings.TrimSpace(text))
			if err == nil {
				p.Against = c.Name()
			}
			return err
		}).With("Compared with", "the choice that others are compared with, such as first-high_gflops or shortest-low_power+easy; where "+
			"it is not among those asked for, the same pair as they backfill, or else the first of them").Display().
			Saying(func() string { return "against " + p.Against }),
		study.Named("time", &p.Time,
			study.Option{Value: Turnaround, Words: "mean turnaround"}, study.Option{Value: Slowdown, Words: "mean bounded slowdown"},
			study.Option{Value: Wait, Words: "mean wait"}, study.Option{Value: Makespan, Words: "the makespan"}).
			With("Energy is set against", "what of time energy is set against: turnaround (from submission to end), slowdown (that over "+
				"what the job takes at the platform's mean speed, bounded by tau), wait or makespan").Display().
			Saying(func() string { return "energy against " + p.TimeWords() }),
		p.CleanSetting())
	dialect := ""
	list = append(list, p.WhatIf().Without("rules", "variant", "block", "week-start", "warmup", "drain")...)
	list = append(list, p.Details(&dialect).Without("dialect")...)
	seed := p.SeedSetting().With("Seed", "the same seed draws the same bandwidths and random choices, on every machine")
	return append(list, seed, study.TauSetting(&p.Tau))
}

// TimeWords names what energy is set against.
func (p *Plan) TimeWords() string {
	return map[string]string{Turnaround: "mean turnaround", Slowdown: "mean bounded slowdown", Wait: "mean wait",
		Makespan: "makespan"}[p.Time]
}

// Normalise checks the Plan and brings it into its one form.
func (p *Plan) Normalise() error {
	if err := p.Settings().CheckVersion(&p.Version, version); err != nil {
		return err
	}
	p.Variant, p.Begin, p.Weeks, p.Warmup, p.Drain = 0, 0, 0, 0, 0 // nothing is drawn
	p.Workload.Normalise()
	return nil
}

// Steps is the number of progress steps of a task.
func (p *Plan) Steps() int { return len(p.Pairs) * len(p.Backfillings) }

// Choice is what a run is done under, throughout.
type Choice struct{ cluster.Action }

// Name is SELECTION-PLACING, +BACKFILLING where there is any.
func (c Choice) Name() string {
	if c.Backfill == cluster.NoBackfilling {
		return c.Action.String()
	}
	return c.Action.String() + "+" + c.Backfill.String()
}

// parseChoice reads what Name wrote.
func parseChoice(text string) (c Choice, err error) {
	pair, backfilling, given := strings.Cut(text, "+")
	if c.Action, err = parsePair(pair); err == nil && given {
		c.Backfill, err = cluster.ParseBackfilling(backfilling)
	}
	return c, err
}

// parsePair reads a pair; an agent may do nothing, a scheduler may not.
func parsePair(text string) (cluster.Action, error) {
	a, err := cluster.ParseAction(text)
	if err == nil && a.Void {
		err = errors.New("nothing would ever start: name a pair such as shortest-high_gflops")
	}
	return a, err
}

// Choices are the plan's: all pairs with the first kind of backfilling, then with the
// next.
func (p *Plan) Choices() []Choice {
	var list []Choice
	for _, backfilling := range p.Backfillings {
		b, _ := cluster.ParseBackfilling(backfilling) // checked, as the pairs are
		for _, pair := range p.Pairs {
			a, _ := parsePair(pair)
			a.Backfill = b
			list = append(list, Choice{a})
		}
	}
	return list
}

// Base is the choice that others are compared with, by its place among Choices. Where the one
// asked for is not there, it is the same pair as they backfill, else the first of them.
func (p *Plan) Base() int {
	list := p.Choices()
	if at := slices.IndexFunc(list, func(c Choice) bool { return c.Name() == p.Against }); at >= 0 {
		return at
	}
	pair, _, _ := strings.Cut(p.Against, "+")
	return max(0, slices.IndexFunc(list, func(c Choice) bool { return c.Action.String() == pair }))
}

// allPairs are the 36, job selections major.
func allPairs() []string {
	var list []string
	for _, a := range cluster.Pairs() {
		list = append(list, a.String())
	}
	return list
}

func pairsText(list []string) string {
	if slices.Equal(list, allPairs()) {
		return "all"
	}
	return strings.Join(list, ",")
}

// parsePairs reads pairs, * standing for every selection or placing.
func parsePairs(text string) ([]string, error) {
	if strings.TrimSpace(text) == "all" {
		return allPairs(), nil
	}
	var list []string
	_, err := parseList(text, func(s string) (string, error) {
		selection, placing, _ := strings.Cut(s, "-")
		if selection != "*" && placing != "*" {
			a, err := parsePair(s)
			list = append(list, a.String())
			return s, err
		}
		if selection != "*" {
			if _, err := cluster.ParseSelection(selection); err != nil {
				return "", err
			}
		}
		if placing != "*" {
			if _, err := cluster.ParsePlacing(placing); err != nil {
				return "", err
			}
		}
		for _, a := range cluster.Pairs() {
			if (selection == "*" || selection == a.Select.String()) && (placing == "*" || placing == a.Place.String()) {
				list = append(list, a.String())
			}
		}
		return s, nil
	})
	if err != nil {
		return nil, err
	}
	var each []string
	for _, s := range list {
		if !slices.Contains(each, s) {
			each = append(each, s)
		}
	}
	return each, nil
}

// parseList reads words with commas between them, each once.
func parseList(text string, parse func(string) (string, error)) (list []string, err error) {
	const most = 64 // words: there are 36 pairs
	words := strings.Split(text, ",")
	if len(words) > most {
		return nil, errors.New("names more than there are: name each once")
	}
	for _, word := range words {
		if word, err = parse(strings.TrimSpace(word)); err != nil {
			return nil, err
		}
		if !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list, nil
}
