package replay

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/report/lanes"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// tapeOf is the replay of the schedule in sight, recorded anew.
func tapeOf(t *testing.T, v *View, m *labtest.Machine) *why.Tape {
	t.Helper()
	c, err := v.Plan.Config([]string{v.Plan.Order, v.Plan.Beside}[v.side()])
	require.NoError(t, err)
	tape, err := why.Record(m.Trace, &c)
	require.NoError(t, err)
	return tape
}

// What is shown of an instant is what the schedule's own tape saw, verdict by verdict.
func TestAnInstantIsTheTapesOwn(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t, "")
	answer(m)
	for side := range 2 {
		a.Act("replay-side", strconv.Itoa(side))
		tape := tapeOf(t, v, m)
		for _, how := range strings.Fields("begin on on event-on event-back back on on on on") {
			a.Act("replay-step", how)
			answer(m)
			require.Equal(t, v.instant.of, v.at.at)
			seen, err := tape.At(v.scene.first + v.at.at)
			require.NoError(t, err)
			require.Equal(t, seen, v.instant.seen)
			require.Contains(t, s.Drawn[hostSaid], lab.Esc(why.Clock(m.Trace, seen.Now)))
			for k := range seen.Passes {
				p := &seen.Passes[k]
				for i, x := range p.Queue {
					if i < listedQueue || x.Job == p.Head {
						require.Contains(t, s.Drawn[hostInstant], lab.Esc(numeral.Capital(tape.Verdict(p, x, seen.Now))))
					}
				}
			}
			from, to := v.scene.window(v.at)
			require.True(t, from <= seen.Now && seen.Now <= to, "the instant is in sight")
			require.True(t, framed(v, s.Step))
			require.True(t, slices.Contains(s.Painted[pictures[side].canvas][2:], uint32(line)))
		}
		a.Act("replay-step", "close")
		require.Empty(t, s.Drawn[hostSaid]+s.Drawn[hostInstant])
	}
}

// The rows that are drawn for the head and as extra are free at the shadow time if all
// run as long as requested, and are as many as EASY counts.
func TestWhatIsPromisedLiesOnRowsThatAreFreeThen(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t, "threshold=none")
	answer(m)
	promised := 0
	for range 120 {
		a.Act("replay-step", "on")
		answer(m)
		b, p := v.instant.projection(), v.instant.pass()
		if p == nil || p.Head == why.None {
			require.Empty(t, b.room)
			continue
		}
		promised++
		taken := map[int32]bool{}
		n := [2]int64{}
		for i, list := range [][]lanes.Span{b.room, b.extra} {
			for _, x := range list {
				for row := x.From; row < x.To; row++ {
					require.False(t, taken[row])
					taken[row] = true
					n[i]++
				}
			}
		}
		require.Equal(t, [2]int64{int64(m.Trace.Size[p.Head]), v.instant.extra(p)}, n)
		for _, r := range v.instant.seen.Running {
			for _, x := range v.scene.layout(0).Spans(r.Job) {
				require.False(t, r.Projected > p.Shadow && taken[x.From])
			}
		}
		require.True(t, framed(v, s.Step))
		require.Contains(t, s.Drawn[hostMarks], "shadow time, in ")
		if _, to := v.scene.window(v.at); p.Shadow < to {
			require.True(t, slices.Contains(s.Painted[canvasID][2:], uint32(promise)))
		}
	}
	require.Greater(t, promised, 50)
}

// Decisions are played one by one, and playing ends by itself; whoever asked for less
// motion steps.
func TestPlayingGoesFromDecisionToDecisionAndEndsByItself(t *testing.T) {
	a, v, m, s := page(t, "")
	answer(m)
	a.Act("replay-step", "begin")
	answer(m)
	tape := tapeOf(t, v, m)
	seen, err := tape.At(v.scene.last)
	require.NoError(t, err)
	var want []int64
	for range 3 {
		want = append([]int64{seen.PreviousDecision}, want...)
		seen, err = tape.At(seen.PreviousDecision)
		require.NoError(t, err)
	}
	v.instant.look(want[0])
	answer(m)
	a.Act("replay-step", "play")
	play := s.Step
	require.True(t, v.instant.plays)
	require.Equal(t, "off", v.Live())
	got := []int64{want[0]}
	for i := 0; v.instant.plays; i++ {
		require.Less(t, i, 100)
		play(float64(i) * 10 * pace)
		answer(m)
		if now := v.instant.seen.Now; now != got[len(got)-1] {
			got = append(got, now)
		}
	}
	require.Equal(t, want, got)
	require.Equal(t, "polite", v.Live())
	s.NoMove = true
	a.Act("replay-step", "back")
	answer(m)
	was := v.instant.seen.NextDecision
	a.Act("replay-step", "play")
	answer(m)
	require.False(t, v.instant.plays)
	require.Equal(t, was, v.instant.seen.Now)
}

// The instant stands in the link; beneath the schedule a press chooses it, on the
// picture keys step.
func TestALinkAPressAndKeysLeadToAnInstant(t *testing.T) {
	a, v, m, s := page(t, "from=100000&to=130000")
	answer(m)
	v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Press, X: 0.5, Y: 0.95})
	answer(m)
	require.InDelta(t, 115000, float64(v.at.at), 8000)
	require.Equal(t, int64(100000), v.at.from, "the picture stays where it is")
	was := v.instant.seen
	v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Key, Key: "]"})
	answer(m)
	require.Equal(t, was.NextEvent, v.instant.seen.Now)
	v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Key, Key: ","})
	answer(m)
	require.LessOrEqual(t, v.instant.seen.Now, was.Now)
	_, query, _ := strings.Cut(a.Link(nil), "?")
	query, _, _ = strings.Cut(query, "#")
	require.Contains(t, query, "at=")
	_, w, n, z := page(t, query)
	answer(n)
	require.Equal(t, v.at, w.at)
	require.Equal(t, s.Drawn[hostSaid], z.Drawn[hostSaid])
}

// A late answer about another instant, or another schedule, is not shown.
func TestALateInstantIsDropped(t *testing.T) {
	a, v, m, s := page(t, "")
	answer(m)
	a.Act("replay-step", "begin")
	late := m.Asked[0]
	m.Asked = nil
	a.Act("replay-side", "1")
	answer(m)
	a.Act("replay-step", "close")
	late()
	require.Empty(t, s.Drawn[hostSaid])
	require.EqualValues(t, none, v.at.at)
}

// An instant that is out of sight is pointed to.
func TestAnInstantOutOfSightIsPointedTo(t *testing.T) {
	a, v, m, s := page(t, "from=100000&to=130000")
	answer(m)
	a.Act("replay-step", "begin")
	answer(m)
	framed(v, s.Step)
	require.Contains(t, s.Drawn[hostStep], "Right of the line")
	now := v.instant.seen.Now
	for by, arrow := range map[int64]string{-100000: " →</span>", 100000: "← "} {
		v.look(now+by, now+by+30000)
		framed(v, s.Step)
		require.Contains(t, s.Drawn[hostMarks], arrow)
		require.NotContains(t, s.Drawn[hostMarks], "shadow time")
	}
}
