package windows

import (
	"compress/gzip"
	"encoding/csv"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
)

// table reads a CSV file of the shared folder as rows by column.
func table(t *testing.T, name string) []map[string]string {
	t.Helper()
	file, err := os.Open(fixture.Path(t, "golden", "regress", name))
	require.NoError(t, err)
	defer file.Close()
	var from io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		from, err = gzip.NewReader(file)
		require.NoError(t, err)
	}
	rows, err := csv.NewReader(from).ReadAll()
	require.NoError(t, err)
	var list []map[string]string
	for _, row := range rows[1:] {
		m := map[string]string{}
		for i, v := range row {
			m[rows[0][i]] = v
		}
		list = append(list, m)
	}
	return list
}

func whole(t *testing.T, s string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(s, 10, 64)
	require.NoError(t, err)
	return n
}

func real(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	require.NoError(t, err)
	return x
}

var files = map[string]string{
	"SDSC-SP2": "SDSC-SP2-1998-4.2-cln.swf.gz", "CEA-Curie": "CEA-Curie-2011-2.1-cln.swf.gz", "lublin_256": "lublin_256.swf.gz",
}

var read = map[string]*job.Log{}

// prepared is a runner of a plan on a real log.
func prepared(t *testing.T, log string, p Plan) *Runner {
	t.Helper()
	require.NoError(t, p.Normalise())
	if read[log] == nil {
		l, err := tracefile.Open(fixture.Path(t, "traces", files[log]), nil)
		require.NoError(t, err)
		read[log] = l
	}
	tr, _ := p.Prepare(read[log])
	r, err := NewRunner(tr, p)
	require.NoError(t, err)
	return r
}

// Two simulators of other hands agree on these windows, job for job.
func TestWindowsAreThoseOfAnIndependentSimulator(t *testing.T) {
	for _, log := range []string{"SDSC-SP2", "lublin_256"} {
		want := table(t, "windows-"+log+".csv")
		for _, scenario := range []string{Actual, Estimates, Easy} {
			p := Default()
			p.Scenario = scenario
			var rows []map[string]string
			for _, row := range want {
				if row["scenario"] != scenario && !(log == "lublin_256" && scenario == Estimates && row["scenario"] == Actual) {
					continue
				}
				rows = append(rows, row)
				if at := whole(t, row["start"]); !slices.Contains(p.Starts, at) {
					p.Starts = append(p.Starts, at)
				}
			}
			r := prepared(t, log, p)
			require.Equal(t, len(p.Starts), r.Windows())
			byStart := map[int64]Row{}
			for k := range p.Starts {
				row, err := r.Task(k+1, nil)
				require.NoError(t, err)
				byStart[row.Start] = row
			}
			for _, row := range rows {
				got, ok := byStart[whole(t, row["start"])]
				require.True(t, ok)
				require.Equal(t, whole(t, row["jobs"]), int64(got.Jobs))
				x := got.Outcomes[slices.Index(p.Orders, row["order"])].AvgBsld()
				require.InDelta(t, real(t, row["avgbsld"]), x, 1e-9*x+1e-9, "%s %s %v", log, scenario, row)
			}
		}
	}
}

func TestJobsOfAWindowStartAsInAnIndependentSimulator(t *testing.T) {
	fixture.Long(t)
	for _, name := range []string{"SDSC-SP2-actual", "SDSC-SP2-estimates", "SDSC-SP2-easy", "lublin_256-actual", "lublin_256-easy"} {
		at := strings.LastIndexByte(name, '-')
		jobs := table(t, "jobs-"+name+".csv.gz")
		p := Default()
		p.Scenario = name[at+1:]
		p.Starts = []int64{whole(t, jobs[0]["submit"])}
		p.Orders = []string{"FCFS", "WFP3", "UNICEF", "SPF", "SAF", "F2", "LIN"}
		r := prepared(t, name[:at], p)
		w := r.window(1)
		require.Equal(t, len(jobs), w.Len())
		r.engine.Load(&w)
		for i, o := range r.orders {
			require.NoError(t, r.replay(&w, o, nil))
			for j, row := range jobs {
				require.Equal(t, whole(t, row["job"]), w.ID[j])
				require.Equal(t, float64(whole(t, row[p.Orders[i]])-w.Submit[j]), r.waits[j], "%s, job %s under %s", name,
					row["job"], p.Orders[i])
			}
		}
	}
}

// All 1,116 figures that the study released come out; a third of them stands for all where
// tests that take long are not asked for.
func TestWindowsInTheStudysDialectAreThoseOfItsProgram(t *testing.T) {
	fixture.Long(t)
	for log, all := range map[string]int{"SDSC-SP2": 846, "CEA-Curie": 270} {
		figures := 0
		for _, scenario := range []string{Actual, Estimates, Easy} {
			p := Default()
			p.Scenario, p.Dialect, p.Orders = scenario, GC, Studys()[:6]
			r := prepared(t, log, p)
			k := 0
			for _, row := range table(t, "study-"+log+".csv") {
				if row["scenario"] != scenario {
					continue
				}
				k++
				figures += len(p.Orders)
				if k%fixture.ByDay(3, 1) > 0 {
					continue
				}
				got, err := r.Task(k, nil)
				require.NoError(t, err)
				require.Equal(t, whole(t, row["start"]), got.Start)
				require.Equal(t, whole(t, row["jobs"]), int64(got.Jobs))
				for i, o := range p.Orders {
					require.InEpsilon(t, real(t, row[o]), got.Outcomes[i].AvgBsld(), 1e-5, "%s %s %s %s", log, scenario, row["start"], o)
				}
			}
			require.GreaterOrEqual(t, r.Windows(), k)
		}
		require.Equal(t, all, figures, log)
	}
}
