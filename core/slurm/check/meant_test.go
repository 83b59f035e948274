package check

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// said are the names of what is to be fixed first, and of what is to be doubted.
func said(a *Answer) (first, doubts []string) {
	for _, f := range a.Findings {
		switch {
		case f.Severity == FixFirst:
			first = append(first, f.Name)
		case f.Severity == Doubtful && !strings.HasPrefix(f.Says, "No file says the version"):
			doubts = append(doubts, f.Name)
		}
	}
	return first, doubts
}

// Each file has one mistake, which is named; those that slurmctld 22.05.8 refused are refused, and the sane ones are sound.
func TestEveryMistakeOfAFileIsNamed(t *testing.T) {
	want := map[string][2]string{
		"00-sane": {}, "36-case": {}, "37-continuation": {}, "44-cont": {},
		"01-window-default": {"window window"}, "02-window-in-days": {"window window resolution"},
		"03-no-defaulttime": {"", "default time"}, "04-fairshare-weight-absent": {"", "weightless"}, "05-enforce-absent": {"", "usage"},
		"06-enforce-without-qos-limits": {"", "usage"}, "07-typo-option": {"", "options"}, "09-two-lines": {"window window", "reading"},
		"14-preempt-partition-same-tier": {"", "preemption"}, "15-preempt-qos-mode-off": {"refused"},
		"16-suspend-without-gang": {"refused"},
		"17-weights-with-basic":   {"weights"}, "18-builtin-with-bf": {"backfill"}, "19-maxtime-24-minutes": {"", "units partitions"},
		"22-maxjobtest-small": {"", "odd values"}, "25-comment-cuts": {"", "reading"},
		"26-old-priority-key": {"", "unused priority partitions"}, "27-bfmaxtime-over-interval": {"", "odd values"},
		"28-resolution-big": {"", "odd values"}, "29-interval-600": {"", "odd values"}, "30-favorsmall": {"", "odd values"},
		"31-value-out-of-range": {"", "reading"}, "35-calcperiod": {"", "odd values"}, "39-two-defaults": {"", "partitions"},
		"40-node-in-no-partition": {"", "partitions"}, "42-qosweight-no-tier-maxjobcount": {"", "odd values"}, "43-dt": {"", "partitions"},
		"45-cont": {"refused window", "reading default time"},
	}
	files := given(t, "golden", "slurm-nodes", "conf", "*.conf")
	require.Len(t, files, len(want))
	for _, f := range files {
		a, err := Check([]site.File{f}, 0, nothing)
		require.NoError(t, err)
		first, doubts := said(a)
		got := [2]string{strings.Join(first, " "), strings.Join(doubts, " ")}
		require.Equal(t, want[strings.TrimSuffix(f.Name, ".conf")], got, f.Name)
	}
}

// machine is what the lines below are added to, or put in the place of.
const machine = "ClusterName=site\nSelectType=select/cons_tres\nSelectTypeParameters=CR_Core_Memory\nDefMemPerCPU=2000\n" +
	"SchedulerParameters=bf_window=10080,bf_resolution=600\n" +
	"PriorityType=priority/multifactor\nPriorityWeightAge=1000\nAccountingStorageType=accounting_storage/slurmdbd\nGresTypes=gpu\n" +
	"AccountingStorageEnforce=associations,limits,qos\nNodeName=n[1-32] CPUs=32 RealMemory=128000\n" +
	"NodeName=g[1-4] CPUs=32 RealMemory=256000 Gres=gpu:a100:4\n" +
	"PartitionName=batch Nodes=n[1-32] Default=YES DefaultTime=01:00:00 MaxTime=7-0\n" +
	"PartitionName=gpu Nodes=g[1-4] DefaultTime=01:00:00 MaxTime=2-0\n"

// What a slurmctld 22.05.8 was given, and said: with words it did not start, and with none it ran.
func TestWhatTheDaemonRefusesIsFixedFirstInItsWords(t *testing.T) {
	const incompatible = "PreemptType and PreemptMode values incompatible"
	for _, x := range [][3]string{ // what is there, what stands in its place, words
		{"", "PriorityWieghtAge=5", "Parsing error at unrecognized key: PriorityWieghtAge"},
		{"", "PreemptType=preempt/partition_prio", incompatible}, {"", "PreemptMode=REQUEUE", incompatible},
		{"", "PreemptMode=CANCEL", incompatible}, {"", "PreemptMode=SUSPEND,GANG", incompatible},
		{"", "PreemptType=preempt/qos\nPreemptMode=GANG", incompatible}, {"", "PreemptType=preempt/qos\nPreemptMode=OFF", incompatible},
		{"", "PreemptMode=GANG", ""}, {"", "PreemptType=preempt/qos\nPreemptMode=SUSPEND,GANG", ""},
		{"", "PreemptType=preempt/qos\nPreemptMode=REQUEUE,WITHIN", ""},
		{"", "PreemptType=preempt/qos\nPreemptMode=REQUE", "PreemptMode=REQUE invalid"},
		{"", "PreemptType=preempt/qos\nPreemptMode=REQUEUE,CANCEL", "PreemptMode=REQUEUE,CANCEL invalid"},
		{"", "PreemptType=preempt/part", "is no type that there is"},
		{"Default=YES", "Default=YES PreemptMode=REQ", `Bad value "REQ" for PreemptMode`},
		{"Nodes=g[1-4]", "Nodes=g[1-5]", "Invalid node names in partition gpu"},
		{"", "PriorityWeightTRES=CPU=100,GRES/gpu=1000", "TRES weight 'GRES:gpu' is not a configured TRES type"},
		{"", "PriorityWeightTRES=CPU=100,GRES/gpu=1000\nAccountingStorageTRES=gres/gpu", ""},
		{"", "PriorityWeightTRES=CPUS=100", "TRES weight 'CPUS' is not a configured TRES type"},
		{"", "PriorityWeightTRES=Mem=x", "failed to parse tres weights str 'Mem=x'"},
		{"Default=YES", `Default=YES TRESBillingWeights="CPU=1.0,GRES/gpu=2.0"`, "TRES weight 'GRES:gpu' is not a configured TRES type"},
		{"Default=YES", `Default=YES TRESBillingWeights="CPU=1.0,Mem=0.25G"`, ""},
		{"", "AccountingStorageTRES=gpu", "Unknown tres type 'gpu'"}, {"", "AccountingStorageTRES=gres/gpuu", ""},
		{"=associations,limits,qos", "=association,limit", "Invalid parameter for AccountingStorageEnforce: association"},
		{"=associations,limits,qos", "=associations,limitz", "Invalid parameter for AccountingStorageEnforce: limitz"},
		{"=associations,limits,qos", "=all", ""}, {"=associations,limits,qos", "=1", ""},
		{"=CR_Core_Memory", "=CR_Cores", "Bad SelectTypeParameter: CR_Cores"},
		{"=CR_Core_Memory", "=CR_Core,CR_CPU", "Bad SelectTypeParameter: CR_Core,CR_CPU"},
		{"=CR_Core_Memory", "=CR_Memory", "You need at least CR_(CPU|CORE|SOCKET)*"},
		{"=select/cons_tres", "=select/linear", "Invalid SelectTypeParameters for select/linear"},
		{"=select/cons_tres\nSelectTypeParameters=CR_Core_Memory", "=select/linear\nSelectTypeParameters=CR_Memory", ""},
		{"", "PriorityUsageResetPeriod=MONTH", `Bad value "MONTH" for PriorityUsageResetPeriod`},
		{"", "PriorityFavorSmall=SMALL", `"SMALL" is not a valid option for "PriorityFavorSmall"`}, {"", "PriorityFavorSmall=TRUE", ""},
		{"PriorityWeightAge=1000", "PriorityWeightAge=-1", "PriorityWeightAge value (-1) is less than zero"},
		{"PriorityWeightAge=1000", "PriorityWeightAge=0.5", "PriorityWeightAge value (0.5) is not a valid number"},
		{"PriorityWeightAge=1000", "PriorityWeightAge=99999999999", "PriorityWeightAge value (99999999999) is greater than 4294967295"},
		{"", "PriorityDecayHalfLife=14days", `Bad value "14days" for PriorityDecayHalfLife`},
		{"", "PriorityMaxAge=7d", `Bad value "7d" for PriorityMaxAge`}, {"", "PriorityCalcPeriod=0", `Bad value "0" for PriorityCalcPeriod`},
		{"MaxTime=2-0", "MaxTime=2days", `Bad value "2days" for MaxTime`}, {"MaxTime=2-0", "MaxTime=UNLIMITED", ""},
		{"Default=YES", "Default=MAYBE", `"MAYBE" is not a valid option for "Default"`},
		{"Default=YES", "Default=YES OverSubscribe=MAYBE", `Bad value "MAYBE" for OverSubscribe`},
		{"Default=YES", "Default=YES OverSubscribe=FORCE:4", ""},
		{"Default=YES", "Default=YES PriorityTier=x", "PriorityTier value (x) is not a valid number"},
		{"Default=YES", "Default=YES PriorityTier=70000", "PriorityTier value (70000) is greater than 65535"},
		{"Default=YES", "Default=YES MaxNodes=x", "MaxNodes value (x) is not a valid number"},
		{"RealMemory=128000", "RealMemory=128G", "RealMemory value (128G) is not a valid number"},
		{"RealMemory=128000", "RealMemory=128000 State=UNKOWN", "Invalid state UNKOWN"},
		{"DefMemPerCPU=2000", "DefMemPerCPU=2G", "DefMemPerCPU value (2G) is not a valid number"},
		{"", "MaxJobCount=x", "MaxJobCount value (x) is not a valid number"},
		{"", "KillWait=99999", "KillWait value (99999) is greater than 65535"},
		{"", "EnforcePartLimits=SOME", "Bad EnforcePartLimits: SOME"},
		{"bf_resolution=600", "bf_resolution=600,bf_interval=0", ""}, {"", "PriorityFlags=FAIRTREE", ""},
	} {
		text := machine + x[1] + "\n"
		if x[0] != "" {
			text = strings.Replace(machine, x[0], x[1], 1)
		}
		a, err := Check([]site.File{conf(text)}, 2205, nothing)
		require.NoError(t, err)
		stop := a.Refused()
		if x[2] == "" {
			require.Nil(t, stop, x[1])
			continue
		}
		require.NotNil(t, stop, x[1])
		require.Contains(t, stop.Says, x[2])
		require.NotEmpty(t, stop.Remedy)
		require.Equal(t, refusal, a.Findings[0].Name, "first of all")
	}
}

// select/cons_res is refused from 23.11 on, runs before, and may be refused where nobody says the version.
func TestAVersionRefusesWhatItHasNoMore(t *testing.T) {
	text := conf(strings.Replace(machine, "cons_tres", "cons_res", 1))
	for version, stops := range map[model.Version]bool{2205: false, 2302: false, 2311: true, 2505: true} {
		a, err := Check([]site.File{text}, version, nothing)
		require.NoError(t, err)
		require.Equal(t, stops, a.Refused() != nil, version)
	}
	a, err := Check([]site.File{text}, 0, nothing)
	require.NoError(t, err)
	require.Nil(t, a.Refused())
	require.Contains(t, named(a, "reading")[0].Says, "gone from 23.11 on")
}

// What a slurmctld 22.05.8 was given, took without a word, and did with jobs that asked for one CPU, or for a GPU.
func TestWhatTheDaemonTakesAndMeansOtherwiseIsDoubted(t *testing.T) {
	for _, x := range [][4]string{ // what is there, what stands in its place, the finding's name, words
		{"DefMemPerCPU=2000", "DefMemPerCPU=4000\nMaxMemPerCPU=2000", "memory", "one that asks for 1 CPU takes 2."},
		{"DefMemPerCPU=2000", "DefMemPerCPU=4001\nMaxMemPerCPU=2000", "memory", "one that asks for 1 CPU takes 3."},
		{"DefMemPerCPU=2000", "DefMemPerCPU=2000\nMaxMemPerCPU=2000", "", ""},
		{"DefMemPerCPU=2000", "DefMemPerCPU=2000\nMaxMemPerCPU=0", "", ""},
		{"Default=YES", "Default=YES MaxMemPerCPU=1000", "memory", "PartitionName=batch: DefMemPerCPU is 2000, above MaxMemPerCPU, 1000."},
		{"Default=YES", "Default=YES DefMemPerCPU=1000 MaxMemPerCPU=1000", "", ""},
		{"Gres=gpu:a100:4", "Gres=gpuu:a100:4", "generic resources", "GresTypes is gpu: the node has none of it"},
		{"GresTypes=gpu\n", "", "generic resources", "GresTypes is not set: the node has none of it"},
		{"GresTypes=gpu", "GresTypes=mps,GPU", "", ""}, {"Gres=gpu:a100:4", "Gres=gpu:a100:4,mps:100", "generic resources", "has Gres mps"},
	} {
		a, err := Check([]site.File{conf(strings.Replace(machine, x[0], x[1], 1))}, 2205, nothing)
		require.NoError(t, err)
		first, doubts := said(a)
		require.Empty(t, first, x[1])
		if x[2] == "" {
			require.Empty(t, doubts, x[1])
			continue
		}
		require.Equal(t, []string{x[2]}, doubts, x[1])
		i := slices.IndexFunc(a.Findings, func(f Finding) bool { return f.Name == x[2] })
		require.Contains(t, a.Findings[i].Says, x[3])
	}
}

// What a slurmctld 22.05.8 made of a QOS that there is none of, which findings/slurm-allowqos-unknown.sh shows. Nothing is said where no
// file lists them.
func TestAPartitionsUnknownQOSIsDoubted(t *testing.T) {
	listed := site.File{Name: "qos.psv", Text: "Name|Priority|GraceTime|MaxWall\nnormal|0|00:00:00|\nlow|0|00:00:00|\n"}
	for _, x := range [][2]string{
		{"AllowQos=nosuch", "has AllowQos nosuch, which sacctmgr does not list. No job gets in"},
		{"AllowQos=normal,nosuch", "has AllowQos nosuch, which sacctmgr does not list. Jobs of normal alone get in."},
		{"DenyQos=nosuch", "no job is kept out by it"}, {"AllowQos=Normal,low", ""}, {"AllowQos=ALL", ""}, {"DenyQos=low", ""},
	} {
		file := conf(strings.Replace(machine, "Default=YES", "Default=YES "+x[0], 1))
		a, err := Check([]site.File{file, listed}, 2205, nothing)
		require.NoError(t, err)
		found := named(a, "allowed QOS")
		if x[1] == "" {
			require.Empty(t, found, x[0])
		} else {
			require.Len(t, found, 1, x[0])
			require.Contains(t, found[0].Says, x[1])
			require.Equal(t, Doubtful, found[0].Severity)
		}
		a, err = Check([]site.File{file}, 2205, nothing)
		require.NoError(t, err)
		require.Empty(t, named(a, "allowed QOS"), x[0])
	}
}
