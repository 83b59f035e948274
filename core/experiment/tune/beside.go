package tune

import (
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Choices is the answer, to be set beside another: what each choice waited on the
// judging weeks. Rows are those it was made of.
func (t *Report) Choices(rows []Row) *report.Choices {
	log, rows := study.Split(rows)
	j := &judge{plan: &t.Plan, log: log, rows: rows}
	k := &report.Choices{Digest: t.Digest, Ground: t.Plan.Workload, Weeks: j.weeks(Testing), Named: shortWords(t.Recommended.Choice())}
	for i := range rows {
		k.K = append(k.K, rows[i].K)
	}
	for c := range t.Pairs {
		k.Names, k.Change = append(k.Names, shortWords(t.Plan.Choice(c))), append(k.Change, t.Pairs[c].Bounds)
		k.Wait = append(k.Wait, j.waits(Testing, c))
	}
	return k
}
