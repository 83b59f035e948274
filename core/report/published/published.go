// Package published has what studies printed for public logs, to be seen beside
// what is computed here: the figures, and how to know the logs that they are of.
package published

import (
	"math"

	"shadowtime/core/job"
	"shadowtime/core/study"
)

// Figure is a change of total waiting that a study printed for a log, as a
// fraction.
type Figure struct {
	Kind    string        // of study: compare, online or tune
	Log     string        // its name
	Name    string        // of what: an order, a strategy, Best or Learned
	Period  study.Seconds // how long an order stays, of strategies; None of others
	Printed float64
	Column  string  // the label it is printed under, where that is another's
	Plotted float64 // where the study's own picture shows it, to ±0.002; NaN where that is not at odds with what is printed
}

// Names of figures that are of no order and no strategy.
const (
	Best    = "best"    // the fixed order that is best in hindsight
	Learned = "learned" // the pair of orders learned on the first half, with 20 h, judged on the second
)

// Value is what the study found: what it plotted, where that is at odds with what
// it printed.
func (f Figure) Value() float64 {
	if f.Contradicted() {
		return f.Plotted
	}
	return f.Printed
}

// Contradicted says whether the study's own picture shows another value.
func (f Figure) Contradicted() bool { return f.Plotted == f.Plotted }

// Precision is how far the value may lie from what is known of it: whole percents
// are printed, pictures are read to two tenths.
func (f Figure) Precision() float64 {
	if f.Contradicted() {
		return 0.002
	}
	return 0.005
}

// Where the figures of orders, of strategies and of pairs are printed.
const (
	OrdersSource     = "Reis 2018, table 6.3"
	StrategiesSource = "Reis 2018, table 6.4"
	PairsSource      = "Lelong, Reis, Trystram 2017, section 4"
)

// Source says where the figures of a kind of study are printed.
func Source(kind string) string {
	switch kind {
	case kindCompare:
		return OrdersSource
	case kindOnline:
		return StrategiesSource
	case kindTune:
		return PairsSource
	}
	return ""
}

const (
	kindCompare = "compare"
	kindOnline  = "online"
	kindTune    = "tune"
)

// digests names the logs that are known: the columns of the files of the Parallel
// Workloads Archive, see job.DigestOf. Of the others only the figures are known.
var digests = [...]struct{ log, digest string }{
	{"KTH-SP2", "cd04a7709ad3277db086ee21dfee723efddc133e96963fed1e8dd658b60f0919"},    // 1996-2.1-cln
	{"SDSC-SP2", "3e141a4ffaac9b39033599f7e0b92c2bd40d382f454c9faa423b7d34c6cacb25"},   // 1998-4.2-cln
	{"CEA-Curie", "27810f31062eb6e82ea969e739cc51cd3e88410e9612c0382ff676fc7ee16a50"},  // 2011-2.1-cln
	{"UniLu-Gaia", "c2cea7299561335c3809e6a79485a73b7a48a8af07defa0287e5ba9251e8545f"}, // 2014-1
}

// Logs are the names of all logs that figures were printed for.
func Logs() []string {
	return []string{"KTH-SP2", "CTC-SP2", "SDSC-SP2", "SDSC-BLUE", "ANL-Intrepid", "CEA-Curie", "UniLu-Gaia"}
}

// Known is the name of the log with that digest, in hexadecimal; false where no figures are known
// of it.
func Known(digest string) (log string, ok bool) {
	for _, d := range digests {
		if d.digest == digest {
			return d.log, true
		}
	}
	return "", false
}

// Digested says whether a version of a log is known by its digest: where none is, a log goes
// by its name.
func Digested(log string) bool {
	for _, d := range digests {
		if d.log == log {
			return true
		}
	}
	return false
}

// columns are those of table 6.3, by the order that each holds; two pairs are
// printed under each other's label.
var columns = [...]struct{ order, label string }{
	{"LCFS", ""}, {"SPF", ""}, {"LPF", ""}, {"SQF", ""}, {"LQF", ""}, {"SEXP", "LEXP"}, {"LEXP", "SEXP"}, {"LRF", "SRF"}, {"SRF", "LRF"},
	{"SAF", ""}, {"LAF", ""},
}

// orders63 is table 6.3 as printed, in percent, by the logs of Logs.
var orders63 = [...][len(columns)]int8{
	{-13, -16, 5, -16, 3, -8, -15, -8, -13, -12, 15},
	{-40, -19, -14, -47, 15, -36, -19, -38, -12, -44, 22},
	{-8, -15, 4, -8, 4, -3, -15, -3, -10, -11, 18},
	{-26, -29, 0, -29, 17, -17, -26, -15, -15, -32, 23},
	{-25, -9, -3, -28, -2, -21, -24, -21, -10, -19, 5},
	{-46, -23, -45, -57, -19, -51, -23, -57, -24, -40, -17},
	{-58, -33, -10, -62, 16, -49, -27, -56, -16, -62, 20},
}

// plotted are the end points of the study's curves where they are at odds with
// table 6.3, in percent.
var plotted = [...]struct {
	log, order string
	at         float64
}{
	{"SDSC-SP2", "LQF", 10.2}, {"SDSC-SP2", "LEXP", -13.6},
	{"UniLu-Gaia", "SRF", -1.3}, {"UniLu-Gaia", "SPF", -36.6}, {"UniLu-Gaia", "LQF", 12.8},
}

// strategies64 is table 6.4, in percent, by the logs of Logs: the best order in
// hindsight, then week and day of random, full, noisy and the bandit.
var strategies64 = [...][9]int8{
	{-16, -6, -8, -12, -11, -12, -12, -7, -10},
	{-47, -20, -23, -44, -44, -44, -44, -26, -31},
	{-15, -4, -7, -13, -13, -13, -13, -5, -8},
	{-32, -12, -14, -31, -31, -30, -29, -12, -17},
	{-28, -13, -20, -22, -26, -19, -24, -13, -20},
	{-57, -35, -42, -53, -47, -53, -48, -36, -46},
	{-62, -29, -31, -59, -60, -58, -58, -33, -34},
}

// learned17 are the learned pairs' changes at 20 h, in percent.
var learned17 = [...]struct {
	log string
	at  int8
}{{"KTH-SP2", -29}, {"CTC-SP2", -36}, {"SDSC-SP2", -11}, {"SDSC-BLUE", -21}, {"CEA-Curie", -42}}

// Lookup are the figures of a kind of study that were printed for a log, in the order
// of their table.
func Lookup(log, kind string) (list []Figure) {
	at := -1
	for i, name := range Logs() {
		if name == log {
			at = i
		}
	}
	if at < 0 {
		return nil
	}
	add := func(name string, period study.Seconds, percent int8) *Figure {
		list = append(list, Figure{Kind: kind, Log: log, Name: name, Period: period, Printed: float64(percent) / 100, Plotted: math.NaN()})
		return &list[len(list)-1]
	}
	switch kind {
	case kindCompare:
		for i, c := range columns {
			f := add(c.order, study.None, orders63[at][i])
			f.Column = c.label
			for _, p := range plotted {
				if p.log == log && p.order == c.order {
					f.Plotted = p.at / 100
				}
			}
		}
	case kindOnline:
		row := strategies64[at]
		add(Best, study.None, row[0])
		for i, name := range [...]string{"random", "full", "noisy", "epsilon-greedy"} {
			add(name, job.Week, row[1+2*i])
			add(name, job.Day, row[2+2*i])
		}
	case kindTune:
		for _, l := range learned17 {
			if l.log == log {
				add(Learned, study.None, l.at)
			}
		}
	}
	return list
}

// Near says whether a question is near enough to that of the studies for their
// figures to stand beside its answer: EASY against FCFS, one of their thresholds,
// resamples, and nothing supposed. How weeks are drawn, how jobs are cleaned and
// in which order they are backfilled is left to the question.
func Near(s study.Settings) bool {
	is := func(key string, texts ...string) bool {
		x := s.Find(key)
		if x == nil {
			return true
		}
		for _, t := range texts {
			if x.Get() == t {
				return true
			}
		}
		return false
	}
	if v := s.Find("variant"); v != nil && v.Get() == "original" {
		return false
	}
	return is("baseline", "FCFS") && is("backfilling", "easy") && is("threshold", "40h", "200000s", "none,20h", "20h") &&
		is("load", "1") && is("closer", "0") && is("closed", "none") && is("rules", "none") &&
		is("queue-depth", "0") && is("backfill-tries", "0") &&
		is("procs", "0") && is("flurry", "0") && is("warmup", "0") && is("drain", "0") && is("objective", "avgWait") && is("bound", "0")
}
