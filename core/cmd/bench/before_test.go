package bench

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/tracefile"
)

func TestTwoProgramsAreAskedInTurnsAndTheMedianOfTheirRatiosCounts(t *testing.T) {
	times := map[string][]float64{"now": {1, 6, 2}, "then": {2, 4, 2}}
	var asked []string
	spend := func(program string, args []string) (float64, error) {
		asked = append(asked, program)
		s := times[program][0]
		times[program] = times[program][1:]
		return s, nil
	}
	p, err := Ask(Question{"log", "decide", nil}, 3, "now", "then", spend)
	require.NoError(t, err)
	require.Equal(t, []string{"then", "now", "then", "now", "then", "now"}, asked)
	require.Equal(t, []string{"log", "decide", "2.00", "2.00", "1.00", "3"}, p.Fields()) // of 0.5, 1.5 and 1

	var f Figures
	f.Pairs(&p)
	page, n := f.Fill([]byte(`<td data-of="log decide"></td><td data-of="log decide before"></td><td data-of="log decide pairs"></td>`))
	require.Equal(t, 3, n)
	require.Equal(t, `<td data-of="log decide">1.00</td><td data-of="log decide before">2.0</td><td data-of="log decide pairs">3</td>`, string(page))

	times = map[string][]float64{"now": {50, 1}, "then": {70, 1}}
	p, err = Ask(Question{}, 5, "now", "then", spend)
	require.NoError(t, err)
	require.Len(t, p.Now, 1) // two minutes are over

	_, err = Ask(Question{}, 5, "now", "then", func(string, []string) (float64, error) { return 0, errors.New("no") })
	require.Error(t, err)
}

func TestTheFilesAskedOfAreReadWhole(t *testing.T) {
	fixture.Long(t)
	folder := t.TempDir()
	list, err := Made(folder, 10_000)
	require.NoError(t, err)
	require.Equal(t, []string{"sacct-10k", "site"}, []string{list[0].Of, list[1].Of})
	l, err := tracefile.Open(filepath.Join(folder, "sacct.psv"), nil)
	require.NoError(t, err)
	require.Equal(t, []int{10_000, 0}, []int{l.Len(), l.Bad})
	records, err := os.ReadFile(filepath.Join(folder, "jobs.psv"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, strings.Count(string(records), "|PENDING\n"), Waiting)
	require.Positive(t, strings.Count(string(records), "|RUNNING\n"))
}
