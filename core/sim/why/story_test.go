package why

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/oracle"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// draw draws a trace and a configuration, now and then one with limits.
func draw(seed uint64) (*job.Trace, *sim.Config, *rand.Rand) {
	r := rand.New(rand.NewPCG(seed, 21))
	t, c := simtest.Trace(r, 1+r.IntN(45)), simtest.Config(r)
	if c.Backfilling != sim.Conservative && r.IntN(3) == 0 {
		c.Depth, c.Tries = r.IntN(8), r.IntN(6)
	}
	return t, c, r
}

func TestEveryFactOfEveryStoryIsTheOraclesOnRandomTraces(t *testing.T) {
	met := map[string]int{}
	for seed := range uint64(fixture.Fewer(150, 1000)) {
		tr, c, _ := draw(seed)
		says := fmt.Sprintf("seed %d %+v\nprocs %d submit %v run %v request %v size %v", seed, simtest.Setup(c), tr.Procs, tr.Submit,
			tr.Run, tr.Request, tr.Size)
		tape, err := Record(tr, c)
		require.NoError(t, err)
		want := oracle.Explain(tr, simtest.Setup(c))
		for j := range tr.Len() {
			at := fmt.Sprintf("job %d of %s", j, says)
			var got []oracle.Verdict
			s, err := tape.story(j, func(now int64, r Reason, f Facts) {
				got = append(got, oracle.Verdict{Now: now, Job: j, Reason: r.String(), Head: f.Head, Shadow: f.Shadow, Extra: f.Extra,
					Free: f.Free})
			})
			require.NoError(t, err)
			require.Equal(t, want.Verdicts[j], got, at)
			require.Equal(t, want.Starts[j], s.Start, at)
			require.Equal(t, want.How[j], s.How.String(), at)
			require.Equal(t, want.Ahead[j], s.Ahead, at)
			require.Equal(t, want.First[j], s.First, at)
			require.Equal(t, want.Kept[j], s.Delayed, at)
			for i := range s.Overtaken {
				o := &s.Overtaken[i]
				require.Equal(t, o.How == Backfilled && c.Backfilling == sim.Easy, o.Shadow != Unknown, at)
				o.Shadow = 0 // see TestWhoOvertookIsToldAsThePassFoundIt
			}
			require.Equal(t, overtakers(tr, want, j), s.Overtaken, at)
			checkEpisodes(t, s, got, at)
			met[fmt.Sprint(c.Dialect, " ", c.Backfilling)]++
			for _, v := range got {
				met[v.Reason]++
			}
		}
	}
	for _, d := range []string{"shadowtime", "ocs", "pyss"} {
		for _, b := range []string{"easy", "conservative", "none"} {
			require.Greater(t, met[d+" "+b], fixture.Fewer(40, 500))
		}
	}
	for r := Behind; r <= Head; r++ {
		require.Greater(t, met[r.String()], fixture.Fewer(40, 500), r)
	}
}

// overtakers are the jobs submitted later that started earlier, by start, as the
// oracle has them.
func overtakers(t *job.Trace, a *oracle.Account, j int) (list []Overtaker) {
	for k := range t.Len() {
		if t.Submit[k] > t.Submit[j] && a.Starts[k] < a.Starts[j] {
			how := Front
			if a.How[k] == "backfill" {
				how = Backfilled
			}
			list = append(list, Overtaker{k, a.Starts[k], how, 0})
		}
	}
	slices.SortStableFunc(list, func(x, y Overtaker) int {
		return slices.Index(a.Order, x.Job) - slices.Index(a.Order, y.Job)
	})
	return list
}

// checkEpisodes holds episodes to the verdicts they sum up.
func checkEpisodes(t *testing.T, s *Story, verdicts []oracle.Verdict, at string) {
	i := 0
	list := s.Episodes
	if s.Wait() > 0 {
		require.Equal(t, s.Submit, list[0].From, "all of its wait has a reason: %s", at)
	}
	if len(list) > 0 && list[0].Passes == 0 {
		require.Equal(t, TooWide, list[0].Reason, at)
		list = list[1:]
	}
	for n, e := range list {
		v := verdicts[i]
		require.Equal(t, []any{v.Now, v.Reason, v.Head, v.Shadow, v.Extra, v.Free}, []any{e.From, e.Reason.String(), e.Head, e.Shadow,
			e.Extra, e.Free}, at)
		most := v.Free
		for _, w := range verdicts[i : i+e.Passes] {
			require.Equal(t, v.Reason, w.Reason, at)
			if e.Reason == WouldDelay {
				require.Equal(t, v.Head, w.Head, at)
			}
			most = max(most, w.Free)
		}
		require.Equal(t, most, e.Most, at)
		if i += e.Passes; n+1 < len(list) {
			require.Equal(t, list[n+1].From, e.To, at)
			require.False(t, e.Reason == list[n+1].Reason && e.Head == list[n+1].Head, "two episodes of one verdict: %s", at)
		} else {
			require.Equal(t, s.Start, e.To, at)
		}
	}
	require.Len(t, verdicts, i, at)
	require.Equal(t, moves(s, verdicts), s.Reserved, at)
}

// moves are the changes of a job's own reservation.
func moves(s *Story, verdicts []oracle.Verdict) (list []Move) {
	for _, v := range verdicts {
		own := v.Reason == "head" || v.Extra < 0
		if own && v.Shadow != Unknown && (len(list) == 0 || list[len(list)-1].Shadow != v.Shadow) {
			list = append(list, Move{v.Now, v.Shadow})
		}
	}
	return list
}

func TestAStoryIsTheSameFromWhicheverStateItIsTold(t *testing.T) {
	fixture.Long(t)
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 22))
		tr, c := simtest.Trace(r, 600), simtest.Config(r)
		if c.Backfilling == sim.Conservative {
			continue // long queues take it too long
		}
		tape, err := Record(tr, c)
		require.NoError(t, err)
		require.NotEmpty(t, tape.states)
		whole := *tape
		whole.states = nil
		for range 20 {
			j := r.IntN(tr.Len())
			got, err := tape.Story(j)
			require.NoError(t, err)
			want, err := whole.Story(j)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	}
}

func TestAnUnknownJobNumberNamesTheNearest(t *testing.T) {
	tr := &job.Trace{Submit: make([]int64, 5), ID: []int64{3, 9, 12, 40, 41}}
	j, err := Find(tr, 12)
	require.NoError(t, err)
	require.Equal(t, 2, j)
	_, err = Find(tr, 11)
	require.EqualError(t, err, "job 11 is not among the 5 that are simulated; the nearest numbers are 3, 9, 12 and 40")
	_, err = Find(&job.Trace{}, 11)
	require.EqualError(t, err, "job 11 is not among the 0 that are simulated")
}

// Whoever overtakes a job does so by the rule that its own pass found.
func TestWhoOvertookIsToldAsThePassFoundIt(t *testing.T) {
	fixture.Long(t)
	met := map[bool]int{}
	for seed := range uint64(250) {
		tr, c, _ := draw(seed)
		tape, err := Record(tr, c)
		require.NoError(t, err)
		for j := range tr.Len() {
			s, err := tape.Story(j)
			require.NoError(t, err)
			for _, o := range s.Overtaken[:min(3, len(s.Overtaken))] {
				if o.Shadow == Unknown {
					require.NotContains(t, tape.Overtook(o), "shadow")
					continue
				}
				at, err := tape.At(o.Start)
				require.NoError(t, err)
				for i := range at.Passes {
					p := &at.Passes[i]
					for _, x := range p.Queue {
						if x.Job == o.Job && x.Reason == Backfilled {
							require.Equal(t, p.Shadow, o.Shadow)
							_, rule, _ := strings.Cut(tape.Verdict(p, x, o.Start), ": ")
							require.Equal(t, strings.Contains(rule, "no later than"), strings.Contains(tape.Overtook(o), "no later than"))
							met[strings.Contains(rule, "no later than")]++
						}
					}
				}
			}
		}
	}
	require.Greater(t, min(met[true], met[false]), 10)
}

// Who went first is counted as the schedule and the order's own keys have it.
func TestThoseWhoWentFirstAreCountedByTheOrdersKeys(t *testing.T) {
	met := [2]int{}
	for seed := range uint64(400) {
		tr, c, _ := draw(seed)
		exact := slices.ContainsFunc(order.Twelve(), c.Primary.Same) // fitted keys may tie by rounding
		if !exact || c.Primary.Aged() || c.Threshold != sim.None || c.Dialect != sim.Shadowtime {
			continue
		}
		tape, err := Record(tr, c)
		require.NoError(t, err)
		key := func(j int) float64 { return c.Primary.Key(tr.Request[j], tr.Size[j], tr.Submit[j]-tr.Start, 0) }
		for j := range tr.Len() {
			s, err := tape.Story(j)
			require.NoError(t, err)
			better := 0
			for k := range tr.Len() {
				switch between := tape.Starts[k] >= s.Submit && tape.Starts[k] < s.Start; {
				case !between:
				case key(k) < key(j):
					better++
				}
			}
			require.Equal(t, better, s.Went.Better, seed)
			require.Zero(t, s.Went.Late)
			met[0], met[1] = met[0]+better, met[1]+s.Went.Same
		}
	}
	require.Greater(t, min(met[0], met[1]), 50)
}
