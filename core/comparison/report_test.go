package comparison

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/compare"
	"shadowtime/core/job"
	"shadowtime/core/metric"
	"shadowtime/core/report"
)

// plan compares the given orders; rows are total waits by resample and order.
func make3(t *testing.T, orders []string, waits ...[]int64) *Report {
	t.Helper()
	p := compare.Default()
	p.Orders = orders
	p.Resamples = len(waits)
	require.NoError(t, p.Normalise())
	var rows []compare.Row
	for k := len(waits); k >= 1; k-- { // rows come in any order
		row := compare.Row{K: k}
		for _, w := range waits[k-1] {
			row.Runs = append(row.Runs, metric.Run{Jobs: 10, SumWait: w, MaxWait: w / 2, SumBsld: 20, Area: 50, First: 0, Last: 100})
		}
		rows = append(rows, row)
	}
	return Merge(p, job.Digest{1}, 1, rows)
}

func TestFiguresAreTheirDefinitions(t *testing.T) {
	r := make3(t, []string{"FCFS", "SPF", "SAF"}, []int64{100, 50, 100}, []int64{300, 310, 150})
	require.Equal(t, "FCFS", r.Orders[0].Order)
	require.Equal(t, Order{Order: "FCFS", Best: 0, AvgWait: 20, MaxWait: 100, MaxMaxWait: 150, AvgBsld: 2, Utilization: 0.5}, r.Orders[0])
	require.InDelta(t, -0.1, float64(r.Orders[1].Change), 1e-12)
	require.Equal(t, report.Float(1), r.Orders[1].Wins)
	require.Equal(t, report.Float(1.5), r.Orders[2].Wins, "the tie counts one half")
	require.Equal(t, report.Float(1), r.Orders[1].Best)
	require.Equal(t, report.Float(1), r.Orders[2].Best)
	require.Equal(t, []string{"SAF", "SPF", "FCFS"}, []string{r.Ranked()[0].Order, r.Ranked()[1].Order, r.Ranked()[2].Order})
}

func TestUndefinedFiguresAreNullAndEmpty(t *testing.T) {
	r := make3(t, []string{"FCFS", "SPF"}, []int64{0, 0}, []int64{0, 5})
	b, err := json.Marshal(r)
	require.NoError(t, err)
	require.Contains(t, string(b), `"order":"SPF","change":null,"low":null,"high":null,"wins":0.5`)
	cells, err := csv.NewReader(strings.NewReader(r.CSV())).ReadAll()
	require.NoError(t, err)
	require.Len(t, cells, 3)
	require.Equal(t, "", cells[2][1])
	require.Contains(t, r.Sentence(), "no job waits")
}

func TestTheSentenceSaysWhatIsKnown(t *testing.T) {
	repeat := func(n int, w ...int64) [][]int64 {
		var rows [][]int64
		for i := range n {
			row := append([]int64(nil), w...)
			row[0] += int64(i)
			rows = append(rows, row)
		}
		return rows
	}
	require.Equal(t, "SPF would have cut total waiting by 24\u202f% [24, 24] against FCFS, and was better in 20 of 20 resamples; the longest wait shrank to 76\u202f% of its length.",
		make3(t, []string{"FCFS", "SPF"}, repeat(20, 10000, 7600)...).Sentence())
	require.Contains(t, make3(t, []string{"FCFS", "SPF"}, repeat(4, 10000, 7600)...).Sentence(), "ask for 20 or more")
	require.Contains(t, make3(t, []string{"FCFS", "SPF"}, repeat(1, 10000, 7600)...).Sentence(), "one resample alone proves nothing")
	require.Contains(t, make3(t, []string{"FCFS", "SPF"}, repeat(20, 10000, 12000)...).Sentence(), "FCFS itself did best. SPF comes next with 20\u202f% more waiting")
	unsure := [][]int64{{100, 50}, {100, 140}, {100, 60}, {100, 130}, {100, 110}, {100, 90}, {100, 100}, {100, 95}, {100, 105}, {100, 99}}
	require.Contains(t, make3(t, []string{"FCFS", "SPF"}, unsure...).Sentence(), "No order is clearly better than FCFS yet")
	require.Contains(t, make3(t, []string{"FCFS"}, repeat(20, 100)...).Sentence(), "choose another order")
	p := compare.Default()
	require.NoError(t, p.Normalise())
	require.Equal(t, "Nothing is known yet.", Merge(p, job.Digest{}, 1, nil).Sentence())
}
