package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// longest is how many lines a function has at most: two screens.
const longest = 100

// longer are the functions that have more, by the file's own name, which outlives
// that of its package, and why.
var longer = map[string]string{
	"asking.go:Asking":                         "one log, one engine and what was counted of them, which its closures share",
	"figures_test.go:TestFiguresAreRead":       "a page that is opened once, at which seven tests look",
	"plan.go:Settings":                         "a declaration: an entry for each setting of online",
	"link_test.go:TestALinkSetsWhatItsKeysSay": "a table: a line for each key of a link",
	"plot_test.go:strange":                     "a list: a chart of each kind",
}

// lengths are the lines of each function of a Go file, from its first to its last.
func lengths(t *testing.T, file string) map[string]int {
	t.Helper()
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, filepath.Join(root(t), file), nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	list := map[string]int{}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			n := files.Position(fn.End()).Line - files.Position(fn.Pos()).Line + 1
			list[fn.Name.Name] = max(list[fn.Name.Name], n)
		}
	}
	return list
}

// goFiles are those of the project that somebody wrote: generated ones are as long and as
// wide as their source.
func goFiles(t *testing.T) (list []string) {
	t.Helper()
	require.NoError(t, fs.WalkDir(os.DirFS(root(t)), ".", func(file string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && len(file) > 1 && strings.HasPrefix(e.Name(), ".") {
			return fs.SkipDir
		}
		if path.Ext(file) == ".go" && !strings.HasSuffix(file, "_gen.go") {
			list = append(list, file)
		}
		return err
	}))
	require.NotEmpty(t, list)
	return list
}

// Whoever reads a function sees its end: what is longer falls into parts with names
// of their own.
func TestFunctionsAreShort(t *testing.T) {
	fixture.Long(t)
	met := map[string]int{}
	for _, file := range goFiles(t) {
		for name, n := range lengths(t, file) {
			at := path.Base(file) + ":" + name
			if n <= longest {
				continue
			}
			met[at]++
			require.NotEmpty(t, longer[at], "%s: %s has %d lines: part it, or say in this test why not", file, name, n)
		}
	}
	for at := range longer {
		require.Equal(t, 1, met[at], "functions of more than %d lines are named %s: a reason is of one", longest, at)
	}
}
