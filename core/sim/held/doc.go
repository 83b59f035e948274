// Package held goes through the record of a log, in which every start is known, and says of each
// second that a job waited what it waited for: processors, a job ahead of it, a rule of the machine,
// or nothing that a scheduler with EASY backfilling knows of. The state is always that of the record,
// so nothing is replayed, and nothing of it depends on what came before but what ran.
package held
