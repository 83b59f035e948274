package decide

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/rules"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// queued is capped, all of whose jobs are of queue 7.
func queued(l *job.Log) {
	capped(l)
	seven := make([]int64, l.Len())
	for i := range seven {
		seven[i] = 7
	}
	l.Col[job.Queue] = job.Column{}
	l.Col[job.Queue].Append(seven...)
	l.Header.Pairs = append(l.Header.Pairs, job.Pair{Key: "Queue", Value: "7 batch"})
}

const qos = "Name|Priority|GraceTime|MaxJobsPU\nbatch|0|0|"

// file is one as the browser has it.
func file(s *labtest.Screen, name, text string) ui.File {
	return ui.File{Handle: s.File(name, text), Name: name, Head: text, Size: float64(len(text))}
}

// What a site's files say is judged as the command judges it: what the log bears out is in force from the beginning, with the line
// that says it, and what it contradicts is not.
func TestTheSitesFilesSayRulesOnThePage(t *testing.T) {
	a, v, m, s := holdingPage(t, queued)
	found(m)
	require.Equal(t, "2 jobs a user", v.holding.text)
	a.Act("held-open", "")
	require.Contains(t, s.Drawn[hostGive], `id="held-files"`)
	require.Empty(t, s.Drawn[hostSaid])

	a.OpenSaid([]ui.File{file(s, "qos.psv", qos+"2\n")})
	require.Same(t, v, a.View, "it stays where it was given")
	found(m)
	h := v.holding
	require.Equal(t, []rules.Said{{Text: "2 jobs a user of queue 7", By: "qos.psv, line 2: QOS batch: MaxJobsPU=2"}}, h.said)
	require.Equal(t, "2 jobs a user of queue 7", h.text)
	p := rules.Default()
	p.Said = h.said
	r, err := rules.NewRunner(m.Trace, p)
	require.NoError(t, err)
	row, err := r.Task(rules.Whole, nil)
	require.NoError(t, err)
	require.Equal(t, row.Found.SaidTable(p.Said, v.terms()), h.found.SaidTable(h.said, v.terms()))
	require.Contains(t, s.Drawn[hostSaid], lab.Esc(row.Found.SaidSentence(p.Said)))
	require.Contains(t, s.Drawn[hostSaid], "qos.psv, line 2: QOS batch: MaxJobsPU=2")
	require.Contains(t, s.Drawn[hostGive], "Read: qos.psv.")

	a.OpenSaid([]ui.File{file(s, "qos.psv", qos+"1\n")}) // in the place of that
	found(m)
	require.Equal(t, "2 jobs a user", v.holding.text)
	require.Contains(t, s.Drawn[hostSaid], "contradicted, not in force")

	a.Act("held-unsay", "")
	a.OpenSaid([]ui.File{file(s, "qos.psv", qos+"2\n")}) // while it looks for rules
	found(m)
	require.Empty(t, v.holding.halted)
	require.Equal(t, "2 jobs a user of queue 7", v.holding.text)

	a.Act("held-unsay", "")
	found(m)
	require.Empty(t, s.Drawn[hostSaid])
	require.Equal(t, "2 jobs a user", v.holding.text)
}

// Slurm's files are asked for where Slurm may have written the log.
func TestAnotherSchedulersLogIsNotAskedForSlurmsFiles(t *testing.T) {
	a, v, m, s := holdingPage(t, queued)
	found(m)
	a.Act("held-open", "")
	require.Contains(t, s.Drawn[hostGive], `id="held-files"`)
	require.Contains(t, v.givingHTML(), "Slurm files")

	a.Summary.Import.Format = "PBS accounting"
	require.Empty(t, v.giveHTML())
	require.Empty(t, v.givingHTML())
}

// Files that can't be taken are refused by name, and what was found stays; another size of the machine keeps what was given.
func TestFilesThatSayNoRulesAreRefused(t *testing.T) {
	a, v, m, s := holdingPage(t, queued)
	found(m)
	a.Act("held-open", "")
	a.OpenSaid([]ui.File{file(s, "qos.psv", qos+"2\n"), file(s, "notes.txt", "lunch at noon\n")})
	require.Contains(t, s.Drawn[hostGive], "notes.txt: this is neither a log nor")
	require.Equal(t, "2 jobs a user", v.holding.text)

	a.OpenSaid([]ui.File{file(s, "qos.psv", qos+"2\n")})
	found(m)
	a.SetProcs("60")
	found(m)
	require.Equal(t, "2 jobs a user of queue 7", v.holding.text)
}

// A log among the files is read, and asked what it makes of them.
func TestALogIsGivenWithTheFilesThatSayItsRules(t *testing.T) {
	a, v, m, s := holdingPage(t, queued)
	found(m)
	a.OpenSaid([]ui.File{file(s, "qos.psv", qos+"2\n"), file(s, "other.swf", "; MaxProcs: 8\n1 0 0 1 1\n")})
	m.Log = m.Add("other", lublin.Config{Procs: 64, Jobs: 1200, Seed: 5})
	queued(m.Log)
	m.Read(overview.Summarise(m.Log), nil)
	found(m)
	require.Equal(t, "2 jobs a user of queue 7", v.holding.text)
}
