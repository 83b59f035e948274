package bench

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Lines reads what a benchmark printed, here or in a browser: of its lines BENCH the ns
// an event, by trace and order; others are passed over.
func Lines(r io.Reader) (map[string]float64, error) {
	ns := map[string]float64{}
	s := bufio.NewScanner(r)
	for s.Scan() {
		f := strings.Fields(s.Text())
		if len(f) != 1+len(Heading()) || f[0] != "BENCH" {
			continue
		}
		x, err := strconv.ParseFloat(f[6], 64)
		if err != nil {
			return nil, fmt.Errorf("BENCH line %q: %w", s.Text(), err)
		}
		ns[f[2]+" "+f[3]] = x
	}
	return ns, s.Err()
}
