package model

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// asked is a job as it was submitted to a real Slurm 22.05.8: its partitions, a and b of n1 to n4 and n5 to n8, in
// their order.
type asked struct {
	id, tasks   int64 // tasks of an array, the first of them from
	from        int64
	nodes       int32
	limit       int64 // min
	user, crew  int32
	partitions  string
	start, node int64 // of one that runs: its second after 02:40, and its first node
}

const twoForty = 1_795_660_800 // 2026-11-26 02:40:00 UTC

// planned gives the plans of one pass as that Slurm's log has them: job, seconds from start to end, nodes.
func planned(s Settings, now int64, list []asked) (plans []string) {
	m := &Machine{Nodes: 8, Up: nodesOf(8, 0, 1, 2, 3, 4, 5, 6, 7), Users: 2}
	m.Partitions = []Partition{{Name: "a", Nodes: nodesOf(8, 0, 1, 2, 3), Tier: 1}, {Name: "b", Nodes: nodesOf(8, 4, 5, 6, 7), Tier: 1}}
	var jobs []Job
	var waits []int32
	on := map[int32]Nodes{}
	for _, x := range list {
		for task := range max(1, x.tasks) {
			first := int32(len(jobs))
			for turn, name := range x.partitions {
				j := Job{ID: x.id, Array: x.tasks > 0, Index: x.from + task, Nodes: x.nodes, Limit: 60 * x.limit, Partition: name - 'a',
					Turn: int32(turn), Feature: -1, User: x.user, Association: x.crew, Eligible: twoForty + now - 9,
					Start: twoForty + x.start, End: twoForty + x.start + 60*x.limit}
				if len(x.partitions) > 1 {
					j.Also = []int32{first + 1 - int32(turn)}
				}
				if x.start > 0 {
					on[int32(len(jobs))] = NewNodes(8)
					on[int32(len(jobs))].Add(int(x.node)-1, int(x.node)-1+int(x.nodes))
				} else {
					waits = append(waits, int32(len(jobs)))
				}
				jobs = append(jobs, j)
			}
		}
	}
	e := new(Engine)
	e.Load(m, s, jobs)
	for k, nodes := range on {
		e.Run(k, nodes, nil)
	}
	for _, k := range waits {
		e.Wait(k)
	}
	e.Backfill(twoForty + now)
	for _, p := range e.Plans {
		text := fmt.Sprintf("%d %d-%d", jobs[p.Job].ID, p.Start-twoForty, p.End-twoForty)
		for run := range p.Nodes.Runs() {
			text += fmt.Sprintf(" n%d-%d", run[0]+1, run[1])
		}
		plans = append(plans, text)
	}
	return plans
}

// Three passes of a real Slurm over jobs of two partitions: each partition has its own reservation, with
// bf_one_resv_per_job the first alone, in the order in which they were named; an array's tasks go through its first
// partition up to bf_max_job_array_resv, and one through the second.
func TestJobsOfTwoPartitionsArePlannedAsSlurmPlannedThem(t *testing.T) {
	s := New(V2205)
	s.Interval, s.Resolution, s.MaxJobTest = 1, 1, 5000
	s.Settle()
	list := []asked{
		{id: 1, nodes: 4, limit: 1, partitions: "a", start: 179, node: 1},
		{id: 2, nodes: 4, limit: 2, partitions: "b", start: 180, node: 5},
		{id: 3, nodes: 4, limit: 1, partitions: "ab"}, {id: 4, nodes: 2, limit: 1, partitions: "ba"},
		{id: 5, nodes: 1, limit: 1, partitions: "b"}, {id: 6, nodes: 1, limit: 1, partitions: "a"}}
	require.Equal(t, []string{"3 239-299 n1-4", "3 300-360 n5-8", "4 360-420 n5-6", "4 299-359 n1-2", "5 360-420 n7-7", "6 299-359 n3-3"},
		planned(s, 186, list))
	s.OneReservation = true
	require.Equal(t, []string{"3 239-299 n1-4", "4 300-360 n5-6", "5 300-360 n7-7", "6 299-359 n1-1"}, planned(s, 205, list))
	s.OneReservation, s.MaxArrayResv = false, 3
	require.Equal(t, []string{"9 339-519 n1-1", "9 339-519 n2-2", "9 339-519 n3-3", "9 339-519 n5-5", "10 339-399 n6-6", "11 339-399 n4-4",
		"11 399-459 n4-4", "11 459-519 n4-4", "12 519-579 n1-2"}, planned(s, 224, []asked{
		{id: 7, nodes: 4, limit: 2, partitions: "a", start: 219, node: 1},
		{id: 8, nodes: 2, limit: 2, partitions: "b", start: 219, node: 5},
		{id: 13, nodes: 1, limit: 3, partitions: "b", start: 221, node: 7},
		{id: 14, nodes: 1, limit: 3, partitions: "b", start: 221, node: 8},
		{id: 9, tasks: 6, from: 2, nodes: 1, limit: 3, partitions: "ab"}, {id: 10, nodes: 1, limit: 1, partitions: "b"},
		{id: 11, tasks: 8, nodes: 1, limit: 1, partitions: "a"}, {id: 12, nodes: 2, limit: 1, partitions: "a"}}))
}

// A pass of it under each of the limits on what is tested: of a partition, a user there, an association, all, and on how
// long a job has waited.
func TestLimitsOnWhatIsTestedAreSlurms(t *testing.T) {
	const mailX, gamesY, mailY = 0, 1, 2
	list := []asked{
		{id: 1, nodes: 4, limit: 3, partitions: "a", start: 797, node: 1},
		{id: 2, nodes: 4, limit: 3, partitions: "b", start: 797, node: 5}}
	for id := range int64(3) {
		list = append(list, asked{id: 3 + id, nodes: 2, limit: 1, partitions: "a", crew: mailX})
	}
	for id := range int64(2) {
		list = append(list, asked{id: 6 + 2*id, nodes: 2, limit: 1, partitions: "b", user: 1, crew: gamesY},
			asked{id: 7 + 2*id, nodes: 1, limit: 1, partitions: "b", crew: mailY})
	}
	const third, fourth, fifth = "3 977-1037 n1-2", "4 977-1037 n3-4", "5 1037-1097 n1-2"
	const sixth, seventh = "6 977-1037 n5-6", "7 977-1037 n7-7"
	for options, want := range map[string][]string{
		"":                       {third, fourth, fifth, sixth, seventh, "8 1037-1097 n5-6", "9 977-1037 n8-8"},
		"bf_max_job_part=2":      {third, fourth, sixth, seventh},
		"bf_max_job_assoc=1":     {third, sixth, seventh},
		"bf_max_job_user_part=1": {third, sixth, seventh},
		"bf_max_job_test=4,bf_node_space_size=100,bf_max_job_part=1": {third, sixth},
		"bf_max_job_test=4,bf_node_space_size=100":                   {third, fourth, fifth, sixth},
		"bf_min_age_reserve=600":                                     nil,
	} {
		c, err := Read("SchedulerParameters=bf_interval=1,bf_resolution=1,"+options, V2205)
		require.NoError(t, err)
		require.Equal(t, want, planned(c.Settings, 802, list), options)
	}
}
