package labtest_test

import (
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	corereproduce "shadowtime/core/experiment/reproduce"
	coretrain "shadowtime/core/experiment/train"
	"shadowtime/core/study"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// visit is the whole page, opened by a link, with a log on it, and what it said
// of the link.
func visit(t *testing.T, query string) (a *ui.App, s *labtest.Screen, said string) {
	t.Helper()
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	a.Start(query)
	said = a.Message
	labtest.Load(a, m)
	return a, s, said
}

// asked are the settings of the view in sight.
func asked(a *ui.App) study.Settings {
	return a.View.(interface{ Settings() study.Settings }).Settings()
}

// all are the texts of all settings, by their keys.
func all(a *ui.App) map[string]string {
	texts := map[string]string{}
	for _, s := range asked(a) {
		texts[s.Key] = s.Get()
	}
	return texts
}

func TestALinkSetsWhatItsKeysSay(t *testing.T) {
	fixture.Long(t)
	// the keys of the links that are about, with the setting that each must set,
	// where that has another name by now
	common := []struct{ key, text, setting string }{
		{"dialect", "ocs", ""},
		{"seed", "7", ""},
		{"variant", "shuffle", ""},
		{"block", "2", ""},
		{"warmup", "3", ""},
		{"drain", "5", ""},
		{"load", "1.25", ""},
		{"loadby", "sizes", "load-by"},
		{"load-by", "sizes", ""},
		{"clean", "queue-tuning", ""},
		{"overrun", "kill", ""},
		{"one-second", "true", ""},
		{"flurry", "0.5", ""},
		{"procs", "80", ""},
	}
	for _, x := range []struct {
		view string
		keys []struct{ key, text, setting string }
	}{
		{"compare", []struct{ key, text, setting string }{
			{"orders", "SPF,SAF", ""},
			{"baseline", "SPF", ""},
			{"margin", "0.05", ""},
			{"threshold", "20h", ""},
			{"resamples", "40", ""},
			{"weeks", "12", ""},
			{"backfilling", "none", ""},
			{"queue-depth", "32", ""},
			{"backfill-tries", "50", ""},
			{"interval", "bca", ""},
			{"stop", "0.02", ""},
			{"tau", "60", ""},
		}},
		{"online", []struct{ key, text, setting string }{
			{"strategies", "random,full", ""},
			{"orders", "FCFS,SPF", ""},
			{"period", "day", ""},
			{"threshold", "none", ""},
			{"resamples", "40", ""},
			{"weeks", "12", ""},
			{"epsilon", "0.3", ""},
			{"lambda", "0.9", ""},
			{"noise", "0.4", ""},
			{"jobnoise", "0.4", "job-noise"},
			{"job-noise", "0.4", ""},
			{"untried", "false", "untried-first"},
			{"untried-first", "false", ""},
			{"discountjobs", "true", "discount-jobs"},
			{"discount-jobs", "true", ""},
			{"feedback", "machine", ""},
			{"backfilling", "conservative", ""},
			{"queue-depth", "32", ""},
			{"backfill-tries", "50", ""},
		}},
		{"tune", []struct{ key, text, setting string }{
			{"pairs", "12x12", ""},
			{"thresholds", "none,40h,10h", "threshold"},
			{"threshold", "none,40h,10h", ""},
			{"objective", "avgBsld", ""},
			{"bound", "1.2", ""},
			{"resamples", "60", "weeks"},
			{"queue-depth", "32", ""},
			{"backfill-tries", "50", ""},
			{"weeks", "60", ""},
			{"tau", "60", ""},
		}},
		{"learn", []struct{ key, text, setting string }{
			{"pairs", "60", ""},
			{"trials", "1024", ""},
			{"sizes", "8,16", ""},
			{"features", "lin,log(p)", ""},
			{"part", "whole", ""},
			{"ridge", "0.5", ""},
			{"starts", "0,500", ""},
			{"days", "7", ""},
			{"scenario", "actual", ""},
			{"orders", "FCFS,SAF", ""},
			{"warm", "4", ""},
			{"tau", "60", ""},
		}},
		{"predict", []struct{ key, text, setting string }{
			{"predictor", "quantile@0.7", ""},
			{"loss", "linear,linear,unit,60", ""},
			{"correction", "doubling", ""},
			{"backfill", "SAF", ""},
			{"threshold", "20h", ""},
			{"also", "ave3-doubling-FCFS", ""},
			{"queue-depth", "32", ""},
			{"backfill-tries", "50", ""},
			{"objective", "avgWait", ""},
			{"resamples", "40", ""},
			{"weeks", "12", ""},
			{"tau", "60", ""},
		}},
	} {
		for _, k := range append(x.keys, common...) {
			switch k.key {
			case "dialect", "warmup", "drain":
				if x.view == "predict" || x.view == "learn" {
					continue // they know no such dialect, and judge by all jobs
				}
			case "variant", "block", "closer", "week-start":
				if x.view == "learn" {
					continue // nothing is drawn, and run times are known
				}
			}
			t.Run(x.view+" "+k.key, func(t *testing.T) {
				a, _, said := visit(t, "view="+x.view+"&"+k.key+"="+url.QueryEscape(k.text))
				require.Empty(t, said)
				require.Equal(t, x.view, a.View.Key())
				key := k.setting
				if key == "" {
					key = k.key
				}
				s := asked(a).Find(key)
				require.NotNil(t, s, "no setting %s", key)
				require.Equal(t, k.text, s.Get())
				proposed, _, _ := visit(t, "view="+x.view)
				require.NotEqual(t, k.text, asked(proposed).Find(key).Get(), "the test sets what is proposed anyway")
			})
		}
	}
}

func TestALinkThatIsAboutAsksWhatItAsked(t *testing.T) {
	// links as the page wrote them before each setting had one name everywhere
	for name, x := range map[string]struct{ old, now string }{
		"a comparison": {
			"backfilling=none&baseline=SPF&clean=online&dialect=pyss&flurry=0.5&interval=percentile&load=1.25&loadby=sizes&orders=SPF,SAF,expr:p*q&overrun=kill&procs=80&resamples=40&seed=7&stop=0.9&tau=60&threshold=none&variant=shuffle&weeks=3",
			"backfilling=none&baseline=SPF&dialect=pyss&flurry=0.5&interval=percentile&load=1.25&load-by=sizes&orders=SPF,SAF,expr:p*q&overrun=kill&procs=80&resamples=40&seed=7&stop=0.9&tau=60&threshold=none&variant=shuffle&weeks=3"},
		"a selection": {
			"dialect=ocs&discountjobs=true&epsilon=0.4&feedback=machine&jobnoise=0.4&lambda=0.9&load=1.2&loadby=sizes&noise=0.3&orders=FCFS,SPF,SAF&period=12h&resamples=3&seed=7&strategies=random,full,fixed:SPF&threshold=20h&untried=false&variant=original&view=online&weeks=1",
			"dialect=ocs&discount-jobs=true&epsilon=0.4&feedback=machine&job-noise=0.4&lambda=0.9&load=1.2&load-by=sizes&noise=0.3&orders=FCFS,SPF,SAF&period=12h&resamples=3&seed=7&strategies=random,full,fixed:SPF&threshold=20h&untried-first=false&variant=original&view=online&weeks=1"},
		"a search": {
			"bound=1.2&clean=queue-tuning&dialect=ocs&load=1.1&objective=avgBsld&pairs=FCFS,SAF,expr:p*sqrt(q) x " +
				"SPF&resamples=3&seed=4&tau=60&thresholds=none,40h,10h,3h,1h&view=tune",
			"bound=1.2&clean=queue-tuning&dialect=ocs&load=1.1&objective=avgBsld&pairs=FCFS,SAF,expr:p*sqrt(q) x " +
				"SPF&seed=4&tau=60&threshold=none,40h,10h,3h,1h&view=tune&weeks=3"},
	} {
		t.Run(name, func(t *testing.T) {
			a, _, said := visit(t, x.old)
			require.Empty(t, said)
			q, err := url.ParseQuery(x.now)
			require.NoError(t, err)
			require.Equal(t, "https://example.org/lab/?"+q.Encode(), a.Link(a.First), "it is written anew in today's names")
			b, _, said := visit(t, x.now)
			require.Empty(t, said)
			require.Equal(t, all(a), all(b))
			require.Equal(t, a.Rules, b.Rules)
			require.Equal(t, a.Procs, b.Procs)
		})
	}
}

func TestOrdersOfALinkAreTickedWhateverTheirCase(t *testing.T) {
	for view, x := range map[string]struct {
		fold, ids string
		ticked    map[string]bool
	}{
		"compare": {"orders", "order-", map[string]bool{"SPF": true, "SAF": true}},
		"online":  {"orders", "online-order-", map[string]bool{"SPF": true, "SAF": true, "FCFS": true}}, // it is always there
	} {
		t.Run(view, func(t *testing.T) {
			a, s, said := visit(t, "view="+view+"&orders=spf,saf")
			require.Empty(t, said)
			a.Act("fold", x.fold)
			for _, name := range []string{"FCFS", "LCFS", "SPF", "LPF", "SAF", "LAF", "F1"} {
				require.Equal(t, lab.Bool(x.ticked[name]), s.Values[x.ids+name], name)
			}
		})
	}
}

func TestADemoThatCannotBeReadInFullIsNotShown(t *testing.T) {
	a, m, _ := labtest.New(t, views.All, experiment.Kinds()...)
	a.Start("demo=sample&weeks=many")
	require.Contains(t, a.Message, `weeks "many"`)
	require.Equal(t, lab.Empty, a.State)
	require.Nil(t, m.Read)
}

func TestALinkThatCannotBeReadLeavesTheProposalAndNamesThePart(t *testing.T) {
	eachView(t, nil, func(t *testing.T, view string) {
		proposed, _, _ := visit(t, "view="+view)
		refuses := func(key, query string) {
			a, _, said := visit(t, "view="+view+"&"+query)
			bad, err := url.ParseQuery(query)
			require.NoError(t, err)
			require.Equal(t, view, a.View.Key())
			require.Contains(t, said, key+` "`+bad.Get(key)+`"`)
			require.Contains(t, said, "Nothing of it was taken")
			require.Equal(t, all(proposed), all(a))
			require.Equal(t, proposed.Link(proposed.First), a.Link(a.First))
		}
		for i, s := range asked(proposed) {
			if i%fixture.Fewer(4, 1) != 0 {
				continue
			}
			query := s.Key + "=soon~"
			for _, other := range []string{"procs=80", "clean=none", "overrun=drop"} { // what could be read
				if key, _, _ := strings.Cut(other, "="); key != s.Key {
					require.NotNil(t, asked(proposed).Find(key), key)
					query = other + "&" + query
				}
			}
			refuses(s.Key, query)
		}
	})
}

func TestALinkToWhatIsNotThereSaysWhatThatIs(t *testing.T) {
	for query, want := range map[string]string{
		"view=dance":              `view "dance" is not known`,
		"demo=dance":              `demo "dance" is not known`,
		"view=dance&demo=spring":  `view "dance" is not known, demo "spring" is not known`,
		"demo=&view=online":       `demo "" is not known`,
		"demo=sample&view=online": "",
	} {
		a, _, _ := labtest.New(t, views.All, experiment.Kinds()...)
		a.Start(query)
		if want == "" {
			require.Empty(t, a.Message, query)
			continue
		}
		require.Contains(t, a.Message, "The link can't be read in full: "+want+". ", query)
	}
}

// A study that is run alone is asked in other views by a press: each takes its question
// whole, and the one before it is a step back.
func TestQuestionsOfPublishedStudiesAreTakenByTheirViews(t *testing.T) {
	a, s, said := visit(t, "view=reproduce&study=orders")
	require.Empty(t, said)
	asks := regexp.MustCompile(`data-act="inquire" data-arg="([^"]*)"`).FindAllStringSubmatch(s.Drawn["reproduce-studies"], -1)
	require.Len(t, asks, 5)
	turned := map[string]bool{}
	for _, m := range asks {
		query := html.UnescapeString(m[1])
		q, err := url.ParseQuery(query)
		require.NoError(t, err)
		a.Return("view=reproduce&study=orders")
		entries := len(s.Visited)
		a.Act("inquire", query)
		require.Empty(t, a.Message, query)
		require.Equal(t, q.Get("view"), a.View.Key())
		require.Equal(t, "view-"+a.View.Key(), s.Focused)
		turned[a.View.Key()] = true
		q.Del("view")
		for key := range q {
			require.Equal(t, q.Get(key), all(a)[key], "%s of %s", key, query)
		}
		require.Len(t, s.Visited, entries+1, query)
		require.Contains(t, s.Visited[entries], "view="+a.View.Key())
		switch a.View.Key() {
		case "train":
			p := coretrain.Spread()
			for _, x := range p.Settings() {
				require.Equal(t, x.Get(), all(a)[x.Key], x.Key)
			}
		case "learn":
			require.Equal(t, strconv.Itoa(corereproduce.Trials), all(a)["trials"])
			require.Equal(t, "440", all(a)["pairs"])
		case "cluster":
			require.Equal(t, "1", all(a)["stretches"])
		case "predict":
			require.Equal(t, "pyss", all(a)["dialect"])
		}
	}
	require.Len(t, turned, 4)
	a.Return("view=reproduce&study=orders")
	require.Equal(t, "reproduce", a.View.Key())
}
