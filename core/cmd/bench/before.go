package bench

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// Question is what a person asks the command and waits for as a whole.
type Question struct {
	Of, Name string   // its log, and what it is called in tables
	Args     []string // how the command is asked
}

// many is from how many jobs on a log is asked how long its reading takes, and no more for strategies, which would take an hour.
const many = 100_000

// Asked are the questions of a log of so many jobs, by its name.
func Asked(of, path string, jobs int) []Question {
	list := []Question{
		{of, "decide", []string{"decide", path}},
		{of, "compare", []string{"compare", "--resamples", "60", path}},
	}
	if jobs < many {
		return append(list, Question{of, "online", []string{"online", "--resamples", "60", path}})
	}
	return append(list, Question{of, "describe", []string{"describe", path}})
}

// Waiting is how many jobs wait at the end of the records of the site that is asked when they start.
const Waiting = 100

// Made are questions of files that are written into a folder: how long it takes to read so many lines of sacct, and when the
// jobs start that wait on a machine of 128 nodes.
func Made(folder string, lines int) ([]Question, error) {
	t, err := sample("site", 128, 8000, 0.9)
	if err != nil {
		return nil, err
	}
	starts, end, err := crowded(t)
	if err != nil {
		return nil, err
	}
	long, records := filepath.Join(folder, "sacct.psv"), filepath.Join(folder, "jobs.psv")
	conf := filepath.Join(folder, "slurm.conf")
	err = save(long, func(w io.Writer) error { return account(w, t, starts, 1<<62, lines) })
	if err == nil {
		err = save(records, func(w io.Writer) error { return account(w, t, starts, end, t.Len()) })
	}
	if err == nil {
		err = os.WriteFile(conf, []byte("ClusterName=c\nSelectType=select/linear\nPriorityType=priority/multifactor\nPriorityWeightAge=1000\n"+
			"PriorityWeightFairshare=5000\nNodeName=n[1-128] CPUs=1\nPartitionName=p Nodes=ALL\n"), 0o600)
	}
	return []Question{
		{"sacct-" + short(lines), "describe", []string{"describe", long}},
		{"site", "when", []string{"slurm", "when", conf, records}},
	}, err
}

// crowded replays a trace in order of arrival, and says when, late in it, so many jobs wait as are to be told of, or the most.
func crowded(t *job.Trace) (starts []int64, at int64, err error) {
	first, err := order.Parse("FCFS")
	if err != nil {
		return nil, 0, err
	}
	e := sim.New()
	e.Load(t)
	if err := e.Run(&sim.Config{Primary: first, Backfill: first, Threshold: sim.None}); err != nil {
		return nil, 0, err
	}
	starts = slices.Clone(e.Starts())
	most := -1
	for j := t.Len() / 2; j < t.Len() && most < Waiting; j++ {
		n := 0
		for i := range j + 1 {
			if starts[i] > t.Submit[j] {
				n++
			}
		}
		if n > most {
			at, most = t.Submit[j], n
		}
	}
	return starts, at, nil
}

// account writes so many rows as sacct would at an instant, in s of the trace: a trace that is shorter comes again.
func account(w io.Writer, t *job.Trace, starts []int64, end int64, rows int) error {
	const epoch = 1_700_438_400
	date := func(s int64) string { return time.Unix(epoch+s, 0).UTC().Format("2006-01-02T15:04:05") }
	const heading = "JobID|User|Account|Partition|QOS|Submit|Eligible|Start|End|ElapsedRaw|TimelimitRaw|ReqCPUS|AllocCPUS|NNodes|State\n"
	if _, err := io.WriteString(w, heading); err != nil {
		return err
	}
	span := t.Submit[t.Len()-1] + job.Week
	for k := range rows {
		j, since := k%t.Len(), int64(k/t.Len())*span
		submit, start, stop := since+t.Submit[j], since+starts[j], since+starts[j]+t.Run[j]
		if submit > end {
			break
		}
		began, ended, ran, allotted, state := date(start), date(stop), stop-start, t.Size[j], "COMPLETED"
		switch {
		case start > end:
			began, ended, ran, allotted, state = "Unknown", "Unknown", 0, 0, "PENDING"
		case stop > end:
			ended, ran, state = "Unknown", end-start, "RUNNING"
		}
		user := j * 7919 % 31 % 8
		if _, err := fmt.Fprintf(w, "%d|u%d|a%d|p|normal|%s|%s|%s|%s|%d|%d|%d|%d|%d|%s\n", k+1, user, user%3, date(submit), date(submit),
			began, ended, ran, (t.Request[j]+59)/60, t.Size[j], allotted, t.Size[j], state); err != nil {
			return err
		}
	}
	return nil
}

// save writes a file.
func save(path string, write func(w io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	err = write(w)
	if err == nil {
		err = w.Flush()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// Pairs are the processor times, in s, of a question asked of two programs in turns.
type Pairs struct {
	Question
	Now, Before []float64
}

// enough is from how much processor time of all its runs, in s, a question is asked no more.
const enough = 120

// Ask asks two programs in turns, so many times or until that has taken two minutes. Spend runs one and says what processor
// time, in s, that took.
func Ask(q Question, times int, now, before string, spend func(program string, args []string) (float64, error)) (Pairs, error) {
	p := Pairs{Question: q}
	for all := 0.0; len(p.Now) < times && all < enough; {
		b, err := spend(before, q.Args)
		if err != nil {
			return p, err
		}
		a, err := spend(now, q.Args)
		if err != nil {
			return p, err
		}
		p.Now, p.Before = append(p.Now, a), append(p.Before, b)
		all += a + b
	}
	return p, nil
}

// Ratio is the median of the pairs' ratios.
func (p *Pairs) Ratio() float64 {
	var list []float64
	for i, a := range p.Now {
		list = append(list, a/p.Before[i])
	}
	return median(list)
}

func median(list []float64) float64 { return numeral.Quantile(slices.Sorted(slices.Values(list)), 0.5) }

// PairsHeading names the fields of Pairs.
func PairsHeading() []string {
	return []string{"log", "asked", "now/s", "before/s", "ratio", "pairs"}
}

// Fields are the medians of both programs, of the ratio, and how many pairs there were.
func (p *Pairs) Fields() []string {
	return []string{p.Of, p.Name, fmt.Sprintf("%.2f", median(p.Now)), fmt.Sprintf("%.2f", median(p.Before)),
		fmt.Sprintf("%.2f", p.Ratio()), fmt.Sprint(len(p.Now))}
}

// Pairs tells the ratio, and how many pairs it is the median of.
func (x *Figures) Pairs(p *Pairs) {
	key := p.Of + " " + p.Name
	x.write(key, fmt.Sprintf("%.2f", p.Ratio()))
	x.write(key+" before", fmt.Sprintf("%.1f", median(p.Before)))
	x.write(key+" pairs", fmt.Sprint(len(p.Now)))
}
