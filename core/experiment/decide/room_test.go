package decide

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/studytest"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/report"
)

// roomFor holds that a report's answer, whatever it lacks, has room in the longest.
func roomFor(t *testing.T, r *Report) {
	t.Helper()
	said := strings.TrimSpace(r.Sentence() + " " + r.Effect())
	first, rest, _ := strings.Cut(strings.TrimSuffix(said, "."), ". ")
	for _, room := range r.Longest() {
		a, b, _ := strings.Cut(strings.TrimSuffix(room, "."), ". ")
		if utf8.RuneCountInString(first) <= utf8.RuneCountInString(a) && utf8.RuneCountInString(rest) <= utf8.RuneCountInString(b) {
			return
		}
	}
	t.Fatalf("%q has no room in %q", said, r.Longest())
}

// Whatever Decide says while it runs and at the end has room in the longest answer of its plan and log, which is known
// before anything is replayed.
func TestNoAnswerIsLongerThanTheRoomThatIsKeptForIt(t *testing.T) {
	fixture.Long(t)
	all := reports().Changes
	of := map[int][]func(p *Plan){2500: all[:1], 5000: all} // two weeks, four
	if fixture.Campaigns() {
		of[12000] = []func(p *Plan){all[1], all[6]} // ten
	}
	for jobs, changes := range of {
		log := studytest.Log(t, lublin.Config{Procs: 64, Jobs: jobs, Seed: 5}, 1)
		for _, change := range changes {
			p := few()
			change(&p)
			require.NoError(t, p.Normalise())
			x := studytest.Compute(t, log, p, NewRunner, func(p Plan, _ *Runner) int { return p.Tasks() })
			source := report.SourceOf("a log", x.Cleaning, 0, overview.Describe(x.Trace))
			before := Merge(x.Plan, log.Digest, nil, source).Longest()
			for n := 0; n <= len(x.Rows); n++ {
				r := Merge(x.Plan, log.Digest, x.Rows[:n], source)
				require.Equal(t, before, r.Longest(), "the room does not change")
				roomFor(t, r)
				require.True(t, slices.ContainsFunc(r.LongestNear(), func(c Check) bool {
					near := r.nearCheck()
					return utf8.RuneCountInString(near.Words) <= utf8.RuneCountInString(c.Words) &&
						utf8.RuneCountInString(near.Detail) <= utf8.RuneCountInString(c.Detail)
				}), r.nearCheck())
				if r.now == nil || !r.Answered() {
					continue
				}
				for i := range r.Cards { // any counsel on any card
					r.balanced = i
					for _, as := range []Counsel{Set, Likely, NotYet, Unclear} {
						if as != Unclear && !(r.Cards[i].High < 0) {
							continue // its range leaves the sign in doubt
						}
						r.Counsel = as
						for _, because := range r.Conditions {
							if r.Because = because.Key; as != NotYet || because.Level != Good && because.Key != "shown" {
								roomFor(t, r)
							}
						}
					}
				}
			}
		}
	}
}
