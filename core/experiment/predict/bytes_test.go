package predict

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/study"
)

//go:embed testdata/reports.jsonl
var golden []byte

func sampled(t *testing.T, seed uint64) *job.Log {
	t.Helper()
	log, err := lublin.Sample(lublin.Config{Procs: 32, Jobs: 2500, Seed: seed})
	require.NoError(t, err)
	// slower by 3: more weeks of fewer and longer jobs
	for _, f := range []job.Field{job.Submit, job.Run, job.ReqTime} {
		values := log.Col[f].Values()
		for i := range values {
			values[i] *= 3
		}
		log.Col[f] = job.ColumnOf(values...)
	}
	log.Digest = job.DigestOf(log)
	return log
}

// computed are all rows of a plan on a log, that of the log itself first.
func computed(t *testing.T, p *Plan, log *job.Log) (*job.Trace, *job.Cleaning, []Row) {
	t.Helper()
	require.NoError(t, p.Normalise())
	tr, cleaning := p.Prepare(log)
	runner, err := NewRunner(tr, *p)
	require.NoError(t, err)
	var rows []Row
	for k := study.Logged; k <= p.Resamples; k++ {
		row, err := runner.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	return tr, cleaning, rows
}

func mapped(t *testing.T, name, list string, log *job.Log) *Map {
	t.Helper()
	p := triples.Default()
	p.Triples = list
	require.NoError(t, p.Normalise())
	tr, _ := p.Prepare(log)
	runner, err := triples.NewRunner(tr, p)
	require.NoError(t, err)
	var rows []triples.Row
	for k := study.Logged; k <= len(p.List()); k++ {
		row, err := runner.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	return MapOf(name, p, rows)
}

// small is a plan of few and short resamples.
func small() Plan {
	p := Default()
	p.Weeks, p.Resamples, p.Block = 2, 6, 1
	return p
}

// The same plans give the same bytes wherever this test runs: natively, and in a
// browser, where the same golden file is embedded.
func TestReportsHaveTheSameBytesOnEveryPlatform(t *testing.T) {
	log := sampled(t, 5)
	var got bytes.Buffer
	line := func(v any) {
		b, err := json.Marshal(v)
		require.NoError(t, err)
		got.Write(append(b, '\n'))
	}
	for _, x := range []struct {
		explained bool
		change    func(p *Plan)
	}{
		{true, func(p *Plan) {}},
		{true, func(p *Plan) {
			p.Dialect, p.Objective, p.Threshold, p.Seed = sim.PYSS.String(), AvgWait, 20*3600, 1<<40
			p.Loss, p.Correction, p.Backfill = "linear,square,small-area,60", sim.Doubled, triples.FCFS
			p.Clean = study.Implied(p.Dialect, p.Clean)
		}},
		{false, func(p *Plan) {
			p.Predictor, p.Correction, p.Backfill, p.Variant, p.Tau = "ave3", sim.ToRequest, "SAF", resample.Draw, 60
		}},
		{true, func(p *Plan) {
			p.Predictor, p.Variant, p.Load, p.LoadBy, p.Resamples = "quantile@0.7", resample.Shuffle, 1.2, resample.Sizes, 3
		}},
		{false, func(p *Plan) {
			p.Predictor, p.Correction, p.Variant, p.Closer = "history2", sim.Doubled, resample.Original, 0.3
		}},
		{false, func(p *Plan) {
			p.Predictor, p.Backfill, p.Also = triples.Clairvoyant, triples.FCFS,
				"requested-SAF,ave4-doubling-SJBF,learned(square,square,long-narrow)-requested-FCFS"
			p.Block, p.Weeks, p.Objective = 2, 3, AvgWait
		}},
		{false, func(p *Plan) {
			p.Predictor, p.Backfill, p.Threshold, p.Load = triples.Requested, triples.FCFS, 3600, 0.8
		}},
	} {
		p := small()
		x.change(&p)
		tr, cleaning, rows := computed(t, &p, log)
		r := Merge(p, log.Digest, rows)
		source := report.SourceOf("a log", cleaning, 0, overview.Describe(tr))
		r.Warn(rows, source)
		line(r)
		line([]string{r.Sentence(), r.Logged(), r.Setting("a log"), r.Finding(), r.Methods(), r.CSV()})
		if x.explained {
			e, err := Explain(r, tr)
			require.NoError(t, err)
			line(e)
		}
	}
	const list = "requested-SJBF,ave2-incremental-SJBF,ave2-doubling-FCFS,learned-incremental-SJBF,learned(linear,linear,unit)-requested-FCFS"
	a := Atlas{mapped(t, "one", list, log), mapped(t, "two", list, sampled(t, 6))}
	chosen, learned := a.Chosen()
	line([]any{a.CSV(), a.Sentence(), a.Correlations(), chosen, learned})
	fixture.Golden(t, "testdata/reports.jsonl", golden, got.Bytes())
}
