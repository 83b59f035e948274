package reproduce

import (
	"strconv"

	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/study"
	"shadowtime/core/study/protocol"
)

// Whole is a time that a study printed of a log as it was, or that stands beside what it
// printed, in seconds.
type Whole struct {
	Setting string  `json:"setting"`
	What    string  `json:"what"` // "mean wait" or "longest wait", and of which jobs
	Printed *int64  `json:"printed"`
	Ours    float64 `json:"ours"`
}

// wholes are tables 1 and 2 of the queue-tuning study: original logs under one order in both
// queues, without threshold. The study's EXP is LEXP here.
var wholes = [...]struct {
	log, order    string
	mean, longest int64 // 0: not printed
}{
	{"SDSC-SP2", "LEXP", 6765, 0}, {"SDSC-SP2", "SQF", 11234, 0},
	{"CTC-SP2", "LEXP", 3074, 0}, {"CTC-SP2", "SQF", 2090, 0}, {"CTC-SP2", "SPF", 2784, 661280}, {"CTC-SP2", "FCFS", 3974, 176090},
}

// WholesOf replays a log as tables 1 and 2 have it: in the cleaning and the dialect of the
// study. None are printed of most logs.
func WholesOf(l *job.Log, log string) (list []Whole, err error) {
	e, loaded := sim.New(), (*job.Trace)(nil)
	for _, x := range wholes {
		if x.log != log {
			continue
		}
		p := tune.Default()
		if err := p.Settings().Find("protocol").Set(protocol.Tuning2017); err != nil {
			return nil, err
		}
		if loaded == nil {
			loaded, _ = p.Prepare(l)
			e.Load(loaded)
		}
		c, err := study.Config(x.order, x.order, study.None, sim.Easy.String(), p.Dialect)
		if err != nil {
			return nil, err
		}
		if err := e.Run(&c); err != nil {
			return nil, err
		}
		run := metric.Measure(loaded, e.Starts(), p.Tau)
		mean, longest := float64(run.SumWait)/float64(max(1, run.Jobs)), float64(run.MaxWait)
		list = append(list, Whole{"EASY-" + x.order + "-" + x.order, "mean wait", &x.mean, mean})
		most := Whole{Setting: "EASY-" + x.order + "-" + x.order, What: "longest wait", Ours: longest}
		if x.longest > 0 {
			most.Printed = &x.longest
		}
		list = append(list, most)
	}
	return list, nil
}

// longestPrinted are what the study prints of the longest wait of a testing week, mean, under the learned pair with
// 20 h and under the baseline.
var longestPrinted = map[string]struct{ learned, base int64 }{"CEA-Curie": {88747, 86680}}

// WholesOfPair are what the pair learned on a log did in the testing weeks, and the baseline: the mean over weeks of
// the longest wait, which the study's figure of the mean wait leaves out.
func WholesOfPair(r *tune.Report, log string) (list []Whole) {
	printed, known := longestPrinted[log]
	for _, l := range r.Learned.ByThreshold {
		if l.Threshold != tune.StudyThreshold {
			continue
		}
		for _, x := range []struct {
			setting   string
			mean, max report.Float
			printed   int64
		}{
			{"learned " + l.Primary + "-" + l.Backfill + ", 20 h", l.TestAvg, l.TestMax, printed.learned},
			{"EASY-FCFS-FCFS, no threshold", r.Baseline.TestAvg, r.Baseline.TestMax, printed.base},
		} {
			longest := Whole{Setting: x.setting, What: "longest wait of a testing week, mean", Ours: float64(x.max)}
			if known {
				longest.Printed = &x.printed
			}
			list = append(list, Whole{Setting: x.setting, What: "mean wait, testing weeks", Ours: float64(x.mean)}, longest)
		}
	}
	return list
}

// wholeHead names the columns of the table of them.
var wholeHead = []string{"log, setting", "", "printed, s", "here, s", "ratio"}

// wholes is the table of them in words.
func (t *Table) wholes() Grid {
	g := Grid{ID: "whole", Title: "Times in seconds", Head: wholeHead, ByLog: true}
	for _, w := range t.Wholes {
		printed, ratio := "", ""
		if w.Printed != nil {
			printed = strconv.FormatInt(*w.Printed, 10)
			ratio = strconv.FormatFloat(w.Ours/float64(*w.Printed), 'f', 4, 64)
		}
		g.add(t.Log+": "+w.Setting, w.What, printed, strconv.FormatFloat(w.Ours, 'f', 1, 64), ratio)
	}
	return g
}
