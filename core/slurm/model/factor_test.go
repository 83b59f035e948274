package model

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A job of 2 of 8 nodes and 4 CPUs, eligible for half of the greatest age, in a partition of
// factor 2 where 5 is the greatest, of a QOS of 3 where 4 is: each factor by itself.
func TestEachFactorOfAPriorityIsThatComputedByHand(t *testing.T) {
	all := nodesOf(8, 0, 1, 2, 3, 4, 5, 6, 7)
	m := &Machine{Nodes: 8, Partitions: []Partition{{Nodes: all, Factor: 2}, {Nodes: all, Factor: 5}}}
	j := &Job{Nodes: 2, CPUs: 4, Submit: 100, Eligible: 200, Limit: 3600, QOS: 3, Association: -1}
	for name, x := range map[string]struct {
		set  func(s *Settings)
		want int64
	}{
		"age":                {func(s *Settings) { s.WeightAge = 100_000 }, 50_000},
		"age since submit":   {func(s *Settings) { s.WeightAge, s.Accrue = 100_000, true }, 60_000},
		"age at most one":    {func(s *Settings) { s.WeightAge, s.MaxAge = 100_000, 400 }, 100_000},
		"size":               {func(s *Settings) { s.WeightSize = 100_000 }, 37_500},
		"small size":         {func(s *Settings) { s.WeightSize, s.FavorSmall = 100_000, true }, 62_500},
		"size over minutes":  {func(s *Settings) { s.WeightSize, s.OverTime = 960_000, true }, 8000},
		"partition":          {func(s *Settings) { s.WeightPart = 100_000 }, 40_000},
		"partition as it is": {func(s *Settings) { s.WeightPart, s.RawPart = 100_000, true }, 200_000},
		"QOS":                {func(s *Settings) { s.WeightQOS = 100_000 }, 75_000},
		"QOS as it is":       {func(s *Settings) { s.WeightQOS, s.RawQOS = 100_000, true }, 300_000},
		"CPUs":               {func(s *Settings) { s.WeightTRES = weightsOf("CPU=100000") }, 50_000},
		"CPUs as they are":   {func(s *Settings) { s.WeightTRES, s.RawTRES = weightsOf("CPU=100000"), true }, 400_000},
		"nodes":              {func(s *Settings) { s.WeightTRES = weightsOf("Node=100000") }, 25_000},
		"nothing":            {func(*Settings) {}, 1},
	} {
		s := New(V2205)
		s.WeightAge, s.WeightSize, s.WeightPart, s.WeightQOS, s.WeightShare, s.WeightAssoc = 0, 0, 0, 0, 0, 0
		s.WeightTRES, s.MaxAge = nil, 1000
		x.set(&s)
		p := NewPriorities(m, s, nil, 0)
		p.QOS = 4
		require.Equal(t, x.want, p.Of(j, 700), name)
		nice := *j
		nice.Nice = 5
		require.Equal(t, max(1, x.want-5), p.Of(&nice, 700), "%s, nice", name)
	}
}
