package follow

import (
	"bufio"
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/jsontext"
)

// goldenPasses are the passes of 25.05.8 and 26.05.3, a line each.
func goldenPasses(t testing.TB) (lines []string) {
	t.Helper()
	s := bufio.NewScanner(bytes.NewReader(fixture.Bytes(t, "golden", "slurm-pass", "passes.jsonl.gz")))
	for s.Buffer(nil, 1<<24); s.Scan(); {
		lines = append(lines, s.Text())
	}
	require.NoError(t, s.Err())
	require.Len(t, lines, 993)
	return lines
}

// stateOf is a line without what Slurm decided, and that.
func stateOf(t testing.TB, line string) (state, family, out string) {
	t.Helper()
	v, err := jsontext.Read(line)
	require.NoError(t, err)
	b := []byte{'{'}
	for name, part := range v.Members() {
		switch name {
		case "out":
			out = part.Compact()
		case "family":
			family = part.Text()
		case "seed", "step":
		default:
			b = append(append(append(jsontext.AppendQuote(b, name), ':'), part.Compact()...), ',')
		}
	}
	b[len(b)-1] = '}'
	return string(b), family, out
}

func TestEveryPassIsSlurms(t *testing.T) {
	var x State
	wrong := map[string]int{}
	for _, line := range goldenPasses(t) {
		state, family, out := stateOf(t, line)
		require.NoError(t, x.Read(state))
		x.Begin()
		x.Pass()
		got := string(x.Decision(nil))
		want := `{"id":` + x.ID + `,"out":` + out + `}`
		if got != want {
			wrong[x.Settings.Version.String()+" "+family]++
		}
	}
	require.Empty(t, wrong)
}

// A prepared engine allocates nothing in a pass, whatever the state.
func TestAPassDoesNotAllocate(t *testing.T) {
	fixture.Long(t)
	var states []*State
	for _, line := range goldenPasses(t) {
		state, _, _ := stateOf(t, line)
		x := new(State)
		require.NoError(t, x.Read(state))
		x.Begin()
		states = append(states, x)
	}
	require.Zero(t, testing.AllocsPerRun(1, func() {
		for _, x := range states {
			x.Again()
			x.Pass()
		}
	}))
}

// The passes of a machine under load, 128 nodes and up to 280 jobs.
func BenchmarkPass(b *testing.B) {
	var states []*State
	jobs := 0
	for _, line := range goldenPasses(b) {
		state, family, _ := stateOf(b, line)
		if family != "big" {
			continue
		}
		x := new(State)
		require.NoError(b, x.Read(state))
		x.Begin()
		states = append(states, x)
		jobs += len(x.Jobs)
	}
	for b.Loop() {
		for _, x := range states {
			x.Again()
			x.Pass()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*jobs), "ns/job")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(states)), "us/pass")
}
