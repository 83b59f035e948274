package site

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/slurm/model"
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
		"damaged90.psv": {8, []string{"67 records could not be read and are left out (the first in line 3, "}},
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
	_, err = scene(t, fault("typo.conf"), jobs)
	require.ErrorContains(t, err, "typo.conf, line 5: slurmctld refuses this: PriorityWeightAge=10OO is no value of it")
	typo := strings.Replace(string(fixture.Bytes(t, fault("typo.conf")...)), "10OO", "1000", 1)
	s, err := Read([]File{{"typo.conf", typo}, {"sacct.psv", string(fixture.Bytes(t, jobs...))}}, nil)
	require.NoError(t, err)
	l, err := s.Log()
	require.NoError(t, err)
	c, err := s.Scene(l)
	require.NoError(t, err)
	notes := strings.Join(c.Notes, "\n")
	for _, want := range []string{"typo.conf, line 6: bf_window=7days can’t be read",
		"typo.conf, line 6: bf_max_job_test=1e3 can’t be read"} {
		require.Contains(t, notes, want)
	}
	require.Equal(t, [2]int64{7 * 60, 1}, [2]int64{c.Settings.Window, c.Settings.MaxJobTest}, "as the daemon takes them")
}

// What slurmctld takes is not refused; where it is not known whether it does, that is said, or nothing.
func TestWhatSlurmctldTakesIsNotRefused(t *testing.T) {
	const end = "\nClusterName=Big\nNodeName=n[1-4] CPUs=2\nPartitionName=p Nodes=n[1-4]\n"
	none := func(_, name string) (File, error) { return File{}, errors.New("there is none") }
	for text, says := range map[string]string{
		"FastSchedule=1": "",
		"NodeSet=x Nodes=n[1-2]\nPartitionName=q Nodes=x,n3":                    "",
		"PartitionName=P Nodes=ALL\nPartitionName=q":                            "",
		"NodeName=DEFAULT Boards=1\nNodeName=DEFAULT Weight=2":                  "",
		"PartitionName=DEFAULT MaxTime=1\nPartitionName=DEFAULT LLN=YES":        "",
		"DownNodes=n1 State=DOWN Reason=x\nSlurmctldHost=a\nSlurmctldHost=b(c)": "",
		"SLURM_VERSION=25.05":                           "",
		"CacheGroups=0":                                 "CacheGroups is a parameter of old versions",
		"SLURM_VERSION=18.08\nCacheGroups=0":            "",
		"SLURM_VERSION=27.05\nNewThing=1":               "NewThing is no parameter known here",
		"Include nodes.conf\nPartitionName=q Nodes=m1":  "Include nodes.conf was not read",
		"SchedulerParameters=bf_continue=no":            "bf_continue=no sets bf_continue",
		"SchedulerParameters=bf_busy_nodes=0,defer=off": "bf_busy_nodes=0 sets bf_busy_nodes",
		"SchedulerParameters=no_bf_interval=20":         "no_bf_interval sets bf_interval",
		"SchedulerParameters=defer_all":                 "defer_all sets defer",
		"SchedulerParameters=bf_interval_now,x=defr":    "",
	} {
		s, err := Read([]File{{"slurm.conf", text + end}}, none)
		require.NoError(t, err)
		require.Empty(t, s.Refused, text)
		require.Equal(t, says == "", len(s.Notes) == 0, text)
		if says != "" {
			require.Contains(t, s.Notes[0].Says, says)
		}
	}
	s := siteOf(t, "SchedulerParameters=bf_continue=no,bf_busy_nodes=0"+end)
	require.True(t, s.Settings().BusyNodes, "Slurm looks for the name")
	n, err := model.Find("bf_continue", true).Value(s.Text(model.Find("bf_continue", true)))
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
	within := siteOf(t, "SchedulerParameters=my_default_queue_depth=7,default_queue_depth=50"+end)
	require.Equal(t, "7", within.Text(model.Find("default_queue_depth", true)), "the first place that has the name counts")
	off, err := s.With(File{"the change", "bf_busy_nodes=no"}, nil)
	require.NoError(t, err)
	require.False(t, off.Settings().BusyNodes, "a line of a change is ours, and takes it away")
}

// What a real slurmctld did with files of one mistake each: those with which it ran are not refused.
func TestFilesWithWhichARealDaemonRanAreNotRefused(t *testing.T) {
	ran := 0
	for line := range strings.Lines(string(fixture.Bytes(t, "golden", "slurm-nodes", "conf", "daemon.tsv"))) {
		f := strings.Split(line, "\t")
		if f[1] != "died" && strings.HasSuffix(f[0], ".conf") && f[0] != "45-cont.conf" { // which has a blank before \
			ran++
			require.Empty(t, siteOf(t, string(fixture.Bytes(t, "golden", "slurm-nodes", "conf", f[0]))).Refused, f[0])
		}
	}
	require.Greater(t, ran, 20)
}

// Lines of nodes in another file than slurm.conf, as gres.conf has them, are none of its.
func TestDevicesOfNodesAreNoConfiguration(t *testing.T) {
	require.Equal(t, Other, KindOf("# devices\nAutoDetect=off\nNodeName=n1 Name=gpu Type=a100 File=/dev/nvidia0\n"))
	require.Equal(t, Conf, KindOf("NodeName=n1 CPUs=2 NodeHostname=h\n"))
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
		"SchedulerParam=bf_continue": "line 1: slurmctld refuses this: it has no parameter SchedulerParam " +
			"(“Parsing error at unrecognized key: SchedulerParam”).",
		"bf_interval=30":    "bf_interval is an option of SchedulerParameters",
		"NodeName=m1 CPU=8": "it has no parameter CPU (“Parsing error at unrecognized key: CPU”).",
		"SLURM_VERSION=22.05\nCacheGroups=0": "it has no parameter CacheGroups " +
			"(“Parsing error at unrecognized key: CacheGroups”).",
		"PartitionName=q Node=n1":                   "it has no parameter Node (“Parsing error at unrecognized key: Node”).",
		"PartitionName=q\nPartitionName=q Nodes=n1": "this: PartitionName=q stands in slurm.conf, line 1",
		"NodeName=m[1-4]\nNodeName=m[3-6]":          "NodeName=m[3-6] names node m3, which stands in slurm.conf, line 1 already",
		"NodeName=m[1-4],m2":                        "NodeName=m[1-4],m2 names node m2, which stands in slurm.conf, line 1 already",
		"PartitionName=q Nodes=n[1-6]":              "PartitionName=q has node n5, which no NodeName line defines",
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

// Rows of sshare that say something else than sshare prints, and a file that ends within a line, are counted.
func TestRowsOfSshareThatAreNoneOfItsAreCounted(t *testing.T) {
	config, parts, jobs := fairTree("scontrol-config.txt"), fairTree("scontrol-partition.txt"), fairTree("sacct.psv")
	text := string(fixture.Bytes(t, fairTree("sshare.psv")...))
	notes := func(text string) string {
		var files []File
		for _, p := range [][]string{config, parts, jobs} {
			files = append(files, File{p[len(p)-1], string(fixture.Bytes(t, p...))})
		}
		s, err := Read(append(files, File{"sshare.psv", text}), nil)
		require.NoError(t, err)
		l, err := s.Log()
		require.NoError(t, err)
		c, err := s.Scene(l)
		require.NoError(t, err)
		return strings.Join(c.Notes, "\n")
	}
	require.NotContains(t, notes(text), "sshare")
	for change, want := range map[[2]string]string{
		{"\n a||3|", "\na||3|"}:       "sshare.psv, line 4: 3 rows of sshare below no account, or not below the user’s own",
		{"\n a||3|", "\n x||3|"}:      "line 5: 2 rows of sshare below no account, or not below the user’s own",
		{"\n a||3|", "\n a|||"}:       "line 4: 1 row of sshare without a number as RawShares: 1 counts",
		{"0.600000|119|", "0.6|1l9|"}: "line 4: 1 row of sshare without a number as RawUsage: none counts",
	} {
		require.Contains(t, text, change[0])
		require.Contains(t, notes(strings.Replace(text, change[0], change[1], 1)), want)
	}
	require.Contains(t, notes(strings.TrimRight(text, "\n")), "sshare.psv ends without the end of a line: it may be cut off")
}
