package report

import (
	"shadowtime/core/base/numeral"
	"shadowtime/core/job/resample"
	"shadowtime/core/study"
)

// Standing is how sure the sign of a change is: what words may say of it.
type Standing int

// From the least to the most that may be said.
const (
	Unknown Standing = iota // there is no interval: a few weeks, or one trace
	Open                    // the range leaves the sign open
	Sure                    // it lies on one side of zero
)

// Standing of a change by its own range, whatever the level.
func (b *Bounds) Standing() Standing {
	switch {
	case b.High < 0 || b.Low > 0:
		return Sure
	case b.Low.Known():
		return Open
	}
	return Unknown
}

// Doubt is what a title adds to a change that is not sure; "" where it is.
func (b *Bounds) Doubt() string { return b.Standing().Doubt() }

// Doubt is that of a change of which no more is known than its standing.
func (s Standing) Doubt() string {
	switch s {
	case Unknown:
		return "; so little proves nothing"
	case Open:
		return "; this may be chance"
	}
	return ""
}

// At says of what the figures of so many resamples are, at the head of a title.
func At(w *study.Workload, resamples int) string {
	switch {
	case w.Once():
		return "On " + Once(w) + " "
	case resamples == 1:
		return "In one resample "
	}
	return "In resamples of this log "
}

// Once names the one trace that the log itself is.
func Once(w *study.Workload) string {
	if w.Variant == resample.Whole {
		return "the log as it was"
	}
	return "the log's own last weeks"
}

// Same says on what choices are compared.
func Same(w *study.Workload) string {
	if w.Once() {
		return "the same jobs"
	}
	return "the same resamples"
}

// Over says what sums are pooled over, before what they are divided by.
func Over(w *study.Workload) string {
	if w.Once() {
		return ","
	}
	return ", pooled over resamples and"
}

// Pooled titles a picture of resamples, whose pooled change of a choice by its name it is.
func Pooled(w *study.Workload, resamples int, name, base string, change Float) string {
	head, share := At(w, resamples), numeral.Share(abs(change))
	switch {
	case !change.Known():
		return "Nobody waits under " + base + ": there is nothing to save"
	case change == 0:
		return head + "jobs wait as long under " + name + " as under " + base
	case change > 0:
		return head + "jobs wait " + share + " longer under " + name + " than under " + base
	}
	return head + "jobs wait " + share + " less under " + name + " than under " + base
}

// Front says which have no other that is better in both average and longest
// wait: as points stand, which have no interval there. Names are those of the
// front, where says what was pooled.
func Front(names []string, one, where string) string {
	switch len(names) {
	case 0:
		return "Nobody waits: there is nothing to compare"
	case 1:
		return names[0] + " has the least average and the least longest wait " + where
	}
	return "No " + one + " has both a lower average and a lower longest wait than " + numeral.Either(names) + " " + where
}

func abs(f Float) Float {
	if f < 0 {
		return -f
	}
	return f
}
