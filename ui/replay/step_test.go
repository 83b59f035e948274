package replay

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
)

// Under conservative backfilling each job that waits has the place that the scheduler
// told it, on rows of its own, in the picture, in words and in the file.
func TestEachThatWaitsIsDrawnWhereConservativeBackfillingPromised(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t, "backfilling=conservative")
	answer(m)
	tape := tapeOf(t, v, m)
	several := 0
	for range 60 {
		a.Act("replay-step", "on")
		answer(m)
		seen, err := tape.At(v.instant.seen.Now)
		require.NoError(t, err)
		promised := map[int]int64{}
		if n := len(seen.Passes); n > 0 {
			for _, x := range seen.Passes[n-1].Queue {
				if x.Place != why.Unknown && x.Reason != why.Front && x.Reason != why.Backfilled {
					promised[x.Job] = x.Place
				}
			}
		}
		b := v.instant.projection()
		require.Len(t, b.reserved, len(promised))
		for _, x := range b.reserved {
			require.Equal(t, promised[x.Job], x.From)
			require.Equal(t, m.Trace.Request[x.Job], x.To-x.From)
			n := int32(0)
			for _, rows := range x.Rows {
				n += rows.To - rows.From
			}
			require.Equal(t, m.Trace.Size[x.Job], n)
		}
		if len(promised) < 2 {
			continue
		}
		several++
		require.True(t, framed(v, s.Step))
		require.Contains(t, s.Drawn[hostSaid], "Each of the "+numeral.Count(len(promised))+" jobs that wait")
		require.Contains(t, s.Drawn[hostMarks], "promised to the head, in ")
		require.Contains(t, s.Drawn[hostStep], "the place promised to each that waits")
		require.NotContains(t, s.Drawn[hostStep], "extra processors")
		if _, to := v.scene.window(v.at); b.shadow < to {
			require.True(t, slices.Contains(s.Painted[canvasID][2:], uint32(promise)))
		}
		require.Contains(t, v.picture(lab.Standalone), "the place promised to each that waits")
	}
	require.Greater(t, several, 10)
}

// The file of the picture has the instant that is looked at as the page has it.
func TestASavedScheduleHasTheInstantThatIsLookedAt(t *testing.T) {
	fixture.Long(t)
	a, v, m, _ := page(t, "threshold=none")
	answer(m)
	without := v.picture(lab.Standalone)
	require.NotContains(t, without, "as the scheduler expects")
	heads := 0
	for range 40 {
		a.Act("replay-step", "on")
		answer(m)
		svg, b := v.picture(lab.Standalone), v.instant.projection()
		require.Contains(t, svg, why.Clock(m.Trace, v.instant.seen.Now))
		require.Contains(t, svg, "as the scheduler expects")
		from, to := v.scene.window(v.at)
		f := v.instant.drawn(from, to)
		require.Equal(t, v.instant.seen.Now, from+int64(f.Now))
		if p := v.instant.pass(); p == nil || p.Head == why.None {
			require.Empty(t, f.Places)
			continue
		}
		heads++
		require.Contains(t, svg, "shadow time, in ")
		require.Len(t, f.Places, len(b.room))
		require.Len(t, f.Extra, len(b.extra))
		for i, x := range b.room {
			require.Equal(t, [2]float64{float64(x.From), float64(x.To)}, [2]float64{f.Places[i].Low, f.Places[i].High})
		}
		for i, x := range b.extra {
			require.Equal(t, [2]float64{float64(x.From), float64(x.To)}, [2]float64{f.Extra[i].Low, f.Extra[i].High})
		}
	}
	require.Greater(t, heads, 10)
	// a chosen job is marked, before the line and after it
	a.Act("replay-tell", v.scene.number(v.instant.seen.Running[0].Job))
	answer(m)
	require.Contains(t, v.picture(lab.Standalone), ">job "+v.Chosen()+"<")
	from, to := v.scene.window(v.at)
	marked := 0
	for _, x := range v.instant.drawn(from, to).Boxes {
		if x.Class == len(expectations) {
			require.Equal(t, v.Chosen(), x.Name)
			marked++
		}
	}
	require.Positive(t, marked)
	a.Act("replay-step", "close")
	require.NotContains(t, v.picture(lab.Standalone), "as the scheduler expects")
}
