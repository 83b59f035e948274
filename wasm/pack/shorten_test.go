package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// What functions of tests do besides.
const (
	opDrop      = 0x1a
	opGlobalGet = 0x23
)

// compiled is a function as Go's compiler writes one of so many blocks: what each does is drawn. Blocks
// may call, and leave then, test for nil, and jump anywhere, if a condition holds or always. Where the
// function begins, or may be come back into after a call, is listed.
func compiled(r *rand.Rand, blocks int, calls bool) (b []byte, entries []int) {
	entries = []int{0}
	b = []byte{1, 1, 0x7f, opBlock, empty, opLoop, empty}
	for range blocks {
		b = append(b, opBlock, empty)
	}
	b = appendUnsigned(append(b, opLocalGet, 0, opBrTable), blocks-1)
	for n := range blocks {
		b = appendUnsigned(b, n)
	}
	b = append(b, opEnd)
	// how many blocks are open is how far the loop is, and the end of all is behind it
	for at := range blocks {
		loop := blocks - at - 1
		jump := func(within int) {
			b = appendSigned(append(b, opI32Const), r.IntN(blocks))
			b = appendUnsigned(append(b, opLocalSet, 0, opBr), loop+within)
		}
		b = append(appendSigned(append(b, opI32Const), at), opDrop)
		for range r.IntN(4) {
			kind := 1 + r.IntN(2)
			if calls {
				kind = r.IntN(4)
			}
			if kind == 0 || kind == 3 {
				entries = append(entries, at, min(at+1, blocks-1))
			}
			switch kind {
			case 0: // a call, which may be to leave
				b = append(b, opI32Const, 0, opDrop, opCall)
				b = appendUnsigned(append(appendUnsigned(b, r.IntN(300)), opBrIf), loop+1)
			case 1: // a call within a condition
				b = append(b, opGlobalGet, 9, opIf, empty, opCall)
				b = append(appendUnsigned(append(appendUnsigned(b, r.IntN(300)), opBrIf), loop+2), opEnd)
			case 2:
				b = append(b, opGlobalGet, 9, opIf, empty)
				jump(1)
				b = append(b, opEnd)
			case 3: // a call of what is on the stack, for which the number is a place to keep it
				b = append(appendSigned(append(b, opI32Const), r.IntN(300)), opLocalSet, 0, opI32Const, 0,
					opLocalGet, 0, opCallIndirect, 0, 0)
				b = appendUnsigned(append(b, opBrIf), loop+1)
			}
		}
		switch r.IntN(4) {
		case 0:
			jump(0)
		case 1:
			b = append(b, opI32Const, 0, opReturn)
		}
		if at < blocks-1 {
			b = append(b, opEnd)
		}
	}
	return append(b, opI32Const, 0, opReturn, opEnd, 0, opEnd, opI32Const, 1, opEnd), entries
}

// follow says what a function does, for some steps: whom it calls, and what it gives at the end. Conditions
// and what is called are drawn alike for the same seed. It begins at a block.
func follow(t *testing.T, body []byte, number int, seed uint64) (steps []string) {
	code, err := instructions(reader{b: body[3:]})
	require.NoError(t, err)
	ends, open := map[int]int{}, []int(nil)
	for i, c := range code {
		switch c.op() {
		case opBlock, opLoop, opIf:
			open = append(open, i)
		case opEnd:
			if len(open) > 0 {
				ends[open[len(open)-1]] = i
				open = open[:len(open)-1]
			}
		}
	}
	r := rand.New(rand.NewPCG(seed, 2))
	var stack, within []int
	pop := func() int {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		return v
	}
	for i := 0; i < len(code) && len(steps) < 60; i++ {
		branch := func(depth int) {
			k := len(within) - 1 - depth
			to := within[k]
			if code[to].op() == opLoop {
				i, within = to, within[:k+1]
				return
			}
			i, within = ends[to], within[:k]
		}
		switch c := code[i]; c.op() {
		case opBlock, opLoop:
			within = append(within, i)
		case opIf:
			if within = append(within, i); pop() == 0 {
				branch(0)
			}
		case opEnd:
			if len(within) > 0 {
				within = within[:len(within)-1]
			}
		case opBr:
			branch(c.operand)
		case opBrIf:
			if pop() != 0 {
				branch(c.operand)
			}
		case opBrTable:
			branch(c.targets[min(pop(), len(c.targets)-1)])
		case opLocalGet:
			stack = append(stack, number)
		case opLocalSet:
			number = pop()
		case opI32Const:
			stack = append(stack, c.operand)
		case opDrop:
			steps = append(steps, fmt.Sprint("at ", pop()))
		case opGlobalGet:
			stack = append(stack, r.IntN(2))
			steps = append(steps, "condition")
		case opCall:
			steps = append(steps, fmt.Sprint("call ", c.operand))
			stack = append(stack, r.IntN(6)/5)
		case opCallIndirect:
			steps = append(steps, fmt.Sprint("call of ", pop(), pop()))
			stack = append(stack, r.IntN(6)/5)
		case opReturn:
			return append(steps, fmt.Sprint("gives ", pop()))
		default:
			return append(steps, "unreachable")
		}
	}
	if len(steps) < 60 {
		steps = append(steps, fmt.Sprint("gives ", pop()))
	}
	return steps
}

func TestAShorterFunctionDoesTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	others, loops := 0, 0
	for n := range 600 {
		// a few blocks without calls have loops that are entered at one block
		blocks, calls := 2+r.IntN(200), true
		if n%2 == 0 {
			blocks, calls = 2+r.IntN(12), false
		}
		body, entries := compiled(r, blocks, calls)
		short, _, err := shortenBody(body)
		require.NoError(t, err)
		for range 3 {
			entry := entries[r.IntN(len(entries))]
			want, got := follow(t, body, entry, uint64(n)), follow(t, short, entry, uint64(n))
			require.Equal(t, want, got, "function %d from block %d", n, entry)
		}
		if !bytes.Equal(short, body) {
			others++
		}
		code, err := instructions(reader{b: short[3:]})
		require.NoError(t, err)
		loops--
		for _, c := range code {
			if c.op() == opLoop {
				loops++
			}
		}
		again, _, err := shortenBody(short)
		require.NoError(t, err)
		require.Equal(t, short, again)
	}
	require.Greater(t, others, 500)
	require.Greater(t, loops, 100)
}

func TestAJumpIsOneBranch(t *testing.T) {
	table := []byte{1, 1, 0x7f, opLoop, empty, opBlock, empty, opBlock, empty, opBlock, empty, opLocalGet, 0, opBrTable, 2, 0, 1, 2, opEnd}
	ahead := []byte{opGlobalGet, 9, opIf, empty, opI32Const, 2, opLocalSet, 0, opBr, 3, opEnd, opEnd}
	back := []byte{opI32Const, 0, opLocalSet, 0, opBr, 1, opEnd}
	end := []byte{opEnd, 0, opEnd}
	short, _, err := shortenBody(slices.Concat(table, ahead, back, end))
	require.NoError(t, err)
	loop := []byte{1, 1, 0x7f, opLoop, empty, opBlock, empty, opBlock, empty, opLocalGet, 0, opBrTable, 2, 0, 0, 1, opEnd, opLoop, empty}
	require.Equal(t, slices.Concat(loop, []byte{opGlobalGet, 9, opBrIf, 1, opBr, 0, opEnd, opEnd, opUnreachable}, end), short)

	// what a goroutine may come back into is no loop
	call := []byte{opI32Const, 0, opCall, 7, opDrop}
	short, _, err = shortenBody(slices.Concat(table, call, ahead, back, end))
	require.NoError(t, err)
	require.Equal(t, slices.Concat(table, call, []byte{opGlobalGet, 9, opBrIf, 1, opEnd}, back, end), short)

	// a function that reads the number itself stays as it is
	reads := slices.Concat(table, ahead, back, []byte{opLocalGet, 0, opDrop}, end)
	short, _, err = shortenBody(reads)
	require.NoError(t, err)
	require.Equal(t, reads, short)
}
