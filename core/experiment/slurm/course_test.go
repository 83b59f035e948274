package slurm

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/slurm/site"
)

// What a worker says of fair share is what the command lists: parts of siblings are all of them together, ranks are those
// of the factors, and at the end of a real run they are what sshare printed.
func TestFairShareOverTimeAddsUp(t *testing.T) {
	files := imported(t, "fair-tree")
	r, err := Kind().Prepare(nil, (&Plan{Files: files}).Encode())
	require.NoError(t, err)
	b, err := r.Task(TaskReplay, nil)
	require.NoError(t, err)
	row, _, err := DecodeRow(b)
	require.NoError(t, err)
	require.Equal(t, []string{"root", "a", "b"}, row.Fair.Accounts)
	require.Len(t, row.Fair.Says, 3)

	s, err := site.Read(files, nil)
	require.NoError(t, err)
	x, err := Prepare(s, 0)
	require.NoError(t, err)
	_, err = CourseCSV(x)
	require.ErrorContains(t, err, "counts for nothing", "nobody watched")
	Watch(x)
	_, err = Replay(s, x)
	require.NoError(t, err)
	list, err := CourseCSV(x)
	require.NoError(t, err)
	table, err := csv.NewReader(strings.NewReader(string(list))).ReadAll()
	require.NoError(t, err)
	figure := func(text string) float64 {
		f, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err)
		return f
	}
	of := map[string][]string{} // the last line of each
	type level struct{ time, of string }
	sums := map[level][2]float64{}
	ranks := map[level][][2]float64{} // factor and rank
	for _, line := range table[1:] {
		of[line[1]+"/"+line[2]] = line
		l := level{line[0], "root"}
		if line[2] != "" && line[1] != "root" {
			l.of = line[1]
		}
		sum := sums[l]
		sums[l] = [2]float64{sum[0] + figure(line[3]), sum[1] + figure(line[4])}
		ranks[l] = append(ranks[l], [2]float64{figure(line[5]), figure(line[6])})
	}
	for _, list := range ranks {
		for _, a := range list {
			rank := 1.0
			for _, b := range list {
				if b[0] > a[0] {
					rank++
				}
			}
			require.Equal(t, rank, a[1])
		}
	}
	for l, sum := range sums {
		require.InDelta(t, 1, sum[0], 1e-6, l)
		if sum[1] > 0 {
			require.InDelta(t, 1, sum[1], 1e-6, l)
		}
	}
	for who, want := range map[string][2]float64{"a/": {0.6, 0.75}, "b/": {0.2, 0.25}, "a/games": {0.333333, 0.75},
		"a/mail": {0.666667, 0.5}, "b/news": {1, 0.25}, "root/root": {0.2, 1}} {
		require.InDelta(t, want[0], figure(of[who][3]), 1e-6, who)
		require.InDelta(t, want[1], figure(of[who][5]), 1e-6, who)
	}
	require.InDelta(t, 0.382264, figure(of["a/"][4]), 0.01)
	require.InDelta(t, 0.617736, figure(of["b/"][4]), 0.01)

	for _, account := range row.Fair.Accounts {
		b, err := r.Detail(CourseRequest(account))
		require.NoError(t, err)
		c, err := DecodeCourse(b)
		require.NoError(t, err)
		require.NotEmpty(t, c.Members)
		end := len(c.Times) - 1
		for _, m := range c.Members {
			line := of[m.Name+"/"]
			if !m.Account {
				line = of[account+"/"+m.Name]
			}
			require.InDelta(t, figure(line[3]), m.Shares, 1e-6)
			require.InDelta(t, figure(line[4]), m.Usage[end], 1e-6)
			require.InDelta(t, figure(line[5]), m.Factor[end], 1e-6)
			require.Equal(t, line[6], strconv.Itoa(m.Rank[end]))
		}
	}
	require.Equal(t, "At the log’s end account b had used 63\u202f% with 20\u202f% of the shares.", row.Fair.Says[0])
	require.Equal(t, "Account b ranks last of 3.", row.Fair.Says[1])
	_, err = r.Detail(CourseRequest("c"))
	require.ErrorContains(t, err, "give one of root, a and b")
}

// Where fair share counts for nothing there is none.
func TestThereIsNoFairShareWhereItCountsForNothing(t *testing.T) {
	r, err := Kind().Prepare(nil, (&Plan{Files: imported(t, "defaults")}).Encode())
	require.NoError(t, err)
	b, err := r.Task(TaskReplay, nil)
	require.NoError(t, err)
	row, _, err := DecodeRow(b)
	require.NoError(t, err)
	require.Nil(t, row.Fair)
	_, err = r.Detail(CourseRequest(Root))
	require.ErrorContains(t, err, "PriorityWeightFairshare")
}
