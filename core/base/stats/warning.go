package stats

import "strconv"

// Warning is something a reader must know before believing a figure: a fixed
// code for programs, a sentence or two for people.
type Warning struct {
	Code  string `json:"code"`
	Words string `json:"words"`
}

// The codes, in the order in which Warnings gives them.
const (
	Unlike       = "unlike-log"
	Overload     = "overload"
	Idle         = "idle"
	FewResamples = "few-resamples"
	OneResample  = "one-resample"
	FewWeeks     = "few-weeks"
	FewUsers     = "few-users"
	Conditional  = "conditional"
	Slides       = "slides"
)

// Where the warnings begin. They are judgements, except EnoughResamples.
const (
	// LeastLike and MostLike bound the baseline's mean wait in resamples over
	// that in the log itself: outside of them resamples are another workload.
	LeastLike = 0.8
	MostLike  = 1.25
	// FullLoad: at an offered load of 1 or more a queue has no steady state;
	// waits grow as long as jobs keep coming.
	FullLoad = 1.0
	// MostZero: with fewer jobs waiting than not, medians are zero and the
	// change in the total speaks of a minority.
	MostZero = 0.5
	// EnoughResamples: from here on the intervals cover 93-97 % on light tails,
	// bootstrap ones included (see Fieller).
	EnoughResamples = 60
	// MostOfOne: one resample holds more than half of the squared differences
	// behind an interval.
	MostOfOne = 0.5
	// EnoughWeeks: a user's week is drawn from so many of the log; with fewer,
	// resamples repeat each other.
	EnoughWeeks = 20
	// EnoughUsers: users are what drawing their weeks apart mixes anew.
	EnoughUsers = 20
)

// Facts are what Warnings goes by. What is not known is left zero, Load,
// ZeroWaits and Dominance also NaN.
type Facts struct {
	Weeks     int     // weeks in the source log
	Users     int     // users in the source log
	Resamples int     // resamples behind the figures
	Load      float64 // offered load, sum(q p) / (m x length), mean over resamples
	ZeroWaits float64 // share of jobs that start at once under the baseline
	Dominance float64 // the largest Dominance of the orders compared
	Likeness  float64 // the baseline's mean wait in resamples over that in the log itself
	Slowdown  float64 // the same of its mean bounded slowdown
	Length    int     // weeks of a resample
	Singles   bool    // resamples are single weeks, whatever is asked for
	Apart     bool    // the weeks of each user are drawn apart
	Bounded   bool    // there are intervals,
	ByWeeks   bool    // and of the log's weeks
	Slide     float64 // hours a week by which arrivals move against the hours of rules
}

// Warnings says in words what the facts call for, what unsettles all figures
// first. The last one is always due: resamples of one log are not other
// machines.
func Warnings(f Facts) (list []Warning) {
	add := func(code, words string) { list = append(list, Warning{code, words}) }
	if unlike(f.Likeness) || unlike(f.Slowdown) {
		words := "Resamples are not like the log. With the baseline "
		if unlike(f.Likeness) {
			words += "jobs wait " + strconv.FormatFloat(f.Likeness, 'g', 2, 64) +
				" times as long in them as in a replay of the log. "
		} else {
			words += "the mean bounded slowdown is " + strconv.FormatFloat(f.Slowdown, 'g', 2, 64) +
				" times that of a replay of the log. "
		}
		switch {
		case f.Apart:
			words += "Drawing the weeks of each user apart loses that users compensate for each other. Whole weeks in blocks keep it."
		case f.Likeness < LeastLike && f.Singles:
			words += "Each is a single week that begins with an empty machine, so its queue does not build up as in the log. What a " +
				"setting changes in such weeks need not hold in the log."
		case f.Likeness < LeastLike && f.Length > 0 && f.Length < f.Weeks:
			words += "Each begins with an empty machine, and " + plural(f.Length, "week") +
				" may be too short for its queue to build up. Longer resamples keep it."
		default:
			words += "A few weeks decide how long jobs wait, and they are drawn more or less often. What changes in resamples need not " +
				"change in the log."
		}
		add(Unlike, words)
	}
	if f.Slide > 0 {
		add(Slides, "Arrivals slide against the hours of the rules, by "+strconv.FormatFloat(f.Slide, 'f', 0, 64)+" h a week, because the "+
			"times between submits are scaled. With more users or fewer (load-by users) jobs keep their hours.")
	}
	if f.Load >= FullLoad {
		add(Overload, "The offered load is "+fixed(f.Load)+": jobs ask for more than the machine has. Queues and waits grow as long as "+
			"the log lasts, and the figures depend on its length as much as on the order.")
	}
	if f.ZeroWaits > MostZero {
		add(Idle, idle(f.ZeroWaits))
	}
	switch {
	case f.Resamples == 1:
		add(FewResamples, "One resample shows nothing of chance. Take "+strconv.Itoa(EnoughResamples)+".")
	case f.Resamples > 0 && f.Resamples < EnoughResamples && !f.Bounded:
		add(FewResamples, plural(f.Resamples, "resample")+" are few. Take "+strconv.Itoa(EnoughResamples)+".")
	case f.Resamples > 0 && f.Resamples < EnoughResamples:
		add(FewResamples, plural(f.Resamples, "resample")+" are few. Below "+strconv.Itoa(EnoughResamples)+
			" their simulation error is a guide, not a guarantee.")
	}
	if f.Dominance > MostOfOne {
		add(OneResample, "A single resample makes up "+percent(f.Dominance)+" of the spread over resamples. Rare weeks decide here. "+
			"Take more resamples.")
	}
	if f.Weeks > 0 && f.Weeks < EnoughWeeks {
		add(FewWeeks, "The log has only "+plural(f.Weeks, "week")+". Resamples repeat them, and say little of other weeks.")
	}
	if f.Apart && f.Users > 0 && f.Users < EnoughUsers {
		add(FewUsers, "The log has only "+plural(f.Users, "user")+". Mixing the weeks of so few changes little, and one user may decide "+
			"the "+
			"outcome.")
	}
	add(Conditional, "This holds for workloads like this log, not for other machines, users or years. Users do not react in a replay. "+
		"Where they wait for their jobs before they submit more, a change is often half as large.")
	return list
}

// unlike says whether a ratio of resamples to the log is out of bounds.
func unlike(ratio float64) bool { return ratio > MostLike || ratio > 0 && ratio < LeastLike }

// idle says whom a saving is for, where most jobs start at once. How large it is, the
// change says.
func idle(atOnce float64) string {
	decimals := 0
	switch others := 1 - atOnce; {
	case others == 0:
		return "All jobs start at once: there is nothing to save."
	case others < 0.01:
		decimals = 2
	}
	write := func(x float64) string { return strconv.FormatFloat(100*x, 'f', decimals, 64) + " %" }
	return write(atOnce) + " of the jobs start at once; the saving falls on the other " + write(1-atOnce) + "."
}

func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

func fixed(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }

func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 0, 64) + " %" }
