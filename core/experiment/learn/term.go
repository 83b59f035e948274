package learn

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
)

// base is what features are products of.
type base uint8

const (
	ofP base = iota
	ofQ
	ofR
	logP
	logQ
	logR
	rootP
	rootQ
	rootR
	bases
)

// baseNames are as ParseTerm reads them; formulas keep a log of what may be 0 from
// minus infinity, as its feature does.
var (
	baseNames    = [bases]string{"p", "q", "r", "log(p)", "log(q)", "log(r)", "sqrt(p)", "sqrt(q)", "sqrt(r)"}
	baseFormulas = [bases]string{"p", "q", "r", "log(max(p, 1))", "log(q)", "log(max(r, 1))", "sqrt(p)", "sqrt(q)", "sqrt(r)"}
)

// MaxDegree bounds the factors of a feature, MaxTerms the features of a model.
const (
	MaxDegree = 6
	MaxTerms  = 40
)

// Term is a feature of a job: a product of powers. The zero value is 1.
type Term [bases]uint8

// ParseTerm reads 1, or powers of p, q, r, their log(...) and sqrt(...) with * or
// blanks between them: p^2 q, log(p)*q.
func ParseTerm(text string) (x Term, err error) {
	bad := func(part string) (Term, error) {
		return Term{}, errors.New("feature " + strconv.Quote(short(text)) + ": " + strconv.Quote(short(part)) +
			" is not known: use 1, p, q, r, log(p), sqrt(p) and the like, their powers p^2 and products p q, of " +
			strconv.Itoa(MaxDegree) + " factors at most")
	}
	parts := strings.FieldsFunc(text, func(c rune) bool { return c == '*' || c == ' ' })
	if len(parts) == 0 {
		return bad("")
	}
	if len(parts) == 1 && parts[0] == "1" {
		return x, nil
	}
	for _, part := range parts {
		name, power, raised := strings.Cut(part, "^")
		n := uint64(1)
		if raised {
			if n, err = strconv.ParseUint(power, 10, 8); err != nil || n == 0 {
				return bad(part)
			}
		}
		b := bases
		for i, known := range baseNames {
			if strings.EqualFold(name, known) {
				b = base(i)
			}
		}
		if b == bases || int(n)+x.degree() > MaxDegree {
			return bad(part)
		}
		x[b] += uint8(n)
	}
	return x, nil
}

func short(text string) string {
	if len(text) > 40 {
		return strings.ToValidUTF8(text[:40], "") + "..."
	}
	return text
}

func (x Term) degree() (n int) {
	for _, k := range x {
		n += int(k)
	}
	return n
}

// Constant says whether it is 1.
func (x Term) Constant() bool { return x == Term{} }

// ByClock says whether differences of it between two jobs depend on when the clock
// began: those of r itself do not.
func (x Term) ByClock() bool {
	plain := Term{ofR: 1}
	return x[ofR]+x[logR]+x[rootR] > 0 && x != plain
}

func (x Term) String() string {
	var parts []string
	for b, n := range x {
		switch {
		case n == 1:
			parts = append(parts, baseNames[b])
		case n > 1:
			parts = append(parts, baseNames[b]+"^"+strconv.Itoa(int(n)))
		}
	}
	if parts == nil {
		return "1"
	}
	return strings.Join(parts, " ")
}

// formula is it as orders read it: powers are products there.
func (x Term) formula() string {
	var parts []string
	for b, n := range x {
		for range n {
			parts = append(parts, baseFormulas[b])
		}
	}
	return strings.Join(parts, "*")
}

// Value is its value for a job.
func (x Term) Value(p, q, r float64) float64 {
	v := 1.0
	for b, n := range x {
		for range n {
			v *= base(b).of(p, q, r)
		}
	}
	return v
}

func (b base) of(p, q, r float64) float64 {
	switch b {
	case ofP:
		return p
	case ofQ:
		return q
	case ofR:
		return r
	case logP:
		return math.Log(max(p, 1))
	case logQ:
		return math.Log(max(q, 1))
	case logR:
		return math.Log(max(r, 1))
	case rootP:
		return math.Sqrt(p)
	case rootQ:
		return math.Sqrt(q)
	}
	return math.Sqrt(r)
}

// Features is a named set of features, 1 the first of them.
type Features struct {
	Name  string
	Terms []Term
}

// The study's four, each with those before it.
var named = []struct{ name, more string }{
	{"lin", "1+p+q+r"},
	{"qdr", "p^2+q^2+r^2+p q"},
	{"cub", "p^3+q^3+r^3+p^2 q+p q^2"},
	{"qua", "p^4+q^4+r^4+p^3 q+p^2 q^2+p q^3"},
}

// Four names them.
const Four = "lin,qdr,cub,qua"

// ParseFeatures reads one set: lin, qdr, cub, qua, or such names and single
// features with + between them, as in lin+log(p) or p q. The constant is always
// among them.
func ParseFeatures(text string) (Features, error) {
	f := Features{Terms: []Term{{}}}
	add := func(x Term) {
		for _, y := range f.Terms {
			if x == y {
				return
			}
		}
		f.Terms = append(f.Terms, x)
	}
	for _, part := range strings.Split(text, "+") {
		part = strings.TrimSpace(part)
		if list, ok := setOf(part); ok {
			for _, x := range list {
				add(x)
			}
			continue
		}
		x, err := ParseTerm(part)
		if err != nil {
			return Features{}, err
		}
		add(x)
	}
	if n := len(f.Terms); n < 2 || n > MaxTerms {
		return Features{}, errors.New("features " + strconv.Quote(short(text)) + " are " + numeral.Count(n) +
			" with the constant: give 2 to " + strconv.Itoa(MaxTerms))
	}
	f.Name = f.name()
	return f, nil
}

// setOf are the features of a name of the study.
func setOf(name string) (list []Term, ok bool) {
	for _, s := range named {
		for _, part := range strings.Split(s.more, "+") {
			x, _ := ParseTerm(part)
			list = append(list, x)
		}
		if strings.EqualFold(name, s.name) {
			return list, true
		}
	}
	return nil, false
}

// name is the shortest that ParseFeatures reads as the same set: the largest of the
// study's that it begins with, and what more there is.
func (f *Features) name() string {
	var parts []string
	rest := f.Terms[1:]
	for i := len(named) - 1; i >= 0; i-- {
		if list, _ := setOf(named[i].name); len(list) <= len(f.Terms) && same(list, f.Terms[:len(list)]) {
			parts, rest = []string{named[i].name}, f.Terms[len(list):]
			break
		}
	}
	for _, x := range rest {
		parts = append(parts, x.String())
	}
	return strings.Join(parts, "+")
}

func same(a, b []Term) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// parseModels reads sets of features with commas between them, each kept once.
func parseModels(text string) (list []Features, err error) {
next:
	for _, part := range strings.Split(text, ",") {
		f, err := ParseFeatures(part)
		if err != nil {
			return nil, err
		}
		for _, g := range list {
			if f.Name == g.Name {
				continue next
			}
		}
		list = append(list, f)
	}
	if len(list) > MaxModels {
		return nil, errors.New("these are " + numeral.Count(len(list)) + " sets of features: give at most " + strconv.Itoa(MaxModels))
	}
	return list, nil
}

// MaxModels bounds the sets of features fitted at once.
const MaxModels = 20

// modelsText writes sets as ParseModels reads them.
func modelsText(list []Features) string {
	var names []string
	for _, f := range list {
		names = append(names, f.Name)
	}
	return strings.Join(names, ",")
}

// ByClock are the names of the features whose differences depend on the clock.
func (f *Features) ByClock() (names []string) {
	for _, x := range f.Terms {
		if x.ByClock() {
			names = append(names, x.String())
		}
	}
	return names
}
