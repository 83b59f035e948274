package cli

import (
	"bytes"
	"io"
	"os"
)

// plain writes text for people: control characters, which names in a log's file may hold and a terminal obeys, become
// question marks. Line ends and tabs stay.
type plain struct{ to io.Writer }

// bare is what text for people is written to, of a call within another too.
func bare(w io.Writer) io.Writer {
	if p, is := w.(plain); is {
		return p.to
	}
	return w
}

func (p plain) Write(b []byte) (int, error) {
	text, own := b, false
	for i := 0; i < len(b); {
		n := control(b[i:])
		if n > 0 && !own {
			text, own = bytes.Clone(b), true
		}
		for k := range n {
			text[i+k] = '?'
		}
		i += max(1, n)
	}
	return p.to.Write(text)
}

// control is how many bytes of a control character b begins with; 0: it begins with none.
func control(b []byte) int {
	switch c := b[0]; {
	case c == '\n' || c == '\t':
	case c < ' ' || c == 0x7f:
		return 1
	case c == 0xc2 && len(b) > 1 && 0x80 <= b[1] && b[1] < 0xa0:
		return 2
	}
	return 0
}

// atTerminal says whether what is written there is read at once by somebody.
func atTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
