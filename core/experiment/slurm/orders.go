package slurm

import (
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// Ordered is a comparison of queue orders in a site's own Slurm: its jobs replayed as it is set, and with each order in the
// place of its priorities, as a site factor that outweighs them; partitions, limits, passes and reservations stay.
type Ordered struct {
	Slurm   string         `json:"version"`
	Jobs    int            `json:"jobs"`
	Weeks   int            `json:"weeks"` // whole ones of the log
	AsSet   Waited         `json:"asSet"`
	Orders  []OrderRow     `json:"orders"` // as they were asked
	Named   int            `json:"named"`  // of them, of which is said what may be claimed: under it jobs wait least
	Verdict report.Verdict `json:"verdict"`
	Says    []string       `json:"says"`
	Notes   []string       `json:"notes"`
}

// OrderRow is what one order does.
type OrderRow struct {
	Order string `json:"order"`
	Waited
	Verdict report.Verdict `json:"verdict"`
	Claim   *report.Claim  `json:"claim"` // against Slurm as it is set; null where nothing differs
	Never   int            `json:"never"` // start as Slurm is set, and not so
}

// CompareOrders replays the jobs of a site's log under queue orders, beside what they do as Slurm is set.
func CompareOrders(s *site.Site, version model.Version, names []string, q *Question) (*Ordered, error) {
	s.Assume(version)
	log, err := s.Log()
	if err != nil {
		return nil, err
	}
	asSet, err := replayed(s, log)
	if err != nil {
		return nil, err
	}
	return orderedIn(s, log, asSet, names, q)
}

func orderedIn(s *site.Site, log *site.Log, asSet *follow.Site, names []string, q *Question) (*Ordered, error) {
	names, err := order.Proper(names)
	if err != nil {
		return nil, err
	}
	list := make([]*Changed, len(names))
	err = q.each()(len(names), func(i int) error {
		o, err := order.Parse(names[i])
		if err == nil {
			err = o.Static("the model of Slurm")
		}
		if err == nil {
			list[i], _, err = beside(s, s.Under(o), log, asSet)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	judgeAll(list)
	believed := asSet.Believe()
	a := &Ordered{Slurm: s.Version.String(), Jobs: list[0].Jobs, Weeks: list[0].Weeks, AsSet: list[0].AsSet, Orders: []OrderRow{},
		Notes: noted(caveats(asSet.Scene.Left, asSet.Scene.Notes), believed.Stopped)}
	for i, c := range list {
		a.Orders = append(a.Orders, OrderRow{names[i], c.Changed, c.Verdict, c.Claim, c.Never})
		if c.Changed.Mean < list[a.Named].Changed.Mean {
			a.Named = i
		}
	}
	best := list[a.Named]
	a.Verdict = best.Verdict
	best.subject = report.Subject{Name: order.Spoken(names[a.Named]), Base: "Slurm as set", What: "the mean wait", Any: "any order",
		Where: "This log", Many: "orders"}
	a.Says = append(slices.Clip(best.says()[:1]),
		"Slurm has no setting for an order. Decide gives scripts that make one by the site factor.")
	a.Says = doubted(a.Says, doubts(believed))
	return a, nil
}

// OrderHead heads the columns of Table.
var OrderHead = []string{"Order", "Mean wait", "Change, as replayed", "Median", "Longest", ""}

// Table are the orders in words, Slurm as it is set first.
func (a *Ordered) Table() [][]string {
	write := func(of func(Waited) report.Float) func(float64) string {
		list := []float64{float64(of(a.AsSet))}
		for i := range a.Orders {
			list = append(list, float64(of(a.Orders[i].Waited)))
		}
		return numeral.Durations(list)
	}
	mean := write(func(w Waited) report.Float { return w.Mean })
	half := write(func(w Waited) report.Float { return w.Median })
	longest := write(func(w Waited) report.Float { return w.Longest })
	row := func(name, change, more string, w Waited) []string {
		return []string{name, mean(float64(w.Mean)), change, half(float64(w.Median)), longest(float64(w.Longest)), more}
	}
	rows := [][]string{row("Slurm as set", "", "", a.AsSet)}
	for i := range a.Orders {
		o := &a.Orders[i]
		change, more := "", ""
		if a.AsSet.Mean > 0 {
			change = numeral.Change(float64(o.Mean/a.AsSet.Mean) - 1)
		}
		if o.Verdict == report.Shown {
			more = "shown to wait less"
			if o.Mean > a.AsSet.Mean {
				more = "shown to wait longer"
			}
		}
		if o.Never > 0 {
			more = strings.TrimPrefix(more+", "+numeral.Count(o.Never)+" never start", ", ")
		}
		rows = append(rows, row(order.Label(o.Order), change, more, o.Waited))
	}
	return rows
}
