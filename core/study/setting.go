package study

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/wire"
	"shadowtime/core/sim/order"
)

// Setting is one value of a plan, declared once: what workers are sent, links,
// flags and forms, the words for what was asked beyond the proposal, and the
// key of rows all come from here. Its text says the value exactly, so that what
// is read back is the same plan.
type Setting struct {
	Key     string   // its name in links, and of its flag
	Old     []string // other names, of its flag too: those that it had in links that are about
	Name    string   // its label in a form
	Before  string   // words before its field
	Unit    string   // words behind its field: "h", "processors"
	Hint    string   // what it does, for forms
	Help    string   // the same for -h, "": as for forms
	Options []Option // what it can be, of a choice
	Form    Form
	Digits  int // how wide its field is, 0: as wide as its kind usually is
	// Shown says that tasks don't depend on it: it says how many are wanted, or
	// how they are shown.
	Shown bool
	// Added says that keys of rows are about that know nothing of it: with the
	// value Usual it is not in them.
	Added bool
	Usual string
	// Unsaid is what a link means that has others of its plan's settings and not this
	// one: what was proposed when the first of them were made. "": what is proposed.
	Unsaid string
	// Filed says that its text may stand in a file, whose path the command takes for it.
	Filed bool
	// Implies says that others follow from it when it is set.
	Implies bool
	// Say is how the question says it when it is not as proposed; nil where the
	// question has a place for it anyway.
	Say func() string

	get func() string
	set func(text string) error
}

// Form is the kind of field that asks for a setting.
type Form uint8

// The forms.
const (
	Text    Form = iota // words, or a list of them
	Integer             // a whole number
	Decimal             // a number
	Choice              // one of Options
	Switch              // yes or no
)

// Option is a value of a choice, with its words in a form.
type Option struct{ Value, Words string }

// Get is the setting's text.
func (s Setting) Get() string { return s.get() }

// Set reads a text. What can't be is an error that names setting, value and
// remedy; it changes nothing.
func (s Setting) Set(text string) error {
	err := s.set(text)
	if err == nil {
		return nil
	}
	place := s.Key + " " + quote(text) + ": "
	return errors.New(place + strings.TrimPrefix(err.Error(), place))
}

// Usage is what -h says of it.
func (s Setting) Usage() string {
	if s.Help != "" {
		return s.Help
	}
	return s.Hint
}

func quote(s string) string {
	if len(s) > 60 {
		s = s[:60] + "..."
	}
	return strconv.Quote(s)
}

// Settings are all those of a plan, in the order in which they are read: one
// may change what those after it begin with, as a dialect implies cleaning.
type Settings []Setting

// Find is the setting of that key; nil when there is none.
func (l Settings) Find(key string) *Setting {
	for i := range l {
		if l[i].Key == key {
			return &l[i]
		}
	}
	return nil
}

// Without leaves out settings by their keys.
func (l Settings) Without(keys ...string) Settings {
	var list Settings
next:
	for _, s := range l {
		for _, k := range keys {
			if s.Key == k {
				continue next
			}
		}
		list = append(list, s)
	}
	return list
}

// Check brings every setting into its one form, or says what is wrong with the
// first that can't be.
func (l Settings) Check() error {
	texts := l.texts()
	for i, s := range l {
		if err := s.Set(texts[i]); err != nil {
			return err
		}
	}
	return nil
}

// CheckVersion is Check of a plan of this version, the only one that is known; a
// plan that names none gets it.
func (l Settings) CheckVersion(version *int, known int) error {
	if *version == 0 {
		*version = known
	}
	if *version != known {
		return errors.New("plan: version " + strconv.Itoa(*version) + " is not known: this program reads version " + strconv.Itoa(known))
	}
	return l.Check()
}

// texts are those of all settings: they are taken before any is set.
func (l Settings) texts() []string {
	list := make([]string, len(l))
	for i, s := range l {
		list[i] = s.Get()
	}
	return list
}

// Encode writes the settings for a worker.
func (l Settings) Encode(w *wire.Writer) {
	w.Int(int64(len(l)))
	for _, text := range l.texts() {
		w.String(text)
	}
}

// Decode reads what Encode wrote.
func (l Settings) Decode(r *wire.Reader) error {
	if n := r.Len(); r.Err() == nil && n != len(l) {
		return wire.ErrShort
	}
	for _, s := range l {
		text := r.String()
		if err := r.Err(); err != nil {
			return err
		}
		if err := s.Set(text); err != nil {
			return err
		}
	}
	return nil
}

// TaskKey names what tasks depend on: plans that differ only in what is shown
// share their rows.
func (l Settings) TaskKey() string {
	var w wire.Writer
	for i, text := range l.texts() {
		switch s := l[i]; {
		case s.Shown || s.Added && text == s.Usual:
		case s.Added:
			w.String(s.Key + "=" + text) // by name: those before it may not be there
		default:
			w.String(text)
		}
	}
	return string(w.B)
}

// AskKey makes what tasks depend on what TaskKey named; the rest stays.
func (l Settings) AskKey(key string) error {
	r := wire.NewReader([]byte(key))
	text, read := "", false
	for _, s := range l {
		if s.Shown {
			continue
		}
		if !read && r.Left() > 0 {
			text, read = r.String(), true
		}
		is := text
		if s.Added {
			var named bool
			if is, named = strings.CutPrefix(text, s.Key+"="); !read || !named {
				if err := s.Set(s.Usual); err != nil {
					return err
				}
				continue
			}
		}
		read = false
		if s.Set(is) != nil {
			return errKey
		}
	}
	if l.TaskKey() != key {
		return errKey
	}
	return nil
}

var errKey = errors.New("they are rows of a plan that is not known here: they were computed by another version of Shadowtime")

// Beyond calls f for each setting that is other than in the proposal, which it
// changes step by step: what a setting implies is not beyond it.
func (l Settings) Beyond(proposal Settings, f func(s Setting)) {
	for i, s := range l {
		if was := proposal[i]; was.Get() != s.Get() {
			f(s)
			_ = was.Set(s.Get()) // it is a value of the other plan
		}
	}
}

// Sentence is what was asked beyond the proposal, as the end of a sentence.
func (l Settings) Sentence(proposal Settings) string {
	text := ""
	l.Beyond(proposal, func(s Setting) {
		if s.Say != nil {
			if words := s.Say(); words != "" {
				text += ", " + words
			}
		}
	})
	return text
}

// Write puts what is beyond the proposal into a link; and then, since it would be read
// otherwise, what is proposed where that is not what links mean that don't say it.
func (l Settings) Write(proposal Settings, put func(key, text string)) {
	said := map[string]bool{}
	l.Beyond(proposal, func(s Setting) {
		said[s.Key] = true
		put(s.Key, s.Get())
	})
	for _, s := range l {
		if len(said) > 0 && !said[s.Key] && s.Unsaid != "" && s.Get() != s.Unsaid {
			put(s.Key, s.Get())
		}
	}
}

// Read takes settings from a link, by their keys or by older ones; what is not
// there stays, or is what links mean that don't say it.
func (l Settings) Read(get func(key string) string) error {
	texts, said := make([]string, len(l)), false
	for i, s := range l {
		texts[i] = get(s.Key)
		for _, old := range s.Old {
			if texts[i] == "" {
				texts[i] = get(old)
			}
		}
		said = said || texts[i] != ""
	}
	for i, s := range l {
		text := texts[i]
		if text == "" && said {
			text = s.Unsaid
		}
		if text == "" {
			continue
		}
		if err := s.Set(text); err != nil {
			return err
		}
	}
	return nil
}

// ---- kinds of settings

// Whole is a whole number within bounds.
func Whole[I ~int | ~int64](key string, at *I, low, high I) Setting {
	return Setting{Key: key, Form: Integer,
		get: func() string { return strconv.FormatInt(int64(*at), 10) },
		set: func(text string) error {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil || n < int64(low) || n > int64(high) {
				return errors.New("give a whole number from " + strconv.FormatInt(int64(low), 10) + " to " +
					strconv.FormatInt(int64(high), 10))
			}
			*at = I(n)
			return nil
		}}
}

// Unsigned is any number of 64 bits.
func Unsigned(key string, at *uint64) Setting {
	return Setting{Key: key, Form: Integer,
		get: func() string { return strconv.FormatUint(*at, 10) },
		set: func(text string) error {
			n, err := strconv.ParseUint(text, 10, 64)
			if err != nil {
				return errors.New("give a whole number, 0 or more")
			}
			*at = n
			return nil
		}}
}

// Real is a number within bounds.
func Real(key string, at *float64, low, high float64) Setting {
	return Setting{Key: key, Form: Decimal,
		get: func() string { return numeral.Plain(*at) },
		set: func(text string) error {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil || !(x >= low && x <= high) {
				return errors.New("give a number from " + numeral.Plain(low) + " to " + numeral.Plain(high))
			}
			*at = x
			return nil
		}}
}

// Flag is yes or no.
func Flag(key string, at *bool) Setting {
	return Setting{Key: key, Form: Switch,
		get: func() string { return strconv.FormatBool(*at) },
		set: func(text string) error {
			on, err := strconv.ParseBool(text)
			if err != nil {
				return errors.New("write true or false")
			}
			*at = on
			return nil
		}}
}

// One is one of several values, which have names.
func One[E ~uint8](key string, at *E, options ...Option) Setting {
	return Setting{Key: key, Form: Choice, Options: options,
		get: func() string {
			if int(*at) < len(options) {
				return options[*at].Value
			}
			return "number " + strconv.Itoa(int(*at))
		},
		set: func(text string) error {
			for i, o := range options {
				if text == o.Value {
					*at = E(i)
					return nil
				}
			}
			return oneOf(options)
		}}
}

// Named is one of several values that the plan has by their names.
func Named(key string, at *string, options ...Option) Setting {
	return Setting{Key: key, Form: Choice, Options: options,
		get: func() string { return *at },
		set: func(text string) error {
			for _, o := range options {
				if text == o.Value {
					*at = text
					return nil
				}
			}
			return oneOf(options)
		}}
}

// Usually is Named for a value that reports leave out when it is the first.
func Usually(key string, at *string, options ...Option) Setting {
	get := func() string {
		if *at == "" {
			return options[0].Value
		}
		return *at
	}
	return Setting{Key: key, Form: Choice, Options: options, get: get,
		set: func(text string) error {
			was := *at
			if err := Named(key, at, options...).set(text); err != nil {
				*at = was
				return err
			}
			if text == options[0].Value {
				*at = ""
			}
			return nil
		}}.AddedLater(options[0].Value)
}

func oneOf(options []Option) error {
	var names []string
	for _, o := range options {
		names = append(names, o.Value)
	}
	last := len(names) - 1
	return errors.New("use " + strings.Join(names[:last], ", ") + " or " + names[last])
}

// duration is a duration or none.
func duration(key string, at *Seconds) Setting {
	return Setting{Key: key,
		get: func() string { return at.String() }, // as it is then
		set: func(text string) error {
			s, err := ParseSeconds(text)
			if err != nil {
				return errDuration
			}
			*at = s
			return nil
		}}
}

// Words are text that is read and written in a way of its own.
func Words(key string, get func() string, set func(string) error) Setting {
	return Setting{Key: key, get: get, set: set}
}

// Order is a queue order by its name.
func Order(key string, at *string) Setting { return named(key, at, order.ProperName) }

// Pair is a queue order, or a pair of them with a threshold or without (order.ParsePair).
func Pair(key string, at *string) Setting { return named(key, at, ProperPair) }

func named(key string, at *string, proper func(string) (string, error)) Setting {
	return Words(key, func() string { return *at }, func(text string) error {
		name, err := proper(text)
		if err == nil {
			*at = name
		}
		return err
	})
}

// ProperPair is an order or a pair by its proper name, which has a threshold that can be read.
func ProperPair(text string) (string, error) {
	if p, ok := order.ParsePair(text); ok && p.Threshold != "" {
		if _, err := ParseSeconds(p.Threshold); err != nil {
			return "", errors.New(p.Name() + ": " + err.Error())
		}
	}
	return order.ProperPair(text)
}

// Orders is a list of queue orders by their proper names, each once: all of
// the published studies, every known one, names and formulas, with commas
// between them.
func Orders(key string, at *[]string) Setting { return orders(key, at, ParseOrders) }

// Pairs is likewise a list of orders and of pairs of them.
func Pairs(key string, at *[]string) Setting { return orders(key, at, ParsePairs) }

func orders(key string, at *[]string, parse func(string) ([]string, error)) Setting {
	return Words(key, func() string { return OrdersText(*at) }, func(text string) error {
		list, err := parse(text)
		if err == nil {
			*at = list
		}
		return err
	})
}

// OrdersText is what ParseOrders reads.
func OrdersText(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return order.Text(list)
}

// ParseOrders reads none, or all, every, names and formulas with commas.
func ParseOrders(text string) ([]string, error) { return parseNames(text, order.Proper) }

// ParsePairs reads likewise pairs among them.
func ParsePairs(text string) ([]string, error) {
	list, err := parseNames(text, order.ProperPairs)
	for _, name := range list {
		if err == nil {
			_, err = ProperPair(name)
		}
	}
	return list, err
}

func parseNames(text string, proper func(names []string) ([]string, error)) ([]string, error) {
	if strings.TrimSpace(text) == "none" {
		return nil, nil
	}
	return proper(order.Split(text))
}

// With fills in the words of a setting.
func (s Setting) With(name, hint string) Setting {
	s.Name, s.Hint = name, hint
	return s
}

// Helping says what -h says of it.
func (s Setting) Helping(words string) Setting {
	s.Help = words
	return s
}

// Around says what stands before and behind its field.
func (s Setting) Around(before, unit string) Setting {
	s.Before, s.Unit = before, unit
	return s
}

// Once says by which other names links that are about call it.
func (s Setting) Once(old ...string) Setting {
	s.Old = old
	return s
}

// Display marks a setting that tasks don't depend on.
func (s Setting) Display() Setting {
	s.Shown = true
	return s
}

// AddedLater marks a setting that came when keys were about; they mean its usual
// value.
func (s Setting) AddedLater(usual string) Setting {
	s.Added, s.Usual = true, usual
	return s
}

// Unless says what a link means that has others of the plan's settings and not this one.
func (s Setting) Unless(said string) Setting {
	s.Unsaid = said
	return s
}

// Only leaves a choice just these of its options.
func (s Setting) Only(values ...string) Setting {
	all, set := s.Options, s.set
	s.Options = nil
	for _, o := range all {
		for _, v := range values {
			if o.Value == v {
				s.Options = append(s.Options, o)
			}
		}
	}
	s.set = func(text string) error {
		for _, o := range s.Options {
			if text == o.Value {
				return set(text)
			}
		}
		return oneOf(s.Options)
	}
	return s
}

// Implying calls f with every text that was set: what else of the plan follows
// from it.
func (s Setting) Implying(f func(text string) error) Setting {
	set := s.set
	s.set = func(text string) error {
		if err := set(text); err != nil {
			return err
		}
		return f(text)
	}
	s.Implies = true
	return s
}

// SayingOf is Saying by a choice's words.
func (s Setting) SayingOf(choice *string, words map[string]string) Setting {
	return s.Saying(func() string { return words[*choice] })
}

// Saying says how the question says it when it is not as proposed.
func (s Setting) Saying(words func() string) Setting {
	s.Say = words
	return s
}
