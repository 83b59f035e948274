package main

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

// planned is what all plans have.
type planned interface {
	Settings() study.Settings
	Normalise() error
	Ground() *study.Workload
}

// inquiry is a study as the command does it, from flags to what is printed:
// here is what each kind has of its own. R is a row, T a report. Its functions
// are called when the plan has been read.
type inquiry[R, T any] struct {
	kind  string // its name
	plan  planned
	flags study.Settings // of it, nil: all that it has as they are
	logs  int            // how many there must be, -1: one or more
	tasks string         // what they are, for people
	words struct{ csv, evidence string }

	// follow says that the weeks of a resample, where none are asked for, are at
	// most those of the log: what is drawn twice tells nothing new.
	follow bool

	total func() int                      // tasks wanted on each log
	bound func(t *job.Trace) (int, error) // and that a log has; nil: as many as are wanted
	// look is up to which task is computed next, seeing the rows of all before;
	// no further than those: they are enough. Nil where all are needed.
	look  func(rows []R) int
	start func(t *job.Trace) (study.Tasks[R], error)
	// also computes what else the report needs and does not follow from it; nil:
	// nothing.
	also func(x *finding[R, T]) error
	// beside is what a study keeps of that, and takes reads it; nil: there is none.
	beside func(x *finding[R, T]) []archive.Part
	takes  func(s *archive.Study) error

	merge func(x *finding[R, T]) error // makes x.report
	paper func(x *finding[R, T]) *paper.Paper

	json func(list []*finding[R, T], evidence bool) any
	csv  func(list []*finding[R, T]) string
	text func(c *cli.Call, list []*finding[R, T]) error

	shown struct{ json, csv, evidence *bool }
	file  filing

	wanted string // resamples, as they were asked for
}

// finding is what was found on one log.
type finding[R, T any] struct {
	path   string
	log    *job.Log
	trace  *job.Trace // of a saved study just its name, digest and processors
	about  archive.Log
	source report.Source
	ground study.Workload // of the plan, as it suits the log
	part   keep.Part
	rows   []R // by number, that of the log itself first
	report T
}

// inquire reads the flags, computes each log and prints what was found.
func inquire[R, T any, RR study.RowOf[R]](c *taskCall, q *inquiry[R, T]) error {
	q.declare(c)
	paths, err := c.Parse(q.logs)
	if err != nil {
		return err
	}
	return answer[R, T, RR](c, q, paths)
}

// declare makes the flags.
func (q *inquiry[R, T]) declare(c *taskCall) {
	if q.flags == nil {
		q.flags = q.plan.Settings()
	}
	c.Declare(q.flags)
	q.shown.json = c.Flags.Bool("json", false, "print one JSON object")
	q.shown.csv = c.Flags.Bool("csv", false, "print the table as CSV"+q.words.csv)
	q.shown.evidence = new(bool)
	if q.words.evidence != "" {
		c.Flags.BoolVar(q.shown.evidence, "evidence", false, "with --json: add methods and evidence ("+q.words.evidence+")")
	}
	q.file.declare(c.Call, q.kind, q.plan, q.takes)
	c.taskFlags(q.tasks)
}

// answer computes each log and prints what was found; the flags are read.
func answer[R, T any, RR study.RowOf[R]](c *taskCall, q *inquiry[R, T], paths []string) error {
	if len(paths) == 0 {
		return cli.Usef("no log: write shadowtime %s %s", c.Verb.Name, c.Verb.Args)
	}
	if err := q.file.check(len(paths)); err != nil {
		return err
	}
	if err := q.plan.Normalise(); err != nil {
		return cli.BadUse(err)
	}
	list, err := q.load(c, paths)
	if err != nil {
		return err
	}
	var l later
	for _, x := range list {
		if err := q.ask(x.ground); err != nil {
			return err
		}
		if err := find[R, T, RR](c, q, x); err != nil && !l.takes(err) {
			return fmt.Errorf("%s: %w", x.path, err)
		}
	}
	if err := l.err(&c.campaign); err != nil {
		return err
	}
	for _, x := range list {
		if err := q.ask(x.ground); err != nil {
			return err
		}
		if err := q.merge(x); err != nil {
			return fmt.Errorf("%s: %w", x.path, err)
		}
	}
	return q.tell(c.Call, list, func(x *finding[R, T], p *paper.Paper) *archive.Study {
		s := archive.Of[R, RR](q.kind, q.plan.Settings(), x.about, x.rows, p)
		if q.beside != nil {
			s.Also = q.beside(x)
		}
		return s
	})
}

// ask makes the plan that of a log. One that is replayed once has one resample; the next
// has as many as were asked for.
func (q *inquiry[R, T]) ask(ground study.Workload) error {
	if s := q.plan.Settings().Find("resamples"); s != nil && q.wanted != "" {
		if err := s.Set(q.wanted); err != nil {
			return err
		}
	} else if s != nil {
		q.wanted = s.Get()
	}
	*q.plan.Ground() = ground
	return q.plan.Normalise()
}

// tell writes the files that were asked for and prints what was found; saved is the study of a
// finding and its page.
func (q *inquiry[R, T]) tell(c *cli.Call, list []*finding[R, T], saved func(x *finding[R, T], p *paper.Paper) *archive.Study) error {
	if printed, err := q.file.write(c, func() *paper.Paper { return q.paper(list[0]) },
		func(p *paper.Paper) *archive.Study { return saved(list[0], p) }); printed || err != nil {
		return err
	}
	switch {
	case *q.shown.json:
		return c.PrintJSON(q.json(list, *q.shown.evidence))
	case *q.shown.csv:
		_, err := fmt.Fprint(c.Stdout, q.csv(list))
		return err
	}
	return q.text(c, list)
}

// load reads the logs, and settles what is asked of each.
func (q *inquiry[R, T]) load(c *taskCall, paths []string) (list []*finding[R, T], err error) {
	var parts []partEntry
	ground := q.plan.Ground()
	proposed, follow := *ground, q.follow && q.file.begun == nil && !c.Gave("weeks") && q.plan.Settings().Find("protocol").Get() == protocol.None
	for _, path := range paths {
		l, err := c.Load(path, ground)
		if err != nil {
			return nil, err
		}
		if follow {
			ground.Weeks = min(proposed.Weeks, max(1, l.Source().Whole(*ground)))
		}
		if s, ok := q.plan.(study.Suiting); ok {
			s.Suit(l.About().Overview)
		}
		if err := q.file.goesOn(path, l.Trace, q.plan.Settings()); err != nil {
			return nil, err
		}
		x := &finding[R, T]{path: path, log: l.Log, trace: l.Trace, about: l.About(), source: l.Source(), ground: *ground}
		x.part = part(q.kind, l.Trace, q.plan.Settings())
		parts, list = append(parts, entryOf(x.part, l.Trace.Name)), append(list, x)
		*ground = proposed
	}
	return list, c.begin(parts...)
}

// find computes the rows of one log, and what else its report needs.
func find[R, T any, RR study.RowOf[R]](c *taskCall, q *inquiry[R, T], x *finding[R, T]) error {
	total, known := q.total(), 0
	if q.bound != nil {
		n, err := q.bound(x.trace)
		if err != nil {
			return err
		}
		total = min(total, n)
	}
	look := q.look
	if c.campaign.share.n > 0 || c.campaign.slurm.asked || c.campaign.partial {
		look = nil // nobody here sees the rows of all
	}
	rows, err := begunRows[R, RR](&q.file)
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
		err := compute(c, rows, batch[R]{x.part, study.Logged, upTo, total + 1, q.tasks + " of " + x.trace.Name + ", the log itself first",
			func() (study.Tasks[R], error) { return q.start(x.trace) }})
		if err != nil && (q.also == nil || !errors.Is(err, errElsewhere)) {
			return err
		}
		known = upTo
	}
	x.rows = rows.Known(known)
	if q.also != nil {
		if err := q.also(x); err != nil {
			return err
		}
	}
	if c.campaign.share.n > 0 || c.campaign.slurm.asked {
		return errElsewhere
	}
	return nil
}
