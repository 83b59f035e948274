package main

import (
	"fmt"
	"io"

	"shadowtime/core/cmd/cli"
	"shadowtime/core/job"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/paper"
	"shadowtime/core/study"
)

// filing is what a verb does with files of studies: it writes what it found as a
// study or as a page, and goes on from a study.
type filing struct {
	save, html, from *string
	begun            *archive.Study // that it goes on from; nil: none
	key              string         // of its plan
}

// declare makes the flags; plan is what a study that is gone on from asks, and takes, if
// any, what it has beside.
func (f *filing) declare(c *cli.Call, kind string, plan planned, takes func(*archive.Study) error) {
	f.save = c.Output("save", "", "write the study to this `file`, by convention NAME."+archive.Ending+": plan, rows and report, to be shown again or gone on from; the log is not in it")
	f.html = c.Output("html", "", "write the report to this `file` as one HTML page to read or print")
	f.from = c.Input("continue", "go on from the saved study in this `file`, of the same log, with what it asked unless flags say more: --resamples")
	c.Check(func() error {
		if *f.from == "" {
			return nil
		}
		s, err := openStudy(c, *f.from)
		if err != nil {
			return err
		}
		if s.Kind != kind {
			return fmt.Errorf("%s is a study of another kind, %s: shadowtime show says what it is", *f.from, s.Kind)
		}
		err = s.Ask(plan.Settings())
		if err == nil && takes != nil {
			err = takes(s)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", *f.from, err)
		}
		f.begun, f.key = s, plan.Settings().TaskKey()
		return nil
	})
}

// study reads a saved study.
func openStudy(c *cli.Call, path string) (*archive.Study, error) {
	text, err := c.Text(path)
	if err != nil {
		return nil, err
	}
	s, err := archive.Read(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// check refuses what one file can't hold.
func (f *filing) check(logs int) error {
	for _, x := range []struct{ flag, value string }{{"save", *f.save}, {"html", *f.html}, {"continue", *f.from}} {
		if x.value != "" && logs > 1 {
			return cli.Usef("--%s is of one log, %d are given: give one at a time", x.flag, logs)
		}
	}
	return nil
}

// goesOn refuses another log or plan than that of the study that is gone on from.
func (f *filing) goesOn(path string, t *job.Trace, plan study.Settings) error {
	s := f.begun
	switch {
	case s == nil:
		return nil
	case s.Log.Digest != t.Digest:
		return fmt.Errorf("%s is of the log %s (digest %s...), %s is another (%s...): give the log that it was computed on", *f.from, s.Log.Name, s.Log.Digest.Hex()[:16], path, t.Digest.Hex()[:16])
	case f.key != plan.TaskKey():
		for _, v := range s.Plan {
			if at := plan.Find(v.Key); !at.Shown && at.Get() != v.Text {
				return cli.Usef("--%s %s: %s was computed with %s, and its rows are no answer to that: leave the flag out, or leave out --continue to compute anew", v.Key, at.Get(), *f.from, v.Text)
			}
		}
	}
	return nil
}

// begunRows are the rows to go on from: those of a study, else none.
func begunRows[R any, RR study.RowOf[R]](f *filing) (*study.Rows[R, RR], error) {
	if f.begun == nil {
		return &study.Rows[R, RR]{}, nil
	}
	rows, err := archive.Rows[R, RR](&f.begun.Part)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", *f.from, err)
	}
	return rows, nil
}

// write writes the files that were asked for. What goes to standard output is the
// answer: nothing else is printed then.
func (f *filing) write(c *cli.Call, p func() *paper.Paper, s func(*paper.Paper) *archive.Study) (printed bool, err error) {
	if *f.save == "" && *f.html == "" {
		return false, nil
	}
	said := p()
	for _, x := range []struct {
		path string
		text func() []byte
	}{{*f.save, func() []byte { return s(said).Encode() }}, {*f.html, func() []byte { return []byte(said.HTML()) }}} {
		if x.path == "" {
			continue
		}
		if err := c.Save(x.path, func(w io.Writer) error {
			_, err := w.Write(x.text())
			return err
		}); err != nil {
			return printed, err
		}
		printed = printed || x.path == cli.Standard
	}
	return printed, nil
}

// ---- show

func init() {
	register(cli.Verb{
		Group: studies, Place: 4,
		Name: "show", Args: "STUDY",
		Brief: "show a saved study",
		Short: "show a saved study: what it is of, and its report as it was computed",
		Examples: []string{
			"shadowtime compare --save KTH-SP2." + archive.Ending + " KTH-SP2.swf.gz",
			"shadowtime show KTH-SP2." + archive.Ending,
			"shadowtime show --html KTH-SP2.html KTH-SP2." + archive.Ending,
			"shadowtime compare --continue KTH-SP2." + archive.Ending + " --resamples 120 KTH-SP2.swf.gz",
		},
		Run: cli.Plainly(runShow),
	})
}

func runShow(c *cli.Call) error {
	asJSON := c.Flags.Bool("json", false, "print the report as one JSON object")
	asCSV := c.Flags.Bool("csv", false, "print the table as CSV")
	asHTML := c.Output("html", "", "write the report to this `file` as one HTML page to read or print")
	paths, err := c.Parse(1)
	if err != nil {
		return err
	}
	s, err := openStudy(c, paths[0])
	if err != nil {
		return err
	}
	show, ok := shows[s.Kind]
	if !ok {
		show = showWords
	}
	err = archive.Try(func() error { return show(c, s, asHTML, *asJSON, *asCSV) })
	if err != nil {
		return fmt.Errorf("%s: %w", paths[0], err)
	}
	return nil
}

// showWords prints what the file says, of kinds that only the page computes.
func showWords(c *cli.Call, s *archive.Study, html *string, json, csv bool) error {
	if json || csv {
		return cli.Usef("a study of kind %s is computed by the page alone: drop it there; --html writes what it says as a page, and without flags it is shown", s.Kind)
	}
	if *html != "" {
		p := &paper.Paper{Kind: "A study of kind " + s.Kind, Log: s.Log.Name, Digest: s.Log.Digest.Hex(), Found: s.Said.Found, Logged: s.Said.Logged, Table: s.Said.Table, Note: s.Said.Note,
			Cautions: s.Said.Cautions, Methods: s.Said.Methods, Command: s.Said.Command, Query: s.Said.Query}
		return c.SavePaper(*html, p)
	}
	for _, text := range append([]string{s.Log.Name + ", digest " + s.Log.Digest.Hex(), s.Said.Logged, s.Said.Found}, s.Said.Cautions...) {
		if text != "" {
			fmt.Fprintf(c.Stdout, "%s\n\n", cli.Wrap(text, 100))
		}
	}
	if err := cli.PrintTable(c.Stdout, s.Said.Table); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.Stdout, "\n%s\n", cli.Wrap(s.Said.Methods, 100))
	return err
}

// showOf shows a study as its verb would have printed it.
func showOf[R, T any, RR study.RowOf[R]](ask func() *inquiry[R, T]) showing {
	return func(c *cli.Call, s *archive.Study, html *string, json, csv bool) error {
		q := ask()
		if err := s.Ask(q.plan.Settings()); err != nil {
			return err
		}
		if err := q.plan.Normalise(); err != nil {
			return err
		}
		if q.takes != nil {
			if err := q.takes(s); err != nil {
				return err
			}
		}
		rows, err := archive.Rows[R, RR](&s.Part)
		if err != nil {
			return err
		}
		x := &finding[R, T]{trace: &job.Trace{Name: s.Log.Name, Digest: s.Log.Digest, Procs: s.Log.Overview.Procs}, about: s.Log, source: s.Log.Source(), rows: rows.Known(q.total())}
		if len(x.rows) == 0 {
			return fmt.Errorf("the study of %s has no rows: compute it anew", s.Log.Name)
		}
		if err := q.merge(x); err != nil {
			return err
		}
		no, none := false, ""
		q.shown.json, q.shown.csv, q.shown.evidence = &json, &csv, &no
		q.file.save, q.file.html = &none, html
		return q.tell(c, []*finding[R, T]{x}, func(*finding[R, T], *paper.Paper) *archive.Study { return s })
	}
}

// showing shows a study.
type showing func(c *cli.Call, s *archive.Study, html *string, json, csv bool) error

// shows has for each kind how its study is shown.
var shows = map[string]showing{}

// registerShow says how a study of a kind is shown.
func registerShow(kind string, show showing) { shows[kind] = show }
