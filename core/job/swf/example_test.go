package swf_test

import (
	"fmt"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/job/swf"
)

const small = `; MaxProcs: 128
1    0 -1 3500  8 -1 -1  8 7200 -1 1 17 -1 -1 -1 -1 -1 -1
2   60 -1  610 64 -1 -1 64  900 -1 1  4 -1 -1 -1 -1 -1 -1
3  305 -1   20  1 -1 -1 -1   -1 -1 1 17 -1 -1 -1 -1 -1 -1
`

// A log is read as it is; which of its jobs are simulated, and on what machine,
// is the next question.
func Example() {
	log, err := swf.Read(strings.NewReader(small), "small")
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range log.Len() {
		fmt.Println("job", log.Col[job.ID].At(i), "of user", log.Col[job.User].At(i),
			"ran", log.Col[job.Run].At(i), "s and had asked for", log.Col[job.ReqTime].At(i))
	}
	trace, cleaning := job.Clean(log, job.Presets()[0].Rules, job.MachineOf(log, 0))
	fmt.Println(cleaning.Kept, "of", cleaning.Read, "jobs on", trace.Procs, "processors")
	fmt.Println("requests", trace.Request, "sizes", trace.Size)
	// Output:
	// job 1 of user 17 ran 3500 s and had asked for 7200
	// job 2 of user 4 ran 610 s and had asked for 900
	// job 3 of user 17 ran 20 s and had asked for -1
	// 3 of 3 jobs on 128 processors
	// requests [7200 900 20] sizes [8 64 1]
}
