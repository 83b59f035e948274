package main

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// heaviest are as many packages as the table names.
const heaviest = 24

// byPackage builds the module with the names of its functions, and gives the code of each package, packed alone, as rows of
// a table, the heaviest first: what it would take away is near that.
func byPackage(flags []string) (rows string, err error) {
	dir, err := os.MkdirTemp("", "weight")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "page.wasm")
	cmd := exec.Command("go", append(append([]string{"build", "-trimpath", "-ldflags=-w", "-o", out}, flags...), "./wasm/page")...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return "", err
	}
	module, err := os.ReadFile(out)
	if err != nil {
		return "", err
	}
	names, bodies, err := functions(module)
	if err != nil {
		return "", err
	}
	code := map[string][]byte{}
	for i, body := range bodies {
		p := packageOf(names[i])
		code[p] = append(code[p], body...)
	}
	type weight struct {
		name string
		size int
	}
	var list []weight
	for p, b := range code {
		small, err := compressBest(b)
		if err != nil {
			return "", err
		}
		list = append(list, weight{p, len(small)})
	}
	slices.SortFunc(list, func(a, b weight) int { return cmp.Or(b.size-a.size, strings.Compare(a.name, b.name)) })
	rest := 0
	for i, w := range list {
		if i >= heaviest {
			rest += w.size
			continue
		}
		rows += fmt.Sprintf("<tr><th scope=\"row\">%s</th><td class=\"num\">%s</td></tr>\n", html.EscapeString(w.name), kilobytes(w.size))
	}
	return rows + fmt.Sprintf("<tr><th scope=\"row\">%d others</th><td class=\"num\">%s</td></tr>\n", max(0, len(list)-heaviest),
		kilobytes(rest)), nil
}

// functions are the names and bodies of a module's functions.
func functions(module []byte) (names []string, bodies [][]byte, err error) {
	if len(module) < 8 || string(module[:4]) != "\x00asm" {
		return nil, nil, errModule
	}
	known, imported := map[int]string{}, 0
	const imports, functionNames = 2, 1
	r := reader{b: module[8:]}
	for len(r.b) > 0 && !r.bad {
		id := r.byte()
		s := reader{b: r.take(r.unsigned())}
		switch id {
		case imports:
			imported = s.unsigned() // Go imports functions alone
		case codeBody:
			for n := s.unsigned(); n > 0 && !s.bad; n-- {
				bodies = append(bodies, s.take(s.unsigned()))
			}
		case custom:
			if string(s.take(s.unsigned())) != "name" {
				continue
			}
			for len(s.b) > 0 && !s.bad {
				part := s.byte()
				list := reader{b: s.take(s.unsigned())}
				if part != functionNames {
					continue
				}
				for n := list.unsigned(); n > 0 && !list.bad; n-- {
					at := list.unsigned()
					known[at] = string(list.take(list.unsigned()))
				}
			}
		}
		if s.bad {
			return nil, nil, errModule
		}
	}
	if r.bad || len(bodies) == 0 || len(known) == 0 {
		return nil, nil, errors.New("the module names no functions")
	}
	for i := range bodies {
		names = append(names, known[imported+i])
	}
	return names, bodies, nil
}

// packageOf is the package of a function by its name in the module, in which slashes are underscores.
func packageOf(name string) string {
	host := 0 // which has a dot of its own
	for _, h := range [...]string{"github.com_", "honnef.co_", "gonum.org_"} {
		if strings.HasPrefix(name, h) {
			host = len(h)
		}
	}
	path, _, ok := strings.Cut(name[host:], ".")
	if !ok {
		return "the linker"
	}
	return strings.ReplaceAll(name[:host]+path, "_", "/")
}
