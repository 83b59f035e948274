package rank

import (
	"shadowtime/core/experiment/compare"
	"shadowtime/core/study"
)

// Name of the study: in links of what is kept.
const Name = "rank"

// Reference is the order that a learned one has to be better than: the best of the simple ones
// on most logs.
const Reference = "SAF"

// Default is what is asked unless flags say otherwise: ten draws of thirteen weeks.
func Default() compare.Plan {
	p := compare.Default()
	p.Baseline, p.Orders, p.Resamples, p.Weeks = Reference, nil, 10, 13
	return p
}

// Settings are those of a comparison that a search has.
func Settings(p *compare.Plan) study.Settings {
	return p.Settings().Without("protocol", "orders", "baseline", "stop", "interval", "bootstrap", "margin", "tau")
}

// Trial is the plan of a round: what its orders are, as they are to be compared.
func Trial(p compare.Plan, orders []string) (compare.Plan, error) {
	p.Baseline, p.Orders = orders[0], orders
	return p, p.Normalise()
}

// Costs is what each order of a trial made the jobs of all rows wait, seconds.
func Costs(orders []string, trial *compare.Plan, rows []compare.Row) []float64 {
	at := map[string]int{}
	for i, name := range trial.Orders {
		at[name] = i
	}
	costs := make([]float64, len(orders))
	for i, name := range orders {
		for k := range rows {
			costs[i] += float64(rows[k].Runs[at[name]].SumWait)
		}
	}
	return costs
}

// Judging is the plan by which the order that was found is judged: the second half as it was,
// beside SAF and FCFS.
func Judging(p compare.Plan, s *Search) (compare.Plan, error) {
	p.Baseline, p.Orders = Reference, []string{Reference, "FCFS"}
	if found := s.Name(s.Best); found != Reference {
		p.Orders = append(p.Orders, Label+"="+found)
	}
	p.Resamples = 1
	return p, p.Normalise()
}

// Label is what the order is called where it stands among others.
const Label = "SEES"
