package follow

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/slurm/model"
)

// small is a state with most of what one may have.
const small = `{"id":"a","slurm":"26.05.3","conf":{"nodes":4,"resolution":60,"window":1440,"max_job_test":50,` +
	`"busy_nodes":1,"licences":{"x":2},"plan_licences":1},"now":700,` +
	`"jobs":[{"id":1,"prio":5,"nodes":2,"limit":10,"start":100,"end":700,"on":"0-1"},` +
	`{"id":2,"prio":9,"nodes":3,"limit":5,"lic":{"x":1}},{"id":3,"prio":7,"nodes":1,"limit":300},` +
	`{"id":4,"prio":7,"nodes":9,"limit":1}]}`

// shared has jobs that share nodes.
const shared = `{"id":2,"slurm":"26.05.3","conf":{"nodes":2,"resolution":60,"window":1440,"max_job_test":50,"share":1,` +
	`"cpus":8},"now":5,"jobs":[{"id":1,"prio":5,"nodes":1,"limit":10,"tasks":6,"start":0,"end":600,"on":"1"},` +
	`{"id":2,"prio":5,"nodes":1,"limit":10,"tasks":8}]}`

func TestASmallStateIsDecided(t *testing.T) {
	var x State
	for state, want := range map[string]string{
		small:  `{"id":"a","out":{"1":["R",100,700,"0-1"],"2":["P",720,null,"0-2"],"3":["R",700,18700,"3"],"4":["P",null,null,null]}}`,
		shared: `{"id":2,"out":{"1":["R",0,600,"1"],"2":["R",5,605,"0"]}}`,
	} {
		require.NoError(t, x.Read(state))
		x.Begin()
		x.Pass()
		require.Equal(t, want, string(x.Decision(nil)))
	}
}

func TestAStateIsRefusedWithPlaceAndRemedy(t *testing.T) {
	for change, want := range map[[2]string]string{
		{`"nodes":4`, `"nodes":0`}:                "conf: nodes: 0: give a whole number, 1 to",
		{`"on":"0-1"`, `"on":"0-4"`}:              "jobs, number 1: on: \"0-4\": give nodes of 0 to 3",
		{`"id":3,`, `"id":2,`}:                    "job 2 stands there twice",
		{`"slurm":"26.05.3"`, `"slurm":"new"`}:    "slurm: \"new\": give a version",
		{`"window":1440`, `"window":0`}:           "conf: window: bf_window=0: give 1 to 43200 min",
		{`"busy_nodes"`, `"busy"`}:                "conf: busy is not known",
		{`"lic":{"x":1}`, `"lic":{"y":1}`}:        "jobs, number 2: lic: the machine has no y",
		{`,"end":700`, ``}:                        "job 1: one that runs has start, end and on",
		{`"now":700,`, ``}:                        "now is missing",
		{`"limit":300}`, `"limit":300,"on":"0"}`}: "job 3: one that runs has start, end and on",
	} {
		line := strings.Replace(small, change[0], change[1], 1)
		require.NotEqual(t, small, line)
		require.ErrorContains(t, new(State).Read(line), want)
	}
}

// Whatever the state, a pass ends, and gives no node to two jobs and none that is not there.
func FuzzStates(f *testing.F) {
	f.Add(small)
	f.Add(shared)
	f.Add(strings.Replace(small, "26.05.3", "22.05.8", 1))
	f.Add(strings.Replace(small, "26.05.3", "25.05.8-old_window", 1))
	var x State
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) > 1<<16 || x.Read(line) != nil || x.Machine.Nodes > 1000 || x.Settings.Window/x.Settings.Resolution > 1e5 {
			return
		}
		x.Begin()
		x.Pass()
		used := make([]int32, x.Machine.Nodes)
		for _, k := range x.engine.Started {
			on, j := x.engine.On(k), &x.Jobs[k]
			require.Equal(t, int(j.Nodes), on.Count())
			require.Equal(t, x.Now, j.Start)
		}
		for k := range x.Jobs {
			if x.on[k] == nil && !started(&x, int32(k)) {
				continue
			}
			for n := range used {
				if x.engine.On(int32(k)).Has(n) {
					used[n] += x.Jobs[k].CPUs
					if x.Machine.CPUs == nil {
						used[n] += 1 - x.Jobs[k].CPUs
					}
				}
			}
		}
		for n, u := range used {
			most := int32(1)
			if x.Machine.CPUs != nil {
				most = x.Machine.CPUs[n]
			}
			require.LessOrEqual(t, u, most)
		}
		_, err := jsontext.Read(string(x.Decision(nil)))
		require.NoError(t, err)
	})
}

func started(x *State, k int32) bool {
	for _, s := range x.engine.Started {
		if s == k {
			return true
		}
	}
	return false
}

const (
	fewConf = "# Slurm 22.05.8; epoch of time 0: 1795421022; three jobs\n" +
		"SchedulerParameters=bf_interval=1,bf_resolution=1,batch_sched_delay=0\n" +
		"NodeName=n[1-4] CPUs=1\nPartitionName=batch Nodes=ALL\n"
	fewJobs = "job,submit,eligible,start,end,limit,nodes,cpus,user,account,qos,partition,nice,feature,afterok,array,index," +
		"throttle,by,on,state\n" +
		"1,1.076,1,1.296,8.387,1,3,3,root,root,normal,batch,0,,,,,,main,1 2 3,COMPLETED\n" +
		"2,2.074,2,9.497,11.384,1,3,3,root,root,normal,batch,0,,,,,,main,1 2 3,COMPLETED\n" +
		"3,3.069,3,3.960,7.370,1,1,1,root,root,normal,batch,0,,,,,,bf,4,COMPLETED\n"
	fewPasses = "time,kind\n-0.5,backfill\n1.296,full\n2.2,main\n2.96,backfill\n3.96,backfill\n9.497,main\n"
	fewPlans  = "pass,job,start,end,nodes\n2.960,2,61,121,1 2 3\n3.960,2,61,121,1 2 3\n"
)

// The second job waits for the first, the third slips in; no plan is missed.
func TestAFewJobsAreFollowed(t *testing.T) {
	r, err := ReadRun(File{"jobs", fewJobs}, File{"conf", fewConf}, File{"passes", fewPasses})
	require.NoError(t, err)
	require.NoError(t, r.ReadPlans(File{"plans", fewPlans}))
	require.Equal(t, Answer{Passes: 6, PassesEqual: 6, Starts: 3, StartsEqual: 3, Plans: 2, PlansEqual: 2, Missed: []Miss{}}, r.Follow())
}

func TestARunIsRefusedWithPlaceAndRemedy(t *testing.T) {
	for _, c := range []struct{ jobs, conf, passes, want string }{
		{fewJobs, strings.Replace(fewConf, "epoch of time 0: 1795421022", "", 1), fewPasses, "epoch of time 0"},
		{strings.Replace(fewJobs, "1 2 3", "1 2 5", 1), fewConf, fewPasses, "jobs: line 2, on: \"1 2 5\": give nodes of 1 to 4"},
		{strings.Replace(fewJobs, ",batch,", ",long,", 1), fewConf, fewPasses, "jobs: line 2, partition: \"long\""},
		{strings.Replace(fewJobs, "limit", "time", 1), fewConf, fewPasses, "jobs: line 1: no column limit"},
		{fewJobs, fewConf, strings.Replace(fewPasses, "full", "whole", 1), "passes: line 3, kind: \"whole\""},
		{fewJobs, strings.Replace(fewConf, "NodeName", "Node", 1), fewPasses, "no NodeName line"},
		{fewJobs + "4,5\n", fewConf, fewPasses, "jobs: line 5: 2 fields instead of 21"},
	} {
		_, err := ReadRun(File{"jobs", c.jobs}, File{"conf", c.conf}, File{"passes", c.passes})
		require.ErrorContains(t, err, c.want)
	}
}

func FuzzRun(f *testing.F) {
	f.Add(fewJobs, fewConf, fewPasses, fewPlans)
	f.Add(strings.ReplaceAll(fewJobs, "root", "games"), strings.Replace(fewConf, "CPUs=1", "CPUs=8", 1)+
		"PriorityType=priority/multifactor\nPriorityWeightFairshare=100\n# $ sacctmgr -i add account games fairshare=3\n"+
		"# $ sacctmgr -i add user games account=games fairshare=1\n# $ sacctmgr -i add qos low\n"+
		"# $ sacctmgr -i modify qos low set MaxJobsPU=1\n", fewPasses, fewPlans)
	f.Fuzz(func(t *testing.T, jobs, conf, passes, plans string) {
		if len(jobs)+len(conf)+len(passes)+len(plans) > 1<<14 {
			return
		}
		r, err := ReadRun(File{"jobs", jobs}, File{"conf", conf}, File{"passes", passes})
		if err != nil || r.size() > 1000 || r.ReadPlans(File{"plans", plans}) != nil {
			return
		}
		a := r.Follow()
		require.LessOrEqual(t, a.PassesEqual, a.Passes)
		require.LessOrEqual(t, a.PlansEqual, a.Plans)
	})
}

// The versions that were seen stand for those between.
func TestAVersionIsSeenAsTheNearestBelow(t *testing.T) {
	for text, want := range map[string]model.Version{"21.08.1": model.V2205, "24.11.5": model.V2205, "25.05.0": model.V2505,
		"25.11.2": model.V2505, "26.05.3": model.V2605, "27.05": model.V2605} {
		v, ok := model.ParseVersion(text)
		require.True(t, ok)
		require.Equal(t, want, v.Seen(), text)
	}
}
