// Package reproduce runs published studies again, each under the protocols that
// are known of it, and sets what comes out beside what was printed.
package reproduce

import (
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
	// Kind is what all of it asks, on resamples of a log, under each of the protocols; ""
	// where it takes steps of several kinds: then it is run alone.
	Kind      string
	Protocols []string
	Logs      []string // that it has figures of
	Prints    string   // what was printed, of a study that is run alone
	Needs     string   // of what is needed, in sentences
	Line      string   // the command that runs it
}

// Names of the studies that are run alone.
const (
	PredictionStudy    = "prediction"
	RegressionStudy    = "regression"
	HeterogeneousStudy = "heterogeneous"
)

// Those that are run alone come last.
var studies = [...]Study{
	{
		Name: "orders", Title: "Twelve orders on two resampled years", Source: published.OrdersSource,
		Kind: compare.Name, Protocols: []string{protocol.Text2018, protocol.Run2018},
		Logs: []string{"KTH-SP2", "CTC-SP2", "SDSC-SP2", "SDSC-BLUE", "ANL-Intrepid", "CEA-Curie", "UniLu-Gaia"},
	},
	{
		Name: "strategies", Title: "Strategies that choose while the machine runs", Source: published.StrategiesSource,
		Kind: online.Name, Protocols: []string{protocol.Text2018, protocol.Run2018},
		Logs: []string{"KTH-SP2", "CTC-SP2", "SDSC-SP2", "SDSC-BLUE", "ANL-Intrepid", "CEA-Curie", "UniLu-Gaia"},
	},
	{
		Name: "pairs", Title: "A pair of orders learned and judged", Source: published.PairsSource,
		Kind: tune.Name, Protocols: []string{protocol.Tuning2017},
		Logs: []string{"KTH-SP2", "CTC-SP2", "SDSC-SP2", "SDSC-BLUE", "CEA-Curie"},
	},
	{
		Name: PredictionStudy, Title: "Run times predicted, corrected, and backfilled by", Source: published.PredictionSource,
		Protocols: []string{protocol.Predict2018},
		Logs:      []string{"KTH-SP2", "CTC-SP2", "SDSC-SP2", "SDSC-BLUE", "CEA-Curie", "Metacentrum"},
		Prints:    "mean bounded slowdowns of 128 ways to predict, correct and backfill",
		Needs:     "One of these logs is needed. With two, one chooses a way for the other.",
		Line: "shadowtime reproduce --study prediction KTH-SP2-1996-2.swf.gz SDSC-SP2-1998-4.2-cln.swf.gz " +
			"CEA-Curie-2011-2.1-cln.swf.gz",
	},
	{
		Name: RegressionStudy, Title: "Queue orders fitted to simulated scores", Source: published.RegressedSource,
		Protocols: []string{protocol.Regress2022},
		Logs:      []string{LearningLog, "SDSC-SP2", "CEA-Curie"},
		Prints:    "coefficients of four fitted orders, and windows whose medians were released",
		Needs:     "One of these logs is needed, " + LearningLog + " for table 3.",
		Line:      "shadowtime reproduce --study regression --scores scores.csv.gz lublin_256.swf.gz SDSC-SP2-1998-4.2-cln.swf.gz",
	},
	{
		Name: HeterogeneousStudy, Title: "Agents on clusters of unequal processors", Source: published.HeterogeneousSource,
		Logs:   []string{published.HeterogeneousLog},
		Prints: "rewards of a learner on four cores, and energy and slowdowns of a cluster",
		Needs:  "The four cores need no log. The cluster needs this one.",
		Line:   "shadowtime reproduce --study heterogeneous UniLu-Gaia-2014-1.swf.gz",
	},
}

const together = 3

// Studies are the known ones, Together those that can be run together, Alone the others.
func Studies() []Study  { return studies[:] }
func Together() []Study { return studies[:together] }
func Alone() []Study    { return studies[together:] }

// Find is the study of that name, nil where there is none.
func Find(name string) *Study {
	for i := range studies {
		if studies[i].Name == name {
			return &studies[i]
		}
	}
	return nil
}

// Asks says whether figures of changes were printed for a log.
func (s *Study) Asks(log string) bool { return len(published.Lookup(log, s.Kind)) > 0 }
