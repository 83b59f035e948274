package compare

import (
	"fmt"
	"os"
	"testing"
	"time"

	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/tracefile"
	"syscall"
)

func cpu() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(1, &u)
	return time.Duration(u.Utime.Nano())
}

func TestZZ(t *testing.T) {
	log, err := tracefile.Open(os.Getenv("ZLOG"), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := Default()
	_ = p.Normalise()
	tr, _ := job.Clean(log, p.Clean, job.MachineOf(log, 0))
	fmt.Println("jobs", tr.Len(), "cpu", cpu())
	p.Suit(overview.Describe(tr))
	_ = p.Normalise()
	fmt.Println("weeks", p.Weeks, "resamples", p.Resamples)
	r, err := NewRunner(tr, p)
	if err != nil {
		t.Fatal(err)
	}
	for k := 0; k <= 6; k++ {
		b, c := time.Now(), cpu()
		if _, err := r.Task(k, nil); err != nil {
			t.Fatal(err)
		}
		fmt.Println(k, time.Since(b), cpu()-c, r.trace.Len())
	}
}
