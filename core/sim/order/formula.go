package order

import (
	"errors"
	"math"

	"shadowtime/core/sim/order/expr"
)

// The variables of a formula, by their number.
const (
	varP = iota
	varQ
	varR
	varAge
	varHour
	varWeekday
	varUtilization
	varQueued
	varDemand
	varLeft
	varShare
)

// Context is what a scheduler sees when it looks at the queue: what formulas have names for beside what is the job's own.
type Context struct {
	Hour, Weekday float64 // whole ones, of the clock that the trace's weeks go by
	Utilization   float64 // busy processors, of all
	Queued        float64 // jobs that wait,
	Demand        float64 // and the processors they ask for
	Left          float64 // processor-seconds that running jobs may still take by their requests
	// Share is, by user, what its jobs used of what all did, faded.
	Share []float64
}

// parseFormula makes an order of a formula; name is what Parse was given.
func parseFormula(name, text string) (Order, error) {
	prog, err := expr.Compile(text, expand)
	if err != nil {
		return Order{}, err
	}
	return Order{code: formula, own: &own{name: name, prog: prog, sees: prog.Seen()}}, nil
}

// expand gives the names a formula may use beside p, q, r and age: each
// built-in order stands for its key.
func expand(name string) (text string, ok bool) {
	c, ok := codeOf(name)
	if !ok {
		return "", false
	}
	switch c {
	case fcfs:
		return "r", true
	case lcfs:
		return "-r", true
	case spf:
		return "p", true
	case lpf:
		return "-p", true
	case sqf:
		return "q", true
	case lqf:
		return "-q", true
	case lexp:
		return "-(age + max(p, 1))/max(p, 1)", true
	case sexp:
		return "(age + max(p, 1))/max(p, 1)", true
	case srf:
		return "max(p, 1)/q", true
	case lrf:
		return "-(max(p, 1)/q)", true
	case saf:
		return "p*q", true
	case laf:
		return "-(p*q)", true
	case wfp3:
		return "-(age/max(p, 1)*(age/max(p, 1))*(age/max(p, 1))*q)", true
	case unicef:
		return "-(age/((log2(q) + 1e-20)*max(p, 1)))", true
	case f1:
		return "log10(max(p, 1))*q + 870*log10(max(r, 1))", true
	case f2:
		return "sqrt(p)*q + 25600*log10(max(r, 1))", true
	case f3:
		return "p*q + 6860000*log10(max(r, 1))", true
	case f4:
		return "p*sqrt(q) + 530000*log10(max(r, 1))", true
	case lin, qdr, cub, qua:
		return expanded(c), true
	}
	return "", false
}

func (w *own) key(request int64, size int32, r, age int64) float64 {
	in := expr.Inputs{varP: float64(request), varQ: float64(size), varR: float64(r), varAge: float64(age)}
	return w.prog.Eval(&in)
}

// keySeen is the key of a job of a user, with what is seen.
func (w *own) keySeen(request int64, size int32, r, age int64, user int32, c *Context) float64 {
	in := expr.Inputs{varP: float64(request), varQ: float64(size), varR: float64(r), varAge: float64(age),
		varHour: c.Hour, varWeekday: c.Weekday, varUtilization: c.Utilization, varQueued: c.Queued, varDemand: c.Demand, varLeft: c.Left}
	if w.prog.Uses(varShare) {
		in[varShare] = c.Share[user]
	}
	return w.prog.Eval(&in)
}

// Sees says whether the key depends on more than the job: on the hour, the machine, the queue or what users used.
func (o Order) Sees() bool { return o.code == formula && o.own.sees != "" }

// SeesShare says whether it depends on what users used.
func (o Order) SeesShare() bool { return o.code == formula && o.own.prog.Uses(varShare) }

// Static is the error of an order that sees more than the job where that can't be seen; where says where that is, as in "a
// rule of Slurm".
func (o Order) Static(where string) error {
	if !o.Sees() {
		return nil
	}
	return errors.New("queue order " + quote(o.Label()) + " looks at " + o.own.sees + ", which " + where +
		" does not know: write a formula of p, q, r and age alone")
}

// Lined says whether Above can be asked of the order: a formula that is a line in age.
func (o Order) Lined() bool {
	return o.code == formula && o.own.sees == "" && o.own.prog.Uses(varAge) && o.own.prog.Linear(varAge)
}

// Above is a line in age that the negative of a job's key is never above, however it
// is rounded: at0 + slope * age, narrowly. Of a job whose key may be anything it is
// infinite.
func (o Order) Above(request int64, size int32, r int64) (at0, slope float32) {
	const slack, least = 1e-10, 1e-40 // least: of what is lost below the smallest numbers
	in := expr.Inputs{varP: float64(request), varQ: float64(size), varR: float64(r)}
	l, sound := o.own.prog.Line(&in, varAge)
	at0, slope = upwards(slack*l.Size-l.At0+least), upwards(slack*l.SlopeSize-l.Slope)
	if !sound || slope > math.MaxFloat32 {
		return float32(math.Inf(1)), 0
	}
	return at0, slope
}

// upwards is the least float32 that is not below x.
func upwards(x float64) float32 {
	y := float32(x)
	if float64(y) < x {
		y = math.Nextafter32(y, float32(math.Inf(1)))
	}
	return y
}

// Split splits a list of names at its commas, but not at those within the
// parentheses of a formula.
func Split(s string) []string {
	var list []string
	depth, from := 0, 0
	for i, c := range s {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				list = append(list, s[from:i])
				from = i + 1
			}
		}
	}
	return append(list, s[from:])
}
