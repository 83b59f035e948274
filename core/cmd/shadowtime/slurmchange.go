package main

import (
	"fmt"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/sim/order"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
	"shadowtime/core/study"
)

// searchSlurm looks for settings of a site's Slurm under which its own jobs wait less.
func searchSlurm(c *cli.Call, paths []string, version model.Version, asJSON bool) error {
	s, err := siteToChange(c, paths)
	if err != nil {
		return err
	}
	a, err := slurm.Search(s, version, &slurm.Question{Each: inParallel(c, "replays")})
	if err != nil {
		return err
	}
	if asJSON {
		return c.PrintJSON(a)
	}
	for _, words := range a.Says {
		fmt.Fprintln(c.Stdout, cli.Wrap(words, 100))
	}
	for _, card := range a.Cards {
		fmt.Fprintf(c.Stdout, "\n%s (%s on the first part)\n", numeral.Capital(card.Manner), numeral.Change(float64(card.First)))
		for _, words := range card.Changed.Says {
			fmt.Fprintln(c.Stdout, cli.Wrap(words, 100))
		}
		if err := printGroups(c, card.Changed); err != nil {
			return err
		}
		for _, words := range card.Changed.Paste {
			fmt.Fprintln(c.Stdout, words)
		}
	}
	fmt.Fprintln(c.Stdout)
	rows := [][]string{{"alone, on the first part", "mean wait", "longest wait, over that as set"}}
	for _, x := range a.Alone[:min(len(a.Alone), crewsPrinted)] {
		rows = append(rows, []string{x.Set, numeral.Change(float64(x.Change)), numeral.Number(x.Longest)})
	}
	if err := cli.PrintTable(c.Stdout, rows); err != nil {
		return err
	}
	for _, note := range a.Notes {
		fmt.Fprintln(c.Stdout, cli.Wrap("! "+note, 100))
	}
	return nil
}

// forecastSlurm says when jobs that wait will start, and one more.
func forecastSlurm(c *cli.Call, paths []string, version model.Version, job string, asJSON bool) error {
	more, err := slurm.ParseJob(job)
	if err != nil {
		return cli.Usef("--job: %v", err)
	}
	s, err := siteToChange(c, paths)
	if err != nil {
		return err
	}
	f, err := slurm.When(s, version, &slurm.Ask{More: more, Each: inParallel(c, "replays")})
	if err != nil {
		return err
	}
	if asJSON {
		return c.PrintJSON(f)
	}
	head, rows := f.Table()
	return printAnswer(c, f.Says, head, rows, f.Notes)
}

// compareOrders says what queue orders would do in a site's Slurm.
func compareOrders(c *cli.Call, paths []string, orders string, version model.Version, asJSON bool) error {
	s, err := siteToChange(c, paths)
	if err != nil {
		return err
	}
	a, err := slurm.CompareOrders(s, version, order.Split(orders), &slurm.Question{Each: inParallel(c, "replays")})
	if err != nil {
		return err
	}
	if asJSON {
		return c.PrintJSON(a)
	}
	return printAnswer(c, a.Says, slurm.OrderHead, a.Table(), a.Notes)
}

// printAnswer prints sentences, a table and what is to be noted.
func printAnswer(c *cli.Call, says, head []string, rows [][]string, notes []string) error {
	for _, words := range says {
		fmt.Fprintln(c.Stdout, cli.Wrap(words, 100))
	}
	fmt.Fprintln(c.Stdout)
	if err := cli.PrintTable(c.Stdout, append([][]string{head}, rows...)); err != nil {
		return err
	}
	for _, note := range notes {
		fmt.Fprintln(c.Stdout, cli.Wrap("! "+note, 100))
	}
	return nil
}

// siteToChange reads a site's files, jobs among them.
func siteToChange(c *cli.Call, paths []string) (*site.Site, error) {
	files, ok, err := siteFiles(c, paths, "")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, cli.Usef("no file has jobs as Slurm writes them: give what sacct -P prints")
	}
	return site.Read(files, included)
}

// changeSlurm says what a change of a site's configuration would have done to its own jobs.
func changeSlurm(c *cli.Call, paths []string, set, to string, version model.Version, resamples int, asJSON bool) error {
	if resamples < 0 || resamples > study.MaxResamples {
		return cli.Usef("--resamples %d: give 1 to %d, or 0 for none", resamples, study.MaxResamples)
	}
	change := site.File{Name: "--set", Text: strings.ReplaceAll(set, ";", "\n")}
	switch {
	case (set == "") == (to == ""):
		return cli.Usef("change needs what to set: --set 'PriorityWeightAge=1000; bf_window=2880', or --to another slurm.conf")
	case to != "":
		text, err := c.ReadText(to)
		if err != nil {
			return err
		}
		change = site.File{Name: wordsFor(to), Text: text}
	}
	s, err := siteToChange(c, paths)
	if err != nil {
		return err
	}
	q := slurm.Question{Change: change, Resamples: resamples, Seed: 1, Each: inParallel(c, "replays")}
	a, err := slurm.Change(s, version, &q, included)
	if err != nil {
		return err
	}
	if asJSON {
		return c.PrintJSON(a)
	}
	return printChanged(c, a)
}

// inParallel computes tasks on as many goroutines as the call has workers, up to the first error, and tells how far they are.
func inParallel(c *cli.Call, what string) func(n int, task func(i int) error) error {
	return func(n int, task func(i int) error) error {
		tally := c.Tally(n, 0, what)
		return cli.Parallel(n, c.Workers, func() (func(i int) error, error) {
			return func(i int) error {
				_, end := tally.One()
				err := task(i)
				end()
				return err
			}, nil
		})
	}
}

// printChanged prints what a change would have done.
func printChanged(c *cli.Call, a *slurm.Changed) error {
	for _, words := range a.Says {
		fmt.Fprintln(c.Stdout, cli.Wrap(words, 100))
	}
	fmt.Fprintln(c.Stdout)
	rows := [][]string{{"changed", "as set", "to"}}
	for _, d := range a.Changes {
		rows = append(rows, []string{strings.TrimSpace(d.Partition + " " + d.Name), slurm.NameOrNone(d.From),
			slurm.NameOrNone(d.To)})
	}
	if err := cli.PrintTable(c.Stdout, rows); err != nil {
		return err
	}
	if err := printGroups(c, a); err != nil {
		return err
	}
	fmt.Fprintln(c.Stdout)
	for _, words := range a.Paste {
		fmt.Fprintln(c.Stdout, words)
	}
	for _, note := range a.Notes {
		fmt.Fprintln(c.Stdout, cli.Wrap("! "+note, 100))
	}
	return nil
}

// printGroups prints who gains and who pays.
func printGroups(c *cli.Call, a *slurm.Changed) error {
	for _, g := range a.Groups() {
		fmt.Fprintln(c.Stdout)
		rows := [][]string{{g.Of, "jobs", "mean wait as set", "with the change", "change"}}
		list := g.List[:min(len(g.List), crewsPrinted)]
		write := slurm.ShiftWaits(list)
		for i := range list {
			x := &list[i]
			rows = append(rows, []string{slurm.NameOrNone(x.Name), numeral.Count(x.Jobs), write(float64(x.AsSet)),
				write(float64(x.Changed)), x.Words()})
		}
		if err := cli.PrintTable(c.Stdout, rows); err != nil {
			return err
		}
		if more := len(g.List) - crewsPrinted; more > 0 {
			fmt.Fprintf(c.Stdout, "and %s more: --json has them\n", numeral.Count(more))
		}
	}
	return nil
}
