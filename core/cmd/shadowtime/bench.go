package main

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"shadowtime/core/cmd/simbench"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func benchVerb() verb {
	return verb{
		name: "bench", args: "[TRACE ...]",
		short: "measure what an event costs the engine, by trace and order",
		examples: []string{
			"shadowtime bench KTH-SP2.swf.gz",
			"shadowtime bench --orders FCFS,SAF,LEXP@20h --csv bench.csv KTH-SP2.swf.gz",
			"shadowtime bench --clusters",
			"shadowtime bench --clusters --page public/docs/speed.html",
			"shadowtime bench --shares KTH-SP2.swf.gz",
		},
		run: runBench,
	}
}

// bench is what is measured, and the table of it.
type bench struct {
	procs   int64
	effort  simbench.Effort
	clock   func() int64
	browser map[string]float64 // ns an event there, by trace and order
	rows    [][]string
	page    measured
}

// runBench prints the engine's cost on the given logs, or on synthetic traces:
// two of the shape of real logs, one overloaded, and three sizes.
func runBench(c *call) error {
	orders := c.flags.String("orders", "FCFS,SPF,SQF,SAF,LPF,FCFS-SPF,SAF@20h,LEXP,SEXP,LEXP@20h,ave2-incremental-SJBF,history2-incremental-SJBF,learned-incremental-SJBF", "comma-separated `list`: ORDER, PRIMARY-BACKFILL, either with @HOURSh, or a triple, as in ave2-incremental-SJBF; or all")
	procs := c.flags.Int64("procs", 0, "machine `size` in processors (0: that of the studies, else the log's own)")
	out := c.output("csv", "", "write the table as CSV to this `file`")
	onto := c.output("page", "", "also write the figures anew into an HTML `file` that has a place for them")
	wasm := c.input("wasm", "`file` with the BENCH lines of the same traces measured in a browser: adds a column with the ratio")
	clusters := c.flags.Bool("clusters", false, "measure heterogeneous clusters of growing size instead, under pairs of a job and a core selection")
	shares := c.flags.Bool("shares", false, "measure what sharing and keeping a comparison costs instead: the efficiency of up to 16 processes, by the times of its tasks")
	tries := c.flags.Int("tries", 5, "`times` to measure; the least counts")
	args, err := c.parse(-1)
	if err != nil {
		return err
	}
	if *shares {
		return c.benchShares(args)
	}
	if *clusters && len(args) > 0 {
		return usef("--clusters measures machines of its own: leave out %s", args[0])
	}
	configs, err := benchConfigs(*orders)
	if err != nil {
		return err
	}
	if *tries < 1 {
		return usef("--tries %d: give 1 or more", *tries)
	}
	browser, err := readBench(*wasm)
	if err != nil {
		return err
	}
	began := time.Now()
	b := &bench{procs: *procs, effort: simbench.Effort{Tries: *tries}, clock: func() int64 { return int64(time.Since(began)) },
		browser: browser, rows: [][]string{append(simbench.Heading(), "wasm/native")}}
	if *clusters {
		err = b.clusters()
	} else {
		err = b.measure(b.parts(c, args, configs))
	}
	if err != nil {
		return err
	}
	return b.print(c, *out, *onto)
}

// benchConfigs are those of a list of orders, or of "all".
func benchConfigs(orders string) (configs []simbench.Config, err error) {
	if orders == "all" {
		return simbench.Standard(), nil
	}
	for _, name := range strings.Split(orders, ",") {
		cfg, err := simbench.Parse(strings.TrimSpace(name))
		if err != nil {
			return nil, badUse{err}
		}
		configs = append(configs, cfg)
	}
	return configs, nil
}

// benchPart is a trace, read or made when its turn comes, and what it is measured
// under.
type benchPart struct {
	trace   func() (*job.Trace, error)
	configs []simbench.Config
}

// parts are the logs, or what stands for them where none is given.
func (b *bench) parts(c *call, paths []string, configs []simbench.Config) (list []benchPart) {
	for _, path := range paths {
		list = append(list, benchPart{func() (*job.Trace, error) { return c.benchTrace(path, b.procs) }, configs})
	}
	if len(paths) > 0 {
		return list
	}
	// orders that look at the age walk the whole queue: minutes in the large ones
	static := slices.DeleteFunc(slices.Clone(configs), func(cfg simbench.Config) bool { return cfg.Aged() })
	list = append(list, benchPart{simbench.KTHLike, configs}, benchPart{simbench.SDSCLike, configs},
		benchPart{func() (*job.Trace, error) { return simbench.Overload(10_000), nil }, static})
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		list = append(list, benchPart{func() (*job.Trace, error) { return simbench.Light(n), nil }, static})
	}
	return list
}

// measure measures each part under each of its orders.
func (b *bench) measure(list []benchPart) error {
	for _, p := range list {
		t, err := p.trace()
		if err != nil {
			return err
		}
		for i := range p.configs {
			r, err := simbench.One(t, &p.configs[i], b.effort, b.clock)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", t.Name, p.configs[i].Name, err)
			}
			b.put(&r)
			b.page.event(&r)
		}
	}
	return nil
}

// clusters measures machines that grow, under each pair.
func (b *bench) clusters() error {
	list, err := simbench.Clusters()
	if err != nil {
		return err
	}
	for _, x := range list {
		for _, a := range simbench.Scheduled() {
			r, n := simbench.OneCluster(x, a, b.effort, b.clock)
			b.put(&r)
			b.page.decisions(&r, n)
		}
	}
	return nil
}

// put adds a row, with what it is in the browser where that is known.
func (b *bench) put(r *simbench.Row) {
	ratio := ""
	if w, ok := b.browser[r.Trace+" "+r.Order]; ok {
		ratio = strconv.FormatFloat(w/r.NsPerEvent, 'f', 2, 64)
	}
	b.rows = append(b.rows, append(r.Fields("native"), ratio))
}

// print shows the table, and saves it and writes it into a page where that is asked.
func (b *bench) print(c *call, out, onto string) error {
	var shown [][]string
	for _, r := range b.rows {
		shown = append(shown, append([]string{r[1] + " " + r[2]}, r[3:]...))
	}
	if err := printTable(c.stdout, shown); err != nil {
		return err
	}
	if onto != "" {
		if err := edit(onto, b.page.fill); err != nil {
			return err
		}
	}
	if out == "" {
		return nil
	}
	return saveFile(out, func(w io.Writer) error { return csv.NewWriter(w).WriteAll(b.rows) })
}

// benchTrace reads a log as the online study does, on the machine size the
// studies used.
func (c *call) benchTrace(path string, procs int64) (*job.Trace, error) {
	l, err := c.open(path)
	if err != nil {
		return nil, err
	}
	w := study.DefaultWorkload() // its cleaning is that of the online study
	w.Procs = procs
	if k, ok := job.Recognise(l); ok && procs == 0 {
		w.Procs = k.Procs[0]
	}
	x, err := prepare(path, l, &w)
	return x.trace, err
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
	return parseBench(f)
}

func parseBench(r io.Reader) (map[string]float64, error) {
	ns := map[string]float64{}
	s := bufio.NewScanner(r)
	for s.Scan() {
		f := strings.Fields(s.Text())
		if len(f) != 1+len(simbench.Heading()) || f[0] != "BENCH" {
			continue
		}
		x, err := strconv.ParseFloat(f[6], 64)
		if err != nil {
			return nil, fmt.Errorf("BENCH line %q: %w", s.Text(), err)
		}
		ns[f[2]+" "+f[3]] = x
	}
	return ns, s.Err()
}
