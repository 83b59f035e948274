package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/triple"
)

// tripled are the outcomes of triples on one log.
type tripled struct {
	name     string
	outcomes []triple.Outcome
	bounds   [2]triple.Outcome // clairvoyant: FCFS, SJBF
}

// triplesOf reads all, or names with commas between them.
func triplesOf(text string) (list []triple.Triple, err error) {
	if text == "all" {
		return triple.All(), nil
	}
	depth, from := 0, 0
	take := func(name string) error {
		x, err := triple.Parse(name)
		if err == nil {
			list = append(list, x)
		}
		return err
	}
	for i, c := range text { // losses have commas, too
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			if err := take(text[from:i]); err != nil {
				return nil, err
			}
			from = i + 1
		}
	}
	return list, take(text[from:])
}

// runTriples replays triples on logs, and says which does best on each, and which
// the others choose for it.
func runTriples(c *call, p *predictPlan, names string, paths []string, workers int, asJSON bool) error {
	list, err := triplesOf(names)
	if err != nil {
		return badUse{err}
	}
	dialect, err := sim.ParseDialect(p.dialect)
	if err != nil {
		return badUse{err}
	}
	if dialect == sim.OCS {
		return usef("dialect ocs knows no predictions: use shadowtime or pyss")
	}
	var logs []tripled
	for _, path := range paths {
		l, err := c.load(path, &p.Workload)
		if err != nil {
			return err
		}
		x := tripled{name: l.trace.Name}
		every := append(slices.Clone(list), triple.Triple{Predictor: "clairvoyant", Backfill: triple.FCFS}, triple.Triple{Predictor: "clairvoyant", Backfill: triple.SJBF})
		outcomes := make([]triple.Outcome, len(every))
		err = parallel(len(every), workers, func() (func(i int) error, error) {
			var e sim.ForetoldEngine
			return func(i int) (err error) {
				outcomes[i], err = every[i].Replay(&e, l.trace, dialect, int64(p.threshold), p.tau)
				return err
			}, nil
		}, c.progress(len(every), "triples of "+x.name))
		if err != nil {
			return err
		}
		x.outcomes, x.bounds = outcomes[:len(list)], [2]triple.Outcome(outcomes[len(list):])
		logs = append(logs, x)
	}
	if asJSON {
		return c.printJSON(triplesJSON(logs))
	}
	return printTriples(c, logs)
}

// choices are what the other logs choose for each: of all triples, and of those
// that learn.
func choices(logs []tripled) (any, learned []int) {
	var all [][]triple.Outcome
	for _, x := range logs {
		all = append(all, x.outcomes)
	}
	any, _ = triple.Choose(all, triple.Any)
	if slices.ContainsFunc(logs[0].outcomes, func(o triple.Outcome) bool { return triple.Learns(o.Triple) }) {
		learned, _ = triple.Choose(all, triple.Learns)
	}
	return any, learned
}

// mostTriples bounds the rows that are printed of each log.
const mostTriples = 12

func printTriples(c *call, logs []tripled) error {
	any, learned := choices(logs)
	for i, x := range logs {
		ranked := slices.Clone(x.outcomes)
		slices.SortStableFunc(ranked, func(a, b triple.Outcome) int { return cmp.Compare(a.Run.AvgBsld(), b.Run.AvgBsld()) })
		fmt.Fprintf(c.stdout, "%s: %d triples by their mean bounded slowdown\n\n", x.name, len(ranked))
		rows := [][]string{{"triple", "AvgBsld", "MaxBsld", "AvgWait", "MaxWait", "MAE", "too short", "corrections"}}
		row := func(name string, o *triple.Outcome) {
			rows = append(rows, []string{name, fmt.Sprintf("%.2f", o.Run.AvgBsld()), fmt.Sprintf("%.0f", o.Run.MaxBsld), fmt.Sprintf("%.0f", o.Run.AvgWait()),
				figure.Count(o.Run.MaxWait), fmt.Sprintf("%.0f", o.Accuracy.MAE), figure.Share(o.Accuracy.Under), figure.Count(o.Corrections)})
		}
		for k := range ranked[:min(mostTriples, len(ranked))] {
			row(ranked[k].Triple.Name(), &ranked[k])
		}
		if n := len(ranked); n > mostTriples {
			rows = append(rows, []string{"... " + strconv.Itoa(n-mostTriples) + " more; the last:"})
			row(ranked[n-1].Triple.Name(), &ranked[n-1])
		}
		for k := range x.bounds {
			row(x.bounds[k].Triple.Name()+" (the bound)", &x.bounds[k])
		}
		for _, o := range x.outcomes { // what EASY does without predictions
			if o.Triple.Name() == "requested-FCFS" {
				row("requested-FCFS (EASY)", &o)
			}
		}
		for k := range rows { // tables are even
			for len(rows[k]) < len(rows[0]) {
				rows[k] = append(rows[k], "")
			}
		}
		if err := table(c.stdout, rows); err != nil {
			return err
		}
		fmt.Fprintln(c.stdout)
		for _, by := range []struct {
			what   string
			chosen []int
		}{{"The other logs choose", any}, {"Of those that learn the other logs choose", learned}} {
			if by.chosen != nil {
				o := &x.outcomes[by.chosen[i]]
				fmt.Fprintf(c.stdout, "%s %s for it: %.2f.\n", by.what, o.Triple.Name(), o.Run.AvgBsld())
			}
		}
		fmt.Fprintln(c.stdout)
	}
	_, err := fmt.Fprintln(c.stdout, strings.TrimSpace("Each log once, as it was: no interval. Slowdowns are bounded; times in seconds; MAE of the first predictions."))
	return err
}

func triplesJSON(logs []tripled) any {
	type outcome struct {
		Triple      string       `json:"triple"`
		AvgBsld     report.Float `json:"avgBsld"`
		MaxBsld     report.Float `json:"maxBsld"`
		AvgWait     report.Float `json:"avgWait"`
		MaxWait     int64        `json:"maxWait"`
		MAE         report.Float `json:"mae"`
		MeanELoss   report.Float `json:"meanELoss"`
		Under       report.Float `json:"under"`
		Corrections int          `json:"corrections"`
	}
	one := func(o *triple.Outcome) outcome {
		return outcome{o.Triple.Name(), report.Float(o.Run.AvgBsld()), report.Float(o.Run.MaxBsld), report.Float(o.Run.AvgWait()), o.Run.MaxWait,
			report.Float(o.Accuracy.MAE), report.Float(o.Accuracy.MeanELoss), report.Float(o.Accuracy.Under), o.Corrections}
	}
	type log struct {
		Trace       string    `json:"trace"`
		Triples     []outcome `json:"triples"`
		Clairvoyant []outcome `json:"clairvoyant"`
		Others      string    `json:"others,omitempty"`        // what the other logs choose for it,
		OfLearned   string    `json:"othersLearned,omitempty"` // and of those that learn
	}
	all := struct {
		Version int   `json:"version"`
		Logs    []log `json:"logs"`
	}{Version: 1}
	any, learned := choices(logs)
	for i, x := range logs {
		l := log{Trace: x.name}
		for k := range x.outcomes {
			l.Triples = append(l.Triples, one(&x.outcomes[k]))
		}
		for k := range x.bounds {
			l.Clairvoyant = append(l.Clairvoyant, one(&x.bounds[k]))
		}
		if any != nil {
			l.Others = x.outcomes[any[i]].Triple.Name()
		}
		if learned != nil {
			l.OfLearned = x.outcomes[learned[i]].Triple.Name()
		}
		all.Logs = append(all.Logs, l)
	}
	return all
}
