package desk

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/wire"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/swf"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

func handle(t *testing.T, d *Desk, op string, data []byte) []byte {
	t.Helper()
	return send(t, d, op, Message{Data: data}).Data
}

func send(t *testing.T, d *Desk, op string, m Message) Message {
	t.Helper()
	answer, err := d.Handle(op, m, func(float64, int) {})
	require.NoError(t, err, op)
	return answer
}

// In pieces or whole: what the command says of a file, the desk says too.
func TestPackedPiecesAreReadAsTheCommandReadsTheFile(t *testing.T) {
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 300, Seed: 2})
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, swf.Write(&text, log))
	half := text.Len() / 2
	whole := slices.Concat(gz(text.Bytes()[:half]), gz(text.Bytes()[half:]))
	damaged := slices.Clone(whole)
	damaged[len(damaged)-5] ^= 1
	for name, file := range map[string][]byte{
		"members.swf.gz": whole, "padded.swf.gz": append(slices.Clone(whole), 0, 0, 0),
		"followed.swf.gz": append(slices.Clone(whole), "abc"...),
		"cut.swf.gz":      whole[:len(whole)-700], "damaged.swf.gz": damaged, "short.swf.gz": {0x1f, 0x8b},
		"no.swf.gz": gz([]byte("no log")),
	} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, file, 0o600))
		want, wrong := tracefile.Open(path, nil)

		var d Desk
		handle(t, &d, OpBegin, FileRequest("given up.gz", account.Options{}, nil))
		handle(t, &d, OpUnpack, file[:2])
		handle(t, &d, OpBegin, FileRequest(name, account.Options{}, nil))
		for piece := range slices.Chunk(file, 777) {
			handle(t, &d, OpUnpack, piece)
		}
		answer, err := d.Handle(OpLog, Message{}, nil)
		if wrong != nil {
			require.EqualError(t, err, strings.Replace(wrong.Error(), path, name, 1))
			continue
		}
		require.NoError(t, err, name)
		s, _, err := DecodeOpened(answer.Data)
		require.NoError(t, err)
		require.Equal(t, want.Digest, s.Digest)
		require.Equal(t, want.Notes, s.Notes)
	}
}

func gz(b []byte) []byte {
	var to bytes.Buffer
	w := gzip.NewWriter(&to)
	_, _ = w.Write(b)
	_ = w.Close()
	return to.Bytes()
}

// A desk that was restarted is given its logs again by who has their traces: it makes none,
// and has the log for what is asked next.
func TestALogIsReadAgainWithoutATrace(t *testing.T) {
	clean := Cleaning{Rules: compare.Default().Clean}
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 500, Seed: 1})
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, swf.Write(&file, log))
	for name, read := range map[string]func(d *Desk, clean *Cleaning) Message{
		"a file": func(d *Desk, clean *Cleaning) Message {
			handle(t, d, OpBegin, FileRequest("log.swf", account.Options{}, clean))
			handle(t, d, OpFeed, file.Bytes())
			return send(t, d, OpLog, Message{})
		},
		"the sample": func(d *Desk, clean *Cleaning) Message {
			return send(t, d, OpSynth, Message{Data: SynthRequest(64, 500, 1, clean)})
		},
		"a problem": func(d *Desk, clean *Cleaning) Message {
			return send(t, d, OpProblem, Message{Data: ProblemRequest("wide", clean)})
		},
	} {
		var first, again Desk
		with := read(&first, &clean)
		s, made, err := DecodeOpened(with.Data)
		require.NoError(t, err, name)
		require.NotNil(t, made, name)
		require.NotEmpty(t, with.Beside, name)

		without := read(&again, nil)
		same, none, err := DecodeOpened(without.Data)
		require.NoError(t, err, name)
		require.Nil(t, none, name)
		require.Empty(t, without.Beside, name)
		require.Equal(t, s, same, name)
		later := send(t, &again, OpClean, Message{Data: CleanRequest(s.Digest, clean)})
		require.Equal(t, with.Beside, later.Beside, name)
	}
}

// A desk that is handed a file in pieces gives the trace that the core makes.
func TestALogIsReadInPiecesAndCleanedAsTheCoreDoes(t *testing.T) {
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 1500, Seed: 2})
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, swf.Write(&file, log))

	var reader Desk
	handle(t, &reader, OpBegin, FileRequest("log.swf", account.Options{},
		&Cleaning{Rules: compare.Default().Clean}))
	for file.Len() > 0 {
		handle(t, &reader, OpFeed, file.Next(777))
	}
	read := send(t, &reader, OpLog, Message{})
	s, at, err := DecodeOpened(read.Data)
	require.NoError(t, err)
	require.Equal(t, "log", s.Name)
	require.Equal(t, 1500, s.Jobs)
	require.Equal(t, job.DigestOf(log), s.Digest)

	p := compare.Default()
	answer := send(t, &reader, OpClean, Message{Data: CleanRequest(s.Digest, Cleaning{Rules: p.Clean})})
	c, err := DecodeCleaned(answer.Data)
	require.NoError(t, err)
	require.Equal(t, c, at, "the trace that is asked for when the log is opened is that of a cleaning later")
	require.Equal(t, answer.Beside, read.Beside)
	log.Digest, log.Name = s.Digest, "log"
	want, cleaning := p.Prepare(log)
	require.Equal(t, cleaning.Kept, c.Cleaning.Kept)
	require.Equal(t, overview.Describe(want), c.Overview)
	var w wire.Writer
	want.Wire(wire.Both{Put: &w})
	require.True(t, bytes.Equal(w.B, answer.Beside))

	waits, err := DecodeWaits(handle(t, &reader, OpWaits, CleanRequest(s.Digest, Cleaning{Rules: p.Clean})))
	require.NoError(t, err)
	require.Equal(t, why.Waits(want, log), waits)
}

// What jobs waited for is told of a log that says how long they did, as the core tells it.
func TestADeskTellsWhatJobsWaitedFor(t *testing.T) {
	clean := Cleaning{Rules: compare.Default().Clean}
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 500, Seed: 1})
	require.NoError(t, err)
	for _, waits := range []bool{false, true} {
		if waits {
			n := log.Len()
			log.Col[job.Wait] = job.Column{}
			for i := range n {
				log.Col[job.Wait].Append(int64(i*7919) % 40000)
			}
		}
		var file bytes.Buffer
		require.NoError(t, swf.Write(&file, log))
		var d Desk
		handle(t, &d, OpBegin, FileRequest("log.swf", account.Options{}, &clean))
		handle(t, &d, OpFeed, file.Bytes())
		s, c, err := DecodeOpened(handle(t, &d, OpLog, nil))
		require.NoError(t, err)
		require.Equal(t, waits, c.Cleaning.Recorded.All.Known > 0)
		got, err := DecodeHeld(handle(t, &d, OpHeld, CleanRequest(s.Digest, clean)))
		require.NoError(t, err)
		if !waits {
			require.Nil(t, got)
			continue
		}
		trace, _ := job.Clean(log, clean.Rules, job.MachineOf(log, 0))
		r, ok := held.RecordOf(trace)
		require.True(t, ok)
		want, err := held.AccountOf(r, &held.Machine{})
		require.NoError(t, err)
		require.Equal(t, want.Parts, got.Parts)
		require.Equal(t, want.Week, got.Week)
		other := clean
		other.Procs = 128
		for _, x := range []Cleaning{other, clean} { // asked again, and of another machine
			trace, _ := job.Clean(log, x.Rules, job.MachineOf(log, x.Procs))
			r, ok := held.RecordOf(trace)
			require.True(t, ok)
			want, err := held.AccountOf(r, &held.Machine{})
			require.NoError(t, err)
			got, err := DecodeHeld(handle(t, &d, OpHeld, CleanRequest(s.Digest, x)))
			require.NoError(t, err)
			require.Equal(t, want.Parts, got.Parts)
		}
		require.Equal(t, want.Users, got.Users)
	}
}

// small are plans of every kind, whose tasks take milliseconds.
func small(t *testing.T) map[string][]byte {
	t.Helper()
	c, o, u := compare.Default(), online.Default(), tune.Default()
	c.Weeks = 2
	o.Weeks, o.Strategies = 2, []string{"full", "epsilon-greedy", "random"}
	u.Primaries, u.Backfills = []string{"FCFS", "SPF"}, []string{"SPF", "LEXP"}
	return map[string][]byte{
		compare.Name: study.EncodePlan(c.Settings()), online.Name: study.EncodePlan(o.Settings()),
		tune.Name: study.EncodePlan(u.Settings()),
	}
}

// A worker gives the rows and details that the kind's own runner gives, in any
// order, whatever it was given before.
func TestAWorkerAnswersAsTheKindsDo(t *testing.T) {
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 6000, Seed: 2})
	require.NoError(t, err)
	trace, _ := job.Clean(log, job.Rules{}, job.MachineOf(log, 0))
	var encoded wire.Writer
	trace.Wire(wire.Both{Put: &encoded})
	kinds := []study.Kind{compare.Kind(), online.Kind(), tune.Kind()}
	plans := small(t)
	d := New(kinds...)
	send(t, d, OpTrace, Message{Beside: encoded.B})
	for range 2 {
		for _, kind := range kinds {
			runner, err := kind.Prepare(trace, plans[kind.Name])
			require.NoError(t, err)
			handle(t, d, OpPrepare, PrepareRequest(kind.Name, plans[kind.Name]))
			for _, k := range []int{5, 2} {
				steps := 0
				got, err := d.Handle(OpTask, Message{Data: TaskRequest(k)}, func(done float64, total int) {
					if done == float64(steps+1) { // not one under way
						steps++
					}
					require.Less(t, done, float64(steps+1))
					require.Equal(t, runner.Steps(), total)
				})
				require.NoError(t, err)
				require.Equal(t, runner.Steps(), steps)
				want, err := runner.Task(k, nil)
				require.NoError(t, err)
				require.Equal(t, want, got.Data)
			}
			if kind.Name == compare.Name { // its tasks can be cut
				var parts [][]byte
				for at := range 3 {
					parts = append(parts, handle(t, d, OpTask, PartRequest(2, at, 3)))
				}
				joined, err := compare.Join(parts)
				require.NoError(t, err)
				require.Equal(t, handle(t, d, OpTask, TaskRequest(2)), joined)
				_, err = d.Handle(OpTask, Message{Data: PartRequest(2, 3, 3)}, nil)
				require.ErrorContains(t, err, "no part 3 of 3")
			} else {
				_, err = d.Handle(OpTask, Message{Data: PartRequest(2, 0, 2)}, nil)
				require.ErrorContains(t, err, "no part")
			}
			_, err = d.Handle(OpDetail, Message{Data: []byte{1, 2, 3}}, nil)
			require.Error(t, err)
		}
	}

	handle(t, d, OpPrepare, PrepareRequest(online.Name, plans[online.Name]))
	var w wire.Writer
	(&online.Ask{K: 2, Strategy: "full", Period: job.Day}).Wire(wire.Both{Put: &w})
	runner, err := online.Kind().Prepare(trace, plans[online.Name])
	require.NoError(t, err)
	want, err := runner.Detail(w.B)
	require.NoError(t, err)
	require.Equal(t, want, handle(t, d, OpDetail, w.B))
	_, err = d.Handle(OpPrepare, Message{Data: PrepareRequest(online.Name, plans[compare.Name])}, nil)
	require.Error(t, err, "the plan of another kind")
	_, err = d.Handle(OpPrepare, Message{Data: PrepareRequest("dance", nil)}, nil)
	require.ErrorContains(t, err, "dance")
	send(t, d, OpTrace, Message{Beside: encoded.B})
	_, err = d.Handle(OpTask, Message{Data: TaskRequest(1)}, nil)
	require.ErrorIs(t, err, errNotPrepared, "a plan belongs to its trace")
}

func TestABadFileKeepsTheLogThatWasRead(t *testing.T) {
	var d Desk
	s, _, err := DecodeOpened(handle(t, &d, OpSynth, SynthRequest(64, 500, 1, nil)))
	require.NoError(t, err)
	handle(t, &d, OpBegin, FileRequest("bad.png", account.Options{}, nil))
	handle(t, &d, OpFeed, []byte("\x89PNG\r\n\x1a\n"))
	_, err = d.Handle(OpLog, Message{}, nil)
	require.ErrorContains(t, err, "bad.png: ")
	c, err := DecodeCleaned(handle(t, &d, OpClean, CleanRequest(s.Digest, Cleaning{})))
	require.NoError(t, err)
	require.Equal(t, 500, c.Cleaning.Read)
	handle(t, &d, OpForget, s.Digest[:])
	_, err = d.Handle(OpClean, Message{Data: CleanRequest(s.Digest, Cleaning{})}, nil)
	require.ErrorIs(t, err, errNoLog)
}

func TestRequestsThatCannotBeAreErrors(t *testing.T) {
	var d Desk
	for _, c := range []struct {
		op   string
		data []byte
	}{{OpFeed, nil}, {OpLog, nil}, {OpClean, CleanRequest(job.Digest{}, Cleaning{})}, {OpDetail, nil}, {OpTask, TaskRequest(1)},
		{OpTrace, nil}, {OpPrepare, []byte{1, 2, 3}}, {OpSynth, nil}, {OpProblem, nil},
		{OpProblem, ProblemRequest("none", nil)}, {"dance", nil}, {OpSynth, SynthRequest(-1, 5, 1, nil)}} {
		_, err := d.Handle(c.op, Message{Data: c.data, Beside: c.data}, nil)
		require.Error(t, err, c.op)
	}
}

// A file that has two readings is no error of the desk: which they are goes to the page, and told one, the file is read.
func TestAFileWithTwoReadingsIsAskedOf(t *testing.T) {
	const text = "job,submit,start,end,cores\n1,01.02.2024 10:00,01.02.2024 10:01,01.02.2024 11:01,4\n"
	read := func(o account.Options) *overview.Summary {
		var d Desk
		handle(t, &d, OpBegin, FileRequest("t.csv", o, nil))
		handle(t, &d, OpFeed, []byte(text))
		s, _, err := DecodeOpened(handle(t, &d, OpLog, nil))
		require.NoError(t, err)
		return s
	}
	asked := read(account.Options{}).Asked
	require.NotNil(t, asked)
	require.Equal(t, "t.csv: the dates of column submit have two readings: no day of them is beyond 12. Say which stands first", asked.Says)
	require.Equal(t, []job.Reading{{Switch: "match", Value: "submit=submit:dmy", Words: "day first"},
		{Switch: "match", Value: "submit=submit:mdy", Words: "month first"}}, asked.Readings)
	require.Equal(t, asked.Says+" with --match submit=submit:dmy (day first) or --match submit=submit:mdy (month first)", asked.Error())
	days := map[string]bool{}
	for _, r := range asked.Readings {
		s := read(account.Options{Match: r.Value})
		require.Nil(t, s.Asked)
		days[s.Import.Match[2].Unit] = true
	}
	require.Equal(t, map[string]bool{"dmy": true, "mdy": true}, days)
}

// A log of more jobs than a worker holds ends in weeks to choose from, packed or not, and the weeks chosen are read.
func TestAFileThatIsTooLargeIsOfferedByWeeks(t *testing.T) {
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 3000, Seed: 2})
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, swf.Write(&text, log))
	for _, packed := range []bool{false, true} {
		d := New()
		d.most = 1500
		read := func(o account.Options) *overview.Summary {
			handle(t, d, OpBegin, FileRequest("large.swf", o, &Cleaning{Rules: job.Presets()[0].Rules}))
			if packed {
				handle(t, d, OpUnpack, gz(text.Bytes()))
			} else {
				for piece := range slices.Chunk(text.Bytes(), 7777) {
					handle(t, d, OpFeed, piece)
				}
			}
			s, _, err := DecodeOpened(handle(t, d, OpLog, nil))
			require.NoError(t, err)
			return s
		}
		s := read(account.Options{})
		require.NotNil(t, s.Asked)
		require.Contains(t, s.Asked.Says, "3\u202f000 jobs")
		for _, reading := range s.Asked.Readings {
			var o account.Options
			require.NoError(t, study.ImportSettings(&o).Find(reading.Switch).Set(reading.Value))
			part := read(o)
			require.Nil(t, part.Asked)
			require.LessOrEqual(t, part.Jobs, 1500)
			require.Regexp(t, ": "+numeral.Count(int64(part.Jobs))+" jobs$", reading.Words)
		}
	}
}
