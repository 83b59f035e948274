package labtest_test

import (
	"html"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

const docs = "../../../public/docs/"

// pictured is what an example's link gives: its sentence and its picture.
func pictured(t *testing.T, x ui.Example) (said, svg string) {
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	a.Arrive(x.Query, "")
	require.Empty(t, a.Message)
	if q, err := url.ParseQuery(x.Query); err == nil && q.Get("demo") == lab.Sample { // the others are made as they are asked for
		l, err := lublin.Sample(lublin.Config{Procs: ui.SampleProcs, Jobs: ui.SampleJobs, Seed: ui.SampleSeed})
		require.NoError(t, err)
		l.Digest = job.DigestOf(l)
		m.Log, m.Logs[l.Digest] = l, l
	}
	m.Read(overview.Summarise(m.Log), nil)
	for m.FinishAll(); len(m.Asked) > 0; m.FinishAll() {
		m.Answer()
	}
	require.Equal(t, lab.Done, a.State, a.Message)
	a.Act(x.Picture, "svg")
	require.Len(t, s.Files, 1)
	for _, svg = range s.Files {
	}
	f := a.Lab.Finding()
	require.NotNil(t, f)
	return f.Said, svg
}

// sentence is the first of an answer.
var sentence = regexp.MustCompile(`^.*?[.](?: |\n|$)`)

// quick are the examples that are computed in seconds.
var quick = []string{"A starved wide job", "Agents that learn"}

// The gallery of questions is what its links give: question, answer and picture of each.
// -update writes it anew.
func TestTheGalleryIsWhatItsLinksGive(t *testing.T) {
	fixture.Long(t)
	all := os.Getenv("SHADOWTIME_CAMPAIGNS") != "" || *fixture.Update
	if !all {
		t.Log("(SHADOWTIME_CAMPAIGNS is not set: of the gallery two pictures are drawn again)")
	}
	const begins, ends = "<!-- What the links give. -->\n", "<!-- So far. -->"
	page, err := os.ReadFile(docs + "gallery.html")
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(page), begins)
	require.True(t, found)
	_, after, found := strings.Cut(rest, ends)
	require.True(t, found)
	var b strings.Builder
	n := 0
	for _, x := range ui.Examples() {
		if x.Picture == "" {
			continue
		}
		n++
		name := "gallery-" + strings.ReplaceAll(strings.ToLower(strings.TrimSuffix(x.Name, "?")), " ", "-") + ".svg"
		if !all && !slices.Contains(quick, x.Name) {
			require.Contains(t, string(page), `<a href="../index.html?`+html.EscapeString(x.Query)+`"><img src="`+name+`"`)
			continue
		}
		said, svg := pictured(t, x)
		old, _ := os.ReadFile(docs + name)
		fixture.Golden(t, docs+name, old, []byte(svg))
		first := strings.TrimSpace(sentence.FindString(said))
		b.WriteString(`<figure><h2><a href="../index.html?` + html.EscapeString(x.Query) + `">` + html.EscapeString(x.Name) + `</a></h2>` +
			"\n<p>" + html.EscapeString(x.Says) + "</p>\n" + `<a href="../index.html?` + html.EscapeString(x.Query) + `"><img src="` + name +
			`" alt="` + html.EscapeString(first) + `" loading="lazy"></a>` + "\n<figcaption>" + html.EscapeString(first) +
			"</figcaption></figure>\n")
	}
	require.Equal(t, 8, n, "eight questions")
	if all {
		fixture.Golden(t, docs+"gallery.html", page, []byte(before+begins+b.String()+ends+after))
	}
	files, err := filepath.Glob(docs + "gallery-*.svg")
	require.NoError(t, err)
	require.Len(t, files, n, "no picture of another link")
}
