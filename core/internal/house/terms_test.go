package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// A thing has one name, in reports, in the page, in what commands print and in the
// documentation: these are the others that it had.
var otherNames = []struct{ words, name string }{
	{`traces?`, "log; what is drawn from it is a resample"},
	{`[Bb]ackfill orders?`, "backfilling order"},
	{`(learning|judging) (weeks?|half)|half that (is learned from|judges)`, "training and testing weeks, training and testing half"},
	{`as logged`, "the machine's own record, where that is meant; else replaying your log"},
	{`-fold (longer|in)|mean resample`, "from so much to so much, in one unit"},
	{`order can do little`, "the saving falls on the others"},
	{`[Ww]hat decides the sign`, "Does this survive other assumptions?"},
	{`[Tt]he study (stopped|can.t start)`, "what is wrong: a study is a published one"},
	{`on a bigger machine`, "run it on the command line"},
	{`pin this answer|put it away|keep nothing`, "keep this answer to compare; dismiss; store nothing"},
	{`[Ff]or what .* is worth as many`, "leave it out"},
	{`95[\s\x{a0}\x{202f}]%\s+intervals?|intervals? of (this|the) log['’]s weeks|confidence intervals?`,
		"plausible range, of the log's weeks; simulation error, of resamples; what it is over, for seeds and windows"},
	{`never at run times$`, "say what stands for requests that are missing"},
}

// Seeds and windows are no weeks of a log: what is over them has its statistical name.
const overSeeds, overWindows = "of seeds", "of windows"

// exceptions are where another name is meant, by file and with the reason.
var exceptions = map[string]map[string]string{
	"README.md":                        {"../shared/traces": "a folder's name"},
	"core/experiment/train/words.go":   {"95 % intervals over seeds": overSeeds, "95 % interval of that share": overSeeds},
	"core/experiment/train/paper.go":   {"95 % interval": overSeeds},
	"ui/train/answer.go":               {"95 % intervals over seeds": overSeeds},
	"ui/train/map.go":                  {"95 % interval over seeds": overSeeds},
	"public/docs/gallery.html":         {"95 % interval of that share": overSeeds, "95\u202f% interval of that share": overSeeds},
	"public/docs/heterogeneous.html":   {"95 %\ninterval of their share": overSeeds},
	"public/docs/learning.html":        {"95 % interval over\nseeds": overSeeds},
	"public/docs/tour.html":            {"95 % intervals\nover seeds": overSeeds},
	"core/experiment/learn/paper.go":   {"exact 95 % interval over windows": overWindows},
	"core/experiment/windows/table.go": {"95 % interval": overWindows},
	"core/experiment/choose/words.go":  {"exact 95 % intervals": overWindows},
	"public/docs/embed.html":           {"trace=ADDRESS": "part of an address"},
	"public/docs/offline.html":         {"may keep nothing": "of a browser"},
	"core/report/source.go":            {"Orders look at requested times, never at run times. ": "said only where all requests are there"},
	"core/experiment/replay/runner.go": {"the trace has no jobs: there is nothing to replay": "of programs: people see an empty log " +
		"before"},
	"core/cmd/shadowtime/predict.go": {"--along trace": "a setting's value", "trace: the log's own": "the same"},
	"core/sim/feed.go":               {"Load a trace": "of the library: a type's name"},
	"core/study/desk/desk.go":        {"no trace was given": "of programs"},
	"ui/lab/store.go":                {"lets this page keep nothing": "of a browser"},
	"core/sim/engine.go":             {"trace: ": "of the library: what its caller gave"},
	"core/sim/state.go":              {"no trace loaded": "of the library: a type's name"},
}

// sentences are what a reader sees of a file: what stands in literals of more than a word, or
// between tags.
func sentences(t *testing.T, name string, text string) (list []string) {
	t.Helper()
	switch filepath.Ext(name) {
	case ".go":
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			if x, ok := n.(*ast.Field); ok && x.Tag != nil {
				x.Tag = nil
			}
			if x, ok := n.(*ast.BasicLit); ok && x.Kind == token.STRING {
				if s, err := strconv.Unquote(x.Value); err == nil && strings.Contains(strings.TrimSpace(s), " ") {
					list = append(list, shown(s))
				}
			}
			return true
		})
	default:
		list = append(list, shown(text))
	}
	return list
}

var (
	verbatim = regexp.MustCompile(`(?s)<(pre|code|script|style)\b.*?</(pre|code|script|style)>|<!--.*?-->`)
	tag      = regexp.MustCompile(`(?s)<[^<>]*>`)
	inTicks  = regexp.MustCompile("(?s)```.*?```|`[^`]*`")
)

// shown is a text without what is typed or marked up.
func shown(text string) string {
	text = tag.ReplaceAllString(verbatim.ReplaceAllString(text, " "), "")
	return html.UnescapeString(inTicks.ReplaceAllString(text, " "))
}

// visible are the files that readers see sentences of.
func visible(t *testing.T) (names []string) {
	t.Helper()
	for _, dir := range []string{"core", "ui", "public"} {
		require.NoError(t, filepath.WalkDir(filepath.Join(root(t), dir), func(path string, d fs.DirEntry, err error) error {
			name, _ := filepath.Rel(root(t), path)
			name = filepath.ToSlash(name)
			ext := filepath.Ext(name)
			switch {
			case err != nil, d.IsDir(), strings.HasPrefix(name, "core/internal/"):
			case strings.HasSuffix(name, "_test.go"), strings.HasSuffix(name, "_gen.go"), strings.Contains(name, "test/"):
			case ext == ".go", ext == ".html", ext == ".vugu":
				names = append(names, name)
			}
			return err
		}))
	}
	return append(names, "README.md")
}

func TestAThingHasOneName(t *testing.T) {
	fixture.Long(t)
	for _, name := range visible(t) {
		b, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
		require.NoError(t, err)
		for _, s := range sentences(t, name, string(b)) {
			for except := range exceptions[name] {
				s = strings.ReplaceAll(s, except, "")
			}
			for _, x := range otherNames {
				if at := regexp.MustCompile(`\b(?:` + x.words + `)`).FindStringIndex(s); at != nil && !inName(s, at) {
					t.Errorf("%s: %q: say %s", name, strings.TrimSpace(s[max(0, at[0]-60):min(len(s), at[1]+40)]), x.name)
				}
			}
		}
	}
}

// inName says whether a match is part of a flag, a key or a longer word.
func inName(s string, at []int) bool {
	before, after := s[max(0, at[0]-1):at[0]], s[at[1]:min(len(s), at[1]+1)]
	return strings.ContainsAny(before, `-_"=/.`) || after != "" && strings.ContainsAny(after, `-_"=/`) ||
		after != "" && (after[0] >= 'a' && after[0] <= 'z')
}

// What to set is Decide's to say: nobody else begins a sentence with it.
func TestOnlyDecideSaysWhatToSet(t *testing.T) {
	for _, name := range visible(t) {
		if !strings.HasPrefix(name, "core/experiment/") || strings.HasPrefix(name, "core/experiment/decide/") ||
			filepath.Ext(name) != ".go" {
			continue
		}
		b, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
		require.NoError(t, err)
		for _, s := range sentences(t, name, string(b)) {
			require.NotRegexp(t, `(^|[.:!] )Set [a-zA-Z]`, s, name)
			require.NotEqual(t, "Set", strings.TrimSpace(s), name)
		}
	}
}
