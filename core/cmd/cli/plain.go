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
	at := controlIn(b)
	if at < 0 {
		return p.to.Write(b)
	}
	text := bytes.Clone(b)
	for ; at >= 0; at = controlIn(text) {
		text[at] = '?'
		if at+1 < len(text) && 0x80 <= text[at+1] && text[at+1] < 0xa0 && b[at] == 0xc2 {
			text[at+1] = '?'
		}
	}
	if n, err := p.to.Write(text); err != nil {
		return min(n, len(b)), err
	}
	return len(b), nil
}

// controlIn is where the first control character begins; -1: there is none.
func controlIn(b []byte) int {
	for i, c := range b {
		switch {
		case c == '\n' || c == '\t':
		case c < ' ' || c == 0x7f, c == 0xc2 && i+1 < len(b) && 0x80 <= b[i+1] && b[i+1] < 0xa0:
			return i
		}
	}
	return -1
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
