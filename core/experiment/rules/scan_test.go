package rules

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/worlds"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/sim/held"
)

// Before a kind of rule is searched for, real logs are scanned for the pattern that it would leave: what is not there needs no search.
// Each scan asks for less than a rule would, so that what it does not find is no rule of that kind.

// nodesOf are the shares of the waiting in vain and of the contested starts without room, were processors given out in whole nodes of
// so many.
func nodesOf(t testing.TB, trace *job.Trace, node int32) (vain, lacking float64) {
	x := *trace
	x.Size = slices.Clone(trace.Size)
	x.Had = nil
	for j, n := range trace.Size {
		if trace.Had != nil {
			n = max(n, trace.Had[j])
		}
		x.Size[j] = int32(min(int64((n+node-1)/node*node), trace.Procs))
	}
	record, ok := held.RecordOf(&x)
	require.True(t, ok)
	sum, err := held.NewPass(record).Run(&held.Machine{})
	require.NoError(t, err)
	return (sum.Share(0) + sum.Share(1)) / 2, sum.Lacking()
}

// bestNode is the size of nodes by which least waits in vain, of those by which hardly more starts lack room.
func bestNode(t testing.TB, trace *job.Trace) (node int32, before, after, lacking float64) {
	before, least := nodesOf(t, trace, 1)
	node, after, lacking = 1, before, least
	for _, n := range []int32{2, 4, 8, 12, 16, 32} {
		vain, without := nodesOf(t, trace, n)
		if without <= least+0.02 && vain < after {
			node, after, lacking = n, vain, without
		}
	}
	return node, before, after, lacking
}

// softUsers counts the users who start jobs beside so many of their own while nobody else waits, and hardly ever while others do: at
// most a tenth of what the same share would be, which is twenty starts at least. Of all says how many users have enough starts, and vain
// which part of the waiting in vain is of those that were counted.
func softUsers(trace *job.Trace, vain []int64) (soft, of int, share float64) {
	type event struct {
		at   int64
		kind int // 0 an end, 1 a submission, 2 a start
		j    int
	}
	var events []event
	for j, wait := range trace.Wait {
		if wait >= 0 && trace.Run[j] > 0 {
			start := trace.Submit[j] + wait
			events = append(events, event{trace.Submit[j], 1, j}, event{start, 2, j}, event{start + trace.Run[j], 0, j})
		}
	}
	slices.SortFunc(events, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.at, b.at), a.kind-b.kind, a.j-b.j)
	})
	const levels = 64
	users := len(trace.Users)
	running, mine, waiting := make([]int, users), make([]int, users), 0
	beside := make([][2][levels]int, users) // by user, whether others wait, and running jobs
	for _, x := range events {
		u := trace.User[x.j]
		switch x.kind {
		case 0:
			running[u]--
		case 1:
			mine[u], waiting = mine[u]+1, waiting+1
		default:
			mine[u], waiting = mine[u]-1, waiting-1
			others := 0
			if waiting > mine[u] {
				others = 1
			}
			beside[u][others][min(running[u], levels-1)]++
			running[u]++
		}
	}
	all, theirs := int64(0), make([]int64, users)
	for j, v := range vain {
		all, theirs[trace.User[j]] = all+v, theirs[trace.User[j]]+v
	}
	sum := int64(0)
	for u := range beside {
		n := [2]int{}
		for others := range n {
			for _, c := range beside[u][others] {
				n[others] += c
			}
		}
		if n[0] < 20 || n[1] < 20 {
			continue
		}
		of++
		above := n
		for k := 1; k < levels; k++ {
			above[0], above[1] = above[0]-beside[u][0][k-1], above[1]-beside[u][1][k-1]
			if expected := float64(n[1]) * float64(above[0]) / float64(n[0]); expected >= 20 && float64(above[1]) <= expected/10 {
				soft, sum = soft+1, sum+theirs[u]
				break
			}
		}
	}
	return soft, of, float64(sum) / float64(max(1, all))
}

// daysOff counts the working days on which five requests over 4 h or more start between 8 and 17 o'clock, of those round which, eight
// on either side, hardly any does.
func daysOff(trace *job.Trace) (off, of int) {
	starts, first := map[int64]int{}, int64(math.MaxInt64)
	last := int64(math.MinInt64)
	for j, wait := range trace.Wait {
		if wait < 0 {
			continue
		}
		at := trace.Calendar.Local(trace.Submit[j] + wait)
		day := (at - mod(at, job.Day)) / job.Day
		first, last = min(first, day), max(last, day)
		if hour := mod(at, job.Day) / 3600; trace.Request[j] > 4*3600 && hour >= 8 && hour < 17 {
			starts[day]++
		}
	}
	var days []int
	for day := first; day <= last; day++ {
		if mod(day+3, 7) < 5 { // 1970-01-01 was a Thursday
			days = append(days, starts[day])
		}
	}
	for i := range days {
		around := slices.Clone(days[max(0, i-8):min(len(days), i+9)])
		slices.Sort(around)
		if around[len(around)/2] > 1 {
			continue
		}
		if of++; days[i] >= 5 {
			off++
		}
	}
	return off, of
}

// keptClasses counts stretches of a day or longer in which nothing of a class starts, three jobs of two users wait in vain, ten starts
// were to come by the weeks around, and ten of other jobs came; and the part of the waiting in vain that lies there.
func keptClasses(trace *job.Trace, vain []int64) (stretches int, share float64) {
	start := func(j int) int64 { return trace.Submit[j] + trace.Wait[j] }
	has := func(j int) bool { return trace.Wait[j] >= 0 && trace.Run[j] > 0 }
	classes := []func(j int) bool{}
	for _, over := range []int64{3600, 4 * 3600, 12 * 3600} {
		classes = append(classes, func(j int) bool { return trace.Request[j] > over })
	}
	for _, part := range []int64{8, 2} {
		classes = append(classes, func(j int) bool { return int64(trace.Size[j]) > trace.Procs/part })
	}
	for _, column := range [][]int32{trace.Queue, trace.Partition} {
		for i, id := range idsOf(column) {
			if i == 8 {
				break
			}
			classes = append(classes, func(j int) bool { return int64(column[j]) == id })
		}
	}
	var every []int64
	total := int64(0)
	for j := range vain {
		if total += vain[j]; has(j) {
			every = append(every, start(j))
		}
	}
	slices.Sort(every)
	within := func(list []int64, from, to int64) int {
		a, _ := slices.BinarySearch(list, from)
		b, _ := slices.BinarySearch(list, to)
		return b - a
	}
	seen, waits := map[[2]int64]bool{}, map[int]int64{}
	for _, of := range classes {
		var list []int64
		for j := range vain {
			if has(j) && of(j) {
				list = append(list, start(j))
			}
		}
		slices.Sort(list)
		for i := 1; i < len(list); i++ {
			from, to := list[i-1]+1, list[i]
			if to-from < job.Day || within(every, from, to) < 10 {
				continue
			}
			rate := float64(within(list, from-job.Week, to+job.Week)) / float64(2*job.Week+to-from)
			if rate*float64(to-from) < 10 || seen[[2]int64{from / job.Day, to / job.Day}] {
				continue
			}
			held, users := []int{}, map[int32]bool{}
			for j := range vain {
				if has(j) && of(j) && trace.Submit[j] < from+(to-from)/2 && start(j) >= to && vain[j] >= (to-from)/2 {
					held, users[trace.User[j]] = append(held, j), true
				}
			}
			if len(held) < 3 || len(users) < 2 {
				continue
			}
			seen[[2]int64{from / job.Day, to / job.Day}] = true
			for _, j := range held {
				waits[j] = min(vain[j], waits[j]+to-max(from, trace.Submit[j]))
			}
		}
	}
	sum := int64(0)
	for _, s := range waits {
		sum += s
	}
	return len(seen), float64(sum) / float64(max(1, total))
}

// The table of evidence: what kinds of rules that are not searched for would leave in real logs.
func TestTheTablesOfRulesAreThoseThatWereScannedFor(t *testing.T) {
	fixture.Long(t)
	var b strings.Builder
	for _, of := range []struct {
		name, log string
		jobs      int
	}{{"KTH-SP2", "KTH-SP2-1996-2.1-cln", 1 << 30}, {"SDSC-Par-1996", "SDSC-Par-1996-3.1-cln", 1 << 30},
		{"SDSC-SP2", "SDSC-SP2-1998-4.2-cln", 1 << 30}, {"UniLu-Gaia", "UniLu-Gaia-2014-1", 1 << 30},
		{"CEA-Curie, 30,000 jobs", "CEA-Curie-2011-2.1-cln", 30000}}[:fixture.ByDay(1, 5)] {
		l, err := tracefile.Open(fixture.Path(t, "traces", of.log+".swf.gz"), nil)
		require.NoError(t, err)
		whole, _ := job.Clean(l, job.Presets()[0].Rules, job.MachineOf(l, 0))
		part := whole.Part(0, min(of.jobs, whole.Len()))
		trace := &part
		record, ok := held.RecordOf(trace)
		require.True(t, ok)
		pass := held.NewPass(record)
		_, err = pass.Run(&held.Machine{})
		require.NoError(t, err)
		node, before, after, lacking := bestNode(t, trace)
		nodes := "none"
		if node > 1 {
			nodes = fmt.Sprintf("%d: %.1f → %.1f, %.1f without room", node, 100*before, 100*after, 100*lacking)
		}
		soft, users, share := softUsers(trace, pass.Vain)
		off, days := daysOff(trace)
		kept, waits := keptClasses(trace, pass.Vain)
		b.WriteString(tableRow(of.name, nodes, figure(fmt.Sprintf("%d of %d", soft, users)), figure(fmt.Sprintf("%.1f", 100*share)),
			figure(fmt.Sprintf("%d of %d", off, days)), kept, figure(fmt.Sprintf("%.1f", 100*waits))))
	}
	t.Log(b.String())
	fixture.Tables(t, "../../../public/docs/evidence-rules.html", map[string]string{"rules-scanned": b.String()})
}

// Each scan sees the pattern that it is for where it was made, and none where it was not.
func TestAScanSeesWhatWasMade(t *testing.T) {
	// Whole nodes, by the independent simulator.
	m, err := worlds.New(worlds.Independent, 5990, 12)
	require.NoError(t, err)
	log := m.Log(0, 12)
	rounded := *log
	rounded.Size = slices.Clone(log.Size)
	for j, n := range log.Size {
		rounded.Size[j] = min((n+7)/8*8, int32(log.Procs))
	}
	site := worlds.Site{}
	log.Wait = site.Waits(&rounded, log.Procs)
	node, before, after, _ := bestNode(t, log)
	require.Equal(t, int32(8), node, "%v to %v", before, after)
	require.Less(t, after, 0.001)
	log.Wait = site.Waits(log, log.Procs)
	node, _, _, _ = bestNode(t, log)
	require.Equal(t, int32(1), node)

	// User 0 starts a third job only while nobody else waits; user 1 whenever there is room.
	trace := &job.Trace{Procs: 100, Users: []int64{1, 2, 3}}
	add := func(user int32, submit, wait, run int64) {
		trace.Submit, trace.Wait, trace.Run = append(trace.Submit, submit), append(trace.Wait, wait), append(trace.Run, run)
		trace.Request, trace.Size, trace.User = append(trace.Request, run), append(trace.Size, 1), append(trace.User, user)
	}
	for k := range int64(60) {
		at := k * 10000
		waits := k%2 == 1
		if waits {
			add(2, at, 9000, 10)
		}
		for i := range int64(4) {
			wait := int64(0)
			if waits && i >= 2 {
				wait = 5000 // until the first two are over
			}
			add(0, at+10+i, wait, 4000)
			add(1, at+100+i, 0, 4000)
		}
	}
	vain := make([]int64, trace.Len())
	copy(vain, trace.Wait)
	soft, of, share := softUsers(trace, vain)
	require.Equal(t, [2]int{1, 2}, [2]int{soft, of})
	require.InDelta(t, 300.0/570, share, 0.001)

	// Nothing of queue 7 starts in the second week, though its jobs wait and others start.
	trace = &job.Trace{Procs: 100, Users: []int64{1, 2}}
	for k := range int64(24 * 28) {
		at := k * 3600
		wait := int64(0)
		if k%2 == 0 && k/24 >= 7 && k/24 < 14 {
			wait = 14*job.Day - at + k
		}
		add(int32(k/2%2), at, wait, 600)
		trace.Queue = append(trace.Queue, 7+int32(k%2))
	}
	stretches, share := keptClasses(trace, trace.Wait)
	require.Equal(t, 1, stretches)
	require.Greater(t, share, 0.4)
	stretches, _ = keptClasses(trace, make([]int64, trace.Len()))
	require.Zero(t, stretches)

	// Requests over 4 h start at night, and on one day at noon.
	trace = &job.Trace{Procs: 100, Users: []int64{1}}
	for day := range int64(60) {
		hour := int64(20)
		if day == 33 {
			hour = 12
		}
		for i := range int64(6) {
			add(0, day*job.Day+hour*3600+i, 0, 5*3600)
		}
	}
	off, _ := daysOff(trace)
	require.Equal(t, 1, off)
}
