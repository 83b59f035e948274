package model

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Model says how much of a parameter of slurm.conf there is here.
type Model uint8

// The answers.
const (
	Modelled Model = iota
	Approximated
	LeftOut
)

// String says in words how much of a parameter of slurm.conf there is here.
func (m Model) String() string { return [...]string{"modelled", "approximated", "left out"}[m] }

// Unit is what a value is counted in.
type Unit uint8

// The units. A period is written as Slurm writes it: minutes, or days-hours:minutes:seconds.
const (
	Number Unit = iota
	Seconds
	Minutes
	Period
	Flag
	Words
)

func (u Unit) String() string { return [...]string{"number", "s", "min", "period", "flag", "words"}[u] }

// Parameter is one of Slurm's, declared once: reading, tables and checks come from it.
type Parameter struct {
	Name      string
	Option    bool // of SchedulerParameters, in place of a line of its own
	Unit      Unit
	Default   string
	Since     Version // from which on the default is another, 0: none
	Then      string
	Low, High int64 // in its unit
	Model     Model
	Says      string
	Types     []string // of a plugin, those that there are or were
	number    func(s *Settings) *int64
	words     func(s *Settings, text string)
	flag      func(s *Settings) *bool
}

// In is where it is written.
func (p *Parameter) In() string {
	if p.Option {
		return "SchedulerParameters"
	}
	return "slurm.conf"
}

const many = 1_000_000

// Parameters are those that matter to passes and priorities.
var Parameters = []Parameter{
	{Name: "SchedulerType", Unit: Words, Default: "sched/backfill", Says: "sched/builtin has the main pass alone",
		Types: []string{"sched/backfill", "sched/builtin", "sched/hold", "sched/wiki", "sched/wiki2"},
		words: func(s *Settings, t string) { s.Backfill = strings.TrimPrefix(t, "sched/") == "backfill" }},
	{Name: "bf_interval", Option: true, Unit: Seconds, Default: "30", Low: -1, High: 10800,
		Says:   "between backfill passes, as long as something happens; -1 has none",
		number: func(s *Settings) *int64 { return &s.Interval }},
	{Name: "bf_resolution", Option: true, Unit: Seconds, Default: "60", Low: 1, High: 3600,
		Says:   "reservations are put on this grid, counted from the epoch",
		number: func(s *Settings) *int64 { return &s.Resolution }},
	{Name: "bf_window", Option: true, Unit: Minutes, Default: "1440", Low: 1, High: 43200,
		Says:   "nothing is reserved that begins later",
		number: func(s *Settings) *int64 { return &s.Window }},
	{Name: "bf_window_linear", Option: true, Unit: Seconds, Default: "0", High: 86400,
		Says:   "ends are tried in groups of 30 s that grow by so much, and double where it is 0",
		number: func(s *Settings) *int64 { return &s.WindowLinear }},
	{Name: "bf_max_job_test", Option: true, Unit: Number, Default: "500", Low: 1, High: many,
		Says:   "jobs tested in a pass",
		number: func(s *Settings) *int64 { return &s.MaxJobTest }},
	{Name: "bf_max_job_part", Option: true, Unit: Number, Default: "0", High: many,
		Says:   "jobs tested of a partition, 0 is all",
		number: func(s *Settings) *int64 { return &s.MaxJobPart }},
	{Name: "bf_max_job_user", Option: true, Unit: Number, Default: "0", High: many,
		Says:   "jobs tested of a user, 0 is all",
		number: func(s *Settings) *int64 { return &s.MaxJobUser }},
	{Name: "bf_max_job_user_part", Option: true, Unit: Number, Default: "0", High: many,
		Says:   "jobs tested of a user in a partition, 0 is all",
		number: func(s *Settings) *int64 { return &s.MaxJobUserPart }},
	{Name: "bf_max_job_assoc", Option: true, Unit: Number, Default: "0", High: many,
		Says:   "jobs tested of an association, 0 is all",
		number: func(s *Settings) *int64 { return &s.MaxJobAssoc }},
	{Name: "bf_max_job_start", Option: true, Unit: Number, Default: "0", High: 10000,
		Says:   "jobs started in a pass, 0 is all",
		number: func(s *Settings) *int64 { return &s.MaxJobStart }},
	{Name: "bf_max_job_array_resv", Option: true, Unit: Number, Default: "20", High: 1000,
		Says:   "tasks of an array that get a reservation, beside those that start now",
		number: func(s *Settings) *int64 { return &s.MaxArrayResv }},
	{Name: "bf_node_space_size", Option: true, Unit: Number, Default: "bf_max_job_test", Low: 2, High: 2 * many,
		Says:   "records of the map: the pass ends where none is left for a reservation",
		number: func(s *Settings) *int64 { return &s.NodeSpaceSize }},
	{Name: "bf_job_part_count_reserve", Option: true, Unit: Number, Default: "0", High: 100_000,
		Says:   "jobs of a partition that get a reservation, 0 is all",
		number: func(s *Settings) *int64 { return &s.PartCountResv }},
	{Name: "bf_min_prio_reserve", Option: true, Unit: Number, Default: "0", High: math.MaxInt64,
		Says:   "a job of lower priority gets no reservation and bars nobody",
		number: func(s *Settings) *int64 { return &s.MinPrioReserve }},
	{Name: "bf_min_age_reserve", Option: true, Unit: Seconds, Default: "0", High: 2_592_000,
		Says:   "a job that has waited less gets no reservation and bars nobody; of the main pass not seen in a run",
		Model:  Approximated,
		number: func(s *Settings) *int64 { return &s.MinAgeReserve }},
	{Name: "bf_one_resv_per_job", Option: true, Unit: Flag, Default: "off",
		Says: "a job that has a reservation in one of its partitions gets none in the others",
		flag: func(s *Settings) *bool { return &s.OneReservation }},
	{Name: "bf_busy_nodes", Option: true, Unit: Flag, Default: "off",
		Says: "nodes that jobs run on are taken first where a start is planned",
		flag: func(s *Settings) *bool { return &s.BusyNodes }},
	{Name: "bf_running_job_reserve", Option: true, Unit: Flag, Default: "off",
		Says: "jobs that run are put into the map",
		flag: func(s *Settings) *bool { return &s.RunningReserve }},
	{Name: "bf_licenses", Option: true, Unit: Flag, Default: "off",
		Says: "licences are planned as nodes are",
		flag: func(s *Settings) *bool { return &s.Licences }},
	{Name: "Licenses", Unit: Words, Default: "none", Model: Approximated,
		Says: "a job starts where as many are free as its column Licenses or its submission's line says; not seen in a run"},
	{Name: "bf_continue", Option: true, Unit: Flag, Default: "off", Model: LeftOut,
		Says: "a pass goes on after it gave up its locks. Here none does: jobs far down start sooner than on a machine without it"},
	{Name: "bf_max_time", Option: true, Unit: Seconds, Default: "bf_interval", Low: 1, High: 3600, Model: Approximated,
		Says: "where sdiag shows passes as long, a pass tests as many jobs as in the mean on the machine; without sdiag none is cut, and " +
			"jobs far down may start sooner"},
	{Name: "bf_yield_interval", Option: true, Unit: Number, Default: "2000000", Low: 1, High: 10_000_000, Model: LeftOut,
		Says: "microseconds after which locks are given up. Here a pass is one instant: jobs may start seconds sooner"},
	{Name: "bf_yield_sleep", Option: true, Unit: Number, Default: "500000", Low: 1, High: 10_000_000, Model: LeftOut,
		Says: "microseconds for which they are: the same"},
	{Name: "default_queue_depth", Option: true, Unit: Number, Default: "100", High: many,
		Says:   "jobs tested in a main pass, and one more",
		number: func(s *Settings) *int64 { return &s.QueueDepth }},
	{Name: "partition_job_depth", Option: true, Unit: Number, Default: "0", High: many, Model: Approximated,
		Says:   "jobs of a partition tested in a main pass, 0 is all",
		number: func(s *Settings) *int64 { return &s.PartitionDepth }},
	{Name: "sched_interval", Option: true, Unit: Seconds, Default: "60", Low: -1, High: 86400,
		Says:   "between full main passes; -1 has none",
		number: func(s *Settings) *int64 { return &s.SchedInterval }},
	{Name: "batch_sched_delay", Option: true, Unit: Seconds, Default: "3", High: 86400,
		Says:   "between main passes after submissions and ends",
		number: func(s *Settings) *int64 { return &s.BatchSchedDelay }},
	{Name: "sched_max_job_start", Option: true, Unit: Number, Default: "0", High: 10000, Model: Approximated,
		Says:   "jobs that a main pass starts, 0 is all",
		number: func(s *Settings) *int64 { return &s.MainJobStart }},
	{Name: "assoc_limit_stop", Option: true, Unit: Flag, Default: "off", Model: Approximated,
		Says: "a job at a limit of its association bars its partition in the main pass, one at a limit of a QOS does not; the " +
			"first not seen in a run",
		flag: func(s *Settings) *bool { return &s.AssocLimitStop }},
	{Name: "defer", Option: true, Unit: Flag, Default: "off",
		Says: "jobs start in passes alone, with it or without"},
	leftOut("max_rpc_cnt", true, "0", "passes put off while the daemon is busy: here they never are, so jobs start sooner"),
	leftOut("max_sched_time", true, "by MessageTimeout", "main passes are not cut short: jobs far down may start sooner"),
	leftOut("sched_min_interval", true, "2", "microseconds between main passes, too few to matter"),
	leftOut("build_queue_timeout", true, "2000000",
		"microseconds to list the jobs: the list is always whole, so jobs far down may start sooner"),
	leftOut("reduce_completing_frag", true, "off", "passes do not wait for nodes that are being cleaned: jobs start sooner"),
	leftOut("max_switch_wait", true, "300", "no start is put off for fewer switches: jobs that ask for it start sooner"),
	{Name: "preempt_reorder_count", Option: true, Unit: Number, Default: "1", High: many, Model: Approximated,
		Says:   "how often those who could be stopped for a job are put into another order, so that fewer are; only 1 was seen in a run",
		number: func(s *Settings) *int64 { return &s.Reorder }},
	{Name: "preempt_youngest_first", Option: true, Unit: Flag, Default: "off", Model: Approximated,
		Says: "jobs that began last are stopped first; not seen in a run",
		flag: func(s *Settings) *bool { return &s.Youngest }},
	leftOut("defer_batch", true, "off", "jobs start in passes alone, with it or without"),
	leftOut("bf_hetjob_prio", true, "off", "no job is heterogeneous: the parts of one start apart, and sooner"),
	leftOut("bf_hetjob_immediate", true, "off", "no job is heterogeneous: the parts of one start apart, and sooner"),
	leftOut("bf_topopt_enable", true, "off", "no start is put off for nodes nearer each other: jobs start sooner"),
	leftOut("bf_allow_magnetic_slot", true, "off", "no reservation draws jobs in: those start later"),
	leftOut("time_min_as_soft_limit", true, "off", "a job has one limit: one with --time-min starts later"),
	leftOut("pack_serial_at_end", true, "off", "jobs of one CPU go where all others go: large ones may start later"),
	leftOut("extra_constraints", true, "off", "jobs ask for nodes and features alone"),
	{Name: "KillWait", Unit: Seconds, Default: "30", High: 65533, Model: Approximated,
		Says:   "of a job past its limit: when its nodes are expected. How long one took to end stays as in the log",
		number: func(s *Settings) *int64 { return &s.KillWait }},
	{Name: "OverTimeLimit", Unit: Minutes, Default: "0", High: 65533,
		Says: "how long jobs may run past their limit, looked at each 30 s. Where it is another than on the machine, jobs that " +
			"their limit ended, or ends here, run so long; all others as in the log",
		number: func(s *Settings) *int64 { return &s.OverTimeLimit }},
	{Name: "SelectType", Unit: Words, Default: "select/linear", Since: 2311, Then: "select/cons_tres", Model: Approximated,
		Types: []string{"select/cons_tres", "select/cons_res", "select/linear", "select/serial", "select/cray", "select/cray_aries",
			"select/alps", "select/bluegene"},
		Says: "cons_tres: CPUs, memory and generic resources of nodes, in runs of neighbouring numbers; linear: whole nodes. " +
			"Weights and topology are left out",
		words: func(s *Settings, t string) { s.Linear = strings.TrimPrefix(t, "select/") == "linear" }},
	{Name: "SelectTypeParameters", Unit: Words, Default: "by version", Model: Approximated,
		Says:  "memory is counted where the words have it; CPUs, cores and sockets are one, and CR_LLN is left out",
		words: func(s *Settings, t string) { s.Memory = strings.Contains(strings.ToUpper(t), "MEMORY") }},
	{Name: "DefMemPerCPU", Unit: Words, Default: "0",
		Says:  "MB for each CPU of a job that asks for none, where memory is counted; 0 is none",
		words: func(s *Settings, t string) { s.DefMemPerCPU = megabytes(t) }},
	{Name: "DefMemPerNode", Unit: Words, Default: "0", Model: Approximated,
		Says:  "MB on each node, likewise; where neither is set, all of a node's. Not seen in a run",
		words: func(s *Settings, t string) { s.DefMemPerNode = megabytes(t) }},
	{Name: "TopologyPlugin", Unit: Words, Default: "none", Model: LeftOut,
		Says: "nodes are near each other by their numbers alone: jobs that wait for near ones start sooner"},
	{Name: "PreemptType", Unit: Words, Default: "preempt/none", Model: Approximated,
		Types: []string{"preempt/none", "preempt/partition_prio", "preempt/qos"},
		words: func(s *Settings, t string) {
			t = strings.TrimPrefix(t, "preempt/")
			s.PreemptQOS, s.PreemptTier = t == "qos", t == "partition_prio"
		},
		Says: "qos: whom a QOS names in Preempt; partition_prio: jobs of a lower PriorityTier. There is no job_prio " +
			"any more: slurmctld 22.05.8 ends with it"},
	{Name: "PreemptMode", Unit: Words, Default: "OFF", Model: Approximated,
		Says: "REQUEUE, CANCEL, and SUSPEND with GANG; a partition’s or QOS’s own goes before it. No two jobs take turns otherwise"},
	{Name: "PreemptExemptTime", Unit: Words, Default: "-1", Model: Approximated,
		Says:  "so long a job runs before it is stopped; a QOS’s own goes before it",
		words: func(s *Settings, t string) { s.Exempt, _ = period(t) }},
	leftOut("SchedulerTimeSlice", false, "30", "of gang scheduling: no two jobs take turns on a node"),
	leftOut("EnforcePartLimits", false, "NO", "jobs that break a limit are refused or wait for ever: a log has neither"),
	leftOut("JobSubmitPlugins", false, "none", "what they change in a job stands in the log"),
	leftOut("PrioritySiteFactorPlugin", false, "none", "the site's factor is 0"),
	leftOut("CompleteWait", false, "0", "passes do not wait for nodes that are being cleaned: jobs start sooner"),
	leftOut("ResvOverRun", false, "0", "how long a job runs on past its reservation stands in the log"),
	leftOut("DependencyParameters", false, "none", "a job is eligible when those it depends on have ended"),
	leftOut("SuspendTime", false, "INFINITE", "nodes do not sleep: a job that has to wake one starts sooner here"),
	{Name: "PriorityType", Unit: Words, Default: "priority/basic", Since: 2311, Then: "priority/multifactor",
		Types: []string{"priority/basic", "priority/multifactor"},
		Says:  "basic is by submission",
		words: func(s *Settings, t string) { s.Multifactor = strings.TrimPrefix(t, "priority/") == "multifactor" }},
	{Name: "PriorityFlags", Unit: Words, Default: "none", Model: Approximated,
		Says: "NO_FAIR_TREE, ACCRUE_ALWAYS, SMALL_RELATIVE_TO_TIME and NO_NORMAL_* are read; all but the first were not seen in a run",
		words: func(s *Settings, t string) {
			t = strings.ToUpper(t)
			s.FairTree = !strings.Contains(t, "NO_FAIR_TREE")
			s.Accrue, s.OverTime = strings.Contains(t, "ACCRUE_ALWAYS"), strings.Contains(t, "SMALL_RELATIVE_TO_TIME")
			all := strings.Contains(t, "NO_NORMAL_ALL")
			s.RawPart, s.RawQOS = all || strings.Contains(t, "NO_NORMAL_PART"), all || strings.Contains(t, "NO_NORMAL_QOS")
			s.RawAssoc, s.RawTRES = all || strings.Contains(t, "NO_NORMAL_ASSOC"), all || strings.Contains(t, "NO_NORMAL_TRES")
		}},
	{Name: "PriorityCalcPeriod", Unit: Period, Default: "00:05:00", Low: 1, High: 86400 * 365,
		Says:   "priorities stand still between",
		number: func(s *Settings) *int64 { return &s.CalcPeriod }},
	{Name: "PriorityDecayHalfLife", Unit: Period, Default: "7-00:00:00", High: 86400 * 3650,
		Says:   "in which usage falls to half, 0 is never",
		number: func(s *Settings) *int64 { return &s.HalfLife }},
	{Name: "PriorityUsageResetPeriod", Unit: Words, Default: "NONE", Model: Approximated,
		Says: "DAILY to YEARLY forget all usage at the first period of a new day, week (Sunday), month, quarter or year; " +
			"not seen in a run",
		words: func(s *Settings, t string) { s.Reset = resetOf(t) }},
	{Name: "PriorityMaxAge", Unit: Period, Default: "7-00:00:00", Low: 1, High: 86400 * 3650,
		Says:   "after which age counts whole",
		number: func(s *Settings) *int64 { return &s.MaxAge }},
	{Name: "PriorityFavorSmall", Unit: Words, Default: "NO", Says: "small jobs have the size factor, not large ones",
		words: func(s *Settings, t string) { s.FavorSmall = strings.EqualFold(t, "YES") }},
	{Name: "FairShareDampeningFactor", Unit: Number, Default: "1", Low: 1, High: 65533, Model: Approximated,
		Says:   "of classic fair share; no run had another than 1",
		number: func(s *Settings) *int64 { return &s.Dampening }},
	{Name: "AccountingStorageEnforce", Unit: Words, Default: "none",
		Says: "with limits, usage counts to a job's end; else to the last period before it",
		words: func(s *Settings, t string) {
			s.Enforce = strings.Contains(t, "limits") || strings.Contains(t, "safe") || t == "all"
		}},
	{Name: "PriorityWeightTRES", Unit: Words, Default: "none", Model: Approximated,
		Says: "of CPU, memory, node and generic resources, as parts of the partition's, by what a job asks for; of other resources " +
			"none. Nodes were not seen in a run",
		words: func(s *Settings, t string) { s.WeightTRES = weightsOf(t) }},
	weight("Age", func(s *Settings) *int64 { return &s.WeightAge }),
	weight("Fairshare", func(s *Settings) *int64 { return &s.WeightShare }),
	weight("JobSize", func(s *Settings) *int64 { return &s.WeightSize }),
	weight("Assoc", func(s *Settings) *int64 { return &s.WeightAssoc }),
	weight("Partition", func(s *Settings) *int64 { return &s.WeightPart }),
	weight("QOS", func(s *Settings) *int64 { return &s.WeightQOS }),
}

// megabytes is a number of them; UNLIMITED, as Slurm shows what is not set, is 0.
func megabytes(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 40)
	if err != nil {
		return 0
	}
	return max(0, n)
}

// weightsOf reads CPU=2000,Mem=3000,GRES/gpu=5000.
func weightsOf(text string) (list []Weight) {
	for part := range strings.SplitSeq(text, ",") {
		kind, value, _ := strings.Cut(part, "=")
		if n, err := strconv.ParseFloat(value, 64); err == nil && n > 0 && n <= math.MaxUint32 {
			list = append(list, Weight{strings.ToLower(kind), n})
		}
	}
	return list
}

// leftOut is a parameter that is read and has no effect.
func leftOut(name string, option bool, value, says string) Parameter {
	return Parameter{Name: name, Option: option, Unit: Words, Default: value, Model: LeftOut, Says: says}
}

func weight(of string, number func(s *Settings) *int64) Parameter {
	p := Parameter{Name: "PriorityWeight" + of, Unit: Number, Default: "0", High: math.MaxUint32, Says: "weight of its factor",
		number: number}
	if of == "Assoc" {
		p.Model, p.Says = Approximated, "weight of an association's own priority, a part of the greatest; not seen in a run"
	}
	return p
}

// Find is the parameter of that name, as Slurm tells them: without regard to case.
func Find(name string, option bool) *Parameter {
	for i := range Parameters {
		if p := &Parameters[i]; p.Option == option && strings.EqualFold(p.Name, name) {
			return p
		}
	}
	return nil
}

// otherOptions are the options of SchedulerParameters beside those that are modelled (as in the manual of slurm.conf).
const otherOptions = `allow_zero_lic bb_array_stage_cnt bf_ignore_newly_avail_nodes bf_node_space_size bf_topopt_iterations
bf_window_linear correspond_after_task_cnt delay_boot disable_hetjob_steps disable_job_shrink enable_hetjob_steps enable_job_state_cache
enable_user_top ignore_constraint_validation ignore_prefer_validation max_array_tasks max_depend_depth max_job_bf max_rpc_count
max_script_size max_submit_line_size no_backup_scheduling no_env_cache node_reg_mem_percent nohold_on_prolog_fail pack_serial_at_end
permit_job_expansion preempt_send_user_signal preempt_strict_order requeue_on_resume_failure requeue_setup_env_fail salloc_wait_nodes
sbatch_wait_nodes spec_cores_first step_retry_count step_retry_time user_resv_delete whole_hetjob whole_pack`

// OptionNames are the names of all options of SchedulerParameters that are known, modelled or not.
func OptionNames() []string {
	list := strings.Fields(otherOptions)
	for i := range Parameters {
		if p := &Parameters[i]; p.Option {
			list = append(list, p.Name)
		}
	}
	return list
}

// FindWithin is the option that slurmctld obeys where a word of SchedulerParameters is no option's name: it looks for a flag's
// name, and for an option's name and =, at any place of the text, so that no_bf_interval=30 sets bf_interval. Nil where there is
// none. (As seen of 22.05.)
func FindWithin(name string, valued bool) *Parameter {
	name = strings.ToLower(name)
	if slices.Contains(OptionNames(), name) {
		return nil
	}
	for i := range Parameters {
		p := &Parameters[i]
		if p.Option && (p.Unit == Flag && strings.Contains(name, p.Name) || p.Unit != Flag && valued && strings.HasSuffix(name, p.Name)) {
			return p
		}
	}
	return nil
}

// New are the settings of a version where nothing is set.
func New(v Version) Settings {
	s := Settings{Version: v}
	for i := range Parameters {
		p := &Parameters[i]
		text := p.DefaultOf(v)
		if p.Unit != Flag && Find(text, true) == nil {
			if err := p.set(&s, text); err != nil {
				panic(err) // a default out of its own range
			}
		}
	}
	return s
}

// Set sets one parameter as slurm.conf would, and Settle what follows of others.
func (s *Settings) Set(name string, option bool, text string) (known bool, err error) {
	p := Find(name, option)
	if p == nil {
		return false, nil
	}
	return true, p.set(s, text)
}

// Settle sets what is another's value by default.
func (s *Settings) Settle() {
	if s.NodeSpaceSize == 0 {
		s.NodeSpaceSize = s.MaxJobTest
	}
}

func (p *Parameter) set(s *Settings, text string) error {
	switch p.Unit {
	case Flag:
		if p.flag != nil {
			n, _ := p.Value(text)
			*p.flag(s) = n != 0
		}
		return nil
	case Words:
		if p.words != nil {
			p.words(s, text)
		}
		return nil
	}
	n, ok := p.parse(text)
	if !ok || n < p.Low || n > p.High {
		return fmt.Errorf("%s=%s: give %s", p.Name, text, p.Range())
	}
	if p.Unit == Minutes {
		n *= 60
	}
	if p.number != nil {
		*p.number(s) = n
	}
	return nil
}

// parse reads a number in the parameter's unit; of a period it gives seconds.
func (p *Parameter) parse(text string) (int64, bool) {
	text, _, _ = strings.Cut(text, " ") // show config writes 30 sec
	if p.Unit == Period {
		return period(text)
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// Range says which values there are.
func (p *Parameter) Range() string {
	switch p.Unit {
	case Flag:
		return "named or not"
	case Words:
		return "words"
	case Period:
		return fmt.Sprintf("minutes, or days-hours:minutes:seconds, of %d to %d s", p.Low, p.High)
	}
	unit := ""
	if p.Unit != Number {
		unit = " " + p.Unit.String()
	}
	if p.High == math.MaxInt64 {
		return fmt.Sprintf("%d or more%s", p.Low, unit)
	}
	return fmt.Sprintf("%d to %d%s", p.Low, p.High, unit)
}

// period reads one of Slurm's: minutes, minutes:seconds, hours:minutes:seconds, days-hours,
// days-hours:minutes, days-hours:minutes:seconds.
func period(text string) (int64, bool) {
	days, rest, dashed := strings.Cut(text, "-")
	if !dashed {
		days, rest = "0", text
	}
	var n [4]int64 // days, hours, minutes, seconds
	f := strings.Split(rest, ":")
	at := 1
	if !dashed && len(f) < 3 {
		at = 2
	}
	if len(f) > 3 {
		return 0, false
	}
	for i, field := range append([]string{days}, f...) {
		v, err := strconv.ParseUint(field, 10, 31)
		if err != nil {
			return 0, false
		}
		if i == 0 {
			n[0] = int64(v)
		} else {
			n[at+i-1] = int64(v)
		}
	}
	return ((n[0]*24+n[1])*60+n[2])*60 + n[3], true
}
