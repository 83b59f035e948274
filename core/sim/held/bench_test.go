package held_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/sim"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/order"
)

// logs are real ones with recorded waits.
var logs = []string{"KTH-SP2-1996-2.1-cln", "SDSC-SP2-1998-4.2-cln", "SDSC-Par-1996-3.1-cln", "CEA-Curie-2011-2.1-cln"}

func real(tb testing.TB, name string) *job.Trace {
	tb.Helper()
	log, err := tracefile.Open(fixture.Path(tb, "traces", name+".swf.gz"), nil)
	require.NoError(tb, err)
	t, _ := job.Clean(log, job.Presets()[0].Rules, job.MachineOf(log, 0))
	return t
}

// BenchmarkPass measures, one after the other, a replay under EASY, a pass over what is recorded of the same log, and the
// account of it.
func BenchmarkPass(b *testing.B) {
	easy, err := order.Parse("FCFS")
	require.NoError(b, err)
	for _, name := range logs {
		b.Run(name, func(b *testing.B) {
			t := real(b, name)
			record, ok := held.RecordOf(t)
			require.True(b, ok)
			pass, engine := held.NewPass(record), sim.New()
			engine.Load(t)
			b.Run("easy", func(b *testing.B) {
				for b.Loop() {
					require.NoError(b, engine.Run(&sim.Config{Primary: easy, Backfill: easy, Threshold: sim.None}))
				}
			})
			b.Run("pass", func(b *testing.B) {
				for b.Loop() {
					_, err := pass.Run(&held.Machine{})
					require.NoError(b, err)
				}
			})
			b.Run("account", func(b *testing.B) {
				for b.Loop() {
					_, err := held.AccountOf(record, &held.Machine{})
					require.NoError(b, err)
				}
			})
		})
	}
}
