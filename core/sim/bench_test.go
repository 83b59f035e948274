package sim_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/bench"
	"shadowtime/core/job"
)

// realTrace reads a log the plain way: requests are upper bounds, jobs that
// can't run on the machine are left out.
func realTrace(tb testing.TB, file string, procs int64) *job.Trace {
	tb.Helper()
	t := &job.Trace{Name: strings.SplitAfter(file, "-")[0] + strings.Split(file, "-")[1], Procs: procs}
	users := map[int64]int32{}
	lines(tb, fixture.Path(tb, "traces", file), func(text string) {
		f := strings.Fields(text)
		if len(f) < 18 || strings.HasPrefix(f[0], ";") {
			return
		}
		n := func(field int) int64 { return number(tb, f[field-1]) }
		submit, run, size, request := n(2), n(4), n(8), n(9)
		if size <= 0 {
			size = n(5)
		}
		if run < 0 || submit < 0 || size <= 0 || size > procs {
			return
		}
		if k := len(t.Submit); k > 0 {
			submit = max(submit, t.Submit[k-1])
		}
		t.Submit = append(t.Submit, submit)
		t.Run = append(t.Run, run)
		t.Request = append(t.Request, max(request, run))
		t.Size = append(t.Size, int32(size))
		u, ok := users[n(12)]
		if !ok {
			u = int32(len(t.Users))
			users[n(12)], t.Users = u, append(t.Users, n(12))
		}
		t.User = append(t.User, u)
	})
	t.Start = t.Submit[0]
	return t
}

// synthetic is a small trace on 128 processors.
func synthetic(n, burst int, load float64) *job.Trace {
	return bench.Synthetic("synthetic", n, burst, load)
}

// BenchmarkReplay measures what an event costs a prepared engine and prints a
// line BENCH of it (bench.Heading names the fields), natively and in a
// browser alike:
//
//	go test -run '^$' -bench 'Replay/trace=(KTH|SDSC)-like' -benchtime 1x ./core/sim
//	GOOS=js GOARCH=wasm go test -exec /tmp/wasmtest -run '^$' -bench 'Replay/trace=(KTH|SDSC)-like' -benchtime 1x ./core/sim
//
// The traces KTH-SP2, SDSC-SP2, UniLu-Gaia and CEA-Curie are real logs, found in
// a folder shared beside the repository.
func BenchmarkReplay(b *testing.B) {
	made := func(f func() (*job.Trace, error)) func(testing.TB) *job.Trace {
		return func(tb testing.TB) *job.Trace {
			t, err := f()
			require.NoError(tb, err)
			return t
		}
	}
	of := func(t func(int) *job.Trace, n int) func(testing.TB) *job.Trace {
		return func(testing.TB) *job.Trace { return t(n) }
	}
	log := func(file string, procs int64) func(testing.TB) *job.Trace {
		return func(tb testing.TB) *job.Trace { return realTrace(tb, file, procs) }
	}
	for _, tr := range []struct {
		name    string
		configs []bench.Config
		make    func(testing.TB) *job.Trace
	}{
		{"KTH-like", bench.Standard(), made(bench.KTHLike)},
		{"SDSC-like", bench.Standard(), made(bench.SDSCLike)},
		{"light-10k", bench.Static(), of(bench.Light, 10_000)},
		{"light-100k", bench.Static(), of(bench.Light, 100_000)},
		{"light-1M", bench.Static(), of(bench.Light, 1_000_000)},
		{"overload-10k", bench.Static(), of(bench.Overload, 10_000)},
		{"KTH-SP2", bench.Standard(), log("KTH-SP2-1996-2.1-cln.swf.gz", 100)},
		{"SDSC-SP2", bench.Standard(), log("SDSC-SP2-1998-4.2-cln.swf.gz", 128)},
		{"UniLu-Gaia", bench.Standard(), log("UniLu-Gaia-2014-1.swf.gz", 2004)},
		{"CEA-Curie", bench.Standard(), log("CEA-Curie-2011-2.1-cln.swf.gz", 80_640)},
	} {
		b.Run("trace="+tr.name, func(b *testing.B) {
			t := tr.make(b)
			for _, c := range tr.configs {
				b.Run("order="+c.Name, func(b *testing.B) {
					var row bench.Row
					for b.Loop() {
						var err error
						row, err = bench.One(t, &c, bench.Effort{}, stopwatch())
						require.NoError(b, err)
					}
					fmt.Println("\n" + row.Line(runtime.GOOS+"/"+runtime.GOARCH))
					b.ReportMetric(row.NsPerEvent, "ns/event")
					b.ReportMetric(row.NsRanking, "ns/ranking")
					b.ReportMetric(row.Ratio, "x-reference")
					b.ReportMetric(row.BytesPerJob, "B/job")
					b.ReportMetric(0, "ns/op")
				})
			}
		})
	}
}

// BenchmarkCluster does the same for clusters of unequal processors, of growing size.
func BenchmarkCluster(b *testing.B) {
	list, err := bench.Clusters()
	require.NoError(b, err)
	for _, x := range list {
		for _, a := range bench.Scheduled() {
			b.Run("cluster="+x.Name+"/"+a.String()+"-"+a.Backfill.String(), func(b *testing.B) {
				var row bench.Row
				var decisions int
				for b.Loop() {
					row, decisions = bench.OneCluster(x, a, bench.Effort{}, stopwatch())
				}
				fmt.Println("\n" + row.Line(runtime.GOOS+"/"+runtime.GOARCH))
				b.ReportMetric(row.NsPerEvent, "ns/event")
				b.ReportMetric(row.Ratio, "x-reference")
				b.ReportMetric(float64(decisions)/(2*float64(row.Jobs)*row.NsPerEvent*1e-9), "decisions/s")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
