package numeral

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNumbersReadAsAPersonWritesThem(t *testing.T) {
	plain := func(s string) string { return strings.ReplaceAll(s, Thin, " ") }
	for want, v := range map[string]float64{"0": 0, "0.873": 0.873, "1": 0.9999, "12.4": 12.42, "123": 123.4, "1 235": 1234.6,
		"1 234 568": 1234567.9, "−3.5": -3.5, "0.00123": 0.001234, "1.2·10⁻⁵": 0.0000123, "10²⁰": 1e20, "∞": math.Inf(1), "–": math.NaN()} {
		assert.Equal(t, want, plain(Number(v)))
	}
	for want, v := range map[string]float64{"0 s": 0, "0.5 s": 0.5, "45 s": 45, "1 min": 60, "1.5 min": 90, "59 min": 3560, "1 h": 3599,
		"2.5 h": 9000, "40 h": 144000, "2.1 d": 181440, "365 d": 365 * 86400, "−5 min": -300} {
		assert.Equal(t, want, plain(Duration(v)))
	}
	assert.Equal(t, "−23 %", plain(SignedPercent(-0.2345, 0)))
	assert.Equal(t, "+23.5 %", plain(SignedPercent(0.23451, 1)))
	assert.Equal(t, "0 %", plain(SignedPercent(-0.0001, 0)), "nothing is minus zero")
	assert.Equal(t, "0.0 %", plain(SignedPercent(0.0001, 1)), "nor plus zero")
	for _, huge := range []float64{101, 1.2e6, 4.7e24} {
		assert.Equal(t, "over +10 000 %", plain(SignedPercent(huge, 1)))
		assert.Equal(t, "over 10 000 %", plain(Share(huge)))
		assert.Equal(t, "[−83, over 10 000]", plain(IntervalTo(-0.83, huge, 0)))
		assert.Equal(t, "[below −10 000, 5.0]", plain(IntervalTo(-huge, 0.05, 1)))
	}
	assert.Equal(t, "+10 000 %", plain(SignedPercent(100, 0)))
	for _, endless := range []float64{math.Inf(1), math.Inf(-1)} {
		assert.Equal(t, Unknown, SignedPercent(endless, 0), "a part of nothing is not known")
		assert.Equal(t, Unknown, Percent(endless, 0))
	}
	assert.Equal(t, "28 397", plain(Whole(28396.6)))
	assert.Equal(t, "8.1 %", plain(Share(0.081)))
}

func TestTablesAndSentencesWriteFiguresAlike(t *testing.T) {
	nan := math.NaN()
	for want, got := range map[string]string{
		"−23.4 %": Change(-0.234), "+4.1 %": Change(0.0412), "0.0 %": Change(-0.0001), "–": Change(nan), "+1 430.0 %": Change(14.3),
		"[−28.0, 1.2]": Interval(-0.28, 0.012), "": Interval(nan, 1), "[−3, 12]": IntervalTo(-0.03, 0.12, 0),
		"24 %": Share(0.2351), "9.9 %": Share(0.0994), "0.35 %": Share(0.0035), "99 %": Share(0.99), "– ": Share(nan) + " ",
		"1 234 567": Count(1234567), "−1 234": Count(-1234), "999": Count(999), "–  ": Duration(nan) + "  ",
		"1.4 h": Duration(5000.0), "a, b and c": Listed([]string{"a", "b", "c"}), "a": Listed([]string{"a"}), "1.25": Plain(1.25),
		" ": Exact(nan) + " ",
	} {
		assert.Equal(t, want, strings.ReplaceAll(got, Thin, " "))
	}
}

// A log's length has one form, in a unit of which there are two at least, so that no sentence has to ask for one or many.
func TestALengthIsOfTwoOrMoreOfItsUnit(t *testing.T) {
	for seconds, words := range map[int64]string{0: "under 2 minutes", 119: "under 2 minutes",
		120: "2 minutes", 7199: "120 minutes",
		7200: "2 hours", 86400: "24 hours", 2*86400 - 1: "48 hours",
		11 * 86400: "11 days", 75 * 86400: "2 months", 334 * 86400: "11 months",
		730 * 86400: "24 months", 5570 * 86400: "15 years"} {
		assert.Equal(t, words, Length(seconds), seconds)
	}
}
