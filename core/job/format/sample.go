package format

import "embed"

// Samples are files that have the same six jobs of a made-up machine, each in a format that sites have: to be seen, and
// to be opened.
func Samples() []string {
	return []string{"slurm.psv", "pbs.log", "lsb.acct", "accounting", "jobs.csv", "jobs.swf"}
}

//go:embed sample-*
var samples embed.FS

// Sample is the text of one of them; "": there is none of that name.
func Sample(name string) string {
	text, _ := samples.ReadFile("sample-" + name)
	return string(text)
}
