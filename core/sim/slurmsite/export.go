package slurmsite

import _ "embed"

// Export is a shell script that makes a site's files.
//
//go:embed export.sh
var Export string
