package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"html"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/sim/bandit"
	"shadowtime/core/sim/order"
)

// call runs the command in this process.
func callCommand(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = shadowtime.Run(args, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

func must(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errs := callCommand("", args...)
	require.Equal(t, 0, status, errs)
	require.Empty(t, fixture.MixedUnits(out), "a column of times has one unit: %s", out)
	return out
}

// shared holds the logs that tests read; they are written once.
var shared string

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	var err error
	if shared, err = os.MkdirTemp("", "shadowtime"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(shared)
	fixture.Spent("native")
	os.Exit(status)
}

// synthesised writes a synthetic log when it is first asked for.
func synthesised(name, procs, jobs, seed string) func() string {
	return sync.OnceValue(func() string {
		path := filepath.Join(shared, name)
		if status, _, errs := callCommand("", "synth", "--procs", procs, "--jobs", jobs, "--seed", seed, "-o", path); status != 0 {
			panic(errs)
		}
		return path
	})
}

// underRules writes a log as a machine with rules ran it, when it is first asked for.
func underRules(name, rules string) func() string {
	return sync.OnceValue(func() string {
		path := filepath.Join(shared, name)
		if status, _, errs := callCommand("", "replay", "--rules", rules, "--swf", path, weeksFile()); status != 0 {
			panic(errs)
		}
		return path
	})
}

var (
	sampleFile = synthesised("sample.swf", "64", "1500", "3")
	secondFile = synthesised("second.swf", "64", "1500", "4")
	weeksFile  = synthesised("weeks.swf", "8", "2500", "3")
	ruledFile  = underRules("ruled.swf", "not 06:00-18:00 Mon-Fri over 1h")
	yearFile   = synthesised("year.swf", "8", "24000", "3") // long enough for something to be proposed
)

func TestExitStatusTellsBadInputFromBadUse(t *testing.T) {
	good := sampleFile()
	empty := filepath.Join(t.TempDir(), "empty.swf")
	require.NoError(t, os.WriteFile(empty, nil, 0o644))
	for _, c := range []struct {
		status int
		says   string
		args   []string
	}{
		{0, "", []string{"replay", good}},
		{1, "does not exist", []string{"replay", "nowhere.swf"}},
		{1, "empty", []string{"replay", empty}},
		{1, "no whole week", []string{"resample", "--k", "1", "-"}},
		{1, "larger", []string{"replay", "--procs", "0", "--clean", "none", writeLog(t, "; MaxProcs: 2\n1 0 -1 5 4 -1 -1 4 9 -1 1 1 1 1 "+
			"1 1 -1 -1\n")}},
		{2, "not known", []string{"dance"}},
		{2, "usage", nil},
		{2, "--dance is no flag of replay: leave it out", []string{"replay", "--dance", good}},
		{2, "0 arguments instead of 1", []string{"replay"}},
		{2, "NOPE", []string{"replay", "--order", "NOPE", good}},
		{2, "write none, or a number", []string{"replay", "--threshold", "soon", good}},
		{2, "cleaning", []string{"replay", "--clean", "dance", good}},
		{2, "overrun", []string{"replay", "--overrun", "dance", good}},
		{2, "dialect", []string{"replay", "--dialect", "dance", good}},
		{2, "resamples", []string{"compare", "--resamples", "0", good}},
		{2, "--workers", []string{"compare", "--workers", "0", good}},
		{2, "variant", []string{"resample", "--variant", "dance", good}},
		{2, "--k", []string{"resample", "--k", "-1", good}},
		{2, "processors", []string{"synth", "--procs", "0"}},
		{2, "host:port", []string{"serve", "--dir", builtFolder(t), "--addr", "8080"}},
		{1, "./build.sh build", []string{"serve", "--dir", t.TempDir()}},
	} {
		stdin := "; MaxProcs: 8\n1 0 -1 5 4 -1 -1 4 9 -1 1 1 1 1 1 1 -1 -1\n"
		status, out, errs := callCommand(stdin, c.args...)
		require.Equal(t, c.status, status, "%v: %s", c.args, errs)
		require.Contains(t, errs, c.says, "%v", c.args)
		if c.status != 0 {
			require.Empty(t, out, "%v: a failure prints no result", c.args)
		}
	}
}

func writeLog(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.swf")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func builtFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range []string{"index.html", "shadowtime.wasm.zst", "wasm_exec.js", "vugu.js"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f), nil, 0o644))
	}
	return dir
}

func TestEveryVerbExplainsItself(t *testing.T) {
	for _, v := range shadowtime.Verbs() {
		status, out, _ := callCommand("", v.Name, "-h")
		require.Equal(t, 0, status)
		require.Contains(t, out, "usage: shadowtime "+v.Name)
		require.Contains(t, out, "examples:")
		require.NotEmpty(t, v.Examples)
	}
	status, out, _ := callCommand("", "help")
	require.Equal(t, 0, status)
	for _, v := range shadowtime.Verbs() {
		require.Equal(t, 1, strings.Count(out, "\n  "+v.Name+" "), "%s is listed once", v.Name)
		require.LessOrEqual(t, len(v.Brief), 66, "%s: a line", v.Name)
	}
	for _, group := range shadowtime.Groups {
		require.Contains(t, out, "\n\n"+group+"\n  ")
	}
}

func TestAnUnreadableLineIsToldAndLeftOut(t *testing.T) {
	text := "; MaxProcs: 8\n1 0 -1 5 4 -1 -1 4 9 -1 1 1 1 1 1 1 -1 -1\n2 zero -1 5 4 -1 -1 4 9 -1 1 1 1 1 1 1 -1 -1\n"
	status, out, errs := callCommand(text, "replay", "--json", "-")
	require.Equal(t, 0, status)
	require.Contains(t, errs, "line 3")
	require.Contains(t, errs, "zero")
	var r map[string]any
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	require.Equal(t, 1.0, r["dropped"])
	require.Equal(t, map[string]any{"unreadable": 1.0}, r["droppedBy"])
}

func TestTheScheduleKeepsFileOrderAndClock(t *testing.T) {
	path := writeLog(t, "; MaxProcs: 4\n"+
		"7 100 -1 10 4 -1 -1 4 10 -1 1 3 1 1 1 1 -1 -1\n"+
		"5 50 -1 100 4 -1 -1 4 100 -1 1 2 1 1 1 1 -1 -1\n"+
		"6 60 -1 -1 4 -1 -1 4 100 -1 1 2 1 1 1 1 -1 -1\n")
	jobs, swf := filepath.Join(t.TempDir(), "jobs.csv"), filepath.Join(t.TempDir(), "out.swf")
	must(t, "replay", "--jobs", jobs, "--swf", swf, path)
	f, err := os.ReadFile(jobs)
	require.NoError(t, err)
	rows, err := csv.NewReader(bytes.NewReader(f)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, [][]string{{"job", "submit", "start", "end", "procs", "user"},
		{"7", "100", "150", "160", "4", "3"}, {"5", "50", "50", "150", "4", "2"}}, rows)
	l, err := tracefile.Open(swf, nil)
	require.NoError(t, err)
	require.Equal(t, []int64{0, 50}, l.Col[2].Values(), "waits, by submit time")
}

func TestTheReportIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	fixture.Long(t)
	path := sampleFile()
	var first string
	for _, w := range []string{"1", "2", "5"} {
		out := must(t, "compare", "--resamples", "7", "--weeks", "3", "--workers", w, "--json", path)
		if first == "" {
			first = out
		}
		require.Equal(t, first, out)
	}
	require.Equal(t, byte('{'), first[0])
	require.Equal(t, 1, strings.Count(first, "\n"), "one object")
	plain := must(t, "compare", "--resamples", "7", "--weeks", "3", path)
	require.Contains(t, plain, "baseline")
	require.Contains(t, plain, "Replaying your log: ")
	require.Contains(t, plain, "! 7 resamples are few. Below 60 ")
	require.Equal(t, 13, strings.Count(must(t, "compare", "--resamples", "2", "--weeks", "3", "--csv", path), "\n"))
}

func TestStoppingAtAWidthGivesAPrefixOfTheResamples(t *testing.T) {
	fixture.Long(t)
	path := sampleFile()
	args := []string{"compare", "--json", "--orders", "SPF,SAF", "--weeks", "2", "--interval", "fieller"}
	early := must(t, append(args, "--resamples", "60", "--stop", "0.5", "--workers", "2", path)...)
	require.Equal(t, early, must(t, append(args, "--resamples", "60", "--stop", "0.5", "--workers", "5", path)...))
	var a, b struct{ Orders json.RawMessage }
	require.NoError(t, json.Unmarshal([]byte(early), &a))
	require.NoError(t, json.Unmarshal([]byte(must(t, append(args, "--resamples", "20", path)...)), &b))
	require.Equal(t, string(b.Orders), string(a.Orders)) // twenty of them were enough
	never := must(t, append(args, "--resamples", "12", "--stop", "0.000001", path)...)
	require.NoError(t, json.Unmarshal([]byte(never), &a))
	require.NoError(t, json.Unmarshal([]byte(must(t, append(args, "--resamples", "12", path)...)), &b))
	require.Equal(t, string(b.Orders), string(a.Orders))
}

func TestTheQuestionIsAskedInOtherWays(t *testing.T) {
	fixture.Long(t)
	path := filepath.Join(t.TempDir(), "small.swf")
	must(t, "synth", "--procs", "8", "--jobs", "1500", "--seed", "4", "-o", path)
	args := []string{"compare", "--orders", "SPF", "--weeks", "3", "--resamples", strconv.Itoa(fixture.ByDay(3, 6)), path}
	var r struct {
		Orders      json.RawMessage
		Sensitivity []struct {
			Words, Why string
			Report     *compare.Report
		}
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, append(args, "--sensitivity", "--json")...)), &r))
	var words []string
	for i, x := range r.Sensitivity {
		words = append(words, x.Words)
		require.True(t, x.Report != nil && len(x.Report.Orders) == 2 || x.Why != "", x.Words)
		if x.Report != nil && i > 0 {
			require.NotEqual(t, r.Sensitivity[0].Report.Plan.Key(), x.Report.Plan.Key())
		}
	}
	require.Equal(t, []string{"as asked", "single weeks", "windows of 4 weeks", "windows of 13 weeks", "windows of 52 weeks",
		"no threshold", "only the 32 oldest jobs ranked",
		"cleaned as queue-tuning", "cleaned as prediction", "cleaned as none", "a reservation for every job"}, words)
	var plain struct{ Orders json.RawMessage }
	require.NoError(t, json.Unmarshal([]byte(must(t, append(args, "--json")...)), &plain))
	require.Equal(t, string(plain.Orders), string(r.Orders))
	require.Contains(t, must(t, append(args, "--sensitivity")...), "Does this survive other assumptions? SPF changes the mean wait by ")
}

func TestSeveralLogsStandSideBySideAsEachAlone(t *testing.T) {
	fixture.Long(t)
	one, two := sampleFile(), secondFile()
	args := []string{"compare", "--orders", "SPF,SAF,LAF", "--weeks", "2", "--resamples", "4"}
	var both struct {
		Traces []struct {
			Trace  string
			Report json.RawMessage
		}
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, append(args, "--json", one, two)...)), &both))
	require.Len(t, both.Traces, 2)
	for i, path := range []string{one, two} {
		require.JSONEq(t, must(t, append(args, "--json", path)...), string(both.Traces[i].Report))
	}
	text := must(t, append(args, one, two)...)
	require.Contains(t, text, "sample")
	require.Contains(t, text, "second")
	rows, err := csv.NewReader(strings.NewReader(must(t, append(args, "--csv", one, two)...))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+2*4)
}

func TestALogThatIsNamedTwiceDoesNotCountTwice(t *testing.T) {
	one := sampleFile()
	text, err := os.ReadFile(one)
	require.NoError(t, err)
	again := writeLog(t, string(text))
	for _, args := range [][]string{{"compare", "--orders", "SPF", "--weeks", "2", "--resamples", "2"},
		{"predict", "--triples", "requested-FCFS"}} {
		status, out, errs := callCommand("", append(args, one, again)...)
		require.Equal(t, 1, status, args)
		require.Empty(t, out)
		require.Contains(t, errs, again+": these are the jobs of "+one+" again: name each log once")
	}
}

func TestGzipAndPlainHaveTheSameDigest(t *testing.T) {
	path := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	l, err := tracefile.Open(path, nil)
	require.NoError(t, err)
	plain := filepath.Join(t.TempDir(), "plain.swf")
	c := &cli.Call{}
	require.NoError(t, c.SaveLog(plain, l))
	digest := func(p string) string {
		var r struct{ Digest string }
		require.NoError(t, json.Unmarshal([]byte(must(t, "compare", "--json", "--resamples", "1", "--orders", "FCFS", p)), &r))
		return r.Digest
	}
	require.Len(t, digest(path), 64)
	require.Equal(t, digest(path), digest(plain))
}

// Published averages on original traces, seconds (Lelong's simulator).
func TestPublishedAveragesAreReproduced(t *testing.T) {
	fixture.Long(t)
	path := fixture.Path(t, "traces", "SDSC-SP2-1998-4.2-cln.swf.gz")
	for _, c := range []struct {
		order, dialect  string
		avgWait, within float64
	}{{"SQF", "shadowtime", 11234, 0.01}, {"SQF", "ocs", 11233.7, 0.001}, {"LEXP", "ocs", 6764.9, 0.001}} {
		var r struct {
			Jobs    int
			Dropped int
			AvgWait float64
			Events  int
		}
		require.NoError(t, json.Unmarshal([]byte(must(t, "replay", "--json", "--clean", "queue-tuning", "--order", c.order, "--dialect",
			c.dialect, path)), &r))
		require.Equal(t, 49865, r.Jobs)
		require.Equal(t, 59715-49865, r.Dropped)
		require.Equal(t, 2*49865, r.Events)
		require.LessOrEqual(t, math.Abs(r.AvgWait-c.avgWait)/c.avgWait, c.within, "%s %s: %v", c.order, c.dialect, r.AvgWait)
	}
	kth := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	require.Contains(t, must(t, "replay", "--json", "--clean", "queue-tuning", kth), `"jobs":27992,`)
}

func TestTheBenchTableHasARowForEachOrderAndJoinsTheBrowsersFigures(t *testing.T) {
	path := sampleFile()
	lines := filepath.Join(t.TempDir(), "lines")
	require.NoError(t, os.WriteFile(lines, []byte("noise\nBENCH js sample FCFS 1500 64 1000000 5 6 - 7 8 9\n"), 0o644))
	out := filepath.Join(t.TempDir(), "bench.csv")
	text := must(t, "bench", "--orders", "FCFS,LEXP@20h", "--tries", "1", "--wasm", lines, "--csv", out, path)
	require.Contains(t, text, "sample FCFS")
	f, err := os.ReadFile(out)
	require.NoError(t, err)
	rows, err := csv.NewReader(bytes.NewReader(f)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 3)
	require.Equal(t, "LEXP@20h", rows[2][2])
	ratio, err := strconv.ParseFloat(rows[1][len(rows[1])-1], 64)
	require.NoError(t, err)
	require.Greater(t, ratio, 1.0)
	require.Equal(t, "", rows[2][len(rows[2])-1])
	status, _, errs := callCommand("", "bench", "--clusters", path)
	require.Equal(t, 2, status)
	require.Contains(t, errs, "leave out "+path)
	status, _, errs = callCommand("", "bench", "--orders", "NOPE", path)
	require.Equal(t, 2, status)
	require.Contains(t, errs, "NOPE")
}

func TestAListOfOrdersMayHoldFormulas(t *testing.T) {
	require.Equal(t, []string{"SAF", "expr:min(p,3600)*q", "SPF"}, order.Split("SAF,expr:min(p,3600)*q,SPF"))
	out := must(t, "compare", "--resamples", "2", "--weeks", "2", "--orders", "expr:min(p,3600)*q,SAF", "--csv", sampleFile())
	require.Equal(t, 4, strings.Count(out, "\n"))
	require.Contains(t, out, "expr:min(p,3600)*q")
	status, _, errs := callCommand("", "compare", "--orders", "expr:min(p", sampleFile())
	require.Equal(t, 2, status)
	require.Contains(t, errs, "column")
}

// A plan with a name for its formula computes the same as without: of all that
// is printed, only what the order is called differs.
func TestANameOfAFormulaChangesNoFigure(t *testing.T) {
	fixture.Long(t)
	const formula = "expr:p*q/(age+3600)"
	for _, args := range [][]string{
		{"compare", "--resamples", "2", "--weeks", "2", "--orders", "SAF,ORDER", "--evidence", "--json"},
		{"compare", "--resamples", "2", "--weeks", "2", "--orders", "SAF,ORDER", "--backfill", "ORDER", "--json"},
		{"compare", "--resamples", "2", "--weeks", "2", "--orders", "SAF", "--baseline", "ORDER", "--sensitivity", "--json"},
		{"online", "--resamples", "2", "--weeks", "2", "--orders", "SAF,ORDER", "--strategies", "full,epsilon-greedy@0.3,fixed:ORDER",
			"--evidence", "--json"},
		{"tune", "--weeks", "3", "--pairs", "FCFS,ORDER x ORDER,SAF", "--evidence", "--json"},
		{"tune", "--weeks", "3", "--pairs", "SAF x ORDER", "--mix", "--json"},
		{"windows", "--days", "5", "--scenario", "easy", "--orders", "FCFS,ORDER", "--json"},
		{"windows", "--days", "5", "--orders", "ORDER,SAF", "--csv"},
		{"replay", "--primary", "SAF", "--backfill", "ORDER", "--threshold", "2h", "--json"},
		{"replay", "--order", "ORDER"},
		{"predict", "--resamples", "2", "--weeks", "2", "--backfill", "ORDER", "--also", "requested-FCFS,ave3-doubling-ORDER",
			"--evidence", "--json"},
		{"predict", "--predictor", "ave3", "--backfill", "ORDER"},
	} {
		with := func(name string) string {
			var list []string
			for _, s := range args {
				list = append(list, strings.ReplaceAll(s, "ORDER", name))
			}
			return secondsSpent.ReplaceAllString(must(t, append(list, weeksFile())...), "")
		}
		plain, named := with(formula), with("zzz="+formula)
		_, figures, ok := strings.Cut(named, `"digest"`) // behind the plan
		if ok {
			plans := 1 + strings.Count(figures, `"plan"`)
			require.LessOrEqual(t, strings.Count(figures, formula), 6*plans, "plans and methods alone have the formula: %v", args)
		}
		for _, s := range []string{"zzz=" + formula, "zzz (" + formula + ")", "zzz"} {
			named = strings.ReplaceAll(named, s, formula)
		}
		said := strings.TrimPrefix(formula, "expr:") // as sentences call it
		named = strings.ReplaceAll(named, formula, said)
		plain = strings.ReplaceAll(strings.ReplaceAll(plain, formula, said), "the formula "+said, said)
		blank := func(s string) string { return strings.Join(strings.Fields(s), " ") } // columns are as wide as names
		require.Equal(t, blank(plain), blank(named), args)
	}
}

var secondsSpent = regexp.MustCompile(`"seconds": ?[0-9.e+-]+`)

// A column of the CSV has the formula where a name stands for it.
func TestTheFormulaOfANameIsInTheCSV(t *testing.T) {
	out := must(t, "compare", "--resamples", "2", "--weeks", "2", "--orders", "mine=min(p,3600)*q,SAF", "--csv", sampleFile())
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	last := len(rows[0]) - 1
	require.Equal(t, []string{"order", "formula", "mine", "expr:min(p,3600)*q", "SAF", ""},
		[]string{rows[0][0], rows[0][last], rows[2][0], rows[2][last], rows[3][0], rows[3][last]})
}

// The documentation's examples are run, and print what it shows.
func TestTheDocumentationsExamplesPrintWhatItShows(t *testing.T) {
	fixture.Long(t)
	files, err := filepath.Glob("../../../public/docs/*.html")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var blocks []string
	prompts, pages := 0, map[string]string{}
	for _, file := range files {
		file, err = filepath.Abs(file)
		require.NoError(t, err)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		pages[file] = string(text)
		prompts += strings.Count(string(text), "$ go run ")
		for _, m := range regexp.MustCompile(`(?s)<pre class="scroll console" tabindex="0">(.*?)</pre>`).FindAllStringSubmatch(string(text),
			-1) {
			blocks = append(blocks, html.UnescapeString(m[1]))
		}
	}
	t.Chdir(t.TempDir())
	ran, before := 0, map[string]string{} // what a line printed that stands in several blocks
	for _, b := range blocks {
		for _, example := range strings.Split("\n"+b, "\n$ ")[1:] {
			line, want, _ := strings.Cut(example, "\n")
			args, ok := strings.CutPrefix(line, "go run ./core/cmd/shadowtime ")
			require.True(t, ok, "not an example of the command: %s", line)
			printed, again := before[line]
			if !again {
				printed = trimLines(must(t, strings.Fields(args)...))
				before[line] = printed
			}
			shown := want
			out, want := widen(printed), widen(trimLines(want))
			if begin, more := strings.CutSuffix(want, "\n..."); more { // and so on
				lines := strings.Split(printed, "\n")
				lines = lines[:min(len(lines), strings.Count(begin, "\n")+1)]
				publish(pages, line+"\n"+shown, line+"\n"+strings.Join(lines, "\n")+"\n...\n")
				want, out = begin, strings.TrimRight(out[:min(len(begin), len(out))], " \n")
			} else {
				publish(pages, line+"\n"+shown, line+"\n"+printed+"\n")
			}
			ran++
			if !*fixture.Publish {
				require.Equal(t, want, out, line)
			}
		}
	}
	for file, text := range pages {
		if *fixture.Publish {
			require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		}
	}
	require.GreaterOrEqual(t, ran, 19)
	require.Equal(t, prompts, ran, "every example stands in a block that this test reads")
}

// publish puts what an example prints now in the place of what pages show.
func publish(pages map[string]string, shown, printed string) {
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace
	for file, text := range pages {
		pages[file] = strings.Replace(text, escape(strings.TrimRight(shown, "\n")), escape(strings.TrimRight(printed, "\n")), 1)
	}
}

func TestTheDocumentationNamesEveryVerb(t *testing.T) {
	text, err := os.ReadFile("../../../public/docs/command.html")
	require.NoError(t, err)
	more, err := os.ReadFile("../../../public/docs/command-methods.html")
	require.NoError(t, err)
	text = append(text, more...)
	for _, v := range shadowtime.Verbs() {
		require.True(t, strings.Contains(string(text), "<code>"+v.Name+"</code>") ||
			strings.Contains(string(text), "<code>"+v.Name+" "), v.Name)
	}
}

func TestTheDocumentationListsEveryOrder(t *testing.T) {
	text, err := os.ReadFile("../../../public/docs/orders.html")
	require.NoError(t, err)
	for _, o := range order.Every() {
		require.Contains(t, string(text), "<tr><th scope=\"row\">"+o.Name()+"</th><td>"+html.EscapeString(o.Formula())+"</td><td>"+
			html.EscapeString(o.Words())+"</td></tr>")
	}
}

func TestTheDocumentationListsEveryBandit(t *testing.T) {
	text, err := os.ReadFile("../../../public/docs/choosing.html")
	require.NoError(t, err)
	for _, k := range bandit.Kinds() {
		row := `<tr><th scope="row">` + k.Name + "</th><td>" + html.EscapeString(k.Words) + "</td><td>" + html.EscapeString(k.Formula) +
			"</td><td>" + html.EscapeString(k.Source)
		require.Contains(t, string(text), row+"</td></tr>")
	}
}

// widen writes the narrow blanks within numbers as plain ones.
func widen(s string) string { return strings.ReplaceAll(s, "\u202f", " ") }

// trimLines drops blanks at line ends and empty lines at the end.
func trimLines(s string) string {
	var lines []string
	for _, l := range strings.Split(s, "\n") {
		lines = append(lines, strings.TrimRight(l, " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func TestAListOfLogsThatCanNotBeReadIsNotServed(t *testing.T) {
	list := filepath.Join(t.TempDir(), "logs.json")
	require.NoError(t, os.WriteFile(list, []byte(`{"logs": [{"name": "a/b"}]}`), 0o600))
	status, _, said := callCommand("", "serve", "--dir", builtFolder(t), "--archive", list)
	require.Equal(t, 1, status)
	require.Contains(t, said, `logs.json: log 1, line 1: name "a/b"`)
}
