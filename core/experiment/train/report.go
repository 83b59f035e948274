package train

import (
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/agent"
	"shadowtime/core/report"
)

// reportVersion of the Report format.
const reportVersion = 1

// Report is what courses of an agent came to: one course, or those of several
// seeds with the bands that they span. Everything in it depends on the cluster,
// its workload and the plan.
type Report struct {
	Version  int        `json:"version"`
	Plan     agent.Plan `json:"plan"`
	Digest   string     `json:"digest"` // of the workload
	Test     bool       `json:"test"`   // nothing was learned
	Actions  []string   `json:"actions"`
	Episodes int        `json:"episodes"`
	*Curves             // of one seed
	Seeds    []Curves   `json:"seeds,omitempty"`
	Bands    *Bands     `json:"bands,omitempty"`
	Settled  []Settled  `json:"settled,omitempty"`
}

// Curves is what each episode of one seed came to.
type Curves struct {
	Seed        uint64           `json:"seed"`
	First       int              `json:"first"` // number of the first episode: above 1 where training went on
	Decisions   []int            `json:"decisions"`
	Rewards     []report.Float   `json:"rewards"`
	Losses      []report.Float   `json:"losses"` // none of tests
	Entropies   []report.Float   `json:"entropies"`
	Preferences [][]report.Float `json:"preferences"` // of each action, at the first decision
	Makespans   []report.Float   `json:"makespans"`
	Energies    []report.Float   `json:"energies"`
}

// Add adds an episode.
func (c *Curves) Add(e *agent.Episode, test bool) {
	if len(c.Rewards) == 0 {
		c.First = e.Number
		c.Losses = []report.Float{}
	}
	c.Decisions = append(c.Decisions, e.Decisions)
	c.Rewards = append(c.Rewards, report.Float(e.Reward))
	if !test {
		c.Losses = append(c.Losses, report.Float(e.Loss))
	}
	c.Entropies = append(c.Entropies, report.Float(e.Entropy))
	list := make([]report.Float, len(e.Preferences))
	for i, p := range e.Preferences {
		list[i] = report.Float(p)
	}
	c.Preferences = append(c.Preferences, list)
	c.Makespans = append(c.Makespans, report.Float(e.Makespan))
	c.Energies = append(c.Energies, report.Float(e.Energy))
}

// Likeliest is the action preferred at the end, by its number, and how much.
func (c *Curves) Likeliest() (action int, p report.Float) {
	for i, x := range c.Preferences[len(c.Preferences)-1] {
		if x > p {
			action, p = i, x
		}
	}
	return action, p
}

// Bands are, of each episode, the 5th, 50th and 95th percentile of the seeds.
type Bands struct {
	Rewards     [][3]report.Float   `json:"rewards"`
	Losses      [][3]report.Float   `json:"losses"`
	Entropies   [][3]report.Float   `json:"entropies"`
	Makespans   [][3]report.Float   `json:"makespans"`
	Energies    [][3]report.Float   `json:"energies"`
	Preferences [][][3]report.Float `json:"preferences"` // of each action
}

// Settled says in how many seeds an action was the likeliest at the end, and in how
// many with more than SettledAt.
type Settled struct {
	Action    string `json:"action"`
	Likeliest int    `json:"likeliest"`
	Seeds     int    `json:"settled"`
}

// SettledAt is the preference above which an agent has settled on an action.
const SettledAt = 0.9

// ReportOf makes the report of courses, which have the same episodes.
func ReportOf(p agent.Plan, digest string, test bool, courses []Curves) *Report {
	r := &Report{Version: reportVersion, Plan: p, Digest: digest, Test: test, Actions: p.Names(), Episodes: len(courses[0].Rewards)}
	if len(courses) == 1 {
		r.Curves = &courses[0]
		return r
	}
	r.Seeds, r.Bands, r.Settled = courses, bandsOf(courses), settledOf(r.Actions, courses)
	return r
}

func bandsOf(courses []Curves) *Bands {
	band := func(of func(c *Curves) []report.Float) [][3]report.Float {
		list := [][3]report.Float{}
		for i := range of(&courses[0]) {
			list = append(list, percentiles(courses, func(c *Curves) report.Float { return of(c)[i] }))
		}
		return list
	}
	b := &Bands{
		Rewards:   band(func(c *Curves) []report.Float { return c.Rewards }),
		Losses:    band(func(c *Curves) []report.Float { return c.Losses }),
		Entropies: band(func(c *Curves) []report.Float { return c.Entropies }),
		Makespans: band(func(c *Curves) []report.Float { return c.Makespans }),
		Energies:  band(func(c *Curves) []report.Float { return c.Energies }),
	}
	for e, actions := range courses[0].Preferences {
		list := [][3]report.Float{}
		for a := range actions {
			list = append(list, percentiles(courses, func(c *Curves) report.Float { return c.Preferences[e][a] }))
		}
		b.Preferences = append(b.Preferences, list)
	}
	return b
}

func percentiles(courses []Curves, of func(c *Curves) report.Float) (three [3]report.Float) {
	values := make([]float64, len(courses))
	for i := range courses {
		values[i] = float64(of(&courses[i]))
	}
	slices.Sort(values)
	for i, p := range []float64{0.05, 0.5, 0.95} {
		three[i] = report.Float(numeral.Quantile(values, p))
	}
	return three
}

func settledOf(actions []string, courses []Curves) []Settled {
	list := make([]Settled, len(actions))
	for i, name := range actions {
		list[i].Action = name
	}
	for i := range courses {
		a, p := courses[i].Likeliest()
		list[a].Likeliest++
		if p > SettledAt {
			list[a].Seeds++
		}
	}
	return list
}
