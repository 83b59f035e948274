package labtest_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vugu/vugu"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/lublin"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// withOwn are questions about an order of one's own in every view that takes one.
var withOwn = map[string]string{
	"compare":  "view=compare&orders=SAF,OWN&weeks=2&resamples=2",
	"baseline": "view=compare&orders=SAF&baseline=OWN&weeks=2&resamples=2&backfill=OWN",
	"decide":   "view=decide&orders=SAF,OWN&order=OWN&backfills=OWN&thresholds=none,2h",
	"online":   "view=online&orders=FCFS,OWN&strategies=random,full,fixed:OWN&period=day&weeks=2&resamples=2",
	"tune":     "view=tune&pairs=FCFS,OWN x SPF,OWN&resamples=2",
	"predict":  "view=predict&backfill=OWN&weeks=2&resamples=2",
	"learn":    "view=learn&orders=FCFS,OWN&pairs=4&trials=64&days=2",
	"react":    "view=react&orders=SAF,OWN&replicates=2",
	"react-as": "view=react&orders=SAF&baseline=OWN&replicates=2",
	"replay":   "view=replay&order=OWN&beside=SAF&backfill=OWN",
}

// noOrder are views that ask about none.
var noOrder = map[string]string{"cluster": "pairs of a selection and a placing", "train": "agents order"}

func TestEveryViewThatTakesAnOrderTakesOneOfOnesOwn(t *testing.T) {
	eachView(t, noOrder, func(t *testing.T, view string) {
		require.Contains(t, withOwn, view, "say in named_test.go how it is asked about an order of one's own")
	})
	for view := range noOrder {
		a, _, _ := visit(t, "view="+view)
		for _, key := range []string{"order", "orders", "backfill"} {
			require.Nil(t, asked(a).Find(key), view)
		}
	}
}

// ask opens one of them and answers it.
func ask(t *testing.T, query, own string) *stage {
	t.Helper()
	values, err := url.ParseQuery(strings.ReplaceAll(query, "OWN", url.QueryEscape(own)))
	require.NoError(t, err)
	s := newStage(t, values.Encode())
	require.Empty(t, s.a.Message)
	s.read(s.m.Add("log", lublin.Config{Procs: 8, Jobs: 2500, Seed: 3}))
	s.unfold()
	s.a.Run()
	s.m.FinishAll()
	require.Equal(t, lab.Done, s.a.State, s.a.Message)
	return s
}

var told = regexp.MustCompile(`(value|id|for|data-set)="[^"]*"`)

func TestANameStandsForItsFormulaInEveryView(t *testing.T) {
	fixture.Long(t)
	const formula = "p*q/(age+3600)"
	for view, query := range withOwn {
		t.Run(view, func(t *testing.T) {
			a := ask(t, query, "yours="+formula).a.Browser.(*labtest.Screen)
			found := false
			for _, svg := range figures(a) {
				found = found || strings.Contains(svg, "yours")
				require.NotContains(t, svg, "age+3600")
			}
			delete(a.Drawn, lab.HostElsewhere) // a command has to say what it is
			delete(a.Drawn, "decide-command")
			delete(a.Drawn, "decide-paper")
			for host, html := range a.Drawn {
				require.NotContains(t, told.ReplaceAllString(html, ""), "yours=expr", "%s: but as the value of a field", host)
			}
			require.True(t, found, "charts call it by its name")
		})
	}
}

// One attribute or text of more than 16 kB ends Vugu's renderer.
func TestALongFormulaOrAHostileNameBreaksNoView(t *testing.T) {
	fixture.Long(t)
	long := "p + 0." + strings.Repeat("0", 3900) + "1*q" // a formula may have no more than 4000 bytes
	for view, query := range withOwn {
		t.Run(view, func(t *testing.T) {
			for _, own := range []string{"yours=" + long, long} {
				s := ask(t, query, own)
				nodes(s.env.RunBuild(s.a), func(n *vugu.VGNode) {
					require.Less(t, len(n.Data), 1<<12)
					for _, x := range n.Attr {
						require.Less(t, len(x.Val), 1<<12, x.Key)
					}
				})
			}
			for _, own := range []string{"<b>=p", `"onload=p`, "saf=p", "yours=<script>", strings.Repeat("y", 16<<10) + "=p",
				"yours=p + 0." + strings.Repeat("0", 16<<10) + "1"} {
				values, err := url.ParseQuery(strings.ReplaceAll(query, "OWN", url.QueryEscape(own)))
				require.NoError(t, err)
				_, _, said := visit(t, values.Encode())
				require.NotEmpty(t, said, own[:min(len(own), 20)])
				require.Less(t, len(said), 1000)
			}
		})
	}
}
