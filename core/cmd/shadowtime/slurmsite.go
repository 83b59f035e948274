package main

import (
	"fmt"
	"io"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	experiment "shadowtime/core/experiment/slurm"
	"shadowtime/core/sim/follow"
	"shadowtime/core/sim/slurm"
	"shadowtime/core/sim/slurmsite"
)

// siteFiles are those of a site, if one of them has jobs as Slurm writes them.
func siteFiles(c *cli.Call, paths []string, conf string) (files []slurmsite.File, ok bool, err error) {
	if conf != "" {
		paths = append(slices.Clone(paths), conf)
	}
	for _, path := range paths {
		text, err := c.ReadText(path)
		if err != nil {
			return nil, false, err
		}
		ok = ok || slurmsite.KindOf(text) == slurmsite.Jobs
		files = append(files, slurmsite.File{Name: wordsFor(path), Text: text})
	}
	return files, ok, nil
}

// believeSite runs a site's own jobs under its configuration, and says how near that comes, or why one job waited.
func believeSite(c *cli.Call, files []slurmsite.File, version slurm.Version, job int, list, shares string, asJSON bool) error {
	s, err := slurmsite.Read(files, included)
	if err != nil {
		return err
	}
	x, err := experiment.Prepare(s, version)
	if err != nil {
		return err
	}
	if shares != "" {
		experiment.Watch(x)
	}
	a, err := experiment.Replay(s, x)
	if err == nil && list != "" {
		err = c.Save(list, func(w io.Writer) error { _, err := w.Write(experiment.CSV(x)); return err })
	}
	if err != nil {
		return err
	}
	if shares != "" {
		text, err := experiment.CourseCSV(x)
		if err != nil {
			return fmt.Errorf("--shares: %w", err)
		}
		if err := c.Save(shares, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
			return err
		}
	}
	if c.OnStandard() {
		return nil
	}
	if job != 0 {
		told, err := experiment.Tell(x, int64(job))
		if err != nil {
			return fmt.Errorf("--job: %w", err)
		}
		if asJSON {
			return c.PrintJSON(told)
		}
		return printTold(c, told)
	}
	if asJSON {
		return c.PrintJSON(a)
	}
	return printBelieved(c, a)
}

// printBelieved prints what came of a site's jobs.
func printBelieved(c *cli.Call, a *experiment.Replayed) error {
	for _, words := range a.Says() {
		fmt.Fprintln(c.Stdout, cli.Wrap(words, 100))
	}
	fmt.Fprintln(c.Stdout)
	rows := [][]string{{"why jobs waited, in the model", "of all waiting", "jobs"}}
	for _, r := range a.Reasons {
		rows = append(rows, []string{r.Reason, numeral.Percent(r.Part, 0), numeral.Count(r.Jobs)})
	}
	if err := cli.PrintTable(c.Stdout, rows); err != nil {
		return err
	}
	for _, x := range a.Groups() {
		fmt.Fprintln(c.Stdout)
		rows := [][]string{{x.Of, "jobs", "mean wait on the machine", "in the model", "median on the machine", "in the model"}}
		list := x.List[:min(len(x.List), crewsPrinted)]
		mean, half := experiment.Waits(list)
		for _, g := range list {
			rows = append(rows, []string{experiment.NameOrNone(g.Name), numeral.Count(g.Jobs), mean(g.Machine), mean(g.Here),
				half(g.Half[0]), half(g.Half[1])})
		}
		if err := cli.PrintTable(c.Stdout, rows); err != nil {
			return err
		}
		if more := len(x.List) - crewsPrinted; more > 0 {
			fmt.Fprintf(c.Stdout, "and %s more: --json has them\n", numeral.Count(more))
		}
	}
	fmt.Fprintln(c.Stdout)
	for _, f := range slices.Concat(a.Read, a.Not) {
		fmt.Fprintf(c.Stdout, "  %s: %s\n", f.File, f.Is)
	}
	for _, note := range a.Caveats() {
		fmt.Fprintln(c.Stdout, cli.Wrap("! "+note, 100))
	}
	return nil
}

// crewsPrinted are the most rows of a table of partitions, accounts or QOS.
const crewsPrinted = 12

// printTold prints what there is to say of one job.
func printTold(c *cli.Call, t *follow.Told) error {
	rows := [][]string{{fmt.Sprintf("job %d", t.ID), experiment.Whose(t), experiment.Asked(t)}}
	for _, l := range experiment.Story(t) {
		rows = append(rows, []string{l.What, l.Value, l.Words})
	}
	return cli.PrintTable(c.Stdout, rows)
}
