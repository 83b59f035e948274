package site

import (
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/slurm/model"
)

// The page has the script.
func TestThePageHasTheScript(t *testing.T) {
	const page = "../../../public/docs/slurm-parameters.html"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Skip("no documentation here: " + err.Error())
	}
	place := regexp.MustCompile(`(?s)(<pre id="script-text">)(.*?)(</pre>)`)
	m := place.FindSubmatch(text)
	require.NotNil(t, m)
	want := html.EscapeString(strings.TrimSpace(Export))
	if *fixture.Publish {
		require.NoError(t, os.WriteFile(page, place.ReplaceAllLiteral(text, []byte(string(m[1])+want+string(m[3]))), 0o644))
		return
	}
	require.Equal(t, want, string(m[2]), "-publish writes it anew")
}

// idleQueue is what squeue --json of 22.05.8 printed while nothing ran.
const idleQueue = `{
  "meta": {
    "plugin": {
      "type": "",
      "name": ""
    },
    "Slurm": {
      "version": {
        "major": 22,
        "micro": 8,
        "minor": 5
      },
      "release": "22.05.8"
    }
  },
  "errors": [
  ],
  "jobs": [
  ]
}
`

// Of an idle machine the files have heads and no lines; each is read as what it is, and none keeps the others from being read.
func TestAnExportOfAnIdleMachineIsRead(t *testing.T) {
	files := []File{{"squeue.json", idleQueue}, {"reservation.txt", "No reservations in the system\n"},
		{"event.psv", "Cluster|NodeName|TimeStart|TimeEnd|State\n"}, {"sprio.txt", "          JOBID PARTITION   PRIORITY       SITE\n"},
		{"share.psv", "Account|User|RawShares|NormShares|RawUsage|EffectvUsage|FairShare\n"},
		{"assoc.psv", "Cluster|Account|User|Partition|Share|Priority\n"}, {"qos.psv", "Name|Priority|GraceTime|Preempt\n"},
		{"sdiag.txt", "sdiag output at Mon Nov 23 08:16:48 2026 (1)\nBackfilling stats\n\tTotal backfilled jobs: 0\n"},
		{"config.txt", "Configuration data as of 2026-11-28T13:05:29\nSLURM_VERSION = 22.05.8\n"}, {"slurm.conf", asSet}}
	for _, f := range append(files, File{"sacct.json", strings.Replace(idleQueue, `"type": ""`, `"type": "openapi\/dbv0.0.38"`, 1)}) {
		require.Equal(t, f.Name == "sacct.json", KindOf(f.Text) == Jobs, f.Name)
	}
	s, err := Read(files, nil)
	require.NoError(t, err)
	require.Empty(t, s.Left)
	require.Empty(t, s.Queue.Jobs)
	require.Equal(t, model.V2205, s.Version)
	require.Empty(t, s.Reservations)
	for kind := Conf; kind <= Waiting; kind++ {
		require.Equal(t, kind != Partitions && kind != Nodes && kind != Jobs, s.Kinds[kind], kind.String())
	}
}
