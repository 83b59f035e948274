package table

import (
	"bytes"
	"math"
	"strconv"

	"shadowtime/core/job/account"
)

// scale is how many seconds make a unit (times), or how many of a unit make a second (parts): the other of the two is 1.
func scale(unit string) (times, parts int64) {
	switch unit {
	case "ms":
		return 1, 1e3
	case "us":
		return 1, 1e6
	case "ns":
		return 1, 1e9
	case "min":
		return 60, 1
	case "h":
		return 3600, 1
	case "d":
		return 86400, 1
	}
	return 1, 1
}

const maxNumber = 1 << 53

// number reads a decimal number, as whole seconds where the number is a time in some unit:
// fractions are cut off downwards.
func number(b []byte, times, parts int64) (int64, bool) {
	if n, ok := account.ParseInt(b); ok && n <= maxNumber*parts/times && n >= 0 {
		return n * times / parts, true
	}
	if times == 1 && parts == 1 { // 3632.92
		whole, fraction, dotted := bytes.Cut(b, []byte("."))
		if n, ok := account.ParseInt(whole); ok && dotted && n >= 0 && n <= maxNumber && digits(fraction) && whole[0] != '-' {
			return n, true
		}
	}
	x, ok := real(b)
	n, fits := rounded(x, times, parts)
	return n, ok && fits
}

func digits(b []byte) bool {
	for _, c := range b {
		if c < '0' || '9' < c {
			return false
		}
	}
	return true
}

// real reads what ParseFloat does, but its words and hexadecimals.
func real(b []byte) (float64, bool) {
	if len(b) == 0 || len(b) > 64 {
		return 0, false
	}
	for _, c := range b {
		if (c < '0' || '9' < c) && c != '.' && c != '-' && c != '+' && c|0x20 != 'e' {
			return 0, false
		}
	}
	x, err := strconv.ParseFloat(string(b), 64)
	return x, err == nil
}

// nothing are the words for no value that tables have beside the words of accounting files. The numbers are Slurm's, as pandas writes them.
var nothing = []string{"na", "-", "undefined", "\\n", "4294967294.0", "4294967295.0"}

func isNothing(b []byte) bool {
	if account.NoValue(b) {
		return true
	}
	for _, w := range nothing {
		if account.Spells(b, w) {
			return true
		}
	}
	return false
}

const (
	maxTime = 1 << 33
	longest = 1_000_000_000 // seconds of a log's own clock: 31 years
)

// stamp reads an instant in a unit. Nothing, and what is below 0, is none; own: of
// the log's own clock.
func (c *column) stamp(b []byte, own bool) (account.Stamp, bool) {
	if isNothing(b) {
		return account.Stamp{}, true
	}
	if c.dated() {
		if _, numeral := account.ParseInt(b); numeral {
			return account.Stamp{}, false
		}
		if s, ok := account.ParseStamp(b); ok {
			return s, true
		}
		t := c.iso(b)
		s, ok := account.ParseStamp(t)
		return s, ok && len(t) > 0
	}
	n, ok := number(b, c.times, c.parts)
	switch {
	case !ok || n > maxTime:
		return account.Stamp{}, false
	case n < 0 || n == 0 && !own:
		return account.Stamp{}, true
	}
	return account.Stamp{Sec: n, Kind: account.Absolute}, true
}

// dated says whether the column's times are dates.
func (c *column) dated() bool {
	return c.unit == yearFirst || c.unit == dayFirst || c.unit == monthFirst
}

// cut says whether a time, or a duration, loses a part of a second.
func (c *column) cut(b []byte) bool {
	switch {
	case c.parts == 1 && bytes.IndexByte(b, '.') < 0 && !bytes.ContainsAny(b, "eE"):
		return false
	case isNothing(b):
		return false
	}
	if x, ok := real(b); ok && !c.dated() {
		x = x * float64(c.times) / float64(c.parts)
		return x >= 0 && x != math.Floor(x)
	}
	return fractionOf(b)
}

// span reads a duration in a unit, or as h:mm:ss, also behind days.
func (c *column) span(b []byte) (int64, bool) {
	if isNothing(b) {
		return account.Unlimited, true
	}
	if n, ok := number(b, c.times, c.parts); ok {
		return max(n, account.Unlimited), n <= maxTime && c.forms != clocks
	}
	for _, day := range []string{" days, ", " day, ", " days ", " day "} { // 1 day, 2:03:04
		if days, rest, ok := bytes.Cut(b, []byte(day)); ok {
			b = append(append(append(c.buf[:0], days...), '-'), bytes.TrimPrefix(rest, []byte("+"))...)
			c.buf = b
			break
		}
	}
	for _, day := range []string{" days", " day"} { // of pandas, whole ones
		if days, ok := bytes.CutSuffix(b, []byte(day)); ok {
			b = append(append(c.buf[:0], days...), "-00"...)
			c.buf = b
			break
		}
	}
	if b[0] == '-' {
		return account.Unlimited, c.forms != clocks || bytes.IndexByte(b, ':') > 0
	}
	n, ok := account.ParseDuration(b, c.times)
	return n, ok && (n == account.Unlimited || c.forms != numbers)
}

// forms are the ways in which a column writes durations, a set of bits.
type forms uint8

const (
	numbers forms = 1 << iota
	clocks        // 1:30:00
)

// form finds a column's ways of writing durations by its first records. A way that hardly any record has belongs to
// another column.
func (t *table) form(c *column) {
	n, plain := 0, 0
	t.values(c, func(b []byte) {
		_, is := real(b)
		if last, ok := c.span(b); ok && (is || last != account.Unlimited) {
			n++
			if is {
				plain++
			}
		}
	})
	if plain*20 > n {
		c.forms |= numbers
	}
	if (n-plain)*20 > n {
		c.forms |= clocks
	}
}

// exact is a duration in seconds with its fraction, where the cell is a number.
func (c *column) exact(b []byte) (float64, bool) {
	x, ok := real(b)
	return x * float64(c.times) / float64(c.parts), ok
}

// size reads a number of processors, rounded up; 0: none.
func size(b []byte) (n int64, fraction, ok bool) {
	if isNothing(b) {
		return 0, false, true
	}
	n, ok = number(b, 1, 1)
	if x, _ := real(b); ok && float64(n) < x {
		n, fraction = n+1, true
	}
	return max(n, 0), fraction, ok
}

// resources are how a list of them, as cpu=36,node=1 or 1=36,4=1, names what a role counts.
var resources = [roles][]string{procs: {"cpu", "1"}, asked: {"cpu", "1"}, nodes: {"node", "4"}, gpus: {"gres/gpu", "1001"}}

// amount reads a number of processors, nodes or GPUs, alone or in a list of resources.
func amount(r role, b []byte) (n int64, fraction, ok bool) {
	if bytes.IndexByte(b, '=') < 0 {
		return size(b)
	}
	for len(b) > 0 {
		var item []byte
		item, b, _ = bytes.Cut(b, []byte(","))
		name, value, is := bytes.Cut(item, []byte("="))
		if !is {
			return 0, false, false
		}
		for _, known := range resources[r] {
			if string(name) == known {
				return size(value)
			}
		}
	}
	return 0, false, true
}

// slurmStates are the states by their numbers in slurmdbd's tables.
var slurmStates = [...]account.State{account.Pending, account.Running, account.Running, account.Completed, account.Cancelled,
	account.Failed, account.Failed, account.Failed, account.Failed, account.Failed, account.Failed, account.Failed}

// states by their words, in lower case.
var states = [...]struct {
	state account.State
	words string
}{
	{account.Completed, " completed complete pass passed success successful succeeded done ok finished true terminated " +
		"completed_successfully cd c "},
	{account.Failed, " failed fail failure error timeout timed_out node_fail out_of_memory boot_fail preempted deadline false oom to nf " +
		"f completed_failed completed_walltime_reached walltime_reached evicted "},
	{account.Cancelled, " cancelled canceled killed kill aborted abort deleted ca removed completed_killed " +
		"revoked withdrawn cancel job_cancelled "},
	{account.Pending, " pending queued waiting held pd q submitted not_submitted "},
	{account.Running, " running r started active "},
}

// state reads what became of a job.
func (c *column) state(b []byte) (account.State, bool) {
	if isNothing(b) {
		return account.Other, true
	}
	switch c.unit {
	case "exit": // 0, 0:0
		if code, _, _ := bytes.Cut(b, []byte(":")); len(bytes.Trim(b, "0:.")) == 0 && len(code) > 0 {
			return account.Completed, true
		}
		return account.Failed, true
	case "swf":
		n, ok := number(b, 1, 1)
		switch n {
		case 1:
			return account.Completed, ok
		case 0:
			return account.Failed, ok
		case 5:
			return account.Cancelled, ok
		}
		return account.Other, ok
	}
	if c.unit == "slurm" {
		if n, ok := number(b, 1, 1); ok {
			if n &= 0xff; n < int64(len(slurmStates)) { // beside it stand flags
				return slurmStates[n], true
			}
			return account.Other, false
		}
	}
	if at := bytes.IndexAny(b, " +"); at > 0 { // CANCELLED by 1000
		b = b[:at]
	}
	if s, met := c.words[string(b)]; met {
		return s, s != account.Other
	}
	s := stateOf(b)
	if c.words == nil {
		c.words = map[string]account.State{}
	}
	if len(c.words) < 64 {
		c.words[string(b)] = s
	}
	return s, s != account.Other
}

func stateOf(b []byte) account.State {
	if len(b) > 32 {
		return account.Other
	}
	for i := range states {
		if contains(states[i].words, string(bytes.ToLower(b))) {
			return states[i].state
		}
	}
	return account.Other
}

// contains looks for a word between blanks.
func contains(words, w string) bool {
	for at := 0; at+len(w)+1 < len(words); at++ {
		if words[at] == ' ' && words[at+1:at+1+len(w)] == w && words[at+1+len(w)] == ' ' {
			return true
		}
	}
	return false
}
