package slurm

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/study"
)

func TestSharesAreAsManyAsLastSomeMinutes(t *testing.T) {
	for _, x := range []struct {
		seconds                  float64
		largest, shares, minutes int
	}{
		{10, 60, 1, 2},
		{6000, 60, 20, 11},
		{1e6, 60, 60, 557},
		{1e7, 10_000, 1000, 335},
	} {
		a := Array{Seconds: x.seconds, Largest: x.largest}
		require.Equal(t, x.shares, a.shares())
		require.Equal(t, x.minutes, a.minutes(x.shares))
	}
}

func TestANameEndsNoHereDocument(t *testing.T) {
	name := "a\nSHARE\n)\ntouch gone\n#\r.swf"
	a := Array{Program: study.Shell("p\nx"), Dir: study.Shell("d\n# e"), Words: []string{"compare", name}, Tasks: 1, Largest: 1}
	plain := Array{Program: "p", Dir: "d", Words: []string{"compare", "a.swf"}, Tasks: 1, Largest: 1}
	text := a.Text()
	require.Equal(t, strings.Count(plain.Text(), "\n"), strings.Count(text, "\n"))
	require.NotContains(t, text, "\r")
	require.Contains(t, text, ` compare $'a\x0ASHARE\x0A)\x0Atouch gone\x0A#\x0D.swf' \`)
}

func TestAScriptSaysWhatItsLimitsAreWorth(t *testing.T) {
	a := Array{Program: "p", Dir: "d", Words: []string{"compare", "a b.swf", "--orders=SPF"}, Tasks: 61, Largest: 61,
		Seconds: 6100, MB: 300}
	text := a.Text()
	require.Contains(t, text, "# shadowtime compare: 61 tasks of about 100.00 s each, as a job array")
	require.Contains(t, text, "\nmemory=300M  # of a share, half as much again as the sample; leave it empty where nodes name no memory\n")
	require.Contains(t, text, "exec \"$SHADOWTIME_PROGRAM\" compare 'a b.swf' --orders=SPF \\\n")
	a.From, a.MB = Tab, 0
	require.Contains(t, a.Text(), "s each in a browser's tab, two to four times")
	require.Contains(t, a.Text(), "\nmemory=1024M  # of a share, a guess: the command with --keep and --slurm")
	a.From = Guessed
	require.Contains(t, a.Text(), "# shadowtime compare: 61 tasks, as a job array")
	require.Contains(t, a.Text(), "\nminutes=60     # of a share, a guess: ")
	for _, from := range []Origin{Sampled, Tab, Guessed} {
		a.From = from
		require.NotRegexp(t, `\{[a-z ]+\}`, strings.ReplaceAll(a.Text(), "{ echo", ""), "all is filled in")
	}
}
