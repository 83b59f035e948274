package tasks

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/job/tracefile"
)

// The papers' whole campaigns: what each runs, on which logs.
//
//go:embed campaigns/*.json
var campaignFiles embed.FS

// Campaign is a paper's campaign.
type Campaign struct {
	Name   string      `json:"name"`
	Title  string      `json:"title"`
	Source string      `json:"source"`
	Runs   []Run       `json:"runs"`
	Logs   []NeededLog `json:"logs"`
}

// Run is a call of a verb on the campaign's logs.
type Run struct {
	Name    string   `json:"name"` // of its folder
	Title   string   `json:"title"`
	Verb    string   `json:"verb"`
	Flags   []string `json:"flags"`
	Printed string   `json:"printed"` // what the paper says, where the verb does not set it beside
	Alone   bool     `json:"alone"`   // what it computes follows step by step: it has no shares
}

// NeededLog is a log of a campaign: known by its digest, or by its file's name where
// none is known.
type NeededLog struct {
	Name   string `json:"name"`
	File   string `json:"file"`
	Digest string `json:"digest"`
	Where  string `json:"where"` // to get it
	Jobs   int    `json:"jobs"`  // in so many months, as table 6.1 of Reis 2018 has them
	Months int    `json:"months"`
}

// RunCampaign is the verb campaign: it has other verbs of the program compute what a paper
// did, and puts what they say into one page.
func RunCampaign(c *Call) error {
	logs := c.Flags.String("logs", ".", "`folder` of logs: they are known by what they hold")
	to := c.Output("html", "", "`file` of the report (of --keep unless named: report.html)")
	onto := c.Output("page", "", "instead of a report write the tables anew into an HTML `file` that has a place for them, as reproduce "+
		"does")
	resamples := c.Flags.Int("resamples", 0, "`number` of resamples or seeds, for a first look (0: the paper's)")
	estimate := c.Flags.Bool("estimate", false, "compute one task of each kind and log, and say how long the campaign takes, on absent "+
		"logs by their jobs a month")
	c.WorkersFlag("tasks")
	c.keepFlags()
	args, err := c.Parse(-1)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return listCampaigns(c)
	}
	p, err := campaignOf(args[0])
	switch {
	case err != nil:
		return err
	case len(args) > 1:
		return cli.Usef("%d arguments: name one campaign", len(args))
	case c.sharing.dir == "" && !*estimate:
		return cli.Usef("--keep: say in which folder what is done is kept: a campaign takes hours")
	}
	paths, err := p.find(c, *logs)
	if err != nil {
		return err
	}
	if *estimate {
		return c.estimate(p, paths)
	}
	if *onto != "" {
		return c.ontoPage(p, paths, *onto, *to, *resamples)
	}
	if *to == "" {
		*to = filepath.Join(c.sharing.dir, "report.html")
		if at, err := os.Lstat(*to); err == nil && !at.Mode().IsRegular() { // whoever made the folder may have led it elsewhere
			return fmt.Errorf("%s is no file of its own: remove it, or name another with --html", *to)
		}
	}
	r := cli.NewPage(p.Title, p.Source+", computed again by Shadowtime, "+Build()+".")
	if err := c.runAll(p, paths, r, *resamples); err != nil {
		return err
	}
	if err := cli.SaveFile(*to, func(w io.Writer) error { _, err := w.Write(r.Whole()); return err }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Stdout, "%s: %s\n", p.Title, *to)
	return err
}

// filling is the verb that fills places of a page.
const filling = "reproduce"

// ontoPage writes a campaign's tables into a page that has a place for each.
func (c *Call) ontoPage(p *Campaign, paths []string, onto, to string, resamples int) error {
	if to != "" {
		return cli.Usef("--html and --page: the tables go to one file at a time; what is kept makes the other at once")
	}
	for _, run := range p.Runs {
		if run.Verb != filling {
			return cli.Usef("--page: %s is computed by %s, which fills no page: leave the flag out for a report of its own",
				p.Name, run.Verb)
		}
	}
	return cli.Edit(onto, func(r *cli.Page) error { return c.runAll(p, paths, r, resamples) })
}

// Campaigns are those that are built in.
func Campaigns() (list []Campaign) {
	entries, _ := campaignFiles.ReadDir("campaigns") // they are built in
	for _, e := range entries {
		b, _ := campaignFiles.ReadFile("campaigns/" + e.Name())
		var p Campaign
		if err := json.Unmarshal(b, &p); err != nil {
			panic(e.Name() + ": " + err.Error())
		}
		list = append(list, p)
	}
	return list
}

func campaignOf(name string) (*Campaign, error) {
	var names []string
	for _, p := range Campaigns() {
		if p.Name == name {
			return &p, nil
		}
		names = append(names, p.Name)
	}
	return nil, cli.Usef("campaign %q is not known: use %s", cut(name, 60), numeral.Either(names))
}

func listCampaigns(c *Call) error {
	for _, p := range Campaigns() {
		var names []string
		for _, l := range p.Logs {
			names = append(names, l.Name)
		}
		fmt.Fprintf(c.Stdout, "%-12s %s\n", p.Name, p.Title)
		fmt.Fprintf(c.Stdout, "%-12s %s\n%-12s logs: %s\n", "", p.Source, "", strings.Join(names, ", "))
	}
	return nil
}

// find names the campaign's logs that are in a folder, "" those that are not, and
// says which these are.
func (p *Campaign) find(c *Call, dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("--logs %s: %w", dir, err)
	}
	any := false
	found := make([]string, len(p.Logs))
	for _, e := range entries {
		if name := strings.ToLower(e.Name()); e.IsDir() || !strings.HasSuffix(strings.TrimSuffix(name, ".gz"), ".swf") {
			continue
		}
		path := filepath.Join(dir, e.Name())
		log, err := tracefile.Open(path, nil)
		if err != nil {
			fmt.Fprintf(c.Stderr, "%s is passed over: %v\n", path, err)
			continue
		}
		if i := slices.IndexFunc(p.Logs, func(l NeededLog) bool { return l.is(log.Digest.Hex(), e.Name()) }); i >= 0 && found[i] == "" {
			found[i] = path
		}
	}
	for i, l := range p.Logs {
		if found[i] == "" {
			fmt.Fprintf(c.Stderr, "%s is not in %s and is left out: get %s from %s\n", l.Name, dir, l.File, l.Where)
			continue
		}
		any = true
	}
	if !any {
		return nil, fmt.Errorf("--logs %s: none of the campaign's logs is there", dir)
	}
	return found, nil
}

func (l *NeededLog) is(digest, file string) bool {
	if l.Digest != "" {
		return l.Digest == digest
	}
	return strings.EqualFold(strings.TrimSuffix(l.File, ".gz"), strings.TrimSuffix(file, ".gz"))
}

// runAll does a campaign's runs, and puts what they found into a page when all are
// done.
func (c *Call) runAll(p *Campaign, paths []string, r *cli.Page, resamples int) error {
	x := &c.sharing
	paths = slices.DeleteFunc(paths, func(path string) bool { return path == "" })
	var not Later
	for i, run := range p.Runs {
		fmt.Fprintf(c.Stderr, "%s: %s\n", p.Name, run.Title)
		flags := append(slices.Clone(run.Flags), fmt.Sprint("--workers=", c.Workers))
		if resamples > 0 {
			flags = append(flags, fmt.Sprint("--resamples=", resamples))
		}
		var text bytes.Buffer
		sub, ask := sub(c.Call, c.Program.Find(run.Verb), append(flags, paths...), &text)
		sub.sharing = sharing{dir: filepath.Join(x.dir, run.Name), share: x.share}
		if x.share.n > 0 && run.Alone {
			if x.share.i > 1 {
				fmt.Fprintf(c.Stderr, "%s has no shares: the first computes it\n", run.Title)
				not.elsewhere = ErrElsewhere
				continue
			}
			sub.sharing.share = share{}
		}
		r.Part(i, run.Title, run.Printed)
		sub.Into = r
		err := ask(sub)
		x.kept, x.found = x.kept+sub.sharing.kept, x.found+sub.sharing.found
		if err != nil && !not.Takes(err) {
			return fmt.Errorf("%s: %w", run.Title, err)
		}
		r.Pre(text.String())
	}
	if x.share.n > 0 {
		not.elsewhere = ErrElsewhere
	}
	return not.Err(c)
}

// estimate says how long a campaign takes, by a task of each part.
func (c *Call) estimate(p *Campaign, paths []string) error {
	dir, err := os.MkdirTemp("", "shadowtime")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	rows := [][]string{{"log", "jobs a month", "tasks", "core hours", ""}}
	took, perJob, measured := make([]jobArray, len(p.Logs)), 0.0, 0
	for i, path := range paths {
		if path == "" {
			continue
		}
		s, err := c.sampled(p, path, filepath.Join(dir, p.Logs[i].Name))
		if err != nil {
			return err
		}
		took[i] = s
		if m := p.Logs[i].monthly(); m > 0 {
			perJob, measured = perJob+s.seconds/m, measured+1
		}
	}
	total := 0.0
	for i, l := range p.Logs {
		s, how := took[i].seconds, "measured"
		tasks := numeral.Count(took[i].tasks)
		if paths[i] == "" {
			s, how, tasks = perJob/max(1, float64(measured))*l.monthly(), "by its jobs a month", ""
		}
		total += s
		rows = append(rows, []string{l.Name, numeral.Count(int(l.monthly())), tasks, fmt.Sprintf("%.2f", s/3600), how})
	}
	rows = append(rows, []string{"all", "", "", fmt.Sprintf("%.2f", total/3600),
		fmt.Sprintf("%.2f h on %d workers", total/3600/float64(c.Workers), c.Workers)})
	return cli.PrintTable(c.Stdout, rows)
}

// monthly is how many jobs a month has, 0 where that is not known.
func (l *NeededLog) monthly() float64 { return float64(l.Jobs) / max(1, float64(l.Months)) }

// sampled is what a task of each part of a campaign took on one log.
func (c *Call) sampled(p *Campaign, path, dir string) (all jobArray, err error) {
	for _, run := range p.Runs {
		if run.Alone {
			return all, cli.Usef("--estimate: what %s computes follows step by step, so no task tells of the others", p.Name)
		}
		sub, ask := sub(c.Call, c.Program.Find(run.Verb), append(slices.Clone(run.Flags), path), c.Stdout)
		sub.sharing = sharing{dir: filepath.Join(dir, run.Name)}
		sub.sharing.slurm.asked = true
		if err := ask(sub); !errors.Is(err, ErrElsewhere) {
			return all, err
		}
		s := &sub.sharing.slurm
		all.tasks, all.seconds = all.tasks+s.tasks, all.seconds+s.seconds
	}
	return all, nil
}
