// Command pack rewrites a WASM module so that it packs well: Go's linker skips
// every short run of zeros in the data section, which makes tens of thousands of
// segments that packers can't do much with. Here zeros are written out unless there
// are many, custom sections (names, build ids) and what tracebacks tell beside names are dropped, and
// functions branch at once to what lies ahead in them, and to where a loop begins. What the module does
// is the same.
//
//	pack public/page.wasm
//
// It packs a file by Zstandard: what it writes has .zst after its name, and the file is gone.
//
//	pack -fast public/page.wasm
//
// It packs anew what -fast packed, in fewer bytes, which takes a quarter of a minute: by the program zstd. Where that is
// missing it says so, and packs by a library, in 18 % more bytes.
//
//	pack -best public/page.wasm.zst
//
// It also writes the script that Vugu's renderer would evaluate as a file of its own,
// word for word: a page that loads it needs no policy that allows eval.
//
//	pack -helper domrender/renderer-js-script.go >public/vugu.js
//
// It turns what a packed module's traceback says, which names functions and no lines, into lines, by the
// module as it was linked:
//
//	pack -lines linked.wasm <traceback
//
// And it weighs what is our own instead of the usual, in a table of the documentation:
//
//	pack -weight public/docs/speed.html -gcflags=...
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/klauspost/compress/zstd"
)

// minZeros is from how many zeros on a run of them is left out.
const minZeros = 1024

// Sections that are looked at.
const (
	custom    = 0
	codeBody  = 10
	data      = 11
	dataCount = 12
	// tracebacks are no section, but what the data has for them alone.
	tracebacks = 255
)

func main() {
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 1:
		err = rewrite(args[0], 0)
	case len(args) == 2 && args[0] == "-fast":
		err = packFile(args[1])
	case len(args) == 2 && args[0] == "-best":
		err = packAnew(args[1])
	case len(args) == 2 && args[0] == "-helper":
		var script string
		if script, err = helper(args[1]); err == nil {
			_, err = fmt.Println(script)
		}
	case len(args) == 2 && args[0] == "-lines":
		var module []byte
		if module, err = os.ReadFile(args[1]); err == nil {
			err = lines(module, os.Stdin, os.Stdout)
		}
	case len(args) >= 2 && args[0] == "-weight":
		err = weigh(args[1], args[2:])
	default:
		fmt.Fprintln(os.Stderr, "usage: pack MODULE.wasm, pack -fast FILE, pack -best FILE.zst, pack -helper FILE.go, "+
			"pack -lines LINKED.wasm, or pack -weight PAGE.html [BUILD FLAG...]")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func rewrite(path string, left byte) error {
	module, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	packed, made, err := pack(module, left)
	if err == nil {
		err = made.lacking(left)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, packed, 0o644)
}

func packFile(path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	small, err := compress(content, zstd.SpeedFastest)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".zst", small, 0o644); err != nil {
		return err
	}
	return os.Remove(path)
}

func packAnew(path string) error {
	small, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	content, err := decompress(small)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	small, err = compressBest(content)
	if errors.Is(err, errNoProgram) {
		fmt.Fprintln(os.Stderr, "pack:", err)
	} else if err != nil {
		return err
	}
	return os.WriteFile(path, small, 0o644)
}

var errModule = errors.New("this is no WASM module as Go's linker writes it")

// passes are those that found in a module what they rewrite.
type passes struct {
	branching int  // functions whose branches were looked at
	forgotten bool // the tables of tracebacks were found
}

// lacking says which pass found nothing that it knows: another release of Go may write another form,
// and a page that is a third larger would be told by nobody.
func (p *passes) lacking(left byte) error {
	switch {
	case left != codeBody && p.branching == 0:
		return errors.New("no function branches by a table as Go's compiler writes it: look at shorten.go beside this release of Go")
	case left != data && left != tracebacks && !p.forgotten:
		return errors.New("the tables of tracebacks have a form that is not known: look at traceback.go beside this release of Go")
	}
	return nil
}

// pack rewrites a module, but for the section, or the tracebacks, that are to be left as they are, 0
// for none.
func pack(module []byte, left byte) (out []byte, made passes, err error) {
	if len(module) < 8 || string(module[:4]) != "\x00asm" {
		return nil, made, errModule
	}
	out = append([]byte(nil), module[:8]...)
	r := reader{b: module[8:]}
	for len(r.b) > 0 {
		id := r.byte()
		section := r.take(r.unsigned())
		if r.bad {
			return nil, made, errModule
		}
		switch id {
		case custom:
			continue
		case left:
		case codeBody:
			if section, made.branching, err = shorten(section); err != nil {
				return nil, made, err
			}
		case data:
			if section, made.forgotten, err = join(section, left == tracebacks); err != nil {
				return nil, made, err
			}
		case dataCount: // would have to agree with what is joined
			return nil, made, errModule
		}
		out = append(out, id)
		out = appendUnsigned(out, len(section))
		out = append(out, section...)
	}
	return out, made, nil
}

// filled is the memory that a module begins with, and the address of its first byte.
func filled(module []byte) (memory []byte, low int, err error) {
	if len(module) < 8 || string(module[:4]) != "\x00asm" {
		return nil, 0, errModule
	}
	for r := (reader{b: module[8:]}); len(r.b) > 0 && !r.bad; {
		id := r.byte()
		if section := r.take(r.unsigned()); id == data && !r.bad {
			return segments(section)
		}
	}
	return nil, 0, errModule
}

// segments are those of a data section in one memory, and its address.
func segments(section []byte) (memory []byte, low int, err error) {
	type segment struct {
		at    int
		bytes []byte
	}
	r := reader{b: section}
	var all []segment
	low, high := -1, 0
	for n := r.unsigned(); n > 0 && !r.bad; n-- {
		// memory 0, an i32.const, an end: all that Go's linker writes
		if r.byte() != 0 || r.byte() != 0x41 {
			return nil, 0, errModule
		}
		at := r.signed()
		if r.byte() != 0x0b || at < 0 {
			return nil, 0, errModule
		}
		s := segment{at, r.take(r.unsigned())}
		all = append(all, s)
		if low < 0 || at < low {
			low = at
		}
		high = max(high, at+len(s.bytes))
	}
	if r.bad || len(r.b) > 0 || high-low > 1<<28 {
		return nil, 0, errModule
	}
	if len(all) == 0 {
		return nil, 0, nil
	}
	memory = make([]byte, high-low)
	for _, s := range all {
		copy(memory[s.at-low:], s.bytes)
	}
	return memory, low, nil
}

// join writes the segments of a data section as few, with what tracebacks alone tell of or without.
func join(section []byte, told bool) (out []byte, forgotten bool, err error) {
	memory, low, err := segments(section)
	if err != nil || memory == nil {
		return section, false, err
	}
	if !told {
		forgotten = forgetTracebacks(memory, low)
	}
	n := 0
	for at := 0; at < len(memory); {
		if memory[at] == 0 {
			at++
			continue
		}
		end, zeros := at, 0
		for i := at; i < len(memory) && zeros < minZeros; i++ {
			if memory[i] == 0 {
				zeros++
			} else {
				zeros, end = 0, i+1
			}
		}
		out = append(out, 0, 0x41)
		out = appendSigned(out, low+at)
		out = append(out, 0x0b)
		out = appendUnsigned(out, end-at)
		out = append(out, memory[at:end]...)
		at = end
		n++
	}
	return append(appendUnsigned(nil, n), out...), forgotten, nil
}

// reader takes values of a module; after the first that is not there, bad.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) byte() byte {
	if len(r.b) == 0 {
		r.bad = true
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.bad = true
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

// unsigned and signed read LEB128.
func (r *reader) unsigned() int {
	n := 0
	for shift := 0; shift < 35; shift += 7 {
		c := r.byte()
		n |= int(c&0x7f) << shift
		if c < 0x80 {
			return n
		}
	}
	r.bad = true
	return 0
}

func (r *reader) signed() int {
	n := 0
	for shift := 0; shift < 35; {
		c := r.byte()
		n |= int(c&0x7f) << shift
		shift += 7
		if c < 0x80 {
			if c&0x40 != 0 {
				n |= -1 << shift
			}
			return n
		}
	}
	r.bad = true
	return 0
}

func appendUnsigned(b []byte, n int) []byte {
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n))
}

func appendSigned(b []byte, n int) []byte {
	for {
		c := byte(n & 0x7f)
		n >>= 7
		if n == 0 && c&0x40 == 0 || n == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
