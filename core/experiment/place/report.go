package place

import (
	"math"
	"slices"

	"shadowtime/core/base/stats"
	"shadowtime/core/cluster"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Report is what is known of one plan on one log.
type Report struct {
	Version   int        `json:"version"`
	Trace     string     `json:"trace"`
	Digest    string     `json:"digest"`
	Plan      Plan       `json:"plan"`
	Platform  Platform   `json:"platform"`
	Stretches int        `json:"stretches"` // done
	Whole     int        `json:"whole"`     // that the log has, 0: not known yet
	Runnable  int        `json:"runnable"`  // jobs of the log that can be run
	Dropped   []Left     `json:"dropped"`
	Jobs      int        `json:"jobs"` // of the stretches done
	Against   string     `json:"against"`
	Choices   []Standing `json:"choices"`
	Distinct  int        `json:"distinct"` // choices that differ in anything at all
	// Verdict is of the headline, Named: the choice that uses less energy most surely.
	Verdict      report.Verdict `json:"verdict"`
	Named        *Named         `json:"named"`       // null where there is no other than the baseline
	Quick        *Named         `json:"quick"`       // the one that most surely takes less time
	Backfillings []Difference   `json:"backfilling"` // kinds of backfilling, each against the first over all pairs
	Placings     []Difference   `json:"placings"`    // placings, each against the baseline's over all selections and kinds of backfilling
	Selections   []Difference   `json:"selections"`  // selections likewise

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
	// What is left of them, were this choice picked among all, see report.Judged; null of fewer than four stretches.
	EnergyCorrected report.Float   `json:"energyCorrected"`
	TimeCorrected   report.Float   `json:"timeCorrected"`
	EnergyHalves    []report.Float `json:"energyHalves"` // the same by half of the stretches; null of fewer than four
	Front           bool           `json:"front"`        // no other choice is better on both
}

// Change is relative, with its range at 95 %: made of the sums of stretches, as elsewhere of
// weeks (stats.Range). It is null of fewer than four.
type Change struct {
	Mid  report.Float `json:"change"`
	Low  report.Float `json:"low"`
	High report.Float `json:"high"`
}

// ChangeOf is a change as reports have it.
func ChangeOf(c stats.Change) Change {
	return Change{report.Float(c.Mid), report.Float(c.Low), report.Float(c.High)}
}

// shown is what is shown of a change at a level: report.Less, report.More or report.Nothing.
func shown(c stats.Change) string {
	switch {
	case c.High < 0:
		return report.Less
	case c.Low > 0:
		return report.More
	}
	return report.Nothing
}

// Named is the choice that is named for being surest to have less of one, energy or time,
// and what may be claimed of it: at the level for all choices together, the energy in the
// headline's and the time in the other's.
type Named struct {
	Name string `json:"choice"`
	report.Claim
	Energy      Change `json:"energyChange"`
	Time        Change `json:"timeChange"`
	EnergyShown string `json:"energyShown"` // less, more or nothing, at the level for all choices together
	TimeShown   string `json:"timeShown"`
}

// Difference is how all runs of one kind differ from those of another that are alike
// in everything else.
type Difference struct {
	Of      string `json:"of"`
	Against string `json:"against"`
	Energy  Change `json:"energyChange"`
	Time    Change `json:"timeChange"`
	// less, more or nothing, at a level for all that are set against the same
	EnergyShown string `json:"energyShown"`
	TimeShown   string `json:"timeShown"`
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
	r.Against, r.Verdict = choices[base].Name(), report.Undecided
	if len(rows) == 0 {
		return r
	}
	t := newTable(&p, rows)
	for i, c := range choices {
		r.Choices = append(r.Choices, r.sumUp(c, rows, i))
		x := &r.Choices[i]
		x.EnergyChange, x.TimeChange = t.changes(i, base)
		x.EnergyHalves = halves(t.energy[i], t.energy[base])
		if at := t.alike(i, base); at != i {
			x.Alike = choices[at].Name()
		} else {
			r.Distinct++
		}
	}
	t.front(r)
	r.Named = t.named(r, t.energy, base, func(c *Standing) *report.Float { return &c.EnergyCorrected })
	r.Quick = t.named(r, t.time, base, func(c *Standing) *report.Float { return &c.TimeCorrected })
	for i := range r.Choices {
		x := &r.Choices[i]
		x.EnergyChange.claimed(r.Named, x.Name)
		x.TimeChange.claimed(r.Quick, x.Name)
		for _, n := range []*Named{r.Named, r.Quick} {
			if n != nil && n.Name == x.Name {
				n.Energy, n.Time = x.EnergyChange, x.TimeChange
			}
		}
	}
	switch {
	case r.Named != nil:
		r.Verdict = r.Named.Verdict
	case len(choices) > 1:
		r.Verdict = report.NoGain // all do the same
	}
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
func (t *table) changes(i, base int) (energy, time Change) {
	return ChangeOf(changed(t.energy[i], t.energy[base], report.Level)), ChangeOf(changed(t.time[i], t.time[base], report.Level))
}

// changed is a change of sums of stretches, with its range at a level.
func changed(of, base []int64, level float64) stats.Change {
	if len(base) >= stats.LeastWeeks && total(base) > 0 && slices.Equal(of, base) { // it did the same
		return stats.Change{}
	}
	r := stats.RangeOf(of, base)
	return r.Change(level)
}

// halves are the changes of the first and of the second half of the stretches.
func halves(of, base []int64) []report.Float {
	n := len(base) / 2
	if len(base) < stats.LeastWeeks {
		return nil
	}
	part := func(a, b []int64) report.Float { return report.Fraction(total(a)-total(b), total(b)) }
	return []report.Float{part(of[:n], base[:n]), part(of[n:], base[n:])}
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

// claimed gives the change of the choice that is named the range that its claim has.
func (c *Change) claimed(n *Named, name string) {
	if n != nil && n.Name == name && n.Low.Known() {
		c.Low, c.High = n.Low, n.High
	}
}

// named is the choice that most surely has less of something, and what is claimed of it; nil
// where all choices are the same. All that differ from the baseline are looked at, and have their change corrected.
func (t *table) named(r *Report, by [][]int64, base int, corrected func(c *Standing) *report.Float) *Named {
	for i := range r.Choices {
		*corrected(&r.Choices[i]) = report.Float(math.NaN())
	}
	if r.Distinct < 2 {
		return nil
	}
	w, choices := report.Weighing{Own: [][]int64{by[base]}, Weeks: len(t.rows)}, []int{base}
	for i := range by {
		if i != base && r.Choices[i].Alike == "" {
			w.Own, choices = append(w.Own, by[i]), append(choices, i)
		}
	}
	judged, c := w.Judge()
	for i, x := range choices {
		for k := range r.Choices {
			if k == x || r.Choices[k].Alike == r.Choices[x].Name {
				*corrected(&r.Choices[k]) = judged[i].Corrected
			}
		}
	}
	at, level := choices[c.At], stats.Among(report.Level, r.Distinct)
	n := &Named{Name: r.Choices[at].Name, Claim: *c}
	n.Energy, n.Time = t.changes(at, base)
	n.EnergyShown, n.TimeShown = t.shown(at, base, level)
	return n
}

// shown is what is shown of a choice at a level.
func (t *table) shown(i, base int, level float64) (energy, time string) {
	return shown(changed(t.energy[i], t.energy[base], level)), shown(changed(t.time[i], t.time[base], level))
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
	list, sums := []Difference{}, [][4][]int64{}
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
		d := Difference{Of: value, Against: against}
		mineEnergy, mineTime := added(t.energy, mine), added(t.time, mine)
		itsEnergy, itsTime := added(t.energy, others), added(t.time, others)
		d.Energy, d.Time = ChangeOf(changed(mineEnergy, itsEnergy, report.Level)), ChangeOf(changed(mineTime, itsTime, report.Level))
		sums = append(sums, [4][]int64{mineEnergy, itsEnergy, mineTime, itsTime})
		list = append(list, d)
	}
	level := stats.Among(report.Level, 1+len(list))
	for i, x := range sums {
		list[i].EnergyShown, list[i].TimeShown = shown(changed(x[0], x[1], level)), shown(changed(x[2], x[3], level))
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
