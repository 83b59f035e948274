package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/slurm/site"
)

// sound is a configuration with nothing to be doubted.
const sound = "SchedulerType=sched/backfill\nSchedulerParameters=bf_continue,bf_job_part_count_reserve=1\n" +
	"PriorityType=priority/multifactor\nPriorityWeightAge=1000\n" +
	"NodeName=n[1-4] CPUs=8\nPartitionName=batch Nodes=ALL MaxTime=24:00:00 DefaultTime=01:00:00\n"

func nothing(_, name string) (site.File, error) {
	return site.File{}, errors.New("there is none")
}

func checked(t testing.TB, files ...site.File) *Answer {
	t.Helper()
	a, err := Check(files, 2205, nothing)
	require.NoError(t, err)
	agrees(t, a)
	return a
}

// named are the findings of a name that are not good.
func named(a *Answer, name string) (list []Finding) {
	for _, f := range a.Findings {
		if f.Name == name && f.Severity != Good {
			list = append(list, f)
		}
	}
	return list
}

var claim = regexp.MustCompile(`\b(bf_\w+|sched_interval|Priority\w+|SchedulerType|AccountingStorageEnforce) is (\S+?)[,.:;]?(?: |$)`)

// agrees holds what findings say of a parameter to the value that is shown of it.
func agrees(t testing.TB, a *Answer) {
	t.Helper()
	for _, f := range a.Findings {
		require.NotEmpty(t, f.Says)
		require.True(t, f.Severity == Good || f.Name != "", f.Says)
		for _, m := range claim.FindAllStringSubmatch(f.Says, -1) {
			if m[2] == "an" { // option of another parameter: what it is, not what it is set to
				continue
			}
			i := slices.IndexFunc(a.Parameters, func(p Parameter) bool { return p.Name == m[1] })
			require.GreaterOrEqual(t, i, 0, m[1])
			if strings.HasPrefix(a.Parameters[i].Says, "no value known here") {
				continue
			}
			said := strings.NewReplacer("−", "-", numeral.Thin, "").Replace(m[2])
			require.True(t, strings.HasPrefix(a.Parameters[i].Value, said), "%s: the value is %s", f.Says, a.Parameters[i].Value)
		}
	}
}

func file(name, text string) site.File { return site.File{Name: name, Text: text} }

func conf(text string) site.File { return file("slurm.conf", text) }

func diag(mean, most, queue, table int) site.File {
	return file("sdiag.txt", fmt.Sprintf("sdiag output at Mon\nMain schedule statistics:\n\tMean cycle: 9\n\nBackfilling "+
		"stats\n\tLast cycle when: "+
		"Mon Nov 23 08:16:48 2026 (1)\n\tMax cycle:  %d\n\tMean cycle: %d\n\tQueue length mean: %d\n\tMean table size: %d\n\n", most,
		mean, queue,
		table))
}

func qos(lines ...string) site.File {
	return file("qos.psv", "Name|Priority|GraceTime|Flags|MaxWall|MaxJobsPU\n"+strings.Join(lines, "\n"))
}

func replaced(pairs ...string) site.File {
	return conf(strings.NewReplacer(pairs...).Replace(sound))
}

// Each finding is there where its cause is, and gone where its remedy is set.
func TestAFindingComesWithItsCauseAndGoesWithItsRemedy(t *testing.T) {
	limited := file("assoc", "Cluster|Account|User|Share|GrpTRES\nc|bio||1|\nc|bio|dan|1|cpu=8\n")
	options := func(text string) site.File { return replaced("reserve=1", "reserve=1,"+text) }
	for _, x := range []struct {
		name, says string
		level      Level
		has, lacks []site.File
	}{
		{"backfill", "SchedulerType is sched/builtin: there are no backfill passes", FixFirst, []site.File{replaced("sched/backfill",
			"sched/builtin")}, nil},
		{"backfill", "bf_interval is −1", FixFirst, []site.File{options("bf_interval=-1")}, nil},
		{"backfill", "neither a full main pass", FixFirst, []site.File{options("bf_interval=-1,sched_interval=-1")}, nil},
		{"window", "Partition batch has limits up to 7 days and bf_window is 1440 min (24 h)", FixFirst,
			[]site.File{replaced("24:00:00",
				"7-00:00:00")}, nil},
		{"window", "Partition batch has no MaxTime", FixFirst, []site.File{replaced("MaxTime=24:00:00 ", "")}, nil},
		{"window", "Partition batch has limits up to 60 days", FixFirst, []site.File{replaced("24:00:00", "60-0")}, nil},
		{"window", "QOS long has MaxWall 2 days", FixFirst, []site.File{conf(sound), qos("long|0||PartitionTimeLimit|2-0|")},
			[]site.File{conf(sound), qos("long|0|||2-0|")}},
		{"window", "limits up to 7 days", FixFirst, []site.File{replaced("24:00:00", "7-0"), qos("a|0|||1-0|")},
			[]site.File{conf(replaced("24:00:00", "7-0").Text + "AccountingStorageEnforce=limits"), qos("a|0|||1-0|")}},
		{"default time", "Partition batch has no DefaultTime", Doubtful, []site.File{replaced(" DefaultTime=01:00:00", "")}, nil},
		{"cycle", "longer than bf_interval, 30 s", FixFirst, []site.File{conf(sound), diag(45e6, 50e6, 10, 5)},
			[]site.File{conf(sound), diag(1e6, 2e6, 10, 5)}},
		{"cycle", "The longest is longer", Doubtful, []site.File{conf(sound), diag(1e6, 50e6, 10, 5)}, nil},
		{"continue", "bf_continue is off", Doubtful, []site.File{replaced("bf_continue,", "bf_yield_interval=1000,")},
			[]site.File{replaced("bf_continue,", "")}},
		{"continue", "bf_continue is off", Doubtful, []site.File{replaced("bf_continue,", ""), diag(1e6, 5e6, 9, 5)},
			[]site.File{replaced("bf_continue,", ""), diag(1e6, 15e5, 9, 5)}},
		{"tested", "900 jobs wait (sdiag), and bf_max_job_test is 500", Doubtful, []site.File{conf(sound), diag(1, 2, 900, 5)},
			[]site.File{conf(sound), diag(1, 2, 400, 5)}},
		{"records", "is full", FixFirst, []site.File{conf(sound), diag(1, 2, 400, 500)}, nil},
		{"records", "400 jobs are tested", Doubtful, []site.File{replaced(",bf_job_part_count_reserve=1", ""), diag(1, 2, 400, 50)},
			[]site.File{replaced(",bf_job_part_count_reserve=1", ""), diag(1, 2, 100, 50)}},
		{"by user", "bf_max_job_user, 600, is above bf_max_job_test, 500", Doubtful, []site.File{options("bf_max_job_user=600")},
			[]site.File{options("bf_max_job_user=500")}},
		{"reservations", "bf_job_part_count_reserve is 0: every job", Doubtful,
			[]site.File{replaced("count_reserve=1", "count_reserve=0")},
			[]site.File{replaced("bf_job_part_count_reserve=1", "bf_min_age_reserve=600")}},
		{"resolution", "43 200 steps", Doubtful, []site.File{options("bf_window=43200")},
			[]site.File{options("bf_window=10080")}},
		{"resolution", "one step long", FixFirst, []site.File{options("bf_window=30,bf_resolution=3600")}, nil},
		{"weights", "all its weights are 0", Doubtful, []site.File{replaced("PriorityWeightAge=1000", "")},
			[]site.File{replaced("PriorityWeightAge=1000", "JobSubmitPlugins=lua")}},
		{"weights", "so PriorityWeightAge has no effect", FixFirst, []site.File{replaced("priority/multifactor",
			"priority/basic")}, nil},
		{"unused priority", "QOS high has Priority 100", Doubtful, []site.File{conf(sound), qos("low|0||||", "high|100||||")},
			[]site.File{conf(sound), qos("low|100||||", "high|100||||")}},
		{"usage", "AccountingStorageEnforce is none, without limits", Doubtful, []site.File{conf(sound +
			"PriorityWeightFairshare=9")}, nil},
		{"usage", "usage is never forgotten", Doubtful, []site.File{conf(sound +
			"PriorityWeightFairshare=9\nPriorityDecayHalfLife=0\n" +
			"AccountingStorageEnforce=limits")}, []site.File{conf(sound +
			"PriorityWeightFairshare=9\nAccountingStorageEnforce=safe")}},
		{"nodes", "1 of 2 nodes is down or drained: n2", Doubtful,
			[]site.File{conf(sound), file("nodes",
				"NodeName=n1 CPUTot=8\n  State=IDLE\n\nNodeName=n2 CPUTot=8\n  State=IDLE+DRAIN\n")},
			[]site.File{conf(sound), file("nodes", "NodeName=n1 CPUTot=8\n  State=IDLE+POWERED_DOWN\n")}},
		{"limits", "Association bio/dan has GrpTRES cpu=8, and 1 more limit is set. AccountingStorageEnforce is none", FixFirst,
			[]site.File{conf(sound), limited, qos("low|0||||2")},
			[]site.File{conf(sound + "AccountingStorageEnforce=limits"), limited, qos("low|0||||2")}},
		{"repeats", "Reservation r repeats (MAINT,DAILY)", Doubtful, []site.File{conf(sound),
			file("r", "ReservationName=r StartTime=2026-01-01T00:00:00 EndTime=2026-01-02T00:00:00 Nodes=n1 Flags=MAINT,DAILY\n")}, nil},
		{"reading", "bf_window=0 is no value known here. Known are 1 to 43200 min", Doubtful,
			[]site.File{options("bf_window=0")}, nil},
		{"reading", "PriorityWeightAge stands more than once. Slurm obeys the last alone: 7", Doubtful,
			[]site.File{conf(sound + "PriorityWeightAge=7")}, nil},
		{"reading", "bf_continue stands twice", Doubtful, []site.File{options("bf_continue")}, nil},
		{"reading", `", x" was not read`, Doubtful, []site.File{replaced("reserve=1", "reserve=1 , x")}, nil},
		{"reading", "Include more.conf was not read: there is none", Doubtful, []site.File{conf(sound + "include more.conf")}, nil},
		{"reading", "slurm.conf has PriorityWeightAge 1000, the running daemon 5", Doubtful, []site.File{conf(sound),
			file("shown", "SLURM_VERSION = 22.05.8\nPriorityWeightAge = 5\nPriorityType = priority/multifactor\n"+
				"SchedulerParameters = bf_continue,bf_job_part_count_reserve=1\n")}, nil},
	} {
		if x.lacks == nil {
			x.lacks = []site.File{conf(sound)}
		}
		list := named(checked(t, x.has...), x.name)
		require.Len(t, list, 1, x.says)
		require.Contains(t, strings.ReplaceAll(list[0].Says, numeral.Thin, " "), x.says)
		require.Equal(t, x.level, list[0].Severity, x.says)
		require.Empty(t, named(checked(t, x.lacks...), x.name), x.says)
		if line := list[0].Line(); line != "" && x.name != "reading" && !strings.Contains(list[0].Says, "Set a limit too, ") {
			x.has[0].Text += "\n" + line + "\n"
			require.Empty(t, named(checked(t, x.has...), x.name), "%s: %s", x.says, line)
		}
	}
}

func TestASoundConfigurationHasNothingToBeDoubted(t *testing.T) {
	for _, f := range checked(t, conf(sound)).Findings {
		require.Equal(t, Good, f.Severity, f.Says)
	}
}

// Only what slurm.conf takes as it stands is a line: no advice in prose, no command, no key of another's line.
func TestALineIsWhatSlurmConfTakes(t *testing.T) {
	for remedy, takes := range map[string]bool{"PriorityWeightAge=1000": true, "SchedulerParameters=bf_window=2880,bf_continue": true,
		"AccountingStorageEnforce=associations,limits": true, "DefaultTime=60 in the line of PartitionName=a": false,
		"a limit, as MaxTime=5 for PartitionName=a": false, "if 1:00 is meant: KillWait=1:00": false, "Give a number.": false,
		"RealMemory=, in MB": false, "sacctmgr modify qos high set preempt=low": false, "": false} {
		f := Finding{Remedy: remedy}
		require.Equal(t, takes, f.Line() == remedy && remedy != "", remedy)
	}
	f := named(checked(t, replaced("MaxTime=24:00:00 ", "")), "window")[0]
	require.Equal(t, "SchedulerParameters=bf_continue,bf_job_part_count_reserve=1,bf_window=10080", f.Line())
	require.Contains(t, f.Says, "Set a limit too, in the line of PartitionName=batch, MaxTime=10080.")
}

// Whatever is set stands in the answer: as a parameter, as unknown, or among the others.
func TestNothingThatIsSetIsIgnored(t *testing.T) {
	a := checked(t, conf("SchedulerParameters=bf_new_thing=3,bf_continue\nPriorityNewThing=4\nMailProg=/bin/mail"))
	var known []string
	for _, p := range a.Parameters {
		if p.Set {
			require.Contains(t, []string{"yes", "approximated", "no"}, p.Modelled)
			known = append(known, p.Name+"="+p.Value+" "+p.Says[:9])
		}
	}
	require.Equal(t, []string{"bf_continue=on a pass go", "bf_new_thing=3 not known", "PriorityNewThing=4 not known"}, known)
	require.Equal(t, []string{"MailProg"}, a.Others)
	a = checked(t, conf(sound+"PartitionName=night Nodes=ALL PriorityTier=0 State=DOWN\n"))
	for _, name := range []string{"PriorityTier", "State"} {
		require.True(t, slices.ContainsFunc(a.Parameters, func(p Parameter) bool { return p.Name == name && p.In == "partition" }), name)
	}
}

func TestTheVersionSetsTheDefaults(t *testing.T) {
	kind := func(a *Answer) Parameter {
		return a.Parameters[slices.IndexFunc(a.Parameters, func(p Parameter) bool { return p.Name == "PriorityType" })]
	}
	old := checked(t, conf("ClusterName=c"))
	require.Equal(t, "priority/basic", kind(old).Value)
	a, err := Check([]site.File{conf("ClusterName=c")}, 2411, nothing)
	require.NoError(t, err)
	require.Equal(t, "priority/multifactor", *kind(a).Default)
	require.Empty(t, named(a, "weights"), "the default has weights of 0, and no default is a doubt")
	a, err = Check([]site.File{conf("ClusterName=c")}, 0, nothing)
	require.NoError(t, err)
	require.Contains(t, named(a, "reading")[0].Says, "No file says the version")
}

func TestFilesThatCantBeReadAreRefusedWithPlaceAndRemedy(t *testing.T) {
	for want, files := range map[string][]site.File{
		"no file has the configuration: give what scontrol show config prints":  {diag(1, 2, 3, 4)},
		"qos.psv, line 2: 2 fields, the first line names 6: give what sacctmgr": {conf(sound), qos("a|b")},
		`sdiag.txt, line 3: max cycle: "x": give a whole number`: {conf(sound), file("sdiag.txt", "sdiag output at "+
			"1\nBackfilling stats\n\tmax cycle: x\n")},
		"b: a second scontrol show config: give one of them": {file("a", "SLURM_VERSION = 22.05.8"), file("b",
			"SLURM_VERSION = 22.05.8")},
		"a099: more than 100 files of slurm.conf: put some together": hundred(),
	} {
		_, err := Check(files, 2205, nothing)
		require.ErrorContains(t, err, want)
	}
}

func hundred() (list []site.File) {
	for i := range site.MaxIncludes {
		list = append(list, file(fmt.Sprintf("a%03d", i), "ClusterName=c"))
	}
	return append(list, conf(sound))
}

// An included file counts where its line stands, and once where it is given too.
func TestIncludesAreReadOnce(t *testing.T) {
	text := conf("ClusterName=c\nPartitionName=DEFAULT DefaultTime=5\nInclude parts.conf\n")
	more := file("parts.conf", "PartitionName=batch Nodes=ALL MaxTime=2-0\ninclude slurm.conf\n")
	read := func(_, name string) (site.File, error) {
		if name == "parts.conf" {
			return more, nil
		}
		return text, nil
	}
	a, err := Check([]site.File{text}, 2205, read)
	require.NoError(t, err)
	b, err := Check([]site.File{text, more}, 2205, read)
	require.NoError(t, err)
	require.Len(t, named(a, "window"), 1)
	require.Empty(t, named(a, "default time"), "what stands before the line counts in it")
	require.Equal(t, a.Findings, b.Findings)
	require.Len(t, b.Read, 2)
}

// given are the files of a folder of ../shared, or of one pattern.
func given(t *testing.T, parts ...string) (list []site.File) {
	t.Helper()
	paths, err := filepath.Glob(fixture.Path(t, parts[:len(parts)-1]...) + "/" + parts[len(parts)-1])
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		list = append(list, file(filepath.Base(path), string(b)))
	}
	return list
}

func TestRealSitesAreChecked(t *testing.T) {
	fixture.Long(t)
	want := map[string][]string{
		"import-defaults":    {"window", "default time"},
		"import-fair-tree":   {"window", "default time", "resolution", "usage"},
		"import-arrays-deps": {"window", "default time", "resolution"},
	}
	for run, names := range want {
		files := given(t, "golden", "slurm-runs", run, "*")
		a := checked(t, files...)
		var got []string
		for _, f := range a.Findings {
			if f.Severity != Good {
				got = append(got, f.Name)
			}
		}
		require.Equal(t, names, got, run)
		require.Equal(t, "22.05", a.Slurm)
		require.Len(t, a.Read, 6, run)
		require.Len(t, a.Left, 6, run)
		slices.Reverse(files)
		there, err := json.Marshal(a)
		require.NoError(t, err)
		back, err := json.Marshal(checked(t, files...))
		require.NoError(t, err)
		require.Equal(t, string(there), string(back), "the order of files does not matter")
	}
	live := checked(t, append(given(t, "inputs", "slurm-live-s*"), conf(sound))...)
	require.Len(t, named(live, "window"), 2, "long and maint have no limit")
	require.Equal(t, "22.05", live.Slurm)
	require.Contains(t, named(live, "default time")[0].Says, "maint and gpu have no DefaultTime")
	require.Contains(t, named(live, "nodes")[0].Says, "n3")
	require.Contains(t, named(live, "unused priority")[0].Says, "QOS high has Priority 100")
	for _, f := range given(t, "golden", "slurm-runs", "*.conf") {
		a := checked(t, f)
		for _, p := range a.Parameters {
			require.False(t, p.Says == notKnown, "%s: %s", f.Name, p.Name)
		}
		require.Equal(t, f.Name == "builtin.conf", len(named(a, "backfill")) > 0, f.Name)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add(sound, qos("a|1||||").Text, diag(1, 2, 3, 4).Text)
	f.Add("SLURM_VERSION = 25.05.8\nKillWait = 30 sec\nSchedulerParameters = bf_window=x,bf_interval=-1", "PartitionName=a "+
		"TotalNodes=4\n MaxTime=1-0",
		"NodeName=n CPUTot=3\n State=DOWN*")
	f.Add("Include x\nPartitionName=DEFAULT MaxTime=9\nPartitionName=b\\\n Nodes=ALL", "", "\x00=|")
	f.Add("SchedulerType=sched/backfill\nbf_job_part_count_reserve=2", "", "")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		x, err := Check([]site.File{file("a", a), file("b", b), file("c", c)}, 0, nothing)
		if err == nil {
			agrees(t, x)
			_, err = json.Marshal(x)
			require.NoError(t, err)
		}
	})
}

// What is about scheduling, and idle, is told as these patterns tell it.
func TestIdleValuesAreToldAsTheirPatternSays(t *testing.T) {
	known := regexp.MustCompile(`(?i)^(priority|preempt|sched|select|topology|federation)`)
	nothing := regexp.MustCompile(`(?i)^(\(null\)|none|n/a|off|no|0( \w+)?|00:00:00|\w+/none|)$`)
	for _, a := range []string{"", "0", "0 ", " 0", "sec", "Priority", "licenses", "LICENSES", "topology", "a b", "none", "/", "NO",
		"n/a", "(null)", "00:00:00"} {
		for _, b := range []string{"", "/none", "/NONE", "sec", "Type", " ", "-", "s", "0", "none"} {
			text := a + b
			require.Equal(t, nothing.MatchString(text), idle(text), "%q", text)
			require.Equal(t, known.MatchString(text), scheduling(text), "%q", text)
		}
	}
}
