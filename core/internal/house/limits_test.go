package house

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"html"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/job/hostile"
)

// limit is a constant of the code, and what happens there.
type limit struct{ at, what, unit, then string }

// limits are those that somebody can run into.
var limits = []struct {
	of   string
	list []limit
}{
	{"Logs", []limit{
		{"core/job/swf/parser.go:MaxLine", "a line of a log in the Standard Workload Format", "bytes",
			"counted as unreadable, with its number; the reading goes on"},
		{"core/job/swf/header.go:maxPairs", "header lines of it", "lines", "further ones are left out, and a note counts them"},
		{"core/job/swf/header.go:maxValue", "the value of a header line", "bytes", "its beginning is kept"},
		{"core/job/log.go:MaxFaults", "unreadable lines that are shown", "lines", "all are counted, the first are shown"},
		{"core/job/clean.go:MaxTime", "submit, run and requested times", "seconds", "the job is left out, and counted (317 years)"},
		{"core/job/clean.go:MaxSize", "processors of a job or a machine", "", "the job is left out, and counted; a machine is refused"},
		{"core/job/account/doc.go:MaxLine", "a line of an accounting file", "bytes", "counted as unreadable; the reading goes on"},
		{"core/job/read.go:MaxJobs", "jobs of a log, read by the command", "jobs", "the rest is counted by weeks, and the last and " +
			"first weeks that fit are offered (--span); reading takes some 25 bytes a job of a log of ten columns that hold more than " +
			"one value, and 76 where all eighteen hold numbers of nine digits; the jobs that are simulated take 48, and 16 while " +
			"they are made"},
		{"core/study/desk/desk.go:MaxJobs", "jobs of a log in the page", "jobs", "the rest is counted by weeks, and the last and first " +
			"weeks that fit are offered by a press; what reads takes 27 to 78 bytes a job, 115 to 165 once it has the jobs to simulate, " +
			"every other worker 64 of these, and 100 with a replay"},
		{"core/job/account/doc.go:MaxJobs", "jobs of an accounting file that is converted, tasks of arrays each", "jobs",
			"further records are left out, and counted"},
		{"core/job/account/doc.go:MaxTasks", "tasks of one array's record", "tasks", "the record is counted as unreadable"},
		{"core/job/account/doc.go:MaxNames", "names of a kind: users, queues", "names", "jobs of further names have none; a note counts " +
			"them"},
		{"core/job/batsim/log.go:MaxLog", "a Batsim workload read as a log", "bytes", "the reading ends: cut it, or convert it where it " +
			"was made"},
		{"core/job/table/records.go:MaxColumnwise", "jobs in JSON that stand column by column", "bytes", "refused: write it record by " +
			"record"},
		{"core/job/format/parquet.go:MaxHeld", "a Parquet file, as it is packed", "bytes", "refused: give a part of it, as of some months"},
		{"core/job/parquet/footer.go:MaxRows", "its rows", "rows", "refused: give a part of it, as of some months"},
		{"core/job/parquet/footer.go:MaxUnpacked", "what its columns that are read unpack to", "bytes",
			"the reading ends: give a part of it"},
		{"core/job/parquet/page.go:MaxPage", "one of its pages, unpacked", "bytes", "refused as damaged: writers make pages of a megabyte"},
		{"core/job/sacct/size.go:MaxSizeText", "the machine's description beside an accounting file", "bytes",
			"refused: give the output of the command that it names"},
		{"core/base/jsontext/jsontext.go:MaxDepth", "JSON values in each other", "", "refused at the place"},
	}},
	{"Made logs", []limit{
		{"core/job/lublin/sample.go:MaxProcs", "processors of a synthetic log", "", "refused"},
		{"core/job/lublin/sample.go:MaxJobs", "its jobs", "jobs", "refused"},
		{"core/job/lublin/sample.go:MaxUsers", "its users", "users", "refused"},
		{"core/job/lublin/sample.go:MaxLoad", "its load", "", "refused"},
		{"core/sim/population/population.go:MaxProcs", "processors of a log of users who wait", "", "refused"},
		{"core/sim/population/population.go:MaxUsers", "its users", "users", "refused"},
		{"core/sim/population/population.go:MaxWeeks", "its weeks", "weeks", "refused"},
	}},
	{"Plans, links and flags", []limit{
		{"core/sim/order/expr/compile.go:MaxText", "a formula", "bytes", "refused, with its length"},
		{"core/sim/order/expr/compile.go:maxNesting", "parentheses and signs of a formula in each other", "", "refused at the column"},
		{"core/study/workload.go:MaxResamples", "resamples", "", "refused"},
		{"core/study/workload.go:MaxWeeks", "weeks of a resample", "weeks", "refused; of shuffle and original never more than the log has"},
		{"core/study/workload.go:MaxBootstrap", "bootstrap draws", "", "refused"},
		{"core/study/workload.go:MaxLoad", "load, as a multiple of the log's", "", "refused"},
		{"core/study/closed.go:MaxClosures", "how often processors are out in what is replayed", "times", "refused; where a closure " +
			"may matter to a pass the engine plans anew for each: 12 maintenances a year made EASY 2.5 times as slow on KTH-SP2 and " +
			"SDSC-SP2, and 120 times on CEA-Curie, whose longest request is of 68 years; a maintenance every second day made all " +
			"pairs on UniLu-Gaia’s stretches 1.1 times as slow on 16 nodes, 3 times on 153"},
		{"core/study/workload.go:MaxDays", "warm-up and drain", "days", "refused"},
		{"core/job/resample/resample.go:MaxBlock", "weeks of a block", "weeks", "refused"},
		{"core/job/rules.go:MaxFlurry", "a user's jobs in a week, as a multiple of the mean (the flurry rule)", "", "refused"},
		{"core/experiment/tune/plan.go:MaxOrders", "orders of a grid, primary and backfilling each", "orders",
			"refused, with their number"},
		{"core/experiment/tune/plan.go:MaxThresholds", "its thresholds", "", "refused, with their number"},
		{"core/experiment/tune/plan.go:MaxBound", "a bound on the longest wait, as a multiple of the baseline's", "", "refused"},
		{"core/experiment/decide/plan.go:MaxOrders", "orders and backfilling orders that are tried for what to set", "orders",
			"refused, with their number"},
		{"core/experiment/decide/plan.go:MaxThresholds", "their thresholds", "", "refused, with their number"},
		{"core/experiment/decide/plan.go:MaxLongest", "how many times longer the longest wait may become there", "", "refused"},
		{"core/experiment/online/plan.go:MaxOrders", "orders to choose from", "orders", "refused, with their number"},
		{"core/experiment/online/plan.go:MaxStrategies", "strategies", "", "refused, with their number"},
		{"core/experiment/online/plan.go:MaxPeriods", "lengths of a period", "", "refused, with their number"},
		{"core/experiment/replay/plan.go:MaxUnasked", "jobs that the page replays without asking", "jobs",
			"the page says how much of the tab's memory it takes, about 600 bytes a job, and a second press begins"},
		{"core/experiment/online/plan.go:MaxTurns", "periods of one replay", "periods", "refused: take longer ones"},
		{"core/sim/feedback/users.go:MaxGrowth", "jobs of users who wait for theirs, in the log's time", "times the log's",
			"the replay ends: " +
				"the log's waits are too long for its run times"},
		{"core/sim/predictor/loss.go:MaxShift", "the shift of a loss", "seconds", "refused"},
		{"core/experiment/learn/term.go:MaxDegree", "factors of a feature", "", "refused at the feature"},
		{"core/experiment/learn/term.go:MaxTerms", "features of a model", "", "refused, with their number"},
		{"core/experiment/learn/term.go:MaxModels", "sets of features at once", "", "refused, with their number"},
		{"core/sim/trials/pair.go:MaxAhead", "jobs ahead of a drawn queue", "jobs", "refused"},
		{"core/sim/trials/pair.go:MaxQueued", "jobs of a drawn queue", "jobs", "refused"},
		{"core/experiment/learn/plan.go:MaxPairs", "drawn queues", "", "refused, with their number"},
		{"core/experiment/learn/plan.go:MaxTrials", "orders tried of each", "", "refused"},
		{"core/experiment/learn/plan.go:MaxRidge", "the ridge of a fit", "", "refused"},
		{"core/experiment/place/plan.go:MaxStretches", "stretches of a log on a cluster", "", "refused"},
		{"core/experiment/place/run.go:MaxPlayed", "jobs of one played run", "jobs", "refused: run fewer at a time"},
		{"core/study/site/site.go:MaxJobs", "jobs taken or left out at a log's beginning", "jobs", "refused"},
		{"core/cluster/platform/spec.go:MaxFile", "the description of a platform", "bytes", "refused"},
		{"core/cluster/platform/spec.go:MaxEncoded", "a platform within a plan or link", "bytes", "refused, with its length"},
		{"core/cluster/platform/spec.go:MaxCores", "cores of a platform", "cores", "refused"},
		{"core/cluster/platform/spec.go:MaxGroups", "entries of its lists", "", "refused: put like ones together"},
		{"core/experiment/agent/plan.go:MaxEpisodes", "episodes of a training by the command", "", "refused"},
		{"core/experiment/agent/plan.go:MaxHidden", "hidden units of a network", "", "refused"},
		{"core/experiment/agent/plan.go:MaxWeights", "weights of a network", "", "refused, with their number"},
		{"core/experiment/train/plan.go:MaxSeeds", "seeds of a training in the page", "", "refused"},
		{"core/experiment/train/plan.go:maxEpisodes", "episodes of each", "", "refused"},
		{"core/experiment/train/live.go:MaxCount", "episodes looked at together", "", "refused"},
		{"ui/app.go:MaxWorkers", "workers that a link asks for", "", "said, and as many compute as without it"},
		{"ui/lab/store.go:MaxKept", "what the page keeps in a browser, logs and results", "bytes",
			"what comes is not kept, which the page says: delete what is not needed"},
		{"ui/reading.go:MaxTrace", "a log that a link names", "bytes", "refused: get the file, and drop it"},
		{"core/report/archive/archive.go:MaxBytes", "a study in one file, or rows that are dropped together", "bytes",
			"refused: compute it anew with fewer tasks"},
		{"core/experiment/little/example.go:MaxJobs", "jobs of a little machine", "jobs", "no more can be added; a link with more is " +
			"refused"},
		{"core/experiment/little/example.go:MaxProcs", "its processors", "", "refused"},
		{"core/experiment/little/example.go:MaxHours", "its arrivals, run and requested times, thresholds", "hours", "refused at the cell"},
		{"core/experiment/little/fair.go:MaxUsers", "who shares a little machine, and their accounts", "users",
			"a link with more is refused"},
		{"core/experiment/little/example.go:MaxSides", "schedules side by side", "", "there is no further one to ask for"},
		{"core/report/link/link.go:MaxText", "the answer that a link carries", "bytes", "left out of the link; refused in one that comes"},
		{"core/report/link/link.go:MaxRows", "rows of its chart", "rows", "the first are drawn, the rest is counted"},
		{"core/report/link/link.go:MaxSaid", "its sentence", "bytes", "ends before a full stop"},
	}},
	{"Slurm's passes", []limit{
		{"core/slurm/model/config.go:MaxNodes", "nodes of a machine", "nodes", "refused"},
		{"core/slurm/model/config.go:MaxCPUs", "CPUs of a node", "CPUs", "refused"},
		{"core/slurm/model/ask.go:MaxKinds", "kinds of generic resources", "kinds", "left out, and said"},
		{"core/slurm/model/history.go:MaxMoments", "fair share over time", "moments", "every other one goes, each time; beside many " +
			"accounts and users there are fewer, at least 8"},
		{"core/slurm/site/read.go:MaxText", "files of a check", "bytes", "refused"},
		{"ui/lab/site.go:MaxSite", "the same in the page", "bytes", "refused at the field; the command takes more"},
		{"core/slurm/site/read.go:MaxIncludes", "its files of slurm.conf", "files", "refused"},
		{"core/job/sacct/queue.go:MaxQueue", "jobs of squeue --json", "jobs", "further ones are left out, and counted"},
		{"core/experiment/slurm/when.go:MaxInstants", "instants of a log that when looks back from", "", "so many are taken, alike apart"},
		{"core/experiment/slurm/when.go:MaxHeld", "its jobs that are told of at each", "jobs", "so many are taken, alike apart"},
		{"core/slurm/site/read.go:MaxRecords", "its partitions, nodes, QOS, associations and events", "of each", "refused at the line"},
		{"core/slurm/follow/state.go:MaxJobs", "jobs of one state", "jobs", "refused"},
		{"core/slurm/follow/run.go:MaxRecords", "jobs, passes, plans and priorities of a run that is followed", "lines each", "refused"},
		{"core/slurm/follow/run.go:MaxPlaces", "its jobs, or its plans, times nodes", "", "refused at the line"},
		{"core/slurm/follow/follow.go:MaxMisses", "differences that are listed", "", "the first are listed, all are counted"},
	}},
	{"The page", []limit{
		{"ui/fit.go:longest", "a text or an attribute that is drawn", "bytes", "cut, with a mark that it goes on: the renderer carries " +
			"16 kB"},
		{"wasm/pool/pool.go:MaxDeaths", "workers that die over one task, without a word", "workers",
			"the task fails with a sentence; before that another worker has it"},
		{"public/boot.js:silence", "silence of a computing worker, where a browser has no locks", "ms", "it counts as dead"},
	}},
	{"The page's server", []limit{
		{"core/cmd/serve/handler.go:maxURL", "an address", "bytes", "414"},
		{"core/cmd/serve/handler.go:maxHeader", "the header of a request", "bytes", "431"},
		{"core/cmd/serve/handler.go:headerTime", "until the header is there", "seconds", "the connection ends"},
		{"core/cmd/serve/handler.go:readTime", "until a request is there", "seconds", "the connection ends"},
		{"core/cmd/serve/handler.go:writeTime", "until an answer is sent", "seconds", "the connection ends"},
		{"core/job/mirror/source.go:MaxList", "a list of public logs to pass on", "bytes", "refused"},
		{"core/job/mirror/source.go:MaxSources", "its logs", "logs", "refused"},
		{"core/job/mirror/source.go:MaxLog", "a log that is passed on", "bytes", "refused in the list; an archive's answer of another " +
			"length than the list's is not passed on"},
		{"core/job/mirror/handler.go:patience", "until an archive begins to answer", "seconds", "504, in words"},
		{"core/job/mirror/handler.go:passTime", "until a log has passed", "seconds", "the answer breaks off, and the page says so"},
		{"core/cmd/serve/handler.go:idleTime", "between requests", "seconds", "the connection ends"},
	}},
}

// noLimits are constants of that name that nobody runs into.
var noLimits = map[string]string{
	"core/job/lublin/model.go:MaxLogRun": "of the model",
	"core/job/lublin/model.go:MaxLogGap": "of the model",
}

// constants are those of a Go file, with the text of their value.
func constants(t *testing.T, file string) map[string]string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root(t), file))
	require.NoError(t, err)
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, file, source, 0)
	require.NoError(t, err)
	list := map[string]string{}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			for i, name := range v.Names {
				if i < len(v.Values) {
					list[name.Name] = string(source[files.Position(v.Values[i].Pos()).Offset:files.Position(v.Values[i].End()).Offset])
				}
			}
		}
	}
	return list
}

// value is that of a limit: of a constant in Go, times in seconds, or in a script.
func value(t *testing.T, at string) float64 {
	t.Helper()
	file, name, _ := strings.Cut(at, ":")
	var text string
	if path.Ext(file) == ".js" {
		source, err := os.ReadFile(filepath.Join(root(t), file))
		require.NoError(t, err)
		m := regexp.MustCompile(`const ` + name + ` = ([0-9_]+);`).FindSubmatch(source)
		require.NotNil(t, m, at)
		text = string(m[1])
	} else {
		text = constants(t, file)[name]
	}
	text = strings.NewReplacer("time.Second", "1", "time.Minute", "60").Replace(text)
	v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, text)
	require.NoError(t, err, "%s is %q: a limit is a number", at, text)
	f, _ := constant.Float64Val(v.Value)
	return f
}

// tables are those of the limits.
func tables(t *testing.T) string {
	var b strings.Builder
	for _, part := range limits {
		b.WriteString("<h3>" + part.of + "</h3>\n<table class=\"plain limits\"><thead><tr><th scope=\"col\">Limit of</th><th " +
			"scope=\"col\">Most</th><th scope=\"col\">What happens there</th></tr></thead><tbody>\n")
		for _, l := range part.list {
			most := strings.ReplaceAll(numeral.Count(int(value(t, l.at))), "\u202f", " ")
			if l.unit != "" {
				most += " " + l.unit
			}
			b.WriteString("<tr><th scope=\"row\">" + html.EscapeString(l.what) + "</th><td>" + most + "</td><td>" +
				html.EscapeString(l.then) + "</td></tr>\n")
		}
		b.WriteString("</tbody></table>\n")
	}
	return b.String()
}

// The page of limits has the code's, and what the last hostile run tried is what
// there is to try; ./build.sh publish limits writes both.
func TestTheLimitsPageIsTheCodes(t *testing.T) {
	fixture.Long(t)
	file := filepath.Join(root(t), "public/docs/limits.html")
	page, err := os.ReadFile(file)
	require.NoError(t, err)
	between := regexp.MustCompile(`(?s)(<!-- limits -->\n).*(<!-- /limits -->)`)
	require.True(t, between.Match(page), "limits.html has no place for the tables")
	want := between.ReplaceAllLiteralString(string(page), "<!-- limits -->\n"+tables(t)+"<!-- /limits -->")
	if *fixture.Update {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
	}
	require.True(t, *fixture.Update || string(page) == want, "a limit is another by now: run ./build.sh publish limits")
	for where, tried := range map[string]int{hostile.LinksInPage: len(hostile.Links()), hostile.FilesInPage: len(hostile.Files()),
		hostile.FilesByCommand: len(hostile.Files())} {
		require.Contains(t, want, hostile.Row(where, tried, tried), "hostile things were added, or one was not survived: run ./build.sh "+
			"publish limits")
	}
}

// Whoever adds a limit says what happens there.
func TestEveryLimitIsOnTheLimitsPage(t *testing.T) {
	fixture.Long(t)
	told := map[string]bool{}
	for _, part := range limits {
		for _, l := range part.list {
			told[l.at] = true
		}
	}
	var missing []string
	for _, folder := range []string{"core", "ui", "wasm"} {
		require.NoError(t, fs.WalkDir(os.DirFS(root(t)), folder, func(file string, e fs.DirEntry, err error) error {
			if err != nil || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
				return err
			}
			for name, text := range constants(t, file) {
				if !regexp.MustCompile(`^Max[A-Z]`).MatchString(name) || told[file+":"+name] || noLimits[file+":"+name] != "" {
					continue
				}
				_, err := strconv.Unquote(text)
				another := regexp.MustCompile(`^\w+\.Max\w+$`).MatchString(text) // by its name
				if err != nil && !another {
					missing = append(missing, file+":"+name)
				}
			}
			return nil
		}))
	}
	require.Empty(t, missing, "say in this test what happens at them, then run ./build.sh publish limits")
}
