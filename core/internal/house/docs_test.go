package house

import (
	"html"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// maxReadme is how many lines the README may have: what a newcomer reads in one go.
const maxReadme = 70

func TestTheReadmeIsShort(t *testing.T) {
	text := file(t, "README.md")
	require.LessOrEqual(t, strings.Count(text, "\n"), maxReadme, "README.md: what is told at length belongs in public/docs")
}

// file is the text of a file of the project.
func file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
	require.NoError(t, err)
	return string(text)
}

// documents are the pages of the documentation, by name.
func documents(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root(t), "public/docs/*.html"))
	require.NoError(t, err)
	pages := map[string]string{}
	for _, f := range files {
		pages[filepath.Base(f)] = file(t, "public/docs/"+filepath.Base(f))
	}
	require.Contains(t, pages, "index.html")
	return pages
}

// Whoever opens the folder finds every page, and from each the way back.
func TestTheIndexListsEveryPageOfTheDocumentation(t *testing.T) {
	pages := documents(t)
	for name, text := range pages {
		if name == "index.html" {
			continue
		}
		require.Equal(t, 1, strings.Count(pages["index.html"], `<dt><a href="`+name+`">`), "index.html lists %s once", name)
		require.True(t, strings.Contains(text, `<a href="index.html">Documentation</a> ·`), "%s does not lead to index.html", name)
	}
}

var (
	inPage   = regexp.MustCompile(`<(?:a|img|link|source)\b[^<>]*\s(?:href|src|srcset)="([^"]*)"`)
	inReadme = regexp.MustCompile(`\]\(([^)\s]*)\)`)
)

// Every link and picture of the documentation and the README is there: file and place.
func TestLinksOfTheDocumentationLeadSomewhere(t *testing.T) {
	leads := func(from, to string) {
		u, err := url.Parse(html.UnescapeString(to))
		require.NoError(t, err, "%s: %s", from, to)
		if u.Scheme != "" {
			require.Equal(t, "README.md", from, "%s: %s: the page and its documentation name no other host", from, to)
			return
		}
		name := from
		if u.Path != "" {
			name = path.Join(path.Dir(from), u.Path)
		}
		require.FileExists(t, filepath.Join(root(t), filepath.FromSlash(name)), "%s: %s", from, to)
		if u.Fragment != "" {
			require.Equal(t, 1, strings.Count(file(t, name), `id="`+u.Fragment+`"`), "%s: %s", from, to)
		}
	}
	for name, text := range documents(t) {
		for _, m := range inPage.FindAllStringSubmatch(text, -1) {
			leads("public/docs/"+name, m[1])
		}
	}
	for _, m := range inReadme.FindAllStringSubmatch(file(t, "README.md"), -1) {
		leads("README.md", m[1])
	}
}

// A picture that no page shows is one that was forgotten.
func TestEveryPictureOfTheDocumentationIsShown(t *testing.T) {
	pictures, err := filepath.Glob(filepath.Join(root(t), "public/docs/*.png"))
	require.NoError(t, err)
	charts, err := filepath.Glob(filepath.Join(root(t), "public/docs/charts/*.svg"))
	require.NoError(t, err)
	require.NotEmpty(t, pictures)
	require.NotEmpty(t, charts)
	var all strings.Builder
	for _, text := range documents(t) {
		all.WriteString(text)
	}
	for _, f := range pictures {
		require.True(t, strings.Contains(all.String(), `src="`+filepath.Base(f)+`"`), "no page shows %s", f)
	}
	for _, f := range charts {
		require.True(t, strings.Contains(all.String(), `="charts/`+filepath.Base(f)+`"`), "no page shows %s", f)
	}
}
