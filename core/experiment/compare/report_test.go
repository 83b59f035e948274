package compare

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/metric"
)

// plan compares the given orders; rows are total waits by resample and order.
func make3(t *testing.T, orders []string, waits ...[]int64) *Report {
	t.Helper()
	p := Default()
	p.Orders = orders
	p.Resamples = len(waits)
	require.NoError(t, p.Normalise())
	var rows []Row
	for k := len(waits); k >= 1; k-- { // rows come in any order
		row := Row{K: k}
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
	require.Equal(t, Order{Order: "FCFS", Judged: report.Judged{Shown: report.Nothing, Near: true}, AvgWait: 20, MaxWait: 100,
		MaxMaxWait: 150, AvgBsld: 2, Utilization: 0.5, Makespan: 100}, r.Orders[0])
	require.InDelta(t, -0.1, float64(r.Orders[1].Change), 1e-12)
	require.Equal(t, report.Float(1), r.Orders[1].Wins)
	require.Equal(t, report.Float(1.5), r.Orders[2].Wins, "the tie counts one half")
	require.Equal(t, report.Float(1), r.Orders[1].Best)
	require.Equal(t, report.Float(1), r.Orders[2].Best)
	require.Equal(t, []string{"SAF", "SPF", "FCFS"}, []string{r.Ranked()[0].Order, r.Ranked()[1].Order, r.Ranked()[2].Order})
}

// logged gives rows the lengths of a log of so many weeks, and of resamples of
// 52, and the log's own row.
func logged(t *testing.T, weeks int, orders []string, log []int64, waits ...[]int64) *Report {
	t.Helper()
	p := Default()
	p.Orders, p.Resamples = orders, len(waits)
	require.NoError(t, p.Normalise())
	row := func(k, weeks int, waits []int64) Row {
		row := Row{K: k, Counts: metric.Counts{Week: make([]int64, weeks+1)}}
		for _, w := range waits {
			row.Runs = append(row.Runs, metric.Run{Jobs: 10, SumWait: w, MaxWait: w / 2})
			d := metric.Breakdown{Week: make([]int64, weeks+1)}
			d.Week[0], d.Week[weeks-1] = w/4, w-w/4
			row.Breakdowns = append(row.Breakdowns, d)
		}
		return row
	}
	rows := []Row{row(0, weeks, log)}
	for k, w := range waits {
		rows = append(rows, row(k+1, 52, w))
	}
	return Merge(p, job.Digest{1}, 1, rows)
}

func TestTheLogsOwnWeeksDecideWhatIsClaimed(t *testing.T) {
	var waits [][]int64
	for k := range int64(20) {
		waits = append(waits, []int64{36000_0 + 1000*(k%5), 30000_0 + 4000*(k%7)})
	}
	two := []string{"FCFS", "SPF"}
	long := logged(t, 200, two, []int64{360000, 320000}, waits...)
	require.Equal(t, report.Less, long.Orders[1].Shown)
	require.Less(t, long.Orders[1].Low, long.Orders[1].SimLow)
	require.Greater(t, long.Orders[1].High, long.Orders[1].SimHigh)
	require.Regexp(t, "^SPF would have cut total waiting by 14\u202f% \\[1., 1.\\] against FCFS", long.Sentence())
	require.Equal(t, "Replaying your log: 10\u202fh mean wait with FCFS, 8.9\u202fh with SPF. The change of waiting with SPF is "+
		"−11\u202f% in the log's first half and −11\u202f% in its second.", long.Logged())
	require.InDelta(t, 1.005, float64(long.AsLogged.Likeness), 0.01)

	// ten weeks can't show it, though the resamples are sure
	short := logged(t, 10, two, []int64{360000, 320000}, waits...)
	require.Equal(t, long.Orders[1].Change, short.Orders[1].Change)
	require.Less(t, short.Orders[1].SimHigh, report.Float(0))
	require.Equal(t, report.Nothing, short.Orders[1].Shown)
	require.Contains(t, short.Sentence(), "No order was shown better than FCFS. In resamples of this log SPF cuts total waiting by "+
		"14\u202f% and is better in 20 of 20 resamples (not 20 years), but other weeks of this machine could show anything from ")

	// of a log of less than eight weeks nothing is claimed
	tiny := logged(t, 7, two, []int64{360000, 320000}, waits...)
	require.False(t, tiny.ByWeeks())
	require.Equal(t, "This log is too short to claim that any order is better than FCFS: it has 7 whole weeks, and 8 are the least. "+
		"In resamples of this log jobs wait 14\u202f% less under SPF than under FCFS.", tiny.Sentence())
	require.Equal(t, "This log is too short to claim that any order is better than FCFS", tiny.Finding())
	require.Equal(t, report.Nothing, tiny.Orders[1].Shown)
}

func TestUndefinedFiguresAreNullAndEmpty(t *testing.T) {
	r := make3(t, []string{"FCFS", "SPF"}, []int64{0, 0}, []int64{0, 5})
	b, err := json.Marshal(r)
	require.NoError(t, err)
	require.Contains(t, string(b),
		`"order":"SPF","change":null,"low":null,"high":null,"simLow":null,"simHigh":null,"shown":"nothing","near":true,"wins":0.5`)
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
	two := []string{"FCFS", "SPF"}
	require.Equal(t, "No order was shown better than FCFS. In resamples of this log SPF cuts total waiting by 24\u202f% and is better in "+
		"20 of 20 resamples (not 20 years), but resamples alone prove nothing.",
		make3(t, two, repeat(20, 10000, 7600)...).Sentence())
	require.Contains(t, make3(t, two, repeat(4, 10000, 7600)...).Sentence(), "ask for 60")
	require.Contains(t, make3(t, two, repeat(1, 10000, 7600)...).Sentence(), "one resample alone proves nothing")
	require.Contains(t, make3(t, two, repeat(20, 10000, 12000)...).Sentence(), "No order was shown better than FCFS, which waits least "+
		"in resamples of this log. SPF comes next with 20\u202f% more waiting [20, 20], but resamples alone prove nothing.")
	require.Equal(t, "No order was shown better than FCFS: SPF makes jobs wait as long in resamples of this log. FCFS is the same as SPF "+
		"within 2 points.", make3(t, two, []int64{90, 90}, []int64{90, 90}, []int64{80, 80}, []int64{80, 80}, []int64{80, 80},
		[]int64{80, 80}, []int64{80, 80}, []int64{80, 80}, []int64{80, 80}, []int64{80, 80}).Sentence())
	require.Equal(t, "Under FCFS jobs wait less than a second on average: there is nothing to gain.",
		make3(t, two, []int64{9, 1}, []int64{9, 2}).Sentence(), "SPF is best at nothing")
	unsure := [][]int64{{100, 50}, {100, 140}, {100, 60}, {100, 130}, {100, 110}, {100, 90}, {100, 100}, {100, 95}, {100, 105}, {100, 99}}
	require.Contains(t, make3(t, two, unsure...).Sentence(), "No order was shown better than FCFS. The best guess: SPF with 2.1\u202f% "+
		"less waiting [")
	require.Contains(t, make3(t, two, unsure...).Sentence(), "this may be chance.")
	three := [][]int64{{100, 50, 52}, {100, 60, 57}, {100, 40, 41}, {110, 52, 55}, {120, 61, 59}, {100, 51, 52}, {100, 60, 61},
		{100, 42, 39}, {100, 50, 49}, {100, 45, 46}}
	require.Contains(t, make3(t, []string{"FCFS", "SPF", "SAF"}, three...).Sentence(), " In resamples of this log SPF and SAF wait least "+
		"and can't be told apart.")
	require.Contains(t, make3(t, []string{"FCFS"}, repeat(20, 100)...).Sentence(), "choose another order")
	p := Default()
	require.NoError(t, p.Normalise())
	require.Equal(t, "Nothing is known yet.", Merge(p, job.Digest{}, 1, nil).Sentence())
}
