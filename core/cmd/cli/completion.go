package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"unicode"

	"shadowtime/core/base/numeral"
	"shadowtime/core/study"
)

// Shells are those that completions are made for.
func Shells() []string { return []string{"bash", "zsh", "fish"} }

// Completion is a script that has a shell complete the program's verbs, their flags, and
// the values that a setting declares; where none are known, files. All of it is in the
// script: while somebody types nothing is started.
func (p *Program) Completion(shell string) (string, error) {
	list, err := p.offers()
	if err != nil {
		return "", err
	}
	switch shell {
	case "bash":
		return bashCompletion(p.Name, list), nil
	case "zsh":
		return zshCompletion(p.Name, list), nil
	case "fish":
		return fishCompletion(p.Name, list), nil
	}
	return "", Usef("shell %q is not known: use %s", shell, numeral.Either(Shells()))
}

// offer is what can follow a verb.
type offer struct {
	verb, brief string
	words       []string // that its first argument may be
	files       bool     // that arguments may be files
	flags       []offered
}

// offered is a flag.
type offered struct {
	name, brief string
	value       value
	words       []string // that its value is one of; nil: not known
}

// value is what follows a flag.
type value uint8

const (
	noValue value = iota
	word
	file
	folder
)

// offers asks each verb for its flags, in the way of -h.
func (p *Program) offers() (list []offer, err error) {
	list = append(list, offer{verb: "help", brief: "list the verbs"})
	for i := range p.verbs {
		v := &p.verbs[i]
		c := NewCall(p, v, []string{"-h"}, strings.NewReader(""), io.Discard, io.Discard)
		if err := v.Run.Run(c); !errors.Is(err, flag.ErrHelp) {
			return nil, fmt.Errorf("%s does not say what flags it has: %w", v.Name, err)
		}
		list = append(list, c.offer())
	}
	return list, nil
}

// offer is what a call whose flags are declared takes.
func (c *Call) offer() offer {
	o := offer{verb: c.Verb.Name, brief: c.Verb.Brief}
	first, more, _ := strings.Cut(c.Verb.Args, " ")
	if strings.ToLower(first) == first {
		o.words, first = alternatives(first), ""
	}
	o.files = first+more != ""
	c.Flags.VisitAll(func(f *flag.Flag) {
		what, usage := flag.UnquoteUsage(f)
		x := offered{name: f.Name, brief: brief(usage), value: word, words: alternatives(what)}
		g, isSetting := f.Value.(*given)
		plain, isSwitch := f.Value.(interface{ IsBoolFlag() bool })
		switch {
		case isSwitch && plain.IsBoolFlag():
			x.value, x.words = noValue, nil
		case isSetting && g.setting.Filed:
			x.value = file
		case isSetting:
			x.words = values(g.setting.Options)
		case what == "folder":
			x.value = folder
		case what == "file" || c.names(f.Name):
			x.value = file
		}
		o.flags = append(o.flags, x)
	})
	return o
}

// names says whether a flag names a file that is read or written.
func (c *Call) names(name string) bool {
	for _, list := range [][]fileFlag{c.outputs, c.inputs} {
		for _, f := range list {
			if f.name == name {
				return true
			}
		}
	}
	return false
}

func values(options []study.Option) (list []string) {
	for _, o := range options {
		list = append(list, o.Value)
	}
	return list
}

// alternatives are those that words for people set apart by strokes, nil without any.
func alternatives(text string) []string {
	if !strings.Contains(text, "|") {
		return nil
	}
	return strings.Split(text, "|")
}

// brief is how a usage begins, as far as a line of a menu has room.
func brief(usage string) string {
	const enough, room = 20, 70
	for _, end := range []string{" (", ": ", "; "} {
		if at := strings.Index(usage, end); at >= enough {
			usage = usage[:at]
		}
	}
	if r := []rune(usage); len(r) > room {
		usage = strings.TrimRightFunc(string(r[:room]), func(r rune) bool { return !unicode.IsSpace(r) })
		usage = strings.TrimRight(usage, " ,") + " ..."
	}
	return usage
}

// dashed is a flag as it is written: one letter has one dash.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// quoted puts a text of a script that completes verbs and flags in a shell's single quotes. Bash and zsh end the quotes for one
// within, fish takes a backslash.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// ---- bash

// bashCompletion offers nothing where files are to be: bash takes them by default then.
func bashCompletion(name string, list []offer) string {
	var verbs []string
	var cases strings.Builder
	for _, o := range list {
		verbs = append(verbs, o.verb)
		var flags, files, folders []string
		fmt.Fprintf(&cases, "  %s)\n    case $flag in\n", o.verb)
		for _, f := range o.flags {
			flags = append(flags, dashed(f.name))
			switch {
			case f.value == folder:
				folders = append(folders, dashed(f.name))
			case len(f.words) > 0:
				fmt.Fprintf(&cases, "    %s) words=%s ;;\n", dashed(f.name), quoted(strings.Join(f.words, " ")))
			case f.value != noValue:
				files = append(files, dashed(f.name))
			}
		}
		if len(files) > 0 {
			fmt.Fprintf(&cases, "    %s) return ;;\n", strings.Join(files, "|"))
		}
		if len(folders) > 0 {
			fmt.Fprintf(&cases, "    %s) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- \"$cur\")); return ;;\n",
				strings.Join(folders, "|"))
		}
		fmt.Fprintf(&cases, "    *) words=%s flags=%s%s ;;\n    esac ;;\n", quoted(strings.Join(o.words, " ")),
			quoted(strings.Join(append(flags, "-h"), " ")),
			map[bool]string{false: "; compopt +o default 2>/dev/null"}[o.files])
	}
	return fmt.Sprintf(`# Completion of %[1]s in bash, made by: %[1]s completion bash
# For this shell: source <(%[1]s completion bash); for all: write it to
# ~/.local/share/bash-completion/completions/%[1]s
_%[1]s() {
  local cur=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD-1]} words= flags=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W %[2]s -- "$cur"))
    return
  fi
  # bash takes the = of --flag=value for a word
  if [ "$cur" = = ]; then
    cur=
  elif [ "$flag" = = ]; then
    flag=${COMP_WORDS[COMP_CWORD-2]}
  fi
  case ${COMP_WORDS[1]} in
%[3]s  esac
  case $cur in
  -*) words=$flags ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _%[1]s %[1]s
`, name, quoted(strings.Join(verbs, " ")), cases.String())
}

// ---- zsh

func zshCompletion(name string, list []offer) string {
	var verbs, cases strings.Builder
	for _, o := range list {
		fmt.Fprintf(&verbs, "    %s\n", quoted(o.verb+":"+o.brief))
		fmt.Fprintf(&cases, "  %s)\n    _arguments -S \\\n      '-h[explain it]'", o.verb)
		for _, f := range o.flags {
			spec := dashed(f.name)
			if f.value != noValue {
				spec += "="
				if len(f.name) == 1 {
					spec = dashed(f.name) + "+"
				}
			}
			spec += "[" + zshText(f.brief) + "]"
			switch {
			case len(f.words) > 0:
				spec += ":value:(" + strings.Join(f.words, " ") + ")"
			case f.value == folder:
				spec += ":folder:_files -/"
			case f.value == file:
				spec += ":file:_files"
			case f.value == word:
				spec += ":value:_default"
			}
			fmt.Fprintf(&cases, " \\\n      %s", quoted(spec))
		}
		if len(o.words) > 0 {
			fmt.Fprintf(&cases, " \\\n      %s", quoted("1:what:("+strings.Join(o.words, " ")+")"))
		}
		if o.files {
			cases.WriteString(" \\\n      '*:file:_files'")
		}
		cases.WriteString(" ;;\n")
	}
	return fmt.Sprintf(`#compdef %[1]s
# Completion of %[1]s in zsh, made by: %[1]s completion zsh
# Write it to a file _%[1]s in a folder of $fpath, or in .zshrc, after compinit:
# source <(%[1]s completion zsh)
_%[1]s() {
  local -a verbs
  verbs=(
%[2]s  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
%[3]s  esac
}
if [[ $funcstack[1] == _%[1]s ]]; then
  _%[1]s "$@"
else
  compdef _%[1]s %[1]s
fi
`, name, verbs.String(), cases.String())
}

// zshText escapes what ends a description.
var zshText = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace

// ---- fish

func fishCompletion(name string, list []offer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Completion of %[1]s in fish, made by: %[1]s completion fish\n# Write it to ~/.config/fish/completions/%[1]s.fish\n",
		name)
	say := func(when, what, brief string) {
		if brief != "" {
			what += " -d " + fishQuoted(brief)
		}
		fmt.Fprintf(&b, "complete -c %s -n %s %s\n", name, fishQuoted(when), what)
	}
	for _, o := range list {
		say("__fish_use_subcommand", "-f -a "+o.verb, o.brief)
		when := "__fish_seen_subcommand_from " + o.verb
		if len(o.words) > 0 {
			say(when, "-a "+fishQuoted(strings.Join(o.words, " ")), "what to do")
		}
		if !o.files {
			say(when, "-f", "")
		}
		for _, f := range o.flags {
			what := "-l " + f.name
			if len(f.name) == 1 {
				what = "-s " + f.name
			}
			switch {
			case len(f.words) > 0:
				what += " -x -a " + fishQuoted(strings.Join(f.words, " "))
			case f.value == folder:
				what += " -x -a '(__fish_complete_directories)'"
			case f.value != noValue:
				what += " -r -F"
			}
			say(when, what, f.brief)
		}
	}
	return b.String()
}

func fishQuoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}
