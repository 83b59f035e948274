package little

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/sim"
	"shadowtime/core/sim/why"
)

func typed(t *testing.T, e *Example, lines ...string) (said string) {
	t.Helper()
	for _, line := range lines {
		var err error
		said, err = e.Type(line)
		require.NoError(t, err, line)
	}
	return said
}

// A job is submitted as Slurm takes it, at the hour in sight or at its own.
func TestALineAddsTheJobThatItSays(t *testing.T) {
	e := on(8, []Job{{0, 6, 6, 5}}, Easy("FCFS"))
	require.Equal(t, "Submitted batch job 2", typed(t, e, "sbatch -n 4 -t 3:00 --begin 2"))
	require.Zero(t, e.At, "the hour of the last arrival, before it")
	for line, want := range map[string]Job{
		"sbatch -n4 -t 3:00":                           {0, 3, 3, 4},
		"sbatch --ntasks=6 --time=1-12":                {0, 36, 36, 6},
		"sbatch --ntasks 6 --time 4:00:00":             {0, 4, 4, 6},
		"  sbatch -t 5 ":                               {0, 5, 5, 1},
		`sbatch -n 3 -t 9:00 --wrap "sleep 3h"`:        {0, 3, 9, 3},
		`sbatch -n 3 -t 9:00 '--wrap=sleep 3h'`:        {0, 3, 9, 3},
		"sbatch -t 1 --begin=now+2hours":               {2, 1, 1, 1},
		"sbatch -t 1 -b 7:00":                          {7, 1, 1, 1},
		`sbatch --wrap "sleep 1h" -t 2 -n 8 --begin 0`: {0, 1, 2, 8},
	} {
		f := e.Clone()
		typed(t, f, line)
		require.Equal(t, want, f.Jobs[2], line)
	}
	typed(t, e, "sleep 3h", "sbatch -t 2")
	require.EqualValues(t, 3, e.At)
	require.EqualValues(t, 3, e.Jobs[2].Arrives)
	require.Equal(t, "The table is without it, as if it had never come. The jobs behind are numbered anew.", typed(t, e, "scancel 2"))
	require.Equal(t, []Job{{0, 6, 6, 5}, {3, 2, 2, 1}}, e.Jobs)
}

// What a line can't mean is refused at its column, with what would be right, and changes
// nothing; no option is passed over.
func TestALineThatCantBeTakenSaysWhereAndWhat(t *testing.T) {
	e := textbook()
	for line, x := range map[string]struct {
		column int
		why    string
	}{
		"":                              {1, "type one of sbatch"},
		"qsub -l":                       {1, `word 1: "qsub" is no command`},
		"sbatch -n 4 -x 3":              {13, `"-x" is no option of it on this machine: give -n PROCESSORS, -t TIME, -b HOUR, --gres gpu:N and --wrap`},
		"sbatch -t 3 --exclusive":       {13, `"--exclusive" is no option`},
		"sbatch -N 2 -t 3":              {8, `"-N" is no option`},
		"sbatch --ntask=2 -t 3":         {8, `"--ntask=2" is no option`},
		"sbatch -n 9 -t 3":              {11, `"9" is none of 1 to 8 whole processors`},
		"sbatch -n":                     {8, "its value is missing: give -n PROCESSORS"},
		"sbatch -n 4":                   {1, "-t is missing"},
		"sbatch -n 4 -t 3:30":           {16, `"3:30" is none of 1 to 999 whole hours: give it as 3, 3:00`},
		"sbatch -t 0":                   {11, "1 to 999"},
		"sbatch -t 99-0":                {11, "1 to 999"},
		"sbatch -t x":                   {11, `"x"`},
		"sbatch -t 3 --begin -1":        {21, `"-1" is none of 0 to 999`},
		"sbatch -t 3 --begin now+2":     {21, "would be seconds"},
		"sbatch -t 3 job.sh":            {13, `"job.sh" is a script`},
		`sbatch -t 3 --wrap "hostname"`: {20, `"hostname" can't be run here: give "sleep 3h"`},
		`sbatch -t 3 --wrap "sleep 2"`:  {20, "would be seconds"},
		`sbatch -t 3 --wrap "sleep 4h"`: {20, "runs 4\u202fh and requests 3\u202fh"},
		`sbatch -t 3 --wrap "sleep`:     {20, "not closed"},
		"squeue -u me":                  {8, `"-u" is no option of it on this machine: give --start`},
		"squeue --start=now":            {8, "nothing stands behind it"},
		"squeue all":                    {8, `"all" is nothing that it takes`},
		"sinfo -N":                      {7, `"-N" is no option of it on this machine: leave it out`},
		"scancel":                       {1, "the job is missing: give its number, 1 to 5"},
		"scancel 6":                     {9, "1 to 5"},
		"scancel 1 2 3 4 5":             {9, "one job at least"},
		"scancel -u me":                 {9, `"-u"`},
		"sleep":                         {1, "sleep 2h"},
		"sleep 2":                       {7, "would be seconds"},
		strings.Repeat("s", 300):        {201, "shorten it"},
	} {
		f := e.Clone()
		said, err := f.Type(line)
		require.Empty(t, said)
		require.ErrorContains(t, err, x.why, line)
		require.Equal(t, x.column, ColumnOf(err), "%s: %v", line, err)
		require.Equal(t, e, f, line)
	}
	f := e.Clone()
	for f.Add() {
	}
	_, err := f.Type("sbatch -t 3")
	require.ErrorContains(t, err, "scancel one first")
}

// What squeue --start prints is what the scheduler promises at that hour: under EASY the
// head's shadow time alone, under conservative backfilling a start for everybody.
func TestTypedStartsAreTheSchedulersPromises(t *testing.T) {
	fixture.Long(t)
	e := on(8, []Job{{0, 6, 6, 5}}, Easy("FCFS"))
	said := typed(t, e, "sbatch -n 6 -t 4:00 --begin 1", "sbatch -n 4 -t 4:00 --begin 2", "sbatch -n 1 -t 2 --begin 9", "sleep 2h",
		"squeue --start")
	require.Equal(t, `JOBID  ST  START_TIME  CPUS  REASON
    2  PD  6:00        6     (Resources)
    4  PD  9:00        1     (BeginTime)
    3  PD  N/A         4     (Priority)`, said)
	require.Equal(t, `JOBID  ST  TIME  TIME_LIMIT  CPUS  REASON
    2  PD  0:00  4:00        6     (Resources)
    4  PD  0:00  2:00        1     (BeginTime)
    3  PD  0:00  4:00        4     (Priority)
    1  R   2:00  6:00        5     None`, typed(t, e, "squeue"))
	require.Equal(t, "PARTITION  AVAIL  CPUS(A/I/O/T)\n   little  up     5/3/0/8", typed(t, e, "sinfo"))
	r := rand.New(rand.NewPCG(11, 12))
	promises := 0
	for range 200 {
		e := random(r)
		m := run(t, e)
		s := m.Sides[0]
		e.At = m.Steps[r.IntN(len(m.Steps))]
		x, err := s.instant(e.At)
		require.NoError(t, err)
		want := map[int]string{}
		for row, j := range e.Jobs {
			switch {
			case j.Arrives > e.At:
				want[row+1] = clock(j.Arrives)
			case s.Start(row) > e.At:
				want[row+1] = "N/A"
			}
		}
		if p := last(x); p != nil {
			for _, c := range p.Queue {
				row := s.row(c.Job)
				if s.Start(row) <= e.At {
					continue
				}
				if s.Backfilling == sim.Conservative {
					want[row+1] = clock(c.Place / hour)
				} else if c.Reason == why.Head && p.Shadow != why.Unknown {
					want[row+1] = clock(p.Shadow / hour)
				}
			}
		}
		got := map[int]string{}
		for _, line := range strings.Split(typed(t, e, "squeue --start"), "\n")[1:] {
			f := strings.Fields(line)
			got[atoi(f[0])] = f[2]
			if f[2] != "N/A" {
				promises++
			}
		}
		require.Equal(t, want, got, "%s at %d", link(e), e.At)
		out := int64(0)
		if e.Out.during(e.At) {
			out = e.Out.Procs
		}
		require.Contains(t, typed(t, e, "sinfo"), "/"+strconv.FormatInt(s.idle(e.At)-out, 10)+"/"+strconv.FormatInt(out, 10)+"/")
	}
	require.Greater(t, promises, 200)
}

func TestATypedReservationIsAMaintenance(t *testing.T) {
	e := on(8, []Job{{0, 1, 5, 5}, {1, 4, 4, 3}, {1, 2, 2, 8}}, Easy("FCFS"))
	const four = "scontrol create reservation starttime=4 duration=2:00 flags=maint nodes=ALL"
	_, err := e.Type(four)
	require.ErrorContains(t, err, "busy: job 1 runs, by its request until 5:00", "whoever runs already is not moved")
	require.Zero(t, e.Out)
	e.At = 0
	require.Equal(t, "Reservation created: maintenance", typed(t, e, four))
	require.Equal(t, Outage{4, 2, 8}, e.Out)
	m := run(t, e)
	require.Equal(t, []int64{6, 6, 1}, []int64{m.Sides[0].Start(0), m.Sides[0].Start(1), m.Sides[0].Start(2)})
	e.At = 0
	require.Contains(t, typed(t, e, "squeue"), "(ReqNodeNotAvail, Reserved for maintenance)")
	require.Equal(t, e, unlink(t, link(e)))
	typed(t, e, "scontrol delete reservation")
	require.Equal(t, Outage{}, e.Out)
	for line, says := range map[string]string{"scontrol show reservation": "create reservation StartTime=6",
		"scontrol create reservation":                "is missing",
		"scontrol create res StartTime=x Duration=1": "StartTime", "scontrol create res CoreCnt=9": "1 to 8",
		"scontrol create res nodes=n1": "leave it out", "scontrol create res Foo=1": "Foo=1"} {
		_, err := e.Type(line)
		require.ErrorContains(t, err, says)
	}
}

// Any line is refused or leaves an example that runs.
func TestAnyLineIsRefusedOrLeavesAnExampleThatRuns(t *testing.T) {
	fixture.Long(t)
	r := rand.New(rand.NewPCG(13, 14))
	parts := []string{"sbatch", "squeue", "scancel", "sinfo", "sleep", "scontrol", "create", "reservation", "StartTime=3", "Duration=1:00",
		"CoreCnt=2", "delete", "-n", "-t", "--begin", "--start", "--wrap", "3", "1:00", "2h",
		`"sleep 1h"`, `"`, "--", "-", "=", "-n=2", "--time=2", "0-1", "\x00", "\u2603", "1"}
	taken := 0
	for range 4000 {
		e := textbook()
		line := parts[r.IntN(6)]
		for range r.IntN(7) {
			line += strings.Repeat(" ", r.IntN(3)) + parts[r.IntN(len(parts))]
		}
		if _, err := e.Type(line); err == nil {
			taken++
			_, err = Run(e)
			require.NoError(t, err, line)
			require.Equal(t, e, unlink(t, link(e)), line)
		} else {
			require.Less(t, len(err.Error()), 260, line)
		}
	}
	require.Greater(t, taken, 50)
}
