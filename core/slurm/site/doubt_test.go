package site

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// scene is that of a site's files, by their paths in the shared folder.
func scene(t *testing.T, paths ...[]string) (*Scene, error) {
	t.Helper()
	var files []File
	for _, p := range paths {
		files = append(files, File{p[len(p)-1], string(fixture.Bytes(t, p...))})
	}
	s, err := Read(files, nil)
	require.NoError(t, err)
	l, err := s.Log()
	require.NoError(t, err)
	return s.Scene(l)
}

func fairTree(name string) []string {
	return []string{"golden", "slurm-runs", "import-fair-tree", name}
}
func fault(name string) []string { return []string{"inputs", "faults", "site", name} }

// Each fault of a site's files is counted in the notes, and what of it can be put right is.
func TestEveryFaultOfASitesFilesIsSaid(t *testing.T) {
	config, parts, jobs := fairTree("scontrol-config.txt"), fairTree("scontrol-partition.txt"), fairTree("sacct.psv")
	whole, err := scene(t, config, parts, jobs)
	require.NoError(t, err)
	require.Len(t, whole.Jobs, 75)
	for name, want := range map[string]struct {
		jobs  int
		notes []string
	}{
		"cut.psv":       {39, []string{"the file's last line has no line end"}},
		"damaged90.psv": {38, []string{"7 records could not be read and are left out (the first in line 11", "30 records were torn"}},
		"dropcell.psv":  {74, []string{`1 record could not be read and is left out (the first in line 48, End "3": `}},
		"dupjob.psv":    {75, []string{"1 record is left out, as another says the same of its job (the first in line 20)"}},
		"elapsed.psv":   {75, []string{"37 of 75 jobs whose run time is not end minus start"}},
		"nnodes.psv":    {75, []string{"37 of 75 jobs whose NNodes is not how many nodes NodeList names"}},
		"startsubmit.psv": {75, []string{"35 of 75 jobs with a start before the submit",
			"1 of 75 jobs with a submit after the start"}},
	} {
		c, err := scene(t, config, parts, fault(name))
		require.NoError(t, err, name)
		require.Len(t, c.Jobs, want.jobs, name)
		for _, note := range want.notes {
			require.Contains(t, strings.Join(c.Notes, "\n"), note, name)
		}
		if name == "nnodes.psv" || name == "dupjob.psv" || name == "elapsed.psv" {
			for i := range c.Jobs {
				require.Equal(t, whole.Jobs[i].Nodes, c.Jobs[i].Nodes, name)
				require.Equal(t, whole.Tasks[i].Runs, c.Tasks[i].Runs, name)
			}
		}
	}
	for _, name := range []string{"part-nototal.txt", "part-drop.txt"} {
		c, err := scene(t, config, fault(name), jobs)
		require.NoError(t, err, name)
		require.Equal(t, 16, c.Machine.Nodes)
		require.Nil(t, c.Machine.CPUs, "one CPU each")
		require.Contains(t, c.Notes, name+", line 1: partition batch has nothing as TotalNodes, and its Nodes are 16: these count")
	}
	c, err := scene(t, fault("typo.conf"), jobs)
	require.NoError(t, err)
	notes := strings.Join(c.Notes, "\n")
	for _, want := range []string{"typo.conf, line 5: PriorityWeightAge=10OO can’t be read",
		"typo.conf, line 6: bf_window=7days can’t be read",
		"typo.conf, line 6: bf_max_job_test=1e3 can’t be read"} {
		require.Contains(t, notes, want)
	}
	require.Equal(t, [2]int64{7 * 60, 1}, [2]int64{c.Settings.Window, c.Settings.MaxJobTest}, "as the daemon takes them")
}

// What several lines say is put together as slurmctld does, whose answers these are.
func TestSlurmConfIsReadAsItsDaemonReadsIt(t *testing.T) {
	const end = "\nClusterName=Big\nNodeName=n[1-4] CPUs=2\nPartitionName=p Nodes=n[1-4]\n"
	value := func(text, name string) string {
		t.Helper()
		s := siteOf(t, text+end)
		require.Empty(t, s.Refused, text)
		for _, o := range s.Options {
			if o.Name == name {
				return o.Value
			}
		}
		if set := s.Last(name); set != nil {
			return set.Value
		}
		return "none"
	}
	for _, x := range [][3]string{
		{"SchedulerParameters=bf_window=2880,\\\nbf_interval=60,\\\nbf_max_job_test=700", "bf_interval", "60"},
		{"SchedulerParameters=bf_window=2880,\\  \nbf_interval=60", "bf_interval", "60"},
		{"SchedulerParameters=bf_window=2880,\\ # x\nbf_interval=60", "bf_interval", "60"},
		{"SchedulerParameters=bf_win\\\ndow=2880", "bf_window", "2880"},
		{"SchedulerParameters=bf_window=2880;bf_interval=60", "bf_interval", "60"},
		{"SchedulerParameters=bf_window=2880;bf_interval=60", "bf_window", "2880"},
		{"SchedulerParameters=bf_interval=60,bf_interval=90", "bf_interval", "60"},
		{"SchedulerParameters=bf_interval=60x", "bf_interval", "60"},
		{`SchedulerParameters="bf_window=2880, bf_interval=60"`, "bf_interval", "60"},
		{"SchedulerParameters=bf_interval=60\nschedulerparameters=bf_interval=90", "bf_interval", "90"},
		{`HealthCheckProgram=/a\#b # c`, "HealthCheckProgram", "/a#b"},
		{"PriorityWeightAge = 1000", "PriorityWeightAge", "1000"},
		{"PriorityFlags+=FAIR_TREE", "PriorityFlags", "FAIR_TREE"},
	} {
		require.Equal(t, x[2], value(x[0], x[1]), x[0])
	}
	for text, says := range map[string]string{
		"SchedulerParameters=bf_window=2880, bf_interval=60":       `line 1: slurmctld refuses this: "bf_interval=60" stands behind a blank`,
		"SchedulerParameters=bf_window=2880,\\\n   bf_interval=60": "line 1: slurmctld refuses this: ",
		"KillWait=30\nPriorityWeightAge=1 PriorityWeightQOS=2":     `line 2: slurmctld refuses this: "PriorityWeightQOS=2"`,
		"PriorityFlags=": "PriorityFlags has no value",
		"Key":            `"Key" is no parameter`,
		"NodeName=m[16-1]\nPartitionName=q Nodes=m[1-16]": "m[16-1] has the range 16-1",
		"NodeName=m[0-999999999]":                         "has the range 0-999999999",
		"PartitionName=q Nodes=n[4-1]":                    "Nodes=n[4-1] has the range 4-1",
		"SchedulerType=sched/foo":                         "SchedulerType=sched/foo is no type",
		"PriorityType=priority/foo":                       "PriorityType=priority/foo is no type",
		"SelectType=select/foo":                           "SelectType=select/foo is no type",
	} {
		s := siteOf(t, text+end)
		require.Len(t, s.Refused, 1, text)
		require.Contains(t, s.Refused[0].At+": "+s.Refused[0].Says, says)
		require.NotEmpty(t, s.Refused[0].Remedy)
		require.ErrorContains(t, s.stopped(), s.Refused[0].Says)
	}
	s := siteOf(t, "PartitionName=DEFAULT Priority=7"+end+"PartitionName=q Nodes=n1 Priority=3 PriorityTier=9\n")
	for i, want := range []string{"7", "3"} {
		require.Equal(t, [2]string{want, want}, [2]string{s.Partitions[i].Of["prioritytier"], s.Partitions[i].Of["priorityjobfactor"]})
	}
}
