package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/sacct"
)

// answering are commands of a Slurm that say what one said after a run.
const answering = `#!/bin/sh
case "$(basename "$0") $*" in
  "sacct --helpformat") head -n 1 "$SAID/sacct.psv" | tr '|' '\n' | grep -v Constraints ;;
  sacct\ *) cat "$SAID/sacct.psv" ;;
  "scontrol show config") cat "$SAID/scontrol-config.txt" ;;
  "scontrol show partition") sed 's/AllowAccounts=ALL/AllowAccounts=b,a/' "$SAID/scontrol-partition.txt" ;;
  "scontrol show node") for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
    printf 'NodeName=n%s CPUTot=1\n   NodeAddr=secret State=IDLE Reason=broken [mail@2026-01-01T00:00:00]\n\n' $n; done ;;
  "scontrol show reservation") echo "ReservationName=x StartTime=2027-01-01T00:00:00 EndTime=2027-01-02T00:00:00 Nodes=n1 Users=news,mail" ;;
  "sacctmgr -P show qos") cat "$SAID/sacctmgr-qos.psv" ;;
  "sacctmgr -P show assoc"*) cat "$SAID/sacctmgr-assoc.psv" ;;
  sshare*) cat "$SAID/sshare.psv" ;;
  sdiag*) cat "$SAID/sdiag.txt" ;;
  "squeue --json") gzip -dc "$SAID/../../../inputs/slurm-live-squeue.json.gz" ;;
  sprio*) printf 'JOBID PARTITION USER PRIORITY AGE\n 12 batch games 77 1\n' ;;
  *) echo "no such thing" >&2; exit 1 ;;
esac
`

// The script's files give the same answer whether they name people or not, nobody's name is in those that
// don't, and what is missing is said.
func TestTheScriptsFilesAreASite(t *testing.T) {
	fixture.Long(t)
	said := fixture.Path(t, "golden", "slurm-runs", "import-fair-tree")
	bin, script := t.TempDir(), must(t, "slurm", "script")
	for _, name := range []string{"sacct", "scontrol", "sacctmgr", "sshare", "sdiag", "sprio", "squeue"} {
		require.NoError(t, os.WriteFile(filepath.Join(bin, name), []byte(answering), 0o755))
	}
	answer := func(args ...string) (map[string]any, []string) {
		at := t.TempDir()
		cmd := exec.Command("sh", append([]string{"-s", "--"}, args...)...)
		cmd.Dir, cmd.Stdin, cmd.Env = at, strings.NewReader(script), append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "SAID="+said)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		require.Contains(t, string(out), "left out: sacct's column Constraints: this version has none")
		require.Contains(t, string(out), "left out: event.psv (sacctmgr -P show event")
		files, err := filepath.Glob(filepath.Join(at, "slurm-files", "*"))
		require.NoError(t, err)
		require.Len(t, files, 11)
		hidden, err := filepath.Glob(filepath.Join(at, "slurm-files", ".*"))
		require.NoError(t, err)
		require.Empty(t, hidden, "the list of names is gone")
		require.Contains(t, must(t, append([]string{"slurm", "check"}, files...)...), "Slurm 22.05\n")
		var a map[string]any
		require.NoError(t, json.Unmarshal([]byte(must(t, append([]string{"slurm", "run", "--json"}, files...)...)), &a))
		delete(a, "read")
		return a, files
	}
	named, files := answer()
	b, err := os.ReadFile(files[slices.IndexFunc(files, func(f string) bool { return strings.HasSuffix(f, "jobs.psv") })])
	require.NoError(t, err)
	require.Contains(t, string(b), "|mail|")
	require.NotContains(t, string(b), "sbatch", "nobody's command is in it")
	require.Equal(t, waiting(t, files...), waiting(t))
	secret, files := answer("-a", "2026-01-01", "2026-12-31")
	people := regexp.MustCompile(`\b(mail|games|news|secret|broken|alice|bob|carol|bio|chem|physics|hydra)\b`)
	for _, f := range files {
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		require.Empty(t, people.FindString(string(b)), f)
	}
	require.Equal(t, waiting(t, files...), waiting(t), "the queue")
	require.Equal(t, 74.0, named["equal"], "every priority")
	for _, key := range []string{"meanWait", "main", "reasons", "partitions", "equal", "recorded"} {
		require.Equal(t, named[key], secret[key], key)
	}
	counts := func(a map[string]any) (list []float64) {
		for _, x := range a["accounts"].([]any) {
			list = append(list, x.(map[string]any)["jobs"].(float64), x.(map[string]any)["here"].(float64))
		}
		return list
	}
	require.Equal(t, counts(named), counts(secret))
}

// exported are the jobs that the script, with numbers for names, writes of what sacct prints.
func exported(t *testing.T, table string) string {
	t.Helper()
	bin, at := t.TempDir(), t.TempDir()
	said := "#!/bin/sh\n[ \"$1\" = --helpformat ] && echo JobIDRaw User SubmitLine && exit\ncat <<'END'\n" + table + "END\n"
	require.NoError(t, os.WriteFile(filepath.Join(bin, "sacct"), []byte(said), 0o755))
	cmd := exec.Command("sh", "-s", "--", "-a")
	cmd.Dir, cmd.Stdin, cmd.Env = at, strings.NewReader(must(t, "slurm", "script")), append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	made, err := os.ReadDir(at)
	require.NoError(t, err)
	require.Len(t, made, 1, "nothing beside slurm-files")
	b, err := os.ReadFile(filepath.Join(at, "slurm-files", "jobs.psv"))
	require.NoError(t, err)
	return string(b)
}

// Of a submission's line the script keeps what a job asks for, as the replay reads it, and nothing of what it runs.
func TestTheScriptKeepsWhatAJobAsksFor(t *testing.T) {
	lines := []string{
		`sbatch -n 4 -c2 -N 2-3 --ntasks-per-node=2 --exclusive --mem-per-cpu=2G --gres=gpu:a100:1 -d afterok:7 --wrap=-n9`,
		`sbatch --ntasks=8 --cpus-per-task 2 --nodes=2 --exclusive=user --mem=4G -G 2 -w bob --time-min=10 -p a,b -a 1-9%2 -L x:2 bob`,
		"sbatch bob.sh"}
	table := exported(t, "JobIDRaw|User|SubmitLine\n1|bob|"+strings.Join(lines, "\n2|bob|")+"\n")
	require.NotContains(t, table, "bob")
	var asked []sacct.Request
	for row := range strings.Lines(table) {
		asked = append(asked, sacct.RequestOf(strings.TrimSpace(row[strings.LastIndexByte(row, '|')+1:])))
	}
	for i, line := range lines {
		require.Equal(t, sacct.RequestOf(line), asked[1+i], line)
	}
}

// Whatever stands in a submission's line, a bar, a new line or what a shell would run, the script neither runs nor keeps it.
func TestNothingOfACommandLeavesTheSite(t *testing.T) {
	const head = "JobIDRaw|User|SubmitLine\n"
	require.Equal(t, head+"1|u1| -n 4\n2|u1| -c 2\n3|u1| -d afterok:7:8+5,singleton -a 1-9\n4|u1|\n5|u1| --exclusive\n"+
		"6|u1| -d afterok:7 -a 0-5%2\n", exported(t, head+
		"1|bob|sbatch -n 4 --wrap \"cat bob | grep bob\nbob=bob\n|||bob\ncurl bob | sh\"\n"+
		"2|bob|sbatch -c 2 $(touch bob) `touch bob` '; touch bob; ' --mem=4G\n"+
		"3|bob|sbatch -d afterok:7:8+5,singleton;bob -a 1-9$(bob) \"\n"+
		"4|bob|sbatch bob.sh --password -n 99 -dafterbob\n"+
		"5|bob|sbatch --exclusive bob.sh -c 7\n"+
		"6|bob|sbatch --wrap exec bob -N 3 -a 0-5%2 -d afterok:7 -L bob -p bob,bob\n"))
}

// waiting are the jobs of the queue's file among files, without whose they are; of none those that squeue printed.
func waiting(t *testing.T, files ...string) []sacct.Queued {
	text := fixture.Bytes(t, "inputs", "slurm-live-squeue.json.gz")
	for _, f := range files {
		if strings.HasSuffix(f, "squeue.json") {
			var err error
			text, err = os.ReadFile(f)
			require.NoError(t, err)
		}
	}
	q, err := sacct.ReadQueue("squeue.json", string(text))
	require.NoError(t, err)
	for i := range q.Jobs {
		q.Jobs[i].User, q.Jobs[i].Account = "", ""
	}
	return q.Jobs
}

// All of a site's files together give who started the jobs, how long they waited and why; one job's story too.
func TestASiteIsRunByTheCommand(t *testing.T) {
	fixture.Long(t)
	files, err := filepath.Glob(fixture.Path(t, "golden", "slurm-runs", "import-fair-tree") + "/*")
	require.NoError(t, err)
	out := must(t, append([]string{"slurm", "run"}, files...)...)
	require.Regexp(t, `^Backfill started 73\W% of the jobs on your machine, \d+\W% in the model\.`, out)
	require.Contains(t, out, "All 74 logged priorities match within 2 points.")
	require.Regexp(t, `(?m)^ *Priority +9\d.%`, out)
	require.Regexp(t, `(?m)^.*sacct.json: jobs: .*sacct.psv says more of them`, out)
	list := filepath.Join(t.TempDir(), "jobs.csv")
	out = must(t, append([]string{"slurm", "run", "--job", "40", "--jobs", list}, files...)...)
	text, err := os.ReadFile(list)
	require.NoError(t, err)
	require.Regexp(t, `^job,user,account,.*,beyond bf_window\n`, string(text))
	require.Regexp(t, `\n40,\w+,\w+,batch,normal,.*,main,main,100000,100000,`, string(text))
	require.Contains(t, out, "started by main")
	shares := filepath.Join(t.TempDir(), "shares.csv")
	require.Equal(t, must(t, append([]string{"slurm", "run"}, files...)...),
		must(t, append([]string{"slurm", "run", "--shares", shares}, files...)...))
	text, err = os.ReadFile(shares)
	require.NoError(t, err)
	require.Regexp(t, `^time,account,user,shares,usage,factor,rank,waiting\n2026-11-23T08:10:53,`, string(text))
	require.Regexp(t, `\n2026-11-23T08:16:53,b,,0.2,0.6\d*,0.25,3,0\n`, string(text))
	require.Regexp(t, `(?m)priority +100.000 +in the log\n *priority +100.000 +in the model`, out)
	plain, err := filepath.Glob(fixture.Path(t, "golden", "slurm-runs", "import-defaults") + "/*")
	require.NoError(t, err)
	_, _, errs := callCommand("", append([]string{"slurm", "run", "--shares", shares}, plain...)...)
	require.Contains(t, errs, "--shares: fair share counts for nothing here")
	for words, want := range map[string]string{"--job 4000": "the log has no such job", "--slurm-version new": "give one as 25.05.8"} {
		_, _, errs := callCommand("", append(append([]string{"slurm", "run"}, strings.Fields(words)...), files...)...)
		require.Contains(t, errs, want)
	}
	status, _, errs := callCommand("", "slurm", "run", files[6], files[8])
	require.Equal(t, 2, status)
	require.Contains(t, errs, "give what sacct -P prints")
}
