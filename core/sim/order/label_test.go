package order_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/sim/order"
)

func TestAFormulaMayHaveAName(t *testing.T) {
	for text, name := range map[string]string{
		"mine=expr:p*q":                "mine=expr:p*q",
		" My-own_2 = p*q ":             "My-own_2=expr:p*q",
		"mine=p":                       "mine=expr:p",
		"mine=SAF":                     "mine=expr:SAF",
		"a=mix:0.5*SAF+FCFS":           "a=mix:0.5*SAF+FCFS",
		"sixteen_letters_=max(p,q)":    "sixteen_letters_=expr:max(p,q)",
		"x=expr:1.327349e-08*p + r/10": "x=expr:1.327349e-08*p + r/10",
	} {
		o := parse(t, text)
		require.Equal(t, name, o.Name(), text)
		require.True(t, o.Same(parse(t, name)), text)
		label, formula, _ := strings.Cut(name, "=")
		require.Equal(t, label, o.Label())
		require.Equal(t, label, order.Label("fixed:" + name)[len("fixed:"):])
		require.Equal(t, formula, order.FormulaOf(name))
		require.Equal(t, label+" ("+formula+")", order.Spelled(name))
		require.Equal(t, name, order.Full(label, "SAF", name))
	}
	require.Equal(t, "expr:p*q", order.Spelled("expr:p*q"))
	require.Equal(t, "LAF", order.Full("LAF", "SAF", "mine=expr:p"))
}

// Two names for one formula are two lines of a report, of one order.
func TestANameChangesNoKey(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, text := range []string{"expr:p*q", "mix:0.5*SAF+2*LEXP", "expr:log10(max(p,1))*q-age/(r+1)", "expr:p/0"} {
		plain, a, b := parse(t, text), parse(t, "mine="+text), parse(t, "yours="+text)
		require.True(t, plain.Same(a) && a.Same(b))
		require.NotEqual(t, a.Name(), b.Name())
		require.Equal(t, plain.Aged(), a.Aged())
		require.Equal(t, plain.Formula(), a.Formula())
		require.Equal(t, plain.Words(), b.Words())
		for range 100 {
			p, q, s, age := r.Int64N(1e6), 1+r.Int32N(1000), r.Int64N(1e8), r.Int64N(1e6)
			require.Equal(t, order.Sortable(plain.Key(p, q, s, age)), order.Sortable(a.Key(p, q, s, age)))
		}
	}
}

func TestABadNameIsSaidWithARemedy(t *testing.T) {
	for text, want := range map[string]string{
		"2nd=p*q":                            `name of a queue order "2nd": use a letter`,
		"=p*q":                               `name of a queue order "": use a letter`,
		"seventeen_letters=p":                "at most 15 letters",
		"é=p":                                "use a letter",
		"<b>=p":                              `"<b>": use a letter`,
		"a b=p":                              "use a letter",
		"saf=p":                              "means something else here: choose another",
		"SJF=p":                              "means something else",
		"all=p":                              "means something else",
		"q=p":                                "means something else",
		"mine=":                              "has a name and no formula",
		"mine=yours=p":                       `unknown name "yours"`,
		"mine=expr:p**q":                     "column 3",
		"expr:p=q":                           "column 2: found '='",
		"mine=<script>":                      "column 1: found '<'",
		strings.Repeat("a", 3<<10):           "unknown queue order",
		strings.Repeat("a=", 1<<10):          "unknown name",
		strings.Repeat("<p>=", 1<<9):         "use a letter",
		"mine=" + strings.Repeat("(", 3<<10): "too many parentheses",
	} {
		_, err := order.Parse(text)
		require.ErrorContains(t, err, want, "%.40s", text)
		require.Less(t, len(err.Error()), 600, "%.40s", text)
	}
}

func TestNoTwoOrdersOfAListAreCalledAlike(t *testing.T) {
	got, err := order.Proper(order.Split("SAF,mine=p*q,mine=expr:p*q,yours=p*q,expr:p*q"))
	require.NoError(t, err)
	require.Equal(t, []string{"SAF", "mine=expr:p*q", "yours=expr:p*q", "expr:p*q"}, got)
	again, err := order.Proper(order.Split(order.Text(got)))
	require.NoError(t, err)
	require.Equal(t, got, again)
	for _, list := range []string{"mine=p,mine=q", "mine=p,SAF,MINE=p"} {
		_, err = order.Proper(order.Split(list))
		require.ErrorContains(t, err, "give one of them another name", list)
	}
}
