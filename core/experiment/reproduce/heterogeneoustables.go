package reproduce

import (
	"math"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/report/published"
)

// Passages are the tables.
func (s *Heterogeneous) Passages() []Passage {
	return passages(s.Grids(), published.HeterogeneousSource)
}

// Page has tables and charts; what no log was given for stays as it is.
func (s *Heterogeneous) Page() Page { return Page{Tables: bodies(s.Grids()), Charts: s.Charts()} }

// paysTable is what each action of scenario 1 earns.
func paysTable(s *Heterogeneous) Grid {
	g := Grid{ID: "pays", Title: "Scenario 1: what the five actions earn", Head: []string{"", "reward, printed", "reward",
		"makespan s", "energy J"}}
	printed := map[string]float64{"low_power": published.Scenario1.Slow, "high_gflops": published.Scenario1.Fast,
		"high_mem_bw": published.Scenario1.Spread}
	for _, x := range s.Pays {
		_, place, _ := strings.Cut(x.Action, "-")
		g.add(x.Action, numeral.Number(printed[place]), numeral.Number(x.Reward), numeral.Number(x.Makespan), numeral.Number(x.Energy))
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
	q := Middle(values)
	return write(q[1]) + " [" + write(q[0]) + ", " + write(q[2]) + "]"
}

func number(v float64) string { return numeral.Number(v) }
func change(v float64) string { return numeral.SignedPercent(v, 0) }

// seedsTable is what the seeds of each form came to.
func seedsTable(s *Heterogeneous) Grid {
	n := len(s.Learned[0].Courses)
	g := Grid{ID: "settled", Title: "Scenario 1: what " + numeral.Count(n) + " seeds learned",
		Head: []string{"", "episodes", "likes spreading best", "spreads, above 0.9", "one spreading action above 0.9",
			"another action above 0.9", "spreads from episode", "reward, last 50"}}
	g.add("Printed: one seed", numeral.Count(published.Scenario1.Episodes), "", "", "1", "",
		"≈ "+numeral.Count(published.Scenario1.Settled), "")
	for _, l := range s.Learned {
		g.add(numeral.Capital(l.Name), numeral.Count(l.Plan.Episodes), shareOf(l.Likes(), n), shareOf(l.Spreads(), n),
			shareOf(l.Settles(), n), shareOf(l.Errs(), n),
			band(l.Sinces(), numeral.Whole), band(l.Late(), number))
	}
	return g
}

// consolidatedTable is scenario 2.
func consolidatedTable(s *Heterogeneous) Grid {
	g := Grid{ID: "consolidated", Title: "Scenario 2: consolidating against spreading", Head: []string{"", "energy", "makespan",
		"turnaround", "longest wait s"}}
	p := published.Scenario2
	g.add("Printed: one workload", change(p.Energy), change(p.Makespan), change(p.Turnaround), "0")
	for _, a := range s.Energy {
		row := []string{numeral.Capital(a.Name)}
		for _, of := range []func(c *PairContrast) float64{
			func(c *PairContrast) float64 { return c.Energy }, func(c *PairContrast) float64 { return c.Makespan },
			func(c *PairContrast) float64 { return c.Turnaround },
		} {
			row = append(row, band(a.Values(of), change))
		}
		longest := 0.0
		for _, c := range a.Seeds {
			longest = max(longest, c.MaxWait)
		}
		g.add(append(row, numeral.Number(longest))...)
	}
	return g
}

// waitsTable is experiment 5.2.
func waitsTable(s *Heterogeneous) Grid {
	g := Grid{ID: "waits", Title: "Experiment 5.2: FCFS against shortest first", Head: []string{"", "maximum slowdown, ×",
		"mean slowdown, ×", "makespan", "energy", "99 % of cores busy"}}
	p := published.Experiment52
	g.add("Printed: one workload", number(p.MaxSlowdown), number(p.AvgSlowdown), "≈ 0 %", "≈ 0 %", "≈ "+numeral.Percent(p.Full, 0))
	fine := func(v float64) string { return numeral.SignedPercent(v, 1) }
	for _, a := range s.Waits {
		g.Rows = append(g.Rows, []string{numeral.Capital(a.Name), band(a.Values(func(c *PairContrast) float64 { return c.MaxSlowdown }),
			number), band(a.Values(func(c *PairContrast) float64 { return c.AvgSlowdown }), number),
			band(a.Values(func(c *PairContrast) float64 { return c.Makespan }), fine),
			band(a.Values(func(c *PairContrast) float64 { return c.Energy }), fine),
			band(a.Values(func(c *PairContrast) float64 { return c.Full }), func(v float64) string { return numeral.Percent(v, 0) })})
	}
	return g
}

// schedulersTable are who schedules the thousand jobs.
func schedulersTable(s *Heterogeneous) Grid {
	g := Grid{ID: "schedulers", Title: "Gaia, first thousand jobs and the next: who schedules",
		Head: []string{"", "mean slowdown", "maximum slowdown", "mean wait h", "energy GJ", "mean slowdown, next thousand"}}
	for _, p := range s.Policies {
		of := func(value func(o *PolicyOutcome) float64) string { return band(p.Values(value), number) }
		g.Rows = append(g.Rows, []string{numeral.Capital(p.Name),
			of(func(o *PolicyOutcome) float64 { return o.Seen.AvgSlowdown }),
			of(func(o *PolicyOutcome) float64 { return o.Seen.MaxSlowdown }),
			of(func(o *PolicyOutcome) float64 { return o.Seen.AvgWait / 3600 }),
			of(func(o *PolicyOutcome) float64 { return o.Seen.Energy / 1e9 }),
			of(func(o *PolicyOutcome) float64 { return o.Next.AvgSlowdown })})
	}
	return g
}

// demandTable is what the log's jobs ask for.
func demandTable(s *Heterogeneous) Grid {
	g := Grid{ID: "asked", Title: "What the log’s jobs ask for", Head: []string{"", "printed", "here", "without the first four"}}
	p := published.HeterogeneousJobs
	add := func(what string, printed, here float64, later ...float64) {
		row := []string{what, numeral.Whole(printed), numeral.Whole(here), ""}
		for _, v := range later {
			row[3] = numeral.Whole(v)
		}
		g.add(row...)
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

// Grids are all tables; without the log those of the scenario that needs none.
func (s *Heterogeneous) Grids() []Grid {
	list := []Grid{paysTable(s), seedsTable(s)}
	if s.Log == "" {
		return list
	}
	return append(list, consolidatedTable(s), waitsTable(s), schedulersTable(s), demandTable(s))
}

// JSON is what other programs read.
func (s *Heterogeneous) JSON() any {
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
		Version  int               `json:"version"`
		Source   string            `json:"source"`
		Seeds    int               `json:"seeds"`
		Pays     []ActionPay       `json:"pays"`
		Forms    []form            `json:"forms"`
		Log      string            `json:"file,omitempty"`
		Scenario []*PairAnswer     `json:"consolidating,omitempty"`
		Waits    []*PairAnswer     `json:"waiting,omitempty"`
		Policies []*PolicyOutcomes `json:"policies,omitempty"`
	}{Version: 1, Source: published.HeterogeneousSource, Seeds: len(s.Learned[0].Courses), Pays: s.Pays, Log: s.Log, Scenario: s.Energy,
		Waits: s.Waits, Policies: s.Policies}
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
