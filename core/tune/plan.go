package tune

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/study"
	"shadowtime/core/wire"
)

// Kind names this study among others, between page and workers.
const Kind = "tune"

// Version of the Plan and Tuning formats.
const Version = 1

// Baseline is the order, primary and backfill and without threshold, that all
// choices are compared with: what a machine does before anybody tunes it.
const Baseline = "FCFS"

// Bounds of a Plan.
const (
	MaxOrders     = 32
	MaxThresholds = 32
	MaxBound      = 1000
)

// Plan is a search over single weeks of the two halves of one trace, as data.
type Plan struct {
	Version int `json:"version"`
	study.Workload
	Primaries  []string        `json:"primaries"`  // every one of them is tried
	Backfills  []string        `json:"backfills"`  // with every one of these
	Thresholds []study.Seconds `json:"thresholds"` // and every one of these: none first, then falling
	Objective  Objective       `json:"objective"`  // what the learned choice is best in
	Bound      float64         `json:"bound"`      // its MaxWait on training weeks is at most so many times the baseline's, 0: whatever it is
	Dialect    string          `json:"dialect"`
	Resamples  int             `json:"resamples"` // weeks drawn from each half
	Tau        int64           `json:"tau"`       // bound of the slowdown, seconds
	Bootstrap  int             `json:"bootstrap"` // bootstrap draws behind an interval
}

// Objective is what is to be small.
type Objective uint8

const (
	AvgWait Objective = iota // the mean wait
	AvgBsld                  // the mean bounded slowdown
)

var objectiveNames = [...]string{"avgWait", "avgBsld"}

func (o Objective) String() string { return objectiveNames[o] }

// ParseObjective reads avgWait or avgBsld.
func ParseObjective(s string) (Objective, error) {
	for i, n := range objectiveNames {
		if s == n {
			return Objective(i), nil
		}
	}
	return 0, errors.New("objective " + strconv.Quote(s) + " is not known: use avgWait or avgBsld")
}

// MarshalText and UnmarshalText write it by name in JSON.
func (o Objective) MarshalText() ([]byte, error) { return []byte(o.String()), nil }
func (o *Objective) UnmarshalText(b []byte) (err error) {
	*o, err = ParseObjective(string(b))
	return err
}

// Default is the published search, with the threshold of its example.
func Default() Plan {
	p := Plan{
		Version:    Version,
		Workload:   study.DefaultWorkload(),
		Primaries:  Seven(),
		Backfills:  Seven(),
		Thresholds: []study.Seconds{study.None, 20 * 3600},
		Dialect:    sim.Shadowtime.String(),
		Resamples:  250,
		Tau:        10,
		Bootstrap:  2000,
	}
	p.Clean, _ = job.ParsePreset("queue-tuning")
	p.Weeks = 1
	return p
}

// Sweep are the thresholds that a search over them tries.
func Sweep() []study.Seconds {
	list := []study.Seconds{study.None}
	for _, hours := range []study.Seconds{100, 80, 60, 40, 20, 10, 5, 2, 1} {
		list = append(list, hours*3600)
	}
	return list
}

// Normalise checks the Plan and brings it into its one form: single weeks,
// orders by their proper names and each once, thresholds none first and then
// from the longest to the shortest.
func (p *Plan) Normalise() (err error) {
	if p.Version != Version {
		return errors.New("plan: version " + strconv.Itoa(p.Version) + " is not known: this program reads version " + strconv.Itoa(Version))
	}
	p.Weeks = 1
	if p.Primaries, err = parsed(p.Primaries); err != nil {
		return err
	}
	if p.Backfills, err = parsed(p.Backfills); err != nil {
		return err
	}
	if _, err := sim.ParseDialect(p.Dialect); err != nil {
		return err
	}
	if p.Objective > AvgBsld {
		return errors.New("plan: the objective is not known: use avgWait or avgBsld")
	}
	if !(p.Bound == 0 || p.Bound >= 1 && p.Bound <= MaxBound) {
		return errors.New("bound is " + strconv.FormatFloat(p.Bound, 'g', -1, 64) +
			": give how many times the baseline's MaxWait a choice may have, from 1 to 1000, or 0 for no bound")
	}
	if err := p.Workload.Normalise(); err != nil {
		return err
	}
	p.Resamples = p.Traces(p.Resamples)
	var list []study.Seconds
	for _, s := range p.Thresholds {
		if s > job.MaxTime {
			return errors.New("threshold " + s.String() + ": give none or up to 317 years")
		}
		if s < 0 {
			s = study.None
		}
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b study.Seconds) int { return cmp.Compare(uint64(b), uint64(a)) }) // none is -1, the largest
	p.Thresholds = list
	return study.Within(
		study.Bound{What: "number of primary orders", N: int64(len(p.Primaries)), Lo: 1, Hi: MaxOrders},
		study.Bound{What: "number of backfill orders", N: int64(len(p.Backfills)), Lo: 1, Hi: MaxOrders},
		study.Bound{What: "number of thresholds", N: int64(len(p.Thresholds)), Lo: 1, Hi: MaxThresholds},
		study.Bound{What: "number of weeks of each half", N: int64(p.Resamples), Lo: 1, Hi: study.MaxResamples},
		study.Bound{What: "tau", N: p.Tau, Lo: 1, Hi: job.Day},
		study.Bound{What: "bootstrap", N: int64(p.Bootstrap), Lo: 100, Hi: study.MaxBootstrap},
	)
}

// Pairs is the number of pairs of orders. Pair i has primary order
// i / len(Backfills) and backfill order i % len(Backfills).
func (p *Plan) Pairs() int { return len(p.Primaries) * len(p.Backfills) }

// Choices is the number of pairs with a threshold. Choice c has pair
// c / len(Thresholds) and threshold c % len(Thresholds).
func (p *Plan) Choices() int { return p.Pairs() * len(p.Thresholds) }

// Choice is a pair of orders with a threshold: one setting of the scheduler.
type Choice struct {
	Primary, Backfill string
	Threshold         study.Seconds
}

// Choice is the one with a number, 0 to Choices()-1.
func (p *Plan) Choice(c int) Choice {
	pair := c / len(p.Thresholds)
	return Choice{p.Primaries[pair/len(p.Backfills)], p.Backfills[pair%len(p.Backfills)], p.Thresholds[c%len(p.Thresholds)]}
}

// Find is the number of a choice, false when the plan does not try it.
func (p *Plan) Find(x Choice) (c int, ok bool) {
	i, j := slices.Index(p.Primaries, x.Primary), slices.Index(p.Backfills, x.Backfill)
	k := slices.Index(p.Thresholds, x.Threshold)
	if i < 0 || j < 0 || k < 0 {
		return 0, false
	}
	return (i*len(p.Backfills)+j)*len(p.Thresholds) + k, true
}

// IsBaseline says whether the choice is what others are compared with.
func (x Choice) IsBaseline() bool {
	return x.Primary == Baseline && x.Backfill == Baseline && x.Threshold < 0
}

// Key names what a task depends on besides its trace: plans that differ only
// in how many weeks are wanted, what is to be small, or how it is shown, share
// their rows.
func (p Plan) Key() string {
	p.Resamples, p.Bootstrap, p.Objective, p.Bound = 0, 0, 0, 0
	var w wire.Writer
	p.Encode(&w)
	return string(w.B)
}

// Encode writes the plan for a worker.
func (p *Plan) Encode(w *wire.Writer) {
	w.Int(int64(p.Version))
	p.Workload.Encode(w)
	for _, list := range [...][]string{p.Primaries, p.Backfills} {
		w.Int(int64(len(list)))
		for _, s := range list {
			w.String(s)
		}
	}
	w.Int(int64(len(p.Thresholds)))
	for _, s := range p.Thresholds {
		w.Int(int64(s))
	}
	w.Int(int64(p.Objective))
	w.Float(p.Bound)
	w.String(p.Dialect)
	w.Int(int64(p.Resamples))
	w.Int(p.Tau)
	w.Int(int64(p.Bootstrap))
}

// DecodePlan reads what Encode wrote; Normalise checks it.
func DecodePlan(r *wire.Reader) Plan {
	p := Plan{Version: int(r.Int())}
	p.Workload = study.DecodeWorkload(r)
	for _, list := range [...]*[]string{&p.Primaries, &p.Backfills} {
		for n := r.Len(); n > 0; n-- {
			*list = append(*list, r.String())
		}
	}
	for n := r.Len(); n > 0; n-- {
		p.Thresholds = append(p.Thresholds, study.Seconds(r.Int()))
	}
	p.Objective = Objective(min(uint64(r.Int()), 255))
	p.Bound = r.Float()
	p.Dialect = r.String()
	p.Resamples = int(r.Int())
	p.Tau = r.Int()
	p.Bootstrap = int(r.Int())
	return p
}
