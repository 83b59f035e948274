package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: clusters, Place: 6,
		Name: "jobstat", Args: "LOG|WORKLOAD.json [FIELD [STATISTIC]]",
		Brief: "say what jobs ask for",
		Short: "what jobs ask for: requested time, cores, memory and bandwidth, in means, medians and percentiles",
		Examples: []string{
			"shadowtime jobstat workload.json",
			"shadowtime jobstat workload.json size p95",
			"shadowtime jobstat --jobs-first 1000 --platform gaia --json UniLu-Gaia.swf.gz",
		},
		Run: cli.Plainly(runJobstat),
	})
}

// jobFields are the fields, as HDeepRM names them.
var jobFields = []struct {
	key, words string
	of         func(l *cluster.Load, j int) float64
}{
	{"req_time", "requested time, s", func(l *cluster.Load, j int) float64 { return l.Request[j] }},
	{"size", "cores", func(l *cluster.Load, j int) float64 { return float64(l.Size[j]) }},
	{"mem", "memory a core, MB", func(l *cluster.Load, j int) float64 { return l.Memory[j] }},
	{"mem_bw", "bandwidth a core, GB/s", func(l *cluster.Load, j int) float64 { return l.Bandwidth[j] }},
}

// statistics are those of a table; any other percentile is asked for by name.
var statistics = []string{"mean", "min", "p25", "median", "p75", "p95", "p99", "max"}

// statistic is one of sorted values; false: there is no such one.
func statistic(sorted []float64, name string) (float64, bool) {
	if percent, ok := strings.CutPrefix(name, "p"); ok {
		p, err := strconv.ParseFloat(percent, 64)
		if err != nil || !(p >= 0 && p <= 100) {
			return 0, false
		}
		return numeral.Quantile(sorted, p/100), true
	}
	switch name {
	case "min":
		return numeral.Quantile(sorted, 0), true
	case "median":
		return numeral.Quantile(sorted, 0.5), true
	case "max":
		return numeral.Quantile(sorted, 1), true
	case "mean":
		sum := 0.0
		for _, v := range sorted {
			sum += v
		}
		return sum / float64(len(sorted)), true
	}
	return 0, false
}

// jobstats is the answer of jobstat: fields by name, of each the statistics.
type jobstats struct {
	Jobs      int            `json:"jobs"`
	Dropped   int            `json:"dropped"`
	DroppedBy map[string]int `json:"droppedBy"`
	Fields    cli.Ordered    `json:"fields"`
}

func runJobstat(c *cli.Call) error {
	var on onCluster
	seed := uint64(1)
	on.flags(c)
	c.Declare(study.Settings{study.Unsigned("seed", &seed).With("Seed", "of the bandwidths that jobs of a log are drawn")})
	asJSON := c.Flags.Bool("json", false, "print one JSON object")
	args, err := c.Parse(-1)
	if err != nil {
		return err
	}
	if len(args) > 3 || len(args) == 0 && on.platform == "" {
		return cli.Usef("%d arguments: write shadowtime jobstat %s", len(args), c.Verb.Args)
	}
	args = append(args, "", "", "")[:3]
	on.path = args[0]
	if err := checkAsked(args[1], args[2]); err != nil {
		return err
	}
	if on.platform == "" {
		on.spec, on.machine = &platform.Spec{}, boundless()
	}
	if err := on.open(c); err != nil {
		return err
	}
	l, err := on.load(seed)
	if err != nil {
		return err
	}
	a := jobstats{Jobs: l.Len(), Dropped: l.DroppedJobs() + on.unreadable(), DroppedBy: on.droppedBy(l),
		Fields: described(l, args[1], args[2])}
	switch {
	case *asJSON:
		return c.PrintJSON(a)
	case args[2] != "":
		_, err := fmt.Fprintln(c.Stdout, a.Fields[0].Value.(cli.Ordered)[0].Value)
		return err
	}
	return on.printJobstat(c, l, a.Fields)
}

// boundless is a machine that every job fits on.
func boundless() *platform.Machine {
	return &platform.Machine{
		Nodes:      []platform.Node{{Memory: math.Inf(1), To: 1}},
		Processors: []platform.Processor{{To: platform.MaxCores, Speed: 1, Power: 1, Bandwidth: 1}},
	}
}

// checkAsked checks the names of a field and a statistic, "" are all.
func checkAsked(field, stat string) error {
	var fields []string
	for _, f := range jobFields {
		fields = append(fields, f.key)
	}
	if field != "" && !slices.Contains(fields, field) {
		return cli.Usef("field %q: use %s", field, numeral.Either(fields))
	}
	if _, ok := statistic([]float64{0}, stat); stat != "" && !ok {
		return cli.Usef("statistic %q: use mean, min, median, max, or a percentile as in p95", stat)
	}
	return nil
}

// described are the statistics of a load.
func described(l *cluster.Load, field, stat string) (list cli.Ordered) {
	names := statistics
	if stat != "" {
		names = []string{stat}
	}
	for _, f := range jobFields {
		if field != "" && f.key != field {
			continue
		}
		values := make([]float64, l.Len())
		for j := range values {
			values[j] = f.of(l, j)
		}
		slices.Sort(values)
		var of cli.Ordered
		for _, name := range names {
			v, _ := statistic(values, name) // checked before
			of.Add(name, report.Float(v))
		}
		list.Add(f.key, of)
	}
	return list
}

// printJobstat prints the answer for people.
func (x *onCluster) printJobstat(c *cli.Call, l *cluster.Load, fields cli.Ordered) error {
	fmt.Fprintf(c.Stdout, "%s: %s\n", x.path, numeral.Jobs(l.Len()))
	x.printDropped(c, l)
	rows := [][]string{{""}}
	for i, f := range fields {
		row := []string{f.Key}
		for _, w := range jobFields {
			if w.key == f.Key {
				row[0] += ": " + w.words
			}
		}
		for _, m := range f.Value.(cli.Ordered) {
			if i == 0 {
				rows[0] = append(rows[0], m.Key)
			}
			row = append(row, numeral.Number(m.Value.(report.Float)))
		}
		rows = append(rows, row)
	}
	return cli.PrintTable(c.Stdout, rows)
}
