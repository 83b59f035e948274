package labtest_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/ui/lab"
)

// Every dotted word, of the questions and of the lesson, leads to an entry that the glossary has.
func TestEveryDottedWordIsInTheGlossary(t *testing.T) {
	glossary, err := os.ReadFile("../../../public/docs/glossary.html")
	require.NoError(t, err)
	var places []string
	files, err := filepath.Glob("../../*/view.go")
	require.NoError(t, err)
	for _, path := range files {
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, tips := range regexp.MustCompile(`Tips:\s+map\[string\]string\{([^}]*)`).FindAllStringSubmatch(string(source), -1) {
			for _, word := range regexp.MustCompile(`"([^"]+)":`).FindAllStringSubmatch(tips[1], -1) {
				places = append(places, lab.Entry(word[1]))
			}
		}
	}
	require.Greater(t, len(places), 25)
	page, err := os.ReadFile("../../../public/index.html")
	require.NoError(t, err)
	lesson := regexp.MustCompile(`docs/glossary\.html#[a-z-]+`).FindAllString(string(page), -1)
	require.NotEmpty(t, lesson)
	for _, place := range append(places, append(lesson, lab.Entry("threshold"))...) {
		_, id, _ := strings.Cut(place, "#")
		require.Contains(t, string(glossary), `<dt id="`+id+`">`)
	}
}
