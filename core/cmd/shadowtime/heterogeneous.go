package main

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/report"
	"shadowtime/core/report/published"
	"shadowtime/core/study/keep"
)

// heterogeneousStudy is the name of the study of heterogeneous clusters: part of it
// needs no log.
const heterogeneousStudy = "heterogeneous"

// heterogeneous runs that study again.
func (r *reproducing) heterogeneous(paths []string, onto string, asJSON bool) error {
	if len(paths) > 1 {
		return usef("--study %s is of one log, %s: give that, or none for the scenario that needs none", heterogeneousStudy, published.HeterogeneousLog)
	}
	s := &reproduce.Heterogeneous{}
	var gaia *reproduce.Gaia
	for _, path := range paths {
		log, err := r.open(path)
		if err != nil {
			return err
		}
		if !published.IsHeterogeneousLog(log.Name) {
			return fmt.Errorf("%s: nothing is known of the study of heterogeneous clusters on this log: it is of %s", path, published.HeterogeneousLog)
		}
		if gaia, err = reproduce.OnGaia(log); err != nil {
			return err
		}
		r.digest = log.Digest
		s.Log = log.Name
	}
	if err := r.scenario1(s); err != nil {
		return err
	}
	if gaia != nil {
		if err := r.onGaia(gaia, s); err != nil {
			return err
		}
	}
	switch {
	case r.into != nil:
		return fillHeterogeneous(r.into, s)
	case onto != "":
		return edit(onto, func(p *page) error { return fillHeterogeneous(p, s) })
	case asJSON:
		return r.printJSON(heterogeneousJSON(s, len(s.Learned[0].Courses)))
	}
	for _, g := range heterogeneousGrids(s) {
		fmt.Fprintf(r.stdout, "%s (%s)\n\n", g.title, published.HeterogeneousSource)
		if err := printTable(r.stdout, append([][]string{g.head}, g.rows...)); err != nil {
			return err
		}
		fmt.Fprintln(r.stdout)
	}
	return nil
}

// seeds does what is to be done with each of many seeds, from 1, and gives what came
// out of them; n is how many unless the command line says.
func seeds[T any](r *reproducing, n int, what string, do func(seed uint64) (T, error)) ([]T, error) {
	if r.resamples > 0 {
		n = r.resamples
	}
	of := keep.Part{Kind: reproduceKind, Digest: r.digest, Key: heterogeneousStudy + " " + what, Build: build()}
	return things(r.call, of, n, what, func() (func(i int) (T, error), error) {
		return func(i int) (T, error) { return do(uint64(i + 1)) }, nil
	})
}

func (r *reproducing) scenario1(s *reproduce.Heterogeneous) (err error) {
	if s.Pays, err = reproduce.Pays(); err != nil {
		return err
	}
	for _, f := range reproduce.Forms() {
		courses, err := seeds(r, reproduce.Seeds, "courses, "+f.Name, f.Train)
		if err != nil {
			return err
		}
		s.Learned = append(s.Learned, &reproduce.FormCourses{LearningForm: f, Courses: courses})
	}
	return nil
}

// onGaia asks what the study asked of its log.
func (r *reproducing) onGaia(g *reproduce.Gaia, s *reproduce.Heterogeneous) error {
	for _, x := range []struct {
		into *[]*reproduce.PairAnswer
		list []reproduce.PairQuestion
	}{{&s.Energy, reproduce.Consolidating()}, {&s.Waits, reproduce.Waiting()}} {
		for _, q := range x.list {
			list, err := seeds(r, reproduce.Seeds, "seeds, "+q.Name, func(seed uint64) (reproduce.PairContrast, error) { return g.Ask(&q, seed), nil })
			if err != nil {
				return err
			}
			*x.into = append(*x.into, &reproduce.PairAnswer{PairQuestion: q, Seeds: list})
		}
	}
	for _, p := range reproduce.Policies() {
		list, err := seeds(r, reproduce.LearnedSeeds, "seeds, "+p.Name, func(seed uint64) (reproduce.PolicyOutcome, error) { return g.Schedule(&p, seed) })
		if err != nil {
			return err
		}
		s.Policies = append(s.Policies, &reproduce.PolicyOutcomes{Policy: p, Seeds: list})
	}
	s.First, s.Later, s.All = g.Asked(1000, 0), g.Asked(1000, 4), g.Asked(0, 0)
	return nil
}

// ---- the tables, as rows of words

// pays is what each action of scenario 1 earns.
func pays(s *reproduce.Heterogeneous) grid {
	g := grid{"pays", "Scenario 1: what the five actions earn", []string{"", "reward, printed", "reward", "makespan s", "energy J"}, nil}
	printed := map[string]float64{"low_power": published.Scenario1.Slow, "high_gflops": published.Scenario1.Fast, "high_mem_bw": published.Scenario1.Spread}
	for _, x := range s.Pays {
		_, place, _ := strings.Cut(x.Action, "-")
		g.rows = append(g.rows, []string{x.Action, numeral.Number(printed[place]), numeral.Number(x.Reward), numeral.Number(x.Makespan), numeral.Number(x.Energy)})
	}
	return g
}

// shareOf is a count of seeds with the 95 % interval of its share (Wilson's).
func shareOf(n, of int) string {
	const z = 1.959964
	p, m := float64(n)/float64(of), float64(of)
	mid, half := (p+z*z/(2*m))/(1+z*z/m), z/(1+z*z/m)*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return numeral.Count(n) + " [" + numeral.Percent(max(0, mid-half), 0) + ", " + numeral.Percent(min(1, mid+half), 0) + "]"
}

// band is a median with the 5th and 95th percentile.
func band(values []float64, write func(v float64) string) string {
	if len(values) == 0 {
		return "–"
	}
	q := reproduce.Middle(values)
	return write(q[1]) + " [" + write(q[0]) + ", " + write(q[2]) + "]"
}

func number(v float64) string { return numeral.Number(v) }
func change(v float64) string { return numeral.SignedPercent(v, 0) }

// settled is what the seeds of each form came to.
func settled(s *reproduce.Heterogeneous) grid {
	n := len(s.Learned[0].Courses)
	g := grid{"settled", "Scenario 1: what " + numeral.Count(n) + " seeds learned", []string{"", "episodes", "likes spreading best", "spreads, above 0.9", "one spreading action above 0.9", "another action above 0.9", "spreads from episode", "reward, last 50"}, nil}
	g.rows = append(g.rows, []string{"Printed: one seed", numeral.Count(published.Scenario1.Episodes), "", "", "1", "", "≈ " + numeral.Count(published.Scenario1.Settled), ""})
	for _, l := range s.Learned {
		g.rows = append(g.rows, []string{numeral.Capital(l.Name), numeral.Count(l.Plan.Episodes), shareOf(l.Likes(), n), shareOf(l.Spreads(), n), shareOf(l.Settles(), n), shareOf(l.Errs(), n),
			band(l.Sinces(), numeral.Whole), band(l.Late(), number)})
	}
	return g
}

// consolidated is scenario 2.
func consolidated(s *reproduce.Heterogeneous) grid {
	g := grid{"consolidated", "Scenario 2: consolidating against spreading", []string{"", "energy", "makespan", "turnaround", "longest wait s"}, nil}
	p := published.Scenario2
	g.rows = append(g.rows, []string{"Printed: one workload", change(p.Energy), change(p.Makespan), change(p.Turnaround), "0"})
	for _, a := range s.Energy {
		row := []string{numeral.Capital(a.Name)}
		for _, of := range []func(c *reproduce.PairContrast) float64{
			func(c *reproduce.PairContrast) float64 { return c.Energy }, func(c *reproduce.PairContrast) float64 { return c.Makespan }, func(c *reproduce.PairContrast) float64 { return c.Turnaround },
		} {
			row = append(row, band(a.Of(of), change))
		}
		longest := 0.0
		for _, c := range a.Seeds {
			longest = max(longest, c.MaxWait)
		}
		g.rows = append(g.rows, append(row, numeral.Number(longest)))
	}
	return g
}

// waits is experiment 5.2.
func waits(s *reproduce.Heterogeneous) grid {
	g := grid{"waits", "Experiment 5.2: FCFS against shortest first", []string{"", "maximum slowdown, ×", "mean slowdown, ×", "makespan", "energy", "99 % of cores busy"}, nil}
	p := published.Experiment52
	g.rows = append(g.rows, []string{"Printed: one workload", number(p.MaxSlowdown), number(p.AvgSlowdown), "≈ 0 %", "≈ 0 %", "≈ " + numeral.Percent(p.Full, 0)})
	fine := func(v float64) string { return numeral.SignedPercent(v, 1) }
	for _, a := range s.Waits {
		g.rows = append(g.rows, []string{numeral.Capital(a.Name), band(a.Of(func(c *reproduce.PairContrast) float64 { return c.MaxSlowdown }), number), band(a.Of(func(c *reproduce.PairContrast) float64 { return c.AvgSlowdown }), number),
			band(a.Of(func(c *reproduce.PairContrast) float64 { return c.Makespan }), fine), band(a.Of(func(c *reproduce.PairContrast) float64 { return c.Energy }), fine),
			band(a.Of(func(c *reproduce.PairContrast) float64 { return c.Full }), func(v float64) string { return numeral.Percent(v, 0) })})
	}
	return g
}

// schedulers are who schedules the thousand jobs.
func schedulers(s *reproduce.Heterogeneous) grid {
	g := grid{"schedulers", "Gaia, first thousand jobs and the next: who schedules", []string{"", "mean slowdown", "maximum slowdown", "mean wait h", "energy GJ", "mean slowdown, next thousand"}, nil}
	for _, p := range s.Policies {
		of := func(value func(o *reproduce.PolicyOutcome) float64) string { return band(p.Of(value), number) }
		g.rows = append(g.rows, []string{numeral.Capital(p.Name),
			of(func(o *reproduce.PolicyOutcome) float64 { return o.Seen.AvgSlowdown }), of(func(o *reproduce.PolicyOutcome) float64 { return o.Seen.MaxSlowdown }),
			of(func(o *reproduce.PolicyOutcome) float64 { return o.Seen.AvgWait / 3600 }), of(func(o *reproduce.PolicyOutcome) float64 { return o.Seen.Energy / 1e9 }),
			of(func(o *reproduce.PolicyOutcome) float64 { return o.Next.AvgSlowdown })})
	}
	return g
}

// askedFor is what the log's jobs ask for.
func askedFor(s *reproduce.Heterogeneous) grid {
	g := grid{"asked", "What the log’s jobs ask for", []string{"", "printed", "here", "without the first four"}, nil}
	p := published.HeterogeneousJobs
	add := func(what string, printed, here float64, later ...float64) {
		row := []string{what, numeral.Whole(printed), numeral.Whole(here), ""}
		for _, v := range later {
			row[3] = numeral.Whole(v)
		}
		g.rows = append(g.rows, row)
	}
	add("First thousand: cores, median", p.MedianSize, s.First.MedianSize, s.Later.MedianSize)
	add("First thousand: cores, 95th percentile", p.HighSize, s.First.HighSize, s.Later.HighSize)
	add("First thousand: MB a core, median", p.MedianMemory, s.First.MedianMemory, s.Later.MedianMemory)
	add("First thousand: MB a core, 95th percentile", p.HighMemory, s.First.HighMemory, s.Later.HighMemory)
	add("First thousand: MB a core, maximum", p.MostMemory, s.First.MostMemory, s.Later.MostMemory)
	add("All: jobs", float64(p.Jobs), float64(s.All.Jobs))
	add("All: MB a core, median", p.MedianMemoryAll, s.All.MedianMemory)
	add("All: MB a core, 95th percentile", p.HighMemoryAll, s.All.HighMemory)
	add("All: MB a core, maximum", p.MostMemoryAll, s.All.MostMemory)
	return g
}

func heterogeneousGrids(s *reproduce.Heterogeneous) []grid {
	list := []grid{pays(s), settled(s)}
	if s.Log == "" {
		return list
	}
	return append(list, consolidated(s), waits(s), schedulers(s), askedFor(s))
}

// fillHeterogeneous puts tables and charts into a page; what no log was given for
// stays as it is.
func fillHeterogeneous(p *page, s *reproduce.Heterogeneous) error {
	var errs []error
	for _, g := range heterogeneousGrids(s) {
		p.head(g.id, g.title, g.head)
		errs = append(errs, p.table(g.id, func(string) string { return g.html() }))
	}
	for _, c := range s.Charts() {
		errs = append(errs, p.chart(c.ID, c.HTML()))
	}
	return errors.Join(errs...)
}

// ---- as JSON

func heterogeneousJSON(s *reproduce.Heterogeneous, seeds int) any {
	type form struct {
		Name    string         `json:"name"`
		Plan    any            `json:"plan"`
		Likes   int            `json:"likesSpreading"`
		Spreads int            `json:"spreads"`
		Settles int            `json:"settles"`
		Errs    int            `json:"settlesElsewhere"`
		Spread  []report.Float `json:"spread"` // in the end, by seed
		Rewards []report.Float `json:"rewards"`
	}
	all := struct {
		Version  int                         `json:"version"`
		Source   string                      `json:"source"`
		Seeds    int                         `json:"seeds"`
		Pays     []reproduce.ActionPay       `json:"pays"`
		Forms    []form                      `json:"forms"`
		Log      string                      `json:"file,omitempty"`
		Scenario []*reproduce.PairAnswer     `json:"consolidating,omitempty"`
		Waits    []*reproduce.PairAnswer     `json:"waiting,omitempty"`
		Policies []*reproduce.PolicyOutcomes `json:"policies,omitempty"`
	}{Version: 1, Source: published.HeterogeneousSource, Seeds: seeds, Pays: s.Pays, Log: s.Log, Scenario: s.Energy, Waits: s.Waits, Policies: s.Policies}
	for _, l := range s.Learned {
		f := form{Name: l.Name, Plan: l.Plan, Likes: l.Likes(), Spreads: l.Spreads(), Settles: l.Settles(), Errs: l.Errs()}
		for i, v := range l.Late() {
			c := l.Courses[i]
			f.Spread, f.Rewards = append(f.Spread, report.Float(c.Spread[len(c.Spread)-1])), append(f.Rewards, report.Float(v))
		}
		all.Forms = append(all.Forms, f)
	}
	return all
}
