package reproduce

import (
	"cmp"
	"math"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/job"
	"shadowtime/core/report/published"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/predictor"
	"shadowtime/core/study/protocol"
)

// SlowdownTau bounds slowdowns, in seconds.
const SlowdownTau = 10

// shifts are those that table 4.6 ranges over; the 128 triples have none.
var shifts = [...]int64{0, 60, 600}

// AlongLog is the log that the study measured predictions on, along its own starts.
const AlongLog = "CEA-Curie"

// PredictionPlan asks a log of a machine of so many processors as the study did.
func PredictionPlan(procs int64) (predict.Plan, error) {
	p := predict.Default()
	if err := p.Settings().Find("protocol").Set(protocol.Predict2018); err != nil {
		return p, err
	}
	p.Procs = procs
	p.Clean.DropMissing = false // its program's reading is not known
	return p, nil
}

// Triples is what is replayed of a log: clairvoyance in both orders, the 128
// triples, and those that learn with a shifted loss.
func Triples() (list []triples.Triple) {
	for _, backfill := range []string{triples.FCFS, triples.SJBF} {
		list = append(list, triples.Triple{Predictor: "clairvoyant", Loss: predictor.ELoss, Backfill: backfill})
	}
	for _, shift := range shifts {
		for _, x := range triples.All() {
			if shift == 0 || x.Learns() {
				x.Loss.Shift = shift
				list = append(list, x)
			}
		}
	}
	return list
}

// ofTheStudy says whether a triple is one of the 128.
func ofTheStudy(x triples.Triple) bool { return x.Predictor != "clairvoyant" && x.Loss.Shift == 0 }

// Names of the triples that have a column of their own.
const (
	clairvoyantFCFS = "clairvoyant-FCFS"
	clairvoyantSJBF = "clairvoyant-SJBF"
	easy            = "requested-FCFS"
	easyPP          = "ave2-incremental-SJBF"
	Average         = "ave2-requested-SJBF"
	InSteps         = "learned(square,linear,area)-incremental-SJBF"
	ToRequest       = "learned(square,linear,area)-requested-SJBF"
)

// TriplesApart are the triples of tables 4.1 and 4.7 alone.
func TriplesApart() (list []triples.Triple) {
	for _, x := range Triples() {
		if slices.Contains([]string{clairvoyantFCFS, clairvoyantSJBF, easy, easyPP, Average, InSteps, ToRequest}, x.Name()) {
			list = append(list, x)
		}
	}
	return list
}

// PredictionLog is one version of a log, with what came out of it under the study of
// predicted run times (Reis 2018, chapter 4): the triples of its tables, and how good
// predictions are along the log's own starts. What the other logs choose, several say.
type PredictionLog struct {
	Name     string // the study's
	Version  string // the file's
	Jobs     int
	Procs    int64
	Outcomes []triples.Outcome
	Nudged   []float64           // slowdowns of InSteps, see Nudge
	Along    []TechniqueAccuracy // along its own starts
	Trace    *job.Trace          // which charts are drawn of
}

// Bsld is a triple's slowdown; NaN where it was not replayed.
func (l *PredictionLog) Bsld(name string) float64 {
	for i := range l.Outcomes {
		if l.Outcomes[i].Triple.Name() == name {
			return l.Outcomes[i].Run.AvgBsld()
		}
	}
	return math.NaN()
}

// extreme is the best or the worst of those that learn, shifted losses among them.
func (l *PredictionLog) extreme(backfill string, worst bool) (bsld float64, name string) {
	bsld = math.NaN()
	for i := range l.Outcomes {
		o := &l.Outcomes[i]
		if v := o.Run.AvgBsld(); o.Triple.Learns() && o.Triple.Backfill == backfill && (bsld != bsld || v != bsld && (v > bsld) == worst) {
			bsld, name = v, o.Triple.Name()
		}
	}
	return bsld, name
}

// slowdownFigure is what was printed beside what came out here.
type slowdownFigure struct {
	Key     string
	Printed float64
	Ours    float64 // NaN: not computed
	Triple  string  // which one it is, of the best and worst
}

// Off is how far ours lies from what is printed, as a part of that.
func (f *slowdownFigure) Off() float64 { return f.Ours/f.Printed - 1 }

// Agrees says whether ours is what is printed, to its last digit.
func (f *slowdownFigure) Agrees() bool {
	return math.Abs(f.Ours-f.Printed) <= published.Precision4+1e-9
}

// slowdownKeys of figures, in the order of table 4.6; the last is of table 4.7.
var slowdownKeys = []string{"clairvoyant FCFS", "clairvoyant SJBF", "EASY", "EASY++", "learned FCFS, best", "learned FCFS, worst",
	"learned SJBF, best", "learned SJBF, worst", "chosen"}

// slowdownFigures are the printed ones of a log beside those of a version of it, by slowdownKeys;
// nil is of none.
func slowdownFigures(s *published.Slowdowns, l *PredictionLog) []slowdownFigure {
	if l == nil {
		l = &PredictionLog{}
	}
	list := []slowdownFigure{
		{Printed: s.Clairvoyant[0], Ours: l.Bsld(clairvoyantFCFS)},
		{Printed: s.Clairvoyant[1], Ours: l.Bsld(clairvoyantSJBF)},
		{Printed: s.EASY, Ours: l.Bsld(easy)},
		{Printed: s.EASYPP, Ours: l.Bsld(easyPP)},
	}
	for i, backfill := range []string{triples.FCFS, triples.SJBF} {
		for k, worst := range []bool{false, true} {
			f := slowdownFigure{Printed: s.Learned[i][k]}
			f.Ours, f.Triple = l.extreme(backfill, worst)
			list = append(list, f)
		}
	}
	list = append(list, slowdownFigure{Printed: s.Chosen, Ours: l.Bsld(InSteps)})
	for i := range list {
		list[i].Key = slowdownKeys[i]
	}
	return list
}

// lessBy is how much less a is than b, as a part of b.
func lessBy(a, b float64) float64 { return 1 - a/b }

// ---- the choice

// tripleChoice is what the other logs say of one.
type tripleChoice struct {
	Any, Learned triples.Outcome // on that log, the least sum over the others: of the 128, and of those that learn
}

// chooseTriples are of the first version of each log; false for fewer than two logs.
func chooseTriples(logs []*PredictionLog) (list []tripleChoice, ok bool) {
	outcomes := [][]triples.Outcome{}
	for _, l := range logs {
		outcomes = append(outcomes, l.Outcomes)
	}
	any, ok := triples.Choose(outcomes, ofTheStudy)
	if !ok {
		return nil, false
	}
	learned, _ := triples.Choose(outcomes, func(x triples.Triple) bool { return ofTheStudy(x) && x.Learns() })
	for i, l := range logs {
		list = append(list, tripleChoice{l.Outcomes[any[i]], l.Outcomes[learned[i]]})
	}
	return list, true
}

// firstVersions are the first versions of each log.
func firstVersions(logs []*PredictionLog) (list []*PredictionLog) {
	for _, l := range logs {
		if !slices.ContainsFunc(list, func(x *PredictionLog) bool { return x.Name == l.Name }) {
			list = append(list, l)
		}
	}
	return list
}

// printedChoice is the triple that the study's own figures choose for a log, as far
// as they are known, with its sum over the other logs and that of the next.
func printedChoice(log string) (name string, least, next float64) {
	var easySum, ppSum, stepsSum float64
	average := math.Inf(1)
	for _, s := range published.Predicted() {
		if s.Log == log {
			if s.AverageSum > 0 {
				average = s.AverageSum
			}
			continue
		}
		easySum, ppSum, stepsSum = easySum+s.EASY, ppSum+s.EASYPP, stepsSum+s.InSteps()
	}
	type rival struct {
		name string
		sum  float64
	}
	rivals := []rival{{easy, easySum}, {easyPP, ppSum}, {InSteps, stepsSum}, {Average, average}}
	sorted.Stable(rivals, func(a, b rival) int { return cmp.Compare(a.sum, b.sum) })
	return rivals[0].name, rivals[0].sum, rivals[1].sum
}

// ---- from log to log

// correlationOf is Pearson's coefficient of the 128 triples' slowdowns on two logs, and
// of their ranks (Spearman's).
func correlationOf(a, b *PredictionLog) (pearson, spearman float64) {
	var x, y []float64
	for i := range a.Outcomes {
		if ofTheStudy(a.Outcomes[i].Triple) {
			x, y = append(x, a.Outcomes[i].Run.AvgBsld()), append(y, b.Outcomes[i].Run.AvgBsld())
		}
	}
	return correlated(x, y), correlated(ranks(x), ranks(y))
}

func correlated(x, y []float64) float64 {
	n := float64(len(x))
	var mx, my float64
	for i := range x {
		mx, my = mx+x[i], my+y[i]
	}
	mx, my = mx/n, my/n
	var xx, yy, xy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xx, yy, xy = xx+float64(dx*dx), yy+float64(dy*dy), xy+float64(dx*dy)
	}
	return xy / math.Sqrt(float64(xx*yy))
}

// ranks are those of values, equal ones sharing the mean of theirs.
func ranks(v []float64) []float64 {
	r := make([]float64, len(v))
	for i := range v {
		for k := range v {
			switch {
			case v[k] < v[i]:
				r[i]++
			case v[k] == v[i]:
				r[i] += 0.5
			}
		}
	}
	return r
}

// ---- how delicate it is

// nudges are what regularisation is multiplied by.
var nudges = [...]float64{0.995, 0.996, 0.997, 0.998, 0.999, 1, 1.001, 1.002, 1.003, 1.004, 1.005}

// Nudges is how many there are.
const Nudges = len(nudges)

// Nudge replays InSteps with the k-th nudge: regularisation is at most half a percent
// off. What moves with that is not known to a percent.
func Nudge(k int, e *sim.ForetoldEngine, t *job.Trace) (bsld float64, err error) {
	x, err := triples.Parse(InSteps)
	if err != nil {
		return 0, err
	}
	c, err := x.Foresight(sim.Foresight{Threshold: sim.None, Dialect: sim.PYSS})
	if err != nil {
		return 0, err
	}
	c.Foreteller.(*predictor.Learned).Lambda *= nudges[k]
	if err := e.Run(t, c); err != nil {
		return 0, err
	}
	m := metric.Measure(t, e.Starts(), SlowdownTau)
	return m.AvgBsld(), nil
}

// ---- along a log's own starts

// TechniqueAccuracy is how good predictions are along a log's own starts.
type TechniqueAccuracy struct {
	Name    string
	Printed *published.Errors
	predictor.Accuracy
	Predicted []int64
}

// Techniques are what is measured along the starts: the two of table 4.8, and what
// the second of them may have been.
func Techniques() []string {
	return []string{average, learnedAbsolute, learnedSigned, learnedPrinted, squaredLoss, aSecond}
}

const (
	average         = "AVE2"
	learnedAbsolute = "E-Loss, the value without its sign"
	learnedSigned   = "E-Loss, values below 1 s as 1 s"
	learnedPrinted  = "E-Loss, the features of table 4.2"
	squaredLoss     = "squared loss, the value without its sign"
	aSecond         = "1 s for every job"
)

// AlongStarts predicts along given starts by one of the Techniques.
func AlongStarts(t *job.Trace, starts []int64, name string) (a TechniqueAccuracy, err error) {
	a.Name = name
	learned := predictor.NewLearned()
	learned.Basis = predictor.PYSS
	var p predictor.Predictor = learned
	switch name {
	case average:
		p, a.Printed = &predictor.Average{K: 2}, &published.AverageErrors
	case learnedAbsolute:
		a.Printed = &published.LearnedErrors
	case learnedSigned:
		learned.Signed, a.Printed = true, &published.LearnedErrors
	case learnedPrinted:
		learned.Basis, a.Printed = predictor.Printed, &published.LearnedErrors
	case squaredLoss:
		learned.Loss = predictor.Loss{Over: predictor.Square, Under: predictor.Square, Weight: predictor.Unit}
	case aSecond:
		p = told(slices.Repeat([]int64{1}, t.Len()))
	}
	if a.Predicted, err = predictor.Along(t, starts, p); err == nil {
		a.Accuracy = predictor.Measure(t, a.Predicted)
	}
	return a, err
}

// told predicts what it is.
type told []int64

func (p told) Load(*job.Trace)                 {}
func (p told) Submit(j int32, now int64) int64 { return p[j] }
func (p told) Start(j int32, now int64)        {}
func (p told) End(j int32, now int64)          {}
