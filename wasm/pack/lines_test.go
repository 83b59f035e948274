package main

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

//go:noinline
func stackOf[T any](T) string { return string(debug.Stack()) }

func inlinedOnce(n int) string { return stackOf(n) }

func inlinedTwice(n int) string { return inlinedOnce(n + 1) }

// bare is a traceback as a packed module has it: no lines, no inlined calls, no arguments.
func bare(traceback []string) (out []string) {
	for i := 0; i < len(traceback); i++ {
		line := traceback[i]
		if i+1 == len(traceback) || !strings.HasPrefix(traceback[i+1], "\t") {
			out = append(out, line)
			continue
		}
		i++
		_, offset, is := strings.Cut(traceback[i], " +0x")
		if !is {
			continue // it is inlined
		}
		out = append(out, unargued(line), "\t"+without+offset)
	}
	return out
}

// unargued is a call without its arguments.
func unargued(line string) string {
	if at := strings.LastIndexByte(line, '('); at >= 0 && strings.HasSuffix(line, ")") && !strings.HasSuffix(line, "(...)") {
		return line[:at] + "()"
	}
	return line
}

// innermost has the line of each call's innermost inlined one in place of all of them.
func innermost(traceback []string) (out []string) {
	line := ""
	for i := 0; i < len(traceback); i++ {
		switch inlined := strings.HasSuffix(traceback[i], "(...)"); {
		case inlined && line == "":
			i++
			line = traceback[i]
		case inlined:
			i++
		case line != "" && strings.HasPrefix(traceback[i], "\t"):
			_, offset, _ := strings.Cut(traceback[i], " ")
			out, line = append(out, line+" "+offset), ""
		default:
			out = append(out, traceback[i])
		}
	}
	return out
}

func unarguedLines(traceback []string) (out []string) {
	for _, line := range traceback {
		out = append(out, unargued(line))
	}
	return out
}

// The runtime that wrote a traceback knows its lines: those that are found in the tables of the test's own
// program are the same.
func TestATracebackGetsTheLinesThatTheRuntimeSays(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("tables are read as they lie in a file of Linux on amd64")
	}
	path, err := os.Executable()
	require.NoError(t, err)
	f, err := elf.Open(path)
	require.NoError(t, err)
	defer f.Close()
	section := f.Section(".gopclntab")
	require.NotNil(t, section)
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	tables := tablesOf(content, int(section.Addr)-int(section.Offset))
	require.NotNil(t, tables)
	require.True(t, tables.tellsLines())

	var traceback string
	func() { traceback = inlinedTwice(1) }()
	want := strings.Split(strings.TrimSpace(traceback), "\n")
	require.Contains(t, traceback, "inlinedOnce(...)")
	require.Contains(t, traceback, "stackOf[...]")
	require.Contains(t, traceback, "created by testing.")
	var got bytes.Buffer
	tables.rewrite(&got, bare(want))
	require.Equal(t, strings.Join(unarguedLines(want), "\n"), strings.TrimSpace(got.String()))

	require.Equal(t, "main.(*T).f", functionOf("wasm_exec.js:22 main.(*T).f()"))
	require.Equal(t, "main.(*T).f", functionOf("created by main.(*T).f in goroutine 1"))

	got.Reset()
	tables.rewrite(&got, []string{"", "main.gone()", "\t?:0 +0x1", "\t?:0 +0xno"})
	require.Equal(t, "\nmain.gone()\n\t(no function of this module) +0x1\n\t?:0 +0xno\n", got.String())
}

// releases are those of Go that programs are tried of; the last is the one that is installed.
var releases = []string{"go1.22.12", "go1.23.12", "go1.24.11", "go1.25.5", "local"}

// A program of each release runs as before when it is packed, every pass finds what it knows, and what
// its tracebacks say has the lines that it had.
func TestProgramsOfFiveReleasesArePacked(t *testing.T) {
	if os.Getenv("SHADOWTIME_CAMPAIGNS") == "" {
		t.Skip("it may fetch four releases of Go: set SHADOWTIME_CAMPAIGNS to have it, as ./build.sh nightly does")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node to run programs in: install nodejs")
	}
	installed, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	for _, release := range releases {
		t.Run(release, func(t *testing.T) {
			env := append(os.Environ(), "GOTOOLCHAIN="+release, "GOFLAGS=-trimpath")
			run := func(env []string, name string, args ...string) (string, error) {
				c := exec.Command(name, args...)
				c.Env, c.Dir = env, "testdata/program" // its module asks for no more than the oldest
				out, err := c.CombinedOutput()
				return string(out), err
			}
			version, err := run(env, "go", "version") // which fetches it
			if err != nil {
				t.Skipf("the release can't be fetched: %s", version)
			}
			require.Contains(t, version, strings.TrimPrefix(release, "local"))
			root, err := run(env, "go", "env", "GOROOT")
			require.NoError(t, err, root)
			linked := filepath.Join(t.TempDir(), "linked.wasm")
			out, err := run(append(env, "GOOS=js", "GOARCH=wasm"),
				"go", "build", "-ldflags=-s -w", "-o", linked, ".")
			require.NoError(t, err, out)
			module, err := os.ReadFile(linked)
			require.NoError(t, err)
			packed := filepath.Join(t.TempDir(), "packed.wasm")
			require.NoError(t, os.WriteFile(packed, module, 0o600))
			require.NoError(t, rewrite(packed, 0))

			starter := filepath.Join(strings.TrimSpace(root), "lib/wasm/wasm_exec_node.js")
			if _, err := os.Stat(starter); err != nil { // what is fetched of those before 1.24 has none, and this one's serves
				starter = filepath.Join(strings.TrimSpace(string(installed)), "lib/wasm/wasm_exec_node.js")
			}
			for _, how := range []string{"nothing", "index", "nil", "goroutine"} {
				want, wantErr := run(env, node, starter, linked, how)
				got, gotErr := run(env, node, starter, packed, how)
				require.Equal(t, how != "nothing", wantErr != nil, want)
				require.Equal(t, wantErr != nil, gotErr != nil, got)
				if how != "nothing" {
					require.Contains(t, got, without)
					require.NotContains(t, got, "main.go:")
				}
				var told bytes.Buffer
				require.NoError(t, lines(module, strings.NewReader(got), &told))
				all := unarguedLines(strings.Split(want, "\n"))
				if release != "local" { // their inlined calls lie elsewhere, and are not told
					all = innermost(all)
				}
				require.Equal(t, all, unarguedLines(strings.Split(told.String(), "\n")), how)
			}
			again, err := os.ReadFile(packed)
			require.NoError(t, err)
			require.ErrorContains(t, lines(again, strings.NewReader(""), &bytes.Buffer{}), "tells no lines")
		})
	}
}
