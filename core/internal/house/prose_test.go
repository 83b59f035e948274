package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// compared are the functions by which a text is looked through for another.
var compared = map[string]bool{"HasPrefix": true, "HasSuffix": true, "Contains": true, "Index": true, "Cut": true, "CutPrefix": true,
	"CutSuffix": true, "TrimPrefix": true, "TrimSuffix": true, "EqualFold": true}

// foreign are the sentences that others write, by file: what they write is what is read.
var foreign = map[string]string{
	"core/cmd/cli/call.go":                "errors of Go's flags",
	"core/cmd/shadowtime/slurmrun.go":     "the head of a file of a recorded run",
	"core/experiment/reproduce/result.go": "the markup of a page",
	"core/experiment/shapes/words.go":     "words of reports, which it holds to the laws of words",
	"core/experiment/slurm/proof.go":      "the head of a file of passes",
	"core/job/mirrortest/mirrortest.go":   "a header of HTTP",
	"core/job/sacct/json.go":              "resources as sacct's JSON names them",
	"core/job/sacct/pairs.go":             "what sacct writes for no nodes",
	"core/job/sacct/record.go":            "the same",
	"core/job/swf/header.go":              "the archive's mark of a cleaned version",
	"core/slurm/follow/run.go":            "command lines of a recorded run",
	"core/slurm/site/read.go":             "heads of what Slurm's commands print",
	"core/slurm/site/table.go":            "a line of sdiag",
	"wasm/page/browser.go":                "lists of keys",
}

// sentence is a literal of more than one word.
var sentence = regexp.MustCompile(`\pL+,?:? +\pL+`)

// Where a decision hung on a sentence, a better sentence changed the answer: what is decided by is a
// value, and its words are made in one place.
func TestNoDecisionHangsOnASentence(t *testing.T) {
	seen := map[string]bool{}
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, filepath.Join(root(t), file), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		check := func(x ast.Expr) {
			if l, ok := x.(*ast.BasicLit); ok && l.Kind == token.STRING {
				text, err := strconv.Unquote(l.Value)
				require.NoError(t, err)
				if sentence.MatchString(text) {
					seen[file] = true
					if foreign[file] == "" {
						t.Errorf("%s compares with %s: decide by a value, and make its words in one place", fset.Position(l.Pos()), l.Value)
					}
				}
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				s, ok := n.Fun.(*ast.SelectorExpr)
				if !ok || !compared[s.Sel.Name] {
					break
				}
				if of, ok := s.X.(*ast.Ident); ok && (of.Name == "strings" || of.Name == "bytes") {
					for _, x := range n.Args {
						check(x)
					}
				}
			case *ast.BinaryExpr:
				if n.Op == token.EQL || n.Op == token.NEQ {
					check(n.X)
					check(n.Y)
				}
			case *ast.CaseClause:
				for _, x := range n.List {
					check(x)
				}
			}
			return true
		})
	}
	for file, why := range foreign {
		require.True(t, seen[file], "%s compares no sentence (%s): take it from the list", file, why)
	}
}
