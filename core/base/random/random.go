// Package random says which stream of random numbers belongs to what: every
// stream is PCG (PCG-DXSM of 128 bits, math/rand/v2) begun with two words, and
// no two uses share one where they should not. The words are taken from here,
// and Table is what formats.html says of them, so that another hand can draw the
// same numbers from that page alone.
package random

import "strconv"

// What sets streams of a seed apart. Resample k of a plan draws its weeks from
// PCG(seed, k).
const (
	// Sizes of a scaled load are drawn from PCG(seed^Sizes, k): "sizes".
	Sizes uint64 = 0x73697a6573
	// OtherUsers is the first word, with the seed, of draws of users of a scaled load: "users".
	OtherUsers uint64 = 0x7573657273
	// SecondHalf is what the numbers of testing weeks of tune are moved by.
	SecondHalf = 1 << 32
	// Bootstrap draws come from PCG(seed, Bootstrap).
	Bootstrap uint64 = 1 << 63
	// JobNoise is the purpose of the factors of noisy-job, see Key.
	JobNoise = "factor of a job"
	// Pairs and Trials are the purposes of learn's draws: where pairs begin, and the
	// orders tried of one.
	Pairs  = "pairs"
	Trials = "trials"
	// Weights, Episodes and Tests are those of agents: the weights they begin with,
	// and what they draw in episodes of training and of tests.
	Weights  = "weights"
	Episodes = "episodes"
	Tests    = "tests"
	// Drawn and Chosen are those of clusters: what a log does not say of its jobs,
	// and random choices, from PCG(seed, Drawn) and PCG(seed, Chosen).
	Drawn  = 1
	Chosen = 2
)

// Parts of a synthetic log: each draws from its own PCG(seed, part), so that a
// change to one leaves the others as they are. How busy user u is in week w
// comes from PCG(seed^u*UserKey, Moods+w).
const (
	Model = iota
	Users
	Jobs
	Times
	Moods
	UserKey uint64 = 0x9e3779b97f4a7c15
)

// Key sets streams apart by their purpose and a length of time: FNV-1a over the
// bytes of the purpose and the eight of the seconds, the lowest first.
func Key(purpose string, seconds int64) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(purpose) {
		h = (h ^ uint64(purpose[i])) * 1099511628211
	}
	for range 8 {
		h = (h ^ uint64(seconds&255)) * 1099511628211
		seconds >>= 8
	}
	return h
}

// Row is a stream: what it is for, the words it begins with, and what is drawn
// from it, in order.
type Row struct{ For, Begins, Draws string }

// Table lists every stream behind a figure.
func Table() []Row {
	hex := func(x uint64) string { return "0x" + strconv.FormatUint(x, 16) }
	half := strconv.FormatInt(SecondHalf, 10)
	boot := strconv.FormatUint(Bootstrap, 10)
	part := func(i int) string { return "PCG(seed, " + strconv.Itoa(i) + ")" }
	return []Row{
		{"weeks, block", "PCG(seed, k)",
			"for every week: a Float64, not for the first week; in the first week, and where it is below 1/L, IntN(N) is the week taken, " +
				"else the next one is"},
		{"weeks, draw", "PCG(seed, k)",
			"for every week of the resample, and in it for every user: IntN(N) is the week taken"},
		{"weeks, shuffle", "PCG(seed, k)",
			"for every user a permutation v of the S weeks: for w = 0 to S − 1, j = IntN(w + 1), v[w] := v[j], v[j] := w; week w of the " +
				"resample has the user's week v[w]"},
		{"sizes of another load", "PCG(seed ⊕ " + hex(Sizes) + ", k)",
			"for every job: a Float64 u; its size is ⌊q load + u⌋, within 1 and m"},
		{"users of another load",
			"no stream: h(seed ⊕ " + hex(OtherUsers) + ", k, 2048 u + n, w), h as for users who wait, u the user from 0 as " +
				"they come by id, and 2³² + the job's number from 0 where it is not known, w the week, from 0 in that of the first " +
				"job",
			"at n = 0 a unit x: jobs of u in w are there ⌊load + x⌋ times; the n-th further time, from 1, in week w + 1 + ⌊h (S − " +
				"1)/2⁶⁴⌋ modulo S, of S weeks up to that of the last job; jobs of one instant stay as they come"},
		{"tune, first half", "PCG(seed, k)",
			"as weeks, of the first half's weeks"},
		{"tune, second half", "PCG(seed, " + half + " + k)",
			"as weeks, of the second half's weeks; sizes and users of another load begin with " + half + " + k too"},
		{"strategies", "PCG(seed ⊕ FNV(name, period), k)",
			"by strategy, as below; the name without parameter, the period in seconds"},
		{"noisy-job", "PCG(seed ⊕ FNV(" + JobNoise + ", 0), k)",
			"for every job: between(1 − noise, 1 + noise), the same for every order and period"},
		{"bootstrap", "PCG(seed, " + boot + ")",
			"for every draw K times IntN(K): resamples in order of k, the first is 0; all orders and strategies share the draws"},
		{"learn, pairs", "PCG(seed ⊕ FNV(" + Pairs + ", 0), 0)",
			"IntN(n), n the jobs at which a pair can begin: the next pair begins at job number IntN(n) from 0, or nothing where one " +
				"begins there already"},
		{"learn, trials", "PCG(seed ⊕ FNV(" + Trials + ", 0), i), i the number of the pair's first job from 0",
			"in each round, for every queued job in turn as the one in front, a shuffle of those behind it: of n places from 0, the " +
				"front being 0, for i = n − 1 down to 2 a j = 1 + small(i), and what is at i and j changes places. The order of each " +
				"front is the one its last round left, at first that of submit with the front and the first job changed. small(i) is ⌊x " +
				"i/2³²⌋ of 32 bits x, which are the lower, then the upper half of a word, drawn again where x i mod 2³² is less than 2³² " +
				"mod i"},
		{"tune, stability", "PCG(seed, " + boot + ")",
			"for every draw n times IntN(n), n the training weeks in order of k; for otherWeeks, from the begin again, as often as the " +
				"half has weeks"},
		{"cluster, jobs of a log", part(Drawn),
			"for every job with a submit time, cores, a requested time and, where its work is what it ran, a run time, passed over, " +
				"fitting or not: two units u, v; where its work is an accuracy, the first of 5, 10, …, 125 % whose weights up to it " +
				"exceed u; bandwidth 4 (1 + ⌊6 v⌋) GB/s"},
		{"cluster, random choices", part(Chosen),
			"for every choice a unit u: of n waiting jobs in order of submission, or of n idle cores with memory enough in order of " +
				"number, number ⌊n u⌋ from 0; the job before its cores, those one by one"},
		{"agent, weights", "PCG(seed ⊕ FNV(" + Weights + ", 0), 0)",
			"for every weight and bias of a layer of n inputs: between(−1/√n, 1/√n); layers in the order input, policy, critic, of each " +
				"layer the weights of every output in turn, then the biases"},
		{"agent, training", "PCG(seed ⊕ FNV(" + Episodes + ", 0), e), e the episode from 1",
			"for every decision of an agent that draws: a unit u; the action is the first at which the probabilities up to it exceed u"},
		{"agent, tests", "PCG(seed ⊕ FNV(" + Tests + ", 0), e)", "as in training"},
		{"synth, the model", part(Model),
			"for every job: its size, a unit u, and above 0.244 a unit, below or at 0.86 between(low, med), else between(med, high); the " +
				"gap before it, a gamma, again while above 13; its run time, a unit and a gamma, both again while above 12"},
		{"synth, users", part(Users), "for every user: its habits"},
		{"synth, jobs", part(Jobs), "for every job: size and run time as in the model, two normals for its place in the row; then the " +
			"programs of users, and who submits what with which request"},
		{"synth, times", part(Times), "for every sitting: three times; for every further job of it: how long after"},
		{"synth, moods", "PCG(seed ⊕ u " + hex(UserKey) + ", " + strconv.Itoa(Moods) + " + w)",
			"for user u in week w: a unit, below 0.15: away; else between(0.3, 1)"},
		{"react, users who wait", "no stream: h(seed, user's id, acts of the user so far, 32 k + purpose), k the replicate from 0",
			"h begins with 0 and for each of its four words w adds w + 0x9e3779b97f4a7c15, then h := (h ⊕ h/2³⁰) 0xbf58476d1ce4e5b9, " +
				"h := (h ⊕ h/2²⁷) 0x94d049bb133111eb, h := h ⊕ h/2³¹. Purposes: 0 a unit, below the chance of going on the same day; " +
				"1 + 6 i the i-th think time tried, from 0; 2 the return on another day; 3 the morning after a closed hour; 4 the batch " +
				"with which a user begins again and 5 whose link it has; of n things from 0 number ⌊n h/2⁶⁴⌋, a unit is ⌊h/2¹¹⌋/2⁵³"},
		{"synth, users who wait", "no stream: h(seed, number of the user from 0, acts of the user so far, purpose)",
			"what a user is, at 0 acts, and for every batch its size, jobs, run times, think time and what becomes of the day"},
	}
}
