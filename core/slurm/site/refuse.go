package site

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/slurm/model"
)

// What slurmctld refuses by its value, as it was seen of 22.05.8: it says so, and does not start.

// form is how a value has to be: words of the daemon where it is otherwise, else "".
type form struct {
	names string // of keys
	wrong func(name, text string) string
}

// boundless stands for a number too.
const boundless = "UNLIMITED INFINITE -1"

// count is a whole number of at most so many.
func count(most uint64) func(name, text string) string {
	return func(name, text string) string {
		n, err := strconv.ParseUint(text, 0, 64)
		says := ""
		switch {
		case among(boundless, text) && text != "-1":
			return ""
		case strings.HasPrefix(text, "-") && !untimed(text):
			says = "is less than zero"
		case err != nil && untimed(text):
			says = "is not a valid number"
		case err != nil || n > most:
			says = fmt.Sprintf("is greater than %d", most)
		default:
			return ""
		}
		return name + " value (" + text + ") " + says
	}
}

// untimed says whether a text is no time at all: of the forms of one the daemon takes more than are read here.
func untimed(text string) bool {
	return !slices.Contains(lasting, strings.ToUpper(text)) && strings.Trim(text, "0123456789:-") != ""
}

// timed is a time.
func timed(name, text string) string { return badValue(untimed(text), name, text) }

// oneOf is a word of a list.
func oneOf(words string) func(name, text string) string {
	return func(name, text string) string { return badValue(!among(words, text), name, text) }
}

// yesOrNo is a word for either.
func yesOrNo(name, text string) string {
	if among(eithers, text) {
		return ""
	}
	return fmt.Sprintf("%q is not a valid option for %q", text, name)
}

const eithers = "YES UP TRUE 1 NO DOWN FALSE 0"

func badValue(bad bool, name, text string) string {
	if bad {
		return fmt.Sprintf("Bad value %q for %s", text, name)
	}
	return ""
}

// forms are those of parameters, of nodes' and of partitions' keys.
var (
	forms = []form{
		{"PriorityWeightAge PriorityWeightAssoc PriorityWeightFairshare PriorityWeightJobSize PriorityWeightPartition PriorityWeightQOS " +
			"MaxJobCount MaxArraySize MinJobAge", count(1<<32 - 1)},
		{"KillWait OverTimeLimit", count(1<<16 - 1)},
		{"DefMemPerCPU DefMemPerNode MaxMemPerCPU MaxMemPerNode", count(1<<63 - 1)},
		{"PriorityDecayHalfLife PriorityMaxAge PriorityCalcPeriod", timed},
		{"PriorityCalcPeriod", func(name, text string) string { return badValue(text == "0", name, text) }},
		{"PriorityUsageResetPeriod", oneOf("NONE NOW DAILY WEEKLY MONTHLY QUARTERLY YEARLY")},
		{"PriorityFavorSmall", yesOrNo},
		{"EnforcePartLimits", func(name, text string) string {
			if among(eithers+" ALL ANY", text) {
				return ""
			}
			return "Bad " + name + ": " + text
		}},
		{"PreemptMode", func(name, text string) string {
			if !unmoded(text) {
				return ""
			}
			return name + "=" + text + " invalid"
		}},
	}
	formsOfNodes = []form{
		{"CPUs Procs RealMemory Sockets CoresPerSocket ThreadsPerCore Boards TmpDisk Weight", count(1<<63 - 1)},
		{"State", func(_, text string) string {
			if among("UNKNOWN IDLE DOWN DRAIN DRAINED DRAINING FAIL FAILING CLOUD FUTURE ALLOCATED MIXED ERROR RESERVED PLANNED", text) {
				return ""
			}
			return "Invalid state " + text
		}},
	}
	formsOfParts = []form{
		{"MaxNodes MinNodes MaxCPUsPerNode DefMemPerCPU DefMemPerNode MaxMemPerCPU MaxMemPerNode", count(1<<63 - 1)},
		{"PriorityTier PriorityJobFactor Priority", count(1<<16 - 1)},
		{"MaxTime DefaultTime", timed},
		{"Default Hidden RootOnly LLN", yesOrNo},
		{"OverSubscribe Shared", func(name, text string) string {
			word, _, _ := strings.Cut(text, ":")
			return badValue(!among("NO YES FORCE EXCLUSIVE", word), name, text)
		}},
		{"PreemptMode", func(name, text string) string { return badValue(unmoded(text), name, text) }},
	}
)

// unmoded says whether a PreemptMode is none: a word that there is not, or two that exclude each other.
func unmoded(text string) bool {
	modes := 0
	for word := range strings.SplitSeq(text, ",") {
		switch {
		case among("OFF CANCEL REQUEUE SUSPEND", word):
			modes++
		case !among("GANG WITHIN PRIORITY", word):
			return true
		}
	}
	return modes > 1
}

// given is what slurm.conf sets a parameter to, "" where it does not.
func (s *Site) given(name string) Setting {
	if x := s.Last(name); x != nil && !Unset(x.Value) {
		return *x
	}
	return Setting{}
}

// refuse notes a value that the daemon refuses, with its own words.
func (s *Site) refuse(at, why, words, remedy string) { s.Refuse(at, why+" (“"+words+"”)", remedy) }

// formed notes values that have not their form. A daemon that runs, and says as what, took its own.
func (s *Site) formed() {
	if !s.Kinds[Shown] {
		for _, f := range forms {
			for name := range strings.FieldsSeq(f.names) {
				if x := s.given(name); x.Name != "" {
					s.misformed(f, x.At, "", x.Name, x.Value)
				}
			}
		}
	}
	for _, x := range []struct {
		kind    Kind
		records []Record
		forms   []form
		key     string
	}{{Nodes, s.Nodes, formsOfNodes, "NodeName="}, {Partitions, s.Partitions, formsOfParts, "PartitionName="}} {
		for i := range x.records {
			for _, f := range x.forms {
				for name := range strings.FieldsSeq(f.names) {
					if r := &x.records[i]; r.Of[strings.ToLower(name)] != "" && !s.Kinds[x.kind] {
						s.misformed(f, r.At, x.key+Shortened(r.Name)+": ", name, r.Of[strings.ToLower(name)])
					}
				}
			}
		}
	}
}

func (s *Site) misformed(f form, at, of, name, text string) {
	if says := f.wrong(name, Shortened(text)); says != "" {
		s.refuse(at, of+name+"="+Shortened(text)+" is no value of it", says, "Give one as the manual of slurm.conf has it, without a unit.")
	}
}

// preempts notes a PreemptMode that does not go with the PreemptType.
func (s *Site) preempts() {
	kind, mode := s.given("PreemptType"), s.given("PreemptMode")
	if unmoded(cmp.Or(mode.Value, "OFF")) || s.Kinds[Shown] ||
		kind.Value != "" && !model.Find("PreemptType", false).Knows(kind.Value) {
		return
	}
	off := kind.Value == "" || strings.HasSuffix(strings.ToLower(kind.Value), "none")
	has := func(word string) bool {
		return slices.ContainsFunc(strings.Split(mode.Value, ","), func(w string) bool { return strings.EqualFold(w, word) })
	}
	stops := has("CANCEL") || has("REQUEUE") || has("SUSPEND")
	const words = "PreemptType and PreemptMode values incompatible"
	switch {
	case !off && !stops:
		s.refuse(kind.At, "PreemptType="+Shortened(kind.Value)+" needs a PreemptMode, which is "+cmp.Or(mode.Value, "OFF")+" here", words,
			"PreemptMode=REQUEUE")
	case off && stops:
		s.refuse(mode.At, "PreemptMode="+mode.Value+" needs a PreemptType, which is preempt/none here", words, "PreemptType=preempt/qos")
	case has("SUSPEND") && !has("GANG"):
		s.refuse(mode.At, "PreemptMode="+mode.Value+" lacks GANG, which lets suspended jobs go on",
			"PreemptMode=SUSPEND requires GANG too", "PreemptMode=SUSPEND,GANG")
	}
}

// The words of AccountingStorageEnforce, and of SelectTypeParameters: what is shared out, and options beside.
const (
	enforcing  = "associations limits nojobs nosteps qos safe wckeys all none no yes 0 1 2"
	consumable = "CR_CPU CR_CPU_Memory CR_Core CR_Core_Memory CR_Socket CR_Socket_Memory"
	beside     = "CR_Memory CR_ONE_TASK_PER_CORE CR_CORE_DEFAULT_DIST_BLOCK CR_LLN CR_Pack_Nodes OTHER_CONS_RES OTHER_CONS_TRES NONE " +
		"LL_SHARED_GRES MULTIPLE_SHARING_GRES_PJ ENFORCE_BINDING_GRES ONE_TASK_PER_SHARING_GRES"
)

// listed notes words that are none of a list of such.
func (s *Site) listed() {
	if s.Kinds[Shown] {
		return
	}
	x := s.given("AccountingStorageEnforce")
	for word := range strings.SplitSeq(x.Value, ",") {
		if word != "" && !among(enforcing, word) {
			s.refuse(x.At, x.Name+" has "+Shortened(word), "Invalid parameter for AccountingStorageEnforce: "+Shortened(word),
				"AccountingStorageEnforce=associations,limits,qos")
			break
		}
	}
	x = s.given("SelectTypeParameters")
	shared, memory := 0, false
	for word := range strings.SplitSeq(x.Value, ",") {
		switch {
		case among(consumable, word):
			shared++
		case word != "" && !among(beside, word):
			shared = 2
		}
		memory = memory || strings.EqualFold(word, "CR_Memory")
	}
	kind := strings.TrimPrefix(s.given("SelectType").Value, "select/")
	switch {
	case shared > 1 || shared == 1 && memory:
		s.refuse(x.At, "SelectTypeParameters="+Shortened(x.Value)+" is none that there is", "Bad SelectTypeParameter: "+Shortened(x.Value),
			"SelectTypeParameters=CR_Core_Memory")
	case kind == "linear" && shared == 1:
		s.refuse(x.At, "select/linear gives whole nodes, and takes no "+Shortened(x.Value),
			"Invalid SelectTypeParameters for select/linear, it can't contain CR_(CPU|CORE|SOCKET)", "SelectType=select/cons_tres")
	case (kind == "cons_tres" || kind == "cons_res") && memory && shared == 0:
		s.refuse(x.At, "CR_Memory alone says not what of a node is shared out", "You need at least CR_(CPU|CORE|SOCKET)*",
			"SelectTypeParameters=CR_Core_Memory")
	}
}

// ofStorage are resources of every machine.
const ofStorage = "cpu mem energy node billing fs/disk vmem pages"

// weighed notes weights of resources that are not accounted for, and resources that are none.
func (s *Site) weighed() {
	accounted := s.given("AccountingStorageTRES")
	for name := range strings.SplitSeq(accounted.Value, ",") {
		if kind, _, typed := strings.Cut(name, "/"); name != "" && !s.Kinds[Shown] &&
			(typed && !among("fs gres ic license bb", kind) || !typed && !among(ofStorage, name)) {
			s.refuse(accounted.At, "AccountingStorageTRES has "+Shortened(name), "Unknown tres type '"+Shortened(name)+"'",
				"Write generic resources as gres/gpu.")
		}
	}
	known := ofStorage + " " + strings.ReplaceAll(accounted.Value, ",", " ")
	look := func(at, of, key, text string) {
		for part := range strings.SplitSeq(text, ",") {
			name, value, _ := strings.Cut(part, "=")
			_, err := strconv.ParseFloat(strings.TrimRight(value, "KMGTPkmgtp"), 64)
			switch kind, _, typed := strings.Cut(name, "/"); {
			case name == "":
			case !among(known, name):
				remedy := "Name one of " + strings.Join(strings.Fields(known), ", ") + "."
				if typed && among("fs gres ic license bb", kind) {
					remedy = "AccountingStorageTRES=" + strings.Join(append(strings.FieldsFunc(accounted.Value, func(r rune) bool {
						return r == ','
					}), strings.ToLower(name)), ",")
				}
				s.refuse(at, of+key+" weighs "+Shortened(name)+", which AccountingStorageTRES does not have",
					"TRES weight '"+Shortened(strings.Replace(name, "/", ":", 1))+"' is not a configured TRES type", remedy)
			case err != nil:
				s.refuse(at, of+key+" has "+Shortened(part), "failed to parse tres weights str '"+Shortened(text)+"'", "Give a number.")
			}
		}
	}
	if x := s.given("PriorityWeightTRES"); !s.Kinds[Shown] {
		look(x.At, "", x.Name, x.Value)
	}
	for i := range s.Partitions {
		if r := &s.Partitions[i]; !s.Kinds[Partitions] {
			look(r.At, "PartitionName="+Shortened(r.Name)+": ", "TRESBillingWeights", unless(r.Of["tresbillingweights"]))
			if q := unless(r.Of["qos"]); q != "" && s.Kinds[QOS] && find(s.QOS, q) == nil {
				s.refuse(r.At, "PartitionName="+Shortened(r.Name)+" has the QOS "+Shortened(q)+", which sacctmgr does not list",
					"Partition "+Shortened(r.Name)+" has an invalid qos ("+Shortened(q)+")",
					"Correct the name, or add the QOS with sacctmgr.")
			}
		}
	}
}

// withoutConsRes is the version that has no select/cons_res any more.
const withoutConsRes model.Version = 2311

// aged notes what a version refuses and others do not; where no file says the version, that it may.
func (s *Site) aged(said bool) {
	x := s.given("SelectType")
	if s.Kinds[Shown] || strings.TrimPrefix(x.Value, "select/") != "cons_res" {
		return
	}
	const remedy = "SelectType=select/cons_tres"
	there := func(n Note) bool { return n.At == x.At && n.Remedy == remedy }
	if slices.ContainsFunc(s.Notes, there) || slices.ContainsFunc(s.Refused, there) {
		return // a site may be asked more than once
	}
	switch {
	case !said:
		s.Note(x.At, "select/cons_res is gone from 23.11 on: slurmctld refuses it there.", remedy)
	case s.Version >= withoutConsRes:
		s.refuse(x.At, "Slurm "+s.Version.String()+" has no select/cons_res", "Can't find plugin for select/cons_res", remedy)
	}
}
