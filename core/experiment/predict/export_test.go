package predict

// Objectives are what studies may be judged by, for tests inside and outside.
var Objectives = []Objective{AvgBsld, AvgWait}
