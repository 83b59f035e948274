package format

import (
	"errors"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/job/account"
	"shadowtime/core/job/swf"
)

// Use is an option of reading that not every format has a use for.
type Use uint8

// The options. Partitions are chosen of every log.
const (
	Arrival Use = 1 << iota
	Unit
	Zone
	Columns
	Match
	Span
)

// records are the options of most accounting files.
const records = Arrival | Unit | Zone | Span

// uses are the options, as they are called and given, and what a format without a use for them lacks.
var uses = []struct {
	Use
	key   string
	given func(o *account.Options) string // "": it is not
	why   string
}{
	{Arrival, "arrival", func(o *account.Options) string {
		if o.Arrival == account.AtSubmit {
			return ""
		}
		return o.Arrival.String()
	}, "tells only when jobs were submitted"},
	{Unit, "unit", func(o *account.Options) string {
		if o.Unit == account.Processors {
			return ""
		}
		return o.Unit.String()
	}, "counts processors alone"},
	{Zone, "zone", func(o *account.Options) string { return o.Zone },
		"has no times of a clock on the wall; the zone of its weeks is TimeZoneString of its header"},
	{Columns, "columns", func(o *account.Options) string { return o.Columns }, "has columns, or members, that its format names"},
	{Match, "match", func(o *account.Options) string { return o.Match }, "has columns, or members, that its format names"},
	{Span, "span", func(o *account.Options) string { return o.Span.String() }, "is read as a whole"},
}

// Takes says whether a format, by its name, has a use for the option of a key.
func Takes(format, key string) bool {
	for _, f := range Formats() {
		for _, u := range uses {
			if f.Name == format && u.key == key && f.Uses&u.Use == 0 {
				return false
			}
		}
	}
	return true
}

// unused is the error of an option that a format has no use for: it would change nothing.
func (f *Format) unused(o *account.Options) error {
	for _, u := range uses {
		if text := u.given(o); text != "" && f.Uses&u.Use == 0 {
			return errors.New("--" + u.key + " " + jsontext.Short(text) + " has no use here: this file is read as " + f.Name + ", which " +
				u.why + ". Leave --" + u.key + " out")
		}
	}
	return nil
}

// named says whether the columns are told of a file whose lines are no log's in the Standard
// Workload Format: of a table without a line of names.
func named(head []byte, o *account.Options) bool {
	n := len(strings.Fields(string(account.FirstLine(head))))
	return o.Columns != "" && (n < swf.Shape || n == len(account.ParsePartitions(o.Columns)))
}
