package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/report"
)

func init() {
	register(cli.Verb{
		Group: oneSchedule, Place: 4,
		Name: "metrics", Args: "FIRST SECOND",
		Brief: "set the metrics of two runs side by side",
		Short: "compare two runs: answers of cluster --json or replay --json, schedules (--schedule, --jobs), or what Batsim writes of a " +
			"run (out_schedule.csv, out_jobs.csv)",
		Examples: []string{
			"shadowtime metrics fast.json frugal.json",
			"shadowtime metrics --json easy.csv learned.csv",
			"shadowtime metrics out_schedule.csv ours.json",
		},
		Run: cli.Plainly(runMetrics),
	})
}

// sideBySide are the metrics that runs are compared by, what they are in, and how
// Batsim's out_schedule.csv names them.
var sideBySide = []struct{ key, words, batsim string }{
	{"jobs", "jobs", "nb_jobs_finished"},
	{"makespan", "makespan, s", "makespan"},
	{"energy", "energy, J", "consumed_joules"},
	{"avgWait", "mean wait, s", "mean_waiting_time"},
	{"maxWait", "longest wait, s", "max_waiting_time"},
	{"avgTurnaround", "mean turnaround, s", "mean_turnaround_time"},
	{"maxTurnaround", "longest turnaround, s", "max_turnaround_time"},
	{"avgSlowdown", "mean slowdown", "mean_slowdown"},
	{"maxSlowdown", "largest slowdown", "max_slowdown"},
	{"avgBsld", "mean bounded slowdown", ""},
	{"maxBsld", "largest bounded slowdown", ""},
	{"avgUtilization", "busy part of the cores", ""},
	{"utilization", "utilization", ""},
	{"overBandwidth", "over bandwidth, processor s", ""},
	{"decisions", "decisions", ""},
}

func runMetrics(c *cli.Call) error {
	asJSON := c.Flags.Bool("json", false, "print one JSON object")
	args, err := c.Parse(2)
	if err != nil {
		return err
	}
	var runs [2]map[string]float64
	for i, path := range args {
		text, err := c.ReadText(path)
		if err != nil {
			return err
		}
		if runs[i], err = metricsOf(text); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	rows := [][]string{{"", "first", "second", "change"}}
	var all [3]cli.Ordered
	for _, m := range sideBySide {
		a, inFirst := runs[0][m.key]
		b, inSecond := runs[1][m.key]
		if !inFirst || !inSecond {
			continue
		}
		change := report.Float(math.NaN())
		if a != 0 {
			change = report.Float(b/a - 1)
		}
		for i, v := range []report.Float{report.Float(a), report.Float(b), change} {
			all[i].Add(m.key, v)
		}
		rows = append(rows, []string{m.words, numeral.Number(a), numeral.Number(b), numeral.Change(float64(change))})
	}
	if len(rows) == 1 {
		return fmt.Errorf("%s and %s have no metric in common: compare answers or schedules of one kind", args[0], args[1])
	}
	if *asJSON {
		var o cli.Ordered
		for i, name := range []string{"first", "second", "change"} {
			o.Add(name, all[i])
		}
		return c.PrintJSON(o)
	}
	fmt.Fprintf(c.Stdout, "first: %s\nsecond: %s\n\n", args[0], args[1])
	return cli.PrintTable(c.Stdout, rows)
}

// metricsOf reads an answer, a schedule, or Batsim's summary.
func metricsOf(text string) (map[string]float64, error) {
	if jsontext.Sniff(text) {
		return metricsOfAnswer(text)
	}
	r := csv.NewReader(strings.NewReader(text))
	r.ReuseRecord = true
	head, err := r.Read()
	if err != nil {
		return nil, errors.New("neither an answer in JSON nor a schedule as CSV: write one with cluster --json or --schedule")
	}
	at := map[string]int{}
	for i, name := range head {
		at[strings.TrimSpace(name)] = i
	}
	if _, is := at["mean_waiting_time"]; is {
		return metricsOfBatsim(r, at)
	}
	return metricsOfSchedule(r, at)
}

func metricsOfAnswer(text string) (map[string]float64, error) {
	v, err := jsontext.Read(text)
	if err != nil {
		return nil, err
	}
	m := map[string]float64{}
	for key, value := range v.Members() {
		known := slices.ContainsFunc(sideBySide, func(c struct{ key, words, batsim string }) bool { return c.key == key })
		if !known || value.Kind() != jsontext.Number {
			continue
		}
		x, ok := value.Float()
		if !ok {
			return nil, fmt.Errorf("line %d: %s is out of range: give the answer as cluster --json wrote it", value.Line(), key)
		}
		m[key] = x
	}
	if len(m) == 0 {
		return nil, errors.New("holds no metrics: give what cluster --json wrote")
	}
	return m, nil
}

// cell reads a number of a row.
func cell(r *csv.Reader, row []string, at map[string]int, name string) (float64, error) {
	i := at[name]
	x, err := strconv.ParseFloat(strings.TrimSpace(row[i]), 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		line, _ := r.FieldPos(i)
		return 0, fmt.Errorf("line %d, %s is %s: give a number", line, name, jsontext.Short(row[i]))
	}
	return x, nil
}

func metricsOfBatsim(r *csv.Reader, at map[string]int) (map[string]float64, error) {
	row, err := r.Read()
	if err != nil {
		return nil, errors.New("has a head and no figures below it: give out_schedule.csv whole")
	}
	m := map[string]float64{}
	for _, c := range sideBySide {
		if _, is := at[c.batsim]; !is {
			continue
		}
		if m[c.key], err = cell(r, row, at, c.batsim); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// scheduleColumns are submit, start and end as we and Batsim name them.
var scheduleColumns = [][3]string{{"submit", "start", "end"}, {"submission_time", "starting_time", "finish_time"}}

// metricsOfSchedule measures what a schedule tells: not energy, nor how much of the
// machine was busy.
func metricsOfSchedule(r *csv.Reader, at map[string]int) (map[string]float64, error) {
	names := scheduleColumns[0]
	for _, n := range scheduleColumns[1:] {
		if _, is := at[n[0]]; is {
			names = n
		}
	}
	for _, n := range names {
		if _, is := at[n]; !is {
			return nil, fmt.Errorf("line 1: column %s is missing: a schedule has %s", n, numeral.Listed(names[:]))
		}
	}
	m, lasting := map[string]float64{"jobs": 0}, 0.0
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		var t [3]float64
		for i, n := range names {
			if t[i], err = cell(r, row, at, n); err != nil {
				return nil, err
			}
		}
		m["jobs"]++
		m["makespan"] = max(m["makespan"], t[2])
		add := func(what string, v float64) {
			m["avg"+what] += v
			m["max"+what] = max(m["max"+what], v)
		}
		add("Wait", t[1]-t[0])
		add("Turnaround", t[2]-t[0])
		if t[2] > t[1] {
			lasting++
			add("Slowdown", (t[2]-t[0])/(t[2]-t[1]))
		}
	}
	if m["jobs"] == 0 {
		return nil, errors.New("has no jobs: give a schedule as cluster --schedule wrote it")
	}
	m["avgWait"] /= m["jobs"]
	m["avgTurnaround"] /= m["jobs"]
	if lasting > 0 {
		m["avgSlowdown"] /= lasting
	}
	return m, nil
}
