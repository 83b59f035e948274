package check

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// What a daemon takes, and hardly means what it was written for.

// misspelt names options that there are none of, with the nearest of those that there are.
func (s *review) misspelt() (list []Finding) {
	for _, o := range s.Options {
		if slices.Contains(model.OptionNames(), strings.ToLower(o.Name)) {
			continue
		}
		f := Finding{Severity: Doubtful, Place: o.At, Says: "SchedulerParameters has " +
			site.Shortened(o.Name) + ", no option known here. Slurm passes over what it does not know, without a word."}
		if name := nearest(o.Name); name != "" {
			f.Says += " The nearest that there is is " + name + "."
			f.Remedy = strings.Replace(s.with(), option(o.Name, o.Value), option(name, o.Value), 1)
		}
		list = append(list, f)
	}
	return list
}

// nearest is the option whose name is written most alike, "" where none is like it.
func nearest(name string) (best string) {
	most := max(1, len(name)/5) + 1
	for _, n := range model.OptionNames() {
		if d := apart(strings.ToLower(name), n); d < most {
			best, most = n, d
		}
	}
	return best
}

// apart is how many letters have to be put in, taken out or changed to make one word of another.
func apart(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0]++
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// asDays is a bare number, of minutes in Slurm, as many days; "" where it is none, or so many that minutes are likely meant.
func asDays(text string, most int) string {
	if n, err := strconv.Atoi(text); err == nil && 0 < n && n <= most {
		return text + "-0"
	}
	return ""
}

// asHours is MINUTES:SECONDS as hours, where these are likely meant; else "".
func asHours(text string) string {
	minutes, rest, ok := strings.Cut(text, ":")
	n, err := strconv.Atoi(minutes)
	if !ok || err != nil || rest != "00" || n == 60 || n <= 60 && (n == 0 || n%12 != 0) {
		return ""
	}
	return text + ":00"
}

// Of what is written as minutes and likely meant as days.
const (
	aYear = 365
	aWeek = 7
)

// units names times in minutes that were likely meant as hours or days.
func (s *review) units() (list []Finding) {
	doubt := func(at, what, text, meant string) {
		n, _ := model.ParsePeriod(text)
		list = append(list, Finding{Severity: Doubtful, Place: at, Says: what + "=" + text + " is " + span(n) + ". Slurm reads a bare " +
			"number as minutes, and two as minutes and seconds.", Remedy: "if " + meant + " is meant: " + what + "=" + meant})
	}
	for _, name := range []string{"PriorityDecayHalfLife", "PriorityMaxAge"} {
		g := s.Given(parameter(name))
		if g == nil {
			continue
		}
		if meant := cmp.Or(asDays(g.Value, aYear), asHours(g.Value)); meant != "" {
			doubt(g.At, name, g.Value, meant)
		}
	}
	for _, p := range s.Partitions {
		if s.Kinds[site.Partitions] {
			break // which scontrol prints whole
		}
		for _, name := range []string{"MaxTime", "DefaultTime"} {
			text := p.Of[strings.ToLower(name)]
			meant := asHours(text)
			if name == "MaxTime" {
				meant = cmp.Or(meant, asDays(text, aWeek))
			}
			if meant != "" {
				doubt(p.At, "PartitionName="+p.Name+" "+name, text, meant)
			}
		}
	}
	return list
}

// limited says whether a text is a number that limits.
func limited(text string) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	return err == nil && n > 0
}

// memory says where memory is shared out and jobs that ask for none take a whole node's.
func (s *review) memory() (list []Finding) {
	g := s.Given(parameter("SelectTypeParameters"))
	if g == nil || !strings.Contains(strings.ToLower(g.Value), "memory") {
		return nil
	}
	shares := fmt.Sprintf("SelectTypeParameters is %s, which shares out memory", g.Value)
	keys := []string{"DefMemPerCPU", "DefMemPerNode", "DefMemPerGPU"}
	all := slices.ContainsFunc(keys, func(key string) bool { x := s.Last(key); return x != nil && limited(x.Value) })
	var names []string
	for _, p := range s.Partitions {
		if !all && !slices.ContainsFunc(keys, func(key string) bool { return limited(p.Of[strings.ToLower(key)]) }) {
			names = append(names, p.Name)
		}
	}
	if len(names) > 0 {
		list = append(list, Finding{Severity: Doubtful, Place: g.At, Says: shares + ", and " + numeral.Plural(len(names), "partition ",
			"partitions ") + numeral.Listed(names) + numeral.Plural(len(names), " has", " have") + " no DefMemPerCPU. A job without " +
			"--mem takes all memory of its nodes: one runs on each.", Remedy: "DefMemPerCPU=" + whole(s.memoryOfCPU())})
	}
	list = append(list, s.raised()...)
	for _, n := range s.Nodes {
		if !s.Kinds[site.Nodes] && n.Of["realmemory"] == "" {
			return append(list, Finding{Severity: Doubtful, Place: n.At, Says: shares + ", and NodeName=" + n.Name +
				" has no RealMemory: 1 MB.", Remedy: "RealMemory=, in MB as slurmd -C prints it, in the line of NodeName=" + n.Name})
		}
	}
	return list
}

// raised says where the default of memory is above what a CPU may have: seen with 22.05.8, a job of one CPU then holds as many
// as its default needs.
func (s *review) raised() (list []Finding) {
	doubt := func(at, in, plain, most string) {
		memory, _ := strconv.ParseInt(plain, 10, 64)
		limit, _ := strconv.ParseInt(most, 10, 64)
		if limit > 0 && memory > limit {
			list = append(list, Finding{Severity: Doubtful, Place: at, Says: in + "DefMemPerCPU is " + plain + ", above MaxMemPerCPU, " +
				most + ". Slurm gives a job that asks for no memory more CPUs until this holds: one that asks for 1 CPU takes " +
				whole((memory+limit-1)/limit) + ".", Remedy: "DefMemPerCPU=" + most})
		}
	}
	plain, most := "", ""
	if x := s.Last("MaxMemPerCPU"); x != nil {
		most = x.Value
	}
	if x := s.Last("DefMemPerCPU"); x != nil {
		plain = x.Value
		doubt(x.At, "", plain, most)
	}
	for _, p := range s.Partitions {
		if own := p.Of["defmempercpu"] + p.Of["maxmempercpu"]; own != "" {
			doubt(p.At, "PartitionName="+p.Name+": ", cmp.Or(p.Of["defmempercpu"], plain), cmp.Or(p.Of["maxmempercpu"], most))
		}
	}
	return list
}

// dropped says which generic resources of nodes GresTypes does not name: the daemon starts, and no node has them.
func (s *review) dropped() (list []Finding) {
	if s.Kinds[site.Nodes] || len(s.Conf) == 0 {
		return nil
	}
	types, at := "", ""
	if x := s.Last("GresTypes"); x != nil {
		types, at = x.Value, x.At
	}
	var names []string
	for _, n := range s.Nodes {
		for gres := range strings.SplitSeq(n.Of["gres"], ",") {
			name, _, _ := strings.Cut(strings.TrimSpace(gres), ":")
			is := func(kind string) bool { return strings.EqualFold(strings.TrimSpace(kind), name) }
			if site.Unset(name) || slices.ContainsFunc(strings.Split(types, ","), is) || slices.Contains(names, name) {
				continue
			}
			names = append(names, name)
			says := "NodeName=" + n.Name + " has Gres " + name + ", and GresTypes "
			if types == "" {
				says += "is not set: the node has none of it, the log says nothing"
			} else {
				says += "is " + types + ": the node has none of it, one line of the log says so"
			}
			list = append(list, Finding{Severity: Doubtful, Place: cmp.Or(at, n.At), Says: says + ", and jobs that ask for it are refused.",
				Remedy: "GresTypes=" + strings.TrimPrefix(types+","+name, ",")})
		}
	}
	return list
}

// memoryOfCPU is what nodes have of memory for each CPU, the least of any, MB; 1000 where no file says it.
func (s *review) memoryOfCPU() int64 {
	least := int64(0)
	for _, n := range s.Nodes {
		memory, _ := strconv.ParseInt(n.Of["realmemory"], 10, 64)
		cpus, _ := strconv.ParseInt(cmp.Or(n.Of["cputot"], n.Of["cpus"]), 10, 64)
		if memory > 0 && cpus > 0 && (least == 0 || memory/cpus < least) {
			least = memory / cpus
		}
	}
	return cmp.Or(least, 1000)
}

// unpreempted says where jobs may be stopped, and none is.
func (s *review) unpreempted() []Finding {
	g := s.Given(parameter("PreemptType"))
	switch kind := strings.TrimPrefix(s.words("PreemptType"), "preempt/"); {
	case g == nil:
		return nil
	case kind == "partition_prio" && len(s.Partitions) > 0:
		tier := func(p site.Record) string { return cmp.Or(p.Of["prioritytier"], "1") }
		first := s.Partitions[0]
		if !slices.ContainsFunc(s.Partitions, func(p site.Record) bool { return tier(p) != tier(first) }) {
			return one(Doubtful, g.At, "PreemptType is preempt/partition_prio, and every partition has PriorityTier "+tier(first)+
				": no partition's jobs stop another's.", "PriorityTier=10 in the line of the partition that goes first")
		}
	case kind == "qos" && s.Kinds[site.QOS]:
		if !slices.ContainsFunc(s.QOS, func(q site.Record) bool { return !site.Unset(q.Of["preempt"]) }) {
			return one(Doubtful, g.At, "PreemptType is preempt/qos, and no QOS has another in Preempt: no job is stopped.",
				"sacctmgr modify qos high set preempt=low")
		}
	}
	return nil
}

// partitioned says what is odd about partitions: two that are the default, limits that exclude each other, keys of old, and
// nodes in none.
func (s *review) partitioned() (list []Finding) {
	if s.Kinds[site.Partitions] {
		return nil
	}
	doubt := func(at, says, remedy string) {
		list = append(list, Finding{Severity: Doubtful, Place: at, Says: says, Remedy: remedy})
	}
	var defaults []string
	all := false
	used := map[string]bool{}
	for _, p := range s.Partitions {
		in := "PartitionName=" + p.Name
		if strings.EqualFold(p.Of["default"], "YES") {
			if defaults = append(defaults, p.Name); len(defaults) > 1 {
				doubt(p.At, numeral.Listed(defaults)+" are both Default=YES. Slurm takes the last, "+p.Name+".",
					"Default=NO in the line of "+in)
			}
		}
		most, none := seconds(p.Of["maxtime"])
		if plain, unset := seconds(p.Of["defaulttime"]); !none && !unset && plain > most {
			doubt(p.At, in+" has DefaultTime "+span(plain)+", above MaxTime, "+span(most)+". Slurm drops the DefaultTime: a job without "+
				"--time is planned with MaxTime.", "DefaultTime="+whole(most/60)+" or less in the line of "+in)
		}
		if v := p.Of["priority"]; v != "" {
			doubt(p.At, in+" has Priority "+v+", a key of old versions: it sets PriorityJobFactor and PriorityTier, and jobs of a higher "+
				"tier go first whatever their priority is.", "PriorityJobFactor="+v+" or PriorityTier="+v+", whichever is meant")
		}
		names, _ := model.Hosts(p.Of["nodes"], model.MaxNodes)
		for _, n := range names {
			used[n], all = true, all || strings.EqualFold(n, "ALL") || s.Last("NodeSet") != nil
		}
	}
	for _, n := range s.Nodes {
		names, _ := model.Hosts(n.Name, model.MaxNodes)
		lost := slices.DeleteFunc(names, func(name string) bool { return used[name] })
		if len(s.Partitions) > 0 && !all && len(lost) > 0 {
			count := len(lost)
			if count > 5 {
				lost = append(lost[:5], numeral.Count(count-5)+" more")
			}
			doubt(n.At, numeral.Listed(lost)+numeral.Plural(count, " is", " are")+" in no partition: no job runs there.",
				"Nodes= of a partition, with "+lost[0])
		}
	}
	return list
}

// Of what is odd about a value.
const (
	oldAge   = 3600 // s: priorities that stand still for longer
	manyJobs = 1000 // that a machine may hold
	fewJobs  = 100  // tested in a pass
	coarse   = 600  // s of bf_resolution
	seldom   = 300  // s between backfill passes
)

// odd names values that the daemon takes and hardly anybody means.
func (s *review) odd() (list []Finding) {
	doubt := func(name, says, remedy string) {
		list = append(list, Finding{Severity: Doubtful, Place: s.place(name), Says: name + " is " + s.words(name) + says, Remedy: remedy})
	}
	if s.number("PriorityCalcPeriod") > oldAge && s.words("PriorityType") == "priority/multifactor" {
		doubt("PriorityCalcPeriod", ": priorities of age and usage stand still for so long.", "PriorityCalcPeriod=5")
	}
	if s.words("PriorityType") == "priority/multifactor" && s.words("PriorityFavorSmall") != "NO" && s.number("PriorityWeightJobSize") >
		s.number("PriorityWeightAge") {
		doubt("PriorityFavorSmall", ", and PriorityWeightJobSize, "+s.words("PriorityWeightJobSize")+", is above PriorityWeightAge, "+
			s.words("PriorityWeightAge")+": however long a large job waits, small ones that come pass it.",
			"PriorityWeightAge="+whole(s.number("PriorityWeightJobSize")))
	}
	if x := s.Last("MaxJobCount"); x != nil {
		if n, err := strconv.Atoi(x.Value); err == nil && n < manyJobs {
			list = append(list, Finding{Severity: Doubtful, Place: x.At, Says: "MaxJobCount is " + x.Value +
				": with so many jobs waiting, running or ended of late, all further ones are refused.", Remedy: "MaxJobCount=10000"})
		}
	}
	if s.builtin() {
		return list
	}
	if s.number("bf_max_job_test") < fewJobs {
		doubt("bf_max_job_test", ": jobs behind the first so many are neither started by a backfill pass nor reserved for.",
			s.with("bf_max_job_test", "500"))
	}
	if s.number("bf_resolution") > coarse && s.number("bf_resolution") < s.number("bf_window")*60 {
		doubt("bf_resolution", ": reservations are put on so wide a grid, and shorter gaps go unused.",
			s.with("bf_resolution", whole(coarse)))
	}
	if s.number("bf_interval") > seldom {
		doubt("bf_interval", ": a job that fits behind others waits so long for the next pass.", s.with("bf_interval", "60"))
	}
	if p := parameter("bf_max_time"); s.Given(p) != nil && s.number("bf_max_time") > s.number("bf_interval") {
		doubt("bf_max_time", ", above bf_interval, "+s.words("bf_interval")+": passes may follow each other without a pause.",
			s.with("bf_max_time", whole(s.number("bf_interval"))))
	}
	return list
}

// unknownQOS says which partitions name a QOS that there is none of: seen with 22.05.8, AllowQos then keeps all others out, though
// the log says that the name is ignored, and DenyQos keeps out none.
func (s *review) unknownQOS() (list []Finding) {
	if !s.Kinds[site.QOS] {
		return nil
	}
	is := func(name string) bool {
		return slices.ContainsFunc(s.QOS, func(q site.Record) bool { return strings.EqualFold(q.Name, name) })
	}
	for _, p := range s.Partitions {
		for _, key := range []string{"AllowQos", "DenyQos"} {
			v := p.Of[strings.ToLower(key)]
			if site.Unset(v) || strings.EqualFold(v, "ALL") {
				continue
			}
			var known, unknown []string
			for name := range strings.SplitSeq(v, ",") {
				if name = strings.TrimSpace(name); is(name) {
					known = append(known, name)
				} else if name != "" {
					unknown = append(unknown, site.Shortened(name))
				}
			}
			if len(unknown) == 0 {
				continue
			}
			says := "PartitionName=" + p.Name + " has " + key + " " + numeral.Listed(unknown) + ", which sacctmgr does not list. "
			switch {
			case key == "DenyQos":
				says += "Slurm passes over it: no job is kept out by it."
			case len(known) > 0:
				says += "Jobs of " + numeral.Listed(known) + " alone get in."
			default:
				says += "No job gets in, though slurmctld logs that it ignores the name: a job waits for good, or is refused with " +
					"EnforcePartLimits=ALL."
			}
			list = append(list, Finding{Severity: Doubtful, Place: p.At, Says: says, Remedy: "sacctmgr add qos " + unknown[0] +
				", or the name of one that there is in " + key + " of PartitionName=" + p.Name})
		}
	}
	return list
}

// weightless says where usage is to fade, and has no weight.
func (s *review) weightless() []Finding {
	g := s.Given(parameter("PriorityDecayHalfLife"))
	if g == nil || s.Kinds[site.Shown] || s.words("PriorityType") != "priority/multifactor" || s.number("PriorityWeightFairshare") > 0 {
		return nil // scontrol prints it whatever is set
	}
	return one(Doubtful, g.At, "PriorityDecayHalfLife is "+g.Value+", and PriorityWeightFairshare is 0: what users used changes no order.",
		"PriorityWeightFairshare=10000")
}

// unaccounted says where weights need a database that is not there.
func (s *review) unaccounted() []Finding {
	x := s.Last("AccountingStorageType")
	if x == nil || !strings.HasSuffix(strings.ToLower(x.Value), "none") || s.words("PriorityType") != "priority/multifactor" ||
		s.number("PriorityWeightAge") == 0 && s.number("PriorityWeightFairshare") == 0 {
		return nil
	}
	return one(Doubtful, x.At, "AccountingStorageType is "+x.Value+": slurmctld ignores PriorityWeightAge and PriorityWeightFairshare "+
		"(“can only be used with SlurmDBD, ignoring”, seen in 22.05). They count here.",
		"AccountingStorageType=accounting_storage/slurmdbd")
}
