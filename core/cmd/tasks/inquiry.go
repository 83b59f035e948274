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

// Inquiry is a study as the command does it, from flags to what is printed:
// here is what each kind has of its own. P is a plan, R a row, T a report. What its
// functions are given is the plan as it suits the log that they are called for.
type Inquiry[P, R any, T report.Answer] struct {
	Kind                    string         // its name
	Plan                    *P             // as flags say, of any log
	Flags                   study.Settings // of it, nil: all that it has as they are
	Logs                    int            // how many there must be, -1: one or more
	Tasks                   string         // what they are, for people
	CSVWords, EvidenceWords string         // what --csv and --evidence print beyond the usual

	// Follow says that the weeks of a resample, where none are asked for, are at
	// most those of the log: what is drawn twice tells nothing new.
	Follow bool

	Total func(p P) int                        // tasks wanted on a log
	Bound func(t *job.Trace, p P) (int, error) // and that it has; nil: as many as are wanted
	// Look is up to which task is computed next, seeing the rows of all before;
	// no further than those: they are enough. Nil where all are needed.
	Look  func(p P, rows []R) int
	Start func(t *job.Trace, p P) (study.Tasks[R], error)
	// Suit settles what a plan takes from a log beyond what is asked for; nil: nothing.
	Suit func(x *Finding[P, R, T]) error
	// Also computes what else the report needs and does not follow from it; nil:
	// nothing.
	Also func(x *Finding[P, R, T]) error
	// Beside is what a study keeps of that, and Takes reads it; nil: there is none.
	Beside func(x *Finding[P, R, T]) []archive.Asked
	Takes  func(s *archive.File) error

	Merge func(x *Finding[P, R, T]) error // makes x.Report

	// What is printed of several logs, or of one otherwise than its report says it; nil:
	// the report itself as JSON, and its table as CSV.
	JSON func(list []*Finding[P, R, T], evidence bool) any
	CSV  func(list []*Finding[P, R, T]) string
	Text func(c *cli.Call, list []*Finding[P, R, T]) error

	AsJSON, AsCSV, AsEvidence *bool // as flags say
	Files                     Files
}

// Finding is what was found on one log.
type Finding[P, R any, T report.Answer] struct {
	Path   string
	Plan   P // as it suits the log
	Log    *job.Log
	Trace  *job.Trace // of a saved study just its name, digest and processors
	About  archive.Log
	Source report.Source
	part   keep.Identity
	Rows   []R // by number, that of the log itself first
	Report T
}

// Inquire declares and reads the flags, computes each log and prints what was found.
func Inquire[P, R any, T report.Answer, PP study.PlanOf[P], RR study.RowOf[R]](c *Call, q *Inquiry[P, R, T]) error {
	Declare[P, R, T, PP](c, q)
	paths, err := c.Parse(q.Logs)
	if err != nil {
		return err
	}
	return Answer[P, R, T, PP, RR](c, q, paths)
}

// Declare makes the flags, for verbs that have others besides; Parse and Answer follow.
func Declare[P, R any, T report.Answer, PP study.PlanOf[P]](c *Call, q *Inquiry[P, R, T]) {
	if q.Flags == nil {
		q.Flags = PP(q.Plan).Settings()
	}
	c.Declare(q.Flags)
	q.AsJSON = c.Flags.Bool("json", false, "print one JSON object")
	q.AsCSV = c.Flags.Bool("csv", false, "print the table as CSV"+q.CSVWords)
	q.AsEvidence = new(bool)
	if q.EvidenceWords != "" {
		c.Flags.BoolVar(q.AsEvidence, "evidence", false, "with --json: add methods and evidence ("+q.EvidenceWords+")")
	}
	q.Files.declare(c.Call, q.Kind, PP(q.Plan).Settings, q.Takes)
	c.TaskFlags(q.Tasks)
}

// Answer computes the logs at paths and prints what was found; the flags are read.
func Answer[P, R any, T report.Answer, PP study.PlanOf[P], RR study.RowOf[R]](c *Call, q *Inquiry[P, R, T], paths []string) error {
	if len(paths) == 0 {
		return cli.Usef("no log: write shadowtime %s %s", c.Verb.Name, c.Verb.Args)
	}
	if err := q.Files.check(len(paths)); err != nil {
		return err
	}
	if err := PP(q.Plan).Normalise(); err != nil {
		return cli.BadUse(err)
	}
	list, err := load[P, R, T, PP](c, q, paths)
	if err != nil {
		return err
	}
	var l Later
	for _, x := range list {
		if err := find[P, R, T, RR](c, q, x); err != nil && !l.Takes(err) {
			return fmt.Errorf("%s: %w", x.Path, err)
		}
	}
	if err := l.Err(c); err != nil {
		return err
	}
	for _, x := range list {
		if err := q.Merge(x); err != nil {
			return fmt.Errorf("%s: %w", x.Path, err)
		}
	}
	return q.tell(c.Call, list, func(x *Finding[P, R, T], p *paper.Paper) *archive.File {
		s := archive.NewFile[R, RR](q.Kind, PP(&x.Plan).Settings(), x.About, x.Rows, p)
		if q.Beside != nil {
			s.Also = q.Beside(x)
		}
		return s
	})
}

// tell writes the files that were asked for and prints what was found; saved is the study of a
// finding and its page.
func (q *Inquiry[P, R, T]) tell(c *cli.Call, list []*Finding[P, R, T],
	saved func(x *Finding[P, R, T], p *paper.Paper) *archive.File) error {
	if printed, err := q.Files.write(c, func() *paper.Paper { return list[0].Report.Paper() },
		func(p *paper.Paper) *archive.File { return saved(list[0], p) }); printed || err != nil {
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
func load[P, R any, T report.Answer, PP study.PlanOf[P]](c *Call, q *Inquiry[P, R, T],
	paths []string) (list []*Finding[P, R, T], err error) {
	var parts []Entry
	follow := q.Follow && q.Files.Begun == nil && !c.Gave("weeks")
	if s := PP(q.Plan).Settings().Find("protocol"); s != nil && s.Get() != protocol.None {
		follow = false // a study has the weeks that it had
	}
	for _, path := range paths {
		x := &Finding[P, R, T]{Path: path, Plan: *q.Plan}
		plan := PP(&x.Plan)
		l, err := c.Load(path, plan.Ground())
		if err != nil {
			return nil, err
		}
		x.Log, x.Trace, x.About, x.Source = l.Log, l.Trace, l.About(), l.Source()
		for _, other := range list {
			if err := Apart(other.Path, path, other.Trace, x.Trace); err != nil {
				return nil, err
			}
		}
		if ground := plan.Ground(); follow {
			ground.Weeks = min(ground.Weeks, max(1, x.Source.Whole(*ground)))
		}
		if s, ok := any(plan).(study.Suiting); ok {
			s.Suit(x.About.Overview)
		}
		if q.Suit != nil {
			if err := q.Suit(x); err != nil {
				return nil, err
			}
		}
		if err := q.Files.goesOn(path, l.Trace, plan.Settings()); err != nil {
			return nil, err
		}
		if err := plan.Normalise(); err != nil {
			return nil, err
		}
		x.part = PartOf(q.Kind, l.Trace, plan.Settings())
		parts, list = append(parts, EntryOf(x.part, l.Trace.Name)), append(list, x)
	}
	return list, c.Begin(parts...)
}

// Apart errs where two files hold the same log: it would count twice in what is said of all.
func Apart(one, two string, a, b *job.Trace) error {
	if a.Digest != b.Digest {
		return nil
	}
	return errors.New(two + ": these are the jobs of " + one + " again: name each log once")
}

// find computes the rows of one log, and what else its report needs.
func find[P, R any, T report.Answer, RR study.RowOf[R]](c *Call, q *Inquiry[P, R, T], x *Finding[P, R, T]) error {
	total, known := q.Total(x.Plan), 0
	if q.Bound != nil {
		n, err := q.Bound(x.Trace, x.Plan)
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
			upTo = min(upTo, look(x.Plan, rows.First(known)))
		}
		if upTo <= known {
			break
		}
		err := Compute(c, rows, Batch[R]{x.part, study.Logged, upTo, total + 1, q.Tasks + " of " + x.Trace.Name + ", the log itself first",
			func() (study.Tasks[R], error) { return q.Start(x.Trace, x.Plan) }})
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
