package report

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// A verb that claims is of a range with one sign alone.
func TestWhatAChoiceDoesIsSaidAsFarAsItsRangeGoes(t *testing.T) {
	nan := Float(math.NaN())
	for want, x := range map[string][3]Float{
		"takes 12\u202f% off the mean wait, plausibly 5 to 19\u202f%":                                {-0.12, -0.19, -0.05},
		"raises the mean wait by 12\u202f%, plausibly 5 to 19\u202f%":                                {0.12, 0.05, 0.19},
		"changes the mean wait by −12\u202f%, plausibly between 30\u202f% less and 8\u202f% more":    {-0.12, -0.3, 0.08},
		"changes the mean wait by +0.48\u202f%, plausibly between 11\u202f% less and 12\u202f% more": {0.0048, -0.11, 0.12},
		"changes the mean wait by −12\u202f%":                                                        {-0.12, nan, nan},
		"changes the mean wait by −12\u202f%, but almost anything is plausible":                      {-0.12, -0.9, 4},
		"has the same mean wait":               {0, 0, 0},
		"has no mean wait to be compared with": {nan, nan, nan},
	} {
		require.Equal(t, want, Does("the mean wait", x[0], x[1], x[2]))
	}
}

// The claim is of the choice that was settled beforehand, at the level for all of them.
func TestAClaimIsOfTheChoiceThatItSpeaksOf(t *testing.T) {
	base := []int64{100, 120, 90, 110, 95, 130, 105, 99}
	of := func(percent int64) (list []int64) {
		for i, x := range base {
			list = append(list, x*percent/100+int64(i%3))
		}
		return list
	}
	w := Weighing{Own: [][]int64{base, of(40), of(50)}, Weeks: len(base)}
	_, c := w.Judge()
	require.Equal(t, 1, c.At)
	list, _ := w.Judge()
	c = w.About(2)
	require.Equal(t, 2, c.At)
	require.Equal(t, list[2].Own, c.Own)
	require.Equal(t, 2, c.Among)
	require.InDelta(t, 0.975, float64(c.Level), 1e-12)
}

func TestAClaimCountsWhatItIsMadeOf(t *testing.T) {
	s := Subject{Name: "b", Base: "a", What: "the energy", Any: "any choice", Where: "What was run", Many: "choices",
		Beats: "uses less energy than a", Units: [2]string{"stretch", "stretches"}}
	w := Weighing{Own: [][]int64{{100, 110, 95, 100, 105}, {97, 110, 93, 96, 104}}, Weeks: 5}
	_, c := w.Judge()
	require.Contains(t, c.Sentence(s), "What was run does not show that any choice uses less energy than a. Best guess: b, −")
	require.Contains(t, c.Sentence(s), "No number of stretches would show so small a change.")
	require.Contains(t, c.Next(s), "If the stretches that follow are like these, the next 5 stretches would change the energy by ")
	w.Own, w.Weeks = [][]int64{{100}, {90}}, 1
	_, c = w.Judge()
	require.Contains(t, c.Sentence(s), "1 stretch is too few to claim anything. At least 4 are needed, and 8 or more are useful. Run "+
		"more of them. ")
	s.Units, s.Of = [2]string{}, " of the half that judges"
	require.Contains(t, c.Sentence(s), "1 whole week of the half that judges is too short to claim anything")
}
