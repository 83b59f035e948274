package sim_test

import (
	"bytes"
	_ "embed"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/oracle"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

//go:embed testdata/small.csv
var small []byte

// smallTrace is a busy day on a small machine.
func smallTrace() *job.Trace {
	r := rand.New(rand.NewPCG(2026, 3))
	t := &job.Trace{Procs: 16}
	clock := int64(0)
	for range 50 {
		clock += r.Int64N(60)
		run := r.Int64N(600)
		t.Submit = append(t.Submit, clock)
		t.Run = append(t.Run, run)
		t.Request = append(t.Request, max(60, (run+r.Int64N(600))/60*60+60))
		t.Size = append(t.Size, 1<<r.IntN(5))
	}
	return t
}

// smallColumns are the configurations of testdata/small.csv: dialect,
// backfilling, orders and threshold, and what becomes of promises, in one word.
func smallColumns(t *testing.T) (names []string, configs []*sim.Config) {
	add := func(name string) {
		part := strings.Split(name, "/")
		c := column(t, part[2])
		var err error
		c.Dialect, err = sim.ParseDialect(part[0])
		require.NoError(t, err)
		c.Backfilling, err = sim.ParseBackfilling(part[1])
		require.NoError(t, err)
		if len(part) > 3 {
			c.Promises, err = sim.ParsePromises(part[3])
			require.NoError(t, err)
		}
		names, configs = append(names, name), append(configs, c)
	}
	for _, o := range order.Every() {
		add("shadowtime/easy/" + o.Name() + "-" + o.Name())
	}
	for _, o := range []string{"FCFS-SPF", "SAF-LEXP@600s", "SQF-SQF@900s"} {
		for _, d := range []string{"shadowtime", "ocs", "pyss"} {
			add(d + "/easy/" + o)
		}
	}
	add("shadowtime/none/SAF-SAF")
	add("shadowtime/conservative/FCFS-FCFS")
	add("shadowtime/conservative/SPF-SPF@600s")
	add("shadowtime/conservative/FCFS-FCFS/kept")
	add("shadowtime/conservative/SPF-SPF@600s/kept")
	return names, configs
}

// The file is the oracle's; it also holds where there are no other files.
func TestStartsOfTheSmallTraceStayAsTheyAre(t *testing.T) {
	tr := smallTrace()
	names, configs := smallColumns(t)
	if *fixture.Update {
		var b bytes.Buffer
		for i, c := range configs {
			b.WriteString(names[i])
			for _, s := range oracle.Starts(tr, simtest.Setup(c)) {
				b.WriteString("," + strconv.FormatInt(s, 10))
			}
			b.WriteString("\n")
		}
		small = b.Bytes()
		require.NoError(t, os.WriteFile("testdata/small.csv", small, 0o644))
	}
	rows := strings.Split(strings.TrimSpace(string(small)), "\n")
	require.Equal(t, len(configs), len(rows), "run the test with -update")
	e := sim.New()
	e.Load(tr)
	for i, row := range rows {
		name, starts, _ := strings.Cut(row, ",")
		require.Equal(t, names[i], name)
		var want []int64
		for _, s := range strings.Split(starts, ",") {
			want = append(want, number(t, s))
		}
		require.NoError(t, e.Run(configs[i]))
		requireStarts(t, want, e.Starts())
	}
}
