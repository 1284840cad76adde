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

/**
 * The same for what `spec.kubernetes.kubeAPIServer.runtimeConfig` may name: versions of API groups, and resources of them, each judged by its
 * own entry alone. What stands in braces is written out as a shell does it.
 */
export const RUNTIME_APIS: Readonly<Record<string, string>> = {
  '..':
    'admissionregistration.k8s.io/{v1,v1beta1}{,/mutatingwebhookconfigurations} ' +
    'admissionregistration.k8s.io/{v1,v1beta1}/validatingwebhookconfigurations ' +
    'admissionregistration.k8s.io/v1alpha1{,/validatingadmissionpolicies,/validatingadmissionpolicybindings} ' +
    'apps/{v1,v1beta2}{,/controllerrevisions,/daemonsets,/deployments,/replicasets,/statefulsets} ' +
    'apps/v1beta1{,/controllerrevisions,/deployments,/statefulsets} ' +
    'autoscaling/{v1,v2}{,/horizontalpodautoscalers} batch/v1{,/cronjobs,/jobs} batch/v1beta1{,/cronjobs} ' +
    'certificates.k8s.io/{v1,v1beta1}{,/certificatesigningrequests} ' +
    'certificates.k8s.io/v1alpha1{,/clustertrustbundles} coordination.k8s.io/{v1,v1beta1}{,/leases} ' +
    'discovery.k8s.io/{v1,v1beta1}{,/endpointslices} events.k8s.io/{v1,v1beta1}{,/events} ' +
    'extensions/v1beta1{,/daemonsets,/deployments,/ingresses,/networkpolicies,/replicasets} ' +
    'flowcontrol.apiserver.k8s.io/{v1beta1,v1beta2,v1beta3}{,/flowschemas,/prioritylevelconfigurations} ' +
    'internal.apiserver.k8s.io/v1alpha1{,/storageversions} ' +
    'networking.k8s.io/v1{,/ingressclasses,/ingresses,/networkpolicies} ' +
    'networking.k8s.io/v1beta1{,/ingressclasses,/ingresses} ' +
    'node.k8s.io/{v1,v1alpha1,v1beta1}{,/runtimeclasses} policy/{v1,v1beta1}{,/poddisruptionbudgets} ' +
    'rbac.authorization.k8s.io/{v1,v1alpha1,v1beta1}{,/clusterrolebindings,/clusterroles,/rolebindings} ' +
    'rbac.authorization.k8s.io/{v1,v1alpha1,v1beta1}/roles scheduling.k8s.io/{v1,v1beta1}{,/priorityclasses} ' +
    'storage.k8s.io/{v1,v1beta1}{,/csidrivers,/csinodes,/csistoragecapacities,/storageclasses} ' +
    'storage.k8s.io/{v1,v1beta1}/volumeattachments ' +
    'storage.k8s.io/v1alpha1{,/csistoragecapacities,/volumeattachments} ' +
    'v1{,/componentstatuses,/configmaps,/endpoints,/events,/limitranges,/namespaces,/nodes} ' +
    'v1{/persistentvolumeclaims,/persistentvolumes,/pods,/podtemplates,/replicationcontrollers} ' +
    'v1{/resourcequotas,/secrets,/serviceaccounts,/services}',
  '..1.31':
    'networking.k8s.io/v1beta1/{ipaddresses,servicecidrs} ' +
    'resource.k8s.io/v1alpha2{,/podschedulingcontexts,/resourceclaims,/resourceclaimtemplates} ' +
    'resource.k8s.io/v1alpha2/resourceclasses',
  '..1.34': 'networking.k8s.io/v1alpha1{,/ipaddresses}',
  '..1.36': 'autoscaling/{v2beta1,v2beta2}{,/horizontalpodautoscalers} scheduling.k8s.io/v1alpha1{,/priorityclasses}',
  '1.28..': 'admissionregistration.k8s.io/v1beta1/{validatingadmissionpolicies,validatingadmissionpolicybindings}',
  '1.29..':
    'flowcontrol.apiserver.k8s.io/v1{,/flowschemas,/prioritylevelconfigurations} ' +
    'storage.k8s.io/v1alpha1/volumeattributesclasses',
  '1.29..1.34': 'networking.k8s.io/v1alpha1/servicecidrs',
  '1.30..': 'admissionregistration.k8s.io/v1/{validatingadmissionpolicies,validatingadmissionpolicybindings}',
  '1.30..1.31': 'resource.k8s.io/v1alpha2/{resourceclaimparameters,resourceclassparameters,resourceslices}',
  '1.30..1.35': 'storagemigration.k8s.io/v1alpha1{,/storageversionmigrations}',
  '1.31..': 'resource.k8s.io/v1alpha3 storage.k8s.io/v1beta1/volumeattributesclasses',
  '1.31..1.32': 'coordination.k8s.io/v1alpha1{,/leasecandidates} resource.k8s.io/v1alpha3/podschedulingcontexts',
  '1.31..1.34': 'resource.k8s.io/v1alpha3/{deviceclasses,resourceclaims,resourceclaimtemplates,resourceslices}',
  '1.32..':
    'admissionregistration.k8s.io/v1alpha1/{mutatingadmissionpolicies,mutatingadmissionpolicybindings} ' +
    'coordination.k8s.io/v1alpha2{,/leasecandidates} ' +
    'resource.k8s.io/v1beta1{,/deviceclasses,/resourceclaims,/resourceclaimtemplates,/resourceslices}',
  '1.33..':
    'certificates.k8s.io/v1beta1/clustertrustbundles coordination.k8s.io/v1beta1/leasecandidates ' +
    'networking.k8s.io/v1/{ipaddresses,servicecidrs} resource.k8s.io/v1alpha3/devicetaintrules ' +
    'resource.k8s.io/v1beta2{,/deviceclasses,/resourceclaims,/resourceclaimtemplates,/resourceslices}',
  '1.34..':
    'admissionregistration.k8s.io/v1beta1/{mutatingadmissionpolicies,mutatingadmissionpolicybindings} ' +
    'resource.k8s.io/v1{,/deviceclasses,/resourceclaims,/resourceclaimtemplates,/resourceslices} ' +
    'storage.k8s.io/v1/volumeattributesclasses',
  '1.34..1.35': 'certificates.k8s.io/v1alpha1/podcertificaterequests',
  '1.35..':
    'certificates.k8s.io/v1beta1/podcertificaterequests ' +
    'storagemigration.k8s.io/v1beta1{,/storageversionmigrations}',
  '1.35..1.36': 'scheduling.k8s.io/v1alpha1/workloads',
  '1.36..':
    'admissionregistration.k8s.io/v1/{mutatingadmissionpolicies,mutatingadmissionpolicybindings} ' +
    'resource.k8s.io/v1alpha3/resourcepoolstatusrequests resource.k8s.io/v1beta2/devicetaintrules ' +
    'scheduling.k8s.io/v1alpha2{,/podgroups,/workloads}',
}

/** APIs that `runtimeConfig` may not switch off where there are workers. */
export const REQUIRED_APIS: readonly string[] = [
  'admissionregistration.k8s.io/v1',
  'apps/v1',
  'networking.k8s.io/v1',
  'rbac.authorization.k8s.io/v1',
  'storage.k8s.io/v1',
  'v1',
  'admissionregistration.k8s.io/v1/mutatingwebhookconfigurations',
  'admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
  'autoscaling/v2/horizontalpodautoscalers',
  'certificates.k8s.io/v1/certificatesigningrequests',
  'coordination.k8s.io/v1/leases',
  'discovery.k8s.io/v1/endpointslices',
  'events.k8s.io/v1/events',
  'node.k8s.io/v1/runtimeclasses',
  'policy/v1/poddisruptionbudgets',
  'scheduling.k8s.io/v1/priorityclasses',
]

/** The APIs of a cluster without workers. */
export const WORKERLESS_APIS: readonly string[] = [
  'networking.k8s.io/v1',
  'rbac.authorization.k8s.io/v1',
  'v1',
  'discovery.k8s.io/v1/endpointslices',
  'events.k8s.io/v1/events',
]
