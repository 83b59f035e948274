package train

import (
	"shadowtime/core/base/wire"
	"shadowtime/core/cluster"
	"shadowtime/core/study"
)

// Row is what seed number K came to. Task study.Logged has the ground alone.
type Row struct {
	K      int
	Ground Ground
	Course Course
	Tests  []Test
}

// Ground is what courses run on: jobs of the stretch learned on and of the one behind it
// (0 where there is none), jobs of the log left out on the way there (they fit nowhere, or
// their times can't be), and numbers of the machine, of an observation and of the network.
type Ground struct {
	Jobs    int `json:"jobs"`
	Unseen  int `json:"unseen"`
	Left    int `json:"leftOut"`
	Cores   int `json:"cores"`
	Inputs  int `json:"inputs"`
	Weights int `json:"weights"`
}

// Course is what a seed's episodes came to, a value a point: see Plan.Every.
type Course struct {
	Decisions, Rewards, Losses, Entropies, Makespans, Energies []float64
	// Preferences of each action at the first decision, point by point.
	Preferences [][]float64
}

// Test is a run of jobs after the course, nothing learned from it.
type Test struct {
	Unseen bool // of the stretch behind the one learned on
	Who    int  // number of a choice that was always taken; below 0 see Sampled
	Easy   bool // of a choice: with EASY backfilling
	Outcome
}

// Who is tested beside choices: the agent drawing actions as it learned to, the mean of
// TestEpisodes; the agent taking the likeliest; and one that draws any, likewise.
const (
	sampled = -1 - iota
	greedy
	uniform
)

// testEpisodes are those of a test of who draws.
const testEpisodes = 20

// Outcome is what a run of the jobs came to. Times are in seconds.
type Outcome struct {
	Reward, Makespan, Energy, AvgWait, AvgTurnaround, AvgSlowdown, AvgUtilization float64
}

func outcome(reward float64, m cluster.Metrics) Outcome {
	return Outcome{reward, m.Makespan, m.Energy, m.AvgWait, m.AvgTurnaround, m.AvgSlowdown, m.AvgUtilization}
}

// figures are all of them.
func (o *Outcome) figures() []*float64 {
	return []*float64{&o.Reward, &o.Makespan, &o.Energy, &o.AvgWait, &o.AvgTurnaround, &o.AvgSlowdown, &o.AvgUtilization}
}

// Rows are the rows known of a plan on a log.
type Rows = study.Rows[Row, *Row]

// Number is the task's.
func (row *Row) Number() int { return row.K }

// Wire sends or takes the row.
func (row *Row) Wire(b wire.Both) {
	g := &row.Ground
	b.All(&row.K, &g.Jobs, &g.Unseen, &g.Left, &g.Cores, &g.Inputs, &g.Weights, &row.Course)
	wire.Listed(b, &row.Tests, func(t *Test) {
		b.All(&t.Unseen, &t.Who, &t.Easy)
		for _, x := range t.figures() {
			b.Float(x)
		}
	})
}

func (c *Course) lists() []*[]float64 {
	return []*[]float64{&c.Decisions, &c.Rewards, &c.Losses, &c.Entropies, &c.Makespans, &c.Energies}
}

// Wire sends or takes the course, of which every point has all of its figures.
func (c *Course) Wire(b wire.Both) {
	for _, list := range c.lists() {
		b.All(list)
	}
	wire.Listed(b, &c.Preferences, func(p *[]float64) { b.All(p) })
	b.Check(c.whole())
}

// whole says that every point has all of its figures.
func (c *Course) whole() bool {
	n := len(c.Preferences)
	for _, list := range c.lists() {
		if len(*list) != n {
			return false
		}
	}
	for _, p := range c.Preferences {
		if len(p) != len(c.Preferences[0]) {
			return false
		}
	}
	return true
}

// Len is how many points it has.
func (c *Course) Len() int { return len(c.Preferences) }

// Append adds what follows.
func (c *Course) Append(more *Course) {
	for i, list := range c.lists() {
		*list = append(*list, *more.lists()[i]...)
	}
	c.Preferences = append(c.Preferences, more.Preferences...)
}

// Thin is the course with a point for so many episodes, as rows have it.
func (c *Course) Thin(every int) Course {
	if every <= 1 {
		return *c
	}
	var t Course
	for i, list := range c.lists() {
		for from := 0; from < len(*list); from += every {
			part := (*list)[from:min(from+every, len(*list))]
			sum := 0.0
			for _, x := range part {
				sum += x
			}
			into := t.lists()[i]
			*into = append(*into, sum/float64(len(part)))
		}
	}
	for from := 0; from < c.Len(); from += every {
		t.Preferences = append(t.Preferences, c.Preferences[min(from+every, c.Len())-1])
	}
	return t
}
