package labtest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/core/report/archive"
	campaign "shadowtime/core/study/keep"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// rowsOf are the rows of a study as two processes keep them, and the first of them with
// what it has cut off.
func rowsOf(t *testing.T, kind, key, text string) (files []lab.RowsFile) {
	t.Helper()
	s, err := archive.Read(text)
	require.NoError(t, err)
	of := campaign.Identity{Kind: kind, Digest: s.Log.Digest, Key: key, Build: "commit 0123456789ab"}
	for i := range 2 {
		b := of.Head()
		for k, row := range s.Known {
			if k%2 == i {
				b = append(b, of.Record(row)...)
			}
		}
		files = append(files, lab.RowsFile{Name: string(rune('a'+i)) + campaign.Ending, Bytes: b})
	}
	return files
}

func TestRowsOfACampaignAreTheAnswerOnThePage(t *testing.T) {
	fixture.Long(t)
	eachView(t, map[string]string{"replay": "it has no campaign", "learn": "the windows that judge are to be computed still",
		"train": "what is trained has a second form, to be computed still"}, func(t *testing.T, view string) {
		a, _, s, link := answered(t, small[view])
		a.Act("save-study", "")
		asked, ok := a.View.(lab.Commander).Campaign()
		require.True(t, ok)
		files := rowsOf(t, view, asked.Asked.TaskKey(), saved(t, s, view))

		b, m, screen := labtest.New(t, views.All, experiment.Kinds()...)
		m.Log = m.Add("", long)
		b.OpenRows(files, nil)
		require.Contains(t, b.Message, "drop the one whose columns have a SHA-256 that begins with "+a.Summary.Digest.Hex()[:12])
		labtest.Load(b, m)
		require.Contains(t, b.Message, " tasks are taken, computed elsewhere by commit 0123456789ab.")
		require.Equal(t, view, b.View.Key())
		require.Equal(t, lab.Done, b.State, "nothing is computed")
		b.CopyLink()
		_, answer, _ := strings.Cut(screen.Files["clipboard"], "#")
		require.Equal(t, link.Fragment, answer)

		damaged := lab.RowsFile{Name: "damaged.rows", Bytes: slices.Clone(files[1].Bytes)}
		part := campaign.Identity{Kind: view, Digest: a.Summary.Digest, Key: asked.Asked.TaskKey(), Build: "commit 0123456789ab"}
		damaged.Bytes[len(part.Head())+campaign.Room]++
		b, m, _ = labtest.New(t, views.All, experiment.Kinds()...)
		m.Log = m.Add("", long)
		labtest.Load(b, m)
		b.OpenRows(append(files[:1], damaged, lab.RowsFile{Name: "x.rows", Bytes: []byte("shadowtime rows 2\n")}), nil)
		require.Contains(t, b.Message, "damaged.rows: 1 record in it is damaged")
		require.Contains(t, b.Message, "x.rows: its head is cut off or damaged")
		require.Equal(t, lab.Cancelled, b.State, "the rest is to be computed")
	})
}
