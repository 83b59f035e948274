package main

import (
	"fmt"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	experiment "shadowtime/core/experiment/slurm"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/slurm"
	"shadowtime/core/sim/slurmsite"
	"shadowtime/core/study"
)

// searchSlurm looks for settings of a site's Slurm under which its own jobs wait less.
func searchSlurm(c *cli.Call, paths []string, version slurm.Version, asJSON bool) error {
	s, err := siteToChange(c, paths)
	if err != nil {
		return err
	}
	a, err := experiment.Search(s, version, &experiment.Question{Each: inParallel(c, "replays")})
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
func forecastSlurm(c *cli.Call, paths []string, version slurm.Version, job string, asJSON bool) error {
	more, err := experiment.ParseJob(job)
	if err != nil {
		return cli.Usef("--job: %v", err)
	}
	s, err := siteToChange(c, paths)
	if err != nil {
		return err
	}
	f, err := experiment.When(s, version, &experiment.Ask{More: more, Each: inParallel(c, "replays")})
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
func compareOrders(c *cli.Call, paths []string, orders string, version slurm.Version, asJSON bool) error {
	s, err := siteToChange(c, paths)
	if err != nil {
		return err
	}
	a, err := experiment.CompareOrders(s, version, order.Split(orders), &experiment.Question{Each: inParallel(c, "replays")})
	if err != nil {
		return err
	}
	if asJSON {
		return c.PrintJSON(a)
	}
	return printAnswer(c, a.Says, experiment.OrderHead, a.Table(), a.Notes)
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
func siteToChange(c *cli.Call, paths []string) (*slurmsite.Site, error) {
	files, ok, err := siteFiles(c, paths, "")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, cli.Usef("no file has jobs as Slurm writes them: give what sacct -P prints")
	}
	return slurmsite.Read(files, included)
}

// changeSlurm says what a change of a site's configuration would have done to its own jobs.
func changeSlurm(c *cli.Call, paths []string, set, to string, version slurm.Version, resamples int, asJSON bool) error {
	if resamples < 0 || resamples > study.MaxResamples {
		return cli.Usef("--resamples %d: give 1 to %d, or 0 for none", resamples, study.MaxResamples)
	}
	change := slurmsite.File{Name: "--set", Text: strings.ReplaceAll(set, ";", "\n")}
	switch {
	case (set == "") == (to == ""):
		return cli.Usef("change needs what to set: --set 'PriorityWeightAge=1000; bf_window=2880', or --to another slurm.conf")
	case to != "":
		text, err := c.ReadText(to)
		if err != nil {
			return err
		}
		change = slurmsite.File{Name: wordsFor(to), Text: text}
	}
	s, err := siteToChange(c, paths)
	if err != nil {
		return err
	}
	q := experiment.Question{Change: change, Resamples: resamples, Seed: 1, Each: inParallel(c, "replays")}
	a, err := experiment.Change(s, version, &q, included)
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
func printChanged(c *cli.Call, a *experiment.Changed) error {
	for _, words := range a.Says {
		fmt.Fprintln(c.Stdout, cli.Wrap(words, 100))
	}
	fmt.Fprintln(c.Stdout)
	rows := [][]string{{"changed", "as set", "to"}}
	for _, d := range a.Changes {
		rows = append(rows, []string{strings.TrimSpace(d.Partition + " " + d.Name), experiment.NameOrNone(d.From),
			experiment.NameOrNone(d.To)})
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
func printGroups(c *cli.Call, a *experiment.Changed) error {
	for _, g := range a.Groups() {
		fmt.Fprintln(c.Stdout)
		rows := [][]string{{g.Of, "jobs", "mean wait as set", "with the change", "change"}}
		list := g.List[:min(len(g.List), crewsPrinted)]
		write := experiment.ShiftWaits(list)
		for i := range list {
			x := &list[i]
			rows = append(rows, []string{experiment.NameOrNone(x.Name), numeral.Count(x.Jobs), write(float64(x.AsSet)),
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
