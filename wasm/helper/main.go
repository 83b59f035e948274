// Command helper writes the script that Vugu's renderer would evaluate as a file
// of its own, word for word: a page that loads it needs no policy that allows eval.
//
//	helper domrender/renderer-js-script.go >public/vugu.js
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
)

// name is the renderer's constant.
const name = "jsHelperScript"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: helper FILE.go")
		os.Exit(2)
	}
	script, err := helper(os.Args[1])
	if err == nil {
		_, err = fmt.Println(script)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "helper:", err)
		os.Exit(1)
	}
}

// helper is the constant's text in a Go file.
func helper(path string) (string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return "", err
	}
	for _, d := range file.Decls {
		constants, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range constants.Specs {
			v, ok := s.(*ast.ValueSpec)
			if !ok || v.Names[0].Name != name || len(v.Values) != 1 {
				continue
			}
			if text, ok := v.Values[0].(*ast.BasicLit); ok {
				return strconv.Unquote(text.Value)
			}
		}
	}
	return "", fmt.Errorf("%s has no constant %s: Vugu's renderer has changed, see how it loads its helper now", path, name)
}
