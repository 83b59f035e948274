package labtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// reopened is the page as another tab, or the same after a reload, begins with.
func reopened(t *testing.T, s *labtest.Store, log *job.Log, query string) (*ui.App, *labtest.Machine, *labtest.Screen) {
	t.Helper()
	b, m, screen := labtest.New(t, views.All, experiment.Kinds()...)
	m.Log = log
	m.Logs[log.Digest] = log
	b.Store = s
	b.Arrive(query, "")
	return b, m, screen
}

func TestAReloadBringsBackLogQuestionAndAnswerWithoutComputing(t *testing.T) {
	fixture.Long(t)
	eachView(t, map[string]string{"replay": "its schedules are made again"}, func(t *testing.T, view string) {
		a, m, s, link := answered(t, small[view])
		store := a.Store.(*labtest.Store)
		require.Contains(t, s.Drawn["kept"], `data-act="kept-delete"`)

		b, m2, screen := reopened(t, store, m.Log, link.RawQuery)
		require.Equal(t, lab.Reading, b.State)
		m2.Read(overview.Summarise(m.Log), nil)
		require.Equal(t, lab.Done, b.State, b.Message)
		require.Empty(t, m2.Tasks)
		b.CopyLink()
		require.Equal(t, s.Files["clipboard"], screen.Files["clipboard"])
	})
}

// What names a log by its digest finds it among those that are kept.
func TestAKeptLogComesWithALinkAStudyAndRowsOfIt(t *testing.T) {
	fixture.Long(t)
	a, m, s, link := answered(t, small["compare"])
	a.Act("save-study", "")
	file := saved(t, s, "compare")
	asked, _ := a.View.(lab.Commander).Campaign()
	rows := rowsOf(t, "compare", asked.Asked.TaskKey(), file)
	elsewhere := func() *labtest.Store { // nothing was in sight in this tab
		store := *a.Store.(*labtest.Store)
		store.Last = job.Digest{}
		return &store
	}
	b, m2, screen := labtest.New(t, views.All, experiment.Kinds()...)
	m2.Log = m.Log
	m2.Logs[m.Log.Digest] = m.Log
	b.Store = elsewhere()
	b.Arrive(link.RawQuery, link.EscapedFragment())
	m2.Read(overview.Summarise(m.Log), nil)
	m2.FinishAll()
	require.Equal(t, lab.Done, b.State)
	require.Contains(t, screen.Drawn["shared"], `data-checked="confirmed"`)

	for name, open := range map[string]func(*ui.App){
		"study": func(a *ui.App) { a.OpenStudy("it.study.json", file, nil) },
		"rows":  func(a *ui.App) { a.OpenRows(rows, nil) },
	} {
		b, m, _ := reopened(t, elsewhere(), m.Log, "")
		open(b)
		require.Equal(t, lab.Reading, b.State, name)
		m.Read(overview.Summarise(m.Log), nil)
		require.Equal(t, lab.Done, b.State, name)
		require.Empty(t, m.Tasks, "%s: nothing is computed", name)
	}
}

// In a frame, where another page's author wrote the link, a kept log is opened by the visitor
// alone.
func TestAFrameOpensAKeptLogAfterAPressAlone(t *testing.T) {
	a, m, _, link := answered(t, small["online"])
	b, n, s := labtest.New(t, views.All, experiment.Kinds()...)
	b.Store, n.Log = a.Store, m.Log
	b.Arrive(link.RawQuery+"&embed=online", link.EscapedFragment())
	require.Nil(t, n.Read, "nothing is read")
	require.Contains(t, s.Drawn["shared"], `data-act="shared-open"`)
	b.Act("shared-open", "")
	require.NotNil(t, n.Read)
}

func TestALinkNamesAsManyWorkersAsThereMayBe(t *testing.T) {
	for text, said := range map[string]string{"-3": "give 1 to 64", "0": "give 1 to 64", "x": "give 1 to 64", "65": "give 1 to 64", "1": "",
		"64": ""} {
		a, _, _ := labtest.New(t, views.All, experiment.Kinds()...)
		a.Arrive("workers="+text, "")
		require.Contains(t, a.Message, said, text)
		require.Equal(t, said == "", a.Message == "", text)
	}
}

func TestWhatWasCancelledGoesOnAfterAReload(t *testing.T) {
	a, m, _ := labtest.New(t, views.All, experiment.Kinds()...)
	m.Log = m.Add("", long)
	query := "view=compare&orders=spf&weeks=1&resamples=4"
	a.Arrive(query, "")
	labtest.Load(a, m)
	a.Run()
	wanted := len(m.Tasks)
	m.Finish(0)
	b, m2, _ := reopened(t, a.Store.(*labtest.Store), m.Log, query)
	m2.Read(overview.Summarise(m.Log), nil)
	b.Run()
	require.Len(t, m2.Tasks, wanted-1)
}

func TestKeepNothingTakesAllAwayForGood(t *testing.T) {
	a, m, s, _ := answered(t, small["compare"])
	a.Act("kept-nothing", "")
	require.Contains(t, s.Drawn["kept"], "Nothing is kept, as you chose")
	require.NotContains(t, s.Drawn["kept"], "kept-delete")
	b, m2, screen := reopened(t, a.Store.(*labtest.Store), m.Log, "")
	require.Equal(t, lab.Empty, b.State)
	labtest.Load(b, m2)
	require.NotContains(t, screen.Drawn["kept"], "kept-delete")
	b.Act("kept-again", "")
	require.Contains(t, screen.Drawn["kept"], "kept-delete", "the log in sight, from now on")
}

func TestAKeptLogIsChosenAndDeletedByItsLine(t *testing.T) {
	a, m, _, _ := answered(t, small["compare"])
	store, id := a.Store.(*labtest.Store), a.Summary.Digest.Hex()
	store.Last = job.Digest{} // a new tab
	b, m2, screen := reopened(t, store, m.Log, "")
	require.Equal(t, lab.Empty, b.State)
	b.Act("kept-open", id)
	m2.Read(overview.Summarise(m.Log), nil)
	require.Equal(t, m.Log.Digest, b.Summary.Digest)
	b.Act("kept-delete", id)
	require.NotContains(t, screen.Drawn["kept"], id)
	require.NotNil(t, b.Trace, "what is on the page stays")

	c, _, _ := reopened(t, store, m.Log, "")
	require.Equal(t, lab.Empty, c.State)
	c.Act("kept-open", id)
	require.Contains(t, c.Message, "it is kept no longer")
}

// Who comes back to a log whose file went meanwhile is told, and does not stand before an empty page.
func TestAKeptLogWhoseFileIsGoneIsSaid(t *testing.T) {
	a, m, _, _ := answered(t, small["compare"])
	store := a.Store.(*labtest.Store)
	store.Barred = lab.ErrOdd
	b, _, _ := reopened(t, store, m.Log, "")
	require.Equal(t, lab.Empty, b.State)
	require.Equal(t, "The log can't be shown again: what is kept of it is not what this page keeps. Drop its file.", b.Message)
	store.Barred = nil
	store.Delete(m.Log.Digest, func(error) {})
	c, _, _ := reopened(t, store, m.Log, "")
	require.Contains(t, c.Message, "it is kept no longer. Drop its file.")
}

// What was changed of what is kept is never taken for what it was: the log's file, and rows.
func TestWhatIsKeptAndWasChangedIsSaid(t *testing.T) {
	a, m, _, link := answered(t, small["compare"])
	store, was := a.Store.(*labtest.Store), m.Log.Digest
	b, m2, screen := reopened(t, store, m.Log, link.RawQuery)
	other := *m.Log
	other.Digest[0]++
	m2.Read(overview.Summarise(&other), nil)
	require.Equal(t, lab.Empty, b.State)
	require.Nil(t, b.Trace)
	require.Contains(t, b.Message, "can't be shown again: what this browser kept of it was changed since")
	require.Contains(t, screen.Drawn["kept"], was.Hex())
	require.NotContains(t, screen.Drawn["kept"], other.Digest.Hex())

	store.Changed = true
	c, m3, screen := reopened(t, store, m.Log, link.RawQuery)
	m3.Read(overview.Summarise(m.Log), nil)
	require.NotEqual(t, lab.Done, c.State)
	require.Contains(t, screen.Drawn["kept"], "Some results kept of this log were changed since: they are left out and computed again.")
}

func TestWhatIsNotThePagesIsSaidAndCanBeDeleted(t *testing.T) {
	store := labtest.NewStore()
	store.Odd = true
	a, _, s := labtest.New(t, views.All, experiment.Kinds()...)
	a.Store = store
	a.Arrive("", "")
	require.Contains(t, s.Drawn["kept"], "was not kept by this page, or was changed since: it is passed over")
	a.Act("kept-clear", "")
	require.NotContains(t, s.Drawn["kept"], "was not kept by this page")
	require.NotContains(t, s.Drawn["kept"], "kept-clear")
	require.Empty(t, a.Message)
}

func TestABrowserThatKeepsNothingIsToldAndSurvived(t *testing.T) {
	for said, err := range map[string]error{"as in a private window": lab.ErrBarred, "there is no more room": lab.ErrFull} {
		a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
		m.Log = m.Add("", long)
		a.Store.(*labtest.Store).Barred = err
		a.Arrive("view=compare&orders=spf&weeks=1&resamples=2", "")
		labtest.Load(a, m)
		a.Run()
		m.FinishAll()
		require.Equal(t, lab.Done, a.State)
		require.Empty(t, a.Message)
		require.Contains(t, s.Drawn["kept"], said)
	}
}
