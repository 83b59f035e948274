package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/job/overview"
	"shadowtime/core/report"
	"shadowtime/core/report/csv"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: logsAndFiles, Place: 1,
		Name: overview.Verb, Args: "LOG",
		Brief: "say what is in a log",
		Short: "say what is in a log: its load by week, when jobs come, how wide and long they are, what they use of the time they ask for",
		Examples: []string{
			"shadowtime describe KTH-SP2.swf.gz",
			"shadowtime describe --figure load KTH-SP2.swf.gz > load.csv",
			"shadowtime describe --clean none --json KTH-SP2.swf.gz",
		},
		Run: cli.Plainly(runDescribe),
	})
}

// contents is the answer of describe.
type contents struct {
	Trace      string         `json:"trace"`
	Digest     string         `json:"digest"`
	Jobs       int            `json:"jobs"`
	Dropped    int            `json:"dropped"`
	DroppedBy  map[string]int `json:"droppedBy"`
	Procs      int64          `json:"procs"`
	Users      *int           `json:"users"` // null: the log names none
	Span       int64          `json:"span"`
	WholeWeeks int            `json:"wholeWeeks"`
	Load       report.Float   `json:"load"`
	NoRequest  int            `json:"noRequest"` // jobs, of which no figure says what they used of it
	Tables     cli.Ordered    `json:"figures"`   // by name, rows of text with a head
}

func runDescribe(c *cli.Call) error {
	w := study.DefaultWorkload()
	c.Declare(w.CleanedSettings())
	asJSON := c.Flags.Bool("json", false, "print one JSON object")
	name := c.Flags.String("figure", "", "print what one chart of the page shows as CSV: `"+strings.Join(overview.Tables(), "|")+"`")
	args, err := c.Parse(1)
	if err != nil {
		return err
	}
	switch {
	case *name == "":
	case !slices.Contains(overview.Tables(), *name):
		return cli.Usef("--figure %s: give %s", *name, numeral.Either(overview.Tables()))
	case *asJSON:
		return cli.Usef("--figure prints CSV, --json one object with all of them: give one of both")
	}
	l, err := c.Load(args[0], &w)
	if err != nil {
		return err
	}
	o := overview.Describe(l.Trace)
	if *name != "" {
		out := csv.NewWriter(c.Stdout)
		return out.WriteAll(o.Table(*name))
	}
	if *asJSON {
		x := contents{Trace: l.Trace.Name, Digest: l.Trace.Digest.Hex(), Jobs: o.Jobs, Dropped: l.Dropped(), DroppedBy: l.DroppedBy(),
			Procs: o.Procs,
			Span:  o.Last - o.First, WholeWeeks: o.WholeWeeks, Load: report.Float(o.Load), NoRequest: o.Unasked()}
		if o.Known {
			x.Users = &o.Users
		}
		for _, key := range overview.Tables() {
			x.Tables.Add(key, o.Table(key))
		}
		return c.PrintJSON(x)
	}
	return printOverview(c, l, o)
}

// printOverview prints it for people: the busiest week and hour in a line each.
func printOverview(c *cli.Call, l cli.Loaded, o *overview.Overview) error {
	users := "none named"
	if o.Known {
		users = numeral.Count(o.Users)
	}
	week, hour := 0, 0
	for i, x := range o.Week {
		if x > o.Week[week] {
			week = i
		}
	}
	for i, n := range o.Hour {
		if n > o.Hour[hour] {
			hour = i
		}
	}
	load := "of the machine, " + numeral.Share(o.Week[week]) + " in week " + strconv.Itoa(week+1)
	if few, _ := o.Beyond(); few != "" {
		load += " (" + few + ")"
	}
	cli.PrintRows(c, [][3]string{
		{"log", l.Trace.Name, ""},
		{"machine", numeral.Count(o.Procs), "processors (" + l.Cleaning.Machine.Source() + ")"},
		{"jobs", numeral.Count(o.Jobs), ""},
		{"left out", numeral.Count(l.Dropped()), ""},
		{"users", users, ""},
		{"span", numeral.Length(o.Last - o.First), "first to last submit, " + numeral.Count(o.WholeWeeks) +
			numeral.Plural(o.WholeWeeks, " whole week", " whole weeks")},
		{"offered load", numeral.Share(o.Load), load},
		{"most submissions", numeral.Count(o.Hour[hour]), "on " + overview.Day(hour/24) + " from " + strconv.Itoa(hour%24) + " h (" +
			o.Calendar.Source + ")"},
	})
	if s := l.Cleaning.Supposed(); s != "" {
		fmt.Fprintf(c.Stdout, "  %s\n", s)
	}
	l.PrintDropped(c)
	for _, key := range []string{"sizes", "runs", "requests"} {
		rows := o.Table(key)
		for _, r := range rows[1:] {
			for i := range 2 {
				if n, err := strconv.ParseInt(r[i], 10, 64); err == nil && key == "runs" {
					r[i] = overview.Bound(n)
				}
			}
			for i := 3; i < len(r); i++ {
				if x, err := strconv.ParseFloat(r[i], 64); err == nil {
					r[i] = numeral.Share(x)
				}
			}
		}
		for i := range rows[0] {
			rows[0][i] = strings.TrimSuffix(strings.TrimSuffix(rows[0][i], ", fraction"), ", s")
		}
		fmt.Fprintln(c.Stdout)
		if err := cli.PrintTable(c.Stdout, rows); err != nil {
			return err
		}
	}
	return nil
}
