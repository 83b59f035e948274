package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

func init() {
	register(cli.Verb{
		Group: oneSchedule, Place: 5,
		Name: "slurm",
		Args: "script | check FILE... | pass STATES | follow RUN.csv --conf RUN.conf --passes RUN.passes.csv | run LOG --conf CONF | " +
			"run FILE... | change FILE... --set LINES | compare FILE... | search FILE... | when FILE...",
		Brief: "check how Slurm is set, make its passes, run a log by them",
		Short: "script prints a shell script that copies what Slurm says at your site into files, with numbers for names if you\n" +
			"like. check reads slurm.conf, or what scontrol show config prints, and of the other files what is given, in any\n" +
			"order. It says what is to be doubted with the line that changes it, and of each parameter its value, its default\n" +
			"and what is made of it. Where slurmctld would not start with these files it ends with an error.\n" +
			"pass makes one backfill pass of Slurm's for each state, a line of JSON each, and prints what it starts and plans.\n" +
			"follow makes every pass of a recorded run from the state that the records say, and counts those that do what\n" +
			"Slurm did. run takes the jobs of a log, or of such a run, and says when Slurm would have started them. Of a site's\n" +
			"own files it says who started the jobs, how long they waited and why, on the machine and in the model; --shares\n" +
			"writes how usage, shares and rank of accounts and users went.\n" +
			"change replays them as Slurm is set and with a change of it: lines of slurm.conf with semicolons between, or another\n" +
			"slurm.conf. It says what that would have done, how sure that is and who pays, and the lines to paste and to take back.\n" +
			"compare replays them by queue orders in place of the priorities; partitions, limits and passes stay as set.\n" +
			"search tries such changes on the first part of the log and judges the best on the second.\n" +
			"when says when the jobs of squeue --json will start, or those that wait at the end of the log, and one more if you like,\n" +
			"and how often the like was right of the log's own jobs.\n" +
			"public/docs/slurm.html has the forms.",
		Examples: []string{
			"shadowtime slurm script > slurm-files.sh",
			"shadowtime slurm check slurm-files/*",
			"shadowtime slurm run slurm-files/*",
			"shadowtime slurm run slurm-files/* --shares shares.csv",
			"shadowtime slurm change slurm-files/* --set 'PriorityWeightAge=0; bf_window=2880'",
			"shadowtime slurm compare slurm-files/* --orders SPF,SAF",
			"shadowtime slurm when slurm-files/* --job 'cpus=64 limit=2h user=alice'",
			"shadowtime slurm pass states.jsonl.gz",
			"shadowtime slurm follow base.csv --conf base.conf --passes base.passes.csv.gz --json",
			"shadowtime slurm run KTH-SP2.swf.gz --conf slurm.conf",
		},
		Run: cli.Plainly(runSlurm),
	})
}

// slurmUses are the flags that each use of the verb takes.
var slurmUses = []struct{ name, flags string }{
	{"script", ""},
	{"check", "json slurm-version"},
	{"pass", ""},
	{"follow", "conf passes plans priorities json"},
	{"run", "conf passes job jobs shares json slurm-version"},
	{"change", "set to resamples json slurm-version"},
	{"compare", "orders json slurm-version"},
	{"search", "json slurm-version"},
	{"when", "job json slurm-version"},
}

// checkUse refuses a use that is not known, and flags that are of others: what a flag asks for is never left out in silence.
func checkUse(c *cli.Call, args []string) error {
	var names []string
	for _, u := range slurmUses {
		names = append(names, u.name)
	}
	if len(args) == 0 {
		return cli.Usef("nothing is asked: write %s", numeral.Either(names))
	}
	at := slices.Index(names, args[0])
	if at < 0 {
		return cli.Usef("%q: write %s", args[0], numeral.Either(names))
	}
	if beside := c.GivenBeside(strings.Fields(slurmUses[at].flags)...); len(beside) > 0 {
		var of []string
		for _, u := range slurmUses {
			if slices.Contains(strings.Fields(u.flags), strings.TrimLeft(beside[0], "-")) {
				of = append(of, u.name)
			}
		}
		return cli.Usef("%s is of %s: leave it out of %s", beside[0], numeral.Listed(of), args[0])
	}
	switch few := args[0] == "script"; {
	case few && len(args) > 1:
		return cli.Usef("script takes no file: leave out %s", strings.Join(args[1:], ", "))
	case !few && len(args) < 2:
		return cli.Usef("%s needs files: write %s %s %s", args[0], c.Program.Name, c.Verb.Name, c.Verb.Args)
	case (args[0] == "pass" || args[0] == "follow") && len(args) > 2:
		return cli.Usef("%s takes one file, and %d are given: %s", args[0], len(args)-1, strings.Join(args[1:], ", "))
	}
	return nil
}

func runSlurm(c *cli.Call) error {
	conf := c.Input("conf", "of follow and run: slurm.conf's lines, and in comments what a recorded run's time 0 is, as a `file`")
	passes := c.Input("passes", "of follow and run: instant and kind of each pass, as a `file`")
	plans := c.Input("plans", "of follow: what backfill passes planned, as a `file`; RUN.plans.csv.gz if that is there")
	priorities := c.Input("priorities", "of follow: priorities as they were logged, as a `file`; RUN.priorities.csv.gz if that is there")
	asJSON := c.Flags.Bool("json", false, "print one JSON object; of follow, with what did not come out")
	version := c.Flags.String("slurm-version", "", "of a site's files: the `version` where none of them says it, as 24.11")
	job := c.Flags.String("job", "", "of run with a site's files: why the `job` of that number waited; of when: one more, as "+
		"'cpus=64 limit=2h user=alice account=a partition=p'")
	list := c.Output("jobs", "", "of run with a site's files: write how long each job waited for what as CSV to this `file`")
	shares := c.Output("shares", "", "of run with a site's files: write usage, shares, fair share and rank of each account and user over "+
		"time as CSV to this `file`")
	set := c.Flags.String("set", "", "of change: `lines` of slurm.conf to set, semicolons between; options of SchedulerParameters "+
		"by their own names")
	resamples := c.Flags.Int("resamples", 10, "of change: `number` of resamples of the log's weeks, where it has four or more")
	orders := c.Flags.String("orders", "all", "of compare: `names` of queue orders and formulas with commas between; all stands for 12, "+
		"every for all")
	to := c.Input("to", "of change: another slurm.conf, as a `file`")
	args, err := c.Parse(-1)
	if err != nil {
		return err
	}
	if err := checkUse(c, args); err != nil {
		return err
	}
	v, known := model.ParseVersion(*version)
	if !known && *version != "" {
		return cli.Usef("--slurm-version %s: give one as 25.05.8", *version)
	}
	files := args[1:]
	switch args[0] {
	case "script":
		_, err := io.WriteString(c.Stdout, site.Export)
		return err
	case "check":
		return checkSlurm(c, files, v, *asJSON)
	case "pass":
		return passStates(c, files[0])
	case "follow":
		if *conf == "" || *passes == "" {
			return cli.Usef("follow needs the configuration and the passes of the run: --conf RUN.conf --passes RUN.passes.csv")
		}
		parts := [5]string{*conf, *passes, beside(*plans, files[0], "plans.csv.gz"),
			beside(*priorities, files[0], "priorities.csv.gz"), beside("", files[0], "submit.txt")}
		return followRun(c, files[0], parts, *asJSON)
	case "change":
		return changeSlurm(c, files, *set, *to, v, *resamples, *asJSON)
	case "compare":
		return compareOrders(c, files, *orders, v, *asJSON)
	case "search":
		return searchSlurm(c, files, v, *asJSON)
	case "when":
		return forecastSlurm(c, files, v, *job, *asJSON)
	}
	if *passes == "" {
		read, ok, err := siteFiles(c, files, *conf)
		switch {
		case err != nil:
			return err
		case ok:
			id, err := strconv.Atoi(cmp.Or(*job, "0"))
			if err != nil {
				return cli.Usef("--job %s: give the number of a job, as JobIDRaw of sacct has it", *job)
			}
			return believeSite(c, read, v, id, *list, *shares, *asJSON)
		}
	}
	switch {
	case len(files) > 1:
		return cli.Usef("no file has jobs as Slurm writes them: give what sacct -P prints")
	case *job+*list+*shares+*version != "":
		return cli.Usef("--job, --jobs, --shares and --slurm-version are of a site's files: give what sacct -P prints")
	}
	return runFreely(c, files[0], *conf, *passes, *asJSON)
}

// passStates answers a file of states, a line each.
func passStates(c *cli.Call, path string) error {
	text, err := c.ReadText(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(c.Stdout)
	defer out.Flush()
	var x follow.State
	var line []byte
	number := 0
	for state := range strings.Lines(text) {
		number++
		if strings.TrimSpace(state) == "" {
			continue
		}
		if err := x.Read(state); err != nil {
			return fmt.Errorf("%s, line %d: %s", wordsFor(path), number, strings.TrimPrefix(err.Error(), "line 1: "))
		}
		x.Begin()
		x.Pass()
		line = append(x.Decision(line[:0]), '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// wordsFor is a path as errors call it.
func wordsFor(path string) string {
	if path == cli.Standard {
		return "standard input"
	}
	return path
}

// beside is the file that was named, or the run's of that kind if it is there, or "".
func beside(named, run, kind string) string {
	if named != "" {
		return named
	}
	path := strings.TrimSuffix(strings.TrimSuffix(run, ".gz"), ".csv") + "." + kind
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// followRun follows a run: files are configuration, passes, plans, priorities and lines of submissions.
func followRun(c *cli.Call, run string, files [5]string, asJSON bool) error {
	var read [6]follow.File
	for i, path := range append([]string{run}, files[:]...) {
		if path == "" {
			continue
		}
		text, err := c.ReadText(path)
		if err != nil {
			return err
		}
		read[i] = follow.File{Name: wordsFor(path), Text: text}
	}
	r, err := follow.ReadRun(read[0], read[1], read[2])
	if err != nil {
		return err
	}
	for i, take := range []func(follow.File) error{r.ReadPlans, r.ReadPriorities, r.ReadSubmits} {
		if file := read[3+i]; file.Name != "" {
			if err := take(file); err != nil {
				return err
			}
		}
	}
	a := r.Follow()
	if asJSON {
		return c.PrintJSON(a)
	}
	fmt.Fprintf(c.Stdout, "Slurm %s\n", r.Config.Version)
	rows := [][]string{{"", "of the run", "the same here"}}
	type count struct {
		what      string
		all, same int
	}
	counts := []count{{"passes", a.Passes, a.PassesEqual}, {"starts", a.Starts, a.StartsEqual}, {"plans", a.Plans, a.PlansEqual},
		{"priorities", a.Priorities, a.PrioritiesEqual}}
	if a.Stopping > 0 {
		counts = append(counts, count{"passes that stop jobs", a.Stopping, a.StoppingEqual})
	}
	for _, x := range counts {
		rows = append(rows, []string{x.what, fmt.Sprint(x.all), fmt.Sprint(x.same)})
	}
	if err := cli.PrintTable(c.Stdout, rows); err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "%d main passes right after an end are left out.\n", a.Left)
	for _, m := range a.Missed {
		fmt.Fprintf(c.Stdout, "%10.3f s  %s: Slurm %s, here %s\n", m.At, m.What, m.Slurm, m.Here)
	}
	return nil
}
