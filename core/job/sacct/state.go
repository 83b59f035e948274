package sacct

import (
	"bytes"
	"strings"

	"shadowtime/core/job/account"
)

var states = []struct {
	word, code string
	is         account.State
}{
	{"COMPLETED", "CD", account.Completed},
	{"CANCELLED", "CA", account.Cancelled}, {"REVOKED", "RV", account.Cancelled},
	{"FAILED", "F", account.Failed}, {"TIMEOUT", "TO", account.Failed}, {"NODE_FAIL", "NF", account.Failed},
	{"OUT_OF_MEMORY", "OOM", account.Failed},
	{"PREEMPTED", "PR", account.Failed}, {"BOOT_FAIL", "BF", account.Failed}, {"DEADLINE", "DL", account.Failed},
	{"LAUNCH_FAILED", "LF", account.Failed},
	{"RECONFIG_FAIL", "RF", account.Failed},
	{"PENDING", "PD", account.Pending}, {"REQUEUED", "RQ", account.Requeued}, {"REQUEUE_HOLD", "RH", account.Pending},
	{"REQUEUE_FED", "RF", account.Pending},
	{"RESV_DEL_HOLD", "RD", account.Pending}, {"SPECIAL_EXIT", "SE", account.Pending},
	{"RUNNING", "R", account.Running}, {"SUSPENDED", "S", account.Running}, {"RESIZING", "RS", account.Resizing},
	{"COMPLETING", "CG", account.Running},
	{"CONFIGURING", "CF", account.Running}, {"STOPPED", "ST", account.Running}, {"STAGE_OUT", "SO", account.Running},
	{"SIGNALING", "SI", account.Running},
	{"POWER_UP_NODE", "PU", account.Running}, {"UPDATE_DB", "UD", account.Running}, {"EXPEDITING", "EX", account.Running},
}

// stateOf reads COMPLETED, CA, "CANCELLED by 1000", OUT_OF_ME+; false for a word
// that is none of Slurm's.
func stateOf(b []byte) (account.State, bool) {
	if at := bytes.IndexByte(b, ' '); at >= 0 {
		b = b[:at]
	}
	for i := range states { // most are whole words, the first of the list
		if string(b) == states[i].word {
			return states[i].is, true
		}
	}
	text, cut := strings.CutSuffix(strings.ToUpper(string(b)), "+")
	for _, s := range states {
		if s.word == text || s.code == text || cut && len(text) > 1 && strings.HasPrefix(s.word, text) {
			return s.is, true
		}
	}
	return account.Other, false
}
