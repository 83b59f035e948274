package ui

import (
	"slices"
	"strconv"

	"shadowtime/core/study"
	"shadowtime/core/tune"
	"shadowtime/core/tuning"
)

// TuneEvidence shows the pictures behind the answer, and how to look at them.
type TuneEvidence struct{ App *App }

func (c *TuneEvidence) t() *tuner      { return c.App.tuning }
func (c *TuneEvidence) Visible() bool  { return c.t().Visible() && c.t().explained != nil }
func (c *TuneEvidence) Complete() bool { return c.t().complete() }

// Methods is the methods paragraph.
func (c *TuneEvidence) Methods() string {
	t := c.t()
	if !c.Visible() || !t.complete() {
		return ""
	}
	return t.report.Methods(c.App.current().source(), t.halvesOf(c.App.Trace))
}

// CopyMethods puts the paragraph on the clipboard.
func (c *TuneEvidence) CopyMethods() {
	c.t().copied = c.Methods()
	c.App.Browser.Copy(c.t().copied)
}

// CopyText is the button's name: what it does, or that it was done.
func (c *TuneEvidence) CopyText() string {
	if s := c.t().copied; s != "" && s == c.Methods() {
		return "Copied"
	}
	return "Copy"
}

// tuneLook is how the pictures look at the weeks.
type tuneLook struct {
	train      bool           // learning weeks instead of judging ones
	difference bool           // seconds more or less instead of a ratio
	threshold  *study.Seconds // nil: the one of the learned choice
	backfill   string         // of the moves; "": SPF, or the learned one
}

// at is the threshold looked at, as its number in the plan.
func (t *tuner) at() int {
	list := t.report.Plan.Thresholds
	if x := t.look.threshold; x != nil {
		if i := slices.Index(list, *x); i >= 0 {
			return i
		}
	}
	return max(0, slices.Index(list, t.report.Learned.Threshold))
}

func (t *tuner) threshold() study.Seconds { return t.report.Plan.Thresholds[t.at()] }

// backfilling is the backfill order of the moves.
func (t *tuner) backfilling() string {
	list := t.report.Plan.Backfills
	for _, b := range []string{t.look.backfill, "SPF", t.report.Learned.Backfill} {
		if slices.Contains(list, b) {
			return b
		}
	}
	return list[0]
}

// Uses says whether the picture in sight depends on a way of looking.
func (c *TuneEvidence) Uses(what string) bool {
	p, ok := c.t().gallery.chosen()
	return ok && slices.Contains(tuneUses[p.key], what)
}

// tuneUses are the ways of looking that matter to each picture.
var tuneUses = map[string][]string{
	"pairs": {"half", "threshold", "scale"},
	"worst": {"half", "threshold"},
	"given": {"threshold"},
	"all":   {"threshold"},
	"moves": {"half", "threshold", "backfill"},
	"carry": {"threshold", "scale"},
	"weeks": {"scale"},
}

// Thresholds are those to look at.
func (c *TuneEvidence) Thresholds() []Tab {
	t := c.t()
	if t.report == nil {
		return nil
	}
	var tabs []Tab
	for i, s := range t.report.Plan.Thresholds {
		tabs = append(tabs, Tab{strconv.Itoa(i), s.Words(), i == t.at()})
	}
	return tabs
}

// Backfills are the orders to look at.
func (c *TuneEvidence) Backfills() []Tab {
	t := c.t()
	if t.report == nil {
		return nil
	}
	var tabs []Tab
	for _, b := range t.report.Plan.Backfills {
		tabs = append(tabs, Tab{b, b, b == t.backfilling()})
	}
	return tabs
}

func (c *TuneEvidence) SetHalf(v string) { c.t().look.train = v == "train"; c.t().gallery.draw() }
func (c *TuneEvidence) SetScale(v string) {
	c.t().look.difference = v == "difference"
	c.t().gallery.draw()
}
func (c *TuneEvidence) SetBackfill(v string) { c.t().look.backfill = v; c.t().gallery.draw() }

// SetThreshold takes a threshold by its number.
func (c *TuneEvidence) SetThreshold(v string) {
	t := c.t()
	if i, err := strconv.Atoi(v); err == nil && t.report != nil && i >= 0 && i < len(t.report.Plan.Thresholds) {
		s := t.report.Plan.Thresholds[i]
		t.look.threshold = &s
		t.gallery.draw()
	}
}

// halfWords names the weeks looked at.
func (t *tuner) halfWords() string {
	if t.look.train {
		return "learning weeks"
	}
	return "judging weeks"
}

func (t *tuner) points() []tuning.Point {
	if t.look.train {
		return t.explained.Train
	}
	return t.explained.Test
}

// under says with which threshold, for subtitles.
func under(s study.Seconds) string {
	if s < 0 {
		return "without threshold"
	}
	return "with a threshold of " + s.Words()
}

// pairName names a pair in a picture.
func pairName(c tune.Choice) string { return c.Primary + " + " + c.Backfill }
