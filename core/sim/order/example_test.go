package order_test

import (
	"fmt"

	"shadowtime/core/sim/order"
)

// Orders go by name, in any capitalisation; a formula over p, q, r, age and the
// built-in orders makes one of your own.
func ExampleParse() {
	for _, name := range []string{"saf", "SJF", "lexp", "expr:min(p,3600)*q", "mix:0.8*SAF+0.2*FCFS"} {
		o, err := order.Parse(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s: %s, key %s\n", o, o.Words(), o.Formula())
	}
	_, err := order.Parse("expr:p*(q+1")
	fmt.Println(err)
	// Output:
	// SAF: smallest area first, key p̃ q
	// SPF: shortest requested time first, key p̃
	// LEXP: largest expansion factor first, key -(age + p̃)/p̃
	// expr:min(p,3600)*q: smallest min(p,3600)*q first, key min(p,3600)*q
	// mix:0.8*SAF+0.2*FCFS: smallest 0.8*SAF+0.2*FCFS first, key 0.8*SAF+0.2*FCFS
	// formula: column 7: the formula ends where ')' should follow
}

// The job with the smaller key goes first.
func ExampleOrder_Key() {
	area, err := order.Parse("SAF")
	if err != nil {
		fmt.Println(err)
		return
	}
	hour := area.Key(3600, 8, 0, 0) // an hour on 8 processors
	day := area.Key(86400, 1, 0, 0) // a day on one
	fmt.Println(hour, day, hour < day)
	// Output: 28800 86400 true
}
