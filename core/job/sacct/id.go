package sacct

import (
	"bytes"
	"math"
	"strings"

	"shadowtime/core/job/account"
)

// identity is what a job's id says.
type identity struct {
	key  int64
	step bool // of a job
}

// component tells the parts of a heterogeneous job from tasks in a key.
const component = 1 << 23

// identify reads 123, 123.batch, 123_4, 123_4.0, 123_[1-10%2], 123+1; a table of
// fixed columns may have cut it. The tasks go into the record.
func identify(b []byte, tasks *account.Tasks) (x identity, ok bool) {
	n := 0
	for n < len(b) && '0' <= b[n] && b[n] <= '9' {
		n++
	}
	number, ok := account.ParseInt(b[:n])
	if !ok || number > math.MaxUint32 { // Slurm counts no further: two records may stand in one line
		return x, false
	}
	x.key = number
	rest := b[n:]
	switch {
	case len(rest) == 0:
		return x, true
	case rest[0] == '.':
		x.step = true
		return x, isStep(rest[1:])
	case rest[0] == '+' && len(rest) == 1, rest[0] == '_' && len(rest) < 3 && rest[len(rest)-1] == '+':
		x.key = textKey(b)
		return x, true
	case rest[0] == '+':
		return after(x.key, component, rest[1:])
	case rest[0] != '_':
		return x, false
	case len(rest) > 1 && rest[1] == '[':
		list, end, closed := bytes.Cut(rest[2:], []byte("]"))
		if closed && len(end) > 0 {
			x.step = end[0] == '.'
			return x, x.step && isStep(end[1:])
		}
		*tasks, ok = account.ParseTasks(list)
		x.key = textKey(b) // the tasks that are left of an array are apart from those that ran
		return x, ok
	}
	return after(x.key, 0, rest[1:])
}

// after reads the task, or the component, behind the number of a job.
func after(id, offset int64, b []byte) (x identity, ok bool) {
	n := 0
	for n < len(b) && '0' <= b[n] && b[n] <= '9' {
		n++
	}
	task, ok := account.ParseInt(b[:n])
	if !ok || task >= component {
		return x, false
	}
	x.key = account.KeyOf(id, offset|task)
	switch rest := b[n:]; {
	case len(rest) == 0:
		return x, true
	case rest[0] == '.':
		x.step = true
		return x, isStep(rest[1:])
	case rest[0] == '+' && len(rest) == 1:
		x.key = textKey(b)
		return x, true
	case rest[0] == '+' && offset == 0: // a component of a task
		return after(x.key, component, rest[1:])
	}
	return x, false
}

// isStep knows the names of steps: batch, 0, 0+1 of a heterogeneous one, cut off perhaps.
func isStep(b []byte) bool {
	name, cut := bytes.CutSuffix(b, []byte("+"))
	for _, word := range []string{"batch", "extern", "interactive", "TBD"} {
		if string(name) == word || cut && strings.HasPrefix(word, string(name)) {
			return true
		}
	}
	step, component, parted := bytes.Cut(name, []byte("+"))
	_, ok := account.ParseInt(step)
	if parted && ok {
		_, ok = account.ParseInt(component)
	}
	return ok
}

// textKey names a job by the text of its id.
func textKey(b []byte) int64 { return int64(account.Hash(0, b) >> 1) }
