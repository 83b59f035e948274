package tune

import (
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Mixed is the weighted order that was learned on the training weeks, with the
// backfilling order and the threshold of the learned pair, and its result on the
// testing weeks.
type Mixed struct {
	Tuned
	Weights Mix `json:"weights"`
	// What it changes of the total wait further, against the learned pair: in the testing
	// half's own weeks with its range, and in weeks drawn from it; all at 95 %.
	Further        report.Float `json:"further"`
	FurtherOwn     report.Float `json:"furtherOwn"`
	FurtherLow     report.Float `json:"furtherLow"`
	FurtherHigh    report.Float `json:"furtherHigh"`
	FurtherSimLow  report.Float `json:"furtherSimLow"`
	FurtherSimHigh report.Float `json:"furtherSimHigh"`
}

// MergeMix judges the outcome of a MixSearch, computed as its Final plan
// says, beside a tuning and the rows that one was merged from.
func MergeMix(t *Report, rows []Row, weights Mix, final Plan, mixed []Row) *Mixed {
	m := &Mixed{Tuned: Merge(final, [32]byte{}, mixed).Pairs[0], Weights: weights}
	own, pair := judgeOf(&final, mixed), judgeOf(&t.Plan, rows)
	at, _ := t.Plan.Find(t.Learned.Choice())
	w := report.Weighing{Resampled: [][]int64{pair.waits(Testing, at), own.waits(Testing, 0)}}
	mine, _ := own.own(Testing, waits, 0)
	theirs, _ := pair.own(Testing, waits, at)
	if mine != nil && theirs != nil {
		w.Own = [][]int64{theirs[1], mine[1]}
	}
	m.further(w.Against(1, 0, report.Level))
	return m
}

func (m *Mixed) further(b report.Bounds) {
	m.Further, m.FurtherOwn, m.FurtherLow, m.FurtherHigh = b.Change, b.Own, b.Low, b.High
	m.FurtherSimLow, m.FurtherSimHigh = b.SimLow, b.SimHigh
}

func judgeOf(p *Plan, rows []Row) judge {
	log, rows := study.Split(rows)
	return judge{plan: p, log: log, rows: rows}
}

// Sentence says what mixing brought beyond the learned pair.
func (m *Mixed) Sentence() string {
	words := Choice{Primary: m.Primary, Backfill: m.Backfill, Threshold: m.Threshold}
	change, low, high := m.Leading()
	s := "The best mixture on the training weeks is " + shortWords(words) + ". In the second half it " +
		report.Does("the mean wait", change, low, high) + ". Against the chosen pair it "
	further := report.Bounds{Change: m.Further, Own: m.FurtherOwn, Low: m.FurtherLow, High: m.FurtherHigh}
	change, low, high = further.Leading()
	s += report.Does("the mean wait", change, low, high)
	if !(high < 0) && !(low > 0) {
		return s + ". The two can't be told apart."
	}
	return s + "."
}
