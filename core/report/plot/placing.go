package plot

// Placed is the mark of a choice on a machine of unequal processors: the colour is
// what is looked at when cores are taken, in the hue of the criterion it resembles,
// the form the kind of backfilling: hollow for none, filled for EASY.
func Placed(placing, backfilling string) Mark {
	at := map[string]int{"high_gflops": 1, "high_cores": 2, "high_mem": 3, "high_mem_bw": 4, "low_power": 5}[placing] // else as arrivals
	m := hues[at].mark()
	switch backfilling {
	case "none":
		m.Hollow = true
	case "easy-aware":
		m.Shape = Diamond
	}
	return m
}

// Chooser is the mark of who takes now this pair, now that, hollow likewise: a star for
// an agent as it learned, a triangle for its likeliest action, a cross for any at random.
func Chooser(s Shape, backfilling string) Mark {
	m := accent.mark()
	if s == Cross {
		m = ink.mark()
	}
	m.Shape, m.Hollow = s, backfilling == "none"
	return m
}
