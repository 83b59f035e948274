package main

import (
	"flag"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/study"
)

// bashOffers is what bash offers for words that are typed, the last of them under way.
func bashOffers(t *testing.T, script string, words ...string) []string {
	t.Helper()
	cmd := exec.Command("bash", "--norc", "-c", script+`
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_shadowtime
printf '%s\n' "${COMPREPLY[@]}"`, "bash")
	cmd.Args = append(cmd.Args, words...)
	out, err := cmd.Output()
	require.NoError(t, err)
	return strings.Fields(string(out))
}

func TestCompletionOffersVerbsFlagsAndValuesAsTheyAreDeclared(t *testing.T) {
	fixture.Long(t)
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	script := must(t, "completion", "bash")
	offers := func(words ...string) []string {
		return bashOffers(t, script, append([]string{"shadowtime"}, words...)...)
	}
	for want, words := range map[string][]string{
		"compare completion": {"com"},
		"help":               {"he"},
		"--dialect":          {"compare", "--dial"},
		"shadowtime ocs pyss": {
			"compare", "--dialect", ""},
		"ocs":                   {"compare", "--dialect", "o"},
		"pyss":                  {"compare", "--dialect", "=", "p"},
		"extend drop kill swap": {"compare", "a.swf", "--overrun", "="},
		"train test":            {"agent", "t"},
		"bash zsh fish":         {"completion", ""},
		"--order":               {"replay", "a.swf", "--json", "--order"},
		"":                      {"replay", "--jobs", ""}, // a file: bash's own
		"-o":                    {"synth", "-o"},
	} {
		require.ElementsMatch(t, strings.Fields(want), offers(words...), "%v", words)
	}
	verbs := []string{"help"}
	for _, v := range shadowtime.Verbs() {
		verbs = append(verbs, v.Name)
		c, _ := explained(t, v.Name)
		flags := []string{"-h"}
		c.Flags.VisitAll(func(f *flag.Flag) {
			name := "-" + f.Name
			if len(f.Name) > 1 {
				name = "-" + name
			}
			flags = append(flags, name)
		})
		require.ElementsMatch(t, flags, offers(v.Name, "-"), v.Name)
		for _, s := range c.Settings(false) {
			if s.Form != study.Choice {
				continue
			}
			var values []string
			for _, o := range s.Options {
				values = append(values, o.Value)
			}
			require.ElementsMatch(t, values, offers(v.Name, "--"+s.Key, ""), "%s --%s", v.Name, s.Key)
		}
	}
	require.ElementsMatch(t, verbs, offers(""))
}

// Each shell reads its script, where it is installed, and fish says what it offers.
func TestEachShellReadsItsCompletion(t *testing.T) {
	for _, shell := range cli.Shells() {
		script := must(t, "completion", shell)
		for _, v := range shadowtime.Verbs() {
			require.Contains(t, script, v.Name, shell)
		}
		path, err := exec.LookPath(shell)
		if err != nil {
			t.Logf("there is no %s: its script is not tried", shell)
			continue
		}
		out, err := exec.Command(path, "-n", written(t, "completion", script)).CombinedOutput()
		require.NoError(t, err, string(out))
		require.Empty(t, string(out), shell)
		if shell == "fish" {
			out, err := exec.Command(path, "--no-config", "-c", "source "+written(t, "shadowtime.fish", script)+
				"; complete -C 'shadowtime compare --dialect '").Output()
			require.NoError(t, err)
			require.Equal(t, 3, strings.Count(string(out), "\n"), string(out))
		}
	}
	status, out, said := callCommand("", "completion", "tcsh")
	require.Equal(t, 2, status)
	require.Empty(t, out)
	require.Contains(t, said, `shell "tcsh" is not known: use bash, zsh or fish`)
}
