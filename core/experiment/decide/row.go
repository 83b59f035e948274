package decide

import (
	"strconv"

	"shadowtime/core/base/wire"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/metric"
)

// Row is the result of one task: what an order does with each threshold, and with that which
// the bound on the longest wait leaves room for under other assumptions; or what is run now under
// other rules. That of task 0 has
// what is run now alone, the jobs behind all sums, and what the log itself tells.
type Row struct {
	K        int
	Results  []Result // in the order of Plan.Thresholds
	Counts   metric.Counts
	Likeness metric.Likeness // Known is 0 where the log tells no waits
	Waits    held.Sum        // what they were due to, of the log as it was; zero likewise
	Heavy    User            // the heaviest; ID -1: there are fewer than two
	Ways     []Pair          // none where no threshold keeps to the bound
	Users    Moved           // by a change of a rule; zero of others
}

// User is one of the log, with the share of the processor-seconds that are theirs.
type User struct {
	ID    int64   `json:"id"`
	Share float64 `json:"share"`
}

func (u *User) name() string { return strconv.FormatInt(u.ID, 10) }

// Pair is a replay with what is run now and one with another setting under an assumption, by
// its number, of the same trace; with users who wait, one a replicate.
type Pair struct {
	Way       int
	Now, Then Under
}

// Under is a replay. Sums by week are by the week of submit, the last entry being what came
// after all of them; where users decide when they submit, by the log's whole weeks, of all
// replicates together, with the first of them.
type Under struct {
	metric.Run
	Wait []int64 // seconds
	Bsld []int64 // bounded slowdowns in thousandths
}

// Result is a replay of the plan's own trace.
type Result struct {
	Under
	Late    int64   // jobs that waited longer than the threshold; none of it: 0
	Longest []int64 // the longest wait of those submitted in a week, seconds
	Size    []int64 // waits by size class, seconds

	allowed bool // its longest wait keeps to the bound; in its runner alone
}

// missing says that another task replays it.
func (x *Result) missing() bool { return len(x.Wait) == 0 }

// Number is the task's.
func (r *Row) Number() int { return r.K }

func (u *Under) encode(w *wire.Writer) {
	u.Run.Encode(w)
	w.Ints(u.Wait)
	w.Ints(u.Bsld)
}

func decodeUnder(b *wire.Reader) Under { return Under{metric.DecodeRun(b), b.Ints(), b.Ints()} }

// Encode writes the row for the page.
func (r *Row) Encode(w *wire.Writer) {
	w.Int(int64(r.K))
	w.Int(int64(len(r.Results)))
	for i := range r.Results {
		x := &r.Results[i]
		x.Under.encode(w)
		w.Int(x.Late)
		w.Ints(x.Longest)
		w.Ints(x.Size)
	}
	r.Counts.Encode(w)
	r.Likeness.Encode(w)
	r.Waits.Wire(wire.Both{Put: w})
	r.Users.wire(wire.Both{Put: w})
	w.Int(r.Heavy.ID)
	w.Float(r.Heavy.Share)
	w.Int(int64(len(r.Ways)))
	for i := range r.Ways {
		w.Int(int64(r.Ways[i].Way))
		r.Ways[i].Now.encode(w)
		r.Ways[i].Then.encode(w)
	}
}

// Decode reads what Encode wrote.
func (r *Row) Decode(b *wire.Reader) error {
	r.K = int(b.Int())
	for n := b.Len(); n > 0; n-- {
		r.Results = append(r.Results, Result{Under: decodeUnder(b), Late: b.Int(), Longest: b.Ints(), Size: b.Ints()})
	}
	r.Counts, r.Likeness = metric.DecodeCounts(b), metric.DecodeLikeness(b)
	r.Waits.Wire(wire.Both{Take: b})
	r.Users.wire(wire.Both{Take: b})
	r.Heavy = User{b.Int(), b.Float()}
	for n := b.Len(); n > 0; n-- {
		x := Pair{int(b.Int()), decodeUnder(b), decodeUnder(b)}
		if x.Way < 0 || x.Way >= len(assumptions) {
			b.Fail()
		}
		r.Ways = append(r.Ways, x)
	}
	return b.Err()
}
