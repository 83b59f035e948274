package ui

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/report/plot"
)

// by finds a job of the picture.
func by(t *testing.T, g *plot.Gantt, name string) plot.GanttJob {
	t.Helper()
	for _, j := range g.Jobs {
		if j.Label == name {
			return j
		}
	}
	t.Fatalf("job %s is not drawn", name)
	return plot.GanttJob{}
}

func TestTheLessonIsWhatTheEngineDoes(t *testing.T) {
	tr, starts, w, err := lesson()
	require.NoError(t, err)
	g, err := lessonPicture()
	require.NoError(t, err)
	require.Len(t, g.Jobs, len(lessonJobs))

	require.Equal(t, 1, w.head, "B is the head")
	require.Equal(t, int64(1), w.promised, "as soon as it comes")
	require.Equal(t, int64(6), w.shadow, "promised when A ends")
	require.Equal(t, int64(2), w.extra)
	require.Equal(t, map[int]int64{2: 2, 3: 3}, w.backfilled, "C and D slip in as they come, E never does")
	require.Equal(t, w.shadow, starts[1], "and B is not delayed")

	for i, x := range lessonJobs {
		j := by(t, g, x.name)
		require.Equal(t, float64(tr.Submit[i]), j.Submit)
		require.Equal(t, int(tr.Size[i]), j.Height)
		require.Equal(t, float64(starts[i]), j.Start)
		require.Equal(t, float64(starts[i]+tr.Run[i]), j.End)
	}
	require.Equal(t, plot.Running, by(t, g, "A").Role)
	require.Equal(t, plot.Head, by(t, g, "B").Role)
	require.Equal(t, plot.Backfilled, by(t, g, "C").Role)
	require.Equal(t, plot.Backfilled, by(t, g, "D").Role)
	require.Equal(t, plot.Waiting, by(t, g, "E").Role, "who is not the head has no reservation")
	require.Less(t, by(t, g, "B").Submit, by(t, g, "C").Start, "B waits before anybody slips past it")
}

// What the words say of each moment holds of what the engine did.
func TestTheLessonsWordsHoldAtTheirMoments(t *testing.T) {
	tr, starts, w, err := lesson()
	require.NoError(t, err)
	const a, b, c, d, e = 0, 1, 2, 3, 4
	free := func(at int64) int64 {
		n := int64(lessonProcs)
		for i, s := range starts {
			if s <= at && at < s+tr.Run[i] {
				n -= int64(tr.Size[i])
			}
		}
		return n
	}
	end := func(i int) int64 { return starts[i] + tr.Run[i] }
	moment := func(i int) int64 { return lessonSteps[i].at }
	require.Equal(t, []int64{0, 5, 6}, []int64{starts[a], int64(tr.Size[a]), tr.Run[a]})
	require.Equal(t, moment(1), tr.Submit[b])
	require.Less(t, free(moment(1)), int64(tr.Size[b]), "B does not fit")
	require.Equal(t, w.shadow, end(a))
	require.Equal(t, moment(2), starts[c])
	require.LessOrEqual(t, end(c), w.shadow)
	require.Equal(t, moment(3), starts[d])
	require.Greater(t, end(d), w.shadow)
	require.Equal(t, w.extra, int64(tr.Size[d]), "D takes all of the extra processors")
	now := moment(4)
	require.Equal(t, end(c), now)
	require.Less(t, tr.Submit[e], now)
	require.GreaterOrEqual(t, free(now), int64(tr.Size[e]), "E would fit")
	require.Greater(t, now+tr.Request[e], w.shadow, "and still run at the shadow time")
	require.Greater(t, starts[e], now, "so it waits")
	for i, x := range lessonSteps {
		require.True(t, i == 0 || x.at > moment(i-1))
	}
}

// On the machine no two jobs stand on one processor at a time.
func TestTheLessonsJobsHaveTheirProcessors(t *testing.T) {
	g, err := lessonPicture()
	require.NoError(t, err)
	taken := map[[2]int]string{}
	for _, j := range g.Jobs {
		if j.Role == plot.Waiting {
			continue
		}
		for lane := j.Lane; lane < j.Lane+j.Height; lane++ {
			require.Less(t, lane, g.Procs)
			for h := int(j.Start); h < int(j.End); h++ {
				require.Empty(t, taken[[2]int{lane, h}], "beside %s, processor %d, %d h", j.Label, lane, h)
				taken[[2]int{lane, h}] = j.Label
			}
		}
	}
	b := by(t, g, "B")
	require.Equal(t, b.Lane+b.Height, g.ExtraLane)
	require.Equal(t, g.Procs, g.ExtraLane+g.Extra, "the extra processors are those beside B")
}

// The style moves the picture to the moments that the words are about.
func TestTheLessonIsMovedToItsMoments(t *testing.T) {
	style, err := os.ReadFile("../public/style.css")
	require.NoError(t, err)
	text, err := Lesson()
	require.NoError(t, err)
	require.Equal(t, len(lessonSteps), strings.Count(text, `type="radio"`))
	for i, x := range lessonSteps {
		at := strconv.FormatInt(x.at, 10)
		require.Contains(t, string(style), ".lesson:has(label:nth-child("+strconv.Itoa(i+1)+") :checked) { --now: "+at+"; }")
		_, passes, _ := strings.Cut(string(style), "@keyframes lesson")
		passes, _, _ = strings.Cut(passes, "\n")
		require.Contains(t, passes, "{ --now: "+at+"; }")
		require.Contains(t, text, `value="`+at+`"`)
	}
	require.NotContains(t, string(style), ".lesson:has(label:nth-child("+strconv.Itoa(len(lessonSteps)+1)+")")
}
