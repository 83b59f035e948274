package oracle

import (
	"math"
	"slices"

	"shadowtime/core/job"
)

// Verdict is what a pass finds of a job that it leaves waiting.
type Verdict struct {
	Now    int64
	Job    int
	Reason string // behind, too-wide, would-delay, head
	Head   int    // of the queue after the pass
	// What was so at the job's turn. Shadow is the head's, under conservative
	// backfilling the job's own place; the least of all numbers where there is none,
	// Extra -1 then.
	Shadow, Extra, Free int64
}

// Account is a run with its reasons.
type Account struct {
	Starts   []int64
	Order    []int       // jobs as they started
	How      []string    // front, backfill
	Verdicts [][]Verdict // by job, pass by pass
	Ahead    []int       // jobs that stood before it when it came
	First    []int       // the first of these, -1: none
	Kept     [][]int     // by head: who waited for its sake, ascending; not of conservative
}

// Explain simulates and says why.
func Explain(t *job.Trace, s Setup) *Account {
	n := t.Len()
	a := &Account{How: make([]string, n), Verdicts: make([][]Verdict, n), Ahead: make([]int, n), First: make([]int, n),
		Kept: make([][]int, n)}
	s.account = a
	a.Starts = Starts(t, s)
	return a
}

// came counts who stands before a job that arrives.
func (w *world) came(j int) {
	a := w.setup.account
	if a == nil {
		return
	}
	queue := w.sorted(w.tied(append(w.all(waiting), j), w.setup.PrimaryTies), w.setup.Primary, true)
	a.Ahead[j], a.First[j] = slices.Index(queue, j), -1
	if queue[0] != j {
		a.First[j] = queue[0]
	}
}

// turn is what a job finds.
type turn struct{ shadow, extra, free int64 }

// open begins a pass.
func (w *world) open() {
	w.turns = map[int]turn{}
	if w.setup.KeySeen != nil {
		w.look()
	}
	w.beside, w.head, w.places = false, -1, map[int]int64{}
}

// say keeps a job's first turn in the pass.
func (w *world) say(j int, shadow, extra int64) {
	if _, ok := w.turns[j]; !ok && w.turns != nil {
		w.turns[j] = turn{shadow, extra, w.free()}
	}
}

// sayHead does the same of the head; who starts from now on does beside it.
func (w *world) sayHead(j int, shadow, extra int64) {
	w.say(j, shadow, extra)
	w.beside, w.head = true, j
}

// how notes that a job starts.
func (w *world) how(j int) {
	if a := w.setup.account; a != nil {
		a.Order = append(a.Order, j)
		a.How[j] = "front"
		if w.beside {
			a.How[j] = "backfill"
		}
	}
}

// close judges the jobs that wait on; the queue's order is that of the pass.
func (w *world) close() {
	a := w.setup.account
	list := w.all(waiting)
	if a == nil || len(list) == 0 {
		return
	}
	if w.setup.Depth > 0 {
		list = w.seen()
	}
	head := w.head // it stays so, whoever comes to be seen after it
	if head < 0 {
		head = w.sorted(w.tied(list, w.setup.PrimaryTies), w.setup.Primary, true)[0]
	}
	for _, j := range w.all(waiting) {
		x, had := w.turns[j]
		v := Verdict{Now: w.now, Job: j, Head: head, Shadow: x.shadow, Extra: x.extra, Free: x.free}
		late := w.now+w.trace.Request[j] > x.shadow
		switch conservative := w.setup.Backfilling == "conservative"; {
		case j == head && !had:
			v.Reason, v.Shadow, v.Extra, v.Free = "head", math.MinInt64, -1, w.free()
		case j == head:
			v.Reason = "head"
		case !had:
			v.Reason, v.Shadow, v.Extra, v.Free = "behind", w.last.shadow, w.last.extra, w.last.free
			if w.setup.Backfilling == "none" {
				v.Shadow, v.Extra, v.Free = math.MinInt64, -1, w.free()
			}
		case w.q(j) > x.free:
			v.Reason = "too-wide"
		case conservative || late && w.q(j) > x.extra:
			v.Reason = "would-delay"
		default:
			panic("oracle: a job that may start waits")
		}
		if w.setup.Backfilling == "conservative" {
			v.Shadow, v.Extra = w.places[j], -1
		}
		a.Verdicts[j] = append(a.Verdicts[j], v)
		waits := v.Reason == "would-delay" || w.setup.Backfilling == "none" && j != head && w.q(j) <= w.free()
		if waits && w.setup.Backfilling != "conservative" && !slices.Contains(a.Kept[head], j) {
			a.Kept[head] = append(a.Kept[head], j)
			slices.Sort(a.Kept[head])
		}
	}
}
