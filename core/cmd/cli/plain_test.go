package cli

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

// A name in a log is whatever its users wrote: what a terminal would obey of it is not printed. Files keep it.
func TestNoControlCharacterReachesATerminal(t *testing.T) {
	var out, errs bytes.Buffer
	c := NewCall(&Program{}, &Verb{}, nil, nil, &out, &errs)
	n, err := fmt.Fprintf(c.Stdout, "a\x1b[2Jb\tc\r\x07\u009b31m é ×\n")
	require.NoError(t, err)
	require.Equal(t, len("a\x1b[2Jb\tc\r\x07\u009b31m é ×\n"), n)
	require.Equal(t, "a?[2Jb\tc????31m é ×\n", out.String())
	fmt.Fprintf(NewCall(&Program{}, &Verb{}, nil, nil, c.Stdout, c.Stderr).Stderr, "\x1bx\n")
	require.Equal(t, "?x\n", errs.String())
	out.Reset()
	require.NoError(t, c.Save(Standard, func(w io.Writer) error {
		_, err := io.WriteString(w, "\x1b")
		return err
	}))
	require.Equal(t, "\x1b", out.String(), "a file is as it is")
}
