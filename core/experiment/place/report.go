package place

import (
	"cmp"
	"math"

	"shadowtime/core/base/stats"
	"shadowtime/core/cluster"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Report is what is known of one plan on one log.
type Report struct {
	Version      int          `json:"version"`
	Trace        string       `json:"trace"`
	Digest       string       `json:"digest"`
	Plan         Plan         `json:"plan"`
	Platform     Platform     `json:"platform"`
	Stretches    int          `json:"stretches"` // done
	Whole        int          `json:"whole"`     // that the log has, 0: not known yet
	Runnable     int          `json:"runnable"`  // jobs of the log that can be run
	Dropped      []Left       `json:"dropped"`
	Jobs         int          `json:"jobs"` // of the stretches done
	Against      string       `json:"against"`
	Choices      []Standing   `json:"choices"`
	Distinct     int          `json:"distinct"`    // choices that differ in anything at all
	Thrifty      *Named       `json:"thrifty"`     // the choice of least energy, null where there is no other than the baseline
	Quick        *Named       `json:"quick"`       // the one of least time
	Backfillings []Difference `json:"backfilling"` // kinds of backfilling, each against the first over all pairs
	Placings     []Difference `json:"placings"`    // placings, each against the baseline's over all selections and kinds of backfilling
	Selections   []Difference `json:"selections"`  // selections likewise

	// Source is what the report was computed from: whoever merges rows sets it.
	Source report.Source `json:"-"`
}

// Platform is what the machine comes to.
type Platform struct {
	Name       string       `json:"name"`
	Nodes      int          `json:"nodes"`
	Processors int          `json:"processors"`
	Cores      int          `json:"cores"`
	Reference  report.Float `json:"referenceSpeed"` // GFLOPS
	Power      report.Float `json:"watts"`          // with all cores busy
	Idle       report.Float `json:"wattsIdle"`      // and none
}

// Left counts the jobs that can't be run, for one reason.
type Left struct {
	Reason string `json:"reason"`
	Jobs   int    `json:"jobs"`
	why    cluster.Reason
}

// Standing is what a pair with a kind of backfilling comes to over all stretches.
type Standing struct {
	Name        string `json:"choice"`
	Pair        string `json:"pair"`
	Selection   string `json:"selection"`
	Placing     string `json:"placing"`
	Backfilling string `json:"backfilling"`
	Alike       string `json:"alike,omitempty"` // the choice that stands for this one, as both did the same on every stretch

	Energy         report.Float `json:"energy"`   // J of a stretch
	Makespan       report.Float `json:"makespan"` // s, likewise
	AvgWait        report.Float `json:"avgWait"`
	MaxWait        report.Float `json:"maxWait"`
	AvgTurnaround  report.Float `json:"avgTurnaround"`
	MaxTurnaround  report.Float `json:"maxTurnaround"`
	AvgSlowdown    report.Float `json:"avgSlowdown"` // over the time on the machine, of jobs that took any
	MaxSlowdown    report.Float `json:"maxSlowdown"`
	AvgBsld        report.Float `json:"avgbsld"` // over what a job takes at the mean speed, or tau
	AvgUtilization report.Float `json:"avgUtilization"`
	OverBandwidth  report.Float `json:"overBandwidth"` // processor seconds of a stretch
	Decisions      int          `json:"decisions"`

	EnergyChange Change `json:"energyChange"` // against the baseline
	TimeChange   Change `json:"timeChange"`
	Front        bool   `json:"front"` // no other choice is better on both
}

// Change is relative, with its interval at 95 % unless a level is said.
type Change struct {
	Mid  report.Float `json:"change"`
	Low  report.Float `json:"low"`
	High report.Float `json:"high"`
}

// ChangeOf is a change as reports have it.
func ChangeOf(c stats.Change) Change {
	return Change{report.Float(c.Mid), report.Float(c.Low), report.Float(c.High)}
}

// Shown is what is shown of a change: report.Less, report.More or report.Nothing.
func (c Change) Shown() string {
	switch {
	case c.High < 0:
		return report.Less
	case c.Low > 0:
		return report.More
	}
	return report.Nothing
}

// Named is a choice that is named for being surest to be better than the baseline, or,
// where none was shown to be, best of all: its intervals are so wide that they hold for
// all at once.
type Named struct {
	Name   string       `json:"choice"`
	Least  bool         `json:"least"` // no other has less
	Level  report.Float `json:"level"`
	Energy Change       `json:"energyChange"`
	Time   Change       `json:"timeChange"`
}

// Difference is how all runs of one kind differ from those of another that are alike
// in everything else.
type Difference struct {
	Of      string `json:"of"`
	Against string `json:"against"`
	Energy  Change `json:"energyChange"`
	Time    Change `json:"timeChange"`
}

// reportVersion of the format of reports.
const reportVersion = 1

// Merge makes the report of a plan and the rows of stretches, of a log by its name and
// digest.
func Merge(name string, digest job.Digest, p Plan, rows []Row) *Report {
	log, rows := study.Split(rows)
	r := &Report{Version: reportVersion, Trace: name, Digest: digest.Hex(), Plan: p, Platform: described(&p), Stretches: len(rows),
		Choices: []Standing{}, Dropped: []Left{}, Backfillings: []Difference{}, Placings: []Difference{}, Selections: []Difference{}}
	if log != nil {
		r.Whole, r.Runnable = log.Stretches, log.Jobs
		for _, d := range log.Dropped {
			r.Dropped = append(r.Dropped, Left{d.Reason.Key(), d.N, d.Reason})
		}
	}
	for _, row := range rows {
		r.Jobs += row.Jobs
	}
	choices, base := p.Choices(), p.Base()
	r.Against = choices[base].Name()
	if len(rows) == 0 {
		return r
	}
	t := newTable(&p, rows)
	for i, c := range choices {
		r.Choices = append(r.Choices, r.sumUp(c, rows, i))
		x := &r.Choices[i]
		x.EnergyChange, x.TimeChange = t.changes(i, base, report.Level)
		if at := t.alike(i, base); at != i {
			x.Alike = choices[at].Name()
		} else {
			r.Distinct++
		}
	}
	t.front(r)
	r.Thrifty, r.Quick = t.named(r, t.energy, t.time, base), t.named(r, t.time, t.energy, base)
	t.margins(r)
	return r
}

// described sums up a plan's platform; nothing is known of one that can't be.
func described(p *Plan) Platform {
	out := Platform{Name: p.Name()}
	spec, err := p.Spec()
	if err != nil {
		return out
	}
	d, err := spec.Describe()
	if err != nil {
		return out
	}
	out.Nodes, out.Processors, out.Cores = d.NodeCount, d.ProcessorCount, d.Cores
	out.Reference, out.Power, out.Idle = report.Float(d.Reference), report.Float(d.Power), report.Float(d.Idle)
	return out
}

// sumUp pools a choice's runs.
func (r *Report) sumUp(c Choice, rows []Row, i int) Standing {
	var sum Outcome
	for _, row := range rows {
		o := &row.Outcomes[i]
		sum.Jobs += o.Jobs
		sum.Decisions += o.Decisions
		sum.Lasting += o.Lasting
		sum.Makespan += o.Makespan
		sum.Energy += o.Energy
		sum.SumWait += o.SumWait
		sum.SumTurnaround += o.SumTurnaround
		sum.SumSlowdown += o.SumSlowdown
		sum.SumBounded += o.SumBounded
		sum.BusySeconds += o.BusySeconds
		sum.OverBandwidth += o.OverBandwidth
		sum.MaxWait = max(sum.MaxWait, o.MaxWait)
		sum.MaxTurnaround = max(sum.MaxTurnaround, o.MaxTurnaround)
		sum.MaxSlowdown = max(sum.MaxSlowdown, o.MaxSlowdown)
	}
	over := func(x float64, n int) report.Float { return report.Float(x / float64(n)) }
	n := len(rows)
	return Standing{
		Name: c.Name(), Pair: c.Action.String(), Selection: c.Select.String(), Placing: c.Place.String(), Backfilling: c.Backfill.String(),
		Energy: over(sum.Energy, n), Makespan: over(sum.Makespan, n), OverBandwidth: over(sum.OverBandwidth, n),
		AvgWait: over(sum.SumWait, sum.Jobs), MaxWait: report.Float(sum.MaxWait), AvgTurnaround: over(sum.SumTurnaround, sum.Jobs),
		MaxTurnaround: report.Float(sum.MaxTurnaround),
		AvgSlowdown:   over(sum.SumSlowdown, sum.Lasting), MaxSlowdown: report.Float(sum.MaxSlowdown),
		AvgBsld:        over(sum.SumBounded, sum.Jobs),
		AvgUtilization: report.Float(sum.BusySeconds / (float64(r.Platform.Cores) * sum.Makespan)), Decisions: sum.Decisions,
	}
}

// table holds what is compared: energy and time by choice and stretch, in units in
// which whole numbers are exact enough for anything that is written.
type table struct {
	plan         *Plan
	rows         []Row
	energy, time [][]int64
}

func newTable(p *Plan, rows []Row) *table {
	t := &table{plan: p, rows: rows}
	t.energy = t.scaled(func(o *Outcome) float64 { return o.Energy })
	t.time = t.scaled(map[string]func(o *Outcome) float64{
		Turnaround: func(o *Outcome) float64 { return o.SumTurnaround },
		Slowdown:   func(o *Outcome) float64 { return o.SumBounded },
		Wait:       func(o *Outcome) float64 { return o.SumWait },
		Makespan:   func(o *Outcome) float64 { return o.Makespan },
	}[p.Time])
	return t
}

// finest is what the largest value becomes: a thousand of them, and all choices of
// those, still add up.
const finest = 1e13

func (t *table) scaled(of func(o *Outcome) float64) [][]int64 {
	list := make([][]int64, len(t.rows[0].Outcomes))
	most := 0.0
	for _, row := range t.rows {
		for i := range row.Outcomes {
			most = max(most, of(&row.Outcomes[i]))
		}
	}
	for i := range list {
		list[i] = make([]int64, len(t.rows))
		for k, row := range t.rows {
			if most > 0 {
				list[i][k] = int64(math.Round(of(&row.Outcomes[i]) / most * finest))
			}
		}
	}
	return list
}

// changes are those of one choice against another.
func (t *table) changes(i, base int, level float64) (energy, time Change) {
	return ChangeOf(stats.Fieller(t.energy[i], t.energy[base], level)), ChangeOf(stats.Fieller(t.time[i], t.time[base], level))
}

// alike is the choice that stands for all that did the same as choice i on every
// stretch: the baseline, or the first.
func (t *table) alike(i, base int) int {
	same := func(j int) bool {
		for _, row := range t.rows {
			if row.Outcomes[i] != row.Outcomes[j] {
				return false
			}
		}
		return true
	}
	if same(base) {
		return base
	}
	for j := range i {
		if same(j) {
			return j
		}
	}
	return i
}

func total(v []int64) (sum int64) {
	for _, x := range v {
		sum += x
	}
	return sum
}

// front marks the choices that no other beats: of those that come to the same the
// first that stands for others.
func (t *table) front(r *Report) {
	for i := range r.Choices {
		c := &r.Choices[i]
		e, s := total(t.energy[i]), total(t.time[i])
		c.Front = c.Alike == ""
		for j := range r.Choices {
			f, u := total(t.energy[j]), total(t.time[j])
			if f <= e && u <= s && (f < e || u < s || j < i && r.Choices[j].Alike == "") {
				c.Front = false
			}
		}
	}
}

// named is of the choices shown to have less of one the one whose interval ends lowest;
// where none is shown, the one with the least, and of those with the least of the other.
// It is nil where all choices are the same.
func (t *table) named(r *Report, by, then [][]int64, base int) *Named {
	if r.Distinct < 2 {
		return nil
	}
	level := stats.Among(report.Level, r.Distinct)
	at, least, bound := base, base, report.Float(0)
	for i := range by {
		if r.Choices[i].Alike != "" {
			continue
		}
		if c := cmp.Or(cmp.Compare(total(by[i]), total(by[least])), cmp.Compare(total(then[i]), total(then[least]))); c < 0 {
			least = i
		}
		if c := ChangeOf(stats.Fieller(by[i], by[base], level)); c.High < bound {
			at, bound = i, c.High
		}
	}
	if bound == 0 {
		at = least
	}
	n := &Named{Name: r.Choices[at].Name, Level: report.Float(level), Least: at == least}
	n.Energy, n.Time = t.changes(at, base, level)
	return n
}

// margins compare kinds of backfilling, placings and selections over all else.
func (t *table) margins(r *Report) {
	base := r.Choices[t.plan.Base()]
	r.Backfillings = t.margin(r, func(c *Standing) string { return c.Backfilling }, r.Choices[0].Backfilling)
	r.Placings = t.margin(r, func(c *Standing) string { return c.Placing }, base.Placing)
	r.Selections = t.margin(r, func(c *Standing) string { return c.Selection }, base.Selection)
}

// margin sets each value of a part of the choices against one: over all the choices
// that both have.
func (t *table) margin(r *Report, of func(c *Standing) string, against string) []Difference {
	list := []Difference{}
	seen := map[string]bool{against: true}
	for i := range r.Choices {
		value := of(&r.Choices[i])
		if seen[value] {
			continue
		}
		seen[value] = true
		var mine, others []int
		for a := range r.Choices {
			for b := range r.Choices {
				x, y := &r.Choices[a], &r.Choices[b]
				if of(x) == value && of(y) == against && differences(x, y) == 1 {
					mine, others = append(mine, a), append(others, b)
				}
			}
		}
		if len(mine) == 0 {
			continue
		}
		list = append(list, Difference{Of: value, Against: against,
			Energy: ChangeOf(stats.Fieller(added(t.energy, mine), added(t.energy, others), report.Level)),
			Time:   ChangeOf(stats.Fieller(added(t.time, mine), added(t.time, others), report.Level))})
	}
	return list
}

// differences is in how many of their three parts two choices differ.
func differences(a, b *Standing) (n int) {
	for _, x := range [][2]string{{a.Selection, b.Selection}, {a.Placing, b.Placing}, {a.Backfilling, b.Backfilling}} {
		if x[0] != x[1] {
			n++
		}
	}
	return n
}

// added sums choices up, stretch by stretch.
func added(by [][]int64, choices []int) []int64 {
	sum := make([]int64, len(by[0]))
	for _, i := range choices {
		for k, x := range by[i] {
			sum[k] += x
		}
	}
	return sum
}

// ByName is the choice of that name; nil: there is none.
func (r *Report) ByName(name string) *Standing {
	for i := range r.Choices {
		if r.Choices[i].Name == name {
			return &r.Choices[i]
		}
	}
	return nil
}
