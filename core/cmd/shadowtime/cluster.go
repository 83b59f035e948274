package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/batsim"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/report"
	"shadowtime/core/study"
	"shadowtime/core/study/site"
)

func init() {
	register(cli.Verb{
		Group: clusters, Place: 1,
		Name: "cluster", Args: "[TRACE|WORKLOAD.json]",
		Brief: "run a log on a cluster of unequal cores",
		Short: "run a log or a workload of Batsim's on a heterogeneous cluster: cores of unequal speed that share memory, bandwidth and " +
			"power",
		Examples: []string{
			"shadowtime cluster --platform spread --place high_mem_bw",
			"shadowtime cluster --platform gaia --jobs-skip 4 --jobs-first 100 --select shortest --place high_gflops UniLu-Gaia.swf.gz",
			"shadowtime cluster --platform gaia --select first --place low_power --backfilling easy-aware --schedule schedule.csv --json " +
				"UniLu-Gaia.swf.gz",
			"shadowtime cluster --platform site.platform.json --types site.types.json --steps steps.jsonl --observe small workload.json",
			"shadowtime cluster --platform gaia --jobs-first 1000 --work accuracy --workload workload.json UniLu-Gaia.swf.gz",
		},
		Run: cli.Plainly(runCluster),
	})
}

// clustered is the answer of cluster. Times are in seconds.
type clustered struct {
	Jobs           int            `json:"jobs"`
	Dropped        int            `json:"dropped"`
	DroppedBy      map[string]int `json:"droppedBy"`
	Cores          int            `json:"cores"`
	Processors     int            `json:"processors"`
	Nodes          int            `json:"nodes"`
	ReferenceSpeed report.Float   `json:"referenceSpeed"` // GFLOPS
	Makespan       report.Float   `json:"makespan"`
	Energy         report.Float   `json:"energy"` // J
	AvgWait        report.Float   `json:"avgWait"`
	MaxWait        report.Float   `json:"maxWait"`
	AvgTurnaround  report.Float   `json:"avgTurnaround"`
	MaxTurnaround  report.Float   `json:"maxTurnaround"`
	AvgSlowdown    report.Float   `json:"avgSlowdown"`
	MaxSlowdown    report.Float   `json:"maxSlowdown"`
	AvgUtilization report.Float   `json:"avgUtilization"`
	OverBandwidth  report.Float   `json:"overBandwidth"` // processor seconds
	Decisions      int            `json:"decisions"`
}

// scheduling is a call of cluster.
type scheduling struct {
	*cli.Call
	on                        onCluster
	action                    cluster.Action
	observe                   cluster.Observation
	sensitivity               float64
	seed                      uint64
	schedule, steps, workload *string

	supposed study.Workload // of which it takes when nodes are out
	sim      *cluster.Sim
	load     *cluster.Load
}

func runCluster(c *cli.Call) error {
	x := &scheduling{Call: c, action: cluster.Action{Select: cluster.SelectShortest, Place: cluster.PlaceHighSpeed},
		sensitivity: 0.05, seed: 1}
	x.on.flags(c)
	c.Declare(x.settings())
	x.schedule = c.Output("schedule", "", "write when and where each job ran as CSV to this `file` (- is standard output): "+
		"job,submit,start,end,cores")
	x.steps = c.Output("steps", "", "write every decision as a line of JSON to this `file` (- is standard output): queue, action, jobs "+
		"started, observation, rewards")
	x.workload = c.Output("workload", "", "write the jobs as they are simulated to this `file` (- is standard output), as a workload of "+
		"Batsim's")
	asJSON := c.Flags.Bool("json", false, "print one JSON object")
	args, err := c.Parse(-1)
	if err != nil {
		return err
	}
	if err := x.open(args); err != nil {
		return err
	}
	if err := x.run(); err != nil {
		return err
	}
	if *x.schedule == cli.Standard || *x.steps == cli.Standard || *x.workload == cli.Standard {
		return nil
	}
	if *asJSON {
		return c.PrintJSON(x.answer())
	}
	x.print()
	return nil
}

func (x *scheduling) settings() study.Settings {
	return study.Settings{
		study.One("select", &x.action.Select, named(cluster.SelectionNames())...).
			With("Job selection", "which waiting job comes first: by submission, by requested time, cores, memory or bandwidth, the "+
				"least first, or any"),
		study.One("place", &x.action.Place, named(cluster.PlacingNames())...).
			With("Core selection", "which idle cores a job gets: the fastest, those of the processor with most idle cores, of the node "+
				"with most free memory, of the processor with most free bandwidth, those that draw least, or any"),
		study.One("backfilling", &x.action.Backfill, named(cluster.BackfillingNames())...).
			With("Backfilling", "what happens when the selected job does not fit: nothing; or others may start that take no cores and "+
				"memory it will need (easy), nor slow down those it waits for (easy-aware)"),
		study.One("observe", &x.observe, named(cluster.ObservationNames())...).
			With("Observation", "what --steps has of the cluster: normal every core, small nodes and processors, minimal the queue alone"),
		study.Real("queue-sensitivity", &x.sensitivity, 1e-6, 1e6).
			With("Queue sensitivity", "the relative change of the queue's length that an observation shows in full"),
		study.Unsigned("seed", &x.seed).
			With("Seed", "the same seed draws the same bandwidths, accuracies and random choices, on every machine"),
		*x.supposed.WhatIf().Find("closed"),
	}
}

func named(values []string) (list []study.Option) {
	for _, v := range values {
		list = append(list, study.Option{Value: v, Words: strings.ReplaceAll(v, "_", " ")})
	}
	return list
}

func (x *scheduling) open(args []string) (err error) {
	if len(args) > 1 {
		return cli.Usef("%d arguments: name one log, or one workload of Batsim's", len(args))
	}
	if len(args) == 1 {
		x.on.path = args[0]
	}
	if err := x.on.open(x.Call); err != nil {
		return err
	}
	x.load, err = x.on.load(x.seed)
	return err
}

// run simulates, and writes what was asked for.
func (x *scheduling) run() error {
	x.sim = cluster.New(x.on.machine, x.load)
	x.sim.Seed(x.seed)
	closures, err := site.Closures(&x.supposed, x.on.machine, x.load.Submit[x.load.Len()-1])
	if err != nil {
		return err
	}
	if err := x.sim.Close(closures); err != nil {
		return err
	}
	x.sim.KeepCores(*x.schedule != "")
	if *x.steps == "" {
		x.sim.Run(x.action)
	} else if err := x.Save(*x.steps, x.writeSteps); err != nil {
		return err
	}
	if *x.schedule != "" {
		if err := x.Save(*x.schedule, x.writeSchedule); err != nil {
			return err
		}
	}
	if *x.workload == "" {
		return nil
	}
	return x.Save(*x.workload, func(w io.Writer) error { return batsim.Write(w, x.load, x.on.machine.Cores()) })
}

// step is a decision as --steps has it.
type step struct {
	T           float64   `json:"t"`
	Queue       int       `json:"queue"`
	Action      string    `json:"action"`
	Started     []any     `json:"started"` // IDs, or names
	Observation []float64 `json:"observation"`
	Rewards     earned    `json:"rewards"`
}

// earned are the rewards of a decision, by objective.
type earned struct {
	AvgSlowdown    float64 `json:"avg_job_slowdown"`
	AvgCompletion  float64 `json:"avg_completion_time"`
	AvgUtilization float64 `json:"avg_utilization"`
	Makespan       float64 `json:"makespan"`
	Energy         float64 `json:"energy_consumption"`
}

func (x *scheduling) writeSteps(to io.Writer) error {
	w := bufio.NewWriter(to)
	enc := json.NewEncoder(w)
	s := x.sim
	var seen []float64
	for s.Reset(); s.Next(); {
		seen = s.Observe(x.observe, x.sensitivity, seen[:0])
		now := step{T: s.Now(), Queue: s.Queue(), Action: x.action.String(), Observation: seen, Started: []any{}}
		s.Act(x.action)
		for _, j := range s.Started() {
			if x.load.Names != nil {
				now.Started = append(now.Started, x.load.Names[j])
			} else {
				now.Started = append(now.Started, x.load.ID[j])
			}
		}
		now.Rewards = earned{s.Reward(cluster.AvgSlowdown), s.Reward(cluster.AvgCompletion), s.Reward(cluster.AvgUtilization),
			s.Reward(cluster.Makespan), s.Reward(cluster.Energy)}
		if err := enc.Encode(&now); err != nil {
			return err
		}
	}
	return w.Flush()
}

// writeSchedule writes the jobs in order of submission, cores always in quotes.
func (x *scheduling) writeSchedule(to io.Writer) error {
	w := bufio.NewWriter(to)
	fmt.Fprintln(w, "job,submit,start,end,cores") // Flush reports
	d := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	for j := range x.load.Len() {
		fmt.Fprintf(w, "%s,%s,%s,%s,\"%s\"\n", x.jobName(j), d(x.load.Submit[j]), d(x.sim.Start(j)), d(x.sim.End(j)),
			cluster.Ranges(x.sim.Cores(j)))
	}
	return w.Flush()
}

// jobName is a job's name as a cell of CSV.
func (x *scheduling) jobName(j int) string {
	if x.load.Names == nil {
		return strconv.FormatInt(x.load.ID[j], 10)
	}
	name := x.load.Names[j]
	if strings.ContainsAny(name, ",\"\r\n") {
		return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return name
}

func (x *scheduling) answer() clustered {
	m, p, f := x.sim.Metrics(), x.on.machine, func(v float64) report.Float { return report.Float(v) }
	return clustered{
		Jobs: m.Jobs, Dropped: x.load.DroppedJobs() + x.on.unreadable(), DroppedBy: x.on.droppedBy(x.load),
		Cores: p.Cores(), Processors: len(p.Processors), Nodes: len(p.Nodes), ReferenceSpeed: f(p.Reference()),
		Makespan: f(m.Makespan), Energy: f(m.Energy), AvgWait: f(m.AvgWait), MaxWait: f(m.MaxWait),
		AvgTurnaround: f(m.AvgTurnaround), MaxTurnaround: f(m.MaxTurnaround), AvgSlowdown: f(m.AvgSlowdown), MaxSlowdown: f(m.MaxSlowdown),
		AvgUtilization: f(m.AvgUtilization), OverBandwidth: f(m.OverBandwidth), Decisions: m.Decisions,
	}
}

// print prints the answer for people.
func (x *scheduling) print() {
	a, m := x.answer(), x.sim.Metrics()
	cli.PrintRows(x.Call, [][3]string{
		{"workload", x.on.path, ""},
		{"platform", x.on.spec.Name, fmt.Sprintf("%s %s, %s processors, %s cores of %s GFLOPS in the mean",
			numeral.Count(a.Nodes), numeral.Plural(a.Nodes, "node", "nodes"), numeral.Count(a.Processors), numeral.Count(a.Cores),
			numeral.Number(a.ReferenceSpeed))},
		{"scheduler", x.action.String(), "backfilling " + x.action.Backfill.String()},
		{"jobs", numeral.Count(a.Jobs), ""},
		{"left out", numeral.Count(a.Dropped), ""},
		{"makespan", fmt.Sprintf("%.1f", m.Makespan), "s"},
		{"energy", numeral.Number(m.Energy), "J"},
		{"wait", fmt.Sprintf("%.1f", m.AvgWait), fmt.Sprintf("s mean, %.1f s longest", m.MaxWait)},
		{"turnaround", fmt.Sprintf("%.1f", m.AvgTurnaround), fmt.Sprintf("s mean, %.1f s longest", m.MaxTurnaround)},
		{"slowdown", fmt.Sprintf("%.3f", m.AvgSlowdown), fmt.Sprintf("mean, %.3f largest: turnaround over time on the machine",
			m.MaxSlowdown)},
		{"utilization", fmt.Sprintf("%.4f", m.AvgUtilization), ""},
		{"over bandwidth", fmt.Sprintf("%.1f", m.OverBandwidth), "processor s"},
		{"decisions", numeral.Count(m.Decisions), ""},
	})
	x.on.printDropped(x.Call, x.load)
}
