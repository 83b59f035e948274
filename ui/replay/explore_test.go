package replay

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/sim/why"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// explore is the page as it opens the view with a log that has waits, before a press.
func explore(t *testing.T, query string, change func(l *job.Log)) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	t.Helper()
	var v *View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{v}
	}, replay.Kind())
	a.Rough = true
	m.Log = m.Add("first", lublin.Config{Procs: 64, Jobs: 4000, Seed: 2})
	change(m.Log)
	a.Start(query)
	require.Empty(t, a.Message)
	labtest.Load(a, m)
	for len(m.Tasks) > 0 {
		m.Finish(0)
	}
	answer(m)
	return a, v, m, s
}

// A link to the story of a job scrolls to it, as does a press for one; a link to the whole log stays at its beginning.
func TestTheStoryOfALinkIsInSight(t *testing.T) {
	_, _, _, s := explore(t, "view=replay&job=15", withWaits)
	require.Equal(t, paneID, s.Revealed)
	a, _, _, s := explore(t, "view=replay", withWaits)
	require.Empty(t, s.Revealed)
	a.Act("replay-longest", "")
	require.Equal(t, paneID, s.Revealed)
}

// What the machine itself did stands above FCFS with EASY before anything is asked.
func TestAsItRanStandsAboveFCFSAsTheViewOpens(t *testing.T) {
	a, v, m, s := explore(t, "view=replay", withWaits)
	require.Equal(t, replay.Opening(), v.Plan)
	require.Equal(t, "FCFS easy logged none", strings.Join([]string{v.Plan.Order, v.Plan.Backfilling, v.Plan.Beside,
		v.Plan.Threshold.String()}, " "))
	require.Len(t, v.scene.starts, 2)
	logged, _ := why.Logged(m.Trace, m.Log)
	require.Equal(t, logged, v.scene.starts[1])
	require.Contains(t, s.Drawn[pictures[1].title], "<b>As it ran: ")
	require.Contains(t, s.Drawn[pictures[0].title], "<b>FCFS with EASY: ")
	require.NotEmpty(t, s.Painted[canvasID])
	require.NotEmpty(t, s.Painted[otherID])
	require.Contains(t, s.Drawn["replay-verdict"], "machine&#39;s own record")
	from, to := v.scene.window(v.at)
	require.EqualValues(t, pressed, to-from)
	peak := v.scene.queue[0].Peak(v.scene.first, v.scene.last)
	require.True(t, from <= peak && peak <= to, "when most jobs wait is in sight")
	require.NotContains(t, a.Ask(nil), "SAF")
}

// A log that does not say how long its jobs waited is shown as replayed, and says so.
func TestWithoutWaitsFCFSStandsAlone(t *testing.T) {
	_, v, _, s := explore(t, "view=replay", func(*job.Log) {})
	require.Len(t, v.scene.starts, 1)
	require.Contains(t, s.Drawn["replay-verdict"], "As it ran is not known of this log")
	require.Empty(t, s.Drawn[pictures[1].picture])
	require.NotEmpty(t, s.Painted[mapID])
}

// A link that was made before there was an opening asks what it did, and one to the opening
// or to what was proposed then opens that.
func TestALinkAsksWhatItAlwaysDid(t *testing.T) {
	fixture.Long(t)
	for query, want := range map[string]string{"view=replay": "FCFS logged none", "view=replay&job=7": "SAF FCFS 40h",
		"view=replay&order=SPF": "SPF FCFS 40h", "view=replay&beside=logged": "SAF logged 40h", "view=replay&both=true": "SAF FCFS 40h"} {
		a, v, _, _ := explore(t, query, withWaits)
		say := func(v *View) string {
			return v.Plan.Order + " " + v.Plan.Beside + " " + v.Plan.Threshold.String()
		}
		require.Equal(t, want, say(v), query)
		_, link, _ := strings.Cut(a.Link(nil), "?")
		link, _, _ = strings.Cut(link, "#")
		_, again, _, _ := explore(t, link, withWaits)
		require.Equal(t, v.Plan, again.Plan, link)
		require.Equal(t, v.at, again.at, link)
	}
	a, v, _, _ := explore(t, "view=replay", withWaits)
	v.Plan = replay.Default()
	require.Contains(t, a.Ask(nil), "order=SAF", "it is not taken for the opening")
}

// One field finds jobs and users; what is not there is said at it, with what is.
func TestOneFieldFindsJobsAndUsers(t *testing.T) {
	a, v, m, s := explore(t, "view=replay", withWaits)
	require.Contains(t, s.Drawn[hostFind], `id="`+fieldID+`"`)
	user := m.Trace.Users[m.Trace.User[40]]
	for _, x := range []struct {
		typed, shown string
		job, user    int64
	}{{"41", "job 41", 41, none}, {" Job 41 ", "job 41", 41, none}, {"user " + strconv.FormatInt(user, 10),
		"user " + strconv.FormatInt(user, 10), none, user}, {"job41", "job 41", 41, user}, {"", "", none, none}} {
		a.SetField(fieldID, fieldID, x.typed)
		answer(m)
		require.Equal(t, x.shown, v.Sought(), x.typed)
		require.Equal(t, x.job, v.at.job)
		require.Equal(t, x.user, v.at.user)
		require.Empty(t, s.Refused[fieldID])
	}
	j, err := why.Find(m.Trace, 41)
	require.NoError(t, err)
	a.SetField(fieldID, fieldID, "41")
	from, to := v.scene.window(v.at)
	require.True(t, from <= m.Trace.Submit[j] && to >= v.scene.starts[0][j]+m.Trace.Run[j], "its wait and run are in sight")
	was := v.at
	for typed, words := range map[string][]string{
		"99999":       {"Job 99999 is not among the 4", "the nearest numbers are", "Jobs have numbers from 1 to "},
		"user 987654": {"User 987654 is not among the ", "the nearest numbers are"},
		"seven":       {"number of a job or of a user", "users from "},
	} {
		a.SetField(fieldID, fieldID, typed)
		for _, x := range words {
			require.Contains(t, strings.ReplaceAll(s.Refused[fieldID], "\u202f", " "), x)
		}
		require.Equal(t, was, v.at)
	}
}

// The pane says the reason first, then what the job asks for and how long it waits in either
// schedule; a press on one of them has its story.
func TestThePaneSaysTheReasonFirst(t *testing.T) {
	a, v, m, s := explore(t, "view=replay", withWaits)
	a.Act("replay-longest", "")
	answer(m)
	tape := tapeOf(t, v, m)
	j := tape.Longest()
	story, err := tape.Story(j)
	require.NoError(t, err)
	list := tape.Sentences(story)
	html := s.Drawn[hostStory]
	require.Contains(t, html, `<p class="replay-why">`+lab.Esc(list[0].Words)+`</p>`)
	require.NotContains(t, html, `<li>`+lab.Esc(list[0].Words))
	for i, words := range []string{"waited " + v.scene.waitWords(1, j), "waits " + v.scene.waitWords(0, j)} {
		require.Contains(t, html, lab.Esc(words), i)
	}
	require.Contains(t, html, "replay-last", "what was asked for last comes first")
	a.Act("replay-step", "begin")
	answer(m)
	require.NotContains(t, s.Drawn[hostStory], "replay-last")
	a.Act("replay-side", "1")
	require.Contains(t, s.Drawn[hostStory], "The log does not say why.")
	require.Equal(t, 1, v.at.side)
}

// Both pictures are of one stretch of time, and a gesture on either moves both.
func TestBothPicturesMoveTogether(t *testing.T) {
	_, v, _, s := explore(t, "view=replay", withWaits)
	before, other := s.Painted[canvasID], s.Painted[otherID]
	v.Gesture(lab.Gesture{On: otherID, Kind: lab.Zoom, X: 0.5, By: 0.1})
	s.Step(0)
	require.NotEqual(t, before, s.Painted[canvasID])
	require.NotEqual(t, other, s.Painted[otherID])
	seen := s.Painted[otherID]
	w, h := int(seen[0]), int(seen[1])
	found := 0
	for i, p := range seen[2:] {
		if p < waited || found > 0 {
			continue
		}
		g := lab.Gesture{On: otherID, X: (float64(i%w) + 0.5) / float64(w), Y: (float64(i/w) + 0.5) / float64(h), Kind: lab.Point}
		v.Gesture(g)
		require.Contains(t, s.Drawn[hostReading], "as it ran (under FCFS ")
		g.Kind = lab.Press
		v.Gesture(g)
		require.Contains(t, s.Drawn[hostReading], "Job "+v.Chosen()+":")
		found++
	}
	require.Equal(t, 1, found)
}

// A stretch over two weeks is a density, whose columns are the processors in use; a press
// on it leads to the jobs.
func TestMonthsAreADensityAndDaysAreJobs(t *testing.T) {
	_, v, _, s := explore(t, "view=replay", withWaits)
	require.False(t, v.dense())
	require.Contains(t, s.Drawn[pictures[1].title], placedWords)
	v.Gesture(lab.Gesture{On: mapID, Kind: lab.Key, Key: "Home"})
	s.Step(0)
	require.True(t, v.dense())
	require.Contains(t, s.Drawn[hostMapKey], "as a density")
	require.NotContains(t, s.Drawn[pictures[1].title], placedWords)
	st := &v.stages[0]
	n, sum := len(v.paint(0).Words), 0.0
	for _, x := range st.shares {
		sum += x
	}
	work := 0.0
	for j := range v.scene.trace.Len() {
		work += float64(v.scene.trace.Size[j]) * float64(v.scene.trace.Run[j])
	}
	from, to := v.scene.window(v.at)
	require.InDelta(t, work, sum*float64(to-from)/float64(bars(st.width)), work*1e-9)
	require.Len(t, st.shares, n*bars(st.width))
	v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Point, X: 0.4, Y: 0.3})
	require.Contains(t, s.Drawn[hostReading], " processors busy")
	v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Press, X: 0.4, Y: 0.3})
	s.Step(0)
	require.False(t, v.dense())
	after, _ := v.scene.window(v.at)
	require.InDelta(t, float64(from)+0.4*float64(to-from)-pressed/2, float64(after), 2)
}

// The frame of the map is moved within, widened at its edges, drawn anew beside it, and
// follows keys; it never leaves the log.
func TestTheFrameOfTheMapIsDraggedAndFollowsKeys(t *testing.T) {
	_, v, _, s := explore(t, "view=replay", withWaits)
	x := v.scene
	drag := func(from, to float64) {
		for _, p := range []float64{0.5, 1} {
			at, was := from+(to-from)*p, from+(to-from)*(p-0.5)
			v.Gesture(lab.Gesture{On: mapID, Kind: lab.Pan, X: at, By: at - was})
		}
		v.brush.last = 0 // the finger is lifted
		if v.due {
			s.Step(0)
		}
	}
	at := func(share float64) int64 { return x.first + int64(share*float64(x.last-x.first)) }
	v.look(at(0.4), at(0.6))
	drag(0.5, 0.6)
	from, to := x.window(v.at)
	require.InDelta(t, float64(at(0.5)), float64(from), 5)
	require.InDelta(t, float64(at(0.7)), float64(to), 5)
	drag(0.5, 0.3)
	from, to = x.window(v.at)
	require.InDelta(t, float64(at(0.3)), float64(from), 5, "the left edge")
	require.InDelta(t, float64(at(0.7)), float64(to), 5)
	drag(0.7, 0.8)
	from, to = x.window(v.at)
	require.InDelta(t, float64(at(0.3)), float64(from), 5)
	require.InDelta(t, float64(at(0.8)), float64(to), 5, "the right edge")
	drag(0.2, 0.05)
	from, to = x.window(v.at)
	require.InDelta(t, float64(at(0.05)), float64(from), 5, "drawn anew")
	require.InDelta(t, float64(at(0.2)), float64(to), 5)
	drag(0.1, 1.4)
	from, to = x.window(v.at)
	require.Equal(t, x.last, to)
	require.InDelta(t, float64(at(0.85)), float64(from), 5, "as long as it was")
	v.Gesture(lab.Gesture{On: mapID, Kind: lab.Key, Key: "ArrowLeft"})
	earlier, _ := x.window(v.at)
	require.Less(t, earlier, from)
	v.Gesture(lab.Gesture{On: mapID, Kind: lab.Key, Key: "+"})
	a, b := x.window(v.at)
	require.InDelta(t, float64(to-from)/2, float64(b-a), 2)
	v.Gesture(lab.Gesture{On: mapID, Kind: lab.Key, Key: "Home"})
	require.Zero(t, v.at.from+v.at.to)
	v.Gesture(lab.Gesture{On: mapID, Kind: lab.Press, X: 0.5})
	a, b = x.window(v.at)
	require.EqualValues(t, pressed, b-a)
}

// Nothing is kept free for what isn't told yet: the pictures have the pane's place until something is chosen, and again
// when nothing is; what to press is said all along.
func TestThePaneTakesPlaceOnlyWhereItTells(t *testing.T) {
	a, v, _, s := explore(t, "view=replay", withWaits)
	s.Wide = 1200
	v.drawPicture()
	idle := func(now bool) {
		t.Helper()
		require.Equal(t, now, strings.Contains(s.Drawn[hostTools], "replay-idle"))
		require.Equal(t, now, v.column() == 1200)
		require.Equal(t, now, v.stages[0].width == 1200-scaleWide)
		require.Contains(t, s.Drawn[hostTools], "Press a job in a picture")
	}
	idle(true)
	require.Empty(t, s.Drawn[hostStory]+s.Drawn[hostSaid]+s.Drawn[hostArea]+s.Drawn[hostUser])
	a.Act("replay-longest", "")
	idle(false)
	a.Set(fieldID, "")
	idle(true)
	v.selects(v.scene.first, v.scene.last)
	require.True(t, v.column() == 1200, "while the mouse drags, the pictures stay")
	v.settle()
	idle(false)
	v.Unselect()
	idle(true)
}
