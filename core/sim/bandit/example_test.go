package bandit_test

import (
	"fmt"

	"shadowtime/core/sim/bandit"
)

// Two queue orders, the second of which makes jobs wait half as long; the
// strategy sees only what the order in force did.
func Example() {
	kind, err := bandit.Find("epsilon-greedy")
	if err != nil {
		fmt.Println(err)
		return
	}
	strategy, err := bandit.New(kind, bandit.Settings{Arms: 2, Parameter: kind.Default, Lambda: 1, UntriedFirst: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	var choices, world bandit.Stream
	choices.Seed(1, 1)
	world.Seed(1, 2)
	strategy.Reset(&choices)

	chosen := [2]int{}
	for range 100 {
		arm := strategy.Choose(nil)
		jobs := int64(20 + world.Below(20))
		perJob := [2]float64{600, 300}[arm] * world.Between(0.5, 1.5) // seconds
		strategy.Learn(arm, float64(jobs)*perJob, jobs)
		chosen[arm]++
	}
	fmt.Println("chosen:", chosen)
	for arm := range chosen {
		seconds, _ := strategy.Estimate(arm)
		fmt.Printf("arm %d: %.0f s a job\n", arm, seconds)
	}
	// Output:
	// chosen: [3 97]
	// arm 0: 585 s a job
	// arm 1: 310 s a job
}
