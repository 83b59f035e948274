package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/job"
	"shadowtime/core/report/archive"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: learnAndPredict, Place: 2,
		Name: "learn", Args: "LOG",
		Brief: "make queue orders from a log",
		Short: "make queue orders from a log: score jobs by simulations, and fit polynomials to the scores",
		Examples: []string{
			"shadowtime learn lublin_256.swf.gz",
			"shadowtime learn --pairs 100 --trials 65536 --features lin,lin+log(p) --json KTH-SP2.swf.gz",
			"shadowtime learn --sizes 16,6 --trials all --starts 0,500,1000 lublin_256.swf.gz",
			"shadowtime learn --part first --features lin --judge --save mine." + archive.Ending + " KTH-SP2.swf.gz",
			"shadowtime learn --scores-out scores.csv.gz lublin_256.swf.gz",
			"shadowtime learn --scores scores.csv.gz --features qdr --ridge 0.01",
		},
		Run: tasks.Verb(runLearn),
	})
	tasks.Shows(learn.Name, tasks.ShowOf(func() *learnInquiry { return newLearning(nil).inquiry() }))
}

// ofFit are the flags that have a meaning where scores are at hand.
var ofFit = map[string]bool{"features": true, "sizes": true, "ridge": true}

func runLearn(c *tasks.Call) error {
	l := newLearning(c)
	q := l.inquiry()
	tasks.Declare(c, q)
	judges := learn.JudgingSettings(&l.with)
	c.Declare(append(study.Settings{learn.JudgeSetting(&l.judge)}, judges...))
	scores := c.Input("scores", "fit the scores in this `file` (p,q,r,score a line, .gz too, - is standard input) instead of making some "+
		"from a log; jobs of one pair stand together, as many as --sizes says")
	l.out = c.Output("scores-out", "", "write the scores to this `file`, compressed if it ends in .gz; --save does so too with a name "+
		"that ends in .csv or .csv.gz")
	paths, err := c.Parse(-1)
	if err != nil {
		return err
	}
	if name := strings.TrimSuffix(*q.Files.Save, ".gz"); strings.HasSuffix(name, ".csv") {
		if *l.out != "" {
			return cli.Usef("--save %s and --scores-out %s: a table of scores is written once", *q.Files.Save, *l.out)
		}
		*l.out, *q.Files.Save = *q.Files.Save, ""
	}
	for _, s := range judges {
		if c.Gave(s.Key) && !l.judge {
			return cli.Usef("--%s: it is of the windows that judge the order: add --judge", s.Key)
		}
	}
	switch {
	case *scores != "":
		return l.fit(q, *scores, paths)
	case len(paths) != 1:
		return cli.Usef("%d arguments instead of 1: write shadowtime learn %s, or --scores FILE", len(paths), c.Verb.Args)
	}
	if l.judge {
		if !c.Gave("part") && !c.Gave("continue") {
			q.Plan.Part = study.FirstHalf // the other half judges
		}
		if q.Plan.Part == study.WholeLog && !c.Gave("continue") {
			return cli.Usef("--judge with --part whole: the order would be judged on what it was learned from: learn it from " +
				"--part first or second")
		}
		if err := learn.Free(&l.with); err != nil {
			return cli.BadUse(err)
		}
		if err := c.OnlyHere("with --judge the windows are run under what all pairs gave"); err != nil {
			return err
		}
	}
	return tasks.Answer(c, q, paths)
}

// learned is what learn found.
type learned struct {
	*learn.Report
	from string // what was scored, for people
	path string // of the log, "" of scores at hand
}

type learnInquiry = tasks.Inquiry[learn.Plan, learn.Row, *learned]

type learnedLog = tasks.Finding[learn.Plan, learn.Row, *learned]

// learning is a call of learn.
type learning struct {
	c       *tasks.Call // nil of a study that is shown
	out     *string     // where scores go, "": nowhere
	judge   bool
	with    windows.Plan
	windows windows.Rows // those that judge,
	key     string       // and what they are of
}

func newLearning(c *tasks.Call) *learning {
	return &learning{c: c, out: new(string), with: learn.Judging()}
}

// inquiry is the study as the command does it.
func (l *learning) inquiry() *learnInquiry {
	plan := learn.Default()
	q := &learnInquiry{
		Kind: learn.Name, Plan: &plan, Logs: 1, Tasks: "pairs",
		Total:  func(p learn.Plan) int { return p.Pairs },
		Bound:  func(t *job.Trace, p learn.Plan) (int, error) { return p.Pairs, p.Fits(t) },
		Start:  func(t *job.Trace, p learn.Plan) (study.Tasks[learn.Row], error) { return learn.NewRunner(t, p) },
		Also:   l.run,
		Beside: l.beside,
		Takes:  l.takes,
		Merge:  l.merge,
		Text:   func(c *cli.Call, list []*learnedLog) error { return list[0].Report.print(c) },
	}
	q.CSVWords = ": the weights, or with --judge mean bounded slowdowns by window and order"
	q.CSV = func(list []*learnedLog) string {
		r := list[0].Report
		if r.Judged != nil {
			return r.Judged.CSV()
		}
		return r.CSV()
	}
	return q
}

// run replays the windows that judge the order, once all pairs are there.
func (l *learning) run(x *learnedLog) error {
	if !l.judge {
		return nil
	}
	p, ok, err := l.judging(learn.Merge(x.Plan, x.Trace.Digest, x.Rows))
	if err != nil || !ok {
		return err
	}
	first, err := windows.NewRunner(x.Trace, p)
	if err == nil {
		err = first.Short()
	}
	if err != nil {
		return err
	}
	if key := p.Settings().TaskKey(); key != l.key { // another order has windows of its own
		l.key, l.windows = key, windows.Rows{}
	}
	return tasks.Compute(l.c, &l.windows, tasks.Batch[windows.Row]{Part: tasks.PartOf(windows.Name, x.Trace, p.Settings()),
		From: study.Logged, UpTo: first.Windows(), What: "windows of " + x.Trace.Name,
		Start: func() (study.Tasks[windows.Row], error) { return windows.NewRunner(x.Trace, p) }})
}

// judging is the plan of those windows; false: nothing is to be judged.
func (l *learning) judging(r *learn.Report) (p windows.Plan, ok bool, err error) {
	if !l.judge || r.Formula == "" || r.Done < r.Plan.Pairs {
		return p, false, nil
	}
	p, err = learn.JudgedBy(&r.Plan, l.with, r.Formula)
	return p, err == nil, err
}

func (l *learning) merge(x *learnedLog) error {
	r := learn.Merge(x.Plan, x.Trace.Digest, x.Rows)
	switch {
	case r.Done == 0:
		return errors.New("no pair is scored: compute it anew")
	case len(r.Models) == 0:
		return errors.New(r.Refused[0])
	}
	r.Source = x.Source
	x.Report = &learned{Report: r, from: scored(x), path: cmp.Or(x.Path, x.Trace.Name)}
	p, ok, err := l.judging(r)
	if err != nil {
		return err
	}
	if list := l.windows.First(windows.Count(&p, &l.windows)); ok && len(list) > 0 && l.key == p.Settings().TaskKey() {
		x.Report.Judged = windows.Merge(x.Trace.Name, x.Trace.Digest, x.Trace.Procs, p, list)
	}
	if *l.out != "" {
		return saveScores(*l.out, r.Training)
	}
	return nil
}

// scored says for people what was.
func scored(x *learnedLog) string {
	p, orders := &x.Plan, "every order of each"
	if p.Trials != learn.All {
		orders = numeral.Count(int(p.Trials)) + " trials of each"
	}
	return fmt.Sprintf("%s: %s jobs, %s processors; %s %s of %d jobs ahead and %d queued, %s, seed %d", x.Trace.Name,
		numeral.Count(x.About.Overview.Jobs), numeral.Count(x.Trace.Procs),
		numeral.Count(p.Pairs), numeral.Plural(p.Pairs, "pair", "pairs"), p.Sizes.Ahead, p.Sizes.Queued, orders, p.Seed)
}

// beside are the windows, where they judged.
func (l *learning) beside(x *learnedLog) []archive.Asked {
	w := x.Report.Judged
	if w == nil {
		return nil
	}
	return []archive.Asked{archive.AskedOf(windows.Name, w.Plan.Settings(), l.windows.Known(len(w.Windows)))}
}

// takes has the windows of a study.
func (l *learning) takes(s *archive.File) (err error) {
	l.with, l.judge, err = learn.AskedOf(s)
	if err != nil || !l.judge {
		return err
	}
	p, rows, err := learn.WindowsOf(s)
	if err == nil {
		l.key, l.windows = p.Settings().TaskKey(), *rows
	}
	return err
}

// fit fits scores at hand.
func (l *learning) fit(q *learnInquiry, path string, more []string) error {
	c, plan := l.c, q.Plan
	if len(more) > 0 {
		return cli.Usef("a log beside --scores: give one of them")
	}
	for _, s := range plan.Settings() {
		if c.Gave(s.Key) && !ofFit[s.Key] {
			return cli.Usef("--%s: nothing is simulated where --scores gives the scores: leave it out", s.Key)
		}
	}
	for _, x := range []struct {
		flag string
		is   bool
	}{{"judge", l.judge}, {"save", *q.Files.Save != ""}, {"html", *q.Files.HTML != ""}, {"continue", q.Files.Begun != nil}} {
		if x.is {
			return cli.Usef("--%s: it is of a log, and --scores gives none: leave one of them out", x.flag)
		}
	}
	if err := c.NotKept("nothing is simulated where --scores gives the scores"); err != nil {
		return err
	}
	if err := plan.Normalise(); err != nil {
		return cli.BadUse(err)
	}
	text, err := c.ReadText(path)
	if err != nil {
		return err
	}
	t, err := learn.ReadScores(text, plan.Sizes.Queued)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	sum := sha256.Sum256([]byte(text))
	x := &learned{Report: learn.FitScores(*plan, hex.EncodeToString(sum[:]), t), from: fmt.Sprintf("%s: %s scored jobs of %s pairs", path,
		numeral.Count(t.Len()), numeral.Count(t.Pairs()))}
	if *l.out != "" {
		if err := saveScores(*l.out, x.Training); err != nil {
			return err
		}
	}
	switch {
	case len(x.Models) == 0:
		return errors.New(x.Refused[0])
	case *q.AsJSON:
		return c.PrintJSON(x.Report)
	case *q.AsCSV:
		_, err := io.WriteString(c.Stdout, x.CSV())
		return err
	}
	return x.print(c.Call)
}

// scoresOf scores a plan's pairs and fits its models.
func scoresOf(c *tasks.Call, l cli.Loaded, plan learn.Plan) (*learn.Report, error) {
	if err := plan.Fits(l.Trace); err != nil {
		return nil, err
	}
	var rows learn.Rows
	err := tasks.Compute(c, &rows, tasks.Batch[learn.Row]{Part: tasks.PartOf(learn.Name, l.Trace, plan.Settings()), From: 1,
		UpTo: plan.Pairs, What: "pairs of " + l.Trace.Name,
		Start: func() (study.Tasks[learn.Row], error) { return learn.NewRunner(l.Trace, plan) }})
	if err != nil {
		return nil, err
	}
	return learn.Merge(plan, l.Trace.Digest, rows.First(plan.Pairs)), nil
}

func saveScores(path string, t *learn.Training) error {
	b := learn.WriteScores(t)
	if strings.HasSuffix(path, ".gz") {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, _ = z.Write(b) // a buffer takes everything
		_ = z.Close()
		b = packed.Bytes()
	}
	return cli.SaveFile(path, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// print prints the paper with the weights, how the fits do, and what windows say where they judged.
func (x *learned) print(c *cli.Call) error {
	spread := "; scores spread by " + learn.Power(x.Spread) + " (standard deviation)"
	if x.Stderr.Known() {
		spread += " and are each good to " + learn.Power(x.Stderr) + " (standard error)"
	}
	fmt.Fprintf(c.Stdout, "%s\n\n", cli.Wrap(x.from+spread, 100))
	made := x.Paper()
	made.Table, made.Note = x.Table(), learn.Note
	fits, names := [][]string{{"order", "MAE", "R²", "rank correlation"}}, []string{}
	for i, m := range x.Models {
		name := learn.Mine
		if i > 0 {
			name += strconv.Itoa(i + 1)
		}
		names = append(names, name+"="+m.Formula)
		fits = append(fits, []string{name + ", of " + m.Name, learn.Power(m.MAE), numeral.Number(m.R2), numeral.Number(m.Rank)})
	}
	formulas := func() error {
		_, err := fmt.Fprintf(c.Stdout, "To see what it does, leave out its name or give another:\n\n    shadowtime compare --orders "+
			"'FCFS,SAF,%s' %s\n\n", strings.Join(names, ","), cmp.Or(x.path, "TRACE"))
		return err
	}
	below := []func() error{c.Below("", fits), formulas}
	if x.Judged != nil {
		below = append(below, c.Below(cli.Wrap(windows.Note, 100)+"\n", x.Judged.Table()))
	}
	if x.path == "" {
		made.Methods = "" // no log was scored here
	}
	return c.PrintPaper(made, below...)
}
