package online

import (
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Choices is the answer, to be set beside another: rows are those it was made of.
func (s *Report) Choices(rows []Row) *report.Choices {
	log, rows := study.Split(rows)
	k := &report.Choices{Digest: s.Digest, Ground: s.Plan.Workload}
	if log != nil && len(rows) > 0 {
		k.Weeks = report.WeeksOf(&s.Plan.Workload, len(log.Fixed[0].Ended)-1, len(rows[0].Fixed[0].Ended)-1)
	}
	for i := range rows {
		k.K = append(k.K, rows[i].K)
	}
	for i, e := range s.Plan.Entries() {
		k.Names, k.Change = append(k.Names, e.Name()), append(k.Change, s.Strategies[i].Bounds)
		k.Wait = append(k.Wait, totals(rows, func(r *Row) *Course { return r.Course(e) }))
	}
	if s.Named != nil {
		k.Named = s.Strategies[s.Named.At].Name()
	}
	return k
}
