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
	p.Orders, p.Resamples = orders, max(1, len(waits))
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
	o := long.Orders[1]
	require.Equal(t, report.Less, o.Shown)
	require.Equal(t, report.Shown, long.Verdict)
	require.True(t, o.Low < o.Own && o.Own < o.High && o.High < 0)
	require.InDelta(t, -0.111, float64(o.Own), 0.001, "of the log, whatever resamples show")
	require.Less(t, o.Change, o.Own)
	require.Regexp(t, "^Shortest requested time first \\(SPF\\) would have cut the mean wait by 11\u202f%, plausibly 2 to 19\u202f%\\.",
		long.Sentence())
	require.Equal(t, "Replaying your log: 10.0\u202fh mean wait with FCFS, 8.9\u202fh with SPF. The change of waiting with SPF is "+
		"−11\u202f% in the log's first half and −11\u202f% in its second.", long.Logged())
	require.InDelta(t, 1.005, float64(long.AsLogged.Likeness), 0.01)

	// ten weeks can't show it, though the resamples are sure
	short := logged(t, 10, two, []int64{360000, 320000}, waits...)
	require.Equal(t, long.Orders[1].Change, short.Orders[1].Change)
	require.Less(t, short.Orders[1].SimHigh, report.Float(0))
	require.Equal(t, report.Nothing, short.Orders[1].Shown)
	require.Equal(t, report.Undecided, short.Verdict)
	require.Regexp(t, "^This log is too short to tell whether any order beats FCFS. Best guess: shortest requested time first \\(SPF\\), "+
		"−10\u202f%, "+
		"plausibly between 27\u202f% less and 8\u202f% more. "+
		"The raw change is −11\u202f%. About [0-9]+ weeks more would settle it.", short.Sentence())

	// of less than four weeks there is no range, and the figure stands alone
	tiny := logged(t, 3, two, []int64{360000, 320000}, waits...)
	require.Equal(t, report.Undecided, tiny.Verdict)
	require.Contains(t, tiny.Sentence(), "3 whole weeks are too short to claim anything. At least 4 are needed, and 8 or more are "+
		"useful. Export a "+
		"longer period. As replayed, shortest requested time first (SPF) takes 11\u202f% off the mean wait of FCFS.")
	require.Equal(t, "Too short to claim anything: 3 weeks", tiny.Finding())
	require.False(t, tiny.Orders[1].Low.Known())

	// resamples that say the opposite hold a claim back
	var against [][]int64
	for k := range int64(20) {
		against = append(against, []int64{360000 + 1000*(k%5), 420000 + 4000*(k%7)})
	}
	held := logged(t, 200, two, []int64{360000, 320000}, against...)
	require.Equal(t, report.Leaning, held.Verdict)
	require.Contains(t, held.Sentence(), "Shortest requested time first (SPF) is likely to cut the mean wait by 11\u202f%, plausibly 2 "+
		"to 19\u202f%. This is not yet sure. "+
		"Resamples do not bear it out. They change by +19\u202f%.")

	// before any resample the log alone has its answer
	require.Equal(t, long.Named.Low, logged(t, 200, two, []int64{360000, 320000}).Named.Low)
}

func TestUndefinedFiguresAreNullAndEmpty(t *testing.T) {
	r := make3(t, []string{"FCFS", "SPF"}, []int64{0, 0}, []int64{0, 5})
	b, err := json.Marshal(r)
	require.NoError(t, err)
	require.Contains(t, string(b),
		`"order":"SPF","change":null,"own":null,"low":null,"high":null,"simLow":null,"simHigh":null,"corrected":null,"shown":"nothing","near":true,"wins":0.5`)
	cells, err := csv.NewReader(strings.NewReader(r.CSV())).ReadAll()
	require.NoError(t, err)
	require.Len(t, cells, 3)
	require.Equal(t, "", cells[2][1])
	require.Contains(t, r.Sentence(), "nothing to gain")
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
	require.Equal(t, "The log itself is not replayed yet. In resamples of it shortest requested time first (SPF) changes the mean wait "+
		"by −24\u202f%.",
		make3(t, two, repeat(20, 10000, 7600)...).Sentence())
	require.Equal(t, "Under FCFS jobs wait less than a second on average: there is nothing to gain.",
		make3(t, two, []int64{9, 1}, []int64{9, 2}).Sentence(), "SPF is best at nothing")
	require.Equal(t, report.NoGain, make3(t, two, []int64{9, 1}, []int64{9, 2}).Verdict)
	require.Equal(t, "This log does not show that any order beats FCFS. With shortest requested time first (SPF) it has the same mean "+
		"wait.", logged(t, 60, two,
		[]int64{36000, 36000}, []int64{36000, 36000}).Sentence())
	require.Regexp(t, "^FCFS has the least mean wait. Shortest requested time first \\(SPF\\) raises the mean wait by 54\u202f%, "+
		"plausibly 40 to 73\u202f%\\.$",
		logged(t, 60, two, []int64{360000, 560000}, []int64{360000, 560000}).Sentence())
	three := logged(t, 60, []string{"FCFS", "SPF", "SAF"}, []int64{360000, 180000, 185000}, []int64{360000, 180000, 185000})
	require.Contains(t, three.Sentence(), " SPF and SAF are tied for best.")
	require.Contains(t, three.Sentence(), "corrected for choosing the best of 2 orders.")
	require.Contains(t, make3(t, []string{"FCFS"}, repeat(20, 100)...).Sentence(), "Choose another order")
	p := Default()
	require.NoError(t, p.Normalise())
	require.Equal(t, "Nothing is known yet.", Merge(p, job.Digest{}, 1, nil).Sentence())
}
