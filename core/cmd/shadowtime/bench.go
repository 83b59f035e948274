package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"shadowtime/core/cmd/bench"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: pageAndCommand, Place: 2,
		Name: "bench", Args: "[TRACE ...]",
		Brief: "measure what an event costs the engine",
		Short: "measure what an event costs the engine, by trace and order",
		Examples: []string{
			"shadowtime bench KTH-SP2.swf.gz",
			"shadowtime bench --orders FCFS,SAF,LEXP@20h --csv bench.csv KTH-SP2.swf.gz",
			"shadowtime bench --clusters",
			"shadowtime bench --clusters --page public/docs/speed.html",
			"shadowtime bench --shares KTH-SP2.swf.gz",
		},
		Run: cli.Plainly(runBench),
	})
}

// runBench prints the engine's cost on the given logs, or on synthetic traces:
// two of the shape of real logs, one overloaded, and three sizes.
func runBench(c *cli.Call) error {
	orders := c.Flags.String("orders", "FCFS,SPF,SQF,SAF,LPF,FCFS-SPF,SAF@20h,LEXP,SEXP,LEXP@20h,ave2-incremental-SJBF,history2-incremental-SJBF,learned-incremental-SJBF", "comma-separated `list`: ORDER, PRIMARY-BACKFILL, either with @HOURSh, or a triple, as in ave2-incremental-SJBF; or all")
	procs := c.Flags.Int64("procs", 0, "machine `size` in processors (0: that of the studies, else the log's own)")
	out := c.Output("csv", "", "write the table as CSV to this `file`")
	onto := c.Output("page", "", "also write the figures anew into an HTML `file` that has a place for them")
	wasm := c.Input("wasm", "`file` with the BENCH lines of the same traces measured in a browser: adds a column with the ratio")
	clusters := c.Flags.Bool("clusters", false, "measure heterogeneous clusters of growing size instead, under pairs of a job and a core selection")
	shares := c.Flags.Bool("shares", false, "measure what sharing and keeping a comparison costs instead: the efficiency of up to 16 processes, by the times of its tasks")
	tries := c.Flags.Int("tries", 5, "`times` to measure; the least counts")
	args, err := c.Parse(-1)
	if err != nil {
		return err
	}
	if *shares {
		return shareCosts(c, args)
	}
	if *clusters && len(args) > 0 {
		return cli.Usef("--clusters measures machines of its own: leave out %s", args[0])
	}
	configs := bench.Standard()
	if *orders != "all" {
		configs = nil
		for _, name := range strings.Split(*orders, ",") {
			cfg, err := bench.Parse(strings.TrimSpace(name))
			if err != nil {
				return cli.BadUse(err)
			}
			configs = append(configs, cfg)
		}
	}
	if *tries < 1 {
		return cli.Usef("--tries %d: give 1 or more", *tries)
	}
	browser, err := readBench(*wasm)
	if err != nil {
		return err
	}
	static := configs[:0:0]
	for _, cfg := range configs {
		if !cfg.Aged() {
			static = append(static, cfg)
		}
	}
	type part struct {
		trace   func() (*job.Trace, error)
		configs []bench.Config
	}
	var parts []part
	add := func(f func() (*job.Trace, error), with []bench.Config) { parts = append(parts, part{f, with}) }
	for _, path := range args {
		add(func() (*job.Trace, error) { return benchTrace(c, path, *procs) }, configs)
	}
	if len(args) == 0 {
		add(bench.KTHLike, configs)
		add(bench.SDSCLike, configs)
		// orders that look at the age walk the whole queue: minutes here
		add(func() (*job.Trace, error) { return bench.Overload(10_000), nil }, static)
		for _, n := range []int{10_000, 100_000, 1_000_000} {
			add(func() (*job.Trace, error) { return bench.Light(n), nil }, static)
		}
	}
	var page bench.Figures
	began := time.Now()
	clock := func() int64 { return int64(time.Since(began)) }
	rows := [][]string{append(bench.Heading(), "wasm/native")}
	put := func(r *bench.Row) {
		ratio := ""
		if w, ok := browser[r.Trace+" "+r.Order]; ok {
			ratio = strconv.FormatFloat(w/r.NsPerEvent, 'f', 2, 64)
		}
		rows = append(rows, append(r.Fields("native"), ratio))
	}
	if *clusters {
		list, err := bench.Clusters()
		if err != nil {
			return err
		}
		for _, x := range list {
			for _, a := range bench.Scheduled() {
				r, n := bench.OneCluster(x, a, bench.Effort{Tries: *tries}, clock)
				put(&r)
				page.Decisions(&r, n)
			}
		}
		parts = nil
	}
	for _, p := range parts {
		t, err := p.trace()
		if err != nil {
			return err
		}
		for i := range p.configs {
			r, err := bench.One(t, &p.configs[i], bench.Effort{Tries: *tries}, clock)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", t.Name, p.configs[i].Name, err)
			}
			put(&r)
			page.Event(&r)
		}
	}
	var shown [][]string
	for _, r := range rows {
		shown = append(shown, append([]string{r[1] + " " + r[2]}, r[3:]...))
	}
	if err := cli.PrintTable(c.Stdout, shown); err != nil {
		return err
	}
	if *onto != "" {
		if err := cli.Edit(*onto, func(p *cli.Page) error { return fillSpeed(p, &page) }); err != nil {
			return err
		}
	}
	if *out == "" {
		return nil
	}
	return cli.SaveFile(*out, func(w io.Writer) error { return csv.NewWriter(w).WriteAll(rows) })
}

// shareCosts measures what sharing costs on a log, or on a synthetic one.
func shareCosts(c *cli.Call, paths []string) error {
	switch len(paths) {
	case 0:
		t, err := bench.KTHLike()
		if err != nil {
			return err
		}
		return tasks.MeasureShares(c, func() (*job.Trace, error) { return t, nil })
	case 1:
		return tasks.MeasureShares(c, func() (*job.Trace, error) { return benchTrace(c, paths[0], 0) })
	}
	return cli.Usef("--shares measures one log: leave out %s", paths[1])
}

// benchTrace reads a log as the online study does, on the machine size the
// studies used.
func benchTrace(c *cli.Call, path string, procs int64) (*job.Trace, error) {
	l, err := c.Open(path)
	if err != nil {
		return nil, err
	}
	w := study.DefaultWorkload() // its cleaning is that of the online study
	w.Procs = procs
	if k, ok := job.Recognise(l); ok && procs == 0 {
		w.Procs = k.Procs[0]
	}
	x, err := cli.Prepare(path, l, &w)
	return x.Trace, err
}

// fillSpeed puts figures into a page that has a place for them.
func fillSpeed(p *cli.Page, figures *bench.Figures) error {
	text, n := figures.Fill(p.Text)
	if n == 0 {
		return fmt.Errorf(`%s has no place for what was measured: put <td data-of="TRACE ORDER"></td> where a figure is to stand`, p.Path)
	}
	p.Text = text
	return nil
}

// readBench reads BENCH lines: ns an event by trace and order.
func readBench(path string) (map[string]float64, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return bench.Lines(f)
}
