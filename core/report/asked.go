package report

import "shadowtime/core/base/stats"

// About is what may be claimed of one choice that was asked about beforehand, at its level
// among all. Nobody chose it by looking, so its figure is shrunk for the busy weeks alone that
// a log may lack. Nil where nothing is known.
func (w *Weighing) About(at int) *Claim {
	list, ranges, levels := w.weigh()
	if w.nothing(len(list)) {
		return nil
	}
	c := w.about(at, list, ranges, levels)
	if c.Verdict != NoGain && ranges[at].Known() {
		c.Change = Float(stats.Chosen(ranges[at:at+1], 0, levels[at]))
		c.judge(&ranges[at], &list[at], levels[at])
	}
	return c
}

// Replayed says whether the log itself is known.
func (c *Claim) Replayed() bool { return c.replayed }

// Doubt says what keeps a claim back, and what would settle it; "" where nothing does.
func (c *Claim) Doubt(s Subject) string { return c.Why(s) + c.settled(s) }

// Widened says that a range is that of a choice picked among several; "" of one alone.
func (c *Claim) Widened(s Subject) string { return c.widened(s) }
