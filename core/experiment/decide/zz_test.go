package decide

import (
	"fmt"
	"os"
	"testing"
	"time"

	"shadowtime/core/job"
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
	fmt.Println("jobs", tr.Len(), "tasks", p.Tasks(), "cpu", cpu())
	r, err := NewRunner(tr, p)
	if err != nil {
		t.Fatal(err)
	}
	most := p.Pairs()
	if os.Getenv("ZALL") != "" {
		most = p.Tasks()
	}
	for k := 0; k <= most; k++ {
		b, c := time.Now(), cpu()
		row, err := r.Task(k, nil)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for i := range row.Results {
			if !row.Results[i].missing() {
				n++
			}
		}
		fmt.Println(k, time.Since(b), cpu()-c, n)
	}
}
