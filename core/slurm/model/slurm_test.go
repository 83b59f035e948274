package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// Defaults lie within their own ranges, differ between versions where they are said to, and every
// parameter that is modelled sets something.
func TestEveryParameterHasADefaultOfItsRange(t *testing.T) {
	names := map[string]bool{}
	for _, p := range Parameters {
		require.False(t, names[p.Name], "%s is declared twice", p.Name)
		names[p.Name] = true
		require.NotEmpty(t, p.Says, p.Name)
		require.True(t, p.Model == LeftOut || p.number != nil || p.words != nil || p.flag != nil || p.Name == "defer" ||
			p.Name == "bf_max_time" ||
			p.Model == Approximated && p.Unit == Words, "%s is modelled and sets nothing", p.Name)
	}
	old, now := New(2205), New(2405)
	require.False(t, old.Multifactor)
	require.True(t, now.Multifactor)
	require.Equal(t, int64(86400), old.Window)
	require.Equal(t, int64(7*86400), old.HalfLife)
	old.Settle()
	require.Equal(t, int64(500), old.NodeSpaceSize, "as bf_max_job_test")
}

// idleFor is an engine with so many free nodes, on which one-node jobs wait.
func idleFor(nodes int, s Settings, jobs []Job) *Engine {
	m := &Machine{Nodes: nodes, Up: NewNodes(nodes), Users: 1}
	m.Up.Add(0, nodes)
	m.Partitions = []Partition{{Nodes: m.Up, Tier: 1, Factor: 1}}
	s.Settle()
	e := new(Engine)
	e.Load(m, s, jobs)
	for k := range jobs {
		jobs[k].Nodes, jobs[k].CPUs, jobs[k].Limit, jobs[k].Feature = 1, 1, 600, -1
		e.Wait(int32(k))
	}
	return e
}

// As many tasks of an array start as can, whatever bf_max_job_array_resv, and as many others get a reservation.
func TestArraysReserveAsManyAsTheyMayAndStartAsManyAsFit(t *testing.T) {
	for most, reserved := range map[int64]int{20: 20, 3: 3, 0: 0} {
		s := New(V2205)
		s.MaxArrayResv = most
		jobs := make([]Job, 60)
		for k := range jobs {
			jobs[k] = Job{ID: 7, Index: int64(k), Array: true, Association: -1}
		}
		jobs[59] = Job{ID: 8, Association: -1}
		e := idleFor(30, s, jobs)
		e.Backfill(1000)
		require.Len(t, e.Started, 30)
		require.Len(t, e.Plans, reserved+1, "and the job behind the array")
		require.Equal(t, int32(59), e.Plans[reserved].Job)
	}
}

// A job that may run in two partitions has a reservation in each, or with bf_one_resv_per_job in the first alone, and
// starts once, where it can.
func TestAJobOfTwoPartitionsStartsOnce(t *testing.T) {
	for one, plans := range map[bool][]int32{false: {1, 2, 3}, true: {1, 3}} {
		s := New(V2205)
		s.Settle()
		s.OneReservation = one
		m := &Machine{Nodes: 4, Up: nodesOf(4, 0, 1, 2, 3), Users: 1}
		m.Partitions = []Partition{{Nodes: nodesOf(4, 0, 1), Tier: 2}, {Nodes: nodesOf(4, 2, 3), Tier: 1}}
		jobs := []Job{{ID: 1}, {ID: 2, Nodes: 2, Also: []int32{2}}, {ID: 2, Nodes: 2, Partition: 1, Turn: 1, Also: []int32{1}},
			{ID: 3, Nodes: 1, Partition: 1}}
		for k := range jobs {
			jobs[k].Limit, jobs[k].Feature, jobs[k].Association = 600, -1, -1
		}
		d := new(Daemon)
		d.Load(m, s, jobs, []Task{{Runs: second}, {Eligible: second, Runs: second}, {Eligible: second, Runs: second}, {After: []int32{1}}})
		jobs[0].Start, jobs[0].End = 500, 1500
		d.Run(0, nodesOf(4, 0, 1, 2, 3), nil)
		for k := range int32(3) {
			d.Wait(k + 1)
		}
		d.Backfill(1000)
		var list []int32
		for _, p := range d.Plans {
			list = append(list, p.Job)
		}
		require.Equal(t, plans, list)
		d.End(0)
		d.Main(1600, true)
		require.Equal(t, []int32{1, 3}, d.Started, "once, where the tier is high")
		require.Empty(t, d.waiting)

		jobs[0].Partition, jobs[0].Nodes = 0, 2
		d.Replay(0, nil) // job 1 has the first partition
		require.Equal(t, []int64{d.Starts[0], d.Starts[0]}, d.Starts[1:3])
		require.GreaterOrEqual(t, d.Starts[3], d.Ends[1], "whoever waits for it knows it by its first partition")
		jobs[1].Also, jobs[2].Also = nil, nil
		d.Replay(0, nil)
		require.Greater(t, d.Starts[1], d.Starts[0], "in the first partition alone")
	}
}

// No more jobs of an association are tested than bf_max_job_assoc.
func TestJobsOfAnAssociationAreTestedUpToItsLimit(t *testing.T) {
	s := New(V2205)
	s.MaxJobAssoc = 2
	jobs := make([]Job, 9)
	for k := range jobs {
		jobs[k] = Job{ID: int64(k), Association: int32(k%3 - 1)}
	}
	e := idleFor(9, s, jobs)
	e.Backfill(1000)
	require.Equal(t, []int32{0, 1, 2, 3, 4, 5, 6}, e.Started, "all of none, two of each other")
}

func TestAPeriodIsReadAsSlurmWritesIt(t *testing.T) {
	for text, want := range map[string]int64{"5": 300, "5:30": 330, "01:02:03": 3723, "7-00:00:00": 604800, "1-6": 108000,
		"1-6:30": 109800} {
		got, ok := period(text)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "x", "1:2:3:4", "-1", "1-", "9999999999"} {
		_, ok := period(text)
		require.False(t, ok, text)
	}
}

func TestAListOfHostsIsSpeltOut(t *testing.T) {
	names, err := Hosts("n[08-10,12],login,rack[1-2]x", 100)
	require.NoError(t, err)
	require.Equal(t, []string{"n08", "n09", "n10", "n12", "login", "rack1x", "rack2x"}, names)
	for _, list := range []string{"n[1-200]", "n[2-1]", "n[1", "n[1][2]", "n[a-b]"} {
		_, err := Hosts(list, 100)
		require.Error(t, err, list)
	}
}

// What slurm.conf says, scontrol show config prints again, with the defaults filled in.
func TestShowConfigSaysWhatTheFileSaid(t *testing.T) {
	for _, run := range []string{"defaults", "fair-tree", "arrays-deps"} {
		conf, err := Read(string(fixture.Bytes(t, "golden", "slurm-runs", run+".conf")), V2205)
		require.NoError(t, err)
		shown, err := Read(string(fixture.Bytes(t, "golden", "slurm-runs", "import-"+run, "scontrol-config.txt")), 0)
		require.NoError(t, err)
		require.Equal(t, conf.Settings, shown.Settings, run)
		require.Len(t, conf.Names, 16)
	}
}

func TestAConfigurationIsRefusedWithPlaceAndRemedy(t *testing.T) {
	for text, want := range map[string]string{
		"SchedulerParameters=bf_window=0":           "line 1: SchedulerParameters: bf_window=0: give 1 to 43200 min",
		"\nPriorityMaxAge=soon":                     "line 2: PriorityMaxAge=soon: give minutes, or days-hours:minutes:seconds",
		"NodeName=n[1-2]\nPartitionName=p Nodes=n3": "partition p: node n3 has no NodeName line",
		"Include other.conf":                        "put the text of that file in its place",
		"NodeName=n1 CPUs=none":                     "CPUs=none: give 1 to",
		"SLURM_VERSION = new":                       "give one as 25.05.8",
	} {
		_, err := Read(text, V2205)
		require.ErrorContains(t, err, want)
	}
	c, err := Read("SchedulerParameters=bf_window=60,bf_new_thing=3", V2205)
	require.NoError(t, err)
	require.Equal(t, []string{"bf_new_thing"}, c.Unread)
	require.Equal(t, map[string]string{"bf_window": "60"}, c.Given)
}

func FuzzRead(f *testing.F) {
	f.Add("SchedulerParameters=bf_window=60,bf_continue\nNodeName=n[1-4] CPUs=2\nPartitionName=a Nodes=n[2-3] PriorityTier=3")
	f.Add("PriorityMaxAge = 7-00:00:00\nSLURM_VERSION = 25.05.8\nKillWait = 30 sec")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Read(text, V2605)
		if err == nil {
			require.LessOrEqual(t, len(c.Names), MaxNodes)
		}
	})
}

// nodesOf is a set of nodes by number.
func nodesOf(size int, list ...int) Nodes {
	s := NewNodes(size)
	for _, i := range list {
		s.Add(i, i+1)
	}
	return s
}

func TestTheShortestRunThatSufficesIsTaken(t *testing.T) {
	free := nodesOf(130, 0, 1, 2, 10, 11, 60, 61, 62, 63, 64, 65, 129)
	for n, want := range map[int][]int{1: {129}, 2: {10, 11}, 3: {0, 1, 2}, 4: {60, 61, 62, 63}, 7: {60, 61, 62, 63, 64, 65, 129},
		8: {60, 61, 62, 63, 64, 65, 10, 11}} {
		got := NewNodes(130)
		got.neighbours(free, n, nil)
		require.Equal(t, nodesOf(130, want...), got, "%d nodes", n)
	}
}

// The map leaves at each second what nobody has put in, however it is cut and joined, and offers for an
// interval what is left in all of it.
func TestTheMapLeavesWhatNobodyReserved(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const nodes, end, least = 70, 200, 5
	up := NewNodes(nodes)
	up.Add(0, nodes)
	var p space
	for range 200 {
		p.reset(0, end, least, up, nil)
		var truth [end]Nodes
		for t := range truth {
			truth[t] = slices.Clone(up)
		}
		for range 30 {
			taken := NewNodes(nodes)
			first := r.IntN(nodes - 10)
			taken.Add(first, first+1+r.IntN(10))
			from := r.IntN(end+20) - 10
			to := from + r.IntN(60)
			p.take(int64(from), int64(to), taken, nil)
			from = max(from, 0)
			for t := from; t < min(max(to, from+least), end); t++ {
				truth[t].less(taken)
			}
		}
		covered := 0
		for i := int32(0); i >= 0; i = p.next[i] {
			for at := p.begin[i]; at < p.end[i]; at++ {
				require.Equal(t, truth[at], p.free(i), "second %d", at)
				covered++
			}
		}
		require.Equal(t, end, covered)
		for range 30 {
			from := r.IntN(end)
			to := min(from+r.IntN(60), end-1)
			want, got := slices.Clone(up), slices.Clone(up)
			for t := from; t <= to; t++ {
				want.and(truth[t])
			}
			later, _ := p.offer(got, up, 0, int64(from), int64(to), 0, nil, false)
			require.Equal(t, want, got, "%d to %d", from, to)
			require.True(t, later == never || later > int64(from))
		}
	}
}

// A tie has one place: users whose accounts used nothing share the highest, as does a user beside
// an account.
func TestFairTreeRanksUsersByTheirAccounts(t *testing.T) {
	tree := []Association{{Parent: -1}, {Parent: 0, User: true, Shares: 1}, {Parent: 0, Shares: 3}, {Parent: 0, Shares: 1},
		{Parent: 2, User: true, Shares: 1}, {Parent: 2, User: true, Shares: 2}, {Parent: 3, User: true, Shares: 1}}
	m := &Machine{Nodes: 4, Partitions: []Partition{{Nodes: NewNodes(4), Factor: 1}}}
	s := New(V2205)
	s.WeightShare = 1000
	p := NewPriorities(m, s, tree, 0)
	share := func(a int32) int64 { return p.Of(&Job{Association: a, Nodes: 1, CPUs: 1}, 60) }
	require.Equal(t, int64(1), share(4), "before the first period nobody has any")
	p.Fade(60)
	p.Use(&Job{Association: 5, CPUs: 4}, 60)
	p.Rank(60)
	require.Equal(t, []int64{1000, 500, 250, 1000}, []int64{share(1), share(4), share(5), share(6)})
	p.Fade(120)
	p.Use(&Job{Association: 6, CPUs: 100}, 120)
	p.Rank(120)
	require.Equal(t, []int64{1000, 750, 500, 250}, []int64{share(1), share(4), share(5), share(6)})
}
