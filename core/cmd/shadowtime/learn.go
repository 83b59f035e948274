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
	"math"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/regress"
	"shadowtime/core/regression"
	"shadowtime/core/study"
)

func learnVerb() verb {
	return verb{
		name: "learn", args: "TRACE",
		short: "make queue orders from a log: score jobs by simulations, and fit polynomials to the scores",
		examples: []string{
			"shadowtime learn lublin_256.swf.gz",
			"shadowtime learn --pairs 100 --trials 65536 --features lin,lin+log(p) --json KTH-SP2.swf.gz",
			"shadowtime learn --sizes 16,6 --trials all --starts 0,500,1000 lublin_256.swf.gz",
			"shadowtime learn --save scores.csv.gz lublin_256.swf.gz",
			"shadowtime learn --scores scores.csv.gz --features qdr --ridge 0.01",
		},
		run: runLearn,
	}
}

// ofFit are the flags that have a meaning where scores are at hand.
var ofFit = map[string]bool{"features": true, "sizes": true, "ridge": true}

func runLearn(c *call) error {
	plan := regress.Default()
	c.declare(plan.Settings())
	scores := c.input("scores", "fit the scores in this `file` (p,q,r,score a line, .gz too, - is standard input) instead of making some from a log; jobs of one pair stand together, as many as --sizes says")
	save := c.output("save", "", "write the scores to this `file`, compressed if it ends in .gz")
	asJSON := c.flags.Bool("json", false, "print one JSON object")
	c.taskFlags("pairs")
	paths, err := c.parse(-1)
	if err != nil {
		return err
	}
	var x *learned
	switch {
	case *scores != "":
		x, err = c.learnFromScores(plan, *scores, paths)
	case len(paths) != 1:
		return usef("%d arguments instead of 1: write shadowtime learn %s, or --scores FILE", len(paths), c.verb.args)
	default:
		x, err = c.learnFromLog(plan, paths[0])
	}
	if err != nil {
		return err
	}
	if *save != "" {
		if err := saveScores(*save, x.Training); err != nil {
			return err
		}
	}
	switch {
	case len(x.Models) == 0:
		return errors.New(x.Refused[0])
	case *asJSON:
		return c.printJSON(x.Report)
	}
	return x.print(c)
}

// learned is what learn found.
type learned struct {
	*regression.Report
	from string // what was scored, for people
	path string // of the log, "" of scores at hand
}

func (c *call) learnFromScores(plan regress.Plan, path string, more []string) (*learned, error) {
	if len(more) > 0 {
		return nil, usef("a log beside --scores: give one of them")
	}
	for _, s := range plan.Settings() {
		if c.gave(s.Key) && !ofFit[s.Key] {
			return nil, usef("--%s: nothing is simulated where --scores gives the scores: leave it out", s.Key)
		}
	}
	if err := c.notKept("nothing is simulated where --scores gives the scores"); err != nil {
		return nil, err
	}
	if err := plan.Normalise(); err != nil {
		return nil, badUse{err}
	}
	text, err := c.text(path)
	if err != nil {
		return nil, err
	}
	t, err := regress.ReadScores(text, plan.Sizes.Queued)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	sum := sha256.Sum256([]byte(text))
	return &learned{regression.Of(plan, hex.EncodeToString(sum[:]), t),
		fmt.Sprintf("%s: %s scored jobs of %s pairs", path, figure.Count(t.Len()), figure.Count(t.Pairs())), ""}, nil
}

func (c *call) learnFromLog(plan regress.Plan, path string) (*learned, error) {
	if err := plan.Normalise(); err != nil {
		return nil, badUse{err}
	}
	l, err := c.load(path, &plan.Workload)
	if err != nil {
		return nil, err
	}
	if err := c.begin(entryOf(part(regress.Name, l.trace, plan.Settings()), l.trace.Name)); err != nil {
		return nil, err
	}
	r, err := c.scored(l, plan)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	orders := "every order of each"
	if plan.Trials != regress.All {
		orders = figure.Count(int(plan.Trials)) + " trials of each"
	}
	return &learned{r, fmt.Sprintf("%s: %s jobs, %s processors; %s %s of %d jobs ahead and %d queued, %s, seed %d", l.trace.Name, figure.Count(l.trace.Len()), figure.Count(l.trace.Procs),
		figure.Count(plan.Pairs), figure.Plural(plan.Pairs, "pair", "pairs"), plan.Sizes.Ahead, plan.Sizes.Queued, orders, plan.Seed), path}, nil
}

// scored scores a plan's pairs and fits its models.
func (c *call) scored(l loaded, plan regress.Plan) (*regression.Report, error) {
	if err := plan.Fits(l.trace.Len()); err != nil {
		return nil, err
	}
	var rows regress.Rows
	err := compute(c, &rows, batch[regress.Row]{part: part(regress.Name, l.trace, plan.Settings()), from: 1, upTo: plan.Pairs, what: "pairs of " + l.trace.Name,
		start: func() (study.Tasks[regress.Row], error) { return regress.NewRunner(l.trace, plan) }})
	if err != nil {
		return nil, err
	}
	return regression.Merge(plan, l.trace.Digest, rows.First(plan.Pairs)), nil
}

func saveScores(path string, t *regress.Training) error {
	b := regress.WriteScores(t)
	if strings.HasSuffix(path, ".gz") {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, _ = z.Write(b) // a buffer takes everything
		_ = z.Close()
		b = packed.Bytes()
	}
	return saveFile(path, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

func (x *learned) print(c *call) error {
	fmt.Fprintf(c.stdout, "%s\n\n", wrap(x.from, 100))
	text := "Scores spread by " + power(float64(x.Spread)) + " (standard deviation)"
	if x.Stderr.Known() {
		text += " and are each good to " + power(float64(x.Stderr)) + " (standard error)"
	}
	text += ". By weight, areas, the " + figure.Count(x.Scores) + " rows count as " + figure.Whole(float64(x.Effective)) + " equal ones."
	fmt.Fprintf(c.stdout, "%s\n\n", wrap(text, 100))
	var names []string
	for i, m := range x.Models {
		name := regression.Mine
		if i > 0 {
			name += strconv.Itoa(i + 1)
		}
		names = append(names, name+"="+m.Formula)
		if err := printFit(c, m.Fit, names[i]); err != nil {
			return err
		}
	}
	for _, why := range x.Refused {
		fmt.Fprintf(c.stdout, "%s\n\n", wrap("! Left out: "+why+".", 100))
	}
	_, err := fmt.Fprintln(c.stdout, wrap("Standard errors: as if rows were independent, and with rows of one pair going together; believe the second. Not determined: closer to 0 than two of these. "+
		"VIF is not centred and without constant, as published, and centred. A formula is an order, the lowest key first, where p is the requested time. "+
		"To see what it does, leave out its name or give another:", 100))
	if err == nil {
		_, err = fmt.Fprintf(c.stdout, "\n    shadowtime compare --orders 'FCFS,SAF,%s' %s\n", strings.Join(names, ","), cmp.Or(x.path, "TRACE"))
	}
	return err
}

func printFit(c *call, f *regress.Fit, order string) error {
	fmt.Fprintf(c.stdout, "%s: MAE %s, R² %s, rank correlation %s\n", f.Name, power(f.MAE), figure.Number(f.R2), figure.Number(f.Rank))
	rows := [][]string{{"feature", "coefficient", "s.e.", "s.e. by pair", "VIF", "centred", ""}}
	for j, k := range f.Coefficients {
		said := ""
		if !k.Determined {
			said = "not determined"
		}
		rows = append(rows, []string{f.Terms[j].String(), power(k.Value), power(k.Stderr), power(k.StderrByPair), vif(k.VIF), vif(k.VIFCentred), said})
	}
	if err := table(c.stdout, rows); err != nil {
		return err
	}
	fmt.Fprintln(c.stdout, order)
	for _, text := range f.Warnings() {
		fmt.Fprintln(c.stdout, wrap("! "+text, 100))
	}
	fmt.Fprintln(c.stdout)
	return nil
}

// power writes what has no common size.
func power(v float64) string {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return figure.Number(v)
	}
	return figure.Power(v, 2)
}

// vif writes a factor of inflation, nothing where there is none.
func vif(v float64) string {
	if v != v {
		return ""
	}
	return figure.Grouped(v, 1)
}
