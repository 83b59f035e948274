// Package labtest stands in for the machine room and the browser, so that views
// are tested by plain go test: answers come when the test says so, and what is
// drawn is remembered.
package labtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	js "github.com/vugu/vugu/js"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/wire"
	"shadowtime/core/experiment"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/format"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/problem"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
	"shadowtime/core/study/desk"
	"shadowtime/ui"
	"shadowtime/ui/lab"
)

// Machine is an engine whose answers come when the test says so. What a worker
// would do is done by a desk.
type Machine struct {
	T     *testing.T
	Kinds []study.Kind
	Log   *job.Log // the next to be read
	Logs  map[job.Digest]*job.Log
	Trace *job.Trace // the last one that was cleaned
	Read  func(*overview.Summary, error)
	// Options are those of the last file that was opened.
	Options account.Options
	Tasks   []*Task
	Asked   []func() // details that wait for an answer
	lose    []func() // how each of them ends when it is cancelled
	Forgot  []job.Digest
	Ended   int // times that all tasks were cancelled
	Slow    bool
	Cleans  []func() // what waits while Slow
	Busy    bool
	Counts  []func() // accounts that wait while Busy
	Late    bool
	Asides  []*Aside // what waits while Late
	asides  map[whom]*aside
	Single  bool // there is one worker, not two
}

// whom is asked aside: a kind, or another desk of it.
type whom struct {
	kind  string
	apart bool
}

// aside is the desk of a kind, and the study that it has prepared. What a desk was asked once, with
// the same before it, is not computed again: most tests lead to the same search.
type aside struct {
	desk  *desk.Desk // nil while all that was asked was answered before
	trace *lab.Trace
	plan  []byte
	asked []question // all there was
	said  [sha256.Size]byte
}

// question is what a desk was asked.
type question struct {
	op   string
	data []byte
}

// answered are the answers of desks, by all that they had been given and asked.
var answered = map[[sha256.Size]byte]answer{}

type answer struct {
	data []byte
	err  error
}

// beside is a desk of a study that was asked nothing yet.
func beside(s lab.Subject) *aside {
	var w wire.Writer
	w.String(s.Kind)
	w.String(string(s.Plan))
	if s.Trace != nil {
		s.Trace.Jobs.(*job.Trace).Wire(wire.Both{Put: &w})
	}
	return &aside{trace: s.Trace, plan: s.Plan, said: sha256.Sum256(w.B)}
}

// ask lets the desk answer, or remembers what one did.
func (x *aside) ask(m *Machine, s lab.Subject, q question) ([]byte, error) {
	var w wire.Writer
	w.String(q.op)
	w.String(string(q.data))
	x.said = sha256.Sum256(append(x.said[:], w.B...))
	before := x.asked
	x.asked = append(x.asked, q)
	known, ok := answered[x.said]
	if ok && x.desk == nil {
		return bytes.Clone(known.data), known.err
	}
	if x.desk == nil {
		var err error
		if x.desk, err = m.prepared(s); err != nil {
			delete(m.asides, whom{s.Kind, s.Apart})
			return nil, err
		}
		for _, b := range before {
			_, _ = x.desk.Handle(b.op, desk.Message{Data: b.data}, func(float64, int) {}) // as it was answered
		}
	}
	a, err := x.desk.Handle(q.op, desk.Message{Data: q.data}, func(float64, int) {})
	answered[x.said] = answer{bytes.Clone(a.Data), err}
	return a.Data, err
}

// Aside waits for its answer.
type Aside struct {
	Kind   string
	Apart  bool
	K      int
	Tell   func(share float64)
	Answer func()
	Done   func([]byte, error)
}

// Task waits for its answer.
type Task struct {
	K       int
	Share   lab.Share
	Subject lab.Subject
	Tell    func(steps float64)
	Done    func([]byte, error)
}

// Open and Sample wait for Read.
func (m *Machine) Open(_ any, _ string, o account.Options, _ desk.Cleaning, _ func(int, int), done func(*overview.Summary, error)) {
	m.Options, m.Read = o, done
}

// Save makes the file at once.
func (m *Machine) Save(log job.Digest, told job.Machine, to string, done func(any, error)) {
	m.T.Helper()
	l := m.Logs[log]
	var b bytes.Buffer
	writer, err := format.WriterOf(to, "")
	require.NoError(m.T, err)
	err = format.Write(&b, l, l.Rows(), format.WriteOptions{Machine: format.MachineOf(l, told), Format: writer})
	done(b.String(), err)
}

// Sample waits for Read.
func (m *Machine) Sample(_, _ int, _ uint64, _ desk.Cleaning, done func(*overview.Summary, error)) {
	m.Read = done
}

// Problem makes the log at once, and waits for Read.
func (m *Machine) Problem(name string, _ desk.Cleaning, done func(*overview.Summary, error)) {
	p, err := problem.Find(name)
	require.NoError(m.T, err)
	m.Log, err = p.Make()
	require.NoError(m.T, err)
	m.Log.Digest = job.DigestOf(m.Log)
	m.Logs[m.Log.Digest] = m.Log
	m.Read = done
}

// Clean makes a trace at once, or waits.
func (m *Machine) Clean(digest job.Digest, clean desk.Cleaning, done func(*lab.Trace, error)) {
	answer := func() {
		t, c := job.Clean(m.Logs[digest], clean.Rules, job.MachineOf(m.Logs[digest], clean.Procs))
		m.Trace = t
		done(&lab.Trace{Cleaning: c, Overview: overview.Describe(t), Jobs: t}, nil)
	}
	if m.Slow {
		m.Cleans = append(m.Cleans, answer)
		return
	}
	answer()
}

// Waits are those of the log, at once.
func (m *Machine) Waits(log job.Digest, clean desk.Cleaning, done func([]int64, error)) {
	t, _ := job.Clean(m.Logs[log], clean.Rules, job.MachineOf(m.Logs[log], clean.Procs))
	done(why.Waits(t, m.Logs[log]), nil)
}

// Held is what the jobs of a log waited for, at once, or waits.
func (m *Machine) Held(log job.Digest, clean desk.Cleaning, done func(*held.Account, error)) {
	answer := func() {
		t, _ := job.Clean(m.Logs[log], clean.Rules, job.MachineOf(m.Logs[log], clean.Procs))
		r, ok := held.RecordOf(t)
		if !ok {
			done(nil, nil)
			return
		}
		done(held.AccountOf(r, &held.Machine{}))
	}
	if m.Busy {
		m.Counts = append(m.Counts, answer)
		return
	}
	answer()
}

// Ask has the kind answer at once.
func (m *Machine) Ask(log job.Digest, kind string, request []byte, done func([]byte, error)) {
	at := slices.IndexFunc(m.Kinds, func(k study.Kind) bool { return k.Name == kind })
	done(m.Kinds[at].Ask(m.Logs[log], request))
}

// Forget remembers what was forgotten.
func (m *Machine) Forget(log job.Digest) { m.Forgot = append(m.Forgot, log) }

// CancelReading does nothing: what was read is dropped by who asked.
func (m *Machine) CancelReading() {}

// Task waits for Finish.
func (m *Machine) Task(s lab.Subject, k int, share lab.Share, progress func(float64), done func([]byte, error)) {
	m.Tasks = append(m.Tasks, &Task{k, share, s, progress, done})
}

// Detail waits in Asked.
func (m *Machine) Detail(s lab.Subject, request []byte, done func([]byte, error)) {
	m.lose = append(m.lose, func() { done(nil, lab.ErrCancelled) })
	m.Asked = append(m.Asked, func() {
		b, err := m.answer(s, desk.OpDetail, request)
		done(b, err)
	})
}

// Aside answers at once, or waits.
func (m *Machine) Aside(s lab.Subject, k int, request []byte, progress func(float64), done func([]byte, error)) {
	answer := func() {
		of := whom{s.Kind, s.Apart}
		x := m.asides[of]
		if x == nil || x.trace != s.Trace || !bytes.Equal(x.plan, s.Plan) {
			x = beside(s)
			m.asides[of] = x
		}
		q := question{desk.OpTask, desk.TaskRequest(k)}
		if request != nil {
			q = question{desk.OpDetail, bytes.Clone(request)}
		}
		done(x.ask(m, s, q))
	}
	if m.Late {
		m.Asides = append(m.Asides, &Aside{s.Kind, s.Apart, k, progress, answer, done})
		return
	}
	answer()
}

// CancelAside ends what waits of a kind.
func (m *Machine) CancelAside(kind string) {
	list := m.Asides
	m.Asides = nil
	delete(m.asides, whom{kind, false})
	delete(m.asides, whom{kind, true})
	for _, x := range list {
		if x.Kind == kind {
			x.Done(nil, lab.ErrCancelled)
		} else {
			m.Asides = append(m.Asides, x)
		}
	}
}

// CancelTasks drops all tasks.
func (m *Machine) CancelTasks() { m.Ended++; m.Tasks = nil }

// Workers is two, or one.
func (m *Machine) Workers() int {
	if m.Single {
		return 1
	}
	return 2
}

// answer is what a worker answers that was given what a request carries.
func (m *Machine) answer(s lab.Subject, op string, data []byte) ([]byte, error) {
	d, err := m.prepared(s)
	if err != nil {
		return nil, err
	}
	answer, err := d.Handle(op, desk.Message{Data: data}, func(float64, int) {})
	return answer.Data, err
}

// prepared is a desk that was given what a request carries.
func (m *Machine) prepared(s lab.Subject) (*desk.Desk, error) {
	d := desk.New(m.Kinds...)
	if s.Trace != nil {
		var w wire.Writer
		s.Trace.Jobs.(*job.Trace).Wire(wire.Both{Put: &w})
		if _, err := d.Handle(desk.OpTrace, desk.Message{Beside: w.B}, nil); err != nil {
			return nil, err
		}
	}
	_, err := d.Handle(desk.OpPrepare, desk.Message{Data: desk.PrepareRequest(s.Kind, s.Plan)}, nil)
	return d, err
}

// Finish answers the n-th waiting task.
func (m *Machine) Finish(n int) {
	m.T.Helper()
	x := m.Tasks[n]
	m.Tasks = append(m.Tasks[:n:n], m.Tasks[n+1:]...)
	row, err := m.answer(x.Subject, desk.OpTask, desk.PartRequest(x.K, x.Share.At, x.Share.Of))
	require.NoError(m.T, err)
	x.Done(row, nil)
}

// FinishAll answers all tasks, the last first, and those that follow.
func (m *Machine) FinishAll() {
	m.T.Helper()
	for len(m.Tasks) > 0 {
		m.Finish(len(m.Tasks) - 1)
	}
}

// Answer answers the detail that was asked first.
func (m *Machine) Answer() {
	f := m.Asked[0]
	m.Asked, m.lose = m.Asked[1:], m.lose[1:]
	f()
}

// Lose answers it as one that was cancelled.
func (m *Machine) Lose() {
	f := m.lose[0]
	m.Asked, m.lose = m.Asked[1:], m.lose[1:]
	f()
}

// Add makes a log that can be read.
func (m *Machine) Add(name string, cfg lublin.Config) *job.Log {
	m.T.Helper()
	if _, ok := samples[cfg]; !ok {
		log, err := lublin.Sample(cfg)
		require.NoError(m.T, err)
		log.Digest = job.DigestOf(log)
		samples[cfg] = log
	}
	log := *samples[cfg]
	if name != "" {
		log.Name = name
	}
	m.Logs[log.Digest] = &log
	return &log
}

// samples are the logs that were made: most tests read the same, and none changes its jobs.
var samples = map[lublin.Config]*job.Log{}

// Screen is a browser that remembers what was drawn.
type Screen struct {
	t     *testing.T
	Drawn map[string]string // by host
	// Painted are width, height and pixels of canvases, by id.
	Painted map[string][]uint32
	Asked   string                                 // address of a log
	Got     func(file any, name string, err error) // answers it
	Files   map[string]string                      // by name; what was copied is "clipboard"
	Values  map[string]string                      // of fields, by id
	Said    map[string]string                      // of sliders, by id
	// Refused says why fields were refused, by id; Focused is what got the focus
	// last.
	Refused map[string]string
	At      map[string]int // in which column
	Focused string
	// Revealed was scrolled into view last.
	Revealed string
	Tab      string // what its name says of a run

	Notified []string // "": it was asked whether it may be
	// Followed is the page that was gone to, Prints how often something was printed.
	Followed string
	Prints   int
	Visited  []string           // the history of the address
	Step     func(float64) bool // of an animation
	NoMove   bool               // less motion is asked for
	Frozen   bool               // time stands still; else each look at the clock takes a second,
	Hours    float64            // and so many hours
	Wide     int
	// Uncopied says that the browser keeps its clipboard from the page.
	Uncopied bool
	now      float64
}

func (s *Screen) Mount(string, js.Value) {}
func (s *Screen) Draw(host, html string) {
	s.Drawn[host] = html
	for {
		_, table, found := strings.Cut(html, "<table")
		if !found {
			return
		}
		table, html, _ = strings.Cut(table, "</table>")
		table = "<table" + table + "</table>"
		if sound[table] { // most is drawn again as it was
			continue
		}
		mixed := fixture.MixedUnits(table)
		if mixed != "" {
			s.t.Errorf("a table in %s has two units in a column: %s", host, mixed)
		}
		if s.rises(host, table) && mixed == "" {
			sound[table] = true
		}
	}
}

// sound are the tables that were looked at and found right.
var sound = map[string]bool{}

// rises says whether the ranges of a table or file go from low to high, with their figures within.
func (s *Screen) rises(where, text string) bool {
	disorder := fixture.Disorder(text)
	if disorder != "" {
		s.t.Errorf("%s has a range that is none: %s", where, disorder)
	}
	return disorder == ""
}
func (s *Screen) Paint(id string, w, h int, pixels []uint32, _ []lab.Tone) {
	s.Painted[id] = append([]uint32{uint32(w), uint32(h)}, pixels...)
}
func (s *Screen) Width() int                { return s.Wide }
func (s *Screen) ChooseFile()               {}
func (s *Screen) SetValue(id, value string) { s.Values[id] = value }
func (s *Screen) Say(id, words string)      { s.Said[id] = words }
func (s *Screen) Download(name, mime string, data []byte) {
	s.Files[name] = string(data)
	if mime == "text/csv" || mime == "application/json" {
		s.rises(name, string(data))
	}
}
func (s *Screen) DownloadPNG(name, svg string) { s.Files[name] = svg }
func (s *Screen) Get(address string, _ func(int, int) bool, done func(any, string, error)) {
	s.Asked, s.Got = address, done
}
func (s *Screen) File(_, text string) any               { return text }
func (s *Screen) DownloadFile(name, _ string, file any) { s.Files[name] = file.(string) }
func (s *Screen) Address() string                       { return "https://example.org/lab/" }

// Text is the file itself, of a text; any other can't be read.
func (s *Screen) Text(file any, done func(string, error)) {
	text, ok := file.(string)
	if !ok {
		done("", errors.New("the browser can't read it"))
		return
	}
	done(text, nil)
}

// Notify keeps what was told.
func (s *Screen) Notify(words string) { s.Notified = append(s.Notified, words) }

// Title is the tab's.
func (s *Screen) Title(words string) { s.Tab = words }

// Visit keeps the history of the address.
func (s *Screen) Visit(link string, _ int, entry bool) {
	if entry || len(s.Visited) == 0 {
		s.Visited = append(s.Visited, link)
		return
	}
	s.Visited[len(s.Visited)-1] = link
}
func (s *Screen) Copy(text string, refused func()) {
	if s.Uncopied {
		refused()
		return
	}
	s.Files["clipboard"] = text
}
func (s *Screen) Reveal(id string)                  { s.Revealed = id }
func (s *Screen) Focus(string)                      {}
func (s *Screen) Attend(id string, _ bool)          { s.Focused = id }
func (s *Screen) Borrow(id string)                  { s.Focused = id }
func (s *Screen) Return()                           {}
func (s *Screen) Find(key string)                   { s.Focused = key }
func (s *Screen) Follow(address string)             { s.Followed = address }
func (s *Screen) Print()                            { s.Prints++ }
func (s *Screen) Refuse(id, why string, column int) { s.Refused[id], s.At[id] = why, column }
func (s *Screen) Later(f func())                    { f() }
func (s *Screen) AfterPaint(f func())               { f() }
func (s *Screen) Theme(string)                      {}
func (s *Screen) Now() float64 {
	if !s.Frozen {
		s.now += 1 + 3600*s.Hours
	}
	return s.now
}
func (s *Screen) Animate(step func(float64) bool) { s.Step = step }
func (s *Screen) Still() bool                     { return s.NoMove }

// New is a page with stand-ins that computes these kinds, and a log that waits
// to be read.
func New(t *testing.T, views func(l *lab.Lab) []lab.View, kinds ...study.Kind) (*ui.App, *Machine, *Screen) {
	t.Helper()
	m := &Machine{T: t, Kinds: append(kinds, experiment.Alone()...), Logs: map[job.Digest]*job.Log{},
		asides: map[whom]*aside{}}
	m.Log = m.Add("", lublin.Config{Procs: 64, Jobs: 1500, Seed: 2})
	s := &Screen{t: t, Drawn: map[string]string{}, Painted: map[string][]uint32{}, Files: map[string]string{}, Values: map[string]string{},
		Said: map[string]string{}, Refused: map[string]string{}, At: map[string]int{}, Wide: 900}
	a := ui.NewApp(views)
	a.Engine, a.Browser, a.Store = m, s, NewStore()
	a.Post = func(f func()) { f() }
	a.Tell = a.Post
	return a, m, s
}

// Load reads the machine's log.
func Load(a *ui.App, m *Machine) {
	a.OpenFiles([]ui.File{{Handle: "the bytes", Name: "log.swf"}})
	m.Read(overview.Summarise(m.Log), nil)
}

// PoseAs lets the machine's log pass for another, by its digest in hexadecimal.
func PoseAs(m *Machine, digest string) {
	m.T.Helper()
	b, err := hex.DecodeString(digest)
	require.NoError(m.T, err)
	copy(m.Log.Digest[:], b)
	m.Logs[m.Log.Digest] = m.Log
}

// KTH is the digest of a log that figures were published for.
const KTH = "cd04a7709ad3277db086ee21dfee723efddc133e96963fed1e8dd658b60f0919"

// Rows computes the log itself and resamples 1..n of a plan as the core does.
func Rows[P, R any, PP study.PlanOf[P], RR study.RowOf[R]](t *testing.T, kind study.Kind, trace *job.Trace, p P, n int) []R {
	t.Helper()
	runner, err := kind.Prepare(trace, study.EncodePlan(PP(&p).Settings()))
	require.NoError(t, err)
	var rows []R
	for k := study.Logged; k <= n; k++ {
		b, err := runner.Task(k, nil)
		require.NoError(t, err)
		row, err := study.Decode[R, RR](b)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	return rows
}
