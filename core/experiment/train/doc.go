// Package train lets agents learn to schedule a heterogeneous cluster, seed by seed,
// and tests each: on the jobs that it learned on, on the next of the log, which it
// never saw, and beside fixed pairs and choices at random on the same jobs. Task k is
// the k-th seed, its workload's draws among it; what it comes to is what the verb
// agent gives for that seed.
//
// A course can also be taken step by step (Request): what was learned goes along as
// an agent.State, so that whoever looks on can stop it and go on.
//
// CohortOf makes a report of seeds, ReportOf one of episodes; models are saved and loaded
// (Model), and HDeepRM's file of options is read (Options).
package train
