package decide

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"sync"

	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/guard"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/predictor"
	"shadowtime/core/study"
)

// Runner computes the tasks of one plan on one trace, one after another, in buffers of its
// own: give each goroutine or worker its own.
type Runner struct {
	plan    Plan
	log     *job.Trace
	engine  *sim.Engine
	trace   job.Trace
	counted job.Trace // its jobs that figures count
	from    int       // the first of them
	weeks   int
	watch   *metric.Watch // nil: the trace is not made yet
	now     *Result       // what is run now does; nil: it is not replayed yet
	waits   []int64       // its waits by the place of the user, seconds; nil: they are not replayed yet
	ways    []way
	heavy   User    // the heaviest
	thin    float64 // of all work is left out, whoever's it is, when a trace is loaded
	told    *Told
	cards   []int   // see named; nil: not found yet
	classes []class // of the jobs that figures count
	crowd   *crowd

	foretold sim.ForetoldEngine
	last     []int64 // starts of the last replay of the jobs that figures count
}

// Told are the rows that make an answer, as far as they are known to the runners that share it: those of one plan on one
// trace in one process. The zero value is ready.
type Told struct {
	mu   sync.Mutex
	rows map[int]Row // by task
}

// row is that of a task, which is computed where it is not known.
func (t *Told) row(k int, compute func() (Row, error)) (Row, error) {
	t.mu.Lock()
	row, known := t.rows[k]
	t.mu.Unlock()
	if known {
		return row, nil
	}
	row, err := compute()
	if err != nil {
		return row, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rows == nil {
		t.rows = map[int]Row{}
	}
	t.rows[k] = row
	return row, nil
}

// way is another assumption, with the plan under it.
type way struct {
	number int
	plan   Plan
}

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with the plan's rules;
// Plan.Prepare makes it.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) { return NewRunnerBeside(t, p, new(Told)) }

// NewRunnerBeside is NewRunner beside others that share what makes the answer.
func NewRunnerBeside(t *job.Trace, p Plan, told *Told) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	if _, err := p.Maker(t); err != nil {
		return nil, err
	}
	r := &Runner{plan: p, log: t, engine: sim.New(), heavy: heaviestOf(t), told: told}
	if _, err := r.without(&p); err != nil {
		return nil, err
	}
	return r, nil
}

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return r.plan.Steps() }

// begin makes the trace that all tasks replay, and replays it with what is run now.
func (r *Runner) begin(progress sim.Progress) (err error) {
	if r.watch == nil {
		if err := r.load(&r.plan); err != nil {
			return err
		}
		r.watch = metric.NewWatch(&r.counted, r.weeks)
		r.classes = classesOf(&r.counted)
		for i := range assumptions {
			p, ok := assumptions[i].of(r.plan, r.log.Procs, r.weeks)
			if ok && (p.Without != heaviest || r.heavy.ID >= 0) { // of fewer than two users none is left out
				r.ways = append(r.ways, way{number: i, plan: p})
			}
		}
	}
	if r.now == nil {
		r.now, err = r.replay(r.plan.now(), progress)
	}
	return err
}

// load makes the trace of a plan, and gives it to the engine.
func (r *Runner) load(p *Plan) error {
	maker, err := p.Maker(r.log)
	if err != nil {
		return err
	}
	k := p.Draw
	if p.Once() {
		k = 1
	}
	if err := maker.Make(&r.trace, k); err != nil {
		return err
	}
	left, err := r.without(p)
	if err != nil {
		return err
	}
	if p.Procs > 0 {
		r.trace.Procs = p.Procs
	}
	owed := 0.0
	leave(&r.trace, func(j int) bool {
		work := float64(r.trace.Size[j]) * float64(r.trace.Run[j])
		if owed += r.thin * work; owed > work/2 && r.thin > 0 {
			owed -= work
			return true
		}
		return r.trace.User[j] == left || int64(r.trace.Size[j]) > r.trace.Procs
	})
	from, to := maker.Counted(&r.trace, k)
	if from >= to {
		return errNobody
	}
	r.counted, r.from, r.weeks = r.trace.Part(from, to), from, maker.Weeks(k)
	r.engine.Load(&r.trace)
	return nil
}

var errNobody = errors.New("no job is left to count: leave out another user, or none")

// without is the place of the user who is left out, -1: nobody is.
func (r *Runner) without(p *Plan) (int32, error) {
	id := r.heavy.ID
	switch p.Without {
	case "":
		return -1, nil
	case heaviest:
		if id < 0 {
			return -1, errors.New("the log names fewer than two users: nobody can be left out")
		}
	default:
		id, _ = strconv.ParseInt(p.Without, 10, 64) // checked with the settings
	}
	at, found := slices.BinarySearch(r.log.Users, id)
	if !found {
		return -1, errors.New("without " + p.Without + ": no job of the log is that user's")
	}
	return int32(at), nil
}

// heaviestOf is the user who takes most processor-seconds of a log that names two at least.
func heaviestOf(t *job.Trace) User {
	work, all := make([]float64, len(t.Users)), 0.0
	for j, u := range t.User {
		area := float64(t.Size[j]) * float64(t.Run[j])
		work[u] += area
		all += area
	}
	most, known := User{ID: -1}, 0
	for u, id := range t.Users {
		if id < 0 {
			continue
		}
		known++
		if share := work[u] / all; most.ID < 0 || share > most.Share {
			most = User{id, share}
		}
	}
	if known < 2 || all == 0 {
		return User{ID: -1}
	}
	return most
}

// leave leaves out jobs of a trace whose columns are its own.
func leave(t *job.Trace, out func(j int) bool) {
	n := 0
	for j := range t.Submit {
		if out(j) {
			continue
		}
		t.Submit[n], t.Run[n], t.Request[n], t.Size[n], t.User[n] = t.Submit[j], t.Run[j], t.Request[j], t.Size[j], t.User[j]
		if t.App != nil {
			t.App[n] = t.App[j]
		}
		if t.Queue != nil {
			t.Queue[n] = t.Queue[j]
		}
		if t.Partition != nil {
			t.Partition[n] = t.Partition[j]
		}
		if t.Memory != nil {
			t.Memory[n] = t.Memory[j]
		}
		if t.Unasked != nil {
			t.Unasked[n] = t.Unasked[j]
		}
		n++
	}
	*t = t.Part(0, n)
}

// Task replays what is run now (task 0), an order with each threshold, then what is run now with a rule changed, or after
// all of those an order with the thresholds that are left, and what cards name under a share of the other assumptions.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) {
	if k < 0 || k > r.plan.Tasks() {
		return Row{}, errors.New("task " + strconv.Itoa(k) + ": tasks are counted from 1 to " + strconv.Itoa(r.plan.Tasks()) +
			", 0 is what is run now")
	}
	row := Row{K: k}
	if err := r.begin(progress.Within(0, 1)); err != nil {
		return Row{}, err
	}
	if k == study.Logged {
		row.Results, row.Counts, row.Heavy = []Result{*r.now}, r.watch.Counts(), r.heavy
		row.Requests, row.Areas = r.sorted(func(int) int64 { return 1 })
		log, err := r.logUnder()
		if err != nil {
			return Row{}, err
		}
		if row.Likeness, err = r.likeness(log); err != nil {
			return Row{}, err
		}
		row.Above, row.Peak = beyond(log)
		for i := range log.Rules {
			if !guard.Concerned(log, &log.Rules[i]) {
				row.Idle = append(row.Idle, int64(i))
			}
		}
		if row.Waits, row.Without, err = r.explained(log); err != nil {
			return Row{}, err
		}
		if row.Notable, err = r.notable(log); err != nil {
			return Row{}, err
		}
		r.rest(0, progress)
		return row, nil
	}
	n := r.plan.Answering()
	if k <= n {
		row, err := r.answering(k, progress)
		r.rest(len(row.Results), progress)
		return row, err
	}
	told, err := r.answering(k-n, nil)
	if err != nil {
		return Row{}, err
	}
	tell := told.Results
	row.Results = make([]Result, len(tell))
	for i := range tell {
		if tell[i].missing() {
			if row.Results[i], err = r.with(k-n, i, tell, nil); err != nil {
				return Row{}, err
			}
		}
	}
	done := 0
	if row.Ways, done, err = r.otherwise(k-n, progress); err != nil {
		return Row{}, err
	}
	r.rest(done, progress)
	return row, nil
}

// answering is the row of a task that makes the answer: of an order with the thresholds that cards choose among, or of what
// is run now with a rule changed. What is told already is not replayed again.
func (r *Runner) answering(k int, progress study.Progress) (Row, error) {
	return r.told.row(k, func() (Row, error) {
		at := k - r.plan.Pairs() - 1
		if at < 0 {
			list, err := r.telling(k, progress)
			return Row{K: k, Results: list}, err
		}
		a := &r.plan.amendments()[at]
		if a.lifts(r.log.Procs) {
			return Row{K: k}, nil
		}
		return r.amended(k, a, progress.Within(0, 1))
	})
}

// rest tells of steps that a task has not.
func (r *Runner) rest(done int, progress study.Progress) {
	for ; done < r.Steps(); done++ {
		progress.Done(done + 1)
	}
}

// telling replays an order with the thresholds that cards choose among, those that the bound leaves room for, down to the
// first that is safe; and with the longest. The others are missing. Where this runner has replayed them it does not again.
func (r *Runner) telling(k int, progress study.Progress) ([]Result, error) {
	list, safe := make([]Result, len(r.plan.Thresholds)), false
	for i, threshold := range r.plan.Thresholds {
		room := threshold >= 0 && threshold <= longestThreshold(r.now.MaxWait, r.plan.Longest)
		if i == 0 || room && !safe {
			x, err := r.with(k, i, list, progress.Within(float64(i), 1))
			if err != nil {
				return nil, err
			}
			list[i], safe = x, holds(r.plan.pair(k, threshold), r.now, &x, min(SafeLongest, r.plan.Longest))
		}
		progress.Done(i + 1)
	}
	return list, nil
}

// with replays an order with a threshold, by its place; the results before have that of the first.
func (r *Runner) with(k, i int, before []Result, progress sim.Progress) (Result, error) {
	threshold := r.plan.Thresholds[i]
	// nobody was late, so nobody is with a longer threshold than the longest wait without one
	if i > 0 && r.plan.Thresholds[0] < 0 && before[0].MaxWait <= int64(threshold) {
		return before[0], nil
	}
	x, err := r.replay(r.plan.pair(k, threshold), progress)
	if err != nil {
		return Result{}, err
	}
	return *x, nil
}

// otherwise replays what cards name under the assumptions of one of as many shares as there are pairs, from 1, and then has the
// trace as before. It gives how many assumptions that were.
func (r *Runner) otherwise(share int, progress study.Progress) (list []Pair, done int, err error) {
	named, err := r.named()
	if err != nil || len(named) == 0 {
		return nil, 0, err
	}
	for i := share - 1; i < len(r.ways); i += r.plan.Pairs() {
		pairs, err := r.supposed(&r.ways[i], named, func(from, worth float64) sim.Progress {
			return progress.Within(float64(done)+from, worth)
		})
		if err != nil {
			return nil, 0, err
		}
		list = append(list, pairs...)
		done++
		progress.Done(done)
	}
	return list, done, r.load(&r.plan)
}

// supposed replays what is run now and settings, by their places, under an assumption; nothing where there is nobody to
// replay. Users who wait are asked of the first setting alone: their replays are many.
func (r *Runner) supposed(w *way, named []int, told func(from, worth float64) sim.Progress) (list []Pair, err error) {
	replayed, closed := r.under, assumptions[w.number].closed
	if closed {
		replayed, named = r.closed, named[:1]
	} else if err := r.load(&w.plan); err == errNobody {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	worth := 1 / float64(1+len(named))
	now, err := replayed(&w.plan, r.plan.now(), told(0, worth))
	if err != nil {
		return nil, err
	}
	for i, at := range named {
		c := r.plan.candidate(at)
		if now == nil || c.asItGoes() && (closed || w.plan.Backfilling != r.plan.Backfilling) {
			continue
		}
		then, err := replayed(&w.plan, c, told(float64(1+i)*worth, worth))
		if err != nil {
			return nil, err
		}
		for k := range then {
			list = append(list, Pair{w.number, at, now[k], then[k]})
		}
	}
	return list, nil
}

// named are the settings, by their places, of the cards that keep to the bound, the answer's first. They follow from the tasks
// that make the answer, whoever else computed those.
func (r *Runner) named() (list []int, err error) {
	if r.cards != nil {
		return r.cards, nil
	}
	rows := []Row{{K: study.Logged, Results: []Result{*r.now}, Counts: r.watch.Counts()}}
	for k := 1; k <= r.plan.Answering(); k++ {
		row, err := r.answering(k, nil)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	r.cards = named(r.plan, r.log.Digest, rows)
	return r.cards, nil
}

// asItGoes says whether a setting looks at more than its jobs: at predictions, or in a formula at the machine,
// the queue or the clock. Neither goes with plans for all, nor with users who wait for their jobs.
func (c Candidate) asItGoes() bool {
	sees := func(name string) bool {
		o, err := order.Parse(name)
		return err == nil && o.Sees()
	}
	return c.Predicted || sees(c.Front) || sees(c.Backfill)
}

// config is how a setting is scheduled. A threshold goes before the backfilling order, too.
func config(p *Plan, c Candidate, progress sim.Progress) (*sim.Config, error) {
	if p.Backfilling != sim.Easy.String() {
		c.Backfill = c.Front
	}
	config, err := study.Config(c.Front, c.Backfill, c.Threshold, p.Backfilling, p.Dialect)
	if err != nil {
		return nil, err
	}
	rules := config.Dialect.Rules()
	rules.BackfillThreshold = true
	config.Rules, config.Progress = &rules, progress
	p.Limit(&config)
	return &config, nil
}

// run replays one setting on the trace that is loaded, and gives when the jobs that figures
// count start.
func (r *Runner) run(p *Plan, c Candidate, progress sim.Progress) ([]int64, error) {
	to := r.from + r.counted.Len()
	if c.Predicted {
		how, err := foresight(p, c, progress)
		if err == nil {
			err = r.foretold.Run(&r.trace, how)
		}
		if err != nil {
			return nil, err
		}
		return r.foretold.Starts()[r.from:to], nil
	}
	how, err := config(p, c, progress)
	if err == nil {
		err = r.engine.Run(how)
	}
	if err != nil {
		return nil, err
	}
	return r.engine.Starts()[r.from:to], nil
}

// predicted is what foretells run times: the mean of the user's last two jobs.
const predicted = "ave2"

// foresight is how a setting is scheduled that plans with predictions.
func foresight(p *Plan, c Candidate, progress sim.Progress) (*sim.Foresight, error) {
	foreteller, err := predictor.Named(predicted, predictor.Loss{}, predictor.Basis(0))
	if err != nil {
		return nil, err
	}
	f := &sim.Foresight{Foreteller: foreteller, Correction: sim.InSteps, Threshold: int64(c.Threshold), Depth: p.Depth, Tries: p.Tries,
		Progress: progress}
	if f.Backfill, err = order.Parse(c.Backfill); err == nil {
		f.Dialect, err = sim.ParseDialect(p.Dialect)
	}
	return f, err
}

// under replays one setting on the trace that is loaded.
func (r *Runner) under(p *Plan, c Candidate, progress sim.Progress) ([]Under, error) {
	starts, err := r.run(p, c, progress)
	if err != nil {
		return nil, err
	}
	r.last = starts
	u := Under{Run: metric.Measure(&r.counted, starts, p.Tau), Wait: make([]int64, r.weeks+1), Bsld: make([]int64, r.weeks+1)}
	byWeek(&r.counted, starts, p.Tau, u.Wait, u.Bsld, func(submit int64) int { return min(int(submit/job.Week), r.weeks) })
	return []Under{u}, nil
}

// byWeek adds waits, and bounded slowdowns in thousandths, to those of the weeks of submits;
// -1: of none.
func byWeek(t *job.Trace, starts []int64, tau int64, waits, slowdowns []int64, week func(submit int64) int) {
	sums := make([]float64, len(slowdowns))
	for i, start := range starts {
		if w := week(t.Submit[i]); w >= 0 {
			wait, run := start-t.Submit[i], t.Run[i]
			waits[w] += wait
			sums[w] += max(1, float64(wait+run)/float64(max(run, tau)))
		}
	}
	for w, sum := range sums {
		slowdowns[w] += int64(math.Round(1000 * sum))
	}
}

// replay replays one setting on the plan's own trace.
func (r *Runner) replay(c Candidate, progress sim.Progress) (*Result, error) {
	u, err := r.under(&r.plan, c, progress)
	if err != nil {
		return nil, err
	}
	x, starts := &Result{Under: u[0], Longest: make([]int64, r.weeks+1)}, r.last
	if c.Threshold >= 0 {
		x.Late = metric.Late(&r.counted, starts, int64(c.Threshold))
	}
	x.Size = r.watch.Breakdown(starts).Size
	for i, start := range starts {
		w := min(int(r.counted.Submit[i]/job.Week), r.weeks)
		x.Longest[w] = max(x.Longest[w], start-r.counted.Submit[i])
	}
	r.pays(x)
	return x, nil
}

// likeness is how near a replay of all of the log comes to the waits that it tells, under what
// is run now and the dialect's own rules, as in Explore.
func (r *Runner) likeness(log *job.Trace) (l metric.Likeness, err error) {
	if log.Wait == nil {
		return l, nil
	}
	p, now := &r.plan, r.plan.now()
	how, err := study.Config(now.Front, now.Backfill, now.Threshold, p.Backfilling, p.Dialect)
	if err != nil {
		return l, err
	}
	p.Limit(&how)
	r.engine.Load(log)
	if err := r.engine.Run(&how); err != nil {
		return l, err
	}
	l = metric.Compare(log, log.Wait, r.engine.Starts())
	r.engine.Load(&r.trace)
	return l, nil
}
