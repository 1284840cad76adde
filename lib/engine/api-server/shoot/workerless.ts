import type { ShootManifest } from '@/lib/engine/api-server/manifest'
import { type Json, valueAt } from '@/lib/engine/api-server/manifest'
import { type Found, forbidden } from './refusal'

/** Fields that only make sense with workers, in the API server's order; two have another name in its answers. */
const FIELDS: readonly string[] = [
  'spec.provider.infrastructureConfig',
  'spec.provider.controlPlaneConfig',
  'spec.provider.workersSettings',
  'spec.kubernetes.kubeControllerManager.nodeCIDRMaskSize',
  'spec.kubernetes.kubeControllerManager.nodeCIDRMaskSizeIPv6',
  'spec.kubernetes.kubeControllerManager.horizontalPodAutoscaler',
  'spec.kubernetes.kubeControllerManager.podEvictionTimeout',
  'spec.kubernetes.kubeControllerManager.nodeMonitorGracePeriod',
  'spec.kubernetes.kubeScheduler',
  'spec.kubernetes.kubeProxy',
  'spec.kubernetes.kubelet',
  'spec.kubernetes.clusterAutoscaler',
  'spec.kubernetes.verticalPodAutoscaler',
  'spec.networking.type',
  'spec.networking.providerConfig',
  'spec.networking.pods',
  'spec.networking.nodes',
  'spec.maintenance.autoUpdate.machineImageVersion',
  'spec.maintenance.autoRotation.credentials.sshKeypair',
  'spec.secretBindingName',
  'spec.credentialsBindingName',
  'spec.systemComponents',
]

const ANSWERED_AS: Readonly<Record<string, string>> = {
  'spec.kubernetes.clusterAutoscaler': 'spec.kubernetes.clusterAutoScaler',
  'spec.kubernetes.verticalPodAutoscaler': 'spec.kubernetes.verticalPodAutoScaler',
}

/** What the validation refuses of a shoot without workers. */
export function refuseWorkerlessFields(manifest: ShootManifest): readonly Found[] {
  const present = (path: string): Json | undefined => valueAt(manifest, ...path.split('.'))
  return FIELDS.filter((path) => present(path) !== undefined).map((path) =>
    forbidden(ANSWERED_AS[path] ?? path, 'workerless', 'A shoot without workers must not set this.'),
  )
}
