package published

// PredictionSource says where the figures of predicted run times are printed.
const PredictionSource = "Reis 2018, chapter 4"

// Slowdowns are mean bounded slowdowns that the study of predicted run times
// printed for a log (Reis 2018, tables 4.1, 4.6 and 4.7).
type Slowdowns struct {
	Log         string
	Clairvoyant [2]float64    // backfilling FCFS, SJBF
	EASY        float64       // requests
	EASYPP      float64       // averages of two, corrected in steps, SJBF
	Learned     [2][2]float64 // FCFS, SJBF: the best and the worst
	Chosen      float64       // what the other logs chose, as table 4.7 has it
	// In whole percent, how much less than EASY's: clairvoyant (table 4.1), chosen
	// and EASY++'s (table 4.7).
	ClairvoyantLess, ChosenLess, EASYPPLess int8
	Jobs                                    int // that the study replayed; 0: not known
	// Sums over the other five logs, of the study's released tables, where those
	// of averages of two corrected to the request, SJBF, are known to be less than
	// those of the chosen triple; 0: not known, and not less.
	AverageSum, ChosenSum float64
}

// predicted has the study's logs in the order of its tables.
var predicted = [...]Slowdowns{
	{"KTH-SP2", [2]float64{71.7, 49.8}, 92.6, 63.5, [2][2]float64{{62.6, 93.2}, {51.4, 74.5}}, 51.4, 22, 44, 31, 28481, 213.9, 220.5},
	{"CTC-SP2", [2]float64{37.2, 17.6}, 49.6, 85.8, [2][2]float64{{25.5, 163.5}, {16.3, 134.7}}, 20.5, 25, 59, -72, 0, 250.2, 251.4},
	{"SDSC-SP2", [2]float64{70.5, 56.8}, 87.9, 79.4, [2][2]float64{{70.9, 102.3}, {69.7, 194.8}}, 75.0, 19, 15, 10, 54006, 0, 0},
	{"SDSC-BLUE", [2]float64{30.6, 13.2}, 36.5, 21.0, [2][2]float64{{16.5, 48.0}, {12.6, 47.8}}, 34.7, 16, 5, 42, 0, 0, 0},
	{"CEA-Curie", [2]float64{69.9, 12.1}, 202.1, 193.5, [2][2]float64{{26.3, 9348.8}, {24.3, 4010}}, 27.9, 65, 86, 4, 0, 0, 0},
	{"Metacentrum", [2]float64{81.7, 67.2}, 97.6, 87.2, [2][2]float64{{86.3, 98.1}, {81.5, 89.8}}, 84.2, 16, 14, 11, 0, 0, 0},
}

// Predicted are all of them.
func Predicted() []Slowdowns { return predicted[:] }

// blueInSteps is what the study's released table has for SDSC-BLUE of the triple
// that it chose for all logs but one; table 4.7 prints what correcting to the
// request gives there.
const blueInSteps = 13.0

// InSteps is the printed slowdown of the E-Loss corrected in steps, SJBF.
func (s *Slowdowns) InSteps() float64 {
	if s.Log == "SDSC-BLUE" {
		return blueInSteps
	}
	return s.Chosen
}

// Precision4 is how far a slowdown may lie from the figure that the study prints.
const Precision4 = 0.05

// Errors is what the study printed of how good predictions were (Reis 2018, table
// 4.8), in seconds.
type Errors struct{ MAE, MeanELoss float64 }

// Those of averages of two, and of learning by the E-Loss.
var (
	AverageErrors = Errors{5217, 10.2e8}
	LearnedErrors = Errors{6762, 2.35e5}
)
