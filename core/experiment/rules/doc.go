// Package rules looks for the rules of a machine in the record of a log: limits of users, queues and
// partitions, hours in which long jobs do not start, processors that were not there. Of each it tells
// what waiting it explains, and how many recorded starts broke it: both sides decide. What one half of
// the weeks speaks for must hold in the other.
package rules
