package choose

import (
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/core/report/plottest"
	"shadowtime/core/study"
)

//go:embed testdata/reports.jsonl
var golden []byte

func small(t *testing.T) *job.Log {
	t.Helper()
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 5000, Seed: 5})
	require.NoError(t, err)
	log.Digest = job.DigestOf(log)
	return log
}

// asked is a small plan.
func asked(t *testing.T, change func(p *Plan)) Plan {
	t.Helper()
	p := Default()
	p.Learn.Pairs, p.Learn.Trials, p.Learn.Features, p.Windows.Days = 20, 64, "lin,qdr", 1
	p.Terms, p.Ridges = p.Terms[:4], []float64{0, 0.1}
	if change != nil {
		change(&p)
	}
	require.NoError(t, p.Normalise())
	return p
}

// scored are the scores that a plan learns from.
func scored(t *testing.T, p *Plan, tr *job.Trace) *learn.Training {
	t.Helper()
	runner, err := learn.NewRunner(tr, p.Learn)
	require.NoError(t, err)
	var rows []learn.Row
	for k := 1; k <= p.Learn.Pairs; k++ {
		row, err := runner.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	return learn.TrainingOf(rows)
}

// replayed are the windows of a plan, that of the log among them.
func replayed(t *testing.T, tr *job.Trace, p windows.Plan) (rows []windows.Row) {
	t.Helper()
	runner, err := windows.NewRunner(tr, p)
	require.NoError(t, err)
	for k := runner.Windows(); k >= 0; k-- {
		row, err := runner.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	return rows
}

func chosen(t *testing.T, p Plan, tr *job.Trace) *Report {
	t.Helper()
	fitted := p.Fit(scored(t, &p, tr))
	var rows [2][]windows.Row
	first, last := p.Parts()
	for i, part := range []study.Part{first, last} {
		w, err := p.Quarter(part, fitted)
		require.NoError(t, err)
		rows[i] = replayed(t, tr, w)
	}
	return Merge(p, tr.Name, tr.Digest, tr.Procs, fitted, rows[0], rows[1])
}

func TestReportsHaveTheSameBytesOnEveryPlatform(t *testing.T) {
	var lines []any
	for _, change := range []func(p *Plan){
		nil,
		func(p *Plan) {
			p.Learn.Part, p.Windows.Scenario, p.Windows.Orders = study.SecondHalf, windows.Actual, []string{"SAF", "theirs=expr:p*q-age"}
			p.Terms, p.Most = p.Terms[:3], 3
		},
	} {
		p := asked(t, change)
		tr, _ := p.Learn.Prepare(small(t))
		r := chosen(t, p, tr)
		lines = append(lines, r, []any{r.Title(), r.Misled(), r.Cautions(), r.Methods(), r.CSV()})
	}
	studytest.Lines(t, "testdata/reports.jsonl", golden, lines...)
}

// What judges is never seen before: with other jobs there nothing is learned or chosen
// otherwise.
func TestTheJudgingQuarterChoosesNothing(t *testing.T) {
	p := asked(t, nil)
	tr, _ := p.Learn.Prepare(small(t))
	was := chosen(t, p, tr)
	_, judging := p.Parts()
	other := *tr
	other.Run, other.Request, other.Size = slices.Clone(tr.Run), slices.Clone(tr.Request), slices.Clone(tr.Size)
	last := judging.Cut(tr).Len()
	require.Greater(t, last, 500)
	for j := tr.Len() - last; j < tr.Len(); j++ {
		other.Run[j], other.Size[j] = 1+other.Run[j]/3, 1+(other.Size[j]*7)%64
		other.Request[j] = max(other.Run[j], other.Request[j])
	}
	now := chosen(t, p, &other)
	require.Equal(t, was.Chosen, now.Chosen)
	require.Equal(t, was.Rival, now.Rival)
	require.Equal(t, was.RivalBy, now.RivalBy)
	require.Equal(t, was.Open, now.Open)
	for i := range was.Candidates {
		require.Equal(t, was.Candidates[i].Formula, now.Candidates[i].Formula)
		require.Equal(t, was.Candidates[i].Choosing, now.Candidates[i].Choosing)
	}
	require.NotEqual(t, was.Candidates[was.Chosen].Judging, now.Candidates[was.Chosen].Judging)
}

// What stands beside a candidate is what windows say of its formula, asked for alone.
func TestEachCandidateIsThatOfItsFormulaAlone(t *testing.T) {
	p := asked(t, nil)
	tr, _ := p.Learn.Prepare(small(t))
	r := chosen(t, p, tr)
	require.Greater(t, r.Choosing, 5)
	first, last := p.Parts()
	for i, c := range r.Candidates {
		for _, x := range []struct {
			part study.Part
			want report.Float
		}{{first, c.Choosing}, {last, c.Judging}} {
			w := p.Windows
			w.Part, w.Orders = x.part, []string{"FCFS", c.Formula}
			require.NoError(t, w.Normalise())
			require.Equal(t, windows.Merge("", tr.Digest, tr.Procs, w, replayed(t, tr, w)).Differences[0].Ratio, x.want)
		}
		require.GreaterOrEqual(t, c.Choosing, r.Candidates[r.Chosen].Choosing)
		require.True(t, c.Choosing > r.Candidates[r.Chosen].Choosing || i >= r.Chosen, "of equals the first, which is the simplest")
	}
	d := r.Beside("FCFS")
	require.InEpsilon(t, float64(r.Candidates[r.Chosen].Judging), 1/float64(d.Ratio), 1e-8)
	require.Equal(t, Chosen, d.Baseline)
}

func TestEverySetIsTriedOnceAndTheSimplestFirst(t *testing.T) {
	p := asked(t, func(p *Plan) {
		p.Terms, p.Most, p.Learn.Features, p.Ridges = p.Terms[:4], 3, "lin,p+q", []float64{0.5, 0}
	})
	list := p.sets()
	require.Len(t, list, 4+6+4+2, "lin and p+q without ridge are among the searched")
	seen := map[string]bool{}
	for i, s := range list {
		require.True(t, i == 0 || len(s.Terms) >= len(list[i-1].Terms))
		key := (&Candidate{Features: s.Name, Ridge: s.ridge}).Name()
		require.False(t, seen[key], key)
		seen[key] = true
	}
	require.True(t, seen["lin"] && seen["lin, ridge 0.5"] && seen["p+q, ridge 0.5"] && seen["p+q+p q"])
}

func TestAPlanSurvivesJSONAndItsOwnSettings(t *testing.T) {
	p := asked(t, func(p *Plan) { p.Learn.Part, p.Windows.Orders = study.SecondHalf, []string{"SAF", "theirs=expr:p"} })
	b, err := json.Marshal(p)
	require.NoError(t, err)
	var back Plan
	require.NoError(t, json.Unmarshal(b, &back))
	require.Equal(t, p, back)
	seen := map[string]bool{}
	for _, s := range p.Flags() {
		require.False(t, seen[s.Key], "%s names two settings", s.Key)
		seen[s.Key] = true
		require.NotEmpty(t, s.Hint)
		require.ErrorContains(t, s.Set("\x00 nonsense"), s.Key+" ")
	}
	require.NoError(t, p.Normalise())
	require.Equal(t, p, back)
	for text, want := range map[string]string{"part whole": "use first or second",
		"orders FCFS,C3=expr:p": `"C3" names an order that is tried`, "orders mine=expr:p": `"mine" names`,
		"terms p,1": "1 is in every set", "ridges 0,-1": "give numbers from 0", "most 9": "give a whole number from 1 to 4"} {
		bad := asked(t, nil)
		key, value, _ := strings.Cut(text, " ")
		err := bad.Flags().Find(key).Set(value)
		if err == nil {
			err = bad.Normalise()
		}
		require.ErrorContains(t, err, want)
	}
	whole := Default()
	whole.Learn.Part = study.WholeLog
	require.ErrorContains(t, whole.Normalise(), "part ")
	many := Default()
	many.Most = 4
	require.NoError(t, many.Flags().Find("terms").Set("p,q,r,p^2,q^2,r^2,p q,p r,q r,p^3,q^3,log(p),log(q),sqrt(p),sqrt(q),sqrt(r)"))
	require.ErrorContains(t, many.Normalise(), "give at most 600")
}

// The sentence goes no further than the judging windows.
func TestWhereAnOrderThatNeedsNoLearningIsAsGoodItIsSaid(t *testing.T) {
	base := windows.Difference{Order: "FCFS", Baseline: Chosen, Ratio: 2.5, Low: 2, High: 4, Holm: 0.001, Windows: 20}
	say := func(d windows.Difference) string {
		r := &Report{Plan: Default(), Fitted: Fitted{Candidates: []Candidate{{Features: "p q"}, {Features: "lin"}}}, Choosing: 20,
			Judging: 20, Rival: "SAF", Judged: &windows.Report{Differences: []windows.Difference{base, d}}}
		return r.Title()
	}
	saf := windows.Difference{Order: "SAF", Baseline: Chosen, Ratio: 1.25, Low: 0.8, High: 2, Holm: 0.4, Windows: 20}
	require.Contains(t, say(saf), "Of 2 sets of features p q does best on the 20 windows to choose by. On 20 later windows its mean "+
		"bounded "+
		"slowdown is 0.40 times FCFS’s [0.25, 0.50]. It is 0.80 times that of SAF [0.50, 1.25]")
	require.Contains(t, say(saf), "SAF is as good, as far as these windows tell.")
	saf.Low, saf.Holm = 1.1, 0.2
	require.Contains(t, say(saf), "This may be chance, among so many orders.")
	saf.Holm = 0.01
	require.Contains(t, say(saf), "What was learned is better.")
	saf.Ratio, saf.Low, saf.High = 0.8, 0.7, 0.9
	require.Contains(t, say(saf), " SAF is better.")
	saf.Low, saf.High = report.Float(math.NaN()), report.Float(math.NaN())
	require.Contains(t, say(saf), "So few windows prove nothing.")
}

func TestWithoutWindowsNothingIsChosen(t *testing.T) {
	p := asked(t, func(p *Plan) { p.Windows.Warm = 100_000 })
	tr, _ := p.Learn.Prepare(small(t))
	r := chosen(t, p, tr)
	require.Equal(t, -1, r.Chosen)
	require.Nil(t, r.Judged)
	require.Contains(t, r.Title(), "No window chooses")
	require.Empty(t, r.Misled())
	b, err := json.Marshal(r)
	require.NoError(t, err)
	require.Contains(t, string(b), `"choosing":null`)
	rows, err := csv.NewReader(strings.NewReader(r.CSV())).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+len(r.Candidates))
}

func TestTheChartsAreLegibleInBothWidths(t *testing.T) {
	p := asked(t, nil)
	tr, _ := p.Learn.Prepare(small(t))
	r := chosen(t, p, tr)
	for _, errors := range []bool{true, false} {
		for _, width := range []int{340, 680} {
			f := plot.Frame{ID: "x", Width: width, Title: r.AgainstTitle(errors)}
			plottest.Legible(t, f.Title, r.Against(f, errors),
				func(words string, size float64) float64 { return 0.5 * size * float64(len([]rune(words))) })
		}
		require.Contains(t, r.AgainstTitle(errors), "rank correlation ")
	}
}
