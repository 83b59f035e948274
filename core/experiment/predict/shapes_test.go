package predict_test

import (
	"encoding/csv"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/shapes"
	"shadowtime/core/job"
	"shadowtime/core/report"
)

// shaped is the report of a shape, and what it supports.
func shaped(t *testing.T, s *shapes.Shape, o predict.Objective) (*predict.Report, []predict.Row, *shapes.Known) {
	t.Helper()
	p, rows, err := s.Predict()
	require.NoError(t, err)
	p.Objective = o
	r := predict.Merge(p, job.Digest{1}, rows)
	r.Warn(rows, s.Source())
	k := &shapes.Known{Shape: s.Name + ", " + o.String()}
	for i, x := range p.Ways() {
		w := &r.Ways[i]
		if i == 0 {
			continue
		}
		k.Weigh(w.Way, &w.Bounds, w.Shown)
		if i < len(p.Ladder()) {
			k.Weigh(predict.Doing(x), &w.Bounds, w.Shown)
			if c := r.ClaimOf(i); c != nil {
				k.Claim(predict.Doing(x), c)
			}
		}
	}
	return r, rows, k
}

// loggedKnown is what the log itself supports.
func loggedKnown(r *predict.Report, k *shapes.Known) *shapes.Known {
	at := &shapes.Known{Shape: k.Shape, Bounded: k.Bounded, ByWeeks: k.ByWeeks, Claims: k.Claims}
	for i, x := range r.Plan.Ladder() {
		if r.AsLogged != nil && i > 0 {
			nan := report.Float(math.NaN())
			at.Weigh(strings.TrimSuffix(predict.Doing(x), " exactly"), &report.Bounds{Own: r.AsLogged.Changes[i], Low: nan, SimLow: nan},
				report.Nothing)
		}
	}
	return at
}

func TestWordsOfPredictionsGoNoFurtherThanTheFigures(t *testing.T) {
	fixture.Long(t)
	shapes.Hold(t, func(s *shapes.Shape) (list []shapes.Told) {
		for _, o := range predict.Objectives {
			r, _, k := shaped(t, s, o)
			x := shapes.Of(k, r, r.Warnings).With("title", r.Finding()).With("subtitle", r.Setting("a log")).
				With("prediction", r.Prediction()).With("note", r.Note()).
				With("several logs", predict.Side{{"a", r}, {"b", r}}.Sentence())
			x.Changes = map[string]string{"sentence": r.Sentence()}
			list = append(list, x, shapes.Told{Known: loggedKnown(r, k), Changes: map[string]string{"log": r.Logged()}})
		}
		return list
	})
}

func TestFiguresOfEveryShapeAgree(t *testing.T) {
	for _, s := range shapes.All() {
		for _, o := range predict.Objectives {
			r, rows, _ := shaped(t, &s, o)
			for i := range r.Ways {
				w := &r.Ways[i]
				if w.Change.Known() && i > 0 {
					require.InEpsilon(t, float64((1+w.Change)*r.Objective(r.EASY())), float64(r.Objective(w)), 1e-6,
						"%s: %s stands where its change says", s.Name, w.Way)
				}
			}
			kept := r.Choices(rows)
			require.Len(t, kept.K, r.Done)
			require.Equal(t, r.Asked().Way, kept.Named)
			require.Len(t, kept.Wait, len(r.Ways))
			for i, c := range kept.Change {
				require.Equal(t, r.Ways[i].Way, kept.Names[i])
				require.True(t, c.Change == r.Ways[i].Change || !c.Change.Known() && !r.Ways[i].Change.Known())
			}
			cells, err := csv.NewReader(strings.NewReader(r.CSV())).ReadAll()
			require.NoError(t, err)
			require.Len(t, cells, 1+len(r.Ways), "a row a way")
			for i, row := range cells[1:] {
				require.Equal(t, r.Ways[i].Way, row[0])
			}
			ranked := r.Ranked()
			require.Len(t, ranked, len(r.Ways))
			for i := range ranked[1:] {
				a, _, _ := ranked[i].Leading()
				b, _, _ := ranked[i+1].Leading()
				require.True(t, a <= b || !b.Known(), s.Name)
			}
		}
	}
}

// By the name of the shape, what its answer must say.
func TestKnowingMayBeWorthNothingAndTheLogMayContradict(t *testing.T) {
	shapes.Say(t, map[string]string{
		"a clear winner":    "nowing run times exactly would have cut the average wait by",
		"the baseline wins": "Even knowing run times exactly raises the average wait by",
		"nothing to tell": "Neither knowing run times exactly, learning run times nor the average of a user's last two was shown " +
			"to change the average wait.",
		"nobody waits":                 "there is nothing to gain",
		"ties":                         "leave the average wait as it is.",
		"a log of one week":            "1 whole week is too short to claim anything",
		"resamples contradict the log": "Resamples do not bear it out. They change by",
		"many near each other":         "ways tried that don't know run times",
		"the log is not replayed yet":  "The log itself is not replayed yet. In resamples of it knowing run times exactly changes",
	}, func(s *shapes.Shape) string {
		r, _, _ := shaped(t, s, predict.AvgWait)
		return r.Sentence()
	})
}
