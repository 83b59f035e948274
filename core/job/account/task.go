package account

import "bytes"

// Tasks are those of an array that one record stands for: ranges of their numbers.
type Tasks struct {
	ranges []taskRange
	N      int
	Cut    bool // the list goes on, the table does not
}

type taskRange struct{ from, to, step int64 }

// ParseTasks reads what stands between the brackets: 1-10%2, 1,5,9-20:2, also with
// "..." or "+" where a table cut it.
func ParseTasks(b []byte) (t Tasks, ok bool) {
	for _, end := range []string{"...", "+"} {
		if rest, cut := bytes.CutSuffix(b, []byte(end)); cut {
			b, t.Cut = rest, true
		}
	}
	if at := bytes.IndexByte(b, '%'); at >= 0 {
		b = b[:at]
	}
	if t.Cut { // the last number may be cut too
		b = b[:max(0, bytes.LastIndexByte(b, ','))]
	}
	for len(b) > 0 {
		var item []byte
		item, b, _ = bytes.Cut(b, []byte(","))
		r := taskRange{step: 1}
		item, step, stepped := bytes.Cut(item, []byte(":"))
		from, to, ranged := bytes.Cut(item, []byte("-"))
		var fine bool
		if r.from, fine = digits(from); !fine {
			return t, false
		}
		r.to = r.from
		if ranged {
			if r.to, fine = digits(to); !fine || r.to < r.from {
				return t, false
			}
		}
		if stepped {
			if r.step, fine = digits(step); !fine || r.step < 1 {
				return t, false
			}
		}
		n := (r.to-r.from)/r.step + 1
		if n > MaxTasks || t.N+int(n) > MaxTasks {
			return t, false
		}
		t.N += int(n)
		t.ranges = append(t.ranges, r)
	}
	if t.Cut && t.N == 0 {
		t.N, t.ranges = 1, []taskRange{{0, 0, 1}}
	}
	return t, t.N > 0
}

// each calls f for every task.
func (t *Tasks) each(f func(task int64)) {
	for _, r := range t.ranges {
		for k := r.from; k <= r.to; k += r.step {
			f(k)
		}
	}
}

// First are the numbers of the first tasks, at most so many.
func (t *Tasks) First(most int) (list []int64) {
	for _, r := range t.ranges {
		for k := r.from; k <= r.to && len(list) < most; k += r.step {
			list = append(list, k)
		}
	}
	return list
}
