package house

import (
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// helps says whether a folder is of helpers of tests: it is below core/internal, named after tests or in forTests, or it
// is wasm/browser, which drives real browsers.
func helps(folder string) bool {
	return folder == "wasm/browser" || strings.HasPrefix(folder, "core/internal/") || strings.HasSuffix(folder, "test") ||
		slices.Contains(forTests, folder)
}

// What helps tests outside of their files lies in a folder of its own, so that it can be told from the program and its
// lines be counted apart.
func TestHelpersOfTestsLieInFoldersOfTheirOwn(t *testing.T) {
	list := exec.Command("git", "ls-files", "*.go")
	list.Dir = root(t)
	out, err := list.Output()
	if err != nil {
		t.Skip("no git here: the files are not known")
	}
	program, helpers := 0, 0
	for name := range strings.FieldsSeq(string(out)) {
		text, err := os.ReadFile(filepath.Join(root(t), name))
		if os.IsNotExist(err) || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(string(text), "// Code generated") {
			continue
		}
		require.NoError(t, err)
		lines := strings.Count(string(text), "\n")
		if helps(path.Dir(name)) {
			helpers += lines
			continue
		}
		program += lines
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		require.NoError(t, err, name)
		for _, x := range f.Imports {
			of := strings.Trim(x.Path.Value, `"`)
			require.True(t, of != "testing" && !strings.HasPrefix(of, "github.com/stretchr/"),
				"%s helps tests: move it into a folder of core/internal, or into one whose name ends with test", name)
		}
	}
	require.Positive(t, helpers)
	t.Logf("%d lines of the program, %d of helpers of tests outside their files; generated files left out", program, helpers)
}
