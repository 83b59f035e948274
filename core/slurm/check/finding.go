package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"shadowtime/core/base/numeral"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/set"
	"shadowtime/core/slurm/site"
	"shadowtime/core/study"
)

// Level says how far something is to be doubted.
type Level string

// The levels.
const (
	FixFirst Level = "fix first"
	Doubtful Level = "doubtful"
	Good     Level = "good"
)

func (l Level) rank() int { return slices.Index([]Level{FixFirst, Doubtful, Good}, l) }

// Finding is what a check says of one thing.
type Finding struct {
	Name     string `json:"name"`
	Severity Level  `json:"severity"`
	Place    string `json:"place"` // file and line, "" of none
	Says     string `json:"says"`
	Remedy   string `json:"remedy"` // what changes it, "" where that is not known
}

// Line is the remedy where slurm.conf takes it as it stands, "" else: only that is to be pasted.
func (f *Finding) Line() string {
	for word := range strings.SplitSeq(f.Remedy, " ") {
		key, value, _ := strings.Cut(word, "=")
		if value == "" || strings.ContainsFunc(key, func(c rune) bool { return !unicode.IsLetter(c) }) {
			return ""
		}
	}
	return f.Remedy
}

// rules are what is looked for, each by its name; a rule that can't tell says nothing.
var rules = []struct {
	name string
	look func(s *review) []Finding
}{
	{"backfill", (*review).backfills},
	{"window", (*review).beyondWindow},
	{"default time", (*review).defaultTime},
	{"cycle", (*review).longCycle},
	{"continue", (*review).giveUp},
	{"tested", (*review).tested},
	{"records", (*review).fullTable},
	{"by user", (*review).aboveTest},
	{"reservations", (*review).conservative},
	{"resolution", (*review).grid},
	{"weights", (*review).weights},
	{"unused priority", (*review).unused},
	{"usage", (*review).usage},
	{"nodes", (*review).down},
	{"limits", (*review).unenforced},
	{"repeats", (*review).repeats},
	{"options", (*review).misspelt},
	{"units", (*review).units},
	{"memory", (*review).memory},
	{"preemption", (*review).unpreempted},
	{"partitions", (*review).partitioned},
	{"odd values", (*review).odd},
	{"weightless", (*review).weightless},
	{"generic resources", (*review).dropped},
	{"accounting", (*review).unaccounted},
	{"allowed QOS", (*review).unknownQOS},
}

func (s *review) findings() (list []Finding) {
	for _, r := range rules {
		for _, f := range r.look(s) {
			f.Name = r.name
			list = append(list, f)
		}
	}
	return list
}

func one(level Level, place, says, remedy string) []Finding {
	return []Finding{{Severity: level, Place: place, Says: says, Remedy: remedy}}
}

// span is a duration in words.
func span(seconds int64) string {
	const day = 24 * 3600
	if seconds > day && seconds%day == 0 {
		return numeral.Count(seconds/day) + " days"
	}
	return study.Seconds(seconds).Words()
}

// window is bf_window in words.
func (s *review) window() string {
	return s.words("bf_window") + " (" + span(60*s.number("bf_window")) + ")"
}

// with is the line of SchedulerParameters with options set: pairs of name and value, "" of a flag.
func (s *review) with(pairs ...string) string {
	var list []string
	for _, o := range s.Options {
		if at := slices.Index(pairs, o.Name); at >= 0 && at%2 == 0 {
			continue
		}
		list = append(list, option(o.Name, o.Value))
	}
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, option(pairs[i], pairs[i+1]))
	}
	return "SchedulerParameters=" + strings.Join(list, ",")
}

func option(name, value string) string {
	if value == "" {
		return name
	}
	return name + "=" + value
}

// builtin says that there are no backfill passes.
func (s *review) builtin() bool {
	return s.words("SchedulerType") != "sched/backfill" || s.number("bf_interval") < 0
}

func (s *review) backfills() []Finding {
	switch {
	case s.builtin() && s.number("sched_interval") < 0 && s.words("SchedulerType") == "sched/backfill":
		return one(FixFirst, s.place("sched_interval"), "sched_interval and bf_interval are both −1: there is neither a full main "+
			"pass nor a "+
			"backfill pass.", s.with("sched_interval", "60", "bf_interval", "30"))
	case s.words("SchedulerType") != "sched/backfill":
		return one(FixFirst, s.place("SchedulerType"), "SchedulerType is "+s.words("SchedulerType")+": there are no backfill passes. The "+
			"first job of a partition that does not fit bars all behind it.", "SchedulerType=sched/backfill")
	case s.builtin():
		return one(FixFirst, s.place("bf_interval"), "bf_interval is −1: there are no backfill passes. The first job of a partition that "+
			"does not fit bars all behind it.", s.with("bf_interval", "30"))
	}
	return one(Good, s.place("SchedulerType"), "sched/backfill makes a pass every "+s.words("bf_interval")+" at most.", "")
}

// longest is the longest limit of a partition's jobs: its own, or the QOS' where all have one that is
// enforced; none: there is none.
func (s *review) longest(p site.Record) (n int64, none bool) {
	n, none = seconds(p.Of["maxtime"])
	if !s.enforces() || len(s.QOS) == 0 {
		return n, none
	}
	most := int64(0)
	for _, q := range s.QOS {
		wall, open := seconds(q.Of["maxwall"])
		if open || strings.Contains(q.Of["flags"], "PartitionTimeLimit") {
			return n, none
		}
		most = max(most, wall)
	}
	if none || most < n {
		return most, false
	}
	return n, none
}

// enforces says that limits of QOS are.
func (s *review) enforces() bool {
	text := strings.ToLower(s.words("AccountingStorageEnforce"))
	return strings.Contains(text, "limits") || strings.Contains(text, "safe") || text == "all"
}

func (s *review) beyondWindow() (list []Finding) {
	if s.builtin() || len(s.Partitions)+len(s.QOS) == 0 {
		return nil
	}
	window, most := s.number("bf_window")*60, parameter("bf_window").High*60
	need, limits := window, map[int]string{} // what sets a limit, for those that have none within reach
	beyond := func(r site.Record, says, limit string, n int64, none bool) {
		f := Finding{Severity: FixFirst, Place: r.At, Says: says + " and bf_window is " + s.window() + ". A job whose nodes come free " +
			"later than that gets no reservation and can starve."}
		if none || n > most {
			need = max(need, min(most, 7*24*3600))
			limits[len(list)] = limit
		}
		need = max(need, min(n, most))
		list = append(list, f)
	}
	for _, p := range s.Partitions {
		switch n, none := s.longest(p); {
		case none:
			beyond(p, "Partition "+p.Name+" has no MaxTime", "in the line of PartitionName="+p.Name+", MaxTime=", n, none)
		case n > window:
			beyond(p, "Partition "+p.Name+" has limits up to "+span(n), "in the line of PartitionName="+p.Name+", MaxTime=", n, none)
		}
	}
	for _, q := range s.QOS {
		passes := strings.Contains(q.Of["flags"], "PartitionTimeLimit") || len(s.Partitions) == 0
		if n, none := seconds(q.Of["maxwall"]); !none && n > window && passes {
			beyond(q, "QOS "+q.Name+" has MaxWall "+span(n), "sacctmgr modify qos "+q.Name+" set MaxWall=", n, none)
		}
	}
	if len(list) == 0 && len(s.Partitions) > 0 {
		return one(Good, s.place("bf_window"), "No partition has limits beyond bf_window, "+s.window()+".", "")
	}
	for i := range list {
		list[i].Remedy = s.with("bf_window", whole((need+59)/60))
		if limit := limits[i]; limit != "" {
			list[i].Says += " Set a limit too, " + limit + whole(need/60) + "."
		}
	}
	return list
}

func (s *review) defaultTime() []Finding {
	var names []string
	at, plain := "", "01:00:00"
	for _, p := range s.Partitions {
		if _, none := seconds(p.Of["defaulttime"]); none {
			if names = append(names, p.Name); len(names) == 1 {
				at = p.At
				if most, none := seconds(p.Of["maxtime"]); !none && most <= 3600 {
					plain = whole(max(1, most/120))
				}
			}
		}
	}
	switch {
	case len(s.Partitions) == 0:
		return nil
	case len(names) == 0:
		return one(Good, "", "Every partition has a DefaultTime.", "")
	}
	return one(Doubtful, at, numeral.Capital(numeral.Plural(len(names), "partition ", "partitions "))+numeral.Listed(names)+
		numeral.Plural(len(names), " has", " have")+" no DefaultTime. A job without --time is planned with MaxTime, so it is seldom "+
		"backfilled.",
		"DefaultTime="+plain+" in the line of PartitionName="+names[0])
}

// diagnosed is what sdiag says of the backfill passes.
func (s *review) diagnosed(name string) (v float64, ok bool) {
	v, ok = s.Diag[name]
	return v, ok
}

func (s *review) longCycle() []Finding {
	mean, ok := s.diagnosed("mean cycle")
	most, has := s.diagnosed("max cycle")
	interval := float64(s.number("bf_interval"))
	if !ok && !has || s.builtin() {
		return nil
	}
	mean, most = mean/1e6, most/1e6
	remedy := s.with("bf_interval", whole(int64(min(10800, math.Ceil(max(mean, most))+1))))
	took := "Backfill passes take " + numeral.Number(mean) + " s in the mean, " + numeral.Number(most) + " s at most (sdiag)."
	switch limit := s.words("bf_interval"); {
	case mean > interval:
		return one(FixFirst, s.place("bf_interval"), took+" That is longer than bf_interval, "+limit+": one pass follows the other, "+
			"and is cut "+
			"at bf_max_time, "+s.words("bf_max_time")+".", remedy)
	case most > interval:
		return one(Doubtful, s.place("bf_interval"), took+" The longest is longer than bf_interval, "+limit+".", remedy)
	}
	return one(Good, s.place("bf_interval"), took+" bf_interval is "+s.words("bf_interval")+".", "")
}

func (s *review) giveUp() []Finding {
	if s.builtin() || s.number("bf_continue") == 1 {
		return nil
	}
	yields := float64(s.number("bf_yield_interval"))
	most, ok := s.diagnosed("max cycle")
	after := numeral.Number(yields/1e6) + " s (bf_yield_interval)"
	if ok && most < yields {
		return one(Good, "not set", "bf_continue is off, and no pass was so long that it mattered: "+numeral.Number(most/1e6)+" s at "+
			"most, locks "+
			"are given up after "+after+".", "")
	}
	level, remedy := Good, "" // as by default
	if ok || s.Given(parameter("bf_continue")) != nil || s.Given(parameter("bf_yield_interval")) != nil {
		level, remedy = Doubtful, s.with("bf_continue", "")
	}
	return one(level, "not set", "bf_continue is off. A backfill pass gives up its locks after "+after+", and ends there if a job "+
		"or node has "+
		"changed. Jobs far down the order may never be tested.", remedy)
}

// queue is how many jobs wait, by sdiag.
func (s *review) queue() (n float64, ok bool) {
	mean, ok := s.diagnosed("queue length mean")
	last, has := s.diagnosed("last queue length")
	return max(mean, last), ok || has
}

// hundreds rounds up.
func hundreds(v float64) int64 { return int64(math.Ceil(v/100)) * 100 }

func (s *review) tested() []Finding {
	n, ok := s.queue()
	most := s.number("bf_max_job_test")
	switch {
	case s.builtin() || !ok:
		return nil
	case n > float64(most) && most < parameter("bf_max_job_test").High:
		return one(Doubtful, s.place("bf_max_job_test"), fmt.Sprintf("%s jobs wait (sdiag), and bf_max_job_test is %s. The others are "+
			"neither "+
			"started by the backfill pass nor reserved for.", numeral.Whole(n), numeral.Count(most)),
			s.with("bf_max_job_test", whole(min(hundreds(n*1.5), parameter("bf_max_job_test").High))))
	}
	return one(Good, s.place("bf_max_job_test"), fmt.Sprintf("bf_max_job_test, %s, is enough for the %s jobs that wait (sdiag).",
		numeral.Count(most), numeral.Whole(n)), "")
}

// reservesAll says that every job tested may get a reservation.
func (s *review) reservesAll() bool {
	return s.number(partCount) == 0 && s.number("bf_min_prio_reserve") == 0 && s.number("bf_min_age_reserve") == 0
}

const partCount = "bf_job_part_count_reserve"

func (s *review) fullTable() []Finding {
	n, ok := s.queue()
	size := s.number("bf_node_space_size")
	filled, has := s.diagnosed("last table size")
	if mean, also := s.diagnosed("mean table size"); also {
		filled, has = max(filled, mean), true
	}
	n = min(n, float64(s.number("bf_max_job_test")))
	high := parameter("bf_node_space_size").High
	if s.builtin() || size >= high {
		return nil
	}
	larger := s.with("bf_node_space_size", whole(min(high, max(2*s.number("bf_max_job_test")+1, 2*size))))
	records := "The table of reservations has " + numeral.Count(size) + " records (bf_node_space_size, by default bf_max_job_test)"
	switch {
	case has && filled >= float64(size):
		return one(FixFirst, s.place("bf_node_space_size"), records+", and is full (sdiag). A pass ends where it has no room for the next "+
			"reservation.", larger)
	case ok && s.reservesAll() && 2*n+1 > float64(size):
		return one(Doubtful, s.place("bf_node_space_size"), records+". A reservation takes up to two, and "+numeral.Whole(n)+" jobs "+
			"are tested "+
			"(sdiag): a pass can end before the last of them.", larger)
	}
	return nil
}

func (s *review) aboveTest() (list []Finding) {
	most := s.number("bf_max_job_test")
	for _, name := range []string{"bf_max_job_user", "bf_max_job_part", "bf_max_job_user_part"} {
		if n := s.number(name); n > most && !s.builtin() {
			list = append(list, Finding{Severity: Doubtful, Place: s.place(name), Says: fmt.Sprintf("%s, %s, is above "+
				"bf_max_job_test, %s: no pass "+
				"comes so far.", name, numeral.Count(n), numeral.Count(most)), Remedy: s.with("bf_max_job_test", whole(n))})
		}
	}
	return list
}

func (s *review) conservative() []Finding {
	switch n := s.number(partCount); {
	case s.builtin():
		return nil
	case n > 0:
		return one(Good, s.place(partCount), fmt.Sprintf("%s is %s: so many jobs of a partition get a reservation, others only start now. "+
			"With 1 that is EASY backfilling.", partCount, numeral.Count(n)), "")
	case !s.reservesAll():
		return nil
	}
	level, remedy := Good, "" // as by default
	if s.Given(parameter(partCount)) != nil {
		level, remedy = Doubtful, s.with(strings.Split(set.OneReservation, "=")...)
	}
	return one(level, s.place(partCount), partCount+" is 0: every job tested gets a reservation, as in conservative backfilling. "+
		"Fewer jobs "+
		"move ahead than under EASY, where the first job alone has one.", remedy)
}

// slots are more than any window of a week has at Slurm's own resolution.
const slots = 7 * 24 * 60

func (s *review) grid() []Finding {
	window, step := s.number("bf_window")*60, s.number("bf_resolution")
	words := "bf_resolution is " + s.words("bf_resolution") + " and bf_window " + s.window()
	switch {
	case s.builtin():
		return nil
	case step >= window && step <= coarse:
		return one(FixFirst, s.place("bf_window"), words+": every reservation is one step long, whatever its job asks for.",
			s.with("bf_window", parameter("bf_window").Default))
	case step >= window:
		return one(FixFirst, s.place("bf_resolution"), words+": every reservation is one step long, whatever its job asks for.",
			s.with("bf_resolution", whole(max(1, min(60, window/10)))))
	case window/step > slots:
		return one(Doubtful, s.place("bf_resolution"), fmt.Sprintf("%s: %s steps. Slurm's manual has both raised together, since "+
			"passes over fine "+
			"steps take longer.", words, numeral.Count(window/step)), s.with("bf_resolution", whole((window/slots+59)/60*60)))
	}
	return nil
}

// weighed are the factors of priority/multifactor.
var weighed = []string{"Age", "Fairshare", "JobSize", "Assoc", "Partition", "QOS"}

func (s *review) weights() []Finding {
	var set []string
	for _, name := range weighed {
		if s.number("PriorityWeight"+name) > 0 {
			set = append(set, "PriorityWeight"+name)
		}
	}
	if s.Given(parameter("PriorityWeightTRES")) != nil {
		set = append(set, "PriorityWeightTRES")
	}
	kind := s.words("PriorityType")
	switch {
	case kind == "priority/multifactor" && len(set) == 0 && s.ranked():
		return nil
	case kind == "priority/multifactor" && len(set) == 0 && s.Given(parameter("PriorityType")) == nil:
		return one(Good, s.place("PriorityType"), "PriorityType is priority/multifactor and all its weights are 0, as by default: jobs go "+
			"by submission.", "")
	case kind == "priority/multifactor" && len(set) == 0:
		return one(Doubtful, s.place("PriorityType"), "PriorityType is priority/multifactor and all its weights are 0. All priorities "+
			"are equal, "+
			"so jobs go by submission.", "PriorityWeightAge=1000")
	case kind != "priority/multifactor" && len(set) > 0:
		return one(FixFirst, s.place("PriorityType"), "PriorityType is "+kind+", so "+numeral.Listed(set)+
			numeral.Plural(len(set), " has", " have")+" no effect.", "PriorityType=priority/multifactor")
	case kind == "priority/multifactor":
		return one(Good, s.place("PriorityType"), "PriorityType is priority/multifactor, with "+numeral.Listed(set)+" above 0.", "")
	}
	return nil
}

// ranked says that something else may rank the jobs: the site factor, as of a submission's script.
func (s *review) ranked() bool {
	return s.Given(parameter("JobSubmitPlugins")) != nil || s.Given(parameter("PrioritySiteFactorPlugin")) != nil
}

// unused says where QOS or partitions have priorities that no weight counts.
func (s *review) unused() (list []Finding) {
	if s.words("PriorityType") != "priority/multifactor" {
		return nil
	}
	for _, x := range []struct {
		records        []site.Record
		key, what, has string
	}{{s.QOS, "priority", "QOS", "Priority"}, {s.Partitions, "priorityjobfactor", "Partition", "PriorityJobFactor"}} {
		values := map[string]bool{}
		var named site.Record
		for _, r := range x.records {
			if values[r.Of[x.key]] = true; named.Name == "" && !slices.Contains([]string{"", "0", "1"}, r.Of[x.key]) {
				named = r
			}
		}
		weight := "PriorityWeight" + x.what
		if len(values) > 1 && named.Name != "" && s.number(weight) == 0 {
			list = append(list, Finding{Severity: Doubtful, Place: named.At, Says: x.what + " " + named.Name + " has " + x.has + " " +
				named.Of[x.key] + ", and " + weight + " is 0: it changes no order.", Remedy: weight + "=1000"})
		}
	}
	return list
}

func (s *review) usage() (list []Finding) {
	if s.words("PriorityType") != "priority/multifactor" || s.number("PriorityWeightFairshare") == 0 {
		return nil
	}
	if s.enforces() {
		list = one(Good, s.place("AccountingStorageEnforce"), "Fair share has a weight, and AccountingStorageEnforce is "+
			s.words("AccountingStorageEnforce")+": usage counts to a job's end.", "")
	} else {
		list = one(Doubtful, s.place("AccountingStorageEnforce"), "Fair share has a weight, and AccountingStorageEnforce is "+
			s.words("AccountingStorageEnforce")+", without limits. What a job uses after the last PriorityCalcPeriod before its end "+
			"is not "+
			"counted (seen in 22.05).", "AccountingStorageEnforce=associations,limits")
	}
	if reset := s.words("PriorityUsageResetPeriod"); s.number("PriorityDecayHalfLife") == 0 && site.Unset(reset) {
		list = append(list, Finding{Severity: Doubtful, Place: s.place("PriorityDecayHalfLife"), Says: "PriorityDecayHalfLife is 0 and " +
			"PriorityUsageResetPeriod " + reset + ": usage is never forgotten.", Remedy: "PriorityDecayHalfLife=7-0"})
	}
	return list
}

func (s *review) down() []Finding {
	var names []string
	at := ""
	for _, n := range s.Nodes {
		if site.Away(n.Of["state"]) {
			if names = append(names, n.Name); len(names) == 1 {
				at = n.At
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	count := len(names)
	if count > 5 {
		names = append(names[:5], numeral.Count(count-5)+" more")
	}
	return one(Doubtful, at, fmt.Sprintf("%s of %s nodes %s down or drained: %s. The machine that plans is smaller than its list.",
		numeral.Count(count), numeral.Count(len(s.Nodes)), numeral.Plural(count, "is", "are"), numeral.Listed(names)), "")
}

// unenforced says where limits are set that nobody holds to.
func (s *review) unenforced() []Finding {
	if s.enforces() {
		return nil
	}
	var first site.Record
	key, count := "", 0
	for what, records := range map[string][]site.Record{"QOS ": s.QOS, "Association ": s.associations()} {
		for _, r := range records {
			for _, k := range []string{"GrpJobs", "GrpTRES", "MaxJobs", "MaxJobsPU", "MaxJobsPA", "MaxTRES", "MaxTRESPU",
				"MaxTRESPA", "GrpTRESRunMins", "MaxWall"} {
				v := r.Of[strings.ToLower(k)]
				if site.Unset(v) {
					continue
				}
				if count++; first.Name == "" || what+r.Name < first.Name {
					first, key = r, k+" "+v
					first.Name = what + r.Name
				}
			}
		}
	}
	if count == 0 {
		return nil
	}
	more := ". "
	if count > 1 {
		more = ", and " + numeral.Count(count-1) + " more " + numeral.Plural(count-1, "limit is", "limits are") + " set. "
	}
	return one(FixFirst, first.At, first.Name+" has "+key+more+"AccountingStorageEnforce is "+s.words("AccountingStorageEnforce")+
		", without limits: nobody is held to one.", "AccountingStorageEnforce=associations,limits")
}

// repeats names reservations that come again, of which one time is printed.
func (s *review) repeats() []Finding {
	for _, r := range s.Reservations {
		if flags := r.Of["flags"]; strings.Contains(flags, "DAILY") || strings.Contains(flags, "WEEK") || strings.Contains(flags,
			"HOURLY") {
			return one(Doubtful, r.At, "Reservation "+r.Name+" repeats ("+flags+"), and Slurm prints its next time alone. A replay "+
				"of jobs before it knows none of its others.", "")
		}
	}
	return nil
}

// doubts notes what is wrong with the texts themselves.
func (s *review) doubts() {
	file := site.New()
	file.Version, file.Conf = s.Version, s.Conf
	file.Settle()
	for i := range model.Parameters {
		p := &model.Parameters[i]
		if g := s.Given(p); g != nil {
			told := slices.ContainsFunc(s.Refused, func(n site.Note) bool { return n.At == g.At })
			if _, err := p.Value(g.Value); !told && err != nil || !p.Knows(g.Value) && s.Kinds[site.Shown] { // else it is refused
				s.note(Doubtful, g.At, fmt.Sprintf("%s=%s is no value known here. Known are %s. The default counts.", p.Name,
					site.Shortened(g.Value), cmp.Or(strings.Join(p.Types, ", "), p.Range())), remedyOf(s, p))
			}
		}
		s.differs(p, file)
	}
	for _, o := range s.Twice {
		s.note(Doubtful, o.At, o.Name+" stands twice in SchedulerParameters. Slurm takes the first.", "")
	}
	times := map[string]int{}
	for _, c := range s.Counted() {
		name := strings.ToLower(c.Name)
		if name != "schedulerparameters" && model.Find(name, false) == nil {
			continue
		}
		if times[name]++; times[name] == 2 {
			s.note(Doubtful, c.At,
				c.Name+" stands more than once. Slurm obeys the last alone: "+site.Shortened(s.Last(c.Name).Value)+".", "")
		}
	}
}

func remedyOf(s *review, p *model.Parameter) string {
	text := p.DefaultOf(s.Version)
	if other := model.Find(text, true); other != nil {
		text = s.Text(other)
	}
	if p.Option {
		return s.with(p.Name, text)
	}
	return p.Name + "=" + text
}

// differs notes where slurm.conf says another thing than the running daemon.
func (s *review) differs(p *model.Parameter, file *site.Site) {
	if !s.Kinds[site.Shown] || len(s.Conf) == 0 {
		return
	}
	there := file.Given(p)
	if there == nil || alike(p, there.Value, s.Text(p)) {
		return
	}
	s.note(Doubtful, there.At, fmt.Sprintf("slurm.conf has %s %s, the running daemon %s. The daemon's counts here.", p.Name,
		site.Shortened(p.Write(there.Value)), site.Shortened(s.words(p.Name))), "scontrol reconfigure, or a restart of slurmctld")
}
