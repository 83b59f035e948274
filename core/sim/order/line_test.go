package order

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUnsortableIsTheKeyThatWasMadeSortable(t *testing.T) {
	for _, key := range []float64{0, 1, -1, 1e300, -1e300, 5e-324, math.Inf(1), math.Inf(-1)} {
		require.Equal(t, key, Unsortable(Sortable(key)))
	}
	require.Equal(t, math.Inf(1), Unsortable(Sortable(math.NaN())))
}

func TestAFormulaIsALineWhereAgeStandsAlone(t *testing.T) {
	for formula, want := range map[string]bool{
		"p*q - 100*age": true, "age": true, "-age/p": true, "LEXP": true, "0.5*SAF + 0.5*LEXP": true, "UNICEF*2 - max(p, q)": true,
		"(age + p)*(q + 1)/log(r + 2)": true,
		"0*age":                        true, "p*q": false, "WFP3": false, "age*age": false, "p/age": false, "max(age, p)": false,
		"sqrt(age)":         false,
		"SAF + sqrt(age)*0": false,
	} {
		o, err := Parse("expr:" + formula)
		require.NoError(t, err, formula)
		require.Equal(t, want, o.Lined(), formula)
	}
	require.False(t, Order{code: lexp}.Lined(), "it has ways of its own")
}

// However numbers are rounded, overflow or cancel out.
func TestALineInAgeLiesAboveEveryKey(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, formula := range []string{
		"p*q - 100*age", "-age/p", "LEXP", "0.5*SAF - 1e9*UNICEF", "(age*1e17 + p) - age*1e17", "(age + 1e16)*q - 1e16*q",
		"age*1e200*1e200/1e300/1e100", "age*1e-200*1e-120*1e300*1e20",
		"1e300*1e10 - age", "(p - 7)/(p - 7)*age - log(q - 1)*r", "age/(p - 7)", "-(age + p)/q*1e-310", "1e37*age*q", "-(age - p)*1e38",
		"age/3*7*p/11 - q*age/13", "r - age + 1e-300",
	} {
		o, err := Parse("expr:" + formula)
		require.NoError(t, err, formula)
		narrow := 0
		for range 3000 {
			p, q, r := rng.Int64N(1<<rng.IntN(50)), int32(1+rng.IntN(1<<rng.IntN(20))), rng.Int64N(1<<rng.IntN(50))
			age := rng.Int64N(1 << rng.IntN(54))
			if rng.IntN(10) == 0 {
				p, age = 7, 0
			}
			at0, slope := o.Above(p, q, r)
			above := float64(at0) + float64(age)*float64(slope)
			key := o.Key(p, q, r, age)
			require.False(t, above < -key, "%s p %d q %d r %d age %d: %g is below %g", formula, p, q, r, age, above, -key)
			require.False(t, math.IsNaN(above) || math.IsInf(float64(slope), 0))
			if math.Abs(above+key) <= 1e-5*math.Abs(key) {
				narrow++
			}
		}
		if formula == "p*q - 100*age" || formula == "LEXP" || formula == "-age/p" {
			require.Greater(t, narrow, 2500, formula)
		}
	}
}
