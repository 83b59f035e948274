package worlds

import (
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// threshold is that of the comparison that is proposed, in seconds.
const threshold = 40 * 3600

// Orders are configurations to be compared with the first of them.
type Orders []sim.Config

// Family is FCFS and the three that are judged: EASY, jobs that waited 40 h first.
func Family() (Orders, error) { return parse([]string{"FCFS", "SPF", "SAF", "LEXP"}) }

// Random are twelve orders that rank by a hash of submit time, requested time and
// processors: none is better than another.
func Random() (Orders, error) {
	var names []string
	for i := range 12 {
		names = append(names, hash(i))
	}
	return parse(names)
}

// hash is a formula whose value is as good as random in [-1/2, 1/2]: the rest of a sum of
// multiples, twice.
func hash(i int) string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', 9, 64) }
	// x less the nearest whole number, which adding and taking away 1.5 x 2^52 leaves
	rest := func(x string) string {
		return "(" + x + ") - (((" + x + ") + 6755399441055744) - 6755399441055744)"
	}
	k := float64(i + 1)
	once := rest("r*" + number(0.618033989*k) + " + p*" + number(0.754877666*k) + " + q*" + number(0.569840291*k))
	return "expr:" + rest("("+once+")*"+number(9973.137+101.7*k))
}

func parse(names []string) (list Orders, err error) {
	for _, name := range names {
		o, err := order.Parse(name)
		if err != nil {
			return nil, err
		}
		list = append(list, sim.Config{Primary: o, Backfill: o, Threshold: threshold})
	}
	return list, nil
}

// Sums are the waits of a trace of so many weeks that begins at 0, in seconds, by order and
// by week of submit.
func (o Orders) Sums(e *sim.Engine, t *job.Trace, weeks int) ([][]int64, error) {
	e.Load(t)
	sums := make([][]int64, len(o))
	for i := range o {
		c := o[i]
		if err := e.Run(&c); err != nil {
			return nil, err
		}
		sums[i] = make([]int64, weeks)
		for j, start := range e.Starts() {
			sums[i][t.Submit[j]/job.Week] += start - t.Submit[j]
		}
	}
	return sums, nil
}
