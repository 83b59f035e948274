package study

import (
	"errors"

	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// Config makes the engine's configuration from names. A pair in the place of both orders (order.ParsePair) is one
// scheduler: its front, its backfilling order, and its threshold where it has one.
func Config(primary, backfill string, threshold Seconds, backfilling, dialect string) (c sim.Config, err error) {
	if pair, ok := order.ParsePair(primary); ok {
		switch {
		case backfill != primary:
			return c, errors.New(primary + " names its own backfilling order: leave out the other one, " + backfill)
		case backfilling != sim.Easy.String():
			return c, errors.New(primary + " is a pair of EASY backfilling: give " + pair.Front.Name() + " alone with " + backfilling)
		}
		primary, backfill = pair.Front.Name(), pair.Behind.Name()
		if pair.Threshold != "" {
			if threshold, err = ParseSeconds(pair.Threshold); err != nil {
				return c, err
			}
		}
	}
	if c.Primary, err = order.Parse(primary); err != nil {
		return c, err
	}
	if c.Backfill, err = order.Parse(backfill); err != nil {
		return c, err
	}
	if c.Backfilling, err = sim.ParseBackfilling(backfilling); err != nil {
		return c, err
	}
	c.Dialect, err = sim.ParseDialect(dialect)
	c.Threshold = int64(threshold)
	return c, err
}
