package swf

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesLoseTheirEndings(t *testing.T) {
	for file, want := range map[string]string{
		"KTH-SP2-1996-2.1-cln.swf.gz": "KTH-SP2-1996-2.1-cln",
		"x.SWF":                       "x", "x.swf.txt.GZ": "x", "x.tar.gz": "x.tar", "plain": "plain", ".gz": ".gz", ".swf.gz": ".swf", "": "",
	} {
		require.Equal(t, want, Name(file), file)
	}
}
