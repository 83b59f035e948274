// Package predictor foretells how long jobs run, from what their users' jobs did
// before: EASY plans with it in place of what users request (Gaussier, Glesser,
// Reis, Trystram: Improving backfilling by using machine learning to predict
// running times, 2015; Reis: Learning to control large-scale parallel platforms,
// 2018, chapter 4).
//
// A job is predicted once, when it is submitted, between 1 s and its request. Its
// run time is known when it ends, and not before. Times are whole seconds on the
// trace's clock, sizes processors.
package predictor
