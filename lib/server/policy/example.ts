/** What a page begins with where no policy is set: the configuration of seed 003 with Version Maintenance of Kubernetes. */
export const EXAMPLE = `apiVersion: controllermanager.config.gardener.cloud/v1alpha1
kind: ControllerManagerConfiguration
controllers:
  cloudProfile:
    concurrentSyncs: 5
    kubernetesVersionManagement:
      expirationDuration: 2880h # 120 days
      versionMaintenance:
        maintainedKubernetesVersions: 3
        expirationDurationUnmaintainedVersion: 720h # 30 days
    machineImageVersionManagement:
      expirationDuration: 2880h # 120 days
`
