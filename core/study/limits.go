package study

import (
	"errors"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/sim"
)

// Limits are how much of the queue a pass of the scheduler looks at, 0: all of
// it. Plans embed them.
type Limits struct {
	Depth int `json:"queueDepth,omitempty"`    // so many waiting jobs, the oldest, are ranked and considered
	Tries int `json:"backfillTries,omitempty"` // so many behind the head are tried for backfilling
}

// maxLimit bounds both: more jobs than wait anywhere.
const maxLimit = 1_000_000

// LimitSettings are both limits.
func (l *Limits) LimitSettings() Settings {
	return Settings{
		Whole("queue-depth", &l.Depth, 0, maxLimit).
			With("Queue depth", "only so many of the oldest waiting jobs are ranked, and considered at all; the next oldest moves up "+
				"when one starts").
			Helping("what if the scheduler looked at only so many waiting jobs, the oldest; the next oldest moves up when one starts (0: "+
				"all)").
			Around("", "jobs").Saying(l.depthWords).AddedLater("0"),
		Whole("backfill-tries", &l.Tries, 0, maxLimit).
			With("Backfill tries", "at most so many jobs behind the head are tried in a pass, whether they fit or not").
			Helping("what if at most so many jobs behind the head were tried for backfilling in a pass, whether they fit or not (0: all)").
			Around("", "jobs").Saying(l.triesWords).AddedLater("0"),
	}
}

// Limit puts limits into a configuration.
func (l Limits) Limit(c *sim.Config) { c.Depth, c.Tries = l.Depth, l.Tries }

// Ordered is Config of an order with the backfilling order that goes with it, where reservations are kept so and passes limited.
func Ordered(name, backfill string, threshold Seconds, backfilling, dialect string, promises sim.Promises, l Limits) (sim.Config, error) {
	c, err := Config(name, Backfill(name, backfill), threshold, backfilling, dialect)
	c.Promises = promises
	l.Limit(&c)
	return c, err
}

// Foresight is how plans replay with predictions, but for who predicts and in which
// order jobs are backfilled.
func Foresight(threshold Seconds, l Limits, dialect string) (sim.Foresight, error) {
	d, err := sim.ParseDialect(dialect)
	return sim.Foresight{Threshold: int64(threshold), Depth: l.Depth, Tries: l.Tries, Dialect: d}, err
}

// fit leaves out what a kind of backfilling has no use for, and errs where it
// knows no limits.
func (l *Limits) fit(backfilling string) error {
	switch backfilling {
	case sim.NoBackfilling.String():
		l.Tries = 0
	case sim.Conservative.String():
		const plans = ": conservative backfilling plans the whole queue; use easy or none, or 0 for all"
		switch {
		case l.Depth > 0:
			return errors.New("queue-depth " + strconv.Itoa(l.Depth) + plans)
		case l.Tries > 0:
			return errors.New("backfill-tries " + strconv.Itoa(l.Tries) + plans)
		}
	}
	return nil
}

func (l *Limits) depthWords() string {
	switch l.Depth {
	case 0:
		return "all waiting jobs ranked"
	case 1:
		return "only the oldest job ranked"
	}
	return "only the " + numeral.Count(l.Depth) + " oldest jobs ranked"
}

func (l *Limits) triesWords() string {
	if l.Tries == 0 {
		return "any number of jobs tried to backfill"
	}
	return "at most " + numeral.Count(l.Tries) + " tried to backfill"
}

// LimitWords says the limits in force, each with a comma before it.
func (l Limits) LimitWords() string {
	s := ""
	if l.Depth > 0 {
		s += ", " + l.depthWords()
	}
	if l.Tries > 0 {
		s += ", " + l.triesWords()
	}
	return s
}

// LimitMethods says in a paragraph of methods what a pass looks at, in a sentence
// of its own.
func (l Limits) LimitMethods() string {
	s := ""
	if l.Depth > 0 {
		s = "A pass of the scheduler ranked and considered " + l.depth() + " by submit time alone, the next oldest moving up whenever " +
			"one started. "
	}
	if l.Tries > 0 {
		s += "At most " + numeral.Jobs(l.Tries) + " behind the head " + numeral.Plural(l.Tries,
			"was", "were") +
			" tried for backfilling in a pass, fitting or not. "
	}
	return s
}

func (l Limits) depth() string {
	if l.Depth == 1 {
		return "the oldest waiting job"
	}
	return "the " + numeral.Count(l.Depth) + " oldest waiting jobs"
}
