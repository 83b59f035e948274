package place

import (
	"errors"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/experiment/place"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/report/plot"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

const few = "pairs=first-high_gflops,shortest-*&jobs-first=40"

func page(t *testing.T, query string) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	t.Helper()
	var v *View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{v}
	}, place.Kind())
	m.Log = m.Add("first", lublin.Config{Procs: 64, Jobs: 500, Seed: 2})
	a.Start(query)
	require.Empty(t, a.Message)
	labtest.Load(a, m)
	return a, v, m, s
}

// The log says how many stretches there are: no more are asked for.
func TestOnlyStretchesThatThereAreAreRun(t *testing.T) {
	a, v, m, s := page(t, few)
	a.Run()
	require.Len(t, m.Tasks, 1, "the log itself")
	m.Finish(0)
	require.Len(t, m.Tasks, 12)
	m.Finish(0)
	require.Contains(t, s.Drawn["cluster-verdict"], "So far, after 1 of 12 stretches")
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, 12, v.Report.Stretches)
	require.Contains(t, s.Drawn[hostCaution], "The log has jobs for 12 of the 20 stretches")
	require.Contains(t, s.Drawn[hostMap], "<svg")
	require.Contains(t, s.Drawn[hostTable], "first-high_gflops")

	// fewer are known, more are not there
	a.Set("stretches", "5")
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, 5, v.Report.Stretches)
}

func TestALookIsRoughAndIsKept(t *testing.T) {
	a, v, m, s := page(t, few)
	a.Rough = true
	a.Look()
	require.Len(t, m.Tasks, 1+rough)
	m.FinishAll()
	require.Equal(t, lab.Rough, v.Verdict.Standing)
	require.Equal(t, lab.Loaded, a.State)
	require.Contains(t, s.Drawn["cluster-verdict"], "A rough answer, made at once from ")
	known := len(v.Rows(a.Current(), &v.Report.Plan).First(12))
	require.Positive(t, known)
	a.Run()
	m.Finish(0) // the log itself, if the look did not come to it
	require.LessOrEqual(t, len(m.Tasks), 12-known)
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, lab.Asked, v.Verdict.Standing)
}

// What is only shown otherwise needs no other run.
func TestAnotherBaselineNeedsNoRun(t *testing.T) {
	a, v, m, s := page(t, few+"&stretches=3")
	a.Run()
	m.FinishAll()
	before := s.Drawn[hostMap]
	a.SetField(baseID, baseID, "shortest-low_power+easy")
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, "shortest-low_power+easy", v.Report.Against)
	require.NotEqual(t, before, s.Drawn[hostMap])
	a.Set("time", "makespan")
	require.Equal(t, lab.Done, a.State)
	require.Contains(t, s.Drawn[hostMap], "makespan")
	a.Set("platform", "spread")
	require.Equal(t, lab.Loaded, a.State)
	require.Equal(t, lab.Earlier, v.Verdict.Standing)
}

func TestALinkCarriesADescribedPlatform(t *testing.T) {
	spec, ok := platform.BuiltinSpec("spread")
	require.True(t, ok)
	spec, err := spec.ScaleMemory("two", 2)
	require.NoError(t, err)
	a, v, _, _ := page(t, "")
	a.Set("platform", spec.Text())
	require.Equal(t, Own, v.Platform())
	link, err := url.Parse(a.Link(v))
	require.NoError(t, err)
	_, again, _, _ := page(t, link.RawQuery)
	require.Equal(t, v.Plan, again.Plan)
	require.Equal(t, Own, again.platforms()[len(again.platforms())-1].Value)
	again.Set("platform", Own)
	require.Equal(t, v.Plan, again.Plan, "the one in force is chosen again")
}

func TestAllChoicesAreShownWhenAsked(t *testing.T) {
	a, v, m, s := page(t, "platform=spread&jobs-first=60&stretches=2")
	a.Run()
	m.FinishAll()
	require.Less(t, strings.Count(s.Drawn[hostTable], "<tr"), len(v.distinct()))
	a.Act("cluster-all", "")
	require.Equal(t, len(v.distinct())+1, strings.Count(s.Drawn[hostTable], "<tr"))
}

// Every figure of the platform can be changed, and what can't be is said at its field.
func TestAPlatformIsChangedFieldByField(t *testing.T) {
	a, v, _, s := page(t, "platform=fastslow")
	a.Act("fold", "machine")
	require.Contains(t, s.Drawn[hostMachine], "<svg")
	for _, x := range [][2]string{{"edit:number:0:1", "3"}, {"edit:memory:0:1", "128"}, {"edit:has:0:0:1", "2"}, {"edit:swap:1:0", "fast"},
		{"edit:cores:0", "6"}, {"edit:of:0:0", "3,25"}, {"edit:of:0:3", "99"}} {
		before := v.Plan.Platform
		a.SetField("f", x[0], x[1])
		require.Empty(t, s.Refused["f"], x[0])
		require.NotEqual(t, before, v.Plan.Platform, x[0])
	}
	require.Equal(t, "fastslow, changed", v.Plan.Name())
	spec, err := v.Plan.Spec()
	require.NoError(t, err)
	require.Equal(t, 3, spec.Clusters[0].Nodes[1].Number)
	require.Equal(t, 128.0, spec.Nodes[0].Memory)
	require.Equal(t, 2, spec.Nodes[0].Processors[0].Number)
	require.Equal(t, "fast", spec.Nodes[1].Processors[0].Type)
	require.Equal(t, platform.ProcessorType{Name: "fast", Cores: 6, Clock: 3.25, Flops: 8, Bandwidth: 64, Power: 99}, spec.Processors[0])
	kept := v.Plan.Platform
	for _, x := range [][2]string{{"edit:number:0:1", "-3"}, {"edit:number:0:1", "1.5"}, {"edit:number:9:9", "1"},
		{"edit:memory:0:1", "much"}, {"edit:memory:77:1", "0"}, {"edit:swap:0:0", "none"},
		{"edit:cores:0", "2000000"}, {"edit:of:-1:0", "NaN"}, {"edit:number:0:0", "999999"}} {
		a.SetField("f", x[0], x[1])
		require.NotEmpty(t, s.Refused["f"], x[0])
		require.Equal(t, kept, v.Plan.Platform, x[0])
	}
	for _, hostile := range []string{"edit:", "edit:none", "edit:of", "edit:swap:5:7", "edit:of:0:99", "edit:has::x"} {
		a.SetField("f", hostile, "1")
	}
	a.Act("cluster-twice", "")
	spec, err = v.Plan.Spec()
	require.NoError(t, err)
	require.Equal(t, 256.0, spec.Nodes[0].Memory)
	a.Act("cluster-describe", "")
	a.SetField("cluster-description", "platform", "{")
	require.NotEmpty(t, s.Refused["cluster-description"])
	a.Set("platform", "gaia")
	require.Equal(t, "gaia", v.Platform())
}

func TestAFileDroppedOnAFieldCountsAsPasted(t *testing.T) {
	a, v, _, s := page(t, few)
	a.Act("fold", "machine")
	kept := v.Plan.Platform
	drop := func(text string, n int, err error) string {
		a.DropField("cluster-description", "platform", text, n, err)
		return s.Refused["cluster-description"]
	}
	gaia, _ := platform.BuiltinSpec("gaia")
	require.Contains(t, drop(gaia.Text(), 2, nil), "These are 2 files: drop one.")
	require.Contains(t, drop("", 1, errors.New("it went away")), "it went away: drop it again")
	require.Contains(t, drop(strings.Repeat(" ", platform.MaxFile+1), 1, nil),
		"The file is longer than "+numeral.Count(platform.MaxFile)+" bytes")
	require.Empty(t, s.Values["cluster-description"], "none of it gets into the field")
	require.Contains(t, drop("0,1\n", 1, nil), "Until then it is "+kept)
	require.Equal(t, kept, v.Plan.Platform)
	require.Equal(t, "0,1\n", s.Values["cluster-description"])
	require.Empty(t, drop(gaia.Text()+"\n", 1, nil))
	taken, err := v.Plan.Spec()
	require.NoError(t, err)
	require.Equal(t, gaia.Text(), taken.Text())
}

func TestARunIsPlayedAndAJobLookedUp(t *testing.T) {
	a, v, m, s := page(t, "platform=spread&jobs-first=60&stretches=3&pairs=first-high_gflops,shortest-*")
	a.Run()
	m.FinishAll()
	require.True(t, v.Playable())
	require.False(t, v.Played())
	a.Act("play-open", "")
	require.True(t, v.Busy())
	m.Answer()
	require.True(t, v.Played())
	require.Equal(t, v.Report.Named.Name, v.stage.run.Choice)
	require.Contains(t, s.Drawn[hostPlayChart], "<svg")
	require.Contains(t, s.Drawn[hostPlayPower], "W on average")

	// what the moment says is what the run was told
	for _, at := range []string{"0", "250", "500", "999", "1000", "-7", "x"} {
		a.Act("play-at", at)
		i := v.stage.index()
		require.LessOrEqual(t, v.stage.run.Time[i], v.stage.at)
		require.Contains(t, s.Drawn[hostPlayReading], numeral.Count(int(v.stage.run.Busy[i]))+" of 4 cores are busy")
		require.Contains(t, s.Drawn[hostPlayNow], "<svg")
	}

	// every job that came waits, runs or is done
	run, came := v.stage.run, 0
	for i, s := range v.stage.stands {
		came = 0
		for _, j := range run.Jobs {
			if j.Submit <= run.Time[i] {
				came++
			}
		}
		require.Equal(t, came, int(run.Queue[i])+s.Running+s.Done)
		require.LessOrEqual(t, s.Cores, int32(4)-run.Busy[i])
	}
	require.Equal(t, len(run.Jobs), came)

	// what is shown over time keeps its total
	for _, x := range courses {
		a.SetField("play-over", "play-over", x.key)
		require.Contains(t, s.Drawn[hostPlayPower], numeral.Capital(x.words)+": ")
	}
	a.SetField("play-over", "play-over", "power")
	sum := 0.0
	for _, w := range v.stage.course(plot.Frame{}).Series[0].Values {
		sum += w * v.stage.run.End() / samples
	}
	require.InEpsilon(t, v.stage.run.Energy(), sum, 1e-9, "below power lies the energy")

	var waits place.Played
	for _, j := range v.stage.run.Jobs {
		if j.Start > j.Submit {
			waits = j
		}
	}
	require.NotZero(t, waits.ID, "somebody waits on four cores")
	a.SetField("play-job", "play-job", strconv.FormatInt(waits.ID, 10))
	require.Contains(t, s.Drawn[hostPlayJob], "waited ")
	a.SetField("play-job", "play-job", "-1")
	require.Contains(t, s.Drawn[hostPlayJob], "No job of this stretch has the number -1")

	// another stretch, another choice; none that is not there
	a.SetField("play-k", "play-k", "9")
	require.Contains(t, s.Refused["play-k"], "from 1 to 3")
	a.SetField("play-k", "play-k", "2")
	m.Answer()
	require.Equal(t, 2, v.stage.run.K)
	a.SetField("play-choice", "play-choice", "shortest-random")
	m.Answer()
	require.Equal(t, "shortest-random", v.stage.run.Choice)
	a.Act("play-save", "csv")
	require.Contains(t, s.Files[a.FileName("csv", place.Name, "shortest-random", "2")], "waited for cores, s")

	// a run of another question is not kept
	a.Set("jobs-first", "50")
	require.False(t, v.Playable())
	a.Run()
	m.FinishAll()
	require.False(t, v.Played())
}

func TestARunIsPricedByTheHour(t *testing.T) {
	a, v, m, s := page(t, few+"&stretches=2")
	a.Run()
	m.FinishAll()
	a.Act("play-open", "")
	m.Answer()
	prices := ""
	for h := range 24 {
		prices += strconv.Itoa(h) + ",2\n"
	}
	a.SetField("play-tariff", "play-tariff", prices)
	require.Empty(t, s.Refused["play-tariff"])
	want := numeral.Number(2 * v.stage.run.Energy() / 3.6e6)
	require.Contains(t, s.Drawn[hostPlayCost], "This run costs "+want+", 2 a kWh")
	a.SetField("play-tariff", "play-tariff", "1,2\n")
	require.Contains(t, s.Refused["play-tariff"], "with a price: 1")
	require.Contains(t, s.Drawn[hostPlayCost], "This run costs "+want, "the tariff before stays")
	a.SetField("play-k", "play-k", "2")
	m.Answer()
	require.NotContains(t, s.Drawn[hostPlayCost], "This run costs "+want)
	require.Contains(t, s.Drawn[hostPlayCost], "This run costs ")
	a.SetField("play-tariff", "play-tariff", "")
	require.NotContains(t, s.Drawn[hostPlayCost], "This run costs ")
}

func TestARunThatCannotBePlayedIsSaid(t *testing.T) {
	a, v, m, _ := page(t, few+"&stretches=2")
	a.Run()
	m.FinishAll()
	v.Report.Plan.First = 0
	v.Report.Plan.Skip = 9000
	a.Act("play-open", "")
	m.Answer()
	require.Contains(t, a.Message, "The run could not be played: no jobs can be run")
	require.False(t, v.Busy())
}

// A run that is played goes with the answer it belongs to.
func TestALogOfItsOwnHasNoRunYet(t *testing.T) {
	a, v, m, _ := page(t, few+"&stretches=2")
	a.Run()
	m.FinishAll()
	a.Act("play-open", "")
	m.Answer()
	require.True(t, v.Played())
	a.OpenFiles([]ui.File{{Name: "second.swf"}})
	m.Read(overview.Summarise(m.Add("second", lublin.Config{Procs: 64, Jobs: 200, Seed: 9})), nil)
	require.False(t, v.Playable())
	require.False(t, v.Played())
}
