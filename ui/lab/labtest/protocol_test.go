package labtest_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/study"
	"shadowtime/core/study/protocol"
	"shadowtime/ui"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// proposals are the plans that the page proposes of each kind, cleaned as it
// cleans.
func proposals(kind string) study.Settings {
	switch kind {
	case compare.Name:
		p := compare.Default()
		return p.Settings()
	case online.Name:
		p := online.Proposed()
		return p.Settings()
	}
	if kind == learn.Name {
		p := learn.Default()
		p.Part, p.Features, p.Trials = study.FirstHalf, "lin", 8192
		return p.Settings()
	}
	if kind == predict.Name {
		p := predict.Default()
		p.Clean = job.Presets()[0].Rules
		return p.Settings()
	}
	p := tune.Default()
	p.Clean = job.Presets()[0].Rules
	return p.Settings()
}

// ids are what ids of a view's fields begin with.
var ids = map[string]string{compare.Name: "", online.Name: "online-", tune.Name: "tune-", predict.Name: "predict-", learn.Name: "learn-"}

// followed calls f for every protocol of every view, chosen on the page.
func followed(t *testing.T, f func(t *testing.T, a *ui.App, s *labtest.Screen, p protocol.Protocol, proposed map[string]string)) {
	for kind := range ids {
		for _, p := range protocol.For(kind) {
			t.Run(kind+" "+p.Name, func(t *testing.T) {
				a, s, _ := visit(t, "view="+kind)
				proposed := all(a)
				a.Set("protocol", p.Name)
				require.Empty(t, a.Message)
				f(t, a, s, p, proposed)
			})
		}
	}
}

// without leaves out settings by their keys.
func without(texts map[string]string, keys ...string) map[string]string {
	for _, k := range keys {
		delete(texts, k)
	}
	return texts
}

func query(a *ui.App) string {
	_, q, _ := strings.Cut(a.Link(a.First), "?")
	text, _ := url.QueryUnescape(q)
	return text
}

// named is how a link names the view in sight, in front of what else it says.
func named(a *ui.App) string {
	if a.View == a.First {
		return ""
	}
	return "&view=" + a.View.Key()
}

func TestAChosenProtocolAsksWhatTheCoreAsksByIt(t *testing.T) {
	fixture.Long(t)
	followed(t, func(t *testing.T, a *ui.App, s *labtest.Screen, p protocol.Protocol, _ map[string]string) {
		kind := a.View.Key()
		want := proposals(kind)
		require.NoError(t, want.Find("protocol").Set(p.Name))
		for _, x := range want {
			require.Equal(t, x.Get(), asked(a).Find(x.Key).Get(), x.Key)
		}
		require.Equal(t, a.View.Ground().Clean, a.Rules, "the log is cleaned so")
		require.Equal(t, a.Rules, a.Trace.Cleaning.Rules)
		require.Equal(t, p.Name, s.Values[ids[kind]+"protocol"])
		require.Contains(t, s.Drawn[ids[kind]+"protocol"], "what it changes: ")

		require.Equal(t, "protocol="+p.Name+named(a), query(a), "the link says no more")
		b, _, said := visit(t, query(a))
		require.Empty(t, said)
		require.Equal(t, all(a), all(b))
		require.Equal(t, a.Rules, b.Rules)
	})
}

func TestEachSettingOfAProtocolIsPutBackAlone(t *testing.T) {
	fixture.Long(t)
	followed(t, func(t *testing.T, a *ui.App, s *labtest.Screen, p protocol.Protocol, proposed map[string]string) {
		kind, studied := a.View.Key(), all(a)
		a.Act("fold", "protocol")
		panel := s.Drawn[ids[kind]+"studied"]
		require.Contains(t, panel, p.Source)
		n := 0
		for _, v := range p.Values(kind) {
			row := `data-arg="` + v.Key + `"`
			if proposed[v.Key] == studied[v.Key] {
				require.NotContains(t, panel, row)
				continue
			}
			n++
			require.Contains(t, panel, row)
			a.Act("protocol", v.Key)
			now := asked(a).Find(v.Key).Get()
			want := proposed[v.Key]
			if begin := studied["week-start"]; v.Key == "weeks" && begin != "" { // as many as the log has, counted so
				b, _, _ := visit(t, "view="+kind+"&week-start="+begin)
				want = all(b)["weeks"]
			}
			require.Equal(t, want, now)
			gone := []string{v.Key}
			if v.Key == "clean" || v.Key == "dialect" {
				gone = append(gone, "overrun", "one-second") // rules that they imply
			}
			require.Equal(t, without(studied, gone...), without(all(a), gone...), "%s alone", v.Key)
			require.Contains(t, query(a), v.Key+"="+now)
			said := query(a)
			for _, key := range gone[1:] {
				said = regexp.MustCompile(`(^|&)`+key+`=\w+`).ReplaceAllString(said, "")
			}
			require.Equal(t, 1+strings.Count(named(a), "&"), strings.Count(said, "&"), query(a))
			require.Contains(t, s.Drawn[ids[kind]+"studied"], "put back</span>")
			require.Contains(t, s.Drawn[ids[kind]+"protocol"], "1 of them changed since")
			b, _, refused := visit(t, query(a))
			require.Empty(t, refused)
			require.Equal(t, all(a), all(b), "a link holds it")

			a.Act("protocol", v.Key)
			require.Equal(t, "protocol="+p.Name+named(a), query(a), "as the study had it")
			studied = all(a)
		}
		require.Positive(t, n)
		a.Act("fold", "protocol")
		require.Empty(t, s.Drawn[ids[kind]+"studied"])
	})
}

func TestWithoutAProtocolAllIsAsProposedButWhatWasAskedSince(t *testing.T) {
	fixture.Long(t)
	followed(t, func(t *testing.T, a *ui.App, s *labtest.Screen, p protocol.Protocol, proposed map[string]string) {
		link := query(a)
		a.Set("protocol", "none")
		require.Equal(t, proposed, all(a))
		require.Equal(t, job.Presets()[0].Rules, a.Rules)
		require.Equal(t, "view="+a.View.Key(), query(a))
		require.NotContains(t, s.Drawn[ids[a.View.Key()]+"protocol"], "what it changes")

		a.Set("protocol", p.Name)
		require.Equal(t, link, query(a))
		for key, text := range map[string]string{"weeks": "3", "variant": "original", "seed": "7"} {
			if _, ok := proposed[key]; ok {
				a.Set(key, text)
				proposed[key] = text
			}
		}
		a.Set("protocol", "none")
		require.Equal(t, proposed, all(a))
	})
}

func TestTheSentenceSaysWhatWasPutBackOfAProtocol(t *testing.T) {
	a, _, _ := visit(t, "view=online&protocol=run2018")
	extras := a.View.(interface{ Extras() string }).Extras
	require.Equal(t, ", as run in 2018", extras())
	for _, key := range []string{"week-start", "replayed", "epsilon"} {
		a.Act("protocol", key)
	}
	require.Equal(t, ", as run in 2018, weeks counted by the calendar, ε 0.1, simulating jobs submitted in a period", extras())
}

// What the page proposes anyway is listed once it is other than the study had it.
func TestARowThatGoesHandsTheFocusOn(t *testing.T) {
	a, s, _ := visit(t, "view=online&protocol=text2018")
	a.Act("fold", "protocol")
	require.NotContains(t, s.Drawn["online-studied"], `data-arg="resamples"`)
	a.Set("resamples", "40")
	require.Contains(t, s.Drawn["online-studied"], "now 40")
	a.Act("protocol", "resamples")
	require.NotContains(t, s.Drawn["online-studied"], `data-arg="resamples"`)
	require.Equal(t, "online-studied-fold", s.Focused)
	require.Equal(t, "protocol=text2018&view=online", query(a))
	a.Act("protocol", "dance")
	require.Equal(t, "protocol=text2018&view=online", query(a))
}

func TestOneProtocolTakesThePlaceOfAnother(t *testing.T) {
	a, s, _ := visit(t, "view=online&protocol=text2018")
	want := all(a)
	a.Set("protocol", protocol.Run2018)
	a.Set("protocol", protocol.Text2018)
	require.Equal(t, want, all(a))
	require.Equal(t, "protocol=text2018&view=online", query(a))
	for _, id := range []string{"threshold", "resamples", "weeks"} {
		require.Equal(t, want[id], map[string]string{"threshold": "40h", "resamples": "60", "weeks": "104"}[id])
		require.Equal(t, strings.TrimSuffix(want[id], "h"), s.Values["online-"+id], "fields of the sentence show it")
	}
}

func TestAnUnknownProtocolIsRefusedAndChangesNothing(t *testing.T) {
	fixture.Long(t)
	followed(t, func(t *testing.T, a *ui.App, s *labtest.Screen, p protocol.Protocol, _ map[string]string) {
		was, rules := all(a), a.Rules
		a.SetField("it", "protocol", "dance")
		require.Contains(t, s.Refused["it"], `protocol "dance": use none`)
		require.Contains(t, s.Refused["it"], "Until then it is "+p.Name)
		require.Equal(t, was, all(a))
		require.Equal(t, rules, a.Rules)
		require.False(t, a.Cleaning)

		b, _, said := visit(t, "view="+a.View.Key()+"&protocol=dance")
		require.Contains(t, said, `protocol "dance"`)
		require.Equal(t, "view="+b.View.Key(), query(b))
	})
}

// A log that comes later is cleaned as the study did, and as many weeks of it are
// drawn.
func TestALogThatComesLaterIsAskedAsTheStudyDid(t *testing.T) {
	a, m, _ := labtest.New(t, views.All, experiment.Kinds()...)
	a.SetView("compare")
	labtest.Load(a, m)
	a.Set("protocol", protocol.Run2018)
	studied := all(a)
	require.Equal(t, "queue-tuning", studied["clean"])
	m.Log = m.Add("other", lublin.Config{Procs: 64, Jobs: 7000, Seed: 3})
	labtest.Load(a, m)
	require.Equal(t, studied, all(a))
	a.Set("protocol", protocol.None)
	m.Log = m.Add("third", lublin.Config{Procs: 64, Jobs: 5000, Seed: 4})
	labtest.Load(a, m)
	require.Equal(t, "online", all(a)["clean"])
}

// A log that comes later has as many weeks drawn.
func TestTheWeeksOfAProtocolFollowNoLog(t *testing.T) {
	a, m, _ := labtest.New(t, views.All, experiment.Kinds()...)
	a.SetView("compare")
	labtest.Load(a, m)
	own := all(a)["weeks"]
	a.Set("protocol", protocol.Text2018)
	m.Log = m.Add("other", lublin.Config{Procs: 64, Jobs: 7000, Seed: 3})
	labtest.Load(a, m)
	require.Equal(t, "104", all(a)["weeks"])
	a.Act("protocol", "weeks")
	require.NotEqual(t, own, all(a)["weeks"], "as many as this log has")
	a.Select("0")
	require.Equal(t, own, all(a)["weeks"], "put back, they follow the log again")
}

func TestADemoAsksAProtocolAsItIs(t *testing.T) {
	for view, name := range map[string]string{compare.Name: protocol.Run2018, online.Name: protocol.Text2018,
		tune.Name: protocol.Tuning2017, predict.Name: protocol.Predict2018, learn.Name: protocol.Regress2022} {
		a, m, _ := labtest.New(t, views.All, experiment.Kinds()...)
		a.Start("demo=sample&view=" + view + "&protocol=" + name)
		m.Read(overview.Summarise(m.Log), nil)
		require.Equal(t, "demo=sample&protocol="+name+named(a), query(a))
	}
}

func TestTheAnswerBeforeAProtocolIsSaidToBeSo(t *testing.T) {
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	a.Start("weeks=1&resamples=2&orders=SPF")
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	a.Set("protocol", protocol.Text2018)
	require.Contains(t, s.Drawn["verdict"], "The answer to the question before, asked as no study did.")
}

func TestTheSentenceHasThePlaceOfTheBackfillOrder(t *testing.T) {
	for _, kind := range []string{compare.Name, online.Name} {
		t.Run(kind, func(t *testing.T) {
			a, s, _ := visit(t, "view="+kind)
			extras := a.View.(interface{ Extras() string }).Extras
			host := ids[kind] + "backfill-order"
			require.Equal(t, "same", s.Values[host])
			a.Set("backfill", "lqf")
			require.Equal(t, "LQF", s.Values[host])
			require.Equal(t, "LQF", s.Values[ids[kind]+"backfill"], "the field among more settings")
			require.Empty(t, extras(), "it is said in the sentence")
			require.Equal(t, "backfill=LQF"+named(a), query(a))

			a.Set("backfill", "p * sqrt(q)")
			require.Equal(t, "expr:p * sqrt(q)", s.Values[host])
			require.Contains(t, s.Drawn[host], `<option value="expr:p * sqrt(q)">p * sqrt(q) order</option>`)
			a.SetField("it", "backfill", "p * foo")
			require.Contains(t, s.Refused["it"], "column 5")
			require.Equal(t, "expr:p * sqrt(q)", all(a)["backfill"])
			a.Set("backfill", "same")
			require.NotContains(t, s.Drawn[host], "sqrt")
			require.Equal(t, "view="+a.View.Key(), query(a))
		})
	}
}
