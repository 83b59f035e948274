package lublin

import own "shadowtime/core/base/exp"

// exp is e^x with the same bits on every platform.
func exp(x float64) float64 { return own.Exp(x) }
