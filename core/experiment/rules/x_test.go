package rules

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
)

func TestX(t *testing.T) {
	n := os.Getenv("LOG")
	l, err := tracefile.Open("/work/shared/traces/"+n, nil)
	require.NoError(t, err)
	tr, _ := job.Clean(l, job.Presets()[0].Rules, job.MachineOf(l, 0))
	a := time.Now()
	r, err := NewRunner(tr, Default())
	require.NoError(t, err)
	show := func(f *Found) {
		fmt.Println(time.Since(a), f.Round, f.Done, f.Foreign, f.Order, f.Plain, len(f.Stops))
		for _, x := range f.Findings {
			y := x.Rule
			fmt.Printf("   kind %d %+v per %d of %d most %d from %d to %d days %d turn %v since %s until %s | explains %.3f broken %d of %d edge %d exact %d weeks %d of %d\n", y.Kind, y.Class, y.Per, y.Of, y.Most, y.From, y.To, y.Days, y.Turn,
				time.Unix(y.Since, 0).UTC().Format("2006-01-02"), time.Unix(y.Until, 0).UTC().Format("2006-01-02"),
				float64(x.Explains)/float64(f.Under.Sum()), x.Broken, x.Concerned, x.EdgeBroken, x.Exact, x.Weeks, x.Of)
		}
		fmt.Println("   left", f.Under.Share(3), f.Under.Share(2), "open", f.Open.Logged, f.Open.Simulated/f.Open.Logged, f.Open.Rank, "ruled", f.Ruled.Simulated/f.Ruled.Logged, f.Ruled.Rank)
	}
	if os.Getenv("FORWARD") == "" {
		row, err := r.Task(Whole, nil)
		require.NoError(t, err)
		show(row.Found)
		return
	}
	row, err := r.Task(Half, nil)
	require.NoError(t, err)
	f := row.Forward
	show(&f.Found)
	fmt.Println("forward: carried", len(f.Carried), "held", f.Before.Share(0), f.Before.Share(1), "->", f.After.Share(0), f.After.Share(1),
		"viol", f.Before.Broken(0), "->", f.After.Broken(0), "open", f.Open.Simulated/f.Open.Logged, f.Open.Rank, "ruled", f.Ruled.Simulated/f.Ruled.Logged, f.Ruled.Rank)
}
