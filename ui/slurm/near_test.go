package slurm

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/job/overview"
	"shadowtime/core/slurm/site"
	"shadowtime/ui"
	"shadowtime/ui/lab"
)

// imported are an administrator's files of a run of a real Slurm.
func imported(t *testing.T) (list [][2]string) {
	t.Helper()
	for _, name := range strings.Fields("sacct.psv sacctmgr-assoc.psv sacctmgr-qos.psv scontrol-config.txt scontrol-partition.txt sshare.psv") {
		list = append(list, [2]string{name, string(fixture.Bytes(t, "golden", "slurm-runs", "import-fair-tree", name))})
	}
	return list
}

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.String()
}

// A site's jobs are replayed as by slurm run: its JSON, the list of jobs, one job's story; packed files give the same.
func TestAReplayIsWhatTheCommandPrints(t *testing.T) {
	fixture.Long(t)
	list := imported(t)
	var files []site.File
	for _, f := range list {
		files = append(files, site.File{Name: f[0], Text: f[1]})
	}
	ours, err := site.Read(files, nil)
	require.NoError(t, err)
	x, err := slurm.Prepare(ours, 0)
	require.NoError(t, err)
	want, err := slurm.Replay(ours, x)
	require.NoError(t, err)
	text, err := slurm.JSON(want)
	require.NoError(t, err)

	a, v, m, s := page(t, "")
	dropped(a, list...)
	require.Empty(t, s.Refused["slurm-text"])
	require.Equal(t, "sacct.psv", a.ReadName)
	for _, words := range append(want.Says(), want.Caveats()...) {
		require.Contains(t, s.Drawn[hostNear], lab.Esc(words[1:]))
	}
	a.Act("slurm-json", "")
	require.Equal(t, string(text), s.Files["shadowtime-slurm-run.json"])
	a.Act("slurm-jobs", "")
	require.Equal(t, string(slurm.CSV(x)), s.Files["shadowtime-slurm-jobs.csv"])

	a.SetField("slurm-job", "slurm-job", "40")
	told, err := slurm.Tell(x, 40)
	require.NoError(t, err)
	require.Contains(t, s.Drawn[hostNear], "<strong>Job 40</strong>")
	for _, l := range slurm.Story(told) {
		require.Contains(t, s.Drawn[hostNear], `<td class="num">`+l.Value+`</td><td>`+lab.Esc(l.Words)+`</td>`)
	}
	a.SetField("slurm-job", "slurm-job", "4000")
	require.Contains(t, s.Refused["slurm-job"], "Job 4000: the log has no such job")
	a.SetField("slurm-job", "slurm-job", "x")
	require.Contains(t, s.Refused["slurm-job"], "Give the number of a job")
	m.Read(nil, lab.ErrCancelled)

	for i := range list {
		list[i] = [2]string{list[i][0] + ".gz", packed(t, list[i][1])}
	}
	b, w, _, s2 := page(t, "")
	dropped(b, list...)
	require.Empty(t, s2.Refused["slurm-text"])
	require.Equal(t, v.replay.Believed, w.replay.Believed)
	require.Equal(t, "sacct.psv.gz", b.ReadName)
	whole := packed(t, conf)
	dropped(b, [2]string{"cut.conf.gz", whole[:len(whole)-8]})
	require.Contains(t, s2.Refused["slurm-text"], "cut.conf.gz can't be unpacked to its end")
	require.Equal(t, v.replay.Believed, w.replay.Believed, "what was read stays")
}

// Nothing waits for the worker: a replay tells how far it is, is stopped at once and begun again, and what comes of files
// that are no longer asked of is dropped.
func TestAReplayIsStoppedAndBegunAgain(t *testing.T) {
	a, v, m, s := page(t, "")
	m.Late = true
	next := func() {
		x := m.Asides[0]
		m.Asides = m.Asides[1:]
		x.Answer()
	}
	dropped(a, imported(t)...)
	require.Contains(t, s.Drawn[hostAsk], "Reading 6 files…")
	require.NotEqual(t, lab.Reading, a.State, "the log comes when it is known which")
	late := m.Asides[0]
	a.Act("slurm-forget", "sshare.psv")
	require.Len(t, m.Asides, 1, "the first was cancelled")
	late.Answer()
	require.Nil(t, v.checked)
	next()
	require.NotNil(t, v.answer)
	require.Contains(t, s.Drawn[hostTop], "75 records of sacct.psv under this configuration.")
	m.Asides[0].Tell(0.25)
	require.Contains(t, s.Drawn[hostTop], `value="0.250"`)
	a.Act("slurm-cancel", "")
	require.Empty(t, m.Asides)
	require.Contains(t, s.Drawn[hostTop], "Stopped.")
	require.Contains(t, s.Drawn[hostFound], "slurm-findings", "the check stays")
	a.Act("slurm-run", "")
	next()
	require.Contains(t, s.Drawn[hostNear], "jobs are judged")
	m.Late = false
	a.Act("slurm-forget", "sacct.psv")
	require.Empty(t, s.Drawn[hostNear])
	require.Contains(t, s.Drawn[hostAsk], "sacct -a -X -P")
}

// Files of what a real Slurm decided are proven on the page: how many passes come out, and what does not.
func TestWhatSlurmDecidedIsProven(t *testing.T) {
	a, _, _, s := page(t, "")
	state := `{"id": 7, "slurm": "25.05.8", "now": 700, "conf": {"nodes": 4}, "jobs": [{"id": 2, "prio": 9, "nodes": 3, "limit": 5}], `
	dropped(a, [2]string{"states.jsonl", state + `"out": {"2": ["R", 700, 1000, "0-2"]}}` + "\n"})
	require.Equal(t, "slurm", a.View.Key())
	require.Empty(t, s.Refused["slurm-text"])
	require.Contains(t, s.Drawn[hostNear], "1 of 1 passes of states.jsonl come out as Slurm made them.")
	dropped(a, [2]string{"states.jsonl", state + `"out": {"2": ["P", 800, null, "1-3"]}}` + "\n"})
	require.Contains(t, s.Drawn[hostNear], "0 of 1 passes")
	require.Contains(t, s.Drawn[hostNear], "pass 7, job 2")
	dropped(a, [2]string{"states.jsonl", state + `"seed": 1}` + "\n"})
	require.Contains(t, s.Drawn[hostNear], "states.jsonl, line 1: out is missing")
}

// A log of Slurm's that is in sight is replayed when its configuration comes later.
func TestTheLogInSightIsReplayedWhenItsConfigurationComes(t *testing.T) {
	list := imported(t)
	a, v, m, s := page(t, "")
	dropped(a, list[0])
	require.Equal(t, "replay", a.View.Key(), "it is a log")
	log := overview.Summarise(m.Log)
	log.Imported = true
	m.Read(log, nil)
	require.Equal(t, lab.Loaded, a.State)
	dropped(a, list[1:]...)
	require.Equal(t, "slurm", a.View.Key())
	require.Len(t, v.files, len(list))
	require.Contains(t, s.Drawn[hostNear], "74 of 75 jobs are judged.")
	require.Equal(t, lab.Loaded, a.State, "it is not read again")
}

// Who drops more before the first files are read loses none of them, nor the log among them.
func TestADropBeforeTheFirstIsReadLosesNothing(t *testing.T) {
	list := imported(t)
	a, v, m, s := page(t, "")
	m.Late = true
	dropped(a, append(list[:4:4], [2]string{"sprio.psv", "NodeName|TimeStart|TimeEnd\nn1|x\n"})...)
	dropped(a, list[4:]...)
	for len(m.Asides) > 0 {
		x := m.Asides[0]
		m.Asides = m.Asides[1:]
		x.Answer()
	}
	require.Equal(t, "sprio.psv, line 2: 2 fields, the first line names 3: give what sacctmgr show event -P prints.",
		s.Refused["slurm-text"])
	require.Len(t, v.files, len(list))
	require.Equal(t, "sacct.psv", a.ReadName)
	require.Contains(t, s.Drawn[hostNear], "74 of 75 jobs are judged.")
}

// Where a log's own Slurm was replayed, views of a plain queue say so with the card's figures, and what is held against the
// machine's waits has it beside the others.
func TestOtherViewsSayThatSlurmAsSetHasAnAnswer(t *testing.T) {
	a, v, m, _ := page(t, "")
	strip := func() string { return (&ui.TraceView{App: a}).AsSet() }
	require.Empty(t, strip())
	dropped(a, imported(t)...)
	m.Read(overview.Summarise(m.Log), nil)
	require.NotNil(t, v.AsSet())
	require.Empty(t, strip(), "the view of Slurm has it in full")
	a.SetView("replay")
	waits := v.replay.Recorded
	require.Contains(t, strip(), numeral.Times(waits.Here, waits.MeanWait)(waits.Here)+" so")
	require.Contains(t, strip(), numeral.Count(v.replay.Judged)+" jobs wait")
	x := v.AsSet()
	require.Equal(t, v.replay.Distance, x.Distance)
	v.files = nil
	v.ask()
	require.Empty(t, strip(), "its files were taken away")
}

// More than three notes under an answer are folded, and counted.
func TestMoreThanThreeNotesAreFolded(t *testing.T) {
	require.Empty(t, noted(nil))
	require.NotContains(t, noted([]string{"a", "b", "c"}), "<details>")
	require.Contains(t, noted([]string{"a", "b", "c", "d"}), "<summary>4 things left out or assumed</summary>")
}
