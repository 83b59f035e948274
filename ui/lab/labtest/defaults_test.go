package labtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment"
	"shadowtime/ui"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// begun is a page with that link and what was kept, its log dropped.
func begun(t *testing.T, store *labtest.Store, query string) (*ui.App, *labtest.Screen) {
	t.Helper()
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	a.Store = store
	a.Arrive(query, "")
	labtest.Load(a, m)
	return a, s
}

// What a site runs is kept by one press and asked of the next log, but where a link says what it
// asks; one press puts it back, and who stores nothing keeps none of it.
func TestOwnDefaultsAreKeptAskedAndPutBack(t *testing.T) {
	const said = "decide-defaults"
	asks := func(a *ui.App) (order, longest string) {
		texts := map[string]string{}
		a.View.Write(func(key, text string) { texts[key] = text })
		return texts["order"], texts["longest"]
	}
	store := labtest.NewStore()
	a, s := begun(t, store, "")
	require.Empty(t, s.Drawn[said])
	a.Set("order", "SPF")
	a.Set("longest", "1.5")
	a.Set("load", "1.1") // which is of this log
	require.Contains(t, s.Drawn[said], "Keep these as my defaults")
	a.Act("defaults-keep", "")
	require.Contains(t, s.Drawn[said], "These are your own defaults")

	b, s := begun(t, store, "")
	order, longest := asks(b)
	require.Equal(t, [2]string{"SPF", "1.5"}, [2]string{order, longest})
	require.Contains(t, s.Drawn[said], "These are your own defaults")
	require.NotContains(t, b.Ask(b.First), "load")

	c, s := begun(t, store, "view=decide&order=SAF")
	order, longest = asks(c)
	require.Equal(t, [2]string{"SAF", ""}, [2]string{order, longest}, "a link means what it says")
	require.Contains(t, s.Drawn[said], "Use my defaults")
	c.Act("defaults-use", "")
	order, longest = asks(c)
	require.Equal(t, [2]string{"SPF", "1.5"}, [2]string{order, longest})

	c.Act("defaults-drop", "")
	order, _ = asks(c)
	require.Empty(t, order)
	require.Empty(t, store.Mine)
	require.Empty(t, s.Drawn[said])

	c.Set("order", "SAF")
	c.Act("defaults-keep", "")
	c.Act("kept-nothing", "")
	require.Empty(t, store.Mine)
	require.Empty(t, s.Drawn[said], "nothing can be kept")
}
