package slurm

import (
	"encoding/csv"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/slurm"
	"shadowtime/core/job/overview"
	"shadowtime/core/report/plot"
	"shadowtime/core/slurm/site"
	"shadowtime/ui/lab"
)

// Usage beside shares, who is ahead, and the queue stand below each other over the same time, of all accounts and of the
// users of one; their numbers are those that the command lists, and Explore leads to them.
func TestFairShareOverTimeIsShownAsTheCommandListsIt(t *testing.T) {
	list := imported(t)
	var files []site.File
	for _, f := range list {
		files = append(files, site.File{Name: f[0], Text: f[1]})
	}
	ours, err := site.Read(files, nil)
	require.NoError(t, err)
	x, err := slurm.Prepare(ours, 0)
	require.NoError(t, err)
	slurm.Watch(x)
	_, err = slurm.Replay(ours, x)
	require.NoError(t, err)
	text, err := slurm.CourseCSV(x)
	require.NoError(t, err)
	want, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	require.NoError(t, err)
	of := func(account, user string) (columns [3][]string) {
		for _, line := range want[1:] {
			if line[1] == account && line[2] == user {
				for i := range columns {
					columns[i] = append(columns[i], line[3+i])
				}
			}
		}
		return columns
	}

	a, v, m, s := page(t, "")
	dropped(a, list...)
	m.Read(overview.Summarise(m.Log), nil)
	shown := func() (names []string) {
		html := s.Drawn[hostFair]
		require.Equal(t, 3, strings.Count(html, "<svg"))
		require.Equal(t, 3, strings.Count(html, "<figure"))
		for _, words := range v.row.Fair.Says {
			require.Contains(t, html, strings.TrimSuffix(words, "."))
		}
		for i, l := range courses(v.row.Fair, plot.Frame{Width: 700}) {
			c := v.row.Fair
			require.Len(t, l.Series, [...]int{len(c.Members), len(c.Members), 1}[i])
			svg := l.SVG()
			require.Contains(t, svg, "<desc")
			if i == 0 {
				require.Equal(t, len(c.Members), strings.Count(svg, `stroke-dasharray="5 3"`))
			}
		}
		a.Act("slurm-fair", "0.csv")
		rows, err := csv.NewReader(strings.NewReader(s.Files["shadowtime-slurm-fair-share-0.csv"])).ReadAll()
		require.NoError(t, err)
		for i := range v.row.Fair.Members {
			m := &v.row.Fair.Members[i]
			columns := of(v.row.Fair.Of, m.Name)
			if m.Account {
				columns = of(m.Name, "")
			}
			require.Len(t, rows, 1+len(columns[0]))
			for k, row := range rows[1:] {
				for j := range columns {
					here, err := strconv.ParseFloat(row[1+3*i+j], 64)
					require.NoError(t, err)
					there, err := strconv.ParseFloat(columns[j][k], 64)
					require.NoError(t, err)
					require.InDelta(t, there, here, 1e-6)
				}
			}
			names = append(names, m.Name)
		}
		return names
	}
	require.ElementsMatch(t, []string{"root", "a", "b"}, shown())
	require.NotContains(t, s.Drawn[hostFair], ">fair-share factor<")
	a.SetField(accountKey, accountKey, "a")
	require.ElementsMatch(t, []string{"games", "mail"}, shown())
	require.Equal(t, "a", s.Values[accountKey])
	a.Act("slurm-fair", "2.svg")
	require.Contains(t, s.Files["shadowtime-slurm-fair-share-2.svg"], "At most")
	for _, arg := range []string{"", "3.svg", "x.csv", "-1.svg"} {
		a.Act("slurm-fair", arg)
		require.NotContains(t, s.Files, "shadowtime-slurm-fair-share-"+arg)
	}
	require.Contains(t, s.Drawn[hostFair], `data-arg="replay">Explore`)

	a.SetView("replay")
	require.Contains(t, s.Drawn["replay-find-host"], "Slurm’s replay of this log: "+lab.Esc(v.row.Fair.Says[0]))
	require.Contains(t, s.Drawn["replay-find-host"], `data-act="view" data-arg="slurm"`)
	a.Act("view", "slurm")
	as := a.As
	a.As = "another.psv"
	a.SetView("replay")
	require.NotContains(t, s.Drawn["replay-find-host"], "Slurm’s replay", "another log is in sight")
	a.As = as
	a.Act("view", "slurm")
	a.Act("slurm-forget", "scontrol-config.txt")
	require.Empty(t, s.Drawn[hostFair], "without priorities fair share counts for nothing")
	require.Empty(t, v.AsSet().Fair)
	require.NotRegexp(t, regexp.MustCompile(`NaN|Inf`), s.Drawn[hostFair])
}

// Of classic fair share the factors are shown, which say more than ranks.
func TestOfClassicFairShareFactorsAreShown(t *testing.T) {
	list := imported(t)
	classic := list[3]
	require.Contains(t, classic[1], "PriorityFlags ")
	classic[1] = strings.Replace(classic[1], "PriorityFlags           = ", "PriorityFlags           = NO_FAIR_TREE", 1)
	a, v, _, s := page(t, "")
	dropped(a, append(list[:3:3], append(list[4:], classic)...)...)
	require.False(t, v.row.Fair.FairTree)
	require.Contains(t, s.Drawn[hostFair], ">fair-share factor<")
	require.Equal(t, v.row.Fair.Members[0].Factor, courses(v.row.Fair, plot.Frame{Width: 700})[1].Series[0].Values)
}
