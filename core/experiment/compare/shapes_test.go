package compare_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/shapes"
	"shadowtime/core/job"
	"shadowtime/core/report"
)

// shaped is the report of a shape, and what it supports.
func shaped(t *testing.T, s *shapes.Shape) (*compare.Report, *compare.Evidence, *shapes.Known) {
	t.Helper()
	p, rows, err := s.Compare()
	require.NoError(t, err)
	r := compare.Merge(p, job.Digest{1}, shapes.Procs, rows)
	r.Warn(rows, s.Source())
	k := &shapes.Known{Shape: s.Name}
	for _, o := range r.Orders[1:] {
		k.Add(o.Order, &o.Bounds, o.Shown)
	}
	if n := r.Named; n != nil {
		k.Less[n.Order] = n.Verdict == report.Shown && n.Change < 0
	}
	return r, compare.Explain(r, shapes.Users(), rows), k
}

func TestWordsOfComparisonsGoNoFurtherThanTheFigures(t *testing.T) {
	shapes.Hold(t, func(s *shapes.Shape) []shapes.Told {
		r, _, k := shaped(t, s)
		return []shapes.Told{shapes.Of(k, r, r.Warnings).With("several logs", compare.Side{{"a", r}, {"b", r}}.Sentence()).
			With("other ways", compare.Sensitivity{{Words: "as asked", Report: r}}.Sentence())}
	})
}

func TestTheEvidenceOfEveryShapeAgreesWithTheTable(t *testing.T) {
	for _, s := range shapes.All() {
		r, e, _ := shaped(t, &s)
		for i, o := range r.Orders {
			if i == 0 {
				continue
			}
			mean := e.Curves[i].Mean
			require.True(t, mean[len(mean)-1] == o.Change || !o.Change.Known() && !mean[len(mean)-1].Known(),
				"%s: the curve of %s ends at its change", s.Name, o.Order)
			require.InDelta(t, float64(o.AvgWait/r.Orders[0].AvgWait), float64(e.Points[i].Avg), 1e-9,
				"%s: the point of %s stands where its waits do", s.Name, o.Order)
			require.InDelta(t, float64(o.MaxWait/r.Orders[0].MaxWait), float64(e.Points[i].Max), 1e-9, s.Name)
			require.InDelta(t, float64(o.Wins)/float64(r.Done), float64(e.Paired[i].Won), 1e-12, s.Name)
			require.InDelta(t, float64(e.Beats[i][0]), float64(e.Paired[i].Won), 1e-12, s.Name)
		}
		if a := r.AsLogged; a != nil && a.Likeness.Known() {
			require.InDelta(t, float64(a.Likeness), float64(e.Kept[0].Mean/e.Kept[0].Log), 1e-12,
				"%s: resamples wait as long wherever it is said", s.Name)
		}
	}
}

// What a title counts as shown is what is drawn clear of no change, and no more.
func TestTheTitleClaimsByTheRangesThatAreDrawn(t *testing.T) {
	counted := 0
	for _, s := range shapes.All() {
		r, _, _ := shaped(t, &s)
		f, less := r.Forest("a log"), 0
		for _, row := range f.Rows {
			if !row.Baseline && row.High < 0 {
				less++
			}
		}
		n := strconv.Itoa(less) + " of " + strconv.Itoa(len(r.Orders)-1) + " "
		switch all := len(r.Orders) - 1; {
		case !strings.Contains(f.Title, "shown to make jobs wait less"):
			require.True(t, less == 0 || r.Verdict != report.Shown, "%s: %s", s.Name, f.Title)
			continue
		case less == all && all > 1:
			n = "All " + strconv.Itoa(all) + " "
		case all == 1:
			n = "The order was "
		}
		require.True(t, strings.HasPrefix(f.Title, n), "%s: %d are drawn clear: %s", s.Name, less, f.Title)
		counted++
	}
	require.NotZero(t, counted)
}

// By the name of the shape, what its answer must say.
func TestTheBaselineMayWinAndTheLogMayContradict(t *testing.T) {
	shapes.Say(t, map[string]string{
		"the baseline wins":            "FCFS has the least mean wait.",
		"an explosion":                 "does not show that any order beats FCFS",
		"resamples contradict the log": "Resamples do not bear it out",
		"one order alone":              "Only FCFS was chosen",
		"nobody waits":                 "nothing to gain",
		"ties":                         "it has the same mean wait",
	}, func(s *shapes.Shape) string {
		r, _, _ := shaped(t, s)
		return r.Sentence()
	})
}
