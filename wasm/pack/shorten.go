package main

// Go's compiler knows no structure of a function but its blocks: every jump sets the
// number of a block and branches to a loop around all, whose table branches on, and
// every call that may have to leave for another goroutine branches to one end. A block
// that lies ahead can be branched to at once, and left at once: what is written so is
// shorter, packs better as it holds fewer numbers that differ from place to place, and
// a browser's compiler follows the jumps without the table. Loops are in loops.go.

// Opcodes that are looked at.
const (
	opUnreachable  = 0x00
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opLocalTee     = 0x22
	opI32Const     = 0x41
	opI64Const     = 0x42
	empty          = 0x40 // type of a block without results
)

// instruction is one of a function: its bytes, and its operand where it has just one.
type instruction struct {
	bytes   []byte
	operand int
	targets []int // of a br_table
}

func (i instruction) op() byte { return i.bytes[0] }

// shorten rewrites the functions of a code section, and says how many branch by a table.
func shorten(section []byte) (out []byte, branching int, err error) {
	r := reader{b: section}
	n := r.unsigned()
	out = appendUnsigned(nil, n)
	for ; n > 0 && !r.bad; n-- {
		body, branches, err := shortenBody(r.take(r.unsigned()))
		if err != nil {
			return nil, 0, err
		}
		if branches {
			branching++
		}
		out = append(appendUnsigned(out, len(body)), body...)
	}
	if r.bad || len(r.b) > 0 {
		return nil, 0, errModule
	}
	return out, branching, nil
}

// shortenBody gives a function's body without what its branches need not do, and whether it has a table
// of them.
func shortenBody(body []byte) (out []byte, branches bool, err error) {
	r := reader{b: body}
	for n := r.unsigned(); n > 0 && !r.bad; n-- {
		r.unsigned()
		r.byte()
	}
	locals := body[:len(body)-len(r.b)]
	code, err := instructions(r)
	if err != nil {
		return nil, false, err
	}
	if table := dispatch(code); table >= 0 {
		code = looped(code, table)
	}
	w := rewriter{code: code, out: append([]byte(nil), locals...), table: dispatch(code), loop: -1}
	return w.write(), w.table >= 0, nil
}

// dispatch gives where the table of a function's blocks is, -1 where there is none, or
// where the number of the block is read elsewhere, too.
func dispatch(code []instruction) int {
	at := -1
	for i, c := range code {
		switch {
		case c.operand != 0 || c.op() != opLocalGet && c.op() != opLocalTee:
		case c.op() == opLocalTee || i == 0 || i+1 == len(code):
			return -1
		case at < 0 && code[i+1].op() == opBrTable:
			at = i + 1
		case i < 2 || code[i-1].op() != opI32Const || code[i-2].op() != opLocalSet || code[i-2].operand != 0:
			return -1 // other than a call's scratch, which is written just before
		}
	}
	// the loop does nothing but branch
	around := at - 2
	for around >= 0 && code[around].op() == opBlock && code[around].operand == empty {
		around--
	}
	if around < 0 || code[around].op() != opLoop {
		return -1
	}
	return at
}

// frame is a block that is open.
type frame struct {
	loop   bool
	leaves bool // behind its end, the function returns 1
	id     int
}

// rewriter writes a function's instructions again.
type rewriter struct {
	code   []instruction
	out    []byte
	table  int     // its index, or -1
	open   []frame // the outermost first
	loop   int     // id of the loop around the table, -1 before it
	blocks []int   // ids of the frames that the table branches to, by number of block
	ids    int
}

func (w *rewriter) write() []byte {
	leaves := w.leaving()
	for i := 0; i < len(w.code); i++ {
		c := w.code[i]
		switch c.op() {
		case opBlock, opLoop, opIf:
			if depth, ok := w.jump(i+1, 1); c.op() == opIf && c.operand == empty && ok && i+4 < len(w.code) && w.code[i+4].op() == opEnd {
				w.out = appendUnsigned(append(w.out, opBrIf), depth)
				i += 4
				continue
			}
			w.open = append(w.open, frame{loop: c.op() == opLoop, leaves: leaves && w.ids == 0, id: w.ids})
			w.ids++
		case opEnd:
			if len(w.open) > 0 {
				w.open = w.open[:len(w.open)-1]
			}
		case opBrTable:
			if i == w.table {
				w.note(c.targets)
			}
		case opBrIf:
			if k := len(w.open) - 1 - c.operand; k >= 0 && w.open[k].leaves {
				w.out = append(w.out, opIf, empty, opI32Const, 1, opReturn, opEnd)
				continue
			}
		case opI32Const:
			if depth, ok := w.jump(i, 0); ok {
				w.out = appendUnsigned(append(w.out, opBr), depth)
				i += 2
				continue
			}
		}
		w.out = append(w.out, c.bytes...)
	}
	return w.out
}

// leaving says whether a function ends with the end of its outermost block and a 1 that it returns.
func (w *rewriter) leaving() bool {
	depth := 0
	for i, c := range w.code {
		switch c.op() {
		case opBlock, opLoop, opIf:
			if depth == 0 && (c.op() != opBlock || c.operand != empty) {
				return false
			}
			depth++
		case opEnd:
			if depth--; depth == 0 {
				rest := w.code[i+1:]
				return len(rest) == 2 && rest[0].op() == opI32Const && rest[0].operand == 1
			}
		}
	}
	return false
}

// note keeps which frames the table branches to, if they are all within the loop.
func (w *rewriter) note(targets []int) {
	around := len(w.open) - 1
	for !w.open[around].loop {
		around--
	}
	var blocks []int
	for _, depth := range targets {
		k := len(w.open) - 1 - depth
		if k <= around {
			return
		}
		blocks = append(blocks, w.open[k].id)
	}
	w.loop, w.blocks = w.open[around].id, blocks
}

// jump gives how deep the block lies that the jump at i is to, if that is ahead; the instruction
// stands within so many frames that will not be written.
func (w *rewriter) jump(i, within int) (int, bool) {
	if w.loop < 0 || i+2 >= len(w.code) {
		return 0, false
	}
	number, set, br := w.code[i], w.code[i+1], w.code[i+2]
	k := len(w.open) - 1 - br.operand + within
	if number.op() != opI32Const || set.op() != opLocalSet || set.operand != 0 || br.op() != opBr ||
		k < 0 || k >= len(w.open) || w.open[k].id != w.loop || number.operand < 0 {
		return 0, false
	}
	to := w.blocks[min(number.operand, len(w.blocks)-1)]
	for k := len(w.open) - 1; k >= 0; k-- {
		if w.open[k].id == to {
			return len(w.open) - 1 - k, true
		}
	}
	return 0, false
}

// instructions are those of a function.
func instructions(r reader) ([]instruction, error) {
	var code []instruction
	for len(r.b) > 0 {
		from := r.b
		var c instruction
		switch op := r.byte(); {
		case op == opBlock || op == opLoop || op == opIf:
			c.operand = int(r.byte())
		case op == opBr || op == opBrIf || op == opCall || op >= 0x20 && op <= 0x24:
			c.operand = r.unsigned()
		case op == opBrTable:
			for n := r.unsigned(); n >= 0 && !r.bad; n-- {
				c.targets = append(c.targets, r.unsigned())
			}
		case op == opCallIndirect || op >= 0x28 && op <= 0x3e: // call_indirect, loads and stores
			r.unsigned()
			r.unsigned()
		case op == 0x3f || op == 0x40: // the memory's size
			r.byte()
		case op == opI32Const:
			c.operand = r.signed()
		case op == opI64Const:
			for n := 0; n < 10 && r.byte() >= 0x80; n++ {
			}
		case op == 0x43:
			r.take(4)
		case op == 0x44:
			r.take(8)
		case op == 0xfc:
			r.take([...]int{8: 0, 10: 2, 11: 1}[min(int(r.byte()), 11)])
		case op < opBlock || op == opElse || op == opEnd || op == opReturn ||
			op == 0x1a || op == 0x1b || op >= 0x45 && op <= 0xc4: // drop, select, and what computes
		default:
			return nil, errModule
		}
		if r.bad {
			break
		}
		c.bytes = from[:len(from)-len(r.b)]
		code = append(code, c)
	}
	if r.bad {
		return nil, errModule
	}
	return code, nil
}
