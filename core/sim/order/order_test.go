package order_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/order/expr"
)

func parse(t *testing.T, name string) order.Order {
	t.Helper()
	o, err := order.Parse(name)
	require.NoError(t, err)
	return o
}

func TestNamesAreReadInAnyCapitalisationAndWithAliases(t *testing.T) {
	for _, o := range order.Every() {
		require.Equal(t, o, parse(t, strings.ToLower(o.Name())))
		require.Equal(t, o, parse(t, " "+o.Name()+" "))
		require.NotEmpty(t, o.Formula())
		require.NotEmpty(t, o.Source())
		require.NotEmpty(t, o.Words())
	}
	for alias, name := range map[string]string{"sjf": "SPF", "SPT": "SPF", "exp": "LEXP", "XFactor": "LEXP"} {
		require.Equal(t, name, parse(t, alias).Name())
	}
	_, err := order.Parse("SMALLEST")
	require.ErrorContains(t, err, "\"SMALLEST\"")
	for _, o := range order.Every() {
		require.ErrorContains(t, err, o.Name())
	}
}

func TestTheTwelveStandInDisplayOrder(t *testing.T) {
	var names []string
	for _, o := range order.Twelve() {
		names = append(names, o.Name())
	}
	require.Equal(t, "FCFS LCFS SPF LPF SQF LQF LEXP SEXP SRF LRF SAF LAF", strings.Join(names, " "))
	require.Equal(t, order.Twelve(), order.Every()[:12])
	require.Equal(t, order.Order{}, order.Twelve()[0], "the zero value is FCFS")
}

func TestKeysAreTheDefinedOnes(t *testing.T) {
	const p, q, r, age = 3600, 8, 100, 1800
	for name, want := range map[string]float64{
		"FCFS": 100, "LCFS": -100, "SPF": 3600, "LPF": -3600, "SQF": 8, "LQF": -8,
		"SEXP": 1.5, "LEXP": -1.5, "SRF": 450, "LRF": -450, "SAF": 28800, "LAF": -28800,
		"WFP3": -1, "UNICEF": -1. / 6,
		"F1": math.Log10(3600)*8 + 870*2, "F2": 60*8 + 25600*2, "F3": 28800 + 6860000*2,
		"F4":  3600*math.Sqrt(8) + 530000*2,
		"LIN": 0.03238414 + 1.148218e-07*3600 + 2.607264e-05*8 - 1.574367e-07*100,
	} {
		require.InDelta(t, want, parse(t, name).Key(p, q, r, age), 1e-9*math.Abs(want), name)
	}
}

// The coefficients of the study's own program, beside the repository.
func TestRegressedOrdersHaveTheStudysCoefficients(t *testing.T) {
	b, err := os.ReadFile(fixture.Path(t, "golden", "regress", "theta.json"))
	require.NoError(t, err)
	var models map[string]struct {
		Features []string
		Theta    []float64
	}
	require.NoError(t, json.Unmarshal(b, &models))
	require.Len(t, models, 4)
	for name, m := range models {
		for _, j := range [][3]int64{{0, 1, 0}, {1, 1, 1}, {3600, 8, 100}, {172_800, 512, 1_296_000}} {
			want := 0.0
			for i, theta := range m.Theta {
				value := map[string]float64{"p": float64(j[0]), "q": float64(j[1]), "r": float64(j[2])}
				for _, factor := range strings.Fields(m.Features[i]) {
					v, power, _ := strings.Cut(factor, "^")
					x := 1.0
					if n, err := strconv.Atoi(power); err == nil {
						x = math.Pow(value[v], float64(n))
					} else if v != "1" {
						x = value[v]
					}
					theta *= x
				}
				want += theta
			}
			require.InDelta(t, want, parse(t, name).Key(j[0], int32(j[1]), j[2], 77), 1e-9*(1+math.Abs(want)), name)
		}
	}
}

func TestZeroRequestedTimeAndZeroSubmitCountAsOne(t *testing.T) {
	for _, o := range order.Every() {
		for _, q := range []int32{1, 7} {
			k := o.Key(0, q, 0, 50)
			require.False(t, math.IsNaN(k) || math.IsInf(k, 0), o.Name())
		}
	}
	require.Equal(t, -51., parse(t, "LEXP").Key(0, 3, 0, 50))
	require.Equal(t, 0.25, parse(t, "SRF").Key(0, 4, 0, 0))
	require.Less(t, parse(t, "UNICEF").Key(100, 1, 0, 1), parse(t, "UNICEF").Key(1, 2, 0, 1e6), "serial jobs first")
}

func TestOnlyOrdersWithAgeInTheKeyAreAged(t *testing.T) {
	for _, o := range append(order.Every(), parse(t, "mix:SAF+2*FCFS"), parse(t, "expr:p/(age+1)"), parse(t, "mix:0.5*lexp+q")) {
		differ := o.Key(100, 4, 50, 10) != o.Key(100, 4, 50, 20)
		require.Equal(t, differ, o.Aged(), o.Name())
	}
}

func TestSortableComparesAsKeysDo(t *testing.T) {
	keys := []float64{math.Inf(-1), -1e300, -2, -1, -1e-320, 0, 1e-320, 1, 2, 1e300, math.Inf(1), math.NaN()}
	for i := 1; i < len(keys); i++ {
		require.Less(t, order.Sortable(keys[i-1]), order.Sortable(keys[i]))
	}
	require.Equal(t, order.Sortable(0), order.Sortable(math.Copysign(0, -1)))
}

func TestAgedKeysCompareAsKeysDo(t *testing.T) {
	fixture.Long(t)
	r := rand.New(rand.NewPCG(1, 2))
	c := &order.Columns{Start: 7}
	var jobs []int32
	for j := range 200 {
		c.Submit = append(c.Submit, 7+r.Int64N(1000))
		c.Request = append(c.Request, r.Int64N(50)*r.Int64N(50))
		c.Size = append(c.Size, 1+r.Int32N(16))
		jobs = append(jobs, int32(j))
	}
	got, constants := make([]uint64, len(jobs)), make([]int64, len(jobs))
	for _, o := range append(order.Every(), parse(t, "expr:age/(p-q)")) {
		if !o.Aged() {
			continue
		}
		o.Constants(constants, c.Request, c.Size)
		const now = 1007
		o.AgedKeys(got, jobs, now, c, constants)
		key := func(j int32) uint64 {
			return order.Sortable(o.Key(c.Request[j], c.Size[j], c.Submit[j]-7, now-c.Submit[j]))
		}
		for _, a := range jobs {
			for _, b := range jobs {
				require.Equal(t, key(a) < key(b), got[a] < got[b], o.Name())
			}
		}
	}
}

func TestMixesOfOrdersAreTheSumsOfTheirKeys(t *testing.T) {
	for _, o := range order.Every() {
		alone := parse(t, "mix:1*"+o.Name())
		for _, j := range [][4]int64{{3600, 8, 100, 1800}, {0, 1, 0, 0}, {1, 1, 5, 9}} {
			want := o.Key(j[0], int32(j[1]), j[2], j[3])
			require.InDelta(t, want, alone.Key(j[0], int32(j[1]), j[2], j[3]), 1e-12*math.Abs(want), o.Name())
		}
	}
	o := parse(t, "mix: 0.5*SAF - 2*fcfs")
	require.Equal(t, 0.5*28800-200, o.Key(3600, 8, 100, 0))
	require.Equal(t, "mix: 0.5*SAF - 2*fcfs", o.Name())
	require.Equal(t, "0.5*SAF - 2*fcfs", o.Formula())
	require.True(t, o.Same(parse(t, o.Name())))
	require.False(t, o.Same(parse(t, "mix:SAF")))
}

func TestAFormulaHasABoundedLength(t *testing.T) {
	_, err := order.Parse("expr:" + strings.Repeat("p+", expr.MaxText/2-1) + "p")
	require.NoError(t, err)
	_, err = order.Parse("expr:" + strings.Repeat("(", 50_000))
	require.ErrorContains(t, err, "it has 50000 bytes, at most 4000: write a shorter one")
	require.Less(t, len(err.Error()), 300, "the error does not repeat it")
}

func TestABadFormulaIsAnErrorWithItsColumn(t *testing.T) {
	for text, want := range map[string]string{
		"p*":       "column 3: the formula ends",
		"p*q)":     "column 4: found ')'",
		"p^2":      "write a power as a product",
		"p + wait": "column 5: unknown name \"wait\"",
		"log(p":    "column 6: the formula ends where ')'",
		"min(p)":   "second argument",
		"1.2.3":    "column 1: \"1.2.3\" is not a number",
		"p̃ §":     "column 4: found '§'",
	} {
		_, err := order.Parse("expr:" + text)
		require.ErrorContains(t, err, want, text)
	}
}

func TestEvaluationDoesNotAllocate(t *testing.T) {
	o := parse(t, "expr:max(log10(p),sqrt(q),3)*2-age/(r+1)")
	sum := 0.
	require.Zero(t, testing.AllocsPerRun(100, func() { sum += o.Key(100, 4, 3, 2) }))
	require.True(t, slices.Contains([]bool{true}, sum < 0 || sum > 0))
}

func BenchmarkKey(b *testing.B) {
	for _, name := range []string{"SAF", "LEXP", "UNICEF", "F1", "expr:max(log10(p),sqrt(q),3)*2-age/(r+1)"} {
		o, err := order.Parse(name)
		require.NoError(b, err)
		b.Run("order="+name, func(b *testing.B) {
			sum := 0.
			for b.Loop() {
				sum += o.Key(1000, 16, 1e6, 300)
			}
			if sum == 0 {
				b.Log(sum)
			}
		})
	}
}

func TestGroupsOfOrdersGoWithNamesAndFormulas(t *testing.T) {
	every, twelve := order.Names(order.Every()), order.Names(order.Twelve())
	for text, want := range map[string][]string{
		"every,p*q":             append(slices.Clone(every), "expr:p*q"),
		"all, WFP3 ,max(p,q)+1": append(slices.Clone(twelve), "WFP3", "expr:max(p,q)+1"),
		"all,every":             every,
		"saf,all": append([]string{"SAF"}, slices.DeleteFunc(slices.Clone(twelve),
			func(n string) bool { return n == "SAF" })...),
		"expr:p*q,p*q,every": append([]string{"expr:p*q"}, every...),
	} {
		got, err := order.Proper(order.Split(text))
		require.NoError(t, err)
		require.Equal(t, want, got, text)
		again, err := order.Proper(order.Split(order.Text(got)))
		require.NoError(t, err)
		require.Equal(t, got, again, "what is written is read back: %s", order.Text(got))
	}
	require.Equal(t, "every,expr:p*q", order.Text(append(slices.Clone(every), "expr:p*q")))
	require.Equal(t, "all,F4", order.Text(append(slices.Clone(twelve), "F4")))
	require.Equal(t, "SPF,FCFS", order.Text([]string{"SPF", "FCFS"}))
	_, err := order.Proper([]string{"every", "p**q"})
	require.ErrorContains(t, err, "column 3")
}
