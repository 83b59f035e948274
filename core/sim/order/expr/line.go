package expr

// Line is what a formula is as one of its variables x changes: At0 + Slope*x, but for
// rounding. What is rounded is no more than a small part (4,000 operations: 1e-12) of
// Size + SlopeSize*x, the same with no term taken from another.
type Line struct {
	At0, Slope      float64
	Size, SlopeSize float64
}

// Beyond these an evaluation may overflow, for an x of 64 bits, or lose its digits,
// where the line does not.
const mostSize, leastSize = 1e280, 1e-280

// Linear says whether the formula is a line in variable v: whether v stands neither in
// a product with itself, nor in what is divided by, nor in a function.
func (p *Program) Linear(v int) bool {
	var has [maxStack]bool // v is in it
	n := 0
	for _, o := range p.code {
		switch {
		case o.code <= opVar:
			has[n] = o.code == opVar && int(o.which) == v
			n++
		case o.code == opNeg:
		case o.code < opAdd || o.code > opMax:
			if has[n-1] {
				return false
			}
		default:
			n--
			left, right := has[n-1], has[n]
			switch o.code {
			case opMul:
				if left && right {
					return false
				}
			case opDiv:
				if right {
					return false
				}
			case opMin, opMax:
				if left || right {
					return false
				}
			}
			has[n-1] = left || right
		}
	}
	return true
}

// Line is that of a Linear formula in variable v, with the other variables' values.
// False: it can't be told, as of numbers beyond all bounds.
func (p *Program) Line(in *Inputs, v int) (Line, bool) {
	var stack [maxStack]Line
	sound, n := true, 0
	for i := range p.code {
		o := &p.code[i]
		switch {
		case o.code == opVar && int(o.which) == v:
			stack[n&(maxStack-1)] = Line{Slope: 1, SlopeSize: 1}
			n++
			continue
		case o.code == opVar:
			stack[n&(maxStack-1)] = constant(in[o.which&(vars-1)])
			n++
			continue
		case o.code == opConst:
			stack[n&(maxStack-1)] = constant(o.value)
			n++
			continue
		}
		if o.code >= opAdd && o.code <= opMax {
			n--
		}
		left, right := &stack[(n-1)&(maxStack-1)], &stack[n&(maxStack-1)]
		sloped := left.SlopeSize != 0
		left.apply(o.code, right)
		sound = sound && left.Size <= mostSize && left.SlopeSize <= mostSize && // false of what is no number
			(left.SlopeSize >= leastSize || !sloped || right.At0 == 0 && o.code == opMul)
	}
	return stack[0], sound
}

// constant is the line of a number: evaluated as Eval does, it is exact.
func constant(x float64) Line { return Line{At0: x, Size: max(x, -x)} }

// apply puts an operation on a line, the other one the right of two.
func (l *Line) apply(code opcode, right *Line) {
	switch code {
	case opNeg:
		l.At0, l.Slope = -l.At0, -l.Slope
	case opAdd:
		*l = Line{l.At0 + right.At0, l.Slope + right.Slope, l.Size + right.Size, l.SlopeSize + right.SlopeSize}
	case opSub:
		*l = Line{l.At0 - right.At0, l.Slope - right.Slope, l.Size + right.Size, l.SlopeSize + right.SlopeSize}
	case opMul:
		if right.SlopeSize != 0 {
			*l, *right = *right, *l
		}
		by := right.At0
		*l = Line{l.At0 * by, l.Slope * by, l.Size * right.Size, l.SlopeSize * right.Size}
	case opDiv:
		by := right.At0
		*l = Line{l.At0 / by, l.Slope / by, l.Size / max(by, -by), l.SlopeSize / max(by, -by)}
	default:
		*l = constant(evaluated(code, l.At0, right.At0))
	}
	if l.SlopeSize == 0 {
		*l = constant(l.At0) // nothing of it was rounded differently
	}
}

// evaluated is a function of one number or of two.
func evaluated(code opcode, a, b float64) float64 {
	two := Program{code: []op{{value: a}, {value: b}, {code: code}}}
	if code != opMin && code != opMax {
		two.code = []op{{value: a}, {code: code}}
	}
	return two.Eval(&Inputs{})
}
