package tasks

import (
	"fmt"
	"io"

	"shadowtime/core/cmd/cli"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/paper"
	"shadowtime/core/study"
)

// Files is what a verb does with files of studies: it writes what it found as a
// study or as a page, and goes on from a study.
type Files struct {
	Save, HTML *string       // paths, "": none; from --save and --html
	Begun      *archive.File // that it goes on from; nil: none

	from *string // the path of --continue
	key  string  // of the plan of Begun
}

// declare makes the flags; plan has what a study that is gone on from asks, and takes, if
// any, what it has beside.
func (f *Files) declare(c *cli.Call, kind string, plan func() study.Settings, takes func(*archive.File) error) {
	f.Save = c.Output("save", "", "write the study to this `file`, by convention NAME."+archive.Ending+
		": plan, rows and report, to be shown again or gone on from; the log is not in it")
	f.HTML = c.Output("html", "", "write the report to this `file` as one HTML page to read or print")
	f.from = c.Input("continue", "go on from the saved study in this `file`, of the same log, with what it asked unless flags say "+
		"otherwise")
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
		err = s.Ask(plan())
		if err == nil && takes != nil {
			err = takes(s)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", *f.from, err)
		}
		f.Begun, f.key = s, plan().TaskKey()
		return nil
	})
}

// openStudy reads a saved study.
func openStudy(c *cli.Call, path string) (*archive.File, error) {
	text, err := c.ReadText(path)
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
func (f *Files) check(logs int) error {
	for _, x := range []struct{ flag, value string }{{"save", *f.Save}, {"html", *f.HTML}, {"continue", *f.from}} {
		if x.value != "" && logs > 1 {
			return cli.Usef("--%s is of one log, %d are given: give one at a time", x.flag, logs)
		}
	}
	return nil
}

// goesOn refuses another log or plan than that of the study that is gone on from.
func (f *Files) goesOn(path string, t *job.Trace, plan study.Settings) error {
	s := f.Begun
	switch {
	case s == nil:
		return nil
	case s.Log.Digest != t.Digest:
		return fmt.Errorf("%s is of the log %s (digest %s...), %s is another (%s...): give the log that it was computed on", *f.from,
			s.Log.Name, s.Log.Digest.Hex()[:16], path, t.Digest.Hex()[:16])
	case f.key != plan.TaskKey():
		for _, v := range s.Plan {
			if at := plan.Find(v.Key); !at.Shown && at.Get() != v.Text {
				return cli.Usef("--%s %s: %s was computed with %s, and its rows are no answer to that: leave the flag out, or leave out "+
					"--continue to compute anew", v.Key, at.Get(), *f.from, v.Text)
			}
		}
	}
	return nil
}

// begunRows are the rows to go on from: those of a study, else none.
func begunRows[R any, RR study.RowOf[R]](f *Files) (*study.Rows[R, RR], error) {
	if f.Begun == nil {
		return &study.Rows[R, RR]{}, nil
	}
	rows, err := archive.Rows[R, RR](&f.Begun.Asked)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", *f.from, err)
	}
	return rows, nil
}

// write writes the files that were asked for. What goes to standard output is the
// answer: nothing else is printed then.
func (f *Files) write(c *cli.Call, p func() *paper.Paper, s func(*paper.Paper) *archive.File) (printed bool, err error) {
	if *f.Save == "" && *f.HTML == "" {
		return false, nil
	}
	said := p()
	for _, x := range []struct {
		path string
		text func() []byte
	}{{*f.Save, func() []byte { return s(said).Encode() }}, {*f.HTML, func() []byte { return []byte(said.HTML()) }}} {
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

// Show is the verb show: it reads a study, and shows it as its kind is shown.
func Show(c *cli.Call) error {
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
func showWords(c *cli.Call, s *archive.File, html *string, json, csv bool) error {
	if json || csv {
		return cli.Usef("a study of kind %s is computed by the page alone: drop it there; --html writes what it says as a page, and "+
			"without flags it is shown", s.Kind)
	}
	p := &paper.Paper{Kind: "A study of kind " + s.Kind, Log: s.Log.Name, Digest: s.Log.Digest.Hex(), Answer: s.Said.Found,
		Logged: s.Said.Logged, Table: s.Said.Table, Note: s.Said.Note,
		Cautions: s.Said.Cautions, Methods: s.Said.Methods, Command: s.Said.Command, Query: s.Said.Query}
	if *html != "" {
		return c.SavePaper(*html, p)
	}
	fmt.Fprintf(c.Stdout, "%s, digest %s\n\n", p.Log, p.Digest)
	return c.PrintPaper(p)
}

// ShowOf shows a study as its verb would have printed it; ask makes an inquiry whose plan
// is as proposed.
func ShowOf[P, R any, T report.Answer, PP study.PlanOf[P], RR study.RowOf[R]](ask func() *Inquiry[P, R, T]) Showing {
	return func(c *cli.Call, s *archive.File, html *string, json, csv bool) error {
		q := ask()
		if err := s.Ask(PP(q.Plan).Settings()); err != nil {
			return err
		}
		if err := PP(q.Plan).Normalise(); err != nil {
			return err
		}
		if q.Takes != nil {
			if err := q.Takes(s); err != nil {
				return err
			}
		}
		rows, err := archive.Rows[R, RR](&s.Asked)
		if err != nil {
			return err
		}
		x := &Finding[P, R, T]{Plan: *q.Plan, Trace: &job.Trace{Name: s.Log.Name, Digest: s.Log.Digest, Procs: s.Log.Overview.Procs},
			About: s.Log, Source: s.Log.Source(), Rows: rows.Known(q.Total(*q.Plan))}
		if len(x.Rows) == 0 {
			return fmt.Errorf("the study of %s has no rows: compute it anew", s.Log.Name)
		}
		if err := q.Merge(x); err != nil {
			return err
		}
		no, none := false, ""
		q.AsJSON, q.AsCSV, q.AsEvidence = &json, &csv, &no
		q.Files.Save, q.Files.HTML = &none, html
		return q.tell(c, []*Finding[P, R, T]{x}, func(*Finding[P, R, T], *paper.Paper) *archive.File { return s })
	}
}

// Showing shows a study: into a file of HTML unless that is "", else as JSON, as CSV or in
// words.
type Showing func(c *cli.Call, s *archive.File, html *string, json, csv bool) error

// shows has for each kind how its study is shown.
var shows = map[string]Showing{}

// Shows has show take studies of a kind. Kinds that nobody shows are shown in the words
// that their file has.
func Shows(kind string, show Showing) { shows[kind] = show }
