package place

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cluster/tariff"
	"shadowtime/core/study"
)

func played(t *testing.T, platform, choice string) (*Runner, *Run) {
	t.Helper()
	return playedClosed(t, platform, choice, "none")
}

func playedClosed(t *testing.T, platform, choice, closed string) (*Runner, *Run) {
	t.Helper()
	p := Default()
	p.Platform, p.First = platform, 60
	require.NoError(t, p.Settings().Find("closed").Set(closed))
	r, err := NewRunner(trace(t, 64, 2000, &p), p)
	require.NoError(t, err)
	answer, err := r.Detail(Asked(3, choice))
	require.NoError(t, err)
	run, err := DecodeRun(answer)
	require.NoError(t, err)
	return r, run
}

// A run that is played is the one that its row sums up.
func TestARunIsTheOneOfItsRow(t *testing.T) {
	fixture.Long(t)
	for _, platform := range []string{"spread", "fastslow"} {
		for i, c := range (&Plan{Pairs: allPairs(), Backfillings: []string{"none", "easy"}}).Choices() {
			if i%7 != 0 {
				continue
			}
			r, run := played(t, platform, c.Name())
			row, err := r.Task(3, nil)
			require.NoError(t, err)
			o := row.Outcomes[i]
			require.Equal(t, c.Name(), run.Choice)
			require.InEpsilon(t, o.Energy, run.Energy(), 1e-9)
			require.Equal(t, o.Makespan, run.End())
			over, wait, cores := 0.0, 0.0, 0.0
			for _, x := range run.Overs {
				over += x.To - x.From
			}
			require.InDelta(t, o.OverBandwidth, over, 1e-6*(1+over))
			for _, j := range run.Jobs {
				n := int32(0)
				for _, s := range j.Cores {
					n += s.To - s.From
				}
				require.Equal(t, j.Size, n, "a job has the cores it asked for")
				require.InDelta(t, j.Start-j.Submit, j.Waits[0]+j.Waits[1]+j.Waits[2]+j.Waits[3], 1e-6, "all of a job's wait has a reason")
				wait += j.Start - j.Submit
				cores += float64(n) * (j.End - j.Start)
			}
			require.InDelta(t, o.SumWait, wait, 1e-6*(1+wait))
			require.InEpsilon(t, o.BusySeconds, cores, 1e-9)
			require.Zero(t, run.Busy[len(run.Busy)-1])
		}
	}
}

func TestCoresThatAreOutTakeNoJobAndWhoWaitsForThemSaysSo(t *testing.T) {
	r, run := playedClosed(t, "spread", "shortest-high_gflops+easy", "all 1h 2h every 6h, 3 90m 20h unannounced")
	waits, before, after := 0.0, 0, 0
	for _, j := range run.Jobs {
		waits += j.Waits[3]
		require.InDelta(t, j.Start-j.Submit, j.Waits[0]+j.Waits[1]+j.Waits[2]+j.Waits[3], 1e-6)
		for _, o := range run.Outs {
			for _, c := range j.Cores {
				if c.From < o.Cores.To && o.Cores.From < c.To {
					require.False(t, o.From <= j.Start && j.Start < o.To, "job %d starts where nodes are out", j.ID)
					if j.Start < o.From {
						before++
					} else {
						after++
					}
				}
			}
		}
	}
	require.Positive(t, waits)
	require.Positive(t, before)
	require.Positive(t, after)
	row, err := r.Task(3, nil)
	require.NoError(t, err)
	require.Equal(t, len(run.Jobs), row.Jobs)
	_, open := played(t, "spread", "shortest-high_gflops+easy")
	require.Greater(t, run.End(), open.End())

	p := Default()
	p.Platform, p.First = "spread", 60
	require.NoError(t, p.Settings().Find("closed").Set("all 900d 1h"))
	_, err = NewRunner(trace(t, 64, 2000, &p), p)
	require.ErrorContains(t, err, "name an earlier instant")
}

func TestNoCoreHasTwoJobsAtATime(t *testing.T) {
	_, run := played(t, "fastslow", "smallest-high_mem_bw+easy-aware")
	for i, a := range run.Jobs {
		for _, b := range run.Jobs[i+1:] {
			if a.End <= b.Start || b.End <= a.Start {
				continue
			}
			for _, x := range a.Cores {
				for _, y := range b.Cores {
					require.False(t, x.From < y.To && y.From < x.To, "jobs %d and %d", a.ID, b.ID)
				}
			}
		}
	}
}

func TestWhatCannotBePlayedIsASentence(t *testing.T) {
	p := Default()
	p.First = 0
	r, err := NewRunner(trace(t, 64, 6000, &p), p)
	require.NoError(t, err)
	_, err = r.Detail(Asked(1, "first-high_gflops"))
	require.ErrorContains(t, err, "too long to be played: run at most 5\u202f000 at a time")
	_, err = r.Detail(Asked(study.Logged, "first-high_gflops"))
	require.ErrorContains(t, err, "counted from 1")
	_, err = r.Detail(Asked(1<<40, "first-high_gflops"))
	require.ErrorContains(t, err, "at most")
	_, err = r.Detail(Asked(1, "first-nowhere"))
	require.ErrorContains(t, err, "is not known")
	_, run := played(t, "fastslow", "first-high_gflops")
	require.NotEmpty(t, run.Jobs)
	for _, bad := range [][]byte{nil, {1}, append(Asked(1, "x"), 0)} {
		_, err := r.Detail(bad)
		require.Error(t, err)
		_, err = DecodeRun(bad)
		require.Error(t, err)
	}
}

// A flat price is the energy; a day's prices are those of the hours of the log's clock.
func TestARunCostsItsPowerAtThePricesOfItsHours(t *testing.T) {
	_, run := played(t, "fastslow", "first-low_power+easy")
	var flat, steep strings.Builder
	for h := range 24 {
		fmt.Fprintf(&flat, "%d,0.5\n", h)
		fmt.Fprintf(&steep, "%d,%d\n", h, h)
	}
	c, err := tariff.Parse(flat.String())
	require.NoError(t, err)
	cost, err := run.Cost(c)
	require.NoError(t, err)
	require.InEpsilon(t, 0.5*run.Energy()/3.6e6, cost, 1e-9)

	c, err = tariff.Parse(steep.String())
	require.NoError(t, err)
	cost, err = run.Cost(c)
	require.NoError(t, err)
	sum := 0.0
	for i, at := 0, 0.0; at < run.End(); at++ { // second by second
		for i+1 < len(run.Time) && run.Time[i+1] <= at {
			i++
		}
		sum += run.Watts[i] * math.Floor(math.Mod((run.Begin.Week+at)/3600, 24))
	}
	require.InEpsilon(t, sum/3.6e6, cost, 1e-3, "ends lie within seconds")

	dated, err := tariff.Parse("2024-05-01T00:00,2\n")
	require.NoError(t, err)
	run.Begin.Local = math.NaN()
	_, err = run.Cost(dated)
	require.ErrorContains(t, err, "does not say when it was")
}
