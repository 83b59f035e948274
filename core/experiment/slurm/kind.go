package slurm

import (
	"encoding/json"
	"errors"
	"slices"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/slurm/check"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
	"shadowtime/core/study"
)

// Name is the kind's name.
const Name = "slurm"

// Kind is a site's Slurm as workers compute it.
func Kind() study.Kind {
	return study.Kind{Name: Name, Alone: true, Prepare: func(_ *job.Trace, plan []byte) (study.Runner, error) {
		p, err := decode(plan)
		if err != nil {
			return nil, err
		}
		return &runner{plan: p}, nil
	}}
}

// Tasks.
const (
	TaskCheck  = iota // Checked, as JSON
	TaskReplay        // Row, encoded
	TaskProve         // Proof, as JSON
	TaskOrders        // Ordered of all orders, as JSON
	TaskSearch        // Advice, as JSON
)

// Checked is what the files say, before anything is replayed.
type Checked struct {
	Refused []site.Source // files that can't be read, and why
	Read    []site.Source // what the others were taken for
	Left    []site.Source // or why they were left
	Answer  *check.Answer // nil: no file has the configuration
	Log     string        // the file whose jobs are taken, "": none
	Jobs    int           // of it
	Waits   int           // jobs of which can be told when they start: of the queue, else of the log
	Why     string        // why there is none, though there are files of jobs
	Machine job.Size      // of the nodes that the files list
	Proves  string        // the file whose passes can be proven, "": none
}

// MostApart is how many jobs a row tells of.
const MostApart = 10

// Row is a replay: its JSON as the command prints it, and the jobs that are furthest from the record.
type Row struct {
	JSON  []byte
	Apart []follow.Told
	Fair  *Course // nil: fair share counts for nothing
}

// DecodeChecked and DecodeRow read what tasks answer.
func DecodeChecked(b []byte) (c *Checked, err error) {
	err = json.Unmarshal(b, &c)
	return c, err
}

func DecodeRow(b []byte) (*Row, *Replayed, error) {
	r := wire.NewReader(b)
	row, a := &Row{JSON: []byte(r.String())}, &Replayed{}
	apart, fair := []byte(r.String()), []byte(r.String())
	err := r.Close()
	if err == nil {
		err = json.Unmarshal(row.JSON, a)
	}
	if err == nil {
		err = json.Unmarshal(apart, &row.Apart)
	}
	if err == nil {
		row.Fair, err = DecodeCourse(fair)
	}
	return row, a, err
}

// What a runner can be asked for beside.
const (
	askJob = iota + 1
	askCSV
	askChange
	askCourse
	askWhen
)

// JobRequest asks why a job waited, by its number: DecodeJob reads the answer. CSVRequest asks for the CSV of all jobs.
func JobRequest(id int64) []byte { return request(askJob, id) }
func CSVRequest() []byte         { return request(askCSV, 0) }

func request(what, of int64) []byte { return requestOf(what, of, "") }

func requestOf(what, of int64, text string) []byte {
	var w wire.Writer
	w.Int(what)
	w.Int(of)
	w.String(text)
	return w.B
}

// ChangeRequest asks what a change would have done, with so many resamples: DecodeChanged reads the answer.
func ChangeRequest(lines string, resamples int) []byte {
	return requestOf(askChange, int64(resamples), lines)
}

// DecodeOrdered reads what queue orders would have done.
func DecodeOrdered(b []byte) (a *Ordered, err error) {
	err = json.Unmarshal(b, &a)
	return a, err
}

// DecodeAdvice reads what a search came to.
func DecodeAdvice(b []byte) (a *Advice, err error) {
	err = json.Unmarshal(b, &a)
	return a, err
}

// DecodeChanged reads it.
func DecodeChanged(b []byte) (a *Changed, err error) {
	err = json.Unmarshal(b, &a)
	return a, err
}

// WhenRequest asks when jobs will start, and one more as ParseJob reads it; soon: their medians alone. DecodeForecast reads the answer.
func WhenRequest(job string, soon bool) []byte {
	of := int64(0)
	if soon {
		of = 1
	}
	return requestOf(askWhen, of, job)
}

// DecodeForecast reads it.
func DecodeForecast(b []byte) (f *Forecast, err error) {
	err = json.Unmarshal(b, &f)
	return f, err
}

// DecodeJob reads it.
func DecodeJob(b []byte) (t *follow.Told, err error) {
	err = json.Unmarshal(b, &t)
	return t, err
}

// runner works on one plan.
type runner struct {
	plan     Plan
	checked  *Checked
	site     *site.Site
	log      *site.Log
	replay   *follow.Site // nil: it was not made
	believed *follow.Believed
	proof    map[Part]follow.File
}

// Steps is one.
func (r *runner) Steps() int { return 1 }

// Task checks, or replays.
func (r *runner) Task(k int, progress study.Progress) ([]byte, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if k == TaskCheck {
		return json.Marshal(r.checked)
	}
	if k == TaskProve {
		return r.prove()
	}
	if k == TaskOrders {
		return r.orders(progress)
	}
	if k == TaskSearch {
		return r.search(progress)
	}
	a, err := r.run(progress)
	if err != nil {
		return nil, err
	}
	text, err := JSON(a)
	if err != nil {
		return nil, err
	}
	apart, err := json.Marshal(r.replay.Apart(MostApart))
	if err != nil {
		return nil, err
	}
	var fair []byte
	if c, err := courseOf(r.replay, Root); err == nil { // else it counts for nothing
		if fair, err = json.Marshal(c); err != nil {
			return nil, err
		}
	}
	var w wire.Writer
	w.String(string(text))
	w.String(string(apart))
	w.String(string(fair))
	return w.B, nil
}

// Detail answers a request, DetailTold tells how far it is with resamples.
func (r *runner) Detail(b []byte) ([]byte, error) { return r.DetailTold(b, nil) }

func (r *runner) DetailTold(b []byte, progress study.Progress) ([]byte, error) {
	from := wire.NewReader(b)
	what, of, lines := from.Int(), from.Int(), from.String()
	if err := from.Close(); err != nil {
		return nil, err
	}
	if what == askChange {
		if err := r.check(); err != nil {
			return nil, err
		}
		if r.replay == nil {
			if _, err := r.run(nil); err != nil {
				return nil, err
			}
		}
		q := &Question{Change: site.File{Name: "the change", Text: lines}, Resamples: int(of), Seed: 1,
			Each: inTurn(progress, 1)}
		a, err := change(r.site, r.log, r.replay, r.believed, q, notHere)
		if err != nil {
			return nil, err
		}
		return JSON(a)
	}
	if what == askWhen {
		if err := r.check(); err != nil {
			return nil, err
		}
		return r.when(lines, of == 1)
	}
	if r.replay == nil {
		if err := r.check(); err != nil {
			return nil, err
		}
		if _, err := r.run(nil); err != nil {
			return nil, err
		}
	}
	switch what {
	case askJob:
		told, err := Tell(r.replay, of)
		if err != nil {
			return nil, err
		}
		return json.Marshal(told)
	case askCSV:
		return CSV(r.replay), nil
	case askCourse:
		c, err := courseOf(r.replay, lines)
		if err != nil {
			return nil, err
		}
		return json.Marshal(c)
	}
	return nil, errors.New("slurm: this request is not known: page and worker are of different builds; reload the page")
}

// orders says what all queue orders would have done.
func (r *runner) orders(progress study.Progress) ([]byte, error) {
	if r.replay == nil {
		if _, err := r.run(nil); err != nil {
			return nil, err
		}
	}
	a, err := orderedIn(r.site, r.log, r.replay, []string{"all"}, &Question{Each: inTurn(progress, 1)})
	if err != nil {
		return nil, err
	}
	return JSON(a)
}

// search looks for settings under which jobs wait less.
func (r *runner) search(progress study.Progress) ([]byte, error) {
	if r.log == nil {
		return nil, errors.New("no file has jobs that can be replayed")
	}
	a, err := searchIn(r.site, r.log, &Question{Each: inTurn(progress, 2./3)}) // how often it asks is not known before: ever less
	if err != nil {
		return nil, err
	}
	return JSON(a)
}

// inTurn does tasks one after the other and tells how far it is: each time it is asked takes a share of what is left.
func inTurn(progress study.Progress, share float64) func(n int, task func(int) error) error {
	done := 0.0
	return func(n int, task func(int) error) error {
		step := (1 - done) * share / float64(max(1, n))
		for i := range n {
			if progress != nil {
				progress(done)
			}
			if err := task(i); err != nil {
				return err
			}
			done += step
		}
		return nil
	}
}

// when says when jobs will start.
func (r *runner) when(job string, soon bool) ([]byte, error) {
	if r.log == nil {
		return nil, errors.New("no file has jobs from which it can be told")
	}
	more, err := ParseJob(job)
	if err != nil {
		return nil, err
	}
	f, err := when(r.site, r.log, &Ask{More: more, Soon: soon})
	if err != nil {
		return nil, err
	}
	return JSON(f)
}

// check reads the files, once.
func (r *runner) check() error {
	if r.checked != nil {
		return nil
	}
	c := &Checked{}
	var files []site.File
	refuse := func(f site.File, err error) {
		c.Refused = append(c.Refused, site.Source{File: f.Name, Is: err.Error()})
	}
	for _, f := range r.plan.Files {
		if text, err := site.Unpacked(f); err != nil {
			refuse(f, err)
		} else {
			files = append(files, text)
		}
	}
	r.plan.Files = nil
	var proves []site.Source
	if r.proof = parts(files); r.proof != nil {
		c.Proves = r.proof[runJobs].Name
		if f, ok := r.proof[States]; ok {
			c.Proves = f.Name
		}
		files = slices.DeleteFunc(files, func(f site.File) bool {
			p := PartOf(f.Text)
			if p == NoPart || p == runConf { // which is checked as any other
				return false
			}
			proves = append(proves, site.Source{File: f.Name, Is: "what Slurm decided, to be compared"})
			return true
		})
	}
	s, err := site.Read(files, site.Among(files))
	if err != nil { // one by one, to find those that can't be read
		var good []site.File
		for _, f := range files {
			list := append(good[:len(good):len(good)], f)
			if _, err := site.Read(list, site.Among(list)); err != nil {
				refuse(f, err)
				continue
			}
			good = list
		}
		if s, err = site.Read(good, site.Among(good)); err != nil {
			return err
		}
	}
	version, _ := model.ParseVersion(r.plan.Version)
	if len(s.Conf)+len(s.Shown) > 0 {
		if c.Answer, err = check.Of(s, version, r.plan.By); err != nil {
			return err
		}
	}
	s.Assume(version)
	c.Machine = s.Size()
	if len(s.Logs) > 0 {
		if r.log, err = s.Log(); err != nil {
			c.Why = err.Error()
		} else {
			c.Log, c.Jobs, c.Waits = r.log.File, len(r.log.Jobs), awaited(s, r.log)
		}
	}
	c.Read, c.Left = append(s.Read, proves...), s.Left
	s.Logs = nil // their text is not asked for again
	r.site, r.checked = s, c
	return nil
}

// awaited is how many jobs wait in the queue of squeue --json, or else at the end of the log.
func awaited(s *site.Site, log *site.Log) (n int) {
	if s.Queue != nil {
		for i := range s.Queue.Jobs {
			if s.Queue.Jobs[i].State == account.Pending {
				n++
			}
		}
		return n
	}
	for i := range log.Jobs {
		if j := &log.Jobs[i]; j.State == account.Pending && j.Submit > 0 && j.Eligible > 0 && j.CPUs > 0 {
			n++
		}
	}
	return n
}

// run replays the jobs.
func (r *runner) run(progress study.Progress) (*Replayed, error) {
	if r.log == nil {
		return nil, errors.New("no file has jobs that can be replayed")
	}
	x, err := prepare(r.site, r.log)
	if err != nil {
		return nil, err
	}
	Watch(x)
	if progress != nil {
		x.Daemon.Progress = func(done, all int) { progress(float64(done) / float64(max(1, all))) }
	}
	a, err := Replay(r.site, x)
	if err != nil {
		return nil, err
	}
	r.replay, r.believed = x, a.Believed
	return a, nil
}
