package exp

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Bits written down once: natively and in a browser they must come out again.
// Package lublin holds the function against many more.
func TestTheBitsAreTheSameEverywhere(t *testing.T) {
	for x, bits := range map[float64]uint64{
		0: 0x3ff0000000000000, 1: 0x4005bf0a8b145769, -1: 0x3fd78b56362cef38, 0.5: 0x3ffa61298e1e069c,
		-7.25: 0x3f47455fe323fafe,
	} {
		require.Equal(t, bits, math.Float64bits(Exp(x)), "e^%v is %#x", x, math.Float64bits(Exp(x)))
	}
}

func TestTheEndsOfTheRange(t *testing.T) {
	require.Equal(t, 0.0, Exp(-746))
	require.Equal(t, math.Inf(1), Exp(710))
	require.True(t, math.IsNaN(Exp(math.NaN())))
	for x := -700.0; x < 700; x += 0.37 {
		require.InEpsilon(t, math.Exp(x), Exp(x), 1e-15)
	}
}
