package gc

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// plain is the study's program again, the plainest way: nothing is kept that can
// be looked up, everything is sorted anew.
type plain struct {
	Habits
	t     *job.Trace
	key   func(j int, age int64) float64
	spf   bool
	now   float64
	start map[int]float64
	over  map[int]bool // those that ended
	began []int        // jobs, as they started
	list  []int        // those that have not started
}

func (p *plain) submit(j int) float64 { return float64(p.t.Submit[j] - p.t.Start) }

// runs says whether a job that started then has not ended: what ends within 1e-5 s of a step
// ends in it.
func (p *plain) runs(j int, at float64) bool {
	if at+float64(p.t.Run[j]) <= p.now+1e-5 {
		p.over[j] = true
	}
	return !p.over[j]
}

func (p *plain) running() (list []int) {
	for j, at := range p.start {
		if p.runs(j, at) {
			list = append(list, j)
		}
	}
	slices.SortFunc(list, func(a, b int) int { // as they started, two at once as they are
		if p.start[a] != p.start[b] {
			return int(math.Copysign(1, p.start[a]-p.start[b]))
		}
		return a - b
	})
	return list
}

func (p *plain) free() int {
	free := int(p.t.Procs)
	for _, j := range p.running() {
		free -= int(p.t.Size[j])
	}
	return free
}

func (p *plain) begin(j int) {
	p.now += p.costs
	p.start[j] = p.now
	p.began = append(p.began, j)
	p.running() // what ends meanwhile
	p.list = slices.DeleteFunc(p.list, func(i int) bool { return i == j })
}

// happens is the next arrival or end.
func (p *plain) happens() float64 {
	at := math.Inf(1)
	for j := range p.t.Len() {
		if r := p.submit(j); r > p.now {
			at = min(at, r)
		}
	}
	for _, j := range p.running() {
		at = min(at, p.start[j]+float64(p.t.Run[j]))
	}
	return at
}

func (p *plain) run(easy bool) {
	p.start, p.over, p.began = map[int]float64{}, map[int]bool{}, nil
	for j := range p.t.Len() {
		p.list = append(p.list, j)
	}
	for j := range min(p.first, p.t.Len()) {
		p.now = max(p.now, p.submit(j))
		for int(p.t.Size[j]) > p.free() {
			p.now = p.happens()
		}
		p.begin(j)
	}
	for len(p.list) > 0 {
		seen := p.list
		if p.Pool > 0 {
			seen = seen[:min(p.Pool, len(seen))]
		}
		var come []int
		for _, j := range seen {
			if p.submit(j) <= p.now {
				come = append(come, j)
			}
		}
		unranked := len(come) == 0
		if unranked {
			p.now = p.submit(seen[0])
			come = seen[:1]
		} else {
			p.rank(come)
			if easy && int(p.t.Size[come[0]]) > p.free() {
				p.backfill(come)
			}
		}
		copy(p.list, come) // the arrived ones come first in the list
		with := 0          // that came in the same second as one that is tried unranked
		for _, j := range seen {
			if unranked && p.submit(j) <= p.now {
				with++
			}
		}
		switch {
		case int(p.t.Size[come[0]]) <= p.free():
			p.begin(come[0])
		case with < 2:
			p.now = p.happens()
		}
	}
}

func (p *plain) rank(come []int) {
	if p.spf && p.quirks && p.Pool > 0 {
		for i := range come {
			for k := range come {
				if p.t.Request[come[i]] < p.t.Request[come[k]] {
					come[i], come[k] = come[k], come[i]
				}
			}
		}
		return
	}
	slices.SortStableFunc(come, func(a, b int) int {
		x, y := p.key(a, int64(p.now)-p.t.Submit[a]+p.t.Start), p.key(b, int64(p.now)-p.t.Submit[b]+p.t.Start)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

// backfill goes by what is left of every job that ever started: -1 where it ended.
func (p *plain) backfill(come []int) {
	const taken = math.MaxInt32
	left := make([]float64, len(p.began))
	running := p.running()
	for i, j := range p.began {
		if left[i] = -1; slices.Contains(running, j) {
			left[i] = float64(p.t.Request[j]) - float64(float32(math.Floor(p.now)-p.start[j]))
		}
	}
	free, head, shadow, extra, at := p.free(), int(p.t.Size[come[0]]), 0, 0, 0
	sum := free
	for range p.began {
		least := taken // is kept as a whole number, and compared with what has a fraction
		for i, v := range left {
			if v != -1 && v < float64(least) {
				least, at = int(v), i
			}
		}
		left[at] = taken
		sum += int(p.t.Size[p.began[at]])
		if sum >= head {
			if shadow = int(p.now) + least; least == taken { // beyond what the program's integers hold
				shadow = math.MinInt
			}
			extra = sum - head
			break
		}
	}
	for i, j := range come {
		q := int(p.t.Size[j])
		if q <= p.free() && int(p.now)+int(p.t.Request[j]) <= shadow || q <= min(p.free(), extra) {
			copy(come[1:i+1], come[:i])
			come[0] = j
			return
		}
	}
}

// jam is a random trace on whose machine jobs wait; instants of few are shared. Many jobs run
// past their request, some by seconds.
func jam(r *rand.Rand, n int, scale int64, share bool) *job.Trace {
	t := &job.Trace{Procs: 8, Start: 50}
	at := int64(50)
	for range n {
		if r.IntN(3) > 0 {
			at += r.Int64N(30 * scale)
		}
		if !share {
			at++
		}
		run, size := 1+r.Int64N(100*scale), 1+r.Int32N(8)
		request := max(1, run*(5+r.Int64N(20))/10)
		if share && r.IntN(2) == 0 {
			request = (1 + r.Int64N(3)) * 20 * scale
			run = max(1, request+r.Int64N(12)-3)
		}
		if share && r.IntN(4) > 0 {
			size = 1 + r.Int32N(2)
		}
		t.Submit, t.Run, t.Size, t.Request = append(t.Submit, at), append(t.Run, run), append(t.Size, size), append(t.Request, request)
	}
	return t
}

func TestTheStudysProgramIsThePlainOneOnRandomJobs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	orders := map[string]func(p, q, r, age float64) float64{
		"FCFS": func(_, _, r, _ float64) float64 { return r },
		"SPF":  func(p, _, _, _ float64) float64 { return p },
		"SAF":  func(p, q, _, _ float64) float64 { return p * q },
		"WFP3": func(p, q, _, age float64) float64 {
			x := float64(float32(age) / float32(p))
			return -x * x * x * q
		},
		"UNICEF": func(p, q, _, age float64) float64 {
			if q == 1 {
				return math.Inf(-1)
			}
			return -(age + 1e-20) / (math.Log2(q) * p)
		},
		"F2": func(p, q, r, _ float64) float64 {
			return 3.42717e-5*math.Sqrt(p)*7.6562110e-3*q + 6.7364626e-3*math.Log10(r)
		},
	}
	for n := range fixture.Fewer(36, 300) {
		tr := jam(r, 1+r.IntN(90), []int64{1, 4000}[n/3%2], true) // seconds, or days
		h := Published()
		h.Pool, h.first = []int{3, 32, 0}[n%3], []int{16, 2}[n%2]
		for name, key := range orders {
			o, err := order.Parse(name)
			require.NoError(t, err)
			for _, easy := range []bool{false, true} {
				want := plain{Habits: h, t: tr, spf: name == "SPF", key: func(j int, age int64) float64 {
					return key(float64(tr.Request[j]), float64(tr.Size[j]), float64(tr.Submit[j]-tr.Start), float64(age))
				}}
				want.run(easy)
				waits := make([]float64, tr.Len())
				h.Replay(tr, o, easy, waits)
				for j, w := range waits {
					require.InDelta(t, want.start[j]-want.submit(j), w, 1e-6, "case %d, %s, easy %v, pool %d: job %d of %d", n, name, easy,
						h.Pool, j, tr.Len())
				}
			}
		}
	}
}

// What is left of a job is -1 where it ended, so that one that is past its request by just a
// second is not seen. It runs on 4 of 8 processors, with another that is to end at 300,000 s; the
// head asks for all but one, and a short job that comes then would be over by the time that the
// head can start.
func TestAJobPastItsRequestByASecondIsNotSeen(t *testing.T) {
	for _, first := range []int{2, 4} { // jobs that ended too: how often the last that is seen is counted
		for late, seen := range map[int64]bool{0: true, 1: false, 2: true} {
			tr := &job.Trace{Procs: 8, Submit: []int64{0, 0}, Run: []int64{250_000, 300_000}, Request: []int64{240_000, 300_000},
				Size: []int32{4, 2}}
			add := func(submit, run int64, size int32) {
				tr.Submit, tr.Run, tr.Request = append(tr.Submit, submit), append(tr.Run, run), append(tr.Request, run)
				tr.Size = append(tr.Size, size)
			}
			for range first - 2 {
				add(1, 5, 1)
			}
			add(100, 10, 7)
			add(240_000+late, 59_000, 2)
			h := Published()
			h.first = first
			waits := make([]float64, tr.Len())
			h.Replay(tr, order.Order{}, true, waits)
			require.Equal(t, seen, waits[tr.Len()-1] < 1, "first %d, late %d: %v", first, late, waits)
			want := plain{Habits: h, t: tr, key: func(j int, _ int64) float64 { return float64(tr.Submit[j]) }}
			want.run(true)
			for j, w := range waits {
				require.InDelta(t, want.start[j]-want.submit(j), w, 1e-6, "first %d, late %d, job %d", first, late, j)
			}
		}
	}
}

func TestWFP3DividesInSinglePrecision(t *testing.T) {
	o, err := order.Parse("WFP3")
	require.NoError(t, err)
	p := program{Habits: Published(), order: o, now: 1e6, t: &job.Trace{Submit: []int64{0, 0, 0}, Request: []int64{30_000_001, 30_000_000,
		30_000_002}, Size: []int32{3, 3, 3}}}
	require.Equal(t, p.key(0), p.key(1), "30,000,001 has no float of its own")
	require.Less(t, p.key(0), p.key(2))
}

// Without its habits, and where no two things happen at once, the study's program
// is a scheduler like any other.
func TestWithoutHabitsTheStudysProgramIsTheEngine(t *testing.T) {
	fixture.Long(t)
	r := rand.New(rand.NewPCG(5, 6))
	e := sim.New()
	for n := range 150 {
		tr := jam(r, 1+r.IntN(80), 1_000_003, false)
		for j, run := range tr.Run {
			tr.Request[j] = max(tr.Request[j], run)
		}
		e.Load(tr)
		for _, o := range order.Every() {
			for _, b := range []sim.Backfilling{sim.NoBackfilling, sim.Easy} {
				if o.Aged() {
					continue // the engine ranks at fewer instants
				}
				require.NoError(t, e.Run(&sim.Config{Primary: o, Backfill: o, Threshold: sim.None, Backfilling: b}))
				waits := make([]float64, tr.Len())
				Habits{}.Replay(tr, o, b == sim.Easy, waits)
				for j, start := range e.Starts() {
					require.Equal(t, float64(start-tr.Submit[j]), waits[j], "case %d, %s, %s, job %d", n, o, b, j)
				}
			}
		}
	}
}
