package tasks

import (
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/experiment/train"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/report"
	"shadowtime/core/report/published"
)

func TestWhatHasNoRowsIsWrittenExactly(t *testing.T) {
	type inner struct {
		A []float64
		B *int
		C map[string]int `json:"-"`
	}
	seven := 7
	type all struct {
		Yes   bool
		N     int32
		U     uint8
		Text  string
		Empty []int
		Null  []int
		Two   [2]float64
		P     *int
		Q     *int
		List  [][]report.Float
	}
	x := numbered[all]{3, all{true, -5, 200, "ü", []int{}, nil, [2]float64{math.Inf(1), math.Copysign(0, -1)}, &seven, nil,
		[][]report.Float{{1, report.Float(math.NaN())}, {}}}}
	message := wire.Encode(&x)
	var y numbered[all]
	require.NoError(t, wire.Decode(message, &y))
	require.True(t, math.IsNaN(float64(y.Value.List[0][1])))
	x.Value.List[0][1], y.Value.List[0][1] = 0, 0
	require.Equal(t, x, y)
	for n := range len(message) {
		var z numbered[all]
		require.Error(t, wire.Decode(message[:n], &z))
	}
	require.Error(t, wireExact(wire.Both{Put: &wire.Writer{}}, reflect.ValueOf(&inner{}).Elem()), "maps have no order")
	for _, kept := range []any{train.Curves{}, triples.Outcome{}, reproduce.TechniqueAccuracy{Printed: &published.Errors{}},
		reproduce.Course{}, reproduce.PairContrast{}, reproduce.PolicyOutcome{}} {
		require.NoError(t, wireExact(wire.Both{Put: &wire.Writer{}}, reflect.New(reflect.TypeOf(kept)).Elem()), "%T", kept)
	}
}
