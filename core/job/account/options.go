package account

import (
	"errors"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// Options are what a file can't say, or what is asked of it.
type Options struct {
	Arrival    Arrival
	Unit       Unit
	Partitions []string // or queues, where a system has no partitions; none: all
	Zone       string   // IANA name of the zone of times that name none; "": UTC, a guess
	Columns    string   // names of the columns of a table without header
	Match      string   // what the columns of a table are, where its names don't say it; see csv.ParseMatch
	Span       job.Span // the jobs submitted then alone
}

// Arrival is the instant from which a job waits.
type Arrival uint8

// A job arrives when it was submitted, or when nothing but the machine kept it from
// starting: dependencies met, begin time past, hold released.
const (
	AtSubmit Arrival = iota
	AtEligible
)

var arrivals = []string{"submit", "eligible"}

func (a Arrival) String() string { return arrivals[a] }

// Unit is what a machine is counted in.
type Unit uint8

// The units: whole nodes where no two jobs share one, GPUs where jobs compete for
// these.
const (
	Processors Unit = iota
	Nodes
	GPUs
)

var units = []string{"processors", "nodes", "gpus"}

func (u Unit) String() string { return units[u] }

// ParseZone checks the name of a time zone.
func ParseZone(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" || name == "UTC" {
		return name, nil
	}
	if _, ok := job.ZoneOffset(name, 0); !ok {
		return "", errors.New("no such time zone: give a name such as Europe/Oslo or America/New_York")
	}
	return name, nil
}

// ParsePartitions reads names between commas.
func ParsePartitions(text string) []string {
	var list []string
	for _, name := range strings.Split(text, ",") {
		if name = strings.TrimSpace(name); name != "" {
			list = append(list, name)
		}
	}
	return list
}

// takes says whether a record's partition is among those chosen.
func (o *Options) takes(r *Record) bool {
	return len(o.Partitions) == 0 || slices.Contains(o.Partitions, string(r.part()))
}

// part is a record's partition, or its queue.
func (r *Record) part() []byte {
	if len(r.Partition) == 0 {
		return r.Queue
	}
	return r.Partition
}

// Count writes "1 job", "3 jobs".
func Count(n int, one, many string) string {
	return numeral.Count(n) + " " + numeral.Plural(n, one, many)
}
