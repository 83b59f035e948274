package jsontext

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatIsReadIsWhatTheStandardReads(t *testing.T) {
	v, err := Read(" {\"a\": [1, -2.5e3, \"x\\u00e9\\ud83d\\ude00\\n\\/\"],\n \"b\" : {}, \"c\":null, \"\":true} ")
	require.NoError(t, err)
	require.Equal(t, Object, v.Kind())
	var keys []string
	for key, m := range v.Members() {
		keys = append(keys, key)
		switch key {
		case "a":
			require.Equal(t, 1, m.Line())
			for i, e := range m.Elements() {
				switch i {
				case 1:
					f, ok := e.Float()
					require.True(t, ok)
					require.Equal(t, -2500.0, f)
				case 2:
					require.Equal(t, "xé😀\n/", e.Text())
				}
			}
		case "b":
			require.Equal(t, 2, m.Line())
		}
	}
	require.Equal(t, []string{"a", "b", "c", ""}, keys)
	require.Equal(t, `{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00\n\/"],"b":{},"c":null,"":true}`, v.Compact())
}

func TestAFaultNamesItsLineAndARemedy(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "line 1: the end of the text where a value belongs",
		"{\n\"a\": NaN}":                `line 2: "NaN" where a value belongs`,
		"{\"a\":1,\n\"a\":2}":           `line 2: "a" is given twice`,
		"[1,]":                          `"]" where a value belongs`,
		"{\"a\":1,}":                    "no comma before }",
		"{\"a\" 1}":                     "write a colon",
		"[01]":                          `"01" is no number`,
		"[1.]":                          "is no number",
		"[-]":                           "is no number",
		"[1 2]":                         "write a comma",
		"{} {}":                         "more follows",
		`["a` + "\n" + `"]`:             "does not end on its line",
		`["a`:                           "does not end",
		`["\x"]`:                        "escape",
		`["\u12"]`:                      "escape",
		"[\"\xff\"]":                    "not UTF-8",
		strings.Repeat("[", 1_000_000):  "more than 64 deep",
		strings.Repeat(`{"a":`, 100000): "more than 64 deep",
	} {
		_, err := Read(text)
		require.ErrorContains(t, err, want)
		require.Less(t, len(err.Error()), 300)
	}
}

func FuzzItIsSoundWhereTheStandardSaysSo(f *testing.F) {
	for _, s := range []string{`{"a":[1,2,{"b":"\u0041"}]}`, `[1e400,-0,"\ud800"]`, `{"a":1,"a":2}`, `"\\"`, ` 1 `, `tru`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := Read(s)
		if err != nil {
			return // the standard takes double members, and any bytes in a text
		}
		require.True(t, json.Valid([]byte(s)), s)
		var want bytes.Buffer
		require.NoError(t, json.Compact(&want, []byte(s)))
		require.Equal(t, want.String(), v.Compact())
		var walk func(v Value)
		walk = func(v Value) {
			var text string
			if v.Kind() == String && json.Unmarshal([]byte(v.Raw()), &text) == nil {
				require.Equal(t, text, v.Text())
				again, err := Read(Quote(text))
				require.NoError(t, err)
				require.Equal(t, text, again.Text())
			}
			for _, m := range v.Members() {
				walk(m)
			}
			for _, e := range v.Elements() {
				walk(e)
			}
		}
		walk(v)
	})
}

func TestAnErrorsTextIsShortWhateverItQuotes(t *testing.T) {
	require.Equal(t, `"a \"name\""`, Short(`a "name"`))
	for _, part := range []string{"a", "\x01", "ä", "\xff", "\U0001f600", "\u2028"} {
		for n := range 200 {
			s := strings.Repeat(part, n)
			q := Short(s)
			require.LessOrEqual(t, len(q), 64)
			if len(strconv.Quote(s)) <= 62 {
				require.Equal(t, strconv.Quote(s), q)
			}
		}
	}
}
