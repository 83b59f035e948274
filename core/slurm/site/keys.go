package site

import (
	"fmt"
	"slices"
	"strings"

	"shadowtime/core/slurm/model"
)

// parameterNames are those of slurm.conf, of any version from 20.02 on: a daemon does not start with another. (As in the
// manual of slurm.conf; a version takes some that it no longer uses.)
const parameterNames = `
AccountingStorageBackupHost AccountingStorageEnforce AccountingStorageExternalHost AccountingStorageHost AccountingStorageLoc
AccountingStorageParameters AccountingStoragePass AccountingStoragePort AccountingStorageTRES AccountingStorageType
AccountingStorageUser AccountingStoreFlags AccountingStoreJobComment AcctGatherEnergyType AcctGatherFilesystemType
AcctGatherInfinibandType AcctGatherInterconnectType AcctGatherNodeFreq AcctGatherProfileType AllowSpecResourcesUsage
AuthAltParameters AuthAltTypes AuthInfo AuthType BackupAddr BackupController BatchStartTimeout BcastExclude BcastParameters
BurstBufferParameters BurstBufferType CertgenParameters CertgenType CertmgrParameters CertmgrType CliFilterParameters
CliFilterPlugins ClusterName CommunicationParameters CompleteWait ControlAddr ControlMachine CoreSpecPlugin CpuFreqDef
CpuFreqGovernors CredType CryptoType DataParserParameters DebugFlags DefCPUPerGPU DefMemPerCPU DefMemPerGPU DefMemPerNode
DefRuntimePlugin DependencyParameters DisableRootJobs DownNodes EioTimeout EnforcePartLimits Epilog EpilogMsgTime EpilogSlurmctld
EpilogTimeout ExtSensorsFreq ExtSensorsType FairShareDampeningFactor FastSchedule FederationParameters FirstJobId FrontendName
GetEnvTimeout GpuFreqDef GresTypes GroupUpdateForce GroupUpdateTime HashPlugin HealthCheckInterval HealthCheckNodeState
HealthCheckProgram HealthCheckTimeout HttpParserType InactiveLimit InteractiveStepOptions JobAcctGatherFrequency
JobAcctGatherParams JobAcctGatherType JobCompHost JobCompLoc JobCompParams JobCompPass JobCompPassScript JobCompPort JobCompType
JobCompUser JobContainerType JobCredentialPrivateKey JobCredentialPublicCertificate JobFileAppend JobRequeue JobSubmitPlugins
KeepAliveTime KillOnBadExit KillWait LaunchParameters LaunchType LicenseParameters Licenses LogTimeFormat MCSParameters MCSPlugin
MailDomain MailProg MaxArraySize MaxBatchRequeue MaxDBDMsgs MaxJobCount MaxJobId MaxMemPerCPU MaxMemPerNode MaxNodeCount
MaxStepCount MaxTasksPerNode MessageTimeout MetricsAuthUsers MetricsParameters MetricsType MinJobAge MpiDefault MpiParams
NamespaceType NodeFeaturesPlugins NodeName NodeSet OverTimeLimit PartitionName PlugStackConfig PluginDir PowerAction
PowerParameters PowerPlugin PrEpParameters PrEpPlugins PreemptExemptTime PreemptMode PreemptParameters PreemptType
PriorityCalcPeriod PriorityDecayHalfLife PriorityFavorSmall PriorityFlags PriorityMaxAge PriorityParameters
PrioritySiteFactorParameters PrioritySiteFactorPlugin PriorityType PriorityUsageResetPeriod PriorityWeightAge PriorityWeightAssoc
PriorityWeightFairshare PriorityWeightJobSize PriorityWeightPartition PriorityWeightQOS PriorityWeightTRES PrivateData
ProctrackType Prolog PrologEpilogTimeout PrologFlags PrologSlurmctld PrologTimeout PropagatePrioProcess PropagateResourceLimits
PropagateResourceLimitsExcept RebootProgram ReconfigFlags RequeueExit RequeueExitHold ResumeFailProgram ResumeProgram ResumeRate
ResumeTimeout ResvEpilog ResvOverRun ResvProlog ReturnToService RoutePlugin SallocDefaultCommand SbcastParameters SchedulerAuth
SchedulerParameters SchedulerTimeSlice SchedulerType ScronParameters SelectType SelectTypeParameters SerializerParameters
SerializerPlugins SlurmSchedLogFile SlurmSchedLogLevel SlurmUser SlurmctldAddr SlurmctldDebug SlurmctldHost
SlurmctldHttpAuthParameters SlurmctldLogFile SlurmctldParameters SlurmctldPidFile SlurmctldPlugstack SlurmctldPort
SlurmctldPrimaryOffProg SlurmctldPrimaryOnProg SlurmctldSyslogDebug SlurmctldTimeout SlurmdDebug SlurmdHttpAuthParameters
SlurmdLogFile SlurmdParameters SlurmdPidFile SlurmdPort SlurmdSpoolDir SlurmdSyslogDebug SlurmdTimeout SlurmdUser
SlurmrestdHttpAuthParameters SlurmrestdParameters SlurmstepdParameters SrunEpilog SrunPortRange SrunProlog StateSaveLocation
SuspendExcNodes SuspendExcParts SuspendExcStates SuspendProgram SuspendRate SuspendTime SuspendTimeout SwitchParameters SwitchType
TCPTimeout TLSParameters TLSType TaskEpilog TaskPlugin TaskPluginParam TaskProlog TmpFS TopologyParam TopologyPlugin TrackWCKey
TreeWidth UnkillableStepProgram UnkillableStepTimeout UrlParserType UsePAM VSizeFactor WaitTime X11Parameters`

// droppedNames are parameters of versions before 20.02.
const droppedNames = `CacheGroups CheckpointType ChosLoc DefaultStorageHost DefaultStorageLoc DefaultStoragePass
DefaultStoragePort DefaultStorageType DefaultStorageUser HashBase HeartbeatInterval JobAcctFrequency JobAcctLogFile JobAcctType
JobCheckpointDir KillTree Layouts MaxMemPerTask MemLimitEnforce MpichGmDirectSupport MsgAggregationParams SchedulerPort
SchedulerRootFilter`

// nodeNames and partitionNames are the keys of their lines.
const (
	nodeNames = `NodeName BcastAddr Boards CoreSpecCount CoresPerSocket CPUs CPUSpecList CpuBind Feature Features Gres GresConf
MemSpecLimit NodeAddr NodeHostname Parameters Port Procs RealMemory Reason RestrictedCoresPerGPU Sockets SocketsPerBoard State
SuspendTime ThreadsPerCore TmpDisk Topology TRESWeights Weight`
	partitionNames = `PartitionName AllocNodes AllowAccounts AllowGroups AllowQos Alternate CpuBind DefCPUPerGPU DefMemPerCPU
DefMemPerGPU DefMemPerNode Default DefaultTime DenyAccounts DenyQos DisableRootJobs Exclusive ExclusiveTopo ExclusiveUser GraceTime
Hidden LLN MaxCPUsPerNode MaxCPUsPerSocket MaxMemPerCPU MaxMemPerNode MaxNodes MaxTime MinNodes Nodes OverSubscribe OverTimeLimit
PowerDownOnIdle PreemptMode Priority PriorityJobFactor PriorityTier QOS ReqResv ResumeTimeout RootOnly SelectTypeParameters Shared
State SuspendTime SuspendTimeout Topology TRESBillingWeights`
)

// dropping is the version from which on slurmctld refuses what was dropped, newest that from which on there may be names that
// are not in these lists.
const (
	dropping model.Version = 2002
	newest   model.Version = 2611
)

// among says whether a name is one of a list, as Slurm tells them: without regard to case.
func among(names, name string) bool {
	for n := range strings.FieldsSeq(names) {
		if strings.EqualFold(n, name) {
			return true
		}
	}
	return false
}

// foreign is a name of a line that is none of slurm.conf's, "" where all are: of a node's or partition's line any key, of others
// the first. What scontrol prints of itself (SLURM_VERSION, BOOT_TIME) tells the version here.
func foreign(pairs [][3]string) string {
	names, keys := parameterNames, pairs[:1]
	switch first := pairs[0][1]; {
	case strings.EqualFold(first, "NodeName"):
		names, keys = nodeNames, pairs
	case strings.EqualFold(first, "PartitionName"):
		names, keys = partitionNames, pairs
	case strings.Contains(first, "_") && strings.ToUpper(first) == first:
		return ""
	}
	for _, p := range keys {
		if !among(names, p[1]) {
			return p[1]
		}
	}
	return ""
}

// strangers notes names that Slurm has none of, where its daemon stops.
func (s *Site) strangers() {
	for _, x := range s.foreign {
		name := Shortened(x.Name)
		switch old := among(droppedNames, x.Name); {
		case old && s.Said && s.Version < dropping:
		case old && !s.Said:
			s.Note(x.At, name+" is a parameter of old versions: from 20.02 on slurmctld refuses it.", "Take it out.")
		case s.Said && s.Version >= newest:
			s.Note(x.At, name+" is no parameter known here: if Slurm "+s.Version.String()+" has none of that name, slurmctld refuses it.",
				"")
		case model.Find(x.Name, true) != nil:
			s.Refuse(x.At, name+" is an option of SchedulerParameters, and no parameter of its own",
				"Put it behind SchedulerParameters=, with commas between options.")
		default:
			s.refuse(x.At, "it has no parameter "+name, "Parsing error at unrecognized key: "+name, "Correct the name, or take it out.")
		}
	}
}

// repeated notes nodes and partitions that two lines name.
func (s *Site) repeated() {
	if !s.Kinds[Partitions] {
		at := map[string]string{}
		for i := range s.Partitions {
			r := &s.Partitions[i]
			if was := at[r.Name]; was != "" {
				s.Refuse(r.At, "PartitionName="+Shortened(r.Name)+" stands in "+was+" already", "Put the two lines into one.")
			} else {
				at[r.Name] = r.At
			}
		}
	}
	if s.Kinds[Nodes] {
		return
	}
	at := map[string]string{}
	for i := range s.Nodes {
		r := &s.Nodes[i]
		names, err := model.Hosts(r.Name, model.MaxNodes-len(at))
		if err != nil {
			return // which is said where they are used
		}
		slices.Sort(names)
		twice, was := "", ""
		for k, name := range names {
			if first := at[name]; first != "" || k > 0 && names[k-1] == name {
				if twice == "" {
					twice, was = name, first
				}
				continue
			}
			at[name] = r.At
		}
		if twice != "" {
			s.Refuse(r.At, fmt.Sprintf("NodeName=%s names node %s, which stands in %s already", Shortened(r.Name), Shortened(twice), was),
				"Name each node once, with all its keys in one line.")
		}
	}
}

// homeless notes partitions whose nodes no line defines. Where no file has lines of nodes, or what was included was not read,
// that can't be told.
func (s *Site) homeless() {
	if s.Kinds[Nodes] || s.Kinds[Partitions] || len(s.Nodes) == 0 || s.unread {
		return
	}
	known := map[string]bool{}
	for i := range s.Nodes {
		names, err := model.Hosts(s.Nodes[i].Name, model.MaxNodes)
		if err != nil {
			return // which is said where they are used
		}
		for _, name := range names {
			known[name] = true
		}
	}
	for _, c := range s.Conf {
		if strings.EqualFold(c.Name, "NodeSet") {
			known[c.Value] = true
		}
	}
	for i := range s.Partitions {
		r := &s.Partitions[i]
		names, err := model.Hosts(unless(r.Of["nodes"]), model.MaxNodes)
		if err != nil {
			continue
		}
		lost := slices.DeleteFunc(names, func(name string) bool {
			return name == "" || known[name] || strings.EqualFold(name, "ALL")
		})
		if len(lost) > 0 {
			s.refuse(r.At, fmt.Sprintf("PartitionName=%s has node %s, which no NodeName line defines", Shortened(r.Name),
				Shortened(lost[0])), "Invalid node names in partition "+Shortened(r.Name),
				"Add NodeName="+Shortened(lost[0])+" with its CPUs, or correct the name.")
		}
	}
}
