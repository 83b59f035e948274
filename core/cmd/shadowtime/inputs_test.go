package main

import (
	"html"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/sacct"
	"shadowtime/core/job/table"
	"shadowtime/core/study"
)

const inputsPage = "../../../public/docs/inputs.html"

func TestThePageOfInputsSaysWhatTheReadersDo(t *testing.T) {
	var columns, settings strings.Builder
	for _, c := range table.Known() {
		columns.WriteString(`<tr><th scope="row">` + c.Field + "</th><td>" + c.Words + "</td><td>" + strings.Join(c.Units, " ") +
			"</td><td>" + strings.Join(c.Names, " ") + "</td></tr>\n")
	}
	var o account.Options
	for _, s := range study.ImportSettings(&o) {
		settings.WriteString(`<tr><th scope="row">` + s.Name + " <code>--" + s.Key + "</code></th><td>" + html.EscapeString(s.Hint) +
			"</td></tr>\n")
	}
	fixture.Tables(t, inputsPage, map[string]string{"columns": columns.String(), "settings": settings.String()})
	keys := ""
	for f := range job.NumFields {
		keys += "," + f.Key()
	}
	b, err := os.ReadFile(inputsPage)
	require.NoError(t, err)
	require.Contains(t, string(b), `<code id="sacct">`+html.EscapeString(sacct.Command)+"</code>")
	require.Contains(t, string(b), `<span id="keys">`+keys[1:]+"</span>")
}
