package tune

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What a chart says of its weeks agrees with their number.
func TestAChartOfOneWeekSaysOneWeek(t *testing.T) {
	one := &Charts{Report: &Report{Done: 1}}
	require.Equal(t, "1 testing week", one.counted())
	many := &Charts{Report: &Report{Done: 24}, Look: Look{Train: true}}
	require.Equal(t, "24 training weeks", many.counted())
}
