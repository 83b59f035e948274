package main

import (
	"fmt"
	"slices"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/place"
	"shadowtime/core/placement"
	"shadowtime/core/platform"
	"shadowtime/core/report"
	"shadowtime/core/study"
	"shadowtime/core/tracefile"
)

func placeVerb() verb {
	return verb{
		name: "place", args: "TRACE",
		short: "set energy against time: pairs of a job selection and a placing on a heterogeneous platform",
		examples: []string{
			"shadowtime place UniLu-Gaia.swf.gz",
			"shadowtime place --platform gaia --jobs-first 1000 --pairs 'shortest-*,first-*' UniLu-Gaia.swf.gz",
			"shadowtime place --platform site.platform.json --types site.types.json --backfilling none,easy,easy-aware --csv KTH-SP2.swf.gz",
			"shadowtime place --time slowdown --against shortest-high_gflops+easy --json KTH-SP2.swf.gz",
		},
		run: runPlace,
	}
}

func runPlace(c *call) error {
	p := place.Default()
	types := c.input("types", "`file` of the platform's types, or a folder with node_types.json, processor_types.json, ...")
	list := p.Settings()
	at := list.Find("platform")
	*at = c.platformFrom(*at, types)
	c.declare(list)
	asJSON := c.flags.Bool("json", false, "print one JSON object")
	asCSV := c.flags.Bool("csv", false, "print a line a choice as CSV")
	c.taskFlags("stretches")
	args, err := c.parse(1)
	if err != nil {
		return err
	}
	if err := p.Normalise(); err != nil {
		return badUse{err}
	}
	l, err := c.load(args[0], &p.Workload)
	if err != nil {
		return err
	}
	if err := c.begin(entryOf(part(place.Name, l.trace, p.Settings()), l.trace.Name)); err != nil {
		return err
	}
	r, err := c.placed(&l, p)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", args[0], err)
	case *asJSON:
		return c.printJSON(r)
	case *asCSV:
		_, err := fmt.Fprint(c.stdout, r.CSV())
		return err
	}
	return printPlacement(c, r, &l)
}

// platformFrom has a setting of a platform take files, too.
func (c *call) platformFrom(s study.Setting, types *string) study.Setting {
	inner := s
	return study.Words(s.Key, inner.Get, func(text string) error {
		_, ready := platform.BuiltinSpec(text)
		if *types == "" && (ready || strings.HasPrefix(strings.TrimSpace(text), "{")) {
			return inner.Set(text)
		}
		spec, err := tracefile.Platform(text, *types, c.stdin)
		if err == nil {
			text, err = spec.Encode()
		}
		if err != nil {
			return err
		}
		return inner.Set(text)
	}).With(s.Name, s.Hint+", in words or in a file")
}

// placed computes the stretches of a log.
func (c *call) placed(l *loaded, p place.Plan) (*placement.Report, error) {
	first, err := place.NewRunner(l.trace, p)
	if err != nil {
		return nil, err
	}
	var rows place.Rows
	n := min(p.Stretches, first.Stretches())
	err = compute(c, &rows, batch[place.Row]{part: part(place.Name, l.trace, p.Settings()), from: study.Logged, upTo: n, what: "stretches of " + l.trace.Name,
		start: func() (study.Tasks[place.Row], error) { return place.NewRunner(l.trace, p) }})
	if err != nil {
		return nil, err
	}
	return placement.Of(l.trace.Name, l.trace.Digest, p, rows.Known(n)), nil
}

func printPlacement(c *call, r *placement.Report, l *loaded) error {
	fmt.Fprintf(c.stdout, "%s on %s (%d nodes, %d processors, %d cores): %d %s, %d jobs\n\n%s\n\n", r.Trace, r.Platform.Name, r.Platform.Nodes, r.Platform.Processors, r.Platform.Cores,
		r.Stretches, figure.Plural(r.Stretches, "stretch", "stretches"), r.Jobs, wrap(r.Sentence(), 100))
	rows := [][]string{{"choice", "front", "energy", "95 % interval", r.Plan.TimeWords(), "95 % interval", "kWh", "turnaround", "AvgWait", "MaxWait", "busy", "alike"}}
	choices := slices.Clone(r.Choices)
	slices.SortStableFunc(choices, func(a, b placement.Choice) int { return report.Ascending(a.Energy, b.Energy) })
	for i := range choices {
		x := &choices[i]
		if x.Alike != "" {
			continue
		}
		alike, front := 0, ""
		for j := range choices {
			if choices[j].Alike == x.Name {
				alike++
			}
		}
		if x.Front {
			front = "yes"
		}
		row := []string{x.Name, front, "baseline", "", "baseline", ""}
		if x.Name != r.Against {
			row = []string{x.Name, front, figure.Change(x.EnergyChange.Mid), figure.Interval(x.EnergyChange.Low, x.EnergyChange.High), figure.Change(x.TimeChange.Mid), figure.Interval(x.TimeChange.Low, x.TimeChange.High)}
		}
		rows = append(rows, append(row, fmt.Sprintf("%.1f", float64(x.Energy)/3.6e6), fmt.Sprintf("%.0f", x.AvgTurnaround), fmt.Sprintf("%.0f", x.AvgWait), fmt.Sprintf("%.0f", x.MaxWait),
			figure.Percent(x.AvgUtilization, 1), fmt.Sprint(alike)))
	}
	if err := table(c.stdout, rows); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "\nkWh of the mean stretch; turnaround and waits in seconds; alike: how many other choices do the same.\n\n")
	for _, s := range r.Cautions() {
		fmt.Fprintf(c.stdout, "! %s\n", wrap(s, 100))
	}
	_, err := fmt.Fprintf(c.stdout, "\n%s\n", wrap(r.Methods(l.cleaning), 100))
	return err
}
