package windows

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

// submitted is a trace of jobs of a minute on one of two processors.
func submitted(at ...int64) *job.Trace {
	t := &job.Trace{Procs: 2, Start: at[0], Users: []int64{1}}
	for range at {
		t.Run, t.Request, t.Size, t.User = append(t.Run, 60), append(t.Request, 600), append(t.Size, 1), append(t.User, 0)
	}
	t.Submit = at
	return t
}

func plan(days int) Plan {
	p := Default()
	p.Days, p.Orders = days, []string{"FCFS", "SPF"}
	return p
}

func TestWindowsBeginAtJobsAndHaveTheirLastSecond(t *testing.T) {
	r, err := NewRunner(submitted(7, 7+job.Day, 8+job.Day, 9+2*job.Day, 10+2*job.Day), plan(1))
	require.NoError(t, err)
	require.Equal(t, []part{{0, 2}, {2, 3}}, r.parts, "the last one may not be whole")
	p := plan(1)
	p.Windows = 1
	r, err = NewRunner(&r.trace, p)
	require.NoError(t, err)
	require.Equal(t, 1, r.Windows())

	p.Starts = []int64{8, 0, 7 + job.Day}
	r, err = NewRunner(&r.trace, p)
	require.NoError(t, err)
	require.Equal(t, []part{{1, 3}, {0, 2}, {1, 3}}, r.parts, "from the first job then or later, in the order asked for")
	w := r.window(1)
	require.Equal(t, 7+int64(job.Day), w.Start, "its clock begins with it")
}

func TestWhatIsNoWindowIsASentence(t *testing.T) {
	r, err := NewRunner(submitted(0, 36*3600), plan(15))
	require.NoError(t, err)
	require.ErrorContains(t, r.Short(), "the log's jobs come within 1.5 days: it does not outlast one window of 15 days; give fewer days")
	_, err = r.Task(1, nil)
	require.ErrorContains(t, err, "give fewer days")
	r, err = NewRunner(submitted(0, 36*3600), plan(1))
	require.NoError(t, err)
	require.NoError(t, r.Short())
	_, err = r.Task(2, nil)
	require.ErrorContains(t, err, "window 2: the log outlasts 1 of 1 day: ask for no more")
	p := plan(1)
	p.Starts = []int64{1}
	_, err = NewRunner(submitted(0, 36*3600), p)
	require.ErrorContains(t, err, "start 1: the log ends before a window of 1 day does, with its last job at 129600: give an earlier start")
	for says, set := range map[string]func(p *Plan){
		`scenario "guesses": use actual, estimates or easy`:    func(p *Plan) { p.Scenario = "guesses" },
		`dialect "pyss": use shadowtime or gc`:                 func(p *Plan) { p.Dialect = "pyss" },
		`orders none: name one`:                                func(p *Plan) { p.Orders = nil },
		`days "0": give a whole number`:                        func(p *Plan) { p.Days = 0 },
		`start "-5": give instants of the log's clock`:         func(p *Plan) { p.Starts = []int64{-5} },
		`unknown queue order "F9"`:                             func(p *Plan) { p.Orders = []string{"F9"} },
		`plan: version 2 is not known: this program reads ver`: func(p *Plan) { p.Version = 2 },
	} {
		p := plan(1)
		set(&p)
		_, err := NewRunner(submitted(0, 36*3600), p)
		require.ErrorContains(t, err, says)
	}
}

// Three jobs at once on two processors: the third waits for a minute.
func TestFirstJobsOfAWindowDoNotCount(t *testing.T) {
	for warm, want := range map[int]float64{0: 60, 2: 60, 3: 0} {
		p := plan(1)
		p.Warm = warm
		for _, p.Dialect = range []string{Shadowtime, GC} {
			r, err := NewRunner(submitted(5, 5, 5, 5+2*job.Day), p)
			require.NoError(t, err)
			row, err := r.Task(1, nil)
			require.NoError(t, err)
			require.Equal(t, 3, row.Jobs)
			o := row.Outcomes[0]
			require.Equal(t, 3-warm, o.Jobs)
			require.InDelta(t, want, o.SumWait, 0.03)
			if warm == 3 {
				require.True(t, math.IsNaN(o.AvgBsld()))
			}
		}
	}
}

func TestOnlyTheStudysDialectHasAPool(t *testing.T) {
	p, q := plan(1), plan(1)
	q.Pool = 5
	require.NoError(t, p.Normalise())
	require.NoError(t, q.Normalise())
	require.Equal(t, p, q)
	p.Dialect, q.Dialect, q.Pool = GC, GC, 5
	require.NoError(t, p.Normalise())
	require.NoError(t, q.Normalise())
	require.NotEqual(t, p.Settings().TaskKey(), q.Settings().TaskKey())
	require.True(t, p.Clean.AsRead, "it reads jobs in its own way")
}
