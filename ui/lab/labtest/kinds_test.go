package labtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment"
)

// small are questions that are soon answered, by view: one of each kind.
var small = map[string]string{
	"compare": "orders=spf,saf&resamples=4&weeks=1",
	"decide":  "view=decide&orders=spf,saf,sqf,lexp&backfills=none&thresholds=none,2h",
	"react":   "view=react&orders=spf,saf&replicates=3",
	"replay":  "view=replay&order=SAF",
	"online":  "view=online&strategies=full,random&orders=fcfs,spf&resamples=3&weeks=1",
	"tune":    "view=tune&pairs=FCFS,SPF%20x%20FCFS,SAF&resamples=4",
	"predict": "view=predict&resamples=3&weeks=1",
	"learn":   "view=learn&pairs=12&trials=64&days=7&orders=fcfs,saf",
	"cluster": "view=cluster&stretches=3",
	"train":   "view=train&demo=spread&seeds=3&episodes=20",
}

// shownBy names the view of a kind that has none of its own.
var shownBy = map[string]string{"triples": "predict", "windows": "learn", "rules": "decide"}

// eachView calls f with the view of each kind of the registry, but for those that are said
// not to have what is asked, and why.
func eachView(t *testing.T, without map[string]string, f func(t *testing.T, view string)) {
	t.Helper()
	for _, view := range viewsOf(t, without) {
		t.Run(view, func(t *testing.T) { f(t, view) })
	}
}

func viewsOf(t *testing.T, without map[string]string) (list []string) {
	t.Helper()
	left := 0
	for _, k := range experiment.Kinds() {
		if _, other := shownBy[k.Name]; other {
			continue
		}
		require.NotEmpty(t, small[k.Name], "say in kinds_test.go what asks the view of %s something small", k.Name)
		if without[k.Name] != "" {
			left++
			continue
		}
		list = append(list, k.Name)
	}
	require.Len(t, without, left, "what is left out are views")
	return list
}
