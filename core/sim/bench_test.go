package sim_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/order"
	"shadowtime/core/sim"
)

// realTrace reads a log the plain way: requests are upper bounds, jobs that
// can't run on the machine are left out.
func realTrace(tb testing.TB, file string, procs int64) *job.Trace {
	tb.Helper()
	t := &job.Trace{Procs: procs}
	lines(tb, shared(tb, "traces", file), func(text string) {
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
	})
	t.Start = t.Submit[0]
	return t
}

// synthetic is a trace on 128 processors: a burst, then arrivals that offer a
// load. After a burst of 10,000 at load 1 the queue holds about as many until
// the arrivals end.
func synthetic(n, burst int, load float64) *job.Trace {
	r := rand.New(rand.NewPCG(3, 3))
	t := &job.Trace{Procs: 128}
	clock := 0.0
	for j := range n {
		q := int64(1)
		if r.IntN(4) > 0 {
			q = min(128, 1<<r.IntN(8)+r.Int64N(3))
		}
		p := 1 + r.Int64N(1<<(4+r.IntN(12)))
		if j >= burst {
			clock += float64(p*q) / 128 / load * (0.5 + r.Float64())
		}
		t.Submit = append(t.Submit, int64(clock))
		t.Run = append(t.Run, p)
		t.Request = append(t.Request, p+r.Int64N(2*p))
		t.Size = append(t.Size, int32(q))
	}
	return t
}

// reference is a fixed loop to hold the other figures against: reads at
// random in 64 KB, and arithmetic that depends on them. It returns ns a step.
func reference(steps int) float64 {
	var table [1 << 14]uint32
	for i := range table {
		table[i] = uint32(i) * 2654435761
	}
	x, begin := uint32(1), time.Now()
	for range steps {
		x = x*1664525 + table[x>>18]
	}
	took := time.Since(begin)
	sink = x
	return float64(took.Nanoseconds()) / float64(steps)
}

var sink uint32

// BenchmarkReplay runs a prepared engine; ns/rank is what it costs an event to
// rank the jobs in a static order, once a trace and order.
func BenchmarkReplay(b *testing.B) {
	for _, tr := range []struct {
		name string
		make func() *job.Trace
	}{
		{"KTH-SP2", func() *job.Trace { return realTrace(b, "KTH-SP2-1996-2.1-cln.swf.gz", 100) }},
		{"SDSC-SP2", func() *job.Trace { return realTrace(b, "SDSC-SP2-1998-4.2-cln.swf.gz", 128) }},
		{"UniLu-Gaia", func() *job.Trace { return realTrace(b, "UniLu-Gaia-2014-1.swf.gz", 2004) }},
		{"CEA-Curie", func() *job.Trace { return realTrace(b, "CEA-Curie-2011-2.1-cln.swf.gz", 80_640) }},
		{"light-10k", func() *job.Trace { return synthetic(10_000, 0, 0.8) }},
		{"light-1M", func() *job.Trace { return synthetic(1_000_000, 0, 0.8) }},
		{"overload-10k-waiting", func() *job.Trace { return synthetic(40_000, 10_000, 1) }},
	} {
		b.Run("trace="+tr.name, func(b *testing.B) {
			t := tr.make()
			for _, name := range []string{"FCFS", "LCFS", "SPF", "LPF", "SQF", "SRF", "SAF", "LAF", "F3", "LEXP", "SEXP", "WFP3", "UNICEF", "FCFS-SPF", "SAF@20h", "LEXP@20h"} {
				if o, err := order.Parse(name); err == nil && o.Aged() && t.Len() > 500_000 {
					continue // minutes
				}
				b.Run("order="+name, func(b *testing.B) { replay(b, t, name) })
			}
		})
	}
}

func replay(b *testing.B, t *job.Trace, name string) {
	c := &sim.Config{Threshold: sim.None}
	name, threshold, ok := strings.Cut(name, "@")
	if ok {
		h, err := strconv.Atoi(strings.TrimSuffix(threshold, "h"))
		require.NoError(b, err)
		c.Threshold = int64(h) * 3600
	}
	primary, backfill, ok := strings.Cut(name, "-")
	if !ok {
		backfill = primary
	}
	var err error
	c.Primary, err = order.Parse(primary)
	require.NoError(b, err)
	c.Backfill, err = order.Parse(backfill)
	require.NoError(b, err)
	e := sim.New()
	e.Load(t)
	require.NoError(b, e.Run(c)) // ranks the jobs
	for b.Loop() {
		if err := e.Run(c); err != nil {
			b.Fatal(err)
		}
	}
	event := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(2*t.Len())
	e.Load(t) // forgets the ranks
	begin := time.Now()
	require.NoError(b, e.Run(c))
	anew := float64(time.Since(begin).Nanoseconds()) / float64(2*t.Len())
	b.ReportMetric(event, "ns/event")
	b.ReportMetric(max(0, anew-event), "ns/rank")
	b.ReportMetric(event/reference(3_000_000), "x-reference")
	b.ReportMetric(0, "ns/op")
}
