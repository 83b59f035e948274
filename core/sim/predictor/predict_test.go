package predictor

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
)

// Reis 2018, table 4.8, was made along CEA-Curie's own start times.
func TestAlongTheLogsOwnStartsAveragesErrAsPublished(t *testing.T) {
	if testing.Short() {
		t.Skip("a log of 300,000 jobs")
	}
	log, err := tracefile.Open(fixture.Path(t, "traces", "CEA-Curie-2011-2.1-cln.swf.gz"), nil)
	require.NoError(t, err)
	rules, err := job.ParsePreset("prediction")
	require.NoError(t, err)
	tr, _ := job.Clean(log, rules, job.Machine{Procs: 80_640})
	starts := make([]int64, tr.Len())
	for j, i := range tr.Pos {
		starts[j] = tr.Submit[j] + max(0, log.Col[job.Wait].At(int(i)))
	}
	predicted, err := Along(tr, starts, &Average{K: 2})
	require.NoError(t, err)
	ave2 := Measure(tr, predicted)
	require.InDelta(t, 5217.2, ave2.MAE, 0.2)
	require.InEpsilon(t, 10.5e8, ave2.MeanELoss, 0.01)
	for _, basis := range []Basis{Printed, PYSS} { // published: 6762 s and 2.35e5
		p := NewLearned()
		p.Basis = basis
		predicted, err := Along(tr, starts, p)
		require.NoError(t, err)
		learned := Measure(tr, predicted)
		t.Logf("learned, basis %d: MAE %.0f s, mean E-Loss %.3g", basis, learned.MAE, learned.MeanELoss)
		require.Less(t, learned.MeanELoss, 10.5e8/2, "learning by the E-Loss has less of it than averaging")
	}
}

func random(r *rand.Rand, n int) (*job.Trace, []int64) {
	t := &job.Trace{Procs: 64, Users: []int64{-1, 3, 7}, Apps: 9}
	starts := make([]int64, n)
	at := int64(0)
	for j := range n {
		at += r.Int64N(200)
		p := 1 + r.Int64N(1<<(1+r.IntN(12)))
		t.Submit, t.Run, t.Request = append(t.Submit, at), append(t.Run, p), append(t.Request, p+r.Int64N(4*p))
		t.Size, t.User = append(t.Size, int32(1+r.IntN(32))), append(t.User, int32(r.IntN(3)))
		t.App = append(t.App, 3*t.User[j]+int32(r.IntN(3)))
		starts[j] = at + r.Int64N(300)*int64(r.IntN(2))
	}
	return t, starts
}

// predictors are all that there are, but the clairvoyant one.
func predictors() map[string]func() Predictor {
	learned := func(change func(p *Learned)) func() Predictor {
		return func() Predictor {
			p := NewLearned()
			change(p)
			return p
		}
	}
	return map[string]func() Predictor{
		"requested":    func() Predictor { return &Requested{} },
		"AVE2":         func() Predictor { return &Average{K: 2} },
		"AVE5":         func() Predictor { return &Average{K: 5} },
		"history1":     func() Predictor { return &History{K: 1} },
		"history2":     func() Predictor { return &History{K: 2} },
		"fading":       func() Predictor { return &Fading{W: 0.3} },
		"learned":      learned(func(p *Learned) {}),
		"learned pyss": learned(func(p *Learned) { p.Basis = PYSS }),
		"quantile": func() Predictor {
			p, _ := newQuantile(0.8)
			return p
		},
		"learned linear": learned(func(p *Learned) {
			p.Loss = Loss{Over: Linear, Under: Linear, Weight: ShortWide, Shift: 60}
		}),
	}
}

// A predictor is a function of what it has been told: run times of jobs that have
// not ended may be anything.
func TestNothingOfARunTimeIsSeenBeforeItsEnd(t *testing.T) {
	for name, make := range predictors() {
		r := rand.New(rand.NewPCG(5, 1))
		tr, starts := random(r, 400)
		want, err := Along(tr, starts, make())
		require.NoError(t, err)
		hidden := *tr
		hidden.Run = append([]int64(nil), tr.Run...)
		for j := range hidden.Run {
			hidden.Run[j] = -1 << 40
		}
		x := &telling{Predictor: make(), run: tr.Run, hidden: &hidden}
		got, err := Along(tr, starts, x)
		require.NoError(t, err)
		require.Equal(t, want, got, name)
		require.NotContains(t, got, int64(0), name)
	}
}

// telling lets a predictor see the run time of a job at its end, and no sooner.
type telling struct {
	Predictor
	run    []int64
	hidden *job.Trace
}

func (x *telling) Load(*job.Trace) { x.Predictor.Load(x.hidden) }
func (x *telling) End(j int32, now int64) {
	x.hidden.Run[j] = x.run[j]
	x.Predictor.End(j, now)
}

func TestPredictionsLieBetweenASecondAndTheRequest(t *testing.T) {
	for name, make := range predictors() {
		for seed := range uint64(5) {
			tr, starts := random(rand.New(rand.NewPCG(seed, 2)), 300)
			tr.Request[7], tr.Request[9] = 0, 1
			got, err := Along(tr, starts, make())
			require.NoError(t, err)
			for j, p := range got {
				require.GreaterOrEqual(t, p, int64(1), name)
				require.LessOrEqual(t, p, max(1, tr.Request[j]), name)
			}
		}
	}
}

// A predictor that has been used is as one that has not.
func TestLoadingBeginsAnew(t *testing.T) {
	for name, make := range predictors() {
		used := make()
		other, otherStarts := random(rand.New(rand.NewPCG(8, 3)), 500)
		_, err := Along(other, otherStarts, used)
		require.NoError(t, err)
		tr, starts := random(rand.New(rand.NewPCG(9, 3)), 300)
		want, err := Along(tr, starts, make())
		require.NoError(t, err)
		got, err := Along(tr, starts, used)
		require.NoError(t, err)
		require.Equal(t, want, got, name)
	}
}

// allocates counts what a predictor allocates when it goes through a trace again.
func TestPredictingAllocatesNothingAfterWarmUp(t *testing.T) {
	tr, starts := random(rand.New(rand.NewPCG(4, 4)), 300)
	for name, make := range predictors() {
		p := make()
		_, err := Along(tr, starts, p)
		require.NoError(t, err)
		require.Zero(t, testing.AllocsPerRun(3, func() {
			p.Load(tr)
			for j := range int32(tr.Len()) {
				now := tr.Submit[j]
				p.Submit(j, now)
				p.Start(j, now)
				if j >= 5 {
					p.End(j-5, now)
				}
			}
		}), name)
	}
}

// Where a log names no users, all jobs are one user's.
func TestWithoutUsersAllJobsAreOneUsers(t *testing.T) {
	for name, make := range predictors() {
		tr, starts := random(rand.New(rand.NewPCG(2, 7)), 100)
		none, one := *tr, *tr
		none.User, none.Users = nil, nil
		one.Users, one.User = []int64{5}, append([]int32(nil), tr.User...)
		clear(one.User)
		want, err := Along(&one, starts, make())
		require.NoError(t, err)
		got, err := Along(&none, starts, make())
		require.NoError(t, err)
		require.Equal(t, want, got, name)
	}
}

// A job of no length has a weight, too: one of them leaves nothing undefined.
func TestAJobOfNoLengthTeachesNoNonsense(t *testing.T) {
	for _, l := range Losses() {
		require.False(t, math.IsInf(l.Weight.Value(4, 0), 0), l.String())
		tr, starts := random(rand.New(rand.NewPCG(3, 6)), 200)
		tr.Run[5] = 0
		p := NewLearned()
		p.Loss = l
		_, err := Along(tr, starts, p)
		require.NoError(t, err)
		require.False(t, math.IsNaN(p.line.value()), l.String())
	}
}

func TestAQuantileIsExceededAsSeldomAsItSays(t *testing.T) {
	for _, q := range []float64{0.5, 0.8, 0.95} {
		r := rand.New(rand.NewPCG(uint64(100*q), 5))
		tr := &job.Trace{Users: []int64{1, 2, 3, 4}}
		for j := range 6000 {
			u := int32(r.IntN(4))
			request := int64(3600) << u
			tr.Submit, tr.Request = append(tr.Submit, int64(100*j)), append(tr.Request, request)
			tr.Run, tr.Size, tr.User = append(tr.Run, 1+r.Int64N(request)), append(tr.Size, 1+u), append(tr.User, u)
		}
		p, err := newQuantile(q)
		require.NoError(t, err)
		predicted, err := Along(tr, tr.Submit, p)
		require.NoError(t, err)
		late := 0
		for j := 3000; j < 6000; j++ { // once it has learned
			if predicted[j] < tr.Run[j] {
				late++
			}
		}
		require.InDelta(t, 1-q, float64(late)/3000, 0.05, "quantile %v", q)
	}
	for _, q := range []float64{0, 1, -1, math.NaN()} {
		_, err := newQuantile(q)
		require.ErrorContains(t, err, "between 0 and 1")
	}
}

func TestPredictorsAreFoundByName(t *testing.T) {
	for _, name := range append(Names(), "ave1", "ave64", "history1", "history64") {
		_, err := Named(name, ELoss, Printed)
		require.NoError(t, err, name)
	}
	for name, says := range map[string]string{"": "use requested", "ave65": "ave1 to ave64", "history65": "history1 to history64",
		"history": "history1", "history0": "history1", "ave": "ave1", "quantile@2": "between 0 and 1", "quantile@x": "between 0 and 1",
		"fading@0": "above 0 and at most 1", "fading@1.5": "above 0", "fading@": "above 0"} {
		_, err := Named(name, ELoss, Printed)
		require.ErrorContains(t, err, says, name)
	}
}

func TestAnAverageIsThatOfTheLastJobs(t *testing.T) {
	tr := &job.Trace{Users: []int64{1}}
	for j := range 6 {
		tr.Submit, tr.Run, tr.Request = append(tr.Submit, int64(1000*j)), append(tr.Run, int64(10*j+5)), append(tr.Request, 100)
		tr.Size, tr.User = append(tr.Size, 1), append(tr.User, 0)
	}
	got, err := Along(tr, tr.Submit, &Average{K: 2})
	require.NoError(t, err)
	require.Equal(t, []int64{100, 100, 10, 20, 30, 40}, got)
	_, err = Along(tr, tr.Submit[1:], &Average{K: 2})
	require.ErrorContains(t, err, "5 starts of 6 jobs")
	_, err = Along(tr, append([]int64{-1}, tr.Submit[1:]...), &Average{K: 2})
	require.ErrorContains(t, err, "index 0 starts before")
}

// Of a slow sum by the definition: the last run time counts W, each one before it 1 - W times as much, the first what is left.
func TestAFadingMeanCountsTheLastJobsMost(t *testing.T) {
	for _, w := range []float64{0.25, 0.5, 1} {
		tr := &job.Trace{Users: []int64{1}}
		var want []int64
		for j := range 30 {
			tr.Submit, tr.Run = append(tr.Submit, int64(1000*j)), append(tr.Run, int64(64*(j*j%23)+64))
			tr.Request, tr.Size, tr.User = append(tr.Request, 5000), append(tr.Size, 1), append(tr.User, 0)
			mean, left := 0.0, 1.0
			for k := j - 1; k > 0; k-- {
				mean += left * w * float64(tr.Run[k])
				left *= 1 - w
			}
			if want = append(want, 5000); j > 0 {
				want[j] = int64(math.Floor(mean + left*float64(tr.Run[0]) + 1e-9))
			}
		}
		starts := slices.Clone(tr.Submit)
		for j := range tr.Run {
			require.Less(t, tr.Run[j], int64(1600))
			tr.Submit[j], starts[j] = int64(2000*j), int64(2000*j)
		}
		p, err := newFading(w)
		require.NoError(t, err)
		got, err := Along(tr, starts, p)
		require.NoError(t, err)
		for j := range want {
			require.InDelta(t, want[j], got[j], 1, "weight %v, job %d", w, j)
		}
	}
}

func TestLossesAreReadAsTheyAreWritten(t *testing.T) {
	require.Len(t, Losses(), 20)
	for _, l := range append(Losses(), Loss{Shift: 600}) {
		got, err := ParseLoss(l.String())
		require.NoError(t, err)
		require.Equal(t, l, got)
	}
	require.Equal(t, "square,linear,area", ELoss.String())
	for text, says := range map[string]string{"": "OVER,UNDER,WEIGHT", "square,linear": "OVER,UNDER,WEIGHT",
		"cubic,linear,area": "use square or linear", "square,linear,depth": "small-area or area", "square,linear,area,-3": "give a shift",
		"square,linear,area,1,2": "OVER,UNDER"} {
		_, err := ParseLoss(text)
		require.ErrorContains(t, err, says, text)
	}
	// too long by 100 s, too short by 100 s
	require.Equal(t, 1e4, Loss{Over: Square}.at(100))
	require.Equal(t, 100.0, Loss{Over: Square, Under: Linear}.at(-100))
	require.Equal(t, 1600.0, Loss{Over: Square, Shift: 60}.at(100))
}

func (l Loss) at(e int64) float64 { return l.Value(1000+e, 1000, 1) }
