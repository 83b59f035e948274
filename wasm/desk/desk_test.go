package desk

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/compare"
	"shadowtime/core/job"
	"shadowtime/core/lublin"
	"shadowtime/core/overview"
	"shadowtime/core/swf"
	"shadowtime/core/wire"
)

func handle(t *testing.T, d *Desk, op string, data []byte) []byte {
	t.Helper()
	b, err := d.Handle(op, data, func(int, int) {})
	require.NoError(t, err, op)
	return b
}

// A worker that is handed a file in pieces, a trace and a plan gives the row
// that the native runner gives.
func TestAWorkerAnswersAsTheCoreDoes(t *testing.T) {
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 1500, Seed: 2})
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, swf.Write(&file, log))

	var reader Desk
	handle(t, &reader, OpBegin, []byte("log.swf"))
	for file.Len() > 0 {
		handle(t, &reader, OpFeed, file.Next(777))
	}
	s, err := overview.DecodeSummary(handle(t, &reader, OpLog, nil))
	require.NoError(t, err)
	require.Equal(t, "log", s.Name)
	require.Equal(t, 1500, s.Jobs)
	require.Equal(t, job.DigestOf(log), s.Digest)

	p := compare.Default()
	p.Weeks = 2
	require.NoError(t, p.Normalise())
	c, err := DecodeCleaned(handle(t, &reader, OpClean, CleanRequest(s.Digest, p.Clean, 0)))
	require.NoError(t, err)
	want, cleaning := p.Prepare(log)
	require.Equal(t, cleaning.Kept, c.Cleaning.Kept)
	require.Equal(t, overview.Of(want), c.Overview)

	var w Desk
	handle(t, &w, OpPrepare, PrepareRequest(c.Trace, compare.Kind, encoded(p)))
	steps := 0
	b, err := w.Handle(OpTask, TaskRequest(5), func(done, total int) {
		steps++
		require.Equal(t, steps, done)
		require.Equal(t, len(p.Orders), total)
	})
	require.NoError(t, err)
	require.Equal(t, len(p.Orders), steps)
	r := wire.NewReader(b)
	got := compare.DecodeRow(r)
	require.NoError(t, r.Close())
	runner, err := compare.NewRunner(want, p)
	require.NoError(t, err)
	row, err := runner.Task(5, nil)
	require.NoError(t, err)
	require.Equal(t, row, got)
}

func encoded(p compare.Plan) []byte {
	var w wire.Writer
	p.Encode(&w)
	return w.B
}

func TestABadFileKeepsTheLogThatWasRead(t *testing.T) {
	var d Desk
	s, err := overview.DecodeSummary(handle(t, &d, OpSynth, SynthRequest(64, 500, 1)))
	require.NoError(t, err)
	handle(t, &d, OpBegin, []byte("bad.png"))
	handle(t, &d, OpFeed, []byte("\x89PNG\r\n\x1a\n"))
	_, err = d.Handle(OpLog, nil, nil)
	require.ErrorContains(t, err, "bad.png: ")
	c, err := DecodeCleaned(handle(t, &d, OpClean, CleanRequest(s.Digest, job.Rules{}, 0)))
	require.NoError(t, err)
	require.Equal(t, 500, c.Cleaning.Read)
	handle(t, &d, OpForget, s.Digest[:])
	_, err = d.Handle(OpClean, CleanRequest(s.Digest, job.Rules{}, 0), nil)
	require.ErrorIs(t, err, ErrNoLog)
}

func TestRequestsThatCannotBeAreErrors(t *testing.T) {
	var d Desk
	for _, c := range []struct {
		op   string
		data []byte
	}{{OpFeed, nil}, {OpLog, nil}, {OpClean, CleanRequest(job.Digest{}, job.Rules{}, 0)}, {OpDetail, nil}, {OpTask, TaskRequest(1)},
		{OpPrepare, []byte{1, 2, 3}}, {OpSynth, nil}, {"dance", nil}, {OpSynth, SynthRequest(-1, 5, 1)}} {
		_, err := d.Handle(c.op, c.data, nil)
		require.Error(t, err, c.op)
	}
}
