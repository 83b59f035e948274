package desk

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/overview"
	"shadowtime/core/tune"
	"shadowtime/core/wire"
)

// A worker tunes as the native runner does.
func TestAWorkerTunesAsTheCoreDoes(t *testing.T) {
	var d Desk
	s, err := overview.DecodeSummary(handle(t, &d, OpSynth, SynthRequest(64, 6000, 3)))
	require.NoError(t, err)
	p := tune.Default()
	p.Primaries, p.Backfills = []string{"FCFS", "SPF"}, []string{"SPF", "LEXP", "SQF"}
	require.NoError(t, p.Normalise())
	c, err := DecodeCleaned(handle(t, &d, OpClean, CleanRequest(s.Digest, p.Clean, 0)))
	require.NoError(t, err)
	var w wire.Writer
	p.Encode(&w)

	var worker Desk
	handle(t, &worker, OpPrepare, PrepareRequest(c.Trace, tune.Kind, w.B))
	b, err := worker.Handle(OpTask, TaskRequest(7), func(done, total int) { t.Error("a message for every replay floods the page") })
	require.NoError(t, err)
	r := wire.NewReader(b)
	got, err := tune.DecodeRow(r)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	runner, err := tune.NewRunner(job.DecodeTrace(wire.NewReader(c.Trace)), p)
	require.NoError(t, err)
	want, err := runner.Task(7, nil)
	require.NoError(t, err)
	require.Equal(t, want, got)

	_, err = worker.Handle(OpPrepare, PrepareRequest(c.Trace, tune.Kind, append(w.B, 0)), nil)
	require.Error(t, err, "a plan with more behind it")
}
