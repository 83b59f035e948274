package slurm

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/csv"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// Replayed is what came of a site's own jobs, beside what its log says, and which files said it.
type Replayed struct {
	Read []site.Source `json:"read"`
	Not  []site.Source `json:"left"`
	*follow.Believed
	Seconds *Jitter `json:"seconds"` // the mean wait here, with the parts of a second drawn that the log lacks; null of a long log
}

// Prepare makes ready the jobs of a site's log to be replayed under its configuration. Version counts where no file says
// one; 0 is none.
func Prepare(s *site.Site, version model.Version) (*follow.Site, error) {
	s.Assume(version)
	log, err := s.Log()
	if err != nil {
		return nil, err
	}
	return prepare(s, log)
}

func prepare(s *site.Site, log *site.Log) (*follow.Site, error) {
	scene, err := s.Scene(log)
	if err != nil {
		return nil, err
	}
	return follow.FreeSite(scene), nil
}

// Replay replays them.
func Replay(s *site.Site, x *follow.Site) (*Replayed, error) {
	a := &Replayed{s.Read, s.Left, x.Believe(), nil}
	if a.Judged == 0 {
		return nil, errors.New("no job started of which the log has the wait: export more than " +
			numeral.Plural(a.Jobs, "one job", "these jobs"))
	}
	a.Seconds = jitter(a.Jobs, func(k uint64) (float64, bool) { return waited(x, k) })
	return a, nil
}

// Tell says why a job waited, by its number.
func Tell(x *follow.Site, id int64) (*follow.Told, error) {
	told, ok := x.Tell(id)
	if !ok {
		return nil, errors.New("job " + strconv.FormatInt(id, 10) + ": the log has no such job that starts here: " +
			"give the number in JobIDRaw")
	}
	return &told, nil
}

// JSON is an answer as the command prints it.
func JSON(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	return append(b, '\n'), err
}

// CSV lists the jobs that start, one a line, with how long each waited for what.
func CSV(x *follow.Site) []byte {
	head := []string{"job", "user", "account", "partition", "qos", "cpus", "nodes", "limit", "eligible", "machine", "here", "startedBy",
		"startedByHere", "priority", "priorityHere"}
	at := map[string]int{}
	for r := range model.Reasons {
		at[r.String()] = len(head)
		head = append(head, r.String())
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(head) // a Buffer takes every write
	row := make([]string, len(head))
	for k := range x.Scene.Records {
		t, ok := x.TellOf(k)
		if !ok {
			continue
		}
		clear(row)
		whole := func(n int64) string { return strconv.FormatInt(n, 10) }
		copy(row, []string{whole(t.ID), t.User, t.Account, t.Partition, t.QOS, whole(t.CPUs), whole(t.Nodes), whole(t.Limit),
			numeral.Plain(t.Eligible), numeral.Plain(t.Machine), numeral.Plain(t.Here), t.StartedBy, t.StartedByHere})
		for i, n := range []*int64{t.Priority, t.PriorityHere} {
			if n != nil {
				row[13+i] = whole(*n)
			}
		}
		for _, r := range t.Reasons {
			row[at[r.Reason]] = numeral.Plain(r.Seconds())
		}
		_ = w.Write(row)
	}
	w.Flush()
	return b.Bytes()
}
