package sim_test

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// lines calls f with every line of a gzipped file.
func lines(tb testing.TB, path string, f func(line string)) {
	tb.Helper()
	file, err := os.Open(path)
	require.NoError(tb, err)
	defer file.Close()
	z, err := gzip.NewReader(file)
	require.NoError(tb, err)
	s := bufio.NewScanner(z)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		f(s.Text())
	}
	require.NoError(tb, s.Err())
}

func number(tb testing.TB, s string) int64 {
	tb.Helper()
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		f, err := strconv.ParseFloat(s, 64)
		require.NoError(tb, err)
		v = int64(f)
	}
	return v
}

// requireStarts compares start times job for job.
func requireStarts(tb testing.TB, want, got []int64) {
	tb.Helper()
	require.Equal(tb, len(want), len(got))
	differ, first := 0, -1
	for j := range want {
		if want[j] != got[j] {
			if differ++; first < 0 {
				first = j
			}
		}
	}
	if differ > 0 {
		require.Failf(tb, "starts differ", "%d of %d jobs start at another time; the first is job index %d: want %d, got %d",
			differ, len(want), first, want[first], got[first])
	}
}

// column names a configuration as the ocs files do: PRIMARY-BACKFILL or
// PRIMARY-BACKFILL@THRESHOLD.
func column(tb testing.TB, name string) *sim.Config {
	tb.Helper()
	c := &sim.Config{Threshold: sim.None, Dialect: sim.OCS}
	name, threshold, ok := strings.Cut(name, "@")
	if ok {
		d, err := time.ParseDuration(threshold)
		require.NoError(tb, err)
		c.Threshold = int64(d / time.Second)
	}
	primary, backfill, ok := strings.Cut(name, "-")
	require.True(tb, ok)
	var err error
	c.Primary, err = order.Parse(primary)
	require.NoError(tb, err)
	c.Backfill, err = order.Parse(backfill)
	require.NoError(tb, err)
	return c
}

// publishedWaits are average waits in seconds that the papers print, by machine
// size and column.
var publishedWaits = map[int64]map[string]float64{
	128: {"LEXP-LEXP": 6764.9, "SQF-SQF": 11233.7},
}

func TestOCSStartsEqualThePublishedSimulatorsJobForJob(t *testing.T) {
	for name, procs := range map[string]int64{"KTH-SP2": 100, "SDSC-SP2": 128} {
		t.Run(name, func(t *testing.T) {
			if name != "KTH-SP2" {
				fixture.Long(t)
			}
			tr := &job.Trace{Procs: procs}
			var head []string
			var want [][]int64
			lines(t, fixture.Path(t, "golden", "ocs", name+".ocs.csv.gz"), func(line string) {
				cells := strings.Split(line, ",")
				if head == nil {
					head = cells[6:]
					want = make([][]int64, len(head))
					return
				}
				tr.Submit = append(tr.Submit, number(t, cells[1]))
				tr.Run = append(tr.Run, number(t, cells[2]))
				tr.Request = append(tr.Request, number(t, cells[3]))
				tr.Size = append(tr.Size, int32(number(t, cells[4])))
				for i := range want {
					want[i] = append(want[i], number(t, cells[6+i]))
				}
			})
			tr.Start = tr.Submit[0]
			e := sim.New()
			e.Load(tr)
			for i, name := range head {
				t.Run(name, func(t *testing.T) {
					require.NoError(t, e.Run(column(t, name)))
					requireStarts(t, want[i], e.Starts())
					if published, ok := publishedWaits[tr.Procs][name]; ok {
						sum := int64(0)
						for j, s := range e.Starts() {
							sum += s - tr.Submit[j]
						}
						require.InEpsilon(t, published, float64(sum)/float64(tr.Len()), 1e-3, "published average wait")
					}
				})
			}
		})
	}
}

// pyssRun is a published run: what was simulated, and when its jobs started.
func pyssRun(t *testing.T, file string, procs int64, clairvoyant bool) (tr *job.Trace, want []int64) {
	// The file lists jobs as they ended; they were submitted in order of id.
	type line struct{ id, submit, wait, run, size, request int64 }
	var all []line
	lines(t, fixture.Path(t, "golden", "pyss", file+".swf.gz"), func(text string) {
		f := strings.Fields(text)
		if len(f) < 18 || strings.HasPrefix(f[0], ";") {
			return
		}
		n := func(field int) int64 { return number(t, f[field-1]) }
		all = append(all, line{n(1), n(2), n(3), n(4), n(8), n(9)})
	})
	slices.SortFunc(all, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.submit, b.submit), cmp.Compare(a.id, b.id))
	})
	tr = &job.Trace{Procs: procs}
	for _, l := range all {
		request := max(l.request, 1)
		run := max(min(l.run, request), 1)
		if clairvoyant {
			request = run
		}
		tr.Submit = append(tr.Submit, l.submit)
		tr.Run = append(tr.Run, run)
		tr.Request = append(tr.Request, request)
		tr.Size = append(tr.Size, int32(l.size))
		want = append(want, l.submit+l.wait)
	}
	return tr, want
}

func TestPYSSStartsEqualThePublishedSimulatorsJobForJob(t *testing.T) {
	for _, c := range []struct {
		file        string
		procs       int64
		clairvoyant bool
		backfill    string
	}{
		{"KTH-SP2.pyss-EASY", 100, false, "FCFS"},
		{"KTH-SP2.pyss-EASY-clairvoyant", 100, true, "FCFS"},
		{"KTH-SP2.pyss-EASY-SJBF-clairvoyant", 100, true, "SPF"},
		{"CEA-curie.pyss-EASY", 80_640, false, "FCFS"},
	} {
		t.Run(c.file, func(t *testing.T) {
			if c.procs > 100 {
				fixture.Long(t)
			}
			tr, want := pyssRun(t, c.file, c.procs, c.clairvoyant)
			backfill, err := order.Parse(c.backfill)
			require.NoError(t, err)
			e := sim.New()
			e.Load(tr)
			require.NoError(t, e.Run(&sim.Config{Threshold: sim.None, Dialect: sim.PYSS, Backfill: backfill}))
			requireStarts(t, want, e.Starts())
		})
	}
}

// arrivals counts, of a run, the jobs that started from the queue in the pass of an arrival
// that did not fit in the processors that were free.
type arrivals struct {
	tr      *job.Trace
	free    int64
	ends    []int64 // projected, of what runs
	large   bool    // the event is such an arrival
	jobs    map[int]bool
	started int
}

func (a *arrivals) Arrive(now int64, j int) {
	free := a.free
	for k := range a.jobs {
		if a.ends[k] <= now {
			free += int64(a.tr.Size[k])
		}
	}
	a.large = int64(a.tr.Size[j]) > free
}

func (a *arrivals) run(now int64, j int) {
	a.free -= int64(a.tr.Size[j])
	a.ends[j], a.jobs[j] = now+a.tr.Request[j], true
	if a.large {
		a.started++
	}
}

func (a *arrivals) Start(now int64, j int)    { a.run(now, j) }
func (a *arrivals) Backfill(now int64, j int) { a.run(now, j) }
func (a *arrivals) End(_ int64, j int) {
	a.free += int64(a.tr.Size[j])
	delete(a.jobs, j)
	a.large = false
}
func (a *arrivals) Pass(int64)                       {}
func (a *arrivals) Passed(int64, int)                { a.large = false }
func (a *arrivals) Reserve(int64, int, int64, int64) {}
func (a *arrivals) Place(int64, int, int64)          {}

// An arrival that does not fit brings a pass where jobs are backfilled by their run times:
// the published run of SJBF, which the dialect pyss equals job for job, has jobs that started
// in such passes alone. Where all goes by arrival no such pass could start anybody.
func TestPYSSLooksAtTheQueueAtEveryArrivalUnderSJBF(t *testing.T) {
	fixture.Long(t)
	tr, want := pyssRun(t, "KTH-SP2.pyss-EASY-SJBF-clairvoyant", 100, true)
	spf, err := order.Parse("SPF")
	require.NoError(t, err)
	e := sim.New()
	e.Load(tr)
	a := &arrivals{tr: tr, free: tr.Procs, ends: make([]int64, tr.Len()), jobs: map[int]bool{}}
	require.NoError(t, e.Run(&sim.Config{Threshold: sim.None, Dialect: sim.PYSS, Backfill: spf, Observer: a}))
	requireStarts(t, want, e.Starts())
	require.Equal(t, 18, a.started)
}
