package study

import "shadowtime/core/job"

// Part is which part of a log a study is of: what is learned on one half can be judged
// on the other.
type Part uint8

// The parts; halves span equal times, see job.Trace.Split.
const (
	WholeLog Part = iota
	FirstHalf
	SecondHalf
)

func (p Part) String() string { return [...]string{"whole", "first", "second"}[p] }

// MarshalText and UnmarshalText write it by name in JSON.
func (p Part) MarshalText() ([]byte, error)     { return []byte(p.String()), nil }
func (p *Part) UnmarshalText(text []byte) error { return partSetting(p).Set(string(text)) }

func partSetting(at *Part) Setting {
	return One("part", at, Option{"whole", "the whole log"}, Option{"first", "its first half"}, Option{"second", "its second half"})
}

// PartSetting is the part of the log.
func PartSetting(at *Part) Setting {
	return partSetting(at).With("Part of the log", "whole, or the first or the second half of its time: what is learned on one can be judged on the other")
}

// Of is the part of a trace.
func (p Part) Of(t *job.Trace) *job.Trace {
	first, second := t.Split()
	switch p {
	case FirstHalf:
		return first
	case SecondHalf:
		return second
	}
	return t
}
