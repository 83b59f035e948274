#!/usr/bin/env bash
# Grid Engine 8.1.9 (Debian 12): what the accounting file holds of a run that was rescheduled, or that died with its host.
#
# Seen: qmod -rj leaves a record of zeros (failed 25): no submission, no start, no end, no usage, though sge_status(5) calls the
# usage of such a record valid. The record of the next run has the instant of qmod -rj as its submission. A run whose host died
# has its submission and neither start nor end (failed 19), whether the job may be rerun or not; and the next run keeps the
# first submission, so that it seems to have waited while it ran. So the processors of both lost runs are in no record, qacct
# counts nothing for them, and a record without a start needn't be of a job that never started.
#
# Needs root, apt, Debian 12 on amd64 and the right to mount; everything lies in a temporary folder and in name spaces of its own,
# on the loopback, and is ended and removed.
set -euo pipefail
version=8.1.9+dfsg-10
if [ "${1-}" != inside ]; then
  dir=$(mktemp -d)
  trap 'rm -rf "$dir"' EXIT
  chmod 755 "$dir"
  self=$(realpath "$0")
  cd "$dir"
  apt-get download -qq "gridengine-master=$version+b1" "gridengine-exec=$version+b1" "gridengine-client=$version+b1" \
    "gridengine-common=$version" libjemalloc2 libhwloc15 libtirpc3 libmunge2 libdb5.3 2>/dev/null
  for package in *.deb; do dpkg -x "$package" root; done
  unshare --mount --uts --pid --fork --mount-proc --kill-child bash "$self" inside "$dir" "${1:-18840}"
  exit
fi
dir=$2
cd "$dir"
mount -t overlay overlay -o "lowerdir=$dir/root/usr:/usr" /usr # its programs look for their parts there
hostname node
echo '127.0.0.1 node localhost' >hosts
mount --bind hosts /etc/hosts
export LD_LIBRARY_PATH=/usr/lib/gridengine:$dir/root/lib/$(uname -m)-linux-gnu PATH=/usr/lib/gridengine:$PATH
export SGE_ROOT=$dir/sge SGE_CELL=default SGE_QMASTER_PORT=$3 SGE_EXECD_PORT=$(($3 + 1))
common=$SGE_ROOT/default/common spool=$SGE_ROOT/spool
mkdir -p "$common" "$spool"/{qmaster/job_scripts,execd} "$SGE_ROOT"/{bin,utilbin,util}
printf '#!/bin/sh\necho lx-amd64\n' >"$SGE_ROOT/util/arch"
chmod 755 "$SGE_ROOT/util/arch"
ln -s /usr/lib/gridengine "$SGE_ROOT/bin/lx-amd64"
ln -s /usr/lib/gridengine "$SGE_ROOT/utilbin/lx-amd64"
hostname >"$common/act_qmaster"
sed "s#^admin_user.*#admin_user none#; s#^ignore_fqdn.*#ignore_fqdn true#; s#^spooling_method.*#spooling_method classic#
  s#^spooling_lib.*#spooling_lib libspoolc#; s#^spooling_params.*#spooling_params $common;$spool/qmaster#
  s#^binary_path.*#binary_path /usr/lib/gridengine#; s#^qmaster_spool_dir.*#qmaster_spool_dir $spool/qmaster#" \
  /usr/share/gridengine/default-bootstrap >"$common/bootstrap"
spoolinit classic libspoolc "$common;$spool/qmaster" init
sed "s#^execd_spool_dir.*#execd_spool_dir $spool/execd#; s#^min_[ug]id.*##; s#^load_report_time.*#load_report_time 00:00:05#
  s#flush_time=00:00:15#flush_time=00:00:01#" /usr/share/gridengine/default-configuration >"$common/configuration"
spooldefaults complexes /usr/share/gridengine/util/resources/centry
spooldefaults usersets /usr/share/gridengine/util/resources/usersets
spooldefaults managers root
settle() { read -rt "$1" <> <(:) || true; }
await() { # await COMMAND...: until it succeeds, two minutes at most
  for _ in $(seq 600); do
    "$@" >/dev/null 2>&1 && return
    settle 0.2
  done
  echo "never came: $*"; exit 1
}
cat >edit <<'END'
#!/bin/sh
sed -i 's/^hostlist .*/hostlist @allhosts/; s/^slots .*/slots 4/; s/^load_thresholds .*/load_thresholds NONE/
  s/^pe_list .*/pe_list NONE/' "$1"
END
chmod 755 edit
sge_qmaster
await qconf -sh
exec 3>&1 >set.out 2>&1
trap 'cat set.out >&3' ERR
qconf -as node
qconf -ssconf | sed 's/^schedule_interval.*/schedule_interval 0:0:1/; s/^flush_submit_sec.*/flush_submit_sec 1/' >schedule
qconf -Msconf schedule
sge_execd
await sh -c "qconf -sel | grep -q node"
printf 'group_name @allhosts\nhostlist node\n' >group
qconf -Ahgrp group
EDITOR=$dir/edit qconf -aq all.q
trap - ERR
exec >&3 2>&1
qstat -help | head -n1
declare -A id sent # of a job by its name: its number, when it was submitted
submit() { # submit NAME OPTION...: a job of 20 s
  sent[$1]=$(date +%s)
  id[$1]=$(qsub -terse -b y -wd / -o /dev/null -e /dev/null -N "$@" sleep 20)
}
running() { qstat -s r | awk '{ print $1 }' | grep -qx "${id[$1]}"; }
started() { await running "$1"; }
submit rescheduled -r y
started rescheduled
settle 6
qmod -rj "${id[rescheduled]}" >told
await sh -c '[ -z "$(qstat)" ]'
submit rerun -r y
submit lost -r n
started rerun
started lost
settle 6
kill -9 "$(cat "$spool/execd/node/execd.pid")" # the host dies, with all that runs on it
for job in "$spool"/execd/node/active_jobs/*; do
  kill -9 -- "$(cat "$job/pid")" "-$(cat "$job/job_pid")"
done
settle 3
sge_execd
await sh -c '[ -z "$(qstat)" ]'
settle 3
failed=
seen() { # seen WHAT WANTED GOT
  echo "$1: $3"
  [ "$2" = "$3" ] || { echo "expected: $2"; failed=1; }
}
records() { # records NAME: what each of its job says; a wall clock of some more than 20 s is 20 s
  awk -F: -v name="$1" -v sent="${sent[$1]}" 'function told(t) { return t ? "told" : "none" }
    $5 == name { printf "%ssubmission %s, start and end %s, failed %s, wall clock %s s", sep,
      !$9 ? "none" : $9 <= sent + 2 ? "told" : "later", told($10 + $11), $12, $14 >= 20 && $14 <= 23 ? 20 : $14; sep = "; " }' "$common/accounting"
}
none='start and end none, failed' whole='start and end told, failed 0, wall clock 20 s'
seen 'qmod -rj after 6 s' "submission none, $none 25, wall clock 0 s; submission later, $whole" "$(records rescheduled)"
seen 'host dead after 6 s' "submission told, $none 19, wall clock 0 s; submission told, $whole" "$(records rerun)"
seen 'host dead after 6 s, of qsub -r n' "submission told, $none 19, wall clock 0 s" "$(records lost)"
seen "qacct's wall clock of all" 40 "$(qacct -o root | awk 'END { print $2 >= 40 && $2 <= 46 ? 40 : $2 }')"
[ -z "$failed" ] || { cat "$common/accounting"; echo 'another behaviour than was seen'; exit 1; }
