package learn

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/sim/trials"
	"shadowtime/core/study"
)

//go:embed testdata/learned.jsonl
var golden []byte

// One plan has the same bytes natively and as WASM.
func TestRowsAndFitsAreTheSameBytesEverywhere(t *testing.T) {
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 1500, Seed: 3})
	require.NoError(t, err)
	log.Digest = job.DigestOf(log)
	var got bytes.Buffer
	line := func(v any) {
		b, err := json.Marshal(v)
		require.NoError(t, err)
		got.Write(append(b, '\n'))
	}
	for _, change := range []func(p *Plan){
		func(p *Plan) { p.Pairs, p.Trials, p.Features = 30, 96, Four+",log(p)+sqrt(q) log(r)" },
		func(p *Plan) {
			p.Sizes, p.Trials, p.Pairs, p.Features, p.Ridge = trials.Sizes{Ahead: 5, Queued: 4}, All, 12, "lin,p q", 0.1
		},
		func(p *Plan) { p.Starts, p.Trials, p.Load, p.Seed, p.Features = []int{900, 3, 900}, 64, 1.4, 7, "lin" },
	} {
		p := Default()
		change(&p)
		require.NoError(t, p.Normalise())
		trace, _ := p.Prepare(log)
		runner, err := NewRunner(trace, p)
		require.NoError(t, err)
		var rows []Row
		for k := study.Logged; k <= p.Pairs; k++ {
			row, err := runner.Task(k, nil)
			require.NoError(t, err)
			rows = append(rows, row)
		}
		line(p)
		line(rows[:3])
		training := TrainingOf(rows)
		for _, features := range p.Models() {
			f, err := FitTo(training, features, p.Ridge)
			require.NoError(t, err)
			line([]any{f.Name, f.Formula(), f.MAE, f.R2, f.Rank, f.Warnings()})
			for _, c := range f.Coefficients[1:] {
				line(c)
			}
		}
	}
	fixture.Golden(t, "testdata/learned.jsonl", golden, got.Bytes())
}
