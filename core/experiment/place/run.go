package place

import (
	"errors"
	"math"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/base/wire"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/tariff"
)

// Run is one run in full: what a detail answers.
type Run struct {
	K      int
	Choice string
	Begin  tariff.Clock // of its first submission
	Jobs   []Played
	// From Time[i] to the next the machine stays as it was left: its power, its busy
	// cores, the memory that is taken, the jobs that wait.
	Time  []float64 // s
	Watts []float64
	Taken []float64 // MB
	Busy  []int32
	Queue []int32
	Overs []Over // in order of their begin
	Outs  []Out
}

// Played is a job of a run. Times are seconds, Waits those it waited for cores, for
// memory, behind others though it would have fitted, and for nodes that were out or would have
// been before it was through.
type Played struct {
	ID                          int64
	Submit, Start, End, Request float64
	Size                        int32
	Memory, Bandwidth           float64 // MB and GB/s a core
	Waits                       [4]float64
	Cores                       []cluster.Span
}

// Over is a time in which a processor's cores asked for more bandwidth than it has.
type Over struct {
	Processor int32
	From, To  float64
}

// Out is a time in which cores are out.
type Out struct {
	Cores    cluster.Span
	From, To float64
}

// End is when the run ends.
func (r *Run) End() float64 {
	if len(r.Time) == 0 {
		return 0
	}
	return r.Time[len(r.Time)-1]
}

// Energy is the run's in J.
func (r *Run) Energy() float64 { return r.weighed(func(from, to float64) float64 { return to - from }) }

// Cost is what the run's energy costs: power times price, summed exactly, as power
// stays the same from instant to instant. It errs where a tariff of dates is asked of a
// log that has none.
func (r *Run) Cost(c *tariff.Curve) (float64, error) {
	if c.Dated() && math.IsNaN(r.Begin.Local) {
		return 0, errors.New("the log does not say when it was: give prices of the hours of a day or a week")
	}
	const kWh = 3.6e6
	return r.weighed(func(from, to float64) float64 { return c.Integral(from, to, r.Begin) }) / kWh, nil
}

// weighed sums power times what an interval of time comes to.
func (r *Run) weighed(weigh func(from, to float64) float64) (sum float64) {
	for i := 0; i+1 < len(r.Time); i++ {
		sum += float64(r.Watts[i] * weigh(r.Time[i], r.Time[i+1]))
	}
	return sum
}

// The bounds of a run that is told in full.
const (
	MaxPlayed = 5_000   // jobs
	maxSpans  = 500_000 // of cores, all jobs together
)

// Asked is a request for a run: a stretch and a choice by its name.
func Asked(k int, choice string) []byte {
	var w wire.Writer
	w.Int(int64(k))
	w.String(choice)
	return w.B
}

// Detail runs what Asked asked for; DecodeRun reads the answer.
func (r *Runner) Detail(request []byte) ([]byte, error) {
	from := wire.NewReader(request)
	k, name := from.Int(), from.String()
	if err := from.Close(); err != nil {
		return nil, err
	}
	if k > MaxStretches {
		return nil, errors.New("stretch " + numeral.Count(k) + ": there are at most " + numeral.Count(MaxStretches))
	}
	run, err := r.Play(int(k), name)
	if err != nil {
		return nil, err
	}
	return wire.Encode(run), nil
}

// Play runs stretch k under a choice and tells it in full.
func (r *Runner) Play(k int, choice string) (*Run, error) {
	c, err := parseChoice(choice)
	if err != nil {
		return nil, err
	}
	s, err := r.sim(k)
	if err != nil {
		return nil, err
	}
	l := s.Load()
	if n := l.Len(); n > MaxPlayed {
		return nil, errors.New("a run of " + numeral.Count(n) + " jobs is too long to be played: run at most " +
			numeral.Count(MaxPlayed) + " at a time")
	}
	t := &teller{run: Run{K: k, Choice: c.Name(), Jobs: make([]Played, l.Len())}, over: make([]float64, len(r.machine.Processors)),
		why: make([]cluster.Why, l.Len())}
	for i := range t.over {
		t.over[i] = -1
	}
	for i := range r.machine.Nodes {
		t.memory += r.machine.Nodes[i].Memory
	}
	s.Follow(t)
	s.KeepCores(true)
	s.Run(c.Action)
	first := r.jobs.Submit[(k-1)*r.plan.First]
	t.run.Begin = r.from(first)
	spans := 0
	for j := range t.run.Jobs {
		p := &t.run.Jobs[j]
		*p = Played{l.ID[j], l.Submit[j], s.Start(j), s.End(j), l.Request[j], l.Size[j], l.Memory[j], l.Bandwidth[j], p.Waits,
			slices.Clone(s.Cores(j))}
		if spans += len(p.Cores); spans > maxSpans {
			return nil, errors.New("this run's jobs are spread over too many cores to be played: run fewer at a time")
		}
	}
	t.run.Outs = r.outs()
	sorted.Stable(t.run.Overs, func(a, b Over) int {
		switch {
		case a.From < b.From:
			return -1
		case a.From > b.From:
			return 1
		}
		return 0
	})
	return &t.run, nil
}

// outs are the times at which cores are out, in order of the closures.
func (r *Runner) outs() (list []Out) {
	for _, x := range r.closures {
		nodes := slices.Clone(x.Nodes)
		slices.Sort(nodes)
		for i, n := range nodes {
			v := &r.machine.Nodes[n]
			from, to := r.machine.Processors[v.From].From, r.machine.Processors[v.To-1].To
			if i > 0 && list[len(list)-1].Cores.To == from {
				list[len(list)-1].Cores.To = to
				continue
			}
			list = append(list, Out{cluster.Span{From: from, To: to}, x.From, x.To})
		}
	}
	return list
}

// teller writes a run down.
type teller struct {
	run     Run
	memory  float64       // MB of all nodes
	over    []float64     // since when a processor is over-subscribed, -1: it is not
	why     []cluster.Why // of jobs that wait
	waiting []int32
}

func (t *teller) Submitted(float64, int32)        {}
func (t *teller) Started(float64, int32, []int32) {}
func (t *teller) Ended(float64, int32)            {}

func (t *teller) Processor(at float64, processor, _ int32, over bool) {
	switch since := t.over[processor]; {
	case over && since < 0:
		t.over[processor] = at
	case !over && since >= 0:
		t.over[processor] = -1
		if at > since {
			t.run.Overs = append(t.run.Overs, Over{processor, since, at})
		}
	}
}

func (t *teller) Instant(at float64, s *cluster.Sim) {
	r := &t.run
	for _, j := range t.waiting {
		r.Jobs[j].Waits[t.why[j]-cluster.LacksCores] += at - r.End()
	}
	t.waiting = s.Waiting(t.waiting[:0])
	for _, j := range t.waiting {
		t.why[j] = s.Why(int(j))
	}
	taken := t.memory
	for i := range s.Machine().Nodes {
		taken -= s.FreeMemory(i)
	}
	if n := len(r.Time); n > 0 && r.Time[n-1] == at {
		r.Time, r.Watts, r.Taken, r.Busy, r.Queue = r.Time[:n-1], r.Watts[:n-1], r.Taken[:n-1], r.Busy[:n-1], r.Queue[:n-1]
	}
	r.Time = append(r.Time, at)
	r.Watts = append(r.Watts, s.Power())
	r.Taken = append(r.Taken, taken)
	r.Busy = append(r.Busy, int32(s.Busy()))
	r.Queue = append(r.Queue, int32(s.Queue()))
}

// Wire sends or takes the run.
func (r *Run) Wire(b wire.Both) {
	b.All(&r.K, &r.Choice, &r.Begin.Week, &r.Begin.Local, &r.Time, &r.Watts, &r.Taken, &r.Busy, &r.Queue)
	wire.Listed(b, &r.Overs, func(o *Over) {
		wire.Whole(b, &o.Processor)
		b.All(&o.From, &o.To)
	})
	wire.Listed(b, &r.Outs, func(o *Out) {
		wire.Whole(b, &o.Cores.From)
		wire.Whole(b, &o.Cores.To)
		b.All(&o.From, &o.To)
	})
	wire.List(b, &r.Jobs)
	n := len(r.Time)
	b.Check(len(r.Watts) == n && len(r.Taken) == n && len(r.Busy) == n && len(r.Queue) == n)
}

// Wire sends or takes the job.
func (j *Played) Wire(b wire.Both) {
	b.Int64(&j.ID)
	wire.Whole(b, &j.Size)
	b.All(&j.Submit, &j.Start, &j.End, &j.Request, &j.Memory, &j.Bandwidth, &j.Waits[0], &j.Waits[1], &j.Waits[2], &j.Waits[3])
	var spans []int32
	for _, c := range j.Cores {
		spans = append(spans, c.From, c.To)
	}
	b.All(&spans)
	for ; b.Take != nil && len(spans) > 1; spans = spans[2:] {
		j.Cores = append(j.Cores, cluster.Span{From: spans[0], To: spans[1]})
	}
}

// DecodeRun reads the answer of a detail.
func DecodeRun(answer []byte) (*Run, error) {
	r := &Run{}
	if err := wire.Decode(answer, r); err != nil {
		return nil, err
	}
	return r, nil
}
