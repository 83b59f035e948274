package little

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"shadowtime/core/base/fixture"
	core "shadowtime/core/experiment/little"
	corereplay "shadowtime/core/experiment/replay"
	"shadowtime/core/job/lublin"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/replay"
)

func page(t *testing.T, query string) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	t.Helper()
	var v *View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{replay.New(l), v}
	}, corereplay.Kind())
	a.Arrive(query, "")
	return a, v, m, s
}

// rendered is the page's markup, hosts aside.
func rendered(t *testing.T, a *ui.App) string {
	t.Helper()
	env, err := vugu.NewBuildEnv()
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, staticrender.New(&b).Render(env.RunBuild(a)))
	return b.String()
}

func TestItNeedsNoLog(t *testing.T) {
	a, v, _, s := page(t, "view=little")
	require.Empty(t, a.Message)
	require.Equal(t, lab.Empty, a.State)
	require.False(t, a.Welcomes())
	require.Contains(t, rendered(t, a), `class="view-little"`)
	require.Contains(t, s.Drawn[hostAnswer], "Jobs wait 2.2")
	require.Equal(t, 2, strings.Count(s.Drawn[hostSides], "<svg"))
	require.Equal(t, 5, strings.Count(s.Drawn[hostTable], `id="little-remove`))
	require.Equal(t, "6", s.Values["little-start-1-0"])
	require.Equal(t, "5", s.Values["little-wait-1-0"])
	require.Equal(t, []string{"https://example.org/lab/?view=little"}, s.Visited)
	require.Equal(t, core.First(), v.example)
}

func TestEveryPresetIsShownAndNamed(t *testing.T) {
	a, v, _, s := page(t, "view=little")
	for _, p := range core.Presets() {
		a.Act("little-preset", p.Key)
		require.True(t, v.example.Same(p.Example))
		require.Contains(t, s.Drawn[hostAsk], lab.Esc(p.Shows))
		require.Contains(t, s.Drawn[hostAsk], `data-arg="`+p.Key+`" aria-current="true"`)
		require.Equal(t, len(p.Example.Sides), strings.Count(s.Drawn[hostSides], "<svg"))
	}
}

// A card shows its schedule: each job in its rows, who slipped in and who waits longest.
func TestACardShowsThePresetsSchedule(t *testing.T) {
	_, v, _, s := page(t, "view=little")
	require.Equal(t, len(core.Presets()), strings.Count(s.Drawn[hostAsk], `<a class="little-preset"`))
	for _, p := range core.Presets() {
		m, err := core.Run(p.Example)
		require.NoError(t, err)
		x := m.Sides[0]
		if p.Key == "conservative" {
			x = m.Sides[1]
		}
		card := v.pictures[p.Key]
		require.Contains(t, s.Drawn[hostAsk], card+"<b>"+lab.Esc(p.Name)+"</b><span>"+lab.Esc(p.Brief))
		slips := 0
		for row := range p.Example.Jobs {
			if x.Slipped(row) && row != x.Longest() {
				slips++
			}
		}
		require.GreaterOrEqual(t, strings.Count(card, `<rect class="slips"`), slips, p.Key)
		require.Equal(t, slips == 0, strings.Count(card, `<rect class="slips"`) == 0, p.Key)
		require.GreaterOrEqual(t, strings.Count(card, `<rect class="waits"`), 1)
		require.GreaterOrEqual(t, strings.Count(card, "<rect"), len(p.Example.Jobs)+3)
		require.NotContains(t, card, "NaN")
		require.Less(t, len(p.Brief), 70)
	}
}

// A typed line does what it says, prints what the scheduler plans, and stays in sight; one
// that can't be taken is refused at its column, stays in the field, and prints nothing.
func TestATypedLineIsCarriedOutOrRefusedInItsField(t *testing.T) {
	fixture.Long(t)
	a, v, _, s := page(t, "view=little")
	typed := func(line string) { a.SetField("little-line", "little-line", line) }
	typed("sbatch -n 4 -t 3:00 --begin 2")
	require.Len(t, v.example.Jobs, 6)
	require.Equal(t, core.Job{Arrives: 2, Runs: 3, Requests: 3, Procs: 4}, v.example.Jobs[5])
	require.EqualValues(t, 4, v.example.At, "the last arrival")
	require.Contains(t, s.Drawn[hostPrinted], "<b>$ sbatch -n 4 -t 3:00 --begin 2</b>\nSubmitted batch job 6")
	require.Contains(t, s.Drawn[hostTable], `id="little-5-runs"`)
	typed("squeue --start")
	require.Contains(t, s.Drawn[hostPrinted], "    2  PD  6:00        6     (Resources)")
	require.Equal(t, "", s.Values["little-line"])
	before := s.Drawn[hostPrinted]
	typed("sbatch -n 4 <b> -t 3")
	require.Contains(t, s.Refused["little-line"], "is a script")
	require.Equal(t, 13, s.At["little-line"])
	require.True(t, strings.HasPrefix(s.Refused["little-line"], "sbatch"), "a command has no capital: %s", s.Refused["little-line"])
	require.Equal(t, before, s.Drawn[hostPrinted])
	require.Len(t, v.example.Jobs, 6)
	typed("  ")
	require.Equal(t, before, s.Drawn[hostPrinted])
	s.Values["little-line"] = "sbatch -n 4 <b> -t 3"
	a.Act("little-task", "slip")
	require.Empty(t, s.Values["little-line"]+s.Refused["little-line"], "a refused line is of its exercise")
	a.Act("little-preset", "textbook")
	for range 2 * remembered {
		typed("sleep 1h")
	}
	require.Equal(t, remembered, strings.Count(s.Drawn[hostPrinted], "<b>$"))
	a.Act("little-preset", "orders")
	require.Empty(t, s.Drawn[hostPrinted], "another machine")
	require.Contains(t, s.Visited[len(s.Visited)-1], "view=little")
}

// What is said of a void promise is on the page at its step.
func TestAVoidPromiseStandsAtItsStep(t *testing.T) {
	a, _, _, s := page(t, "view=little")
	a.Act("little-preset", "broken")
	a.Act("little-step", "2")
	require.Contains(t, s.Drawn[hostSides], "to job 2 is void: job 4 is shorter and now comes first.")
	require.Contains(t, s.Drawn[hostSaid], "to job 2 is void")
}

// What a visitor makes is in the link, and comes back of it.
func TestAnExampleIsAllInItsLink(t *testing.T) {
	a, v, _, s := page(t, "view=little")
	for _, x := range [][2]string{{"little-procs", "16"}, {"little-cell:0:runs", "7"}, {"little-cell:4:procs", "12"},
		{"little-order:1", "SAF"}, {"little-order:2", "LPF"},
		{"little-threshold:0", "6"}, {"little-exact:0", "exact"}, {"little-filling:0", "conservative"}} {
		a.SetField(x[0], x[0], x[1])
		require.Empty(t, s.Refused[x[0]])
	}
	a.Act("little-add", "")
	a.Act("little-move", "-1")
	a.CopyLink()
	require.Equal(t, "link copied", v.LinkText())
	_, query, _ := strings.Cut(s.Files["clipboard"], "?")
	b, w, _, _ := page(t, query)
	require.Empty(t, b.Message)
	require.Equal(t, v.example, w.example)
	require.Equal(t, []core.Side{{Order: "FCFS", Backfilling: 2, Threshold: 6, Exact: true},
		{Order: "SAF", Backfilling: 1, Threshold: core.None}, {Order: "LPF", Backfilling: 1, Threshold: core.None}}, w.example.Sides)
	require.Equal(t, a.Ask(nil), b.Ask(nil))
	require.Contains(t, s.Drawn[hostAsk], "A made-up example")
	a.Act("embed", "")
	a.Act("embed", "copy")
	require.Contains(t, s.Files["clipboard"], "embed=little")
	require.Contains(t, s.Files["clipboard"], "jobs=0.7.5_")
	require.NotContains(t, s.Drawn[lab.HostElsewhere], "Begins with", "there is no log to begin with")
	a.SetField("little-order-1", "little-order:1", nothing)
	require.Len(t, v.example.Sides, 2, "the one behind moves up")
	require.Equal(t, "LPF", v.example.Sides[1].Order)
}

func TestWhatACellCantTakeIsSaidThereAndChangesNothing(t *testing.T) {
	a, v, _, s := page(t, "view=little")
	for key, said := range map[string]string{"little-cell:1:procs": `Job 2, processors: "x" is none of 1 to 8`, "little-procs": "1 to 64",
		"little-threshold:0": "threshold"} {
		a.SetField("id", key, "x")
		require.Contains(t, s.Refused["id"], said)
	}
	a.SetField("id", "little-cell:1:requests", "3")
	require.Contains(t, s.Refused["id"], "Job 2 runs 4")
	for _, key := range []string{"little-cell:99:runs", "little-cell:x", "little-exact:9", "little-order:9", "little-filling:0",
		"little-nonsense"} {
		a.SetField("id", key, "1")
	}
	require.Equal(t, core.First(), v.example)
	b, w, _, _ := page(t, "view=little&jobs=0.1&procs=8")
	require.Contains(t, b.Message, "ARRIVES.RUNS.REQUESTS.PROCESSORS")
	require.Equal(t, core.First(), w.example)
}

// A step says on each side what the core tells of it, and stands in the slider.
func TestAStepIsToldOnBothSides(t *testing.T) {
	a, v, _, s := page(t, "view=little")
	require.Contains(t, s.Drawn[hostSaid], "All 12 steps")
	for i, at := range v.machine.Steps {
		a.Act("little-step", strconv.Itoa(i))
		require.Equal(t, at, v.example.At)
		require.Equal(t, strconv.Itoa(i), s.Values["little-at"])
		require.Contains(t, s.Drawn[hostSaid], "Step "+strconv.Itoa(i+1)+" of 12")
		for _, x := range v.machine.Sides {
			told, err := x.Tell(at)
			require.NoError(t, err)
			for _, line := range told.Lead {
				require.Contains(t, s.Drawn[hostSides], lab.Esc(line))
			}
			for _, j := range told.Jobs {
				require.Contains(t, s.Drawn[hostSides], lab.Esc(j.Since))
			}
		}
		require.Equal(t, i == 0, strings.Contains(s.Drawn[hostControls], `"Earlier step" aria-disabled="true"`))
	}
	a.Act("little-move", "1")
	require.EqualValues(t, core.None, v.example.At)
	require.Contains(t, s.Drawn[hostControls], `"Later step" aria-disabled="true"`)
	a.Act("little-step", "-5")
	require.Zero(t, v.example.At)
	a.Act("little-all", "")
	require.EqualValues(t, core.None, v.example.At)
}

func TestPlayGoesFromTheFirstStepToTheWhole(t *testing.T) {
	a, v, _, s := page(t, "view=little")
	s.Frozen = true
	a.Act("little-play", "")
	require.True(t, v.playing)
	require.Zero(t, v.at())
	step, now := s.Step, s.Now()
	require.True(t, step(now+0.1))
	require.Zero(t, v.at())
	for range v.machine.Steps {
		now += pace + 0.1
		step(now)
	}
	require.False(t, v.playing)
	require.EqualValues(t, core.None, v.example.At)
	a.Act("little-play", "")
	step = s.Step
	a.Act("little-play", "")
	require.False(t, step(now+99), "a play that was paused is over")
}

func TestJobsAreAddedAndRemovedWithinBounds(t *testing.T) {
	fixture.Long(t)
	a, v, _, s := page(t, "view=little")
	for range core.MaxJobs {
		a.Act("little-add", "")
	}
	require.Len(t, v.example.Jobs, core.MaxJobs)
	require.NotContains(t, s.Drawn[hostTable], "little-add")
	require.Equal(t, "little-39-arrives", s.Focused)
	for range core.MaxJobs {
		a.Act("little-remove", "0")
	}
	require.Len(t, v.example.Jobs, 1)
	require.Contains(t, s.Drawn[hostAnswer], "Jobs wait 0")
}

func TestEachPictureIsAFile(t *testing.T) {
	a, _, _, s := page(t, "view=little&at=3")
	a.Act("little-save", "svg-1")
	require.Empty(t, s.Files, "a bare instant is of one schedule")
	a.Act("little-save", "svg-0")
	require.Contains(t, s.Files["shadowtime-little-fcfs-at-3h.svg"], "FCFS, at 3")
	a.Act("little-save", "png-x")
	require.Len(t, s.Files, 1)
}

// A log that is opened has the view make way; its room stays to go to, and
// its link says nothing of the log.
func TestALogIsAskedAboutInItsOwnViews(t *testing.T) {
	a, v, m, s := page(t, "view=little")
	m.Log = m.Add("first", lublin.Config{Procs: 64, Jobs: 1500, Seed: 2})
	require.Equal(t, "teach", a.Room())
	labtest.Load(a, m)
	require.Equal(t, "replay", a.View.Key())
	require.Equal(t, "explore", a.Room())
	a.Run()
	running := a.State
	a.SetView("little")
	require.Equal(t, "teach", a.Room())
	a.From = "named.swf"
	require.Equal(t, "view=little", a.Ask(a.First), "the log is none of its business")
	a.SetField("little-procs", "little-procs", "9")
	require.EqualValues(t, 9, v.machine.Procs, "also while others compute")
	require.Equal(t, lab.Running, running)
	m.FinishAll()
	require.NotEmpty(t, s.Drawn[hostAnswer])
}

func TestBackComesToTheWelcome(t *testing.T) {
	a, v, _, s := page(t, "")
	require.True(t, a.Welcomes())
	a.Act("view", "little")
	require.False(t, a.Welcomes())
	require.Equal(t, "little-question-title", s.Focused)
	a.Act("little-preset", "orders")
	require.Contains(t, s.Visited[len(s.Visited)-1], "view=little")
	n := len(s.Visited)
	a.Return("")
	require.True(t, a.Welcomes())
	require.Len(t, s.Visited, n, "going back is no entry")
	a.Return("view=little&jobs=0.1.1&at=0")
	require.False(t, a.Welcomes())
	require.Len(t, v.example.Jobs, 1)
	a.Return("view=little")
	require.Equal(t, core.First(), v.example)
	a.Act("view", "replay")
	require.True(t, a.Welcomes())
	require.Equal(t, "https://example.org/lab/", s.Visited[len(s.Visited)-1])
}

// Two users share a machine: whose each job is, what they have used and what fair share they have stand beside each
// schedule at the step in sight, and can be changed and linked.
func TestASharedMachineShowsWhatEachUserHas(t *testing.T) {
	a, v, _, s := page(t, "view=little")
	require.NotContains(t, s.Drawn[hostTable], ">user<")
	a.Act("little-preset", "shares")
	require.Equal(t, 3, strings.Count(s.Drawn[hostSides], "<svg"))
	require.Equal(t, 2, strings.Count(s.Drawn[hostSides], `class="plain little-shares"`))
	require.Contains(t, s.Drawn[hostAsk], "user 3 of account 2 with")
	require.NotContains(t, s.Drawn[hostAsk], `id="little-filling-0"`, "by fair share nobody is backfilled")
	require.Contains(t, s.Drawn[hostAsk], `id="little-filling-2"`)
	require.Contains(t, s.Drawn[hostAsk], `<option value="FAIRTREE">Fair Tree</option>`)
	require.Equal(t, "3", s.Values["little-9-user"])
	require.Equal(t, "1", s.Values["little-shares-2"])
	require.Contains(t, s.Drawn[hostAnswer], "Fair Tree starts job 3, Classic fair share does not")
	a.Act("little-step", strconv.Itoa(v.machine.Step(5)))
	for i, want := range []string{"0.365", "0.667"} {
		part := strings.Split(s.Drawn[hostSides], `class="plain little-shares"`)[1+i]
		require.Contains(t, part, `<th scope="row">1</th><td class="num">1</td><td class="num">25`+"\u202f%", want)
		require.Contains(t, part, `<td class="num">`+want+`</td>`)
	}
	a.Act("little-move", "0") // the address follows
	_, query, _ := strings.Cut(s.Visited[len(s.Visited)-1], "?")
	b, w, _, s2 := page(t, query)
	require.Empty(t, b.Message)
	require.Equal(t, v.example, w.example)
	require.Equal(t, s.Drawn[hostSides], s2.Drawn[hostSides])

	a.SetField("little-9-user", "little-user:9", "2")
	require.Equal(t, int64(2), v.example.Of[9])
	a.SetField("little-shares-0", "little-shares:0", "9")
	require.Equal(t, int64(9), v.example.Users[0].Shares)
	require.Contains(t, s.Drawn[hostSides], "45\u202f%", "nine tenths of the half of account 1")
	a.SetField("little-9-user", "little-user:9", "4")
	require.Contains(t, s.Refused["little-9-user"], "1 to 3 whole numbers of users")
	require.Equal(t, int64(2), v.example.Of[9])
	a.Act("little-preset", "textbook")
	a.SetField("little-order-1", "little-order:1", core.FairTree)
	require.Equal(t, core.FairTree, v.example.Sides[1].Order)
	require.Contains(t, s.Drawn[hostTable], ">user<")
	require.Contains(t, rendered(t, a), `class="view-little"`)
}

// On nodes with GPUs the table has what each job asks for, the picture names the nodes, and the step says whose processors stand beside
// idle GPUs.
func TestNodesWithGPUsAreDrawn(t *testing.T) {
	a, _, _, s := page(t, "view=little")
	a.Act("little-preset", "nodes")
	a.Act("little-step", "2")
	require.Contains(t, s.Drawn[hostSides], ">node 2<")
	require.Contains(t, s.Drawn[hostSides], "the GPUs of node 2 are idle, and jobs 2 and 3 have the processors beside them")
	require.NotContains(t, s.Drawn[hostAsk], "in maintenance")
	require.Equal(t, "2", s.Values["little-0-gpus"])
	a.SetField("little-0-gpus", "little-gpus:0", "3")
	require.Contains(t, s.Refused["little-0-gpus"], "0 to 2 whole GPUs")
	a.SetField("little-3-gpus", "little-gpus:3", "0")
	require.Contains(t, s.Drawn[hostSides], "it asks for 1 processor of a node")
}
