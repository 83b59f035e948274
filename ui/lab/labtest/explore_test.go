package labtest_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// From Decide, Explore opens with what the site runs now: the schedule whose waits were held
// against the machine's.
func TestExploreOpensWithWhatIsRunNow(t *testing.T) {
	fixture.Long(t)
	for _, press := range []string{"decide-near", "decide-explore"} {
		a, m, _ := labtest.New(t, views.All, experiment.Kinds()...)
		labtest.Load(a, m)
		a.SetView("decide")
		for key, text := range map[string]string{"order": "SAF", "backfilling": "conservative", "threshold": "20h", "load": "1.1"} {
			a.View.Set(key, text)
		}
		a.Act(press, "")
		m.FinishAll()
		require.Equal(t, "replay", a.View.Key())
		_, query, _ := strings.Cut(a.Link(nil), "?")
		q, err := url.ParseQuery(query)
		require.NoError(t, err)
		for key, want := range map[string]string{"order": "SAF", "beside": "logged", "backfilling": "conservative", "threshold": "20h",
			"load": "1.1"} {
			require.Equal(t, want, q.Get(key), press+": "+key)
		}
		require.Equal(t, press == "decide-near", q.Get("believe") == "true")
	}
}
