package main

import (
	"errors"
	"fmt"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/sim/why"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/model"
)

// runFreely runs the jobs of a log, or of a recorded run, under a configuration.
func runFreely(c *cli.Call, path, conf, passes string, asJSON bool) error {
	var files [2]follow.File
	for i, file := range []string{conf, passes} {
		if file == "" {
			continue
		}
		text, err := c.ReadText(file)
		if err == nil && i == 0 && strings.TrimSpace(text) == "" {
			err = fmt.Errorf("%s: the file is empty: leave it out for the defaults of Slurm, or give slurm.conf", wordsFor(file))
		}
		if err != nil {
			return err
		}
		files[i] = follow.File{Name: wordsFor(file), Text: text}
	}
	l, err := jobsToRun(c, path, files[0], files[1])
	if err != nil {
		return err
	}
	a := l.Run(passes != "")
	if asJSON {
		return c.PrintJSON(a)
	}
	return printRun(c, a)
}

// jobsToRun are those of a recorded run, known by its name and its configuration, else of a log.
func jobsToRun(c *cli.Call, path string, conf, passes follow.File) (*follow.Load, error) {
	if strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".csv") && strings.Contains(conf.Text, "epoch of time 0: ") {
		text, err := c.ReadText(path)
		if err != nil {
			return nil, err
		}
		if passes.Name == "" {
			passes.Text = "time,kind"
		}
		r, err := follow.ReadRun(follow.File{Name: wordsFor(path), Text: text}, conf, passes)
		if err != nil {
			return nil, err
		}
		return r.Free(), nil
	}
	if passes.Name != "" {
		return nil, cli.Usef("--passes is of a recorded run, RUN.csv with its RUN.conf: %s is a log", wordsFor(path))
	}
	config, err := model.Read(conf.Text, model.V2205)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", conf.Name, err)
	}
	plan := replay.Usual()
	x, err := c.Load(path, &plan.Workload)
	if err != nil {
		return nil, err
	}
	unix, _ := x.Log.Header.Int("UnixStartTime")
	l, err := follow.FreeLog(x.Trace, why.Waits(x.Trace, x.Log), unix, config)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", wordsFor(path), err)
	}
	return l, nil
}

// printRun prints what came of the jobs.
func printRun(c *cli.Call, a *follow.Replay) error {
	if a.Jobs == 0 {
		return errors.New("no job has started: the configuration's partitions are too small for all of them")
	}
	rows := [][]string{{"Slurm", a.Version, ""}, {"jobs", numeral.Count(a.Jobs), ""},
		{"left", numeral.Count(a.Left), "do not fit, or never start"},
		{"mean wait", fmt.Sprintf("%.1f", a.MeanWait), "s"},
		{"started by main", numeral.Count(a.ByMain), ""},
		{"by backfill", numeral.Count(a.Jobs - a.ByMain), ""},
		{"main passes", numeral.Count(a.Passes["main"] + a.Passes["full"]), ""},
		{"backfill passes", numeral.Count(a.Passes["backfill"]), ""}}
	if n := a.Recorded; n != nil {
		rows = append(rows, []string{"recorded", fmt.Sprintf("%.1f", n.MeanWait), fmt.Sprintf("s, the mean wait of %s jobs; here %.1f s",
			numeral.Count(n.Jobs), n.Here)})
		if n.ByMain != nil {
			rows = append(rows, []string{"", numeral.Count(*n.ByMain), "started by main"})
		}
		rows = append(rows, []string{"near", numeral.Count(n.Near), fmt.Sprintf("start within %.0f s of the record", n.Within)})
	}
	return cli.PrintTable(c.Stdout, rows)
}
