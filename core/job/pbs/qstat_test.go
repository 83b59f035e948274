package pbs

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/accounttest"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// block is what qstat -xf prints of a job that ended.
const block = "Job Id: 12.pbs\n    Job_Name = x = y\n    Job_Owner = ann@login1\n    resources_used.walltime = 00:00:14\n" +
	"    job_state = F\n    queue = work\n    ctime = Thu Aug 10 16:10:39 2023\n    exec_host = k242/3*4\n" +
	"    exec_vnode = (k242:ncpus=2:mem=1048576kb)+(k2\n" +
	"\t43:ncpus=2)\n    mtime = Thu Aug 10 16:11:10 2023\n    Resource_List.ncpus = 4\n    Resource_List.nodect = 2\n" +
	"    Resource_List.select = 2:ncpus=2\n    Resource_List.walltime = 01:00:00\n    stime = Thu Aug 10 16:10:55 2023\n" +
	"    obittime = Thu Aug 10 16:11:09 2023\n    Variable_List = PBS_O_HOME=/home/ann,\n\tPBS_O_LANG=en\nnext = line of a value\n" +
	"    Exit_status = 0\n    project = bio\n\n"

const object = `{"timestamp":1691647999,"pbs_version":"22.05.11","pbs_server":"pbs","Jobs":{"12.pbs":{"Job_Name":"x","Job_Owner":"ann@login1",` +
	`"resources_used":{"ncpus":4,"walltime":"00:00:14"},"job_state":"F","queue":"work","ctime":"Thu Aug 10 16:10:39 2023",` +
	`"exec_vnode":"(k242:ncpus=2)+(k243:ncpus=2)","Resource_List":{"ncpus":4,"nodect":2,"walltime":"01:00:00"},` +
	`"stime":"Thu Aug 10 16:10:55 2023","obittime":"Thu Aug 10 16:11:09 2023","Variable_List":{"A":"b"},"Exit_status":0,"project":"bio"}`

func TestWhatQstatTellsOfEndedJobsIsRead(t *testing.T) {
	require.True(t, SniffStatus([]byte(block)))
	require.True(t, SniffStatusJSON([]byte(object+"}}")))
	for text, p := range map[string]job.Parser{block: NewStatus("x", account.Options{}),
		object + "}}": NewStatusJSON("x", account.Options{})} {
		l, err := accounttest.Read(text, p)
		accounttest.Lawful(t, l, err)
		require.NoError(t, err)
		require.Empty(t, l.Faults)
		for f, want := range map[job.Field]int64{job.Submit: 0, job.Wait: 16, job.Run: 14, job.Alloc: 4, job.ReqProcs: 4, job.ReqTime: 3600,
			job.Status: 1} {
			require.Equal(t, []int64{want}, l.Col[f].Values(), f.String())
		}
		require.Equal(t, []string{"ann"}, l.Import.Users)
		require.Equal(t, []string{"bio"}, l.Import.Groups)
		start, _ := l.Header.Int("UnixStartTime")
		require.Equal(t, int64(1691683839), start, "of a clock that names no zone")
	}
}

func TestAnEndThatIsNotToldIsMadeOfWhatIs(t *testing.T) {
	without := func(lines ...string) string {
		text := ""
	next:
		for line := range strings.Lines(block) {
			for _, x := range lines {
				if strings.HasPrefix(line, "    "+x+" = ") {
					continue next
				}
			}
			text += line
		}
		return text
	}
	for text, want := range map[string]int64{without("obittime"): 14, without("obittime", "resources_used.walltime"): 15} {
		l, err := accounttest.Read(text, NewStatus("x", account.Options{}))
		require.NoError(t, err)
		require.Equal(t, []int64{want}, l.Col[job.Run].Values())
	}
	l, err := accounttest.Read(block+strings.NewReplacer("12.", "13.", "= F", "= R").Replace(without("obittime"))+
		strings.Replace(without("stime", "obittime"), "12.", "16.", 1)+
		strings.Replace(without("ctime"), "12.", "14.", 1)+strings.Replace(block, "12.", "15[].", 1)+
		strings.Replace(block, "Aug 10 16:10:55", "Agu 10 16:10:55", 1), NewStatus("x", account.Options{}))
	accounttest.Lawful(t, l, err)
	require.Equal(t, 2, l.Bad)
	require.Contains(t, l.Faults[0].Why, "without the time that it came")
	require.Contains(t, l.Faults[1].Why, "no time")
	require.Equal(t, 1, l.Import.Folded)
	require.Equal(t, map[string]int{"running": 1, "never started": 1}, accounttest.Left(l))
	_, err = accounttest.Read(`{"pbs_version":"1","Jobs":{}}`, NewStatusJSON("x", account.Options{}))
	require.ErrorContains(t, err, "server_priv/accounting")
	l, _ = accounttest.Read(object, NewStatusJSON("x", account.Options{}))
	require.Contains(t, strings.Join(l.Import.Warnings, " "), "cut off")
}

// A file that ends within its last block tells nothing of that job: it did not never start. What ends as others do is whole.
func TestABlockThatIsCutOffIsNoJobThatNeverStarted(t *testing.T) {
	whole := strings.Replace(block, "12.", "13.", 1)
	lines := strings.SplitAfter(whole, "\n")
	second := strings.Replace(block, "12.", "11.", 1)
	for n := 1; n < len(lines)-1; n++ {
		text := second + block + strings.Join(lines[:n], "")
		l, err := accounttest.Read(text, NewStatus("x", account.Options{}))
		require.NoError(t, err)
		require.Empty(t, accounttest.Left(l), n)
		require.Equal(t, 3, len(l.Col[job.Run].Values())+l.Bad, n)
		said := strings.Join(l.Import.Words(), "; ") + strings.Join(words(l.Faults), "; ")
		whole := strings.HasPrefix(lines[n-1], "    project") // the last line
		require.Equal(t, !whole, strings.Contains(said, "ends within a job"), "%d lines: %s", n, said)
		torn, err := accounttest.Read(text[:len(text)-2], NewStatus("x", account.Options{}))
		require.NoError(t, err)
		require.Empty(t, accounttest.Left(torn), n)
	}
	never := ""
	for _, line := range lines {
		if !strings.Contains(line, "stime") && !strings.Contains(line, "obittime") {
			never += line
		}
	}
	for _, end := range []string{"\n", ""} { // an editor may take the last blank line away
		l, err := accounttest.Read(block+strings.TrimRight(never, "\n")+"\n"+end, NewStatus("x", account.Options{}))
		require.NoError(t, err)
		require.Equal(t, map[string]int{"never started": 1}, accounttest.Left(l))
		require.Zero(t, l.Bad)
	}
	l, err := accounttest.Read(strings.ReplaceAll(block+block+never, "\n\n", "\n")+"    extra = 1\n", NewStatus("x", account.Options{}))
	require.NoError(t, err)
	require.Equal(t, map[string]int{"never started": 1, "duplicate": 1}, accounttest.Left(l), "no blank lines at all")
}

func words(list []job.Fault) (all []string) {
	for _, f := range list {
		all = append(all, f.Why)
	}
	return all
}

// Cobalt writes PBS's records with fractions of seconds.
func TestFractionsOfCobaltAreCutOffAndSaid(t *testing.T) {
	l, err := parse(record("E", "1", strings.NewReplacer("ctime=1600001000", "ctime=1600001000.12", "start=1600001030",
		"start=1600001030.20", "end=1600001090", "end=1600001090.99").Replace(ended)))
	require.NoError(t, err)
	require.Equal(t, []int64{30}, l.Col[job.Wait].Values())
	require.Equal(t, []int64{60}, l.Col[job.Run].Values())
	require.Contains(t, l.Import.Warnings, "3 times have a fraction of a second: cut off downwards")
	for _, bad := range []string{"1600001000.x", "1600001000.", ".5", "1600001000.-1"} {
		l, _ = parse(record("E", "1", strings.Replace(ended, "ctime=1600001000", "ctime="+bad, 1)))
		require.Equal(t, 1, l.Bad, bad)
	}
}

func FuzzStatus(f *testing.F) {
	accounttest.Fuzz(f, func(text string) job.Parser {
		if strings.HasPrefix(text, "{") {
			return NewStatusJSON("x", account.Options{})
		}
		return NewStatus("x", account.Options{})
	}, block+block, object+"}}")
}
