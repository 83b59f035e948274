// Package heterogeneous runs the study of learning on heterogeneous clusters again
// (HDeepRM, Herrera 2019): its learner on a platform of four cores, what consolidating
// does on the Gaia cluster, and what shortest first does there, each over many seeds
// where the study has one.
package heterogeneous

// Study is what came out.
type Study struct {
	Pays     []Paid
	Learned  []*Learned
	Log      string // the file's name; "": it was not at hand, and nothing below is
	Energy   []*Answer
	Waits    []*Answer
	Policies []*Scheduled
	First    Asked // of the first thousand jobs,
	Later    Asked // the same without the four before them,
	All      Asked // of all
}
