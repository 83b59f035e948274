package tune

import (
	"errors"
	"math"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

// Row is the result of one task: what every choice did on week K of the
// training half and on week K of the testing half, each drawn from a stream of
// its own. Row study.Logged is of the halves themselves, all their whole weeks as
// they were.
type Row struct {
	K     int
	Train Half
	Test  Half
}

// Half is one week, or a whole half of the log, under every choice. Choices that behaved alike share their
// Result, so that hundreds of rows of a thousand choices fit in a page.
type Half struct {
	Weeks    int // 1, or the whole weeks of the half, 0: it has none
	Jobs     int64
	Baseline Result

	thresholds int     // of the plan
	shared     []byte  // by pair: so many of its first thresholds have the same result,
	first      []int32 // the one with this number; the others follow it
	wait, max  []int64
	bsld       []float64
}

// Result sums up one replay of a week, in seconds.
type Result struct {
	Wait int64   // summed waits
	Max  int64   // the longest wait
	Bsld float64 // summed bounded slowdowns, as package metric defines them
}

// Result is that of a choice, as Plan.Choice numbers them.
func (h *Half) Result(choice int) Result {
	i := h.number(choice)
	return Result{h.wait[i], h.max[i], h.bsld[i]}
}

// number is where the result of a choice is kept.
func (h *Half) number(choice int) int {
	pair, threshold := choice/h.thresholds, choice%h.thresholds
	return int(h.first[pair]) + max(0, threshold+1-int(h.shared[pair]))
}

// Choices is how many there are.
func (h *Half) Choices() int { return len(h.shared) * h.thresholds }

// Replays is how many replays the half took beside the baseline's.
func (h *Half) Replays() int { return len(h.wait) }

// begin says that the results to be added are those of the next pair.
func (h *Half) begin() {
	h.shared = append(h.shared, 0)
	h.first = append(h.first, int32(len(h.wait)))
}

func (h *Half) add(r Result) {
	h.wait, h.max, h.bsld = append(h.wait, r.Wait), append(h.max, r.Max), append(h.bsld, r.Bsld)
}

// measure sums up a replay whose jobs began at starts. Sums run in the order of
// the trace, so that they are the same on every platform.
func measure(t *job.Trace, starts []int64, tau int64) (r Result) {
	submit, run := t.Submit[:len(starts)], t.Run[:len(starts)]
	for i, start := range starts {
		wait, p := start-submit[i], run[i]
		r.Wait += wait
		r.Max = max(r.Max, wait)
		if wait == 0 && p >= tau {
			r.Bsld++ // p/p
			continue
		}
		r.Bsld += max(1, float64(wait+p)/float64(max(p, tau)))
	}
	return r
}

// Encode writes the row for the page.
func (r *Row) Encode(w *wire.Writer) {
	w.Int(int64(r.K))
	r.Train.encode(w)
	r.Test.encode(w)
}

func (h *Half) encode(w *wire.Writer) {
	w.Int(int64(h.Weeks))
	w.Int(h.Jobs)
	w.Int(h.Baseline.Wait)
	w.Int(h.Baseline.Max)
	w.Float(h.Baseline.Bsld)
	w.Int(int64(h.thresholds))
	w.Int(int64(len(h.shared)))
	w.Raw(h.shared)
	w.Ints(h.wait)
	w.Ints(h.max)
	w.Floats(h.bsld)
}

// Number is the task's.
func (r *Row) Number() int { return r.K }

// Decode reads what Encode wrote; it errs when the lengths do not agree.
func (r *Row) Decode(from *wire.Reader) (err error) {
	r.K = int(from.Int())
	if r.Train, err = decodeHalf(from); err != nil {
		return err
	}
	if r.Test, err = decodeHalf(from); err != nil {
		return err
	}
	if r.Train.Choices() != r.Test.Choices() {
		return errHalf
	}
	return nil
}

var errHalf = errors.New("tune: the row's lengths do not agree: page and worker are of different builds; reload the page")

func decodeHalf(r *wire.Reader) (h Half, err error) {
	weeks := r.Int()
	h.Jobs = r.Int()
	h.Baseline = Result{Wait: r.Int(), Max: r.Int(), Bsld: r.Float()}
	thresholds := r.Int()
	shared := r.Raw(r.Len())
	h.wait, h.max, h.bsld = r.Ints(), r.Ints(), r.Floats()
	if err := r.Err(); err != nil {
		return Half{}, err
	}
	if thresholds < 1 || thresholds > MaxThresholds || weeks < 0 || weeks > math.MaxInt32 {
		return Half{}, errHalf
	}
	h.Weeks, h.thresholds = int(weeks), int(thresholds)
	n := 0
	for _, s := range shared {
		if s < 1 || int(s) > h.thresholds || n >= len(h.wait) {
			return Half{}, errHalf
		}
		h.shared, h.first = append(h.shared, s), append(h.first, int32(n))
		n += h.thresholds - int(s) + 1
	}
	if n != len(h.wait) || len(h.max) != n || len(h.bsld) != n {
		return Half{}, errHalf
	}
	return h, nil
}
