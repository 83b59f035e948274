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
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment"
	core "shadowtime/core/experiment/decide"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/report"
	"shadowtime/ui"
	"shadowtime/ui/decide"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

const docs = "../../../public/docs/"

// pictured is what an example's link gives: its sentence and its picture.
func pictured(t *testing.T, x ui.Example) (said, svg string) {
	var advice *decide.View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		list := views.All(l)
		for _, v := range list {
			if d, ok := v.(*decide.View); ok {
				advice = d
			}
		}
		return list
	}, experiment.Kinds()...)
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
	if advice.Report != nil && strings.Contains(x.Query, "view=decide") {
		return priced(t, advice.Report), svg
	}
	said = f.Said
	for _, drawn := range s.Drawn { // the answer stands behind what the log's own replay says
		if line := beside.FindStringSubmatch(drawn); line != nil {
			said = strings.TrimSpace(strings.TrimPrefix(said, html.UnescapeString(line[1])))
		}
	}
	return strings.TrimSpace(sentence.FindString(said)), svg
}

// priced is the caption of a made problem: what no setting within the bound does, what the best
// one without a bound does, and at what price.
func priced(t *testing.T, r *core.Report) string {
	var greedy *core.Card
	for i := range r.Cards {
		if r.Cards[i].Manner == core.Greedy {
			greedy = &r.Cards[i]
		}
	}
	require.NotNil(t, greedy)
	require.NotEqual(t, report.Shown, r.Verdict)
	require.Equal(t, report.Shown, greedy.Verdict)
	require.Negative(t, int64(greedy.Threshold))
	said := "No setting that holds the longest wait to " + numeral.Plain(r.Plan.Longest) + " times is shown to lower the mean wait. " +
		greedy.Front + " without a threshold would cut it by " + numeral.Share(-greedy.Change) + ". " +
		report.Moves("The longest wait", float64(r.Now.MaxWait), float64(greedy.MaxWait))
	free, long := 0, 0
	for _, x := range r.Settings {
		if x.Threshold < 0 {
			free++
			if x.MaxWait > 2*r.Now.MaxWait {
				long++
			}
		}
		if x.Threshold < 0 && x.Front == "SPF" && x.Own == 0 {
			said += " SPF does what FCFS does, as all requests are alike."
		}
	}
	if long > 0 {
		said += " " + numeral.Count(long) + " of " + numeral.Count(free) + " ways without a threshold let a job wait more than twice as " +
			"long as now."
	}
	return said
}

// sentence is the first of an answer.
var sentence = regexp.MustCompile(`^.*?[.](?: |\n|$)`)

// beside is what a log's own replay says, before an answer.
var beside = regexp.MustCompile(`<p class="verdict-logged">(.*?)</p>`)

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
		first, svg := pictured(t, x)
		old, _ := os.ReadFile(docs + name)
		fixture.Golden(t, docs+name, old, []byte(svg))
		figure := `<figure><h2><a href="../index.html?` + html.EscapeString(x.Query) + `">` + html.EscapeString(x.Name) + `</a></h2>` +
			"\n<p>" + html.EscapeString(x.Says) + "</p>\n" + `<a href="../index.html?` + html.EscapeString(x.Query) + `"><img src="` + name +
			`" alt="` + html.EscapeString(first) + `" loading="lazy"></a>` + "\n<figcaption>" + html.EscapeString(first) +
			"</figcaption></figure>\n"
		b.WriteString(figure)
		require.True(t, *fixture.Update || strings.Contains(string(page), figure), "another caption: %s", first)
	}
	require.Equal(t, 8, n, "eight questions")
	if all {
		fixture.Golden(t, docs+"gallery.html", page, []byte(before+begins+b.String()+ends+after))
	}
	files, err := filepath.Glob(docs + "gallery-*.svg")
	require.NoError(t, err)
	require.Len(t, files, n, "no picture of another link")
}
