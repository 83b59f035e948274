package predictor

import "shadowtime/core/base/wire"

// Encode writes the accuracy for the page.
func (a *Accuracy) Encode(w *wire.Writer) {
	w.Int(int64(a.Jobs))
	w.Float(a.MAE)
	w.Float(a.MeanELoss)
	w.Float(a.Under)
}

// DecodeAccuracy reads what Encode wrote.
func DecodeAccuracy(r *wire.Reader) Accuracy {
	return Accuracy{Jobs: int(r.Int()), MAE: r.Float(), MeanELoss: r.Float(), Under: r.Float()}
}
