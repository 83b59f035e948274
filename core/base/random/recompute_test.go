package random_test

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/random"
	"shadowtime/core/base/stats"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/resample"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/trials"
	"shadowtime/core/study"
)

// What follows is written after formats.html alone, the plainest way: it shares
// no code with what it is held against, math/rand included.

// pcg is a stream by the page's words.
type pcg struct{ state *big.Int }

func words(high, low uint64) *big.Int {
	x := new(big.Int).SetUint64(high)
	return x.Add(x.Lsh(x, 64), new(big.Int).SetUint64(low))
}

var (
	times = words(2549297995355413924, 4865540595714422341)
	plus  = words(6364136223846793005, 1442695040888963407)
	all   = new(big.Int).Lsh(big.NewInt(1), 128)
)

func begin(a, b uint64) *pcg { return &pcg{words(a, b)} }

func (p *pcg) word() uint64 {
	p.state.Mul(p.state, times)
	p.state.Add(p.state, plus)
	p.state.Mod(p.state, all)
	h := new(big.Int).Rsh(p.state, 64).Uint64()
	l := new(big.Int).And(p.state, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	h ^= h >> 32
	h *= 0xda942042e4dd58b5
	h ^= h >> 48
	return h * (l | 1)
}

func (p *pcg) float64() float64 { return float64(p.word()%(1<<53)) / (1 << 53) }

// product is x n, as high and low word.
func product(x, n uint64) (high, low uint64) {
	z := new(big.Int).Mul(new(big.Int).SetUint64(x), new(big.Int).SetUint64(n))
	return new(big.Int).Rsh(z, 64).Uint64(), new(big.Int).And(z, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
}

func (p *pcg) intN(n int) int {
	for {
		x := p.word()
		if n&(n-1) == 0 {
			return int(x % uint64(n))
		}
		left := new(big.Int).Mod(new(big.Int).Lsh(big.NewInt(1), 64), big.NewInt(int64(n))).Uint64()
		if high, low := product(x, uint64(n)); low >= left {
			return int(high)
		}
	}
}

func (p *pcg) unit() float64                { return float64(p.word()>>11) / (1 << 53) }
func (p *pcg) between(a, b float64) float64 { return a + float64(p.unit()*(b-a)) }
func (p *pcg) below(n int) int {
	high, _ := product(p.word(), uint64(n))
	return int(high)
}

func (p *pcg) shuffle(n int) []int {
	v := make([]int, n)
	for i := range v {
		j := p.below(i + 1)
		v[i] = v[j]
		v[j] = i
	}
	return v
}

func fnv(name string, seconds uint64) uint64 {
	h := uint64(14695981039346656037)
	bytes := []byte(name)
	for range 8 {
		bytes = append(bytes, byte(seconds))
		seconds /= 256
	}
	for _, b := range bytes {
		h ^= uint64(b)
		h *= 1099511628211
	}
	return h
}

const seed = 11

// weekly is a log of whole weeks between two days: user u submits a job at hour
// u + 1 of every week, whose run time tells the week; the unknown user too, and
// one whose only job is in the broken last week.
func weekly(weeks int) *job.Trace {
	t := &job.Trace{Procs: 64, Users: []int64{-1, 3, 8, 40}}
	add := func(at, run int64, user int32) {
		t.Submit, t.Run, t.Request = append(t.Submit, at), append(t.Run, run), append(t.Request, run)
		t.Size, t.User = append(t.Size, 5), append(t.User, user)
	}
	add(0, 1, 0) // before the first whole week
	for w := range int64(weeks) {
		for u := range int32(3) {
			add(job.Day+w*job.Week+int64(u+1)*3600, 1000+w, u)
		}
	}
	add(job.Day+int64(weeks)*job.Week+7200, 1, 3)
	t.Calendar.Monday = job.Day
	return t
}

// drawn are the weeks that the jobs of a resample come from, by week and user.
func drawn(t *testing.T, v resample.Variant, source *job.Trace, weeks int, k uint64) (list [][3]int) {
	s, err := resample.New(source, v, false)
	require.NoError(t, err)
	s.Blocks(3)
	var made job.Trace
	s.Make(&made, weeks, seed, k)
	list = make([][3]int, s.Length(weeks))
	require.Equal(t, 3*len(list), made.Len())
	for i, r := range made.Submit {
		list[r/job.Week][made.User[i]] = int(made.Run[i]) - 1000
	}
	return list
}

func TestWeeksCanBeDrawnByThePageAlone(t *testing.T) {
	const n = 11
	log := weekly(n)
	for k := uint64(1); k <= 20; k++ {
		p, at := begin(seed, k), 0
		for w, got := range drawn(t, resample.Block, log, 30, k) {
			next := true
			if w > 0 {
				next = p.float64() >= 1.0/3
			}
			if w == 0 || !next {
				at = p.intN(n)
			} else {
				at = (at + 1) % n
			}
			require.Equal(t, [3]int{at, at, at}, got, "block, resample %d, week %d", k, w)
		}
		p = begin(seed, k)
		for w, got := range drawn(t, resample.Draw, log, 30, k) {
			for u := range 4 { // the fourth has no whole week, and is drawn for
				if week := p.intN(n); u < 3 {
					require.Equal(t, week, got[u], "draw, resample %d, week %d", k, w)
				}
			}
		}
	}
}

// Of a log from a Tuesday on, weeks counted from instant 0: of eleven, the first
// and the last go.
func TestAShuffleCanBeDrawnByThePageAlone(t *testing.T) {
	log := weekly(10)
	first := 0 // the log's week whose jobs lie in shuffle's first one
	for log.Submit[1+3*first]/job.Week == 0 {
		first++
	}
	s := int(log.Submit[log.Len()-1]/job.Week) - 1
	for k := uint64(1); k <= 20; k++ {
		p := begin(seed, k)
		var v [4][]int
		for u := range v {
			v[u] = make([]int, s)
			for w := range s {
				j := p.intN(w + 1)
				v[u][w] = v[u][j]
				v[u][j] = w
			}
		}
		list := drawn(t, resample.Shuffle, log, 0, k)
		require.Len(t, list, s)
		for w, got := range list {
			require.Equal(t, [3]int{first + v[0][w], first + v[1][w], first + v[2][w]}, got)
		}
	}
}

func TestSizesOfAnotherLoadCanBeDrawnByThePageAlone(t *testing.T) {
	for k := uint64(0); k < 5; k++ {
		log := weekly(10)
		for i := range log.Size {
			log.Size[i] = int32(1 + i%60)
		}
		was := slices.Clone(log.Size)
		resample.Scale(log, 1.37, resample.Sizes, seed, k)
		p := begin(seed^0x73697a6573, k)
		for i, q := range was {
			x := math.Floor(float64(float64(q)*1.37) + p.float64())
			require.Equal(t, int32(min(max(x, 1), 64)), log.Size[i])
		}
	}
}

func TestUsersOfAnotherLoadCanBeDrawnByThePageAlone(t *testing.T) {
	for k := uint64(0); k < 5; k++ {
		log := weekly(10)
		log.Users = []int64{-1, 7, 9}
		for i := range log.User {
			log.User[i] = int32(i % 3)
		}
		type there struct{ at, job int64 }
		var want []there
		weeks := log.Submit[log.Len()-1]/job.Week + 1 // of the first job, 0
		for i, at := range log.Submit {
			u, w := uint64(log.User[i]), at/job.Week
			if u == 0 {
				u = 1<<32 + uint64(i)
			}
			h := func(n uint64) uint64 { return mixed(seed^0x7573657273, k, 2048*u+n, uint64(w)) }
			for n := range uint64(2.3 + float64(h(0)>>11)/(1<<53)) {
				to := w
				if n > 0 {
					high, _ := product(h(n), uint64(weeks-1))
					to = (w + 1 + int64(high)) % weeks
				}
				want = append(want, there{at + (to-w)*job.Week, int64(i)})
			}
			log.Run[i] = int64(i)
		}
		slices.SortStableFunc(want, func(a, b there) int { return int(a.at - b.at) })
		resample.Scale(log, 2.3, resample.Users, seed, k)
		require.Len(t, log.Submit, len(want))
		for i, x := range want {
			require.Equal(t, x, there{log.Submit[i], log.Run[i]})
		}
	}
}

// counted has a different number of jobs in each of its weeks, so that their
// numbers tell the week.
func counted(weeks int) *job.Trace {
	t := &job.Trace{Procs: 4, Users: []int64{1}}
	for w := range weeks {
		for i := range w + 2 {
			t.Submit = append(t.Submit, int64(w)*job.Week+int64(i)*3600)
			t.Run, t.Request = append(t.Run, 60), append(t.Request, 60)
			t.Size, t.User = append(t.Size, 1), append(t.User, 0)
		}
	}
	return t
}

func TestTheWeeksOfBothHalvesCanBeDrawnByThePageAlone(t *testing.T) {
	log := counted(21)
	p := tune.Default()
	p.Seed, p.Resamples = seed, 12
	p.Primaries, p.Backfills = []string{"FCFS"}, []string{"FCFS"}
	r, err := tune.NewRunner(log, p)
	require.NoError(t, err)
	whole := log.HalfWeeks()
	require.Equal(t, [2]int{10, 9}, whole)
	for k := 1; k <= 12; k++ {
		row, err := r.Task(k, nil)
		require.NoError(t, err)
		require.EqualValues(t, begin(seed, uint64(k)).intN(10)+2, row.Train.Jobs)
		// the middle of the log is in its eleventh week, which neither half has whole
		require.EqualValues(t, begin(seed, 1<<32+uint64(k)).intN(9)+2+11, row.Test.Jobs)
	}
}

// busy is a log with something to choose every day.
func busy(weeks int) *job.Trace {
	t := &job.Trace{Procs: 4, Users: []int64{1}}
	for i := range weeks * 7 * 12 {
		t.Submit = append(t.Submit, int64(i)*7200)
		run := int64(60 + i*7919%14000)
		t.Run, t.Request = append(t.Run, run), append(t.Request, run+int64(i*104729%9000))
		t.Size, t.User = append(t.Size, int32(1+i*31%4)), append(t.User, 0)
	}
	return t
}

// choosing runs strategies on resample 2 of a busy log.
func choosing(t *testing.T, strategies ...string) (*job.Trace, []online.Course) {
	p := online.Default()
	p.Seed, p.Weeks, p.Strategies, p.Periods = seed, 4, strategies, []study.Seconds{job.Day}
	log := busy(6)
	r, err := online.NewRunner(log, p)
	require.NoError(t, err)
	row, err := r.Task(2, nil)
	require.NoError(t, err)
	require.NoError(t, p.Normalise())
	maker, err := p.Maker(log)
	require.NoError(t, err)
	var made job.Trace
	require.NoError(t, maker.Make(&made, 2))
	return &made, row.Learnt
}

func TestStrategiesCanBeDrawnByThePageAlone(t *testing.T) {
	untried := []string{"epsilon-greedy", "epsilon-decay", "ucb1", "sw-ucb", "d-ucb", "thompson", "linucb"}
	_, courses := choosing(t, append([]string{"random", "exp3"}, untried...)...)
	p := begin(seed^fnv("random", job.Day), 2)
	for _, chosen := range courses[0].Chosen {
		require.EqualValues(t, p.below(12), chosen)
	}
	require.EqualValues(t, math.Floor(begin(seed^fnv("exp3", job.Day), 2).unit()*12), courses[1].Chosen[0], "all are as likely at first")
	for i, name := range untried {
		turns := begin(seed^fnv(name, job.Day), 2).shuffle(12)
		for period, arm := range turns {
			require.EqualValues(t, arm, courses[2+i].Chosen[period], "%s, period %d", name, period)
		}
	}
}

// The orders that noisy and noisy-job choose, from simulations made by hand.
func TestNoisyFeedbackCanBeDrawnByThePageAlone(t *testing.T) {
	made, courses := choosing(t, "noisy", "noisy-job")
	engine := sim.New()
	noisy, jobs := begin(seed^fnv("noisy", job.Day), 2), begin(seed^fnv("factor of a job", 0), 2)
	factor := make([]float64, made.Len())
	for j := range factor {
		factor[j] = jobs.between(0.85, 1.15)
	}
	var score, scoreByJob [12]float64
	least := func(score [12]float64) (best int) {
		for i, x := range score {
			if x < score[best] {
				best = i
			}
		}
		return best
	}
	from, changes := 0, 0
	for period := range 28 {
		require.EqualValues(t, least(score), courses[0].Chosen[period], "noisy, period %d", period)
		require.EqualValues(t, least(scoreByJob), courses[1].Chosen[period], "noisy-job, period %d", period)
		if courses[0].Chosen[period] != courses[1].Chosen[period] {
			changes++
		}
		to := from
		for to < made.Len() && made.Submit[to] < int64(period+1)*job.Day {
			to++
		}
		alone := made.Part(from, to)
		engine.Load(&alone)
		for i, o := range order.Twelve() {
			require.NoError(t, engine.Run(&sim.Config{Primary: o, Backfill: o, Threshold: 40 * 3600}))
			wait, byJob := int64(0), 0.0
			for j, start := range engine.Starts() {
				wait += start - alone.Submit[j]
				byJob += float64(factor[from+j] * float64(start-alone.Submit[j]))
			}
			score[i] += float64(float64(wait) * noisy.between(0.8, 1.2))
			scoreByJob[i] += byJob
		}
		from = to
	}
	require.Positive(t, changes, "the two err differently")
}

func (p *pcg) normal() float64 {
	for {
		u, v := 2*p.unit()-1, 2*p.unit()-1
		if s := u*u + v*v; s > 0 && s < 1 {
			return u * math.Sqrt(-2*math.Log(s)/s)
		}
	}
}

func (p *pcg) gamma(shape, scale float64) float64 {
	d := shape - 1.0/3
	for {
		x := p.normal()
		v := math.Pow(1+x/math.Sqrt(9*d), 3)
		if v <= 0 {
			continue
		}
		u := 1 - p.unit()
		if u < 1-0.0331*math.Pow(x, 4) || math.Log(u) < x*x/2+d*(1-v+math.Log(v)) {
			return d * v * scale
		}
	}
}

// The model's jobs on 128 processors: sizes as they are, run times within a
// second, since another exponential function may round across one.
func TestTheModelsJobsCanBeDrawnByThePageAlone(t *testing.T) {
	log, err := lublin.Plain(lublin.Config{Procs: 128, Jobs: 3000, Seed: seed})
	require.NoError(t, err)
	p := begin(seed, 0)
	for i := range log.Len() {
		q := 1.0
		if u := p.unit(); u > 0.244 {
			var x float64
			if p.unit() <= 0.86 {
				x = p.between(0.8, 4.5)
			} else {
				x = p.between(4.5, 7)
			}
			if u <= 0.244+0.576 {
				x = math.Round(x)
			}
			q = math.Round(math.Exp2(x))
		}
		require.EqualValues(t, q, log.Col[job.Alloc].At(i), "job %d", i)
		for p.gamma(10.2303*1.0225, 0.4871) > 13 {
		}
		h := 13.0
		for h > 12 {
			if p.unit() <= min(max(0.78-0.0054*q, 0), 1) {
				h = p.gamma(4.2, 0.94)
			} else {
				h = p.gamma(312, 0.03)
			}
		}
		require.InDelta(t, max(1, math.Floor(math.Exp(h))), float64(log.Col[job.Run].At(i)), 1, "job %d", i)
	}
}

// quantile is the page's.
func quantile(v []float64, p float64) float64 {
	h := p * float64(len(v))
	i := int(math.Ceil(h))
	if i <= 1 {
		return v[0]
	}
	t := float64(i) - h
	return t*v[i-2] + (1-t)*v[i-1]
}

func nine(t *testing.T, x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 8, 64), 64)
	require.NoError(t, err)
	return y
}

func TestTheBootstrapCanBeDrawnByThePageAlone(t *testing.T) {
	policy := []int64{310, 45, 520, 77, 910, 130, 260}
	base := []int64{400, 60, 500, 90, 800, 200, 255}
	const draws = 300
	p := begin(seed, 1<<63)
	var changes, regrets []float64
	for range draws {
		w, b := int64(0), int64(0)
		for range base {
			k := p.intN(len(base))
			w, b = w+policy[k], b+base[k]
		}
		changes = append(changes, float64(w-b)/float64(b))
		regrets = append(regrets, float64(b-min(w, b))/float64(b))
	}
	slices.Sort(changes)
	slices.Sort(regrets)
	boot := stats.NewBootstrap(len(base), draws, seed)
	for _, level := range []float64{0.95, 0.9979, 0.5} {
		c := boot.Change(policy, base, level)
		require.Equal(t, nine(t, quantile(changes, (1-level)/2)), c.Low, "level %v", level)
		require.Equal(t, nine(t, quantile(changes, 1-(1-level)/2)), c.High)
		r := boot.Hindsight([][]int64{base, policy}).Regret(base, level)
		require.Equal(t, nine(t, quantile(regrets, (1-level)/2)), r.Low)
		require.Equal(t, nine(t, quantile(regrets, 1-(1-level)/2)), r.High)
	}
}

func TestTheDrawsOfStabilityCanBeDrawnByThePageAlone(t *testing.T) {
	for _, m := range []int{9, 4} { // all training weeks, and as many as the half has
		p := begin(seed, 1<<63)
		stats.Counts(9, m, 50, seed, func(times []int32) {
			var want [9]int32
			for range m {
				want[p.intN(9)]++
			}
			require.Equal(t, want[:], times)
		})
	}
}

// half is the next half of a word, the lower one first.
type halves struct {
	*pcg
	left []uint64
}

func (h *halves) below(n int) int {
	for {
		if len(h.left) == 0 {
			w := h.word()
			h.left = []uint64{w % (1 << 32), w >> 32}
		}
		product := h.left[0] * uint64(n)
		h.left = h.left[1:]
		if product%(1<<32) >= (1<<32)%uint64(n) {
			return int(product >> 32)
		}
	}
}

func TestScoresOfJobsCanBeDrawnByThePageAlone(t *testing.T) {
	log := &job.Trace{Procs: 4, Users: []int64{1}}
	for i := range int64(40) {
		log.Submit, log.Run = append(log.Submit, 7*i), append(log.Run, 1+(i*i*37)%90)
		log.Request, log.Size, log.User = append(log.Request, 90), append(log.Size, int32(1+i%4)), append(log.User, 0)
	}
	const ahead, queued, rounds = 2, 4, 5
	plan := learn.Default()
	plan.Seed, plan.Sizes, plan.Trials = seed, trials.Sizes{Ahead: ahead, Queued: queued}, rounds*queued
	tasks, err := learn.NewRunner(log, plan)
	require.NoError(t, err)
	p := begin(seed^fnv("pairs", 0), 0)
	var taken []int
	for k := 1; k <= 12; k++ {
		start := p.intN(40 - ahead - queued + 1)
		for slices.Contains(taken, start) {
			start = p.intN(40 - ahead - queued + 1)
		}
		taken = append(taken, start)
		row, err := tasks.Task(k, nil)
		require.NoError(t, err)
		require.Equal(t, start, row.Start)

		h := &halves{pcg: begin(seed^fnv("trials", 0), uint64(start))}
		var orders [queued][]int
		for f := range orders {
			orders[f] = []int{0, 1, 2, 3}
			orders[f][0], orders[f][f] = f, 0
		}
		front, total := [queued]float64{}, 0.0
		for range rounds {
			sum := 0.0
			for f, order := range orders {
				for i := queued - 1; i > 1; i-- {
					j := 1 + h.below(i)
					order[i], order[j] = order[j], order[i]
				}
				x := slowdown(log, start, start+ahead, order)
				front[f] += x
				sum += x
			}
			total += sum
		}
		for f := range front {
			require.Equal(t, front[f]/total, row.Score[f], "pair %d", k)
		}
	}
}

// slowdown is the mean bounded slowdown of jobs from one on in an order, behind
// those before them in submit order, none starting before the one ahead of it.
func slowdown(t *job.Trace, first, from int, order []int) float64 {
	var line []int
	for i := first; i < from; i++ {
		line = append(line, i)
	}
	for _, k := range order {
		line = append(line, from+k)
	}
	starts, now, sum := map[int]int64{}, t.Submit[first], 0.0
	for _, i := range line {
		for now = max(now, t.Submit[i]); ; now++ {
			used := int64(t.Size[i])
			for j, s := range starts {
				if s+t.Run[j] > now {
					used += int64(t.Size[j])
				}
			}
			if used <= t.Procs {
				break
			}
		}
		starts[i] = now
		if i >= from {
			sum += max(1, float64(now-t.Submit[i]+t.Run[i])/float64(max(t.Run[i], 10)))
		}
	}
	return sum / float64(len(order))
}

// mixed is h of four words, by the page's.
func mixed(words ...uint64) uint64 {
	two64, h := new(big.Int).Lsh(big.NewInt(1), 64), new(big.Int)
	step := func(shift uint, times uint64) {
		h.Xor(h, new(big.Int).Rsh(h, shift))
		h.Mul(h, new(big.Int).SetUint64(times))
		h.Mod(h, two64)
	}
	for _, w := range words {
		h.Add(h, new(big.Int).SetUint64(w))
		h.Add(h, new(big.Int).SetUint64(0x9e3779b97f4a7c15))
		h.Mod(h, two64)
		step(30, 0xbf58476d1ce4e5b9)
		step(27, 0x94d049bb133111eb)
		step(31, 1)
	}
	return h.Uint64()
}

func TestAChanceOfAUserCanBeDrawnByThePageAlone(t *testing.T) {
	for k := range uint64(50) {
		got := random.Hash(seed, 17*k, k, 32*k+3)
		require.Equal(t, mixed(seed, 17*k, k, 32*k+3), got)
		require.Equal(t, float64(got>>11)/(1<<53), random.Unit(got))
		high, _ := product(got, 7)
		require.Equal(t, int(high), random.Below(got, 7))
	}
}
