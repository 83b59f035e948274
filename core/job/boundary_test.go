package job

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What is at a bound is kept, what is one beyond it is not.
func TestAJobAtABoundIsKept(t *testing.T) {
	rules := preset(t, "queue-tuning")
	kept := func(r row) []Dropped {
		_, c := Clean(makeLog("100", r), rules, Machine{Procs: 100})
		require.Equal(t, 1, c.Read)
		require.Equal(t, 1-len(c.Dropped), c.Kept)
		return c.Dropped
	}
	for _, x := range []struct {
		at, beyond row
		why        Reason
	}{
		{row{0, 10, 4, 4, 20, 1, 1}, row{-1, 10, 4, 4, 20, 1, 1}, NoSubmit},
		{row{0, 10, -1, 1, 20, 1, 1}, row{0, 10, 0, 0, 20, 1, 1}, NoProcessors},
		{row{0, 10, 4, 100, 20, 1, 1}, row{0, 10, 4, 101, 20, 1, 1}, TooLarge},
		{row{0, 10, 100, -1, 20, 1, 1}, row{0, 10, 101, -1, 20, 1, 1}, TooLarge},
		{row{0, 10, 100, 4, 20, 1, 1}, row{0, 10, 101, 4, 20, 1, 1}, AllocTooLarge},
		{row{0, 1, 4, 4, 20, 1, 1}, row{0, 0, 4, 4, 20, 1, 1}, ZeroRun},
		{row{0, 1, 4, 4, 20, 1, 1}, row{0, -1, 4, 4, 20, 1, 1}, NegativeRun},
		{row{0, 1, 4, 4, 1, 1, 1}, row{0, 1, 4, 4, 0, 1, 1}, ZeroRequest},
		{row{0, 1, 4, 4, 1, 1, 1}, row{0, 1, 4, 4, -1, 1, 1}, NegativeRequest},
		{row{0, 20, 4, 4, 20, 1, 1}, row{0, 21, 4, 4, 20, 1, 1}, OverRequest},
		{row{0, 10, 4, 4, 20, 1, 1}, row{0, 10, 4, 4, 20, 2, 1}, Partial},
		{row{0, 10, 4, 4, 20, 5, 1}, row{0, 10, 4, 4, 20, 4, 1}, Partial},
		{row{MaxTime, 10, 4, 4, 20, 1, 1}, row{MaxTime + 1, 10, 4, 4, 20, 1, 1}, OutOfRange},
		{row{0, MaxTime, 4, 4, MaxTime, 1, 1}, row{0, 10, 4, 4, MaxTime + 1, 1, 1}, OutOfRange},
	} {
		require.Empty(t, kept(x.at), "%v", x.at)
		require.Equal(t, []Dropped{{x.why, 1}}, kept(x.beyond), "%v", x.beyond)
	}
}
