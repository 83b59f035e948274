package expr

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxText is how many bytes a formula has at most: it is looked at for every job.
const MaxText = 4000

// maxNesting bounds parentheses and signs, so that no text can exhaust the
// parser's own stack.
const maxNesting = 100

// Compile reads a formula. expand gives the formula a further name stands
// for (nil: there are none); that formula may use variables only. The error
// names the column.
func Compile(text string, expand func(name string) (string, bool)) (*Program, error) {
	if len(text) > MaxText {
		return nil, errors.New("formula: it has " + strconv.Itoa(len(text)) + " bytes, at most " + strconv.Itoa(MaxText) +
			": write a shorter one")
	}
	p := parser{text: text, expand: expand, prog: &Program{text: strings.TrimSpace(text)}}
	if err := p.all(); err != nil {
		return nil, err
	}
	if need := p.prog.depth(); need > maxStack {
		return nil, errors.New("formula: it nests too deeply (" + strconv.Itoa(need) +
			" values held at once, at most " + strconv.Itoa(maxStack) + "); write the deep part first")
	}
	return p.prog, nil
}

// depth is how many values an evaluation holds at most.
func (p *Program) depth() int {
	n, most := 0, 0
	for _, o := range p.code {
		switch {
		case o.code <= opVar:
			n++
		case o.code >= opAdd && o.code <= opMax:
			n--
		}
		most = max(most, n)
	}
	return most
}

type parser struct {
	text   string
	at     int // byte position of what is read next
	nested int
	expand func(string) (string, bool)
	prog   *Program
}

func (p *parser) emit(c opcode) { p.prog.code = append(p.prog.code, op{code: c}) }

func (p *parser) fail(at int, what string) error {
	return &Error{utf8.RuneCountInString(p.text[:at]) + 1, what}
}

// Error is what is wrong with a formula, and where.
type Error struct {
	Column int // from 1
	What   string
}

func (e *Error) Error() string { return "formula: column " + strconv.Itoa(e.Column) + ": " + e.What }

// next skips blanks and returns the byte that follows, 0 at the end.
func (p *parser) next() byte {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *parser) all() error {
	if err := p.sum(); err != nil {
		return err
	}
	if p.next() != 0 {
		return p.unexpected("an operator (+ - * /)")
	}
	return nil
}

// unexpected describes what stands where something else should.
func (p *parser) unexpected(wanted string) error {
	if p.next() == 0 {
		return p.fail(p.at, "the formula ends where "+wanted+" should follow")
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.at:])
	hint := ""
	if r == '^' {
		hint = "; write a power as a product"
	}
	return p.fail(p.at, "found "+strconv.QuoteRune(r)+" where "+wanted+" should follow"+hint)
}

func (p *parser) sum() error {
	if err := p.product(); err != nil {
		return err
	}
	for {
		c := p.next()
		if c != '+' && c != '-' {
			return nil
		}
		p.at++
		if err := p.product(); err != nil {
			return err
		}
		if c == '+' {
			p.emit(opAdd)
		} else {
			p.emit(opSub)
		}
	}
}

func (p *parser) product() error {
	if err := p.factor(); err != nil {
		return err
	}
	for {
		c := p.next()
		if c != '*' && c != '/' {
			return nil
		}
		p.at++
		if err := p.factor(); err != nil {
			return err
		}
		if c == '*' {
			p.emit(opMul)
		} else {
			p.emit(opDiv)
		}
	}
}

func (p *parser) factor() error {
	if p.nested++; p.nested > maxNesting {
		return p.fail(p.at, "too many parentheses or signs")
	}
	defer func() { p.nested-- }()
	switch c := p.next(); {
	case c == '-':
		p.at++
		if err := p.factor(); err != nil {
			return err
		}
		p.emit(opNeg)
		return nil
	case c == '+':
		p.at++
		return p.factor()
	case c == '(':
		p.at++
		if err := p.sum(); err != nil {
			return err
		}
		return p.expect(')')
	case c == '.' || isDigit(c):
		return p.number()
	case isLetter(c):
		return p.name()
	}
	return p.unexpected("a number, a name or a parenthesis")
}

func (p *parser) expect(c byte) error {
	if p.next() != c {
		return p.unexpected(strconv.QuoteRune(rune(c)))
	}
	p.at++
	return nil
}

func (p *parser) number() error {
	from := p.at
	for p.at < len(p.text) {
		c := p.text[p.at]
		sign := (c == '+' || c == '-') && p.at > from && p.text[p.at-1]|0x20 == 'e'
		if !isDigit(c) && c != '.' && c|0x20 != 'e' && !sign {
			break
		}
		p.at++
	}
	v, err := strconv.ParseFloat(p.text[from:p.at], 64)
	if err != nil {
		return p.fail(from, "\""+shown(p.text[from:p.at])+"\" is not a number")
	}
	p.prog.code = append(p.prog.code, op{code: opConst, value: v})
	return nil
}

func (p *parser) name() error {
	from := p.at
	for p.at < len(p.text) && (isLetter(p.text[p.at]) || isDigit(p.text[p.at])) {
		p.at++
	}
	word := strings.ToLower(p.text[from:p.at])
	if word == "p" { // p~ and p̃ (with a combining tilde) too
		for _, tilde := range []string{"~", "\u0303"} {
			if strings.HasPrefix(p.text[p.at:], tilde) {
				p.at += len(tilde)
				break
			}
		}
	}
	for v, name := range names() {
		if word == name {
			p.prog.code = append(p.prog.code, op{code: opVar, which: uint8(v)})
			p.prog.uses[v] = true
			return nil
		}
	}
	switch word {
	case "log":
		return p.call(opLog)
	case "log2":
		return p.call(opLog2)
	case "log10":
		return p.call(opLog10)
	case "sqrt":
		return p.call(opSqrt)
	case "min":
		return p.calls(opMin)
	case "max":
		return p.calls(opMax)
	}
	if p.expand != nil {
		if text, ok := p.expand(word); ok {
			inner := parser{text: text, prog: p.prog}
			return inner.all()
		}
	}
	return p.fail(from, "unknown name \""+shown(p.text[from:p.at])+
		"\"; known are p, q, r, age, hour, weekday, utilization, queued, demand, left, share, log, log2, log10, sqrt, min, max and the "+
		"queue orders")
}

// call reads the argument of a function of one.
func (p *parser) call(c opcode) error {
	if err := p.expect('('); err != nil {
		return err
	}
	if err := p.sum(); err != nil {
		return err
	}
	p.emit(c)
	return p.expect(')')
}

// calls reads the arguments of a function of two or more.
func (p *parser) calls(c opcode) error {
	if err := p.expect('('); err != nil {
		return err
	}
	if err := p.sum(); err != nil {
		return err
	}
	for args := 1; ; args++ {
		if p.next() != ',' {
			if args == 1 {
				return p.unexpected("a comma and a second argument")
			}
			return p.expect(')')
		}
		p.at++
		if err := p.sum(); err != nil {
			return err
		}
		p.emit(c)
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }

// shown is what a sentence has of a text: its beginning.
func shown(text string) string {
	if len(text) > 40 {
		return text[:40] + "…"
	}
	return text
}
