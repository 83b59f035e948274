package main

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/agent"
	"shadowtime/core/experiment/train"
	"shadowtime/core/report"
	"shadowtime/core/study/keep"
)

func init() {
	register(cli.Verb{
		Group: clusters, Place: 4,
		Name: "agent", Args: "train|test [TRACE]",
		Brief: "train one agent, or test it",
		Short: "train agents to schedule a heterogeneous cluster, or test them: REINFORCE, an actor-critic, fixed pairs and random ones",
		Examples: []string{
			"shadowtime agent train --platform spread --baseline mean --model spread.json",
			"shadowtime agent train --options options.json --types types.json --agent reinforce --json",
			"shadowtime agent train --platform spread --episodes 350 --seeds 100 --json",
			"shadowtime agent train --resume --model spread.json --platform spread --episodes 100",
			"shadowtime agent test --model spread.json --greedy --platform spread",
			"shadowtime agent test --agent classic --select shortest --place low_power --platform gaia --jobs-first 100 UniLu-Gaia.swf.gz",
		},
		Run: tasks.Verb(runAgent),
	})
}

// testEpisodes are how many a test has unless told: the policy draws.
const testEpisodes = 20

// teaching is a call of the verb agent: its flags, and what they open.
type teaching struct {
	*tasks.Call
	on           onCluster
	test, resume bool
	optionsPath  string
	cores        int // that the options tell of, 0: of none
	modelPath    string
	seeds        int
	plan         agent.Plan
	model        *train.Model // that was there; nil: none
}

func runAgent(c *tasks.Call) error {
	x := &teaching{Call: c, plan: agent.Default()}
	said := agent.Default() // what flags say
	c.Declare(said.Settings())
	x.on.flags(c.Call)
	options := c.Input("options", "HDeepRM's `file` of options: what it says stands where no flag does; paths in it are relative to it")
	model := c.Both("model", "`file` of what was learned: written by train, read by test")
	c.Flags.BoolVar(&x.resume, "resume", false, "go on from the model, if it is there, for as many episodes more")
	c.Flags.IntVar(&x.seeds, "seeds", 1, "`number` of courses, with the seed and those after it, in parallel; each is what its seed "+
		"alone gives")
	c.TaskFlags("courses")
	asJSON := c.Flags.Bool("json", false, "print one JSON object")
	asCSV := c.Flags.Bool("csv", false, "print a line a seed and episode as CSV")
	args, err := c.Parse(-1)
	if err != nil {
		return err
	}
	x.optionsPath, x.modelPath = *options, *model
	if err := x.prepare(args, &said); err != nil {
		return err
	}
	r, err := x.run()
	if err != nil {
		return err
	}
	switch {
	case *asJSON:
		return c.PrintJSON(r)
	case *asCSV:
		_, err = io.WriteString(c.Stdout, r.CSV())
		return err
	}
	return x.print(r)
}

// prepare settles what is asked: defaults, then the model, the options file, and
// the flags, of which each later one stands.
func (x *teaching) prepare(args []string, said *agent.Plan) error {
	if err := x.arguments(args); err != nil {
		return err
	}
	if err := x.readModel(); err != nil {
		return err
	}
	x.plan.Episodes = agent.Default().Episodes
	if x.test {
		x.plan.Episodes = testEpisodes
	}
	if x.optionsPath != "" {
		if err := x.readOptions(); err != nil {
			return fmt.Errorf("%s: %w", x.optionsPath, err)
		}
	}
	for _, s := range said.Settings() {
		if x.Gave(s.Key) {
			_ = x.plan.Settings().Find(s.Key).Set(s.Get()) // it was set once
		}
	}
	if err := x.plan.Normalise(); err != nil {
		return cli.BadUse(err)
	}
	switch {
	case x.modelPath != "" && !x.plan.Learns():
		return cli.Usef("--model: agent %s learns nothing: leave it out", x.plan.Agent)
	case x.modelPath == "" && x.test && x.plan.Learns():
		fmt.Fprintln(x.Stderr, "no --model: the agent that is tested has learned nothing")
	}
	if err := x.on.open(x.Call.Call); err != nil {
		return err
	}
	if n := x.on.machine.Cores(); x.cores > 0 && x.cores != n {
		return fmt.Errorf("%s: nb_resources is %d, and the platform has %d cores: give it the platform that it was written for, or "+
			"correct the number", x.optionsPath, x.cores, n)
	}
	return nil
}

func (x *teaching) arguments(args []string) error {
	if len(args) < 1 || len(args) > 2 || args[0] != "train" && args[0] != "test" {
		return cli.Usef("write shadowtime agent train or shadowtime agent test, and a log or workload")
	}
	x.test = args[0] == "test"
	if len(args) == 2 {
		x.on.path = args[1]
	}
	switch {
	case x.seeds < 1 || x.seeds > maxSeeds:
		return cli.Usef("--seeds %d: give 1 to %d", x.seeds, maxSeeds)
	case x.resume && x.modelPath == "":
		return cli.Usef("--resume: say with --model what to go on from")
	case x.resume && x.test:
		return cli.Usef("--resume goes on training: leave it out of a test")
	case x.Folder() != "" && x.modelPath != "" && !x.test:
		return cli.Usef("--keep has what courses did, not the agent that --model writes: leave one of them out")
	case x.seeds > 1 && x.modelPath != "" && !x.test:
		return cli.Usef("--model has one agent, --seeds %d trains more: leave one of them out", x.seeds)
	}
	return nil
}

const maxSeeds = 10_000

// readModel reads the model that is tested or trained on, and begins with its plan.
func (x *teaching) readModel() error {
	if x.modelPath == "" || !x.test && !x.resume {
		return nil
	}
	if _, err := os.Stat(x.modelPath); x.resume && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	text, err := x.Call.ReadText(x.modelPath)
	if err != nil {
		return err
	}
	if x.model, err = train.ReadModel([]byte(text)); err != nil {
		return fmt.Errorf("%s: %w", x.modelPath, err)
	}
	x.plan = x.model.Plan
	return nil
}

func (x *teaching) readOptions() error {
	text, err := x.Call.ReadText(x.optionsPath)
	if err != nil {
		return err
	}
	o, err := train.ReadOptions([]byte(text))
	if err != nil {
		return err
	}
	if err := o.Apply(x.plan.Settings(), x.Gave); err != nil {
		return err
	}
	if names := o.Ignored(); names != "" {
		fmt.Fprintf(x.Stderr, "%s: not known, and not used: %s\n", x.optionsPath, names)
	}
	x.cores = o.Resources
	beside := func(at *string, path string) {
		if *at != "" || path == "" {
			return
		}
		if *at = path; !filepath.IsAbs(path) {
			*at = filepath.Join(filepath.Dir(x.optionsPath), path)
		}
	}
	beside(&x.on.platform, o.Platform)
	beside(&x.on.path, o.Workload)
	if !x.Gave("jobs-first") {
		x.on.options.First = o.Jobs
	}
	if err := cmp.Or(x.MayRead(x.on.platform, "the platform"), x.MayRead(x.on.path, "the log")); err != nil {
		return err
	}
	return x.CheckFiles([]string{x.on.path, x.on.platform})
}

// run trains or tests, course by course, and saves what was learned.
func (x *teaching) run() (*train.Report, error) {
	of, err := x.part()
	if err != nil {
		return nil, err
	}
	if err := x.Begin(tasks.EntryOf(of, x.on.path)); err != nil {
		return nil, err
	}
	courses, err := tasks.Things(x.Call, of, x.seeds, "courses", func() (func(i int) (train.Curves, error), error) {
		return func(i int) (train.Curves, error) { return x.course(x.plan.Seed+uint64(i), i == 0) }, nil
	})
	if err != nil {
		return nil, err
	}
	return train.ReportOf(x.plan, x.on.digest, x.test, courses), nil
}

// part is what courses depend on: plan, machine, workload and model.
func (x *teaching) part() (keep.Identity, error) {
	spec, err := x.on.spec.Encode()
	if err != nil {
		return keep.Identity{}, err
	}
	key := fmt.Sprintf("%v %d %d %+v %s", x.test, x.plan.Seed, x.plan.Episodes, x.on.options, spec)
	if x.model != nil {
		b, err := x.model.Encode()
		if err != nil {
			return keep.Identity{}, err
		}
		key += hexed(string(b))
	}
	of := keep.Identity{Kind: "agent", Key: x.plan.Settings().TaskKey() + hexed(key), Build: tasks.Build()}
	_, err = hex.Decode(of.Digest[:], []byte(x.on.digest))
	return of, err
}

// course is that of one seed; the first tells which jobs were left out.
func (x *teaching) course(seed uint64, first bool) (c train.Curves, err error) {
	p := x.plan
	p.Seed = seed
	c.Seed = seed
	load, err := x.on.load(seed)
	if err != nil {
		return c, err
	}
	if text := leftOut(load); first && text != "" {
		fmt.Fprintf(x.Stderr, "%s%s\n", x.on.path, text)
	}
	env, err := p.On(cluster.New(x.on.machine, load))
	if err != nil {
		return c, err
	}
	a, from, err := x.agent(&p, env.Inputs())
	if err != nil {
		return c, err
	}
	course := agent.Course{Environment: env, Agent: a, Seed: seed, Test: x.test}
	upTo := from + p.Episodes - 1
	if err := course.Run(from, upTo, func(e *agent.Episode) bool { c.Add(e, x.test); return true }); err != nil {
		return c, err
	}
	if l, ok := a.(*agent.Learner); ok && x.modelPath != "" && !x.test {
		return c, x.saveModel(train.ModelOf(p, env.Inputs(), upTo, l))
	}
	return c, nil
}

// agent returns the agent that the verb's flags ask for, or that of the model in the file given,
// and the number of its next episode.
func (x *teaching) agent(p *agent.Plan, inputs int) (agent.Agent, int, error) {
	if x.model == nil {
		a, err := p.Make(inputs)
		return a, 1, err
	}
	if err := x.model.Fits(p, inputs, x.resume); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", x.modelPath, err)
	}
	l, err := x.model.Learner()
	if err != nil {
		return nil, 0, err
	}
	if x.test {
		l.Greedy = p.Greedy
		return l, 1, nil
	}
	return l, x.model.Plan.Episodes + 1, nil
}

func (x *teaching) saveModel(m *train.Model) error {
	b, err := m.Encode()
	if err != nil {
		return err
	}
	return x.Save(x.modelPath, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// print says for people what came out.
func (x *teaching) print(r *train.Report) error {
	did := "trained"
	if r.Test {
		did = "tested"
	}
	fmt.Fprintf(x.Stdout, "%s on %s (%s cores): %s %s for %s %s%s\n\n", x.on.path, x.on.spec.Name, numeral.Count(x.on.machine.Cores()),
		x.plan.Agent, did,
		numeral.Count(r.Episodes), numeral.Plural(r.Episodes, "episode", "episodes"), x.words())
	if r.Curves != nil {
		return x.printCourse(r)
	}
	return x.printSeeds(r)
}

// words are the rest of the question.
func (x *teaching) words() string {
	p := &x.plan
	s := ", objective " + p.Objective + ", observation " + p.Observe
	if p.Backfilling != cluster.NoBackfilling.String() {
		s += ", backfilling " + p.Backfilling
	}
	if x.seeds > 1 {
		return s + fmt.Sprintf(", seeds %d to %d", p.Seed, p.Seed+uint64(x.seeds)-1)
	}
	return s + fmt.Sprintf(", seed %d", p.Seed)
}

func (x *teaching) printCourse(r *train.Report) error {
	n := len(r.Rewards)
	part := max(1, n/10)
	rows := [][]string{{"mean of episodes", "reward", "loss", "entropy", "makespan s", "energy J"}}
	for _, at := range [][2]int{{0, part}, {n - part, n}} {
		row := []string{fmt.Sprintf("%d to %d", r.First+at[0], r.First+at[1]-1)}
		for _, list := range [][]report.Float{r.Rewards, r.Losses, r.Entropies, r.Makespans, r.Energies} {
			row = append(row, mean(list, at[0], at[1]))
		}
		if rows = append(rows, row); n == part {
			break
		}
	}
	if err := cli.PrintTable(x.Stdout, rows); err != nil {
		return err
	}
	fmt.Fprintf(x.Stdout, "\n%s\n", cli.Wrap("At the first decision of the last episode: "+preferred(r.Actions, r.Preferences[n-1])+".",
		100))
	return nil
}

// mean of a part of a list, of figures that are there.
func mean(list []report.Float, from, to int) string {
	if len(list) < to {
		return "–"
	}
	sum := 0.0
	for _, v := range list[from:to] {
		sum += float64(v)
	}
	return numeral.Number(sum / float64(to-from))
}

// preferred names the actions of a decision by how likely they were, those of less
// than a hundredth left out.
func preferred(actions []string, p []report.Float) string {
	var list []string
	for i, name := range actions {
		if i < len(p) && p[i] >= 0.01 {
			list = append(list, fmt.Sprintf("%s %.2f", name, p[i]))
		}
	}
	return strings.Join(list, ", ")
}

func (x *teaching) printSeeds(r *train.Report) error {
	last := r.Episodes - 1
	rows := [][]string{{"of the seeds", "5 %", "median", "95 %"}}
	for _, of := range []struct {
		name  string
		bands [][3]report.Float
		at    int
	}{
		{"reward, first", r.Bands.Rewards, 0}, {"reward, last", r.Bands.Rewards, last},
		{"makespan s, first", r.Bands.Makespans, 0}, {"makespan s, last", r.Bands.Makespans, last},
		{"energy J, first", r.Bands.Energies, 0}, {"energy J, last", r.Bands.Energies, last},
	} {
		b := of.bands[of.at]
		rows = append(rows, []string{of.name, numeral.Number(b[0]), numeral.Number(b[1]), numeral.Number(b[2])})
	}
	if err := cli.PrintTable(x.Stdout, rows); err != nil {
		return err
	}
	fmt.Fprintln(x.Stdout)
	rows = [][]string{{"first decision of the last episode", "likeliest in", "settled in"}}
	for _, s := range r.Settled {
		if s.Likeliest > 0 {
			rows = append(rows, []string{s.Action, numeral.Count(s.Likeliest), numeral.Count(s.Seeds)})
		}
	}
	if err := cli.PrintTable(x.Stdout, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(x.Stdout, "\n%s\n", cli.Wrap(fmt.Sprintf("Of %d seeds; settled: with a probability above %v.", len(r.Seeds),
		train.SettledAt), 100))
	return err
}
