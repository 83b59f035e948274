package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/bench"
	"shadowtime/core/cmd/cli"
)

func TestBenchWritesItsFiguresIntoAPage(t *testing.T) {
	fixture.Long(t)
	const text = `<span data-of="reference">x</span><tr><td class="num" data-of="sample FCFS">x</td><td data-of="sample SAF">x</td><td data-of="another FCFS">x</td></tr>`
	onto := written(t, "speed.html", text)
	must(t, "bench", "--orders", "FCFS,SAF", "--tries", "1", "--page", onto, sampleFile())
	page, err := os.ReadFile(onto)
	require.NoError(t, err)
	require.Regexp(t,
		`^<span data-of="reference">\d+\.\d</span><tr><td class="num" data-of="sample FCFS">[\d,]+</td><td data-of="sample SAF">[\d,]+</td><td data-of="another FCFS">x</td></tr>$`,
		string(page))

	status, _, said := callCommand("", "bench", "--orders", "SPF", "--tries", "1", "--page", onto, sampleFile())
	require.Equal(t, 1, status)
	require.Contains(t, said, "has no place for what was measured")
	after, err := os.ReadFile(onto)
	require.NoError(t, err)
	require.Equal(t, string(page), string(after))
}

// A figure of the page of speed that no run measures would stay for ever.
func TestTheSpeedPageShowsWhatBenchMeasures(t *testing.T) {
	fixture.Long(t)
	page, err := os.ReadFile("../../../public/docs/speed.html")
	require.NoError(t, err)
	list, err := bench.Clusters()
	require.NoError(t, err)
	measures := map[string]bool{}
	for _, x := range list {
		for _, a := range bench.Scheduled() {
			measures[x.Name+" "+a.String()+"-"+a.Backfill.String()] = true
		}
	}
	var usage strings.Builder
	c := cli.NewCall(&shadowtime, &cli.Verb{Name: "bench"}, []string{"-h"}, nil, &usage, &usage)
	require.Error(t, runBench(c))
	orders := usage.String()[strings.Index(usage.String(), "(default ")+len("(default "):]
	orders, _, _ = strings.Cut(orders, ")\n") // formulas among them have brackets
	for _, trace := range []string{"KTH-SP2-1996-2.1-cln", "SDSC-SP2-1998-4.2-cln", "UniLu-Gaia-2014-1", "CEA-Curie-2011-2.1-cln",
		"overload-10k", "light-10k", "light-1M"} {
		for _, o := range strings.Split(orders, ",") {
			measures[trace+" "+o] = true
		}
	}
	logs, queues := bench.Growth()
	for i, trace := range append(logs, queues...) {
		x, err := trace()
		require.NoError(t, err)
		for _, o := range bench.Growing() {
			if i < len(logs) || !o.Reacts && !o.Ruled {
				measures[x.Name+" "+o.Name] = true
			}
		}
	}
	measures["large-100k Slurm"] = true
	asked, err := bench.Made(t.TempDir(), 1_000_000)
	require.NoError(t, err)
	asked = append(asked, bench.Asked("KTH-SP2-1996-2.1-cln", "", 28_000)...)
	for _, q := range append(asked, bench.Asked("CEA-Curie-2011-2.1-cln", "", 313_000)...) {
		measures[q.Of+" "+q.Name], measures[q.Of+" "+q.Name+" before"], measures[q.Of+" "+q.Name+" pairs"] = true, true, true
	}
	places := bench.Place.FindAllStringSubmatch(string(page), -1)
	require.Len(t, places, 1+4*10+4*3+3*7+6*5+3*4+2*2+1+8*3)
	require.Equal(t, strings.Count(string(page), "data-of="), len(places))
	for _, m := range places {
		require.True(t, m[2] == "reference" || measures[m[2]], m[2])
	}
}
