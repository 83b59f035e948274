#!/usr/bin/env bash
# Grid Engine 8.1.9 (Debian 12): what the accounting file holds of jobs that somebody deleted or suspended.
#
# Seen: a job that is deleted while it waits leaves no record, nor does a task of an array, nor one of -now y that finds no slot.
# A job that qdel kills while it runs has its times, failed 100 and exit status 137. One that qdel -f removes is told as a
# success: failed 0, exit status 0, both times, and a wall clock of 0 s between them; its process is killed all the same. The
# time in which a job was suspended (qmod -sj) is part of its wall clock, and no field tells how long that was. So what users
# took back is missing in a log, and what an administrator took away from them stands in it as done.
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
  unshare --mount --uts --pid --fork --mount-proc --kill-child bash "$self" inside "$dir" "${1:-18860}"
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
sed -i 's/^hostlist .*/hostlist @allhosts/; s/^slots .*/slots 2/; s/^load_thresholds .*/load_thresholds NONE/
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
printf '#!/bin/sh\nfor i in 1 2 3 4 5 6 7 8 9 10; do sleep 1; done\n' >steps # 10 s without those in which it is stopped
chmod 755 steps
qstat -help | head -n1
declare -A id
submit() { # submit NAME OPTION...
  id[$1]=$(qsub -terse -b y -wd / -o /dev/null -e /dev/null -N "$@")
  id[$1]=${id[$1]%%.*}
}
running() { qstat -s r | awk '{ print $1 }' | grep -qx "${id[$1]}"; }
submit killed sleep 300
submit forced sleep 300
await running killed
await running forced
submit waiting sleep 1
submit array -t 1-2 sleep 1
qsub -b y -wd / -o /dev/null -e /dev/null -N immediate -now y sleep 1 >refused 2>&1 || true
qdel "${id[waiting]}" "${id[array]}.2" >told
settle 4
qdel -f "${id[forced]}" >>told
qdel "${id[killed]}" >>told
submit suspended "$dir/steps"
await running suspended
settle 3
qmod -sj "${id[suspended]}" >>told
settle 10
qmod -usj "${id[suspended]}" >>told
await sh -c '[ -z "$(qstat)" ]'
settle 3
failed=
seen() { # seen WHAT WANTED GOT
  echo "$1: $3"
  [ "$2" = "$3" ] || { echo "expected: $2"; failed=1; }
}
records() { # records NAME [LEAST]: what they say of a job that should have run so many seconds, or some more
  awk -F: -v name="$1" -v least="${2-1}" 'function told(s) { return s >= least ? least " s or more" : s " s" }
    $5 == name { printf "%send - start %s, failed %s, exit status %s, wall clock %s", sep, told($11 - $10), $12, $13, told($14)
      sep = "; " }
    END { if (!sep) print "no record" }' "$common/accounting"
}
seen 'deleted while it waited' 'no record' "$(records waiting)"
seen '-now y without a slot' 'no record' "$(records immediate)"
seen 'tasks of an array of 2, the second of which was deleted while it waited' 1 \
  "$(awk -F: '$5 == "array" { print $36 }' "$common/accounting" | paste -sd ' ')"
seen 'qdel while it ran' 'end - start 4 s or more, failed 100, exit status 137, wall clock 4 s or more' "$(records killed 4)"
seen 'qdel -f while it ran' 'end - start 4 s or more, failed 0, exit status 0, wall clock 0 s' "$(records forced 4)"
seen 'processes that are left of both' 0 "$(pgrep -xc sleep || true)"
seen 'ran for 10 s, suspended for 10 s' 'end - start 18 s or more, failed 0, exit status 0, wall clock 18 s or more' "$(records suspended 18)"
[ -z "$failed" ] || { cat told refused "$common/accounting"; echo 'another behaviour than was seen'; exit 1; }
