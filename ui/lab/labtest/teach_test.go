package labtest_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment"
	"shadowtime/core/experiment/little"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// holds holds a part of a documentation page to what it is made of, or writes it with -publish.
func holds(t *testing.T, page, begin, end, want string) {
	t.Helper()
	path := "../../../public/docs/" + page
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(b), begin)
	require.True(t, found)
	got, after, found := strings.Cut(rest, end)
	require.True(t, found)
	if *fixture.Publish {
		require.NoError(t, os.WriteFile(path, []byte(before+begin+want+end+after), 0o644))
		return
	}
	require.Equal(t, want, got, "%s: run this test with -publish", page)
}

// The sheet for the teacher has what the exercises ask and are reached by: what is typed there is tried elsewhere.
func TestTheTeachersSheetHasEveryExercise(t *testing.T) {
	var b strings.Builder
	for i, x := range little.Tasks() {
		b.WriteString(`<h2 id="` + x.Key + `">` + strconv.Itoa(i+1) + `. ` + lab.Esc(x.Name) + "</h2>\n<p>" + lab.Esc(x.Asks) +
			` (<a href="../index.html?view=little&amp;task=` + x.Key + "\">the exercise</a>)</p>\n<ul>\n")
		for _, g := range x.Goals {
			b.WriteString("<li>" + lab.Esc(g.Words) + "</li>\n")
		}
		b.WriteString("<li>At most " + strconv.Itoa(x.Most) + numeral.Plural(x.Most, " line that changes", " lines that change") +
			" something</li>\n</ul>\n<p>Hint: " + lab.Esc(x.Idea) +
			"</p>\n<pre>")
		for _, line := range x.Lines {
			b.WriteString(lab.Esc(line) + "\n")
		}
		b.WriteString("</pre>\n<p>" + lab.Esc(x.Why) + "</p>\n")
	}
	holds(t, "solutions.html", "<div id=\"solutions\">\n", "</div>\n</main>", b.String())
}

// What can be framed is what the registry of views has, and a press shows each.
func TestTheTableOfFramesHasEveryView(t *testing.T) {
	a, _, _ := labtest.New(t, views.All, experiment.Kinds()...)
	var b strings.Builder
	row := func(key, query, shows, log string) {
		b.WriteString(`<tr><th><a href="../index.html` + query + `"><code>` + key + "</code></a></th><td>" +
			shows + "</td><td>" + log + "</td></tr>\n")
	}
	for _, v := range views.All(a.Lab) {
		log := "yes"
		if lab.IsAlone(v) {
			log = "no"
		}
		row(v.Key(), "?view="+v.Key(), lab.Esc(v.Name()), log)
	}
	row("lesson", "", "The picture of EASY backfilling alone, for which no program is loaded", "no")
	holds(t, "embed.html", `<table class="plain" id="views">
<thead><tr><th><code>embed=</code></th><th>what the frame shows</th><th>reads a log</th></tr></thead>
<tbody>
`, "</tbody>", b.String())
	require.Greater(t, strings.Count(b.String(), "<tr>"), 10)
}

// Each frame of the lecture names a view that there is, and has the button that copies it.
func TestTheLecturesFramesAreViews(t *testing.T) {
	page, err := os.ReadFile("../../../public/course/index.html")
	require.NoError(t, err)
	a, _, _ := labtest.New(t, views.All, experiment.Kinds()...)
	keys := map[string]bool{"lesson": true}
	for _, v := range views.All(a.Lab) {
		keys[v.Key()] = true
	}
	frames := regexp.MustCompile(`<iframe [^>]*\?embed=(\w+)`).FindAllStringSubmatch(string(page), -1)
	require.Len(t, frames, strings.Count(string(page), `<div class="experiment">`))
	for _, m := range frames {
		require.True(t, keys[m[1]], m[1])
	}
}
