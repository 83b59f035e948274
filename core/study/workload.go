package study

import (
	"errors"
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/resample"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// Bounds of every plan, so that a mistyped number is a sentence and not a day
// of computing.
const (
	MaxResamples = 10_000
	MaxWeeks     = 1_040
	MaxBootstrap = 100_000
)

// Workload says which traces are made of a log: how it is cleaned, for which
// machine, how its weeks are drawn, and what if there were more or less of it.
// Trace k depends on (log, Workload, k) alone. Plans embed it.
type Workload struct {
	Clean   job.Rules        `json:"clean"`
	Procs   int64            `json:"procs"` // machine size set by hand, 0: the log's own
	Variant resample.Variant `json:"variant"`
	Block   int              `json:"block,omitempty"` // mean weeks of a block, 0 of other variants
	Begin   Begin            `json:"begin,omitempty"` // of weeks
	Weeks   int              `json:"weeks"`
	Seed    uint64           `json:"seed"`
	Load    float64          `json:"load"`             // the load is multiplied by it, 1: the log's own
	LoadBy  resample.By      `json:"loadBy"`           // what carries it
	Closer  float64          `json:"closer,omitempty"` // share of what jobs ask beyond their run times that is left out
	Warmup  int              `json:"warmup,omitempty"` // days at the start of a trace whose jobs are simulated and not counted,
	Drain   int              `json:"drain,omitempty"`  // and days at its end
	Closed  string           `json:"closed,omitempty"` // processors that are out for a time, "": none ever are
	Rules   string           `json:"rules,omitempty"`  // what keeps jobs from starting although there is room, "": nothing does
}

// Begin says from when the weeks of a log are counted.
type Begin uint8

// The beginnings.
const (
	byCalendar Begin = iota // Monday 00:00 where the machine stood, as far as the log says
	byClock                 // instant 0 of the log, as the published sampler does; see job.ClockWeeks
)

func (b Begin) String() string { return [...]string{"calendar", "log"}[b] }

// MarshalText and UnmarshalText write it by name in JSON.
func (b Begin) MarshalText() ([]byte, error) { return []byte(b.String()), nil }
func (b *Begin) UnmarshalText(text []byte) error {
	return weekBegin(b).Set(string(text))
}

func weekBegin(at *Begin) Setting {
	return One("week-start", at, Option{"calendar", "on Monday, by the calendar"}, Option{"log", "when the log does"})
}

// Bounds of Workload.Load.
const (
	minLoad = 0.1
	MaxLoad = 10
)

// MaxDays bounds Workload.Warmup and Workload.Drain.
const MaxDays = 3650

// DefaultWorkload is years drawn from the log as it is.
func DefaultWorkload() Workload {
	return Workload{Clean: job.Presets()[0].Rules, Variant: resample.Block, Block: resample.DefaultBlock, Weeks: 52, Seed: 1, Load: 1}
}

// Ground is the workload itself: plans that embed it have it by this name.
func (w *Workload) Ground() *Workload { return w }

// CleanSetting says which jobs of a log are simulated. It comes before what
// changes single rules: the dialect, overrun, one-second and flurry.
func (w *Workload) CleanSetting() Setting {
	s := Words("clean", func() string { return w.Clean.Drops() }, func(text string) error {
		r, err := job.ParseDrops(text)
		if err == nil {
			w.Clean = r
		}
		return err
	})
	return s.With("Cleaning", "cleaning rules: online, queue-tuning, prediction or none; or single ones with + between them: "+
		job.DropNames())
}

// WhatIf are the settings that suppose another workload. Whose simulator knows no closures leaves
// out closed, and whose knows no rules leaves out rules.
func (w *Workload) WhatIf() Settings {
	return Settings{
		One("variant", &w.Variant, Option{"draw", "drawn anew for each user"}, Option{"shuffle", "shuffled for each user"},
			Option{"original", "the log's own last ones"},
			Option{"block", "taken whole, in blocks"}, Option{"whole", "all of the log as it was, cut weeks too"}).
			With("The weeks were", "block: whole weeks of all users together, some in a row, as like the log as can be; draw and "+
				"shuffle: the weeks of each user apart, as the studies did, which makes jobs wait longer than in the log; original: the "+
				"log's last ones, one replay, no range; whole: all of the log as it was, the same, and what a log without a whole week "+
				"gets").
			Saying(func() string {
				return [...]string{"with weeks drawn apart for each user", "with weeks shuffled for each user", "the log's own last ones",
					"", "the log as it was"}[w.Variant]
			}),
		Whole("block", &w.Block, 0, resample.MaxBlock).
			With("Weeks of a block", "mean number of weeks that stay in a row, 1: weeks are apart, 0: 4").
			Helping("mean number of weeks in a row of --variant block (1: weeks apart, 0: 4)").
			Saying(func() string {
				if w.Variant != resample.Block || w.Block == resample.DefaultBlock {
					return ""
				}
				if w.Block == 1 {
					return "weeks apart"
				}
				return "in blocks of " + numeral.Count(w.Block) + " weeks"
			}),
		weekBegin(&w.Begin).
			With("Weeks begin", "calendar: on Monday 00:00 local time, as far as the log's header says; log: at instant 0 of the log and "+
				"every seven days from then, its first and last week left out, as the published sampler has it").
			Saying(func() string {
				return [...]string{"weeks counted by the calendar", "weeks counted from the log’s own start"}[w.Begin]
			}).AddedLater("calendar"),
		Real("load", &w.Load, minLoad, MaxLoad).
			With("Scale the load", "what if: multiply the load by a factor from 0.1 to 10").Around("", "times that of the log,").
			Saying(func() string {
				by := [...]string{"", " by wider jobs", " by more users or fewer"}[w.LoadBy]
				return "with " + numeral.Plain(w.Load) + " times the load" + by
			}),
		One("load-by", &w.LoadBy, Option{"arrivals", "jobs coming sooner"}, Option{"sizes", "jobs asking for more processors"},
			Option{"users", "more users, or fewer"}).
			With("Load carried by", "what carries the load: arrivals (jobs come sooner), sizes (jobs are wider) or users (more users or "+
				"fewer, at their own hours)").Once("loadby"),
		Real("closer", &w.Closer, 0, 1).
			With("Users asked for less", "what if users asked better: requests come closer to run times by this share of what they ask "+
				"beyond them, 0 to 1 (1: exact)").Around("leave out the share", "of what they ask beyond their run times").
			Saying(func() string {
				if w.Closer == 0 {
					return "requests as they were"
				}
				return "requests closer to run times by " + numeral.Share(w.Closer)
			}).AddedLater("0"),
		Whole("procs", &w.Procs, 0, job.MaxSize).
			With("The machine had", "machine size m in processors (0: the log's own)").Around("", "processors").
			Saying(func() string { return "on " + numeral.Count(w.Procs) + " processors" }),
		Real("flurry", &w.Clean.Flurry, 0, job.MaxFlurry).
			With("Ignore bursts", "what if: leave out bursts, the weeks of a user with more than so many times a mean week's jobs "+
				"of all users (0 keeps them)").
			Around("leave out a user's week with more than", "times the jobs of a mean week of all users").
			Saying(func() string { return "without bursts" }),
		Whole("warmup", &w.Warmup, 0, MaxDays).
			With("Warm-up",
				"days at the start whose jobs are simulated but not counted: the machine starts empty").Around("",
			"days").
			Saying(func() string { return "the first " + days(w.Warmup) + " not counted" }),
		Whole("drain", &w.Drain, 0, MaxDays).
			With("Drain", "days at the end whose jobs are simulated but not counted: nobody comes after them").Around("",
			"days").
			Saying(func() string { return "the last " + days(w.Drain) + " not counted" }),
		w.closedSetting(),
		w.rulesSetting(),
	}
}

func days(n int) string {
	if n == 1 {
		return "day"
	}
	return numeral.Count(n) + " days"
}

// CleanedSettings are those of which jobs of a log there are, and on which machine:
// what is asked of a log that nothing is simulated of.
func (w *Workload) CleanedSettings() Settings {
	dialect, what := "", w.WhatIf()
	return append(Settings{w.CleanSetting(), *what.Find("procs"), *what.Find("flurry")}, w.Details(&dialect).Without("dialect")...)
}

// Details are the simulator whose ties and details are taken, and the single
// rules of cleaning that it may imply.
func (w *Workload) Details(dialect *string) Settings {
	ties := Named("dialect", dialect, Option{"shadowtime", "Shadowtime"}, Option{"ocs", "ocs, the queue-tuning studies' simulator"},
		Option{"pyss", "pyss, the prediction study's simulator"})
	set := ties.set
	ties.set = func(text string) error {
		err := set(text)
		if err == nil {
			w.Clean = Implied(text, w.Clean)
		}
		return err
	}
	return Settings{
		ties.With("Ties and details as", "ties and details as in shadowtime, ocs or pyss (pyss cuts runs to their requests, which it "+
			"raises to the runs before where the cleaning has not cut them, and rounds both up to a second)").
			Saying(func() string { return "with ties as in " + *dialect }),
		One("overrun", &w.Clean.Overrun, Option{"extend", "gets a longer request"}, Option{"drop", "is left out"},
			Option{"kill", "is cut to its request"}, Option{"swap", "changes places with its request"}).
			With("A job that ran past its request", "jobs that ran past their request: extend it, drop or kill them, or swap the two as "+
				"pyss does (as the cleaning and the dialect have it)"),
		Flag("one-second", &w.Clean.OneSecond).
			With("Round run and requested times up to a second, as pyss does", "round run and requested times up to a second"),
	}
}

// WeeksSetting is the length of a resample.
func (w *Workload) WeeksSetting() Setting {
	return Whole("weeks", &w.Weeks, 1, MaxWeeks).With("Weeks of a resample", "weeks of a resample; where none are asked for, at most as "+
		"many as the log has (shuffle and original: never more)")
}

// SeedSetting is the seed of all that is drawn.
func (w *Workload) SeedSetting() Setting {
	return Unsigned("seed", &w.Seed).With("Seed", "the same seed draws the same weeks, on every machine").
		Saying(func() string { return "seed " + strconv.FormatUint(w.Seed, 10) })
}

// ResamplesSetting says how many traces are wanted.
func ResamplesSetting(at *int) Setting {
	return Whole("resamples", at, 1, MaxResamples).With("Resamples", "number of resamples").Display()
}

// BackfillingSetting is the kind of backfilling.
func BackfillingSetting(at *string) Setting {
	return Named("backfilling", at, Option{"easy", "EASY: one reservation"},
		Option{"conservative", "conservative: a reservation for every job"}, Option{"none", "none"}).
		With("Backfilling", "easy (one reservation), conservative (one for every job) or none").
		Saying(func() string {
			if *at == "none" {
				return "without backfilling"
			}
			return "with " + *at + " backfilling"
		})
}

// BackfillSetting is the order in which the jobs behind the head are tried, "" as
// the front of the queue has it.
func BackfillSetting(at *string) Setting {
	own := Order("backfill", at)
	return Words("backfill", func() string { return Backfill("same", *at) }, func(text string) error {
		if text != "same" {
			return own.set(text)
		}
		*at = ""
		return nil
	}).With("Backfilling order", "in which jobs behind the head are tried: same as the front of the queue, or any order or formula for "+
		"all "+
		"of them").
		Saying(func() string {
			if *at == "" {
				return ""
			}
			return "backfilling by " + *at
		}).AddedLater("same")
}

// Backfill is the backfilling order of a plan whose front is in another: its own, or
// the same.
func Backfill(front, own string) string {
	if own == "" {
		return front
	}
	return own
}

// BackfillWords says in a paragraph of methods in which order jobs are backfilled,
// behind the kind of backfilling.
func BackfillWords(own string) string {
	if own == "" {
		return ""
	}
	return ", the queue's front in the order compared and the jobs behind it tried by " + order.Spelled(own) + " whatever that is"
}

// Scheduled leaves out what a kind of backfilling has no use for: only EASY has a
// backfilling order, and only conservative backfilling promises starts. It errs on
// limits of a kind that has none.
func Scheduled(backfilling string, backfill *string, promises *sim.Promises, limits *Limits) error {
	if backfilling != sim.Easy.String() {
		*backfill = ""
	}
	if backfilling != sim.Conservative.String() {
		*promises = sim.Anew
	}
	return limits.fit(backfilling)
}

// PromisesSetting says what becomes of the starts that conservative backfilling
// promises.
func PromisesSetting(at *sim.Promises) Setting {
	return One("promises", at, Option{"anew", "made anew at every pass"}, Option{"kept", "never moved later"}).
		With("Promised starts", "of conservative backfilling: anew (all planned again at every pass, so a job can start after its first "+
			"promise) or kept (none is ever moved later)").
		Saying(func() string { return "with promises " + at.String() }).AddedLater(sim.Anew.String())
}

// PromisesWords says in a paragraph of methods what becomes of reservations,
// behind the kind of backfilling.
func PromisesWords(backfilling string, p sim.Promises) string {
	switch {
	case backfilling != sim.Conservative.String():
		return ""
	case p == sim.Kept:
		return " (a reservation for every job, no promised start ever moved later)"
	}
	return " (a reservation for every job, all made anew at every pass)"
}

// ThresholdSetting is the wait after which jobs go first.
func ThresholdSetting(at *Seconds) Setting {
	return duration("threshold", at).With("Threshold", "jobs that waited longer go first: none or a duration such as 90m, 40h, 2d")
}

// TauSetting is the bound of the slowdown.
func TauSetting(at *int64) Setting {
	return Whole("tau", at, 1, job.Day).With("Slowdown bound τ",
		"keeps very short jobs from deciding the mean slowdown").Helping("bound of the slowdown, seconds: keeps very short jobs from "+
		"deciding the mean").Around("", "s").
		Saying(func() string { return "slowdowns bounded at " + strconv.FormatInt(*at, 10) + numeral.Thin + "s" })
}

// BootstrapSetting is the size of the bootstrap behind an interval.
func BootstrapSetting(at *int) Setting {
	return Whole("bootstrap", at, 100, MaxBootstrap).With("Bootstrap draws", "bootstrap draws behind an interval").Display().
		Saying(func() string { return numeral.Count(*at) + " bootstrap draws" })
}

// Once says that the workload is one trace, the log's own last weeks or all of it: no
// sample of anything.
func (w *Workload) Once() bool { return w.Variant == resample.Original || w.Variant == resample.Whole }

// Traces is how many different traces there are when n are wanted: the log
// itself is one.
func (w *Workload) Traces(n int) int {
	if w.Once() {
		return min(n, 1)
	}
	return n
}

// Suiting is a plan of weeks that are drawn, which a log may not have.
type Suiting interface {
	// Suit makes the plan one for a log: of one without a whole week it asks for a
	// single replay as it was.
	Suit(o *overview.Overview)
}

// SuitWeeks makes the workload one for a log of so many whole weeks to draw from: of none
// the log is replayed as it was, once, since there is nothing to draw.
func (w *Workload) SuitWeeks(weeks int) {
	if weeks < 1 {
		w.Variant, w.Block, w.Begin = resample.Whole, 0, byCalendar
	}
}

// Normalise brings what does not matter into one form; the settings have been
// checked.
func (w *Workload) Normalise() {
	if w.Load == 1 {
		w.LoadBy = resample.Arrivals
	}
	switch {
	case w.Variant != resample.Block:
		w.Block = 0
	case w.Block == 0:
		w.Block = resample.DefaultBlock
	}
}

// Implied are the cleaning rules with what a dialect adds to them: pyss cuts
// runs to their requests and rounds both up to a second. What runs longer has its
// request raised first, unless the log's runs were cut before, as in the
// prediction study.
func Implied(dialect string, r job.Rules) job.Rules {
	if d, err := sim.ParseDialect(dialect); err == nil && d == sim.PYSS {
		r.OneSecond = true
		if r.Overrun != job.Kill {
			r.Overrun = job.Swap
		}
	}
	return r
}

// ByClock says whether weeks are counted from instant 0 of the log.
func (w *Workload) ByClock() bool { return w.Begin == byClock || w.Variant == resample.Shuffle }

// WholeWeeks is how many weeks of a trace there are to draw from.
func (w *Workload) WholeWeeks(o *overview.Overview) int {
	if !w.ByClock() {
		return o.WholeWeeks
	}
	_, n := job.ClockWeeks(o.First, o.Last)
	return n
}

// Prepare cleans a log as the workload says.
func (w *Workload) Prepare(l *job.Log) (*job.Trace, *job.Cleaning) {
	return job.Clean(l, w.Clean, job.MachineOf(l, w.Procs))
}

// Maker makes the traces of a workload, one after another.
type Maker struct {
	workload Workload
	rules    []rule.Rule
	source   *resample.Source
}

// Maker cuts a trace, the log cleaned by Prepare, into what its traces are made
// of. It is an error when there is no whole week.
func (w *Workload) Maker(t *job.Trace) (*Maker, error) {
	source, err := resample.New(t, w.Variant, w.ByClock())
	if err == nil {
		err = w.suitRules(t)
	}
	if err != nil {
		return nil, err
	}
	if w.Block > 0 {
		source.Blocks(w.Block)
	}
	return &Maker{*w, w.rules(), source}, nil
}

// Logged is the number of the trace that is the log itself: its whole weeks as
// they were, under what else the workload supposes. Resamples are counted from 1.
const Logged = 0

// Make writes trace k into dst, whose columns are reused. A resample that has no job that counts is drawn again.
func (m *Maker) Make(dst *job.Trace, k int) error { return m.make(dst, k, redraws) }

// MakeOnce is Make for who counts weeks without jobs too: what is drawn without any stays, and is an error.
func (m *Maker) MakeOnce(dst *job.Trace, k int) error { return m.make(dst, k, 1) }

func (m *Maker) make(dst *job.Trace, k, draws int) error {
	if k < Logged {
		return errors.New("task " + strconv.Itoa(k) + ": resamples are counted from 1, 0 is the log itself")
	}
	w := &m.workload
	what := "resample " + strconv.Itoa(k)
	if k == Logged {
		what = "the log"
	}
	m.draw(dst, k, draws)
	sharpen(dst, w.Closer)
	if dst.Len() == 0 {
		why := "nearly all weeks of the log are empty; look whether a submit time is wrong"
		if w.LoadBy == resample.Users && w.Load < 1 {
			why = "users whose jobs of a week are there " + numeral.Plain(w.Load) + " times in the mean have none here; take more load, " +
				"or let arrivals carry it"
		}
		return errors.New(what + " has no jobs: " + why)
	}
	if err := w.Close(dst, 0, int64(m.Weeks(k))*job.Week); err != nil {
		return err
	}
	if len(m.rules) > 0 {
		m.source.Bind(dst, m.rules, w.Load, w.LoadBy)
	}
	if from, to := m.Counted(dst, k); from >= to {
		return errors.New(what + " has no jobs to count between the first " + days(w.Warmup) + " and the last " + days(w.Drain) +
			": count more days, or ask for more weeks")
	}
	return nil
}

// redraws is how often a resample is drawn until it has a job that counts: weeks without any are most of a log with
// one time that is years off.
const redraws = 4096

// draw writes trace k under the load supposed: the first of so many draws that has a job that counts, else the last.
// Those behind the first have numbers beyond those of all resamples. The log itself is drawn again where a load by users
// left nobody of it, as it may of few users.
func (m *Maker) draw(dst *job.Trace, k, draws int) {
	w := &m.workload
	for again := range uint64(draws) {
		n := uint64(k) | again<<32
		if k == Logged {
			m.source.Log(dst)
		} else {
			m.source.Make(dst, w.Weeks, w.Seed, n)
		}
		resample.Scale(dst, w.Load, w.LoadBy, w.Seed, n)
		nobody := dst.Len() == 0 && w.LoadBy == resample.Users
		if from, to := m.Counted(dst, k); from < to || !nobody && (k == Logged || w.Once()) {
			return
		}
	}
}

// Whole writes all of a trace into dst as the workload supposes it: also what the
// log has outside its whole weeks, with what names its jobs.
func (w *Workload) Whole(dst, t *job.Trace) {
	submit, request, size := append(dst.Submit[:0], t.Submit...), append(dst.Request[:0], t.Request...), append(dst.Size[:0], t.Size...)
	*dst = *t
	dst.Submit, dst.Request, dst.Size = submit, request, size
	resample.Scale(dst, w.Load, w.LoadBy, w.Seed, Logged)
	sharpen(dst, w.Closer)
}

// sharpen brings requests closer to run times, by a share of what they are longer;
// none becomes shorter than its run time.
func sharpen(t *job.Trace, share float64) {
	if share == 0 {
		return
	}
	for j, p := range t.Run {
		if over := t.Request[j] - p; over > 0 {
			t.Request[j] = p + int64(math.Ceil(float64(1-share)*float64(over)))
		}
	}
}

// Weeks is the length of trace k in weeks, rounded up.
func (m *Maker) Weeks(k int) int {
	w := &m.workload
	weeks := m.source.Length(w.Weeks)
	if k == Logged {
		weeks = m.source.Weeks()
	}
	return resample.ScaledWeeks(weeks, w.Load, w.LoadBy)
}

// Counted are the jobs of trace k that figures count, from the first to before
// the second: all but those submitted in the warm-up and in the drain.
func (m *Maker) Counted(t *job.Trace, k int) (from, to int) {
	from, to = 0, t.Len()
	first, last := int64(m.workload.Warmup)*job.Day, int64(m.Weeks(k))*job.Week
	if m.workload.Variant == resample.Whole && to > 0 {
		last = t.Submit[to-1] + 1 // its last week is cut
	}
	last -= int64(m.workload.Drain) * job.Day
	for from < to && t.Submit[from] < first {
		from++
	}
	for to > from && t.Submit[to-1] >= last {
		to--
	}
	return from, to
}
