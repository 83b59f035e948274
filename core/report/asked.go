package report

import "shadowtime/core/base/numeral"

// Of is what may be claimed of one choice that was asked about beforehand, at its level
// among all: the figure is what the log's weeks show, since nobody chose it by looking.
// Nil where nothing is known.
func (w *Weighing) Of(at int) *Claim {
	list, ranges, levels := w.weigh()
	if w.nothing(len(list)) {
		return nil
	}
	c := w.about(at, list, ranges, levels)
	if c.Verdict != NoGain && ranges[at].Known() {
		c.judge(&ranges[at], &list[at], levels[at])
	}
	return c
}

// Replayed says whether the log itself is known.
func (c *Claim) Replayed() bool { return c.replayed }

// Doubt says what keeps a claim back, and what would settle it; "" where nothing does.
func (c *Claim) Doubt() string { return c.why() + c.settled() }

// Widened says that a range is that of a choice picked among several; "" of one alone.
func (c *Claim) Widened(s Subject) string { return c.widened(s) }

// Plausibly is a range as words behind a figure that stands without its sign; "" where it
// is not known.
func Plausibly(change, low, high Float) string {
	if !low.Known() {
		return ""
	}
	digits := min(numeral.Digits(float64(change)), numeral.Digits(float64(max(abs(low), abs(high)))))
	bare := func(x Float) string { return numeral.BarePercent(float64(x), digits) }
	if far := high - low; far > wide {
		return ", but almost anything is plausible"
	}
	if near := float64(min(abs(low), abs(high))); low*high > 0 && digits == 0 && near < 0.005 {
		digits = 1 // an end that is not zero does not look like it
	}
	switch less := change < 0 || change == 0 && high <= 0; {
	case less && high < 0:
		return ", plausibly " + bare(-high) + " to " + bare(-low) + numeral.PerCent
	case !less && low > 0:
		return ", plausibly " + bare(low) + " to " + bare(high) + numeral.PerCent
	}
	return ", plausibly between " + bare(-low) + numeral.PerCent + " less and " + bare(high) + numeral.PerCent + " more"
}
