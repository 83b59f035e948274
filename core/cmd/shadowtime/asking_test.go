package main

import (
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/compare"
	"shadowtime/core/foresee"
	"shadowtime/core/online"
	"shadowtime/core/place"
	"shadowtime/core/regress"
	"shadowtime/core/study"
	"shadowtime/core/train"
	"shadowtime/core/tune"
	"shadowtime/core/window"
)

// A line that a report prints is one that a shell and this command read back.
func TestTheCommandLineOfAPlanAsksForThatPlan(t *testing.T) {
	formula := "FCFS,SPF,expr:min(p,3600)*q-age"
	for _, x := range []struct {
		verb  study.Verb
		fresh func() planned
		sets  []string // key=text, between spaces
	}{
		{compare.Verb, func() planned { p := compare.Default(); return &p },
			[]string{"", "orders=" + formula + " weeks=46 stop=0.02", "dialect=pyss", "dialect=pyss overrun=drop one-second=false", "protocol=run2018", "clean=alloc-above+zero-run flurry=90 threshold=none"}},
		{online.Verb, func() planned { p := online.Default(); return &p }, []string{"", "strategies=full,epsilon-greedy@0.3 period=12h,day", "load=1.5 load-by=sizes"}},
		{tune.Verb, func() planned { p := tune.Default(); return &p }, []string{"", "pairs=FCFS,SPF_x_SPF,LEXP threshold=none,20h", "objective=avgBsld bound=1.5"}},
		{foresee.Verb, func() planned { p := foresee.Default(); return &p }, []string{"", "predictor=learned loss=square,linear,area also=requested-SAF,ave3-doubling-FCFS"}},
		{regress.Verb, func() planned { p := regress.Default(); return &p }, []string{"", "features=lin,lin+log(p) trials=1000 starts=7,9,7"}},
		{window.Verb, func() planned { p := window.Default(); return &p }, []string{"", "orders=" + formula}},
		{train.Verb, func() planned { p := train.Default(); return &p }, []string{"", "platform=spread jobs=own baseline=mean seeds=3", "agent=actor-critic actions=first-low_power,void jobs-first=8"}},
		{place.Verb, func() planned { p := place.Default(); return &p }, []string{"", "pairs=shortest-* backfilling=easy,easy-aware against=shortest-low_power+easy"}},
	} {
		for _, set := range x.sets {
			p := x.fresh()
			for kv := range strings.FieldsSeq(set) {
				key, text, _ := strings.Cut(kv, "=")
				s := p.Settings().Find(key)
				require.NotNil(t, s, key)
				if err := s.Set(strings.ReplaceAll(text, "_x_", " x ")); err != nil {
					t.Fatal(err)
				}
			}
			require.NoError(t, p.Normalise())
			usual := x.fresh()
			require.NoError(t, usual.Normalise())
			line := p.Settings().Command(x.verb, usual.Settings(), "it's a log.swf")

			words, err := exec.Command("sh", "-c", `printf '%s\0' `+line).Output()
			require.NoError(t, err)
			args := strings.Split(strings.TrimSuffix(string(words), "\x00"), "\x00")
			require.Equal(t, []string{"shadowtime", x.verb.Name}, args[:2])
			read := x.fresh()
			c := newCall(&verb{name: args[1]}, args[2:], nil, io.Discard, io.Discard)
			c.declare(read.Settings())
			rest, err := c.parse(1)
			require.NoError(t, err, line)
			require.Equal(t, []string{"it's a log.swf"}, rest)
			require.NoError(t, read.Normalise())
			require.Equal(t, p, read, line)
		}
	}
}
