package train

import (
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/stats"
	"shadowtime/core/cluster"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Cohort is what the seeds of a plan came to: their courses, on what they settled, and
// their tests beside EASY, fixed pairs and choices at random.
type Cohort struct {
	Version  int       `json:"version"`
	Plan     Plan      `json:"plan"`
	Digest   string    `json:"digest"` // of the log
	Done     int       `json:"seedsDone"`
	Ground   *Ground   `json:"ground,omitempty"`
	Actions  []string  `json:"actions"`
	Episodes []int     `json:"episodes"` // of each point of a course the last it stands for
	Seeds    []Curves  `json:"seeds"`
	Bands    *Bands    `json:"bands,omitempty"`
	Settled  []Settled `json:"settled,omitempty"`
	Best     *Best     `json:"best,omitempty"`
	Tests    []Tested  `json:"tests"`

	rows []Row
	best [][]bool // actions, of each seed

	// Source is what the report was computed from: whoever merges rows sets it.
	Source report.Source `json:"-"`
	// Other is the report of the other form of the baseline on the same seeds, nil where there is none.
	Other *Cohort `json:"otherForm,omitempty"`
}

// Best says how many seeds found what is best, where an episode is one decision: then
// it is known of every action what comes of it.
type Best struct {
	Actions   []string     `json:"actions"`   // the best ones of the first seed
	Seeds     int          `json:"seeds"`     // that take one with a probability above SettledAt
	Likeliest int          `json:"likeliest"` // whose likeliest action is one
	Elsewhere int          `json:"elsewhere"` // settled on another
	Value     report.Float `json:"value"`     // of what is judged, by the best and
	Next      report.Float `json:"next"`      // the best of the others, in the first seed; null: there is none
	Low       report.Float `json:"low"`       // of the share of seeds, 95 % (Clopper and Pearson)
	High      report.Float `json:"high"`
}

// Tested is who was tested how: means over seeds, and how what is judged changes
// against EASY on the same jobs.
type Tested struct {
	Unseen        bool         `json:"unseen"`
	Who           string       `json:"who"` // an action, or one of Who's
	Backfilling   string       `json:"backfilling"`
	Change        report.Float `json:"change"` // of sums over seeds, with its 95 % interval over seeds (Fieller)
	Low           report.Float `json:"low"`
	High          report.Float `json:"high"`
	Reward        report.Float `json:"reward"`
	Makespan      report.Float `json:"makespan"`
	Energy        report.Float `json:"energy"`
	AvgWait       report.Float `json:"avgWait"`
	AvgTurnaround report.Float `json:"avgTurnaround"`
	AvgSlowdown   report.Float `json:"avgSlowdown"`
	Utilization   report.Float `json:"avgUtilization"`

	key testKey
}

// Who is tested beside pairs.
const (
	WhoDraws     = "agent" // as it learned to: actions are drawn
	WhoLikeliest = "agent, likeliest"
	WhoRandom    = "random"
)

// testKey tells tests apart.
type testKey struct {
	unseen bool
	who    int
	easy   bool
}

func testerOf(t *Test) testKey { return testKey{t.Unseen, t.Who, t.Easy} }

// CohortOf makes the report of the rows done so far, in any order.
func CohortOf(p Plan, digest job.Digest, rows []Row) *Cohort {
	ground, rows := study.Split[Row, *Row](rows)
	c := &Cohort{Version: reportVersion, Plan: p, Digest: digest.Hex(), Done: len(rows), Actions: p.Agent.Names(), Episodes: []int{},
		Seeds: []Curves{}, Tests: []Tested{}, rows: rows}
	if ground != nil {
		c.Ground = &ground.Ground
	}
	for i := range p.Points() {
		c.Episodes = append(c.Episodes, p.EpisodeOf(i))
	}
	if c.Done == 0 {
		return c
	}
	for i := range rows {
		c.Seeds = append(c.Seeds, courseOf(&rows[i].Course, p.AgentOf(rows[i].K).Seed))
	}
	c.Bands, c.Settled = bandsOf(c.Seeds), settledOf(c.Actions, c.Seeds)
	c.find()
	c.compare()
	return c
}

// courseOf is a course of package train.
func courseOf(from *Course, seed uint64) Curves {
	c := Curves{Seed: seed, First: 1, Rewards: floats(from.Rewards), Losses: floats(from.Losses), Entropies: floats(from.Entropies),
		Makespans: floats(from.Makespans), Energies: floats(from.Energies)}
	for _, n := range from.Decisions {
		c.Decisions = append(c.Decisions, int(math.Round(n)))
	}
	for _, p := range from.Preferences {
		c.Preferences = append(c.Preferences, floats(p))
	}
	return c
}

func floats(list []float64) []report.Float {
	out := make([]report.Float, len(list))
	for i, x := range list {
		out[i] = report.Float(x)
	}
	return out
}

// judged is the figure that an objective is about.
type judged struct {
	Name string // of the figure: "makespan"
	Unit string
	More bool // more of it is better
	of   func(o *Outcome) float64
}

func (c *Cohort) judged() judged {
	switch o, _ := cluster.ParseObjective(c.Plan.Agent.Objective); o { // the plan is normal
	case cluster.AvgSlowdown:
		return judged{"mean slowdown", "", false, func(o *Outcome) float64 { return o.AvgSlowdown }}
	case cluster.AvgCompletion:
		return judged{"mean turnaround", "s", false, turnaround}
	case cluster.AvgUtilization:
		return judged{"utilization", "", true, func(o *Outcome) float64 { return o.AvgUtilization }}
	case cluster.Energy:
		return judged{"energy", "J", false, energy}
	}
	return judged{"makespan", "s", false, func(o *Outcome) float64 { return o.Makespan }}
}

// Judged is what tests are judged by, and its unit.
func (c *Cohort) Judged() (name, unit string) {
	j := c.judged()
	return j.Name, j.Unit
}

// values are those of a figure, seed by seed.
func (c *Cohort) values(who testKey, of func(o *Outcome) float64) (list []float64) {
	k := slices.IndexFunc(c.rows[0].Tests, func(t Test) bool { return testerOf(&t) == who })
	for i := 0; k >= 0 && i < len(c.rows); i++ {
		list = append(list, of(&c.rows[i].Tests[k].Outcome)) // every row has the same tests in the same order
	}
	return list
}

// beside is how a figure of one tested changes against EASY on the same jobs.
func (c *Cohort) beside(who testKey, of func(o *Outcome) float64) stats.Change {
	return change(c.values(who, of), c.values(c.easy(who.unseen), of))
}

func energy(o *Outcome) float64     { return o.Energy }
func turnaround(o *Outcome) float64 { return o.AvgTurnaround }

// Traded is how energy and mean turnaround change against EASY, as Tested.Change does.
func (c *Cohort) Traded(t *Tested) (ofEnergy, ofTurnaround stats.Change) {
	return c.beside(t.key, energy), c.beside(t.key, turnaround)
}

// Alike says whether two tested came to the same energy and turnaround with every seed.
func (c *Cohort) Alike(a, b *Tested) bool {
	return slices.Equal(c.values(a.key, energy), c.values(b.key, energy)) && slices.Equal(c.values(a.key, turnaround),
		c.values(b.key, turnaround))
}

// change is that of sums over seeds against a baseline, with its interval.
func change(policy, base []float64) stats.Change {
	most := 0.0
	for i := range policy {
		most = max(most, policy[i], base[i])
	}
	if len(policy) == 0 || len(policy) != len(base) || most == 0 || math.IsInf(most, 0) {
		return stats.Change{Mid: math.NaN(), Low: math.NaN(), High: math.NaN()}
	}
	_, exponent := math.Frexp(most)
	whole := func(list []float64) []int64 {
		out := make([]int64, len(list))
		for i, x := range list {
			out[i] = int64(math.Round(math.Ldexp(x, 40-exponent)))
		}
		return out
	}
	return stats.Fieller(whole(policy), whole(base), report.Level)
}

// easy is the tester that is EASY.
func (c *Cohort) easy(unseen bool) testKey {
	for who, name := range c.Plan.Choices() {
		if name == EASY {
			return testKey{unseen, who, true}
		}
	}
	return testKey{}
}

// compare sets everybody beside EASY.
func (c *Cohort) compare() {
	choices := c.Plan.Choices()
	for i := range c.rows[0].Tests {
		who := testerOf(&c.rows[0].Tests[i])
		t := Tested{Unseen: who.unseen, Backfilling: c.Plan.Agent.Backfilling, key: who}
		switch who.who {
		case sampled:
			t.Who = WhoDraws
		case greedy:
			t.Who = WhoLikeliest
		case uniform:
			t.Who = WhoRandom
		default:
			t.Who, t.Backfilling = choices[who.who], cluster.NoBackfilling.String()
			if who.easy {
				t.Backfilling = cluster.Easy.String()
			}
		}
		d := c.beside(who, c.judged().of)
		t.Change, t.Low, t.High = report.Float(d.Mid), report.Float(d.Low), report.Float(d.High)
		for k := range c.rows {
			o := &c.rows[k].Tests[i].Outcome
			for _, x := range []struct {
				into *report.Float
				x    float64
			}{{&t.Reward, o.Reward}, {&t.Makespan, o.Makespan}, {&t.Energy, o.Energy}, {&t.AvgWait, o.AvgWait},
				{&t.AvgTurnaround, o.AvgTurnaround}, {&t.AvgSlowdown, o.AvgSlowdown}, {&t.Utilization, o.AvgUtilization}} {
				*x.into += report.Float(x.x / float64(c.Done))
			}
		}
		c.Tests = append(c.Tests, t)
	}
}

// find says how many seeds found what is best.
func (c *Cohort) find() {
	b := &Best{Next: report.Float(math.NaN())}
	for i := range c.rows {
		course := &c.rows[i].Course
		for _, n := range course.Decisions {
			if n != 1 {
				return
			}
		}
		best := c.bestIn(&c.rows[i], b, i == 0)
		c.best = append(c.best, best)
		p := course.Preferences[course.Len()-1]
		on, top := 0.0, 0
		for a, x := range p {
			if best[a] {
				on += x
			}
			if x > p[top] {
				top = a
			}
		}
		switch {
		case on > SettledAt:
			b.Seeds++
		case !best[top] && p[top] > SettledAt:
			b.Elsewhere++
		}
		if best[top] {
			b.Likeliest++
		}
	}
	low, high := stats.ClopperPearson(b.Seeds, c.Done, report.Level)
	b.Low, b.High = report.Float(low), report.Float(high)
	c.Best = b
}

// bestIn are the actions that do best in a seed's only decision; those of the first
// seed are named.
func (c *Cohort) bestIn(row *Row, b *Best, first bool) []bool {
	const same = 1e-9
	j := c.judged()
	value := make([]float64, len(c.Actions))
	best := math.Inf(1)
	for a := range value {
		value[a] = math.Inf(1) // void does nothing
		for i := range row.Tests {
			if t := &row.Tests[i]; testerOf(t) == (testKey{false, a, c.Plan.Agent.Backfilling != cluster.NoBackfilling.String()}) &&
				c.Actions[a] != cluster.Void.String() {
				if value[a] = j.of(&t.Outcome); j.More {
					value[a] = -value[a]
				}
			}
		}
		best = min(best, value[a])
	}
	is := make([]bool, len(value))
	next := math.Inf(1)
	for a, v := range value {
		if is[a] = v <= best+same*math.Abs(best); !is[a] {
			next = min(next, v)
		} else if first {
			b.Actions = append(b.Actions, c.Actions[a])
		}
	}
	if first {
		if math.IsInf(next, 0) {
			next = math.NaN()
		}
		if j.More {
			best, next = -best, -next
		}
		b.Value, b.Next = report.Float(best), report.Float(next)
	}
	return is
}

// Find is who was tested, nil where nobody of that name was.
func (c *Cohort) Find(unseen bool, who, backfilling string) *Tested {
	for i := range c.Tests {
		if t := &c.Tests[i]; t.Unseen == unseen && t.Who == who && (backfilling == "" || t.Backfilling == backfilling) {
			return t
		}
	}
	return nil
}

// Hindsight is the fixed pair that does best on average, which is known only
// afterwards.
func (c *Cohort) Hindsight(unseen bool) (best *Tested) {
	more := c.judged().More
	for i := range c.Tests {
		t := &c.Tests[i]
		if t.Unseen != unseen || t.key.who < 0 || !t.Change.Known() {
			continue
		}
		if best == nil || !more && t.Change < best.Change || more && t.Change > best.Change {
			best = t
		}
	}
	return best
}

// Name is what a tested one is called in figures.
func (t *Tested) Name() string {
	switch {
	case t.key.who < 0:
		return t.Who
	case t.Who == EASY && t.key.easy:
		return "EASY"
	case t.key.easy:
		return t.Who + " + EASY"
	}
	return t.Who
}

// seedsText is how many seeds there are, with a word.
func seedsText(n int) string {
	if n == 1 {
		return "1 seed"
	}
	return strconv.Itoa(n) + " seeds"
}

// BestShares is, point by point, the share of seeds that take a best action with a
// probability above SettledAt; nil where an episode has several decisions.
func (c *Cohort) BestShares() []float64 {
	if c.Best == nil {
		return nil
	}
	share := make([]float64, len(c.Episodes))
	for i := range c.rows {
		for k, p := range c.rows[i].Course.Preferences {
			on := 0.0
			for a, x := range p {
				if c.best[i][a] {
					on += x
				}
			}
			if on > SettledAt {
				share[k] += 1 / float64(c.Done)
			}
		}
	}
	return share
}

// IsBest says whether an action does best in the first seed's only decision.
func (c *Cohort) IsBest(action int) bool { return c.Best != nil && c.best[0][action] }

// Pair says that it is a pair that was always taken.
func (t *Tested) Pair() bool { return t.key.who >= 0 }

// MoreIsBetter says which way what is judged is to go.
func (c *Cohort) MoreIsBetter() bool { return c.judged().More }
