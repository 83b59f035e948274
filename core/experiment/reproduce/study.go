// Package reproduce runs published studies again, each under the protocols that
// are known of it, and sets what comes out beside what was printed.
package reproduce

import (
	"slices"
	"strings"

	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/report/published"
	"shadowtime/core/study/protocol"
)

// Study is a published study that can be run again.
type Study struct {
	Name   string // of --study and links
	Title  string
	Source string // where its figures are printed
	Prints string // what they are
	// Kind is what all of it asks, on resamples of a log, under each of the protocols; ""
	// where it takes steps of several kinds: then it is run alone.
	Kind      string
	Protocols []string
}

// Names of the studies that are run alone.
const (
	PredictionStudy    = "prediction"
	RegressionStudy    = "regression"
	HeterogeneousStudy = "heterogeneous"
)

const changes = "changes of total waiting against FCFS"

// Studies are the known ones; those that are run alone come last.
func Studies() []Study {
	list := []Study{
		{Name: "orders", Title: "Twelve orders on two resampled years", Prints: changes, Kind: compare.Name, Protocols: []string{protocol.Text2018, protocol.Run2018}},
		{Name: "strategies", Title: "Strategies that choose while the machine runs", Prints: changes, Kind: online.Name, Protocols: []string{protocol.Text2018, protocol.Run2018}},
		{Name: "pairs", Title: "A pair of orders learned and judged", Prints: changes, Kind: tune.Name, Protocols: []string{protocol.Tuning2017}},
		{Name: PredictionStudy, Title: "Run times predicted, corrected, and backfilled by", Source: published.PredictionSource,
			Prints: "mean bounded slowdowns of 128 ways to predict, correct and backfill, and errors of predictions", Protocols: []string{protocol.Predict2018}},
		{Name: RegressionStudy, Title: "Queue orders fitted to simulated scores", Source: published.RegressedSource,
			Prints: "coefficients of four fitted orders, and pictures of windows whose medians were released", Protocols: []string{protocol.Regress2022}},
		{Name: HeterogeneousStudy, Title: "Agents on clusters of unequal processors", Source: published.HeterogeneousSource,
			Prints: "rewards of a learner on four cores, and energy and slowdowns on the Gaia cluster"},
	}
	for i := range list {
		if s := &list[i]; s.Kind != "" {
			s.Source = published.Source(s.Kind)
		}
	}
	return list
}

// Together are those that can be run together.
func Together() []Study {
	return slices.DeleteFunc(Studies(), func(s Study) bool { return s.Kind == "" })
}

// Logs are the names of those that the study has figures of.
func (s Study) Logs() (names []string) {
	switch s.Name {
	case PredictionStudy:
		for _, x := range published.Predicted() {
			names = append(names, x.Log)
		}
	case RegressionStudy:
		for _, x := range published.Windowed() {
			names = append(names, x.Log)
		}
		names = slices.Compact(names)
	case HeterogeneousStudy:
		names = []string{published.HeterogeneousLog}
	default:
		names = slices.DeleteFunc(published.Logs(), func(log string) bool { return !s.Asks(log) })
	}
	return names
}

// Named is the study's log that a file of that name holds, "" where that is none of them.
func (s Study) Named(file string) string {
	for _, log := range s.Logs() {
		if strings.Contains(strings.ToLower(file), strings.ToLower(log)) {
			return log
		}
	}
	return ""
}

// Asks says whether figures of changes were printed for a log.
func (s Study) Asks(log string) bool { return len(published.Of(log, s.Kind)) > 0 }

// Printed are tables of what a study that is run alone printed and released, beside
// nothing: of the heterogeneous cluster with what its actions earn here, which needs no
// log.
func (s Study) Printed() ([]Grid, error) {
	switch s.Name {
	case PredictionStudy:
		return slowdowns(nil), nil
	case RegressionStudy:
		released := medianGrid()
		for _, x := range published.Windowed() {
			released.addReleased(&x)
		}
		table3, err := printedCoefficients()
		return []Grid{table3, released}, err
	case HeterogeneousStudy:
		pay, err := Pays()
		x := &Heterogeneous{Pays: pay}
		return []Grid{pays(x), settled(x), consolidated(x), waits(x)}, err
	}
	return nil, nil
}
