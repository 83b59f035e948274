package main

import (
	"errors"
	"fmt"
	"html"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/report/published"
	"shadowtime/core/study"
	"shadowtime/core/study/keep"
)

func init() {
	register(cli.Verb{
		Group: studies, Place: 1,
		Name: "reproduce", Args: "LOG...",
		Brief: "run the published studies again on their logs",
		Short: "run the published studies again on their logs, as their text says and as they were run, beside what they printed",
		Examples: []string{
			"shadowtime reproduce KTH-SP2-1996-2.1-cln.swf.gz",
			"shadowtime reproduce --study orders --apart KTH-SP2-1996-2.1-cln.swf.gz SDSC-SP2-1998-4.2-cln.swf.gz",
			"shadowtime reproduce --study orders,strategies --json UniLu-Gaia-2014-1.swf.gz",
			reproduce.Find(reproduce.PredictionStudy).Line,
			reproduce.Find(reproduce.RegressionStudy).Line,
			reproduce.Find(reproduce.HeterogeneousStudy).Line,
		},
		Run: tasks.Verb(runReproduce),
	})
}

// reproducing is one run of the verb.
type reproducing struct {
	*tasks.Call
	seed      uint64
	resamples int
	learned   *tune.Report // the pair learned last
	digest    job.Digest   // of the log of heterogeneous clusters; zero: none
}

// reproduceKind names rows of what has no kind of its own.
const reproduceKind = "reproduce"

func runReproduce(c *tasks.Call) error {
	r := reproducing{Call: c}
	names := c.Flags.String("study", "all", "`studies` to run again, with commas: "+strings.Join(studyNames(), ", ")+
		"; or all of these; or "+reproduce.PredictionStudy+", "+reproduce.RegressionStudy+" or "+reproduce.HeterogeneousStudy+", alone")
	scores := c.Input("scores", "of "+reproduce.RegressionStudy+": the `file` of scores that the study released, beside which its pairs "+
		"are scored fairly")
	apart := c.Flags.Bool("apart", false, "of orders as run, also with one thing put back at a time: what each decides")
	asJSON := c.Flags.Bool("json", false, "print one JSON object")
	onto := c.Output("page", "", "write the tables anew into an HTML `file` that has a place for them")
	c.Flags.Uint64Var(&r.seed, "seed", 1, "the same seed, a `number`, draws the same weeks, on every machine")
	c.Flags.IntVar(&r.resamples, "resamples", 0, "`number` of resamples (0: as many as the study), of "+reproduce.HeterogeneousStudy+
		" of seeds (0: 100)")
	c.TaskFlags("resamples")
	paths, err := c.Parse(-1)
	if err != nil {
		return err
	}
	if r.resamples < 0 || r.resamples > study.MaxResamples {
		return cli.Usef("--resamples %d: give 1 to %d, or 0 for as many as the study", r.resamples, study.MaxResamples)
	}
	if err := r.begin(*names, *scores, *apart, paths); err != nil {
		return err
	}
	switch {
	case *names == reproduce.HeterogeneousStudy && *scores == "":
		return r.heterogeneous(paths, *onto, *asJSON)
	case len(paths) == 0:
		return cli.Usef("no log: write shadowtime reproduce LOG...")
	case *names == reproduce.PredictionStudy:
		return r.prediction(paths, *onto, *asJSON)
	case *names == reproduce.RegressionStudy:
		return r.regression(paths, *scores, *onto, *asJSON)
	case *scores != "":
		return cli.Usef("--scores: only --study %s has scores: leave it out", reproduce.RegressionStudy)
	}
	studies, err := studiesOf(*names)
	if err != nil {
		return cli.BadUse(err)
	}
	var list reproduce.Tables
	var not tasks.Later
	for _, path := range paths {
		tables, err := r.log(path, studies, *apart)
		if err != nil && !not.Takes(err) {
			return err
		}
		list = append(list, tables...)
	}
	if err := not.Err(r.Call); err != nil {
		return err
	}
	return r.hand(list, *onto, *asJSON)
}

// hand gives out what came out: into a page, as JSON, or printed.
func (r *reproducing) hand(x reproduce.Result, onto string, asJSON bool) error {
	switch {
	case r.Into != nil:
		return fillPage(r.Into, x.Page())
	case onto != "":
		return cli.Edit(onto, func(p *cli.Page) error { return fillPage(p, x.Page()) })
	case asJSON:
		return r.PrintJSON(x.JSON())
	}
	return printPassages(r.Call.Call, x.Passages())
}

// begin makes the folder of --keep ready: what is kept there is of these studies on
// these logs, in whatever number of resamples.
func (r *reproducing) begin(names, scores string, apart bool, paths []string) error {
	if r.Folder() == "" {
		return nil
	}
	if names == reproduce.PredictionStudy || names == reproduce.RegressionStudy || names == reproduce.HeterogeneousStudy {
		if err := r.OnlyHere("what that study computes follows step by step"); err != nil {
			return err
		}
	}
	of := keep.Identity{Kind: reproduceKind, Key: fmt.Sprint(names, " ", scores, " ", apart, " ", r.seed), Build: tasks.Build()}
	var parts []tasks.Entry
	for _, path := range paths {
		if path == cli.Standard {
			return cli.Usef("--keep: reproduce reads its logs more than once: name files")
		}
		log, err := tracefile.Open(path, nil)
		if err != nil {
			return err
		}
		of.Digest = log.Digest
		parts = append(parts, tasks.EntryOf(of, log.Name))
	}
	if len(paths) == 0 {
		parts = append(parts, tasks.EntryOf(of, "no log"))
	}
	return r.Call.Begin(parts...)
}

func studyNames() (names []string) {
	for _, s := range reproduce.Together() {
		names = append(names, s.Name)
	}
	return names
}

// studiesOf reads names with commas, or all.
func studiesOf(text string) (list []reproduce.Study, err error) {
	if text == "all" {
		return reproduce.Together(), nil
	}
	for _, name := range strings.Split(text, ",") {
		s := reproduce.Find(strings.TrimSpace(name))
		if s == nil || s.Kind == "" {
			return nil, fmt.Errorf("--study %q: use all, or of %s those you want, with commas, or "+reproduce.PredictionStudy+", "+
				reproduce.RegressionStudy+" or "+reproduce.HeterogeneousStudy+" alone", name, strings.Join(studyNames(), ", "))
		}
		list = append(list, *s)
	}
	return list, nil
}

// log runs studies again on one log. It is known by its digest; a log of another
// version is taken by its name, and said to be so.
func (r *reproducing) log(path string, studies []reproduce.Study, apart bool) (list reproduce.Tables, err error) {
	plain := study.DefaultWorkload()
	l, err := r.Load(path, &plain)
	if err != nil {
		return nil, err
	}
	name, checked := published.Known(l.Log.Digest.Hex())
	if !checked {
		known, ok := job.Recognise(l.Log)
		if !ok {
			return nil, fmt.Errorf("%s: no study printed figures for this log: they are known of %s", path,
				numeral.Listed(published.Logs()))
		}
		name = known.Name
	}
	var not tasks.Later
	for _, s := range studies {
		if !s.Asks(name) {
			continue
		}
		x := reproduce.Table{Study: s, Log: name, Checked: checked, Readings: s.Readings()}
		if apart {
			x.Readings = append(x.Readings, s.Apart()...)
		}
		for i := range x.Readings {
			ours, err := r.ask(l.Log, s, x.Readings[i])
			if err != nil && not.Takes(err) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			x.Readings[i].Take(s, name, ours)
		}
		if s.Kind == tune.Name {
			whole, err := reproduce.WholesOf(l.Log, name)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			x.Wholes = whole
			if r.learned != nil {
				x.Wholes = append(x.Wholes, reproduce.WholesOfPair(r.learned, name)...)
				r.learned = nil
			}
		}
		list = append(list, x)
	}
	return list, not.Err(r.Call)
}

// ask computes one reading of a study.
func (r *reproducing) ask(l *job.Log, s reproduce.Study, as reproduce.Reading) ([]published.Ours, error) {
	switch s.Kind {
	case compare.Name:
		p := compare.Default()
		return asked(r, s.Kind, l, as, &p, &p.Resamples, compare.NewRunner, func(t *job.Trace, rows []compare.Row) []published.Ours {
			return compare.Merge(p, l.Digest, t.Procs, rows).Ours()
		})
	case online.Name:
		p := online.Default()
		return asked(r, s.Kind, l, as, &p, &p.Resamples, online.NewRunner, func(_ *job.Trace, rows []online.Row) []published.Ours {
			return online.Merge(p, l.Digest, rows).Ours()
		})
	}
	p := tune.Default()
	return asked(r, s.Kind, l, as, &p, &p.Resamples, tune.NewRunner, func(_ *job.Trace, rows []tune.Row) []published.Ours {
		r.learned = tune.Merge(p, l.Digest, rows)
		return r.learned.Ours()
	})
}

// asked asks a plan as a reading says, computes its rows and takes what comes out.
func asked[P, R, T any, PP study.PlanOf[P], RR study.RowOf[R]](r *reproducing, kind string, l *job.Log, as reproduce.Reading, p PP,
	resamples *int,
	start func(*job.Trace, P) (T, error), take func(*job.Trace, []R) []published.Ours) ([]published.Ours, error) {
	if err := as.Ask(p.Settings()); err != nil {
		return nil, err
	}
	p.Ground().Seed = r.seed
	if r.resamples > 0 {
		*resamples = r.resamples
	}
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	t, _ := p.Ground().Prepare(l)
	var rows study.Rows[R, RR]
	err := tasks.Compute(r.Call, &rows, tasks.Batch[R]{Part: tasks.PartOf(kind, t, p.Settings()), From: study.Logged, UpTo: *resamples,
		What: "tasks of " + l.Name + ", " + as.Title,
		Start: func() (study.Tasks[R], error) {
			tasks, err := start(t, *p)
			if err != nil {
				return nil, err
			}
			return any(tasks).(study.Tasks[R]), nil
		}})
	if err != nil {
		return nil, err
	}
	return take(t, rows.Known(*resamples)), nil
}

// printPassages prints for people.
func printPassages(c *cli.Call, list []reproduce.Passage) error {
	for _, x := range list {
		if x.Caution != "" {
			fmt.Fprintf(c.Stdout, "! %s\n\n", x.Caution)
		}
		fmt.Fprintf(c.Stdout, "%s\n\n", x.Title)
		if x.Sentence != "" {
			fmt.Fprintf(c.Stdout, "%s\n\n", cli.Wrap(x.Sentence, 100))
		}
		for _, g := range x.Grids {
			if err := cli.PrintTable(c.Stdout, append([][]string{g.Head}, g.Rows...)); err != nil {
				return err
			}
			fmt.Fprintln(c.Stdout)
		}
		for _, note := range x.Notes {
			fmt.Fprintf(c.Stdout, "%s\n", cli.Wrap("- "+note, 100))
		}
		if len(x.Notes) > 0 {
			fmt.Fprintln(c.Stdout)
		}
	}
	return nil
}

// fillPage puts tables and charts into a page; of tables by log only the rows of the
// logs that were computed.
func fillPage(p *cli.Page, x reproduce.Page) error {
	for i := range x.Tables {
		p.Head(x.Tables[i].ID, x.Tables[i].Title, x.Tables[i].Head)
	}
	if p.Grows {
		for _, words := range x.Words {
			p.Text = append(p.Text, "<p>"+html.EscapeString(words)+"</p>\n"...)
		}
	}
	var errs []error
	for i := range x.Tables {
		if t := &x.Tables[i]; !t.Placed || !p.Grows {
			errs = append(errs, p.Table(t.ID, t.Renewed))
		}
	}
	for i := range x.Charts {
		errs = append(errs, p.Chart(&x.Charts[i]))
	}
	return errors.Join(errs...)
}
