package predictor

import "shadowtime/core/base/wire"

// Wire sends or takes the accuracy.
func (a *Accuracy) Wire(b wire.Both) { b.All(&a.Jobs, &a.MAE, &a.MeanELoss, &a.Under) }
