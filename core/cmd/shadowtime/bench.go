package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"shadowtime/core/cmd/bench"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/job"
	"shadowtime/core/report/csv"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: pageAndCommand, Place: 2,
		Name: "bench", Args: "[TRACE ...]",
		Brief: "measure what an event costs the engine",
		Short: "measure what an event costs the engine, by log and order",
		Examples: []string{
			"shadowtime bench KTH-SP2.swf.gz",
			"shadowtime bench --orders FCFS,SAF,LEXP@20h --csv bench.csv KTH-SP2.swf.gz",
			"shadowtime bench --clusters",
			"shadowtime bench --clusters --page public/docs/speed.html",
			"shadowtime bench --large --tries 1 --page public/docs/speed.html",
			"shadowtime bench --shares KTH-SP2.swf.gz",
			"shadowtime bench --before ./shadowtime-73eaf7e6 KTH-SP2.swf.gz",
		},
		Run: cli.Plainly(runBench),
	})
}

// measuring is what is measured, and the table of it.
type measuring struct {
	procs   int64
	effort  bench.Effort
	clock   func() int64
	browser map[string]float64 // ns an event there, by log and order
	rows    [][]string
	whole   bool // they are of whole questions, on one platform
	page    bench.Figures
}

// runBench prints the engine's cost on the given logs, or on synthetic traces:
// two of the shape of real logs, one overloaded, and three sizes.
func runBench(c *cli.Call) error {
	orders := c.Flags.String("orders",
		"FCFS,SPF,SQF,SAF,LPF,FCFS-SPF,SAF@20h,LEXP,SEXP,LEXP@20h,ave2-incremental-SJBF,history2-incremental-SJBF,learned-incremental-SJBF,"+
			"expr:p*q,expr:p*q*(0.05+share),expr:p*q-queued*age",
		"comma-separated `list`: ORDER, PRIMARY-BACKFILL, either with @HOURSh, or a triple, as in ave2-incremental-SJBF; "+
			"pass or search: of the rules that held jobs; or all")
	procs := c.Flags.Int64("procs", 0, "machine `size` in processors (0: that of the studies, else the log's own)")
	out := c.Output("csv", "", "write the table as CSV to this `file`")
	onto := c.Output("page", "", "also write the figures anew into an HTML `file` that has a place for them")
	wasm := c.Input("wasm", "`file` with the BENCH lines of the same logs measured in a browser: adds a column with the ratio")
	clusters := c.Flags.Bool("clusters", false, "measure heterogeneous clusters of growing size instead, under pairs of a job and a core "+
		"selection")
	large := c.Flags.Bool("large", false, "measure 100,000 jobs on 1,000 nodes of 128 CPUs with memory and GPUs, by Slurm's passes, "+
		"instead")
	shares := c.Flags.Bool("shares", false, "measure what sharing and keeping a comparison costs instead: the efficiency of up to 16 "+
		"processes, by the times of its tasks")
	before := c.Input("before", "an older build, as a `file`: measure what processor time whole questions take beside it instead, "+
		"in turns: of each log decide, 60 resamples under compare and, by its length, online or reading; a million lines of sacct; "+
		"slurm when")
	tries := c.Flags.Int("tries", 5, "`times` to measure; the least counts, beside an older build the median of the pairs (as many as "+
		"fit into two minutes of processor time)")
	args, err := c.Parse(-1)
	if err != nil {
		return err
	}
	if *shares {
		return shareCosts(c, args)
	}
	if (*clusters || *large) && len(args) > 0 {
		return cli.Usef("--clusters and --large measure machines of their own: leave out %s", args[0])
	}
	configs, err := benchConfigs(*orders)
	if err != nil {
		return err
	}
	if *tries < 1 {
		return cli.Usef("--tries %d: give 1 or more", *tries)
	}
	browser, err := readBench(*wasm)
	if err != nil {
		return err
	}
	began := time.Now()
	b := &measuring{procs: *procs, effort: bench.Effort{Tries: *tries}, clock: func() int64 { return int64(time.Since(began)) },
		browser: browser, rows: [][]string{append(bench.Heading(), "wasm/native")}}
	switch {
	case *before != "":
		err = b.questions(c, args, *before, *onto)
	case *clusters:
		err = b.clusters()
	case *large:
		r := bench.OneLarge(100_000, b.effort, b.clock)
		b.put(&r)
		b.page.Seconds(&r)
	default:
		err = b.measure(b.parts(c, args, configs))
	}
	if err != nil {
		return err
	}
	return b.print(c, *out, *onto)
}

// benchConfigs are those of a list of orders, or of "all".
func benchConfigs(orders string) (configs []bench.Config, err error) {
	if orders == "all" {
		return bench.Standard(), nil
	}
	for _, name := range strings.Split(orders, ",") {
		cfg, err := bench.Parse(strings.TrimSpace(name))
		if err != nil {
			return nil, cli.BadUse(err)
		}
		configs = append(configs, cfg)
	}
	return configs, nil
}

// benchPart is a trace, read or made when its turn comes, and what it is measured
// under.
type benchPart struct {
	trace   func() (*job.Trace, error)
	configs []bench.Config
}

// parts are the logs, or what stands for them where none is given.
func (b *measuring) parts(c *cli.Call, paths []string, configs []bench.Config) (list []benchPart) {
	for _, path := range paths {
		list = append(list, benchPart{func() (*job.Trace, error) { return benchTrace(c, path, b.procs) }, configs})
	}
	if len(paths) > 0 {
		return list
	}
	// orders that look at the age walk the whole queue: minutes in the large ones
	static := slices.DeleteFunc(slices.Clone(configs), func(cfg bench.Config) bool { return cfg.Aged() })
	list = append(list, benchPart{bench.KTHLike, configs}, benchPart{bench.SDSCLike, configs},
		benchPart{func() (*job.Trace, error) { return bench.Overload(10_000), nil }, static})
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		list = append(list, benchPart{func() (*job.Trace, error) { return bench.Light(n), nil }, static})
	}
	logs, queues := bench.Growth()
	growing := bench.Growing()
	for _, trace := range logs {
		list = append(list, benchPart{trace, growing})
	}
	unnamed := slices.DeleteFunc(slices.Clone(growing), func(cfg bench.Config) bool { return cfg.Reacts || cfg.Ruled })
	for _, trace := range queues {
		list = append(list, benchPart{trace, unnamed})
	}
	return list
}

// measure measures each part under each of its orders.
func (b *measuring) measure(list []benchPart) error {
	for _, p := range list {
		t, err := p.trace()
		if err != nil {
			return err
		}
		for i := range p.configs {
			r, err := bench.One(t, &p.configs[i], b.effort, b.clock)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", t.Name, p.configs[i].Name, err)
			}
			b.put(&r)
			if p.configs[i].Sought {
				b.page.Seconds(&r)
			} else {
				b.page.Event(&r)
			}
		}
	}
	return nil
}

// questions asks whole questions of this program and of an older one. A page has each answer at once: what was measured stays
// where the run is ended.
func (b *measuring) questions(c *cli.Call, paths []string, before, onto string) error {
	b.rows, b.whole = [][]string{bench.PairsHeading()}, true
	now, err := os.Executable()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "shadowtime")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	var list []bench.Question
	for _, path := range paths {
		t, err := benchTrace(c, path, b.procs)
		if err != nil {
			return err
		}
		list = append(list, bench.Asked(t.Name, path, t.Len())...)
	}
	made, err := bench.Made(folder, 1_000_000)
	if err != nil {
		return err
	}
	for _, q := range append(list, made...) {
		p, err := bench.Ask(q, b.effort.Tries, now, before, spent)
		if err != nil {
			return err
		}
		b.rows = append(b.rows, p.Fields())
		b.page.Pairs(&p)
		fmt.Fprintln(c.Stderr, strings.Join(p.Fields(), "  "))
		if onto != "" {
			if err := b.onto(onto); err != nil {
				return err
			}
		}
	}
	return nil
}

// spent runs a program and says what processor time it took beside the system's, in s.
func spent(program string, args []string) (float64, error) {
	run := exec.Command(program, args...)
	var said strings.Builder
	run.Stderr = &said
	if err := run.Run(); err != nil {
		return 0, fmt.Errorf("%s %s: %w: %s", program, strings.Join(args, " "), err, said.String())
	}
	return run.ProcessState.UserTime().Seconds(), nil
}

// clusters measures machines that grow, under each pair.
func (b *measuring) clusters() error {
	list, err := bench.Clusters()
	if err != nil {
		return err
	}
	for _, x := range list {
		for _, a := range bench.Scheduled() {
			r, n := bench.OneCluster(x, a, b.effort, b.clock)
			b.put(&r)
			b.page.Decisions(&r, n)
		}
	}
	return nil
}

// put adds a row, with what it is in the browser where that is known.
func (b *measuring) put(r *bench.Row) {
	ratio := ""
	if w, ok := b.browser[r.Trace+" "+r.Order]; ok {
		ratio = strconv.FormatFloat(w/r.NsPerEvent, 'f', 2, 64)
	}
	b.rows = append(b.rows, append(r.Fields("native"), ratio))
}

// print shows the table, and saves it and writes it into a page where that is asked.
func (b *measuring) print(c *cli.Call, out, onto string) error {
	var shown [][]string
	for _, r := range b.rows {
		of := 1
		if b.whole {
			of = 0 // no column says what platform was measured
		}
		shown = append(shown, append([]string{r[of] + " " + r[of+1]}, r[of+2:]...))
	}
	if err := cli.PrintTable(c.Stdout, shown); err != nil {
		return err
	}
	if onto != "" {
		if err := b.onto(onto); err != nil {
			return err
		}
	}
	if out == "" {
		return nil
	}
	return cli.SaveFile(out, func(w io.Writer) error { return csv.NewWriter(w).WriteAll(b.rows) })
}

// onto writes what was measured into a page.
func (b *measuring) onto(path string) error {
	return cli.Edit(path, func(p *cli.Page) error { return fillSpeed(p, &b.page) })
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

// readBench reads BENCH lines: ns an event by log and order.
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
