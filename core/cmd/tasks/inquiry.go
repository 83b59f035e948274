package tasks

import (
	"errors"
	"fmt"

	"shadowtime/core/cmd/cli"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/paper"
	"shadowtime/core/study"
	"shadowtime/core/study/keep"
	"shadowtime/core/study/protocol"
)

// Plan is what the plans of all kinds have.
type Plan interface {
	Settings() study.Settings
	Normalise() error
	Ground() *study.Workload
}

// Inquiry is a study as the command does it, from flags to what is printed:
// here is what each kind has of its own. R is a row, T a report. Its functions
// are called when the plan has been read.
type Inquiry[R any, T report.Answer] struct {
	Kind                    string // its name
	Plan                    Plan
	Flags                   study.Settings // of it, nil: all that it has as they are
	Logs                    int            // how many there must be, -1: one or more
	Tasks                   string         // what they are, for people
	CSVWords, EvidenceWords string         // what --csv and --evidence print beyond the usual

	// Follow says that the weeks of a resample, where none are asked for, are at
	// most those of the log: what is drawn twice tells nothing new.
	Follow bool

	Total func() int                      // tasks wanted on each log
	Bound func(t *job.Trace) (int, error) // and that a log has; nil: as many as are wanted
	// Look is up to which task is computed next, seeing the rows of all before;
	// no further than those: they are enough. Nil where all are needed.
	Look  func(rows []R) int
	Start func(t *job.Trace) (study.Tasks[R], error)
	// Also computes what else the report needs and does not follow from it; nil:
	// nothing.
	Also func(x *Finding[R, T]) error
	// Beside is what a study keeps of that, and Takes reads it; nil: there is none.
	Beside func(x *Finding[R, T]) []archive.Part
	Takes  func(s *archive.Study) error

	Merge func(x *Finding[R, T]) error // makes x.Report

	// What is printed of several logs, or of one otherwise than its report says it; nil:
	// the report itself as JSON, and its table as CSV.
	JSON func(list []*Finding[R, T], evidence bool) any
	CSV  func(list []*Finding[R, T]) string
	Text func(c *cli.Call, list []*Finding[R, T]) error

	AsJSON, AsCSV, AsEvidence *bool // as flags say
	Files                     Files

	wanted string // resamples, as they were asked for
}

// Finding is what was found on one log.
type Finding[R any, T report.Answer] struct {
	Path   string
	Log    *job.Log
	Trace  *job.Trace // of a saved study just its name, digest and processors
	About  archive.Log
	Source report.Source
	ground study.Workload // of the plan, as it suits the log
	part   keep.Part
	Rows   []R // by number, that of the log itself first
	Report T
}

// Inquire declares and reads the flags, computes each log and prints what was found.
func Inquire[R any, T report.Answer, RR study.RowOf[R]](c *Call, q *Inquiry[R, T]) error {
	q.Declare(c)
	paths, err := c.Parse(q.Logs)
	if err != nil {
		return err
	}
	return Answer[R, T, RR](c, q, paths)
}

// Declare makes the flags, for verbs that have others besides; Parse and Answer follow.
func (q *Inquiry[R, T]) Declare(c *Call) {
	if q.Flags == nil {
		q.Flags = q.Plan.Settings()
	}
	c.Declare(q.Flags)
	q.AsJSON = c.Flags.Bool("json", false, "print one JSON object")
	q.AsCSV = c.Flags.Bool("csv", false, "print the table as CSV"+q.CSVWords)
	q.AsEvidence = new(bool)
	if q.EvidenceWords != "" {
		c.Flags.BoolVar(q.AsEvidence, "evidence", false, "with --json: add methods and evidence ("+q.EvidenceWords+")")
	}
	q.Files.declare(c.Call, q.Kind, q.Plan, q.Takes)
	c.TaskFlags(q.Tasks)
}

// Answer computes the logs at paths and prints what was found; the flags are read.
func Answer[R any, T report.Answer, RR study.RowOf[R]](c *Call, q *Inquiry[R, T], paths []string) error {
	if len(paths) == 0 {
		return cli.Usef("no log: write shadowtime %s %s", c.Verb.Name, c.Verb.Args)
	}
	if err := q.Files.check(len(paths)); err != nil {
		return err
	}
	if err := q.Plan.Normalise(); err != nil {
		return cli.BadUse(err)
	}
	list, err := q.load(c, paths)
	if err != nil {
		return err
	}
	var l Later
	for _, x := range list {
		if err := q.ask(x.ground); err != nil {
			return err
		}
		if err := find[R, T, RR](c, q, x); err != nil && !l.Takes(err) {
			return fmt.Errorf("%s: %w", x.Path, err)
		}
	}
	if err := l.Err(c); err != nil {
		return err
	}
	for _, x := range list {
		if err := q.ask(x.ground); err != nil {
			return err
		}
		if err := q.Merge(x); err != nil {
			return fmt.Errorf("%s: %w", x.Path, err)
		}
	}
	return q.tell(c.Call, list, func(x *Finding[R, T], p *paper.Paper) *archive.Study {
		s := archive.NewStudy[R, RR](q.Kind, q.Plan.Settings(), x.About, x.Rows, p)
		if q.Beside != nil {
			s.Also = q.Beside(x)
		}
		return s
	})
}

// ask makes the plan that of a log. One that is replayed once has one resample; the next
// has as many as were asked for.
func (q *Inquiry[R, T]) ask(ground study.Workload) error {
	if s := q.Plan.Settings().Find("resamples"); s != nil && q.wanted != "" {
		if err := s.Set(q.wanted); err != nil {
			return err
		}
	} else if s != nil {
		q.wanted = s.Get()
	}
	*q.Plan.Ground() = ground
	return q.Plan.Normalise()
}

// tell writes the files that were asked for and prints what was found; saved is the study of a
// finding and its page.
func (q *Inquiry[R, T]) tell(c *cli.Call, list []*Finding[R, T], saved func(x *Finding[R, T], p *paper.Paper) *archive.Study) error {
	if printed, err := q.Files.write(c, func() *paper.Paper { return list[0].Report.Paper() },
		func(p *paper.Paper) *archive.Study { return saved(list[0], p) }); printed || err != nil {
		return err
	}
	switch {
	case *q.AsJSON:
		if q.JSON == nil {
			return c.PrintJSON(list[0].Report)
		}
		return c.PrintJSON(q.JSON(list, *q.AsEvidence))
	case *q.AsCSV:
		text := list[0].Report.CSV
		if q.CSV != nil {
			text = func() string { return q.CSV(list) }
		}
		_, err := fmt.Fprint(c.Stdout, text())
		return err
	}
	return q.Text(c, list)
}

// load reads the logs, and settles what is asked of each.
func (q *Inquiry[R, T]) load(c *Call, paths []string) (list []*Finding[R, T], err error) {
	var parts []Entry
	ground := q.Plan.Ground()
	proposed, follow := *ground, q.Follow && q.Files.Begun == nil && !c.Gave("weeks")
	if s := q.Plan.Settings().Find("protocol"); s != nil && s.Get() != protocol.None {
		follow = false // a study has the weeks that it had
	}
	for _, path := range paths {
		l, err := c.Load(path, ground)
		if err != nil {
			return nil, err
		}
		if follow {
			ground.Weeks = min(proposed.Weeks, max(1, l.Source().Whole(*ground)))
		}
		if s, ok := q.Plan.(study.Suiting); ok {
			s.Suit(l.About().Overview)
		}
		if err := q.Files.goesOn(path, l.Trace, q.Plan.Settings()); err != nil {
			return nil, err
		}
		x := &Finding[R, T]{Path: path, Log: l.Log, Trace: l.Trace, About: l.About(), Source: l.Source(), ground: *ground}
		x.part = PartOf(q.Kind, l.Trace, q.Plan.Settings())
		parts, list = append(parts, EntryOf(x.part, l.Trace.Name)), append(list, x)
		*ground = proposed
	}
	return list, c.Begin(parts...)
}

// find computes the rows of one log, and what else its report needs.
func find[R any, T report.Answer, RR study.RowOf[R]](c *Call, q *Inquiry[R, T], x *Finding[R, T]) error {
	total, known := q.Total(), 0
	if q.Bound != nil {
		n, err := q.Bound(x.Trace)
		if err != nil {
			return err
		}
		total = min(total, n)
	}
	look := q.Look
	if c.sharing.share.n > 0 || c.sharing.slurm.asked || c.sharing.partial {
		look = nil // nobody here sees the rows of all
	}
	rows, err := begunRows[R, RR](&q.Files)
	if err != nil {
		return err
	}
	for known < total {
		upTo := total
		if look != nil {
			upTo = min(upTo, look(rows.First(known)))
		}
		if upTo <= known {
			break
		}
		err := Compute(c, rows, Batch[R]{x.part, study.Logged, upTo, total + 1, q.Tasks + " of " + x.Trace.Name + ", the log itself first",
			func() (study.Tasks[R], error) { return q.Start(x.Trace) }})
		if err != nil && (q.Also == nil || !errors.Is(err, ErrElsewhere)) {
			return err
		}
		known = upTo
	}
	x.Rows = rows.Known(known)
	if q.Also != nil {
		if err := q.Also(x); err != nil {
			return err
		}
	}
	if c.sharing.share.n > 0 || c.sharing.slurm.asked {
		return ErrElsewhere
	}
	return nil
}
