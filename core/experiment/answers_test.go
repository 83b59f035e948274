package experiment

import (
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/place"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/train"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/report"
)

// The reports that stand as pages and files of their own.
var _ = []report.Answer{
	(*compare.Report)(nil), (*online.Report)(nil), (*tune.Report)(nil), (*predict.Report)(nil), (*learn.Report)(nil), (*place.Report)(nil),
	(*train.Cohort)(nil),
}
