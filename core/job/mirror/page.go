package mirror

import (
	_ "embed"
	"errors"
	"strings"
)

// Script is what the page of a host with an archive has more, at ScriptName.
//
//go:embed page.js
var Script []byte

// ScriptName is where the page looks for Script.
const ScriptName = "archive.js"

const tags = `  <meta name="shadowtime-archive" content="archive/index.json">
  <script defer src="` + ScriptName + `"></script>
`

// Page is the page told that its host has an archive.
func Page(html string) (string, error) {
	if strings.Count(html, "</head>") != 1 || strings.Contains(html, ScriptName) {
		return "", errors.New("index.html has </head> not once, or knows of an archive already: build the page anew with ./build.sh build")
	}
	return strings.Replace(html, "</head>", tags+"</head>", 1), nil
}
