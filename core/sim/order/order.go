package order

import (
	"errors"
	"strings"

	"shadowtime/core/sim/order/expr"
)

// code numbers the built-in orders.
type code uint8

const (
	fcfs code = iota
	lcfs
	spf
	lpf
	sqf
	lqf
	lexp
	sexp
	srf
	lrf
	saf
	laf
	wfp3
	unicef
	f1
	f2
	f3
	f4
	lin
	qdr
	cub
	qua
	formula // a user's own
	codes   = formula
)

// Order is a queue order. The zero value is FCFS. Orders are small values; two
// of them are the same order when their names are equal (==, for the built-in
// ones).
type Order struct {
	code code
	own  *own
}

// own is an order given as a formula.
type own struct {
	label string // "" without a name of its own
	name  string // without the label
	prog  *expr.Program
	sees  string // what it looks at beyond the job, "": nothing
}

// entry is what a built-in order is called and how it is defined; a regressed one's formula is written when it is asked for
// (readable), as names are looked up all the time.
type entry struct{ name, formula, source, words string }

const (
	base = "Lelong, Reis, Trystram: Tuning EASY-Backfilling Queues, 2017; Reis: Learning to control large-scale parallel platforms, " +
		"2018, chapter 6"
	fitted = "Carastan-Santos, de Camargo: Obtaining dynamic scheduling policies with simulation and machine learning, 2017"
	rosa   = "Rosa, Carastan-Santos, Goldman: An experimental analysis of regression-obtained HPC scheduling heuristics, 2023, table 3"
	tang   = "Tang, Lan, Desai, Buettner: Fault-aware, utility-based job scheduling on Blue Gene/P systems, 2009"
)

// entryOf describes a built-in order. A switch, not a table: nothing in this
// package is mutable state.
func entryOf(c code) entry {
	switch c {
	case fcfs:
		return entry{"FCFS", "r", base, "first come, first served"}
	case lcfs:
		return entry{"LCFS", "-r", base, "last come, first served"}
	case spf:
		return entry{"SPF", "p̃", base, "shortest requested time first"}
	case lpf:
		return entry{"LPF", "-p̃", base, "longest requested time first"}
	case sqf:
		return entry{"SQF", "q", base, "fewest processors first"}
	case lqf:
		return entry{"LQF", "-q", base, "most processors first"}
	case lexp:
		return entry{"LEXP", "-(age + p̃)/p̃", base, "largest expansion factor first"}
	case sexp:
		return entry{"SEXP", "(age + p̃)/p̃", base, "smallest expansion factor first"}
	case srf:
		return entry{"SRF", "p̃/q", base, "smallest ratio of requested time to processors first"}
	case lrf:
		return entry{"LRF", "-p̃/q", base, "largest ratio of requested time to processors first"}
	case saf:
		return entry{"SAF", "p̃ q", base, "smallest area first"}
	case laf:
		return entry{"LAF", "-p̃ q", base, "largest area first"}
	case wfp3:
		return entry{"WFP3", "-(age/p̃)³ q", tang, "longest wait for its requested time first, wide jobs favoured"}
	case unicef:
		return entry{"UNICEF", "-age/((log₂ q + 10⁻²⁰) p̃)", tang, "longest wait for a small, short job first (serial jobs before all " +
			"others)"}
	case f1:
		return entry{"F1", "log₁₀(p̃) q + 870 log₁₀(r)", fitted, "fitted order F1 first"}
	case f2:
		return entry{"F2", "√p̃ q + 25600 log₁₀(r)", fitted, "fitted order F2 first"}
	case f3:
		return entry{"F3", "p̃ q + 6860000 log₁₀(r)", fitted, "fitted order F3 first"}
	case f4:
		return entry{"F4", "p̃ √q + 530000 log₁₀(r)", fitted, "fitted order F4 first"}
	case lin:
		return entry{"LIN", "", rosa, "regressed order Lin first"}
	case qdr:
		return entry{"QDR", "", rosa, "regressed order Qdr first"}
	case cub:
		return entry{"CUB", "", rosa, "regressed order Cub first"}
	case qua:
		return entry{"QUA", "", rosa, "regressed order Qua first"}
	}
	panic("order: no such order")
}

// Name is the name Parse reads, in capitals for a built-in order.
func (o Order) Name() string {
	if o.code != formula {
		return entryOf(o.code).name
	}
	if o.own.label != "" {
		return o.own.label + "=" + o.own.name
	}
	return o.own.name
}

// Label is what reports call it, as Label of its name.
func (o Order) Label() string { return Label(o.Name()) }

// String is Name.
func (o Order) String() string { return o.Name() }

// Formula is the key in readable form, as in "p̃ q".
func (o Order) Formula() string {
	if o.code == formula {
		return o.own.prog.Text()
	}
	if o.code >= lin {
		return readable(o.code)
	}
	return entryOf(o.code).formula
}

// Source says where the order is defined.
func (o Order) Source() string {
	if o.code == formula {
		return "the user's own formula"
	}
	return entryOf(o.code).source
}

// Words is a fragment of a sentence for people, as in "smallest area first".
func (o Order) Words() string {
	if o.code == formula {
		return "smallest " + o.own.prog.Text() + " first"
	}
	return entryOf(o.code).words
}

// Aged says whether the key depends on the job's age, or on what else changes with
// time (Sees): such an order is ranked anew at every pass.
func (o Order) Aged() bool {
	switch o.code {
	case lexp, sexp, wfp3, unicef:
		return true
	case formula:
		return o.own.prog.Uses(varAge) || o.Sees()
	}
	return false
}

// Arrival says whether the order is that of arrival (FCFS): nothing to rank.
func (o Order) Arrival() bool { return o.code == fcfs }

// Same says whether two orders are the same, whatever a formula is called.
func (o Order) Same(p Order) bool {
	return o.code == p.code && (o.code != formula || o.own == p.own || o.own.name == p.own.name)
}

// Twelve returns the papers' twelve orders, in display order: FCFS LCFS SPF
// LPF SQF LQF LEXP SEXP SRF LRF SAF LAF.
func Twelve() []Order { return upTo(wfp3) }

// Every returns all built-in orders: the twelve, then WFP3, UNICEF, F1-F4,
// LIN, QDR, CUB, QUA.
func Every() []Order { return upTo(codes) }

func upTo(n code) []Order {
	all := make([]Order, n)
	for c := range all {
		all[c].code = code(c)
	}
	return all
}

// Parse finds an order by name, in any capitalisation; SJF and SPT are SPF,
// EXP and XFactor are LEXP. "mix:" or "expr:" and a formula over p, q, r, age
// and the names of the built-in orders makes an order of one's own, as in
// "mix:0.8*SAF+0.2*FCFS"; package expr has the grammar. It may have a name, as
// in "mine=expr:p*q". The error of an unknown name lists the known ones, that of
// a formula names the column, and that of a pair (ParsePair) what to write for it.
func Parse(name string) (Order, error) {
	if label, rest, ok := cutLabel(name); ok {
		return parseNamed(label, rest)
	}
	trimmed := strings.TrimSpace(name)
	if name, body, ok := cutPrefix(trimmed); ok {
		return parseFormula(name, body)
	}
	if c, ok := codeOf(trimmed); ok {
		return Order{code: c}, nil
	}
	if p, ok := ParsePair(trimmed); ok {
		return Order{}, errPair(p)
	}
	if strings.ContainsAny(trimmed, "+-*/(") {
		return parseFormula("expr:"+trimmed, trimmed)
	}
	known := make([]string, 0, codes)
	for c := range codes {
		known = append(known, entryOf(c).name)
	}
	return Order{}, errors.New("unknown queue order " + quote(name) + "; known are " +
		strings.Join(known, ", ") + ", and mix: or expr: with a formula over p, q, r, age, hour, weekday, utilization, queued, demand, " +
		"left, share, as in expr:p*q or, with a name, mine=expr:p*q")
}

// cutPrefix takes the word that announces a formula from in front of it.
func cutPrefix(text string) (name, formula string, ok bool) {
	for _, prefix := range []string{"mix:", "expr:"} {
		if len(text) > len(prefix) && strings.EqualFold(text[:len(prefix)], prefix) {
			return text, text[len(prefix):], true
		}
	}
	return text, "", false
}

func codeOf(name string) (code, bool) {
	upper := strings.ToUpper(name)
	switch upper {
	case "SJF", "SPT":
		return spf, true
	case "EXP", "XFACTOR":
		return lexp, true
	}
	for c := range codes {
		if entryOf(c).name == upper {
			return c, true
		}
	}
	return 0, false
}

// quote puts quotation marks around what a user wrote, shortened.
func quote(s string) string {
	if len(s) > 40 {
		s = strings.ToValidUTF8(s[:40], "") + "…"
	}
	return "\"" + s + "\""
}
