package labtest_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vugu/vugu"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// mostNodes bounds what a render of the page emits: Vugu emits the whole tree
// each time, and compares it in the browser.
const mostNodes = 300

// nodes are the elements and texts of the page as Vugu has it; what is drawn
// into hosts, or set as one string, is none of Vugu's.
func nodes(res *vugu.BuildResults, each func(n *vugu.VGNode)) (count int) {
	var visit func(n *vugu.VGNode)
	visit = func(n *vugu.VGNode) {
		if n.Component != nil {
			for _, x := range res.ResultFor(n.Component).Out {
				visit(x)
			}
			return
		}
		if n.Type == vugu.ElementNode && !n.IsTemplate() || n.Type == vugu.TextNode && strings.TrimSpace(n.Data) != "" {
			count++
			each(n)
		}
		if n.InnerHTML != nil {
			count++
			return
		}
		for x := n.FirstChild; x != nil; x = x.NextSibling {
			visit(x)
		}
	}
	for _, x := range res.Out.Out {
		visit(x)
	}
	return count
}

// stage counts the nodes of a page in one state after the other.
type stage struct {
	t     *testing.T
	a     *ui.App
	m     *labtest.Machine
	env   *vugu.BuildEnv
	count map[string]int // by state
}

func newStage(t *testing.T, query string) *stage {
	env, err := vugu.NewBuildEnv()
	require.NoError(t, err)
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	s.NoMove = true
	a.Start(query)
	return &stage{t, a, m, env, map[string]int{}}
}

// is counts the page as it is now, which must be in that state.
func (s *stage) is(state lab.State, what string) {
	s.t.Helper()
	require.Equal(s.t, state, s.a.State, what)
	s.count[what] = nodes(s.env.RunBuild(s.a), func(*vugu.VGNode) {})
}

// read lets a log of that name be read.
func (s *stage) read(log *job.Log) {
	s.a.OpenFiles([]ui.File{{Name: log.Name}})
	s.m.Read(overview.Summarise(log), nil)
}

// unfold presses every button that unfolds something, in the page's shell and
// in its view.
func (s *stage) unfold() {
	var acts [][2]string
	nodes(s.env.RunBuild(s.a), func(n *vugu.VGNode) {
		at := map[string]string{}
		for _, x := range n.Attr {
			at[x.Key] = x.Val
		}
		if at["aria-expanded"] == "false" {
			acts = append(acts, [2]string{at["data-act"], at["data-arg"]})
		}
	})
	require.Greater(s.t, len(acts), 3)
	for _, x := range acts {
		s.a.Act(x[0], x[1])
	}
}

// Studies run again on many logs, all of which they have figures of.
func TestReproductionsStayUnder300NodesToo(t *testing.T) {
	fixture.Long(t)
	s := newStage(t, "view=reproduce&resamples=2&study=orders")
	s.m.Log = s.m.Add("first", lublin.Config{Procs: 64, Jobs: 3000, Seed: 3})
	s.is(lab.Empty, "empty")
	s.a.OpenFiles([]ui.File{{Name: "first.swf"}})
	s.m.Read(overview.Summarise(s.m.Log), nil)
	s.is(lab.Loaded, "a log without figures")
	labtest.PoseAs(s.m, labtest.KTH)
	s.read(s.m.Log)
	s.is(lab.Loaded, "loaded")
	s.a.Run()
	s.is(lab.Running, "running")
	s.a.Cancel()
	s.a.Run()
	s.m.FinishAll()
	s.is(lab.Done, "done")
	for state, n := range s.count {
		require.Less(t, n, mostNodes, state)
	}
}

func TestThePageStaysUnder300NodesInAnyState(t *testing.T) {
	fixture.Long(t)
	for view, question := range map[string]string{
		"compare": "weeks=3&resamples=4",
		"online":  "weeks=3&resamples=4",
		"tune":    "resamples=4&pairs=FCFS,SPF+x+FCFS,SPF",
		"predict": "weeks=3&resamples=4",
		"learn":   "pairs=4&trials=64&days=1",
		"train":   "platform=fastslow&jobs-first=8&episodes=4&seeds=4&actions=first-low_power,shortest-high_gflops",
	} {
		t.Run(view, func(t *testing.T) {
			s := newStage(t, "view="+view+"&"+question)
			first := s.m.Add("first", lublin.Config{Procs: 64, Jobs: 7000, Seed: 3})
			s.is(lab.Empty, "empty")
			s.a.OpenFiles([]ui.File{{Name: "first.swf"}})
			s.is(lab.Reading, "reading")
			s.m.Read(overview.Summarise(first), nil)
			s.is(lab.Loaded, "loaded")
			s.a.Run()
			s.is(lab.Running, "running, nothing known")
			s.a.Cancel()
			s.is(lab.Cancelled, "cancelled, nothing known")
			s.a.Run()
			s.m.Finish(0)
			s.m.Finish(0)
			s.is(lab.Running, "running")
			s.a.Cancel()
			s.is(lab.Cancelled, "cancelled")
			s.a.Run()
			s.m.FinishAll()
			s.is(lab.Done, "done")
			s.unfold()
			s.a.Act("picture", "numbers")
			s.is(lab.Done, "every panel unfolded")
			many := "weeks"
			switch view {
			case "learn":
				many = "pairs"
			case "train":
				many = "seeds"
			}
			s.a.Set(many, "many")
			require.NotEmpty(t, s.a.Message)
			s.is(lab.Done, "a message")
			if view == "online" {
				s.a.Act("story-open", "")
				s.m.Answer()
				s.is(lab.Done, "a story open")
			}
			for i := range 9 {
				s.read(s.m.Add("log "+strconv.Itoa(i), lublin.Config{Procs: 64, Jobs: fixture.ByDay(2000, 6000), Seed: uint64(10 + i)}))
			}
			s.is(lab.Loaded, "several logs, nothing known of the last")
			s.a.RunAll()
			s.m.FinishAll()
			s.is(lab.Done, "several logs")
			s.a.OpenFiles([]ui.File{{Name: "another.swf"}})
			s.is(lab.Reading, "reading among several logs")
			s.a.Cancel()
			s.a.Set("resamples", "8")
			s.a.Set(many, "8")
			s.a.RunAll()
			s.m.Finish(0)
			s.is(lab.Running, "running on several logs")
			s.a.Cancel()
			s.is(lab.Cancelled, "cancelled on several logs")

			states := slices.SortedFunc(maps.Keys(s.count), func(x, y string) int { return s.count[y] - s.count[x] })
			t.Logf("%d nodes at most: %s", s.count[states[0]], states[0])
			for _, state := range states {
				require.Less(t, s.count[state], mostNodes, state)
			}
		})
	}
}
