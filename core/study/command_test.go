package study_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/compare"
	"shadowtime/core/study"
)

// Whatever a log is called, it is one word on one line, and bash reads it back.
func TestAWordForAShellIsOneWordOnOneLine(t *testing.T) {
	words := []string{"plain.swf", "it's a log", "a\nSHARE\nrm -rf ~\n.swf", "\r\n", "tab\there", "\x1b[2Jgone", "\u202etxt.swf",
		"\u0085\u2028", "\\'\n'\\", "\xff\n\xfe\ufffd", "$(id)`id`$HOME\n!"}
	line := study.Shell(words...)
	require.NotRegexp(t, `[\x00-\x1f\x7f\x{80}-\x{9f}\x{2028}-\x{202e}]`, strings.ToValidUTF8(line, ""))
	require.True(t, strings.HasPrefix(line, `plain.swf 'it'\''s a log' $'a\x0ASHARE\x0Arm -rf ~\x0A.swf' `), line)
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash to read it")
	}
	out, err := exec.Command("bash", "-c", "printf '%s\\0' "+line).Output()
	require.NoError(t, err)
	require.Equal(t, words, strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"))
}

func TestACommandLineSaysWhatIsOtherThanUsual(t *testing.T) {
	p, usual := compare.Default(), compare.Default()
	line := func(log string) string {
		usual = compare.Default()
		return p.Settings().Command(compare.Verb, usual.Settings(), log)
	}
	require.Equal(t, "shadowtime compare --weeks 52 KTH-SP2", line("KTH-SP2"))
	p.Orders, p.Seed = []string{"FCFS", "expr:p*q"}, 7
	require.NoError(t, p.Settings().Find("one-second").Set("true"))
	require.Equal(t, `shadowtime compare --orders 'FCFS,expr:p*q' --weeks 52 --one-second --seed 7 'it'\''s a log'`, line("it's a log"))
	usual = compare.Default()
	require.Equal(t, "one-second=true&orders=FCFS%2Cexpr%3Ap%2Aq&seed=7&view=compare&weeks=52",
		p.Settings().Query(compare.Verb, usual.Settings(), "compare"))
}

// Any words, whatever is in them, are read back by a real shell as they were.
func FuzzAnyWordsAreReadBackByAShell(f *testing.F) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		f.Skip("no bash to read them")
	}
	for _, s := range []string{"a b", "it's\n", "\x00", "EOF\nrm -rf ~", "$(x)`y`", "\xff\xc3\x28", "-n", "", "\u202e"} {
		f.Add(s, "SHARE\n"+s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		words := []string{strings.ReplaceAll(a, "\x00", ""), strings.ReplaceAll(b, "\x00", "")} // which no file's name holds
		line := study.Shell(words...)
		require.NotContains(t, line, "\n")
		out, err := exec.Command(bash, "-c", "printf '%s\\0' "+line).Output()
		require.NoError(t, err)
		require.Equal(t, words, strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"))
	})
}
