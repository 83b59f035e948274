package main

import (
	"fmt"
	"io"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// siteFiles are those of a site, if one of them has jobs as Slurm writes them.
func siteFiles(c *cli.Call, paths []string, conf string) (files []site.File, ok bool, err error) {
	if conf != "" {
		paths = append(slices.Clone(paths), conf)
	}
	for _, path := range paths {
		text, err := c.ReadText(path)
		if err != nil {
			return nil, false, err
		}
		ok = ok || site.KindOf(text) == site.Jobs
		files = append(files, site.File{Name: wordsFor(path), Text: text})
	}
	return files, ok, nil
}

// believeSite runs a site's own jobs under its configuration, and says how near that comes, or why one job waited.
func believeSite(c *cli.Call, files []site.File, version model.Version, job int, list, shares string, asJSON bool) error {
	s, err := site.Read(files, included)
	if err != nil {
		return err
	}
	x, err := slurm.Prepare(s, version)
	if err != nil {
		return err
	}
	if shares != "" {
		slurm.Watch(x)
	}
	a, err := slurm.Replay(s, x)
	if err == nil && list != "" {
		err = c.Save(list, func(w io.Writer) error { _, err := w.Write(slurm.CSV(x)); return err })
	}
	if err != nil {
		return err
	}
	if shares != "" {
		text, err := slurm.CourseCSV(x)
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
		told, err := slurm.Tell(x, int64(job))
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
func printBelieved(c *cli.Call, a *slurm.Replayed) error {
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
		mean, half := slurm.Waits(list)
		for _, g := range list {
			rows = append(rows, []string{slurm.NameOrNone(g.Name), numeral.Count(g.Jobs), mean(g.Machine), mean(g.Here),
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
	rows := [][]string{{fmt.Sprintf("job %d", t.ID), slurm.Whose(t), slurm.Asked(t)}}
	for _, l := range slurm.Story(t) {
		rows = append(rows, []string{l.What, l.Value, l.Words})
	}
	return cli.PrintTable(c.Stdout, rows)
}
