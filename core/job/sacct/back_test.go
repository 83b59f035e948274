package sacct

import (
	"bytes"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/accounttest"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/swf"
)

// asSacct prints a log as sacct -P would have, had the machine run Slurm.
func asSacct(l *job.Log, zone *time.Location, jobs int) string {
	var b bytes.Buffer
	b.WriteString("JobIDRaw|User|Group|Submit|Start|End|Elapsed|Timelimit|ReqCPUS|AllocCPUS|State\n")
	unix, _ := l.Header.Int("UnixStartTime")
	at := func(sec int64) string { return time.Unix(unix+sec, 0).In(zone).Format("2006-01-02T15:04:05") }
	span := func(sec int64) string {
		if sec < 0 {
			return "UNLIMITED"
		}
		return fmt.Sprintf("%d-%02d:%02d:%02d", sec/86400, sec/3600%24, sec/60%60, sec%60)
	}
	state := map[int64]string{0: "FAILED", 1: "COMPLETED", 5: "CANCELLED by 1000"}
	for i := range jobs {
		of := func(f job.Field) int64 { return l.Col[f].At(i) }
		start := of(job.Submit) + of(job.Wait)
		fmt.Fprintf(&b, "%d|user%d|group%d|%s|%s|%s|%s|%s|%d|%d|%s\n", of(job.ID), of(job.User), of(job.Group), at(of(job.Submit)),
			at(start), at(start+of(job.Run)),
			span(of(job.Run)), span(of(job.ReqTime)), of(job.ReqProcs), of(job.Alloc), state[of(job.Status)])
	}
	return b.String()
}

func TestALogPrintedBySacctComesBackTheSame(t *testing.T) {
	fixture.Long(t)
	const jobs = 10_000
	l, err := swf.Read(bytes.NewReader(fixture.Bytes(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")), "x")
	require.NoError(t, err)
	for _, zone := range []string{"UTC", "Europe/Stockholm"} {
		place, err := time.LoadLocation(zone)
		require.NoError(t, err)
		back, err := accounttest.Read(asSacct(l, place, jobs), New("x", account.Options{Zone: zone}))
		accounttest.Lawful(t, back, err)
		require.Equal(t, jobs, back.Import.Jobs)
		first := l.Col[job.Submit].At(0)
		shifted := 0
		for i := range jobs {
			if back.Col[job.Submit].At(i) != l.Col[job.Submit].At(i)-first {
				shifted++ // of two readings of the doubled hour the job's times allow both
				continue
			}
			for _, f := range []job.Field{job.Wait, job.Run, job.Alloc, job.ReqProcs, job.ReqTime, job.Status} {
				require.Equal(t, l.Col[f].At(i), back.Col[f].At(i), "%s of job %d", f, i)
			}
			require.Equal(t, "user"+strconv.FormatInt(l.Col[job.User].At(i), 10), back.Import.Users[back.Col[job.User].At(i)-1])
		}
		t.Log(zone, shifted)
		require.LessOrEqual(t, shifted, map[string]int{"UTC": 0, "Europe/Stockholm": 5}[zone])
	}
}
