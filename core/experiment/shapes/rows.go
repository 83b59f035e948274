package shapes

import (
	"encoding/binary"

	"shadowtime/core/base/wire"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/predictor"
	"shadowtime/core/study"
)

// What rows are made of: resamples of four weeks with forty jobs of three users,
// on a hundred processors.
const (
	Weeks = 4
	Procs = 100
	jobs  = 40
)

// Users are the ids of the log's.
func Users() []int64 { return []int64{1, 2, 7} }

// plan are the settings that plans have in common.
func (s *Shape) plan(w *study.Workload) {
	if w.Weeks = Weeks; s.Own {
		w.Variant = resample.Original
	}
}

func (s *Shape) orders() []string {
	return order.Names(order.Twelve())[:1+s.Choices()]
}

// Compare are the plan and the rows of a comparison of this shape.
func (s *Shape) Compare() (compare.Plan, []compare.Row, error) {
	p := compare.Default()
	s.plan(&p.Workload)
	p.Orders, p.Resamples = s.orders(), len(s.Waits)
	err := p.Normalise()
	var rows []compare.Row
	if s.Log != nil {
		rows = append(rows, s.compared(study.Logged, s.LogWeeks, s.Log))
	}
	for k, waits := range s.Waits {
		rows = append(rows, s.compared(k+1, Weeks, waits))
	}
	return p, rows, err
}

func (s *Shape) compared(k, weeks int, waits []int64) compare.Row {
	row := compare.Row{K: k, Late: make([]int64, len(waits)), Shape: metric.Shape{Load: 0.7, Spread: 0.2, DayLag: 0.1,
		Compensation: 0.4, Again: 0.6}}
	row.Counts = metric.Counts{Week: split(jobs, uneven(weeks+1, 0)...), Size: split(jobs, uneven(job.SizeClasses(Procs), 0)...),
		Run:  split(jobs, uneven(job.RunClasses, 0)...),
		Hour: split(jobs, uneven(168, 0)...), User: split(jobs, uneven(len(Users()), 0)...),
		Work: split(1_000_000, uneven(len(Users()), 1)...)}
	for i, wait := range waits {
		d := metric.Breakdown{Waits: make([]int64, metric.WaitBins), Ended: split(wait, uneven(weeks+1, i)...),
			Week: split(wait, uneven(weeks+1, 0)...),
			Size: split(wait, uneven(job.SizeClasses(Procs), i)...), Run: split(wait, uneven(job.RunClasses, i)...),
			Hour: split(wait, uneven(168, i)...), User: split(wait, uneven(len(Users()), i)...)}
		run := metric.Run{Jobs: jobs, SumWait: wait, SumBsld: float64(jobs + wait/100), Area: 1_000_000, Last: int64(weeks) * job.Week}
		for _, w := range split(wait, s.jobs(i)...) {
			d.Waits[metric.WaitBin(w)]++
			run.MaxWait = max(run.MaxWait, w)
		}
		row.Runs, row.Breakdowns = append(row.Runs, run), append(row.Breakdowns, d)
	}
	return row
}

// jobs are the weights of the jobs' waits under a choice.
func (s *Shape) jobs(choice int) []int64 {
	w := uneven(jobs, choice)
	if choice > 0 {
		w[0] *= 1 + s.Worst
	}
	return w
}

// Online are the plan and the rows of a selection of this shape: choices are
// fixed orders, random choice waits as their mean and full feedback as the
// first.
func (s *Shape) Online() (online.Plan, []online.Row, error) {
	p := online.Default()
	s.plan(&p.Workload)
	p.Orders, p.Resamples, p.Bootstrap = s.orders(), len(s.Waits), 400
	p.Strategies, p.Periods = []string{"random", online.Full}, []study.Seconds{job.Day}
	if s.Choices() == 0 {
		p.Strategies = []string{online.Fixed + ":" + online.Baseline}
	}
	err := p.Normalise()
	var rows []online.Row
	if s.Log != nil {
		rows = append(rows, s.chosen(study.Logged, s.LogWeeks, s.Log))
	}
	for k, waits := range s.Waits {
		rows = append(rows, s.chosen(k+1, Weeks, waits))
	}
	return p, rows, err
}

func (s *Shape) chosen(k, weeks int, waits []int64) online.Row {
	course := func(wait int64, i int) online.Course {
		c := online.Course{SumWait: wait, MaxWait: wait / 10, Ended: split(wait, uneven(weeks+1, i)...)}
		if k == study.Logged || s.Own {
			c.Week = split(wait, uneven(weeks+1, 0)...)
		}
		return c
	}
	row, sum := online.Row{K: k, Jobs: jobs}, int64(0)
	for i, wait := range waits {
		row.Fixed = append(row.Fixed, course(wait, i))
		sum += wait
	}
	if s.Choices() == 0 {
		return row
	}
	for i, wait := range []int64{sum / int64(len(waits)), (9*waits[1] + sum/int64(len(waits))) / 10} {
		c := course(wait, i+1)
		for d := range 7 * weeks {
			c.Chosen = append(c.Chosen, byte(d*(1-i)%len(waits)))
		}
		row.Learnt = append(row.Learnt, c)
	}
	return row
}

// Tune are the plan and the rows of a tuning of this shape: choices are primary
// orders, the testing week of a row is the training week of the next.
func (s *Shape) Tune() (tune.Plan, []tune.Row, error) {
	p := tune.Default()
	s.plan(&p.Workload)
	p.Primaries, p.Backfills, p.Thresholds, p.Resamples = s.orders(), []string{tune.Baseline}, []study.Seconds{study.None}, len(s.Waits)
	p.Bootstrap = 200
	if err := p.Normalise(); err != nil {
		return p, nil, err
	}
	var rows []tune.Row
	add := func(k, weeks int, train, test []int64) error {
		var w wire.Writer
		w.Int(int64(k))
		for _, waits := range [][]int64{train, test} {
			s.half(&w, weeks, waits)
		}
		if k == study.Logged {
			for _, waits := range [][]int64{train, test} {
				weekly(&w, weeks, waits)
			}
		}
		row, err := study.Decode[tune.Row](w.B)
		rows = append(rows, row)
		return err
	}
	if s.Log != nil {
		if err := add(study.Logged, max(1, s.LogWeeks/2), s.Log, s.Log); err != nil {
			return p, nil, err
		}
	}
	for k := range s.Waits {
		if err := add(k+1, 1, s.Waits[k], s.Waits[(k+1)%len(s.Waits)]); err != nil {
			return p, nil, err
		}
	}
	return p, rows, nil
}

// half writes a half as workers do, see tune.Row.
func (s *Shape) half(w *wire.Writer, weeks int, waits []int64) {
	longest, bsld := make([]int64, len(waits)), make([]float64, len(waits))
	for i, wait := range waits {
		for _, x := range split(wait, s.jobs(i)...) {
			longest[i] = max(longest[i], x)
		}
		bsld[i] = float64(jobs + wait/100)
	}
	w.Int(int64(weeks))
	w.Int(jobs)
	w.Int(waits[0])
	w.Int(longest[0])
	w.Float(bsld[0])
	w.Int(1)
	w.Int(int64(len(waits)))
	for range waits {
		w.Raw([]byte{1})
	}
	w.Ints(waits)
	w.Ints(longest)
	w.Floats(bsld)
}

// weekly writes the sums of a half as it was by week of submit, see tune.Row: of the
// baseline, then of the others as how far they are from those.
func weekly(w *wire.Writer, weeks int, waits []int64) {
	var b []byte
	for i, wait := range append(waits[:1:1], waits...) { // the first choice is the baseline again
		for _, of := range []func(wait int64) int64{func(x int64) int64 { return x }, func(x int64) int64 {
			return 1000 * (jobs +
				x/100)
		}} {
			sums, base := split(of(wait), uneven(weeks+1, 0)...), split(of(waits[0]), uneven(weeks+1, 0)...)
			for k, x := range sums {
				if i > 0 {
					x -= base[k]
				}
				b = binary.AppendVarint(b, x)
			}
		}
	}
	w.Int(int64(weeks + 1))
	w.Int(int64(len(b)))
	w.Raw(b)
}

// Predict are the plan and the rows of a prediction of this shape: the first choice
// is exact knowledge, the others are the further ways of the ladder, then triples.
// Ways beyond the choices wait as the baseline.
func (s *Shape) Predict() (predict.Plan, []predict.Row, error) {
	p := predict.Default()
	s.plan(&p.Workload)
	p.Resamples = len(s.Waits)
	switch n := s.Choices(); {
	case n < 3:
		p.Predictor, p.Backfill = predict.Average, triples.FCFS
	case n == 3:
		p.Backfill = triples.FCFS
	default:
		p.Also = triples.ListText(triples.All()[10 : 10+n-4]) // learners that the ladder doesn't have
	}
	err := p.Normalise()
	ways := p.Ways()
	var rows []predict.Row
	if s.Log != nil {
		row := s.predicted(&p, ways, study.Logged, s.LogWeeks, s.Log)
		for i := range row.Ways {
			run := &row.Ways[i].Run
			row.Wait = append(row.Wait, split(run.SumWait, uneven(s.LogWeeks+1, 0)...))
			row.Bsld = append(row.Bsld, split(predict.Thousandths(run.SumBsld), uneven(s.LogWeeks+1, 0)...))
		}
		rows = append(rows, row)
	}
	for k, waits := range s.Waits {
		rows = append(rows, s.predicted(&p, ways, k+1, Weeks, waits))
	}
	return p, rows, err
}

func (s *Shape) predicted(p *predict.Plan, ways []triples.Triple, k, weeks int, waits []int64) predict.Row {
	row, choice := predict.Row{K: k, Weeks: weeks}, 1
	for i, x := range ways {
		at := 0
		switch {
		case i == p.Bound():
			at = min(1, s.Choices())
		case i > 0 && choice < s.Choices():
			choice++
			at = choice
		}
		d := predict.Did{Run: metric.Run{Jobs: jobs, SumWait: waits[at], SumBsld: float64(jobs + waits[at]/100), Area: 1_000_000,
			Last: int64(weeks) * job.Week}, Accuracy: predictor.Accuracy{Jobs: jobs}}
		for _, w := range split(waits[at], s.jobs(at)...) {
			d.Run.MaxWait = max(d.Run.MaxWait, w)
			if b := 1 + float64(w)/100; b > predict.Extreme {
				d.Extreme++
			}
		}
		d.Run.MaxBsld = 1 + float64(d.Run.MaxWait)/100
		if x.Predicts() {
			d.Accuracy.MAE, d.Accuracy.MeanELoss = float64(4000-300*i), float64(100_000-7000*i)
		}
		if x.Corrects() {
			d.Accuracy.Under, d.Corrections = 0.4, int64(jobs/2+i)
		}
		row.Ways = append(row.Ways, d)
	}
	return row
}

// Windows are the plan and the rows of windows of this shape, a resample each; the
// log itself is none.
func (s *Shape) Windows() (windows.Plan, []windows.Row, error) {
	p := windows.Default()
	p.Orders = s.orders()
	err := p.Normalise()
	var rows []windows.Row
	for k, waits := range s.Waits {
		row := windows.Row{K: k + 1, Start: int64(k * p.Days * job.Day), Jobs: jobs + p.Warm}
		for i, wait := range waits {
			o := windows.Outcome{Jobs: jobs, SumWait: float64(wait), SumBsld: jobs + float64(wait)/100}
			for _, w := range split(wait, s.jobs(i)...) {
				o.MaxWait = max(o.MaxWait, float64(w))
				o.MaxBsld = max(o.MaxBsld, 1+float64(w)/100)
			}
			row.Outcomes = append(row.Outcomes, o)
		}
		rows = append(rows, row)
	}
	return p, rows, err
}
