package slurmcheck

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/sim/slurm"
	"shadowtime/core/sim/slurmsite"
)

// site is what a site's files say, and what is to be said of it.
type site struct {
	*slurmsite.Site
	notes []Finding
}

func (s *site) note(level Level, at, says, remedy string) {
	s.notes = append(s.notes, Finding{Name: "reading", Severity: level, Place: at, Says: says, Remedy: remedy})
}

// Parameter is one of Slurm's as a site has it.
type Parameter struct {
	Name     string  `json:"name"`
	In       string  `json:"in"`
	Value    string  `json:"value"`
	Default  *string `json:"default"` // in the site's version; null where the parameter is not known here
	Set      bool    `json:"set"`     // a file says it, and it is not the default
	Modelled string  `json:"modelled"`
	Says     string  `json:"says"` // what it does in the model
}

// Answer is what a check finds.
type Answer struct {
	Version    int                `json:"version"`
	Slurm      string             `json:"slurm"`
	Findings   []Finding          `json:"findings"`
	Parameters []Parameter        `json:"parameters"`
	Others     []string           `json:"others"` // parameters that were set and are not about passes or priorities
	Read       []slurmsite.Source `json:"read"`
	Left       []slurmsite.Source `json:"left"`
	Lacking    []string           `json:"lacking"` // what would tell more
}

// The answers to what is modelled.
var modelled = map[slurm.Model]string{slurm.Modelled: "yes", slurm.Approximated: "approximated", slurm.LeftOut: "no"}

// notKnown is said of what the model has never heard of.
const notKnown = "not known here: it has no effect"

// Check reads what a site has and checks it. Version counts where no file says one; 0 is none.
func Check(files []slurmsite.File, version slurm.Version, include slurmsite.Include) (*Answer, error) {
	x, err := slurmsite.Read(files, include)
	if err != nil {
		return nil, err
	}
	if len(x.Conf)+len(x.Shown) == 0 {
		return nil, errors.New("no file has the configuration: give what scontrol show config prints, or slurm.conf")
	}
	s := &site{Site: x}
	for _, n := range x.Notes {
		s.note(Doubtful, n.At, n.Says, n.Remedy)
	}
	for _, l := range x.Logs {
		x.Left = append(x.Left, slurmsite.Source{File: l.Name, Is: "jobs: slurm run takes them"})
	}
	if !s.Said && version != 0 {
		s.Version = version
	} else if !s.Said {
		s.note(Doubtful, "", "No file says the version of Slurm. Defaults are those of "+s.Version.String()+".",
			"Give what scontrol show config prints, or --slurm-version.")
	}
	if s.Version.Seen() != s.Version {
		s.note(Doubtful, "", "Slurm "+s.Version.String()+" was not run for the model. It behaves here "+
			"as "+s.Version.Seen().String()+".", "")
	}
	a := &Answer{Version: 1, Slurm: s.Version.String(), Read: s.Read, Left: orEmpty(s.Left), Others: []string{}, Lacking: s.lacking()}
	s.doubts()
	a.Parameters, a.Others = s.parameters()
	a.Findings = slices.Concat(s.notes, s.findings())
	sorted.Stable(a.Findings, func(x, y Finding) int { return x.Severity.rank() - y.Severity.rank() })
	return a, nil
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// lacking says which files would tell more.
func (s *site) lacking() []string {
	list := []string{}
	for _, x := range []struct {
		lacks bool
		words string
	}{
		{len(s.Partitions) == 0, "scontrol show partition: limits of time"},
		{!s.Kinds[slurmsite.QOS], "sacctmgr show qos -P: limits and priorities of QOS"},
		{!s.Kinds[slurmsite.Diag], "sdiag: how long backfill passes take, and how many jobs wait"},
		{len(s.Nodes) == 0, "scontrol show node: nodes that are down, weights, generic resources"},
		{!s.Kinds[slurmsite.Associations], "sacctmgr show assoc -P: shares and limits of accounts and users"},
	} {
		if x.lacks {
			list = append(list, x.words)
		}
	}
	return list
}

// number is the value that counts, in the parameter's unit; of a flag 1 is on.
func (s *site) number(name string) int64 {
	p := parameter(name)
	if p.Unit == slurm.Flag && s.Given(p) == nil {
		return 0
	}
	n, _ := p.Value(s.Text(p))
	return n
}

// words is the value that counts, as tables have it.
func (s *site) words(name string) string {
	p := parameter(name)
	return p.Write(s.Text(p))
}

// place is where a parameter is set, or that it isn't.
func (s *site) place(name string) string {
	if g := s.Given(parameter(name)); g != nil {
		return g.At
	}
	return "not set"
}

// parameter is one of those declared; a name that isn't is an error of this package.
func parameter(name string) *slurm.Parameter {
	if p := slurm.Find(name, true); p != nil {
		return p
	}
	return slurm.Find(name, false)
}

// scheduling says whether a parameter may matter to passes and priorities, by its name. (It is no regular expression, nor
// is idle: the page would be 78 kB longer.)
func scheduling(name string) bool {
	name = strings.ToLower(name)
	return name == "licenses" || slices.ContainsFunc([]string{"priority", "preempt", "sched", "select", "topology", "federation"},
		func(begins string) bool { return strings.HasPrefix(name, begins) })
}

// idle says whether a value is one under which what is not known here does nothing: nothing, 0 of whatever unit, or a
// plugin that is none.
func idle(value string) bool {
	value = strings.ToLower(value)
	switch value {
	case "(null)", "none", "n/a", "off", "no", "0", "00:00:00", "":
		return true
	}
	unit, none := strings.CutPrefix(value, "0 ")
	if !none {
		unit, none = strings.CutSuffix(value, "/none")
	}
	return none && unit != "" && !strings.ContainsFunc(unit, func(r rune) bool {
		return r != '_' && (r < '0' || '9' < r) && (r < 'a' || 'z' < r)
	})
}

// parameters are all that the model knows, then those of partitions, nodes and QOS that are set, then what
// it doesn't know; others are those of other concerns.
func (s *site) parameters() (list []Parameter, others []string) {
	for i := range slurm.Parameters {
		p := &slurm.Parameters[i]
		value := p.DefaultOf(s.Version)
		x := Parameter{Name: p.Name, In: p.In(), Modelled: modelled[p.Model], Says: p.Says}
		if p.Unit != slurm.Flag {
			value = p.Write(value)
		}
		x.Default, x.Value = &value, s.words(p.Name)
		if g := s.Given(p); g != nil {
			x.Value = p.Write(g.Value)
			x.Set = !s.same(p, g.Value)
			if _, err := p.Value(g.Value); err != nil {
				x.Says = "no value known here: the default counts"
			}
		} else if p.Unit == slurm.Flag {
			x.Value = "off"
		}
		list = append(list, x)
	}
	list = append(list, s.limits()...)
	for _, o := range s.Options {
		if slurm.Find(o.Name, true) == nil {
			value := o.Value
			if value == "" {
				value = "on"
			}
			list = append(list, Parameter{Name: o.Name, In: "SchedulerParameters", Value: value, Set: true, Modelled: "no", Says: notKnown})
		}
	}
	others = []string{}
	named := map[string]bool{}
	for _, c := range s.Counted() {
		switch {
		case strings.EqualFold(c.Name, "SchedulerParameters") || slurm.Find(c.Name, false) != nil:
		case scheduling(c.Name) && !idle(c.Value):
			list = append(list, Parameter{Name: c.Name, In: "slurm.conf", Value: c.Value, Set: true, Modelled: "no", Says: notKnown})
		case s.Kinds[slurmsite.Shown] && idle(c.Value), named[c.Name]:
		default:
			named[c.Name] = true
			others = append(others, c.Name)
		}
	}
	return list, others
}

// same says whether a value is the default.
func (s *site) same(p *slurm.Parameter, text string) bool {
	plain := p.DefaultOf(s.Version)
	if p.Unit == slurm.Flag {
		n, _ := p.Value(text)
		return n == 0
	}
	if other := slurm.Find(plain, true); other != nil {
		plain = s.Text(other)
	}
	return alike(p, text, plain)
}

// alike says whether two texts are one value.
func alike(p *slurm.Parameter, a, b string) bool {
	x, errX := p.Value(a)
	y, errY := p.Value(b)
	if p.Unit == slurm.Words || errX != nil || errY != nil {
		first := func(t string) string { t, _, _ = strings.Cut(t, " "); return t }
		return strings.EqualFold(first(a), first(b)) || strings.HasSuffix(a, "/"+b)
	}
	return x == y
}

// limit is a key of partitions, nodes or QOS, with what stands there where nothing is set.
type limit struct {
	key, name, plain, modelled, says string
}

// limits are values of partitions, nodes and QOS that matter.
func (s *site) limits() (list []Parameter) {
	of := func(what string, records []slurmsite.Record, limits []limit) {
		for _, l := range limits {
			var values []string
			count := 0
			for _, r := range records {
				v, ok := r.Of[l.key]
				if !ok || strings.EqualFold(v, l.plain) || slurmsite.Unset(v) {
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
				list = append(list, Parameter{Name: l.name, In: what, Value: strings.Join(values, ", "), Default: &plain, Set: true,
					Modelled: l.modelled, Says: l.says})
			}
		}
	}
	const ofOne = "of one job: one that breaks it never starts, so a log has none"
	of("partition", s.Partitions, []limit{
		{"prioritytier", "PriorityTier", "1", "yes", "the higher goes first in every pass"},
		{"priorityjobfactor", "PriorityJobFactor", "1", "yes", "of the partition's factor in the priority"},
		{"maxtime", "MaxTime", "UNLIMITED", "approximated",
			"of a job without a limit where there is no DefaultTime. One that breaks it never starts, so a log has none"},
		{"defaulttime", "DefaultTime", "NONE", "yes", "the limit of a job that the log has none of"},
		{"maxnodes", "MaxNodes", "UNLIMITED", "no", ofOne},
		{"qos", "QoS", "N/A", "approximated", "its limits count in place of those of the job's own QOS, and these in place of associations'"},
		{"oversubscribe", "OverSubscribe", "NO", "approximated",
			"whole nodes where all partitions are EXCLUSIVE, nodes have one CPU, or nearly all jobs had whole ones; else by CPU"},
		{"preemptmode", "PreemptMode", "OFF", "no", "no job is stopped for another: those that would stop it start later"},
		{"state", "State", "UP", "no", "partitions are up: jobs of one that is not start sooner"},
		{"allowaccounts", "AllowAccounts", "ALL", "no", ofOne},
		{"allowqos", "AllowQos", "ALL", "no", ofOne},
		{"maxcpuspernode", "MaxCPUsPerNode", "UNLIMITED", "no", "a job may take all CPUs of a node: it starts sooner here"},
		{"exclusiveuser", "ExclusiveUser", "NO", "no", "users share nodes: jobs start sooner here"},
		{"lln", "LLN", "NO", "no", "the least loaded nodes are not looked for: large jobs may start sooner here"},
		{"overtimelimit", "OverTimeLimit", "NONE", "no", "that of slurm.conf counts: nodes of jobs past their limit are expected then"},
		{"tresbillingweights", "TRESBillingWeights", "", "no", "usage is counted in CPUs: fair share goes another way"},
		{"gracetime", "GraceTime", "0", "no", "no job is stopped for another: those that would stop it start later"},
	})
	of("node", s.Nodes, []limit{
		{"weight", "Weight", "1", "no", "nodes are taken by their numbers: jobs that need heavy ones may start later"},
		{"gres", "Gres", "(null)", "no", "generic resources are not counted: jobs that wait for GPUs start sooner"},
		{"feature", "Feature", "", "approximated", "a job goes to nodes with its feature where the log says it"},
		{"features", "Features", "", "approximated", "a job goes to nodes with its feature where the log says it"},
		{"activefeatures", "ActiveFeatures", "(null)", "approximated", "a job goes to nodes with its feature where the log says it"},
	})
	const enforced = "a job at it is passed over and bars nobody, where AccountingStorageEnforce has limits"
	const counted = "of CPUs and nodes: " + enforced + "; of other resources not counted: jobs at such a one start sooner here"
	minutes := limit{"grptresrunmins", "GrpTRESRunMins", "", "approximated", "of CPUs, to the limits of jobs that run: " + enforced +
		"; of other resources not counted"}
	limits := []limit{
		{"priority", "Priority", "0", "yes", "of the QOS factor in the priority"},
		{"maxjobspu", "MaxJobsPU", "", "yes", enforced},
		{"maxjobspa", "MaxJobsPA", "", "yes", enforced},
		{"grpjobs", "GrpJobs", "", "yes", enforced},
		{"grptres", "GrpTRES", "", "approximated", counted},
		{"maxtrespu", "MaxTRESPU", "", "approximated", counted},
		{"maxtrespa", "MaxTRESPA", "", "approximated", counted},
		minutes,
		{"preempt", "Preempt", "", "no", "no job is stopped for another: those that would stop it start later"},
		{"flags", "Flags", "", "approximated", "NoReserve (no reservations) and OverPartQOS (before the partition's QOS) are read"},
		{"usagefactor", "UsageFactor", "1.000000", "no", "usage counts in full: fair share goes another way"},
		{"usagethres", "UsageThres", "", "no", "jobs of users below it wait on the machine and start here"},
	}
	rest := func(says string, names ...string) {
		for _, name := range names {
			limits = append(limits, limit{strings.ToLower(name), name, "", "no", says})
		}
	}
	const usedUp = "not counted: where it is used up, jobs wait on the machine and start here"
	const refused = "jobs above it are refused when submitted, so a log has none"
	rest(usedUp, "GrpTRESMins", "GrpWall")
	rest(ofOne, "MaxWall", "MaxTRES", "MaxTRESPerNode", "MaxTRESMins", "MinTRES")
	rest(refused, "GrpSubmit", "MaxSubmitPU", "MaxSubmitPA")
	of("QOS", s.QOS, limits)
	limits = []limit{
		{"share", "Share", "1", "yes", "of fair share; one that is parent counts as 1"},
		{"priority", "Priority", "", "approximated", "of the association's factor in the priority"},
		{"grpjobs", "GrpJobs", "", "yes", enforced},
		{"maxjobs", "MaxJobs", "", "yes", "of a user: " + enforced},
		{"grptres", "GrpTRES", "", "approximated", counted},
		minutes,
	}
	rest(usedUp, "GrpTRESMins", "GrpWall")
	rest(ofOne, "MaxWall", "MaxTRES", "MaxTRESPerNode", "MaxTRESMins")
	rest(refused, "GrpSubmit", "MaxSubmit")
	of("association", s.associations(), limits)
	of("reservation", s.Reservations, []limit{
		{"nodes", "Nodes", "", "yes", "no job whose limit reaches into it starts on them, but those inside"},
		{"flags", "Flags", "", "no", "not read: of one that repeats, what is printed counts alone"},
		{"corecnt", "CoreCnt", "0", "no", "whole nodes are reserved"},
	})
	return list
}

// associations are those of sacctmgr, by the names that sentences have.
func (s *site) associations() (list []slurmsite.Record) {
	for _, r := range s.Associations {
		if user := r.Of["user"]; user != "" {
			r.Name += "/" + user
		}
		list = append(list, r)
	}
	return list
}

// seconds is a limit of time; none: there is no limit.
func seconds(text string) (n int64, none bool) {
	switch strings.ToUpper(text) {
	case "", "UNLIMITED", "INFINITE", "NONE", "-1":
		return 0, true
	}
	n, ok := slurm.ParsePeriod(text)
	return n, !ok
}

func whole(n int64) string { return strconv.FormatInt(n, 10) }
