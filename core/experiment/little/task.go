package little

import (
	"slices"
	"strconv"
)

// Task is an exercise: an example, what is to be reached from there by typed lines, and whether it is.
type Task struct {
	Key, Name string
	Asks      string // what is to be done, a sentence, and what is known of it
	Idea      string // the hint: the idea first,
	Lines     []string
	Why       string // and why the lines reach it
	Example   *Example
	Goals     []Goal
	Most      int // lines that change something
}

// Goal is a condition of a task.
type Goal struct {
	Words string
	is    func(s *Schedule) (reached bool, now string)
}

// Is says whether a goal is reached under the first side of a machine, and how things stand.
func (g *Goal) Is(m *Machine) (reached bool, now string) { return g.is(m.Sides[0]) }

// Reached says whether all goals of a task are, by no more lines than are allowed.
func (t *Task) Reached(m *Machine, lines int) bool {
	return lines <= t.Most && !slices.ContainsFunc(t.Goals, func(g Goal) bool {
		reached, _ := g.Is(m)
		return !reached
	})
}

// Tasks are the exercises behind the lesson, in their order.
func Tasks() []Task {
	return []Task{
		{"request", "A request too long", "Job 3 asks for 9 h on 3 processors, and its user knows that it needs 3. It is 2:00, and three " +
			"processors are idle. Get it through before job 2, and delay nobody.",
			"Who ends before the head is promised its start may slip in. Submit the job again with a shorter time.",
			[]string{"scancel 3", "sbatch -n 3 -t 3:00"},
			"The job now ends by 6 h, when job 2 is promised its processors. It slips in and delays nobody.",
			looked(requests(), 2), []Goal{starts(Job{Runs: 3, Procs: 3}, 5), keeps(Job{1, 4, 4, 6}, 6),
				stays(requests(), 2)}, 2},
		{"slip", "Slip in beside the head", "Job 2 is the head and is promised 6 h. It is 2:00, and three processors are idle. Submit " +
			"a job of 16 " +
			"processor-hours or more that starts at once, and let job 2 start no later.",
			"At 6 h job 2 takes six of the eight processors. Two are extra: who asks for no more may run on beside it.",
			[]string{"sbatch -n 2 -t 8:00"},
			"The job runs on beyond 6 h, but on extra processors alone, which job 2 does not need.",
			looked(on(8, []Job{{0, 6, 6, 5}, {1, 4, 4, 6}}, Easy("FCFS")), 2),
			[]Goal{{"A new job of 16 processor-hours or more starts at 2:00", large(16, 2)}, keeps(Job{1, 4, 4, 6}, 6),
				stays(on(8, []Job{{0, 6, 6, 5}, {1, 4, 4, 6}}))}, 1},
		{"maintenance", "Before the maintenance", "At 6 h all processors go out for 3 h. Job 2 asks for 6 h on 3 processors and needs " +
			"2, so it waits " +
			"until 9 h beside an idle machine. It is 1:00. Get it through before the maintenance.",
			"The scheduler starts nobody who could run into the maintenance. It goes by the requested time.",
			[]string{"scancel 2", "sbatch -n 3 -t 2:00"},
			"By its request the job now ends by 6 h, when the maintenance begins, so the scheduler lets it start.",
			looked(maintenance(), 1), []Goal{starts(Job{Runs: 2, Procs: 3}, 6), stays(maintenance(), 1),
				{"The maintenance stays", func(s *Schedule) (bool, string) { return s.of.Out == maintenance().Out, out(s) }}}, 2},
		{"window", "Find the hour for a maintenance", "You run the machine and need all of it for 2 h, beginning before 12 h. Job 2 " +
			"was promised 6 h and " +
			"must start then. All jobs have to be done at 17 h.",
			"squeue --start tells who starts when. Begin when few jobs run, and not so late that the rest are pushed back.",
			[]string{"scontrol create reservation StartTime=11 Duration=2:00"},
			"At 11 h job 4 is done and the last job has not begun: it starts at 13 h and ends at 17 h.",
			looked(textbook(), 4), []Goal{{"All 8 processors are out for 2 h, from before 12 h on", func(s *Schedule) (bool, string) {
				o := s.of.Out
				return o.Procs == s.of.Procs && o.Hours >= 2 && o.From < 12, out(s)
			}}, keeps(Job{1, 4, 4, 6}, 6), done(17), stays(textbook())}, 1},
		{"promise", "Keep a promise", "Shortest first serves the job that asks for the whole machine before job 2, which was promised " +
			"3 h. It is 2:00. " +
			"You are the user of job 4. Let job 2 start at 3 h, and have your job, 2 h on 8 processors, done by 10 h.",
			"A job that comes later can't go before one that runs already. sbatch takes --begin.",
			[]string{"scancel 4", "sbatch -n 8 -t 2:00 --begin=4"},
			"Your job comes when job 2 runs already, so it can't go before it.",
			looked(broken(), 2), []Goal{keeps(Job{1, 4, 4, 4}, 3), {"A job of 2 h on 8 processors ends by 10 h",
				ends(Job{Runs: 2, Procs: 8}, 10)}, stays(broken(), 3)}, 2},
		{"nodes", "Free a GPU", "Job 4 asks for one processor and one GPU and waits, though two GPUs of node 2 are idle: jobs 2 and 3 " +
			"have all of its processors. " +
			"It is 1:00. Let a job of one processor and one GPU start at 2 h, and have a job of 3 h on 2 processors done by 12 h.",
			"A GPU is of use with a processor beside it alone. Which job without GPUs could come later?",
			[]string{"scancel 3", "sbatch -n 2 -t 3:00 --begin=3"},
			"Without job 3 node 2 has two processors free at 2 h, so job 4 starts. The other job runs later.",
			looked(first(gpus()), 1), []Goal{{"A job with a GPU starts at 2 h", func(s *Schedule) (bool, string) {
				row := slices.Index(s.of.GPUs, 1)
				if row < 0 {
					return false, "there is none"
				}
				return s.Start(row) <= 2, "Now: " + clock(s.Start(row))
			}}, {"A job of 3 h on 2 processors ends by 12 h", ends(Job{Runs: 3, Procs: 2}, 12)}, stays(gpus(), 2)}, 2},
	}
}

// looked is an example at an hour.
func looked(e *Example, at int64) *Example {
	e.At = at
	return first(e)
}

// first is an example with its first side alone: what is typed is for that.
func first(e *Example) *Example {
	e.Sides = e.Sides[:1]
	return e
}

// like finds the row of a job that runs as long on as many processors; -1: there is none.
func (s *Schedule) like(j Job) int {
	return slices.IndexFunc(s.of.Jobs, func(x Job) bool { return x.Runs == j.Runs && x.Procs == j.Procs })
}

// starts is the goal that such a job starts before an hour.
func starts(j Job, before int64) Goal {
	return Goal{"A job of " + Hours(j.Runs) + " on " + strconv.FormatInt(j.Procs, 10) + " processors starts before " + clock(before),
		func(s *Schedule) (bool, string) {
			row := s.like(j)
			if row < 0 {
				return false, "there is none"
			}
			return s.Start(row) < before, "Now: " + clock(s.Start(row))
		}}
}

// ends is when such a job is done, at the latest.
func ends(j Job, by int64) func(s *Schedule) (bool, string) {
	return func(s *Schedule) (bool, string) {
		row := s.like(j)
		if row < 0 {
			return false, "there is none"
		}
		return s.End(row) <= by, "Now: " + clock(s.End(row))
	}
}

// large is whether a job of so much work that came at an hour starts at once.
func large(work, at int64) func(s *Schedule) (bool, string) {
	return func(s *Schedule) (reached bool, now string) {
		now = "there is none"
		for row, x := range s.of.Jobs {
			if x.Arrives != at {
				continue
			}
			if reached = x.Runs*x.Procs >= work && s.Start(row) == at; reached {
				return reached, ""
			}
			now = "Now: " + strconv.FormatInt(x.Runs*x.Procs, 10) + " processor-hours at " + clock(s.Start(row))
		}
		return false, now
	}
}

// keeps is the goal that a job starts when it was promised.
func keeps(j Job, at int64) Goal {
	return Goal{"The job that was promised " + clock(at) + " starts by then", func(s *Schedule) (bool, string) {
		row := slices.Index(s.of.Jobs, j)
		if row < 0 {
			return false, "there is none"
		}
		return s.Start(row) <= at, "Now: " + clock(s.Start(row))
	}}
}

// stays is the goal that nobody is cancelled but who may be.
func stays(e *Example, but ...int) Goal {
	return Goal{"Nobody else is cancelled", func(s *Schedule) (bool, string) {
		left := slices.Clone(s.of.Jobs)
		for row, j := range e.Jobs {
			if slices.Contains(but, row) {
				continue
			}
			i := slices.Index(left, j)
			if i < 0 {
				return false, "job " + strconv.Itoa(row+1) + " is gone"
			}
			left = slices.Delete(left, i, i+1)
		}
		return true, ""
	}}
}

// done is the goal that the last job ends by an hour.
func done(by int64) Goal {
	return Goal{"All jobs are done by " + clock(by), func(s *Schedule) (bool, string) { return s.Done() <= by, "Now: " + clock(s.Done()) }}
}

func out(s *Schedule) string {
	if s.of.Out.Hours == 0 {
		return "there is none"
	}
	return "Now: " + clock(s.of.Out.From) + " to " + clock(s.of.Out.to())
}
