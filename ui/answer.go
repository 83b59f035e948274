package ui

import (
	"strconv"

	"shadowtime/core/comparison"
	"shadowtime/core/order"
)

// Answer is the sentence, the progress, and the evidence behind it.
type Answer struct{ App *App }

// Visible says whether there is an answer, or one on its way.
func (c *Answer) Visible() bool {
	return c.App.View == viewCompare && c.App.Trace != nil && (c.App.Report != nil || c.App.State == Running || c.App.State == Cancelled)
}

// Live lets a screen reader say the answer once, not every step towards it.
func (c *Answer) Live() string {
	if c.App.State == Running {
		return "off"
	}
	return "polite"
}

// sentence is the answer in words; while computing, what is known so far.
func (a *App) sentence() string {
	if a.Report == nil {
		if a.State == Running {
			return "The first resamples are being replayed."
		}
		return ""
	}
	s := a.Report.Sentence()
	if a.State == Running {
		return "So far, after " + strconv.Itoa(a.Report.Done) + " of " + a.DataTotal() + " resamples: " + s
	}
	return s
}

// Stopped says what a cancelled comparison leaves.
func (c *Answer) Stopped() string {
	a := c.App
	if a.Report == nil {
		return "Cancelled before the first resample was done."
	}
	return "Cancelled after " + strconv.Itoa(a.Report.Done) + " of " + strconv.Itoa(a.Report.Plan.Resamples) +
		" resamples. What was computed is kept: Compare continues from here."
}

// Footnote says what the figures mean and what they do not.
func (c *Answer) Footnote() string {
	a := c.App
	if a.Report == nil {
		return ""
	}
	p := a.Report.Plan
	return "Change in waiting is the total wait of all jobs relative to " + p.Baseline + " on the same resamples. " +
		"The intervals (95 %, " + comparison.IntervalName(p) + ") are paired over resamples. " +
		"Orders look at requested times, never at run times. Seed " + strconv.FormatUint(p.Seed, 10) + "; the same settings give the same figures everywhere."
}

// orderTip explains an order in one line.
func orderTip(name string) string {
	o, err := order.Parse(name)
	if err != nil {
		return name
	}
	return o.Words() + ": key " + o.Formula()
}
