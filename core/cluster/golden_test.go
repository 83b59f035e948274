package cluster_test

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/batsim"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
)

// flags are those of the command that a golden run was made with.
type flags struct {
	Platform, Types, Trace     string
	Select, Place, Backfilling string
	Seed                       uint64
	Work                       string
	JobsFirst                  int     `json:"jobs-first"`
	JobsSkip                   int     `json:"jobs-skip"`
	Observe                    string  `json:"observe"`
	QueueSensitivity           float64 `json:"queue-sensitivity"`
}

// each calls f with every line of a golden file.
func each[T any](t *testing.T, name string, f func(x T)) {
	t.Helper()
	file, err := os.Open(fixture.Path(t, "golden", "cluster", name))
	require.NoError(t, err)
	defer file.Close()
	z, err := gzip.NewReader(file)
	require.NoError(t, err)
	s := bufio.NewScanner(z)
	s.Buffer(nil, 1<<24)
	for s.Scan() {
		var x T
		require.NoError(t, json.Unmarshal(s.Bytes(), &x))
		f(x)
	}
	require.NoError(t, s.Err())
}

// action is the one of all decisions.
func (f *flags) action(t *testing.T) cluster.Action {
	a, err := cluster.ParseAction(f.Select + "-" + f.Place)
	require.NoError(t, err)
	a.Backfill, err = cluster.ParseBackfilling(f.Backfilling)
	require.NoError(t, err)
	return a
}

// machine and load of the flags.
func (f *flags) open(t *testing.T) (*platform.Machine, *cluster.Load) {
	m := machine(t, f.Platform)
	if strings.HasSuffix(f.Trace, ".json") {
		text, err := os.ReadFile(fixture.Path(t, "golden", "cluster", f.Trace))
		require.NoError(t, err)
		l, err := batsim.Read(string(text), m)
		require.NoError(t, err)
		return m, l
	}
	l := log(t, f.Trace)
	work, err := cluster.ParseWork(cmp.Or(f.Work, "run"))
	require.NoError(t, err)
	return m, cluster.FromLog(l, m, cluster.Options{Work: work, Skip: f.JobsSkip, First: f.JobsFirst, Seed: f.Seed})
}

var logs = map[string]*job.Log{}

// log reads a trace once.
func log(t testing.TB, name string) *job.Log {
	if logs[name] == nil {
		l, err := tracefile.Open(fixture.Path(t, "traces", name), nil)
		require.NoError(t, err)
		logs[name] = l
	}
	return logs[name]
}

func (f *flags) String() string {
	b, _ := json.Marshal(f)
	return string(b)
}

// near compares within 1e-9, relative.
func near(t *testing.T, want, got float64, what ...any) {
	t.Helper()
	if math.Abs(want-got) > 1e-9*max(1, math.Abs(want)) {
		require.Failf(t, "not equal within 1e-9", "want %v, got %v: %v", want, got, fmt.Sprint(what...))
	}
}

func TestRunsAreThoseOfTheModel(t *testing.T) {
	runs, schedules := 0, 0
	each(t, "runs.jsonl.gz", func(x struct {
		Flags    flags
		Metrics  map[string]float64
		Dropped  map[string]int
		Schedule [][5]any
	}) {
		runs++
		m, l := x.Flags.open(t)
		require.Equal(t, len(x.Dropped), len(l.Dropped), x.Flags.String())
		s := cluster.New(m, l)
		s.Seed(x.Flags.Seed)
		s.KeepCores(true)
		got := named(s.Run(x.Flags.action(t)))
		for k, want := range x.Metrics {
			require.Contains(t, got, k)
			near(t, want, got[k], k, " of ", x.Flags.String())
		}
		if x.Schedule == nil {
			return
		}
		schedules++
		require.Len(t, x.Schedule, l.Len())
		for j, row := range x.Schedule {
			require.Equal(t, row[0], float64(l.ID[j]))
			for i, got := range []float64{l.Submit[j], s.Start(j), s.End(j)} {
				near(t, row[1+i].(float64), got, "job ", j, " of ", x.Flags.String())
			}
			require.Equal(t, row[4], cluster.Ranges(s.Cores(j)), "job %d of %s", j, &x.Flags)
		}
	})
	require.Equal(t, 97, runs)
	require.Equal(t, 41, schedules)
}

// named are metrics by their names in JSON.
func named(m cluster.Metrics) map[string]float64 {
	return map[string]float64{
		"jobs": float64(m.Jobs), "makespan": m.Makespan, "energy": m.Energy, "avgWait": m.AvgWait, "maxWait": m.MaxWait,
		"avgTurnaround": m.AvgTurnaround, "maxTurnaround": m.MaxTurnaround, "avgSlowdown": m.AvgSlowdown, "maxSlowdown": m.MaxSlowdown,
		"avgUtilization": m.AvgUtilization, "overBandwidth": m.OverBandwidth, "decisions": float64(m.Decisions),
	}
}

func TestStepsAreThoseOfTheModel(t *testing.T) {
	logs := 0
	each(t, "steps.jsonl.gz", func(x struct {
		Flags flags
		Steps []struct {
			T           float64
			Queue       int
			Action      string
			Started     []int64
			Observation []float64
			Rewards     map[string]float64
		}
	}) {
		logs++
		m, l := x.Flags.open(t)
		s := cluster.New(m, l)
		s.Seed(x.Flags.Seed)
		s.Reset()
		kind, err := cluster.ParseObservation(x.Flags.Observe)
		require.NoError(t, err)
		a := x.Flags.action(t)
		for i, step := range x.Steps {
			require.True(t, s.Next())
			what := fmt.Sprint("step ", i, " of ", &x.Flags)
			near(t, step.T, s.Now(), what)
			require.Equal(t, step.Queue, s.Queue(), what)
			require.Equal(t, step.Action, a.String())
			seen := s.Observe(kind, x.Flags.QueueSensitivity, nil)
			require.Len(t, seen, len(step.Observation))
			require.Len(t, seen, kind.Len(m))
			for k, want := range step.Observation {
				near(t, want, seen[k], what, ", number ", k)
			}
			s.Act(a)
			var started []int64
			for _, j := range s.Started() {
				started = append(started, l.ID[j])
			}
			require.ElementsMatch(t, step.Started, started, what)
			if len(started) > 0 {
				require.Equal(t, step.Started, started, what)
			}
			for k, want := range step.Rewards {
				o, err := cluster.ParseObjective(k)
				require.NoError(t, err)
				near(t, want, s.Reward(o), what, ", ", k)
			}
		}
		require.False(t, s.Next())
	})
	require.Equal(t, 9, logs)
}

// machine lays out a golden platform.
func machine(t testing.TB, file string) *platform.Machine {
	var tree struct {
		Clusters []struct {
			Nodes []struct {
				Type   string
				Number int
			}
		}
	}
	var types struct {
		Nodes map[string]struct {
			Processors []struct {
				Type   string
				Number int
			}
			Memory struct{ Capacity float64 }
		}
		Processors map[string]struct {
			Cores           int32
			ClockRate       float64 `json:"clock_rate"`
			DPFlopsPerCycle float64 `json:"dpflops_per_cycle"`
			MemBW           float64 `json:"mem_bw"`
			Power           float64
		}
	}
	folder := filepath.Dir(fixture.Path(t, "golden", "cluster", file))
	for name, into := range map[string]any{file: &tree, strings.Replace(file, ".platform.", ".types.", 1): &types} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, into))
	}
	m := &platform.Machine{Name: file}
	for _, c := range tree.Clusters {
		for _, n := range c.Nodes {
			for range n.Number {
				nt := types.Nodes[n.Type]
				v := platform.Node{Type: n.Type, Memory: nt.Memory.Capacity * 1000, From: int32(len(m.Processors))}
				for _, p := range nt.Processors {
					for range p.Number {
						pt := types.Processors[p.Type]
						from := int32(m.Cores())
						m.Processors = append(m.Processors, platform.Processor{
							Type: p.Type, Node: int32(len(m.Nodes)), From: from, To: from + pt.Cores,
							Speed: pt.ClockRate * pt.DPFlopsPerCycle, Power: pt.Power / float64(pt.Cores), Bandwidth: pt.MemBW,
						})
					}
				}
				v.To = int32(len(m.Processors))
				m.Nodes = append(m.Nodes, v)
			}
		}
	}
	return m
}
