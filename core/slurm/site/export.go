package site

import (
	_ "embed"
	"strings"
)

// Export is a shell script that makes a site's files.
//
//go:embed export.sh
var Export string

// Script is Export; numbered has it write numbers for names also without its flag.
func Script(numbered bool) string {
	if numbered {
		return strings.Replace(Export, "\nsecret=0\n", "\nsecret=1\n", 1)
	}
	return Export
}
