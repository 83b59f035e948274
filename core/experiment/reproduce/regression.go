package reproduce

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/choose"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/report/published"
	"shadowtime/core/sim/gc"
	"shadowtime/core/sim/trials"
	"shadowtime/core/study"
)

// LearningLog is the one that the study learned from.
const LearningLog = "lublin_256"

// Trials are made of each pair where the study made 256,000: scores are then good to a
// few percent of themselves, far better than pairs determine anything. OtherTrials are
// those of pairs elsewhere.
const (
	Trials      = 65_536
	OtherTrials = 16_384
	// OtherDraws is how often as many pairs are drawn elsewhere.
	OtherDraws = 8
)

// LearnedScores is what was learned from the log: the study's scores, where they are at hand,
// fair scores of the same pairs, and of others.
type LearnedScores struct {
	Plan     learn.Plan
	Released *learn.Report // nil: not at hand
	Fair     *learn.Report // of the same pairs, or of drawn ones
	Others   []*learn.Report
	Shuffle  *Shuffle // nil: the study's scores are not at hand
}

// ScorePlan asks for fair scores of pairs that begin at given jobs, or of drawn ones.
func ScorePlan(starts []int) learn.Plan {
	p := learn.Default()
	p.Starts, p.Trials = starts, Trials
	return p
}

// OtherScorePlan asks for those of as many pairs elsewhere, the i-th time.
func OtherScorePlan(i, pairs int) learn.Plan {
	p := learn.Default()
	p.Seed, p.Pairs, p.Trials, p.Features = uint64(i+1), pairs, OtherTrials, "lin"
	return p
}

// PairPlaces are the jobs that released pairs begin with: each pair is found by the run
// times, processors and submit times of its queued jobs.
func PairPlaces(t *job.Trace, released *learn.Training, sizes trials.Sizes) ([]int, error) {
	if released.Block != sizes.Queued {
		return nil, errors.New("pairs of " + strconv.Itoa(released.Block) + " queued jobs are not the study's " +
			strconv.Itoa(sizes.Queued))
	}
	at := map[[2]int64][]int{} // places by the first queued job
	for i := range sizes.Places(t.Len()) {
		j := i + sizes.Ahead
		key := [2]int64{t.Run[j], int64(t.Size[j])}
		at[key] = append(at[key], i)
	}
	var list []int
next:
	for from := 0; from < released.Len(); from += released.Block {
		for _, i := range at[[2]int64{int64(released.P[from]), int64(released.Q[from])}] {
			if begins(t, i, sizes, released, from) {
				list = append(list, i)
				continue next
			}
		}
		return nil, errors.New("no jobs of the log are those of pair " + numeral.Count(from/released.Block+1) +
			" of the scores: give the log that they were made of")
	}
	return list, nil
}

// begins says whether a pair's queued jobs, rows from on, are those after the jobs
// ahead from job i on. Released submit times have fractions.
func begins(t *job.Trace, i int, sizes trials.Sizes, rows *learn.Training, from int) bool {
	for k := range sizes.Queued {
		j, row := i+sizes.Ahead+k, from+k
		if float64(t.Run[j]) != rows.P[row] || float64(t.Size[j]) != rows.Q[row] ||
			math.Abs(float64(t.Submit[j]-t.Submit[i])-rows.R[row]) > 1 {
			return false
		}
	}
	return true
}

// ---- its shuffle

// Favour is how many times as often as the others the job in each place of n is in
// front after the study's shuffle, which swaps each place in turn with one of ALL of
// them, beginning with submit order each time: 1 would be fair.
func Favour(n int) []float64 {
	list := make([]float64, n)
	for j := range list {
		at := make([]float64, n) // chances of where the job is
		at[j] = 1
		for i := range n {
			here := at[i]
			for k := range at {
				if k == i {
					continue
				}
				// it goes from i to k, or from k to i, or stays
				at[k], here = at[k]*(1-1/float64(n))+at[i]/float64(n), here-at[i]/float64(n)+at[k]/float64(n)
			}
			at[i] = here
		}
		list[j] = at[0] * float64(n)
	}
	return list
}

// Shuffle is what the study's shuffle did to its scores.
type Shuffle struct {
	Favour         []float64 // by place in the queue
	Released, Fair []float64 // mean scores by place, against the mean of all
	Explained      float64   // share of the variance of the released scores that the favour explains,
	ExplainedFair  float64   // and of the fair ones'
	Alike          float64   // correlation of released and fair scores,
	AlikeBent      float64   // and of released ones and fair ones times the favour
	R              float64   // Lin's coefficient of r, of the favour alone
}

// ShuffleOf compares released scores with fair ones of the same pairs.
func ShuffleOf(released, fair *learn.Training) (*Shuffle, error) {
	n := released.Block
	s := &Shuffle{Favour: Favour(n), Released: make([]float64, n), Fair: make([]float64, n)}
	alone := *released
	alone.Score = make([]float64, released.Len())
	var favours, bent []float64
	for i := range released.Score {
		f := s.Favour[i%n]
		favours, bent = append(favours, f), append(bent, f*fair.Score[i])
		alone.Score[i] = f / float64(n)
		each := float64(n) / float64(released.Pairs())
		s.Released[i%n] += released.Score[i] * each
		s.Fair[i%n] += fair.Score[i] * each
	}
	square := func(x float64) float64 { return x * x }
	s.Explained, s.ExplainedFair = square(correlation(released.Score, favours)), square(correlation(fair.Score, favours))
	s.Alike, s.AlikeBent = correlation(released.Score, fair.Score), correlation(released.Score, bent)
	lin, err := learn.ParseFeatures("lin")
	if err != nil {
		return nil, err
	}
	f, err := learn.FitTo(&alone, lin, 0)
	if err != nil {
		return nil, err
	}
	s.R = f.Coefficients[3].Value
	return s, nil
}

// correlation is Pearson's.
func correlation(x, y []float64) float64 {
	n := float64(len(x))
	mx, my := 0.0, 0.0
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	xx, yy, xy := 0.0, 0.0, 0.0
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xx, yy, xy = xx+dx*dx, yy+dy*dy, xy+dx*dy
	}
	return xy / math.Sqrt(xx*yy)
}

// ---- windows

// WindowCase is one question to windows of a log.
type WindowCase struct {
	Scenario, Dialect string
	Pool              int // of dialect gc
}

// poolSizes are lengths of the queue's ranked part that are tried; 0 is all of it.
var poolSizes = [...]int{8, 16, gc.Pool, 64, 128, 256, 0}

// WindowCases are what is asked of a log; without requests there is one scenario less.
func WindowCases(log string) (list []WindowCase) {
	for _, s := range []string{windows.Actual, windows.Estimates, windows.Easy} {
		if log == LearningLog && s == windows.Estimates {
			continue // it has no requests
		}
		list = append(list, WindowCase{s, windows.GC, gc.Pool}, WindowCase{s, windows.Shadowtime, gc.Pool})
	}
	if log == LearningLog {
		for _, n := range poolSizes {
			if n != gc.Pool {
				list = append(list, WindowCase{windows.Actual, windows.GC, n})
			}
		}
	}
	return list
}

// Plan asks windows so: as many as the study had, and more orders behind its own.
func (c WindowCase) Plan(most int, more []string) windows.Plan {
	p := windows.Default()
	p.Scenario, p.Dialect, p.Pool, p.Windows = c.Scenario, c.Dialect, c.Pool, most
	p.Orders = append(p.Orders, more...)
	return p
}

// Fortnights is how many windows of a log the study has.
func Fortnights(log string) int {
	for _, w := range published.Windowed() {
		if w.Log == log {
			return w.Windows
		}
	}
	return windows.Default().Windows
}

// CaseReport is a case with its answer.
type CaseReport struct {
	WindowCase
	*windows.Report
}

// Regression is a log with what came out of it under the study of regressed queue
// orders (Rosa, Carastan-Santos, Goldman 2023): its table of coefficients and its figures
// beside what was printed and released, what its scores are made of, and what decides
// its slowdowns.
type Regression struct {
	Log     string
	Version string // of the file
	Windows []CaseReport
	Learned *LearnedScores // of the log that the study learned from
	Choices []*choose.Report
}

// ---- features chosen by windows, beyond the study

// choiceLogs are the logs that features are chosen on; KTH-SP2 is none of the study's.
var choiceLogs = [...]string{LearningLog, "SDSC-SP2", "CEA-Curie", "KTH-SP2"}

// ChoiceLog is the name of a log that features are chosen on, by that of its file.
func ChoiceLog(name string) (log string, ok bool) {
	for _, x := range choiceLogs {
		if strings.Contains(strings.ToLower(name), strings.ToLower(x)) {
			return x, true
		}
	}
	return "", false
}

// ChoicePlan chooses features learned from a half of a log, in which as many pairs
// are drawn as the study has, or as there is room for.
func ChoicePlan(t *job.Trace, half study.Part) choose.Plan {
	p := choose.Default()
	p.Learn.Part = half
	p.Learn.Pairs = max(1, min(p.Learn.Pairs, p.Learn.Sizes.Places(half.Cut(t.Lasting()).Len())))
	if n := t.Len(); n > 0 {
		p.Windows.Days = choose.Days(t.Submit[n-1] - t.Submit[0])
	}
	return p
}

// Find is the answer to a case, nil where it was not asked.
func (s *Regression) Find(c WindowCase) *windows.Report {
	for i := range s.Windows {
		if s.Windows[i].WindowCase == c {
			return s.Windows[i].Report
		}
	}
	return nil
}

// offReleased is how far a median lies from a released one, as a part of that.
func offReleased(ours report.Float, released float64) float64 { return float64(ours)/released - 1 }
