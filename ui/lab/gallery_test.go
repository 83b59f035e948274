package lab

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/figure"
)

func TestNumbersAreWrittenAsTheReadoutDoes(t *testing.T) {
	for _, x := range []struct {
		as               Told
		head, text, want string
	}{
		{Changes, "SPF", "-0.123456", "−12 %"},
		{Changes, "SPF p90", "0.0412", "+4.1 %"},
		{Shares, "FCFS", "0.75", "75 %"},
		{Changes, "average wait under FCFS, s", "5400", "1.5 h"},
		{Changes, "jobs", "22508", "22 508"},
		{Plainly, "max", "1.23456", "1.23456"},
		{Plainly, "max", "-12345.6", "−12 345.6"},
		{Plainly, "order", "SPF", "SPF"},
		{Changes, "low", "", ""},
	} {
		words, exact := x.as.told(x.head, x.text)
		require.Equal(t, x.want, strings.ReplaceAll(words, figure.Thin, " "), x.text)
		if x.text != "" && x.text != "SPF" {
			require.Equal(t, ` data-value="`+x.text+`"`, exact, "programs read it as it was")
		}
	}
}
