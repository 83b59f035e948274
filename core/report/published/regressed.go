package published

import (
	"math"
	"strings"
)

// RegressedSource says where the figures of regressed orders are printed.
const RegressedSource = "Rosa, Carastan-Santos, Goldman 2023"

// Regressed is one fit of the study's table 3: coefficients in the order of the
// model's features, the inflation of each but the constant's, and the mean absolute
// error that the text has.
type Regressed struct {
	Model string // as features are named
	Theta []float64
	VIF   []float64
	MAE   float64
}

// regressions are those of table 3.
var regressions = [...]Regressed{
	{"lin", []float64{3.24e-2, 1.15e-7, 2.61e-5, -1.57e-7}, []float64{1.3, 1.3, 1.2}, 4.48e-3},
	{"qdr", []float64{3.70e-2, 2.65e-7, -3.05e-5, -3.96e-7, -3.04e-12, 1.17e-7, 2.75e-12, 6.77e-10},
		[]float64{3.7, 9.6, 6.0, 2.6, 8.3, 4.8, 3.9}, 4.66e-3},
	{"cub", []float64{3.33e-2, 2.83e-7, 8.71e-5, -5.83e-7, -6.33e-14, -5.06e-7, 6.78e-12, -6.02e-10, -7.55e-18, 7.05e-10, -2.14e-17,
		-2.72e-14, 9.52e-12},
		[]float64{12.1, 35.5, 21.8, 41.8, 275.0, 82.1, 49.4, 20.8, 147.3, 34.6, 9.8, 30.1}, 10.5e-3},
	{"qua", []float64{4.83e-2, -6.42e-7, -2.40e-4, -6.50e-7, 1.66e-11, 2.41e-6, 8.81e-12, 1.14e-8, -2.03e-16, -9.52e-9, -4.67e-17, 9.29e-15,
		-7.94e-11, 9.34e-22, 1.36e-11, 9.84e-23, -9.07e-19, 1.89e-16, 1.55e-13},
		[]float64{36.1, 99.0, 58.6, 338.5, 2835.5, 620.8, 295.3, 961.6, 10491.8, 1387.1, 393.1, 1032.9, 322.7, 3572.5, 373.6, 63.8, 125.0,
			457.2}, 6.42e-3},
}

// Regressions are those of table 3.
func Regressions() []Regressed { return regressions[:] }

// ReleasedOrders are those that medians were released of, in the order of their figures.
var ReleasedOrders = [...]string{"FCFS", "WFP3", "UNICEF", "SPF", "SAF", "F2", "LIN"}

// Released are medians, over windows of a fortnight, of the mean bounded slowdown,
// as the study's program gave them; its pictures print no figures.
type Released struct {
	Log, Scenario string
	Windows       int
	medians       [len(ReleasedOrders)]float64 // 0: not known, as of LIN, which then had other coefficients
	// Other says that the windows are not of the log that is public; the medians of
	// LIN are then there, of coefficients that came before those of table 3.
	Other bool
}

var windowed = [...]Released{
	{"lublin_256", "actual", 50, [...]float64{7856, 4018, 2718, 1223, 28.4, 37.5, 55}, true},
	{"SDSC-SP2", "actual", 47, [...]float64{629.6, 59.60, 25.84, 21.78, 13.45, 15.58, 0}, false},
	{"SDSC-SP2", "estimates", 47, [...]float64{629.6, 243.9, 91.57, 48.43, 28.18, 30.03, 0}, false},
	{"SDSC-SP2", "easy", 47, [...]float64{66.38, 41.61, 32.66, 28.38, 25.86, 23.26, 0}, false},
	{"CEA-Curie", "actual", 15, [...]float64{290.3, 206.6, 110.1, 139.6, 8.213, 4.269, 0}, false},
	{"CEA-Curie", "estimates", 15, [...]float64{290.3, 258.2, 145.2, 218.8, 12.15, 8.765, 0}, false},
	{"CEA-Curie", "easy", 15, [...]float64{54.94, 49.23, 32.27, 35.72, 9.570, 7.796, 0}, false},
}

// Windowed are the medians that are known.
func Windowed() []Released { return windowed[:] }

// RegressedLog is the study's name of a log, by that of its file.
func RegressedLog(name string) (log string, ok bool) {
	for _, r := range Windowed() {
		if strings.Contains(strings.ToLower(name), strings.ToLower(r.Log)) {
			return r.Log, true
		}
	}
	return "", false
}

// Median is that of an order, NaN where none is known.
func (r *Released) Median(order string) float64 {
	for i, name := range ReleasedOrders {
		if v := r.medians[i]; name == order && v > 0 {
			return v
		}
	}
	return math.NaN()
}

// Medians are those that are known, by orders.
func (r *Released) Medians() map[string]float64 {
	list := map[string]float64{}
	for i, name := range ReleasedOrders {
		if v := r.medians[i]; v > 0 {
			list[name] = v
		}
	}
	return list
}
