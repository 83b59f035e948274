package study

import (
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/table"
)

// ImportSettings are what is asked of accounting records, or told with them.
func ImportSettings(o *account.Options) Settings {
	return Settings{
		One("arrival", &o.Arrival,
			Option{account.AtSubmit.String(), "submitted"},
			Option{account.AtEligible.String(), "able to start"},
		).With("Jobs arrive when", "when a job's waiting begins: at its submit, or when nothing but the machine kept it from starting "+
			"(eligible: dependencies met, begin time past, hold released)"),
		One("unit", &o.Unit,
			Option{account.Processors.String(), "processors"},
			Option{account.Nodes.String(), "nodes"},
			Option{account.GPUs.String(), "GPUs"},
		).With("Machine counted in", "what a machine is counted in: processors, nodes (where no two jobs share one) or gpus (jobs "+
			"without one are left out)"),
		Words("partition", func() string { return strings.Join(o.Partitions, ",") }, func(text string) error {
			o.Partitions = account.ParsePartitions(text)
			return nil
		}).With("Partitions", "partitions, or queues, whose jobs are taken, between commas, by name or number; none: all"),
		Words("zone", func() string { return o.Zone }, func(text string) (err error) {
			o.Zone, err = account.ParseZone(text)
			return err
		}).With("Time zone", "time zone of times that name none, as Europe/Oslo; without it they are taken for UTC"),
		Words("columns", func() string { return o.Columns }, func(text string) error {
			o.Columns = strings.TrimSpace(text)
			return nil
		}).With("Columns", "names of the columns, between commas, of a table that has no header line"),
		Words("match", func() string { return o.Match }, func(text string) error {
			_, err := table.ParseMatch(text)
			if err == nil {
				o.Match = strings.TrimSpace(text)
			}
			return err
		}).With("Match", "what the columns of a table (CSV) are, where it was not found: submit=arrived,run=minutes:min,procs=#7; "+
			table.Help()),
		Words("span", func() string { return o.Span.String() }, func(text string) (err error) {
			o.Span, err = job.ParseSpan(text)
			return err
		}).With("Submitted", "jobs submitted in this span alone, for a log that is too large: the first and the last day (UTC), as "+
			"2019-03-04..2020-03-01, or of a log without dates the first and the last week, as 1..52"),
	}
}
