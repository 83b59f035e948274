#!/usr/bin/env bash
# slurm.sh up FOLDER, slurm.sh down FOLDER: a private Slurm of one pretended node
# on loopback, for tests. Needs root and Debian's slurmctld, slurmd, slurm-client,
# slurm-wlm-basic-plugins and munge; no systemd, no cgroups, no accounting.
set -eu
PATH=$PATH:/usr/sbin:/sbin
dir=$2
export SLURM_CONF=$dir/slurm.conf
daemons="n1 slurmctld munged"

begin() { # NAME COMMAND...: runs it in the background, keeps its process id
  local name=$1; shift
  setsid "$@" >"$dir/log/$name.out" 2>&1 </dev/null & echo $! >"$dir/pid/$name"
}
await() { # NAME COMMAND...: waits until COMMAND succeeds, for 20 s at most
  local name=$1 i; shift
  for i in $(seq 200); do
    timeout 5 "$@" >/dev/null 2>&1 && return
    sleep 0.1
  done
  echo "$name did not start: $(tail -n 5 "$dir/log/$name.out")" >&2; exit 1
}
ours() { tr '\0' '\n' <"/proc/$1/environ" 2>/dev/null | grep -qxF "SLURM_CONF=$SLURM_CONF"; }

if [ "$1" = down ]; then
  timeout 10 scancel --full --user="$(id -un)" || true
  for name in $daemons; do
    pid=$(cat "$dir/pid/$name" 2>/dev/null) || continue
    ours "$pid" && kill "$pid" || continue
    for i in $(seq 50); do ours "$pid" || break; sleep 0.1; done
    ours "$pid" && kill -9 "$pid" || true
  done
  exit 0
fi

mkdir -p "$dir"/{log,pid,run,state,spool}
chmod 755 "$dir" "$dir"/*
host=$(hostname -s)
for i in $(seq 50); do # two that nobody has, below those that a system lends to who connects
  port=$((10000 + 2 * (RANDOM % 11000)))
  ! (: <"/dev/tcp/127.0.0.1/$port" || : <"/dev/tcp/127.0.0.1/$((port + 1))") 2>/dev/null || continue
  break
done
cat >"$SLURM_CONF" <<END
ClusterName=private
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/run/munge,cred_expire=5
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/n1.log
SlurmctldPidFile=$dir/run/slurmctld.pid
SlurmdPidFile=$dir/run/n1.pid
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=1,bf_continue,batch_sched_delay=0,sched_interval=1
NodeName=n1 NodeAddr=127.0.0.1 NodeHostname=$host Port=$((port + 1)) CPUs=8 RealMemory=16000 State=UNKNOWN
PartitionName=batch Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
(umask 077; head -c 128 /dev/urandom >"$dir/munge.key")
begin munged munged -F --force --key-file "$dir/munge.key" --socket "$dir/run/munge" --pid-file "$dir/run/munged.pid" --seed-file "$dir/run/seed"
await munged munge -n -S "$dir/run/munge"
begin slurmctld slurmctld -D
await slurmctld sh -c "scontrol ping | grep -q UP"
begin n1 slurmd -D -N n1
await n1 sh -c "sinfo -h -N -n n1 -o %t | grep -q '^idle$'"
