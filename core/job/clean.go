package job

import (
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
)

// Reason is why a job was left out. A job has one: the first that holds, in
// this order.
type Reason uint8

const (
	NoSubmit Reason = iota
	NoProcessors
	TooLarge
	AllocTooLarge
	NegativeRun
	ZeroRun
	NegativeRequest
	ZeroRequest
	OverRequest
	Partial
	OutOfRange
	Burst
	numReasons
)

var reasons = [numReasons]struct {
	key, words string
	field      Field
}{
	{"negative-submit", "submit time negative or unknown", Submit},
	{"no-processors", "has no processor count", ReqProcs},
	{"larger-than-machine", "asks for more processors than the machine has", ReqProcs},
	{"allocated-above-machine", "was allocated more processors than the machine has", Alloc},
	{"negative-run", "run time negative or unknown", Run},
	{"zero-run", "run time is zero", Run},
	{"no-request", "requested time negative or unknown", ReqTime},
	{"zero-request", "requested time is zero", ReqTime},
	{"run-above-request", "ran longer than it asked for", Run},
	{"partial-execution", "a part of a job (status 2 to 4), its summary line counts", Status},
	{"out-of-range", "a time beyond 317 years, or more than 2^31 processors", Submit},
	{"flurry", "one of a user's burst of jobs within a week", User},
}

// Key is the reason's name in JSON, Words the same for people.
func (r Reason) Key() string   { return reasons[r].key }
func (r Reason) Words() string { return reasons[r].words }

// Dropped counts the jobs left out for one reason.
type Dropped struct {
	Reason Reason
	N      int
}

// Cleaning is the account of what cleaning did: Read = Kept + the sum of
// Dropped, always.
type Cleaning struct {
	Rules   Rules
	Machine Machine

	Read, Kept int
	Dropped    []Dropped // in order of Reason, none with 0
	Faults     []Fault   // the first MaxFaults jobs left out,
	Reasons    []Reason  // and why each was

	Extended  int // kept jobs whose request was raised to the run time
	Killed    int // kept jobs whose run was cut to the request; Swap counts in both
	NoRequest int // kept jobs without a request: p~ := p
	Unsorted  int // kept jobs submitted before the one above them

	Recorded Recorded // how long the jobs kept waited, by the log's own records
	Pooled   Pooled   // what they were taken for
}

func (c *Cleaning) fault(why Reason, f Fault) {
	c.Faults, c.Reasons = append(c.Faults, f), append(c.Reasons, why)
}

// First are the first jobs that were left out for a reason.
func (c *Cleaning) First(why Reason) (list []Fault) {
	for i, of := range c.Reasons {
		if of == why {
			list = append(list, c.Faults[i])
		}
	}
	return list
}

// Clean makes the Trace of a log: q = requested processors if positive else
// allocated; p~ = requested time if positive else p; jobs sorted by submit
// time, equal times in file order.
func Clean(l *Log, rules Rules, m Machine) (*Trace, *Cleaning) {
	n := l.Len()
	c := &Cleaning{Rules: rules, Machine: m, Read: n}
	var count [numReasons]int
	requests := asks(l)
	keep := make([]int32, 0, n)
	for i := 0; i < n; i++ {
		if why, bad := rules.reject(l, i, m.Procs, requests); bad {
			count[why]++
			if len(c.Faults) < MaxFaults {
				c.fault(why, rules.rejected(l, i, why, m.Procs))
			}
			continue
		}
		keep = append(keep, int32(i))
	}
	if rules.Flurry > 0 {
		fit := len(keep)
		keep = c.calm(l, rules.Flurry, keep)
		count[Burst] = fit - len(keep)
	}
	for why, k := range count {
		if k > 0 {
			c.Dropped = append(c.Dropped, Dropped{Reason(why), k})
		}
	}
	c.Kept = len(keep)
	last := int64(-1)
	for _, i := range keep {
		if r := l.Col[Submit].At(int(i)); r < last {
			c.Unsorted++
		} else {
			last = r
		}
	}
	if c.Unsorted > 0 {
		submit := &l.Col[Submit]
		slices.SortStableFunc(keep, func(a, b int32) int {
			switch x, y := submit.At(int(a)), submit.At(int(b)); {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		})
	}
	t := build(l, rules, m, keep, c)
	c.Recorded, c.Pooled = recordedOf(t, l), pooledOf(t, l)
	return t, c
}

// Supposed says in a sentence for how many jobs the run time stands for the request; "" of
// a log whose jobs all have one.
func (c *Cleaning) Supposed() string {
	if c.NoRequest == 0 {
		return ""
	}
	return "The run time stands for the request of " + numeral.Jobs(c.NoRequest) +
		" without one."
}

// MaxTime bounds submit, run and requested times, in seconds (317 years): sums
// over millions of jobs then stay exact in 64 bits. MaxSize bounds processors.
const (
	MaxTime = 10_000_000_000
	MaxSize = 1<<31 - 1
)

// size is q of a job.
func (rules Rules) size(l *Log, i int) int64 {
	if rules.AsRead {
		return l.Col[Alloc].At(i)
	}
	return size(l.Col[ReqProcs].At(i), l.Col[Alloc].At(i))
}

// Endless is the limit that Slurm gives a job that its backfilling started where neither job nor partition has one.
const Endless = 365 * Day

// RequestOf is what a job asked for, -1 where that is Endless: no limit.
func (l *Log) RequestOf(i int) int64 {
	if n := l.Col[ReqTime].At(i); n != Endless {
		return n
	}
	return -1
}

// asks says whether any job of a log has a request.
func asks(l *Log) bool {
	for i := range l.Len() {
		if l.RequestOf(i) > 0 {
			return true
		}
	}
	return false
}

// reject says why a job is left out of a log some of whose jobs have requests, or
// none has.
func (rules Rules) reject(l *Log, i int, m int64, requests bool) (Reason, bool) {
	p, asked := l.Col[Run].At(i), l.RequestOf(i)
	q, alloc := rules.size(l, i), l.Col[Alloc].At(i)
	if rules.AsRead {
		rules = Rules{DropZeroRun: true, DropMissing: true}
	}
	needs := rules.DropNoRequest || rules.DropMissing && requests
	status := l.Col[Status].At(i)
	switch {
	case l.Col[Submit].At(i) < 0:
		return NoSubmit, true
	case q <= 0:
		return NoProcessors, true
	case q > m:
		return TooLarge, true
	case rules.DropAllocAbove && alloc > m:
		return AllocTooLarge, true
	case p < 0:
		return NegativeRun, true
	case rules.DropZeroRun && p == 0:
		return ZeroRun, true
	case needs && asked < 0:
		return NegativeRequest, true
	case needs && asked == 0:
		return ZeroRequest, true
	case rules.Overrun == DropOverrun && asked > 0 && p > asked:
		return OverRequest, true
	case rules.DropPartial && status >= 2 && status <= 4:
		return Partial, true
	case l.Col[Submit].At(i) > MaxTime || p > MaxTime || asked > MaxTime || q > MaxSize:
		return OutOfRange, true
	}
	return 0, false
}

// rejected describes a job left out, for the import report.
func (rules Rules) rejected(l *Log, i int, why Reason, m int64) Fault {
	f := reasons[why].field
	if why == TooLarge && l.Col[f].At(i) <= 0 || rules.AsRead && f == ReqProcs {
		f = Alloc
	}
	text := strconv.FormatInt(l.Col[f].At(i), 10)
	words := why.Words()
	switch why {
	case TooLarge, AllocTooLarge:
		words += " (" + strconv.FormatInt(m, 10) + ")"
	case OverRequest:
		words += " (" + strconv.FormatInt(l.Col[ReqTime].At(i), 10) + " s)"
	}
	return Fault{Line: int(l.Line.At(i)), Field: f.String(), Text: text, Why: words}
}

func build(l *Log, rules Rules, m Machine, keep []int32, c *Cleaning) *Trace {
	n := len(keep)
	t := &Trace{
		Name: l.Name, Procs: m.Procs, Digest: l.Digest,
		Submit: make([]int64, n), Run: make([]int64, n), Request: make([]int64, n),
		Size: make([]int32, n), User: make([]int32, n),
		ID: make([]int64, n), Pos: keep,
	}
	r := rooms{keys: t.ID} // until the ids come
	for j, at := range keep {
		i := int(at)
		p, asked := l.Col[Run].At(i), l.RequestOf(i)
		switch {
		case asked <= 0:
			asked = p
			c.NoRequest++
			if t.Unasked == nil {
				t.Unasked = make([]bool, n)
			}
			t.Unasked[j] = true
		case rules.AsRead:
		case p > asked && rules.Overrun == Kill:
			p = asked
			c.Killed++
		case p > asked && rules.Overrun == Swap:
			p, asked = asked, p
			c.Killed++
			c.Extended++
		case p > asked:
			asked = p
			c.Extended++
		}
		if rules.OneSecond {
			p, asked = max(p, 1), max(asked, 1)
		}
		t.Submit[j], t.Run[j], t.Request[j] = l.Col[Submit].At(i), p, asked
		t.Size[j] = int32(rules.size(l, i))
		r.keys[j] = max(l.Col[User].At(i), -1) // any negative id is the unknown user
	}
	r.sorted = sorted.Number(r.keys, nil)
	t.Users = slices.Clone(r.sorted) // not the room
	for j, k := range r.keys {
		t.User[j] = int32(k)
	}
	t.name(l, &r)
	t.remember(l)
	for j, i := range keep {
		t.ID[j] = l.Col[ID].At(int(i))
	}
	if n > 0 {
		t.Start = origin(l, t.Submit[0])
		var zone string
		if t.Calendar, zone = calendarOf(l, t.Submit[0]); zone != "" {
			t.Calendar.shift(zone, t.Submit[0], t.Submit[n-1]+slices.Max(t.Run))
		}
	}
	return t
}

// Origin is the key of a log's header that names the instant its trace began,
// which is the first submit where the header has none. A resample begins with a
// week, mostly some time before its first job: written to a file and read back
// it keeps its origin by this.
const Origin = "Origin"

// origin is the instant a log's trace began, never after its first submit.
func origin(l *Log, firstSubmit int64) int64 {
	if at, ok := l.Header.Int(Origin); ok && at >= 0 && at <= firstSubmit {
		return at
	}
	return firstSubmit
}
