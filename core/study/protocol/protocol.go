// Package protocol has the published studies' ways of asking, as named sets of
// settings: what a study's text says, and what its program did where that is
// another thing. A plan names one; what else is asked goes before it.
package protocol

import (
	"strings"

	"shadowtime/core/study"
)

// Protocol is how a published study asked.
type Protocol struct {
	Name   string // of --protocol and links
	Title  string // for people, the end of a sentence: "as run in 2018"
	Words  string // what it is
	Source string
	values map[string][]Value // by kind of study
}

// Value is what a protocol says of a setting. Why says where it is from, "" where
// the study's text has it.
type Value struct{ Key, Text, Why string }

// The kinds of studies that protocols are about.
const (
	compare = "compare"
	online  = "online"
	tune    = "tune"
	predict = "predict"
	learn   = "learn"
)

const (
	rosa   = "Rosa, Carastan-Santos, Goldman: An experimental analysis of regression-obtained HPC scheduling heuristics"
	reis   = "Reis: Learning to control large-scale parallel platforms, 2018, chapter 6"
	reis4  = "Reis: Learning to control large-scale parallel platforms, 2018, chapter 4"
	lelong = "Lelong, Reis, Trystram: Tuning EASY-Backfilling Queues, 2017"
)

// Names of protocols.
const (
	Text2018    = "text2018"
	Run2018     = "run2018"
	Tuning2017  = "tuning2017"
	Predict2018 = "predict2018"
	Regress2022 = "regress2022"
)

// All are the known protocols, in the order of their years.
func All() []Protocol {
	return []Protocol{tuning2017(), text2018(), run2018(), predict2018(), regress2022()}
}

// For are those that say something about a kind of study.
func For(kind string) (list []Protocol) {
	for _, p := range All() {
		if p.values[kind] != nil {
			list = append(list, p)
		}
	}
	return list
}

// Find is the protocol of that name which is about a kind of study.
func Find(name, kind string) (Protocol, bool) {
	for _, p := range For(kind) {
		if p.Name == name {
			return p, true
		}
	}
	return Protocol{}, false
}

// Values are what it says of a kind of study, in the order in which they are set.
func (p Protocol) Values(kind string) []Value { return p.values[kind] }

func tuning2017() Protocol {
	return Protocol{
		Name: Tuning2017, Title: "as run in 2017", Source: lelong,
		Words: "49 pairs of orders learned on 250 weeks of the log's first half and judged on 250 of its second, with and without a " +
			"threshold of 20 h",
		values: map[string][]Value{tune: {
			{"pairs", "7x7", ""},
			{"threshold", "none,20h", "the example of the study; its sweep is another"},
			{"objective", "avgWait", ""},
			{"weeks", "250", ""},
			{"clean", "queue-tuning", ""},
			{"variant", "draw", ""},
			{"dialect", "ocs", "the program's ties, and thresholds on both orders"},
		}},
	}
}

func text2018() Protocol {
	years := []Value{
		{"orders", "all", ""},
		{"threshold", "40h", ""},
		{"resamples", "60", "60 to 100 in the text"},
		{"weeks", "104", ""},
		{"clean", "online", ""},
		{"variant", "draw", ""},
		{"load", "1", ""},
		{"backfilling", "easy", ""},
		{"backfill", "same", "EASY(P, θ) has one order"},
	}
	return Protocol{
		Name: Text2018, Title: "as the text of 2018 says", Source: reis,
		Words: "every order sorts the whole queue, threshold 40 h, two years drawn from the weeks of each user",
		values: chapter6(years,
			Value{"epsilon", "0.1", "by the vote of its table 6.2"},
			Value{"feedback", "empty", ""},
			Value{"replayed", "submitted", ""},
			Value{"seen", "finished", ""}),
	}
}

// chapter6 are the values of comparing orders, and of choosing among them while the
// machine runs, which has some of its own.
func chapter6(years []Value, own ...Value) map[string][]Value {
	n := len(years)
	learning := append(years[:n:n], Value{"strategies", "random,full,noisy,epsilon-greedy", ""}, Value{"period", "day,week", ""},
		Value{"lambda", "1", ""}, Value{"noise", "0.2", ""})
	return map[string][]Value{compare: append(years[:n:n], Value{"baseline", "FCFS", ""}), online: append(learning, own...)}
}

func run2018() Protocol {
	years := []Value{
		{"orders", "all", ""},
		{"threshold", "200000s", "55 h 33 min 20 s in the released workflow; the text says 40 h"},
		{"resamples", "60", ""},
		{"weeks", "104", "100 in the workflow, of parts of shuffled logs: drawing as many comes to the same within 1.1 points on average"},
		{"clean", "queue-tuning", "the program leaves out jobs that ran past their request, and those of no length"},
		{"variant", "draw", ""},
		{"week-start", "log", "the program counts weeks from the log's first instant"},
		{"load", "1", ""},
		{"backfilling", "easy", ""},
		{"backfill", "LQF", "the workflow gives every order, FCFS too, the same backfilling order; the program's name for it was the " +
			"inverse at the time"},
		{"dialect", "ocs", "the program's ties, and thresholds on both orders"},
	}
	return Protocol{
		Name: Run2018, Title: "as run in 2018", Source: reis + "; its released workflow and program of 2017",
		Words: "every order sorts the front of the queue alone, all backfill the widest jobs first, threshold 200,000 s",
		values: chapter6(years,
			Value{"epsilon", "0.5", "the program's parameter is the share of exploitation, 0.5; the text has 0.1"},
			Value{"feedback", "queue", "the real queue of a period's start is added to its simulation"},
			Value{"replayed", "started", "the program replays the jobs that started in the period"},
			Value{"unbounded", "true", "its simulations have no threshold"},
			Value{"seen", "started", "the bandit counts jobs that started, not those that finished"},
			Value{"late", "front", "for strategies the threshold acts on the front of the queue alone"}),
	}
}

func regress2022() Protocol {
	return Protocol{
		Name: Regress2022, Title: "as run in 2022", Source: rosa,
		Words: "440 pairs of 16 jobs ahead and 32 queued, 256,000 trials of each with fair shuffles, linear features; its own shuffles " +
			"were biased by place",
		values: map[string][]Value{learn: {
			{"part", "whole", ""},
			{"features", "lin,qdr,cub,qua", ""},
			{"pairs", "440", "14,080 released rows"},
			{"trials", "256000", ""},
			{"sizes", "16,32", ""},
			{"ridge", "0", ""},
		}},
	}
}

func predict2018() Protocol {
	return Protocol{
		Name: Predict2018, Title: "as run in 2018", Source: reis4 + "; its released program",
		Words: "its choice of predictor, loss, correction and backfilling order, no threshold, the features and habits of its program; " +
			"it " +
			"replayed each log once, which stands here as the replay of the log",
		values: map[string][]Value{predict: {
			{"predictor", "learned", ""},
			{"loss", "square,linear,area", ""},
			{"correction", "incremental", "the program corrects without a scheduling pass"},
			{"backfill", "SJBF", ""},
			{"threshold", "none", ""},
			{"objective", "avgBsld", ""},
			{"weeks", "52", "as proposed here: the study replayed each log once, as it was"},
			{"clean", "prediction", "the program cuts run times to the request"},
			{"load", "1", ""},
			{"closer", "0", ""},
			{"dialect", "pyss", "the program's ties, passes and features"},
			{"tau", "10", ""},
		}},
	}
}

// None is the text of no protocol.
const None = "none"

// Setting is which protocol a plan follows, "" is none: set, it sets all that the
// protocol has, so it comes before every other setting. rest are those others,
// which are set as they are asked for later.
func Setting(kind string, at *string, rest func() study.Settings) study.Setting {
	options := []study.Option{{Value: None, Words: "none"}}
	for _, p := range For(kind) {
		options = append(options, study.Option{Value: p.Name, Words: p.Title})
	}
	return study.Usually("protocol", at, options...).Implying(func(text string) error {
		p, _ := Find(text, kind)
		list := rest()
		for _, v := range p.Values(kind) {
			if err := list.Find(v.Key).Set(v.Text); err != nil {
				return err
			}
		}
		return nil
	}).Display().With("As the study did", "all settings as a published study had them: "+strings.Join(known(kind), ", ")+
		"; what else is asked goes before it").
		Saying(func() string {
			if p, ok := Find(*at, kind); ok {
				return p.Title
			}
			return ""
		})
}

// known names the protocols of a kind with what they are.
func known(kind string) (list []string) {
	for _, p := range For(kind) {
		list = append(list, p.Name+" ("+p.Words+")")
	}
	return list
}
