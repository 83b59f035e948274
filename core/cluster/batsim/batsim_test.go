package batsim_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/jsontext"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/batsim"
	"shadowtime/core/cluster/platform"
)

// machine has two nodes of two cores, the first twice as fast.
func machine() *platform.Machine {
	return &platform.Machine{
		Nodes: []platform.Node{{Memory: 1000, From: 0, To: 1}, {Memory: 2000, From: 1, To: 2}},
		Processors: []platform.Processor{
			{Node: 0, From: 0, To: 2, Speed: 8, Power: 10, Bandwidth: 16},
			{Node: 1, From: 2, To: 4, Speed: 4, Power: 5, Bandwidth: 16},
		},
	}
}

const profiles = `"profiles": {
	"p": {"type": "parallel_homogeneous", "com": 0, "cpu": 12e9, "req_time": 5, "req_ops": 24000000000, "mem": 100, "mem_bw": 4},
	"q": {"type": "parallel_homogeneous", "cpu": 6e9, "req_time": 10},
	"d": {"type": "delay", "delay": 7, "req_time": 9, "mem_bw": 8},
	"s": {"type": "smpi", "trace": "x"}}`

func workload(jobs string) string {
	return "{\"nb_res\": 4, \"jobs\": [" + jobs + "],\n" + profiles + "}"
}

func read(t *testing.T, text string) *cluster.Load {
	t.Helper()
	l, err := batsim.Read(text, machine())
	require.NoError(t, err)
	return l
}

func TestAJobIsItsSubmissionAndItsProfile(t *testing.T) {
	l := read(t, "\ufeff\n"+workload(`
		{"id": 3, "subtime": 20.5, "res": 2, "profile": "p", "walltime": 7},
		{"id": 1, "subtime": 10, "res": 1, "profile": "q"},
		{"id": 2, "subtime": 20.5, "res": 4, "profile": "d"}`))
	require.Equal(t, &cluster.Load{
		Submit: []float64{0, 10.5, 10.5}, Request: []float64{10, 5, 9}, Size: []int32{1, 2, 4},
		Memory: []float64{0, 100, 0}, Bandwidth: []float64{0, 4, 8},
		Work: []float64{6, 12, 7}, Requested: []float64{60, 24, 9}, Fixed: []bool{false, false, true},
		ID: []int64{1, 3, 2}, Read: 3,
	}, l, "sorted by submission, equal ones as they stand; requests without req_ops are seconds at the mean speed, 6")
	l = read(t, workload(`{"id": "w0!7", "subtime": 0, "res": 1, "profile": "q"}, {"id": 8, "subtime": 0, "res": 1, "profile": "q"}`))
	require.Equal(t, []string{"w0!7", "8"}, l.Names)
	require.Nil(t, l.Fixed)
}

// Batsim's own workloads have the limit at the job; a delay without one is requested for as long as it lasts.
func TestARequestIsTheProfilesElseTheJobsElseTheDelay(t *testing.T) {
	l := read(t, strings.Replace(workload(`
		{"id": 1, "subtime": 0, "res": 1, "profile": "b", "walltime": 30},
		{"id": 2, "subtime": 0, "res": 1, "profile": "b"},
		{"id": 3, "subtime": 0, "res": 1, "profile": "b", "walltime": -1},
		{"id": 4, "subtime": 0, "res": 1, "profile": "d", "walltime": 30},
		{"id": 5, "subtime": 0, "res": 1, "profile": "c", "walltime": 40}`), `"s":`,
		`"b": {"type": "delay", "delay": 20.5}, "c": {"type": "parallel_homogeneous", "cpu": 6e9}, "s":`, 1))
	require.Equal(t, []float64{30, 20.5, 20.5, 9, 40}, l.Request)
	require.Equal(t, []float64{20.5, 20.5, 20.5, 7, 6}, l.Work)
	require.Equal(t, []float64{30, 20.5, 20.5, 9, 240}, l.Requested)
	_, err := batsim.Read(workload(`{"id": 1, "subtime": 0, "res": 1, "profile": "p", "walltime": "long"}`), machine())
	require.ErrorContains(t, err, "walltime")
}

func TestWhoCannotRunIsLeftOutForACountedReason(t *testing.T) {
	l := read(t, strings.Replace(workload(`
		{"id": 1, "subtime": -1, "res": 1, "profile": "q"},
		{"id": 2, "subtime": 0, "res": 0, "profile": "q"},
		{"id": 3, "subtime": 0, "res": 1.5, "profile": "q"},
		{"id": 4, "subtime": 0, "res": 1, "profile": "none"},
		{"id": 5, "subtime": 1e300, "res": 1, "profile": "q"},
		{"id": 6, "subtime": 0, "res": 1e18, "profile": "q"},
		{"id": 7, "subtime": 0, "res": 5, "profile": "q"},
		{"id": 8, "subtime": 0, "res": 3, "profile": "big"},
		{"id": 9, "subtime": 4, "res": 1, "profile": "big"}`),
		`"s":`, `"none": {"type": "delay", "delay": 0}, "big": {"type": "delay", "delay": 1, "req_time": 1, "mem": 1000.5}, "s":`, 1))
	require.Equal(t, []int64{9}, l.ID, "of what is big the nodes hold one core")
	require.Equal(t, 9, l.Read)
	require.Equal(t, []cluster.Dropped{
		{Reason: cluster.NoSubmit, N: 1}, {Reason: cluster.NoCores, N: 2}, {Reason: cluster.NoRequest, N: 1},
		{Reason: cluster.OutOfRange, N: 2}, {Reason: cluster.DoesNotFit, N: 2},
	}, l.Dropped)
}

func TestWhatIsNoWorkloadIsToldInASentence(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	with := func(p string) string {
		return `{"jobs": [{"id": 1, "subtime": 0, "res": 1, "profile": "p"}],` + "\n" + `"profiles": {"p": ` + p + `}}`
	}
	for text, want := range map[string]string{
		``:                              "line 1: the end of the text where a value belongs",
		`{"jobs": [`:                    "line 1: the end of the text",
		`[]`:                            `line 1: the file is a list: write a workload as {"nb_res"`,
		`{}`:                            "line 1: jobs or profiles are missing",
		`{"jobs": [], "jobs": []}`:      `"jobs" is given twice`,
		`{"jobs": {}, "profiles": {}}`:  "line 1: jobs is an object: write a list of jobs",
		`{"jobs": [], "profiles": 3}`:   "line 1: profiles is 3: write an object",
		`{"jobs": [7], "profiles": {}}`: "line 1: job 1 of the list is 7: write {",
		workload("{\"id\": 1, \"subtime\": 0, \"res\": 1}"): "job 1 of the list: profile " +
			"is missing: add it",
		workload("\n{\"subtime\": 0, \"res\": 1, \"profile\": \"q\"}"): "line 2: job 1 of the " +
			"list: id is missing",
		workload(`{"id": 1.5, "subtime": 0, "res": 1, "profile": "q"}`):                                "id is 1.5: give a whole number or a text",
		workload(`{"id": {}, "subtime": 0, "res": 1, "profile": "q"}`):                                 "id is an object: give",
		workload(`{"id": 1, "subtime": "now", "res": 1, "profile": "q"}`):                              `subtime is "now": give seconds`,
		workload(`{"id": 1, "subtime": 1e999, "res": 1, "profile": "q"}`):                              "subtime is 1e999: give seconds",
		workload(`{"id": 1, "subtime": 0, "res": null, "profile": "q"}`):                               "res is null: give a number of cores",
		workload(`{"id": 1, "subtime": 0, "res": 1, "profile": 3}`):                                    "profile is 3: name one",
		workload(`{"id": 1, "subtime": 0, "res": 1, "profile": "nobody"}`):                             `job "1": its profile "nobody" is not among the profiles`,
		workload(`{"id": 1, "subtime": 0, "res": 1, "profile": "s"}`):                                  `line 6: profile "s": type is "smpi": only parallel_homogeneous and delay are simulated`,
		workload(`{"id": "` + long + `", "subtime": 0, "res": 1, "profile": "` + long + `"}`):          `xxx..." is not among the profiles`,
		workload(`{"id": 1, "subtime": ` + strings.Repeat("1", 1<<20) + `, "res": 1, "profile": "q"}`): `111: give seconds`,
		with(`7`):                                `line 2: profile "p" is 7: write {"type"`,
		with(`{}`):                               `profile "p": type is missing`,
		with(`{"type": 4}`):                      `profile "p": type is 4`,
		with(`{"type": "delay", "req_time": 4}`): `profile "p": delay is missing`,
		with(`{"type": "delay", "cpu": 4, "req_time": 4}`):                                 `profile "p": delay is missing`,
		with(`{"type": "parallel_homogeneous", "req_time": 4}`):                            `profile "p": cpu is missing`,
		with(`{"type": "parallel_homogeneous", "cpu": -1, "req_time": 4}`):                 `profile "p": cpu is -1: give 0 to 1e+27`,
		with(`{"type": "parallel_homogeneous", "cpu": 1, "req_ops": 1e28, "req_time": 4}`): `req_ops is 1e28: give 0 to 1e+27`,
		with(`{"type": "parallel_homogeneous", "cpu": 1, "req_time": 4, "mem": "much"}`):   `mem is "much": give 0 to 1e+18`,
		with(`{"type": "parallel_homogeneous", "cpu": 1, "req_time": 4, "mem_bw": -0.5}`):  `mem_bw is -0.5: give`,
		with(`{"type": "delay", "delay": 1e11, "req_time": 4}`):                            `delay is 1e11: give 0 to 1e+10`,
		with(`{"type": "delay", "delay": 1, "req_time": [4]}`):                             `req_time is a list: give seconds`,
		with(strings.Repeat(`{"a":`, 100000)):                                              "more than 64 deep",
	} {
		_, err := batsim.Read(text, machine())
		require.Error(t, err, text[:min(len(text), 200)])
		require.Contains(t, err.Error(), want)
		require.Less(t, len(err.Error()), 400)
	}
}

// What is far beyond what is met in practice still comes to an end.
func TestTheGreatestNumbersRun(t *testing.T) {
	l := read(t, `{"jobs": [
		{"id": 1, "subtime": 0, "res": 4, "profile": "much"}, {"id": 2, "subtime": 1e10, "res": 1, "profile": "little"},
		{"id": 3, "subtime": 5, "res": 1, "profile": "little"}, {"id": 4, "subtime": 5, "res": 2, "profile": "wide"}],
		"profiles": {"much": {"type": "parallel_homogeneous", "cpu": 1e27, "req_time": 1e10, "req_ops": 1e27},
		"little": {"type": "parallel_homogeneous", "cpu": 0, "req_time": 1e-300, "req_ops": 1e-300},
		"wide": {"type": "delay", "delay": 1e10, "req_time": 1, "mem_bw": 1e18}}}`)
	for _, b := range []cluster.Backfilling{cluster.NoBackfilling, cluster.Easy, cluster.EasyAware} {
		for _, a := range cluster.Pairs() {
			a.Backfill = b
			require.Equal(t, 4, cluster.New(machine(), l).Run(a).Jobs)
		}
	}
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	l := read(t, workload(`
		{"id": 1, "subtime": 0.1, "res": 1, "profile": "q"}, {"id": 2, "subtime": 0.25, "res": 2, "profile": "p"},
		{"id": 3, "subtime": 3, "res": 2, "profile": "d"}, {"id": "a \"b\"\n", "subtime": 3, "res": 3, "profile": "p"}`))
	var first, second bytes.Buffer
	require.NoError(t, batsim.Write(&first, l, 4))
	require.Equal(t, 3, strings.Count(first.String(), `"type"`), "equal jobs share a profile")
	require.True(t, jsontext.Sniff(first.String()))
	again := read(t, first.String())
	require.Equal(t, l, again)
	require.NoError(t, batsim.Write(&second, again, 4))
	require.Equal(t, first.String(), second.String())
}

// The workloads that stand beside the goldens are read as a whole, and written.
func TestGoldenWorkloadsAreReadWhole(t *testing.T) {
	for name, jobs := range map[string]int{"spread": 2, "mixed": 60} {
		text, err := os.ReadFile(fixture.Path(t, "golden", "cluster", name+".workload.json"))
		require.NoError(t, err)
		m := machine()
		m.Nodes[0].Memory, m.Nodes[1].Memory, m.Processors[1].To = 1e9, 1e9, 64
		l, err := batsim.Read(string(text), m)
		require.NoError(t, err)
		require.Equal(t, jobs, l.Len())
		var b bytes.Buffer
		require.NoError(t, batsim.Write(&b, l, m.Cores()))
		again, err := batsim.Read(b.String(), m)
		require.NoError(t, err)
		require.InDeltaSlice(t, l.Work, again.Work, 1e-9)
		again.Work = l.Work
		require.InDeltaSlice(t, l.Requested, again.Requested, 1e-9)
		again.Requested = l.Requested
		require.Equal(t, l, again)
	}
}
