package jsontext

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// found are the objects of lists, and those that stand alone.
func found(text string, size int) (list []string, whole bool) {
	o := Objects{Most: 40, Take: func(place []string, open byte) bool { return open == '{' && strings.Join(place, "") == "" }}
	o.Give = func(_ []string, text []byte, line int, end Ending) {
		list = append(list, string(rune('0'+line))+" "+[...]string{"whole", "long", "torn", "cut"}[end]+" "+string(text))
	}
	for rest := text; rest != ""; {
		n := min(size, len(rest))
		o.Write([]byte(rest[:n]))
		rest = rest[n:]
	}
	return list, o.Close()
}

func TestObjectsAreFoundHoweverTheTextIsCut(t *testing.T) {
	for _, c := range []struct {
		text  string
		whole bool
		want  []string
	}{
		{`[{"a": 1}, {"b": "}\""}]`, true, []string{`1 whole {"a": 1}`, `1 whole {"b": "}\""}`}},
		{"{\"a\": {\"c\": [1]}}\n\n{}{}", true, []string{`1 whole {"a": {"c": [1]}}`, "3 whole {}", "3 whole {}"}},
		{"{\"a\": 1,\n{\"b\": 2}\n", true, []string{"1 torn {\"a\": 1,\n", `2 whole {"b": 2}`}},
		{"{\"a\": \"x\n{\"b\": 2}\n", true, []string{"1 torn {\"a\": \"x\n", `2 whole {"b": 2}`}},
		{"{\"a\":\n{\"b\": [\n{}]}}", true, []string{"1 whole {\"a\":\n{\"b\": [\n{}]}}"}},
		{`{"a": 1, "b`, false, []string{`1 cut {"a": 1, "b`}},
		{`{"a": "` + strings.Repeat("x", 40) + `"}{}`, true, []string{`1 long {"a": "` + strings.Repeat("x", 33), "1 whole {}"}},
		{`[{"a": 1}`, false, []string{`1 whole {"a": 1}`}},
		{"", true, nil},
	} {
		for _, size := range []int{1, 3, 1000} {
			list, whole := found(c.text, size)
			require.Equal(t, c.want, list, c.text)
			require.Equal(t, c.whole, whole, c.text)
		}
	}
}

func TestAnOutlineTellsWhatOpensAndWhatIsNamed(t *testing.T) {
	list := Outline([]byte("\ufeff {\"jobs\": [{\"id\": 1, \"time\": {\"sta"))
	require.Equal(t, []Step{{Open: '{'}, {Name: "jobs"}, {Place: []string{"jobs"}, Open: '['}, {Place: []string{"jobs", ""}, Open: '{'},
		{Place: []string{"jobs", ""}, Name: "id"}, {Place: []string{"jobs", ""}, Name: "time"},
		{Place: []string{"jobs", "", "time"}, Open: '{'}}, list)
	require.True(t, list[3].At("jobs", ""))
	require.False(t, list[3].At("jobs"))
	require.False(t, list[3].At("jobs", "x"))
	require.Nil(t, Outline([]byte("; no JSON")))
}
