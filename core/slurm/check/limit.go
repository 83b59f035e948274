package check

import (
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/slurm/site"
)

// limit is a key of partitions, nodes, QOS and the like, with what stands there where nothing is set.
type limit struct {
	key, name, plain, modelled, says string
}

// What limits do that several have.
const (
	enforced = "a job at it is passed over and bars nobody, where AccountingStorageEnforce has limits"
	counted  = "of CPUs and nodes: " + enforced + "; of other resources not counted: jobs at such a one start sooner here"
	minutes  = "of CPUs, to the limits of jobs that run: " + enforced + "; of other resources not counted"
	graced   = "so long a job that is stopped runs on, and to the pass that follows"
	exempt   = "so long a job runs before it is stopped"
	stopped  = "what becomes of jobs that are stopped: REQUEUE, CANCEL, OFF; by PreemptType=preempt/partition_prio SUSPEND too"
	featured = "a job goes to nodes with its feature where the log says it"
	ofOne    = "of one job: one that breaks it never starts, so a log has none"
	usedUp   = "not counted: where it is used up, jobs wait on the machine and start here"
	refused  = "jobs above it are refused when submitted, so a log has none"
)

var ofPartitions = []limit{
	{"prioritytier", "PriorityTier", "1", "yes", "the higher goes first in every pass"},
	{"priorityjobfactor", "PriorityJobFactor", "1", "yes", "of the partition's factor in the priority"},
	{"maxtime", "MaxTime", "UNLIMITED", "approximated",
		"of a job without a limit where there is no DefaultTime. One that breaks it never starts, so a log has none"},
	{"defaulttime", "DefaultTime", "NONE", "yes", "the limit of a job that the log has none of"},
	{"maxnodes", "MaxNodes", "UNLIMITED", "no", ofOne},
	{"qos", "QoS", "N/A", "yes",
		"its limits count in place of those of the job's own QOS, and these in place of associations'"},
	{"oversubscribe", "OverSubscribe", "NO", "approximated",
		"whole nodes where all partitions are EXCLUSIVE, nodes have one CPU, or nearly all jobs had whole ones; else by CPU"},
	{"preemptmode", "PreemptMode", "OFF", "approximated", stopped},
	{"state", "State", "UP", "no", "partitions are up: jobs of one that is not start sooner"},
	{"allowaccounts", "AllowAccounts", "ALL", "no", ofOne},
	{"allowqos", "AllowQos", "ALL", "no", ofOne},
	{"maxcpuspernode", "MaxCPUsPerNode", "UNLIMITED", "no", "a job may take all CPUs of a node: it starts sooner here"},
	{"exclusiveuser", "ExclusiveUser", "NO", "no", "users share nodes: jobs start sooner here"},
	{"lln", "LLN", "NO", "no", "the least loaded nodes are not looked for: large jobs may start sooner here"},
	{"overtimelimit", "OverTimeLimit", "NONE", "no", "that of slurm.conf counts: nodes of jobs past their limit are expected then"},
	{"tresbillingweights", "TRESBillingWeights", "", "approximated",
		"usage counts by what the log has as billing (AllocTRES), else by CPUs"},
	{"gracetime", "GraceTime", "0", "approximated", graced},
}

var ofNodes = []limit{
	{"weight", "Weight", "1", "no", "nodes are taken by their numbers: jobs that need heavy ones may start later"},
	{"gres", "Gres", "(null)", "approximated", "counted by type where jobs share nodes, up to 8 kinds"},
	{"feature", "Feature", "", "approximated", featured},
	{"features", "Features", "", "approximated", featured},
	{"activefeatures", "ActiveFeatures", "(null)", "approximated", featured},
}

var ofQOS = []limit{
	{"priority", "Priority", "0", "yes", "of the QOS factor in the priority"},
	{"maxjobspu", "MaxJobsPU", "", "yes", enforced},
	{"maxjobspa", "MaxJobsPA", "", "yes", enforced},
	{"grpjobs", "GrpJobs", "", "yes", enforced},
	{"grptres", "GrpTRES", "", "approximated", counted},
	{"maxtrespu", "MaxTRESPU", "", "approximated", counted},
	{"maxtrespa", "MaxTRESPA", "", "approximated", counted},
	{"grptresrunmins", "GrpTRESRunMins", "", "approximated", minutes},
	{"preempt", "Preempt", "", "yes", "whose jobs its own stop, with PreemptType=preempt/qos"},
	{"preemptmode", "PreemptMode", "cluster", "approximated", stopped},
	{"preemptexempttime", "PreemptExemptTime", "", "yes", exempt},
	{"gracetime", "GraceTime", "00:00:00", "approximated", graced},
	{"flags", "Flags", "", "approximated", "NoReserve (no reservations) and OverPartQOS (before the partition's QOS) are read"},
	{"usagefactor", "UsageFactor", "1.000000", "approximated", "by which usage counts in fair share; not in minutes left"},
	{"usagethres", "UsageThres", "", "no", "jobs of users below it wait on the machine and start here"},
	{"grptresmins", "GrpTRESMins", "", "no", usedUp},
	{"grpwall", "GrpWall", "", "no", usedUp},
	{"maxwall", "MaxWall", "", "no", ofOne},
	{"maxtres", "MaxTRES", "", "no", ofOne},
	{"maxtrespernode", "MaxTRESPerNode", "", "no", ofOne},
	{"maxtresmins", "MaxTRESMins", "", "no", ofOne},
	{"mintres", "MinTRES", "", "no", ofOne},
	{"grpsubmit", "GrpSubmit", "", "no", refused},
	{"maxsubmitpu", "MaxSubmitPU", "", "no", refused},
	{"maxsubmitpa", "MaxSubmitPA", "", "no", refused},
}

var ofAssociations = []limit{
	{"share", "Share", "1", "yes", "of fair share; one that is parent counts as 1"},
	{"priority", "Priority", "", "approximated", "of the association's factor in the priority"},
	{"grpjobs", "GrpJobs", "", "yes", enforced},
	{"maxjobs", "MaxJobs", "", "yes", "of a user: " + enforced},
	{"grptres", "GrpTRES", "", "approximated", counted},
	{"grptresrunmins", "GrpTRESRunMins", "", "approximated", minutes},
	{"grptresmins", "GrpTRESMins", "", "no", usedUp},
	{"grpwall", "GrpWall", "", "no", usedUp},
	{"maxwall", "MaxWall", "", "no", ofOne},
	{"maxtres", "MaxTRES", "", "no", ofOne},
	{"maxtrespernode", "MaxTRESPerNode", "", "no", ofOne},
	{"maxtresmins", "MaxTRESMins", "", "no", ofOne},
	{"grpsubmit", "GrpSubmit", "", "no", refused},
	{"maxsubmit", "MaxSubmit", "", "no", refused},
}

var ofReservations = []limit{
	{"nodes", "Nodes", "", "yes", "no job whose limit reaches into it starts on them, but those inside"},
	{"flags", "Flags", "", "no", "not read: of one that repeats, what is printed counts alone"},
	{"corecnt", "CoreCnt", "0", "no", "whole nodes are reserved"},
}

// limits are those that matter and are set.
func (s *review) limits() (list []Parameter) {
	for _, x := range []struct {
		what    string
		records []site.Record
		limits  []limit
	}{{"partition", s.Partitions, ofPartitions}, {"node", s.Nodes, ofNodes}, {"QOS", s.QOS, ofQOS},
		{"association", s.associations(), ofAssociations}, {"reservation", s.Reservations, ofReservations}} {
		for _, l := range x.limits {
			var values []string
			count := 0
			for _, r := range x.records {
				v, ok := r.Of[l.key]
				if !ok || strings.EqualFold(v, l.plain) || site.Unset(v) {
					continue
				}
				if count++; count <= 3 {
					values = append(values, r.Name+" "+v)
				}
			}
			if count > 3 {
				values = append(values, numeral.Count(count-3)+" more")
			}
			if count > 0 {
				plain := l.plain
				list = append(list, Parameter{Name: l.name, In: x.what, Value: strings.Join(values, ", "), Default: &plain, Set: true,
					Modelled: l.modelled, Says: l.says, Proven: []string{}})
			}
		}
	}
	return list
}
