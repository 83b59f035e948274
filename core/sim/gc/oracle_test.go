package gc

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

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
	list  []int // those that have not started
}

func (p *plain) submit(j int) float64 { return float64(p.t.Submit[j] - p.t.Start) }

func (p *plain) running() (list []int) {
	for j, at := range p.start {
		if at+float64(p.t.Run[j]) > p.now {
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
	p.start = map[int]float64{}
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
		if len(come) == 0 {
			p.now = p.submit(seen[0])
			come = seen[:1]
		} else {
			p.rank(come)
			if easy && int(p.t.Size[come[0]]) > p.free() {
				p.backfill(come)
			}
		}
		copy(p.list, come) // the arrived ones come first in the list
		if int(p.t.Size[come[0]]) <= p.free() {
			p.begin(come[0])
		} else {
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

func (p *plain) backfill(come []int) {
	running, sum, shadow := p.running(), p.free(), 0
	for sum < int(p.t.Size[come[0]]) {
		least, at := math.MaxInt, 0 // the least is kept as a whole number, and compared with what has a fraction
		for i, j := range running {
			if left := float64(p.t.Request[j]) - (math.Floor(p.now) - p.start[j]); left < float64(least) {
				least, at = int(left), i
			}
		}
		sum += int(p.t.Size[running[at]])
		shadow = int(p.now) + least
		running = slices.Delete(running, at, at+1)
	}
	extra := sum - int(p.t.Size[come[0]])
	for i, j := range come {
		q := int(p.t.Size[j])
		if q <= p.free() && int(p.now)+int(p.t.Request[j]) <= shadow || q <= min(p.free(), extra) {
			copy(come[1:i+1], come[:i])
			come[0] = j
			return
		}
	}
}

// jam is a random trace on whose machine jobs wait; instants of few are shared.
func jam(r *rand.Rand, n int, share bool) *job.Trace {
	t := &job.Trace{Procs: 8, Start: 50}
	at, scale := int64(50), int64(1)
	if !share {
		scale = 1_000_003
	}
	for range n {
		if r.IntN(3) > 0 {
			at += r.Int64N(30 * scale)
		}
		if !share {
			at++
		}
		run := 1 + r.Int64N(100*scale)
		t.Submit, t.Run, t.Size = append(t.Submit, at), append(t.Run, run), append(t.Size, 1+r.Int32N(8))
		t.Request = append(t.Request, max(1, run*(5+r.Int64N(20))/10))
	}
	return t
}

func TestTheStudysProgramIsThePlainOneOnRandomJobs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	orders := map[string]func(p, q, r, age float64) float64{
		"FCFS": func(_, _, r, _ float64) float64 { return r },
		"SPF":  func(p, _, _, _ float64) float64 { return p },
		"SAF":  func(p, q, _, _ float64) float64 { return p * q },
		"WFP3": func(p, q, _, age float64) float64 { return -age / p * (age / p) * (age / p) * q },
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
	for n := range 200 {
		tr := jam(r, 1+r.IntN(60), true)
		h := Study()
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

// Without its habits, and where no two things happen at once, the study's program
// is a scheduler like any other.
func TestWithoutHabitsTheStudysProgramIsTheEngine(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	e := sim.New()
	for n := range 150 {
		tr := jam(r, 1+r.IntN(80), false)
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
