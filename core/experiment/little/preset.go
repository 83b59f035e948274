package little

import "shadowtime/core/sim"

// Preset is an example that shows something.
type Preset struct {
	Key, Name string
	Brief     string // what happens, in a few words
	Shows     string // what to look for, in a sentence or two
	Example   *Example
}

// First is the example that is proposed.
func First() *Example { return textbook() }

// Presets are the examples to begin with.
func Presets() []Preset {
	return []Preset{
		{"textbook", "The textbook backfill", "Jobs 3 and 4 slip past the head and do not delay it.",
			"Job 3 ends in time, job 4 runs on extra processors: both slip past the head, job 2, and " +
				"it starts no later for it. Job 5 would make it late.", textbook()},
		{"requests", "A request too long", "Job 3 asks for three times what it needs, and waits for it.",
			"Job 3 runs 3 h and requests 9. The scheduler believes it, and keeps it waiting; had it " +
				"asked for what it needs, it would start at once.", requests()},
		{"starvation", "A wide job starves", "Short jobs keep coming, and the wide one waits.",
			"Shortest first, a short job every hour, and a job that needs the whole " +
				"machine: it waits as long as they keep coming. A threshold bounds its wait.", starvation(12)},
		{"broken", "A promise that is void", "Shortest first serves job 4 before the one it promised a start.",
			"At 1 h job 2 is promised 3 h. Then job 4 comes, which is shorter and asks for the whole machine: " +
				"shortest first serves it first, and job 2 starts at 5 h. First come, first served keeps its word.", broken()},
		{"second", "The second in line starts late", "Job 4 slips in, and job 3 starts later for it.",
			"Only the head is promised anything: job 4 slips in beside it, and " +
				"job 3, next in line, starts later than without backfilling.", second()},
		{"conservative", "A promise for everybody", "One promises the head a start, the other everybody.",
			"Conservative backfilling promises every job a start. It lets job 4 in, as EASY " +
				"does, but not job 5, which would make job 3 late.", conservative()},
		{"estimate", "A wrong estimate", "Job 1 ends early, and the head has to wait all the same.",
			"Job 1 requests 8 h and is done after 3. Job 3 was let in by the 8: the head, job 2, starts " +
				"when it was promised, but could have started 5 h before.", estimate()},
		{"maintenance", "A maintenance empties a machine", "Who may run into it waits, also while all is idle.",
			"At 6 h all 8 processors go out for 3 h, and the scheduler knows it. Job 2 asks for 6 h and could run into that: it waits " +
				"until 9 h, though it runs for 2. Who asks for less slips in before; with exact requests job 2 does too.", maintenance()},
		{"orders", "Three orders on one queue", "Who goes first decides who waits.",
			"Five jobs wait for the machine. Who goes first decides who waits, and how long on average.", orders()},
		{"shares", "Two users share a machine", "Who floods the machine waits for who comes later.",
			"User 1 floods the machine, user 3 comes an hour later and goes first by fair share. The schedules first differ at 5 h. " +
				"Classic fair share compares the users: both have used more than their shares, user 1 by 45 %, user 3 by 27 %. " +
				"Fair Tree compares the accounts first: account 1 has used less than its half, since its user 2 asks for nothing, so " +
				"user 1 goes first.",
			shared()},
		{"nodes", "Jobs on the last GPU node", "Job 4 waits for a GPU while two are idle.",
			"Job 1 has all of node 1, jobs 2 and 3 have the processors of node 2. Job 4 asks for one processor and one GPU: at 2 h it " +
				"waits, though both GPUs of node 2 are idle. Where jobs without GPUs leave a processor for each GPU it starts at once, " +
				"and job 3 waits instead.", gpus()},
	}
}

func on(procs int64, jobs []Job, sides ...Side) *Example {
	return &Example{Procs: procs, Jobs: jobs, Sides: sides, At: None}
}

// textbook is the lesson of the page: a head, one that ends in time, one on extra
// processors, one that would delay.
func textbook() *Example {
	return on(8, []Job{{0, 6, 6, 5}, {1, 4, 4, 6}, {2, 3, 3, 1}, {3, 8, 8, 2}, {4, 4, 4, 1}}, Easy("FCFS"), filled(sim.NoBackfilling))
}

func requests() *Example {
	return on(8, []Job{{0, 6, 6, 5}, {1, 4, 4, 6}, {2, 3, 9, 3}, {3, 2, 2, 1}}, Easy("FCFS"), exact())
}

func maintenance() *Example {
	e := on(8, []Job{{0, 4, 4, 5}, {1, 2, 6, 3}, {2, 2, 2, 2}, {4, 2, 2, 4}, {5, 4, 4, 6}}, Easy("FCFS"), exact())
	e.Out = Outage{6, 3, 8}
	return e
}

func broken() *Example {
	return on(8, []Job{{0, 3, 3, 6}, {1, 4, 4, 4}, {1, 1, 1, 2}, {2, 2, 2, 8}}, Easy("SPF"), Easy("FCFS"))
}

func second() *Example {
	return on(8, []Job{{0, 4, 4, 5}, {1, 4, 4, 6}, {2, 4, 4, 8}, {3, 8, 8, 2}}, Easy("FCFS"), filled(sim.NoBackfilling))
}

func conservative() *Example {
	return on(8, []Job{{0, 4, 4, 5}, {1, 4, 4, 6}, {2, 3, 3, 8}, {3, 1, 1, 1}, {3, 8, 8, 2}}, Easy("FCFS"), filled(sim.Conservative))
}

func estimate() *Example {
	return on(8, []Job{{0, 3, 8, 5}, {1, 2, 2, 6}, {2, 6, 6, 3}, {3, 2, 2, 2}}, Easy("FCFS"), exact())
}

func orders() *Example {
	return on(8, []Job{{0, 2, 2, 8}, {1, 3, 3, 3}, {1, 8, 8, 4}, {1, 2, 2, 6}, {1, 5, 5, 2}, {1, 1, 1, 8}}, Easy("FCFS"),
		Easy("SPF"), Easy("LPF"))
}

// starvation is a wide job, the second, among so many narrow ones, one an hour.
func starvation(narrow int) *Example {
	bounded := Easy("SPF")
	bounded.Threshold = 4
	e := on(8, nil, Easy("SPF"), bounded)
	for i := range narrow {
		if e.Jobs = append(e.Jobs, Job{int64(i), 2, 2, 4}); i == 0 {
			e.Jobs = append(e.Jobs, Job{1, 3, 3, 8})
		}
	}
	return e
}

// shared is a user who comes with many jobs at once, with a colleague who has none, and one of another account.
func shared() *Example {
	e := on(4, nil, fairly(Classic), fairly(FairTree), Easy("FCFS"))
	e.Users = []User{{1, 1}, {1, 1}, {2, 1}}
	for i := range int64(10) {
		j, of := Job{0, 2, 2, 2}, int64(1)
		if i >= 6 {
			j, of = Job{1, 3, 3, 2}, 3
		}
		e.Jobs, e.Of = append(e.Jobs, j), append(e.Of, of)
	}
	return e
}

// gpus are jobs without GPUs on the last node that has some free.
func gpus() *Example {
	e := on(8, []Job{{0, 5, 5, 4}, {0, 6, 6, 2}, {1, 3, 3, 2}, {2, 2, 2, 1}, {3, 2, 2, 1}}, fairly(Fullest), fairly(Kept))
	e.GPUs = []int64{2, 0, 0, 1, 1}
	return e
}

func fairly(order string) Side {
	s := Easy(order)
	s.plain()
	return s
}

func filled(how sim.Backfilling) Side {
	s := Easy("FCFS")
	s.Backfilling = how
	return s
}

func exact() Side {
	s := Easy("FCFS")
	s.Exact = true
	return s
}
