package plot

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// crowd is a run of n jobs, each where its number takes it, on a platform of two
// kinds of nodes.
func crowd(n int, nodes [2]int) *Schedule {
	s := &Schedule{Kinds: []NodeKind{
		{Name: "thin", Number: nodes[0], Processors: []ProcessorKind{{"a", 2, 6, 9}}},
		{Name: "none", Number: 3},
		{Name: "fat", Number: nodes[1], Processors: []ProcessorKind{{"b", 1, 16, 19}, {"a", 3, 6, 9}}},
	}}
	r := rand.New(rand.NewPCG(1, 2))
	cores := counted(s.Kinds).all.cores
	for range n {
		start, from := r.Float64()*1e5, r.IntN(cores)
		s.Jobs = append(s.Jobs, ScheduleJob{Label: "j", Start: start, End: start + r.ExpFloat64()*3000,
			Cores: []CoreRange{{from, min(cores, from+1+r.IntN(40))}}})
		s.Over = append(s.Over, OverSpan{r.IntN(nodes[0]), start, start + 900})
	}
	return s
}

func TestProcessorsAreWhereTheirCoresAre(t *testing.T) {
	p := counted(crowd(0, [2]int{5, 7}).Kinds)
	next, last := 0, -1
	p.parts(0, p.all.cores, func(processor, from, to int, speed float64) {
		require.Equal(t, next, from)
		require.Equal(t, last+1, processor)
		a, b := p.coresOf(processor)
		require.Equal(t, [2]int{from, to}, [2]int{a, b})
		require.Equal(t, speed > 9, b-a == 16)
		next, last = to, processor
	})
	require.Equal(t, p.all.cores, next)
	require.Equal(t, p.all.processors-1, last)
}

func TestARasterHoldsAsMuchAsTheJobsDo(t *testing.T) {
	fixture.Long(t)
	for _, nodes := range [][2]int{{1, 1}, {60, 9}, {400, 2}} {
		f := crowd(300, nodes)
		p := f.plan()
		p.lay(f, f.open("schedule", ""))
		for _, cell := range []float64{2, 6} {
			r := p.cells(cell)
			r.fill(f)
			asked, got, awake := 0.0, 0.0, 0.0
			for i := range f.Jobs {
				j := &f.Jobs[i]
				asked += float64(j.Cores[0].To-j.Cores[0].From) * (j.End - j.Start)
			}
			for i := range p.bands {
				b := &p.bands[i]
				cores := float64(b.to-b.from) / float64(b.rows) // of a cell
				for k := b.first * r.columns; k < (b.first+b.rows)*r.columns; k++ {
					got, awake = got+r.busy[k]*cores, awake+r.awake[k]*cores
					require.LessOrEqual(t, r.awake[k], 1+1e-9)
				}
			}
			seconds := (p.xs.Hi - p.xs.Lo) / float64(r.columns)
			require.InEpsilon(t, asked, got*seconds, 1e-9)
			require.Positive(t, awake)
		}
	}
}

func TestARunOfManyJobsIsFewElements(t *testing.T) {
	fixture.Long(t)
	for _, f := range []*Schedule{crowd(20_000, [2]int{60, 40}), crowd(3000, [2]int{80_000, 1}), crowd(2000, [2]int{1, 1})} {
		f.Width = 1440
		svg := f.SVG()
		require.Less(t, strings.Count(svg, "<"), 3000)
		require.Less(t, len(svg), 500<<10)
	}
	f := crowd(1, [2]int{1 << 19, 1 << 10})
	require.Contains(t, f.SVG(), "are not drawn", "what is too much says so")
}
