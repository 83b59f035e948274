package main

import (
	"fmt"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/place"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: clusters, Place: 2,
		Name: "place", Args: "LOG",
		Brief: "set energy against time on such a cluster",
		Short: "set energy against time: pairs of a job selection and a placing on a heterogeneous platform",
		Examples: []string{
			"shadowtime place UniLu-Gaia.swf.gz",
			"shadowtime place --platform gaia --jobs-first 1000 --pairs 'shortest-*,first-*' UniLu-Gaia.swf.gz",
			"shadowtime place --platform site.platform.json --types site.types.json --backfilling none,easy,easy-aware --csv KTH-SP2.swf.gz",
			"shadowtime place --time slowdown --against shortest-high_gflops+easy --json KTH-SP2.swf.gz",
		},
		Run: tasks.Verb(runPlace),
	})
	tasks.Shows(place.Name, tasks.ShowOf(placeInquiry))
}

type placed = tasks.Finding[place.Plan, place.Row, *place.Report]

func runPlace(c *tasks.Call) error {
	types := c.Input("types", "`file` of the platform's types, or a folder with node_types.json, processor_types.json, ...")
	q := placeInquiry()
	q.Flags = q.Plan.Settings()
	at := q.Flags.Find("platform")
	*at = platformFrom(c.Call, *at, types)
	return tasks.Inquire(c, q)
}

// placeInquiry is the study as the command does it.
func placeInquiry() *tasks.Inquiry[place.Plan, place.Row, *place.Report] {
	plan := place.Default()
	return &tasks.Inquiry[place.Plan, place.Row, *place.Report]{
		Kind: place.Name, Plan: &plan, Logs: 1, Tasks: "stretches",
		Total: func(p place.Plan) int { return p.Stretches },
		Bound: func(t *job.Trace, p place.Plan) (int, error) {
			r, err := place.NewRunner(t, p)
			if err != nil {
				return 0, err
			}
			return r.Stretches(), nil
		},
		Start: func(t *job.Trace, p place.Plan) (study.Tasks[place.Row], error) { return place.NewRunner(t, p) },
		Merge: func(x *placed) error {
			x.Report = place.Merge(x.Trace.Name, x.Trace.Digest, x.Plan, x.Rows)
			x.Report.Source = x.Source
			return nil
		},
		Text: func(c *cli.Call, list []*placed) error { return printPlacement(c, list[0].Report) },
	}
}

// platformFrom has a setting of a platform take files, too.
func platformFrom(c *cli.Call, s study.Setting, types *string) study.Setting {
	inner := s
	return study.Words(s.Key, inner.Get, func(text string) error {
		_, ready := platform.BuiltinSpec(text)
		if *types == "" && (ready || strings.HasPrefix(strings.TrimSpace(text), "{")) {
			return inner.Set(text)
		}
		spec, err := cli.PlatformOf(text, *types, c.Stdin)
		if err == nil {
			text, err = spec.Encode()
		}
		if err != nil {
			return err
		}
		return inner.Set(text)
	}).With(s.Name, s.Hint+", in words or in a file")
}

func printPlacement(c *cli.Call, r *place.Report) error {
	fmt.Fprintf(c.Stdout, "%s on %s (%s nodes, %s processors, %s cores): %s %s, %s jobs\n\n", r.Trace, r.Platform.Name,
		numeral.Count(r.Platform.Nodes), numeral.Count(r.Platform.Processors), numeral.Count(r.Platform.Cores),
		numeral.Count(r.Stretches), numeral.Plural(r.Stretches, "stretch", "stretches"), numeral.Count(r.Jobs))
	return c.PrintPaper(r.Paper())
}
