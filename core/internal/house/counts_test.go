package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// counted are the words that follow a count in what readers of files note: of jobs, and of what a file has of them.
const counted = `(of$|of %|bytes|CPUs|columns|cores|days|earlier|enough|fewer|files|found|jobs|lines|logs|more|nodes|none|parts|` +
	`processors|records|removed|rows|that|times|users|weeks)\b`

var (
	afterCount = regexp.MustCompile(`^ ($|` + counted + `)`)
	plainCount = regexp.MustCompile(`%(d|\.0f) ` + counted)
)

// plain says that a text ends with a number written without groups.
func plain(x ast.Expr) bool {
	if b, ok := x.(*ast.BinaryExpr); ok {
		x = b.Y
	}
	c, ok := x.(*ast.CallExpr)
	if !ok {
		return false
	}
	s, ok := c.Fun.(*ast.SelectorExpr)
	return ok && slices.Contains([]string{"Itoa", "FormatInt"}, s.Sel.Name)
}

// readers are the folders that read files of jobs, and of sites.
var readers = []string{"core/job", "core/job/account", "core/job/batsim", "core/job/format", "core/job/gridengine", "core/job/lsf",
	"core/job/parquet", "core/job/pbs", "core/job/sacct", "core/job/swf", "core/job/table", "core/job/tracefile", "core/slurm/site"}

// Page and report show what readers of files note beside figures of their own, 28 476 jobs beside 1 176: those
// count in groups of three too. Numbers of lines and of jobs are names, and plain.
func TestNotesOfReadersCountAsThePageDoes(t *testing.T) {
	read := 0
	for _, file := range goFiles(t) {
		if !slices.Contains(readers, path.Dir(file)) || strings.HasSuffix(file, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, filepath.Join(root(t), file), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				l, ok := n.Y.(*ast.BasicLit)
				if !ok || !plain(n.X) {
					break
				}
				text, _ := strconv.Unquote(l.Value)
				if read++; afterCount.MatchString(text) && !strings.HasSuffix(file, "format/conversion.go") { // numbers users
					t.Errorf("%s: a number before %s: write it by numeral.Count", fset.Position(l.Pos()), l.Value)
				}
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && plainCount.MatchString(text) {
					t.Errorf("%s: %s: write the count by numeral.Count", fset.Position(n.Pos()), n.Value)
				}
			}
			return true
		})
	}
	require.Positive(t, read, "no number of a line or a job is written at all")
}
