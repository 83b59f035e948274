package studytest

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/study"
)

// Log is a synthetic log, its jobs slower by a factor: of as many jobs there are then more
// weeks, of fewer and longer ones.
func Log(t testing.TB, c lublin.Config, slower int64) *job.Log {
	t.Helper()
	log, err := lublin.Sample(c)
	require.NoError(t, err)
	for _, f := range []job.Field{job.Submit, job.Run, job.ReqTime} {
		values := log.Col[f].Values()
		for i := range values {
			values[i] *= slower
		}
		log.Col[f] = job.ColumnOf(values...)
	}
	log.Digest = job.DigestOf(log)
	return log
}

// Computed is a plan with all that it computes of a log.
type Computed[P, R any] struct {
	Plan     P // normalised
	Log      *job.Log
	Trace    *job.Trace
	Cleaning *job.Cleaning
	Rows     []R // the last first: rows come in any order
}

// Compute computes tasks of a plan on a log, that of the log itself among them; last is the
// number of the last one.
func Compute[P, R any, PP study.PlanOf[P], T study.Tasks[R]](t testing.TB, log *job.Log, p P, start func(*job.Trace, P) (T, error),
	last func(p P, r T) int) *Computed[P, R] {
	t.Helper()
	require.NoError(t, PP(&p).Normalise())
	x := &Computed[P, R]{Plan: p, Log: log}
	x.Trace, x.Cleaning = PP(&p).Ground().Prepare(log)
	tasks, err := start(x.Trace, p)
	require.NoError(t, err)
	for k := last(p, tasks); k >= study.Logged; k-- {
		row, err := tasks.Task(k, nil)
		require.NoError(t, err)
		x.Rows = append(x.Rows, row)
	}
	return x
}

// Golden is a file of what is said of some plans: the same bytes wherever its test runs,
// natively and in a browser, where the same file is embedded.
type Golden[P, R any] struct {
	Path string // of the file,
	Want []byte // and what it holds
	// Changes make the plans of one that is proposed.
	Base    P
	Changes []func(p *P)
	Compute func(t testing.TB, p P) *Computed[P, R]
	// Each is how many lines a plan has, where all have as many and it takes long: only what is short
	// being asked for, a third of the plans is held to the file. 0: all are.
	Each int
	// Say is what is held to the file of a plan, a line each.
	Say func(t testing.TB, x *Computed[P, R]) []any
	// Across is what is held to it at the end, nil: nothing.
	Across func(t testing.TB) []any
}

func (g *Golden[P, R]) holds(t *testing.T) {
	path, want, step := g.Path, g.Want, 1
	if g.Each > 0 && !fixture.Every() && !*fixture.Update {
		path, want, step = g.Path+", in part", nil, 3
	}
	file := bytes.SplitAfter(g.Want, []byte("\n"))
	var lines []any
	for i := 0; i < len(g.Changes); i += step {
		p := g.Base
		g.Changes[i](&p)
		lines = append(lines, g.Say(t, g.Compute(t, p))...)
		if step > 1 {
			want = append(want, bytes.Join(file[i*g.Each:(i+1)*g.Each], nil)...)
		}
	}
	if g.Across != nil && step == 1 {
		lines = append(lines, g.Across(t)...)
	}
	Lines(t, path, want, lines...)
}

// Lines holds values to a golden file of JSON, a line each.
func Lines(t testing.TB, path string, want []byte, list ...any) {
	t.Helper()
	var got bytes.Buffer
	for _, v := range list {
		b, err := json.Marshal(v)
		require.NoError(t, err)
		rises(t, path, string(b))
		if r, is := v.(interface{ CSV() string }); is {
			rises(t, path, r.CSV())
		}
		got.Write(append(b, '\n'))
	}
	require.NotEmpty(t, list, "%s: nothing is said", path)
	fixture.Golden(t, path, want, got.Bytes())
}

// rises asks that ranges go from low to high, with their figures within.
func rises(t testing.TB, path, text string) {
	t.Helper()
	require.Empty(t, fixture.Disorder(text), path)
}
