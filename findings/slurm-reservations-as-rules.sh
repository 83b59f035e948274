#!/usr/bin/env bash
# Slurm 22.05.8 (Debian 12): which rules of a machine a reservation makes, and which it doesn't.
#
# Seen: a minute that is reserved every day at 17:00 keeps jobs from starting whose limit reaches into it, and no others: all
# jobs must end by 17:00. A reservation that floats an hour ahead of now and has 2 of 8 cores leaves jobs over an hour 6 cores
# together, and shorter ones all 8. A reservation of some hours does not only keep jobs from starting in them: one that
# would still run when they begin doesn't start either. And a reservation with Flags=WEEKDAY begins on the day that it is
# given, a Sunday too: only its repetitions keep to Monday to Friday.
#
# Needs root, apt and Debian 12; everything lies in a temporary folder, on the loopback, and is ended and removed.
set -euo pipefail
version=22.05.8-4+deb12u3
port=${1:-18780}
dir=$(mktemp -d)
trap 'kill $(cat "$dir"/pid.* 2>/dev/null) 2>/dev/null || true; wait; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq "slurmctld=$version" "slurmd=$version" "slurm-client=$version" "slurm-wlm-basic-plugins=$version" munge \
  libmunge2 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
lib=$dir/root/usr/lib/$(uname -m)-linux-gnu
export LD_LIBRARY_PATH=$lib:$lib/slurm-wlm PATH=$dir/root/usr/bin:$dir/root/usr/sbin:$PATH SLURM_CONF=$dir/slurm.conf
mkdir state run spool
chmod 755 "$dir" run
(umask 077; head -c 128 /dev/urandom >key)
cat >slurm.conf <<END
ClusterName=finding
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/run/munge
PluginDir=$lib/slurm-wlm
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldLogFile=$dir/log
SlurmctldPidFile=$dir/pid.controller
SlurmdPidFile=$dir/pid.slurmd
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerParameters=bf_interval=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=batch Nodes=n1 Default=YES MaxTime=INFINITE
END
munged -F --force --key-file "$dir/key" --socket "$dir/run/munge" --pid-file "$dir/run/munged.pid" --seed-file "$dir/run/seed" >munged.out 2>&1 &
echo $! >pid.munged
slurmctld -D >controller.out 2>&1 &
echo $! >pid.daemon
slurmd -D -N n1 >slurmd.out 2>&1 &
echo $! >pid.node
settle() { read -rt "$1" <> <(:) || true; }
for _ in $(seq 100); do
  sinfo -h -o %T 2>/dev/null | grep -q idle && break
  kill -0 "$(cat pid.daemon)" || { cat log; exit 1; }
  settle 0.2
done
slurmctld -V
failed=
# expect NAME=STATE... after jobs NAME:MINUTES:CORES were submitted beside a reservation
expect() {
  settle 8
  shown=$(squeue -h -o '%j=%T' | sort | paste -sd ' ')
  echo "$1: $shown"
  [ "$shown" = "$2" ] || failed=1
  scancel -u root
  scontrol delete ReservationName=r
}
submit() {
  for x in "$@"; do
    IFS=: read -r name minutes cores <<<"$x"
    sbatch -Q -D / -o /dev/null -J "$name" -t "$minutes" -n "$cores" --wrap 'sleep 60'
  done
}
reserve() { scontrol create reservation ReservationName=r Users=daemon "$@" >/dev/null; }
in_an_hour=$(date -d '1 hour' +%H:%M:00)
reserve StartTime="$in_an_hour" Duration=1 Nodes=ALL Flags=DAILY,IGNORE_JOBS
submit long:90:1 short:30:1
expect 'a minute, daily, in an hour' 'long=PENDING short=RUNNING'
reserve StartTime=now+60minutes Duration=365-00:00:00 CoreCnt=2 Flags=TIME_FLOAT,IGNORE_JOBS
submit long:90:6 more:90:1 short:30:2
expect 'two cores, floating an hour ahead' 'long=RUNNING more=PENDING short=RUNNING'
reserve StartTime="$in_an_hour" Duration=12:00:00 Nodes=ALL Flags=DAILY,IGNORE_JOBS
submit before:90:1
expect 'twelve hours, daily, in an hour' 'before=PENDING'
sunday=$(date -d 'next sunday' +%F)
reserve StartTime="${sunday}T17:00:00" Duration=1 Nodes=ALL Flags=WEEKDAY,IGNORE_JOBS
scontrol -o show reservation | grep -o 'StartTime=[^ ]*\|Flags=[^ ]*' | paste -sd ' '
scontrol -o show reservation | grep -q "StartTime=${sunday}T17:00:00" || failed=1
[ -z "$failed" ] || { echo 'another behaviour than was seen'; exit 1; }
