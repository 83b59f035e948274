package labtest_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/core/report/archive"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// saved is the study that a page hands out.
func saved(t *testing.T, s *labtest.Screen, view string) string {
	t.Helper()
	for name, text := range s.Files {
		if strings.HasSuffix(name, "-"+view+"."+archive.Ending) {
			return text
		}
	}
	require.Fail(t, "nothing was saved", "%v", s.Files)
	return ""
}

func TestASavedStudyIsAnsweredOnItsLogWithoutComputing(t *testing.T) {
	fixture.Long(t)
	eachView(t, map[string]string{"replay": "its schedules are made again"}, func(t *testing.T, view string) {
		a, _, s, link := answered(t, small[view])
		require.True(t, a.Answers())
		a.Act("save-study", "")
		a.Act("save-report", "")
		file := saved(t, s, view)

		b, m, screen := labtest.New(t, views.All, experiment.Kinds()...)
		m.Log = m.Add("", long)
		b.OpenStudy("it.study.json", file, nil)
		require.Empty(t, b.Message)
		require.Contains(t, screen.Drawn["shared"], "A study that was saved, of ")
		require.Equal(t, view, b.View.Key())
		labtest.Load(b, m)
		require.Equal(t, lab.Done, b.State, "nothing is computed")
		require.Empty(t, screen.Drawn["shared"])
		b.Act("save-study", "")
		require.Equal(t, file, saved(t, screen, view))
		b.CopyLink()
		_, answer, _ := strings.Cut(screen.Files["clipboard"], "#")
		require.Equal(t, link.Fragment, answer)

		a.OpenStudy("it.study.json", file, nil) // with the log on the page
		require.Empty(t, a.Message)
		require.Equal(t, lab.Done, a.State)
	})
}

func TestAFigureIsCitedWithItsCaptionMethodsAndCommand(t *testing.T) {
	a, _, s, _ := answered(t, small["compare"])
	for act, caption := range map[string]string{"cite": "Smallest area first (SAF) is likely better than FCFS, not yet sure. " +
		"synthetic-64, EASY", "picture": "cumulative change in waiting"} {
		s.Files["clipboard"] = ""
		a.Act(act, "cite")
		text := s.Files["clipboard"]
		require.Contains(t, text, caption, act)
		require.Contains(t, text, "\n\nWe compared the queue orders SPF, SAF with FCFS")
		require.Contains(t, text, "\n\nshadowtime compare --orders FCFS,SPF,SAF --resamples 4 --weeks 1 "+a.Summary.Name+"\n")
		require.Contains(t, text, a.Summary.Digest.Hex())
		require.NotContains(t, text, "&#")
	}
}

// A replay keeps its question and its words: the schedules are made again.
func TestASavedReplayIsAskedAgainOnItsLog(t *testing.T) {
	fixture.Long(t)
	a, _, s, link := answered(t, "view=replay&order=spf&job=7")
	a.Act("save-study", "")
	a.Act("save-report", "")
	file := saved(t, s, "replay")
	study, err := archive.Read(file)
	require.NoError(t, err)
	require.Empty(t, study.Known)
	require.Contains(t, study.Said.Methods, "under SPF with EASY")
	require.Contains(t, study.Said.Table[0], "under SPF")

	b, m, screen := labtest.New(t, views.All, experiment.Kinds()...)
	m.Log = m.Add("", long)
	b.OpenStudy("it.study.json", file, nil)
	require.Empty(t, b.Message)
	require.Contains(t, screen.Drawn["shared"], lab.Esc(strings.Split(study.Said.Found, ". ")[0]))
	labtest.Load(b, m)
	b.Run()
	m.FinishAll()
	require.Equal(t, lab.Done, b.State)
	b.Act("save-study", "")
	require.Equal(t, file, saved(t, screen, "replay"))
	b.CopyLink()
	_, answer, _ := strings.Cut(screen.Files["clipboard"], "#")
	require.Equal(t, link.Fragment, answer)
}

// Whatever figure a view hands out, it cites: with its caption, and with how it is made
// again. No view has markup of its own for that: lab.Tools do both.
func TestNoMarkupHandsOutAFigure(t *testing.T) {
	files, err := filepath.Glob("../../*/*.vugu")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, path := range files {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NotContains(t, string(text), `data-act="save" data-arg="svg"`, path)
	}
}

func TestEveryFigureThatIsHandedOutIsCited(t *testing.T) {
	fixture.Long(t)
	tool := regexp.MustCompile(`data-act="([^"]+)" data-arg="svg"`)
	n := 0
	eachView(t, nil, func(t *testing.T, view string) {
		a, _, s, _ := answered(t, small[view])
		for host, html := range s.Drawn {
			for _, act := range tool.FindAllStringSubmatch(html, -1) {
				if of, ok := strings.CutSuffix(host, "-tools"); ok && !strings.Contains(s.Drawn[of+"-figure"], "<svg") {
					continue // it is being worked out
				}
				n++
				require.Contains(t, html, `data-act="`+act[1]+`" data-arg="cite"`, host)
				s.Files["clipboard"] = ""
				a.Act(act[1], "cite")
				text := s.Files["clipboard"]
				require.Regexp(t, `^[^\n]+\. [^\n]+\n\n`, text, host)
				require.Regexp(t, `(?m)^(shadowtime [a-z]+ |Asked on Shadowtime’s page: )`, text, host)
				require.NotContains(t, text, "&#")
			}
		}
	})
	require.GreaterOrEqual(t, n, len(small))
}

func TestAFileThatIsNoStudyOfOursIsSaidAndChangesNothing(t *testing.T) {
	a, _, s, _ := answered(t, small["compare"])
	a.Act("save-study", "")
	file := saved(t, s, "compare")
	for said, x := range map[string]struct {
		text string
		err  error
	}{
		"is not whole":           {file[:len(file)/2], nil},
		"its sum is another":     {strings.Replace(file, "FCFS", "LCFS", 1), nil},
		"the browser can't":      {"", errors.New("the browser can't read it")},
		"not known here: it is":  {foreign(t, file, func(s *archive.File) { s.Plan[0].Key = "gang" }), nil},
		"that this page has not": {foreign(t, file, func(s *archive.File) { s.Kind = "gang" }), nil},
		"are not those of its plan": {foreign(t, file, func(s *archive.File) {
			for i := range s.Plan {
				if s.Plan[i].Key == "orders" {
					s.Plan[i].Text = "all"
				}
			}
		}), nil},
	} {
		a.OpenStudy("it.study.json", x.text, x.err)
		require.Contains(t, a.Message, said)
		require.True(t, strings.HasPrefix(a.Message, "it.study.json: "))
		require.Equal(t, lab.Done, a.State)
	}
}

// foreign is a file with the right sum that we did not write.
func foreign(t *testing.T, file string, change func(*archive.File)) string {
	t.Helper()
	s, err := archive.Read(file)
	require.NoError(t, err)
	change(s)
	return string(s.Encode())
}
