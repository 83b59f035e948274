package study

import (
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// Config makes the engine's configuration from names.
func Config(primary, backfill string, threshold Seconds, backfilling, dialect string) (c sim.Config, err error) {
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
