package labtest_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vugu/html"
	"github.com/vugu/vugu"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/hostile"
	"shadowtime/core/job/lublin"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// markup becomes elements and attributes where it is not escaped.
const markup = `<b ` + hostile.Mark + `>x</b>"><img src=x ` + hostile.Mark + ` onerror=alert(1)>' ` + hostile.Mark + `='</script><script ` +
	hostile.Mark + `>`

// mostText bounds a text or an attribute that is drawn, as the documentation has it.
const mostText = 8192

// tame fails where what was drawn has an element or an attribute that was text, or one
// too long for the renderer.
func tame(t *testing.T, s *stage) {
	t.Helper()
	attribute := func(key, value string) {
		require.NotEqual(t, hostile.Mark, key)
		require.False(t, strings.HasPrefix(key, "on"), "%s=%q", key, lab.Beginning(value))
		require.LessOrEqual(t, len(value), mostText, key)
	}
	parsed := func(where, text string) {
		for z := html.NewTokenizer(strings.NewReader(text)); z.Next() != html.ErrorToken; {
			x := z.Token()
			if x.Type != html.StartTagToken && x.Type != html.SelfClosingTagToken {
				continue
			}
			require.NotContains(t, []string{"script", "img", "iframe"}, x.Data, where)
			for _, a := range x.Attr {
				require.NotEqual(t, hostile.Mark, a.Key, where)
				require.False(t, strings.HasPrefix(a.Key, "on"), "%s: %s", where, a.Key)
			}
		}
	}
	nodes(s.env.RunBuild(s.a), func(n *vugu.VGNode) {
		require.LessOrEqual(t, len(n.Data), mostText)
		for _, a := range n.Attr {
			attribute(a.Key, a.Val)
		}
		if n.InnerHTML != nil {
			parsed(n.Data, *n.InnerHTML)
		}
	})
	for host, text := range s.a.Browser.(*labtest.Screen).Drawn {
		parsed(host, text)
	}
}

// spoil has a log say a text wherever a log says something.
func spoil(l *job.Log, text string) *job.Log {
	l.Name = text
	for _, key := range []string{"Computer", "Installation", "Note", "Queue", "UnixStartTime", "TimeZoneString", text} {
		l.Header.Pairs = append(l.Header.Pairs, job.Pair{Key: key, Value: text})
	}
	l.Notes, l.Bad = append(l.Notes, text), 1
	l.Faults = []job.Fault{{Line: 7, Field: text, Text: text, Why: text}}
	return l
}

func TestAHostileLogIsTextInEveryView(t *testing.T) {
	for view, query := range withOwn {
		t.Run(view, func(t *testing.T) {
			s := newStage(t, strings.ReplaceAll(query, "OWN", "SAF"))
			s.m.Log = spoil(s.m.Add("log", lublin.Config{Procs: 8, Jobs: 2500, Seed: 3}), markup)
			s.read(s.m.Log)
			s.unfold()
			tame(t, s)
			s.a.Run()
			s.m.FinishAll()
			require.Equal(t, lab.Done, s.a.State, s.a.Message)
			tame(t, s)
		})
	}
}

// FuzzAnyLinkAndAnyLogAreDrawnAsText: whatever a link, a log's name or its header says,
// the page says a sentence or asks a question, and all of it is text.
func FuzzAnyLinkAndAnyLogAreDrawnAsText(f *testing.F) {
	fixture.Long(f)
	for _, link := range hostile.Links() {
		f.Add(link, markup)
	}
	for _, link := range withOwn {
		f.Add(strings.ReplaceAll(link, "OWN", url.QueryEscape("yours=p*q")), strings.Repeat(markup, 200))
	}
	f.Fuzz(func(t *testing.T, query, text string) {
		s := newStage(t, query)
		require.LessOrEqual(t, len(s.a.Message), 1000)
		tame(t, s)
		s.a.OpenFiles([]ui.File{{Name: text}})
		tame(t, s)
		s.read(spoil(s.m.Log, text))
		s.unfold()
		require.LessOrEqual(t, len(s.a.Message), 1000)
		tame(t, s)
	})
}
