package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// runTriples replays triples on logs, and says which does best on each, and which
// the others choose for it.
func runTriples(c *tasks.Call, ask *predict.Plan, names string, paths []string, asJSON bool) error {
	p := triples.Default()
	p.Workload, p.Limits, p.Triples, p.Threshold, p.Dialect, p.Tau = ask.Workload, ask.Limits, names, ask.Threshold, ask.Dialect, ask.Tau
	if err := p.Normalise(); err != nil {
		return cli.BadUse(err)
	}
	var logs predict.Atlas
	var list []cli.Loaded
	var parts []tasks.Entry
	for _, path := range paths {
		l, err := c.Load(path, &p.Workload)
		if err != nil {
			return err
		}
		for i := range list {
			if err := tasks.Apart(paths[i], path, list[i].Trace, l.Trace); err != nil {
				return err
			}
		}
		list, parts = append(list, l), append(parts, tasks.EntryOf(tasks.PartOf(triples.Name, l.Trace, p.Settings()), l.Trace.Name))
	}
	if err := c.Begin(parts...); err != nil {
		return err
	}
	var not tasks.Later
	for _, l := range list {
		var rows triples.Rows
		n := len(p.List())
		err := tasks.Compute(c, &rows, tasks.Batch[triples.Row]{Part: tasks.PartOf(triples.Name, l.Trace, p.Settings()),
			From: study.Logged, UpTo: n,
			What:  "triples of " + l.Trace.Name + ", EASY with requests first",
			Start: func() (study.Tasks[triples.Row], error) { return triples.NewRunner(l.Trace, p) }})
		if not.Takes(err) {
			continue
		}
		if err != nil {
			return err
		}
		logs = append(logs, predict.MapOf(l.Trace.Name, p, rows.Known(n)))
	}
	if err := not.Err(c); err != nil {
		return err
	}
	if asJSON {
		return c.PrintJSON(triplesJSON(logs))
	}
	return printTriples(c.Call, logs)
}

// mostTriples bounds the rows that are printed of each log.
const mostTriples = 12

func printTriples(c *cli.Call, logs predict.Atlas) error {
	any, learned := logs.Chosen()
	for i, x := range logs {
		ranked := slices.Clone(x.Triples)
		slices.SortStableFunc(ranked, func(a, b triples.Outcome) int { return cmp.Compare(a.Run.AvgBsld(), b.Run.AvgBsld()) })
		fmt.Fprintf(c.Stdout, "%s: %s triples by their mean bounded slowdown\n\n", x.Name, numeral.Count(len(ranked)))
		rows := [][]string{{"triple", "AvgBsld", "MaxBsld", "AvgWait", "MaxWait", "MAE", "too short", "corrections"}}
		easy := triples.Outcome{Run: x.EASY, Accuracy: x.Requests}
		all := append(slices.Concat(ranked, x.Bounds), easy)
		avg, longest := numeral.Column(all, func(o triples.Outcome) float64 { return o.Run.AvgWait() }),
			numeral.Column(all, func(o triples.Outcome) float64 { return float64(o.Run.MaxWait) })
		off := numeral.Column(all, func(o triples.Outcome) float64 { return o.Accuracy.MAE })
		row := func(name string, o *triples.Outcome) {
			rows = append(rows, []string{name, fmt.Sprintf("%.2f", o.Run.AvgBsld()), fmt.Sprintf("%.0f", o.Run.MaxBsld),
				avg(o.Run.AvgWait()),
				longest(float64(o.Run.MaxWait)), off(o.Accuracy.MAE), numeral.Share(o.Accuracy.Under),
				numeral.Count(o.Corrections)})
		}
		for k := range ranked[:min(mostTriples, len(ranked))] {
			row(ranked[k].Triple.Label(), &ranked[k])
		}
		if n := len(ranked); n > mostTriples {
			rows = append(rows, []string{"... " + strconv.Itoa(n-mostTriples) + " more; the last:"})
			row(ranked[n-1].Triple.Label(), &ranked[n-1])
		}
		for k := range x.Bounds {
			row(x.Bounds[k].Triple.Label()+" (the bound)", &x.Bounds[k])
		}
		row("requested-FCFS (EASY)", &easy)
		for k := range rows { // tables are even
			for len(rows[k]) < len(rows[0]) {
				rows[k] = append(rows[k], "")
			}
		}
		if err := cli.PrintTable(c.Stdout, rows); err != nil {
			return err
		}
		fmt.Fprintln(c.Stdout)
		for _, by := range []struct {
			what   string
			chosen []int
		}{{"The other logs choose", any}, {"Of those that learn the other logs choose", learned}} {
			if by.chosen != nil {
				o := &x.Triples[by.chosen[i]]
				fmt.Fprintf(c.Stdout, "%s %s for it: %.2f.\n", by.what, o.Triple.Label(), o.Run.AvgBsld())
			}
		}
		fmt.Fprintln(c.Stdout)
	}
	_, err := fmt.Fprintln(c.Stdout, strings.TrimSpace("Each log once, as it was: no range. Slowdowns are bounded; times in seconds; "+
		"MAE of the first predictions."))
	return err
}

func triplesJSON(logs predict.Atlas) any {
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
	one := func(o *triples.Outcome) outcome {
		return outcome{o.Triple.Label(), report.Float(o.Run.AvgBsld()), report.Float(o.Run.MaxBsld), report.Float(o.Run.AvgWait()),
			o.Run.MaxWait,
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
	any, learned := logs.Chosen()
	for i, x := range logs {
		l := log{Trace: x.Name}
		for k := range x.Triples {
			l.Triples = append(l.Triples, one(&x.Triples[k]))
		}
		for k := range x.Bounds {
			l.Clairvoyant = append(l.Clairvoyant, one(&x.Bounds[k]))
		}
		if any != nil {
			l.Others = x.Triples[any[i]].Triple.Label()
		}
		if learned != nil {
			l.OfLearned = x.Triples[learned[i]].Triple.Label()
		}
		all.Logs = append(all.Logs, l)
	}
	return all
}
