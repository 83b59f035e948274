package labtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/problem"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// A made-up problem is opened by a button or a link, computes, says in the strip what it
// is, and its question stands above the view until it is put away.
func TestAProblemIsOpenedAndItsQuestionStands(t *testing.T) {
	fixture.Long(t)
	for _, p := range problem.All() {
		a, m, _ := labtest.New(t, views.All, experiment.Kinds()...)
		a.Arrive("demo="+p.Name, "")
		require.Empty(t, a.Message)
		m.Read(overview.Summarise(m.Log), nil)
		require.Equal(t, lab.Running, a.State, "it is computed, as the sample is")
		strip := ui.TraceView{App: a}
		require.Equal(t, p.Title+" (made up)", strip.Name())
		require.Equal(t, p.Question, strip.Posed())
		require.Contains(t, a.Ask(a.First), "demo="+p.Name)
	}

	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	a.Arrive("", "")
	a.Act("example", "demo=narrow")
	require.True(t, a.Welcomes(), "there is none of that name")
	require.NotEqual(t, lab.Reading, a.State)
	a.Act("example", "demo=wide")
	m.Read(overview.Summarise(m.Log), nil)
	wide := m.Log
	a.Cancel()
	a.Act("elsewhere", "")
	require.Contains(t, s.Drawn["elsewhere"], "shadowtime synth --problem wide -o made-up-wide.swf")
	a.Act("posed-away", "wide")
	_, ok := a.Posed()
	require.False(t, ok)
	require.Equal(t, "view-compare", s.Focused)

	a.Act("example", "demo=flood")
	m.Read(overview.Summarise(m.Log), nil)
	p, ok := a.Posed()
	require.True(t, ok)
	require.Equal(t, "flood", p.Name)
	a.Cancel()
	a.Select("0")
	require.Equal(t, wide.Digest, a.Summary.Digest)
	_, ok = a.Posed()
	require.False(t, ok, "it was put away")
	require.Contains(t, a.Ask(a.First), "demo=wide")
	a.Act("example", "demo=wide")
	m.Read(overview.Summarise(m.Log), nil)
	_, ok = a.Posed()
	require.True(t, ok, "asked for anew")
}

// What is kept of a problem is made again on the next visit.
func TestAKeptProblemComesBackAsItWas(t *testing.T) {
	fixture.Long(t)
	a, m, _ := labtest.New(t, views.All, experiment.Kinds()...)
	a.Arrive("", "")
	a.Act("example", "demo=requests")
	m.Read(overview.Summarise(m.Log), nil)
	b, n, _ := labtest.New(t, views.All, experiment.Kinds()...)
	b.Store = a.Store
	b.Arrive("", "")
	require.NotNil(t, n.Read)
	n.Read(overview.Summarise(n.Log), nil)
	require.Equal(t, a.Summary.Digest, b.Summary.Digest)
	p, ok := b.Posed()
	require.True(t, ok)
	require.Equal(t, "requests", p.Name)
}
