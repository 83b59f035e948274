package shapes

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/report"
)

// Source is what the log of a shape says of itself.
func (s *Shape) Source() report.Source {
	return report.Source{Name: "a log", Cleaning: &job.Cleaning{Machine: job.Machine{Procs: Procs}}, Users: 3, UsersKnown: true,
		WholeWeeks: s.LogWeeks, HalfWeeks: [2]int{s.LogWeeks / 2, s.LogWeeks / 2}}
}

// Told is what a report says, by where it does, and what its figures support.
type Told struct {
	Known *Known
	Words map[string]string
	// Changes are words of which each percentage is a change of what they name.
	Changes map[string]string
}

// Of is what reports of every kind say.
func Of(k *Known, r interface {
	Sentence() string
	Logged() string
	Methods() string
}, warnings []stats.Warning) Told {
	x := Told{Known: k, Words: map[string]string{"sentence": r.Sentence(), "log": r.Logged(), "methods": r.Methods()}}
	for _, w := range warnings {
		x.Words["warning "+w.Code] = w.Words
	}
	return x
}

// With adds words.
func (x Told) With(where, words string) Told {
	x.Words[where] = words
	return x
}

// Hold holds what is told of every shape to what its figures support: words go no further.
func Hold(t *testing.T, tell func(s *Shape) []Told) {
	t.Helper()
	for _, s := range All() {
		for _, x := range tell(&s) {
			require.NotEmpty(t, len(x.Words)+len(x.Changes), "%s: nothing is said", x.Known.Shape)
			for where, words := range x.Words {
				x.Known.Check(t, where, words)
			}
			for where, words := range x.Changes {
				x.Known.Changes(t, where, words)
			}
		}
	}
}

// Say holds sentences to what they must say, by the name of the shape.
func Say(t *testing.T, must map[string]string, sentence func(s *Shape) string) {
	t.Helper()
	named := 0
	for _, s := range All() {
		if words, ok := must[s.Name]; ok {
			require.Contains(t, sentence(&s), words, s.Name)
			named++
		}
	}
	require.Len(t, must, named, "there are shapes of these names")
}
