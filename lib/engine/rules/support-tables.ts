/**
 * Which feature gates and admission plugins a Kubernetes minor knows, as Gardener 1.150 has it
 * (docs/rules.md#settings-that-end). Groups are `added..removed`: known from the first minor on, unknown from the second
 * one on; empty: no bound.
 */

/** Names separated by spaces. */
export const FEATURE_GATES: Readonly<Record<string, string>> = {
  '..':
    'APIResponseCompression APIServerIdentity APIServerTracing AnyVolumeDataSource ' +
    'CPUManagerPolicyAlphaOptions CPUManagerPolicyBetaOptions CPUManagerPolicyOptions CSIVolumeHealth ' +
    'CloudControllerManagerWebhook ClusterTrustBundle ContainerCheckpoint ContextualLogging ' +
    'CrossNamespaceVolumeDataSource CustomCPUCFSQuotaPeriod DynamicResourceAllocation EventedPLEG ' +
    'ExecProbeTimeout GracefulNodeShutdown GracefulNodeShutdownBasedOnPodPriority HPAScaleToZero ' +
    'KubeletInUserNamespace KubeletPodResourcesDynamicResources KubeletPodResourcesGet KubeletTracing ' +
    'LocalStorageCapacityIsolationFSQuotaMonitoring LogarithmicScaleDown ' +
    'MatchLabelKeysInPodTopologySpread MaxUnavailableStatefulSet MemoryQoS MultiCIDRServiceAllocator ' +
    'NodeInclusionPolicyInPodTopologySpread NodeLogQuery NodeSwap OpenAPIEnums ' +
    'PodAndContainerStatsFromCRI PodDeletionCost PodSchedulingReadiness ProcMountType QOSReserved ' +
    'RotateKubeletServerCertificate SELinuxMountReadWriteOncePod StorageVersionAPI StorageVersionHash ' +
    'TopologyManagerPolicyAlphaOptions TopologyManagerPolicyBetaOptions TopologyManagerPolicyOptions ' +
    'UnauthenticatedHTTP2DOSMitigation WatchList WinDSR WinOverlay WindowsHostNetwork',
  '..1.31':
    'APIPriorityAndFairness CSIMigrationRBD CSINodeExpandSecret CustomResourceValidationExpressions ' +
    'InTreePluginAWSUnregister InTreePluginAzureDiskUnregister InTreePluginAzureFileUnregister ' +
    'InTreePluginGCEUnregister InTreePluginOpenStackUnregister InTreePluginRBDUnregister ' +
    'InTreePluginvSphereUnregister JobReadyPods ReadWriteOncePod ServiceNodePortStaticSubrange',
  '..1.32': 'CloudDualStackNodeIPs StableLoadBalancerNodeSet ValidatingAdmissionPolicy',
  '..1.33':
    'APIListChunking AdmissionWebhookMatchConditions AggregatedDiscoveryEndpoint AppArmor CPUManager ' +
    'DisableCloudProviders DisableKubeletCloudCredentialProviders EfficientWatchResumption ' +
    'JobPodFailurePolicy PDBUnhealthyPodEvictionPolicy RemainingItemCount VolumeCapacityPriority ' +
    'WatchBookmark',
  '..1.34': 'ElasticIndexedJob PodDisruptionConditions StatefulSetStartOrdinal',
  '..1.35': 'ComponentSLIs',
  '..1.36':
    'CSIMigrationPortworx HonorPVReclaimPolicy InTreePluginPortworxUnregister TopologyAwareHints ' +
    'WatchFromStorageWithoutResourceVersion',
  '1.14..1.32': 'ServerSideApply',
  '1.17..': 'AllAlpha AllBeta',
  '1.20..1.32': 'HPAContainerMetrics',
  '1.20..1.35': 'SizeMemoryBackedVolumes',
  '1.21..1.36': 'MemoryManager',
  '1.23..1.32': 'ServerSideFieldValidation',
  '1.23..1.35': 'StatefulSetAutoDeletePVC',
  '1.24..1.32': 'MinDomainsInPodTopologySpread NodeOutOfServiceVolumeDetach',
  '1.25..1.32': 'KMSv2 NewVolumeManagerReconstruction',
  '1.26..1.31': 'ConsistentHTTPGetHandlers',
  '1.26..1.32': 'DRAControlPlaneController',
  '1.27..': 'InPlacePodVerticalScaling',
  '1.28..':
    'CRDValidationRatcheting ConsistentListFromCache JobBackoffLimitPerIndex JobPodReplacementPolicy ' +
    'KMSv1 KubeletCgroupDriverFromCRI PodReadyToStartContainersCondition RecoverVolumeExpansionFailure ' +
    'SchedulerQueueingHints SeparateCacheWatchRPC SidecarContainers UnknownVersionInteroperabilityProxy ' +
    'UserNamespacesSupport',
  '1.28..1.31': 'DefaultHostNetworkHostPortsInPodTemplates SkipReadOnlyValidationGCE',
  '1.28..1.32': 'KMSv2KDF LegacyServiceAccountTokenCleanUp PodHostIPs',
  '1.28..1.33': 'KubeProxyDrainingTerminatingNodes PersistentVolumeLastPhaseTransitionTime',
  '1.28..1.34': 'DevicePluginCDIDevices',
  '1.28..1.35': 'CronJobsScheduledAnnotation PodIndexLabel',
  '1.29..':
    'ClusterTrustBundleProjection DisableNodeKubeProxyVersion ImageMaximumGCAge KubeletSeparateDiskGC ' +
    'MatchLabelKeysInPodAffinity NFTablesProxyMode PodLifecycleSleepAction RuntimeClassInImageCriApi ' +
    'SeparateTaintEvictionController ServiceAccountTokenJTI ServiceAccountTokenNodeBinding ' +
    'ServiceAccountTokenNodeBindingValidation ServiceAccountTokenPodNodeInfo ' +
    'StructuredAuthenticationConfiguration TranslateStreamCloseWebsocketRequests VolumeAttributesClass',
  '1.29..1.32': 'ZeroLimitedNominalConcurrencyShares',
  '1.29..1.35': 'AllowServiceLBStatusOnNonLB LoadBalancerIPMode UserNamespacesPodSecurityStandards',
  '1.29..1.36': 'StructuredAuthorizationConfiguration',
  '1.30..':
    'APIServingWithRoutine CustomResourceFieldSelectors InformerResourceVersion JobManagedBy ' +
    'JobSuccessPolicy MutatingAdmissionPolicy PortForwardWebsockets RecursiveReadOnlyMounts ' +
    'RelaxedEnvironmentVariableValidation RetryGenerateName SELinuxMount StorageNamespaceIndex ' +
    'StorageVersionMigrator WatchListClient',
  '1.30..1.33': 'AppArmorFields',
  '1.30..1.35': 'StrictCostEnforcementForVAP StrictCostEnforcementForWebhooks',
  '1.30..1.36': 'ServiceTrafficDistribution',
  '1.31..':
    'AllowDNSOnlyNodeCSR AllowInsecureKubeletCertificateSigningRequests ' +
    'AnonymousAuthConfigurableEndpoints AuthorizeNodeWithSelectors AuthorizeWithSelectors ' +
    'ConcurrentWatchObjectDecode CoordinatedLeaderElection DisableAllocatorDualWrite ImageVolume ' +
    'ReloadKubeletServerCertificateFile ResilientWatchCacheInitialization ResourceHealthStatus ' +
    'SupplementalGroupsPolicy WatchCacheInitializationPostStartHook',
  '1.32..':
    'AllowOverwriteTerminationGracePeriodSeconds AllowUnsafeMalformedObjectDeletion BtreeWatchCache ' +
    'CBORServingAndStorage ComponentFlagz ComponentStatusz DRAAdminAccess DRAResourceClaimDeviceStatus ' +
    'ExternalServiceAccountTokenSigner InPlacePodVerticalScalingExclusiveCPUs KubeletCrashLoopBackOffMax ' +
    'KubeletFineGrainedAuthz KubeletRegistrationGetOnExistsOnly PodLevelResources ' +
    'PodLifecycleSleepActionAllowZero PodLogsQuerySplitStreams PreferAlignCpusByUncoreCache ' +
    'RelaxedDNSSearchValidation RemoteRequestHeaderUID SELinuxChangePolicy SchedulerAsyncPreemption ' +
    'ServiceAccountNodeAudienceRestriction SystemdWatchdog WindowsCPUAndMemoryAffinity ' +
    'WindowsGracefulNodeShutdown',
  '1.32..1.36': 'InPlacePodVerticalScalingAllocatedStatus',
  '1.33..':
    'AggregatedDiscoveryRemoveBetaType AllowParsingUserUIDFromCertAuth ContainerStopSignals ' +
    'DRADeviceTaints DRAPartitionableDevices DRAPrioritizedList DeclarativeValidation ' +
    'DeclarativeValidationTakeover DeploymentReplicaSetTerminatingReplicas ' +
    'DisableCPUQuotaWithExclusiveCPUs GitRepoVolumeDriver HPAConfigurableTolerance ' +
    'KubeletEnsureSecretPulledImages KubeletPSI KubeletServiceAccountTokenForCredentialProviders ' +
    'ListFromCacheSnapshot MutableCSINodeAllocatableCount OrderedNamespaceDeletion ' +
    'PodObservedGenerationTracking PodTopologyLabelsAdmission PreferSameTrafficDistribution ' +
    'ReduceDefaultCrashLoopBackOffDecay SchedulerPopFromBackoffQ StorageCapacityScoring ' +
    'StreamingCollectionEncodingToJSON StreamingCollectionEncodingToProtobuf StrictIPCIDRValidation',
  '1.33..1.34': 'LegacySidecarContainers',
  '1.34..':
    'ClearingNominatedNodeNameAfterBinding ContainerRestartRules DRAConsumableCapacity ' +
    'DRADeviceBindingConditions DRAExtendedResource DRASchedulerFilterTimeout DetectCacheInconsistency ' +
    'EnvFiles HostnameOverride InPlacePodVerticalScalingExclusiveMemory ' +
    'KubeletPodResourcesListUseActivePods MatchLabelKeysInPodTopologySpreadSelectorMerge ' +
    'NominatedNodeNameForExpectation PodCertificateRequest PreventStaticPodAPIReferences ' +
    'RelaxedServiceNameValidation SchedulerAsyncAPICalls SizeBasedListCostEstimate ' +
    'StructuredAuthenticationConfigurationEgressSelector TokenRequestServiceAccountUIDValidation',
  '1.34..1.35': 'ProbeHostPodSecurityStandards',
  '1.35..':
    'AuthorizePodWebsocketUpgradeCreatePermission CRDObservedGenerationTracking ' +
    'CSIServiceAccountTokenSecrets ChangeContainerStatusOnKubeletRestart ' +
    'CloudControllerManagerWatchBasedRoutesReconciliation ConstrainedImpersonation DRADeviceTaintRules ' +
    'GangScheduling GenericWorkload InPlacePodLevelResourcesVerticalScaling MutablePVNodeAffinity ' +
    'MutablePodResourcesForSuspendedJobs MutableSchedulingDirectivesForSuspendedJobs NodeDeclaredFeatures ' +
    'OpportunisticBatching RestartAllContainersOnContainerExits ' +
    'StructuredAuthenticationConfigurationJWKSMetrics TaintTolerationComparisonOperators ' +
    'UserNamespacesHostNetworkSupport VolumeLimitScaling',
  '1.36..':
    'AllowServiceExternalIPs CRIListStreaming ControllerManagerReleaseLeaderElectionLockOnExit ' +
    'DRAListTypeAttributes DRANodeAllocatableResources DRAResourceClaimGranularStatusAuthorization ' +
    'DRAResourcePoolStatus DRAWorkloadResourceClaims DeclarativeValidationBeta ExtendWebSocketsToKubelet ' +
    'ImageVolumeWithDigest InPlacePodVerticalScalingInitContainers ManifestBasedAdmissionControlConfig ' +
    'NativeHistograms PLEGOnDemandRelist PersistentVolumeClaimUnusedSinceTime PodLevelResourceManagers ' +
    'PodsAPI ReloadKubeletClientCAFile ResourceHealthStatusMessage ServiceCIDRStatusFieldWiping ' +
    'ShardedListAndWatch StaleControllerConsistencyDaemonSet StaleControllerConsistencyJob ' +
    'StaleControllerConsistencyReplicaSet StaleControllerConsistencyStatefulSet ' +
    'TopologyAwareWorkloadScheduling WorkloadAwarePreemption WorkloadWithJob',
}

/** `minor=value`: from that minor on the gate may have no other value. */
export const LOCKED_FEATURE_GATES: Readonly<Record<string, string>> = {
  '1.17=true': 'WatchBookmark',
  '1.22=true': 'ServerSideApply',
  '1.24=true': 'EfficientWatchResumption',
  '1.26=true': 'CPUManager',
  '1.27=true': 'ServerSideFieldValidation',
  '1.28=true': 'NodeOutOfServiceVolumeDetach',
  '1.29=true':
    'APIListChunking APIPriorityAndFairness CSINodeExpandSecret CustomResourceValidationExpressions ' +
    'JobReadyPods KMSv2 KMSv2KDF ReadWriteOncePod RemainingItemCount SELinuxMountReadWriteOncePod ' +
    'ServiceNodePortStaticSubrange',
  '1.30=true':
    'AdmissionWebhookMatchConditions AggregatedDiscoveryEndpoint CloudDualStackNodeIPs ' +
    'ConsistentHTTPGetHandlers ContextualLogging HPAContainerMetrics LegacyServiceAccountTokenCleanUp ' +
    'MinDomainsInPodTopologySpread NewVolumeManagerReconstruction PodHostIPs PodSchedulingReadiness ' +
    'StableLoadBalancerNodeSet ValidatingAdmissionPolicy ZeroLimitedNominalConcurrencyShares',
  '1.31=true':
    'AppArmor AppArmorFields DevicePluginCDIDevices DisableCloudProviders ' +
    'DisableKubeletCloudCredentialProviders ElasticIndexedJob JobPodFailurePolicy ' +
    'KubeProxyDrainingTerminatingNodes LogarithmicScaleDown PDBUnhealthyPodEvictionPolicy ' +
    'PersistentVolumeLastPhaseTransitionTime PodDisruptionConditions StatefulSetStartOrdinal',
  '1.32=false': 'AllowServiceLBStatusOnNonLB',
  '1.32=true':
    'CronJobsScheduledAnnotation CustomResourceFieldSelectors LoadBalancerIPMode MemoryManager ' +
    'PodIndexLabel RetryGenerateName ServiceAccountTokenJTI ServiceAccountTokenNodeBindingValidation ' +
    'ServiceAccountTokenPodNodeInfo SizeMemoryBackedVolumes StatefulSetAutoDeletePVC ' +
    'StrictCostEnforcementForVAP StrictCostEnforcementForWebhooks StructuredAuthorizationConfiguration ' +
    'TopologyManagerPolicyOptions',
  '1.33=true':
    'AnyVolumeDataSource BtreeWatchCache CPUManagerPolicyOptions CRDValidationRatcheting ' +
    'CSIMigrationPortworx HonorPVReclaimPolicy JobBackoffLimitPerIndex JobSuccessPolicy ' +
    'MatchLabelKeysInPodAffinity NFTablesProxyMode NodeInclusionPolicyInPodTopologySpread ' +
    'RecursiveReadOnlyMounts ServiceAccountTokenNodeBinding ServiceTrafficDistribution SidecarContainers ' +
    'TopologyAwareHints',
  '1.33=false': 'WatchFromStorageWithoutResourceVersion',
  '1.34=true':
    'APIServerTracing AnonymousAuthConfigurableEndpoints AuthorizeNodeWithSelectors ' +
    'AuthorizeWithSelectors ConsistentListFromCache JobPodReplacementPolicy KubeletCgroupDriverFromCRI ' +
    'KubeletTracing MultiCIDRServiceAllocator NodeSwap OrderedNamespaceDeletion PodLifecycleSleepAction ' +
    'PodLifecycleSleepActionAllowZero ProbeHostPodSecurityStandards RecoverVolumeExpansionFailure ' +
    'RelaxedDNSSearchValidation RelaxedEnvironmentVariableValidation ResilientWatchCacheInitialization ' +
    'SchedulerQueueingHints SeparateTaintEvictionController StreamingCollectionEncodingToJSON ' +
    'StreamingCollectionEncodingToProtobuf StructuredAuthenticationConfiguration WinDSR WinOverlay',
  '1.35=true':
    'AggregatedDiscoveryRemoveBetaType DisableAllocatorDualWrite DynamicResourceAllocation ' +
    'ExecProbeTimeout ImageMaximumGCAge InPlacePodVerticalScaling JobManagedBy ' +
    'PodObservedGenerationTracking PreferSameTrafficDistribution SupplementalGroupsPolicy SystemdWatchdog',
  '1.35=false': 'AllowOverwriteTerminationGracePeriodSeconds',
  '1.36=true':
    'CSIServiceAccountTokenSecrets DRAAdminAccess DeclarativeValidation DisableNodeKubeProxyVersion ' +
    'ExternalServiceAccountTokenSigner ImageVolume KubeletFineGrainedAuthz KubeletPSI ' +
    'KubeletPodResourcesDynamicResources KubeletPodResourcesGet MutableCSINodeAllocatableCount ' +
    'NodeLogQuery ProcMountType SELinuxChangePolicy UserNamespacesSupport VolumeAttributesClass',
  '1.36=false': 'GitRepoVolumeDriver SeparateCacheWatchRPC',
}

/** Names separated by spaces. */
export const ADMISSION_PLUGINS: Readonly<Record<string, string>> = {
  '..':
    'AlwaysAdmit AlwaysDeny AlwaysPullImages CertificateApproval CertificateSigning ' +
    'CertificateSubjectRestriction ClusterTrustBundleAttest DefaultIngressClass DefaultStorageClass ' +
    'DefaultTolerationSeconds DenyServiceExternalIPs EventRateLimit ExtendedResourceToleration ' +
    'ImagePolicyWebhook LimitPodHardAntiAffinityTopology LimitRanger MutatingAdmissionWebhook ' +
    'NamespaceAutoProvision NamespaceExists NamespaceLifecycle NodeRestriction ' +
    'OwnerReferencesPermissionEnforcement PersistentVolumeClaimResize PodNodeSelector PodSecurity ' +
    'PodTolerationRestriction Priority ResourceQuota RuntimeClass ServiceAccount ' +
    'StorageObjectInUseProtection TaintNodesByCondition ValidatingAdmissionPolicy ' +
    'ValidatingAdmissionWebhook',
  '..1.31': 'PersistentVolumeLabel',
  '1.32..': 'MutatingAdmissionPolicy',
  '1.33..': 'PodTopologyLabels',
  '1.35..': 'NodeDeclaredFeatureValidator',
  '1.36..': 'JobValidation PodGroupProtection PodGroupWorkloadExists PodResizeValidator',
}
