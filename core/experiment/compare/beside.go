package compare

import (
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Choices is the answer, to be set beside another: rows are those it was made of.
func (r *Report) Choices(rows []Row) *report.Choices {
	log, rows := study.Split(rows)
	k := &report.Choices{Digest: r.Digest, Ground: r.Plan.Workload, Weeks: weeksOf(&r.Plan, log, rows), Names: order.Labels(r.Plan.Orders),
		Wait: waits(r.Plan, rows)}
	if r.Named != nil {
		k.Named = r.Named.Order
	}
	for i := range rows {
		k.K = append(k.K, rows[i].K)
	}
	for i := range r.Orders {
		k.Change = append(k.Change, r.Orders[i].Bounds)
	}
	return k
}
