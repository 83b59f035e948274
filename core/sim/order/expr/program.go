package expr

import "math"

// vars is room for the variables, a power of two.
const vars = 16

// names are those of the variables, in the order of Inputs: the first ofJob are the job's own, the others what is seen at a
// pass.
func names() [11]string {
	return [...]string{"p", "q", "r", "age", "hour", "weekday", "utilization", "queued", "demand", "left", "share"}
}

const ofJob = 4

// Inputs are the values of the variables, in the order of names.
type Inputs [vars]float64

// maxStack bounds what an evaluation holds; a formula that needs more is
// refused when it is compiled.
const maxStack = 16

type opcode uint8

const (
	opConst opcode = iota
	opVar
	opNeg
	opAdd
	opSub
	opMul
	opDiv
	opMin
	opMax
	opLog
	opLog2
	opLog10
	opSqrt
)

type op struct {
	code  opcode
	which uint8   // of opVar
	value float64 // of opConst
}

// Program is a compiled formula. It is read only, and may be shared.
type Program struct {
	text string
	code []op
	uses [vars]bool
}

// Text is the formula as it was written, blanks trimmed.
func (p *Program) Text() string { return p.text }

// Uses says whether the formula looks at variable v (0 p, 1 q, 2 r, 3 age, ...).
func (p *Program) Uses(v int) bool { return p.uses[v] }

// Seen is the first variable that the formula looks at beyond those of the job, "" where there is none.
func (p *Program) Seen() string {
	for v, name := range names() {
		if v >= ofJob && p.uses[v] {
			return name
		}
	}
	return ""
}

// Eval computes the formula. It does not allocate.
func (p *Program) Eval(in *Inputs) float64 {
	var stack [maxStack]float64
	n := 0 // stack[:n] is in use
	for i := range p.code {
		o := &p.code[i]
		switch o.code {
		case opConst:
			stack[n&(maxStack-1)] = o.value
			n++
			continue
		case opVar:
			stack[n&(maxStack-1)] = in[o.which&(vars-1)]
			n++
			continue
		}
		top := &stack[(n-1)&(maxStack-1)]
		if o.code < opAdd || o.code > opMax {
			switch o.code {
			case opNeg:
				*top = -*top
			case opSqrt:
				*top = math.Sqrt(*top)
			default:
				*top = logarithm(o.code, *top)
			}
			continue
		}
		n--
		right := *top
		left := &stack[(n-1)&(maxStack-1)]
		switch o.code {
		case opAdd:
			*left += right
		case opSub:
			*left -= right
		case opMul:
			*left *= right
		case opDiv:
			*left /= right
		case opMin:
			if right < *left || right != right {
				*left = right
			}
		case opMax:
			if right > *left || right != right {
				*left = right
			}
		}
	}
	return stack[0]
}

// smallestNormal is the least number whose logarithm is the same on every
// platform; what lies below counts as 0.
const smallestNormal = 0x1p-1022

func logarithm(code opcode, x float64) float64 {
	if x < smallestNormal {
		if x < 0 {
			return math.NaN()
		}
		return math.Inf(-1)
	}
	switch code {
	case opLog2:
		return math.Log2(x)
	case opLog10:
		return math.Log10(x)
	}
	return math.Log(x)
}
