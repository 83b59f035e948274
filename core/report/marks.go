package report

import "shadowtime/core/report/plot"

// Marks draws on a row what stands beside its range: the log's halves as dots, and the mean
// of resamples with its simulation error as a mark of convergence.
func Marks(row *plot.ForestRow, logged *AsLogged, choice int, b *Bounds) {
	if b.Own.Known() && b.Change.Known() {
		row.Sim, row.SimLow, row.SimHigh = float64(b.Change), float64(b.SimLow), float64(b.SimHigh)
	}
	if logged == nil || choice >= len(logged.FirstHalf) {
		return
	}
	if one, two := logged.FirstHalf[choice], logged.SecondHalf[choice]; one.Known() && two.Known() {
		row.Halves = []float64{float64(one), float64(two)}
	}
}
