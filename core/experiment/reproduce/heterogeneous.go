package reproduce

// Heterogeneous is what came out of the study of learning on heterogeneous clusters
// (HDeepRM, Herrera 2019): its learner on a platform of four cores, what consolidating
// does on the Gaia cluster, and what shortest first does there, each over many seeds
// where the study has one.
type Heterogeneous struct {
	Pays     []ActionPay
	Learned  []*FormCourses
	Log      string // the file's name; "": it was not at hand, and nothing below is
	Energy   []*PairAnswer
	Waits    []*PairAnswer
	Policies []*PolicyOutcomes
	First    JobDemand // of the first thousand jobs,
	Later    JobDemand // the same without the four before them,
	All      JobDemand // of all
}
