package labtest_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/core/job/lublin"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// long is a log of which each half has whole weeks.
var long = lublin.Config{Procs: 64, Jobs: 6000, Seed: 2}

// answered is a page that computed a question, and the link to what it found.
func answered(t *testing.T, query string) (a *ui.App, m *labtest.Machine, s *labtest.Screen, link *url.URL) {
	t.Helper()
	a, m, s = labtest.New(t, views.All, experiment.Kinds()...)
	m.Log = m.Add("", long)
	a.Start(query)
	require.Empty(t, a.Message)
	labtest.Load(a, m)
	m.FinishAll() // a first look, or the demo
	a.Run()
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	a.CopyLink()
	link, err := url.Parse(s.Files["clipboard"])
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(link.Fragment, "result="), "%s", link)
	return a, m, s, link
}

// opened is another page that is opened by the link, without a log.
func opened(t *testing.T, link *url.URL) (*ui.App, *labtest.Machine, *labtest.Screen) {
	t.Helper()
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	m.Log = m.Add("", long)
	a.Arrive(link.RawQuery, link.EscapedFragment())
	require.Empty(t, a.Message)
	return a, m, s
}

func TestALinkCarriesTheAnswerAndIsConfirmedOnTheSameLogAlone(t *testing.T) {
	fixture.Long(t)
	eachView(t, nil, func(t *testing.T, view string) {
		a, _, _, link := answered(t, small[view])
		require.Less(t, len(link.String()), 4000, "what mail and chats carry whole")
		require.Equal(t, link.String(), a.Link(a.First), "it is the address, too")
		found := a.View.Excerpt()

		b, m, s := opened(t, link)
		html := s.Drawn["shared"]
		require.Contains(t, html, `data-checked="unchecked"`)
		require.Contains(t, html, "Computed elsewhere on "+a.Summary.Name)
		first, _, _ := strings.Cut(found.Said, ". ")
		require.Contains(t, html, lab.Esc(strings.TrimSuffix(first, ".")))
		require.Equal(t, len(found.Chart.Rows), strings.Count(html, `<tr data-key=`))
		require.Contains(t, html, "<svg")
		s.Wide = 358
		b.Resized()
		require.NotEqual(t, html, s.Drawn["shared"], "a phone that is turned has it drawn anew")

		labtest.Load(b, m)
		require.Contains(t, s.Drawn["shared"], `data-checked="checking"`)
		require.Equal(t, lab.Running, b.State, "it is computed by itself")
		m.FinishAll()
		require.Contains(t, s.Drawn["shared"], `data-checked="confirmed"`)
		require.Equal(t, link.RawQuery, b.Ask(b.First))

		c, m, s := opened(t, link)
		m.Log = m.Add("other", lublin.Config{Procs: 64, Jobs: 1500, Seed: 3})
		labtest.Load(c, m)
		m.FinishAll()
		require.Contains(t, s.Drawn["shared"], "The log dropped, other, is another one")
		require.Contains(t, s.Drawn["shared"], `data-checked="unchecked"`)
		c.Act("shared-away", "")
		require.Empty(t, s.Drawn["shared"])
	})
}

func TestAChangedLinkIsNotConfirmed(t *testing.T) {
	fixture.Long(t)
	_, _, _, link := answered(t, small["compare"])
	q, _ := url.ParseQuery(link.RawQuery)
	q.Set("seed", "77") // another question under the same answer
	link.RawQuery = q.Encode()
	a, m, s := opened(t, link)
	labtest.Load(a, m)
	m.FinishAll()
	require.Contains(t, s.Drawn["shared"], `data-checked="differs"`)
	require.Contains(t, s.Drawn["shared"], "Not confirmed")
}

func TestADamagedResultIsSaidAndTheQuestionStays(t *testing.T) {
	for _, fragment := range []string{"result=1.AAAA", "result=9.AAAA", "result=", "result=1." + strings.Repeat("A", 9000)} {
		a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
		a.Arrive("orders=spf&weeks=3", fragment)
		require.Contains(t, a.Message, "The result in the link can't be shown")
		require.Empty(t, s.Drawn["shared"])
		labtest.Load(a, m)
		require.Equal(t, "3", all(a)["weeks"])
	}
	a, _, s := labtest.New(t, views.All, experiment.Kinds()...)
	a.Arrive("", "glance") // a fragment of another kind
	require.Empty(t, a.Message)
	require.Empty(t, s.Drawn["shared"])
}

func TestBackGoesToTheQuestionBeforeAndItsAnswer(t *testing.T) {
	fixture.Long(t)
	a, m, s, first := answered(t, small["compare"])
	entries := len(s.Visited)
	require.Equal(t, first.String(), s.Visited[entries-1])
	a.Set("weeks", "2")
	a.Set("seed", "5")
	require.Len(t, s.Visited, entries+1, "what is only written into the form is one entry")
	a.Run()
	m.FinishAll()
	require.Len(t, s.Visited, entries+1)
	a.SetView("tune")
	require.Len(t, s.Visited, entries+2)

	back := func(i int) {
		at, err := url.Parse(s.Visited[i])
		require.NoError(t, err)
		a.Return(at.RawQuery)
		require.Len(t, s.Visited, entries+2, "going back makes no entry")
		require.Equal(t, at.RawQuery, a.Ask(a.First))
		require.Empty(t, m.Tasks, "what is known is not computed again")
		require.Equal(t, lab.Done, a.State)
	}
	back(entries)
	require.Equal(t, "5", all(a)["seed"])
	back(entries - 1)
	require.Equal(t, "1", all(a)["weeks"])
	require.Equal(t, "1", all(a)["seed"])
}

// What says that something was copied is taken back where the browser did not let it.
func TestWhatCannotBeCopiedIsSaid(t *testing.T) {
	a, _, s, _ := answered(t, small["compare"])
	a.Act("link", "")
	require.Equal(t, "link copied", a.LinkText())
	require.Empty(t, a.Message)

	s.Uncopied = true
	for _, act := range [][2]string{{"link", ""}, {"cite", ""}, {"methods", ""}, {"embed", "copy"}, {"elsewhere", "command"}} {
		a.Message = ""
		a.Act(act[0], act[1])
		require.Contains(t, a.Message, "Nothing was copied", act)
	}
	require.NotEqual(t, "link copied", a.LinkText())
	require.NotContains(t, s.Drawn["elsewhere"], "copied")
}
