package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
)

// helperName is the constant with the renderer's script.
const helperName = "jsHelperScript"

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
			if !ok || v.Names[0].Name != helperName || len(v.Values) != 1 {
				continue
			}
			if text, ok := v.Values[0].(*ast.BasicLit); ok {
				return strconv.Unquote(text.Value)
			}
		}
	}
	return "", fmt.Errorf("%s has no constant %s: Vugu's renderer has changed, see how it loads its helper now", path, helperName)
}
