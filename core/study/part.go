package study

import (
	"strings"

	"shadowtime/core/job"
)

// Part is which part of a log a study is of: what is learned on one half can be judged
// on the other, or chosen on one quarter of that and judged on the next.
type Part uint8

// The parts; halves span equal times, see job.Trace.Split, and so do the quarters of
// a half.
const (
	WholeLog Part = iota
	FirstHalf
	SecondHalf
	FirstQuarter
	SecondQuarter
	ThirdQuarter
	LastQuarter
)

var partNames = [...]string{"whole", "first", "second", "first-quarter", "second-quarter", "third-quarter", "last-quarter"}

func (p Part) String() string { return partNames[p] }

// MarshalText and UnmarshalText write it by name in JSON.
func (p Part) MarshalText() ([]byte, error)     { return []byte(p.String()), nil }
func (p *Part) UnmarshalText(text []byte) error { return partSetting(p).Set(string(text)) }

func partSetting(at *Part) Setting {
	var options []Option
	for i, words := range [...]string{"the whole log", "the log’s first half", "its second half", "its first quarter", "its second quarter",
		"its third quarter", "its last quarter"} {
		options = append(options, Option{partNames[i], words})
	}
	return One("part", at, options...)
}

// PartSetting is the part of the log.
func PartSetting(at *Part) Setting {
	return partSetting(at).With("Part of the log", "whole, or a half or a quarter of its time: what is learned on one can be judged on "+
		"another")
}

// HalfSetting is PartSetting without quarters.
func HalfSetting(at *Part) Setting {
	return partSetting(at).Only("whole", "first", "second").With("Part of the log", "whole, or the first or the second half of its time: "+
		"what is learned on one can be judged on the other")
}

// Possessive says whose something is, as in "the log's second half's".
func (p Part) Possessive() string {
	if p == WholeLog {
		return "log's"
	}
	words := strings.ReplaceAll(p.String(), "-", " ")
	if p <= SecondHalf {
		words += " half"
	}
	return "log's " + words + "'s"
}

// Other is the half that a half is not; the whole log has no other.
func (p Part) Other() Part {
	switch p {
	case FirstHalf:
		return SecondHalf
	case SecondHalf:
		return FirstHalf
	}
	return p
}

// Quarters are those of a half; false of what is none.
func (p Part) Quarters() (first, second Part, ok bool) {
	switch p {
	case FirstHalf:
		return FirstQuarter, SecondQuarter, true
	case SecondHalf:
		return ThirdQuarter, LastQuarter, true
	}
	return p, p, false
}

// Cut is the part of a trace.
func (p Part) Cut(t *job.Trace) *job.Trace {
	first, second := t.Split()
	half := first
	switch p {
	case WholeLog:
		return t
	case SecondHalf, ThirdQuarter, LastQuarter:
		half = second
	}
	first, second = half.Split()
	switch p {
	case FirstQuarter, ThirdQuarter:
		return first
	case SecondQuarter, LastQuarter:
		return second
	}
	return half
}
