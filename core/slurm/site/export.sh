#!/bin/sh
# Copies what Slurm says of itself and its jobs into the folder slurm-files, for shadowtime slurm check and run.
#   sh slurm-files.sh [-a] [START [END]]
# START and END are sacct's, as 2026-01-01; by default the last 30 days. With -a users and accounts are numbers,
# the same in all files. Nothing is sent anywhere. It needs no root, but sees what you may see.
set -eu
secret=0
if [ "${1-}" = -a ]; then secret=1; shift; fi
start=${1:-now-30days} end=${2:-now} out=slurm-files
export TZ=UTC LC_ALL=C SLURM_TIME_FORMAT=standard SLURM_JSON=pretty
mkdir "$out" || { echo "slurm-files is there already: move it away first"; exit 1; }
names=$out/.names raw=$out/.raw errors=$out/.errors
: >"$names"
trap 'rm -f "$names" "$raw" "$errors"' EXIT

# clean reads a file: a table, or keys with their values.
clean() {
  awk -v secret=$secret -v names="$names" -v kind="$1" '
    function number(what, name,  k) {
      if (!secret || name ~ /^(|root|ALL|NO|\(null\)|N\/A|parent)$/) return name
      k = what " " name
      if (!(k in id)) { id[k] = what (++count[what]); print what, name, id[k] >> names }
      return id[k]
    }
    function numbers(what, text,  part, n, i, all) {
      n = split(text, part, ",")
      all = ""
      for (i = 1; i <= n; i++) all = all (i > 1 ? "," : "") number(what, part[i])
      return all
    }
    function found(text, form) { return match(text, form) ? substr(text, RSTART, RLENGTH) : "" }
    function called(line,  n, i, word, own, behind, all) { # what a job waits for and asks for, arrays, partitions, licences
      n = split(line, word, " ")
      own = behind = all = ""
      for (i = word[1] ~ /^-/ ? 1 : 2; i <= n; i++) { # words behind the name of the script belong to it
        if (word[i] ~ /^--wrap/) { behind = line; break } # options may follow: of these numbers and fixed words alone
        if (word[i] !~ /^-/ && !takes(word[i - 1])) break
        own = own " " word[i]
      }
      for (i = 1; i <= forms; i++) all = all found(i <= 2 && behind ? behind : own, form[i])
      return all
    }
    function takes(option) { # a value, in the next word
      return option ~ /^-[A-Za-z]$/ && option !~ /^-[HIkOQsvW]$/ || option ~ /^--[a-z-]+$/ && option !~ flags
    }
    BEGIN {
      while ((getline line < names) > 0) { split(line, p, " "); id[p[1] " " p[2]] = p[3]; count[p[1]]++ }
      close(names)
      flags = "^--(exclusive|contiguous|(no-)?requeue|hold|parsable|quiet|verbose|test-only|wait|oversubscribe|overcommit|" \
        "spread-job|use-min-nodes|reboot|no-kill|immediate|pty|ignore-pbs|no-bell|unbuffered|disable-status)$"
      waits = "(after[a-z]*(:[0-9_+]+)+|singleton)"
      forms = split(" (-d|--dependency)[ =]?" waits "([,?]" waits ")*; (-a|--array)[ =]?[0-9][0-9,:%-]*;" \
        " (-p|--partition)[ =]?[A-Za-z0-9_.-]+,[A-Za-z0-9_.,-]+; (-L|--licenses)[ =]?[A-Za-z0-9_.:,@=-]+;" \
        " (-n|--ntasks)[ =]?[0-9]+[kKmM]?; (-c|--cpus-per-task)[ =]?[0-9]+; (-N|--nodes)[ =]?[0-9]+(-[0-9]+)?;" \
        " --ntasks-per-(node|core|socket)[ =][0-9]+; --exclusive(=[a-z]+)?; (--oversubscribe|--contiguous|-s)( |$);" \
        " --mem[ =][0-9.]+[kKmMgGtT]?; --mem-per-(cpu|gpu)[ =][0-9.]+[kKmMgGtT]?; --gres[ =][A-Za-z0-9_:,]+;" \
        " (-G|--gpus)[ =]?[A-Za-z0-9_:,]+; --gpus-per-(node|task|socket)[ =][A-Za-z0-9_:,]+; (-w|-x|--nodelist|--exclude);" \
        " --(switches|time-min|cores-per-socket|core-spec)[ =][0-9:@-]+", form, ";")
    }
    kind == "table" {
      n = split($0, cell, "|")
      if (NR == 1) { for (heads = i = n; i; i--) { head[i] = tolower(cell[i]); gsub(" ", "", head[i]) } print; next }
      if (head[heads] == "submitline") { # a command goes on behind a bar, and on the next line
        if (n < heads || cell[1] !~ /^[0-9]/) next
        n = heads
      }
      for (i = 1; i <= n; i++) {
        if (head[i] == "user") cell[i] = number("u", cell[i])
        else if (head[i] == "account" || head[i] == "parname" || head[i] == "parentname") {
          blank = found(cell[i], "^ +")
          cell[i] = blank number("a", substr(cell[i], length(blank) + 1))
        }
        else if (head[i] == "state") sub(/ by .*/, "", cell[i])
        else if (head[i] == "submitline") cell[i] = called(cell[i])
        else if (head[i] == "reason") cell[i] = ""
        printf "%s%s", cell[i], i < n ? "|" : "\n"
      }
      next
    }
    kind == "config" && !/^(Configuration|SLURM_VERSION|BOOT_TIME|Scheduler|Priority|Select|Preempt|AccountingStorageEnforce|FairShare|DefMem)/ &&
      !/^(KillWait|OverTimeLimit|EnforcePartLimits|Licenses|Max|Min|Topology|Dependency|CompleteWait|ResvOverRun|Suspend|JobSubmit|JobRequeue)/ { next }
    kind == "queue" { # a key and its value a line; of words only what starts a job
      if (!match($0, /^ *("[^"]*": *)?/)) next
      line = substr($0, 1, RLENGTH); value = substr($0, RLENGTH + 1)
      if (line ~ /"/) { key = line; gsub(/[" :]/, "", key) }
      if (value !~ /^("([^"\\]|\\.)*"|[-+.0-9eE]+|true|false|null|[][{}]|\[ *\]|\{ *\})?,?$/) {
        print "more than one key and value stand in a line" > "/dev/stderr"
        exit 1
      }
      if (value ~ /^"/) {
        last = value ~ /,$/ ? "," : ""
        value = substr(value, 2, length(value) - 2 - length(last))
        if (key == "user_name") value = number("u", value)
        else if (key == "account") value = number("a", value)
        else if (key !~ /^(job_state|state_reason|partition|qos|resv_name|features|nodes|licenses|dependency)$/ &&
          key !~ /^(array_task_string|tres_req_str|tres_alloc_str|tres_per_(node|job|task|socket)|release|shared)$/ &&
          key !~ /^(required|excluded)_nodes$/) value = ""
        value = "\"" value "\"" last
      } else if (secret && key ~ /^(user_id|group_id|association_id|assoc_id)$/) sub(/^[0-9]+/, "0", value)
      print line value
      next
    }
    kind == "diag" && /^Remote Procedure Call/ { exit }
    kind == "factors" && NR > 1 && at { $at = number("u", $at) }
    kind == "factors" && NR == 1 { for (i = 1; i <= NF; i++) if ($i == "USER") at = i }
    kind == "keys" {
      if (secret && /^ *(NodeAddr|OS|Comment|Extra|BootTime|LastBusyTime|CapWatts|CurrentWatts|ExtSensors)/) next
      line = ""
      n = split($0, word, " ")
      for (i = 1; i <= n; i++) {
        key = word[i]; value = ""
        if (at = index(key, "=")) { value = substr(key, at + 1); key = substr(key, 1, at) }
        if (key == "Users=") value = numbers("u", value)
        else if (key ~ /^(Allow|Deny)?Accounts=$/) value = numbers("a", value)
        else if (key ~ /Groups=$/ && value != "ALL" && secret) value = "(null)"
        else if (key == "Reason=") { # who drained it goes, when stays
          when = found($0, "@[0-9T:-]+")
          line = line " Reason=" (when == "" ? "" : "[" when "]")
          break
        }
        line = line (i > 1 ? " " : "") key value
      }
      print found($0, "^ *") line
      next
    }
    { print }' "$raw"
}

take() { # FILE KIND COMMAND...
  file=$1 kind=$2
  shift 2
  if ! { "$@" >"$raw" 2>"$errors" && [ -s "$raw" ] && clean "$kind" >"$out/$file" 2>"$errors"; }; then
    rm -f "$out/$file"
    echo "left out: $file ($* says: $(head -n 1 "$errors"))"
  fi
}

columns=
have=" $(sacct --helpformat | tr '\n' ' ') "
for c in JobIDRaw JobID User Account QOS Partition Submit Eligible Start End ElapsedRaw TimelimitRaw NNodes NCPUS AllocCPUS \
  ReqCPUS ReqNodes ReqMem ReqTRES AllocTRES State Priority Constraints Reservation Licenses NodeList Flags SubmitLine; do
  case $have in
    *" $c "*) columns=$columns,$c ;;
    *) echo "left out: sacct's column $c: this version has none" ;;
  esac
done

take config.txt config scontrol show config
take partition.txt keys scontrol show partition
take node.txt keys scontrol show node
take reservation.txt keys scontrol show reservation
take qos.psv table sacctmgr -P show qos
take assoc.psv table sacctmgr -P show assoc \
  format=Cluster,Account,User,Partition,Share,Priority,GrpJobs,GrpTRES,GrpTRESRunMins,GrpTRESMins,GrpWall,GrpSubmit,MaxJobs,MaxTRES,MaxSubmit,MaxWall,QOS,ParentName
take event.psv table sacctmgr -P show event start="$start" end="$end" format=Cluster,NodeName,TimeStart,TimeEnd,State
take share.psv table sshare -l -a -P
take sprio.txt factors sprio -l
take sdiag.txt diag sdiag
take squeue.json queue squeue --json
take jobs.psv table sacct -a -X -P -D -S "$start" -E "$end" -o "${columns#,}"

echo "Not in slurm-files: job names, commands, folders, comments, steps, what jobs used of memory and power."
echo "Of a submission's line: only what it waits for and asks for, how many of an array run at a time, partitions and licences."
echo "Jobs cancelled before they started, and repeats of reservations, are not told by Slurm."
if [ $secret = 1 ]; then
  echo "Users and accounts are numbers; the list of their names is not kept. Names of nodes, partitions, QOS, reservations and"
  echo "features stay. Of the configuration only what is about scheduling is there."
else
  echo "Users, accounts and hosts are named: with -a they are numbers."
fi
