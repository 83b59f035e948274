package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
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
func believeSite(c *cli.Call, files []slurmsite.File, version slurm.Version, job int, asJSON bool) error {
	s, err := slurmsite.Read(files, included)
	if err != nil {
		return err
	}
	if !s.Said && version != 0 {
		s.Version = version
	}
	log, err := s.Log()
	if err != nil {
		return err
	}
	scene, err := s.Scene(log)
	if err != nil {
		return err
	}
	x := follow.FreeSite(scene)
	a := x.Believe()
	if job != 0 {
		told, ok := x.Tell(int64(job))
		if !ok {
			return fmt.Errorf("--job %d: the log has no such job that starts here: give the number in JobIDRaw", job)
		}
		if asJSON {
			return c.PrintJSON(told)
		}
		return printTold(c, &told)
	}
	if asJSON {
		return c.PrintJSON(struct {
			Read []slurmsite.Source `json:"read"`
			Not  []slurmsite.Source `json:"left"`
			*follow.Believed
		}{s.Read, s.Left, a})
	}
	return printBelieved(c, s, a)
}

// printBelieved prints what came of a site's jobs.
func printBelieved(c *cli.Call, s *slurmsite.Site, a *follow.Believed) error {
	say := func(format string, values ...any) {
		fmt.Fprintln(c.Stdout, cli.Wrap(fmt.Sprintf(format, values...), 100))
	}
	if a.Judged == 0 {
		return fmt.Errorf("no job started of which the log has the wait: export more than %s", numeral.Plural(a.Jobs, "one job",
			"these jobs"))
	}
	percent := func(part float64) string { return numeral.Percent(part, 0) }
	if m := a.Main; m != nil {
		say("Main started %s, backfill %s on the machine; in the model %s and %s.", percent(m.Machine), percent(1-m.Machine),
			percent(m.Here), percent(1-m.Here))
	} else {
		say("The log does not say who started the jobs: sacct's column Flags does. In the model main started %s, backfill %s.",
			percent(float64(a.ByMain)/float64(a.Jobs)), percent(1-float64(a.ByMain)/float64(a.Jobs)))
	}
	n := a.Recorded
	say("%s of %s jobs are judged. They waited %s in the mean on the machine, and %s in the model of Slurm %s. "+
		"%s start within %s of the record.", numeral.Count(a.Judged), numeral.Count(a.Jobs), numeral.Duration(n.MeanWait),
		numeral.Duration(n.Here), a.Version, percent(float64(n.Near)/float64(n.Jobs)), numeral.Duration(n.Within))
	rank := ""
	if a.Rank != nil {
		rank = fmt.Sprintf(" Who waits longer agrees with a rank correlation of %.2f.", *a.Rank)
	}
	say("A wait is off by a factor of %s in the mean (a minute added to each).%s", numeral.Number(math.Exp2(a.Distance)), rank)
	if a.Priorities > 0 {
		say("Of %s priorities in the log %s are within %d here.", numeral.Count(a.Priorities), numeral.Count(a.Equal), follow.Near)
	}
	fmt.Fprintln(c.Stdout)
	rows := [][]string{{"why jobs waited, in the model", "of all waiting", "jobs"}}
	for _, r := range a.Reasons {
		rows = append(rows, []string{r.Reason, percent(r.Part), numeral.Count(r.Jobs)})
	}
	if err := cli.PrintTable(c.Stdout, rows); err != nil {
		return err
	}
	for _, x := range []struct {
		what string
		list []follow.Crew
	}{{"partition", a.Partitions}, {"account", a.Accounts}, {"QOS", a.QOS}} {
		fmt.Fprintln(c.Stdout)
		rows := [][]string{{x.what, "jobs", "mean wait on the machine", "in the model", "median on the machine", "in the model"}}
		list := x.list[:min(len(x.list), crewsPrinted)]
		mean := numeral.Column(list, func(g follow.Crew) float64 { return max(g.Machine, g.Here) })
		half := numeral.Column(list, func(g follow.Crew) float64 { return max(g.Half[0], g.Half[1]) })
		for _, g := range list {
			rows = append(rows, []string{nameOrNone(g.Name), numeral.Count(g.Jobs), mean(g.Machine), mean(g.Here), half(g.Half[0]),
				half(g.Half[1])})
		}
		if err := cli.PrintTable(c.Stdout, rows); err != nil {
			return err
		}
		if more := len(x.list) - crewsPrinted; more > 0 {
			fmt.Fprintf(c.Stdout, "and %s more: --json has them\n", numeral.Count(more))
		}
	}
	fmt.Fprintln(c.Stdout)
	for _, f := range slices.Concat(s.Read, s.Left) {
		fmt.Fprintf(c.Stdout, "  %s: %s\n", f.File, f.Is)
	}
	for _, note := range slices.Concat(leftRecords(a.Why), a.Notes) {
		fmt.Fprintln(c.Stdout, cli.Wrap("! "+note, 100))
	}
	return nil
}

// crewsPrinted are the most rows of a table of partitions, accounts or QOS.
const crewsPrinted = 12

// nameOrNone is a name in a table.
func nameOrNone(name string) string {
	if name == "" {
		return "(none)"
	}
	return name
}

// leftRecords says which records are no jobs here.
func leftRecords(why map[string]int) (list []string) {
	for reason, n := range why {
		list = append(list, numeral.Count(n)+numeral.Plural(n, " record is", " records are")+" left out: "+reason)
	}
	slices.Sort(list)
	return list
}

const hour = 3600

// printTold prints what there is to say of one job.
func printTold(c *cli.Call, t *follow.Told) error {
	by := func(name string) string {
		if name == "" {
			return ""
		}
		return ", started by " + name
	}
	spans := []float64{t.Eligible, t.Machine, t.Here}
	for _, r := range t.Reasons {
		spans = append(spans, r.Hours*hour)
	}
	span := numeral.Durations(spans)
	rows := [][]string{{fmt.Sprintf("job %d", t.ID), strings.Join([]string{nameOrNone(t.Partition), nameOrNone(t.Account),
		nameOrNone(t.User), nameOrNone(t.QOS)}, " "),
		fmt.Sprintf("%s CPUs, %s nodes, limit %s", numeral.Count(t.CPUs), numeral.Count(t.Nodes), numeral.Duration(float64(t.Limit)))},
		{"not eligible", span(t.Eligible), "Dependency, BeginTime or held"},
		{"waited", span(t.Machine), "on the machine" + by(t.StartedBy)},
		{"", span(t.Here), "in the model" + by(t.StartedByHere)}}
	for _, r := range t.Reasons {
		rows = append(rows, []string{"", span(r.Hours * hour), r.Reason})
	}
	for _, p := range []struct {
		n     *int64
		words string
	}{{t.Priority, "in the log"}, {t.Sprio, "by sprio"}, {t.PriorityHere, "in the model"}} {
		if p.n != nil {
			rows = append(rows, []string{"priority", numeral.Count(*p.n), p.words})
		}
	}
	return cli.PrintTable(c.Stdout, rows)
}
