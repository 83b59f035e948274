package little

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/sim/why"
)

// A little machine is also told what to do in lines as Slurm takes them. Its clock is
// in hours, so that 3:00 is three hours here and three minutes there; 3:00:00 is the
// same in both.

// longestLine is how many bytes a typed line may have.
const longestLine = 200

// Typed is a line that can't be taken: the column where, from 1, and why.
type Typed struct {
	Column int
	Why    string
}

func (t *Typed) Error() string { return t.Why }

// word is one of a line, without its quotes.
type word struct {
	text   string
	column int
}

// wrong says what is wrong at a word.
func (w *word) wrong(why string) error { return &Typed{w.column, why} }

// split parts a line into words as a shell does, quotes held together.
func split(line string) (list []word, err error) {
	var quote byte
	var text []byte
	at, in := 0, false
	for i := range len(line) {
		switch b := line[i]; {
		case quote != 0 && b == quote:
			quote = 0
		case quote != 0 || b != ' ' && b != '\t' && b != '"' && b != '\'':
			if !in {
				at, in = i, true
			}
			text = append(text, b)
		case b == ' ' || b == '\t':
			if in {
				list, text, in = append(list, word{string(text), at + 1}), nil, false
			}
		default:
			if !in {
				at, in = i, true
			}
			quote = b
		}
	}
	if quote != 0 {
		return nil, &Typed{at + 1, "the line: a quote is opened at column " + strconv.Itoa(at+1) + " and not closed: close it"}
	}
	if in {
		list = append(list, word{string(text), at + 1})
	}
	return list, nil
}

// Commands are what can be typed, with what belongs to each.
var Commands = []string{`sbatch -n PROCESSORS -t TIME --begin HOUR --wrap "sleep TIME"`, "squeue --start", "scancel JOB", "sinfo",
	"scontrol create reservation StartTime=HOUR Duration=TIME CoreCnt=PROCESSORS", "scontrol delete reservation", "sleep TIME"}

// Type carries out a typed line at the hour in sight, and says what it prints. An
// example that a line can't be carried out on stays as it is; the error is a Typed.
func (e *Example) Type(line string) (said string, err error) {
	if len(line) > longestLine {
		return "", &Typed{longestLine + 1, "the line: " + strconv.Itoa(len(line)) + " bytes are more than " + strconv.Itoa(longestLine) +
			": shorten it"}
	}
	words, err := split(line)
	if err != nil {
		return "", err
	}
	if len(words) == 0 {
		return "", &Typed{1, "the line is empty: type one of sbatch, squeue, scancel, sinfo, scontrol, sleep"}
	}
	name, rest := words[0], words[1:]
	does, ok := map[string]func(now int64, name word, rest []word) (string, error){
		"sbatch": e.sbatch, "squeue": e.squeue, "scancel": e.scancel, "sinfo": e.sinfo, "sleep": e.sleep, "scontrol": e.scontrol,
	}[name.text]
	if !ok {
		return "", name.wrong("word 1: " + jsontext.Short(name.text) + " is no command of this machine: type sbatch, squeue, scancel, " +
			"sinfo, scontrol or sleep")
	}
	now := e.now()
	if said, err = does(now, name, rest); err == nil && e.At == None {
		e.At = now
	}
	return said, err
}

// now is the hour in sight, of a whole schedule the last arrival's.
func (e *Example) now() int64 {
	if e.At != None {
		return e.At
	}
	return slices.MaxFunc(e.Jobs, func(a, b Job) int { return cmp.Compare(a.Arrives, b.Arrives) }).Arrives
}

// option is one of a command: what it is called, and what takes its value.
type option struct {
	short, long string
	value       string // what stands behind it; "": nothing does
	take        func(value word) error
}

// options reads those of a command, and gives the words that are none. Unknown ones are
// errors.
func options(name word, words []word, known []option) (rest []word, err error) {
	var offers []string
	for _, o := range known {
		offers = append(offers, strings.TrimSpace(cmp.Or(o.short, o.long)+" "+o.value))
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		if len(w.text) < 2 || w.text[0] != '-' {
			rest = append(rest, w)
			continue
		}
		at := slices.IndexFunc(known, func(o option) bool {
			return w.text == o.short || w.text == o.long || strings.HasPrefix(w.text, o.long+"=") ||
				o.short != "" && !strings.HasPrefix(w.text, "--") && strings.HasPrefix(w.text, o.short)
		})
		if at < 0 {
			remedy := "leave it out"
			if len(offers) > 0 {
				remedy = "give " + numeral.Listed(offers) + ", or leave it out"
			}
			return nil, w.wrong(name.text + ": " + jsontext.Short(w.text) + " is no option of it on this machine: " + remedy)
		}
		o := &known[at]
		value := word{column: w.column}
		switch {
		case o.value == "" && w.text != o.short && w.text != o.long:
			return nil, w.wrong(name.text + ", " + o.long + ": nothing stands behind it: leave " + jsontext.Short(w.text) + " at " + o.long)
		case o.value == "":
		case strings.HasPrefix(w.text, o.long+"="):
			value.text = w.text[len(o.long)+1:]
		case w.text == o.short || w.text == o.long:
			if i++; i == len(words) {
				return nil, w.wrong(name.text + ", " + w.text + ": its value is missing: give " + w.text + " " + o.value)
			}
			value = words[i]
		default: // -n4
			value.text = strings.TrimPrefix(w.text[len(o.short):], "=")
		}
		if err := o.take(value); err != nil {
			return nil, err
		}
	}
	return rest, nil
}

// time reads whole hours: H, H:00, H:00:00 or D-H.
func time(of string, w word, low int64) (int64, error) {
	text, days := w.text, int64(0)
	wrong := w.wrong(of + ": " + jsontext.Short(w.text) + " is none of " + strconv.FormatInt(low, 10) + " to " + strconv.Itoa(MaxHours) +
		" whole hours: give it as 3, 3:00, 3:00:00 or 1-12 (a day and 12 h)")
	if d, rest, ok := strings.Cut(text, "-"); ok {
		n, err := strconv.ParseInt(d, 10, 32)
		if err != nil || n < 0 {
			return 0, wrong
		}
		days, text = n, rest
	}
	text, rest, _ := strings.Cut(text, ":")
	hours, err := strconv.ParseInt(text, 10, 32)
	if err != nil || hours < 0 || rest != "" && rest != "00" && rest != "00:00" || strings.HasSuffix(w.text, ":") {
		return 0, wrong
	}
	if hours += 24 * days; hours < low || hours > MaxHours {
		return 0, wrong
	}
	return hours, nil
}

// slept reads sleep's hours, 3h: without the h they would be seconds.
func slept(of string, w word) (int64, error) {
	text, ok := strings.CutSuffix(w.text, "h")
	if !ok {
		return 0, w.wrong(of + ": " + jsontext.Short(w.text) + " would be seconds, and this machine counts hours: give it as 3h")
	}
	return time(of, word{text, w.column}, 1)
}

// sbatch adds a job.
func (e *Example) sbatch(now int64, name word, words []word) (string, error) {
	j, gpus := Job{Arrives: now, Procs: 1}, int64(0)
	runs := word{}
	rest, err := options(name, words, []option{
		{"-n", "--ntasks", "PROCESSORS", func(w word) (err error) {
			if j.Procs, err = whole("sbatch, -n", w.text, 1, e.Procs, "processors"); err != nil {
				return w.wrong(err.Error())
			}
			return nil
		}},
		{"-t", "--time", "TIME", func(w word) (err error) {
			j.Requests, err = time("sbatch, -t", w, 1)
			return err
		}},
		{"-b", "--begin", "HOUR", func(w word) (err error) {
			text, later := strings.CutPrefix(w.text, "now+")
			if later {
				text = strings.TrimSuffix(strings.TrimSuffix(text, "s"), "hour")
				if !strings.Contains(w.text, "hour") {
					return w.wrong("sbatch, --begin: " + jsontext.Short(w.text) + " would be seconds, and this machine counts hours: " +
						"give it as 2 or now+2hours")
				}
			}
			if j.Arrives, err = time("sbatch, --begin", word{text, w.column}, 0); later && err == nil {
				j.Arrives = min(j.Arrives+now, MaxHours)
			}
			return err
		}},
		{"", "--gres", "gpu:N", func(w word) (err error) {
			text, _ := strings.CutPrefix(w.text, "gpu:")
			if gpus, err = whole("sbatch, --gres=gpu:N", text, 0, NodeGPUs, "GPUs"); err != nil {
				return w.wrong(err.Error())
			}
			if len(e.GPUs) == 0 {
				return w.wrong("sbatch, --gres: this machine has no GPUs: choose a schedule of nodes first")
			}
			return nil
		}},
		{"", "--wrap", `"sleep TIME"`, func(w word) (err error) {
			text, ok := strings.CutPrefix(w.text, "sleep ")
			if !ok {
				return w.wrong("sbatch, --wrap: " + jsontext.Short(w.text) + ` can't be run here: give "sleep 3h", or leave it out for a ` +
					"job that runs as long as it requests")
			}
			runs = w
			j.Runs, err = slept("sbatch, --wrap", word{text, w.column})
			return err
		}},
	})
	switch {
	case err != nil:
		return "", err
	case len(rest) > 0:
		return "", rest[0].wrong("sbatch: " + jsontext.Short(rest[0].text) + ` is a script, and there are none here: leave it out, or give ` +
			`--wrap "sleep 3h"`)
	case j.Requests == 0:
		return "", name.wrong("sbatch: -t is missing: give the time that the job requests, as -t 3:00")
	case j.Runs > j.Requests:
		return "", runs.wrong("sbatch, --wrap: the job runs " + Hours(j.Runs) + " and requests " + Hours(j.Requests) +
			", where it would be ended: give -t as long as it runs, or longer")
	case len(e.Jobs) == MaxJobs:
		return "", name.wrong("sbatch: the machine has " + strconv.Itoa(MaxJobs) + " jobs, as many as it takes: scancel one first")
	}
	if j.Runs == 0 {
		j.Runs = j.Requests
	}
	e.Jobs = append(e.Jobs, j)
	if e.share(); gpus > 0 {
		e.GPUs[len(e.GPUs)-1] = gpus
	}
	return "Submitted batch job " + strconv.Itoa(len(e.Jobs)), nil
}

// scancel takes jobs out of the table.
func (e *Example) scancel(_ int64, name word, words []word) (string, error) {
	rest, err := options(name, words, nil)
	if err != nil {
		return "", err
	}
	if len(rest) == 0 {
		return "", name.wrong("scancel: the job is missing: give its number, 1 to " + strconv.Itoa(len(e.Jobs)))
	}
	var rows []int
	for _, w := range rest {
		n, err := whole("scancel", w.text, 1, int64(len(e.Jobs)), "numbers of jobs")
		if err != nil {
			return "", w.wrong(err.Error())
		}
		rows = append(rows, int(n)-1)
	}
	slices.Sort(rows)
	rows = slices.Compact(rows)
	if len(rows) == len(e.Jobs) {
		return "", rest[0].wrong("scancel: a little machine has one job at least: submit another first")
	}
	for _, row := range slices.Backward(rows) {
		e.Remove(row)
	}
	said := "The table is without it, as if it had never come."
	if len(rows) > 1 {
		said = "The table is without them, as if they had never come."
	}
	if rows[0] < len(e.Jobs) {
		said += " The jobs behind are numbered anew."
	}
	return said, nil
}

// sleep goes on to a later hour.
func (e *Example) sleep(now int64, name word, words []word) (string, error) {
	rest, err := options(name, words, nil)
	if err != nil {
		return "", err
	}
	if len(rest) != 1 {
		return "", name.wrong("sleep: give one time, as sleep 2h")
	}
	n, err := slept("sleep", rest[0])
	if err != nil {
		return "", err
	}
	e.At = now + n
	return "", nil
}

// scontrol makes the maintenance, or takes it away.
func (e *Example) scontrol(now int64, name word, words []word) (string, error) {
	if len(words) < 2 || !strings.HasPrefix(strings.ToLower(words[1].text), "res") ||
		words[0].text != "create" && words[0].text != "delete" {
		return "", name.wrong("scontrol: makes and deletes a reservation here: give create reservation StartTime=6 Duration=2:00, or " +
			"delete reservation")
	}
	if words[0].text == "delete" {
		e.Out = Outage{}
		return "There is no maintenance.", nil
	}
	o := Outage{From: None, Procs: e.Procs}
	for _, w := range words[2:] {
		key, text, _ := strings.Cut(strings.ToLower(w.text), "=")
		value, err := word{text, w.column}, error(nil)
		switch key {
		case "starttime":
			o.From, err = time("scontrol, StartTime", value, 0)
		case "duration":
			o.Hours, err = time("scontrol, Duration", value, 1)
		case "corecnt":
			o.Procs, err = whole("scontrol, CoreCnt", text, 1, e.Procs, "processors")
		default: // of whom and what the maintenance is
			if key != "flags" && key != "user" && w.text != "nodes=ALL" && w.text != "Nodes=ALL" {
				err = errors.New("scontrol: " + jsontext.Short(w.text) + " is nothing that it takes: leave it out")
			}
		}
		if err != nil {
			return "", w.wrong(err.Error())
		}
	}
	if o.From == None || o.Hours == 0 {
		return "", name.wrong("scontrol: StartTime or Duration is missing: give both, as StartTime=6 Duration=2:00")
	}
	if e.Hourly() {
		return "", name.wrong("scontrol: " + errFairOut.Error())
	}
	row, until, err := e.moved(now, o)
	if err != nil {
		return "", &Typed{1, err.Error()}
	}
	if row >= 0 {
		return "", name.wrong("scontrol: Requested nodes are busy: job " + strconv.Itoa(row+1) + " runs, by its request until " +
			clock(until) + ". Give a later StartTime, or fewer processors")
	}
	e.Out = o
	return "Reservation created: maintenance", nil
}

// moved is a job that runs already at an hour, and would not have begun as it did with a maintenance that is made only
// then; -1: there is none. The other is when its request ends.
func (e *Example) moved(now int64, o Outage) (row int, until int64, err error) {
	was, err := Run(e)
	if err != nil {
		return -1, 0, err
	}
	f := e.Clone()
	f.Out = o
	is, err := Run(f)
	if err != nil {
		return -1, 0, err
	}
	for row, j := range e.Jobs {
		if start := was.Sides[0].Start(row); start < now && is.Sides[0].Start(row) != start {
			return row, start + j.Requests, nil
		}
	}
	return -1, 0, nil
}

// nothing is what a command with no words takes.
func nothing(name word, words []word, known []option) error {
	rest, err := options(name, words, known)
	if err == nil && len(rest) > 0 {
		err = rest[0].wrong(name.text + ": " + jsontext.Short(rest[0].text) + " is nothing that it takes: leave it out")
	}
	return err
}

// at is the first side at an hour.
func (e *Example) at(now int64) (*Schedule, *why.Instant, error) {
	m, err := Run(e)
	if err != nil {
		return nil, nil, &Typed{1, err.Error()}
	}
	x, err := m.Sides[0].instant(now)
	return m.Sides[0], x, err
}

// sinfo prints how many processors have a job.
func (e *Example) sinfo(now int64, name word, words []word) (string, error) {
	if err := nothing(name, words, nil); err != nil {
		return "", err
	}
	s, _, err := e.at(now)
	if err != nil {
		return "", err
	}
	idle, out := s.idle(now), int64(0)
	if e.Out.during(now) {
		out = e.Out.Procs
	}
	busy := e.Procs - idle
	count := func(n int64) string { return strconv.FormatInt(n, 10) }
	return columns([][]string{{"PARTITION", "AVAIL", "CPUS(A/I/O/T)"},
		{"little", "up", count(busy) + "/" + count(idle-out) + "/" + count(out) + "/" + count(e.Procs)}}), nil
}

// idle are the processors without a job at an hour.
func (s *Schedule) idle(now int64) int64 {
	n := s.of.Procs
	for row, j := range s.of.Jobs {
		if s.Start(row) <= now && s.End(row) > now {
			n -= j.Procs
		}
	}
	return n
}

// squeue prints who is there; with --start those who wait, and when the scheduler plans to
// start them.
func (e *Example) squeue(now int64, name word, words []word) (string, error) {
	start := false
	err := nothing(name, words, []option{{"", "--start", "", func(word) error { start = true; return nil }}})
	if err != nil {
		return "", err
	}
	s, x, err := e.at(now)
	if err != nil {
		return "", err
	}
	plan := s.plan(x, now)
	if start {
		table := [][]string{{"JOBID", "ST", "START_TIME", "CPUS", "REASON"}}
		for _, p := range plan {
			at := "N/A"
			if p.at != why.Unknown {
				at = clock(p.at / hour)
			}
			table = append(table, []string{strconv.Itoa(p.row + 1), "PD", at, strconv.FormatInt(e.Jobs[p.row].Procs, 10), p.reason})
		}
		return columns(table), nil
	}
	table := [][]string{{"JOBID", "ST", "TIME", "TIME_LIMIT", "CPUS", "REASON"}}
	add := func(row int, st, ran, reason string) {
		j := e.Jobs[row]
		table = append(table, []string{strconv.Itoa(row + 1), st, ran, clock(j.Requests), strconv.FormatInt(j.Procs, 10), reason})
	}
	for _, p := range plan {
		add(p.row, "PD", "0:00", p.reason)
	}
	for row := range e.Jobs {
		if s.Start(row) <= now && s.End(row) > now {
			add(row, "R", clock(now-s.Start(row)), "None")
		}
	}
	return columns(table), nil
}

// planned is a job that waits, and when it is to start.
type planned struct {
	row    int
	at     int64 // in seconds, Unknown: nothing is planned
	reason string
}

// plan is what the scheduler promises at an hour, the earliest first; those it promises
// nothing come last, in the queue's order. A job that has not come begins when it does.
func (s *Schedule) plan(x *why.Instant, now int64) (list []planned) {
	p := last(x)
	for _, c := range s.waiting(x) {
		if x.Now > now*hour { // nobody has come yet
			break
		}
		reason := "(Priority)"
		if c.Job == p.Head {
			reason = "(Resources)"
		}
		if c.Reason == why.Barred || c.Job == p.Head && s.size(c.Job) <= c.Free {
			reason = "(ReqNodeNotAvail, Reserved for maintenance)"
		}
		list = append(list, planned{s.row(c.Job), s.promised(p, &c), reason})
	}
	for row, j := range s.of.Jobs {
		if j.Arrives > now {
			list = append(list, planned{row, j.Arrives * hour, "(BeginTime)"})
		}
	}
	sorted.Stable(list, func(a, b planned) int {
		return cmp.Compare(uint64(a.at), uint64(b.at)) // Unknown is below 0
	})
	return list
}

// clock writes hours as Slurm writes hours and minutes.
func clock(hours int64) string { return strconv.FormatInt(hours, 10) + ":00" }

// columns writes a table, the first column to the right.
func columns(table [][]string) string {
	wide := make([]int, len(table[0]))
	for _, row := range table {
		for i, cell := range row {
			wide[i] = max(wide[i], len(cell))
		}
	}
	var b strings.Builder
	for _, row := range table {
		for i, cell := range row {
			pad := strings.Repeat(" ", wide[i]-len(cell))
			switch {
			case i == 0:
				b.WriteString(pad + cell)
			case i == len(row)-1:
				b.WriteString("  " + cell)
			default:
				b.WriteString("  " + cell + pad)
			}
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// ColumnOf says where a line is wrong, 0 where that is not known.
func ColumnOf(err error) int {
	var t *Typed
	if errors.As(err, &t) {
		return t.Column
	}
	return 0
}
