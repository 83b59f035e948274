package rule

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Parse reads rules, parted by semicolons or line ends, or none. What stands behind a # is a
// comment. What can't be read is an error that names the remedy, and of several the rule.
func Parse(text string) (list []Rule, err error) {
	var parts []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		for part := range strings.SplitSeq(line, ";") {
			if part = strings.Join(strings.FieldsFunc(part, space), " "); part != "" {
				parts = append(parts, part)
			}
		}
	}
	if len(parts) == 1 && strings.EqualFold(parts[0], None) {
		return nil, nil
	}
	for _, part := range parts {
		r, err := parse(part)
		switch {
		case err != nil && len(parts) > 1:
			return nil, errors.New(quote(part) + ": " + err.Error())
		case err != nil:
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

func space(r rune) bool { return r <= ' ' || r == ',' || r == '\u00a0' || r == '\u202f' }

// reader reads the words of one rule.
type reader struct {
	words []string
	at    int
	rule  Rule
	said  []string // what the rule has said so far
}

const heads = "begin with what it forbids: 4 jobs a user, 25 processors a user, 300 processor-hours a user, not 06:00-18:00, " +
	"end by 17:00, 15 processors missing, " +
	"64 processors kept for users 3 4, nothing starts, first of queue 3 or fair share with a half-life of 7d"

// dashes are those that people and word processors write for a hyphen.
var dashes = strings.NewReplacer("–", "-", "−", "-")

func parse(part string) (Rule, error) {
	x := reader{words: strings.Fields(strings.ToLower(dashes.Replace(part))), rule: New(Limit)}
	for x.at < len(x.words) {
		if err := x.next(); err != nil {
			return Rule{}, err
		}
	}
	if !x.has(kind) {
		return Rule{}, errors.New("it doesn't say what it forbids; " + heads)
	}
	if err := x.fit(); err != nil {
		return Rule{}, err
	}
	if err := x.rule.Check(); err != nil {
		return Rule{}, errors.New(strings.TrimPrefix(err.Error(), "rule: "))
	}
	return x.rule, nil
}

// What a rule can say once. Those of a class have their own words.
const (
	kind     = "what it forbids"
	whose    = "a user"
	queue    = "each queue"
	days     = "days"
	standard = "standard time"
	turns    = "keeping turns"
	soft     = "while others wait"
	over     = "over"
	wider    = "wider than"
	since    = "from"
	until    = "until"
)

// fillers may stand anywhere: people write them.
var fillers = []string{"at", "most", "running", "outstanding", "together", "and", "must"}

// next reads the part of a rule that the next word begins.
func (x *reader) next() error {
	word := x.words[x.at]
	if word[0] >= '0' && word[0] <= '9' {
		return x.amount()
	}
	if slices.Contains(fillers, word) {
		x.at++
		return nil
	}
	switch x.at++; word {
	case "not":
		return x.hours()
	case "end", "ends":
		return x.endBy()
	case "nothing":
		x.rule.Kind = Stop
		return x.first(x.say(kind), x.word("starts", "nothing starts"))
	case "fair":
		return x.share()
	case "all":
		return x.allKept()
	case "while":
		x.rule.Soft = true
		return x.first(x.say(soft), x.word("others", soft), x.word("wait", soft))
	case "first":
		x.rule.Kind = First
		return x.say(kind)
	case "a", "each", "per", "every":
		return x.each()
	case "of", "in", "for":
		return x.belonging()
	case "standard", "winter":
		x.rule.Standard = true
		return x.first(x.say(standard), x.word("time", standard))
	case "keeping":
		x.rule.Turn = true
		return x.first(x.say(turns), x.word("turns", "keeping turns"))
	case "over":
		return x.over()
	case "wider":
		return x.wider()
	case "from":
		return x.date(since, &x.rule.Since)
	case "until":
		return x.date(until, &x.rule.Until)
	}
	return x.others(word)
}

// others reads the parts of one word, and those that may go without "of".
func (x *reader) others(word string) error {
	switch word {
	case "mon-fri", "monday-friday", "workdays", "weekdays":
		x.rule.Days = Workdays
		return x.say(days)
	case "sat-sun", "saturday-sunday", "weekend", "weekends":
		x.rule.Days = Weekend
		return x.say(days)
	case "daily":
		return x.say(days)
	}
	if slices.Contains(subjects[:], strings.TrimSuffix(word, "s")) {
		x.at--
		return x.belonging()
	}
	if x.at == 1 {
		return errors.New(quote(word) + " is not known; " + heads)
	}
	return errors.New(quote(word) + " is not known; behind what a rule forbids stand a user, in each queue, of queue 3, of partition 2, " +
		"of users 46 57, over 4h, wider than 64, Mon-Fri or Sat-Sun, keeping turns, while others wait, from 1996-12-23, until 1997-06-09")
}

func (x *reader) has(what string) bool { return slices.Contains(x.said, what) }

// say errs where a part is said twice.
func (x *reader) say(what string) error {
	if x.has(what) {
		return errors.New("it says " + what + " twice; say it once, and part rules by semicolons")
	}
	x.said = append(x.said, what)
	return nil
}

// first is the first error of several.
func (x *reader) first(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

// take is the next word, "" of none.
func (x *reader) take() string {
	if x.at == len(x.words) {
		return ""
	}
	x.at++
	return x.words[x.at-1]
}

// word errs where the next word is another, a plural or not.
func (x *reader) word(want, form string) error {
	if got := x.take(); strings.TrimSuffix(got, "s") != strings.TrimSuffix(want, "s") {
		return x.lacks(got, form)
	}
	return nil
}

// lacks says that another word should stand there.
func (x *reader) lacks(got, form string) error {
	if got == "" {
		return errors.New("it ends too early; write it as in " + form)
	}
	return errors.New(quote(got) + " is not known there; write it as in " + form)
}

// skip passes a word over where it stands there.
func (x *reader) skip(word string) {
	if x.at < len(x.words) && x.words[x.at] == word {
		x.at++
	}
}

const amounts = "4 jobs, 25 processors, 300 processor-hours, 15 processors missing or 64 processors kept"

// amount reads the most there may be of something, or how many processors are missing.
func (x *reader) amount() error {
	text := x.take()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return errors.New(quote(text) + " is no whole number that can be counted to; write it as in " + amounts)
	}
	x.skip("running")
	r, unit := &x.rule, int64(1)
	switch word := x.take(); strings.TrimSuffix(word, "s") {
	case "job":
		r.Of = Jobs
	case "processor", "cpu", "core":
		r.Of = Procs
		if x.at < len(x.words) && x.words[x.at] == "missing" {
			r.Kind, r.Of = Missing, Jobs
			x.at++
		} else if x.at < len(x.words) && x.words[x.at] == "kept" {
			r.Kind, r.Of = Kept, Jobs
			x.at++
		}
	case "processor-hour":
		r.Of, unit = Work, 3600
	case "processor-second":
		r.Of = Work
	default:
		return x.lacks(word, amounts)
	}
	if n > math.MaxInt64/unit {
		return errors.New(quote(text) + " is more than can be counted; give fewer")
	}
	if r.Kind == Kept && n < 1 {
		return errors.New("0 processors kept are none: give 1 or more, or all processors kept")
	}
	r.Most = n * unit
	return x.say(kind)
}

// allKept reads that the whole machine is kept.
func (x *reader) allKept() error {
	const form = "all processors kept for users 3 4"
	if err := x.first(x.word("processors", form), x.word("kept", form)); err != nil {
		return err
	}
	x.rule.Kind = Kept
	return x.say(kind)
}

func (x *reader) hours() (err error) {
	const form = "not 06:00-18:00"
	x.rule.Kind = Hours
	if day := x.weekday(); day >= 0 {
		return x.hoursOfWeek(day)
	}
	text := x.take()
	from, to, ok := strings.Cut(text, "-")
	r := &x.rule
	var fine [2]bool
	r.From, fine[0] = clock(from)
	r.To, fine[1] = clock(to)
	if !ok || !fine[0] || !fine[1] || r.From == minutes {
		return x.lacks(text, form)
	}
	return x.say(kind)
}

// weekday takes the name of a day where it is the next word, 0 for Monday; else -1.
func (x *reader) weekday() int {
	if x.at == len(x.words) {
		return -1
	}
	day := dayNamed(x.words[x.at])
	if day >= 0 {
		x.at++
	}
	return day
}

// dayNamed is the day of a week of that name, 0 for mon or monday; else -1.
func dayNamed(word string) int {
	return slices.IndexFunc(weekdays[:], func(name string) bool {
		return len(word) >= 3 && strings.HasPrefix(strings.ToLower(name)+longDays[name], word)
	})
}

// longDays are the names of days behind their first three letters.
var longDays = map[string]string{"Mon": "day", "Tue": "sday", "Wed": "nesday", "Thu": "rsday", "Fri": "day", "Sat": "urday", "Sun": "day"}

// HourOfWeek reads Friday 17:00 or fri 17 as minutes of a week from Monday 0:00, as From and To are; false: it is none.
func HourOfWeek(text string) (minute int32, ok bool) {
	day, at, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), " ")
	of, number := clock(strings.TrimSpace(at))
	n := dayNamed(day)
	return (int32(n)*minutes + of) % weekly, n >= 0 && number
}

// hoursOfWeek reads hours behind the day on which they begin: mon 00:00-fri 17:00.
func (x *reader) hoursOfWeek(day int) error {
	const form = "not Mon 00:00-Fri 17:00"
	text := x.take()
	from, to, ok := strings.Cut(text, "-")
	end := x.take()
	last := dayNamed(to)
	begins, fine := clock(from)
	ends, good := clock(end)
	if !ok || !fine || !good || last < 0 || begins == minutes {
		return x.lacks(text+" "+end, form)
	}
	r := &x.rule
	r.Days, r.From, r.To = Week, int32(day)*minutes+begins, (int32(last)*minutes+ends)%weekly
	return x.first(x.say(kind), x.say(days))
}

func (x *reader) endBy() error {
	const form = "end by 17:00"
	if err := x.word("by", form); err != nil {
		return err
	}
	text, ok := x.take(), false
	x.rule.Kind = EndBy
	if x.rule.From, ok = clock(text); !ok || x.rule.From == minutes {
		return x.lacks(text, form)
	}
	return x.say(kind)
}

// share reads the half-life of fair share.
func (x *reader) share() error {
	const form = "fair share with a half-life of 7d"
	if err := x.word("share", form); err != nil {
		return err
	}
	for _, word := range []string{"with", "a", "half-life", "of"} {
		x.skip(word)
	}
	x.rule.Kind = Share
	n, text, ok := x.length()
	if !ok {
		return x.lacks(text, form)
	}
	x.rule.Half = n
	return x.say(kind)
}

// clock reads 6, 6:30 or 06:30 as minutes of the day, 24:00 too.
func clock(text string) (minute int32, ok bool) {
	hour, rest, cut := strings.Cut(text, ":")
	if !cut {
		rest = "00"
	}
	h, err := strconv.ParseUint(hour, 10, 8)
	m, bad := strconv.ParseUint(rest, 10, 8)
	minute = int32(h*60 + m)
	return minute, err == nil && bad == nil && len(hour) <= 2 && len(rest) == 2 && m < 60 && minute <= minutes
}

// each reads for whom a limit counts.
func (x *reader) each() error {
	switch got := x.take(); got {
	case "user":
		if x.rule.Per == All {
			x.rule.Per = User
		}
		return x.say(whose)
	case "queue":
		x.rule.Per = UserQueue
		return x.say(queue)
	case "day":
		return x.say(days)
	default:
		return x.lacks(got, "4 jobs a user in each queue")
	}
}

// belonging reads which queues, partitions or users jobs of the class belong to.
func (x *reader) belonging() error {
	const form = "of queue 3, of partition 2, of users 46 57 or in each queue"
	got := x.take()
	if got == "each" || got == "every" || got == "a" {
		return x.each()
	}
	c := &x.rule.Class
	var to *[]int64
	what := strings.TrimSuffix(got, "s")
	switch what {
	case "queue":
		to = &c.Queues
	case "partition":
		to = &c.Partitions
	case "user":
		to = &c.Users
	default:
		return x.lacks(got, form)
	}
	for x.at < len(x.words) && !x.counts() {
		id, err := strconv.ParseInt(x.words[x.at], 10, 64)
		if err != nil {
			break
		}
		*to = append(*to, id)
		x.at++
	}
	if len(*to) == 0 {
		return errors.New(quote(got) + " has no number behind it; write it as in " + form)
	}
	slices.Sort(*to)
	*to = slices.Compact(*to)
	return x.say(what)
}

// counts says whether the next word is the number of a limit.
func (x *reader) counts() bool {
	if x.at+1 == len(x.words) {
		return false
	}
	what, _, _ := strings.Cut(x.words[x.at+1], "-")
	what = strings.TrimSuffix(what, "s")
	return slices.Contains([]string{"running", "job", "processor", "cpu", "core"}, what)
}

// over reads the request beyond which the class begins: 4h, 4 h, 2.5 hours.
func (x *reader) over() error {
	const form = "over 4h, with s, m, h or d behind a number that comes to whole seconds"
	n, text, ok := x.length()
	if !ok {
		return x.lacks(text, form)
	}
	x.rule.Class.Over = n
	return x.say(over)
}

// length reads a time in one word or in two, in seconds; false where it is none.
func (x *reader) length() (n int64, text string, ok bool) {
	text = x.take()
	digits := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz")
	unit := text[len(digits):]
	if unit == "" && x.at < len(x.words) {
		unit = x.take()
		text += " " + unit
	}
	n, ok = seconds(digits, unit)
	return n, text, ok && n > 0
}

func seconds(digits, unit string) (n int64, ok bool) {
	each := int64(0)
	for _, u := range units {
		if unit == u.name {
			each = u.seconds
		}
	}
	switch strings.TrimSuffix(unit, "s") {
	case "day":
		each = 24 * 3600
	case "hour":
		each = 3600
	case "min", "minute":
		each = 60
	case "second":
		each = 1
	}
	whole, decimals, _ := strings.Cut(digits, ".")
	w, err := strconv.ParseUint(whole, 10, 63)
	if err != nil || each == 0 || int64(w) > (math.MaxInt64-24*3600)/each || len(decimals) > 9 {
		return 0, false
	}
	n = int64(w) * each
	if decimals != "" {
		part, err := strconv.ParseUint(decimals, 10, 63)
		scale := int64(math.Pow10(len(decimals)))
		if err != nil || int64(part)*each%scale != 0 {
			return 0, false
		}
		n += int64(part) * each / scale
	}
	return n, true
}

func (x *reader) wider() error {
	x.skip("than")
	text := x.take()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 {
		return x.lacks(text, "wider than 64")
	}
	x.skip("processors")
	x.rule.Class.Wider = n
	return x.say(wider)
}

// date reads an instant of a clock on the wall: a day, with a time behind it or not, or a month.
func (x *reader) date(what string, to *int64) error {
	text := x.take()
	if x.at < len(x.words) && strings.Contains(x.words[x.at], ":") {
		if minute, ok := clock(x.words[x.at]); ok {
			text += "T" + clockText(minute)
			x.at++
		}
	}
	for _, layout := range append([]string{"2006-01"}, layouts...) {
		if at, err := time.Parse(layout, strings.ToUpper(text)); err == nil {
			*to = at.Unix()
			return x.say(what)
		}
	}
	return x.lacks(text, what+" 1996-12-23 or "+what+" 1996-12-23T08:00")
}

// fit errs where a part goes with another kind of rule.
func (x *reader) fit() error {
	r := &x.rule
	limit, class := r.Kind == Limit, r.Kind != Missing && r.Kind != Share
	for _, part := range []struct {
		what string
		fits bool
		with string
	}{
		{whose, limit, "a limit, as in 4 jobs a user"},
		{queue, limit && x.has(whose), "a limit of each user, as in 4 jobs a user in each queue"},
		{soft, limit && x.has(whose), "a limit of each user, as in 4 jobs a user while others wait"},
		{days, r.Clock(), "hours, as in not 06:00-18:00 Mon-Fri"},
		{standard, r.Clock(), "hours, as in end by 17:00 standard time"},
		{turns, r.Clock(), "hours, as in not 06:00-18:00 keeping turns"},
		{over, class, "what forbids jobs, as in not 06:00-18:00 over 4h"},
		{wider, class, "what forbids jobs, as in not 06:00-18:00 wider than 64"},
		{subjects[0], class, "what forbids jobs, as in 1 job of queue 30"},
		{subjects[1], class, "what forbids jobs, as in 368 processors of partition 2"},
		{subjects[2], class, "what forbids jobs, as in 1 job a user of users 46 57"},
	} {
		if x.has(part.what) && !part.fits {
			return errors.New(quote(part.what) + " goes with " + part.with)
		}
	}
	if whole := r.Kind == Hours && r.From == 0 && r.To == minutes && r.Days == EveryDay; (whole || r.Kind == Stop) && r.Class.all() &&
		r.Until == Forever {
		return errors.New("it would keep every job for ever; say when it ends, as in nothing starts from 1996-12-23 until 1996-12-26, " +
			"or whom it holds, as in nothing starts of queue 3")
	}
	return nil
}

func quote(s string) string {
	if len(s) > 60 {
		s = s[:60] + "..."
	}
	return strconv.Quote(s)
}
