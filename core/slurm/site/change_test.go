package site

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/sacct"
	"shadowtime/core/slurm/model"
)

const asSet = `ClusterName=c
PriorityType=priority/multifactor
PriorityWeightAge=1000
SchedulerParameters=bf_window=2880,bf_continue,bf_busy_nodes
NodeName=n[1-8] CPUs=4
PartitionName=batch Nodes=n[1-8] Default=YES MaxTime=1-0
PartitionName=debug Nodes=n[7-8] PriorityTier=5
`

func siteOf(t *testing.T, text string) *Site {
	t.Helper()
	s, err := Read([]File{{"slurm.conf", text}}, nil)
	require.NoError(t, err)
	return s
}

// words are values of parameters that take some words alone. PreemptType and PreemptMode go together.
var words = map[string][]string{"PreemptType": {"preempt/none"}, "PreemptMode": {"OFF", "GANG"}, "SelectTypeParameters": {"CR_LLN", "NONE"},
	"AccountingStorageEnforce": {"limits", "associations,limits", "none"}, "EnforcePartLimits": {"ALL", "ANY", "NO"},
	"PriorityUsageResetPeriod": {"NONE", "DAILY", "YEARLY"}, "PriorityFavorSmall": {"YES", "NO"},
	"PriorityWeightTRES": {"CPU=1", "CPU=2,Mem=1", "node=3"}}

func TestAChangeIsWhatDiffersAndItsWayBackLeavesNothing(t *testing.T) {
	fixture.Long(t)
	s := siteOf(t, asSet)
	r := rand.New(rand.NewPCG(3, 4))
	refused := 0
	for range 400 {
		var set, back []string
		for range 1 + r.IntN(4) {
			p := &model.Parameters[r.IntN(len(model.Parameters))]
			value := "no"
			switch p.Unit {
			case model.Flag:
				value = []string{"no", "yes", ""}[r.IntN(3)]
			case model.Words:
				value = "words" + strconv.Itoa(r.IntN(3))
				if list := words[p.Name]; list != nil {
					value = list[r.IntN(len(list))]
				} else if len(p.Types) > 0 {
					value = p.Types[r.IntN(len(p.Types))]
				}
			case model.Period:
				value = strconv.Itoa(1 + r.IntN(1000))
			default:
				value = strconv.FormatInt(p.Low+r.Int64N(min(p.High-p.Low, 1000)+1), 10)
			}
			set = append(set, p.Name+"="+value)
		}
		to, err := s.With(File{"change", strings.Join(set, "\n")}, nil)
		if err != nil { // what the daemon would not start with
			require.ErrorContains(t, err, "slurmctld refuses this", set)
			refused++
			continue
		}
		options := false
		for _, d := range s.Differences(to) {
			require.NotEqual(t, d.From, d.To)
			if d.Option {
				options = true
			} else if line := s.Line(d.Name); line != "" {
				back = append(back, line)
			}
			require.Contains(t, strings.ToLower(strings.Join(set, " ")), strings.ToLower(d.Name+"="))
		}
		if options {
			back = append(back, s.Line("SchedulerParameters"))
		}
		if len(back) == 0 {
			continue
		}
		again, err := to.With(File{"back", strings.Join(back, "\n")}, nil)
		require.NoError(t, err, back)
		for _, d := range s.Differences(again) { // whose line is to be taken out
			require.Nil(t, s.Given(model.Find(d.Name, d.Option)), "%v and back by %v", set, back)
		}
	}
	require.Less(t, refused, 200)
}

func TestAChangeIsReadAsItsPlaceSays(t *testing.T) {
	s := siteOf(t, asSet)
	with := func(text string) []Difference {
		to, err := s.With(File{"change", text}, nil)
		require.NoError(t, err)
		return s.Differences(to)
	}
	one := func(name, partition, from, to string) {
		t.Helper()
		list := with(name)
		require.Len(t, list, 1)
		require.Equal(t, [3]string{partition, from, to}, [3]string{list[0].Partition, list[0].From, list[0].To})
	}
	one("bf_window=60", "", "2880 min", "60 min")
	one("bf_continue=no", "", "on", "off")
	one("bf_licenses", "", "off", "on")
	one("PartitionName=batch OverSubscribe=EXCLUSIVE", "batch", "NO", "EXCLUSIVE")
	one("PartitionName=debug PriorityTier=1", "debug", "5", "1")
	one("PartitionName=debug State=DOWN", "debug", "debug", "")
	require.Len(t, with("SchedulerParameters=bf_interval=60"), 4, "three of before are gone")
	whole := strings.ReplaceAll(asSet, "PriorityWeightAge=1000", "PriorityWeightAge=2000")
	one(whole, "", "1000", "2000")
	require.Empty(t, with(asSet))
	one("NodeName=n[1-8] CPUs=4\nPriorityWeightAge=2000", "", "1000", "2000") // and not all else reset
	more := with("NodeName=n[9-18] CPUs=4\nPartitionName=batch Nodes=n[1-18]")
	require.Len(t, more, 2)
	require.Equal(t, [2]string{"n[1-8]", "n[1-18]"}, [2]string{more[0].From, more[0].To})
	require.Equal(t, [2]string{"NodeName", "n[9-18] CPUs=4"}, [2]string{more[1].Name, more[1].To})
	other := with("NodeName=n[3-5] RealMemory=64000 Gres=gpu:a100:4 CPUs=4\nNodeName=n7 CPUs=8 Features=big")
	require.Len(t, other, 2)
	require.Equal(t, [2]string{"n[3-5] CPUs=4", "n[3-5] CPUs=4 RealMemory=64000 Gres=gpu:a100:4"}, [2]string{other[0].From, other[0].To})
	require.Equal(t, [2]string{"n7 CPUs=4", "n7 CPUs=8 Features=big"}, [2]string{other[1].From, other[1].To})
	one(strings.ReplaceAll(asSet, "CPUs=4", "CPUs=6"), "", "n[1-8] CPUs=4", "n[1-8] CPUs=6")
	for text, says := range map[string]string{
		"NodeName=n[9-18] CPUs=4": "change, line 1: nodes would be in no partition: add a line such as PartitionName=" +
			"batch Nodes=ALL",
		"NodeName=n[9-x]":                "change, line 1: ",
		"NodeName=n[8-9] CPUs=4":         "change, line 1: node n8 is there already and others are not: write a line of those that are new",
		"NodeName=n1 Weight=8":           "change, line 1: Weight of nodes does nothing here, so what it changes is not known",
		"NodeName=n9 CPU=8":              "change, line 1: CPU is no key of nodes: correct the name (CPUs, Procs",
		"NodeName=n1 State=DOWN":         "change, line 1: State=DOWN of nodes is none that a change may give",
		"PriorityWeightAg=1":             "change, line 1: PriorityWeightAg is no parameter",
		"bf_window=1440\nbf_window=many": "change, line 2: bf_window=many: give",
		"PartitionName=x MaxTime=1":      "change, line 1: there is no partition x: the files have batch, debug",
		"PartitionName=batch MaxTime=2-0 LLN=YES": "change, line 1: LLN of a partition does nothing here, so what it changes " +
			"is not known",
		"PartitionName=batch MaxTim=2-0":            "change, line 1: MaxTim is no key of a partition: correct the name (State, Nodes",
		"PartitionName=batch OverSubscribe=FORCE:2": "change, line 1: OverSubscribe=FORCE:2 has jobs share CPUs, and none does here",
		"PartitionName=batch MaxTime=2days":         `Bad value "2days" for MaxTime`,
		"PreemptType=preempt/qos":                   "PreemptType and PreemptMode values incompatible",
		"SelectType=select/linears":                 "is no type that there is",
		"faster":                                    `change, line 1: "faster" is no parameter with its value`,
		"# nothing":                                 "change: nothing is changed",
	} {
		_, err := s.With(File{"change", text}, nil)
		require.ErrorContains(t, err, says)
	}
	require.Equal(t, "2880", s.Options[0].Value, "the site itself stays as it is")
}

// A resample has the log's own weeks: its jobs at their time of the week, under numbers of their own.
func TestADrawnWeekIsOneOfTheLog(t *testing.T) {
	fixture.Long(t)
	r := rand.New(rand.NewPCG(5, 6))
	l := &Log{File: "sacct.psv"}
	at := map[string]bool{}
	for i := range 900 {
		submit := 1_700_000_000 + int64(i)*5000 + r.Int64N(5000)
		j := sacct.Job{ID: int64(i + 1), Submit: submit, Eligible: submit, Start: submit + 60, End: submit + 600,
			User: fmt.Sprint("u", i%7)}
		if i > 0 {
			j.After = []int64{int64(i)}
		}
		l.Jobs = append(l.Jobs, j)
	}
	first, weeks := l.Jobs[0].Submit, l.Weeks()
	for i := range l.Jobs {
		at[fmt.Sprint(l.Jobs[i].User, (l.Jobs[i].Submit-first)%week)] = true
	}
	require.Equal(t, 7, weeks)
	different := map[string]bool{}
	for k := range uint64(8) {
		d := l.Draw(1, k)
		ids := map[int64]int64{}
		var text strings.Builder
		for i := range d.Jobs {
			j := &d.Jobs[i]
			w := (j.Submit - first) / week
			require.True(t, j.Submit >= first && w < int64(weeks))
			require.True(t, at[fmt.Sprint(j.User, (j.Submit-first)%week)])
			require.Equal(t, [3]int64{0, 60, 600}, [3]int64{j.Eligible - j.Submit, j.Start - j.Submit, j.End - j.Submit})
			require.NotContains(t, ids, j.ID)
			ids[j.ID] = w
			fmt.Fprint(&text, j.ID, " ")
		}
		for i := range d.Jobs {
			for _, id := range d.Jobs[i].After {
				require.Equal(t, ids[d.Jobs[i].ID], ids[id], "of the same week")
			}
		}
		different[text.String()] = true
		require.Equal(t, d, l.Draw(1, k))
	}
	require.Greater(t, len(different), 6)
}
