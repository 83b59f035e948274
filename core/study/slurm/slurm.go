// Package slurm writes the script that has Slurm compute a campaign: its tasks in a
// job array, and a merge that waits for it. Page and command write the same.
package slurm

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/study"
)

// Origin is where the figures of a script are from.
type Origin uint8

// Origins.
const (
	Sampled Origin = iota // one task was computed where the array starts
	Tab                   // tasks were computed in a browser's tab
	Guessed               // none was
)

// Array is a campaign that Slurm is to compute.
type Array struct {
	Program, Dir string   // as all nodes see them, in a shell's words
	Words        []string // what the program is asked: its verb, logs and flags
	Merge        []string // what the merge is asked besides: the files that it writes
	Tasks        int      // that are to be computed
	Largest      int      // of them, those of one part: more shares have nothing to do
	Seconds      float64  // of all tasks
	Shares       int      // 0: proposed
	MB           int      // memory of a share, 0: a guess
	From         Origin
}

// Largest is the largest index of an array: one less than Slurm's MaxArraySize, unless
// it was raised.
const Largest = 1000

const (
	shareSeconds = 5 * 60 // a share lasts at least, where there is enough to do: starting costs seconds
	timeReserve  = 2      // limits are so many times what was measured,
	timeStart    = 60     // and these seconds for reading the log
	mergeMinutes = 30
	guessShares  = 20 // where nothing was measured
	guessMinutes = 60
	guessMB      = 1024
)

// shares is how many the tasks are computed in.
func (a *Array) shares() int {
	switch {
	case a.Shares > 0:
		return a.Shares
	case a.From == Guessed:
		return max(1, min(guessShares, a.Largest))
	}
	return max(1, min(int(math.Ceil(a.Seconds/shareSeconds)), a.Largest, Largest))
}

// minutes is the time limit of one of so many shares: Slurm's are whole minutes.
func (a *Array) minutes(shares int) int {
	if a.From == Guessed {
		return guessMinutes
	}
	return int(math.Ceil((timeStart + timeReserve*a.Seconds/float64(shares)) / 60))
}

// tasks says how many there are, and how long one takes.
func (a *Array) tasks() string {
	s := strconv.Itoa(a.Tasks) + " tasks"
	if a.From == Guessed {
		return s
	}
	s += " of about " + strconv.FormatFloat(a.Seconds/max(1, float64(a.Tasks)), 'f', 2, 64) + " s each"
	if a.From == Tab {
		s += " in a browser's tab, two to four times as long as they will take"
	}
	return s
}

// Where a script's limits come from.
var (
	timeWords = [...]string{
		"of a share, twice what a sample took; Slurm's limits are whole minutes",
		"of a share, twice what its tasks took in the tab; Slurm's limits are whole minutes",
		"of a share, a guess: " + measure,
	}
	memoryWords = [...]string{
		"of a share, half as much again as the sample",
		"of a share, a guess: " + measure,
		"of a share, a guess",
	}
)

const measure = "the command with --keep and --slurm computes a sample and measures it"

// Text is the script.
func (a *Array) Text() string {
	n, memory := a.shares(), a.MB
	if memory == 0 {
		memory = guessMB
	}
	shares := strconv.Itoa(n)
	return strings.NewReplacer(
		"{title}", "shadowtime "+a.Words[0], "{tasks}", a.tasks(), "{dir}", a.Dir, "{program}", a.Program, "{shares}", shares,
		"{minutes}", strconv.Itoa(a.minutes(n)), "{of minutes}", timeWords[a.From], "{memory}", strconv.Itoa(memory), "{of memory}",
		memoryWords[a.From],
		"{largest}", strconv.Itoa(Largest), "{command}", study.Shell(a.Words...), "{merge}",
		study.Shell(slices.Concat([]string{"--json"}, a.Merge)...), "{merge minutes}", strconv.Itoa(mergeMinutes),
	).Replace(script)
}

const script = `#!/bin/bash
# {title}: {tasks}, as a job array and a merge that waits for it.
# Start it with bash, not with sbatch: it submits both. Every node must see the folder, the program and the
# logs under these names. What is edited here stands; tasks that are kept are not computed again.
set -euo pipefail

dir={dir}
program={program}
shares={shares}      # each computes every {shares}th task
minutes={minutes}     # {of minutes}
memory={memory}M  # {of memory}; leave it empty where nodes name no memory
cpus=1
largest={largest}  # index of an array (MaxArraySize - 1): more shares are submitted as several arrays
options=()     # of your site, as in (--partition=long --account=me)

mkdir -p "$dir/log"   # output of a job whose folder is not there is lost
[ -x "$program" ] || { echo "$program is not there" >&2; exit 1; }

arrays=
for ((first = 1; first <= shares; first += largest)); do
  last=$((first + largest - 1 < shares ? largest : shares - first + 1))
  id=$(SHADOWTIME_DIR=$dir SHADOWTIME_PROGRAM=$program SHADOWTIME_SHARES=$shares SHADOWTIME_BEFORE=$((first - 1)) \
    sbatch --parsable --export=ALL --job-name=shadowtime --array="1-$last" --time="$minutes" ${memory:+"--mem=$memory"} --cpus-per-task="$cpus" \
      --requeue --open-mode=append --output="${dir//%/%%}/log/%A_%a.txt" "${options[@]}" <<'SHARE'
#!/bin/bash
exec "$SHADOWTIME_PROGRAM" {command} \
  --keep "$SHADOWTIME_DIR" --share "$((SHADOWTIME_BEFORE + SLURM_ARRAY_TASK_ID))/$SHADOWTIME_SHARES" --workers "${SLURM_CPUS_PER_TASK:-1}"
SHARE
)
  arrays+=:${id%%;*}
done

# The merge looks itself whether all tasks are there: afterok has been seen to hold though a share had failed.
merge=$(SHADOWTIME_DIR=$dir SHADOWTIME_PROGRAM=$program \
  sbatch --parsable --export=ALL --job-name=shadowtime-merge --dependency="afterok$arrays" --kill-on-invalid-dep=yes --time={merge minutes} ${memory:+"--mem=$memory"} --cpus-per-task=1 \
    --open-mode=append --output="${dir//%/%%}/log/merge-%j.txt" "${options[@]}" <<'MERGE'
#!/bin/bash
set -e
"$SHADOWTIME_PROGRAM" merge "$SHADOWTIME_DIR" --wait 2m {merge} >"$SHADOWTIME_DIR/report.json.part"
mv "$SHADOWTIME_DIR/report.json.part" "$SHADOWTIME_DIR/report.json"
MERGE
)
echo "arrays ${arrays#:}, then merge ${merge%%;*}: $dir/report.json"
echo "should a share fail, see $dir/log; starting this again computes what is missing, and $program merge $dir says what that is"
`
