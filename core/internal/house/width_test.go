package house

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// widest is how many columns a line of Go has, a tab being four.
const widest = 140

func columns(line string) int { return utf8.RuneCountInString(line) + 3*strings.Count(line, "\t") }

// Two files stand side by side on a screen. A text of one piece may be longer: one between
// back quotes, one without a blank, what an example prints.
func TestNoLineIsWiderThanAScreenShowsOfTwo(t *testing.T) {
	var wide []string
	for _, path := range goFiles(t) {
		source, err := os.ReadFile(filepath.Join(root(t), path))
		require.NoError(t, err)
		lines := strings.Split(string(source), "\n")
		var whole map[int]bool // lines with such a text, looked for where one is too wide
		for i, line := range lines {
			if columns(line) <= widest {
				continue
			}
			if whole == nil {
				whole = unbreakable(source)
			}
			printed := strings.HasSuffix(path, "example_test.go") && strings.HasPrefix(line, "\t// ")
			if !whole[i+1] && !printed {
				wide = append(wide, fmt.Sprintf("%s:%d", path, i+1))
			}
		}
	}
	require.Empty(t, wide, "lines of more than %d columns: break them behind a comma or an operator", widest)
}

// unbreakable are the lines of a file that hold a long text of one piece.
func unbreakable(source []byte) map[int]bool {
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, 0)
	list := map[int]bool{}
	for {
		pos, kind, text := s.Scan()
		if kind == token.EOF {
			return list
		}
		if kind != token.STRING || text[0] != '`' && (len(text) < 60 || strings.Contains(strings.TrimSpace(text), " ") && !dense(text)) {
			continue
		}
		from := file.Line(pos)
		for n := range strings.Count(text, "\n") + 1 {
			list[from+n] = true
		}
	}
}

// dense says whether a text has long parts without a blank, as records and styles have.
func dense(text string) bool { return strings.Count(text, " ")*12 < len(text) }
