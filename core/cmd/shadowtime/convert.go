package main

import (
	"fmt"
	"io"
	"runtime/debug"

	"shadowtime/core/cmd/cli"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/format"
	"shadowtime/core/job/sacct"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: logsAndFiles, Place: 2,
		Name: "convert", Args: "LOG",
		Brief: "write accounting records or a table as a log",
		Short: "write accounting records (Slurm, PBS, LSF, Grid Engine), a table (CSV, Parquet) or a Batsim workload as a log in the " +
			"Standard Workload Format, as another table or workload, and say what was left out and why",
		Examples: []string{
			sacct.Command + " > jobs.psv   # lists no jobs that were cancelled while they were held or waited for others",
			"shadowtime convert jobs.psv -o jobs.swf",
			"shadowtime convert jobs.psv --zone Europe/Oslo --arrival eligible -o jobs.swf",
			"shadowtime convert jobs.psv --partition batch,long --procs 23056 -o batch.swf",
			"shadowtime convert log.swf --partition 2 -o batch.swf   # the machine's size is then what its jobs had at once",
			"shadowtime convert jobs.psv --machine partitions.txt -o jobs.swf   # scontrol show partition > partitions.txt",
			"shadowtime convert jobs.csv --match submit=arrived,run=minutes:min,procs=cores -o jobs.swf",
			"shadowtime convert log.swf -o workload.json   # for Batsim; log.csv: a table with the names of its columns",
			"shadowtime convert --json lsb.acct",
		},
		Run: cli.Plainly(runConvert),
	})
}

func runConvert(c *cli.Call) error {
	var o account.Options
	c.Declare(study.ImportSettings(&o))
	procs := c.Flags.Int64("procs", 0, "machine `size` to write, in the unit chosen; 0: that of the log, else the most in use at once")
	slurm := c.Input("machine", "take the machine's size from this `file`: what scontrol show partition prints, or sinfo -N -o '%N %c'")
	names := c.Flags.Bool("names", false, "keep the numbers of users and groups, and write their names; without it they are numbered "+
		"anew as they come, and unnamed")
	asJSON := c.Flags.Bool("json", false, "print one JSON object on what was read; the log is written with -o alone")
	out := c.Output("o", "-", "`file` to write (- is standard output)")
	to := c.Flags.String("to", "", "`format` to write: swf, json (a Batsim workload) or csv; without it the name of the file tells, else "+
		"swf. All keep every job")
	args, err := c.Parse(1)
	if err != nil {
		return err
	}
	if *procs < 0 {
		return cli.Usef("--procs %d: give 1 or more", *procs)
	}
	writer, err := format.WriterOf(*to, *out)
	if err != nil {
		return cli.Usef("--to %.60q: %v", *to, err)
	}
	told, err := machineTold(c, *slurm, o.Unit, *procs)
	if err != nil {
		return err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(25)) // a large file's memory is its jobs': little of it is garbage
	l, rows, err := tracefile.Rows(args[0], c.Stdin, o)
	if err != nil {
		return err
	}
	m := l.Examined()
	size := format.MachineOf(l, told)
	if c.Tell(args[0], l); l.Import == nil {
		c.Account(args[0], &m)
	}
	if !*asJSON || *out != cli.Standard {
		write := format.WriteOptions{Machine: size, Names: *names, Format: writer}
		if err := c.Save(*out, func(w io.Writer) error { return format.Write(w, l, rows, write) }); err != nil {
			return err
		}
	}
	if *asJSON {
		return c.PrintJSON(accountOf(l, &m, size))
	}
	return nil
}

// machineTold is the machine's size as somebody says it; none: 0 processors.
func machineTold(c *cli.Call, path string, unit account.Unit, byHand int64) (job.Machine, error) {
	switch {
	case path == "" && byHand == 0:
		return job.Machine{}, nil
	case path == "":
		return job.Machine{Procs: byHand, From: job.SizeByHand}, nil
	case byHand > 0:
		return job.Machine{}, cli.Usef("--procs and --machine both give a size: leave one out")
	case unit == account.GPUs:
		return job.Machine{}, cli.Usef("--machine counts processors and nodes: give the number of GPUs with --procs")
	}
	text, err := c.ReadText(path)
	if err != nil {
		return job.Machine{}, err
	}
	s, err := sacct.ReadSize(text)
	if err != nil {
		return job.Machine{}, fmt.Errorf("%s: %w", path, err)
	}
	m := job.Machine{Procs: s.Procs, From: job.SizeTold, Of: s.Why}
	if unit == account.Nodes {
		m.Procs = s.Nodes
	}
	return m, nil
}

// accountOf is what convert --json prints.
func accountOf(l *job.Log, m *job.Import, size job.Machine) any {
	type guess struct {
		Switch string `json:"switch"`
		Value  string `json:"value"`
		Why    string `json:"why"`
	}
	type fault struct {
		Line  int    `json:"line"`
		Field string `json:"field"`
		Text  string `json:"text"`
		Why   string `json:"why"`
	}
	faults := func(list []job.Fault) []fault {
		out := make([]fault, len(list))
		for i, f := range list {
			out[i] = fault(f)
		}
		return out
	}
	by, first := map[string]int{}, map[string][]fault{}
	for _, x := range m.Left {
		by[x.Why], first[x.Why] = x.N, faults(x.First)
	}
	guesses := make([]guess, len(m.Guesses))
	for i, g := range m.Guesses {
		guesses[i] = guess(g)
	}
	type part struct {
		Name  string `json:"name"`
		Jobs  int    `json:"jobs"`
		Words string `json:"says,omitempty"`
	}
	parts := make([]part, len(m.Partitions))
	for i, p := range m.Partitions {
		parts[i] = part(p)
	}
	type match struct {
		Field  string `json:"field"`
		Column string `json:"column"`
		Unit   string `json:"unit"`
		Why    string `json:"why"`
	}
	var matches []match
	for _, x := range m.Match {
		matches = append(matches, match{x.Field, x.Column, x.Unit, x.Why})
	}
	warnings := append([]string{}, m.Warnings...)
	return struct {
		Format      string             `json:"format"`
		Records     int                `json:"records"`
		Steps       int                `json:"steps"`
		Folded      int                `json:"folded"`
		Bad         int                `json:"bad"`
		BadFirst    []fault            `json:"badFirst"`
		Jobs        int                `json:"jobs"`
		Tasks       int                `json:"tasks"`
		Dropped     int                `json:"dropped"`
		DroppedBy   map[string]int     `json:"droppedBy"`
		DropFirst   map[string][]fault `json:"droppedFirst"`
		Procs       int64              `json:"procs"`
		ProcsSource string             `json:"procsSource"`
		Peak        int64              `json:"peak"`
		PeakAt      int64              `json:"peakAt"`
		Largest     int64              `json:"largest"`
		InUse       []int64            `json:"inUse"`
		InUseFrom   int64              `json:"inUseFrom"`
		Partitions  []part             `json:"partitions"`
		Unit        string             `json:"unit"`
		Zone        string             `json:"zone"`
		Guesses     []guess            `json:"guesses"`
		Warnings    []string           `json:"warnings"`
		Columns     []string           `json:"columns,omitempty"`
		Match       []match            `json:"match,omitempty"`
	}{m.Format, m.Records, m.Steps, m.Folded, l.Bad, faults(l.Faults), m.Jobs, m.Tasks, m.Dropped(), by, first,
		size.Procs, size.Source(), m.Peak.Procs, m.Peak.At, m.Peak.Largest, m.Usage.Week, m.Usage.From, parts, m.Unit, m.Zone, guesses,
		warnings, m.Columns, matches}
}
