package train

import (
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/experiment/agent"
	"shadowtime/core/report"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
)

// Paper is the report as a page.
func (c *Cohort) Paper() *paper.Paper {
	s := &c.Source
	p, usual := &c.Plan, Default()
	x := &paper.Paper{
		Kind: "Agents that learn to schedule a cluster", Log: s.Name, Digest: c.Digest, Answer: c.Answer(),
		Table: c.Table(), Note: Note, Cautions: append(c.Cautions(), unkept), Methods: c.Methods(),
	}
	if c.Best != nil {
		l := c.Learning()
		x.Figures = append(x.Figures, paper.Figure{Title: l.Title, Subtitle: l.Subtitle, Draw: func(f plot.Frame) string {
			d := *l
			d.Frame, d.Title = f, l.Title
			return d.SVG()
		}})
	}
	x.Figures = append(x.Figures, paper.Forest(*c.Forest(s.Name)))
	x.Command = p.Settings().Command(Verb, usual.Settings(), s.Name)
	usual = Default()
	x.Query = p.Settings().Query(Verb, usual.Settings(), Name)
	return x
}

// OtherRows are those of a study's other form.
func OtherRows(s *archive.File) (*Rows, error) {
	p := s.Beside(Name)
	if p == nil {
		return &Rows{}, nil
	}
	return archive.Rows[Row](p)
}

// unkept says what a study of agents does not hold.
const unkept = "The agents themselves, their networks, are not in a study: save one in the page while it is watched, or train it with " +
	"shadowtime agent train --model."

// Answer is Sentence, and what the other form came to.
func (c *Cohort) Answer() string {
	return strings.TrimSuffix(c.Sentence()+" "+c.Beside(c.Other), " ")
}

// Note says what the table is.
const Note = "Means over seeds; change against EASY on the same jobs, of sums over seeds with 95 % intervals over seeds; energy in " +
	"J."

// Columns are those of the table of tests.
func (c *Cohort) Columns() *report.Table[*Tested] {
	type column = report.Column[*Tested]
	figure := func(paper, file string, write func([]report.Float) func(report.Float) string, of func(t *Tested) report.Float) column {
		return column{Paper: paper, File: file, Value: of, Write: write}
	}
	numbers, seconds := report.Each(numeral.Number[report.Float]), numeral.Durations[report.Float]
	who := func(t *Tested) string { return t.Who }
	return &report.Table[*Tested]{Baseline: func(t *Tested) bool { return t.Name() == "EASY" }, Columns: []column{
		{Paper: "who", Words: who},
		{Paper: "jobs", File: "jobs", Words: func(t *Tested) string {
			if t.Unseen {
				return "unseen"
			}
			return "learned on"
		}},
		report.Word("who", who),
		{Paper: "backfilling", File: "backfilling", Words: func(t *Tested) string { return t.Backfilling }},
		{Paper: "change", Ranged: "95 % interval", File: "change", Mark: "baseline",
			Value: func(t *Tested) report.Float { return t.Change },
			Range: func(t *Tested) (low, high report.Float) { return t.Low, t.High }},
		report.Figure("low", func(t *Tested) report.Float { return t.Low }),
		report.Figure("high", func(t *Tested) report.Float { return t.High }),
		figure("reward", "reward", numbers, func(t *Tested) report.Float { return t.Reward }),
		figure("makespan", "makespan", seconds, func(t *Tested) report.Float { return t.Makespan }),
		figure("energy", "energy", numbers, func(t *Tested) report.Float { return t.Energy }),
		figure("mean wait", "avgwait", seconds, func(t *Tested) report.Float { return t.AvgWait }),
		figure("turnaround", "avgturnaround", seconds, func(t *Tested) report.Float { return t.AvgTurnaround }),
		figure("slowdown", "avgslowdown", numbers, func(t *Tested) report.Float { return t.AvgSlowdown }),
		{Paper: "busy", File: "avgutilization", Value: func(t *Tested) report.Float { return t.Utilization },
			Fixed: func(x report.Float) string { return numeral.Percent(x, 1) }},
	}}
}

// Table has a row a test in words, with a head.
func (c *Cohort) Table() [][]string { return c.Columns().Sheet(report.Rows(c.Tests)) }

// Setting says of what figures are, on a log of that name.
func (c *Cohort) Setting(log string) string {
	p := &c.Plan
	on := p.Platform
	if strings.HasPrefix(on, "{") {
		on = "a platform of your own"
	}
	s := p.Agent.Agent + " on " + on + ", "
	if p.Jobs == Own {
		s += "its own two jobs"
	} else {
		s += log
		if g := c.Ground; g != nil {
			s += ", " + numeral.Jobs(g.Jobs)
		}
	}
	return s + "; " + numeral.Count(c.Done) + numeral.Plural(c.Done, " seed", " seeds") + " of " +
		numeral.Count(p.Agent.Episodes) + " episodes"
}

// Form names one of two forms.
func (c *Cohort) Form() string {
	if c.Plan.Agent.Baseline == agent.Mean {
		return "with the baseline"
	}
	return "in the plain form"
}

// Learning shows how many seeds have found what is best, episode by episode.
func (c *Cohort) Learning() *plot.Line {
	every := float64(c.Plan.Every())
	l := &plot.Line{First: every, Step: every, X: "episode", Y: "share of seeds that take a best action with a probability above " +
		numeral.Plain(SettledAt), YUnit: plot.Percent, Roomy: true}
	for _, x := range []*Cohort{c, c.Other} {
		if x == nil || x.Best == nil {
			continue
		}
		s := plot.Series{Label: "plain", Hue: "--ink-soft", Values: x.BestShares()}
		if x.Plan.Agent.Baseline == agent.Mean {
			s.Label, s.Hue = "with baseline", "--accent"
		}
		l.Series = append(l.Series, s)
	}
	of := func(x *Cohort) string { return numeral.Count(x.Best.Seeds) + " of " + numeral.Count(x.Done) }
	l.Title = of(c) + " seeds learn to spread the two jobs " + c.Form()
	if c.Other != nil && c.Other.Best != nil {
		l.Title += ", " + of(c.Other) + " " + c.Other.Form()
	}
	l.Subtitle = c.Setting(c.Source.Name)
	return l
}

// Forest sets the agents beside EASY, chance and the pairs that do best.
func (c *Cohort) Forest(log string) *plot.Forest {
	name, _ := c.Judged()
	f := &plot.Forest{Axis: "change in " + name + " against EASY on the same jobs", Less: "less", More: "more", Interval: "95 % over seeds"}
	for _, t := range c.shown() {
		row := plot.ForestRow{Name: t.Name(), Label: t.Name(), Hue: "--ink-soft", Mid: float64(t.Change), Low: float64(t.Low),
			High: float64(t.High), Undefined: !t.Change.Known(), Baseline: t.Name() == "EASY"}
		if t.Who == WhoDraws {
			row.Hue, row.Best = "--accent", true
		}
		if t.Unseen {
			row.Label, row.Note = row.Label+", unseen", "jobs it never saw"
		}
		f.Rows = append(f.Rows, row)
	}
	f.Title, f.Subtitle = c.finding(name), c.Setting(log)
	return f
}

func (c *Cohort) finding(name string) string {
	mine := c.Find(false, WhoDraws, "")
	switch {
	case mine == nil || !mine.Change.Known():
		return "What was learned can't be compared with EASY"
	case !(mine.Low > 0 || mine.High < 0):
		return "The agents were not shown to differ from EASY in " + name
	}
	return "The agents change the " + name + " by " + report.Signed(mine.Change) + " against EASY"
}

// shown are the tests of the chart: the agent, chance and EASY on both stretches, and
// the few pairs that do best or are EASY without backfilling.
func (c *Cohort) shown() (list []*Tested) {
	const pairs = 4
	var fixed []*Tested
	for i := range c.Tests {
		t := &c.Tests[i]
		if t.Pair() && t.Name() != "EASY" && !t.Unseen {
			fixed = append(fixed, t)
		}
	}
	more := c.MoreIsBetter()
	sorted.Stable(fixed, func(a, b *Tested) int {
		if more {
			a, b = b, a
		}
		return report.Ascending(a.Change, b.Change)
	})
	keep := map[string]bool{"EASY": true, EASY: true}
	for _, t := range fixed[:min(pairs, len(fixed))] {
		keep[t.Name()] = true
	}
	for _, first := range []bool{true, false} { // the agent and chance, then pairs
		for i := range c.Tests {
			t := &c.Tests[i]
			if t.Pair() != first && (first || keep[t.Name()]) {
				list = append(list, t)
			}
		}
	}
	sorted.Stable(list, func(a, b *Tested) int {
		if a.Unseen == b.Unseen {
			return 0
		}
		if a.Unseen {
			return 1
		}
		return -1
	})
	return list
}
